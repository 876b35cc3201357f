"""The refitted SVC is scikit-learn's own, with and without class weights, at every frame."""

import numpy as np
import pytest
from sklearn.svm import SVC

from algorithms.reference import BalancedSVC, RefittedSVC
from tests.algorithms.streams import cloud

LEARNERS = {RefittedSVC: None, BalancedSVC: "balanced"}


@pytest.fixture(params=LEARNERS, ids=lambda learner: learner.__name__)
def pair(request):
    """The learner and scikit-learn's machine that it must equal."""
    options = {"C": 3.0, "gamma": 0.4}
    return request.param(**options), SVC(class_weight=LEARNERS[request.param], **options)


def test_it_decides_as_scikit_learn_does(stream, pair):
    X, y = stream
    learner, machine = (model.fit(X, y) for model in pair)
    assert learner.decision_function(X) == pytest.approx(machine.decision_function(X), rel=1e-9, abs=1e-9)
    assert np.array_equal(learner.support_, machine.support_)
    assert learner.offset_ == -machine.intercept_[0]


def test_every_frame_is_fitted_to_what_has_been_seen(stream, pair):
    X, y = stream
    learner, machine = pair
    for t, (scores,), snapshot in learner.steps(X, y, [45, 60, len(X)], [X]):
        machine.fit(X[:t], y[:t])
        assert scores == pytest.approx(machine.decision_function(X), rel=1e-9, abs=1e-9)
        assert np.array_equal(snapshot["support"], machine.support_)
        assert snapshot["weight"] == pytest.approx(machine.dual_coef_[0])


def test_weights_of_the_classes_matter_where_one_is_rare():
    X, y = cloud(n=200, positives=0.05, seed=12)
    found = [(learner().fit(X, y).predict(X) > 0).sum() for learner in LEARNERS]
    assert found[0] < (y > 0).sum() < found[1]


def test_all_frames_have_the_kernel_of_all_rows():
    X, y = cloud()
    frames = RefittedSVC().steps(X, y, [20, len(X)], [X])
    expected = SVC(gamma=1 / (X.shape[1] * X.var())).fit(X[:20], y[:20]).decision_function(X)
    assert next(iter(frames))[1][0] == pytest.approx(expected)


def test_a_frame_of_one_class_is_refused():
    X, y = cloud(positives=0.0)
    y[:10], y[10:] = -1.0, 1.0
    with pytest.raises(ValueError, match="class"):
        next(iter(RefittedSVC().steps(X, y, [5])))
