"""The speed table: its plain loops learn what the learners learn, and it says what was reached."""

import itertools

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.experiments import __main__ as command_line
from algorithms.experiments import speed, stopwatch


@pytest.mark.parametrize("case", speed.CASES, ids=lambda case: f"{case.learner} {case.n_features}")
def test_the_plain_loop_learns_the_same(case):
    X, signs = speed.stream(150, case.n_features)
    X = np.round(64 * X) / 64  # exact sums for the perceptron
    learner = LEARNERS[case.learner]()
    small = {"gamma": 0.1, "buffer_size": 9, "step_size": 0.125}
    learner.set_params(**{name: value for name, value in small.items() if name in learner.get_params()})
    found = case.plain(X, signs, **learner.get_params())
    learner.fit(X, signs)
    if hasattr(learner, "coef_"):
        assert found == pytest.approx(learner.coef_[0], rel=1e-9, abs=1e-12)
    else:
        assert np.sort(found.ravel()) == pytest.approx(np.sort(learner.dual_coef_[0]), rel=1e-8, abs=1e-10)


def test_the_table_has_a_row_for_every_case_and_says_what_was_reached(monkeypatch, capsys):
    clock = itertools.count()  # every call takes a millisecond
    monkeypatch.setattr(stopwatch.time, "process_time", lambda: next(clock) / 1000)
    monkeypatch.setattr(speed, "compute", lambda run: None)
    monkeypatch.setattr(speed.speed_semi, "main", lambda repeats: None)
    speed.main(examples=10_000, plain_examples=100, repeats=1)
    learners, grids, wide, runs = capsys.readouterr().out.split("\n\n")
    rows = learners.splitlines()[1:]
    assert [row.split()[0] for row in rows] == [case.learner for case in speed.CASES]
    target = next(row for row in rows if "at least 50 times" in row)
    assert target.split()[1:5] == ["20", "0.100", "10.0", "100"]
    assert "at most 0.25 µs: reached, at least 50 times: reached" in target
    assert [row.split()[0] for row in grids.splitlines()[1:]] == [name for name, _, _ in speed.GRIDS]
    assert "441" in grids and "at most 0.05 µs: reached" in grids
    assert [row.split()[0] for row in wide.splitlines()[1:]] == ["OAUC-M", "OAUC-M-L"]
    assert len(runs.splitlines()) == 1 + len(speed.RUNS)
    assert "at most 150 ms: reached" in runs


def test_a_missed_target_is_called_so():
    assert stopwatch.verdict((True, "fast"), (False, "small")) == "fast: reached, small: MISSED"


def test_the_command_line_names_its_commands(capsys):
    with pytest.raises(SystemExit) as end:
        command_line.main(["--help"])
    assert end.value.code == 0
    words = capsys.readouterr().out
    assert all(name in words for name in command_line.COMMANDS)
    with pytest.raises(SystemExit) as end:
        command_line.main(["dance"])
    assert end.value.code == 2
    assert "invalid choice: 'dance'" in capsys.readouterr().err


@pytest.mark.parametrize("name", command_line.COMMANDS)
def test_a_command_runs_the_main_of_its_module(name, monkeypatch):
    called = []
    monkeypatch.setattr(f"algorithms.experiments.{name.replace('-', '_')}.main", lambda: called.append(name))
    command_line.main([name])
    assert called == [name]
