"""Kernels against double loops, and expansions whose vectors come and go against scoring anew."""

import numpy as np
import pytest

from algorithms import kernels
from tests import oracles


@pytest.fixture
def points():
    rng = np.random.default_rng(0)
    return rng.normal(size=(9, 3)), rng.normal(size=(7, 3))


@pytest.mark.parametrize("gamma", [2.0**-10, 0.3, 4.0, 2.0**10])
def test_gaussian_equals_the_double_loop(points, gamma):
    A, B = points
    expected = [[oracles.gaussian(a, b, gamma) for b in B] for a in A]
    assert kernels.gaussian(A, B, gamma) == pytest.approx(np.array(expected), rel=1e-9, abs=1e-14)
    assert kernels.kernel_with(B, "rbf", gamma)(A) == pytest.approx(np.array(expected), rel=1e-9, abs=1e-14)


def test_linear_equals_the_double_loop(points):
    A, B = points
    expected = [[oracles.linear(a, b) for b in B] for a in A]
    assert kernels.kernel_with(B, "linear", 1.0)(A) == pytest.approx(np.array(expected))


def test_a_point_is_at_distance_0_from_itself_and_never_below(points):
    A, _ = points
    A = np.vstack([A, A + 1e-9])
    distances = kernels.squared_distances(A, A)
    assert (distances >= 0).all()
    assert distances.diagonal() == pytest.approx(0, abs=1e-14)
    assert (kernels.gaussian(A, A, 1e3) <= 1).all()


@pytest.mark.parametrize("offset", [1e3, 1e6])
def test_a_common_offset_changes_nothing(points, offset):
    A, B = points
    near_A, near_B = (A + offset) - offset, (B + offset) - offset
    shifted = kernels.squared_distances(A + offset, B + offset)
    assert shifted == pytest.approx(kernels.squared_distances(near_A, near_B), abs=1e-12)
    assert kernels.gaussian(A + offset, B + offset, 2.0) == pytest.approx(
        kernels.gaussian(near_A, near_B, 2.0), rel=1e-10, abs=1e-12
    )


def test_gamma_scale_is_that_of_scikit_learn(points):
    from sklearn.svm import SVC

    X, _ = points
    machine = SVC(gamma="scale").fit(X, np.arange(len(X)) % 2)
    assert kernels.gamma_of("scale", X) == pytest.approx(machine._gamma)
    assert kernels.gamma_of("scale", np.ones((4, 2))) == 1.0
    assert kernels.gamma_of(0.5, X) == 0.5


@pytest.mark.parametrize("gamma", ["auto", "", 0.0, -1.0, float("nan"), float("inf")])
def test_a_gamma_that_is_none_is_refused(points, gamma):
    with pytest.raises(ValueError, match="gamma must be a positive number"):
        kernels.gamma_of(gamma, points[0])


def test_median_gamma_is_one_over_the_median_squared_distance():
    X = np.array([[0.0], [1.0], [3.0]])  # squared distances 1, 4 and 9
    assert kernels.median_gamma(X) == pytest.approx(1 / 4)
    assert kernels.median_gamma(np.ones((5, 2))) == 1.0
    many = np.random.default_rng(0).normal(size=(1500, 2))
    assert kernels.median_gamma(many, random_state=3) == kernels.median_gamma(many, random_state=3)
    assert kernels.median_gamma(many) == pytest.approx(kernels.median_gamma(many[:1000]), rel=0.1)


@pytest.mark.parametrize("kernel", kernels.KERNELS)
def test_expansion_scores_follow_vectors_that_come_and_go(points, kernel):
    vectors, probes = points
    rng = np.random.default_rng(1)
    expansion = kernels.ExpansionScores(probes, 6, kernel, 0.7)
    holding = np.full(6, -1)
    for count in (2, 3, 6, 6, 4, 6):
        holding[:count] = rng.integers(0, len(vectors), count)
        weights = rng.normal(size=count)
        expected = kernels.kernel_with(vectors[holding[:count]], kernel, 0.7)(probes) @ weights
        scores = expansion(slice(0, count), holding[:count], vectors[holding[:count]], weights)
        assert scores == pytest.approx(expected, rel=1e-10, abs=1e-12)


def test_only_rows_of_new_vectors_are_computed(points):
    vectors, probes = points
    expansion, computed = kernels.ExpansionScores(probes, 4, "rbf", 0.7), []
    matrix = expansion.matrix
    expansion.matrix = lambda fresh: computed.append(len(fresh)) or matrix(fresh)
    for holding in ([0, 1, 2, 3], [0, 1, 2, 3], [0, 4, 2, 5]):
        expansion(slice(None), np.array(holding), vectors[holding], np.ones(4))
    assert computed == [4, 2]


def test_expansion_scores_take_any_slots(points):
    vectors, probes = points
    expansion = kernels.ExpansionScores(probes, 9, "rbf", 0.7)
    slots = [7, 0, 3]
    scores = expansion(slots, np.array(slots), vectors[slots], np.array([1.0, -2.0, 0.5]))
    assert scores == pytest.approx(kernels.gaussian(probes, vectors[slots], 0.7) @ [1.0, -2.0, 0.5])
