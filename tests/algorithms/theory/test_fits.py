"""Fits of growth against numpy's polynomials, the winner on curves of either kind, and powers."""

import numpy as np
import pytest

from algorithms.theory.fits import GROWTHS, fit_growth, fit_power, fits

T = np.array([10, 20, 50, 100, 400, 1000])


@pytest.mark.parametrize("growth", GROWTHS)
def test_a_fit_is_the_least_squares_line(growth):
    curve = np.random.default_rng(0).normal(size=6) + 0.01 * T
    found = fit_growth(growth, T, curve)
    slope, intercept = np.polyfit({"ln T": np.log(T), "√T": np.sqrt(T)}[growth], curve, 1)
    assert (found.slope, found.intercept) == (pytest.approx(slope), pytest.approx(intercept))
    assert found.values + found.residuals == pytest.approx(curve)
    assert found.error == pytest.approx(np.sqrt(sum(r * r for r in found.residuals) / 6))


@pytest.mark.parametrize(("curve", "growth"), [(3 * np.log(T) - 5, "ln T"), (2 - 0.5 * np.sqrt(T), "√T")])
def test_the_better_fit_comes_first(curve, growth):
    best, other = fits(T, curve)
    assert best.growth == growth
    assert best.error < 1e-9 < other.error


def test_one_horizon_makes_no_line():
    with pytest.raises(ValueError, match="two horizons"):
        fits([10], [1.0])


def test_a_power_is_a_line_on_logarithmic_axes():
    found = fit_power(T, 3 * T**-0.75)
    assert (found.factor, found.exponent) == (pytest.approx(3), pytest.approx(-0.75))
    assert found.at(T) == pytest.approx(3 * T**-0.75)
    noisy = np.exp(np.random.default_rng(0).normal(size=6)) * T**0.3
    assert fit_power(T, noisy).exponent == pytest.approx(np.polyfit(np.log(T), np.log(noisy), 1)[0])
    with pytest.raises(ValueError, match="two places"):
        fit_power([10], [1.0])
