"""PA-I, and the perceptron, against their loops and row by row against scikit-learn."""

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from algorithms.online.passive_aggressive import PassiveAggressive
from algorithms.online.perceptron import Perceptron
from tests import oracles_online as oracles

INTERCEPT = pytest.mark.parametrize("fit_intercept", [True, False])


def row_by_row(X, y, *models):
    """Feed one row at a time to all models; yields (coef_, intercept_) of each after each row."""
    for x, label in zip(X, y, strict=True):
        yield [
            (model.coef_[0].copy(), float(model.intercept_[0]))
            for model in models
            if model.partial_fit(x[None, :], [label], classes=[-1, 1])
        ]


@INTERCEPT
@pytest.mark.parametrize("C", [0.05, 20.0])
def test_a_whole_stream_equals_the_loop(stream, C, fit_intercept):
    X, y = stream
    w, intercept = oracles.passive_aggressive(X, y, C, fit_intercept)
    learner = PassiveAggressive(C=C, fit_intercept=fit_intercept).fit(X, y)
    assert learner.coef_[0] == pytest.approx(w, rel=1e-10, abs=1e-12)
    assert learner.intercept_[0] == pytest.approx(intercept, rel=1e-10, abs=1e-12)
    assert learner.decision_function(X) == pytest.approx(X @ w + intercept, rel=1e-10, abs=1e-11)


@INTERCEPT
@pytest.mark.parametrize("C", [0.05, 20.0])
def test_every_row_equals_scikit_learns_pa1(stream, C, fit_intercept):
    theirs = SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=C, fit_intercept=fit_intercept)
    for ours, reference in row_by_row(*stream, PassiveAggressive(C=C, fit_intercept=fit_intercept), theirs):
        assert ours[0] == pytest.approx(reference[0], rel=1e-10, abs=1e-12)
        assert ours[1] == pytest.approx(reference[1], rel=1e-10, abs=1e-12)


@INTERCEPT
def test_every_row_equals_scikit_learns_perceptron(stream, fit_intercept):
    theirs = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=0.5, fit_intercept=fit_intercept
    )
    for ours, reference in row_by_row(*stream, Perceptron(step_size=0.5, fit_intercept=fit_intercept), theirs):
        assert np.array_equal(ours[0], reference[0])
        assert ours[1] == reference[1]


def test_a_zero_score_may_be_said_to_mean_negative(stream):
    X, y = stream
    learner = Perceptron(step_size=0.5, fit_intercept=False, zero_score="negative").fit(X, y)
    assert np.array_equal(learner.coef_[0], oracles.perceptron_where_zero_is_negative(X, y, 0.5))


def test_the_two_conventions_differ_at_the_first_negative():
    X, y = np.array([[1.0], [1.0]]), np.array([-1, 1])
    rules = {"mistake": 0.0, "negative": 1.0}
    assert {rule: Perceptron(1.0, False, rule).fit(X, y).coef_[0, 0] for rule in rules} == rules


def test_an_example_at_the_origin_changes_nothing():
    learner = PassiveAggressive().fit([[0.0], [0.0]], [-1, 1])
    assert learner.coef_[0, 0] == learner.intercept_[0] == 0.0


def test_a_large_enough_step_leaves_a_margin_of_one(stream):
    X, y = stream
    for x, label in zip(X[X.any(axis=1)], y[X.any(axis=1)], strict=True):
        learner = PassiveAggressive(C=1e6, fit_intercept=False).partial_fit(X, y)
        learner.partial_fit(x[None, :], [label])
        assert label * learner.decision_function(x[None, :])[0] >= 1 - 1e-9


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (PassiveAggressive(C=0.0), "C must be a positive number"),
        (Perceptron(zero_score="positive"), "zero_score must be one of mistake, negative"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, learner, message):
    with pytest.raises(ValueError, match=message):
        learner.fit(*stream)
