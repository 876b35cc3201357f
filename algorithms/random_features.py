r"""Random Fourier features that are drawn when needed and never stored.

Rahimi and Recht 2008; Dai et al. 2014. The Gaussian kernel k = exp(-gamma ||x - z||^2) is the mean of
cos(omega . (x - z)) over omega ~ N(0, 2 gamma I). With m frequencies there are two feature maps (QSG eq (10), TSG (2)):

    "pair"     sqrt(1/m) [cos omega.x, sin omega.x]        variance ((1 + k^4)/2 - k^2) / m
    "shifted"  sqrt(2/m) cos(omega.x + b), b ~ U[0, 2 pi]  variance (1 + k^4/2 - k^2) / m

Iteration t has m frequencies of its own, drawn by a counter-based generator keyed by (seed, t): the same ones whenever
they are asked for, and none in common with another iteration or seed, as seed + t would have. Data are drawn under keys
of their own. So a model is a seed and its coefficients.

Rows are scaled by sqrt(2 gamma) / (2 pi) and rounded to single precision once; so frequencies are plain normal numbers
and angles t are counted in turns, of which r = t - rint(t) is all that matters. In single precision cos 2 pi r is a
polynomial of degree 12 and sin 2 pi r one of degree 13 in r, true to 4e-7. They are evaluated and weighed in one pass
over a tile of rows, so that no matrix of features is formed.
Cost: O(d + 1) for each (row, frequency), about 1 ns at d = 20; memory O(d m) for the frequencies of one iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType

import numpy as np

from algorithms.compiled import compiled

FEATURE_MAPS = ("pair", "shifted")
DATA_KEYS = 2**63  # keys of iterations lie below, keys of data draws from here on
TILE = 128  # rows scored at once: their angles stay in the cache
CHUNK = 4096  # rows converted at once, to keep copies in double precision small
FARTHEST = 1e6  # beyond this single precision holds no angle at all
ROW_GAMMA = 2 * np.pi**2  # the kernel's gamma between rows as they are scaled
LEAST = 64  # fewer rows are filled up with zeros, so that a row's score does not depend on its company

COS = np.array([1.0, -19.739204, 64.93912, -85.45017, 60.167854, -25.968391, 6.529706], np.float32)
SIN = np.array([6.2831855, -41.341698, 81.60503, -76.70155, 42.016167, -14.868615, 3.199699], np.float32)
C0, C1, C2, C3, C4, C5, C6 = COS
S0, S1, S2, S3, S4, S5, S6 = SIN


@compiled
def _cos(z):
    """cos 2 pi r for z = r^2, -1/2 <= r <= 1/2."""
    return C0 + z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))


@compiled
def _sin(r, z):
    """sin 2 pi r for z = r^2, -1/2 <= r <= 1/2."""
    return r * (S0 + z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))))))


@compiled
def _turns(rows, frequencies, first, tile):
    """Write the angles of the rows from `first` on into tile (TILE, m) and return how many rows these are."""
    n = min(tile.shape[0], rows.shape[0] - first)
    if n == tile.shape[0]:
        np.dot(rows[first : first + n], frequencies, tile)
    else:
        padded = np.zeros((max(LEAST, (n + 31) // 32 * 32), rows.shape[1]), np.float32)
        padded[:n] = rows[first : first + n]
        np.dot(padded, frequencies, tile[: padded.shape[0]])
    return n


@compiled
def _add_scores(rows, frequencies, phases, paired, weights, sums):
    """sums_i += weights . waves(x_i), without forming the waves."""
    tile = np.empty((TILE, frequencies.shape[1]), np.float32)
    for first in range(0, rows.shape[0], TILE):
        n = _turns(rows, frequencies, first, tile)
        for i in range(n):
            total = np.float32(0.0)
            if paired:
                for j in range(tile.shape[1]):
                    r = tile[i, j] - np.rint(tile[i, j])
                    z = r * r
                    total += weights[0, j] * _cos(z) + weights[1, j] * _sin(r, z)
            else:
                for j in range(tile.shape[1]):
                    turn = tile[i, j] + phases[j]
                    r = turn - np.rint(turn)
                    total += weights[0, j] * _cos(r * r)
            sums[first + i] += total


@compiled
def _add_waves(rows, frequencies, phases, paired, weights, sums):
    """sums += sum_i weights_i waves(x_i), sums (2 or 1, m)."""
    tile = np.empty((TILE, frequencies.shape[1]), np.float32)
    for first in range(0, rows.shape[0], TILE):
        n = _turns(rows, frequencies, first, tile)
        for i in range(n):
            weight = weights[first + i]
            if weight == 0.0:
                continue
            if paired:
                for j in range(tile.shape[1]):
                    r = tile[i, j] - np.rint(tile[i, j])
                    z = r * r
                    sums[0, j] += weight * _cos(z)
                    sums[1, j] += weight * _sin(r, z)
            else:
                for j in range(tile.shape[1]):
                    turn = tile[i, j] + phases[j]
                    r = turn - np.rint(turn)
                    sums[0, j] += weight * _cos(r * r)


def generator(seed: int, key: int) -> np.random.Generator:
    """Random numbers that belong to (seed, key) alone: key t >= 0 for iteration t, DATA_KEYS + i for data draw i."""
    return np.random.Generator(np.random.Philox(key=np.array([seed, key], np.uint64)))


@dataclass(frozen=True, eq=False)
class FeatureBlock:
    """The feature map of one iteration. Its coefficients are arrays (2, m) for cosines and sines, or (1, m).

    frequencies (d, m) are normal numbers, phases (m,) in turns;  amplitude is the factor before the cosines. Rows are
    as RandomFeatures.rows gives them.
    """

    frequencies: np.ndarray
    phases: np.ndarray
    paired: bool
    amplitude: np.float32

    def add_scores(self, rows: np.ndarray, coefficients: np.ndarray, sums: np.ndarray) -> None:
        """sums_i += coefficients . phi(x_i) for rows (n, d) of float32 and sums (n,) of float64, in place."""
        _scores(rows, self.frequencies, self.phases, self.paired, coefficients * self.amplitude, sums)

    def weighed(self, rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """sum_i weights_i phi(x_i), float32 of shape (2, m) or (1, m), for rows (n, d) and weights (n,) of float32."""
        sums = np.zeros((2 if self.paired else 1, len(self.phases)), np.float32)
        _waves(rows, self.frequencies, self.phases, self.paired, weights, sums)
        return sums * self.amplitude

    def features(self, rows: np.ndarray) -> np.ndarray:
        """phi(x) of rows (n, d), as float32 (n, 2 m), cosines before sines, or (n, m)."""
        return self.amplitude * _plain_waves(rows, self.frequencies, self.phases, self.paired)

    def kernel(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """phi(a) . phi(b), the estimate (n, k) of the kernel between rows A (n, d) and B (k, d) of float32."""
        return self.features(A) @ self.features(B).T


class RandomFeatures:
    """The sequence of feature maps of one Gaussian kernel.

    n_features : d.  n_components : m, frequencies an iteration.  gamma : the kernel's, see kernels.
    seed : 0 <= seed < 2^64.  feature_map : one of FEATURE_MAPS.
    Raises ValueError where m < 1 or the map has another name.
    """

    def __init__(self, n_features: int, n_components: int, gamma: float, seed: int = 0, feature_map: str = "pair"):
        if feature_map not in FEATURE_MAPS:
            raise ValueError(f"feature_map must be one of {', '.join(FEATURE_MAPS)}, not {feature_map!r}.")
        if n_components < 1:
            raise ValueError(f"n_components must be at least 1, not {n_components!r}: without features f stays 0.")
        self.n_features, self.n_components, self.gamma, self.seed = n_features, int(n_components), gamma, seed
        self.paired = feature_map == "pair"
        self.shape = (2 if self.paired else 1, self.n_components)

    def block(self, iteration: int) -> FeatureBlock:
        """The feature map of an iteration, drawn anew: always the same one."""
        random, m = generator(self.seed, iteration), self.n_components
        frequencies = random.standard_normal((self.n_features, m), np.float32)
        phases = np.zeros(m, np.float32) if self.paired else random.random(m, np.float32)
        return FeatureBlock(frequencies, phases, self.paired, np.float32(np.sqrt((1 if self.paired else 2) / m)))

    def rows(self, X: np.ndarray, centre: np.ndarray) -> np.ndarray:
        """Rows (n, d) of float32 for X (n, d), centred and scaled before they are rounded: an offset costs no digits.

        The kernel between them is exp(-2 pi^2 ||r - s||^2) = exp(-ROW_GAMMA ||r - s||^2).
        """
        rows, scale = np.empty(X.shape, np.float32), np.sqrt(2 * self.gamma) / (2 * np.pi)
        for first in range(0, len(X), CHUNK):
            part = slice(first, first + CHUNK)
            rows[part] = np.clip((X[part] - centre) * scale, -FARTHEST, FARTHEST)
        return rows


def variance_of_one(k: np.ndarray, feature_map: str) -> np.ndarray:
    """Variance of the kernel's estimate from one frequency, where the kernel is k; m of them divide it by m."""
    k = np.asarray(k)
    return (1 + k**4) / 2 - k**2 if feature_map == "pair" else 1 + k**4 / 2 - k**2


