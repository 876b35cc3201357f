r"""TSGS3VM: a semi-supervised support vector machine by triply stochastic gradients.

Geng, Gu, Li, Shi, Zheng, Huang 2019: Scalable Semi-Supervised SVM via Triply Stochastic Gradients, Algorithms 1 and 2.
Each iteration draws labelled rows, unlabelled rows and m fresh random frequencies, and steps on the objective of
`objective`, r = f(x) + 2 r - 1 being the score:

    f_{t+1} = (1 - gamma) f_t - gamma (C mean_L l'(r, y) k_t(x, .) + C*_t mean_U u'(r) k_t(x, .))              eq (7)

with a constant step gamma. C*_t grows linearly from 0 over the first half: f finds the labels' side first. A step of 1
forgets everything, and f has not left 0 before about 5 / gamma iterations.
Cost: O(d b m T^2) as printed, O(d n m T) with all scores kept; memory O(m T), where the paper prints O(T).
"""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from algorithms.base import GAMMA, Knob
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.random_expansion import Batches
from algorithms.random_feature_learner import BATCH_SIZE, FEATURE_MAP, MAX_ITER, N_COMPONENTS, RandomFeatureLearner
from algorithms.semi_supervised import Members
from algorithms.semi_supervised_svm.objective import BALANCE, LOSS, PRICES, RAMP, S3VM, UNLABELLED_LOSS
from algorithms.unlabelled_losses import UNLABELLED_LOSSES

CONSTANT_STEP = Knob("step_size", 0.02, "Share of f that one iteration replaces", "γ", 1e-3, 0.5, log=True)


class MarginRule:
    """Draws labelled and unlabelled rows; slopes C mean l' and C*_t mean u', decay 1 - step."""

    def __init__(self, signs, groups: Members, seed, *, loss, C, batch_size, step_size, offset=0.0, unlabelled_loss="",
                 price=lambda t: 0.0):  # fmt: skip
        self.signs, self.loss, self.C, self.offset = signs, MARGIN_LOSSES[loss], C, offset
        self.step_size, self.price = step_size, price
        self.labelled = Batches(groups.labelled, batch_size, seed, stream=0)
        self.unlabelled = None
        if unlabelled_loss and len(groups.unlabelled):
            self.unlabelled = Batches(groups.unlabelled, batch_size, seed, stream=1)
            self.unlabelled_loss = UNLABELLED_LOSSES[unlabelled_loss]

    def draw(self, t):
        labelled = self.labelled(t)
        return labelled if self.unlabelled is None else np.concatenate([labelled, self.unlabelled(t)])

    def slopes(self, t, drawn, scores):
        y, r = self.signs[drawn], scores + self.offset
        known = y != 0
        slopes = np.empty(len(drawn))
        slopes[known] = self.C * self.loss.slope(r[known], y[known]) / known.sum()
        if not known.all():
            slopes[~known] = self.price(t) * self.unlabelled_loss.slope(r[~known]) / (~known).sum()
        return slopes

    def step(self, t):
        return self.step_size

    def decay(self, t):
        return 1.0 - self.step(t)


class TSGS3VM(S3VM, RandomFeatureLearner):
    """TSGS3VM, with fresh random features in each iteration.

    Parameters
    ----------
    C, C_unlabelled : float > 0 and >= 0, prices in mean form; C_unlabelled "C" is the same as C.
    gamma : float > 0 or "scale"; there is no safe rule: a cluster assumption asks for a narrow kernel.
    step_size : float, 0 < gamma < 2, the share of f that one iteration replaces.
    max_iter : int, T.  n_components : int, m frequencies an iteration.  batch_size : int, rows of each kind.
    loss : "hinge" or "logistic".  unlabelled_loss : a key of UNLABELLED_LOSSES.
    positive_rate : float r, or "labelled".  balance : bool.  ramp : float, share of the iterations, 0 for none.
    feature_map : "pair" or "shifted".  schedule : "push", "chunk" or "naive", the same numbers at other costs.
    random_state : int, RandomState or None.

    Attributes: coefficients_ (T, 2, m), offset_ = 1 - 2 r, gamma_, n_iter_, classes_, n_features_in_.
    """

    knobs = (
        *PRICES, GAMMA, CONSTANT_STEP, MAX_ITER, N_COMPONENTS, BATCH_SIZE, LOSS, UNLABELLED_LOSS,
        *BALANCE, RAMP, FEATURE_MAP,
    )  # fmt: skip
    paper = "Geng et al. 2019: Scalable Semi-Supervised SVM via Triply Stochastic Gradients, Algorithms 1 and 2"
    diverges = "Lower step_size or C."

    def __init__(self, C=100.0, C_unlabelled="C", gamma="scale", step_size=0.02, max_iter=400, n_components=128,
                 batch_size=256, loss="hinge", unlabelled_loss="symmetric hinge", positive_rate="labelled",
                 balance=True, ramp=0.5, feature_map="pair", schedule="push", random_state=0):  # fmt: skip
        self.C = C
        self.C_unlabelled = C_unlabelled
        self.gamma = gamma
        self.step_size = step_size
        self.max_iter = max_iter
        self.n_components = n_components
        self.batch_size = batch_size
        self.loss = loss
        self.unlabelled_loss = unlabelled_loss
        self.positive_rate = positive_rate
        self.balance = balance
        self.ramp = ramp
        self.feature_map = feature_map
        self.schedule = schedule
        self.random_state = random_state

    def _rule(self, signs, groups, seed):
        C, price = self._prices()
        loss, unlabelled_loss = self._one_of("loss", MARGIN_LOSSES), self._one_of("unlabelled_loss", UNLABELLED_LOSSES)
        if not 0 < self.step_size < 2:
            raise ValueError(f"step_size must be between 0 and 2, not {self.step_size!r}: 1 forgets everything.")
        if self.step_size * self.max_iter < 5:
            warnings.warn(
                f"{self.max_iter} iterations of step {self.step_size} have hardly left 0: max_iter should be at least "
                f"{5 / self.step_size:.0f}.", ConvergenceWarning, stacklevel=2,
            )  # fmt: skip
        growth = self.ramp * self.max_iter
        return MarginRule(
            signs, groups, seed, loss=loss, C=C, batch_size=self.batch_size, step_size=self.step_size,
            offset=self._target(groups), unlabelled_loss=unlabelled_loss if price else "",
            price=lambda t: price * min(1.0, t / growth) if growth else price,
        )  # fmt: skip

    def _reference(self, groups, seed):
        return self._held(groups, seed) if self.balance else None

    def _offset(self, score_of, groups):
        return -self._target(groups)

    def _snapshot(self, rule, score_of, groups, t):
        pull = np.zeros(len(rule.signs))
        if rule.unlabelled is not None:
            rows = groups.unlabelled
            pull[rows] = -rule.price(t) * rule.unlabelled_loss.slope(score_of(rows) + rule.offset)
        return {"pull": pull}
