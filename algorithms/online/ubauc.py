"""OL-UBAUC: a bound on the AUC loss that needs one example at a time, not pairs.

Lyu and Ying: A Univariate Bound of Area Under ROC (2018), in its online form. A ranking is perfect exactly when the
N+ largest scores are those of the positives, and the sum of the k largest is min over theta of
k theta + sum of [s_i - theta]+. With a margin of 1, without which w = 0 would be best, the bound is

    min over theta of  sum over positives [1 + theta - s]+  +  sum over negatives [1 + s - theta]+,   s = w.x

which is the linear support vector machine with bias -theta. Online, with lambda/2 ||w||^2 and eta_t = 1/(lambda t):

    w <- (1 - eta_t lambda) w + eta_t y x,   theta <- theta - eta_t y   where y (w.x - theta) < 1, else only the decay

Cost: O(p) time an example, O(p) memory.
"""

from __future__ import annotations

import numpy as np

from algorithms.base import REGULARIZATION, LinearOnlineLearner
from algorithms.compiled import compiled


@compiled
def _pass(X, signs, t, w, theta, regularization):
    for row in range(X.shape[0]):
        t += 1
        x, y = X[row], signs[row]
        score = -theta[0]
        for i in range(x.shape[0]):
            score += w[i] * x[i]
        eta = 1.0 / (regularization * t)
        decay = 1.0 - 1.0 / t
        step = eta * y if y * score < 1.0 else 0.0
        for i in range(x.shape[0]):
            w[i] = decay * w[i] + step * x[i]
        theta[0] -= step


class OLUBAUC(LinearOnlineLearner):
    """Univariate bound of AUC. Its theta is the threshold that calls N+ examples positive, so offset_ = theta.

    Parameters
    ----------
    regularization : float, lambda > 0.

    Attributes: coef_ (1, p), intercept_ (1,) which is -theta, offset_, classes_, n_features_in_, n_samples_seen_.
    """

    knobs = (REGULARIZATION,)
    paper = "Lyu, Ying: A Univariate Bound of Area Under ROC"
    cost = "O(p) time an example, O(p) memory"
    diverges = "Raise regularization or scale the features."

    def __init__(self, regularization=0.1):
        self.regularization = regularization

    def _start(self, X):
        self._w, self._theta = np.zeros(X.shape[1]), np.zeros(1)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        regularization = self._positive("regularization")
        _pass(X, signs, self.n_samples_seen_, self._w, self._theta, regularization)
        return {}

    def _settle(self):
        self.coef_, self.intercept_ = self._w[None, :].copy(), -self._theta
        self.offset_ = float(self._theta[0])

    def _nbytes(self):
        return self._w.nbytes + self._theta.nbytes
