"""The perceptron: the oldest online learner, which counts mistakes and knows nothing of ranking.

Rosenblatt (1958). On a mistake, y (w.x + b) <= 0, it adds eta y x to w (and eta y to b). A zero score counts as a
mistake, so the first example always moves it. Cost: O(p) time an example, O(p) memory.
"""

from __future__ import annotations

import numpy as np

from algorithms.base import STEP_SIZE, Knob, LinearOnlineLearner
from algorithms.compiled import compiled

FIT_INTERCEPT = Knob("fit_intercept", True, "Learn a threshold of its own beside the weights")


@compiled
def _pass(X, signs, w, intercept, step_size, fit_intercept):
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        score = intercept[0]
        for i in range(x.shape[0]):
            score += w[i] * x[i]
        if y * score <= 0.0:
            for i in range(x.shape[0]):
                w[i] += step_size * y * x[i]
            if fit_intercept:
                intercept[0] += step_size * y


class Perceptron(LinearOnlineLearner):
    """Mistake-driven linear classifier; its decision is w.x + b > 0, so offset_ = -b.

    Parameters
    ----------
    step_size : float, eta > 0; without regularization it scales the weights and changes no decision.
    fit_intercept : bool, learn b.

    Attributes: coef_ (1, p), intercept_ (1,), offset_, classes_, n_features_in_, n_samples_seen_.
    """

    knobs = (STEP_SIZE, FIT_INTERCEPT)
    paper = "Rosenblatt 1958"
    cost = "O(p) time an example, O(p) memory"

    def __init__(self, step_size=0.05, fit_intercept=True):
        self.step_size = step_size
        self.fit_intercept = fit_intercept

    def _start(self, X):
        self._w, self._b = np.zeros(X.shape[1]), np.zeros(1)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        _pass(X, signs, self._w, self._b, self._positive("step_size"), bool(self.fit_intercept))
        return {}

    def _settle(self):
        self.coef_, self.intercept_ = self._w[None, :].copy(), self._b.copy()
        self.offset_ = float(-self._b[0])

    def _nbytes(self):
        return self._w.nbytes + self._b.nbytes
