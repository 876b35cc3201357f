"""Random cosines beside the kernel: every mean, error and matrix against features written out by hand."""

import numpy as np
import pytest

from algorithms.random_features import FEATURE_MAPS
from algorithms.theory.waves import (
    MOST,
    SIZES,
    Errors,
    expected_error,
    gram,
    in_order,
    kernel_error,
    line_through,
    random_pairs,
    waves,
)
from tests import oracles_semi as oracles

GAMMA, SEED = 0.8, 5
RANDOM = np.random.default_rng(2)
X = RANDOM.normal(size=(30, 3))
Y = np.where(np.arange(30) % 3 == 1, 1, -1)


@pytest.fixture(params=FEATURE_MAPS)
def feature_map(request):
    return request.param


def by_hand(A, B, m, feature_map, centre):
    """The kernel's estimate (n,) between rows A_i and B_i, from the first m of MOST frequencies."""
    omega, b = oracles.frequencies(SEED, 1, A.shape[1], MOST, GAMMA)
    phi = [oracles.features(Z - centre, omega[:, :m], b[:m], feature_map) for Z in (A, B)]
    return (phi[0] * phi[1]).sum(axis=1)


def test_the_line_leads_from_a_positive_to_a_negative():
    line = line_through(X, Y, 2.0)
    assert np.allclose(line.origin, X[1]) and np.allclose(line.origin + line.other * line.direction, X[0])
    assert (line.at[0], line.at[-1], line.at[60]) == (-2, 2, 0)
    shadows = (X - X[1]) @ (X[0] - X[1]) / np.linalg.norm(X[0] - X[1])
    assert line_through(X, Y).at[[0, -1]] == pytest.approx([shadows.min(), shadows.max()])
    same = line_through(np.ones((4, 2)), Y[:4], 1.0)
    assert np.linalg.norm(same.direction) == 1 and same.other == 0


def test_waves_add_up_to_the_features_product(feature_map):
    line = line_through(X, Y, 3.0)
    found = waves(line, GAMMA, SEED)
    assert found.exact == pytest.approx(oracles.kernel(line.origin[None], line.points, GAMMA)[0])
    origin = np.tile(line.origin, (len(line.points), 1))
    for m, estimate in zip(SIZES, found.estimates(feature_map), strict=True):
        expected = by_hand(origin, line.points, m, feature_map, line.origin)
        assert estimate == pytest.approx(expected, abs=1e-5)
    assert found.terms["pair"][:, 60] == pytest.approx(1, abs=1e-5)  # a point and itself: cos^2 + sin^2


def test_errors_are_those_of_the_features(feature_map):
    A, B = random_pairs(X, 40, SEED)
    exact = np.array([oracles.kernel(a[None], b[None], GAMMA)[0, 0] for a, b in zip(A, B, strict=True)])
    found = kernel_error(A, B, GAMMA, feature_map, SEED)
    for m, error in list(zip(SIZES, found, strict=True))[::5]:
        gaps = by_hand(A, B, m, feature_map, A.mean(axis=0)) - exact
        assert error == pytest.approx(np.sqrt((gaps**2).mean()), abs=1e-5)


def test_the_error_falls_as_one_over_the_root_of_m(feature_map):
    A, B = random_pairs(X, 100, SEED)
    measured = np.array([kernel_error(A, B, GAMMA, feature_map, seed) for seed in range(60)])
    errors = Errors(feature_map, np.array(SIZES), measured, expected_error(A, B, GAMMA, feature_map))
    assert errors.together / errors.expected == pytest.approx(np.ones(len(SIZES)), abs=0.25)
    assert errors.fitted.exponent == pytest.approx(-0.5, abs=0.04)
    other = expected_error(A, B, GAMMA, FEATURE_MAPS[feature_map == "pair"])  # the other map's law would be seen
    assert np.abs(errors.together / other - 1).max() > 0.25


def test_no_point_is_paired_with_itself():
    rows = np.arange(7.0)[:, None]
    A, B = random_pairs(rows, 500, SEED)
    assert (A != B).all() and len(np.unique(A)) == len(np.unique(B)) == 7


@pytest.mark.parametrize("m", [1, 24, MOST])
def test_gram_matrices_are_products_of_features(feature_map, m):
    found = gram(X, GAMMA, feature_map, m, SEED)
    omega, b = oracles.frequencies(SEED, 1, 3, MOST, GAMMA)
    phi = oracles.features(X - X.mean(axis=0), omega[:, :m], b[:m], feature_map)
    assert found.exact == pytest.approx(oracles.kernel(X, X, GAMMA))
    assert found.estimate == pytest.approx(phi @ phi.T, abs=1e-5)
    assert found.error == pytest.approx(np.sqrt(np.mean((phi @ phi.T - found.exact) ** 2)), abs=1e-6)
    assert found.difference == pytest.approx(found.estimate - found.exact)


def test_points_are_taken_of_both_classes_and_neighbours_stand_together():
    angles = RANDOM.uniform(0, 2 * np.pi, 200)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    y = np.where(np.arange(200) < 20, 1, -1)
    rows = in_order(ring, y, 60)
    assert len(set(rows)) == 60
    assert (y[rows[:40]] < 0).all() and (y[rows[40:]] > 0).all()
    jumps = np.linalg.norm(np.diff(ring[rows[:40]], axis=0), axis=1)
    assert np.sort(jumps)[-2] < 0.9  # around the ring once
    assert len(in_order(X[:, :1], Y, 10)) == 10
