"""What the losses page shows of a run, kept once a server: a run's examples, and weights that turn."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from algorithms.experiments.run import Run
from algorithms.theory.angle import Turn, farthest, turn
from algorithms.trace import Trace
from pages.figures.loss_views import Followed, angle_film, follow, run_views
from pages.widgets.cache import use_one_thread_each


def of_run(trace: Trace, example: int | None) -> tuple[Followed, list[dict[str, Any]]]:
    """An example's losses at each frame of a trace and the linked views of them; None is the one just met."""
    return _of_run(json.dumps(trace.run, sort_keys=True), example, trace)


class Turning(NamedTuple):
    """An example of a run's data as weights turn, in the unit ball and in another scaling, and the film of both.

    farthest : the row of largest norm in the other scaling.  learner : whose weights they are.
    """

    inside: Turn
    outside: Turn
    film: dict[str, Any]
    farthest: int
    learner: str


@st.cache_resource(max_entries=32, show_spinner=False)
def turning(run: Run, row: int, degrees: tuple[float, ...], scalings: tuple[str, str]) -> Turning:
    """The weights that a run's learner, or OAUC-M where it has none, learns in each scaling, turned.

    row : the example.  Raises ValueError where weights cannot be turned, DivergenceError where they diverge.
    """
    use_one_thread_each()
    found = []
    for scaling in scalings:
        X, y, weights, learner = _linear(replace(run, scaling=scaling))
        row = min(row, len(y) - 1)
        found.append(turn(weights, X[row], y[row], X[y != y[row]], degrees))
    return Turning(*found, angle_film(*found, scalings), farthest(X), learner)


@st.cache_resource(max_entries=32, show_spinner=False)
def _of_run(key: str, example: int | None, _trace: Trace) -> tuple[Followed, list[dict[str, Any]]]:
    followed = follow(_trace, example)
    return followed, run_views(_trace, followed, joined=example is not None)


def _linear(run: Run) -> tuple[np.ndarray, np.ndarray, np.ndarray, str]:
    """The labelled stream of a run, linear weights learned from it, and by whom."""
    from algorithms.base import LinearOnlineLearner
    from algorithms.theory.checks import learned_weights

    split, learner = run.split(), run.estimator()
    X, y = split.X[split.labelled], split.y[split.labelled]
    if isinstance(learner, LinearOnlineLearner):
        return X, y, learner.fit(X, y).coef_[0], run.learner
    return X, y, learned_weights(X, y), "OAUC-M"
