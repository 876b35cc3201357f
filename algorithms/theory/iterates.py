r"""The weights an online learner holds before each round, as vectors, whatever the learner.

A linear learner's are its coef_. A kernel learner's f = sum a_i k(x_i, .) becomes a vector through features
of the stream: pivoted Cholesky gives K = Z Z' with few columns, so that f has the weights w = Z' a, the
scores f(x_i) = z_i.w and the norm ||f|| = ||w||, each to the residual's digits.
Cost: O(T^2 p + T r^2) for T examples and rank r; one call of `steps` a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dpstrf

from algorithms.base import OnlineLearner
from algorithms.kernels import kernel_with

RESIDUAL = 1e-10  # of k(x, x), its largest value: what pivoted Cholesky may leave


class Iterates(NamedTuple):
    """coef (T, r), the weights before each round, the first of them 0, in the space of features (T, r)."""

    coef: np.ndarray
    features: np.ndarray

    @property
    def norms(self) -> np.ndarray:
        """||w_t|| (T,), for a kernel the norm of f_t in its space of functions."""
        return np.linalg.norm(self.coef, axis=1)


def kernel_features(X: np.ndarray, kernel: str, gamma: float) -> np.ndarray:
    """Features Z (T, r) of the rows of X (T, p): Z Z' is their kernel matrix, by pivoted Cholesky."""
    gram = kernel_with(X, kernel, gamma)(X)
    factor, pivots, rank, _ = dpstrf(gram, tol=RESIDUAL * gram.diagonal().max(), lower=1, overwrite_a=1)
    features = np.empty((len(X), max(rank, 1)))
    features[pivots - 1] = np.tril(factor)[:, : max(rank, 1)]
    return features


def iterates(
    learner: OnlineLearner,
    X: np.ndarray,
    y: np.ndarray,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Iterates:
    """Play a learner over X (T, p), y (T,) and keep its weights before each round.

    tell(done, total) hears of each round; what it raises ends the work. Raises ValueError for a learner that
    shows no weights round by round, and DivergenceError as `steps` does.
    """
    if not isinstance(learner, OnlineLearner):
        raise ValueError("Regret is defined for online learners: one model a round.")
    X = np.asarray(X, float)
    weights = []
    for t, _, snapshot in learner.steps(X, y):
        weights.append(_weights(snapshot))
        tell(t, len(X))
    if isinstance(weights[0], np.ndarray):
        coef, features = np.array(weights), X
    else:
        features = kernel_features(X, getattr(learner, "kernel", "rbf"), learner.gamma_)
        coef = np.array([dual @ features[support] for support, dual in weights])
    return Iterates(np.vstack([np.zeros(coef.shape[1]), coef[:-1]]), features)


def _weights(snapshot):
    """coef (p,) of a linear learner, or (support, weight) of a kernel expansion."""
    if "coef" in snapshot:
        return snapshot["coef"]
    if "weight" in snapshot:
        return snapshot["support"], snapshot["weight"]
    raise ValueError("This learner does not show its weights.")
