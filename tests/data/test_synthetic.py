"""Shapes and noise of the generated sets."""

import numpy as np
import pytest

from data import DATASETS, load
from data.synthetic import blobs, checkerboard, circles, moons, quantiles, spirals, xor

GENERATED = [name for name, dataset in DATASETS.items() if dataset.generated and len(dataset.feature_names) == 2]


def clean(name):
    """Noise-free test points, unscaled: positives and negatives."""
    split = load(name, noise=0, scaling="none")
    return split.X_test[split.y_test > 0], split.X_test[split.y_test < 0]


def test_inner_circle_of_half_the_radius_is_positive():
    inner, outer = (np.linalg.norm(points, axis=1) for points in clean("circles"))
    np.testing.assert_allclose(inner, 0.5)
    np.testing.assert_allclose(outer, 1.0)


def test_moons_are_half_circles_in_scikit_learns_place():
    from sklearn.datasets import make_moons

    X, y = make_moons(2001, shuffle=False)
    for positive, points in zip((True, False), clean("moons"), strict=True):
        theirs = X[y == positive]
        distance = np.linalg.norm(points[:, None] - theirs[None], axis=2)
        assert distance.min(axis=1).max() < 0.002  # every point of ours lies on their arc
        assert distance.min(axis=0).max() < 0.02  # and ours covers theirs


def test_inner_half_of_a_standard_gaussian_is_positive():
    inner, outer = clean("quantiles")
    median = np.sqrt(2 * np.log(2))
    assert np.linalg.norm(inner, axis=1).max() <= median <= np.linalg.norm(outer, axis=1).min()
    both = np.concatenate((inner, outer))
    np.testing.assert_allclose(np.cov(both.T), np.eye(2), atol=0.06)


def test_blobs_are_parted_by_a_line():
    positive, negative = clean("blobs")
    assert positive.sum(axis=1).mean() > 0.7 > -0.7 > negative.sum(axis=1).mean()
    errors = (positive.sum(axis=1) < 0).mean() + (negative.sum(axis=1) > 0).mean()
    assert errors / 2 < 0.03


def test_xor_is_positive_where_the_signs_differ():
    positive, negative = clean("xor")
    assert (positive.prod(axis=1) <= 0).all() and (negative.prod(axis=1) >= 0).all()
    for points in (positive, negative):
        assert 0.4 < (points[:, 0] > 0).mean() < 0.6
        assert 1.9 < np.abs(points).max() <= 2


def test_checkerboard_alternates_in_both_directions():
    for parity, points in zip((1, 0), clean("checkerboard"), strict=True):
        column, row = np.floor(points / 2).astype(int).T + 2
        assert ((column + row) % 2 == parity).all()
        assert len(set(zip(column, row, strict=True))) == 8
        assert column.min() == row.min() == 0 and column.max() == row.max() == 3


def test_spirals_are_each_other_turned_by_half_a_turn_and_stay_apart():
    positive, negative = clean("spirals")
    u = np.random.default_rng(0).random((50, 2))
    np.testing.assert_allclose(spirals(u, True), -spirals(u, False), atol=1e-12)
    distance = np.linalg.norm(positive[:, None] - negative[None], axis=2)
    assert distance.min() > 0.75


@pytest.mark.parametrize("shape", [moons, circles, blobs, quantiles, xor, spirals, checkerboard])
def test_shape_is_finite_on_the_whole_unit_square(shape):
    corner = np.nextafter(1.0, 0.0)
    u = np.array([[a, b] for a in (0.0, 0.5, corner) for b in (0.0, 0.5, corner)])
    for positive in (False, True):
        assert shape(u, positive).shape == (9, 2)
        assert np.isfinite(shape(u, positive)).all()


@pytest.mark.parametrize("name", GENERATED)
def test_noise_is_the_standard_deviation_about_the_shape(name):
    clean_split, noisy = (load(name, noise=noise, scaling="none", n_samples=4000) for noise in (0, 0.25))
    difference = noisy.X - clean_split.X
    np.testing.assert_allclose(difference.std(axis=0), 0.25, rtol=0.05)
    np.testing.assert_allclose(difference.mean(axis=0), 0, atol=0.02)
    double = load(name, noise=0.5, scaling="none", n_samples=4000)
    np.testing.assert_allclose(double.X - clean_split.X, 2 * difference, atol=1e-12)


@pytest.mark.parametrize("name", GENERATED)
def test_default_noise_blurs_but_leaves_something_to_learn(name):
    from sklearn.metrics import roc_auc_score
    from sklearn.svm import SVC

    split = load(name, n_samples=1200, scaling="none")
    scores = SVC(gamma=2).fit(split.X, split.y).decision_function(split.X_test)
    assert 0.85 < roc_auc_score(split.y_test, scores) < 0.998
