"""QSG-S2AUC, SAMULT and PNU-AUC: exact solutions against dense algebra, the descent against the exact solution."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from algorithms.base import DivergenceError
from algorithms.exact_twin import exact_twin
from algorithms.kernels import gaussian
from algorithms.random_features import FEATURE_MAPS
from algorithms.semi_supervised import members
from algorithms.semi_supervised_auc.pnu import PNUAUC, lowest_curvature
from algorithms.semi_supervised_auc.qsg import QSGS2AUC
from algorithms.semi_supervised_auc.risk import PairRisk, pnu_weights, semi_supervised_weights
from algorithms.semi_supervised_auc.samult import SAMULT
from tests import oracles_semi as oracles
from tests.algorithms.semi_streams import half_labelled, moons

X, Y = half_labelled()  # y of 0, 1 and -1
GAMMA = 0.5
P, N, U = (np.flatnonzero(value == Y) for value in (1, 0, -1))
ROWS = np.concatenate([P, N, U])
K = oracles.kernel(X[ROWS], X[ROWS], GAMMA)
SIZES = len(P), len(N), len(U)


def exact_scores(trade_off, regularization, points=X):
    a, Q = oracles.quadratic_s2(*SIZES, trade_off)
    beta = np.linalg.solve(regularization * np.eye(len(K)) + 2 * Q @ K, 2 * a)
    return oracles.kernel(points, X[ROWS], GAMMA) @ beta


# SAMULT


@pytest.mark.parametrize("trade_off", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("regularization", [1e-3, 0.5])
@pytest.mark.parametrize("solver", ["dense", "conjugate gradient"])
def test_samult_is_the_dense_solution(trade_off, regularization, solver):
    learner = SAMULT(regularization, trade_off, GAMMA, solver=solver, tol=1e-10).fit(X, Y)
    assert learner._scores(X) == pytest.approx(exact_scores(trade_off, regularization), abs=1e-7)


def objective(f, norm, trade_off, regularization):
    """lambda/2 ||f||^2 + risk: the regularizer is halved."""
    return regularization / 2 * norm + oracles.risk_s2(*np.split(f, np.cumsum(SIZES)[:-1]), trade_off)


def test_samults_gradient_vanishes_along_every_kernel_function():
    trade_off, regularization = 0.3, 0.2
    learner = SAMULT(regularization, trade_off, GAMMA, solver="dense").fit(X, Y)
    beta = np.zeros(len(K))
    order = [int(np.flatnonzero((X[ROWS] == vector).all(axis=1))[0]) for vector in learner.support_vectors_]
    beta[order] = learner.dual_coef_[0]
    for direction in 1e-4 * np.eye(len(K)):
        up, down = (
            objective(K @ b, b @ K @ b, trade_off, regularization) for b in (beta + direction, beta - direction)
        )
        assert (up - down) / 2e-4 == pytest.approx(0, abs=1e-7)
        assert up + down > 2 * objective(K @ beta, beta @ K @ beta, trade_off, regularization)


def test_for_a_large_lambda_f_is_the_difference_of_the_means_whatever_the_trade_off():
    parzen = oracles.kernel(X, X[P], GAMMA).mean(axis=1) - oracles.kernel(X, X[N], GAMMA).mean(axis=1)
    for trade_off in (0.0, 0.5, 1.0):
        f = SAMULT(1e4, trade_off, GAMMA).fit(X, Y)._scores(X)
        assert 1e4 / 2 * f == pytest.approx(parzen, abs=1e-3)


@pytest.mark.parametrize("learner", [SAMULT(0.2, 0.3, kernel="linear"), PNUAUC(0.2, 0.3, 0.5, kernel="linear")])
def test_the_linear_kernel_is_solved_in_the_features(learner):
    linear = learner.fit(X, Y)
    risk = PairRisk(linear._weights(members(X, np.array([0.0, -1.0, 1.0])[Y + 1])), SIZES)
    beta = np.linalg.solve(0.2 * np.eye(len(K)) + 2 * risk.product(X[ROWS] @ X[ROWS].T), 2 * risk.linear)
    assert linear.coef_[0] == pytest.approx(X[ROWS].T @ beta, abs=1e-9)
    assert linear._scores(X) == pytest.approx(X @ linear.coef_[0])
    assert linear.offset_ == pytest.approx((linear._scores(X)[P].mean() + linear._scores(X)[N].mean()) / 2)


def test_a_linear_risk_without_a_minimum_gets_a_larger_lambda_too():
    with pytest.warns(RuntimeWarning, match="the risk has no minimum"):
        assert np.isfinite(PNUAUC(1e-4, 1.0, 0.9, kernel="linear").fit(X, Y).coef_).all()


def test_conjugate_gradients_say_so_when_they_stop_early():
    with pytest.warns(ConvergenceWarning, match="Raise max_iter"):
        SAMULT(1e-6, 0.5, GAMMA, max_iter=3).fit(X, Y)


def test_conjugate_gradients_take_few_iterations():
    Xm, y, _, _ = moons(200, 4, 0)
    assert SAMULT(0.1, 0.5, 3.0).fit(Xm, y).n_iter_ < 30


def test_offset_is_the_midpoint_of_the_labelled_classes():
    for learner in (SAMULT(0.1, 0.5, GAMMA), QSGS2AUC(max_iter=50), PNUAUC()):
        f = learner.fit(X, Y)._scores(X)
        assert learner.offset_ == pytest.approx((f[P].mean() + f[N].mean()) / 2, abs=1e-6)


# PNU-AUC


@pytest.mark.parametrize("trade_off", [-1.0, -0.4, 0.0, 0.4, 1.0])
@pytest.mark.parametrize("solver", ["dense", "conjugate gradient"])
def test_pnu_is_stationary_for_its_risk(trade_off, solver):
    learner = PNUAUC(0.5, trade_off, 0.4, GAMMA, solver=solver).fit(X, Y)
    assert learner.regularization_ == 0.5
    order = [int(np.flatnonzero((X[ROWS] == vector).all(axis=1))[0]) for vector in learner.support_vectors_]
    beta = np.zeros(len(K))
    beta[order] = learner.dual_coef_[0]
    for direction in 1e-4 * np.eye(len(K)):
        up, down = (
            0.25 * b @ K @ b + oracles.risk_pnu(*np.split(K @ b, np.cumsum(SIZES)[:-1]), trade_off, 0.4)
            for b in (beta + direction, beta - direction)
        )
        assert (up - down) / 2e-4 == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("trade_off", "prior"), [(1.0, 0.9), (-1.0, 0.1), (1.0, 0.3), (0.5, 0.5)])
def test_the_lowest_curvature_is_found_where_it_is_negative(trade_off, prior):
    risk = PairRisk(pnu_weights(trade_off, prior), SIZES)
    found, exact = lowest_curvature(K, risk), np.linalg.eigvals(risk.product(K)).real.min()
    assert found >= exact - 1e-9
    if exact < -1e-6:
        assert found == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(("trade_off", "prior"), [(1.0, 0.9), (-1.0, 0.1)])
def test_a_risk_without_a_minimum_gets_a_larger_lambda_and_a_warning(trade_off, prior):
    with pytest.warns(RuntimeWarning, match="the risk has no minimum"):
        learner = PNUAUC(1e-4, trade_off, prior, GAMMA).fit(X, Y)
    risk = PairRisk(pnu_weights(trade_off, prior), SIZES)
    assert learner.regularization_ + 2 * np.linalg.eigvals(risk.product(K)).real.min() > 0
    assert np.isfinite(learner.decision_function(X)).all()


def test_the_supervised_solution_does_not_depend_on_the_method():
    labelled = Y != -1
    expected = SAMULT(0.1, 1.0, GAMMA).fit(X[labelled], Y[labelled]).decision_function(X)
    for learner in (SAMULT(0.1, 0.5, GAMMA), PNUAUC(0.1, 0.7, 0.5, GAMMA)):
        assert learner.labels_only().fit(X, Y).decision_function(X) == pytest.approx(expected, abs=1e-6)
        assert learner.fit(X[labelled], Y[labelled]).decision_function(X) == pytest.approx(expected, abs=1e-6)


# QSG-S2AUC


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("delay", ["auto", 30.0])
def test_qsg_is_its_naive_recursion(feature_map, delay):
    learner = QSGS2AUC(
        0.3, 0.4, GAMMA, delay=delay, max_iter=12, n_components=6, batch_size=5, feature_map=feature_map, random_state=9
    ).fit(X, Y)  # fmt: skip
    theta = 1 / 0.3
    first = theta * 6.3 - 1 if delay == "auto" else delay
    etas = [theta / (t + first) for t in range(1, 13)]
    begun = QSGS2AUC(0.3, 0.4, GAMMA, batch_size=5, random_state=9).begin(X, Y)
    drawn = np.minimum(SIZES, 5)

    def slopes(t, rows, f):
        return oracles.slopes_s2(*np.split(f, np.cumsum(drawn)[:-1]), 0.4)

    centre = X[np.concatenate([P, N])].mean(axis=0)
    alphas, means = oracles.descend(
        X - centre, [(eta, 1 - 0.3 * eta) for eta in etas], 9, GAMMA, 6, feature_map, begun.rule.draw, slopes
    )
    assert learner.coefficients_.reshape(alphas.shape) == pytest.approx(alphas, abs=2e-6)
    f = oracles.predict(X - centre, alphas, means, 9, GAMMA, 6, feature_map)
    assert learner._scores(X) == pytest.approx(f, abs=5e-6)


def test_qsg_reproduces_samult():
    Xm, y, X_test, _ = moons(300, 100, 0)
    exact = SAMULT(0.5, 0.5, 1.5).fit(Xm, y)._scores(X_test)
    found = QSGS2AUC(0.5, 0.5, 1.5, max_iter=200, n_components=64).fit(Xm, y)._scores(X_test)
    assert np.corrcoef(exact, found)[0, 1] >= 0.999
    assert np.sqrt(np.mean((found - exact) ** 2)) <= 0.03 * exact.std()


def test_theta_over_t_diverges_for_a_small_lambda_and_a_delay_cures_it():
    Xm, y, _, _ = moons(60, 10, 0)
    small = QSGS2AUC(regularization=0.01, gamma=3.0, max_iter=150, n_components=32)
    assert np.abs(small.fit(Xm, y).decision_function(Xm)).max() < 10
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DivergenceError, match="delay"):
            small.set_params(delay=0).fit(Xm, y).decision_function(Xm)


def gap(m, T, seed, regularization=0.5):
    Xm, y, X_test, _ = moons(100, 20, 0)
    learner = QSGS2AUC(regularization, 0.5, 3.0, max_iter=T, n_components=m, batch_size=16, random_state=seed)
    twin = exact_twin(learner, Xm, y, X_test[:80], [T])
    return np.mean((twin.f - twin.h) ** 2)


def rms(**options):
    return np.sqrt(np.mean([gap(seed=seed, **options) for seed in range(5)]))


def test_the_gap_to_the_exact_twin_falls_as_one_over_the_root_of_m_and_of_t():
    m = [8, 32, 128]
    slope = np.polyfit(np.log(m), np.log([rms(m=k, T=60) for k in m]), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.1)
    T = [100, 400, 1600]
    slope = np.polyfit(np.log(T), np.log([rms(m=4, T=k) for k in T]), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.12)


def test_feature_noise_grows_as_one_over_lambda():
    assert rms(m=8, T=300, regularization=0.5) / rms(m=8, T=300, regularization=2.0) > 2


def test_the_kernel_of_the_twin_is_the_learners():
    begun = (learner := QSGS2AUC(gamma=GAMMA)).begin(X, Y)
    rows = begun.rows.astype(float)
    assert gaussian(rows, rows, 2 * np.pi**2) == pytest.approx(oracles.kernel(X, X, learner.gamma_), abs=1e-5)


def test_the_risks_pull_is_what_frames_show():
    learner = SAMULT(0.1, 0.3, GAMMA)
    ((_, _, snapshot),) = learner.steps(X, Y)
    f = learner._scores(X)[ROWS]
    slopes = PairRisk(semi_supervised_weights(0.3), SIZES).gradient(f)
    assert snapshot["pull"][U] == pytest.approx(-len(U) * slopes[-len(U) :], abs=1e-9)
    assert not snapshot["pull"][Y != -1].any()
