"""OAUC-S with the step of Theorem 5: what it is, that learning uses it, and where it cannot be known."""

import math

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.online.oauc import OAUCS, theorem_step
from tests import oracles
from tests.algorithms.theory import loops


def hindsight_loss(X, y, regularization):
    """The least sum of L_t(w), psi_S/2, from its normal equations."""
    p = X.shape[1]
    steps = [loops.cumulative_loss(w, X, y, regularization, "psi_S/2") for w in (np.zeros(p), *np.eye(p))]
    (constant, slope), columns = steps[0], [s[1] - steps[0][1] for s in steps[1:]]
    return constant - slope @ np.linalg.solve(np.array(columns).T, slope) / 2


@pytest.mark.parametrize("regularization", [0.01, 1.0])
def test_the_step_is_the_formula_of_the_least_loss_in_hindsight(stream, regularization):
    X, y = stream
    least, smooth = hindsight_loss(X, y, regularization), 4 + regularization
    expected = 1 / (smooth + math.sqrt(smooth**2 + smooth * regularization * least))
    learner = OAUCS(regularization=regularization, step_size="theorem").fit(X, y)
    assert learner.step_size_ == pytest.approx(expected, rel=1e-6)
    assert theorem_step(regularization, least) == pytest.approx(expected)
    weights, _ = oracles.oauc(X, y, "S", regularization, learner.step_size_)
    assert learner.coef_[0] == pytest.approx(weights[-1], rel=1e-9, abs=1e-12)


def test_every_checkpoint_uses_the_step_of_the_whole_stream(stream):
    X, y = stream
    fitted = OAUCS(step_size="theorem").fit(X, y)
    played = OAUCS(step_size="theorem")
    shots = [shot for _, _, shot in played.steps(X, y, [30, 50, 70])]
    assert played.step_size_ == fitted.step_size_
    assert shots[-1]["coef"] == pytest.approx(fitted.coef_[0], rel=1e-12)
    number = OAUCS(step_size=fitted.step_size_).fit(X, y)
    assert number.coef_[0] == pytest.approx(fitted.coef_[0], rel=1e-12)


def test_a_stream_in_pieces_has_no_hindsight():
    with pytest.raises(ValueError, match="use fit, not partial_fit"):
        OAUCS(step_size="theorem").partial_fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"step_size": "large"}, "step_size must be one of theorem, not 'large'"),
        ({"step_size": -1.0}, "step_size must be a positive number"),
        ({"step_size": "theorem", "regularization": 0.0}, "regularization must be positive"),
    ],
)
def test_other_values_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        OAUCS(**options).fit([[0.0], [1.0]], [0, 1])


def test_the_word_is_a_choice_of_the_knob():
    knob = next(knob for knob in LEARNERS["OAUC-S"].knobs if knob.name == "step_size")
    assert knob.choices == ("theorem",) and knob.is_number


def test_the_number_used_is_told():
    assert OAUCS(step_size=0.25).fit([[0.0], [1.0]], [0, 1]).step_size_ == 0.25
