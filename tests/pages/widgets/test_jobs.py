"""One computation for one key, a cancel that really stops, a queue, and sentences instead of stack traces."""

import sys
import threading
import time
import types

import pytest
from streamlit.testing.v1 import AppTest

from pages.widgets import jobs
from pages.widgets.jobs import Jobs


class Steps:
    """Work in checkpoints that the test lets through one by one."""

    def __init__(self, total=5):
        self.total, self.calls, self.done, self.gave_up = total, 0, 0, threading.Event()
        self.gate = threading.Semaphore(0)

    def __call__(self, tell, stopped):
        self.calls += 1
        self.done = 0
        for _ in range(self.total):
            self.gate.acquire()
            if stopped():
                self.gave_up.set()
                raise InterruptedError("stopped")
            self.done += 1
            tell(self.done, self.total)
        return f"{self.total} steps"

    def let(self, steps):
        self.gate.release(steps)


def eventually(check, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)
    return found


def test_progress_and_result():
    work, pool = Steps(3), Jobs()
    job = pool.watch("a", "key", work)
    work.let(2)
    eventually(lambda: (job.done, job.total) == (2, 3))
    assert job.state == "running" and not job.ended.is_set()
    work.let(1)
    assert job.ended.wait(5) and (job.state, job.result) == ("done", "3 steps")


def test_one_computation_however_many_watch():
    work, pool = Steps(3), Jobs()
    watched = {id(pool.watch(f"viewer {i}", "key", work)) for i in range(30)}
    work.let(3)
    job = pool.watch("late", "key", work)
    assert job.ended.wait(5) and watched == {id(job)} and work.calls == 1
    assert pool.watch("later", "key", work).result == "3 steps" and work.calls == 1


def test_the_last_to_leave_stops_it_within_one_checkpoint():
    work, pool = Steps(100), Jobs()
    job = pool.watch("a", "key", work)
    pool.watch("b", "key", work)
    work.let(2)
    eventually(lambda: work.done == 2)
    pool.leave("a", "key")
    work.let(1)
    eventually(lambda: work.done == 3)
    pool.leave("b", "key")
    work.let(1)
    assert work.gave_up.wait(5) and job.ended.wait(5)
    assert (work.done, job.state, job.result, job.error) == (3, "stopped", None, "")
    again = pool.watch("a", "key", work)
    work.let(100)
    assert again is not job and again.ended.wait(5) and again.state == "done" and work.calls == 2


def test_asking_again_while_a_stopped_one_winds_down_starts_afresh():
    work, pool = Steps(2), Jobs()
    job = pool.watch("a", "key", work)
    eventually(lambda: work.calls == 1)
    pool.leave("a", "key")
    again = pool.watch("a", "key", work)
    assert again is not job and not again.stop.is_set()
    work.let(5)
    assert again.ended.wait(5) and again.result == "2 steps"
    assert pool.watch("a", "key", work) is again


def test_a_watcher_that_no_longer_looks_does_not_count():
    work, pool = Steps(100), Jobs(lapse=0.2)
    job = pool.watch("closed tab", "key", work)
    deadline = time.monotonic() + 0.5
    while time.monotonic() < deadline:
        pool.watch("open tab", "key", work)
        work.let(1)
        time.sleep(0.02)
    assert not job.ended.is_set()
    time.sleep(0.3)
    work.let(1)
    assert work.gave_up.wait(5)


def test_who_comes_after_it_gave_up_gets_a_new_one():
    pool, gave_up, gate = Jobs(lapse=0.05), threading.Event(), threading.Event()

    def work(tell, stopped):
        while not stopped():
            time.sleep(0.01)
        gave_up.set()
        gate.wait(5)

    doomed = pool.watch("closed tab", "key", work)
    assert gave_up.wait(5) and not doomed.ended.is_set()
    assert pool.watch("new tab", "key", lambda tell, stopped: "fresh").ended.wait(5)
    assert pool.watch("new tab", "key", work).result == "fresh"
    gate.set()
    assert doomed.ended.wait(5) and doomed.state == "stopped"
    assert pool.watch("new tab", "key", work).result == "fresh"


def test_two_at_a_time_and_the_others_queue_in_order():
    pool, works = Jobs(workers=2), [Steps(1) for _ in range(5)]
    waiting = [pool.watch("a", str(i), work) for i, work in enumerate(works)]
    eventually(lambda: [work.calls for work in works] == [1, 1, 0, 0, 0])
    assert [pool.ahead(job) for job in waiting] == [0, 0, 2, 3, 4]
    pool.leave("a", "2")
    assert waiting[2].state == "stopped" and pool.ahead(waiting[3]) == 2
    works[0].let(1)
    eventually(lambda: [work.calls for work in works] == [1, 1, 0, 1, 0])
    for work in works:
        work.let(1)
    assert all(job.ended.wait(5) for job in waiting) and works[2].calls == 0


