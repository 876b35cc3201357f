"""OL-UBAUC against its loop, against hinge descent with an intercept, and the bound that it is named after."""

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from algorithms.metrics import auc
from algorithms.online.ubauc import OLUBAUC
from tests import oracles_online as oracles


@pytest.mark.parametrize("regularization", [0.01, 0.3, 4.0])
def test_a_whole_stream_equals_the_loop(stream, regularization):
    X, y = stream
    w, theta = oracles.ubauc(X, y, regularization)
    learner = OLUBAUC(regularization).fit(X, y)
    assert learner.coef_[0] == pytest.approx(w, rel=1e-10, abs=1e-12)
    assert learner.offset_ == pytest.approx(theta, rel=1e-10, abs=1e-12)
    assert learner.intercept_[0] == -learner.offset_


@pytest.mark.parametrize("regularization", [0.013, 0.31, 4.7])  # no score lands on the hinge's kink exactly
def test_every_row_equals_hinge_descent_with_intercept(stream, regularization):
    ours = OLUBAUC(regularization)
    steps = {"learning_rate": "invscaling", "power_t": 1.0, "eta0": 1 / regularization}
    theirs = SGDClassifier(loss="hinge", penalty="l2", alpha=regularization, **steps)
    for x, label in zip(*stream, strict=True):
        for model in (ours, theirs):
            model.partial_fit(x[None, :], [label], classes=[-1, 1])
        assert ours.coef_[0] == pytest.approx(theirs.coef_[0], rel=1e-9, abs=1e-11)
        assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-9, abs=1e-11)


def test_the_bound_is_zero_exactly_for_a_perfect_ranking():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(12) < 0.4, 1.0, -1.0)
    for _ in range(200):
        scores = rng.permutation(12).astype(float)
        assert (oracles.univariate_bound(scores, y) == 0) == (auc(scores, y) == 1)
    assert oracles.univariate_bound(y, y) == 0


def test_the_sum_of_the_largest_is_a_minimum_over_thresholds():
    """k theta + sum of [s - theta]+ at its best theta, one of the scores, is the sum of the k largest scores."""
    scores = np.random.default_rng(1).normal(size=9)
    for k in range(1, 9):
        best = min(k * theta + np.maximum(scores - theta, 0).sum() for theta in scores)
        assert best == pytest.approx(np.sort(scores)[-k:].sum())


def test_without_a_margin_zero_weights_would_be_best():
    """The bound of w = 0, theta = 0 is 0 without a margin, and one for each example with it."""
    y, scores = np.array([1.0, -1.0, -1.0]), np.zeros(3)
    assert sum(max(0.0, -label * s) for label, s in zip(y, scores, strict=True)) == 0
    assert sum(max(0.0, 1 - label * s) for label, s in zip(y, scores, strict=True)) == 3


def test_no_regularization_has_no_step(stream):
    with pytest.raises(ValueError, match="regularization must be a positive number"):
        OLUBAUC(regularization=0.0).fit(*stream)
