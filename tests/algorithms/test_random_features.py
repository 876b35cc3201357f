"""Random features: the kernel's mean and variance, the generator, the cosines, and bandwidths that would be wrong."""

import numpy as np
import pytest

from algorithms import random_features
from algorithms.random_features import (
    DATA_KEYS,
    FEATURE_MAPS,
    ROW_GAMMA,
    RandomFeatures,
    generator,
    memory,
    variance_of_one,
)
from tests import oracles_semi as oracles

GAMMA = 0.7
POINTS = np.random.default_rng(0).normal(size=(30, 3))
CENTRE = POINTS.mean(axis=0)


def made(m=64, seed=3, feature_map="pair", gamma=GAMMA):
    features = RandomFeatures(3, m, gamma, seed, feature_map)
    return features, features.rows(POINTS, CENTRE)


@pytest.fixture(params=FEATURE_MAPS)
def feature_map(request):
    return request.param


# The kernel


def estimates(feature_map, gamma=GAMMA, draws=400_000):
    """One-frequency estimates of k(x, z) at three pairs, far more than needed to see a factor of 2."""
    features, rows = made(draws, feature_map=feature_map, gamma=gamma)
    block = features.block(1)
    values = block.features(rows[:4]).astype(float) / float(block.amplitude)
    products = values[[0]] * values[1:]
    if feature_map == "pair":  # one frequency is a cosine and a sine
        return products[:, :draws] + products[:, draws:]
    return 2 * products


def test_mean_and_variance_of_both_maps(feature_map):
    k = oracles.kernel(POINTS[:1], POINTS[1:4], GAMMA)[0]
    found = estimates(feature_map)
    variance = variance_of_one(k, feature_map)
    for value, mean, spread in zip(found, k, variance, strict=True):
        assert value.mean() == pytest.approx(mean, abs=5 * np.sqrt(spread / value.size))
        assert value.var() == pytest.approx(spread, rel=0.01)


def test_a_bandwidth_off_by_2_or_a_forgotten_shift_would_be_seen(feature_map):
    k = oracles.kernel(POINTS[:1], POINTS[1:4], GAMMA)[0]
    error = 5 * np.sqrt(variance_of_one(k, feature_map) / 400_000)
    for wrong in (GAMMA / 2, 2 * GAMMA):
        assert (np.abs(estimates(feature_map, wrong).mean(axis=1) - k) > error).all()
    features, rows = made(400_000)
    angles = 2 * np.pi * rows[:4].astype(float) @ features.block(1).frequencies
    unshifted = 2 * np.mean(np.cos(angles[0]) * np.cos(angles[1:]), axis=1)
    assert (np.abs(unshifted - k) > 2 * error).any()


def test_conventions_of_the_three_papers():
    """exp(-gamma d^2), exp(-d^2 / s^2) and exp(-d^2 / (2 s^2)): omega has variance 2 gamma, 2 / s^2 and 1 / s^2."""
    s = 1.3
    for gamma, variance in ((GAMMA, 2 * GAMMA), (s**-2, 2 / s**2), (1 / (2 * s**2), 1 / s**2)):
        features, _ = made(200_000, gamma=gamma)
        scale = features.rows(np.eye(3), np.zeros(3))[0, 0] * 2 * np.pi
        omega = scale * features.block(1).frequencies
        assert omega.var() == pytest.approx(variance, rel=0.01)


def test_the_pair_wins_at_an_equal_number_of_cosines():
    k = np.linspace(0.01, 1, 50)  # half as many frequencies, twice the variance
    assert (2 * variance_of_one(k, "pair") <= variance_of_one(k, "shifted")).all()


def test_rows_carry_the_kernel_and_an_offset_costs_no_digits():
    _, rows = made()
    expected = oracles.kernel(POINTS, POINTS, GAMMA)
    assert oracles.kernel(rows.astype(float), rows.astype(float), ROW_GAMMA) == pytest.approx(expected, abs=1e-6)
    features, _ = made()
    moved = features.rows(POINTS + 2.0**20, CENTRE + 2.0**20)
    assert moved == pytest.approx(rows, abs=1e-6)
    assert np.isfinite(features.rows(np.full((1, 3), 1e75), CENTRE)).all()


def test_the_approximate_kernel_is_the_product_of_features(feature_map):
    features, rows = made(20_000, feature_map=feature_map)
    block = features.block(1)
    assert block.kernel(rows[:5], rows) == pytest.approx(oracles.kernel(POINTS[:5], POINTS, GAMMA), abs=0.05)


# The generator


