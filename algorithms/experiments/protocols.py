"""How the online paper measures: folds, the grid, the choice of a point, and errors that are honest about overlap.

Luo, Cheng, Zhang, section 6: the minority class is positive, features in [-1, 1], four partitions into five folds,
and inside each training set a five-fold cross-validation over powers of two. One pass over the data in random order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from sklearn.model_selection import StratifiedKFold

from algorithms.base import Learner
from algorithms.grid import fit_grid
from data import DATASETS, scaling

POWERS = tuple(2.0**k for k in range(-10, 11))
PARTITIONS, FOLDS = 4, 5


def table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """X (n, p) and y (n,) of -1 and +1 of a bundled data set, all rows, not scaled. Raises KeyError for others."""
    dataset = DATASETS[name]
    if dataset.table is None:
        raise KeyError(name)
    return dataset.table()


def folds(y: np.ndarray, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Training and test rows of five stratified folds; training rows come in random order."""
    order = np.random.default_rng(seed)
    for train, test in StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(y, y):
        yield order.permutation(train), test


def scaled(X: np.ndarray, train: np.ndarray, test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The training and the test rows of X in [-1, 1], by the training rows' ranges."""
    scale = scaling.fit("[-1, 1]", X[train])
    return np.ascontiguousarray(scale(X[train])), np.ascontiguousarray(scale(X[test]))


def best_point(
    learner: Learner, X: np.ndarray, y: np.ndarray, grid: Mapping[str, Sequence], seed: int
) -> dict[str, float]:
    """The point of the grid with the largest mean AUC over five folds of X (n, p), y (n,); the first of equals."""
    areas = []
    for train, held_out in folds(y, seed):
        found = fit_grid(learner, X[train], y[train], grid)
        areas.append(found.auc(X[held_out], y[held_out]))
    return dict(found.points[int(np.mean(areas, axis=0).argmax())])


def areas_over_folds(learner: Learner, X: np.ndarray, y: np.ndarray, grid: Mapping[str, Sequence]) -> np.ndarray:
    """AUC (20,) on the test parts of four partitions into five folds, the point chosen inside each training set."""
    areas = []
    for partition in range(PARTITIONS):
        for train, test in folds(y, seed=partition):
            X_train, X_test = scaled(X, train, test)
            point = best_point(learner, X_train, y[train], grid, seed=partition)
            chosen = fit_grid(learner, X_train, y[train], {name: [value] for name, value in point.items()})
            areas.append(chosen.auc(X_test, y[test])[0])
    return np.array(areas)


def corrected_error(differences: np.ndarray) -> float:
    """Standard error of the mean of paired differences (k,) over folds whose training sets overlap.

    Nadeau and Bengio (2003): the variance counts 1/k + (test share)/(training share) times, here 1/k + 1/4.
    """
    k = len(differences)
    return float(np.sqrt((1 / k + 1 / (FOLDS - 1)) * differences.var(ddof=1)))
