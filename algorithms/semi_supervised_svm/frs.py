r"""FRS3VM: the same descent as TSGS3VM over one fixed set of random features.

Geng et al. 2019, section 6.1, "standard SGD with fixed random features". w are the coefficients of D frequencies:

    w <- (1 - gamma) w - gamma sum_x c_x (phi(x) - phibar)

The error of the D frequencies stays, where fresh ones average out; in return a score costs D frequencies, not m T.
Cost: O(d b D) time an iteration, O(d D) memory.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms.base import GAMMA
from algorithms.random_expansion import Rule, Update
from algorithms.random_feature_learner import BATCH_SIZE, FEATURE_MAP, MAX_ITER, N_COMPONENTS
from algorithms.random_features import RandomFeatures
from algorithms.semi_supervised_svm.objective import BALANCE, LOSS, PRICES, RAMP, UNLABELLED_LOSS
from algorithms.semi_supervised_svm.tsg import CONSTANT_STEP, TSGS3VM


class FixedExpansion:
    """f = w . (phi - phibar) over the features of one block."""

    def __init__(self, features: RandomFeatures, reference: np.ndarray | None):
        self.features, self.block = features, features.block(1)
        self.weights = np.zeros(features.shape)
        self.centre = np.zeros(features.shape)
        if reference is not None:
            shares = np.full(len(reference), 1.0 / len(reference), np.float32)
            self.centre = self.block.weighed(reference, shares).astype(np.float64)

    @property
    def coefficients(self) -> np.ndarray:
        return self.weights.astype(np.float32)[None]

    @property
    def nbytes(self) -> int:
        return self.weights.nbytes + self.block.frequencies.nbytes

    def scores(self, rows: np.ndarray) -> np.ndarray:
        """f (n,) on rows (n, d) of float32."""
        scores = np.full(len(rows), -float(np.vdot(self.weights, self.centre)))
        self.block.add_scores(rows, self.weights.astype(np.float32), scores)
        return scores

    def watch(self, rows: np.ndarray) -> FixedScores:
        """Scores of rows (n, d) of float32, computed when they are asked for."""
        return FixedScores(self, rows)


class FixedScores:
    """Stands where RunningScores does, with nothing to keep: one block is all there is."""

    def __init__(self, expansion: FixedExpansion, rows: np.ndarray):
        self.expansion, self.rows = expansion, rows

    def update(self) -> None: ...

    def __call__(self, which=slice(None)) -> np.ndarray:
        return self.expansion.scores(self.rows[which])


class FixedDescent:
    """Stochastic descent of a rule in the weights of a FixedExpansion, over rows (n, d) of float32."""

    def __init__(self, expansion: FixedExpansion, rows: np.ndarray, rule: Rule):
        self.expansion, self.rows, self.rule, self.t = expansion, rows, rule, 0

    def advance(self) -> Update:
        """Do the next iteration."""
        self.t += 1
        drawn, model = self.rule.draw(self.t), self.expansion
        rows = self.rows[drawn]
        scores = model.scores(rows)
        step, decay = self.rule.step(self.t), self.rule.decay(self.t)
        weights = (-step * self.rule.slopes(self.t, drawn, scores)).astype(np.float32)
        model.weights *= decay
        model.weights += model.block.weighed(rows, weights) - weights.sum() * model.centre
        return Update(drawn, weights, decay, bool(np.isfinite(scores).all()))


class FRS3VM(TSGS3VM):
    """FRS3VM. Parameters as in TSGS3VM; n_components is D, for all iterations together, and there is no schedule.

    Attributes: coefficients_ (1, 2, D), offset_ = 1 - 2 r, gamma_, n_iter_, classes_, n_features_in_.
    """

    knobs = (
        *PRICES, GAMMA, CONSTANT_STEP, MAX_ITER, replace(N_COMPONENTS, default=512), BATCH_SIZE, LOSS, UNLABELLED_LOSS,
        *BALANCE, RAMP, FEATURE_MAP,
    )  # fmt: skip
    paper = "Geng et al. 2019: Scalable Semi-Supervised SVM via Triply Stochastic Gradients, section 6.1"
    cost = "O(d b D) time an iteration, O(d D) memory"

    def __init__(self, C=100.0, C_unlabelled="C", gamma="scale", step_size=0.02, max_iter=400, n_components=512,
                 batch_size=256, loss="hinge", unlabelled_loss="symmetric hinge", positive_rate="labelled",
                 balance=True, ramp=0.5, feature_map="pair", random_state=0):  # fmt: skip
        super().__init__(
            C=C, C_unlabelled=C_unlabelled, gamma=gamma, step_size=step_size, max_iter=max_iter,
            n_components=n_components, batch_size=batch_size, loss=loss, unlabelled_loss=unlabelled_loss,
            positive_rate=positive_rate, balance=balance, ramp=ramp, feature_map=feature_map,
            random_state=random_state,
        )  # fmt: skip

    def _descent(self, features, rows, rule, reference):
        expansion = FixedExpansion(features, reference)
        return expansion, FixedDescent(expansion, rows, rule)
