"""The pull on unlabelled points, as the player gets it."""

import numpy as np
import pytest

from algorithms.experiments.run import Run, compute
from pages.figures.payload import pack, unpack
from pages.figures.pull import pull_of

RUN = Run.of(
    dataset="moons", n_samples=80, noise=0.1, ratio=1.0, n_labelled=10, learner="BLS3VM", knobs={"gamma": 12.0}
)  # fmt: skip


@pytest.fixture(scope="module")
def trace():
    return compute(RUN)


def test_every_unlabelled_point_has_its_pull_with_its_sign(trace):
    header, (panel,) = unpack(pack([trace]))
    pulls = np.array([snapshot["pull"] for snapshot in trace.snapshots])
    assert panel["pull"].dtype == np.int8 and panel["pull"].shape == pulls.shape
    assert np.array_equal(np.sign(panel["pull"]), np.sign(pulls))
    assert panel["pull"] == pytest.approx(127 * pulls / np.abs(pulls).max(), abs=1)
    assert not panel["pull"][:, panel["labelled"] == 1].any() and panel["labelled"].sum() == 10
    up, down = np.transpose(header["panels"][0]["pulled"])
    assert np.array_equal(up, (pulls > 0).sum(1)) and np.array_equal(down, (pulls < 0).sum(1)) and up.any()


def test_support_points_are_rows_of_all_examples(trace):
    _, (panel,) = unpack(pack([trace]))
    for frame, snapshot in enumerate(trace.snapshots):
        order = np.argsort(-np.abs(snapshot["weight"]), kind="stable")
        drawn = panel["support"][frame]
        assert np.array_equal(drawn[drawn < 80], snapshot["support"][order][:100])


def test_a_learner_without_pull_sends_none():
    labels_only = Run.of(**{**vars(RUN), "knobs": {"C_unlabelled": 0.0}})
    for run in (Run(n_samples=60, n_labelled=20, learner="OAUC-M"), labels_only):
        header, (panel,) = unpack(pack([compute(run)]))
        assert "pull" not in panel and "pulled" not in header["panels"][0]


def test_small_pulls_keep_their_sign_and_bad_numbers_send_none():
    shots = [{"pull": np.array([1e-9, -1e-9, 0.0, 5.0])}]
    names, arrays = pull_of(shots, np.arange(3))
    assert arrays["pull"].tolist() == [[1, -1, 0]] and names["pulled"] == [[2, 1]]
    for bad in (np.nan, np.inf):
        assert pull_of([{"pull": np.array([bad, 1.0])}], np.arange(2)) == ({}, {})
