"""One example against the other class while the weights turn: each number against its loop, the limits on gradients."""

import numpy as np
import pytest

from algorithms.theory.angle import PRINTED_LIMIT, SHARP_LIMIT, turn
from tests import oracles
from tests.algorithms.streams import cloud
from tests.algorithms.theory.loops import unit_ball

DEGREES = np.linspace(-180, 180, 25)


def scene(scale=lambda X: X, p=4, row=0):
    X, y = cloud(n=60, p=p, seed=21)
    X = scale(X)
    return np.random.default_rng(2).normal(size=p), X[row], y[row], X[y != y[row]]


@pytest.mark.parametrize("p", [2, 4])
@pytest.mark.parametrize("row", [0, 1])
def test_every_angle_has_the_losses_and_gradients_of_the_loops(p, row):
    w, x, y, opposite = scene(p=p, row=row)
    found = turn(w, x, y, opposite, DEGREES)
    for k, v in enumerate(found.weights):
        margins = [y * (v @ (x - z)) for z in opposite]
        gradients = [y * (x - z) for z in opposite]
        assert found.margins[k] == pytest.approx(margins, abs=1e-12)
        assert found.losses.zero_one[k] == oracles.zero_one(margins)
        assert found.losses.hinge[k] == pytest.approx(oracles.pairwise_hinge(margins))
        value, gradient = oracles.surrogate(margins, gradients, "M")
        assert found.losses.psi_m[k] == pytest.approx(value)
        assert found.gradient[k] == pytest.approx(gradient, abs=1e-12)
        assert found.psi_m_norm[k] == pytest.approx(np.linalg.norm(gradient))
        value, gradient = oracles.surrogate(margins, gradients, "S")
        assert found.losses.half_psi_s[k] == pytest.approx(value)
        assert found.half_psi_s_norm[k] == pytest.approx(np.linalg.norm(gradient))
        kept = [-g for c, g in zip(margins, gradients, strict=True) if c < 1]
        hinge = sum(kept, np.zeros(p)) / len(opposite)
        assert found.hinge_norm[k] == pytest.approx(np.linalg.norm(hinge), abs=1e-12)


def test_weights_turn_and_keep_their_length():
    w, x, y, opposite = scene()
    found = turn(w, x, y, opposite, DEGREES)
    lengths = np.linalg.norm(found.weights, axis=1)
    assert lengths == pytest.approx(np.linalg.norm(w) * np.ones(25))
    cosines = found.weights @ w / (w @ w)
    assert cosines == pytest.approx(np.cos(np.radians(DEGREES)))
    mean = found.losses.mean
    assert mean[DEGREES == 15] > mean[DEGREES == 0] > mean[DEGREES == -15]  # positive is towards a larger margin


def test_in_two_features_it_is_the_turn_of_the_plane():
    w, x, y, opposite = scene(p=2)
    quarter = turn(w, x, y, opposite, [90.0]).weights[0]
    assert abs(quarter[0]) == pytest.approx(abs(w[1])) and abs(quarter[1]) == pytest.approx(abs(w[0]))
    assert quarter @ w == pytest.approx(0.0, abs=1e-12)


def test_weights_along_the_difference_still_have_a_way_to_turn():
    _, x, y, opposite = scene(p=3)
    w = y * (x - opposite.mean(axis=0))
    turned = turn(w, x, y, opposite, [90.0]).weights[0]
    assert turned @ w == pytest.approx(0.0, abs=1e-9)
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(w))


@pytest.mark.parametrize("length", [1e-6, 1.0, 30.0])
def test_in_the_unit_ball_gradients_are_shorter_than_the_sharp_limit(length):
    X, y = cloud(n=80, p=3, seed=22)
    X = unit_ball(X)
    for row in range(0, 80, 5):
        found = turn(length * np.ones(3), X[row], y[row], X[y != y[row]], DEGREES)
        assert found.in_unit_ball and found.radius <= 1 + 1e-12
        assert found.psi_m_norm.max() <= SHARP_LIMIT < PRINTED_LIMIT


def test_the_sharp_limit_is_nearly_reached():
    """x = 1, half of the other class at 1 and half at -1 has variance 1; all at -1 has distance 2. A mix is best."""
    norms = [
        turn([s, 0.0], [1.0, 0.0], 1.0, [[-1.0, 0.0]] * k + [[1.0, 0.0]] * (20 - k), [0.0, 180.0]).psi_m_norm.max()
        for s in (0.1, 0.3, 1.0, 3.0)
        for k in range(10, 21)
    ]
    assert 1.9 < max(norms) <= SHARP_LIMIT


def test_outside_the_ball_the_limits_fail_and_grow_with_the_radius():
    w, x, y, opposite = scene(scale=lambda X: 10 * X)
    found = turn(w, x, y, opposite, DEGREES)
    assert not found.in_unit_ball
    assert found.psi_m_norm.max() > PRINTED_LIMIT
    assert found.psi_m_norm.max() <= SHARP_LIMIT * found.radius
    assert found.radius == pytest.approx(max(np.linalg.norm(z) for z in [x, *opposite]))


@pytest.mark.parametrize(
    ("w", "opposite", "message"),
    [
        ([0.0, 0.0], [[1.0, 2.0]], "need a direction"),
        ([1.0], [[1.0]], "two features at least"),
        ([1.0, 0.0], np.empty((0, 2)), "no example of the other class"),
    ],
)
def test_what_cannot_turn_is_refused(w, opposite, message):
    with pytest.raises(ValueError, match=message):
        turn(w, np.zeros(len(w)), 1.0, opposite, DEGREES)