def test_the_latest_results_are_kept():
    pool, calls = Jobs(keep=3), []
    for key in (*"abcd", "b", "a", "d", "b"):
        job = pool.watch("viewer", key, lambda tell, stopped, key=key: calls.append(key) or key)
        assert job.ended.wait(5) and job.result == key
    assert "".join(calls) == "abcda"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ValueError("Give at least two of each class."), "Give at least two of each class."),
        (ValueError(), "This computation failed (ValueError). Change a setting and try again."),
        (KeyError("gamma"), "This computation failed (KeyError). Change a setting and try again."),
    ],
)
def test_an_error_is_a_sentence_and_is_not_computed_again(error, says):
    pool, calls = Jobs(), []

    def work(tell, stopped):
        calls.append(1)
        raise error

    for _ in range(2):
        job = pool.watch("a", "key", work)
        assert job.ended.wait(5) and (job.state, job.error) == ("failed", says)
    assert len(calls) == 1
    pool.forget("key")
    pool.watch("a", "key", work).ended.wait(5)
    assert len(calls) == 2


PAGE = """
import streamlit as st
from tests_works import WORKS
from pages.widgets.jobs import result_or_watch

asked = st.radio("Work", list(WORKS), key="asked")
found = result_or_watch(asked, WORKS[asked], f"Training {asked}")
st.write("nothing yet" if found is None else f"found {found}")
"""


@pytest.fixture
def works(monkeypatch):
    """The works that PAGE can ask for, in a registry of its own."""
    found = {"slow": Steps(4), "other": Steps(1), "quick": lambda tell, stopped: 7, "broken": _break}
    monkeypatch.setitem(sys.modules, "tests_works", types.SimpleNamespace(WORKS=found))
    monkeypatch.setattr(jobs, "JOBS", Jobs())
    return found


def _break(tell, stopped):
    raise ValueError("Choose a smaller step.")


def test_no_task_is_no_wait(tiny_app):
    at = tiny_app("""
        import streamlit as st
        from pages.widgets.jobs import results_or_watch
        st.write(str(results_or_watch([])))
    """)
    assert words(at.run()) == ["[]"]


def viewer():
    return AppTest.from_string(PAGE, default_timeout=20).run()


def words(at):
    assert not at.exception
    return [text.value for kind in (at.info, at.warning, at.markdown) for text in kind]


def progress(at):
    return [element.proto.text for element in at.get("progress")]


def ask(at, name):
    return at.radio(key="asked").set_value(name).run()


def test_a_quick_result_is_there_at_once(works):
    assert words(ask(viewer(), "quick")) == ["found 7"]


def test_progress_then_the_result(works):
    at = viewer()
    works["slow"].let(3)
    eventually(lambda: works["slow"].done == 3)
    assert progress(at.run()) == ["Training slow: 3 of 4"] and words(at) == ["nothing yet"]
    works["slow"].let(1)
    eventually(lambda: words(at.run()) == ["found 4 steps"])
    assert progress(at) == [] and len(at.button) == 0


def test_cancel_stops_and_run_again_starts_afresh(works):
    at = viewer()
    works["slow"].let(1)
    eventually(lambda: works["slow"].done == 1)
    at.button[0].click().run()
    works["slow"].let(1)
    assert works["slow"].gave_up.wait(5) and works["slow"].done == 1
    assert words(at) == ["Cancelled.", "nothing yet"] and words(at.run()) == ["Cancelled.", "nothing yet"]
    assert [button.label for button in at.button] == ["Run again"]
    works["slow"].let(4)
    at.button[0].click().run()
    eventually(lambda: words(at.run()) == ["found 4 steps"])
    assert works["slow"].calls == 2


def test_cancel_leaves_it_running_for_another_viewer(works):
    first, second = viewer(), viewer()
    first.button[0].click().run()
    assert words(first)[0] == "Cancelled."
    works["slow"].let(4)
    eventually(lambda: words(second.run()) == ["found 4 steps"])
    assert works["slow"].calls == 1 and not works["slow"].gave_up.is_set()


def test_asking_for_something_else_walks_away(works):
    at = viewer()
    eventually(lambda: works["slow"].calls == 1)
    ask(at, "quick")
    works["slow"].let(1)
    assert works["slow"].gave_up.wait(5)


def test_walking_away_leaves_it_running_for_another_viewer(works):
    first, second = viewer(), viewer()
    ask(first, "quick")
    works["slow"].let(4)
    eventually(lambda: words(second.run()) == ["found 4 steps"])


def test_a_full_house_queues_politely(works):
    works |= {f"extra {i}": Steps(1) for i in range(3)}
    viewers = [ask(viewer(), f"extra {i}") for i in range(3)]
    works["slow"].let(3)  # what each viewer walked away from
    eventually(lambda: progress(viewers[2].run()) == ["Training extra 2: waiting for 2 others"])
    for i in range(3):
        works[f"extra {i}"].let(1)
    eventually(lambda: words(viewers[2].run()) == ["found 1 steps"])


def test_an_error_shows_a_sentence_and_run_again(works):
    at = ask(viewer(), "broken")
    assert words(at) == ["Choose a smaller step.", "nothing yet"]
    works["broken"] = lambda tell, stopped: "mended"
    assert words(at.button[0].click().run()) == ["found mended"]
