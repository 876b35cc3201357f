"""What the random-features page computes on a run's data, as jobs: waves, errors, Gram matrices, twins, Theorem 2."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from algorithms.experiments.run import Run
from algorithms.trace import Cancelled
from pages.widgets import cache
from pages.widgets.jobs import result_or_watch

if TYPE_CHECKING:  # they import scikit-learn, and a page's title should not wait for that
    from algorithms.theory.stationarity import Stationarity
    from algorithms.theory.twins import Convergence, Pursuit
    from algorithms.theory.waves import Errors, Gram, Line, Waves

PAIRS = 200  # of points, over which an error is a mean
GRAM_POINTS = 60
REACH = 3.0  # of the line, in widths gamma^(-1/2)
DATA = ("dataset", "n_samples", "noise", "ratio", "n_labelled", "order", "scaling", "features", "seed")


class Kernel(NamedTuple):
    """The kernel of a run: gamma as a number, the dimension, and the kernel along a line through two of its points."""

    gamma: float
    n_features: int
    line: Line
    waves: Waves


class Twins(NamedTuple):
    """f and h along a line through two points of a run."""

    line: Line
    found: Convergence


def kernel(run: Run, gamma: float | str) -> Kernel | None:
    """The kernel along a line; None while it is computed, as all functions here."""
    return _watched("kernel", run, [gamma], partial(_kernel, run, gamma), "Cosines along a line")


def errors(run: Run, gamma: float | str, seeds: int) -> list[Errors] | None:
    """The error against m of both maps, over so many seeds from the run's own on."""
    return _watched("errors", run, [gamma, seeds], partial(_errors, run, gamma, seeds), "Errors of the kernel")


def gram(run: Run, gamma: float | str, feature_map: str, m: int) -> tuple[Gram, int] | None:
    """Gram matrices of some of the run's points, and how many of these are negatives, which stand first."""
    return _watched("gram", run, [gamma, feature_map, m], partial(_gram, run, gamma, feature_map, m), "Gram matrices")


def twins(run: Run, gamma: float | str, pursuit: Pursuit, seeds: int) -> Twins | None:
    """A learner and its exact twin on the run's data, over so many seeds. pursuit's own gamma is not used."""
    work, asked = partial(_twins, run, gamma, pursuit, seeds), [gamma, asdict(pursuit), seeds]
    return _watched("twins", run, asked, work, f"{pursuit.learner} and its exact twin")


def stationarity(
    run: Run, gamma: float | str, pursuit: Pursuit, losses: Sequence[str], seeds: int
) -> Stationarity | None:
    """TSGS3VM's twin and Theorem 2, with a loss of the labelled and one of the unlabelled."""
    work, asked = partial(_stationarity, run, gamma, pursuit, losses, seeds), [gamma, asdict(pursuit), losses, seeds]
    return _watched("stationarity", run, asked, work, "Gradients of TSGS3VM's twin")


def _watched(name, run, asked, work, label):
    values = run.as_dict()
    key = json.dumps([f"random features, {name}", *(values[part] for part in DATA), *asked])
    return result_or_watch(key, work, label, slot=name)


def _data(run, gamma):
    from algorithms.kernels import gamma_of

    cache.use_one_thread_each()
    split = run.split()
    return split, gamma_of(gamma, split.X)


def _telling(tell, stopped, total):
    """A function to be called after each of so many pieces of work."""
    done = 0

    def told(_=None):
        nonlocal done
        if stopped():
            raise Cancelled
        done += 1
        tell(done, total)

    return told


def _kernel(run, gamma, tell, stopped) -> Kernel:
    from algorithms.theory.waves import line_through, waves

    split, gamma = _data(run, gamma)
    line = line_through(split.X, split.y, REACH * gamma**-0.5)
    return Kernel(gamma, split.X.shape[1], line, waves(line, gamma, run.seed))


def _errors(run, gamma, seeds, tell, stopped) -> list[Errors]:
    from algorithms.random_features import FEATURE_MAPS
    from algorithms.theory.waves import SIZES, Errors, expected_error, kernel_error, random_pairs

    split, gamma = _data(run, gamma)
    A, B = random_pairs(split.X, PAIRS, run.seed)
    told, found = _telling(tell, stopped, seeds * len(FEATURE_MAPS)), []
    for name in FEATURE_MAPS:
        rows = []
        for seed in range(run.seed, run.seed + seeds):
            told()
            rows.append(kernel_error(A, B, gamma, name, seed))
        found.append(Errors(name, np.array(SIZES), np.array(rows), expected_error(A, B, gamma, name)))
    return found


def _gram(run, gamma, feature_map, m, tell, stopped) -> tuple[Gram, int]:
    from algorithms.theory.waves import gram, in_order

    split, gamma = _data(run, gamma)
    rows = in_order(split.X, split.y, GRAM_POINTS)
    return gram(split.X[rows], gamma, feature_map, m, run.seed), int((split.y[rows] < 0).sum())


def _known(split, labelled_only=False):
    """X, y with -1 for unlabelled, or the labelled rows alone."""
    from algorithms.semi_supervised import UNLABELLED

    seen = np.asarray(split.labelled)
    if labelled_only:
        return split.X[seen], split.y[seen]
    return split.X, np.where(seen, split.y > 0, UNLABELLED)


def _twins(run, gamma, pursuit, seeds, tell, stopped) -> Twins:
    from dataclasses import replace

    from algorithms.base import DivergenceError
    from algorithms.theory.twins import DECREASING, chase, convergence
    from algorithms.theory.waves import line_through

    split, gamma = _data(run, gamma)
    pursuit = replace(pursuit, gamma=gamma)
    line = line_through(split.X, split.y)
    runs = 1 if pursuit.step_rule == DECREASING else len(pursuit.marks)
    told = _telling(tell, stopped, seeds * runs)
    X, y = _known(split, labelled_only=pursuit.learner == "DSG")
    try:
        found = [chase(pursuit, X, y, line.points, run.seed + k, told) for k in range(seeds)]
    except DivergenceError as divergence:
        raise ValueError(str(divergence)) from divergence
    return Twins(line, convergence(pursuit, found))


def _stationarity(run, gamma, pursuit, losses, seeds, tell, stopped) -> Stationarity:
    from dataclasses import replace

    from algorithms.theory.stationarity import some_rows, stationarity

    split, gamma = _data(run, gamma)
    pursuit = replace(pursuit, gamma=gamma)
    rows = some_rows(~np.asarray(split.labelled))
    X, y = _known(split)
    told = _telling(tell, stopped, seeds * int(pursuit.marks[::-1][::3].sum()))
    return stationarity(pursuit, *losses, X[rows], y[rows], range(run.seed, run.seed + seeds), told)
