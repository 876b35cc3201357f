r"""QSG-S2AUC: semi-supervised AUC by quadruply stochastic gradients.

Shi, Gu, Li, Geng, Huang 2019: Quadruply Stochastic Gradients for Large Scale Nonlinear Semi-Supervised AUC
Optimization, Algorithms 1 and 2. Objective lambda/2 ||f||^2 + the risk (8) of `risk`. Each iteration draws positives,
negatives, unlabelled rows and m fresh random frequencies; all pairs of the batch count, at O(b):

    f_{t+1} = (1 - eta_t lambda) f_t - eta_t sum_x c_x k_t(x, .)      eqs (14b)-(16), c = d risk / d f(x)
    eta_t = theta / (t + t_0),  theta = step_size / lambda

Errata: a_t^i = -eta_i prod_{j>i} (1 - eta_j lambda), where eta_t is printed for eta_i. theta/t diverges for lambda
below about 0.1, as the risk's curvature (at most 8) is not that of lambda: hence t_0. At f = 0 the unlabelled slopes
cancel; unlabelled points enter by the second moments of f only, and for large lambda not at all. Feature noise is
about G / (lambda sqrt(m T)), so a small lambda needs m T >> 1 / lambda^2.
Cost: O(d b m T^2) as printed, O(d n m T) with all scores kept; memory O(m T), where the paper prints O(T).
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from algorithms.base import GAMMA, REGULARIZATION, Knob
from algorithms.random_expansion import Batches
from algorithms.random_feature_learner import (
    BATCH_SIZE,
    DELAY,
    FEATURE_MAP,
    MAX_ITER,
    N_COMPONENTS,
    RandomFeatureLearner,
    check_delay,
)
from algorithms.semi_supervised import SemiSupervisedLearner, midpoint
from algorithms.semi_supervised_auc.risk import PairRisk, pull, semi_supervised_weights

TRADE_OFF = Knob("trade_off", 0.5, "1 counts labelled pairs only, 0 only pairs with the unlabelled", "γ", 0.0, 1.0)
STEP_FACTOR = Knob("step_size", 1.0, "Length of the steps; 1 to 2 is usual", "θλ", 0.1, 2.0)


class PairRule:
    """Draws the three groups; slopes of the batch's risk over all its pairs."""

    def __init__(self, groups, seed, weights, batch_size, regularization, theta, delay):
        self.batches = [Batches(group, batch_size, seed, stream) for stream, group in enumerate(groups)]
        self.risk = PairRisk(weights, tuple(min(size, batch_size) for size in groups.sizes))
        self.regularization, self.theta, self.delay = regularization, theta, delay

    def draw(self, t):
        return np.concatenate([batch(t) for batch in self.batches])

    def slopes(self, t, drawn, scores):
        return self.risk.gradient(scores)

    def step(self, t):
        return self.theta / (t + self.delay)

    def decay(self, t):
        return 1.0 - self.step(t) * self.regularization


class QSGS2AUC(SemiSupervisedLearner, RandomFeatureLearner):
    """QSG-S2AUC, with fresh random features in each iteration.

    Parameters
    ----------
    regularization : float, lambda > 0.
    trade_off : float in [0, 1], gamma of eq (8); 1 ignores the unlabelled rows.
    gamma : float > 0 or "scale", of the kernel.
    step_size : float > 0, theta lambda.
    delay : float >= 0, t_0; "auto" makes the first step 1 / (lambda + 6).
    max_iter : int, T.  n_components : int, m frequencies an iteration.  batch_size : int, b rows of each group.
    feature_map : "pair" or "shifted".  schedule : "push", "chunk" or "naive", the same numbers at other costs.
    random_state : int, RandomState or None.

    Attributes: coefficients_ (T, 2, m), offset_ (midpoint of the labelled classes' mean scores), gamma_, n_iter_,
    classes_, n_features_in_.
    """

    knobs = (
        REGULARIZATION, TRADE_OFF, GAMMA, STEP_FACTOR, DELAY, MAX_ITER, N_COMPONENTS, replace(BATCH_SIZE, default=64),
        FEATURE_MAP,
    )  # fmt: skip
    family = "semi-supervised AUC"
    paper = "Shi et al. 2019: Quadruply Stochastic Gradients for Semi-Supervised AUC, Algorithms 1 and 2"
    without_unlabelled: ClassVar = {"trade_off": 1.0}

    def __init__(self, regularization=0.1, trade_off=0.5, gamma="scale", step_size=1.0, delay="auto", max_iter=400,
                 n_components=128, batch_size=64, feature_map="pair", schedule="push", random_state=0):  # fmt: skip
        self.regularization = regularization
        self.trade_off = trade_off
        self.gamma = gamma
        self.step_size = step_size
        self.delay = delay
        self.max_iter = max_iter
        self.n_components = n_components
        self.batch_size = batch_size
        self.feature_map = feature_map
        self.schedule = schedule
        self.random_state = random_state

    def _rule(self, signs, groups, seed):
        regularization = self._positive("regularization")
        theta = self._positive("step_size") / regularization
        first = max(0.0, theta * (regularization + 6.0) - 1.0)
        delay = first if self.delay == "auto" else check_delay(self.delay)
        weights = semi_supervised_weights(self.trade_off)
        return PairRule(groups, seed, weights, self.batch_size, regularization, theta, delay)

    def _offset(self, score_of, groups):
        return midpoint(score_of(groups.labelled), groups)

    def _snapshot(self, rule, score_of, groups, t):
        return {"pull": pull(semi_supervised_weights(self.trade_off), score_of(groups.all), groups)}
