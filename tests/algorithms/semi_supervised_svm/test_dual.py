"""The quadratic programmes against scikit-learn's SVC and against their optimality conditions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

from algorithms.kernels import gaussian
from algorithms.semi_supervised_svm.dual import feasible, solve_box, solve_zero_sum
from algorithms.semi_supervised_svm.exact import Centring, Loss, Machine
from tests import oracles_semi as oracles
from tests.algorithms.streams import STREAMS


def problem(n, seed, free=False):
    random = np.random.default_rng(seed)
    points = random.normal(size=(n, 2))
    points[n // 2] = points[0]  # a singular kernel matrix
    K = gaussian(points, points, 1.0)
    ridge = np.where(random.random(n) < 0.3, random.random(n), 0.0)
    low, high = -random.random(n), random.random(n)
    low[random.random(n) < 0.3], high[random.random(n) < 0.3] = 0.0, 0.0
    if free:
        low[0], high[-1] = -np.inf, np.inf
        ridge[0] = ridge[-1] = 0.5
    return K, ridge, 2 * random.normal(size=n), low, high


@given(n=st.integers(2, 25), seed=st.integers(0, 500), free=st.booleans())
def test_a_box_is_solved_to_its_optimality_conditions(n, seed, free):
    K, ridge, target, low, high = problem(n, seed, free)
    theta = feasible(np.cos(np.arange(n)), low, high, zero_sum=False)
    gradient = K @ theta + ridge * theta - target
    assert solve_box(K, ridge, target, low, high, theta, gradient, 1e-8, 1_000_000) >= 0
    slope = K @ theta + ridge * theta - target
    assert gradient == pytest.approx(slope, abs=1e-8)
    assert (theta >= low).all() and (theta <= high).all()
    assert (slope[theta < high] >= -1.1e-8).all() and (slope[theta > low] <= 1.1e-8).all()


@given(n=st.integers(2, 25), seed=st.integers(0, 500), free=st.booleans())
def test_a_sum_of_zero_is_kept_and_the_offset_is_the_multiplier(n, seed, free):
    K, ridge, target, low, high = problem(n, seed, free)
    theta = feasible(np.cos(np.arange(n)), low, high, zero_sum=True)
    assert theta.sum() == pytest.approx(0, abs=1e-12)
    gradient = K @ theta + ridge * theta - target
    moves, offset = solve_zero_sum(K, ridge, target, low, high, theta, gradient, 1e-8, 1_000_000)
    assert moves >= 0 and theta.sum() == pytest.approx(0, abs=1e-10)
    slope = K @ theta + ridge * theta - target + offset
    assert (theta >= low).all() and (theta <= high).all()
    assert (slope[theta < high] >= -1.1e-8).all() and (slope[theta > low] <= 1.1e-8).all()


def test_too_few_moves_are_reported():
    K, ridge, target, low, high = problem(20, 1)
    for solve in (solve_box, lambda *given: solve_zero_sum(*given)[0]):
        assert solve(K, ridge, target, low, high, np.zeros(20), -target, 1e-8, 3) == -1


@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)
@pytest.mark.parametrize("C", [0.1, 10.0])
def test_a_machine_with_a_free_offset_is_scikit_learns_svc(stream, C):
    X, y = stream
    K = gaussian(X, X, 0.5)
    weights = np.where(np.arange(len(y)) % 3, 1.0, 0.5)
    expected = SVC(C=C, gamma=0.5, tol=1e-9).fit(X, y, sample_weight=weights)
    machine = Machine(K, None, 1e-9)
    found = machine.solve(Loss.hinge(y, C * weights))
    assert found == pytest.approx(expected.decision_function(X), abs=1e-6)
    assert machine.theta @ K @ machine.theta == pytest.approx(
        expected.dual_coef_ @ K[np.ix_(expected.support_, expected.support_)] @ expected.dual_coef_.T, rel=1e-6
    )


def test_a_warm_start_costs_what_has_changed():
    X, y = STREAMS["cloud"]
    K = gaussian(X, X, 0.5)
    machine, anew = Machine(K, None, 1e-10), Machine(K, None, 1e-10)
    machine.solve(Loss.hinge(y, np.full(len(y), 5.0)))
    turned = np.where(np.arange(len(y)) < 6, -y, y)
    loss = Loss.hinge(turned, np.full(len(y), 7.0))
    assert machine.solve(loss) == pytest.approx(anew.solve(loss), abs=1e-7)


def test_centring_and_back():
    X, _ = STREAMS["cloud"]
    K, held = gaussian(X, X, 0.5), np.arange(len(X)) % 2 == 0
    own = K.copy()
    centring = Centring(own, held)
    assert own == pytest.approx(oracles.centred(K, np.flatnonzero(held)), abs=1e-13)
    theta = np.cos(np.arange(len(X)))
    beta, constant = centring.undo(theta)
    assert K @ beta + constant == pytest.approx(own @ theta, abs=1e-12)
    assert (K @ beta + constant)[held].mean() == pytest.approx(0, abs=1e-12)
