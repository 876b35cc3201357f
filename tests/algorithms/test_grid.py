"""A grid in one pass is one fit a point, and drops only what cannot be fitted."""

import numpy as np
import pytest
from sklearn.model_selection import ParameterGrid

from algorithms import LEARNERS
from algorithms.base import DivergenceError
from algorithms.grid import fit_grid
from algorithms.metrics import auc
from tests.algorithms.streams import STREAMS, cloud

POWERS = 2.0 ** np.arange(-10, 11)
COARSE = POWERS[::4]
X, Y = STREAMS["cloud"]
X_TEST, Y_TEST = cloud(n=30, seed=20)

GRIDS = [
    ("OAUC-S", {}, {"regularization": POWERS, "step_size": POWERS}),
    ("OAUC-S", {"average": True}, {"regularization": POWERS, "step_size": [0.01]}),
    ("OAUC-S", {"step_size": 0.1}, {"regularization": [0.0, 0.5], "average": [False, True]}),
    ("OAUC-M_c", {}, {"regularization": POWERS, "step_size": POWERS}),
    ("OAUC-M_c", {"first_rounds": "as printed", "average": True}, {"regularization": POWERS, "step_size": COARSE}),
    ("OAUC-M", {}, {"regularization": POWERS}),
    ("OAUC-M", {"average": True}, {"regularization": POWERS, "first_rounds": ["wait", "as printed"]}),
    ("OAUC-M-L", {"buffer_size": 3}, {"regularization": COARSE, "average": [False, True]}),
    ("OAM", {"buffer_size": 5}, {"C": POWERS, "variant": ["gradient", "sequential"]}),
    ("OL-UBAUC", {}, {"regularization": COARSE}),
    ("Perceptron", {}, {"step_size": COARSE}),
    ("PA-I", {}, {"C": COARSE, "fit_intercept": [False, True]}),
    ("SOLAM", {}, {"radius": [0.1, 10.0], "step_size": COARSE}),
    ("FSAUC", {}, {"radius": [0.1, 10.0], "expected_n": [None, 70]}),
    ("KOIL", {"buffer_size": 5}, {"C": COARSE, "step_size": [0.01, 0.5, 4.0], "policy": ["RS++", "FIFO++"]}),
    ("OKAUC-M", {"buffer_size": 5}, {"regularization": COARSE, "gamma": [0.1, "scale"]}),
    ("OKAUC-M", {"buffer_size": None, "kernel": "linear"}, {"regularization": POWERS}),
    ("OKAUC-S", {"buffer_size": 4}, {"regularization": COARSE, "step_size": COARSE}),
    ("SVC", {}, {"C": [0.1, 10.0]}),
]


@pytest.mark.parametrize(("name", "options", "grid"), GRIDS)
@pytest.mark.parametrize("at", ["ties", "late positive"])
def test_every_point_is_one_fit(name, options, grid, at):
    X, y = STREAMS[at]
    probe = cloud(n=30, p=X.shape[1], seed=20)[0]
    found = fit_grid(LEARNERS[name](**options), X, y, grid)
    decisions = found.decision_function(probe)
    assert found.points == tuple(ParameterGrid(grid))
    assert decisions.shape == (len(found.points), len(probe))
    assert not found.dropped.all()
    for point, dropped, line in zip(found.points, found.dropped, decisions, strict=True):
        learner = LEARNERS[name](**{**options, **point})
        grows = point.get("step_size", 0) * point.get("regularization", 0) > 2
        try:
            expected = learner.fit(X, y).decision_function(probe)
        except DivergenceError:
            assert dropped
        else:
            assert dropped == grows
            if not dropped:
                assert np.abs(line - expected).max() <= 1e-10 * np.abs(expected).max()
        assert np.isnan(line).all() == dropped


def test_a_growing_decay_and_an_overflow_are_dropped_and_score_worst():
    X, y = STREAMS["cloud"]
    X, y = np.vstack([X] * 5) * 30, np.concatenate([y] * 5)
    found = fit_grid(LEARNERS["OAUC-S"](), X, y, {"regularization": [1e-3, 3.0], "step_size": [1e-5, 1.0]})
    assert found.dropped.tolist() == [False, True, False, True]  # overflow at the second, eta lambda > 2 at the last
    areas = found.auc(X_TEST, Y_TEST)
    assert (areas[found.dropped] == 0).all()
    assert areas[~found.dropped] == pytest.approx(auc(found.decision_function(X_TEST)[~found.dropped], Y_TEST))
    assert (areas[~found.dropped] > 0.5).all()


