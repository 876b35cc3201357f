"""Losses round by round and frame by frame, against loops and against what learners and traces record themselves."""

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.theory.rounds import frame_losses, regularized, round_losses, running_mean
from tests import oracles
from tests.algorithms.theory import loops

ORACLES = {
    "mean": np.mean,
    "variance": np.var,
    "zero_one": oracles.zero_one,
    "hinge": oracles.pairwise_hinge,
    "psi_m": oracles.psi_m,
    "half_psi_s": lambda margins: oracles.pairwise_square(margins) / 2,
}


def test_each_round_has_the_losses_of_the_loops(stream):
    X, y = stream
    coef = np.random.default_rng(8).normal(size=X.shape)
    found = round_losses(coef, X, y)
    for t in range(len(y)):
        margins = [y[t] * float(coef[t] @ (X[t] - X[i])) for i in range(t) if y[i] != y[t]]
        for name, oracle in ORACLES.items():
            value = getattr(found, name)[t]
            if margins:
                assert value == pytest.approx(oracle(margins), rel=1e-9, abs=1e-12)
            else:
                assert np.isnan(value)


@pytest.mark.parametrize("loss", ["psi_M", "psi_S/2"])
def test_regularised_losses_are_those_of_the_double_loop(stream, loss):
    X, y = stream
    coef = np.random.default_rng(9).normal(size=X.shape)
    found = regularized(round_losses(coef, X, y), coef, 0.3, loss)
    expected = [loops.round_loss(w, X, y, t, loss)[0] + 0.15 * (w @ w) for t, w in enumerate(coef)]
    assert found == pytest.approx(expected, rel=1e-9)


def test_running_means_leave_out_what_is_not_known():
    values = np.array([np.nan, 2.0, np.nan, 4.0, 0.0])
    assert running_mean(values).tolist() == pytest.approx([np.nan, 2.0, 2.0, 3.0, 2.0], nan_ok=True)


@pytest.mark.parametrize("name", ["OAUC-M", "OKAUC-M"])
def test_the_next_example_of_a_frame_costs_what_the_learner_records(stream, name):
    """Unlimited memory: the loss of row t+1 under the scores after t rows is its round's psi_M."""
    X, y = stream
    options = {"buffer_size": None} if name == "OKAUC-M" else {}
    steps, scores, recorded = [], [], []
    for t, (probed,), shot in LEARNERS[name](**options).steps(X, y, probes=[X]):
        steps.append(t)
        scores.append(probed)
        recorded.append(shot["psi_M"][0])
    found = frame_losses(np.array(scores), y, np.array(steps))
    assert found.example.tolist() == [min(t, len(y) - 1) for t in steps]
    assert found.losses.psi_m[:-1] == pytest.approx(np.array(recorded[1:]), rel=1e-7, abs=1e-9, nan_ok=True)
    seen = [sum(y[i] != y[e] for i in range(t)) for t, e in zip(steps, found.example, strict=True)]
    assert found.compared.tolist() == seen


def test_a_chosen_example_is_followed_through_all_frames(stream):
    _, y = stream
    steps = np.array([1, 20, 45, 70])
    scores = np.random.default_rng(4).normal(size=(4, len(y)))
    found = frame_losses(scores, y, steps, example=50)
    for f, seen in enumerate(steps):
        margins = [y[50] * (scores[f, 50] - scores[f, i]) for i in range(seen) if y[i] != y[50]]
        for name, oracle in ORACLES.items():
            value = getattr(found.losses, name)[f]
            assert value == pytest.approx(oracle(margins) if margins else np.nan, nan_ok=True)


def test_scores_that_are_no_numbers_have_no_losses():
    found = frame_losses(np.array([[0.0, np.inf, 1.0]]), np.array([1, -1, -1]), np.array([3]), example=0)
    assert np.isnan(found.losses.psi_m).all()
    assert found.compared.tolist() == [2]
