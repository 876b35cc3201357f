r"""Losses of a sample of margins, and what psi_M adds to the hinge.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, section 3. Margins c_i with
mean mu and (biased) variance s2; b = 1 - mu, r = hypot(b, s). Theorem 1: 0-1 <= hinge <= psi_M. Lemma 3:
0 <= psi_M - max(0, b) <= s/2, widest at mu = 1, so psi_M tends to the hinge as s goes to 0.

The proof in one picture: the parabola (1 + tau - c)^2 / (4 tau) lies above max(0, 1 - c) for every tau > 0
and touches it at 1 - tau and 1 + tau. Its mean over the sample, ((b + tau)^2 + s2) / (4 tau), knows only mu
and s2 and is smallest at tau = r, where it is psi_M. psi_M is the price of remembering only a mean and a
variance. Cost: O(n) for n margins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.losses import pairwise_hinge, psi_m, psi_s, zero_one

LOOSE, TIGHT = 0.5, 0.99  # shares of psi_M that the hinge reaches, for `judge`


class MarginLosses(NamedTuple):
    """Moments and losses of margins (..., n), each of shape (...).

    gap is psi_m - hinge, ratio is hinge / psi_m (1 where both are 0); half_psi_s is psi_S / 2.
    """

    mean: np.ndarray
    variance: np.ndarray
    zero_one: np.ndarray
    hinge: np.ndarray
    psi_m: np.ndarray
    half_psi_s: np.ndarray
    gap: np.ndarray
    ratio: np.ndarray


def margin_losses(margins: np.ndarray) -> MarginLosses:
    """All losses of margins (..., n) along the last axis. Raises ValueError for no margins."""
    margins = np.asarray(margins, float)
    if margins.shape[-1] == 0:
        raise ValueError("There is no example of the other class to compare with.")
    mean, variance, hinge = margins.mean(axis=-1), margins.var(axis=-1), pairwise_hinge(margins)
    bound, square = psi_m(mean, variance)[()], psi_s(mean, variance) / 2
    ratio = np.divide(hinge, bound, out=np.ones_like(bound), where=bound > 0)[()]
    return MarginLosses(mean, variance, zero_one(margins), hinge, bound, square, bound - hinge, ratio)


def margins_of(example: int, scores: np.ndarray, y: np.ndarray, seen: int | None = None) -> np.ndarray:
    """Margins y (s - s_i) of one example against the other class among the first `seen` rows (None: all).

    scores (n,), y (n,) of -1 and +1. Empty where that class has not been seen.
    """
    scores, y = np.asarray(scores, float), np.asarray(y)
    return y[example] * (scores[example] - scores[:seen][y[:seen] != y[example]])


def histogram(margins: np.ndarray, bins: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Counts (..., bins) of margins (..., n) and edges (bins + 1,), the same for all."""
    margins = np.asarray(margins, float)
    edges = np.histogram_bin_edges(margins, bins)
    counts = [np.histogram(row, edges)[0] for row in margins.reshape(-1, margins.shape[-1])]
    return np.reshape(counts, (*margins.shape[:-1], bins)), edges


def judge(ratio: float) -> str:
    """"loose" where the hinge is at most LOOSE of psi_M, "tight" where at least TIGHT, else "between"."""
    return "loose" if ratio <= LOOSE else "tight" if ratio >= TIGHT else "between"


def parabola(margins: np.ndarray, tau: float) -> np.ndarray:
    """The parabola (1 + tau - c)^2 / (4 tau) at each margin, for tau > 0: above max(0, 1 - c)."""
    return (1.0 + tau - np.asarray(margins)) ** 2 / (4.0 * tau)


def parabola_mean(mean: float, variance: float, tau: np.ndarray) -> np.ndarray:
    """Mean of that parabola over any sample with this mean and variance, at each tau > 0."""
    return ((1.0 - mean + tau) ** 2 + variance) / (4.0 * tau)


def best_tau(mean: float, variance: float) -> float:
    """The tau whose parabola has the smallest mean, psi_M: it is r (0 stands for the limit tau -> 0)."""
    return float(np.hypot(1.0 - mean, np.sqrt(variance)))


class Strip(NamedTuple):
    """Lemma 3 over means: hinge <= psi_m <= hinge + deviation / 2."""

    hinge: np.ndarray
    psi_m: np.ndarray
    top: np.ndarray


def strip(means: np.ndarray, deviation: float | np.ndarray) -> Strip:
    """Lemma 3's strip over `means` at a standard deviation (they broadcast): low edge, psi_M, high edge."""
    means, deviation = np.broadcast_arrays(np.asarray(means, float), np.asarray(deviation, float))
    hinge = np.maximum(0.0, 1.0 - means)
    return Strip(hinge, psi_m(means, deviation**2), hinge + deviation / 2)


class Punished(NamedTuple):
    """What psi_S / 2 charges for margins above 1: how many there are, the amount, its share of psi_S / 2."""

    count: int
    amount: float
    share: float


def punished_though_right(margins: np.ndarray) -> Punished:
    """The part of psi_S / 2 that comes from margins (n,) above 1, which the hinge lets go."""
    margins = np.asarray(margins, float)
    squares, right = (1.0 - margins) ** 2 / 2, margins > 1.0
    amount, total = float(squares[right].sum() / len(margins)), float(squares.mean())
    return Punished(int(right.sum()), amount, amount / total if total > 0 else 0.0)