def test_a_model_that_overflows_disturbs_no_other():
    X, y = cloud(n=700, seed=21)  # longer than two looks for overflow
    grid = {"regularization": [1e-3], "step_size": [0.01, 50.0, 0.02]}
    found = fit_grid(LEARNERS["OAUC-S"](), X, y, grid)
    assert found.dropped.tolist() == [False, True, False]
    for place, step_size in ((0, 0.01), (2, 0.02)):
        expected = LEARNERS["OAUC-S"](1e-3, step_size).fit(X, y).decision_function(X)
        assert found.decision_function(X)[place] == pytest.approx(expected, rel=1e-10)


def test_all_may_overflow():
    X, y = cloud(n=700, seed=21)
    found = fit_grid(LEARNERS["OAUC-S"](), X, y, {"regularization": [1e-3, 1e-2], "step_size": [50.0]})
    assert found.dropped.all()
    assert (found.auc(X, y) == 0).all()


def test_points_that_share_a_pass_are_trained_in_one(monkeypatch):
    passes = []
    OAM = LEARNERS["OAM"]
    whole = OAM._advance
    monkeypatch.setattr(OAM, "_advance", lambda self, X, signs: passes.append(len(self._w)) or whole(self, X, signs))
    fit_grid(OAM(), X, Y, {"C": POWERS, "variant": ["gradient", "sequential"]})
    assert passes == [21, 21]


def test_a_list_of_grids_and_other_labels():
    named = np.where(Y > 0, "yes", "no")
    grid = [{"regularization": [0.1]}, {"regularization": [1.0], "average": [True]}]
    found = fit_grid(LEARNERS["OAUC-M"](), X, named, grid)
    assert found.points == tuple(ParameterGrid(grid))
    expected = LEARNERS["OAUC-M"](1.0, average=True).fit(X, Y).decision_function(X_TEST)
    assert found.decision_function(X_TEST)[1] == pytest.approx(expected, rel=1e-10)


def test_the_learner_given_is_left_as_it_was():
    learner = LEARNERS["OAUC-M"](0.7)
    fit_grid(learner, X, Y, {"regularization": POWERS})
    assert learner.get_params()["regularization"] == 0.7
    assert not hasattr(learner, "coef_")


def test_a_step_that_is_a_word_has_a_fit_of_its_own():
    grid = {"step_size": ["theorem", 0.1], "regularization": [0.1, 1.0]}
    found = fit_grid(LEARNERS["OAUC-S"](), X, Y, grid)
    for point, decisions in zip(found.points, found.decision_function(X_TEST), strict=True):
        expected = LEARNERS["OAUC-S"](**point).fit(X, Y).decision_function(X_TEST)
        assert decisions == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(
    ("name", "grid", "message"),
    [
        ("OAUC-M", {"regularization": [1.0, 0.0]}, "regularization must be a positive number"),
        ("OAUC-S", {"step_size": [1.0, 0.0]}, "step_size must be a positive number"),
        ("OAUC-S", {"step_size": [0.1, None]}, "step_size must be"),
        ("OAUC-S", {"step_size": [0.1, "theory"]}, "step_size must be"),
        ("OAM", {"C": [1.0, -1.0]}, "C must be a positive number"),
        ("OKAUC-S", {"regularization": [1.0, np.nan]}, "regularization must be a positive number"),
        ("OAUC-M", {"eta": [1.0]}, "Invalid parameter 'eta'"),
    ],
)
def test_bad_points_are_refused(name, grid, message):
    with pytest.raises(ValueError, match=message):
        fit_grid(LEARNERS[name](), X, Y, grid)


def test_bad_data_is_refused():
    with pytest.raises(ValueError, match="one class"):
        fit_grid(LEARNERS["OAUC-M"](), X, np.ones(len(X)), {"regularization": POWERS})
    with pytest.raises(ValueError, match="NaN"):
        fit_grid(LEARNERS["OAM"](), np.where(X > 0, X, np.nan), Y, {"C": POWERS})
