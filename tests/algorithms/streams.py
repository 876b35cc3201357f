"""Small streams on which learners stray from their formulas most easily: ties, duplicates, late positives ...

All features are multiples of 1/64, so that sums are exact and a tie is one in every order of adding.
"""

import numpy as np


def cloud(n=70, p=3, seed=0, positives=0.3):
    """Two overlapping normal clouds: X (n, p) and y (n,) of -1 and +1, shuffled, one of each first."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < positives, 1.0, -1.0)
    y[:2] = -1.0, 1.0
    return np.round(64 * (rng.normal(size=(n, p)) + 0.7 * y[:, None])) / 64, y


def _ties():
    X, y = cloud(seed=1, p=2)
    return np.round(2 * X) / 2, y  # many scores and distances on a grid of halves are equal


def _duplicates():
    X, y = cloud(seed=2)
    X[1::2] = X[::2]  # every example comes twice, sometimes with the other label
    return X, y


def _constant():
    X, y = cloud(seed=3)
    X[:, 1] = 1.75
    return X, y


def _late_positive():
    X, y = cloud(seed=4, positives=0.5)
    y[:40], y[40] = -1.0, 1.0
    return X, y


def _one_positive():
    X, y = cloud(seed=5, positives=0.0)
    return X, y


def _origin():
    X, y = cloud(seed=6, p=2)
    X[::3] = 0.0
    return X, y


STREAMS = {
    "cloud": cloud(),
    "ties": _ties(),
    "duplicates": _duplicates(),
    "constant feature": _constant(),
    "late positive": _late_positive(),
    "one positive": _one_positive(),
    "many at the origin": _origin(),
}
for _arrays in STREAMS.values():
    for _array in _arrays:
        _array.flags.writeable = False
