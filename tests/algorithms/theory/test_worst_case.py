"""The worst distribution attains psi_M, no sample of n points beats the finite maximum, the morph keeps moments."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from algorithms.losses import psi_m
from algorithms.theory.worst_case import finite_maximum, finite_worst_case, morph, two_points, worst_case

MEANS, DEVIATIONS = st.floats(-20, 20), st.floats(0, 20)
SAMPLES = arrays(float, st.integers(1, 9), elements=st.floats(-20, 20, width=16))


def moments(points, weights):
    mean = weights @ points
    return mean, weights @ (points - mean) ** 2


@given(MEANS, DEVIATIONS)
def test_two_points_attain_psi_m(mean, deviation):
    worst, scale = worst_case(mean, deviation**2), 1 + mean**2 + deviation**2
    assert worst.hinge == pytest.approx(float(psi_m(mean, deviation**2)), rel=1e-12, abs=1e-12 * scale)
    assert moments(*worst) == pytest.approx((mean, deviation**2), abs=1e-12 * scale)
    assert (worst.weights >= 0).all()


@given(st.floats(-5, 5), st.floats(0.05, 5))
def test_they_are_the_printed_points(mean, deviation):
    worst = worst_case(mean, deviation**2)
    v = (1 - mean) / deviation
    share = (1 + v / np.sqrt(1 + v * v)) / 2  # Phi(v)
    assert worst.weights[0] == pytest.approx(share, rel=1e-7)
    assert worst.points == pytest.approx(two_points(mean, deviation**2, share).points, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(("mean", "variance"), [(1e8, 1.0), (-1e8, 1.0), (1.0, 0.0), (3.0, 0.0), (-2.0, 0.0)])
def test_extreme_moments_keep_their_digits(mean, variance):
    worst = worst_case(mean, variance)
    assert worst.hinge == pytest.approx(float(psi_m(mean, variance)), rel=1e-7, abs=1e-16) or mean == 1e8
    assert worst.weights.sum() == 1.0
    if mean == 1e8:  # the rare point's share is 2.5e-17, its loss 1e8
        assert worst.weights[0] * (1 - worst.points[0]) == pytest.approx(2.5e-9, rel=1e-6)


def climb(n, mean, deviation, rng):
    """Largest mean hinge loss found by climbing from a random sample: the loss is convex, its samples a sphere."""
    start = rng.normal(size=n)
    for _ in range(60):
        start -= start.mean()
        sample = mean + deviation * start / np.sqrt(np.mean(start**2))
        pull = -(sample < 1.0).astype(float)
        if np.ptp(pull) == 0:
            break
        start = pull
    return np.mean(np.maximum(0, 1 - sample))


@pytest.mark.parametrize("n", [2, 3, 5])
@pytest.mark.parametrize(
    ("mean", "deviation"), [(0.0, 1.0), (1.0, 1.0), (1.7, 0.6), (0.2, 3.0), (-1.0, 0.4), (2.5, 2.0)]
)
def test_no_sample_of_n_points_beats_the_finite_maximum(n, mean, deviation):
    rng = np.random.default_rng(n)
    best = finite_maximum(n, mean, deviation**2)
    assert max(climb(n, mean, deviation, rng) for _ in range(300)) == pytest.approx(best.value, abs=1e-9)
    samples = rng.normal(size=(20_000, n))
    samples -= samples.mean(axis=1, keepdims=True)
    samples = mean + deviation * samples / np.sqrt(np.mean(samples**2, axis=1, keepdims=True))
    random = np.maximum(0, 1 - samples).mean(axis=1).max()
    assert random <= best.value + 1e-9
    assert random >= best.value - 0.15 * deviation
    assert best.value <= psi_m(mean, deviation**2) + 1e-12
    assert best.value == best.candidates[best.k] == best.candidates.max()


@given(st.integers(2, 40), MEANS, st.floats(0.01, 20))
def test_the_finite_worst_case_attains_its_maximum(n, mean, deviation):
    worst = finite_worst_case(n, mean, deviation**2)
    scale = 1 + abs(mean) + n * deviation
    assert worst.hinge == pytest.approx(finite_maximum(n, mean, deviation**2).value, abs=1e-9 * scale)
    assert moments(*worst) == pytest.approx((mean, deviation**2), abs=1e-9 * scale**2)
    assert worst.weights[0] * n == pytest.approx(round(worst.weights[0] * n), abs=1e-9)


def test_more_points_come_nearer_to_psi_m():
    gaps = [float(psi_m(0.3, 2.0)) - finite_maximum(n, 0.3, 2.0).value for n in (2, 20, 200, 2000, 20_000)]
    assert gaps[-1] < 1e-6 < gaps[0]
    assert min(gaps) >= -1e-12


def test_one_margin_has_no_variance():
    assert finite_maximum(1, 0.25, 0.0).value == 0.75
    for n in (0, 1):
        with pytest.raises(ValueError, match="two margins or more"):
            finite_maximum(n, 0.0, 1.0)


@given(SAMPLES, st.booleans())
def test_the_morph_keeps_both_moments_from_the_sample_to_its_worst_case(sample, finite):
    path = morph(sample, steps=9, finite=finite)
    mean, variance = sample.mean(), sample.var()
    scale = 1 + mean**2 + variance
    assert path.weights.sum() == pytest.approx(1.0, abs=1e-12)
    for positions in path.positions:
        assert moments(positions, path.weights) == pytest.approx((mean, variance), abs=1e-10 * scale)
    assert path.hinge[0] == pytest.approx(np.maximum(0, 1 - sample).mean(), abs=1e-10 * scale)
    end = finite_maximum(len(sample), mean, variance).value if finite else psi_m(mean, variance)
    assert path.hinge[-1] == pytest.approx(end, abs=1e-6 * scale)
    assert (path.hinge <= psi_m(mean, variance) + 1e-10 * scale).all()


def test_the_morph_begins_with_the_sample_itself_and_moves():
    sample = np.array([2.0, -1.0, 0.5, 4.0])
    path = morph(sample, steps=5, finite=True)
    assert path.weights.tolist() == [0.25] * 4
    assert path.positions[0] == pytest.approx(np.sort(sample))
    assert len(np.unique(path.positions[-1].round(9))) == 2
    assert np.abs(np.diff(path.positions, axis=0)).max(axis=1).min() > 0.01
    assert len(morph(sample).weights) == 5  # one point is split, as the share is no k/4


def test_nothing_to_morph_is_refused():
    with pytest.raises(ValueError, match="at least one margin"):
        morph([])
