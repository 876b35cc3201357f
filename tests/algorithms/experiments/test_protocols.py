"""The online paper's protocol, and the comparison that is made by it."""

import numpy as np
import pytest
from sklearn.model_selection import ParameterGrid

from algorithms import LEARNERS
from algorithms.experiments import linear_memory, protocols
from algorithms.metrics import auc
from tests.algorithms.streams import cloud

X, Y = cloud(n=60, seed=30)


def test_tables_are_whole_and_not_scaled():
    X, y = protocols.table("vowel")
    assert X.shape == (990, 10)
    assert sorted(np.unique(y, return_counts=True)[1]) == [90, 900]
    assert np.abs(X).max() > 1
    with pytest.raises(KeyError):
        protocols.table("moons")


def test_folds_are_a_partition_with_the_classes_in_proportion():
    parts = list(protocols.folds(Y, seed=3))
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(60))
    for train, test in parts:
        assert sorted([*train, *test]) == list(range(60))
        assert not np.array_equal(train, np.sort(train))  # a stream in random order
        assert abs((Y[test] > 0).mean() - (Y > 0).mean()) < 0.05
    assert all(np.array_equal(a, b) for (a, _), (b, _) in zip(parts, protocols.folds(Y, seed=3), strict=True))
    assert not np.array_equal(parts[0][1], next(protocols.folds(Y, seed=4))[1])


def test_scaling_looks_at_training_rows_alone():
    train, test = np.arange(40), np.arange(40, 60)
    X_train, X_test = protocols.scaled(X, train, test)
    assert X_train.min(axis=0) == pytest.approx(-1) and X_train.max(axis=0) == pytest.approx(1)
    low, high = X[:40].min(axis=0), X[:40].max(axis=0)
    assert X_test == pytest.approx(2 * (X[40:] - low) / (high - low) - 1)


def test_the_best_point_is_that_of_the_largest_mean_auc():
    grid = {"regularization": [1e-3, 0.1, 10.0], "average": [False, True]}
    areas = [
        np.mean([
            auc(LEARNERS["OAUC-M"](**point).fit(X[train], Y[train]).decision_function(X[out]), Y[out])
            for train, out in protocols.folds(Y, seed=5)
        ])
        for point in ParameterGrid(grid)
    ]
    found = protocols.best_point(LEARNERS["OAUC-M"](), X, Y, grid, seed=5)
    assert found == ParameterGrid(grid)[int(np.argmax(areas))]
    assert max(areas) > min(areas)


def test_there_are_twenty_areas_each_of_a_point_chosen_without_its_test_part(monkeypatch):
    seen = []

    def chosen(learner, X, y, grid, seed):
        seen.append(len(X))
        return {"regularization": 0.1}

    monkeypatch.setattr(protocols, "best_point", chosen)
    areas = protocols.areas_over_folds(LEARNERS["OAUC-M"](), X, Y, {"regularization": protocols.POWERS})
    assert areas.shape == (20,)
    assert seen == [48] * 20
    train, test = next(protocols.folds(Y, seed=0))
    X_train, X_test = protocols.scaled(X, train, test)
    expected = LEARNERS["OAUC-M"](0.1).fit(X_train, Y[train]).decision_function(X_test)
    assert areas[0] == auc(expected, Y[test])


def test_overlapping_folds_count_for_less():
    differences = np.array([1.0, 3.0, 1.0, 3.0])
    plain = differences.std(ddof=1) / 2
    assert protocols.corrected_error(differences) == pytest.approx(plain * np.sqrt(1 + 4 / 4))


def test_the_comparison_prints_a_row_for_each_set(monkeypatch, capsys):
    areas = {False: np.array([0.8, 0.9]), True: np.array([0.79, 0.88])}
    monkeypatch.setattr(
        linear_memory, "areas_over_folds", lambda learner, *_: areas[type(learner).__name__ == "OAUCML"]
    )
    linear_memory.main(("vowel",))
    *_, row = capsys.readouterr().out.splitlines()
    assert row.split() == ["vowel", "85.00", "83.50", "-1.50", "0.61", "MISSED"]
    assert set(linear_memory.SETS) == {"german", "vehicle", "vowel", "segment", "satimage"}
