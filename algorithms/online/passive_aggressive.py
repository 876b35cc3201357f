"""PA-I: on each example the smallest change that would have classified it with a margin of 1, up to a size C.

Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (2006), Fig. 1:

    tau = min(C, max(0, 1 - y (w.x + b)) / ||x||^2),   w <- w + tau y x,   b <- b + tau y

The intercept is optional and does not enter ||x||^2; an example at the origin changes nothing. Like the perceptron
it knows nothing of ranking. Cost: O(p) time an example, O(p) memory.
"""

from __future__ import annotations

import numpy as np

from algorithms.base import FIT_INTERCEPT, PENALTY, LinearOnlineLearner
from algorithms.compiled import compiled


@compiled
def _pass(X, signs, w, intercept, penalty, fit_intercept):
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        score, square = intercept[0], 0.0
        for i in range(x.shape[0]):
            score += w[i] * x[i]
            square += x[i] * x[i]
        loss = 1.0 - y * score
        if loss > 0.0 and square > 0.0:
            step = y * min(penalty, loss / square)
            for i in range(x.shape[0]):
                w[i] += step * x[i]
            if fit_intercept:
                intercept[0] += step


class PassiveAggressive(LinearOnlineLearner):
    """Passive-aggressive linear classifier; its decision is w.x + b > 0, so offset_ = -b.

    Parameters
    ----------
    C : float > 0, the largest step.
    fit_intercept : bool, learn b.

    Attributes: coef_ (1, p), intercept_ (1,), offset_, classes_, n_features_in_, n_samples_seen_.
    """

    knobs = (PENALTY, FIT_INTERCEPT)
    paper = "Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms, Fig. 1"
    cost = "O(p) time an example, O(p) memory"
    diverges = "Lower C, or scale the features."

    def __init__(self, C=1.0, fit_intercept=True):
        self.C = C
        self.fit_intercept = fit_intercept

    def _start(self, X):
        self._w, self._b = np.zeros(X.shape[1]), np.zeros(1)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        _pass(X, signs, self._w, self._b, self._positive("C"), bool(self.fit_intercept))
        return {}

    def _settle(self):
        self.coef_, self.intercept_ = self._w[None, :].copy(), self._b.copy()
        self.offset_ = float(-self._b[0])

    def _nbytes(self):
        return self._w.nbytes + self._b.nbytes
