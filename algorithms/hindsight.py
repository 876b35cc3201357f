r"""The best fixed model in hindsight: what regret compares a learner with.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, section 2. Round t compares
the example (x_t, y_t) with the examples of the other class seen before it, and costs a fixed w

    L_t(w) = lambda/2 ||w||^2 + psi(y_t w.(x_t - xbar_t), w' Sigma_t w),    psi one of psi_M and psi_S/2

(without psi while that class is unseen). Their sum F needs no covariance: with scores s_i = w.x_i it needs
running means and variances of s, and its gradient is X' pull + lambda T w, where pull_i = d F / d s_i is

    -slope_i y_i + sum over later t of the other class (slope_t y_t + curvature_t (s_i - mean_t)) / N_t.

Cost: O(T p) a value and gradient; some 20 of them a horizon by L-BFGS, each horizon starting at the one
before.

psi_M has kinks at r = 0, and a round with a single example of the other class is a plain hinge, so a gradient
need not vanish at the minimum. L-BFGS minimises F_epsilon, which has hypot(r, epsilon) for r. The gradients
of its terms are still those of affine functions below psi_M, which gives a dual bound: F(w) stands above its
minimum by at most

    sum r_t/2 (1 - r_t / hypot(r_t, epsilon)) + ||grad F_epsilon(w)||^2 / (2 lambda T),

the certificate that comes with every horizon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from algorithms.compiled import compiled
from algorithms.losses import half_psi_s_terms, psi_m_terms

LOSSES = ("psi_M", "psi_S/2")
PRECISION = 1e-7  # a round's share of the certificate that is good enough
SMOOTHING = (1e-4, 1e-5, 1e-6)  # values of epsilon, tried in turn


class Hindsight(NamedTuple):
    """The best fixed weights at each of H horizons.

    horizons (H,) numbers of rounds;  coef (H, p);  loss (H,), the sum of L_t(coef) over the horizon's rounds;
    gap (H,), how far that sum may stand above the minimum, at most.
    """

    horizons: np.ndarray
    coef: np.ndarray
    loss: np.ndarray
    gap: np.ndarray


@compiled
def _sweep(scores, signs, hinge, smoothing, pull):
    """The rounds' psi for a fixed model with these scores (T,); pull (T,) receives the derivative of their
    sum.

    Returns the sum and the certificate's first sum.
    """
    n, total, slack = scores.shape[0], 0.0, 0.0
    counts, means, squares = np.zeros(2), np.zeros(2), np.zeros(2)
    level, lift = np.zeros(n), np.zeros(n)
    for t in range(n):
        s, y = scores[t], signs[t]
        own = 1 if y > 0 else 0
        other = 1 - own
        pull[t] = 0.0
        if counts[other] > 0:
            b, variance = 1.0 - y * (s - means[other]), squares[other] / counts[other]
            if hinge:
                value, slope, curvature = psi_m_terms(b, variance + smoothing * smoothing)
                r = math.sqrt(b * b + variance)
                slack += max(0.0, r / 2 - r * r * curvature)
            else:
                value, slope, curvature = half_psi_s_terms(b, variance)
            total += value
            pull[t] = -slope * y
            lift[t] = curvature / counts[other]
            level[t] = slope * y / counts[other] - lift[t] * means[other]
        counts[own] += 1.0
        deviation = s - means[own]
        means[own] += deviation / counts[own]
        squares[own] += deviation * (s - means[own])
    levels, lifts = np.zeros(2), np.zeros(2)
    for t in range(n - 1, -1, -1):
        own = 1 if signs[t] > 0 else 0
        pull[t] += levels[1 - own] + scores[t] * lifts[1 - own]
        levels[own] += level[t]
        lifts[own] += lift[t]
    return total, slack


def _evaluate(w, X, signs, regularization, loss, smoothing=0.0):
    """Value, gradient and certificate of the smoothed sum over all rounds."""
    scores, pull, weight = X @ w, np.empty(len(X)), regularization * len(X)
    scores -= scores.mean()  # a common offset changes no pair; without it the sums keep their digits
    total, slack = _sweep(scores, signs, loss == "psi_M", smoothing, pull)
    gradient = (pull - pull.mean()) @ X + weight * w
    gap = slack + gradient @ gradient / (2 * weight) if weight else np.inf
    return total + weight / 2 * (w @ w), gradient, gap


def check_loss(loss: str) -> None:
    """Raise ValueError where `loss` is none of LOSSES."""
    if loss not in LOSSES:
        raise ValueError(f"loss must be one of {', '.join(LOSSES)}, not {loss!r}.")


def cumulative_loss(
    w: np.ndarray, X: np.ndarray, signs: np.ndarray, regularization: float, loss: str = "psi_M"
) -> tuple[float, np.ndarray]:
    """Sum over all T rounds of L_t(w), and its gradient (p,) in w.

    w (p,);  X (T, p) in stream order;  signs (T,) of -1 and +1;  loss : one of LOSSES, else ValueError.
    """
    check_loss(loss)
    return _evaluate(np.asarray(w, float), X, np.asarray(signs, float), regularization, loss)[:2]


def best_in_hindsight(
    X: np.ndarray,
    signs: np.ndarray,
    regularization: float,
    horizons: Sequence[int] | None = None,
    loss: str = "psi_M",
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Hindsight:
    """Minimise the sum of the first T rounds' losses for each T of `horizons` (ascending; None: the whole
    stream).

    X (n, p) in stream order;  signs (n,) of -1 and +1;  regularization : lambda > 0, or there may be no
    minimum. tell(done, total) hears of each horizon; what it raises ends the work. Raises ValueError for
    other values.
    """
    check_loss(loss)
    if not regularization > 0:
        raise ValueError(f"regularization must be positive, not {regularization!r}.")
    horizons = np.array([len(X)] if horizons is None else horizons, dtype=int)
    if len(horizons) == 0 or horizons.min() < 1 or horizons.max() > len(X):
        raise ValueError(f"horizons must lie between 1 and {len(X)}.")
    X, signs = X - X.mean(axis=0), np.asarray(signs, float)
    w, found = np.zeros(X.shape[1]), []
    for done, T in enumerate(horizons, start=1):
        w, gap = _minimise(w, X[:T], signs[:T], regularization, loss)
        found.append((w, _evaluate(w, X[:T], signs[:T], regularization, loss)[0], gap))
        tell(done, len(horizons))
    coef, losses, gaps = zip(*found, strict=True)
    return Hindsight(horizons, np.array(coef), np.array(losses), np.array(gaps))


def _minimise(start, X, signs, regularization, loss):
    """The minimiser and its certificate, from the mean loss: its scale does not depend on the horizon."""
    T, p = X.shape
    best, smallest = start, np.inf
    small = math.sqrt(2 * regularization * PRECISION / 10 / p)
    options = {"maxiter": 2_000, "maxcor": 50, "ftol": 1e-15, "gtol": small}
    for smoothing in SMOOTHING if loss == "psi_M" else (0.0,):

        def mean_loss(w, smoothing=smoothing):
            value, gradient, _ = _evaluate(w, X, signs, regularization, loss, smoothing)
            return value / T, gradient / T

        w = minimize(mean_loss, best, jac=True, method="L-BFGS-B", options=options).x
        gap = _evaluate(w, X, signs, regularization, loss, smoothing)[2]
        if gap < smallest:
            best, smallest = w, gap
        if smallest <= PRECISION * T:
            break
    return best, smallest
