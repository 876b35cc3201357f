r"""The Gaussian kernel as a mean of random cosines: along a line, its error for m of them, and as a Gram matrix.

Rahimi and Recht 2008; QSG eq (10), TSG eq (2). With frequencies omega_j ~ N(0, 2 gamma I) the kernel is about

    k(x, z) ~ 1/m sum_j cos omega_j . (x - z)                             "pair", cosine and sine of each frequency
    k(x, z) ~ 1/m sum_j 2 cos(omega_j . x + b_j) cos(omega_j . z + b_j)   "shifted", one cosine with a random phase

Each term has the kernel for its mean, so the root mean square error is sqrt(variance of one / m): on logarithmic axes
a line of slope -1/2. m frequencies are the first m of one draw: more of them are added, none exchanged.
Cost: O(d m) for each pair of points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.kernels import gaussian
from algorithms.random_features import DATA_KEYS, FEATURE_MAPS, FeatureBlock, RandomFeatures, generator, variance_of_one
from algorithms.theory.fits import Power, fit_power

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
MOST = SIZES[-1]
PAIRS_KEY = DATA_KEYS + (9 << 40)
STEPS = 121


class Line(NamedTuple):
    """Points origin + at_i direction, from a positive example at 0 towards a negative one at `other`.

    origin, direction (p,), the latter of length 1;  at (k,).
    """

    origin: np.ndarray
    direction: np.ndarray
    at: np.ndarray
    other: float

    @property
    def points(self) -> np.ndarray:
        """(k, p)."""
        return self.origin + self.at[:, None] * self.direction


def line_through(X: np.ndarray, y: np.ndarray, reach: float | None = None) -> Line:
    """The line through the first positive and the first negative of X (n, p), y (n,).

    It reaches as far to either side, or, for None, as far as the points' shadows on it.
    """
    start, other = X[np.argmax(y > 0)], X[np.argmax(y < 0)]
    distance = float(np.linalg.norm(other - start))
    direction = (other - start) / distance if distance > 0 else np.eye(len(start))[0]
    shadows = (X - start) @ direction
    low, high = (shadows.min(), shadows.max()) if reach is None else (-reach, reach)
    return Line(start, direction, np.linspace(low, high, STEPS), distance)


class Waves(NamedTuple):
    """The kernel between a line's origin and its points: exact (k,), and for each map its random terms (MOST, k)."""

    at: np.ndarray
    exact: np.ndarray
    terms: dict[str, np.ndarray]

    def estimates(self, feature_map: str) -> np.ndarray:
        """(len(SIZES), k): the mean of the first m terms, for each m of SIZES."""
        return _means(self.terms[feature_map], axis=0)


def waves(line: Line, gamma: float, seed: int) -> Waves:
    """The kernel along a line, exactly and as random cosines of both maps."""
    terms = {}
    for name in FEATURE_MAPS:
        features = RandomFeatures(len(line.origin), MOST, gamma, seed, name)
        rows = features.rows(line.points, line.origin)
        terms[name] = _terms(features.block(1), np.zeros_like(rows), rows).T
    return Waves(line.at, np.exp(-gamma * line.at**2), terms)


class Errors(NamedTuple):
    """Root mean square errors of one map over pairs of points, for each m of `sizes` (F,).

    measured (S, F), one row for each seed;  expected (F,), from the variance of one term;  fitted: to their mean square
    over the seeds.
    """

    feature_map: str
    sizes: np.ndarray
    measured: np.ndarray
    expected: np.ndarray

    @property
    def together(self) -> np.ndarray:
        """(F,): over all seeds."""
        return np.sqrt(np.mean(self.measured**2, axis=0))

    @property
    def fitted(self) -> Power:
        return fit_power(self.sizes, self.together)


