"""OKAUC-M against its functional form without buffers, and against lists with every compensation."""

from functools import partial

import numpy as np
import pytest

from algorithms.online.oauc import OAUCM
from algorithms.online_kernel.okauc import COMPENSATIONS, OKAUCM
from tests import oracles
from tests.algorithms.streams import cloud

GAMMA, REGULARIZATION = 0.8, 0.1
KERNELS = {"rbf": partial(oracles.gaussian, gamma=GAMMA), "linear": oracles.linear}
close = partial(pytest.approx, rel=1e-9, abs=1e-11)


def learner(**parameters):
    return OKAUCM(**{"regularization": REGULARIZATION, "gamma": GAMMA, **parameters})


def expansion(model):
    """Stream position -> weight."""
    return dict(zip(model.support_.tolist(), model.dual_coef_[0].tolist(), strict=True))


def psi_m_losses(model, X, y, checkpoints=None):
    return np.concatenate([snapshot["psi_M"] for _, _, snapshot in model.steps(X, y, checkpoints)])


@pytest.mark.parametrize("kernel", KERNELS)
def test_without_limit_it_is_the_functional_form(stream, kernel):
    X, y = stream
    coefficients, losses = oracles.okauc_functional(X, y, KERNELS[kernel], REGULARIZATION)
    for buffer_size in (None, len(X)):
        model = learner(kernel=kernel, buffer_size=buffer_size).fit(X, y)
        weights = expansion(model)
        assert [weights[i] for i in range(len(X))] == close(coefficients)
        assert psi_m_losses(learner(kernel=kernel, buffer_size=buffer_size), X, y) == close(losses, nan_ok=True)


@pytest.mark.parametrize("compensation", COMPENSATIONS)
@pytest.mark.parametrize(("kernel", "buffer_size"), [("rbf", 1), ("rbf", 2), ("rbf", 8), ("linear", 5)])
def test_with_buffers_it_is_two_lists(stream, kernel, buffer_size, compensation):
    X, y = stream
    *buffers, losses = oracles.okauc_buffered(X, y, KERNELS[kernel], REGULARIZATION, buffer_size, compensation)
    parameters = {"kernel": kernel, "buffer_size": buffer_size, "compensation": compensation}
    model = learner(**parameters).fit(X, y)
    assert expansion(model) == close({i: weight for buffer in buffers for i, weight in buffer})
    assert psi_m_losses(learner(**parameters), X, y, [30, len(X)]) == close(losses, nan_ok=True)


@pytest.mark.parametrize("compensation", COMPENSATIONS)
def test_every_single_step_equals_the_lists(compensation):
    X, y = cloud(n=40, seed=8)
    model = learner(buffer_size=4, compensation=compensation)
    for t in range(len(X)):
        model.partial_fit(X[t : t + 1], y[t : t + 1], classes=[-1, 1])
        negative, positive, _ = oracles.okauc_buffered(
            X[: t + 1], y[: t + 1], KERNELS["rbf"], REGULARIZATION, 4, compensation
        )
        assert expansion(model) == close(dict([*negative, *positive]))


