"""OAUC-M-L against its loop, and against OAUC-M where it remembers the whole stream."""

import numpy as np
import pytest

from algorithms.online.oauc import OAUCM
from algorithms.online.oauc_linear_memory import OAUCML
from tests import oracles
from tests import oracles_online as online


def played(learner, X, y):
    frames = [snapshot for _, _, snapshot in learner.steps(X, y)]
    return np.array([f["coef"] for f in frames]), np.ravel([f["psi_M"] for f in frames])


@pytest.mark.parametrize("kept", [1, 3, 4, 8, 70])
def test_a_whole_stream_equals_the_loop(stream, kept):
    X, y = stream
    expected, losses = online.oauc_linear_memory(X, y, 0.2, kept)
    weights, psi_m = played(OAUCML(0.2, buffer_size=kept), X, y)
    assert weights == pytest.approx(expected, rel=1e-10, abs=1e-12)
    assert psi_m == pytest.approx(losses, rel=1e-10, abs=1e-12, nan_ok=True)
    average = OAUCML(0.2, buffer_size=kept, average=True).fit(X, y).coef_[0]
    assert average == pytest.approx(oracles.averaged(expected), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("order", ["shuffled", "negatives first", "positives first"])
@pytest.mark.parametrize("options", [{}, {"average": True}, {"first_rounds": "as printed"}])
@pytest.mark.parametrize("regularization", [2.0**-10, 0.2, 2.0**10])
def test_remembering_all_is_oauc_m(stream, order, options, regularization):
    X, y = stream
    if order != "shuffled":
        places = np.argsort(y if order == "negatives first" else -y, kind="stable")
        X, y = X[places], y[places]
    full, _ = played(OAUCM(regularization, **options), X, y)
    for room in (len(X), 3 * len(X)):
        linear, _ = played(OAUCML(regularization, buffer_size=room, **options), X, y)
        assert np.abs(linear - full).max() <= 1e-12 * np.abs(full).max()


def test_losses_are_those_of_oauc_m_too(stream):
    X, y = stream
    *_, (_, _, full) = OAUCM(0.2).steps(X, y, [len(X)])
    *_, (_, _, linear) = OAUCML(0.2, buffer_size=len(X)).steps(X, y, [len(X)])
    for name in ("psi_M", "psi_S"):
        assert linear[name] == pytest.approx(full[name], rel=1e-10, abs=1e-12, nan_ok=True)


def test_adding_1000_to_every_feature_changes_no_prediction(stream):
    X, y = stream
    here, there = OAUCML().fit(X, y), OAUCML().fit(X + 1000, y)
    assert there.decision_function(X + 1000) == pytest.approx(here.decision_function(X), abs=1e-8)


def test_memory_is_linear_in_the_features_and_does_not_grow():
    rng = np.random.default_rng(0)
    y = np.where(np.arange(60) % 3 == 0, 1, -1)
    sizes = {
        p: {snapshot["bytes"] for _, _, snapshot in OAUCML(buffer_size=8).steps(rng.normal(size=(60, p)), y)}
        for p in (500, 1000)
    }
    assert all(len(found) == 1 for found in sizes.values())
    assert sizes[1000].pop() / sizes[500].pop() == pytest.approx(2, rel=0.01)


def test_parameters_out_of_range_are_refused(stream):
    for parameters in ({"regularization": 0.0}, {"buffer_size": 0}, {"first_rounds": "skip"}):
        with pytest.raises(ValueError, match=f"{next(iter(parameters))} must be"):
            OAUCML(**parameters).fit(*stream)
