"""Measures of a ranking against scikit-learn and against all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from algorithms import metrics
from tests import oracles

tied = st.integers(-3, 3).map(float)
free = st.floats(-50, 50, allow_subnormal=False)


@st.composite
def rankings(draw, values=tied | free):
    """Scores (n,) with ties, and labels (n,) that hold both classes."""
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=25).filter(lambda y: len(set(y)) == 2))
    return np.array(draw(st.lists(values, min_size=len(labels), max_size=len(labels)))), np.array(labels)


@given(rankings())
def test_auc_is_that_of_scikit_learn_and_of_all_pairs(ranking):
    scores, y = ranking
    assert metrics.auc(scores, y) == pytest.approx(roc_auc_score(y, scores), abs=1e-12)
    assert metrics.auc(scores, y) == pytest.approx(oracles.auc(scores, y), abs=1e-12)


@given(rankings(tied))
def test_auc_depends_on_the_order_alone(ranking):
    scores, y = ranking
    value = metrics.auc(scores, y)
    for moved in (scores * 1e-12, scores * 1e300, scores + 1e6, scores**3):
        assert metrics.auc(moved, y) == value
    assert metrics.auc(-scores, y) == pytest.approx(1 - value)


@given(rankings())
def test_mean_pairwise_hinge_is_that_of_all_pairs(ranking):
    scores, y = ranking
    expected = oracles.mean_pairwise_hinge(scores, y)
    assert metrics.mean_pairwise_hinge(scores, y) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert metrics.mean_pairwise_hinge(scores + 1e6, y) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("measure", [metrics.auc, metrics.mean_pairwise_hinge])
def test_stacks_of_scores_give_stacks_of_values(measure):
    rng = np.random.default_rng(0)
    scores, y = rng.normal(size=(2, 3, 30)), rng.choice([-1, 1], 30)
    values = measure(scores, y)
    assert values.shape == (2, 3)
    assert values == pytest.approx(np.array([[measure(line, y) for line in block] for block in scores]))
    assert np.ndim(measure(scores[0, 0], y)) == 0


@pytest.mark.parametrize("measure", [metrics.auc, metrics.mean_pairwise_hinge])
@pytest.mark.parametrize("label", [-1, 1])
def test_one_class_has_no_pairs(measure, label):
    assert np.isnan(measure(np.arange(4.0), np.full(4, label)))
    assert np.isnan(measure(np.ones((2, 4)), np.full(4, label))).all()


@pytest.mark.parametrize("measure", [metrics.auc, metrics.mean_pairwise_hinge])
@pytest.mark.parametrize("place", range(4))
def test_scores_that_are_not_numbers_have_no_value(measure, place):
    scores = np.stack([np.arange(4.0), np.arange(4.0)])
    scores[1, place] = np.nan
    values = measure(scores, np.array([-1, 1, -1, 1]))
    assert np.isfinite(values[0])
    assert np.isnan(values[1])


@given(rankings(), st.lists(tied | free, max_size=6))
def test_counts_above_are_exact(ranking, edges):
    scores, y = ranking
    edges = np.array([*edges, *scores[:3]])  # edges on scores: only what is strictly above counts
    counts = metrics.counts_above(scores, y, edges)
    assert counts.tolist() == [[int((scores[y == label] > edge).sum()) for edge in edges] for label in (-1, 1)]


@given(rankings(), tied | free)
def test_decision_rates_are_shares_of_each_class(ranking, threshold):
    scores, y = ranking
    found, alarms = metrics.decision_rates(scores, y, threshold)
    assert found == pytest.approx(np.mean([s > threshold for s, label in zip(scores, y, strict=True) if label > 0]))
    assert alarms == pytest.approx(np.mean([s > threshold for s, label in zip(scores, y, strict=True) if label < 0]))


def test_accuracy_at_a_ratio_is_that_of_a_sample_with_that_ratio():
    y = np.repeat([-1, 1], [900, 100])
    called = np.r_[np.zeros(800), np.ones(100), np.ones(70), np.zeros(30)]
    found, alarms = metrics.decision_rates(called, y, 0.5)
    assert metrics.accuracy_at_ratio(found, 1 - alarms, 9.0) == pytest.approx((800 + 70) / 1000)
    assert metrics.accuracy_at_ratio(0.0, 1.0, 19.0) == pytest.approx(0.95)  # "all negative"


def test_the_interval_covers_the_true_auc_about_95_times_in_100():
    rng = np.random.default_rng(0)
    y = np.repeat([-1.0, 1.0], [60, 40])
    samples = metrics.auc(rng.normal(size=(1500, 100)) + 1.2 * (y > 0), y)
    true = 0.8019  # Phi(1.2 / sqrt 2)
    hits = [low <= true <= high for low, high in (metrics.auc_interval(value, 40, 60) for value in samples)]
    assert 0.92 <= np.mean(hits) <= 0.98


def test_the_interval_narrows_with_more_examples_and_stays_in_0_to_1():
    widths = [high - low for low, high in (metrics.auc_interval(0.9, n, n) for n in (5, 50, 500))]
    assert widths == sorted(widths, reverse=True)
    assert metrics.auc_interval(1.0, 5, 5) == (1.0, 1.0)
    low, high = metrics.auc_interval(0.97, 5, 5)
    assert 0.0 <= low < 0.97 < high <= 1.0
