r"""Both sides of each statement of the paper, computed on a stream: the checks that `statements` lists.

Each takes X (n, p), y (n,) of -1 and +1 and lambda. Losses are those of each example against the other class,
by the scores (n,) of any learner, or without them by the weights that OAUC-M learns from the stream. Cost:
O(n^2) for losses, O(n p^2) for gradients; statements about kernels use at most KERNEL_ROWS examples, evenly
spaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from algorithms.losses import psi_m, psi_m_gradient
from algorithms.moments import ClassMoments
from algorithms.online.oauc import OAUCM, OAUCS
from algorithms.online_kernel.okauc import OKAUCM
from algorithms.theory import premises
from algorithms.theory.angle import PRINTED_LIMIT, SHARP_LIMIT
from algorithms.theory.bounds import bounds
from algorithms.theory.margins import MarginLosses, margin_losses, margins_of
from algorithms.theory.premises import Premise
from algorithms.theory.regret import regret_curve
from algorithms.theory.worst_case import finite_maximum, worst_case

KERNEL_ROWS = 300
ROUNDING = 1e-9


class Comparison(NamedTuple):
    """The sides of a statement: name -> array (k,), each at most the next; a sentence with the numbers;
    premises; the rounds (k,) that the sides are at, None where there is a number for each example.

    Where a premise fails the statement promises nothing, and `holds` only says what was found.
    """

    sides: Mapping[str, np.ndarray]
    sentence: str
    premises: tuple[Premise, ...] = ()
    rounds: np.ndarray | None = None

    @property
    def is_promised(self) -> bool:
        """Whether every premise holds, so that the statement covers these data."""
        return all(premise.holds for premise in self.premises)

    @property
    def holds(self) -> bool:
        """Whether no side exceeds the next, up to rounding."""
        return all(
            bool(np.all(low <= high + ROUNDING * (1.0 + np.abs(high))))
            for low, high in pairwise(self.sides.values())
        )


def learned_weights(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> np.ndarray:
    """The weights (p,) after OAUC-M has seen the stream once."""
    return OAUCM(regularization=regularization).fit(X, y).coef_[0]


def _losses(X, y, regularization, scores) -> list[MarginLosses]:
    scores = X @ learned_weights(X, y, regularization) if scores is None else scores
    return [margin_losses(margins_of(row, scores, y)) for row in range(len(y))]


def _field(found, name):
    return np.array([getattr(losses, name) for losses in found])


def theorem_1(
    X: np.ndarray, y: np.ndarray, regularization: float = 0.1, scores: np.ndarray | None = None
) -> Comparison:
    """0-1 <= hinge <= psi_M for each example."""
    found = _losses(X, y, regularization, scores)
    wrong, hinge, bound = (_field(found, name) for name in ("zero_one", "hinge", "psi_m"))
    sentence = (
        f"Over {len(y):,} examples the mean 0-1 loss is {wrong.mean():.3f}, the hinge {hinge.mean():.3f}, "
        f"ψ_M {bound.mean():.3f}."
    )
    return Comparison({"0-1": wrong, "hinge": hinge, "ψ_M": bound}, sentence)


def lemma_2(
    X: np.ndarray, y: np.ndarray, regularization: float = 0.1, scores: np.ndarray | None = None
) -> Comparison:
    """hinge <= the largest of n margins with that mean and variance <= psi_M, which two points attain."""
    found = _losses(X, y, regularization, scores)
    hinge, bound = _field(found, "hinge"), _field(found, "psi_m")
    moments = [(float(losses.mean), float(losses.variance)) for losses in found]
    others = np.where(y > 0, (y < 0).sum(), (y > 0).sum()).tolist()
    finite = np.array([finite_maximum(n, *pair).value for n, pair in zip(others, moments, strict=True)])
    attained = np.array([worst_case(*pair).hinge for pair in moments])
    sentence = (
        f"The worst n margins reach {(finite / bound)[bound > 0].min():.4f} of ψ_M or more; the worst two points "
        f"reach it to {np.abs(attained - bound).max():.0e}."
    )
    return Comparison({"hinge": hinge, "worst of n margins": finite, "ψ_M": bound}, sentence)


def lemma_3(
    X: np.ndarray, y: np.ndarray, regularization: float = 0.1, scores: np.ndarray | None = None
) -> Comparison:
    """0 <= psi_M - max(0, 1 - mean) <= deviation / 2 for each example."""
    found = _losses(X, y, regularization, scores)
    gap = _field(found, "psi_m") - np.maximum(0.0, 1.0 - _field(found, "mean"))
    half = np.sqrt(_field(found, "variance")) / 2
    share = np.divide(gap, half, out=np.zeros_like(gap), where=half > 0)
    sentence = f"The gap is between {share.min():.3f} and {share.max():.3f} of σ/2."
    return Comparison({"0": np.zeros(len(y)), "ψ_M − max(0, 1 − μ)": gap, "σ/2": half}, sentence)


def lemma_4(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> Comparison:
    """The gradient's length <= 1 + sqrt(1.25) <= 3 in the unit ball; its formula and convexity, numerically."""
    w = learned_weights(X, y, regularization)
    moments = ClassMoments(len(w)).add(X, y)
    other = np.random.default_rng(0).normal(size=len(w))
    other *= (np.linalg.norm(w) or 1.0) / np.linalg.norm(other)
    h, slopes, formulas, surplus, norms = 1e-5, [], [], [], []
    for x, sign in zip(X, y, strict=True):
        mean, covariance = moments.means[int(sign < 0)], moments.covariances[int(sign < 0)]
        at = [psi_m(sign * (v @ (x - mean)), max(v @ covariance @ v, 0.0))
              for v in (w, other, (w + other) / 2, w + h * other, w - h * other)]  # fmt: skip
        gradient = psi_m_gradient(w, x, sign, mean, covariance)
        norms.append(np.linalg.norm(gradient))
        formulas.append(gradient @ other)
        slopes.append((at[3] - at[4]) / (2 * h))
        surplus.append((at[0] + at[1]) / 2 - at[2])
    off = np.abs(np.subtract(slopes, formulas)).max() / max(np.abs(slopes).max(), 1e-300)
    sentence = (
        f"The longest gradient is {max(norms):.3f}; the formula differs from finite differences by {off:.0e}; "
        f"half way to random weights ψ_M lies below the chord by {min(surplus):.3g} or more."
    )
    ones = np.ones(len(y))
    sides = {"‖∇ψ_M‖": np.array(norms), "1 + √1.25": SHARP_LIMIT * ones, "3": PRINTED_LIMIT * ones}
    return Comparison(sides, sentence, (premises.unit_ball(X),))


