"""The plane of a picture: its grid projects onto itself, and it is the same on every machine."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from algorithms.experiments.plane import Plane
from tests.algorithms.streams import cloud


def names(p):
    return tuple(f"x{i}" for i in range(p))


def nodes(plane, resolution):
    """The plane's own grid, written out: (resolution^2, 2), row by row from low to high second axis."""
    x0, x1, y0, y1 = plane.extent
    step = 1 / (resolution - 1)
    return np.array(
        [(x0 + (x1 - x0) * i * step, y0 + (y1 - y0) * j * step) for j in range(resolution) for i in range(resolution)]
    )


@pytest.mark.parametrize("p", [2, 3, 8])
def test_projecting_the_grid_gives_its_nodes(p):
    X, _ = cloud(p=p)
    plane = Plane.of(X, names(p))
    grid = plane.grid(7)
    assert grid.shape == (49, p)
    assert plane.project(grid) == pytest.approx(nodes(plane, 7))


def test_two_features_are_their_own_plane():
    X, _ = cloud(p=2)
    plane = Plane.of(X, ("height", "weight"))
    assert np.array_equal(plane.project(X), X)
    assert plane.axes == ("height", "weight")
    assert plane.explained == 1.0


def test_one_feature_is_a_line():
    X, _ = cloud(p=1)
    plane = Plane.of(X, ("height",))
    assert np.array_equal(plane.project(X), np.column_stack([X[:, 0], np.zeros(len(X))]))
    assert plane.grid(5).shape == (25, 1)
    assert plane.project(plane.grid(5))[:, 0] == pytest.approx(nodes(plane, 5)[:, 0])
    assert plane.axes[0] == "height" and plane.explained == 1.0


@given(arrays(float, (12, 4), elements=st.integers(-9, 9).map(float)))
def test_the_extent_holds_every_point_with_room(X):
    plane = Plane.of(X, names(4))
    x0, x1, y0, y1 = plane.extent
    points = plane.project(X)
    assert x0 < points[:, 0].min() and points[:, 0].max() < x1
    assert y0 < points[:, 1].min() and points[:, 1].max() < y1
    assert 0.0 <= plane.explained <= 1.0 + 1e-12
    assert plane.directions @ plane.directions.T == pytest.approx(np.eye(2), abs=1e-9)


def test_explained_is_the_share_of_the_variance_seen():
    X, _ = cloud(p=6)
    plane = Plane.of(X, names(6))
    assert plane.explained == pytest.approx(plane.project(X).var(axis=0).sum() / X.var(axis=0).sum())
    flat = np.column_stack([X[:, :2], X[:, :2] @ np.ones((2, 2))])
    assert Plane.of(flat, names(4)).explained == pytest.approx(1.0)
    assert Plane.of(np.ones((5, 3)), names(3)).explained == 1.0


def test_the_first_axis_shows_the_most():
    X, _ = cloud(p=6)
    across, up = Plane.of(X, names(6)).project(X).var(axis=0)
    assert across >= up


def test_the_orientation_does_not_hang_on_the_order_of_the_rows():
    X, _ = cloud(p=5)
    plane, turned = Plane.of(X, names(5)), Plane.of(X[::-1], names(5))
    assert turned.directions == pytest.approx(plane.directions)
    largest = np.abs(plane.directions).argmax(axis=1)
    assert (plane.directions[[0, 1], largest] > 0).all()
