"""Stored traces are found by their Run, and by nothing else."""

import numpy as np

from algorithms import stored
from tests.algorithms.test_trace import recorded


def test_a_trace_is_found_by_the_run_it_holds(tmp_path):
    trace = recorded()
    trace.run.update(dataset="cloud", features=[])
    path = stored.save(trace, tmp_path / "new" / "folder")
    assert path.parent == tmp_path / "new" / "folder"
    back = stored.find(trace.run, path.parent)
    assert back.run == trace.run
    assert np.array_equal(back.step, trace.step)
    for name, scores in trace.scores.items():
        assert np.allclose(back.scores[name], scores, rtol=1e-6, atol=0)


def test_a_run_is_the_same_with_tuples_for_lists_and_in_any_order():
    run = {"dataset": "moons", "learner": "SVC weighted", "features": [0, 1]}
    turned = {"features": (0, 1), "learner": "SVC weighted", "dataset": "moons"}
    assert stored.path_of(run) == stored.path_of(turned)
    assert " " not in stored.path_of(run).name


def test_another_run_is_not_there(tmp_path):
    trace = recorded()
    trace.run.update(dataset="cloud")
    stored.save(trace, tmp_path)
    assert stored.find({**trace.run, "seed": 1}, tmp_path) is None
