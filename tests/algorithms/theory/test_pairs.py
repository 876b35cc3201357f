"""Pairs, their grid and its cuts against loops over all pairs and scikit-learn's ROC curve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import auc as area_under
from sklearn.metrics import roc_auc_score, roc_curve

from algorithms.metrics import accuracy_at_ratio, auc
from algorithms.theory import pairs


@st.composite
def rankings(draw):
    """Scores with ties and labels of both classes."""
    n = draw(st.integers(2, 40))
    y = np.array(draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=n, max_size=n)))
    y[:2] = -1.0, 1.0
    return np.array(draw(st.lists(st.integers(-4, 4), min_size=n, max_size=n)), float), y


@given(rankings())
def test_shares_of_all_pairs_sum_to_the_auc(ranking):
    scores, y = ranking
    found = [pairs.pair(scores, y, i, j) for i in np.flatnonzero(y > 0) for j in np.flatnonzero(y < 0)]
    assert sum(p.share for p in found) == pytest.approx(roc_auc_score(y, scores))
    assert np.mean([p.zero_one for p in found]) == pytest.approx(1 - roc_auc_score(y, scores))


@pytest.mark.parametrize(
    ("margin", "losses"), [(2.0, (0.0, 0.0, 1.0, 0.5)), (0.0, (0.5, 1.0, 1.0, 0.25)), (-1.0, (1.0, 2.0, 4.0, 0.0))]
)
def test_one_pair_has_its_losses(margin, losses):
    found = pairs.pair(np.array([margin, 0.0, 5.0]), np.array([1.0, -1.0, -1.0]), 0, 1)
    assert found.margin == margin
    assert (found.zero_one, found.hinge, found.square, found.share) == losses


def test_a_pair_of_one_class_is_refused():
    with pytest.raises(ValueError, match="one positive and one negative"):
        pairs.pair(np.zeros(3), np.array([1.0, -1.0, -1.0]), 1, 0)


@given(rankings(), st.sampled_from([1, 2, 3, 7, 100]))
def test_blocks_count_their_pairs_exactly(ranking, cells):
    scores, y = ranking
    grid = pairs.pair_grid(scores, y, cells)
    assert grid.right.shape[0] <= cells and grid.right.shape[1] <= cells
    assert (np.diff(scores[grid.positives]) <= 0).all() and (np.diff(scores[grid.negatives]) <= 0).all()
    for i in range(grid.right.shape[0]):
        for j in range(grid.right.shape[1]):
            rows = grid.positives[grid.row_edges[i] : grid.row_edges[i + 1]]
            columns = grid.negatives[grid.column_edges[j] : grid.column_edges[j + 1]]
            margins = [scores[a] - scores[b] for a in rows for b in columns]
            assert grid.right[i, j] == sum(c > 0 for c in margins)
            assert grid.tied[i, j] == sum(c == 0 for c in margins)
            assert grid.wrong[i, j] == sum(c < 0 for c in margins)
            a, b = grid.pair_in(i, j)
            assert (a, b) == (rows[0], columns[0])
            assert all(grid.block_of(a, b) == (i, j) for a in rows for b in columns)
    assert grid.area == pytest.approx(roc_auc_score(y, scores))
    assert np.abs(grid.shade).max() <= 1


def test_the_grid_of_large_classes_stays_small_and_exact():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(5000) < 0.3, 1.0, -1.0)
    scores = rng.normal(size=5000) + 0.5 * y
    grid = pairs.pair_grid(scores, y)
    assert grid.right.shape == (150, 150)
    assert grid.area == pytest.approx(auc(scores, y), abs=1e-12)
    assert grid.right.sum() + grid.tied.sum() + grid.wrong.sum() == (y > 0).sum() * (y < 0).sum()


@given(rankings())
def test_the_staircase_is_scikit_learns_roc_curve(ranking):
    scores, y = ranking
    found = pairs.roc(scores, y)
    false_alarms, hits, _ = roc_curve(y, scores, drop_intermediate=False)
    assert found.false_alarms.tolist() == pytest.approx(false_alarms)
    assert found.hits.tolist() == pytest.approx(hits)
    assert area_under(found.false_alarms, found.hits) == pytest.approx(pairs.pair_grid(scores, y).area)
    for corner, threshold in enumerate(found.thresholds):
        at = pairs.cut(scores, y, threshold)
        assert (at.false_alarms, at.hits) == (found.false_alarms[corner], found.hits[corner])


@given(rankings(), st.floats(-5, 5))
def test_a_threshold_cuts_the_grid_where_scores_cross_it(ranking, threshold):
    scores, y = ranking
    at, grid = pairs.cut(scores, y, threshold), pairs.pair_grid(scores, y)
    assert (scores[grid.positives[: at.row]] > threshold).all()
    assert (scores[grid.positives[at.row :]] <= threshold).all()
    assert (scores[grid.negatives[: at.column]] > threshold).all()
    assert (scores[grid.negatives[at.column :]] <= threshold).all()


def test_the_threshold_between_a_pair_splits_it():
    scores, y = np.array([3.0, 1.0]), np.array([1.0, -1.0])
    threshold = pairs.threshold_between(scores, 0, 1)
    assert pairs.cut(scores, y, threshold)[:2] == (1, 0)


def test_strict_and_half_counting_differ_by_half_the_ties():
    strict, half = pairs.strict_auc(pairs.TIED_SCORES, pairs.TIED_LABELS), auc(pairs.TIED_SCORES, pairs.TIED_LABELS)
    assert (strict, half) == (pytest.approx(7 / 9), pytest.approx(8 / 9))
    assert pairs.strict_auc(np.zeros(4), np.array([-1, -1, 1, 1])) == 0.0


def test_all_negative_is_accurate_and_ranks_nothing():
    y = np.r_[-np.ones(99), 1.0]
    scores = np.zeros(100)
    at = pairs.cut(scores, y, 0.0)
    assert accuracy_at_ratio(at.hits, 1 - at.false_alarms, 99) == 0.99
    assert pairs.pair_grid(scores, y).area == 0.5


@pytest.mark.parametrize(("scores", "y"), [([1.0, 2.0], [1, 1]), ([1.0, np.nan], [1, -1])])
def test_no_grid_without_pairs(scores, y):
    with pytest.raises(ValueError, match="both classes and finite scores"):
        pairs.pair_grid(scores, y)
