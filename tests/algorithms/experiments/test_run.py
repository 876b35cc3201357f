"""A Run is plain values, and the same Run is the same Trace."""

import json
import os
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pytest

from algorithms import FROM_A_STREAM as LEARNERS
from algorithms.experiments.run import RESOLUTION, Run, compute
from algorithms.metrics import auc
from algorithms.trace import Cancelled
from tests.algorithms.test_trace import equal

ROOT = Path(__file__).parents[3]
SMALL = Run(n_samples=80, ratio=3.0, frames=8)


@pytest.fixture(scope="module")
def trace():
    return compute(SMALL)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_run_gives_the_same_trace_but_for_the_clock(name):
    first, second = (compute(replace(SMALL, learner=name)) for _ in range(2))
    assert equal(replace(first, seconds=second.seconds, bytes=second.bytes), second)


def test_the_trace_holds_what_its_pictures_need(trace):
    split = SMALL.split()
    assert trace.run == SMALL.as_dict()
    assert trace.learner == "OKAUC-M"
    assert np.array_equal(trace.scene.points, split.X)
    assert np.array_equal(trace.scene.y, split.y) and np.array_equal(trace.scene.y_test, split.y_test)
    assert trace.scene.ratio == 3.0 and trace.scene.n_features == 2
    assert {name: scores.shape[1] for name, scores in trace.scores.items()} == {
        "train": len(split.X),
        "test": len(split.X_test),
        "grid": RESOLUTION**2,
    }
    assert {"numpy", "scikit-learn"} <= set(trace.versions)


def test_scores_are_those_of_the_fitted_estimator(trace):
    split = SMALL.split()
    learner = SMALL.estimator().fit(split.X, split.y)
    expected = learner.decision_function(split.X_test)
    assert trace.scores["test"][-1] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert auc(trace.scores["test"][-1], split.y_test) == auc(expected, split.y_test)


def test_grid_rows_go_from_the_low_to_the_high_second_axis():
    trace = compute(replace(SMALL, dataset="blobs", learner="OAUC-M"))
    grid = trace.scores["grid"][-1].reshape(RESOLUTION, RESOLUTION)
    assert grid[-1, -1] == grid.max() and grid[0, 0] == grid.min()  # the positive blob is at the upper right
    narrow = compute(replace(SMALL, learner="OAUC-M", dataset="moons"))
    x0, x1, y0, y1 = narrow.scene.extent
    corners = [[x0, y0], [x1, y0], [x0, y1], [x1, y1]]
    split = replace(SMALL, dataset="moons").split()
    expected = LEARNERS["OAUC-M"]().fit(split.X, split.y).decision_function(corners)
    grid = narrow.scores["grid"][-1].reshape(RESOLUTION, RESOLUTION)
    assert grid[[0, 0, -1, -1], [0, -1, 0, -1]] == pytest.approx(expected)


def test_a_learner_sees_the_labelled_rows_only():
    run = replace(SMALL, n_labelled=20)
    split, trace = run.split(), compute(run)
    assert split.labelled.sum() == 20 == trace.step[-1]
    assert trace.scores["train"].shape[1] == len(split.X) == 80
    learner = run.estimator().fit(split.X[split.labelled], split.y[split.labelled])
    assert trace.scores["train"][-1] == pytest.approx(learner.decision_function(split.X), rel=1e-9, abs=1e-12)


def test_more_than_two_features_are_drawn_in_a_plane():
    trace = compute(replace(SMALL, dataset="breast_cancer", ratio=0.0))
    assert trace.scene.n_features == 30
    assert trace.scene.points.shape == (80, 2)
    assert 0.3 < trace.scene.explained < 1.0


