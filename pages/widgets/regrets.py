"""Regret as jobs: a run's curve with the paper's statements about it, the band of other samples, Lemma 7's failure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from algorithms.experiments.run import Run, given
from algorithms.trace import Cancelled
from pages.widgets import cache
from pages.widgets.jobs import result_or_watch

if TYPE_CHECKING:  # they import scikit-learn and SciPy's optimiser, and a page's title should not wait for that
    from algorithms.theory.bounds import Bound, Lemma7Counterexample
    from algorithms.theory.regret import Band, RegretCurve

SEEDS = 10_000
KERNEL_ROUNDS = 2_000  # the best kernel model needs the matrix of all pairs of rounds


class Regret(NamedTuple):
    """A run's regret, without the large arrays of its weights, and the paper's statements about it."""

    curve: RegretCurve
    bounds: tuple[Bound, ...]


def curve(
    run: Run, loss: str, weight: float | None, horizons: int | Sequence[int], slot: str = "regret"
) -> Regret | None:
    """The regret of a run in a named loss at some horizons (or so many); None while it is computed, with progress.

    weight : lambda of the losses, None for the learner's own.
    """
    key = json.dumps(["regret", run.key, loss, weight, horizons])
    work, label = partial(_regret, run, loss, weight, horizons), f"{run.learner} and the best fixed models"
    return result_or_watch(key, work, label, slot=slot)


def band(run: Run, first: RegretCurve, seeds: int) -> Band | None:
    """The band of a run's regret over so many seeds, its own the first; None while the others are computed."""
    horizons = first.horizons.tolist()
    key = json.dumps(["band", run.key, first.loss, first.regularization, horizons, seeds])
    return result_or_watch(key, partial(_band, run, first, seeds), f"The same on {seeds} samples", slot="band")


def counterexample(regularization: float) -> Lemma7Counterexample | None:
    """OKAUC-M with a linear kernel, where Lemma 7 fails; None while it runs."""
    key = json.dumps(["lemma 7", regularization])
    return result_or_watch(key, partial(_lemma_7, regularization), "OKAUC-M with a linear kernel", slot="lemma 7")


def _regret(run, loss, weight, horizons, tell, stopped) -> Regret:
    from algorithms.base import DivergenceError
    from algorithms.theory.bounds import bounds
    from algorithms.theory.regret import horizons_of, regret_curve

    def told(done, total):
        if stopped():
            raise Cancelled
        tell(done, total)

    cache.use_one_thread_each()
    learner = run.estimator()
    X, y = given(learner, run.split())
    if learner.family == "kernel" and len(X) > KERNEL_ROUNDS:
        raise ValueError(f"The best kernel model is sought for {KERNEL_ROUNDS:,} rounds at most. Use fewer examples.")
    marks = horizons_of(y, horizons) if isinstance(horizons, int) else np.minimum(horizons, len(X))
    try:
        measured = regret_curve(X, y, learner, loss, marks, weight, told)
    except DivergenceError as divergence:
        raise ValueError(str(divergence)) from divergence
    return Regret(measured._replace(iterates=None, hindsight=None), bounds(measured, learner, X, y))


def _band(run, first, seeds, tell, stopped) -> Band:
    from algorithms.theory.regret import band

    curves = [first]
    for done in range(1, seeds):
        tell(done, seeds)
        other = replace(run, seed=(run.seed + done) % SEEDS)
        found = _regret(other, first.loss, first.regularization, first.horizons, lambda *_: None, stopped)
        curves.append(found.curve)
    return band(curves)


def _lemma_7(regularization, tell, stopped) -> Lemma7Counterexample:
    from algorithms.theory.bounds import lemma_7_counterexample

    return lemma_7_counterexample(regularization=regularization)
