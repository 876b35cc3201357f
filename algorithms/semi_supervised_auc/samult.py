r"""SAMULT: the exact kernel solution of semi-supervised AUC with square loss, which QSG-S2AUC approaches.

Xie and Li 2018: Semi-Supervised AUC Optimization without Guessing Labels of Unlabeled Data. With
f = sum beta_i k(x_i, .) over all points, minimise lambda/2 ||f||^2 + the risk (8) of `risk`:

    (lambda I + 2 Q K) beta = 2 q

    "dense"               Q applied as a diagonal plus rank 3, then elimination: O(n^3), as in the paper
    "conjugate gradient"  the operator is self-adjoint in the inner product <a, K b>; one product with K an iteration
                          and about a dozen iterations, as nearly all eigenvalues are close to lambda: O(n^2)

The right side knows nothing of the unlabelled points: q = w_P - w_N for any trade-off. With the linear kernel
f(x) = w . x, and (lambda I + 2 X'Q X) w = 2 X'q is solved instead.
Cost: O(n^2 p) for K, then as above, O(n^2) memory; linear O(n p^2 + p^3), O(p^2) memory.
"""

from __future__ import annotations

import time
import warnings
from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from scipy.linalg import solve
from sklearn.exceptions import ConvergenceWarning

from algorithms.base import GAMMA, REGULARIZATION, Knob
from algorithms.kernels import KERNELS, gamma_of, gaussian
from algorithms.semi_supervised import SemiSupervisedLearner, check_counts, members, midpoint
from algorithms.semi_supervised_auc.qsg import TRADE_OFF
from algorithms.semi_supervised_auc.risk import PairRisk, pull, semi_supervised_weights

SOLVERS = ("conjugate gradient", "dense")
KERNEL = Knob("kernel", "rbf", "Gaussian, or the features themselves", choices=KERNELS)
SOLVER = Knob("solver", "conjugate gradient", "How the linear system is solved; both give the same", choices=SOLVERS)


def solve_dense(K: np.ndarray, risk: PairRisk, regularization: float) -> np.ndarray:
    """beta (n,) by elimination."""
    system = 2.0 * risk.product(K)
    system[np.diag_indices_from(system)] += regularization
    return solve(system, 2.0 * risk.linear, overwrite_a=True, check_finite=False)


def solve_linear(X: np.ndarray, risk: PairRisk, regularization: float) -> np.ndarray:
    """w (p,) for points X (n, p) themselves."""
    system = 2.0 * X.T @ risk.product(X)
    system[np.diag_indices_from(system)] += regularization
    return solve(system, 2.0 * X.T @ risk.linear, assume_a="sym", check_finite=False)


def solve_by_conjugate_gradients(K, risk: PairRisk, regularization, tol, max_iter) -> tuple[np.ndarray, int, float]:
    """beta (n,), the iterations it took, and its residual in the norm of K relative to that of 0."""
    beta = np.zeros(len(K))
    residual = 2.0 * risk.linear
    image = K @ residual
    direction, direction_image = residual.copy(), image.copy()
    square = first = residual @ image
    if not first > 0:  # all points are one to the kernel: f = 0
        return residual / regularization, 1, 0.0
    iterations = 0
    while iterations < max_iter:
        iterations += 1
        applied = regularization * direction + 2.0 * risk.product(direction_image)
        step = square / (direction_image @ applied)
        beta += step * direction
        residual -= step * applied
        image = K @ residual
        square, before = residual @ image, square
        if not square > tol**2 * first:
            break
        direction = residual + (square / before) * direction
        direction_image = image + (square / before) * direction_image
    return beta, iterations, float(np.sqrt(max(square, 0.0) / first))


