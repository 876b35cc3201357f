r"""The worst distribution of margins with a given mean and variance, and a way there.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Lemma 2. With b = 1 - mu and
r = hypot(b, s), the largest mean hinge loss is psi_M, attained by two points:

    mu - sqrt((1-q)/q) s = 1 - r  with probability q = (1 + b/r)/2,    mu + sqrt(q/(1-q)) s = 1 + r  else,

just where the best parabola above the hinge touches it. A sample of n points has shares k/n only, so its
maximum is max over k of (k b + sqrt(k (n-k)) s) / n <= psi_M.

The morph: as functions on (0, 1), the quantiles of a sample less mu, divided by s, have mean 0 and norm 1,
and so have those of the worst case. The arc of the great circle between two unit vectors stays on the sphere,
and mean 0 is a plane through its centre: every distribution on the way has mean mu and variance s2. Cost:
O(n) a step.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np


class TwoPoints(NamedTuple):
    """points (2,), the lower first, with probabilities weights (2,)."""

    points: np.ndarray
    weights: np.ndarray

    @property
    def hinge(self) -> float:
        """Mean hinge loss."""
        return float(self.weights @ np.maximum(0.0, 1.0 - self.points))


def two_points(mean: float, variance: float, share: float) -> TwoPoints:
    """Two points with this mean and variance, the lower one with probability `share` in (0, 1)."""
    odds, deviation = share / (1.0 - share), math.sqrt(variance)
    points = np.array([mean - deviation / math.sqrt(odds), mean + deviation * math.sqrt(odds)])
    return TwoPoints(points, np.array([share, 1.0 - share]))


def worst_case(mean: float, variance: float) -> TwoPoints:
    """The distribution whose mean hinge loss is psi_M: 1 - r with probability q, 1 + r with 1 - q."""
    b = 1.0 - mean
    r = math.hypot(b, math.sqrt(variance))
    if r == 0.0:
        return TwoPoints(np.ones(2), np.array([0.5, 0.5]))
    small = variance / (2.0 * r * (r + abs(b)))  # the rarer point, without cancellation
    weights = np.array([small, 1.0 - small] if b < 0 else [1.0 - small, small])
    return TwoPoints(np.array([1.0 - r, 1.0 + r]), weights)


class FiniteMaximum(NamedTuple):
    """The largest mean hinge loss of n points, k of them at the lower place; candidates (n + 1,) by k."""

    k: int
    value: float
    candidates: np.ndarray


def finite_maximum(n: int, mean: float, variance: float) -> FiniteMaximum:
    """The largest mean hinge loss of any n >= 1 margins with this mean and variance.

    k = 0: all samples cost nothing; k = n: all lie below 1 and cost 1 - mean. Raises ValueError for one
    margin with a variance.
    """
    if n < 1 or (n == 1 and variance > 0):
        raise ValueError("One margin has no variance; a sample with one needs two margins or more.")
    k = np.arange(n + 1)
    candidates = (k * (1.0 - mean) + np.sqrt(k * (n - k) * variance)) / n
    best = int(candidates.argmax())
    return FiniteMaximum(best, float(candidates[best]), candidates)


def finite_worst_case(n: int, mean: float, variance: float) -> TwoPoints:
    """Two points with weights k/n that attain `finite_maximum`; raises ValueError as it does."""
    k = finite_maximum(n, mean, variance).k
    if variance == 0:
        return TwoPoints(np.full(2, float(mean)), np.array([k / n, 1 - k / n]))
    return two_points(mean, variance, min(max(k, 1), n - 1) / n)


class Morph(NamedTuple):
    """positions (steps, m) of m atoms with weights (m,) and the mean hinge loss (steps,) of each step."""

    positions: np.ndarray
    weights: np.ndarray
    hinge: np.ndarray


def morph(margins: np.ndarray, steps: int = 31, finite: bool = False) -> Morph:
    """A path from margins (n,) to their worst case that keeps mean and variance.

    One atom of weight 1/n is split where the worst case needs a share q that is no k/n; with `finite` none
    is, and the path ends at the worst sample of n points. Raises ValueError for no margins.
    """
    margins = np.sort(np.asarray(margins, float))
    if len(margins) == 0:
        raise ValueError("A morph needs at least one margin.")
    n, mean, variance = len(margins), float(margins.mean()), float(margins.var())
    end = finite_worst_case(n, mean, variance) if finite else worst_case(mean, variance)
    edges = np.union1d(np.arange(n + 1) / n, end.weights[0])
    weights, middle = np.diff(edges), (edges[:-1] + edges[1:]) / 2
    start = margins[np.minimum(middle * n, n - 1).astype(int)]
    goal = end.points[(middle > end.weights[0]).astype(int)]
    cosine = weights @ ((start - mean) * (goal - mean)) / variance if variance > 0 else 1.0
    angle, way = math.acos(min(cosine, 1.0)), np.linspace(0.0, 1.0, steps)[:, None]
    if angle < 1e-7:  # already there, to the last digits
        positions = np.broadcast_to(start, (steps, len(start)))
    else:
        arc = np.sin((1 - way) * angle) * (start - mean) + np.sin(way * angle) * (goal - mean)
        positions = mean + arc / math.sin(angle)
    return Morph(positions, weights, np.maximum(0.0, 1.0 - positions) @ weights)

