"""Regret against double loops: the learner's losses, the best fixed model, and a negative difference kept as it is."""

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.hindsight import LOSSES
from algorithms.theory.regret import band, first_comparison, horizons_of, regret_curve
from tests import oracles
from tests.algorithms.streams import cloud
from tests.algorithms.theory import loops


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("name", ["OAUC-M", "OAUC-S"])
def test_a_curve_is_what_the_loops_say(stream, name, loss):
    X, y = stream
    learner = LEARNERS[name](regularization=0.2)
    curve = regret_curve(X, y, learner, loss, horizons=[5, 30, 70])
    weights, _ = oracles.oauc(X, y, {"OAUC-M": "M", "OAUC-S": "S"}[name], 0.2, getattr(learner, "step_size", None))
    iterates = np.vstack([np.zeros(X.shape[1]), weights[:-1]])
    rounds = [loops.round_loss(w, X, y, t, loss)[0] + 0.1 * (w @ w) for t, w in enumerate(iterates)]
    assert curve.rounds == pytest.approx(rounds, rel=1e-9)
    for k, T in enumerate((5, 30, 70)):
        best, slope = loops.cumulative_loss(curve.hindsight.coef[k], X[:T], y[:T], 0.2, loss)
        assert curve.learner[k] == pytest.approx(sum(rounds[:T]))
        assert curve.best[k] == pytest.approx(best)
        assert curve.regret[k] == pytest.approx(sum(rounds[:T]) - best, abs=1e-9)
        assert curve.regret_per_round[k] == curve.regret[k] / T
        assert curve.gap[k] <= 1e-6 * T
        if loss == "psi_S/2":  # smooth: at the minimum the gradient vanishes
            assert np.linalg.norm(slope) <= np.sqrt(2 * 0.2 * T * curve.gap[k]) + 1e-7


def test_the_kernel_comparator_is_the_linear_one_for_the_linear_kernel(stream):
    X, y = stream
    kernel = LEARNERS["OKAUC-M"](regularization=0.2, kernel="linear", buffer_size=None)
    horizons = [10, 40, 70]
    one, other = (regret_curve(X, y, learner, horizons=horizons) for learner in (
        kernel, LEARNERS["OAUC-M"](regularization=0.2)))  # fmt: skip
    assert one.learner == pytest.approx(other.learner, rel=1e-7)
    assert one.best == pytest.approx(other.best, rel=1e-5, abs=1e-5)
    assert one.iterates.norms == pytest.approx(other.iterates.norms, rel=1e-6, abs=1e-9)


def test_no_function_of_the_kernels_space_beats_the_kernel_comparator():
    X, y = cloud(n=40, p=2, seed=31)
    learner = LEARNERS["OKAUC-M"](regularization=0.1, gamma=0.7)
    curve = regret_curve(X, y, learner, horizons=[40])
    K = np.array([[oracles.gaussian(a, b, 0.7) for b in X] for a in X])

    def cost(a):
        scores, total = K @ a, 40 * 0.05 * (a @ K @ a)
        for t in range(40):
            margins = [y[t] * (scores[t] - scores[i]) for i in range(t) if y[i] != y[t]]
            total += oracles.psi_m(margins) if margins else 0.0
        return total

    best, *_ = np.linalg.lstsq(K, curve.iterates.features @ curve.hindsight.coef[0], rcond=1e-8)
    assert cost(best) == pytest.approx(curve.best[0], abs=1e-3)
    rng = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1, 1.0):
        assert min(cost(best + size * rng.normal(size=40)) for _ in range(20)) >= curve.best[0] - curve.gap[0] - 1e-6


def test_regret_turns_negative_and_stays_so():
    """Measured before: -13.7 after 3,000 rounds, 10 features, lambda 0.1."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(3000) < 0.1, 1.0, -1.0)
    X = rng.normal(size=(3000, 10)) + 0.5 * (y[:, None] > 0)
    X /= np.linalg.norm(X, axis=1).max()
    curve = regret_curve(X, y, LEARNERS["OAUC-M"](regularization=0.1), horizons=[100, 1000, 3000])
    assert curve.regret == pytest.approx([2.828, -0.561, -13.668], abs=2e-3)
    assert (curve.gap < 1e-3).all()


def test_other_learners_have_regret_in_a_named_loss_and_lambda():
    X, y = cloud()
    with pytest.raises(ValueError, match="no regularization; say which"):
        regret_curve(X, y, LEARNERS["Perceptron"]())
    curve = regret_curve(X, y, LEARNERS["Perceptron"](), regularization=0.5)
    assert curve.regularization == 0.5 and curve.loss == "psi_M"
    assert curve.learner[-1] > curve.best[-1] > 0
    own = regret_curve(X, y, LEARNERS["OAUC-M"](regularization=0.2), regularization=0.5, horizons=[70])
    assert own.best[0] == pytest.approx(curve.best[-1], abs=1e-4)
    with pytest.raises(ValueError, match="loss must be one of"):
        regret_curve(X, y, LEARNERS["OAUC-M"](), "hinge")
    with pytest.raises(ValueError, match="regularization must be positive"):
        regret_curve(X, y, LEARNERS["OAUC-S"](regularization=0))


@pytest.mark.parametrize("rounds", [2, 4, 10, 11, 70, 5000])
@pytest.mark.parametrize("late", [2, 9, 60])
def test_horizons_rise_from_the_first_pair_to_the_end_of_the_stream(rounds, late):
    y = np.where(np.arange(1, rounds + 1) < late, -1.0, 1.0)
    y[0] = -1.0
    found = horizons_of(y)
    assert found[-1] == rounds and 2 <= len(found) <= 25
    assert found[0] == min(max(10, late if late <= rounds else 1), rounds - 1)
    assert (np.diff(found) > 0).all()


def test_no_round_can_be_lost_before_the_first_comparison():
    X, y = cloud()
    y = np.sort(y)
    late = first_comparison(y)
    losses = regret_curve(X, y, LEARNERS["OAUC-M"](), horizons=[len(X)]).losses.psi_m
    assert np.isnan(losses[: late - 1]).all() and not np.isnan(losses[late - 1 :]).any()


def test_a_band_spans_its_curves():
    curves = [regret_curve(*cloud(seed=s), LEARNERS["OAUC-M"](), horizons=[20, 70]) for s in range(3)]
    found = band(curves)
    regrets = [curve.regret.tolist() for curve in curves]
    for k in range(2):
        column = sorted(r[k] for r in regrets)
        assert [found.low[k], found.middle[k], found.high[k]] == column
    assert found.count == 3
    other = regret_curve(*cloud(), LEARNERS["OAUC-M"](), horizons=[70])
    for bad in ([], [curves[0], other]):
        with pytest.raises(ValueError, match="same horizons"):
            band(bad)


def test_work_is_told_once_a_round_and_once_a_horizon():
    heard = []
    regret_curve(*cloud(), LEARNERS["OAUC-M"](), horizons=[20, 70], tell=lambda *p: heard.append(p))
    assert heard == [(k, 72) for k in range(1, 73)]
