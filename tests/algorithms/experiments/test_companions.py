"""Beside a learner from few labels: the labels alone, all labels, and the gain with its error."""

import numpy as np
import pytest

from algorithms.experiments.companions import Gain, companions, gain, worth
from algorithms.experiments.run import Run, given
from algorithms.metrics import auc
from algorithms.trace import Cancelled

RUN = Run.of(
    dataset="moons", n_samples=80, noise=0.1, ratio=1.0, n_labelled=10, learner="BLS3VM", knobs={"gamma": 12.0}
)  # fmt: skip


@pytest.fixture(scope="module")
def found():
    return companions(RUN)


def test_labels_only_is_the_best_of_the_learner_without_unlabelled_rows(found):
    split = RUN.split()
    assert found.measure == "accuracy" and found.settings["C_unlabelled"] == 0.0
    X, y = given(RUN.estimator(), split)
    again = RUN.estimator().set_params(**found.settings).fit(X, y).decision_function(split.X_test)
    assert np.array_equal(again, found.scores)
    assert worth(again, split.y_test, 1.0) == found.labels_only
    own = RUN.estimator().labels_only().fit(X, y).decision_function(split.X_test)
    assert worth(own, split.y_test, 1.0).accuracy <= found.labels_only.accuracy


def test_all_labels_knows_every_label(found):
    split = RUN.split()
    fitted = RUN.estimator().labels_only().fit(split.X, (split.y > 0).astype(int))
    assert found.all_labels == worth(fitted.decision_function(split.X_test), split.y_test, 1.0)
    assert found.all_labels.accuracy > found.labels_only.accuracy


@pytest.mark.parametrize(("learner", "price"), [("SAMULT", "regularization"), ("PNU-AUC", "regularization")])
def test_auc_learners_are_tuned_by_auc(learner, price):
    run = Run.of(**{**vars(RUN), "learner": learner, "knobs": {}})
    beside = companions(run)
    assert beside.measure == "AUC" and set(beside.settings) == {"gamma", price, "trade_off"}
    linear = companions(Run.of(**{**vars(run), "knobs": {"kernel": "linear"}}))
    assert set(linear.settings) == {price, "trade_off"}


def test_it_tells_progress_and_stops_when_asked():
    told = []
    with pytest.raises(Cancelled):
        companions(RUN, lambda done, total: told.append((done, total)), lambda: len(told) == 2)
    assert told == [(0, 13), (1, 13)]


def cloud(n=60):
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) < n // 3, 1.0, -1.0)
    ours, theirs = (rng.normal(size=n) + shift * y for shift in (1.0, 0.4))
    return np.round(ours, 1), np.round(theirs, 1), y


def test_the_gain_in_auc_is_delongs():
    ours, theirs, y = cloud()
    found = gain("AUC", ours, theirs, y, 3.0)
    assert found.amount == pytest.approx(auc(ours, y) - auc(theirs, y))
    wins = [(s[y > 0][:, None] > s[y < 0]) + 0.5 * (s[y > 0][:, None] == s[y < 0]) for s in (ours, theirs)]
    better = wins[0] - wins[1]
    variance = better.mean(axis=1).var() / 20 + better.mean(axis=0).var() / 40
    assert found.error == pytest.approx(np.sqrt(variance))


def test_the_gain_in_accuracy_is_at_the_ratio():
    ours, theirs, y = cloud()
    found = gain("accuracy", ours, theirs, y, 3.0)
    assert found.amount == pytest.approx(worth(ours, y, 3.0).accuracy - worth(theirs, y, 3.0).accuracy)
    rng = np.random.default_rng(1)
    sides = [np.flatnonzero(y > 0), np.flatnonzero(y < 0)]
    draws = []
    for _ in range(2000):
        rows = np.concatenate([rng.choice(side, len(side)) for side in sides])
        draws.append(worth(ours[rows], y[rows], 3.0).accuracy - worth(theirs[rows], y[rows], 3.0).accuracy)
    assert found.error == pytest.approx(np.std(draws), rel=0.1)


def test_no_gain_is_within_two_standard_errors():
    ours, _, y = cloud()
    assert gain("AUC", ours, ours, y, 1.0) == Gain(0.0, 0.0) and not Gain(0.0, 0.0).is_one
    assert Gain(0.021, 0.01).is_one and not Gain(0.02, 0.01).is_one and not Gain(-0.5, 0.01).is_one
