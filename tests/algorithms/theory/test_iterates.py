"""The weights before each round: those of the oracles, and for kernels functions with the same scores and norms."""

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.kernels import gaussian
from algorithms.theory.iterates import iterates, kernel_features
from tests import oracles
from tests.algorithms.streams import STREAMS, cloud


def test_a_linear_learners_are_its_weights_one_round_late(stream):
    X, y = stream
    expected, _ = oracles.oauc(X, y, "M", 0.2)
    found = iterates(LEARNERS["OAUC-M"](regularization=0.2), X, y)
    assert not found.coef[0].any()
    assert found.coef[1:] == pytest.approx(expected[:-1], rel=1e-9, abs=1e-12)
    assert found.norms[1:] == pytest.approx([np.linalg.norm(w) for w in expected[:-1]], rel=1e-9)
    assert np.array_equal(found.features, X)


@pytest.mark.parametrize("gamma", [0.05, 1.0, 50.0])
def test_features_reproduce_the_kernel(stream, gamma):
    X, _ = stream
    Z = kernel_features(X, "rbf", gamma)
    assert pytest.approx(gaussian(X, X, gamma), abs=1e-9) == Z @ Z.T
    assert Z.shape[1] <= len(np.unique(X, axis=0))


def test_features_of_the_linear_kernel_have_its_rank():
    X, _ = cloud(p=3)
    Z = kernel_features(X, "linear", 1.0)
    assert Z.shape[1] == 3
    assert pytest.approx(X @ X.T, abs=1e-9) == Z @ Z.T
    assert kernel_features(np.zeros((4, 2)), "linear", 1.0).tolist() == [[0.0]] * 4


def test_wide_kernels_need_few_features():
    X = np.random.default_rng(0).uniform(-1, 1, size=(400, 2))
    ranks = [kernel_features(X, "rbf", gamma).shape[1] for gamma in (0.25, 1.0, 4.0)]
    assert ranks == sorted(ranks) and ranks[0] < 60 and ranks[-1] < 250


@pytest.mark.parametrize("options", [{"buffer_size": None}, {"buffer_size": 5}, {"kernel": "linear"}])
def test_a_kernel_learners_have_its_scores_and_norms(stream, options):
    X, y = stream
    learner = LEARNERS["OKAUC-M"](**options)
    found = iterates(learner, X, y)
    kernel = (lambda a, b: oracles.gaussian(a, b, learner.gamma_)) if "kernel" not in options else oracles.linear
    K = np.array([[kernel(a, b) for b in X] for a in X])
    for t, _, shot in LEARNERS["OKAUC-M"](**options).steps(X, y, [9, 35, 69]):
        a = np.zeros(len(y))
        np.add.at(a, shot["support"], shot["weight"])
        assert found.features @ found.coef[t] == pytest.approx(K @ a, abs=1e-6)
        assert found.norms[t] == pytest.approx(np.sqrt(a @ K @ a), rel=1e-6)


def test_work_is_told():
    X, y = cloud()
    heard = []
    iterates(LEARNERS["Perceptron"](), X, y, lambda done, total: heard.append((done, total)))
    assert heard == [(t, 70) for t in range(1, 71)]


def test_learners_without_a_model_a_round_are_refused():
    with pytest.raises(ValueError, match="one model a round"):
        iterates(LEARNERS["SVC"](), *STREAMS["cloud"])
