"""FSAUC: SOLAM's saddle point in stages, each starting from the last one's average, nearer and with shorter steps.

Liu, Zhang, Chen, Wang, Yang: Fast Stochastic AUC Maximization with O(1/n)-Convergence Rate (2018).
w stays on the L1 ball of radius R and, in stage k, in a ball of radius r_k round the stage's start; the step is
c r_k / sqrt(n_k) for a stage of n_k examples. A stage ends with the averages of its iterates as the start of the
next, and alpha at its best for them, (m- - m+).w with the classes' means m; |a|, |b| <= R kappa, |alpha| <= 2 R kappa
as in SOLAM. (The paper also keeps alpha near its start, within a bound that needs a confidence level.)

    expected_n = n   max(1, floor(log2(2n / log2 n) / 2) - 1) stages of equal length, r halves; the last never ends
    unknown          stages of 64, 128, 256 ... examples, r is divided by sqrt(2)

Either way the step halves from stage to stage. Predictions use the average of the stage so far.
Cost: O(p) time an example, with some more passes where w leaves the L1 ball, O(p) memory.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from algorithms.base import STEP_SIZE, LinearOnlineLearner
from algorithms.compiled import compiled
from algorithms.moments import ClassMeans
from algorithms.online.solam import RADIUS, observe, saddle_step

FIRST_STAGE = 64  # examples, where the length of the stream is not known
SEEN, LENGTH, BALL, LEFT = range(4)  # of the stage: examples so far, examples in all, r_k, stages left


@compiled
def project_l2(w, centre, radius):
    """Move w (p,) to the nearest point of the ball round centre (p,), in place."""
    square = 0.0
    for i in range(w.shape[0]):
        square += (w[i] - centre[i]) ** 2
    if square > radius * radius:
        shrink = radius / math.sqrt(square)
        for i in range(w.shape[0]):
            w[i] = centre[i] + shrink * (w[i] - centre[i])


@compiled
def project_l1(w, radius):
    """Move w (p,) to the nearest point with sum of |w_i| <= radius, in place (Michelot 1986).

    All sizes shrink by one cut; each look at those above the last cut raises it, until none falls below.
    """
    cut, left = 0.0, -1
    while True:
        total, above = 0.0, 0
        for i in range(w.shape[0]):
            if abs(w[i]) > cut:
                total += abs(w[i])
                above += 1
        if total <= radius or above == left:
            break
        cut, left = (total - radius) / above, above
    if cut > 0.0:
        for i in range(w.shape[0]):
            w[i] = math.copysign(max(abs(w[i]) - cut, 0.0), w[i])


@compiled
def _pass(X, signs, w, centre, average, saddle, saddle_average, counts, means, largest, stage, radius, step_size):
    p = X.shape[1]
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        if stage[SEEN] == stage[LENGTH] and stage[LEFT] > 1.0:
            saddle[0], saddle[1], saddle[2] = saddle_average[0], saddle_average[1], 0.0
            for i in range(p):
                w[i] = centre[i] = average[i]
                saddle[2] += (means[0, i] - means[1, i]) * w[i]
            stage[SEEN] = 0.0
            stage[LEFT] -= 1.0
            if stage[LEFT] == np.inf:
                stage[LENGTH] *= 2.0
                stage[BALL] /= math.sqrt(2.0)
            else:
                stage[BALL] /= 2.0
        score, _, q = observe(x, y, w, counts, means, largest)
        eta = step_size * stage[BALL] / math.sqrt(stage[LENGTH])
        along = saddle_step(score, y, q, eta, radius * largest[0], saddle)
        for i in range(p):
            w[i] -= along * x[i]
        project_l2(w, centre, stage[BALL])
        project_l1(w, radius)  # cannot leave the ball: it shortens distances and leaves the centre where it is
        stage[SEEN] += 1.0
        share = 1.0 / stage[SEEN]
        for i in range(p):
            average[i] += share * (w[i] - average[i])
        for i in range(3):
            saddle_average[i] += share * (saddle[i] - saddle_average[i])


class FSAUC(LinearOnlineLearner):
    """Fast stochastic AUC maximisation.

    Parameters
    ----------
    radius : float, R > 0.
    step_size : float, c > 0.
    expected_n : int, how many examples will come; None if that is not known.

    Attributes: coef_ (1, p), offset_, classes_ (2,), n_features_in_, n_samples_seen_.
    """

    knobs = (RADIUS, replace(STEP_SIZE, default=0.1))
    paper = "Liu, Zhang, Chen, Wang, Yang: Fast Stochastic AUC Maximization with O(1/n)-Convergence Rate"
    cost = "O(p) time an example, O(p) memory"

    def __init__(self, radius=10.0, step_size=0.1, expected_n=None):
        self.radius = radius
        self.step_size = step_size
        self.expected_n = expected_n

    def _start(self, X):
        p = X.shape[1]
        self._w, self._centre, self._average = np.zeros(p), np.zeros(p), np.zeros(p)
        self._saddle, self._saddle_average, self._largest = np.zeros(3), np.zeros(3), np.zeros(1)
        self._means = ClassMeans(p)
        radius = self._positive("radius")
        self._stage = np.array([0.0, FIRST_STAGE, radius, np.inf])
        if self.expected_n is not None:
            n = max(self._whole("expected_n"), 2)
            stages = max(1, math.floor(math.log2(2 * n / math.log2(n)) / 2) - 1)
            self._stage[[LENGTH, LEFT]] = n // stages, stages
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        radius, step_size = self._positive("radius"), self._positive("step_size")
        _pass(
            X, signs, self._w, self._centre, self._average, self._saddle, self._saddle_average, self._means.counts,
            self._means.means, self._largest, self._stage, radius, step_size,
        )  # fmt: skip
        return {}

    def _settle(self):
        self.coef_ = self._average[None, :].copy()
        self._set_offset(self._means.midpoint)

    def _nbytes(self):
        vectors = (self._w, self._centre, self._average, self._saddle, self._saddle_average, self._largest)
        return sum(part.nbytes for part in (*vectors, self._means, self._stage))
