r"""How far a learner over random features is from its exact-kernel twin, beside what Theorem 1 allows.

Geng et al. 2019 (TSGS3VM), Theorem 1 and Remark 2; Dai et al. 2014 (DSG); Shi et al. 2019 (QSG-S2AUC). f_t and h_t
share their draws and slopes, so f_t - h_t is a sum of m independent errors of mean 0 in each iteration, and

    E|f(x) - h(x)|^2 <= M^2 (kappa + phi)^2 / m  sum_i (a_t^i)^2

with M a bound on an iteration's slopes, kappa = 1 on the kernel, phi on one frequency's product of features (1 for the
pair, 2 for the shifted map). The sum of squares is

    "constant"    step gamma = theta T^(-3/4), decay 1 - gamma    <= theta^2 T^(-1/2)                       Theorem 1
                                                                  <= gamma / (2 - gamma), about theta/2 T^(-3/4)
    "decreasing"  step 1 / (lambda (t + t_0)), all |a_t^i| alike  t / (lambda (t + t_0))^2 <= 1 / (lambda^2 t)

Every T of the constant step is a run of its own. Here C = C* = 1/lambda: a constant step of DSG is gamma/lambda, and
DSG is TSGS3VM at C* = 0. Neither balance nor ramp, as printed.
Cost: the learners', and O(k n) for the kernel between k points and n rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from algorithms import FROM_FEW_LABELS
from algorithms.exact_twin import Twin, exact_twin, theorem_1
from algorithms.random_feature_learner import iteration_checkpoints
from algorithms.theory.fits import Power, fit_power

TWINS = ("TSGS3VM", "DSG", "QSG-S2AUC")
CONSTANT, DECREASING = "constant", "decreasing"
STEPS_OF = {"TSGS3VM": (CONSTANT,), "DSG": (DECREASING, CONSTANT), "QSG-S2AUC": (DECREASING,)}
DELAYS = {"DSG": 1.0, "QSG-S2AUC": 6.0}  # lambda t_0, from the curvature of the loss
THETAS = (2.0, 3.0, 4.0)
RUNS = 18  # values of T on a constant step, each a run
FRAMES = 40
FEATURE_BOUND = {"pair": 1.0, "shifted": 2.0}


@dataclass(frozen=True)
class Pursuit:
    """What decides how f follows h.

    learner : one of TWINS.  step_rule : one of STEPS_OF[learner].  regularization : lambda.  theta : of the constant
    step.  n_components : m.  batch_size : rows of each kind that an iteration draws.  iterations : the longest T.
    """

    learner: str = "TSGS3VM"
    step_rule: str = CONSTANT
    gamma: float = 1.0
    regularization: float = 0.1
    theta: float = 3.0
    n_components: int = 4
    feature_map: str = "pair"
    batch_size: int = 32
    iterations: int = 1024

    def step(self, T: int) -> float:
        """gamma, the share of f that one iteration of a constant step replaces."""
        return self.theta * T**-0.75

    @property
    def delay(self) -> float:
        return DELAYS[self.learner] / self.regularization

    def estimator(self, T: int, seed: int):
        """The learner of T iterations, not fitted."""
        own = dict(gamma=self.gamma, max_iter=T, n_components=self.n_components, feature_map=self.feature_map,
                   batch_size=self.batch_size, random_state=seed)  # fmt: skip
        if self.learner == "TSGS3VM":
            own |= dict(C=1 / self.regularization, step_size=self.step(T), balance=False, ramp=0.0)
        else:
            own |= dict(regularization=self.regularization, delay=self.delay)
        if self.step_rule == CONSTANT and self.learner == "DSG":
            own |= dict(step_rule=CONSTANT, step_size=self.step(T) / self.regularization)
        return FROM_FEW_LABELS[self.learner](**own)

    @property
    def marks(self) -> np.ndarray:
        """The T that are looked at (F,). A constant step starts where f has left 0, from step T = 5 on."""
        if self.step_rule == DECREASING:
            return iteration_checkpoints(self.iterations, FRAMES)
        first = max(8, ceil((5 / self.theta) ** 4))
        return np.unique(np.rint(np.geomspace(first, self.iterations, RUNS)).astype(int))

    def allowed(self, slopes: float) -> tuple[np.ndarray, np.ndarray]:
        """Bounds on E|f - h|^2 (F,) for slopes M at C = 1: Theorem 1's or the limit 1/T, and the sharper one."""
        T, slopes, bound = self.marks.astype(float), slopes / self.regularization, FEATURE_BOUND[self.feature_map]
        if self.step_rule == CONSTANT:
            printed, sharper = theorem_1(slopes, self.theta, T, bound)
        else:
            printed = (slopes * (1.0 + bound)) ** 2 / T
            sharper = printed * (T / (T + self.delay)) ** 2
        return printed / self.n_components, sharper / self.n_components


def chase(
    pursuit: Pursuit, X, y, points: np.ndarray, seed: int, told: Callable[[int], None] = lambda run: None
) -> Twin:
    """A learner and its twin on X (n, p), y (n,), scored at points (k, p) after each of pursuit.marks.

    told is called after each run, with its number. Raises as the learner's `fit` does.
    """
    marks, found = pursuit.marks.tolist(), []
    for run, stops in enumerate([marks] if pursuit.step_rule == DECREASING else [[T] for T in marks]):
        found.append(exact_twin(pursuit.estimator(stops[-1], seed), X, y, points, stops))
        told(run)
    return Twin(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


class Convergence(NamedTuple):
    """E|f - h|^2 after each T (F,), the mean over the seeds: on average over the points, and where it is largest.

    each (S, F) : the average for each seed.  printed, sharper (F,) : what is allowed, as in Pursuit.allowed.
    slopes : M, at C = 1.  first : one seed's f and h.
    """

    iterations: np.ndarray
    average: np.ndarray
    largest: np.ndarray
    each: np.ndarray
    printed: np.ndarray
    sharper: np.ndarray
    slopes: float
    first: Twin

    def exponent(self, curve: np.ndarray) -> Power:
        """The power of T that a curve (F,) follows over the later half of the logarithmic axis."""
        T = np.log(self.iterations)
        late = (T[0] + T[-1]) / 2 <= T
        return fit_power(self.iterations[late], curve[late])


def convergence(pursuit: Pursuit, twins: Sequence[Twin]) -> Convergence:
    """What the twins of several seeds have in common."""
    squares = np.array([(twin.f - twin.h) ** 2 for twin in twins])
    slopes = max(float(twin.slopes[-1]) for twin in twins)
    if pursuit.learner == "TSGS3VM":
        slopes *= pursuit.regularization  # its prices C = 1/lambda are in them
    printed, sharper = pursuit.allowed(slopes)
    mean = squares.mean(axis=0)
    return Convergence(
        twins[0].iterations, mean.mean(axis=1), mean.max(axis=1), squares.mean(axis=2), printed, sharper, slopes,
        twins[0],
    )  # fmt: skip
