"""Running moments: equal to the double loop, and exact where the features have a large offset."""

import numpy as np
import pytest

from algorithms.moments import ClassMoments
from tests import oracles


def test_running_moments_equal_the_double_loop(stream):
    X, y = stream
    moments = ClassMoments(X.shape[1]).add(X, y)
    for k, label in enumerate((-1, 1)):
        mean, covariance = oracles.moments(list(X[y == label]))
        assert moments.counts[k] == (y == label).sum()
        assert moments.means[k] == pytest.approx(mean, rel=1e-12, abs=1e-14)
        assert moments.covariances[k] == pytest.approx(covariance, rel=1e-12, abs=1e-14)


def test_one_example_has_its_own_mean_and_no_covariance():
    moments = ClassMoments(2).add(np.array([[3.0, -4.0]]), np.array([1.0]))
    assert moments.counts.tolist() == [0.0, 1.0]
    assert moments.means[1].tolist() == [3.0, -4.0]
    assert not moments.covariances.any()


def test_the_midpoint_is_half_way_or_the_only_mean_there_is():
    X, y = np.array([[0.0, 2.0], [4.0, 4.0]]), np.array([-1.0, 1.0])
    assert ClassMoments(2).midpoint.tolist() == [0.0, 0.0]
    assert ClassMoments(2).add(X[1:], y[1:]).midpoint.tolist() == [4.0, 4.0]
    assert ClassMoments(2).add(X, y).midpoint.tolist() == [2.0, 3.0]


@pytest.mark.parametrize("offset", [1e6, 1e8])
def test_an_offset_costs_no_digits(stream, offset):
    X, y = stream
    shifted = X + offset
    near = shifted - offset  # what of X the shifted numbers still hold, exactly
    covariances = ClassMoments(X.shape[1]).add(shifted, y).covariances
    for k, label in enumerate((-1, 1)):
        _, expected = oracles.moments(list(near[y == label]))
        # far below the 49 by which the printed form (16) errs at 1e8
        assert covariances[k] == pytest.approx(expected, abs=1e-15 * offset)


def test_adding_in_chunks_is_adding_in_one_go(stream):
    X, y = stream
    whole, parts = ClassMoments(X.shape[1]).add(X, y), ClassMoments(X.shape[1])
    for start in range(0, len(X), 7):
        parts.add(X[start : start + 7], y[start : start + 7])
    assert np.array_equal(whole.means, parts.means)
    assert np.array_equal(whole.covariances, parts.covariances)
