r"""OAUC-S, OAUC-M_c and OAUC-M: online AUC from running means and covariances.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithm 1. The example (x, y) is
compared with the opposite class through its mean m and covariance Sigma only; d = x - m, mu = y w.d, s2 = w'Sigma w:

    w <- (1 - eta lambda) w + eta (slope y d - curvature Sigma w)                                       eq (12)

    psi_M    slope (1 + b/r)/2, curvature 1/(2r), b = 1 - mu, r = hypot(b, s)                           Lemma 4
    psi_S/2  slope b, curvature 1                                                                       eq (13)

OAUC-S is psi_S with a constant step: One-Pass AUC (Gao, Wang, Jin, Zhu, Zhou 2016). Its step "theorem" is Theorem
5's, which nobody has in practice: it needs L*, the least loss of a fixed w over the whole stream, in hindsight. The
printed step counts L*, a sum already, T times. OAUC-M_c is psi_M with a constant step, OAUC-M with
eta_t = 1/(lambda t), whose regret is at most 18 (1 + ln T)/lambda (Theorem 6).
Until the other class has been seen there is nothing to compare with: only the decay acts ("as printed" compares
with zero mean and covariance instead). Cost: O(p^2) time an example, O(p^2) memory.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from algorithms.base import AVERAGE, REGULARIZATION, STEP_SIZE, Knob, LinearOnlineLearner
from algorithms.compiled import compiled
from algorithms.hindsight import best_in_hindsight
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.moments import ClassMoments, add_example
from algorithms.online.oauc_grid import learn_side_by_side

FIRST_ROUNDS = Knob(
    "first_rounds", "wait", "What to do until both classes have been seen", choices=("wait", "as printed")
)
THEOREM = "theorem"


def theorem_step(regularization: float, hindsight_loss: float) -> float:
    """Theorem 5's step, from L*: the least sum over all rounds of lambda/2 ||w||^2 + psi_S/2 of a fixed w."""
    smoothness = 4.0 + regularization
    return 1.0 / (smoothness + math.sqrt(smoothness * (smoothness + regularization * hindsight_loss)))


@compiled
def _pass(X, signs, t, w, average, averaging, counts, means, scatters, regularization, step_size, hinge, wait,
          psi_m, psi_s):  # fmt: skip
    """Learn all rows of X in place; step_size 0 stands for 1/(lambda t). psi_m, psi_s (n,) receive w_t's losses."""
    n, p = X.shape
    deviation, spread = np.empty(p), np.empty(p)
    for row in range(n):
        t += 1
        x, y = X[row], signs[row]
        own = 1 if y > 0 else 0
        other = 1 - own
        eta = step_size if step_size > 0 else 1.0 / (regularization * t)
        decay = 1.0 - eta * regularization
        if wait and counts[other] == 0:
            psi_m[row] = psi_s[row] = np.nan
            for i in range(p):
                w[i] *= decay
        else:
            centre, scatter = means[other], scatters[other]
            mean, variance = 0.0, 0.0
            for i in range(p):
                deviation[i] = x[i] - centre[i]
                mean += w[i] * deviation[i]
                total = 0.0
                for j in range(p):
                    total += scatter[i, j] * w[j]
                spread[i] = total
                variance += total * w[i]
            share = 1.0 / max(counts[other], 1.0)
            b, variance = 1.0 - y * mean, max(share * variance, 0.0)
            psi_m[row], slope, curvature = psi_m_terms(b, variance)
            psi_s[row], half_slope, half_curvature = half_psi_s_terms(b, variance)
            if not hinge:
                slope, curvature = half_slope, half_curvature
            along, across = eta * slope * y, eta * curvature * share
            for i in range(p):
                w[i] = decay * w[i] + along * deviation[i] - across * spread[i]
        if averaging:
            for i in range(p):
                average[i] += 2.0 / (t + 1.0) * (w[i] - average[i])  # weights proportional to t
        add_example(x, own, counts, means, scatters, deviation)


