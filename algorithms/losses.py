r"""Losses of one example against the opposite class: values and gradients.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss. For an example (x, y) and N examples
x_i of the opposite class the margins are c_i = y (f(x) - f(x_i)), with mean mu and (biased) variance s2.

    0-1            mean 1[c_i < 0], a tie counting 1/2
    pairwise hinge mean max(0, 1 - c_i)                      eq (4)
    psi_S          (1 - mu)^2 + s2                           eq (3), the mean pairwise square loss
    psi_M          (b + r) / 2,  b = 1 - mu, r = hypot(b, s) eq (8)

0-1 <= hinge <= psi_M always (Theorem 1), and 0 <= psi_M - max(0, 1 - mu) <= s / 2 (Lemma 3). psi_M is the largest
mean hinge loss of any distribution of margins with that mean and variance.

Every learner and every regret here uses psi_S / 2: the gradient printed as (13) is that of psi_S / 2.
For b < 0 the printed forms cancel; s2 / (2 (r - b)) and s2 / (2 r (r - b)) do not.
Cost: O(N) from margins, O(p^2) for a gradient from moments.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.compiled import compiled


def zero_one(margins: np.ndarray) -> np.ndarray:
    """Share of wrongly ranked pairs along the last axis; a tie counts 1/2, as in sklearn.metrics.roc_auc_score."""
    margins = np.asarray(margins)
    return np.mean((margins < 0) + 0.5 * (margins == 0), axis=-1)


def pairwise_hinge(margins: np.ndarray) -> np.ndarray:
    """Mean hinge loss max(0, 1 - c) along the last axis, eq (4)."""
    return np.mean(np.maximum(0.0, 1.0 - np.asarray(margins)), axis=-1)


def psi_s(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """Mean pairwise square loss from the margins' mean and variance, eq (3). Not halved."""
    return (1.0 - np.asarray(mean)) ** 2 + np.asarray(variance)


def psi_m(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """Second-order hinge surrogate from the margins' mean and variance, eq (8), without cancellation."""
    b, variance = np.broadcast_arrays(1.0 - np.asarray(mean, float), np.asarray(variance, float))
    r = np.hypot(b, np.sqrt(variance))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(b >= 0, (b + r) / 2, variance / (2 * (r - b)))


@compiled
def psi_m_terms(b, variance):
    """Value of psi_M and its two derivatives, as scalars, at b = 1 - mean.

    Returns (psi_M, slope, curvature) with slope = -d psi_M / d mean = (1 + b/r)/2 and curvature = 1/(2r), the factor
    of Sigma w in the gradient. At r = 0, where psi_M has a kink, the subgradient (1/2, 0) is taken.
    """
    r = math.sqrt(b * b + max(variance, 0.0))
    if not 1e-100 < r < 1e100:  # math.hypot is right everywhere, but would take a third of a learner's step
        r = math.hypot(b, math.sqrt(max(variance, 0.0)))
    if r == 0.0:
        return 0.0, 0.5, 0.0
    if b >= 0.0:
        return (b + r) / 2, (1 + b / r) / 2, 0.5 / r
    value = variance / (2 * (r - b))
    return value, value / r, 0.5 / r


@compiled
def half_psi_s_terms(b, variance):
    """Value of psi_S / 2 and its slope and curvature, as scalars, at b = 1 - mean (see psi_m_terms)."""
    return (b * b + variance) / 2, b, 1.0


def psi_m_gradient(w, x, y, mean, covariance) -> np.ndarray:
    """Gradient of psi_M in w, Lemma 4: -(1 + b/r)/2 y d + Sigma w / (2 r), d = x - mean.

    w, x, mean : (p,);  covariance : (p, p), biased;  y : -1 or +1.  Returns (p,).
    Where ||x|| <= 1 for all examples its norm is at most 1 + sqrt(1.25) (the paper prints 3).
    """
    return _moment_gradient(psi_m_terms, w, x, y, mean, covariance)


def half_psi_s_gradient(w, x, y, mean, covariance) -> np.ndarray:
    """Gradient of psi_S / 2 in w, eq (13): -(1 - mu) y d + Sigma w. Shapes as in psi_m_gradient."""
    return _moment_gradient(half_psi_s_terms, w, x, y, mean, covariance)


def _moment_gradient(terms, w, x, y, mean, covariance):
    deviation, spread = x - mean, covariance @ w
    _, slope, curvature = terms(1.0 - y * (w @ deviation), w @ spread)
    return curvature * spread - slope * y * deviation


def pairwise_hinge_gradient(w, x, y, opposite) -> np.ndarray:
    """Gradient in w of the mean pairwise hinge against the rows of `opposite` (N, p); 0 at a kink."""
    differences = y * (x - opposite)
    return -np.mean(differences * ((differences @ w) < 1.0)[:, None], axis=0)
