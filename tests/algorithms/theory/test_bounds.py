"""The paper's bounds hold where their premises do, and say why not where one fails."""

import math

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.theory.bounds import (
    bounds,
    lemma_7_counterexample,
    theorem_5_value,
    theorem_6_value,
    theorem_8_value,
)
from algorithms.theory.regret import regret_curve
from tests.algorithms.streams import STREAMS, cloud
from tests.algorithms.theory.loops import unit_ball

LAMBDAS = (0.01, 0.3, 5.0)


def judged(name, X, y, loss="psi_M", losses_regularization=None, **options):
    """The bounds for a learner with these options on a stream."""
    learner = LEARNERS[name](**options)
    curve = regret_curve(X, y, learner, loss, regularization=losses_regularization)
    return bounds(curve, learner, X, y)


def test_values_are_the_formulas():
    T = np.array([1, 100])
    assert theorem_6_value(0.5, T) == pytest.approx([36.0, 36 * (1 + math.log(100))])
    assert theorem_8_value(0.5, T) == pytest.approx((2 * math.sqrt(2) + 1) ** 2 * (1 + np.log(T)))
    assert theorem_5_value(1.0, 911.25) == pytest.approx(10 + 2 * math.sqrt(5 * 911.25))
    assert theorem_5_value(0.0, 5.0) == math.inf


@pytest.mark.parametrize("own", LAMBDAS)
def test_theorems_5_and_6_hold_at_every_horizon(stream, own):
    X, y = unit_ball(stream[0]), stream[1]
    (fifth,) = judged("OAUC-S", X, y, "psi_S/2", regularization=own, step_size="theorem")
    (sixth,) = judged("OAUC-M", X, y, regularization=own)
    for found, statement in ((fifth, "Theorem 5"), (sixth, "Theorem 6")):
        assert found.statement == statement
        assert found.is_proved, found.reasons
        assert (found.measured <= found.bound).all()


@pytest.mark.parametrize("own", LAMBDAS)
def test_lemma_7_and_theorem_8_hold_with_unlimited_buffers(stream, own):
    X, y = stream  # the Gaussian kernel needs no unit ball
    for found in judged("OKAUC-M", X, y, regularization=own, buffer_size=None):
        assert found.is_proved, found.reasons
        assert (found.measured <= found.bound).all()


def test_the_printed_theorem_5_is_so_large_because_the_sum_is_counted_twice():
    """Measured before: 6036 instead of 145 at T = 2000, lambda 1."""
    X, y = cloud(n=2000, p=10, seed=41, positives=0.1)
    (found,) = judged("OAUC-S", unit_ball(X), y, "psi_S/2", regularization=1.0, step_size="theorem")
    best = ((found.bound[-1] - 10) / 2) ** 2 / 5
    assert 120 < found.bound[-1] < 160
    assert 5000 < theorem_5_value(1.0, 2000 * best) < 7000


def test_the_ratio_is_printed_where_regret_is_positive():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(3000) < 0.1, 1.0, -1.0)
    X = rng.normal(size=(3000, 10)) + 0.5 * (y[:, None] > 0)
    learner = LEARNERS["OAUC-M"](regularization=0.1)
    X /= np.linalg.norm(X, axis=1).max()
    (found,) = bounds(regret_curve(X, y, learner, horizons=[100, 3000]), learner, X, y)
    assert found.ratio[0] == pytest.approx(found.bound[0] / found.measured[0])
    assert found.measured[1] < 0 and np.isnan(found.ratio[1])


def test_outside_the_ball_the_reason_gives_the_norm():
    X, y = cloud()
    (found,) = judged("OAUC-M", X, y)
    largest = max(np.linalg.norm(x) for x in X)
    assert not found.is_proved
    (reason,) = found.reasons
    assert f"the largest norm is {largest:.3g}" in reason
    assert reason.startswith(f"{sum(np.linalg.norm(x) > 1 for x in X)} of 70 examples")


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("OAUC-M", {"loss": "psi_S/2"}, "about psi_M; this regret is measured in psi_S/2"),
        ("OAUC-S", {"loss": "psi_M", "step_size": "theorem"}, "about psi_S/2; this regret is measured in psi_M"),
        ("OAUC-M", {"losses_regularization": 0.4}, "The learner's λ is 0.1, that of the losses 0.4"),
        ("OAUC-M", {"average": True}, "the mean of its weights"),
        ("OAUC-M", {"first_rounds": "as printed"}, "a loss that is no L_t"),
        ("OAUC-S", {"loss": "psi_S/2"}, "The step is 0.05; the theorem's is 0.1"),
        ("OKAUC-M", {"buffer_size": 10}, "Buffers hold 10 examples of a class, and the larger has 48"),
        ("OKAUC-M", {"kernel": "linear", "buffer_size": None}, "The smallest k(x, z) is -"),
    ],
)
def test_a_failing_premise_alone_is_named(name, options, words):
    X, y = cloud()
    for found in judged(name, unit_ball(X), y, **options):
        if found.quantity == "regret" or name == "OKAUC-M":
            assert not found.is_proved
            assert len(found.reasons) == 1 and words in found.reasons[0]


def test_a_kernel_above_1_is_named():
    X, y = STREAMS["cloud"]
    lemma, theorem = judged("OKAUC-M", np.abs(X), y, kernel="linear", buffer_size=None)
    largest = max(x @ x for x in X)
    assert lemma.reasons == (f"The largest k(x, x) is {largest:.3g}, and may be 1 at most.",)
    assert set(lemma.reasons) <= set(theorem.reasons)


def test_a_buffer_as_large_as_the_class_drops_nothing():
    X, y = cloud()
    largest = int((y < 0).sum())
    assert all(found.is_proved for found in judged("OKAUC-M", X, y, buffer_size=largest))
    assert not any(found.is_proved for found in judged("OKAUC-M", X, y, buffer_size=largest - 1))


@pytest.mark.parametrize("name", ["OAUC-M_c", "Perceptron"])
def test_nothing_is_promised_for_other_learners(name):
    X, y = cloud()
    assert judged(name, unit_ball(X), y, losses_regularization=0.1) == ()


def test_lemma_7_fails_for_the_linear_kernel():
    found = lemma_7_counterexample()
    assert found.limit == pytest.approx(math.sqrt(2) + 0.5)
    assert found.scaled_norm[-1] == pytest.approx(1.998, abs=1e-3)
    assert found.scaled_norm[-1] > found.limit
    expected = [0.0] + [2 * (t - 1) / t for t in range(1, 1000)]  # w_{t+1} = (1 - 1/t) w_t + 2/(lambda t)
    assert found.scaled_norm == pytest.approx(expected, abs=1e-9)


def test_the_counterexample_lives_on_a_kernel_with_k_of_1_at_most():
    x = np.array([1.0, -1.0] * 50)
    lemma, _ = judged("OKAUC-M", x[:, None], x, kernel="linear", buffer_size=None)
    assert lemma.reasons == ("The smallest k(x, z) is -1, and may not be negative.",)