def test_a_linear_kernel_and_unlimited_buffers_give_oauc_m(stream):
    X, y = stream
    kernel = learner(kernel="linear", buffer_size=None).fit(X, y)
    linear = OAUCM(regularization=REGULARIZATION).fit(X, y)
    assert kernel.decision_function(X) == pytest.approx(linear.decision_function(X), rel=1e-10, abs=1e-10)
    assert (kernel.dual_coef_ @ kernel.support_vectors_)[0] == pytest.approx(linear.coef_[0], rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("buffer_size", [5, None])
def test_scores_of_the_steps_are_those_of_the_decision_function(stream, buffer_size):
    X, y = stream
    probes = [cloud(p=X.shape[1], seed=9)[0], X]
    for t, scores, snapshot in learner(buffer_size=buffer_size).steps(X, y, [50, 53, len(X)], probes):
        model = learner(buffer_size=buffer_size).partial_fit(X[:t], y[:t], classes=[-1, 1])
        assert np.array_equal(snapshot["support"], model.support_)
        assert snapshot["offset"] == pytest.approx(model.offset_)
        for probe, line in zip(probes, scores, strict=True):
            assert line == close(model.decision_function(probe))


def test_the_offset_is_midway_between_the_buffers_mean_scores(stream):
    X, y = stream
    model = learner(buffer_size=6).fit(X, y)
    decisions = model.decision_function(X[model.support_])
    positive = y[model.support_] > 0
    assert decisions[positive].mean() == pytest.approx(-decisions[~positive].mean(), abs=1e-10)


def test_adding_1000_to_every_feature_changes_no_prediction(stream):
    X, y = stream
    for gamma in (GAMMA, "scale"):
        here, there = learner(gamma=gamma).fit(X, y), learner(gamma=gamma).fit(X + 1000, y)
        decided = np.abs(here.decision_function(X)) > 1e-7
        assert decided.mean() > 0.9
        assert np.array_equal(here.predict(X)[decided], there.predict(X + 1000)[decided])


def test_buffers_hold_the_latest_of_each_class(stream):
    X, y = stream
    model = learner(buffer_size=7).fit(X, y)
    latest = [np.flatnonzero(y == label)[-7:] for label in (-1, 1)]
    assert sorted(model.support_) == sorted(np.concatenate(latest))
    assert np.array_equal(model.support_vectors_, X[model.support_])


def test_a_snapshot_names_the_removed_vector_and_its_most_similar_heir():
    X, y = cloud(n=60, seed=10)
    held, removals = {-1.0: [], 1.0: []}, 0
    for t, _, snapshot in learner(buffer_size=5).steps(X, y):
        own = held[y[t - 1]]
        own.append(t - 1)
        if len(own) > 5:
            removed = own.pop(0)
            distances = np.linalg.norm(X[own] - X[removed], axis=1)
            assert (snapshot["removed"], snapshot["heir"]) == (removed, own[int(distances.argmin())])
            removals += 1
    assert removals > 30


def test_without_compensation_nobody_inherits():
    X, y = cloud(n=60, seed=10)
    *_, (_, _, snapshot) = learner(buffer_size=5, compensation="none").steps(X, y)
    assert snapshot["removed"] >= 0
    assert snapshot["heir"] == -1


def test_lemma_7_the_norm_of_f_is_bounded_for_the_gaussian(stream):
    X, y = stream
    gram = np.array([[oracles.gaussian(a, b, GAMMA) for b in X] for a in X])
    for t, _, snapshot in learner(buffer_size=None, regularization=0.05).steps(X, y):
        weights, support = snapshot["weight"], snapshot["support"]
        norm = np.sqrt(weights @ gram[np.ix_(support, support)] @ weights)
        assert norm <= (np.sqrt(2) + 0.5) / 0.05 + 1e-9, t


def test_as_printed_learns_from_the_very_first_example():
    *_, (_, _, snapshot) = learner(first_rounds="as printed").steps([[0.0], [1.0]], [-1, 1], [1])
    assert snapshot["weight"] == pytest.approx([-1 / REGULARIZATION])  # slope 1 at b = 1, s = 0
    assert snapshot["psi_M"].tolist() == [1.0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"kernel": "poly"}, "kernel must be one of rbf, linear"),
        ({"compensation": "random"}, "compensation must be one of nearest, as printed, none"),
        ({"first_rounds": "skip"}, "first_rounds must be one of wait, as printed"),
        ({"buffer_size": 0}, "buffer_size must be at least 1"),
        ({"regularization": 0.0}, "regularization must be a positive number"),
        ({"gamma": -1.0}, "gamma must be a positive number"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, parameters, message):
    with pytest.raises(ValueError, match=message):
        learner(**parameters).fit(*stream)
