"""What measurements over several seeds amount to, in a word."""

from __future__ import annotations

import numpy as np

ENOUGH = 2  # standard errors
TOLERANCE = 0.2  # share of a figure by which it may be missed


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Mean and standard error of values (k,), one a seed, k >= 2."""
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))


def gain(differences: np.ndarray) -> str:
    """What paired differences (k,), one a seed, say: "no gain" within two standard errors of 0, "gain" or "loss"."""
    return gain_of(*mean_and_error(differences))


def gain_of(mean: float, error: float) -> str:
    """The same of a mean difference with this standard error."""
    if abs(mean) <= ENOUGH * error:
        return "no gain"
    return "gain" if mean > 0 else "loss"


def allowance(reference: float, error: float) -> float:
    """How far a mean with this standard error may lie from a reference figure: 20 % or two errors."""
    return max(TOLERANCE * abs(reference), ENOUGH * error)


def reached(errors: np.ndarray, reference: float) -> str:
    """Whether errors (k,), one a seed, are no larger than a reference figure: "reached", "MISSED", or "better"."""
    mean, error = mean_and_error(errors)
    if mean > reference + allowance(reference, error):
        return "MISSED"
    return "better" if mean < reference - allowance(reference, error) else "reached"
