"""The perceptron: the oldest online learner, which counts mistakes and knows nothing of ranking.

Rosenblatt (1958). On a mistake, y (w.x + b) < 0, it adds eta y x to w (and eta y to b). What a score of exactly 0
says is a convention: "mistake" for either class, so that the first example always moves it, or "negative", so that
only a positive example is mistaken. Cost: O(p) time an example, O(p) memory.
"""

from __future__ import annotations

import numpy as np

from algorithms.base import FIT_INTERCEPT, STEP_SIZE, Knob, LinearOnlineLearner
from algorithms.compiled import compiled

ZERO_SCORES = ("mistake", "negative")
ZERO_SCORE = Knob("zero_score", "mistake", "What a score of exactly 0 counts as", choices=ZERO_SCORES)


@compiled
def _pass(X, signs, w, intercept, step_size, fit_intercept, zero_is_negative):
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        score = intercept[0]
        for i in range(x.shape[0]):
            score += w[i] * x[i]
        if y * score < 0.0 or (score == 0.0 and not (zero_is_negative and y < 0.0)):
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
    zero_score : "mistake" or "negative", see the module.

    Attributes: coef_ (1, p), intercept_ (1,), offset_, classes_, n_features_in_, n_samples_seen_.
    """

    knobs = (STEP_SIZE, FIT_INTERCEPT, ZERO_SCORE)
    paper = "Rosenblatt 1958"
    cost = "O(p) time an example, O(p) memory"

    def __init__(self, step_size=0.05, fit_intercept=True, zero_score="mistake"):
        self.step_size = step_size
        self.fit_intercept = fit_intercept
        self.zero_score = zero_score

    def _start(self, X):
        self._w, self._b = np.zeros(X.shape[1]), np.zeros(1)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        zero_is_negative = self._one_of("zero_score", ZERO_SCORES) == "negative"
        _pass(X, signs, self._w, self._b, self._positive("step_size"), bool(self.fit_intercept), zero_is_negative)
        return {}

    def _settle(self):
        self.coef_, self.intercept_ = self._w[None, :].copy(), self._b.copy()
        self.offset_ = float(-self._b[0])

    def _nbytes(self):
        return self._w.nbytes + self._b.nbytes
