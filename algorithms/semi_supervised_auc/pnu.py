r"""PNU-AUC: semi-supervised AUC from positive, negative and unlabelled points with a known class prior.

Sakai, Niu, Sugiyama 2018: Semi-Supervised AUC Optimization Based on Positive-Unlabeled Learning. The risk of `risk`
with trade-off eta, solved as SAMULT is. eta = 0 is supervised (PN), eta = 1 uses positives and unlabelled points only
(PU), eta = -1 negatives and unlabelled points only (NU).

The subtracted pairs (P against P, or N against N) make the sample risk unbounded below where they outweigh the others,
which needs pi > 1/2 for PU and pi < 1/2 for NU: lambda is raised then until a minimum exists, with a warning.
Cost: as SAMULT, and a few dozen products with K where pairs are subtracted.
"""

from __future__ import annotations

import warnings
from typing import ClassVar

import numpy as np

from algorithms.base import GAMMA, REGULARIZATION, Knob
from algorithms.semi_supervised import rate_of_positives
from algorithms.semi_supervised_auc.risk import PairRisk, pnu_weights
from algorithms.semi_supervised_auc.samult import KERNEL, SOLVER, KernelPairLearner

TRADE_OFF = Knob("trade_off", 0.5, "0 counts labelled pairs only, 1 is PU, -1 is NU", "η", -1.0, 1.0)
POSITIVE_RATE = Knob(
    "positive_rate", "labelled", "Class prior: share of positives among the unlabelled", "π", 0.01, 0.99,
    choices=("labelled",),
)  # fmt: skip


class PNUAUC(KernelPairLearner):
    """PNU-AUC, with PU-AUC and NU-AUC as its ends.

    Parameters
    ----------
    regularization : float, lambda > 0; regularization_ is what was needed.
    trade_off : float in [-1, 1], eta.
    positive_rate : float in (0, 1), pi, or "labelled": the labelled points' share of positives.
    gamma : float > 0 or "scale", of the kernel.  kernel : "rbf" or "linear".
    solver : "conjugate gradient" or "dense".  tol : float, relative residual to stop at.  max_iter : int, iterations.
    """

    knobs = (REGULARIZATION, TRADE_OFF, POSITIVE_RATE, GAMMA, KERNEL, SOLVER)
    paper = "Sakai, Niu, Sugiyama 2018: Semi-Supervised AUC Optimization Based on Positive-Unlabeled Learning"
    cost = "O(n² p) time with conjugate gradients, O(n³) dense; O(n²) memory"
    without_unlabelled: ClassVar = {"trade_off": 0.0}

    def __init__(self, regularization=0.1, trade_off=0.5, positive_rate="labelled", gamma="scale", kernel="rbf",
                 solver="conjugate gradient", tol=1e-8, max_iter=1000):  # fmt: skip
        self.regularization = regularization
        self.trade_off = trade_off
        self.positive_rate = positive_rate
        self.gamma = gamma
        self.kernel = kernel
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter

    def _weights(self, groups):
        return pnu_weights(self.trade_off, rate_of_positives(self.positive_rate, groups))

    def _ridge(self, points, K, risk):
        needed = 0.0
        if not risk.convex:
            lowest = lowest_linear_curvature(points, risk) if K is None else lowest_curvature(K, risk)
            needed = -2.02 * lowest
        if needed > self.regularization:
            warnings.warn(
                f"At regularization {self.regularization:.3g} the risk has no minimum, as more pairs are subtracted "
                f"than added; {needed:.3g} is used instead. A smaller |trade_off| avoids this.",
                RuntimeWarning,
                stacklevel=4,
            )
        return float(max(self.regularization, needed))


def lowest_linear_curvature(X: np.ndarray, risk: PairRisk) -> float:
    """The lowest eigenvalue of X'Q X for points X (n, p)."""
    return float(np.linalg.eigvalsh(X.T @ risk.product(X)).min())


def lowest_curvature(K: np.ndarray, risk: PairRisk, steps: int = 30) -> float:
    """The lowest eigenvalue of Q K where it is negative (lambda must exceed -2 times it), by Lanczos's method.

    Q K is self-adjoint in <a, K b>. Negative eigenvalues stand apart from the many near 0, so few steps find them.
    """
    basis = np.empty((min(steps, len(K)), len(K)))
    images, projected = np.empty_like(basis), np.zeros((len(basis), len(basis)))
    vector = np.cos(np.arange(len(K)))  # no eigenvector, and the same every time
    image = K @ vector
    for j in range(len(basis)):
        length = np.sqrt(max(vector @ image, 0.0))
        if length < 1e-10:
            break
        basis[j], images[j] = vector / length, image / length
        vector = risk.product(images[j])
        projected[: j + 1, j] = images[: j + 1] @ vector
        for _ in range(2):  # twice is enough to keep the basis orthogonal
            vector = vector - (images[: j + 1] @ vector) @ basis[: j + 1]
        image = K @ vector
    return float(np.linalg.eigvalsh(projected, UPLO="U").min())
