r"""Growth fitted to a curve: a ln T + b and a sqrt(T) + b, by least squares; and powers a T^b, on logarithmic axes.

A strongly convex loss allows regret of order ln T, a convex one of order sqrt(T) (Hazan, Agarwal, Kale 2007;
Zinkevich 2003). Which of the two a measured curve follows is read off the residuals. Cost: O(H).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

GROWTHS = {"ln T": np.log, "√T": np.sqrt}


class Fit(NamedTuple):
    """growth : a key of GROWTHS; slope a, intercept b; values, residuals (H,); error, root mean square."""

    growth: str
    slope: float
    intercept: float
    values: np.ndarray
    residuals: np.ndarray
    error: float


def fit_growth(growth: str, horizons: np.ndarray, curve: np.ndarray) -> Fit:
    """Fit a growth(T) + b to curve (H,) at horizons (H,). Raises ValueError below two horizons."""
    horizons, curve = np.asarray(horizons, float), np.asarray(curve, float)
    if len(np.unique(horizons)) < 2:
        raise ValueError("A line needs two horizons or more.")
    design = np.stack([GROWTHS[growth](horizons), np.ones(len(horizons))], axis=1)
    (slope, intercept), *_ = np.linalg.lstsq(design, curve)
    values = design @ (slope, intercept)
    residuals = curve - values
    error = float(np.sqrt(np.mean(residuals**2)))
    return Fit(growth, float(slope), float(intercept), values, residuals, error)


def fits(horizons: np.ndarray, curve: np.ndarray) -> tuple[Fit, ...]:
    """Both fits, the better one first."""
    return tuple(sorted((fit_growth(g, horizons, curve) for g in GROWTHS), key=lambda fit: fit.error))


class Power(NamedTuple):
    """factor * T^exponent."""

    factor: float
    exponent: float

    def at(self, T: np.ndarray) -> np.ndarray:
        return self.factor * np.asarray(T, float) ** self.exponent


def fit_power(T: np.ndarray, curve: np.ndarray) -> Power:
    """The straight line through curve (F,) over T (F,) where both axes are logarithmic; both are positive.

    Raises ValueError below two places.
    """
    if len(np.unique(T)) < 2:
        raise ValueError("A line needs two places or more.")
    exponent, height = np.polyfit(np.log(T), np.log(curve), 1)
    return Power(float(np.exp(height)), float(exponent))
