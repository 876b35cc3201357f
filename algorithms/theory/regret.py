r"""Regret: what a learner's rounds cost beyond the best fixed model of the same rounds.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, section 2:

    Regret_T = sum over t <= T of L_t(w_t)  -  min over w of the sum of L_t(w),    w_t before round t's update

A curve needs the best w of every horizon shown (see algorithms.hindsight). The loss is named, psi_M or
psi_S/2, and so is lambda; regrets in different losses or with different lambda are not comparable. Regret can
be negative: L_t changes with the statistics, a learner moves with it and a fixed w does not. Nothing is
clipped. Cost: O(T^2 p) for the learner's losses, O(T p) times some 20 for each horizon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from algorithms.base import OnlineLearner
from algorithms.hindsight import Hindsight, best_in_hindsight, check_loss
from algorithms.theory.iterates import Iterates, iterates
from algorithms.theory.rounds import RoundLosses, regularized, round_losses

HORIZONS = 25


class RegretCurve(NamedTuple):
    """Regret at H horizons, T rounds in all.

    loss : one of hindsight.LOSSES.  regularization : lambda of the losses.  horizons (H,).
    learner, best, regret (H,) : cumulative losses of learner and best fixed model, and their difference.
    regret_per_round (H,).  gap (H,) : the most by which best may be too large, and regret too small.
    rounds (T,) : L_t(w_t).  losses : each round's losses, lambda left out.  iterates : w_t (T, r), features.
    hindsight : the best weights at each horizon.
    """

    loss: str
    regularization: float
    horizons: np.ndarray
    learner: np.ndarray
    best: np.ndarray
    regret: np.ndarray
    regret_per_round: np.ndarray
    gap: np.ndarray
    rounds: np.ndarray
    losses: RoundLosses
    iterates: Iterates
    hindsight: Hindsight


def first_comparison(y: np.ndarray) -> int:
    """The round, from 1, in which both classes of y (T,) have been seen. Before it no round has a pair to lose."""
    return 1 + int(np.argmax(np.asarray(y) != y[0]))


def horizons_of(y: np.ndarray, count: int = HORIZONS) -> np.ndarray:
    """Up to `count` whole horizons to the end of the stream y (T,), in geometric steps.

    They start at 10, or where both classes have been seen, if that is later; there are two at least.
    """
    rounds = len(y)
    start = max(1, min(max(10, first_comparison(y)), rounds - 1))
    return np.unique(np.geomspace(start, rounds, count).round().astype(int))


def regret_curve(
    X: np.ndarray,
    y: np.ndarray,
    learner: OnlineLearner,
    loss: str = "psi_M",
    horizons: Sequence[int] | None = None,
    regularization: float | None = None,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> RegretCurve:
    """Play a learner over the stream X (T, p), y (T,) of -1 and +1 and measure its regret.

    horizons : ascending, None for horizons_of(y).  regularization : lambda of L_t, None for the learner's
    own. tell(done, total) hears of the work; what it raises ends it. Raises ValueError for a learner without
    a lambda of its own where none is given, for lambda 0, and for one that shows no weights; DivergenceError
    where it diverges.
    """
    check_loss(loss)
    signs, T = np.asarray(y, float), len(X)
    horizons = horizons_of(y) if horizons is None else np.asarray(horizons)
    weight = getattr(learner, "regularization", None) if regularization is None else regularization
    if weight is None:
        raise ValueError("This learner has no regularization; say which one the losses shall have.")
    work = T + len(horizons)
    played = iterates(learner, X, signs, lambda done, _: tell(done, work))
    losses = round_losses(played.coef, played.features, signs)
    rounds = regularized(losses, played.coef, weight, loss)
    features = played.features
    best = best_in_hindsight(features, signs, weight, horizons, loss, lambda done, _: tell(T + done, work))
    learned = np.cumsum(rounds)[horizons - 1]
    regret = learned - best.loss
    shares = regret / horizons
    curves = learned, best.loss, regret, shares, best.gap
    return RegretCurve(loss, float(weight), horizons, *curves, rounds, losses, played, best)


class Band(NamedTuple):
    """Lowest, middle and highest regret (H,) of some seeds, and how many there are."""

    low: np.ndarray
    middle: np.ndarray
    high: np.ndarray
    count: int


def band(curves: Sequence[RegretCurve]) -> Band:
    """The band that the regrets of some seeds fill. Raises ValueError unless their horizons are the same."""
    if not curves or any(not np.array_equal(curve.horizons, curves[0].horizons) for curve in curves):
        raise ValueError("A band needs curves with the same horizons.")
    regrets = np.array([curve.regret for curve in curves])
    return Band(regrets.min(axis=0), np.median(regrets, axis=0), regrets.max(axis=0), len(curves))