class KernelPairLearner(SemiSupervisedLearner):
    """Base of the closed-form kernel learners: a risk, one linear system.

    Attributes: support_vectors_ (n, p) and dual_coef_ (1, n), or coef_ (1, p) with the linear kernel; offset_, gamma_,
    regularization_, n_iter_, classes_, n_features_in_.
    """

    family = "semi-supervised AUC"
    unit = "round"

    @abstractmethod
    def _weights(self, groups) -> Mapping[str, float]:
        """kappa of the risk. Raises ValueError for parameters out of range."""

    def _ridge(self, points: np.ndarray, K: np.ndarray | None, risk: PairRisk) -> float:
        """The lambda to solve with. K is None with the linear kernel."""
        return float(self.regularization)

    def steps(self, X, y, checkpoints=None, probes=()):
        """Solve for X (n, p), y (n,) with -1 for unlabelled, and yield once: (1, scores on each probe, snapshot).

        Warns with ConvergenceWarning where conjugate gradients stop at max_iter. Raises as `fit` does.
        """
        X, signs = self._prepare(X, y)
        self._positive("regularization")
        self._one_of("solver", SOLVERS)
        linear = self._one_of("kernel", KERNELS) == "linear"
        check_counts(max_iter=self.max_iter)
        began = time.perf_counter()
        groups = members(X, signs)
        weights = self._weights(groups)
        risk = PairRisk(weights, groups.sizes)
        self.gamma_ = gamma_of(self.gamma, X)
        points = X[groups.all]
        K = None if linear else gaussian(points, points, self.gamma_)
        self.regularization_ = self._ridge(points, K, risk)
        scores = self._solve(points, K, risk)
        self.offset_ = midpoint(scores[: len(groups.labelled)], groups)
        seconds = time.perf_counter() - began
        yield 1, [self.decision_function(P) for P in probes], {
            "offset": self.offset_, "pull": pull(weights, scores, groups), "seconds": seconds,
            "bytes": points.nbytes + (8 * X.shape[1] ** 2 if K is None else K.nbytes),
        }  # fmt: skip

    def _solve(self, points, K, risk):
        """Set the coefficients; return the scores of the points."""
        self.n_iter_ = 1
        if K is None:
            self.coef_ = solve_linear(points, risk, self.regularization_)[None, :]
            return points @ self.coef_[0]
        if self.solver == "dense":
            beta = solve_dense(K, risk, self.regularization_)
        else:
            beta, self.n_iter_, left = solve_by_conjugate_gradients(
                K, risk, self.regularization_, self.tol, self.max_iter
            )
            if left > self.tol:
                warnings.warn(
                    f"Conjugate gradients left {left:.1e} of the residual after {self.max_iter} iterations. "
                    "Raise max_iter or regularization.", ConvergenceWarning, stacklevel=3,
                )  # fmt: skip
        self.support_vectors_, self.dual_coef_ = points, beta[None, :]
        return K @ beta

    def _scores(self, X):
        if self.kernel == "linear":
            return X @ self.coef_[0]
        return gaussian(X, self.support_vectors_, self.gamma_) @ self.dual_coef_[0]


class SAMULT(KernelPairLearner):
    """The exact solution that QSG-S2AUC approaches; needs no class prior.

    Parameters
    ----------
    regularization : float, lambda > 0.
    trade_off : float in [0, 1], gamma of QSG's eq (8); 1 ignores the unlabelled rows.
    gamma : float > 0 or "scale", of the kernel.  kernel : "rbf" or "linear".
    solver : "conjugate gradient" or "dense".  tol : float, relative residual to stop at.  max_iter : int, iterations.
    """

    knobs = (REGULARIZATION, TRADE_OFF, GAMMA, KERNEL, SOLVER)
    paper = "Xie and Li 2018: Semi-Supervised AUC Optimization without Guessing Labels of Unlabeled Data"
    cost = "O(n² p) time with conjugate gradients, O(n³) dense; O(n²) memory"
    without_unlabelled: ClassVar = {"trade_off": 1.0}

    def __init__(self, regularization=0.1, trade_off=0.5, gamma="scale", kernel="rbf", solver="conjugate gradient",
                 tol=1e-8, max_iter=1000):  # fmt: skip
        self.regularization = regularization
        self.trade_off = trade_off
        self.gamma = gamma
        self.kernel = kernel
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter

    def _weights(self, groups):
        return semi_supervised_weights(self.trade_off)
