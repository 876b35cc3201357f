"""A Run is everything that changes the numbers; compute turns it into a Trace. The same Run gives the same Trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from algorithms import LEARNERS
from algorithms.experiments.plane import Plane
from algorithms.semi_supervised import UNLABELLED, SemiSupervisedLearner
from algorithms.trace import FRAMES, Scene, Trace, record
from data import Split, load

RESOLUTION = 60
LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")


@dataclass(frozen=True)
class Run:
    """One learner on one stream, as plain values.

    dataset : a key of DATASETS.  n_samples, noise, ratio, n_labelled, order, scaling, features, seed : see data.load.
    learner : a key of LEARNERS.  knobs : the learner's parameters that differ from their defaults, as sorted
    (name, value) pairs.  frames : how many pictures at most.
    """

    dataset: str = "circles"
    n_samples: int = 600
    noise: float = 0.25
    ratio: float = 19.0
    n_labelled: int = 0
    order: str = "shuffled"
    scaling: str = "[-1, 1]"
    features: tuple[int, ...] = ()
    seed: int = 0
    learner: str = "OKAUC-M"
    knobs: tuple[tuple[str, Any], ...] = ()
    frames: int = FRAMES

    @classmethod
    def of(cls, *, knobs: Mapping[str, Any] | None = None, **values: Any) -> Run:
        """A Run whose knobs may be a mapping; values equal to the learner's defaults are left out."""
        learner = values.get("learner", cls.learner)
        defaults = LEARNERS[learner]().get_params()
        if unknown := set(knobs or {}) - set(defaults):
            raise ValueError(f"{learner} has no {sorted(unknown)}; it has {sorted(defaults)}.")
        changed = {name: value for name, value in (knobs or {}).items() if value != defaults[name]}
        return cls(**values, knobs=tuple(sorted(changed.items())))

    def as_dict(self) -> dict[str, Any]:
        """Plain values fit for JSON, knobs as a mapping."""
        return {**asdict(self), "knobs": dict(self.knobs), "features": list(self.features)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Run:
        """The Run that as_dict wrote."""
        known = {name: values[name] for name in (f.name for f in fields(cls)) if name in values}
        known["features"] = tuple(known.get("features", ()))
        return cls(**{**known, "knobs": tuple(sorted(known.get("knobs", {}).items()))})

    @property
    def key(self) -> str:
        """One text for one Run, the same in every process."""
        return json.dumps(self.as_dict(), sort_keys=True)

    def split(self) -> Split:
        """The data of this run, drawn anew. Raises ValueError for a value that data.load refuses."""
        return load(
            self.dataset, n_samples=self.n_samples, noise=self.noise, ratio=self.ratio, n_labelled=self.n_labelled,
            order=self.order, scaling=self.scaling, features=self.features, seed=self.seed,
        )  # fmt: skip

    def estimator(self):
        """The learner, not fitted. Raises KeyError for an unknown learner, TypeError for an unknown knob."""
        learner = LEARNERS[self.learner](**dict(self.knobs))
        return learner.set_params(random_state=self.seed) if "random_state" in learner.get_params() else learner


def given(learner, split: Split) -> tuple[np.ndarray, np.ndarray]:
    """The rows (n, p) and labels (n,) that a learner gets of a split.

    The labelled rows in their order, labels -1 and +1; or for semi-supervised learners all rows, labels 0 and 1, and
    -1 for unlabelled.
    """
    seen = np.asarray(split.labelled)
    if isinstance(learner, SemiSupervisedLearner):
        return split.X, np.where(seen, split.y > 0, UNLABELLED)
    return split.X[seen], split.y[seen]


@cache
def _versions() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):  # numba may be absent: its loops then run as they are
            found[name] = version(name)
    return found


def compute(
    run: Run,
    tell: Callable[[int, int], None] = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Trace:
    """Play a Run. tell and stopped as in trace.record. Raises Cancelled when stopped() says so.

    Raises ValueError for values that no data set or learner takes.

    The learner gets what `given` says; the probes are all training rows ("train"), the test part ("test") and the
    nodes of a grid over the plane ("grid").
    """
    split = run.split()
    plane = Plane.of(split.X, split.feature_names)
    scene = Scene(
        points=plane.project(split.X), y=split.y, labelled=split.labelled, y_test=split.y_test, extent=plane.extent,
        axes=plane.axes, classes=tuple(split.class_names), ratio=float(split.ratio), n_features=split.X.shape[1],
        explained=plane.explained, notes=tuple(split.notes),
    )  # fmt: skip
    probes = {"train": split.X, "test": split.X_test, "grid": plane.grid(RESOLUTION)}
    learner = run.estimator()
    return record(
        learner, *given(learner, split), probes, scene=scene, run=run.as_dict(), versions=_versions(),
        frames=run.frames, tell=tell, stopped=stopped,
    )  # fmt: skip
