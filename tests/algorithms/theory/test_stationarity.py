"""Theorem 2: its constants by hand, the gradient against finite differences, and the bound above what is measured."""

import math

import numpy as np
import pytest

from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.theory.stationarity import (
    BENT,
    MOST_ROWS,
    STEEPEST,
    gradient_norms,
    jumping,
    some_rows,
    sparse,
    stationarity,
    theorem_2,
)
from algorithms.theory.twins import Pursuit
from algorithms.unlabelled_losses import UNLABELLED_LOSSES
from tests import oracles_semi as oracles
from tests.algorithms.semi_streams import half_labelled

X, Y = half_labelled(30)
PURSUIT = Pursuit(gamma=0.7, regularization=0.5, theta=3.0, n_components=4, batch_size=8, iterations=64)
COVERED = ("logistic", "Gaussian-like")
R = np.linspace(-3, 3, 60_001)


@pytest.mark.parametrize("name", [*MARGIN_LOSSES, *UNLABELLED_LOSSES])
def test_slopes_are_as_steep_and_bent_as_the_constants_say(name):
    """Finite differences over a fine grid: the largest slope, and the largest change of slope where it has one."""
    if name in MARGIN_LOSSES:
        slope = MARGIN_LOSSES[name].slope(R - 20 * (name == "logistic"), np.ones_like(R))
        bends = np.diff(MARGIN_LOSSES[name].slope(R, np.ones_like(R))) / np.diff(R)
    else:
        slope = UNLABELLED_LOSSES[name].slope(R)
        bends = np.diff(slope) / np.diff(R)
    assert np.abs(slope).max() == pytest.approx(STEEPEST[name], rel=1e-3)
    if name in BENT:
        assert np.abs(bends).max() == pytest.approx(BENT[name], rel=1e-3)
    else:
        assert np.abs(bends).max() > 1000  # it jumps


def test_the_constants_are_those_of_the_formula():
    found = theorem_2(PURSUIT, *COVERED)
    M, bends = 2 * (1 + math.sqrt(10 / math.e)), 2 * (0.25 + 10)
    assert (found.slopes, found.bends, found.gradient) == pytest.approx((M, bends, 1 + bends))
    assert found.start == pytest.approx(2 * (math.log(2) + 1))
    E, F = found.start / 3 + 3 * M**2 * bends * 2, 2 * 3 * M**2 * (1 + bends)
    assert found.at([81.0, 256.0]) == pytest.approx([E / 3 + F / 27, E / 4 + F / 64])
    labels_only = theorem_2(PURSUIT, *COVERED, unlabelled=False)
    assert (labels_only.slopes, labels_only.start) == pytest.approx((2, 2 * math.log(2)))
    assert np.isinf(theorem_2(PURSUIT, "hinge", "Gaussian-like").at([10.0])).all()


def test_what_jumps_is_named():
    assert jumping(*COVERED) == ()
    assert jumping("hinge", "ramp") == ("hinge", "ramp")
    assert jumping("logistic", "square") == ("square",)


@pytest.mark.parametrize("losses", [COVERED, ("hinge", "symmetric hinge")])
def test_the_gradient_is_the_objectives(losses):
    """<grad R, k(x_j, .)> is the derivative of R along k(x_j, .), at the twin before each of three iterations."""
    loss, unlabelled_loss = losses
    learner = PURSUIT.estimator(8, 0).set_params(loss=loss, unlabelled_loss=unlabelled_loss)
    norms = gradient_norms(learner, X, Y)
    begun, beta = learner.begin(X, Y), np.zeros(len(X))
    K, signs = oracles.kernel(X, X, 0.7), np.where(Y == -1, 0, 2 * Y - 1)

    def risk(beta):
        f = K @ beta
        value = beta @ K @ beta / 2
        value += 2 * np.mean([MARGIN_LOSSES[loss].value(f[i], signs[i]) for i in np.flatnonzero(signs)])
        return value + 2 * np.mean([oracles.UNLABELLED[unlabelled_loss](f[i]) for i in np.flatnonzero(signs == 0)])

    for t in range(3):
        along = np.array([
            (risk(beta + 1e-6 * unit) - risk(beta - 1e-6 * unit)) / 2e-6 for unit in np.eye(len(X))
        ])  # fmt: skip
        if losses == COVERED:  # elsewhere a score may lie on a kink
            assert norms[t] == pytest.approx(along @ np.linalg.solve(K + 1e-10 * np.eye(len(X)), along), rel=1e-2)
        update = begun.descent.advance()
        beta *= update.decay
        for row, weight in zip(update.drawn, update.weights, strict=True):
            beta[row] += weight
    start = 2 * (np.bincount(np.flatnonzero(signs), minlength=len(X)) * MARGIN_LOSSES[loss].slope(0.0 * signs, signs))
    start = start / np.count_nonzero(signs)
    assert norms[0] == pytest.approx(start @ K @ start, rel=1e-4)  # at h = 0 the unlabelled do not pull


@pytest.mark.parametrize("losses", [COVERED, ("hinge", "Gaussian-like")])
def test_measured_stays_below_the_bound_where_there_is_one(losses):
    told = []
    found = stationarity(PURSUIT, *losses, X, Y, range(2), told.append)
    assert np.array_equal(found.iterations, sparse(PURSUIT.marks)) and found.iterations[-1] == 64
    assert len(told) == 2 * found.iterations.sum()
    assert (found.measured < found.bound).all()
    assert found.measured == pytest.approx(found.each.mean(axis=0)) and found.each.shape[0] == 2
    assert np.isfinite(found.bound).all() == (not found.jumping) == (losses == COVERED)


def test_rows_of_both_kinds_are_spread_over_the_stream():
    unlabelled = np.arange(2000) % 4 > 0
    rows = some_rows(unlabelled)
    assert len(rows) == 2 * MOST_ROWS and unlabelled[rows].sum() == MOST_ROWS
    assert rows[0] < 4 and rows[-1] > 1990
    assert np.array_equal(some_rows(np.zeros(20, bool)), np.arange(20))
