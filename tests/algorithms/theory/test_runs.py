"""A Run of the app, from its data to a bound that holds: Theorem 5 can be chosen."""

import pytest

from algorithms.experiments.run import Run, compute
from algorithms.theory.bounds import bounds
from algorithms.theory.regret import regret_curve


def measured(run, loss):
    split, learner = run.split(), run.estimator()
    curve = regret_curve(split.X, split.y, learner, loss)
    return curve, bounds(curve, learner, split.X, split.y)


@pytest.mark.parametrize("dataset", ["blobs", "german"])
def test_theorem_5_is_proved_for_the_step_theorem_in_the_unit_ball(dataset):
    run = Run.of(
        dataset=dataset, n_samples=200, ratio=4.0, learner="OAUC-S", knobs={"step_size": "theorem"}, scaling="unit ball"
    )
    assert Run.from_dict(run.as_dict()) == run
    _, (found,) = measured(run, "psi_S/2")
    assert found.is_proved, found.reasons
    assert 0 < found.measured[-1] < found.bound[-1]


@pytest.mark.parametrize(("learner", "knobs"), [("OAUC-S", {"step_size": "theorem"}), ("OAUC-M", {})])
def test_the_regret_of_a_run_is_that_of_the_losses_its_trace_records(learner, knobs):
    run = Run.of(n_samples=150, ratio=4.0, learner=learner, knobs=knobs, scaling="unit ball")
    trace = compute(run)
    curve, _ = measured(run, "psi_M")
    assert curve.losses.psi_m == pytest.approx(trace.losses["psi_M"], rel=1e-8, nan_ok=True)
    assert curve.losses.half_psi_s == pytest.approx(trace.losses["psi_S"], rel=1e-8, nan_ok=True)
