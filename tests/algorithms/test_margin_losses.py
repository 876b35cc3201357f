"""Losses of one score: values by the formulas, slopes by finite differences, and what Theorem 2 needs of them."""

import numpy as np
import pytest

from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.unlabelled_losses import RAMP_TOP, UNLABELLED_LOSSES
from tests import oracles_semi as oracles

SCORES = np.concatenate([np.linspace(-2.03, 2.03, 82), [0.0]])
KINKS = np.array([-1, -RAMP_TOP, 0, RAMP_TOP, 1])


def difference(value, r, step=1e-6):
    return (value(r + step) - value(r - step)) / (2 * step)


@pytest.mark.parametrize("name", UNLABELLED_LOSSES)
def test_unlabelled_values_and_slopes(name):
    loss = UNLABELLED_LOSSES[name]
    assert loss.value(SCORES) == pytest.approx([oracles.UNLABELLED[name](r) for r in SCORES], abs=1e-15)
    smooth = SCORES[np.abs(SCORES[:, None] - KINKS).min(axis=1) > 1e-5]
    assert loss.slope(smooth) == pytest.approx(difference(loss.value, smooth), abs=1e-6)
    assert loss.slope(np.zeros(1)) == 0  # no pull at f = 0
    assert np.array_equal(loss.value(SCORES), loss.value(-SCORES))
    assert np.array_equal(loss.slope(SCORES), -loss.slope(-SCORES))


@pytest.mark.parametrize("name", MARGIN_LOSSES)
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_labelled_values_and_slopes(name, y):
    loss, labels = MARGIN_LOSSES[name], np.full(len(SCORES), y)
    formula = {"hinge": lambda r: max(0.0, 1 - y * r), "logistic": lambda r: np.log(1 + np.exp(-y * r))}[name]
    assert loss.value(SCORES, labels) == pytest.approx([formula(r) for r in SCORES])
    smooth = np.abs(np.abs(SCORES) - 1) > 1e-5
    found = loss.slope(SCORES, labels)
    assert found[smooth] == pytest.approx(difference(lambda r: loss.value(r, labels), SCORES)[smooth], abs=1e-6)


def test_logistic_does_not_overflow():
    loss, far = MARGIN_LOSSES["logistic"], np.array([-1e4, 1e4])
    assert np.array_equal(loss.value(far, np.ones(2)), [1e4, 0])
    assert np.array_equal(loss.slope(far, np.ones(2)), [-1, 0])


def steepest(slope):
    """The largest change of a slope between scores that are 1e-7 apart, relative to that distance."""
    r = np.linspace(-1.5, 1.5, 30_001) - 5e-8
    return np.abs(slope(r + 1e-7) - slope(r)).max() / 1e-7


def test_theorem_2_needs_a_slope_that_does_not_jump_and_neither_hinge_has_one():
    ones = np.ones(30_001)
    assert steepest(UNLABELLED_LOSSES["Gaussian-like"].slope) < 10.01
    assert steepest(lambda r: MARGIN_LOSSES["logistic"].slope(r, ones)) < 0.26
    for name in ("symmetric hinge", "square", "ramp"):
        assert steepest(UNLABELLED_LOSSES[name].slope) > 1e6
    assert steepest(lambda r: MARGIN_LOSSES["hinge"].slope(r, ones)) > 1e6
