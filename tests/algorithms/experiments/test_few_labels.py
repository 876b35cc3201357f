"""Learners from few labels as runs: what they are given, what the trace keeps, where their settings start."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from algorithms import FROM_A_STREAM, FROM_FEW_LABELS, LEARNERS
from algorithms.experiments.presets import GAMMA, LINEAR, presets
from algorithms.experiments.run import Run, compute, given
from algorithms.metrics import auc
from data import DATASETS
from tests.algorithms.test_trace import equal

SMALL = Run(dataset="moons", n_samples=60, ratio=2.0, noise=0.1, n_labelled=10, frames=8)
SHORT = {"max_iter": 30, "n_components": 8}  # quick; every path is the same
USE_UNLABELLED = [name for name, learner in FROM_FEW_LABELS.items() if hasattr(learner, "labels_only")]


def small(name, **knobs):
    knobs = {key: value for key, value in SHORT.items() if any(k.name == key for k in LEARNERS[name].knobs)} | knobs
    return Run.of(**{**vars(SMALL), "learner": name, "knobs": knobs})


@pytest.fixture(autouse=True)
def quiet():
    """So few iterations are too few, and say so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_there_is_one_list_of_learners():
    assert list(LEARNERS) == [*FROM_A_STREAM, *FROM_FEW_LABELS]
    assert {LEARNERS[name].unit for name in FROM_A_STREAM} == {"example"}
    assert {LEARNERS[name].unit for name in FROM_FEW_LABELS} == {"iteration", "round"}


@pytest.mark.parametrize("name", FROM_FEW_LABELS)
def test_a_trace_is_the_fit_of_what_the_learner_is_given(name):
    run = small(name)
    first, second = compute(run), compute(run)
    assert equal(replace(first, seconds=second.seconds, bytes=second.bytes), second)
    split, learner = run.split(), run.estimator()
    y = np.where(split.labelled, split.y > 0, -1)
    X, y = (split.X, y) if name in USE_UNLABELLED else (split.X[split.labelled], split.y[split.labelled])
    expected = learner.fit(X, y).decision_function(split.X_test)
    assert first.scores["test"][-1] == pytest.approx(expected, rel=1e-4, abs=1e-5)  # single precision, another order
    assert auc(first.scores["test"][-1], split.y_test) == pytest.approx(auc(expected, split.y_test), abs=1e-6)
    assert 1 <= len(first.step) <= run.frames and (np.diff(first.step) > 0).all()
    if first.unit == "iteration":
        assert first.step[-1] == learner.max_iter


@pytest.mark.parametrize("name", USE_UNLABELLED)
def test_only_unlabelled_points_are_pulled(name):
    trace = compute(small(name))
    pulls = np.array([snapshot["pull"] for snapshot in trace.snapshots])
    assert pulls.shape == (len(trace.step), 60)
    assert not pulls[:, trace.scene.labelled].any()
    assert pulls[-1, ~trace.scene.labelled].any()


def test_the_pull_of_the_symmetric_hinge_is_away_from_the_boundary():
    trace = compute(small("TSGS3VM", max_iter=300, step_size=0.05))
    hidden = ~trace.scene.labelled
    for scores, snapshot in zip(trace.scores["train"], trace.snapshots, strict=True):
        pull, score = snapshot["pull"][hidden], scores[hidden]
        assert ((pull == 0) | (np.sign(pull) == np.sign(score))).all()
        assert not pull[np.abs(score) > 1.001].any()
    first, last = (np.abs(trace.snapshots[at]["pull"]).max() for at in (0, -1))
    assert first == pytest.approx(100 / 150) and last == 100  # C* grows from 0 over the first half


def test_unlabelled_rows_are_minus_one_and_the_classes_zero_and_one():
    split = SMALL.split()
    X, y = given(LEARNERS["SAMULT"](), split)
    assert X is split.X and sorted(set(y.tolist())) == [-1, 0, 1]
    assert np.array_equal(y == -1, ~split.labelled)
    assert np.array_equal(y[split.labelled] == 1, split.y[split.labelled] > 0)
    X, y = given(LEARNERS["DSG"](), split)
    assert len(X) == 10 and sorted(set(y.tolist())) == [-1, 1]


def test_a_budget_that_leaves_a_class_without_a_label_is_refused_in_words():
    for budget in (1, 2, 3):
        with pytest.raises(ValueError, match="n_labelled"):
            compute(replace(SMALL, learner="TSGS3VM", n_labelled=budget))
    for ratio in (1.0, 99.0):
        split = replace(SMALL, ratio=ratio, n_labelled=4).split()
        assert sorted(split.y[split.labelled].tolist()) == [-1, -1, 1, 1]


def test_presets_are_for_data_sets_and_knobs_that_there_are():
    assert {*GAMMA, *LINEAR} <= set(DATASETS)
    assert presets("TSGS3VM", "moons", "[-1, 1]") == {"gamma": 12.0}
    assert presets("SAMULT", "faint_signal", "[-1, 1]") == {"kernel": "linear"}
    for learner, dataset, scaling in (("OKAUC-M", "moons", "[-1, 1]"), ("TSGS3VM", "moons", "none")):
        assert presets(learner, dataset, scaling) == {}
    for learner in USE_UNLABELLED:
        for dataset in DATASETS:
            assert set(presets(learner, dataset, "[-1, 1]")) <= {knob.name for knob in LEARNERS[learner].knobs}


def test_on_two_moons_ten_labels_and_the_unlabelled_do_better_than_the_labels():
    run = Run.of(dataset="moons", noise=0.1, ratio=1.0, n_labelled=10, seed=4, learner="BLS3VM", knobs={"gamma": 12.0})
    with_unlabelled, labels = (compute(r) for r in (run, replace(run, knobs=(*run.knobs, ("C_unlabelled", 0.0)))))
    areas = [auc(trace.scores["test"][-1], trace.scene.y_test) for trace in (with_unlabelled, labels)]
    assert areas[0] > 0.99 > areas[1] + 0.01