def test_a_run_survives_its_dictionary_and_json():
    run = Run.of(dataset="german", features=(3, 1), learner="OKAUC-M", knobs={"gamma": 4.0, "buffer_size": 7}, seed=3)
    assert Run.from_dict(run.as_dict()) == run
    assert Run.from_dict(json.loads(json.dumps(run.as_dict()))) == run
    assert Run.from_dict(json.loads(run.key)) == run
    assert hash(Run.from_dict(run.as_dict())) == hash(run)
    assert Run.from_dict({}) == Run()


def test_a_trace_can_be_recomputed_from_what_it_says_of_itself(trace):
    assert Run.from_dict(trace.run) == SMALL


def test_defaults_said_aloud_are_the_same_run():
    defaults = LEARNERS["OKAUC-M"]().get_params()
    assert Run.of(learner="OKAUC-M", knobs=defaults) == Run.of(learner="OKAUC-M") == Run(learner="OKAUC-M")
    said = Run.of(learner="OKAUC-M", knobs={**defaults, "gamma": 2.0, "buffer_size": 5})
    assert said.knobs == (("buffer_size", 5), ("gamma", 2.0))


def test_the_key_is_the_same_in_every_process():
    knobs = {"gamma": 4.0, "buffer_size": 9}
    code = f"from algorithms.experiments.run import Run; print(Run.of(knobs={knobs}).key)"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        text=True,
        capture_output=True,
        check=True,
    )
    assert elsewhere.stdout.strip() == Run.of(knobs=knobs).key


def test_everything_that_changes_the_numbers_changes_the_key():
    others = {
        "dataset": "moons",
        "n_samples": 81,
        "noise": 0.3,
        "ratio": 4.0,
        "n_labelled": 20,
        "order": "drifting",
        "scaling": "standard",
        "features": (0, 1),
        "seed": 1,
        "learner": "OAUC-M",
        "knobs": (("gamma", 3.0),),
        "frames": 9,
    }
    assert set(others) == set(SMALL.as_dict())
    assert len({replace(SMALL, **{name: value}).key for name, value in others.items()} | {SMALL.key}) == 13


def test_a_run_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        SMALL.seed = 1


def test_a_random_learner_is_seeded_by_the_run(monkeypatch):
    class Random(LEARNERS["OAUC-M"]):
        def __init__(self, regularization=0.1, average=False, first_rounds="wait", random_state=None):
            super().__init__(regularization, average, first_rounds)
            self.random_state = random_state

    monkeypatch.setattr("algorithms.experiments.run.LEARNERS", {"Random": Random})
    assert Run(learner="Random", seed=5).estimator().random_state == 5


def test_cancelling_stops_at_the_next_frame():
    told = []
    with pytest.raises(Cancelled):
        compute(SMALL, lambda done, total: told.append((done, total)), lambda: len(told) == 3)
    assert told == [(1, 8), (2, 8), (3, 8)]


def test_a_learner_that_diverges_keeps_its_frames():
    run = Run.of(n_samples=80, frames=80, learner="OAUC-S", knobs={"step_size": 100.0, "regularization": 1000.0})
    trace = compute(run)
    assert "grew without bound" in trace.stopped
    assert 0 < len(trace.step) < 80
    assert all(np.isfinite(scores).all() for scores in trace.scores.values())


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"dataset": "squares"}, ValueError, "squares"),
        ({"order": "backwards"}, ValueError, "backwards"),
        ({"n_samples": 1}, ValueError, "n_samples"),
        ({"noise": float("nan")}, ValueError, "noise"),
        ({"learner": "OAUC"}, KeyError, "OAUC"),
        ({"knobs": (("colour", 1),)}, TypeError, "colour"),
        ({"knobs": (("gamma", -1.0),)}, ValueError, "gamma must be a positive number"),
    ],
)
def test_values_out_of_range_are_refused_in_words(values, error, message):
    with pytest.raises(error, match=message):
        compute(replace(SMALL, **values))


def test_an_unknown_knob_is_named_with_those_there_are():
    with pytest.raises(ValueError, match=r"OKAUC-M has no \['colour'\]; it has .*'gamma'"):
        Run.of(knobs={"colour": 1})
