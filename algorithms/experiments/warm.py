"""Everything that is compiled or imported late, used once on few examples: a server does it after its first picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from algorithms import FROM_A_STREAM, FROM_FEW_LABELS
from algorithms.experiments.run import Run, compute, given

MEASURED = ("OAUC-M", "OKAUC-M")  # a linear and a kernel learner: each has a comparator of its own


def touches() -> Iterator[Callable[[], object]]:
    """Short pieces of work, one after the other; together they use every compiled loop that a page can need."""
    runs = {name: Run(learner=name, n_samples=20, ratio=1.0, frames=2) for name in FROM_A_STREAM}
    runs |= {name: replace(runs[MEASURED[0]], learner=name, n_labelled=10) for name in FROM_FEW_LABELS}
    yield from (partial(compute, run) for run in runs.values())
    yield from (partial(_regret, runs[name]) for name in MEASURED)


def _regret(run: Run) -> None:
    from algorithms.theory.regret import regret_curve

    learner = run.estimator()
    regret_curve(*given(learner, run.split()), learner)