class _MomentLearner(LinearOnlineLearner):
    """What the three variants share; `_hinge` chooses psi_M over psi_S/2.

    Attributes: coef_ (1, p), offset_, classes_ (2,), n_features_in_, n_samples_seen_.
    """

    paper = "Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithm 1"
    cost = "O(p²) time an example, O(p²) memory"
    one_pass = ("regularization", "step_size")
    _hinge = True

    def _start(self, X):
        p = X.shape[1]
        self._w, self._average = np.zeros(p), np.zeros(p)
        self._moments = ClassMoments(p)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        losses, moments = np.empty((2, len(X))), self._moments
        _pass(
            X, signs, self.n_samples_seen_, self._w, self._average, bool(self.average), moments.counts,
            moments.means, moments.scatters, self._decay(), self._step(), self._hinge, self._waits(),
            losses[0], losses[1],
        )  # fmt: skip
        return {"psi_M": losses[0], "psi_S": losses[1]}

    def _learn_many(self, X, signs, values):
        rates = {"regularization": self._decay(), "step_size": self._step()}
        for name, given in values.items():
            rates[name] = self._positives(name, given, or_zero=name == "regularization" and rates["step_size"] > 0)
        regularizations, step_sizes = (np.resize(rate, len(given)) for rate in rates.values())
        self.coef_, self._moments = learn_side_by_side(
            X, signs, regularizations, step_sizes, self._hinge, self._waits(), bool(self.average)
        )
        self._set_offset(self._moments.midpoint)

    def _decay(self) -> float:
        return 0.0 if self.regularization == 0 else self._positive("regularization")

    def _step(self) -> float:
        return self._positive("step_size")

    def _waits(self) -> bool:
        return self._one_of("first_rounds", FIRST_ROUNDS.choices) == "wait"

    def _settle(self):
        self.coef_ = (self._average if self.average else self._w)[None, :].copy()
        self._set_offset(self._moments.midpoint)

    def _nbytes(self):
        return self._w.nbytes + self._average.nbytes * bool(self.average) + self._moments.nbytes


class OAUCS(_MomentLearner):
    """OAUC-S, which is One-Pass AUC: the square surrogate psi_S/2 with a constant step.

    Parameters
    ----------
    regularization : float, lambda >= 0.
    step_size : float, eta > 0; eta lambda > 2 diverges. "theorem" is Theorem 5's step for the stream that fit or
        steps gets (regularization must be positive); partial_fit cannot know it.
    average : bool, predict with the average of the iterates, weights proportional to t.
    first_rounds : "wait" or "as printed", see the module.

    Attributes: step_size_, the number used; the others as in the module's other classes.
    """

    knobs = (REGULARIZATION, replace(STEP_SIZE, choices=(THEOREM,)), AVERAGE, FIRST_ROUNDS)
    _hinge = False

    def __init__(self, regularization=0.1, step_size=0.05, average=False, first_rounds="wait"):
        self.regularization = regularization
        self.step_size = step_size
        self.average = average
        self.first_rounds = first_rounds


    def fit(self, X, y):
        """Learn the rows of X (n, p) with labels y (n,) in one pass, in their order; errors as in OnlineLearner."""
        self._look_ahead(X, y)
        return super().fit(X, y)

    def steps(self, X, y, checkpoints=None, probes=()):
        """As OnlineLearner.steps; step_size "theorem" is that of the whole stream, wherever the checkpoints end."""
        self._look_ahead(X, y)
        yield from super().steps(X, y, checkpoints, probes)

    def _look_ahead(self, X, y) -> None:
        if self.step_size == THEOREM:
            X, y = self._check_training_data(X, y)
            self._set_classes(y)
            best = best_in_hindsight(X, self._signs(y), self.regularization, loss="psi_S/2")
            self._foreseen = theorem_step(self.regularization, float(best.loss[-1]))

    def _step(self):
        if not isinstance(self.step_size, str):
            self.step_size_ = self._positive("step_size")
        elif self._one_of("step_size", (THEOREM,)) and not hasattr(self, "_foreseen"):
            raise ValueError('step_size "theorem" looks at the whole stream beforehand: use fit, not partial_fit.')
        else:
            self.step_size_ = self._foreseen
        return self.step_size_


class OAUCMc(_MomentLearner):
    """OAUC-M_c: the second-order hinge surrogate psi_M with a constant step. Parameters as in OAUCS."""

    knobs = (REGULARIZATION, STEP_SIZE, AVERAGE, FIRST_ROUNDS)

    def __init__(self, regularization=0.1, step_size=0.05, average=False, first_rounds="wait"):
        self.regularization = regularization
        self.step_size = step_size
        self.average = average
        self.first_rounds = first_rounds


class OAUCM(_MomentLearner):
    """OAUC-M: the second-order hinge surrogate psi_M with eta_t = 1/(lambda t), so lambda is its only number.

    Parameters
    ----------
    regularization : float, lambda > 0.
    average : bool, predict with the average of the iterates, weights proportional to t.
    first_rounds : "wait" or "as printed", see the module.
    """

    knobs = (REGULARIZATION, AVERAGE, FIRST_ROUNDS)
    diverges = "Raise regularization or scale the features."
    one_pass = ("regularization",)

    def __init__(self, regularization=0.1, average=False, first_rounds="wait"):
        self.regularization = regularization
        self.average = average
        self.first_rounds = first_rounds

    def _decay(self):
        return self._positive("regularization")

    def _step(self):
        return 0.0  # stands for 1/(lambda t)
