"""The generated sets with many features."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.svm import SVC

from data import load
from data.high_dimensional import AXES, CENTRES, CONDITION, PARTED, SIGNAL


def test_eight_round_clouds_around_centres_that_stay():
    clean, noisy = (load("gaussians_20d", noise=noise, scaling="none", n_samples=4000) for noise in (0, 0.25))
    for label, centres in ((-1, CENTRES[:4]), (1, CENTRES[4:])):
        points = clean.X[clean.y == label]
        found, counts = np.unique(points, axis=0, return_counts=True)
        np.testing.assert_allclose(found, centres[np.lexsort(centres.T[::-1])])
        assert counts.min() > 400
    np.testing.assert_allclose((noisy.X - clean.X).std(axis=0), 0.25, rtol=0.05)
    other = load("gaussians_20d", noise=0, scaling="none", seed=9).X_test
    assert np.array_equal(np.unique(other, axis=0), np.unique(CENTRES, axis=0))


def test_a_machine_with_all_labels_parts_the_clouds():
    split = load("gaussians_20d", n_samples=4000)
    error = np.mean(SVC(gamma=0.5, C=10).fit(split.X, split.y).predict(split.X_test) != split.y_test)
    assert 0.005 < error < 0.03


def test_the_faint_sets_classes_differ_by_the_signal_along_one_direction_of_a_long_cloud():
    split = load("faint_signal", n_samples=8000, scaling="none")
    whitened = split.X @ np.linalg.inv(AXES) / 0.25
    apart = whitened[split.y > 0].mean(axis=0) - whitened[split.y < 0].mean(axis=0)
    assert apart @ PARTED == pytest.approx(SIGNAL, abs=0.1)
    assert np.linalg.norm(apart - SIGNAL * PARTED) < 0.4
    spread = np.linalg.eigvalsh(np.cov((split.X[split.y > 0] - split.X[split.y > 0].mean(axis=0)).T))
    assert spread[-1] / spread[0] == pytest.approx(CONDITION, rel=0.3)


def test_no_ranking_of_the_faint_set_is_better_than_the_signal_allows():
    split = load("faint_signal", scaling="none")
    best = roc_auc_score(split.y_test, split.X_test @ np.linalg.solve(AXES, PARTED))
    from scipy.stats import norm

    assert best == pytest.approx(norm.cdf(SIGNAL / np.sqrt(2)), abs=0.02)
