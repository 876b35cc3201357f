"""What the machines with an exact kernel matrix share: BLS3VM and S3VMlight solve a sequence of quadratic programmes.

With balance the kernel is centred on the unlabelled points, k~(x, z) = <phi(x) - phibar_U, phi(z) - phibar_U>, and the
offset is 2 r - 1: the mean score of the unlabelled is 2 r - 1 for any coefficients, and the programme has no equality.
Without balance the offset is free, as in any support vector machine. Cost: O(n^2 p) time and O(n^2) memory for K.
"""

from __future__ import annotations

import time
import warnings
from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from algorithms.kernels import ExpansionScores, gamma_of, gaussian
from algorithms.semi_supervised import Members, check_counts, members, rate_of_positives
from algorithms.semi_supervised_svm.dual import feasible, solve_box, solve_zero_sum
from algorithms.semi_supervised_svm.objective import S3VM

MAX_MOVES = 10_000_000


class Loss(NamedTuple):
    """Each point's loss in the terms of `dual`, arrays (n,)."""

    target: np.ndarray
    low: np.ndarray
    high: np.ndarray
    ridge: np.ndarray

    @classmethod
    def hinge(cls, y: np.ndarray, price: np.ndarray) -> Loss:
        """price * max(0, 1 - y f) for y (n,) of -1 and +1 and price (n,) >= 0."""
        return cls(y, np.minimum(0.0, y * price), np.maximum(0.0, y * price), np.zeros(len(y)))


class Round(NamedTuple):
    """One solved programme: coefficients theta (n,), scores f (n,), offset, and the objective that rounds lower."""

    theta: np.ndarray
    scores: np.ndarray
    offset: float
    objective: float


class Machine:
    """1/2 ||f||^2 + losses over points with kernel matrix K (n, n). Each solution starts from the last one.

    offset : f's where balance gives it; None where it is free, and then learned.
    """

    def __init__(self, K: np.ndarray, offset: float | None, tol: float):
        self.K, self.tol, self.free = K, tol, offset is None
        self.theta, self.product, self.offset = np.zeros(len(K)), np.zeros(len(K)), offset or 0.0

    def solve(self, loss: Loss) -> np.ndarray:
        """The scores f (n,) at the minimum, to a violation of tol. Warns with ConvergenceWarning where it gives up."""
        theta = feasible(self.theta, loss.low, loss.high, self.free)
        if len(moved := np.flatnonzero(theta != self.theta)):
            self.product = self.product + self.K[:, moved] @ (theta - self.theta)[moved]
        target = loss.target if self.free else loss.target - self.offset
        gradient = self.product + loss.ridge * theta - target
        problem = self.K, loss.ridge, target, loss.low, loss.high, theta, gradient, self.tol, MAX_MOVES
        if self.free:
            moves, self.offset = solve_zero_sum(*problem)
        else:
            moves = solve_box(*problem)
        if moves < 0:
            warnings.warn("A quadratic programme was left unsolved. Lower C.", ConvergenceWarning, stacklevel=2)
        self.theta, self.product = theta, gradient + target - loss.ridge * theta
        return self.product + self.offset

    def round(self, losses: float) -> Round:
        """The last solution; `losses` is what its points cost."""
        return Round(self.theta, self.product + self.offset, self.offset, self.theta @ self.product / 2 + losses)


class Centring:
    """Centres a kernel matrix K (n, n) in place on the points marked by `held` (n,)."""

    def __init__(self, K: np.ndarray, held: np.ndarray):
        self.held, self.means = held, K[:, held].mean(axis=1)
        self.mean = self.means[held].mean()
        K -= self.means
        K -= self.means[:, None]
        K += self.mean

    def undo(self, theta: np.ndarray) -> tuple[np.ndarray, float]:
        """beta (n,) and c with sum theta_i k~(x_i, .) = sum beta_i k(x_i, .) + c."""
        total = theta.sum()
        return theta - total * self.held / self.held.sum(), float(total * self.mean - theta @ self.means)


class ExactS3VM(S3VM):
    """Base of BLS3VM and S3VMlight; a subclass gives `_rounds`.

    Attributes: support_ (m,) row numbers, support_vectors_ (m, p), dual_coef_ (1, m), offset_, gamma_, n_iter_
    (rounds), classes_, n_features_in_.
    """

    unit = "round"
    cost = "O(n² p) time for the kernel, O(n) a move of the solver; O(n²) memory"

    @abstractmethod
    def _rounds(self, machine: Machine, signs: np.ndarray, rate: float) -> Iterator[Round]:
        """Solve and yield, again and again. signs (n,), 0 for unlabelled, in the machine's order; rate is r."""

    def steps(self, X, y, checkpoints=None, probes=()):
        """Learn X (n, p), y (n,) with -1 for unlabelled, yielding at checkpoints (rounds; None is all) and at the end.

        Yields (t, scores, snapshot) as all learners do. Warns with ConvergenceWarning where max_iter did not suffice.
        Raises as `fit` does.
        """
        X, signs = self._prepare(X, y)
        check_counts(max_iter=self.max_iter)
        began = time.perf_counter()
        groups = members(X, signs)
        points, ordered = X[groups.all], signs[groups.all]
        self.gamma_ = gamma_of(self.gamma, X)
        K = gaussian(points, points, self.gamma_)
        centring = Centring(K, ordered == 0 if len(groups.unlabelled) else ordered != 0) if self.balance else None
        machine = Machine(K, self._target(groups) if self.balance else None, self.tol)
        expansions = [ExpansionScores(self._checked(P, reset=False), len(K), "rbf", self.gamma_) for P in probes]
        rounds = self._rounds(machine, ordered, rate_of_positives(self.positive_rate, groups))
        following, seconds, t = next(rounds), time.perf_counter() - began, 0
        while following is not None and t < self.max_iter:
            t, state, began = t + 1, following, time.perf_counter()
            following = next(rounds, None)  # known now, so that the last round is yielded whatever the checkpoints
            if checkpoints is None or t in checkpoints or following is None or t == self.max_iter:
                self.n_iter_ = t
                beta = self._settle(state, centring, points, groups)
                yield t, [scores(slice(None), groups.all, points, beta) - self.offset_ for scores in expansions], {
                    **self._snapshot(state, groups), "seconds": seconds, "bytes": K.nbytes + points.nbytes,
                }  # fmt: skip
            seconds += time.perf_counter() - began
        if following is not None:
            warnings.warn(f"Stopped after max_iter = {t} rounds.", ConvergenceWarning, stacklevel=2)

    def _settle(self, state: Round, centring: Centring | None, points: np.ndarray, groups: Members) -> np.ndarray:
        beta, constant = (state.theta, 0.0) if centring is None else centring.undo(state.theta)
        used = beta != 0
        self.support_, self.support_vectors_ = groups.all[used], points[used]
        self.dual_coef_ = beta[used][None, :]
        self.offset_ = -float(state.offset + constant)
        return beta

    def _snapshot(self, state: Round, groups: Members) -> dict:
        used, pull = np.flatnonzero(state.theta), np.zeros(len(state.theta))
        if size := len(groups.unlabelled):
            pull[groups.unlabelled] = size * state.theta[-size:]
        return {
            "offset": self.offset_, "support": groups.all[used], "weight": state.theta[used], "pull": pull,
            "objective": state.objective,
        }  # fmt: skip

    def _scores(self, X):
        return gaussian(X, self.support_vectors_, self.gamma_) @ self.dual_coef_[0]
