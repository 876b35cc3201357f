"""OAM against its loop, against all pairs, and the law of its reservoirs."""

import numpy as np
import pytest

from algorithms.online.oam import OAM, VARIANTS
from tests import oracles_online as oracles

VARIANT = pytest.mark.parametrize("variant", VARIANTS)


def uniforms(n, seed=0):
    return np.random.RandomState(seed).random_sample(n)


@VARIANT
@pytest.mark.parametrize(("C", "capacity"), [(0.125, 1), (0.5, 6), (2.0, 100)])
def test_a_whole_stream_equals_the_loop(stream, variant, C, capacity):
    X, y = stream
    expected = oracles.oam(X, y, C, variant, capacity, uniforms(len(X), seed=3))
    learner = OAM(C=C, buffer_size=capacity, variant=variant, random_state=3)
    weights = np.array([snapshot["coef"] for _, _, snapshot in learner.steps(X, y)])
    assert weights == pytest.approx(expected, rel=1e-9, abs=1e-11)
    assert learner.fit(X, y).coef_[0] == pytest.approx(expected[-1], rel=1e-9, abs=1e-11)


def test_reservoirs_larger_than_the_stream_compare_all_pairs(stream):
    X, y = stream
    learner = OAM(C=0.25, buffer_size=len(X) + 1).fit(X, y)
    assert learner.coef_[0] == pytest.approx(oracles.oam_of_all_pairs(X, y, 0.25), rel=1e-10, abs=1e-12)


@VARIANT
def test_the_offset_is_midway_between_the_mean_scores(stream, variant):
    X, y = stream
    decisions = OAM(buffer_size=4, variant=variant).fit(X, y).decision_function(X)
    assert decisions[y > 0].mean() == pytest.approx(-decisions[y < 0].mean(), abs=1e-10)


def test_the_random_state_decides_what_is_kept(stream):
    X, y = stream
    first, again, other = (OAM(buffer_size=2, random_state=seed).fit(X, y).coef_ for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert np.array_equal(first, OAM(buffer_size=2, random_state=np.random.RandomState(1)).fit(X, y).coef_)
    if np.unique(y, return_counts=True)[1].min() > 2:
        assert not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"C": -1.0}, "C must be a positive number"),
        ({"buffer_size": 0}, "buffer_size must be at least 1"),
        ({"buffer_size": 2.5}, "buffer_size must be at least 1 and a whole number"),
        ({"variant": "batch"}, "variant must be one of gradient, sequential"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, parameters, message):
    with pytest.raises(ValueError, match=message):
        OAM(**parameters).fit(*stream)
