r"""How nearly stationary TSGS3VM's twin is, beside what Theorem 2 allows.

Geng et al. 2019, Theorem 2. With step gamma = theta T^(-3/4), R(h) = 1/2 ||h||^2 + C mean_L l(h) + C* mean_U u(h), and
the kernel's norm,

    1/T sum_t E||grad R(h_t)||^2 <= E T^(-1/4) + F T^(-3/4)
    E = (R(h_1) - R*) / theta + theta M^2 M' (sqrt kappa + sqrt phi) kappa,    F = 2 theta M^2 L kappa

M = C M_l + C* M_u bounds the slopes, M' = C L' + C* U' their Lipschitz constants, L = 1 + M' kappa that of the
gradient, kappa = 1. Nobody knows R*; as no loss is negative, 0 in its place makes the bound larger only. A slope that
jumps, as every hinge's does, has no Lipschitz constant, and the theorem says nothing.
Assumption 2 prints that l and u are Lipschitz; the proof needs that of their slopes.

h is a sum of kernels at the training rows, so grad R is one too, with coefficients g, and its squared norm is g'Kg.
Cost: O(n^2) an iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import e, inf, sqrt
from typing import NamedTuple

import numpy as np

from algorithms.kernels import gaussian
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.random_features import ROW_GAMMA
from algorithms.semi_supervised import UNLABELLED
from algorithms.semi_supervised_svm.tsg import TSGS3VM
from algorithms.theory.twins import FEATURE_BOUND, Pursuit
from algorithms.unlabelled_losses import UNLABELLED_LOSSES

STEEPEST = {"hinge": 1.0, "logistic": 1.0, "symmetric hinge": 1.0, "square": 2.0, "ramp": 1.0,
            "Gaussian-like": sqrt(10 / e)}  # fmt: skip
BENT = {"logistic": 0.25, "Gaussian-like": 10.0}
"""Lipschitz constants of the slopes that have one: the largest second derivative, at 0 for both."""

MOST_ROWS = 300  # of each kind: the matrix of all pairs is needed


class Bound(NamedTuple):
    """The theorem's constants. start : R(h_1).  M, M' as slopes and bends, L as gradient; infinite where there is none.

    E, F as slow and fast: of T^(-1/4) and T^(-3/4).
    """

    start: float
    slopes: float
    bends: float
    gradient: float
    slow: float
    fast: float

    def at(self, T: np.ndarray) -> np.ndarray:
        T = np.asarray(T, float)
        return self.slow * T**-0.25 + self.fast * T**-0.75


def jumping(loss: str, unlabelled_loss: str) -> tuple[str, ...]:
    """Which of the two losses have slopes that jump, so that Theorem 2 does not cover them."""
    return tuple(name for name in (loss, unlabelled_loss) if name not in BENT)


def theorem_2(
    pursuit: Pursuit, loss: str = "logistic", unlabelled_loss: str = "Gaussian-like", unlabelled: bool = True
) -> Bound:
    """Theorem 2's constants at C = C* = 1/lambda; C* = 0 where there is nothing unlabelled."""
    C, theta, phi = 1.0 / pursuit.regularization, pursuit.theta, FEATURE_BOUND[pursuit.feature_map]
    at_zero = np.zeros(1), np.ones(1)
    start = float(MARGIN_LOSSES[loss].value(*at_zero)[0])
    slopes, bends = STEEPEST[loss], BENT.get(loss, inf)
    if unlabelled:
        start += float(UNLABELLED_LOSSES[unlabelled_loss].value(at_zero[0])[0])
        slopes, bends = slopes + STEEPEST[unlabelled_loss], bends + BENT.get(unlabelled_loss, inf)
    start, slopes, bends = C * start, C * slopes, C * bends
    slow = start / theta + theta * slopes**2 * bends * (1.0 + sqrt(phi))
    return Bound(start, slopes, bends, 1.0 + bends, slow, 2.0 * theta * slopes**2 * (1.0 + bends))


def some_rows(unlabelled: np.ndarray) -> np.ndarray:
    """Numbers of up to MOST_ROWS rows of each kind, evenly spaced in the stream."""
    kinds = np.flatnonzero(~unlabelled), np.flatnonzero(unlabelled)
    spread = (np.linspace(0, len(kind) - 1, min(len(kind), MOST_ROWS)).astype(int) for kind in kinds)
    return np.sort(np.concatenate([kind[rows] for kind, rows in zip(kinds, spread, strict=True)]))


def gradient_norms(learner: TSGS3VM, X, y, told: Callable[[int], None] = lambda t: None) -> np.ndarray:
    """||grad R(h_t)||^2 (T,) of the twin before each iteration t of a learner on X (n, p), y (n,), -1 for unlabelled.

    told is called before each iteration. Raises as the learner's `fit` does.
    """
    begun = learner.begin(X, y)
    rule, groups = begun.rule, begun.groups
    kernel = gaussian(rows := begun.rows.astype(float), rows, ROW_GAMMA)
    labelled, unlabelled = groups.labelled, groups.unlabelled
    beta, norms = np.zeros(len(rows)), np.empty(learner.max_iter)
    for t in range(1, learner.max_iter + 1):
        told(t)
        h, gradient = kernel @ beta, beta.copy()
        gradient[labelled] += rule.C * rule.loss.slope(h[labelled], rule.signs[labelled]) / len(labelled)
        if rule.unlabelled is not None:
            gradient[unlabelled] += rule.price(t) * rule.unlabelled_loss.slope(h[unlabelled]) / len(unlabelled)
        norms[t - 1] = gradient @ kernel @ gradient
        update = begun.descent.advance()
        beta *= update.decay
        np.add.at(beta, update.drawn, update.weights)
    return norms


class Stationarity(NamedTuple):
    """Means of ||grad R(h_t)||^2 over t <= T for each T (F,): each (S, F) for every seed; and the theorem's constants.

    jumping : the losses that the theorem does not cover.
    """

    iterations: np.ndarray
    each: np.ndarray
    constants: Bound
    jumping: tuple[str, ...]

    @property
    def measured(self) -> np.ndarray:
        """(F,): the mean over the seeds."""
        return self.each.mean(axis=0)

    @property
    def bound(self) -> np.ndarray:
        """(F,), infinite where a loss jumps."""
        return self.constants.at(self.iterations)


def sparse(marks: np.ndarray) -> np.ndarray:
    """Every third of some values of T, the last among them."""
    return marks[::-1][::3][::-1]


def stationarity(
    pursuit: Pursuit, loss: str, unlabelled_loss: str, X, y, seeds: Sequence[int],
    told: Callable[[int], None] = lambda t: None,
) -> Stationarity:  # fmt: skip
    """TSGS3VM's twin on X (n, p), y (n,), -1 for unlabelled, at every third of pursuit.marks.

    told is called before each iteration. Raises as the learner's `fit` does.
    """
    marks = sparse(pursuit.marks)
    losses = dict(loss=loss, unlabelled_loss=unlabelled_loss)
    means = [
        [gradient_norms(pursuit.estimator(T, seed).set_params(**losses), X, y, told).mean() for T in marks.tolist()]
        for seed in seeds
    ]
    bound = theorem_2(pursuit, loss, unlabelled_loss, unlabelled=bool((y == UNLABELLED).any()))
    return Stationarity(marks, np.array(means), bound, jumping(loss, unlabelled_loss))
