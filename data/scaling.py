"""Feature scalings: numbers taken from the training part, then used for training and test part alike.

    "[-1, 1]"    2 (x - low) / (high - low) - 1 for each feature
    "unit ball"  the same, minus its training mean, divided by the largest training norm
    "standard"   (x - mean) / standard deviation for each feature
    "none"       x

A feature that is constant in the training part tells nothing and becomes 0, in the test part too.
"""

from collections.abc import Callable

import numpy as np

Scale = Callable[[np.ndarray], np.ndarray]


def _square(X: np.ndarray) -> Scale:
    low, span = X.min(axis=0), np.ptp(X, axis=0)
    return lambda Z: np.where(span > 0, 2 * (Z - low) / np.where(span > 0, span, 1) - 1, 0.0)


def _unit_ball(X: np.ndarray) -> Scale:
    square = _square(X)
    centre = square(X).mean(axis=0)
    radius = np.linalg.norm(square(X) - centre, axis=1).max() or 1.0
    return lambda Z: (square(Z) - centre) / radius


def _standard(X: np.ndarray) -> Scale:
    mean, varies = X.mean(axis=0), np.ptp(X, axis=0) > 0
    deviation = np.where(varies, X.std(axis=0), 1)
    return lambda Z: np.where(varies, (Z - mean) / deviation, 0.0)


def _none(X: np.ndarray) -> Scale:
    return lambda Z: Z


_FITS = {"[-1, 1]": _square, "unit ball": _unit_ball, "standard": _standard, "none": _none}
SCALINGS = tuple(_FITS)


def fit(scaling: str, X: np.ndarray) -> Scale:
    """The scaling's map from (m, p) to (m, p), fitted on the training part X (n, p)."""
    return _FITS[scaling](X)
