"""f beside its exact twin: what is allowed, from coefficients written out, and that what is measured obeys it."""

import numpy as np
import pytest

from algorithms.exact_twin import exact_twin
from algorithms.theory.twins import CONSTANT, DECREASING, STEPS_OF, TWINS, Pursuit, chase, convergence
from tests import oracles_semi as oracles
from tests.algorithms.semi_streams import moons

X, Y, POINTS, _ = moons(60, 20, 0)
POINTS = POINTS[:25]
CASES = [(learner, rule) for learner in TWINS for rule in STEPS_OF[learner]]


def made(learner, rule, **values):
    values = {"gamma": 6.0, "regularization": 0.5, "n_components": 2, "batch_size": 8, "iterations": 128} | values
    pursuit = Pursuit(learner, rule, **values)
    known = Y >= 0 if learner == "DSG" else slice(None)
    return pursuit, X[known], Y[known]


@pytest.mark.parametrize(("learner", "rule"), CASES)
def test_what_is_allowed_is_the_sum_of_squares_of_the_learners_own_steps(learner, rule):
    pursuit, rows, labels = made(learner, rule)
    scale = 2.0**2 * 1.5**2 / pursuit.n_components  # kappa + phi = 2, M = 1.5
    price = 1 / pursuit.regularization if learner == "TSGS3VM" else 1.0  # TSGS3VM has its prices in the slopes
    for T, printed, sharper in list(zip(pursuit.marks, *pursuit.allowed(1.5), strict=True))[::4]:
        own = pursuit.estimator(int(T), 0).begin(rows, labels).rule
        etas = [own.step(t) for t in range(1, T + 1)]
        decays = [own.decay(t) for t in range(1, T + 1)]
        a = [price * eta * np.prod(decays[i + 1 :]) for i, eta in enumerate(etas)]
        assert sharper == pytest.approx(scale * np.sum(np.square(a)), rel=2e-4)  # gamma / (2 - gamma) is a limit
        assert sharper <= printed * (1 + 1e-12)


def test_theorem_1_and_its_sharper_form_have_the_printed_rates():
    pursuit, *_ = made("TSGS3VM", CONSTANT, regularization=1.0, theta=4.0, n_components=1, iterations=4096)
    printed, sharper = pursuit.allowed(1.0)
    T = pursuit.marks.astype(float)
    assert printed == pytest.approx(4 * 16 / np.sqrt(T))
    assert sharper[-1] == pytest.approx(4 * 2 * T[-1] ** -0.75, rel=0.01)
    a = oracles.coefficient_products([4 * T[3] ** -0.75] * int(T[3]), 1.0)
    assert 1 <= sharper[3] / (4 * (a**2).sum()) < 1.001


@pytest.mark.parametrize(("learner", "rule"), CASES)
def test_what_is_measured_is_allowed(learner, rule):
    pursuit, rows, labels = made(learner, rule)
    twins = [chase(pursuit, rows, labels, POINTS, seed) for seed in range(3)]
    found = convergence(pursuit, twins)
    squares = np.array([(twin.f - twin.h) ** 2 for twin in twins])
    assert found.average == pytest.approx(squares.mean(axis=(0, 2)))
    assert found.each.mean(axis=0) == pytest.approx(found.average)
    assert found.largest == pytest.approx(squares.mean(axis=0).max(axis=1))
    assert (found.largest <= found.sharper).all() and (found.sharper <= found.printed * (1 + 1e-12)).all()
    if learner != "QSG-S2AUC":  # a hinge has slopes of 1, C* = C doubles them
        assert found.slopes == pytest.approx(2.0 if learner == "TSGS3VM" else 1.0, rel=1e-5)
    assert found.exponent(found.average).exponent < -0.3
    if rule == CONSTANT:
        assert found.exponent(found.printed).exponent == pytest.approx(-0.5)


@pytest.mark.parametrize("feature_map", ["pair", "shifted"])
def test_each_mark_is_the_twin_of_its_own_run(feature_map):
    pursuit, rows, labels = made("TSGS3VM", CONSTANT, feature_map=feature_map, iterations=32)
    runs = []
    twin = chase(pursuit, rows, labels, POINTS, 3, runs.append)
    assert runs == list(range(len(pursuit.marks)))
    T = int(twin.iterations[2])
    alone = exact_twin(pursuit.estimator(T, 3), rows, labels, POINTS, [T])
    assert np.array_equal(twin.f[2], alone.f[0]) and np.array_equal(twin.h[2], alone.h[0])
    M, phi = 2 / pursuit.regularization, 1 if feature_map == "pair" else 2
    scale = (M * (1 + phi)) ** 2 / pursuit.n_components
    assert convergence(pursuit, [twin]).printed == pytest.approx(scale * 9 * twin.iterations**-0.5, rel=1e-5)


def test_dsg_on_a_constant_step_is_tsgs3vm_without_unlabelled():
    """C = 1 / lambda and the step gamma / lambda: the same f and h, hence the same bound."""
    known = Y >= 0
    pursuits = [made(learner, CONSTANT, iterations=64)[0] for learner in ("DSG", "TSGS3VM")]
    dsg, tsg = (convergence(one, [chase(one, X[known], Y[known], POINTS, 0)]) for one in pursuits)
    assert dsg.first.f == pytest.approx(tsg.first.f, abs=1e-5)
    assert dsg.printed == pytest.approx(tsg.printed, rel=1e-5)


def test_slopes_are_the_largest_sum_so_far():
    pursuit, rows, labels = made("QSG-S2AUC", DECREASING, iterations=30)
    learner, sums = pursuit.estimator(30, 0), []
    begun = learner.begin(rows, labels)
    for t in range(1, 31):
        sums.append(np.abs(begun.descent.advance().weights).sum() / begun.rule.step(t))
    twin = exact_twin(pursuit.estimator(30, 0), rows, labels, POINTS, range(1, 31))
    assert twin.slopes == pytest.approx(np.maximum.accumulate(sums))
