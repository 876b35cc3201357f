"""Many settings of one learner on one stream, as cheaply as the learner allows.

fit_grid trains one model at each point of a grid. Points that differ only in the learner's `one_pass` numbers share
one pass: OAUC its means and covariances, OAM its reservoirs, OKAUC its buffers, kernel values and Gram matrix. All
other points are fitted one by one, as is one with a word for a number, like OAUC-S's step "theorem"; either way the
models are those of one fit a point.

A point is dropped where step_size times regularization is above 2, as its decay alone would grow, and where the
weights overflow. Dropped points score worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid

from algorithms.base import DivergenceError, Learner
from algorithms.metrics import auc


@dataclass(frozen=True, eq=False)
class GridFit:
    """The models of a grid of G points.

    points : the parameters of each point, in the order of scikit-learn's ParameterGrid.
    dropped : (G,) bool.  models : pairs of point numbers (k,) and the learner that holds their k models.
    """

    points: tuple[Mapping[str, Any], ...]
    dropped: np.ndarray
    models: tuple[tuple[np.ndarray, Learner], ...]

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """Decisions (G, n) for the rows of X (n, p), NaN where a point was dropped."""
        decisions = np.full((len(self.points), len(X)), np.nan)
        for places, learner in self.models:
            if np.ndim(learner.offset_):
                scores = learner._scores(learner._checked(X, reset=False), slice(None))
                decisions[places] = scores - learner.offset_[:, None]
            else:
                decisions[places] = learner.decision_function(X)
        decisions[self.dropped] = np.nan
        return decisions

    def auc(self, X: np.ndarray, y: np.ndarray) -> np.ndarray:
        """AUC (G,) on the rows of X (n, p) with labels y (n,) of -1 and +1; 0 where a point was dropped."""
        return np.where(self.dropped, 0.0, auc(self.decision_function(X), y))


def fit_grid(
    learner: Learner, X: np.ndarray, y: np.ndarray, grid: Mapping[str, Iterable] | Iterable[Mapping[str, Iterable]]
) -> GridFit:
    """Train a copy of `learner` at each point of `grid`, as scikit-learn's ParameterGrid reads it.

    X (n, p), y (n,) : the stream, with any two labels; the later one in sorted order is the positive class.
    Raises ValueError for data or parameters that the learner would refuse.
    """
    points, settings = tuple(ParameterGrid(grid)), learner.get_params()
    dropped = np.array([_grows({**settings, **point}) for point in points])
    models = []
    for shared, places in _passes(learner, points, np.flatnonzero(~dropped)):
        model = clone(learner).set_params(**shared)
        varying = points[places[0]].keys() - shared.keys()
        if varying:
            finite = model.fit_many(X, y, {name: np.array([points[k][name] for k in places]) for name in varying})
        else:
            finite = _fits(model, X, y)
        dropped[places] = ~finite
        models.append((places, model))
    return GridFit(points, dropped, tuple(models))


def _grows(settings: Mapping[str, Any]) -> bool:
    """Whether the decay 1 - eta lambda alone makes the weights grow."""
    rates = settings.get("step_size", 0.0), settings.get("regularization", 0.0)
    return all(isinstance(rate, Real) for rate in rates) and rates[0] * rates[1] > 2.0


def _passes(learner: Learner, points, places: np.ndarray) -> list[tuple[dict[str, Any], np.ndarray]]:
    """The places of points that one pass serves, with the parameters that they share."""
    passes: dict[str, tuple[dict[str, Any], list[int]]] = {}
    one_pass, settings = getattr(learner, "one_pass", ()), learner.get_params()
    for place in places:
        numbers = all(isinstance({**settings, **points[place]}[name], Real) for name in one_pass)
        shared = {name: value for name, value in points[place].items() if not (numbers and name in one_pass)}
        passes.setdefault(repr(shared), (shared, []))[1].append(place)
    return [(shared, np.array(members)) for shared, members in passes.values()]


def _fits(model: Learner, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    try:
        model.fit(X, y)
    except DivergenceError:
        return np.array([False])
    return np.array([True])
