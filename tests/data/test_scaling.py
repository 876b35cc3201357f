"""Scalings take their numbers from the training part and treat the test part alike."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from data import SCALINGS, load
from data.scaling import fit

tables = arrays(
    float, st.tuples(st.integers(1, 12), st.integers(1, 4)), elements=st.floats(-1e6, 1e6, width=32)
)


@settings(deadline=None)
@given(tables)
def test_square_holds_the_training_part_and_reaches_both_ends(X):
    scaled = fit("[-1, 1]", X)(X)
    assert (np.abs(scaled) <= 1).all()
    varies = np.ptp(X, axis=0) > 0
    assert (scaled[:, ~varies] == 0).all()
    assert (scaled[:, varies].min(axis=0) == -1).all() and (scaled[:, varies].max(axis=0) == 1).all()


@settings(deadline=None)
@given(tables)
def test_ball_holds_the_training_part_and_is_centred(X):
    scaled = fit("unit ball", X)(X)
    norms = np.linalg.norm(scaled, axis=1)
    assert norms.max() <= 1 + 1e-12
    assert np.abs(scaled.mean(axis=0)).max() <= 1e-9
    assert norms.max() == pytest.approx(1) or (np.ptp(X, axis=0) == 0).all()


@settings(deadline=None)
@given(tables)
def test_standard_has_mean_0_and_variance_1_or_is_0(X):
    scaled = fit("standard", X)(X)
    varies = np.ptp(X, axis=0) > 1e-3 * np.abs(X).max()
    np.testing.assert_allclose(scaled[:, varies].mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(scaled[:, varies].std(axis=0), 1, rtol=1e-6)
    assert (scaled[:, np.ptp(X, axis=0) == 0] == 0).all()


@settings(deadline=None)
@given(tables, st.sampled_from(SCALINGS))
def test_each_row_is_scaled_by_itself(X, scaling):
    scale = fit(scaling, X)
    one_by_one = np.concatenate([scale(row[None]) for row in X])
    assert np.array_equal(scale(X), one_by_one)


@pytest.mark.parametrize("scaling", SCALINGS)
def test_test_part_is_scaled_by_the_training_part_numbers(scaling):
    raw, scaled = (load("segment", scaling=s) for s in ("none", scaling))
    scale = fit(scaling, raw.X)
    # Means are summed in another order here, so equality is to rounding.
    np.testing.assert_allclose(scaled.X, scale(raw.X), atol=1e-9)
    np.testing.assert_allclose(scaled.X_test, scale(raw.X_test), atol=1e-9)


def test_test_part_may_leave_the_square_but_not_on_a_constant_feature():
    split = load("segment", n_samples=20)
    assert np.abs(split.X).max() == 1 < np.abs(split.X_test).max()
    assert (split.X_test[:, split.feature_names.index("region pixel count")] == 0).all()
    scale = fit("[-1, 1]", np.array([[7.0, 0.0], [7.0, 1.0]]))
    assert scale(np.array([[1e9, 3.0]])).tolist() == [[0.0, 5.0]]


def test_scaling_by_hand():
    X = np.array([[0.0, 10.0], [4.0, 20.0]])
    Z = np.array([[2.0, 10.0]])
    assert fit("[-1, 1]", X)(Z).tolist() == [[0.0, -1.0]]
    np.testing.assert_allclose(fit("unit ball", X)(X), [[-(0.5**0.5)] * 2, [0.5**0.5] * 2])
    assert fit("standard", X)(Z).tolist() == [[0.0, -1.0]]
    assert fit("none", X)(Z).tolist() == Z.tolist()