def test_a_block_is_the_same_whenever_it_is_asked_for_and_no_other(feature_map):
    first, second = made(feature_map=feature_map)[0], made(feature_map=feature_map)[0]
    for t in (7, 1, 10**9):
        assert np.array_equal(first.block(t).frequencies, second.block(t).frequencies)
        assert np.array_equal(first.block(t).phases, second.block(t).phases)
    seen = {made(seed=seed)[0].block(t).frequencies.tobytes() for seed in range(4) for t in range(1, 6)}
    assert len(seen) == 20  # seed + t would make runs share blocks


def test_data_are_drawn_under_keys_of_their_own():
    assert generator(3, 1).random() != generator(3, DATA_KEYS + 1).random()
    assert generator(2**63 + 5, DATA_KEYS).random() == generator(2**63 + 5, DATA_KEYS).random()


# The arithmetic


def test_features_are_the_formula(feature_map):
    features, rows = made(feature_map=feature_map)
    expected = oracles.features(POINTS - CENTRE, *oracles.frequencies(3, 5, 3, 64, GAMMA), feature_map)
    assert features.block(5).features(rows) == pytest.approx(expected, abs=2e-6)


def test_scores_and_sums_are_those_of_the_features(feature_map):
    features, rows = made(feature_map=feature_map)
    block, random = features.block(2), np.random.default_rng(1)
    coefficients = random.normal(size=features.shape).astype(np.float32)
    weights = random.normal(size=len(rows)).astype(np.float32)
    phi, sums = block.features(rows).astype(float), np.ones(len(rows))
    block.add_scores(rows, coefficients, sums)
    assert sums - 1 == pytest.approx(phi @ coefficients.ravel(), abs=1e-5)
    assert block.weighed(rows, weights).ravel() == pytest.approx(weights @ phi, abs=1e-5)
    assert block.weighed(rows, weights).shape == features.shape


@pytest.mark.parametrize("angles", [np.linspace(-3, 3, 2001), np.linspace(-3000, 3000, 2001)])
def test_the_cosine_in_turns_is_a_cosine(angles):
    rows = angles.astype(np.float32)[:, None]
    block = random_features.FeatureBlock(np.ones((1, 1), np.float32), np.zeros(1, np.float32), True, np.float32(1))
    for coefficients, wave in (((1, 0), np.cos), ((0, 1), np.sin)):
        sums = np.zeros(len(rows))
        block.add_scores(rows, np.array(coefficients, np.float32)[:, None], sums)
        assert sums == pytest.approx(wave(2 * np.pi * rows[:, 0].astype(float)), abs=6e-7)


def test_a_rows_score_does_not_depend_on_its_company(feature_map):
    features, rows = made(100, feature_map=feature_map)
    rows = np.tile(rows, (10, 1))
    block = features.block(1)
    coefficients = np.random.default_rng(1).normal(size=features.shape).astype(np.float32)
    together = np.zeros(len(rows))
    block.add_scores(rows, coefficients, together)
    for first, last in ((0, 1), (5, 7), (17, 150), (299, 300)):
        alone = np.zeros(last - first)
        block.add_scores(rows[first:last], coefficients, alone)
        assert np.array_equal(alone, together[first:last])


@pytest.mark.parametrize("n", [0, 1, 127, 128, 129, 300])
def test_compiled_or_not_the_same_to_single_precision(feature_map, n):
    features, _ = made(33, feature_map=feature_map)
    rows = np.random.default_rng(n).normal(size=(n, 3)).astype(np.float32)
    block, random = features.block(1), np.random.default_rng(1)
    weights, shares = random.normal(size=features.shape).astype(np.float32), random.normal(size=n).astype(np.float32)
    given = (rows, block.frequencies, block.phases, block.paired)
    for fast, plain, factors, shape in (
        (random_features._add_scores, random_features._plain_scores, weights, (n,)),
        (random_features._add_waves, random_features._plain_sums, shares, features.shape),
    ):
        one, other = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        fast(*given, factors, one)
        plain(*given, factors, other)
        assert one == pytest.approx(other, abs=1e-4)


# Bad input, and what "seed i" saves


@pytest.mark.parametrize(
    ("options", "words"), [({"m": 0}, "n_components must be at least 1"), ({"feature_map": "sine"}, "pair, shifted")]
)
def test_no_features_and_no_such_map_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        made(**options)


def test_a_million_iterations_are_a_seed_and_their_coefficients():
    sizes = memory(n=10**6, d=20, m=16, T=10**6)
    assert sizes["seed and coefficients"] == 8 + 2 * 4 * 16 * 10**6
    assert sizes["frequencies kept"] - sizes["seed and coefficients"] == 4 * 20 * 16 * 10**6
    assert sizes["kernel matrix"] == 8 * 10**12
