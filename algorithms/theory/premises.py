"""What the paper's statements assume, checked on a run: each with a sentence that gives the measured number.

Cost: O(T p); for the range of a kernel O(T^2 p), in blocks of rows.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.base import OnlineLearner
from algorithms.kernels import kernel_with
from algorithms.theory.regret import RegretCurve

SLACK = 1e-9  # rounding that a premise forgives
BLOCK = 256


class Premise(NamedTuple):
    """Whether an assumption holds, and a sentence with the number that tells."""

    holds: bool
    sentence: str


def unit_ball(X: np.ndarray) -> Premise:
    """||x|| <= 1 for all rows of X (T, p)."""
    norms = np.linalg.norm(X, axis=1)
    largest = float(norms.max())
    if largest <= 1.0 + SLACK:
        return Premise(True, f"All examples lie in the unit ball: the largest norm is {largest:.3g}.")
    outside = int((norms > 1.0 + SLACK).sum())
    share = f"{outside:,} of {len(X):,} examples lie"
    return Premise(False, f"{share} outside the unit ball: the largest norm is {largest:.3g}.")


def loss_is(curve: RegretCurve, loss: str) -> Premise:
    """Regret is measured in the loss the statement speaks of."""
    if curve.loss == loss:
        return Premise(True, f"The regret is measured in {loss}, as in the statement.")
    return Premise(False, f"The statement is about {loss}; this regret is measured in {curve.loss}.")


def own_regularization(curve: RegretCurve, learner: OnlineLearner) -> Premise:
    """The losses have the learner's own lambda."""
    own, losses = learner.regularization, curve.regularization
    same = math.isclose(own, losses, rel_tol=1e-12)
    return Premise(same, f"The learner's λ is {own:g}, that of the losses {losses:g}.")


def step_is(step: float, needed: float, hindsight_loss: float) -> Premise:
    """The constant step is Theorem 5's."""
    source = f"from L* = {hindsight_loss:.4g} in hindsight"
    if math.isclose(step, needed, rel_tol=1e-4):  # L* is known to some digits only
        return Premise(True, f"The step {step:.4g} is the theorem's, {source}.")
    return Premise(False, f"The step is {step:.4g}; the theorem's is {needed:.4g}, {source}.")


def harmonic_step(regularization: float, rounds: int) -> Premise:
    """eta_t = 1/(lambda t), which the learner takes by construction."""
    first, last = 1 / regularization, 1 / (regularization * rounds)
    return Premise(True, f"The step is 1/(λ t): {first:.3g} at the first example, {last:.3g} at the last.")


def plain_rounds(learner: OnlineLearner) -> tuple[Premise, ...]:
    """The weights are the iterates themselves, and rounds with nothing to compare with only decay them."""
    averages = getattr(learner, "average", False)
    waits = getattr(learner, "first_rounds", "wait") == "wait"
    weights = "the mean of its weights, not with the last" if averages else "its last weights"
    first = "waits" if waits else "compares with zeros, a loss that is no L_t"
    return (
        Premise(not averages, f"The learner predicts with {weights}."),
        Premise(waits, f"Until both classes have been seen the learner {first}."),
    )


def kernel_range(learner: OnlineLearner, X: np.ndarray) -> tuple[Premise, ...]:
    """k(x, x) <= 1 and k >= 0 over all pairs of rows of X (T, p)."""
    kernel = kernel_with(X, learner.kernel, learner.gamma_)
    diagonal, least = -np.inf, np.inf
    for start in range(0, len(X), BLOCK):
        block = kernel(X[start : start + BLOCK])
        diagonal = max(diagonal, float(block.diagonal(start).max()))
        least = min(least, float(block.min()))
    return (
        Premise(diagonal <= 1.0 + SLACK, f"The largest k(x, x) is {diagonal:.3g}, and may be 1 at most."),
        Premise(least >= -SLACK, f"The smallest k(x, z) is {least:.3g}, and may not be negative."),
    )


def nothing_dropped(learner: OnlineLearner, y: np.ndarray) -> Premise:
    """No buffer was ever full."""
    positives = int((np.asarray(y) > 0).sum())
    size, largest = learner.buffer_size, max(positives, len(y) - positives)
    if size is None or size >= largest:
        return Premise(True, f"No example was dropped: the larger class has {largest:,}.")
    return Premise(False, f"Buffers hold {size:,} examples of a class, and the larger has {largest:,}.")
