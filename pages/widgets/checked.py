"""The paper's statements and errata checked on a run's data: jobs, in groups that take about as long.

A group is asked for by name, so that a page shows the quick ones while the others are computed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from algorithms.experiments.run import Run
from algorithms.trace import Cancelled, Trace
from pages.widgets import cache
from pages.widgets.jobs import result_or_watch

if TYPE_CHECKING:  # they import scikit-learn and SciPy's optimiser, and a page's title should not wait for that
    from algorithms.theory.checks import Comparison
    from algorithms.theory.errata import Numbers

GROUPS = {
    "losses": ("theorem-1", "lemma-2", "lemma-3"),
    "gradients": ("lemma-4",),
    "linear regret": ("theorem-5", "theorem-6"),
    "kernel regret": ("lemma-7", "theorem-8"),
}
DATA = ("dataset", "n_samples", "noise", "ratio", "n_labelled", "order", "scaling", "features", "seed")
ERRATA = "errata"


def losses(trace: Trace, frame: int) -> Mapping[str, Comparison] | None:
    """Statements about losses, by a learner's scores at a frame of its run; None while they are checked."""
    run = Run.from_dict(trace.run)
    scores = trace.scores["train"][frame][trace.scene.labelled]
    key = json.dumps(["losses", run.key, int(trace.step[frame])])
    return result_or_watch(key, partial(_statements, run, 0.1, "losses", scores), "Losses", slot="losses")


def group(run: Run, regularization: float, name: str) -> Mapping[str, Comparison] | None:
    """A group of statements about learners of their own, on a run's data; None while they are checked."""
    work = partial(_statements, run, regularization, name, None)
    return result_or_watch(_key(run, regularization, name), work, name.capitalize(), slot=name)


def errata(run: Run, regularization: float) -> Mapping[str, Numbers] | None:
    """The numbers of every erratum that has some; None while they are computed."""
    work = partial(_errata, run, regularization)
    return result_or_watch(_key(run, regularization, ERRATA), work, "Errata", slot=ERRATA)


def _key(run, regularization, name):
    values = run.as_dict()
    return json.dumps([name, regularization, *(values[part] for part in DATA)])


def _stream(run):
    cache.use_one_thread_each()
    split = run.split()
    seen = np.asarray(split.labelled)
    return split.X[seen], split.y[seen]


def _statements(run, regularization, name, scores, tell, stopped):
    from algorithms.theory.statements import STATEMENTS

    X, y = _stream(run)
    asked = [statement for statement in STATEMENTS if statement.key in GROUPS[name]]
    found = {}
    for done, statement in enumerate(asked):
        tell(done, len(asked))
        if stopped():
            raise Cancelled
        others = {} if scores is None else {"scores": scores}
        found[statement.key] = statement.check(X, y, regularization, **others)
    return found


def _errata(run, regularization, tell, stopped):
    from algorithms.theory.errata import ERRATA

    X, y = _stream(run)
    asked = [erratum for erratum in ERRATA if erratum.check]
    found = {}
    for done, erratum in enumerate(asked):
        tell(done, len(asked))
        if stopped():
            raise Cancelled
        found[erratum.key] = erratum.check(X, y, regularization)
    return found
