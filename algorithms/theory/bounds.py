r"""The paper's regret bounds beside the measured regret, each with its premises checked on the data at hand.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss. For T rounds and lambda:

    Theorem 5  OAUC-S   psi_S/2  2 (4+lambda)/lambda + 2 sqrt((4+lambda)/lambda L*)      ||x|| <= 1, its step
    Theorem 6  OAUC-M   psi_M    18 (1 + ln T)/lambda                                    ||x|| <= 1
    Lemma 7    OKAUC-M           ||f_t|| <= (sqrt 2 + 1/2)/lambda                        k(x, x) <= 1, k >= 0
    Theorem 8  OKAUC-M  psi_M    (2 sqrt 2 + 1)^2 (1 + ln T)/(2 lambda)                  the same, all kept

Theorem 5 corrected: L* is the sum of lambda/2 ||w*||^2 + psi_S/2 at the best w (printed: T times that sum,
||w*|| without its square, and psi_S whose gradient (13) is not). Its step is for the whole stream; sums of
losses only grow, so the bound of the last horizon holds at all. Lemma 7 and Theorem 8 print no k >= 0, and
need it (see `lemma_7_counterexample`). Cost: O(T p), for kernels O(T^2 p).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.base import OnlineLearner
from algorithms.hindsight import best_in_hindsight
from algorithms.online.oauc import OAUCM, OAUCS, theorem_step
from algorithms.online_kernel.okauc import OKAUCM
from algorithms.theory import premises
from algorithms.theory.premises import Premise
from algorithms.theory.regret import RegretCurve

NORM_LIMIT = math.sqrt(2) + 0.5  # lambda ||f|| in Lemma 7


class Bound(NamedTuple):
    """One statement at H horizons: bound and measured (H,) of `quantity`, and the premises it rests on."""

    statement: str
    quantity: str
    bound: np.ndarray
    measured: np.ndarray
    premises: tuple[Premise, ...]

    @property
    def is_proved(self) -> bool:
        """Whether every premise holds, so that the statement covers this run."""
        return all(premise.holds for premise in self.premises)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the statement does not cover this run: a sentence for each premise that fails."""
        return tuple(premise.sentence for premise in self.premises if not premise.holds)

    @property
    def ratio(self) -> np.ndarray:
        """bound / measured (H,); NaN where the measured value is not positive."""
        bound, measured = np.broadcast_arrays(self.bound, self.measured)
        return np.divide(bound, measured, out=np.full(measured.shape, np.nan), where=measured > 0)


def theorem_5_value(regularization: float, hindsight_loss: float) -> float:
    """Theorem 5's bound, corrected, from L*; infinite without regularization."""
    if regularization == 0:
        return math.inf
    odds = (4.0 + regularization) / regularization
    return 2.0 * odds + 2.0 * math.sqrt(odds * hindsight_loss)


def theorem_6_value(regularization: float, horizons: np.ndarray) -> np.ndarray:
    """Theorem 6's bound at each horizon."""
    return 18.0 * (1.0 + np.log(horizons)) / regularization


def theorem_8_value(regularization: float, horizons: np.ndarray) -> np.ndarray:
    """Theorem 8's bound at each horizon."""
    return (2.0 * NORM_LIMIT) ** 2 * (1.0 + np.log(horizons)) / (2.0 * regularization)


def _theorem_5(curve, learner, X, y):
    own = learner.regularization
    best = float(best_in_hindsight(X, y, own, loss="psi_S/2").loss[-1]) if own > 0 else math.nan
    value = np.full(len(curve.horizons), theorem_5_value(own, best))
    step = premises.step_is(learner.step_size_, theorem_step(own, best), best)
    rest = (premises.unit_ball(X), *_same_losses(curve, learner, "psi_S/2"), *premises.plain_rounds(learner))
    return Bound("Theorem 5", "regret", value, curve.regret, (step, *rest))


def _theorem_6(curve, learner, X, y):
    value = theorem_6_value(learner.regularization, curve.horizons)
    step = premises.harmonic_step(learner.regularization, len(X))
    rest = (premises.unit_ball(X), *_same_losses(curve, learner, "psi_M"), *premises.plain_rounds(learner))
    return Bound("Theorem 6", "regret", value, curve.regret, (step, *rest))


def _lemma_7(curve, learner, X, y):
    largest = np.maximum.accumulate(curve.iterates.norms)[curve.horizons - 1]
    limit = np.full(len(curve.horizons), NORM_LIMIT / learner.regularization)
    return Bound("Lemma 7", "norm", limit, largest, _kernel_premises(learner, X, y))


def _theorem_8(curve, learner, X, y):
    value = theorem_8_value(learner.regularization, curve.horizons)
    rest = (*_same_losses(curve, learner, "psi_M"), *_kernel_premises(learner, X, y))
    return Bound("Theorem 8", "regret", value, curve.regret, rest)


def _same_losses(curve, learner, loss):
    return premises.loss_is(curve, loss), premises.own_regularization(curve, learner)


def _kernel_premises(learner, X, y):
    return (
        *premises.kernel_range(learner, X),
        premises.nothing_dropped(learner, y),
        premises.harmonic_step(learner.regularization, len(X)),
        *premises.plain_rounds(learner),
    )


_PROVED = {OAUCS: (_theorem_5,), OAUCM: (_theorem_6,), OKAUCM: (_lemma_7, _theorem_8)}


def bounds(curve: RegretCurve, learner: OnlineLearner, X: np.ndarray, y: np.ndarray) -> tuple[Bound, ...]:
    """The statements proved for this learner (none for most), checked against its curve on X (T, p), y (T,).

    learner : the one that played the curve;  y : -1 and +1.
    """
    return tuple(statement(curve, learner, X, y) for statement in _PROVED.get(type(learner), ()))


class Lemma7Counterexample(NamedTuple):
    """rounds (n,), lambda ||f_t|| (n,) before each as scaled_norm, and the printed limit sqrt 2 + 1/2."""

    rounds: np.ndarray
    scaled_norm: np.ndarray
    limit: float


def lemma_7_counterexample(n: int = 1000, regularization: float = 5.0) -> Lemma7Counterexample:
    """Run OKAUC-M with the linear kernel on x = +1 (positive) and x = -1 (negative) in turn.

    k(x, x) = 1, but k(x, -x) = -1. Every round compares x with -x only, so lambda ||f_t|| tends to 2 for
    lambda >= 4, above the printed limit.
    """
    x = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    learner = OKAUCM(regularization=regularization, kernel="linear", buffer_size=None)
    norms = [abs(shot["weight"] @ x[shot["support"]]) for _, _, shot in learner.steps(x[:, None], x)]
    scaled = regularization * np.array([0.0, *norms[:-1]])
    return Lemma7Counterexample(np.arange(1, n + 1), scaled, NORM_LIMIT)
