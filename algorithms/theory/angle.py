r"""One example against the other class while the weights turn: margins, losses, gradients.

w turns in the plane of w and y (x - xbar), xbar the other class's mean: positive angles turn towards the
direction that raises the mean margin. Its length stays, so only the direction tells.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Lemma 4: where ||x|| <= 1,
||grad psi_M|| <= Phi ||x - xbar|| + phi ||Sigma w|| / s <= 3, each part at its largest. In the ball
||Sigma w|| <= s, and Phi = (1 + sin a)/2 with phi = cos a / 2, so it is at most 1 + sqrt(1.25) = 2.118. Where
norms reach R both grow R-fold. Cost: O(A N p) for A angles and N examples of the other class.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.losses import half_psi_s_gradient, pairwise_hinge_gradient, psi_m_gradient
from algorithms.theory.margins import MarginLosses, margin_losses

PRINTED_LIMIT = 3.0
SHARP_LIMIT = 1.0 + math.sqrt(1.25)


class Turn(NamedTuple):
    """What an example costs at A angles.

    degrees (A,);  weights (A, p);  margins (A, N);  losses : arrays (A,);  gradient (A, p) of psi_M;
    psi_m_norm, half_psi_s_norm, hinge_norm (A,), lengths of the gradients;  radius : the largest ||x|| of the
    example and the other class. Lemma 4 speaks of radius <= 1; the sharp limit for this radius is radius *
    SHARP_LIMIT.
    """

    degrees: np.ndarray
    weights: np.ndarray
    margins: np.ndarray
    losses: MarginLosses
    gradient: np.ndarray
    psi_m_norm: np.ndarray
    half_psi_s_norm: np.ndarray
    hinge_norm: np.ndarray
    radius: float

    @property
    def in_unit_ball(self) -> bool:
        """Whether Lemma 4's premise holds."""
        return self.radius <= 1.0 + 1e-12


def turn(w: np.ndarray, x: np.ndarray, y: float, opposite: np.ndarray, degrees: np.ndarray) -> Turn:
    """Turn w (p,) by each of `degrees` (A,) and compare x (p,) of class y with the rows of `opposite` (N, p).

    Raises ValueError for one feature, for w = 0 and for an empty other class.
    """
    w, x, opposite, degrees = (np.asarray(part, float) for part in (w, x, opposite, degrees))
    if len(w) < 2 or not np.any(w):
        raise ValueError("To turn, weights need a direction: two features at least, and not all weights 0.")
    if len(opposite) == 0:
        raise ValueError("There is no example of the other class to compare with.")
    mean, covariance = opposite.mean(axis=0), np.cov(opposite, rowvar=False, bias=True)
    radians, length = np.radians(degrees)[:, None], np.linalg.norm(w)
    weights = np.cos(radians) * w + np.sin(radians) * length * _across(w, y * (x - mean))
    margins = y * (weights @ x)[:, None] - y * (weights @ opposite.T)
    gradient = np.array([psi_m_gradient(v, x, y, mean, covariance) for v in weights])
    square = np.array([half_psi_s_gradient(v, x, y, mean, covariance) for v in weights])
    hinge = np.array([pairwise_hinge_gradient(v, x, y, opposite) for v in weights])
    norms = (np.linalg.norm(g, axis=1) for g in (gradient, square, hinge))
    radius = float(np.linalg.norm(np.vstack([x, opposite]), axis=1).max())
    return Turn(degrees, weights, margins, margin_losses(margins), gradient, *norms, radius)


def farthest(X: np.ndarray) -> int:
    """The row of X (n, p) with the largest norm, where a gradient has most room to be long."""
    return int(np.einsum("ij,ij->i", X, X).argmax())


def _across(w: np.ndarray, towards: np.ndarray) -> np.ndarray:
    """Unit vector orthogonal to w: the part of `towards`, or of the axis least along w where that is none."""
    for direction in (towards, np.eye(len(w))[np.abs(w).argmin()]):
        part = direction - (direction @ w) / (w @ w) * w
        if (size := np.linalg.norm(part)) > 1e-9 * np.linalg.norm(direction):
            return part / size
    raise AssertionError("the axis least along w is never parallel to it")
