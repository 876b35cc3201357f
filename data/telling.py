"""Which two features to begin with, where only two are to be shown."""

from functools import cache

import numpy as np

from data import DATASETS


@cache
def telling_features(name: str) -> tuple[int, int]:
    """Indices of the two features whose class means lie furthest apart, in standard deviations of the feature."""
    dataset = DATASETS[name]
    if dataset.generated:
        return 0, 1
    X, y = dataset.table()
    spread = X.std(axis=0)
    distance = np.abs(X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)) / np.where(spread > 0, spread, np.inf)
    first, second = np.argsort(-distance, kind="stable")[:2]
    return int(first), int(second)