def theorem_5(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> Comparison:
    """Regret of OAUC-S with the theorem's step, in psi_S/2, against the corrected bound."""
    return _bound(OAUCS(regularization=regularization, step_size="theorem"), X, y, "psi_S/2")


def theorem_6(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> Comparison:
    """Regret of OAUC-M in psi_M against 18 (1 + ln T)/lambda."""
    return _bound(OAUCM(regularization=regularization), X, y, "psi_M")


def lemma_7(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> Comparison:
    """The norm of OKAUC-M's f_t, Gaussian kernel, unlimited buffers, against (sqrt 2 + 1/2)/lambda."""
    return _bound(_unlimited(regularization), *_spaced(X, y), "psi_M", 0)


def theorem_8(X: np.ndarray, y: np.ndarray, regularization: float = 0.1) -> Comparison:
    """Regret of OKAUC-M, Gaussian kernel, unlimited buffers, against (2 sqrt 2 + 1)^2 (1 + ln T)/(2 lambda)."""
    return _bound(_unlimited(regularization), *_spaced(X, y), "psi_M", 1)


def _unlimited(regularization):
    return OKAUCM(regularization=regularization, buffer_size=None)


def _spaced(X, y):
    every = -(-len(y) // KERNEL_ROWS)
    return X[::every], y[::every]


def _bound(learner, X, y, loss, which=0):
    curve = regret_curve(X, y, learner, loss)
    found = bounds(curve, learner, X, y)[which]
    ratio = "" if np.isnan(found.ratio[-1]) else f", {_short(found.ratio[-1])} times as much"
    sentence = (
        f"After {curve.horizons[-1]:,} rounds the {found.quantity} is {_short(found.measured[-1])}, "
        f"the bound {_short(found.bound[-1])}{ratio}."
    )
    return Comparison(
        {found.quantity: found.measured, "bound": found.bound}, sentence, found.premises, curve.horizons
    )


def _short(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
