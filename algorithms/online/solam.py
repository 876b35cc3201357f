"""SOLAM: the pairwise square loss as a saddle point, so that one example at a time is enough.

Ying, Wen, Lyu: Stochastic Online AUC Maximization (2016). With s = w.x and q = P(y = +1), the expected
square loss of all pairs is, up to constants, min over w, a, b and max over alpha of the expectation of

    F = (1-q) (s-a)^2 [y=+1] + q (s-b)^2 [y=-1] + 2 (1+alpha) (q s [y=-1] - (1-q) s [y=+1]) - q (1-q) alpha^2

For fixed w it is solved by a = E[s|+], b = E[s|-], alpha = b - a, with value q (1-q) (square loss of pairs - 1).
Round t takes one step of size c/sqrt(t) down in (w, a, b) and up in alpha, with q the share of positives so far, then
projects: ||w|| <= R, |a|, |b| <= R kappa, |alpha| <= 2 R kappa, kappa the largest ||x|| so far. It starts at 0 and
predicts with the average of the new iterates, weighted by their steps. While one class only has been seen, q is 0 or
1 and nothing moves. Cost: O(p) time an example, O(p) memory.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from algorithms.base import STEP_SIZE, Knob, LinearOnlineLearner
from algorithms.compiled import compiled
from algorithms.moments import ClassMeans

RADIUS = Knob("radius", 10.0, "Largest length of the weights", "R", 1e-2, 1e3, log=True)
STEP = replace(STEP_SIZE, default=0.3)
STEP_AVERAGE = Knob("average", True, "Predict with the mean of all weights so far, weighted by their steps")


@compiled
def saddle_slopes(score, y, q, saddle):
    """Derivatives of F in s, a, b and alpha at score s and saddle = (a, b, alpha)."""
    a, b, alpha = saddle[0], saddle[1], saddle[2]
    curve = 2.0 * q * (1.0 - q) * alpha
    if y > 0:
        gap = score - a
        return 2.0 * (1.0 - q) * (gap - 1.0 - alpha), -2.0 * (1.0 - q) * gap, 0.0, -2.0 * (1.0 - q) * score - curve
    gap = score - b
    return 2.0 * q * (gap + 1.0 + alpha), 0.0, -2.0 * q * gap, 2.0 * q * score - curve


@compiled
def observe(x, y, w, counts, means, largest):
    """Count the example (x, y), keep the largest ||x|| in largest (1,), and return (w.x, t, q)."""
    own = 1 if y > 0 else 0
    counts[own] += 1.0
    share, mean, score, square = 1.0 / counts[own], means[own], 0.0, 0.0
    for i in range(x.shape[0]):
        score += w[i] * x[i]
        square += x[i] * x[i]
        mean[i] += share * (x[i] - mean[i])
    if square > largest[0] * largest[0]:
        largest[0] = math.sqrt(square)
    t = counts[0] + counts[1]
    return score, t, counts[1] / t


@compiled
def saddle_step(score, y, q, eta, bound, saddle):
    """Step (a, b, alpha) in place, |a|, |b| <= bound, |alpha| <= 2 bound; return what w loses along x."""
    along, in_a, in_b, in_alpha = saddle_slopes(score, y, q, saddle)
    saddle[0] = min(max(saddle[0] - eta * in_a, -bound), bound)
    saddle[1] = min(max(saddle[1] - eta * in_b, -bound), bound)
    saddle[2] = min(max(saddle[2] + eta * in_alpha, -2.0 * bound), 2.0 * bound)
    return eta * along


@compiled
def _pass(X, signs, w, average, saddle, counts, means, largest, steps, radius, step_size):
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        score, t, q = observe(x, y, w, counts, means, largest)
        eta = step_size / math.sqrt(t)
        along = saddle_step(score, y, q, eta, radius * largest[0], saddle)
        steps[0] += eta
        share, square = eta / steps[0], 0.0
        for i in range(w.shape[0]):
            w[i] -= along * x[i]
            square += w[i] * w[i]
            average[i] += share * (w[i] - average[i])
        if square > radius * radius:
            excess = 1.0 - radius / math.sqrt(square)
            for i in range(w.shape[0]):
                average[i] -= share * excess * w[i]
                w[i] -= excess * w[i]


class SOLAM(LinearOnlineLearner):
    """Stochastic online AUC maximisation in O(p).

    Parameters
    ----------
    radius : float, R > 0.
    step_size : float, c > 0; the step is c/sqrt(t).
    average : bool, predict with the average of the iterates, weighted by their steps.

    Attributes: coef_ (1, p), saddle_ (3,), the last a, b and alpha, offset_, classes_ (2,), n_features_in_,
    n_samples_seen_.
    """

    knobs = (RADIUS, STEP, STEP_AVERAGE)
    paper = "Ying, Wen, Lyu: Stochastic Online AUC Maximization"
    cost = "O(p) time an example, O(p) memory"

    def __init__(self, radius=10.0, step_size=0.3, average=True):
        self.radius = radius
        self.step_size = step_size
        self.average = average

    def _start(self, X):
        p = X.shape[1]
        self._w, self._average = np.zeros(p), np.zeros(p)
        self._saddle, self._largest, self._steps = np.zeros(3), np.zeros(1), np.zeros(1)
        self._means = ClassMeans(p)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        radius, step_size = self._positive("radius"), self._positive("step_size")
        _pass(
            X, signs, self._w, self._average, self._saddle, self._means.counts, self._means.means, self._largest,
            self._steps, radius, step_size,
        )  # fmt: skip
        return {}

    def _settle(self):
        self.coef_ = (self._average if self.average else self._w)[None, :].copy()
        self.saddle_ = self._saddle.copy()
        self._set_offset(self._means.midpoint)

    def _nbytes(self):
        state = (self._w, self._average, self._saddle, self._largest, self._steps, self._means)
        return sum(part.nbytes for part in state)
