"""The comparator against double loops over rounds and pairs, and its certificate against other ways to the minimum."""

import numpy as np
import pytest
from scipy.optimize import minimize

from algorithms.hindsight import LOSSES, best_in_hindsight, cumulative_loss
from tests.algorithms.streams import STREAMS, cloud
from tests.algorithms.theory import loops

REGULARIZATIONS = (1e-3, 0.1, 10.0)


@pytest.fixture(params=LOSSES)
def loss(request):
    return request.param


@pytest.mark.parametrize("scale", [0.0, 0.3, 5.0])
def test_value_and_gradient_equal_the_double_loop(stream, loss, scale):
    X, y = stream
    w = scale * np.random.default_rng(7).normal(size=X.shape[1])
    value, gradient = cumulative_loss(w, X, y, 0.1, loss)
    expected, slope = loops.cumulative_loss(w, X, y, 0.1, loss)
    assert value == pytest.approx(expected, rel=1e-10)
    assert gradient == pytest.approx(slope, rel=1e-8, abs=1e-8)


def test_the_gradient_is_that_of_finite_differences(loss):
    X, y = cloud(n=300, p=6, seed=11)
    w = np.random.default_rng(3).normal(size=6)
    _, gradient = cumulative_loss(w, X, y, 0.1, loss)
    h = 1e-5
    slopes = [
        (cumulative_loss(w + h * e, X, y, 0.1, loss)[0] - cumulative_loss(w - h * e, X, y, 0.1, loss)[0]) / (2 * h)
        for e in np.eye(6)
    ]
    assert gradient == pytest.approx(slopes, rel=1e-7)


def test_an_offset_of_the_features_costs_no_digits(loss):
    X, y = cloud(seed=12)
    w = np.array([0.3, -0.2, 0.5])
    here, there = (cumulative_loss(w, X + shift, y, 0.1, loss) for shift in (0.0, 1e6))
    assert there[0] == pytest.approx(here[0], rel=1e-9)
    assert there[1] == pytest.approx(here[1], rel=1e-6, abs=1e-6)
    best = [best_in_hindsight(X + shift, y, 0.1, loss=loss).loss[-1] for shift in (0.0, 1e6)]
    assert best[1] == pytest.approx(best[0], rel=1e-6)


@pytest.mark.parametrize("regularization", REGULARIZATIONS)
def test_the_certificate_is_small_at_every_horizon(stream, loss, regularization):
    X, y = stream
    horizons = np.array([3, 10, 30, 50, 70])
    best = best_in_hindsight(X, y, regularization, horizons, loss)
    assert (best.gap >= 0).all()
    assert (best.gap / horizons <= 1e-6).all()
    for T, w, value in zip(horizons, best.coef, best.loss, strict=True):
        assert value == pytest.approx(loops.cumulative_loss(w, X[:T], y[:T], regularization, loss)[0], rel=1e-9)


@pytest.mark.parametrize("regularization", REGULARIZATIONS)
def test_nothing_found_from_elsewhere_is_lower_than_the_certificate_says(loss, regularization):
    X, y = STREAMS["ties"]  # two features; few examples of a class make kinks
    rng = np.random.default_rng(5)
    for T in (6, 25, 70):
        found = best_in_hindsight(X, y, regularization, [T], loss)
        lowest = found.loss[0] - found.gap[0] - 1e-12  # rounding
        value = lambda w, T=T: cumulative_loss(w, X[:T], y[:T], regularization, loss)[0]  # noqa: E731
        for size in (1e-4, 1e-2, 1.0, 10.0):
            near = found.coef[0] + size * rng.normal(size=(50, 2))
            assert min(map(value, near)) >= lowest
        for start in (found.coef[0], np.ones(2), -np.ones(2)):
            simplex = minimize(value, start, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12})
            assert simplex.fun >= lowest
            assert simplex.fun <= found.loss[0] + 1e-3 * (1 + abs(found.loss[0]))


@pytest.mark.parametrize("regularization", REGULARIZATIONS)
def test_the_square_loss_has_its_closed_form(stream, regularization):
    X, y = stream
    p = X.shape[1]
    matrix, right, constant = len(y) * regularization * np.eye(p), np.zeros(p), 0.0
    for t in range(len(y)):
        opposite = X[:t][y[:t] != y[t]]
        if len(opposite):
            differences = y[t] * (X[t] - opposite)
            matrix += differences.T @ differences / len(opposite)
            right += differences.mean(axis=0)
            constant += 0.5
    exact = constant - right @ np.linalg.solve(matrix, right) / 2
    found = best_in_hindsight(X, y, regularization, loss="psi_S/2")
    assert exact - 1e-10 <= found.loss[-1] <= exact + found.gap[-1] + 1e-9


def test_a_warm_start_ends_where_a_cold_one_does(loss):
    X, y = cloud(n=200, seed=13)
    warm = best_in_hindsight(X, y, 0.1, [20, 60, 200], loss)
    for T, value, gap in zip(warm.horizons, warm.loss, warm.gap, strict=True):
        cold = best_in_hindsight(X, y, 0.1, [T], loss)
        assert value == pytest.approx(cold.loss[0], abs=gap + cold.gap[0] + 1e-12)


def test_before_both_classes_have_been_seen_nothing_is_best():
    X, y = STREAMS["late positive"]
    best = best_in_hindsight(X, y, 0.1, [1, 40])
    assert not best.coef.any()
    assert not best.loss.any()


def test_work_is_told_and_can_be_ended():
    X, y = cloud()
    heard = []
    best_in_hindsight(X, y, 0.1, [10, 20, 30], tell=lambda *progress: heard.append(progress))
    assert heard == [(1, 3), (2, 3), (3, 3)]

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        best_in_hindsight(X, y, 0.1, [10, 20], tell=stop)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"regularization": 0.0}, "regularization must be positive"),
        ({"regularization": 0.1, "loss": "hinge"}, "loss must be one of psi_M, psi_S/2"),
        ({"regularization": 0.1, "horizons": [0]}, "horizons must lie between 1 and 70"),
        ({"regularization": 0.1, "horizons": [71]}, "horizons must lie between 1 and 70"),
        ({"regularization": 0.1, "horizons": []}, "horizons must lie between 1 and 70"),
    ],
)
def test_other_values_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        best_in_hindsight(*cloud(), **options)
