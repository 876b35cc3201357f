"""SOLAM and FSAUC against their loops, and the saddle point that both look for."""

import numpy as np
import pytest

from algorithms.metrics import auc
from algorithms.online.fsauc import FSAUC, project_l1, project_l2
from algorithms.online.solam import SOLAM, saddle_slopes
from tests import oracles
from tests import oracles_online as online
from tests.algorithms.streams import cloud

close = {"rel": 1e-8, "abs": 1e-10}


@pytest.mark.parametrize(("radius", "step_size"), [(10.0, 0.05), (0.5, 0.5), (0.05, 2.0)])
def test_solam_equals_the_loop(stream, radius, step_size):
    X, y = stream
    last, average, saddle = online.solam(X, y, radius, step_size)
    learner = SOLAM(radius=radius, step_size=step_size).fit(X, y)
    assert learner.coef_[0] == pytest.approx(average, **close)
    assert learner.saddle_ == pytest.approx(saddle, **close)
    assert SOLAM(radius=radius, step_size=step_size, average=False).fit(X, y).coef_[0] == pytest.approx(last, **close)


@pytest.mark.parametrize(("radius", "step_size"), [(10.0, 0.05), (0.5, 0.5), (0.2, 4.0)])
@pytest.mark.parametrize("expected_n", [None, 70, 200, 5000])
def test_fsauc_equals_the_loop(stream, radius, step_size, expected_n):
    X, y = stream
    X, y = np.vstack([X, X[::-1], X]), np.concatenate([y, y[::-1], y])  # long enough for three stages
    learner = FSAUC(radius=radius, step_size=step_size, expected_n=expected_n).fit(X, y)
    assert learner.coef_[0] == pytest.approx(online.fsauc(X, y, radius, step_size, expected_n), **close)


@pytest.fixture
def sample():
    """Scores, labels, the share of positives and the three inner unknowns at their best."""
    X, y = cloud(n=40, seed=11)
    scores = X @ np.array([0.7, -0.2, 0.4])
    a, b = scores[y > 0].mean(), scores[y < 0].mean()
    return scores, y, (y > 0).mean(), np.array([a, b, b - a])


def mean_saddle(scores, y, q, a, b, alpha):
    return np.mean([online.saddle(s, label, q, a, b, alpha) for s, label in zip(scores, y, strict=True)])


def test_the_inner_solution_is_a_saddle_point(sample):
    scores, y, q, inner = sample
    slopes = np.mean([saddle_slopes(s, label, q, inner) for s, label in zip(scores, y, strict=True)], axis=0)
    assert slopes[1:] == pytest.approx(0, abs=1e-12)
    best = mean_saddle(scores, y, q, *inner)
    a, b, alpha = inner
    for shift in (-0.3, 0.2):
        assert mean_saddle(scores, y, q, a + shift, b, alpha) > best
        assert mean_saddle(scores, y, q, a, b + shift, alpha) > best
        assert mean_saddle(scores, y, q, a, b, alpha + shift) < best


def test_its_value_is_the_square_loss_of_all_pairs(sample):
    scores, y, q, inner = sample
    pairs = [oracles.pairwise_square(s - scores[y < 0]) for s in scores[y > 0]]
    assert mean_saddle(scores, y, q, *inner) == pytest.approx(q * (1 - q) * (np.mean(pairs) - 1))


def test_slopes_are_the_derivatives(sample):
    scores, y, q, inner = sample
    for s, label in zip(scores, y, strict=True):
        expected = online.slopes(lambda *at, label=label: online.saddle(at[0], label, q, *at[1:]), s, *(inner + 0.3))
        assert saddle_slopes(s, label, q, inner + 0.3) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("learner", [SOLAM(radius=0.3, step_size=2.0), SOLAM(radius=0.3, step_size=2.0, average=False)])
def test_solam_stays_in_its_ball(stream, learner):
    for _, _, snapshot in learner.steps(*stream):
        assert np.linalg.norm(snapshot["coef"]) <= 0.3 + 1e-12


@pytest.mark.parametrize("expected_n", [None, 70])
def test_fsauc_stays_in_its_l1_ball(stream, expected_n):
    for _, _, snapshot in FSAUC(radius=0.3, step_size=5.0, expected_n=expected_n).steps(*stream):
        assert np.abs(snapshot["coef"]).sum() <= 0.3 + 1e-12


def test_projections_find_the_nearest_point():
    rng = np.random.default_rng(2)
    for _ in range(50):
        w, centre, radius = 3 * rng.normal(size=6), rng.normal(size=6), rng.uniform(0.1, 6)
        centre *= min(1, radius / np.abs(centre).sum())
        in_l1, in_both = w.copy(), w.copy()
        project_l1(in_l1, radius)
        assert in_l1 == pytest.approx(online.nearest_in_l1_ball(w, radius), abs=1e-9)
        project_l2(in_both, centre, radius / 2)
        assert np.linalg.norm(in_both - centre) == pytest.approx(min(np.linalg.norm(w - centre), radius / 2))
        project_l1(in_both, radius)
        assert np.linalg.norm(in_both - centre) <= radius / 2 + 1e-12  # the second did not leave the ball
        assert np.abs(in_both).sum() <= radius + 1e-12


def test_projecting_a_tie_and_zero():
    w = np.array([2.0, -2.0, 0.0])
    project_l1(w, 1.0)
    assert w.tolist() == [0.5, -0.5, 0.0]


@pytest.mark.parametrize("learner", [SOLAM(), FSAUC(), FSAUC(expected_n=4000)])
def test_they_rank_as_well_as_least_squares_does(learner):
    """On normal clouds of one shape the best linear ranking is along S^-1 (m+ - m-)."""
    X, y = cloud(n=4000, seed=12)
    best = np.linalg.solve(np.cov(X[y < 0].T), X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0))
    assert auc(learner.fit(X, y).decision_function(X), y) > auc(X @ best, y) - 0.005


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (SOLAM(radius=0.0), "radius must be a positive number"),
        (SOLAM(step_size=-1.0), "step_size must be a positive number"),
        (FSAUC(radius=-1.0), "radius must be a positive number"),
        (FSAUC(expected_n=0), "expected_n must be at least 1"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, learner, message):
    with pytest.raises(ValueError, match=message):
        learner.fit(*stream)
