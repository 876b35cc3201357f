"""Two-dimensional data sets that are drawn, not measured.

A shape is a pure map from the unit square to the plane: uniform u (n, 2) in, points (n, 2) of one class out.
Gaussian noise is added to every shape alike. Its standard deviation is in the units below, in which what
tells the classes apart (a radius, the gap between two arms, half a square) is about 1: .25 blurs each border.
"""

from collections.abc import Iterable

import numpy as np

from data.dataset import Dataset, Shape


def moons(u: np.ndarray, positive: bool) -> np.ndarray:
    """Two interleaved half circles of radius 1; the lower one is positive."""
    x, y = np.cos(np.pi * u[:, 0]), np.sin(np.pi * u[:, 0])
    return _points(1 - x, 0.5 - y) if positive else _points(x, y)


def circles(u: np.ndarray, positive: bool) -> np.ndarray:
    """Concentric circles of radius 1 and .5; the inner one is positive."""
    return _polar(np.full(len(u), 0.5 if positive else 1.0), 2 * np.pi * u[:, 0])


def blobs(u: np.ndarray, positive: bool) -> np.ndarray:
    """Two round Gaussian clouds, which a straight line parts."""
    radius = 0.25 * np.sqrt(-2 * np.log1p(-u[:, 0]))
    return _polar(radius, 2 * np.pi * u[:, 1]) + (0.4 if positive else -0.4)


def quantiles(u: np.ndarray, positive: bool) -> np.ndarray:
    """One round Gaussian cloud cut at its median radius; the inner half is positive."""
    survival = 1 - u[:, 0] / 2 if positive else (1 - u[:, 0]) / 2
    return _polar(np.sqrt(-2 * np.log(survival)), 2 * np.pi * u[:, 1])


def xor(u: np.ndarray, positive: bool) -> np.ndarray:
    """A square in four quarters; where the two coordinates differ in sign is positive."""
    x = 2 * (2 * u[:, 0] - 1)
    return _points(x, 2 * u[:, 1] * np.sign(x) * (-1 if positive else 1))


def spirals(u: np.ndarray, positive: bool) -> np.ndarray:
    """Two spiral arms, about 1 apart and a turn and a quarter long."""
    angle = np.pi * (0.5 + 2.5 * np.sqrt(u[:, 0]))
    return _polar(angle / np.pi, angle + (np.pi if positive else 0))


def checkerboard(u: np.ndarray, positive: bool) -> np.ndarray:
    """A board of four by four squares with sides of 2; the lower left one is negative."""
    column, row = np.floor(4 * u[:, 0]), np.floor(2 * u[:, 1])
    return _points(8 * u[:, 0] - 4, 4 * u[:, 1] + 2 * row + 2 * ((column + positive) % 2) - 4)


def _points(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.column_stack((x, y))


def _polar(radius: np.ndarray, angle: np.ndarray) -> np.ndarray:
    return _points(radius * np.cos(angle), radius * np.sin(angle))


def _drawn(shape: Shape, title: str, classes: Iterable[str], summary: str) -> Dataset:
    negative, positive = classes
    return Dataset(
        name=shape.__name__,
        title=title,
        negative=negative,
        positive=positive,
        feature_names=("x1", "x2"),
        source="Drawn afresh for each seed.",
        summary=summary,
        shape=shape,
    )


MOONS = _drawn(moons, "Two moons", ("upper moon", "lower moon"), "Two half moons that reach into each other.")
CIRCLES = _drawn(
    circles, "Circles", ("outer circle", "inner circle"), "One inside the other; no line parts them."
)
BLOBS = _drawn(blobs, "Two blobs", ("lower left", "upper right"), "Two round clouds; a line parts them.")
QUANTILES = _drawn(
    quantiles, "Gaussian quantiles", ("outer", "inner"), "One round cloud, its middle cut out."
)
XOR = _drawn(xor, "XOR", ("same sign", "different signs"), "Four quarters; opposite ones belong together.")
SPIRALS = _drawn(spirals, "Two spirals", ("first arm", "second arm"), "Two arms wound around each other.")
CHECKERBOARD = _drawn(checkerboard, "Checkerboard", ("black", "white"), "Sixteen squares in two colours.")
