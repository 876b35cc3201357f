"""scikit-learn's SVC, refitted on all that has been seen: what people use today, beside the online learners.

Not online: each frame solves the batch problem again on the first t examples. Its score has a threshold of its own,
the intercept, so offset_ is -intercept_. Cost: between O(t^2) and O(t^3) time a refit, O(t^2) memory.
"""

from __future__ import annotations

import time
from typing import ClassVar

from sklearn.svm import SVC

from algorithms.base import GAMMA, Knob, Learner
from algorithms.kernels import ExpansionScores, gamma_of

PENALTY = Knob("C", 1.0, "Price of a point on the wrong side; more fits harder", "C", 1e-3, 1e4, log=True)


class RefittedSVC(Learner):
    """Gaussian-kernel support vector machine that can show its frames.

    Parameters
    ----------
    C : float > 0.
    gamma : float > 0, or "scale": 1/(p var X) of all rows given, so that all frames have one kernel.

    Attributes: support_ (m,), support_vectors_ (m, p), dual_coef_ (1, m), intercept_ (1,), offset_, gamma_,
    classes_ (2,), n_features_in_.
    """

    knobs = (PENALTY, GAMMA)
    family = "reference"
    paper = "Cortes and Vapnik 1995; LIBSVM by Chang and Lin 2011"
    cost = "O(t²) to O(t³) time a refit, O(t²) memory"
    _class_weight: ClassVar[str | None] = None

    def __init__(self, C=1.0, gamma="scale"):
        self.C = C
        self.gamma = gamma

    def fit(self, X, y):
        """Solve for the rows of X (n, p) and labels y (n,). Raises ValueError for data scikit-learn would refuse."""
        for _ in self.steps(X, y):
            pass
        return self

    def steps(self, X, y, checkpoints=None, probes=()):
        """Refit on the first t rows at each checkpoint t (None: once, on all) and yield (t, scores, snapshot).

        Raises ValueError where the first t rows hold one class only.
        """
        X, y = self._check_training_data(X, y)
        self._set_classes(y)
        signs = self._signs(y)
        self.gamma_ = gamma_of(self.gamma, X)
        expansions = [ExpansionScores(self._checked(P, reset=False), len(X), "rbf", self.gamma_) for P in probes]
        seconds = 0.0
        for stop in [len(X)] if checkpoints is None else checkpoints:
            began = time.perf_counter()
            self._solve(X[:stop], signs[:stop])
            seconds += time.perf_counter() - began
            support, weights = self.support_, self.dual_coef_[0]
            scores = [e(support, support, self.support_vectors_, weights) - self.offset_ for e in expansions]
            yield int(stop), scores, {
                "offset": self.offset_, "support": support, "weight": weights, "seconds": seconds,
                "bytes": X[:stop].nbytes + self.support_vectors_.nbytes + weights.nbytes,
            }  # fmt: skip

    def _solve(self, X, signs):
        machine = SVC(C=self.C, gamma=self.gamma_, class_weight=self._class_weight).fit(X, signs)
        self.support_, self.support_vectors_ = machine.support_, machine.support_vectors_
        self.dual_coef_, self.intercept_ = machine.dual_coef_, machine.intercept_
        self.offset_ = -float(machine.intercept_[0])

    def _scores(self, X):
        expansion = ExpansionScores(X, len(self.support_), "rbf", self.gamma_)
        return expansion(slice(None), self.support_, self.support_vectors_, self.dual_coef_[0])


class BalancedSVC(RefittedSVC):
    """The same with class weights: a mistake on the rare class costs as much more as the class is rarer."""

    _class_weight = "balanced"
