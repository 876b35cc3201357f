"""Orders in which the examples arrive."""

import numpy as np
import pytest

from data import DATASETS, ORDERS, load


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["circles", "german"])
def test_order_only_reorders(name, order):
    plain, ordered = load(name, n_labelled=60), load(name, n_labelled=60, order=order)
    back = [np.lexsort((split.rows, split.y)) for split in (plain, ordered)]
    for field in ("X", "y", "labelled", "rows"):
        assert np.array_equal(getattr(plain, field)[back[0]], getattr(ordered, field)[back[1]])
    assert np.array_equal(plain.X_test, ordered.X_test)


def test_by_class_sends_negatives_first_and_shuffles_each_class():
    split = load("german", order="by class", n_labelled=100)
    assert (np.diff(split.y) >= 0).all()
    assert 0 < np.flatnonzero(split.labelled[split.y < 0]).mean() - 140 < 140


def test_shuffled_examples_keep_their_order_when_others_come():
    few, many = load("moons", n_samples=100, ratio=4), load("moons", n_samples=400, ratio=9)
    for label in (-1, 1):
        rows = many.rows[many.y == label]
        common = few.rows[few.y == label]
        common = common[np.isin(common, rows)]
        assert len(common) >= 20
        assert np.array_equal(rows[np.isin(rows, common)], common)


@pytest.mark.parametrize("order", ["shuffled", "drifting"])
@pytest.mark.parametrize("name", ["circles", "breast_cancer", "digits_odd_even", "vowel"])
def test_both_classes_keep_arriving(name, order):
    y = load(name, order=order, n_samples=1000).y > 0
    tenths = [part.mean() for part in np.array_split(y, 10)]
    # Drifting spreads each class evenly; shuffled leaves it to chance: 4 standard deviations.
    chance = 4 * np.sqrt(y.mean() * (1 - y.mean()) / (len(y) / 10))
    assert np.ptp(tenths) / 2 < (0.05 if order == "drifting" else chance)


@pytest.mark.parametrize("name", DATASETS)
def test_drift_moves_each_class_along_the_first_component(name):
    split = load(name, order="drifting", scaling="standard")
    component = np.linalg.svd(split.X, full_matrices=False)[2][0]
    for label in (-1, 1):
        along = (split.X @ component)[split.y == label]
        fifth = len(along) // 5
        spread = along.std()
        assert abs(along[:fifth].mean() - along[-fifth:].mean()) > 1.5 * spread
        # Blurred: neighbours in the stream are not sorted.
        assert 0.2 < (np.diff(along) > 0).mean() < 0.8


def test_shuffled_stream_does_not_drift():
    split = load("moons", n_samples=2000)
    early, late = np.array_split(split.X, 2)
    assert np.abs(early.mean(axis=0) - late.mean(axis=0)).max() < 0.1
