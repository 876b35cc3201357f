"""What the random-features page computes on a run's data, as jobs: waves, errors, Gram matrices, twins, Theorem 2."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from algorithms.base import DivergenceError
from algorithms.experiments.run import Run, given
from algorithms.kernels import gamma_of
from algorithms.random_features import FEATURE_MAPS
from algorithms.theory.stationarity import Stationarity, some_rows, sparse, stationarity
from algorithms.theory.twins import DECREASING, Convergence, Pursuit, chase, convergence
from algorithms.theory.waves import (
    SIZES,
    Errors,
    Gram,
    Line,
    Waves,
    expected_error,
    gram,
    in_order,
    kernel_error,
    line_through,
    random_pairs,
    waves,
)
from algorithms.trace import Cancelled
from data import Split
from pages.widgets import cache
from pages.widgets.checked import DATA
from pages.widgets.jobs import result_or_watch

PAIRS = 200  # of points, over which an error is a mean
GRAM_POINTS = 60
REACH = 3.0  # of the line, in widths gamma^(-1/2)


class Kernel(NamedTuple):
    """The kernel of a run: gamma as a number, and the kernel along a line through two of the run's points."""

    gamma: float
    line: Line
    waves: Waves


class Matrices(NamedTuple):
    """Gram matrices of some of a run's points, and how many of these are negatives, which stand first."""

    gram: Gram
    negatives: int


class Twins(NamedTuple):
    """f and h along a line through two points of a run."""

    line: Line
    found: Convergence


def kernel(run: Run, gamma: float | str) -> Kernel | None:
    """The kernel along a line; None while it is computed, as from all functions here."""
    return _watched("kernel", run, [gamma], partial(_kernel, run, gamma), "Cosines along a line")


def errors(run: Run, gamma: float | str, seeds: int) -> list[Errors] | None:
    """The error against m of both maps, over so many seeds from the run's own on."""
    return _watched("errors", run, [gamma, seeds], partial(_errors, run, gamma, seeds), "Errors of the kernel")


def matrices(run: Run, gamma: float | str, feature_map: str, m: int) -> Matrices | None:
    """Exact and approximate Gram matrices."""
    asked = [gamma, feature_map, m]
    return _watched("matrices", run, asked, partial(_matrices, run, *asked), "Gram matrices")


def twins(run: Run, gamma: float | str, pursuit: Pursuit, seeds: int) -> Twins | None:
    """A learner and its exact twin on the run's data, over so many seeds. pursuit's own gamma is not used."""
    asked = [gamma, asdict(pursuit), seeds]
    return _watched("twins", run, asked, partial(_twins, run, gamma, pursuit, seeds), f"{pursuit.learner} and its twin")


def gradients(run: Run, gamma: float | str, pursuit: Pursuit, losses: Sequence[str], seeds: int) -> Stationarity | None:
    """TSGS3VM's twin and Theorem 2, with a loss of the labelled and one of the unlabelled."""
    work, asked = partial(_gradients, run, gamma, pursuit, losses, seeds), [gamma, asdict(pursuit), losses, seeds]
    return _watched("gradients", run, asked, work, "Gradients of TSGS3VM's twin")


def _watched(name: str, run: Run, asked: list, work: Callable, label: str) -> Any | None:
    values = run.as_dict()
    key = json.dumps([f"random features, {name}", *(values[part] for part in DATA), *asked])
    return result_or_watch(key, work, label, slot=name)


def _data(run: Run, gamma: float | str) -> tuple[Split, float]:
    cache.use_one_thread_each()
    split = run.split()
    return split, gamma_of(gamma, split.X)


def _telling(tell: Callable, stopped: Callable, total: int) -> Callable:
    """A function to be called for each of so many pieces of work."""
    done = 0

    def told(_=None):
        nonlocal done
        if stopped():
            raise Cancelled
        done += 1
        tell(done, total)

    return told


def _kernel(run, gamma, tell, stopped) -> Kernel:
    split, gamma = _data(run, gamma)
    line = line_through(split.X, split.y, REACH * gamma**-0.5)
    return Kernel(gamma, line, waves(line, gamma, run.seed))


def _errors(run, gamma, seeds, tell, stopped) -> list[Errors]:
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


def _matrices(run, gamma, feature_map, m, tell, stopped) -> Matrices:
    split, gamma = _data(run, gamma)
    rows = in_order(split.X, split.y, GRAM_POINTS)
    return Matrices(gram(split.X[rows], gamma, feature_map, m, run.seed), int((split.y[rows] < 0).sum()))


def _twins(run, gamma, pursuit, seeds, tell, stopped) -> Twins:
    split, gamma = _data(run, gamma)
    pursuit, line = replace(pursuit, gamma=gamma), line_through(split.X, split.y)
    told = _telling(tell, stopped, seeds * (1 if pursuit.step_rule == DECREASING else len(pursuit.marks)))
    X, y = given(pursuit.estimator(pursuit.iterations, run.seed), split)
    try:
        found = [chase(pursuit, X, y, line.points, run.seed + k, told) for k in range(seeds)]
    except DivergenceError as divergence:
        raise ValueError(str(divergence)) from divergence
    return Twins(line, convergence(pursuit, found))


def _gradients(run, gamma, pursuit, losses, seeds, tell, stopped) -> Stationarity:
    split, gamma = _data(run, gamma)
    rows, pursuit = some_rows(~np.asarray(split.labelled)), replace(pursuit, gamma=gamma)
    X, y = given(pursuit.estimator(pursuit.iterations, run.seed), split)
    told = _telling(tell, stopped, seeds * int(sparse(pursuit.marks).sum()))
    return stationarity(pursuit, *losses, X[rows], y[rows], range(run.seed, run.seed + seeds), told)
