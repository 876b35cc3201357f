"""Warnings of a run are heard in its own thread, every time, and stay with its trace."""

import io
import threading
import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning

from algorithms.experiments.run import Run, compute
from algorithms.remarks import heard
from algorithms.trace import Trace
from pages.figures.payload import pack, read_header

SHORT = Run.of(
    dataset="moons", n_samples=40, ratio=1.0, n_labelled=10, learner="TSGS3VM",
    knobs={"max_iter": 10, "n_components": 4}, frames=2,
)  # fmt: skip


def warn(text):
    warnings.warn(text, ConvergenceWarning, stacklevel=2)


def test_each_thread_hears_its_own_and_every_time():
    both, together = {}, threading.Barrier(2, timeout=10)

    def learn(name):
        for _ in range(2):
            with heard() as remarks:
                together.wait()
                warn(name)
                warn(name)
                together.wait()
            both.setdefault(name, []).append(remarks)

    threads = [threading.Thread(target=learn, args=(name,)) for name in ("one", "other")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert both == {"one": [["one"], ["one"]], "other": [["other"], ["other"]]}


def test_other_warnings_and_those_from_outside_go_where_they_went():
    with heard() as remarks, pytest.warns(UserWarning, match="elsewhere"):
        warnings.warn("elsewhere", UserWarning, stacklevel=1)
    assert remarks == []
    with pytest.warns(ConvergenceWarning, match="outside"):
        warn("outside")


def test_a_run_keeps_its_remarks_and_the_player_says_them():
    first, second = compute(SHORT), compute(SHORT)
    assert first.remarks == second.remarks and "max_iter should be at least 250" in first.remarks[0]
    file = io.BytesIO()
    first.save(file)
    file.seek(0)
    assert Trace.load(file).remarks == first.remarks
    (panel,) = read_header(pack([first]))["panels"]
    assert panel["remarks"] == first.remarks[0] and panel["stopped"] == ""
