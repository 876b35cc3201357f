"""OAUC-S, OAUC-M_c and OAUC-M against loops that remember every example, and what the theory says of them."""

import numpy as np
import pytest

from algorithms import LEARNERS
from tests import oracles

FAMILY = {
    "OAUC-S": ("S", {"regularization": 0.1, "step_size": 0.05}),
    "OAUC-M_c": ("M", {"regularization": 0.1, "step_size": 0.3}),
    "OAUC-M": ("M", {"regularization": 0.2}),
}


@pytest.fixture(params=FAMILY)
def variant(request):
    """(class, loss "M" or "S", parameters)."""
    return LEARNERS[request.param], *FAMILY[request.param]


def played(learner, X, y, **options):
    """Weights (n, p) after each example, and the psi_M and psi_S/2 losses (n,) before it."""
    frames = [snapshot for _, _, snapshot in learner.set_params(**options).steps(X, y)]
    return (
        np.array([f["coef"] for f in frames]),
        *(np.ravel([f[k] for f in frames]) for k in ("psi_M", "psi_S")),
    )


def test_a_whole_stream_equals_the_loop(stream, variant):
    X, y = stream
    learner, loss, parameters = variant
    expected, losses = oracles.oauc(X, y, loss, **parameters)
    weights, psi_m, psi_s = played(learner(**parameters), X, y)
    assert weights == pytest.approx(expected, rel=1e-10, abs=1e-12)
    assert (psi_m if loss == "M" else psi_s) == pytest.approx(losses, rel=1e-10, abs=1e-12, nan_ok=True)
    assert learner(**parameters).fit(X, y).coef_[0] == pytest.approx(expected[-1], rel=1e-10, abs=1e-12)


def test_every_single_step_equals_the_formula(stream, variant):
    X, y = stream
    learner, loss, parameters = variant
    model = learner(**parameters)
    before = np.zeros(X.shape[1])
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        opposite = list(X[:t][y[:t] != label])
        eta = parameters.get("step_size", 1 / (parameters["regularization"] * (t + 1)))
        model.partial_fit(x[None, :], [label], classes=[-1, 1])
        expected, _ = oracles.oauc_step(before, x, label, opposite, eta, parameters["regularization"], loss)
        before = model.coef_[0]
        assert before == pytest.approx(expected, rel=1e-10, abs=1e-12)


def test_both_losses_are_those_of_the_weights_before_the_step(stream, variant):
    X, y = stream
    learner, _, parameters = variant
    weights, psi_m, psi_s = played(learner(**parameters), X, y)
    before = np.vstack([np.zeros(X.shape[1]), weights[:-1]])
    for t, label in enumerate(y):
        opposite = X[:t][y[:t] != label]
        if len(opposite) == 0:
            assert np.isnan(psi_m[t]) and np.isnan(psi_s[t])
            continue
        margins = label * ((X[t] - opposite) @ before[t])
        assert psi_m[t] == pytest.approx(oracles.psi_m(margins), rel=1e-9, abs=1e-12)
        assert psi_s[t] == pytest.approx(oracles.pairwise_square(margins) / 2, rel=1e-9, abs=1e-12)


def test_before_the_other_class_only_the_decay_acts(variant):
    learner, _, parameters = variant
    X, y = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5]]), np.array([-1, -1, 1])
    weights, psi_m, _ = played(learner(**parameters), X, y)
    assert not weights[:2].any()
    assert weights[2].any()
    assert np.isnan(psi_m).tolist() == [True, True, False]


def test_as_printed_compares_with_zero_moments_first(variant):
    learner, _, parameters = variant
    weights, psi_m, psi_s = played(learner(**parameters), [[1.0, 2.0], [0.0, 1.0]], [-1, 1], first_rounds="as printed")
    eta = parameters.get("step_size", 1 / parameters["regularization"])
    assert weights[0] == pytest.approx(-eta * np.array([1.0, 2.0]))  # y d with slope 1, d = x - 0
    assert (psi_m[0], psi_s[0]) == (1.0, 0.5)


def test_averaging_weighs_the_t_th_iterate_t_times(stream, variant):
    X, y = stream
    learner, _, parameters = variant
    weights, _, _ = played(learner(**parameters), X, y)
    average = learner(**parameters, average=True).fit(X, y)
    assert average.coef_[0] == pytest.approx(oracles.averaged(weights), rel=1e-10, abs=1e-12)


def test_the_offset_is_midway_between_the_mean_scores(stream, variant):
    X, y = stream
    learner, _, parameters = variant
    decisions = learner(**parameters).fit(X, y).decision_function(X)
    assert decisions[y > 0].mean() == pytest.approx(-decisions[y < 0].mean(), abs=1e-10)


def test_adding_1000_to_every_feature_changes_no_prediction(stream, variant):
    X, y = stream
    learner, _, parameters = variant
    here, there = learner(**parameters).fit(X, y), learner(**parameters).fit(X + 1000, y)
    decided = np.abs(here.decision_function(X)) > 1e-9
    assert decided.mean() > 0.9
    assert np.array_equal(here.predict(X)[decided], there.predict(X + 1000)[decided])
    assert there.decision_function(X + 1000) == pytest.approx(here.decision_function(X), abs=1e-8)


def test_theorem_6_the_iterates_of_oauc_m_stay_in_their_ball(stream):
    X, y = stream
    X = X / max(1.0, np.linalg.norm(X, axis=1).max())
    regularization = 0.05
    weights, _, _ = played(LEARNERS["OAUC-M"](regularization=regularization), X, y)
    assert (np.linalg.norm(weights, axis=1) <= (1 + np.sqrt(1.25)) / regularization + 1e-9).all()


def test_no_regularization_is_allowed_where_the_step_is_constant(stream):
    X, y = stream
    expected, _ = oracles.oauc(X, y, "M", 0.0, 0.1)
    weights = LEARNERS["OAUC-M_c"](regularization=0, step_size=0.1).fit(X, y).coef_[0]
    assert weights == pytest.approx(expected[-1], rel=1e-10, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("OAUC-M", {"regularization": 0.0}, "regularization must be a positive number"),
        ("OAUC-M", {"regularization": -1.0}, "regularization must be a positive number"),
        ("OAUC-S", {"regularization": float("nan")}, "regularization must be a positive number"),
        ("OAUC-S", {"step_size": 0.0}, "step_size must be a positive number"),
        ("OAUC-M_c", {"step_size": float("inf")}, "step_size must be a positive number"),
        ("OAUC-M_c", {"first_rounds": "skip"}, "first_rounds must be one of wait, as printed"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, name, parameters, message):
    with pytest.raises(ValueError, match=message):
        LEARNERS[name](**parameters).fit(*stream)