def memory(n: int, d: int, m: int, T: int) -> dict[str, int]:
    """Bytes that n rows of d features need in T iterations of m frequencies, with and without "seed i"."""
    return {
        "seed and coefficients": 8 + 8 * m * T,
        "frequencies kept": 8 + (8 + 4 * d) * m * T,
        "features of all rows kept": 8 * n * m * T,
        "kernel matrix": 8 * n * n,
    }


def _plain_waves(rows, frequencies, phases, paired):
    angles = np.float32(2 * np.pi) * (rows @ frequencies + phases)
    return np.concatenate([np.cos(angles), np.sin(angles)], axis=1) if paired else np.cos(angles)


def _plain_scores(rows, frequencies, phases, paired, weights, sums):
    for first in range(0, len(rows), TILE):
        part = slice(first, first + TILE)
        sums[part] += _plain_waves(rows[part], frequencies, phases, paired) @ weights.ravel()


def _plain_sums(rows, frequencies, phases, paired, weights, sums):
    for first in range(0, len(rows), TILE):
        part = slice(first, first + TILE)
        sums += (weights[part] @ _plain_waves(rows[part], frequencies, phases, paired)).reshape(sums.shape)


# Where nothing is compiled, loops over single numbers would take minutes: numpy does the same to single precision.
_interpreted = isinstance(_add_scores, FunctionType)
_scores, _waves = (_plain_scores, _plain_sums) if _interpreted else (_add_scores, _add_waves)