def random_pairs(X: np.ndarray, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays (count, p) of rows of X (n, p), no row beside itself."""
    random, n = generator(seed, PAIRS_KEY), len(X)
    first = random.integers(n, size=count)
    return X[first], X[(first + random.integers(1, n, size=count)) % n]


def kernel_error(A: np.ndarray, B: np.ndarray, gamma: float, feature_map: str, seed: int) -> np.ndarray:
    """(len(SIZES),): what m frequencies miss the kernel by between rows A_i and B_i (n, p), root mean square."""
    features = RandomFeatures(A.shape[1], MOST, gamma, seed, feature_map)
    centre = A.mean(axis=0)
    estimates = _means(_terms(features.block(1), features.rows(A, centre), features.rows(B, centre)), axis=1)
    return np.sqrt(np.mean((estimates - _kernel(A, B, gamma)[:, None]) ** 2, axis=0))


def expected_error(A: np.ndarray, B: np.ndarray, gamma: float, feature_map: str) -> np.ndarray:
    """(len(SIZES),): the same in expectation over the frequencies."""
    return np.sqrt(variance_of_one(_kernel(A, B, gamma), feature_map).mean() / np.array(SIZES))


class Gram(NamedTuple):
    """The kernel's matrix (n, n) and its estimate from m frequencies; expected : the root mean square error."""

    exact: np.ndarray
    estimate: np.ndarray
    expected: float

    @property
    def difference(self) -> np.ndarray:
        return self.estimate - self.exact

    @property
    def error(self) -> float:
        """Root mean square over all entries."""
        return float(np.sqrt(np.mean(self.difference**2)))


def gram(X: np.ndarray, gamma: float, feature_map: str, m: int, seed: int) -> Gram:
    """Gram matrices of X (n, p), the estimate from the first m of the MOST frequencies that `waves` draws."""
    features = RandomFeatures(X.shape[1], MOST, gamma, seed, feature_map)
    rows, exact = features.rows(X, X.mean(axis=0)), gaussian(X, X, gamma)
    estimate = _first(features.block(1), m).kernel(rows, rows).astype(float)
    return Gram(exact, estimate, float(np.sqrt(variance_of_one(exact, feature_map).mean() / m)))


def in_order(X: np.ndarray, y: np.ndarray, most: int) -> np.ndarray:
    """Numbers of up to `most` rows of X (n, p), y (n,), of either class half where there are as many; negatives first.

    Within a class they stand by their angle around its mean in its two widest axes: neighbours are near each other.
    """
    classes = np.flatnonzero(y < 0), np.flatnonzero(y > 0)
    few = min(most // 2, *map(len, classes))
    chosen = []
    for members in classes:
        count = min(len(members), few if len(members) == min(map(len, classes)) else most - few)
        members = members[np.linspace(0, len(members) - 1, count).astype(int)]
        centred = X[members] - X[members].mean(axis=0)
        axes = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T
        place = np.arctan2(axes[:, 1], axes[:, 0]) if axes.shape[1] > 1 else axes[:, 0]
        chosen.append(members[np.argsort(place, kind="stable")])
    return np.concatenate(chosen)


def _first(block: FeatureBlock, m: int) -> FeatureBlock:
    """The map of a block's first m frequencies."""
    amplitude = block.amplitude * np.float32(np.sqrt(len(block.phases) / m))
    return FeatureBlock(block.frequencies[:, :m], block.phases[:m], block.paired, amplitude)


def _terms(block: FeatureBlock, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(n, m): what each frequency says of the kernel between rows A_i and B_i (n, d)."""
    products = block.features(A).astype(float) * block.features(B) * len(block.phases)
    return np.add(*np.split(products, 2, axis=1)) if block.paired else products


def _means(terms: np.ndarray, axis: int) -> np.ndarray:
    """Means of the first m terms along an axis, for each m of SIZES."""
    sizes = np.array(SIZES)
    sums = np.take(np.cumsum(terms, axis=axis), sizes - 1, axis=axis)
    return sums / np.expand_dims(sizes, 1 - axis)


def _kernel(A: np.ndarray, B: np.ndarray, gamma: float) -> np.ndarray:
    return np.exp(-gamma * ((A - B) ** 2).sum(axis=1))
