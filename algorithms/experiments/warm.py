"""Whatever is compiled or imported late, used once on a few examples: a server does it behind its first picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from algorithms import LEARNERS
from algorithms.experiments.run import Run, compute

MEASURED = ("OAUC-M", "OKAUC-M")  # a linear and a kernel learner: each has a comparator of its own


def touches() -> Iterator[Callable[[], object]]:
    """Short pieces of work, one after the other; together they use every compiled loop that a page can need."""
    runs = {name: Run(learner=name, n_samples=20, ratio=1.0, frames=2) for name in LEARNERS}
    yield from (partial(compute, run) for run in runs.values())
    yield from (partial(_regret, runs[name]) for name in MEASURED)


def _regret(run: Run) -> None:
    from algorithms.theory.regret import regret_curve

    split = run.split()
    regret_curve(split.X[split.labelled], split.y[split.labelled], run.estimator())
