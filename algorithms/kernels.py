"""Kernels between points, and scores of a kernel expansion on points that do not change.

Gaussian kernel, in scikit-learn's convention everywhere here: k(x, z) = exp(-gamma ||x - z||^2). The papers write
exp(-||x - z||^2 / s^2), so s = gamma^(-1/2); exp(-sigma ||x - z||^2), so sigma = gamma; and the PNU-AUC code
exp(-||x - z||^2 / (2 s^2)), so s = (2 gamma)^(-1/2). Cost: O(n m p) for an (n, m) matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

KERNELS = ("rbf", "linear")


def squared_distances(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Squared Euclidean distances (n, m) between the rows of A (n, p) and B (m, p), never negative.

    Both are moved to the mean of B first, so an offset common to all points costs no digits.
    """
    centre = B.mean(axis=0)
    A, B = A - centre, B - centre
    squares = A @ B.T
    squares *= -2.0
    squares += np.einsum("ij,ij->i", A, A)[:, None]
    squares += np.einsum("ij,ij->i", B, B)
    return np.maximum(squares, 0.0, out=squares)


def gaussian(A: np.ndarray, B: np.ndarray, gamma: float) -> np.ndarray:
    """Gaussian kernel matrix (n, m) between the rows of A (n, p) and B (m, p)."""
    return _gaussian_with(B, gamma)(A)


def kernel_with(points: np.ndarray, kernel: str, gamma: float) -> Callable[[np.ndarray], np.ndarray]:
    """The function that gives the kernel matrix (n, m) of any A (n, p) with these points (m, p).

    `kernel` is one of KERNELS; gamma is unused by the linear one.
    """
    return _gaussian_with(points, gamma) if kernel == "rbf" else lambda A: A @ points.T


def _gaussian_with(points, gamma):
    """kernel_with for the Gaussian: all exponents are one matrix product, where sums would take four passes."""
    centre = points.mean(axis=0)
    right = (points - centre).T
    right = np.vstack([right, np.ones(len(points)), np.einsum("ij,ij->j", right, right)])

    def matrix(A: np.ndarray) -> np.ndarray:
        A = A - centre
        left = np.column_stack([2.0 * A, -np.einsum("ij,ij->i", A, A), -np.ones(len(A))])
        exponents = (gamma * left) @ right
        return np.exp(np.minimum(exponents, 0.0, out=exponents), out=exponents)

    return matrix


def gamma_of(gamma: float | str, X: np.ndarray) -> float:
    """The number behind gamma: itself, or for "scale" scikit-learn's 1 / (p var(X)) (1 for constant X).

    Raises ValueError for any other text and for numbers that are not positive.
    """
    if isinstance(gamma, str):
        if gamma != "scale":
            raise ValueError(f'gamma must be a positive number or "scale", not {gamma!r}.')
        variance = X.var()
        return 1.0 / (X.shape[1] * variance) if variance > 0 else 1.0
    if not 0 < gamma < np.inf:
        raise ValueError(f'gamma must be a positive number or "scale", not {gamma!r}.')
    return float(gamma)


def median_gamma(X: np.ndarray, random_state: int = 0) -> float:
    """1 / the median squared distance between up to 1,000 rows of X: the usual first guess for gamma."""
    if len(X) > 1000:
        X = X[np.random.default_rng(random_state).choice(len(X), 1000, replace=False)]
    median = np.median(squared_distances(X, X)[np.triu_indices(len(X), 1)])
    return 1.0 / median if median > 0 else 1.0


class ExpansionScores:
    """Scores f(z) = sum_i weight_i k(x_i, z) on fixed points z while the vectors x_i come and go.

    Vectors live in slots; only the kernel rows of slots whose vector changed since the last call are computed.

    points : (m, p);  slots : how many vectors there can be;  kernel, gamma : see kernel_with.
    """

    def __init__(self, points: np.ndarray, slots: int, kernel: str, gamma: float):
        self.matrix = kernel_with(points, kernel, gamma)
        self.rows = np.zeros((slots, len(points)))
        self.held = np.full(slots, -1)

    def __call__(self, slots: Sequence[int] | slice, identity: np.ndarray, vectors: np.ndarray, weights: np.ndarray):
        """Scores (m,) of the vectors (k, p) with weights (k,) that stand in `slots`; identity (k,) names them."""
        fresh = np.flatnonzero(self.held[slots] != identity)
        if len(fresh):
            where = np.arange(len(self.held))[slots][fresh]
            self.rows[where] = self.matrix(vectors[fresh])
            self.held[where] = identity[fresh]
        return weights @ self.rows[slots]
