"""The perceptron against its double loop."""

import numpy as np
import pytest

from algorithms.online.perceptron import Perceptron
from tests import oracles


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("step_size", [0.5, 2.0])
def test_a_whole_stream_equals_the_loop(stream, step_size, fit_intercept):
    X, y = stream
    w, intercept = oracles.perceptron(X, y, step_size, fit_intercept)
    learner = Perceptron(step_size=step_size, fit_intercept=fit_intercept).fit(X, y)
    assert np.array_equal(learner.coef_[0], w)
    assert learner.intercept_[0] == intercept
    assert learner.decision_function(X) == pytest.approx(X @ w + intercept, rel=1e-12, abs=1e-12)


def test_every_single_step_equals_the_loop(stream):
    X, y = stream
    w, intercept = np.zeros(X.shape[1]), 0.0
    learner = Perceptron(step_size=0.5)
    for x, label in zip(X, y, strict=True):
        learner.partial_fit(x[None, :], [label], classes=[-1, 1])
        w, intercept = oracles.perceptron_step(w, intercept, x, label, 0.5)
        assert np.array_equal(learner.coef_[0], w)
        assert learner.intercept_[0] == intercept


def test_a_zero_score_is_a_mistake_and_a_right_one_is_not():
    learner = Perceptron(step_size=1.0, fit_intercept=False)
    learner.partial_fit([[2.0]], [1], classes=[-1, 1])
    assert learner.coef_.tolist() == [[2.0]]
    assert learner.partial_fit([[5.0]], [1]).coef_.tolist() == [[2.0]]


def test_the_step_size_changes_no_decision(stream):
    X, y = stream
    small, large = (Perceptron(step_size=eta).fit(X, y).predict(X) for eta in (0.25, 4.0))
    assert np.array_equal(small, large)
