"""What unlabelled rows are worth: all semi-supervised methods beside labels only and all labels.

`python -m algorithms.experiments semi` prints, mean and standard error over the seeds:

    machines    test errors on seven tasks beside the figures to reach (see semi_table, semi_svm)
    QSG-S2AUC   how near it comes to SAMULT's exact solution
    AUC         with and without the unlabelled rows, both tuned, and "gain", "no gain" or "loss" (see semi_auc)

"--only moons-4/TSGS3VM" measures one method on one task; either side of the stroke may be left out. All is one code
path: data.load, the learners as they are, their labels_only().
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from algorithms.experiments import semi_auc, semi_svm, semi_table

SEEDS = 10
APPROACH = "approach", "QSG-S2AUC"


def jobs() -> Iterator[tuple[str, str]]:
    """Every (task, method) that can be measured, in the order of the tables."""
    for task in semi_table.TASKS:
        yield from ((task.name, method) for method in semi_table.METHODS)
    yield APPROACH
    for ranking in semi_auc.RANKINGS:
        yield from ((ranking.name, method) for method in ranking.methods)


def chosen(only: str) -> list[tuple[str, str]]:
    """The jobs that "task/method", "task" or "/method" names; all of them for "". Raises ValueError for none."""
    task, _, method = only.partition("/")
    found = [job for job in jobs() if task in ("", job[0]) and method in ("", job[1])]
    if not found:
        names = ", ".join(dict.fromkeys(name for name, _ in jobs()))
        raise ValueError(f"Nothing is called {only!r}. Tasks: {names}; methods as in the tables.")
    return found


def main(seeds: int = SEEDS, only: str = "") -> None:
    """Print the tables. Raises ValueError for fewer than two seeds, or where `only` names nothing."""
    if seeds < 2:
        raise ValueError("Give at least two seeds: one has no standard error.")
    tasks = {task.name: (task, semi_svm) for task in semi_table.TASKS}
    rankings = {ranking.name: (ranking, semi_auc) for ranking in semi_auc.RANKINGS}
    above = None
    print(f"Mean ± standard error over {seeds} seeds.")
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for name, method in chosen(only):
            if (name, method) == APPROACH:
                print(semi_auc.approach_words(*semi_auc.approach(range(seeds))), flush=True)
                continue
            task, table = (tasks | rankings)[name]
            if above != name:
                print(table.heading(task), flush=True)
                above = name
            measured = semi_svm.measure if table is semi_svm else semi_auc.compare
            print(table.row(task, method, measured(task, method, range(seeds))), flush=True)
