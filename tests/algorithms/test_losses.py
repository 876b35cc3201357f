"""Losses: double loops, finite differences, Theorem 1 and Lemmas 2, 3 and 4."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from algorithms import losses
from tests import oracles

numbers = st.floats(-50, 50, allow_subnormal=False)
margin_lists = st.lists(numbers, min_size=1, max_size=12)
variances = st.floats(0, 2500, allow_subnormal=False)


def psi_m_of(margins):
    return float(losses.psi_m(np.mean(margins), np.var(margins)))


@given(margin_lists)
def test_values_equal_the_double_loops(margins):
    mean, variance = np.mean(margins), np.var(margins)
    assert losses.zero_one(margins) == pytest.approx(oracles.zero_one(margins))
    assert losses.pairwise_hinge(margins) == pytest.approx(oracles.pairwise_hinge(margins))
    assert losses.psi_s(mean, variance) == pytest.approx(oracles.pairwise_square(margins))
    assert losses.psi_m(mean, variance) == pytest.approx(oracles.psi_m(margins), rel=1e-9, abs=1e-13)


def test_losses_work_along_the_last_axis():
    margins = np.random.default_rng(0).normal(size=(4, 3, 7))
    for loss, oracle in (
        (losses.zero_one, oracles.zero_one),
        (losses.pairwise_hinge, oracles.pairwise_hinge),
        (lambda c: losses.psi_m(c.mean(-1), c.var(-1)), oracles.psi_m),
    ):
        assert loss(margins) == pytest.approx(np.apply_along_axis(oracle, -1, margins))


def test_a_tie_counts_half():
    assert losses.zero_one([0.0, 0.0, 1.0, -1.0]) == 0.5


@given(margin_lists)
def test_theorem_1_zero_one_hinge_psi_m(margins):
    hinge = losses.pairwise_hinge(margins)
    assert losses.zero_one(margins) <= hinge + 1e-12
    assert hinge <= psi_m_of(margins) * (1 + 1e-12) + 1e-12


@given(numbers, variances, st.floats(1e-6, 1 - 1e-6))
def test_lemma_2_no_two_point_distribution_has_a_larger_hinge(mean, variance, q):
    assert two_point_hinge(mean, variance, q) <= losses.psi_m(mean, variance) + 1e-9


@given(numbers, variances)
def test_lemma_2_the_worst_two_point_distribution_attains_psi_m(mean, variance):
    assume(variance > 1e-6)
    _, q, _ = losses.psi_m_terms(1 - mean, variance)  # the slope is Phi(v), the probability of the lower point
    assert two_point_hinge(mean, variance, q) == pytest.approx(losses.psi_m(mean, variance), rel=1e-6, abs=1e-9)


def two_point_hinge(mean, variance, q):
    """Expected hinge on two points with this mean and variance, the lower one with probability q."""
    deviation = math.sqrt(variance)
    low = mean - math.sqrt((1 - q) / q) * deviation
    high = mean + (math.sqrt(q / (1 - q)) * deviation if q < 1 else 0.0)
    return q * max(0.0, 1 - low) + (1 - q) * max(0.0, 1 - high)


def finite_maximum(mean, variance, n):
    """Largest mean hinge of n margins with this mean and variance."""
    return max((k * (1 - mean) + math.sqrt(k * (n - k) * variance)) / n for k in range(n + 1))


@given(st.lists(numbers, min_size=2, max_size=5))
def test_lemma_2_for_n_points_the_maximum_is_over_k(margins):
    mean, variance = np.mean(margins), np.var(margins)
    most = finite_maximum(mean, variance, len(margins))
    assert losses.pairwise_hinge(margins) <= most + 1e-9
    assert most <= losses.psi_m(mean, variance) + 1e-9


@given(st.integers(2, 6), numbers, variances)
def test_lemma_2_some_n_points_attain_the_finite_maximum(n, mean, variance):
    deviation = math.sqrt(variance)
    worst = max(
        losses.pairwise_hinge(
            [mean - math.sqrt((n - k) / k) * deviation] * k + [mean + math.sqrt(k / (n - k)) * deviation] * (n - k)
        )
        for k in range(1, n)
    )
    assert max(worst, 1 - mean, 0.0) == pytest.approx(finite_maximum(mean, variance, n), abs=1e-9)


@given(numbers, variances)
def test_lemma_3_psi_m_lies_in_a_strip_above_the_hinge_of_the_mean(mean, variance):
    above = losses.psi_m(mean, variance) - max(0.0, 1 - mean)
    assert -1e-12 <= above <= math.sqrt(variance) / 2 + 1e-12


@given(margin_lists, st.floats(1e-3, 1e3))
def test_psi_m_is_the_best_parabola_above_the_hinge(margins, tau):
    margins = np.array(margins)

    def parabola(t):
        return np.mean((1 + t - margins) ** 2) / (4 * t)

    best = math.hypot(1 - margins.mean(), margins.std())
    assert psi_m_of(margins) <= parabola(tau) * (1 + 1e-12)
    if best > 1e-3:
        assert psi_m_of(margins) == pytest.approx(parabola(best), rel=1e-9, abs=1e-12)


def test_psi_m_keeps_its_digits_far_beyond_the_margin():
    assert losses.psi_m(1 + 1e8, 1.0) == pytest.approx(2.5e-9, rel=1e-12)
    value, slope, curvature = losses.psi_m_terms(-1e8, 1.0)
    assert value == pytest.approx(2.5e-9, rel=1e-12)
    assert slope == pytest.approx(2.5e-17, rel=1e-12)
    assert curvature == pytest.approx(0.5e-8, rel=1e-12)


@pytest.mark.parametrize("size", [1e-200, 1e-120, 1.0, 1e120, 1e150])
@pytest.mark.parametrize("b", [-3.0, 0.0, 4.0])
def test_psi_m_is_right_at_all_sizes(size, b):
    r = math.hypot(b, 1.0)
    expected = (b + r) / 2
    value, slope, curvature = losses.psi_m_terms(b * size, size * size)
    if size < 1e-150:  # the variance has underflowed to 0
        expected, r = max(b, 0.0), abs(b)
    assert value == pytest.approx(expected * size, rel=1e-12, abs=0)
    assert slope == pytest.approx(expected / r if r else 0.5, rel=1e-12)
    assert curvature == pytest.approx(0.5 / (r * size) if r else 0.0, rel=1e-12)


def test_at_the_kink_the_subgradient_is_one_half_and_nothing():
    assert losses.psi_m_terms(0.0, 0.0) == (0.0, 0.5, 0.0)
    assert losses.psi_m(1.0, 0.0) == 0.0


@given(numbers, variances)
def test_terms_agree_with_values(mean, variance):
    b = 1.0 - mean
    assert losses.psi_m_terms(b, variance)[0] == pytest.approx(losses.psi_m(mean, variance), rel=1e-12, abs=0)
    assert losses.half_psi_s_terms(b, variance)[0] == pytest.approx(losses.psi_s(mean, variance) / 2)


# Gradients


def example(seed, p=3, n=6):
    rng = np.random.default_rng(seed)
    return rng.normal(size=p), rng.normal(size=p), rng.choice([-1.0, 1.0]), rng.normal(size=(n, p))


def numerical(function, w, h=1e-6):
    return np.array([(function(w + h * e) - function(w - h * e)) / (2 * h) for e in np.eye(len(w))])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("loss", ["M", "S"])
def test_gradients_by_finite_differences_and_by_double_loop(loss, seed):
    w, x, y, opposite = example(seed)
    gradient_of = losses.psi_m_gradient if loss == "M" else losses.half_psi_s_gradient
    gradient = gradient_of(w, x, y, *oracles.moments(list(opposite)))

    def value(weights):
        margins = y * ((x - opposite) @ weights)
        mean, variance = margins.mean(), margins.var()
        return losses.psi_m(mean, variance) if loss == "M" else losses.psi_s(mean, variance) / 2

    assert gradient == pytest.approx(numerical(value, w), rel=1e-6, abs=1e-8)
    _, expected = oracles.surrogate([y * (w @ (x - o)) for o in opposite], [y * (x - o) for o in opposite], loss)
    assert gradient == pytest.approx(expected, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("seed", range(12))
def test_hinge_gradient_by_finite_differences(seed):
    w, x, y, opposite = example(seed)
    assert np.abs(1 - y * ((x - opposite) @ w)).min() > 1e-4, "too near a kink to differentiate"
    numeric = numerical(lambda weights: losses.pairwise_hinge(y * ((x - opposite) @ weights)), w)
    assert losses.pairwise_hinge_gradient(w, x, y, opposite) == pytest.approx(numeric, abs=1e-7)


def in_unit_ball(points):
    return points / np.maximum(1.0, np.linalg.norm(points, axis=-1, keepdims=True))


coordinates = st.floats(-1, 1, allow_subnormal=False)


@given(
    arrays(float, (6, 3), elements=coordinates),
    arrays(float, 3, elements=st.floats(-20, 20)),
    st.sampled_from([-1, 1]),
)
def test_lemma_4_the_gradient_is_bounded_in_the_unit_ball(points, w, y):
    x, *opposite = in_unit_ball(points)
    gradient = losses.psi_m_gradient(w, x, y, *oracles.moments(opposite))
    assert np.linalg.norm(gradient) <= 1 + math.sqrt(1.25) + 1e-12


@given(
    arrays(float, (5, 3), elements=numbers),
    arrays(float, (2, 3), elements=st.floats(-5, 5)),
    st.floats(0, 1),
    st.sampled_from([-1, 1]),
)
def test_lemma_4_psi_m_is_convex_along_segments(points, ends, share, y):
    x, opposite = points[0], points[1:]

    def value(w):
        return psi_m_of(y * ((x - opposite) @ w))

    chord = (1 - share) * value(ends[0]) + share * value(ends[1])
    assert value((1 - share) * ends[0] + share * ends[1]) <= chord + 1e-9
