r"""DSG: kernel methods by doubly stochastic gradients, the supervised ancestor of TSGS3VM and QSG-S2AUC.

Dai, Xie, He, Liang, Raj, Balcan, Song 2014: Scalable Kernel Methods via Doubly Stochastic Gradients. Objective
lambda/2 ||f||^2 + mean l(f(x), y); each iteration draws rows and m fresh random frequencies:

    f_{t+1} = (1 - eta_t lambda) f_t - eta_t mean l'(f_t(x), y) k_t(x, .)

    "decreasing"  eta_t = theta / (t + t_0), theta = step_size / lambda     step_size in [1, 2] for the O(1/t) rate
    "constant"    eta_t = step_size

TSGS3VM without unlabelled rows, at C, step gamma and no balance is DSG at lambda = 1/C and the constant step C gamma.
Cost: O(d b m T^2) as printed, O(d n m T) with all scores kept; memory O(m T).
"""

from __future__ import annotations

from dataclasses import replace

from algorithms.base import GAMMA, REGULARIZATION, Knob
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.random_feature_learner import (
    BATCH_SIZE,
    DELAY,
    FEATURE_MAP,
    MAX_ITER,
    N_COMPONENTS,
    RandomFeatureLearner,
    check_delay,
)
from algorithms.semi_supervised_svm.objective import LOSS
from algorithms.semi_supervised_svm.tsg import MarginRule

STEP_RULES = ("decreasing", "constant")
STEP_RULE = Knob("step_rule", "decreasing", "Steps that shrink as 1/t, or all the same", choices=STEP_RULES)
STEP_FACTOR = Knob("step_size", 1.0, "Length of the steps", "θλ", 1e-2, 2.0, log=True)


class DecayingRule(MarginRule):
    """The supervised rule at C = 1, with regularization lambda and either kind of step."""

    def __init__(self, signs, groups, seed, *, regularization, delay, **rest):
        super().__init__(signs, groups, seed, C=1.0, **rest)
        self.regularization, self.delay = regularization, delay

    def step(self, t):
        if self.delay is None:
            return self.step_size
        return self.step_size / (self.regularization * (t + self.delay))

    def decay(self, t):
        return 1.0 - self.step(t) * self.regularization


class DSG(RandomFeatureLearner):
    """Kernel classifier by doubly stochastic gradients.

    Parameters
    ----------
    regularization : float, lambda > 0.
    gamma : float > 0 or "scale".
    step_rule : "decreasing" or "constant".  step_size : float > 0, theta lambda or eta.
    delay : float >= 0, t_0 of the decreasing step; "auto" makes the first step at most 1.
    max_iter : int, T.  n_components : int, m frequencies an iteration.  batch_size : int, rows an iteration.
    loss : "hinge" or "logistic".  feature_map, schedule, random_state : as in TSGS3VM.

    Attributes: coefficients_ (T, 2, m), offset_ = 0, gamma_, n_iter_, classes_, n_features_in_.
    """

    knobs = (
        replace(REGULARIZATION, default=0.01), GAMMA, STEP_RULE, STEP_FACTOR, DELAY, MAX_ITER, N_COMPONENTS, BATCH_SIZE,
        LOSS, FEATURE_MAP,
    )  # fmt: skip
    family = "kernel"
    paper = "Dai et al. 2014: Scalable Kernel Methods via Doubly Stochastic Gradients"

    def __init__(self, regularization=0.01, gamma="scale", step_rule="decreasing", step_size=1.0, delay="auto",
                 max_iter=400, n_components=128, batch_size=256, loss="hinge", feature_map="pair", schedule="push",
                 random_state=0):  # fmt: skip
        self.regularization = regularization
        self.gamma = gamma
        self.step_rule = step_rule
        self.step_size = step_size
        self.delay = delay
        self.max_iter = max_iter
        self.n_components = n_components
        self.batch_size = batch_size
        self.loss = loss
        self.feature_map = feature_map
        self.schedule = schedule
        self.random_state = random_state

    def _rule(self, signs, groups, seed):
        constant, loss = self._one_of("step_rule", STEP_RULES) == "constant", self._one_of("loss", MARGIN_LOSSES)
        step_size, regularization = self._positive("step_size"), self._positive("regularization")
        delay = step_size / regularization if self.delay == "auto" else check_delay(self.delay)
        return DecayingRule(
            signs, groups, seed, loss=loss, batch_size=self.batch_size, step_size=step_size,
            regularization=regularization, delay=None if constant else delay,
        )  # fmt: skip

    def _offset(self, score_of, groups):
        return 0.0
