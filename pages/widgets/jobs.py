"""Whatever takes longer than 150 ms is a job: a thread that tells its progress and can be stopped.

`Jobs` knows nothing of screens: one computation for one unchanged key however many watch it, a few at a time
while the others queue, stopped when nobody watches any more, the latest results kept. `results_or_watch` puts
them on a page.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import streamlit as st

PATIENCE = 0.15  # seconds a page waits for a result before it shows progress instead
POLL = 0.4  # seconds between two looks at a running job
LAPSE = 30.0  # seconds after which a watcher that no longer looks (a closed tab) does not count

# With the interpreter's own 5 ms between two threads, a rerun beside a job would take several times as long.
sys.setswitchinterval(0.001)

Tell = Callable[[int, int], None]
Work = Callable[[Tell, Callable[[], bool]], Any]  # gives up soon after the second, stopped(), is true


class Task(NamedTuple):
    """What to compute. key says everything the result depends on; label is the reader's word for it."""

    key: str
    work: Work
    label: str


class Job:
    """One computation, from the queue to its end. `ended` is set when it is "done", "failed" or "stopped"."""

    def __init__(self, key: str, work: Work, lapse: float):
        self.key, self.work, self.lapse = key, work, lapse
        self.state, self.done, self.total = "queued", 0, 0
        self.result: Any = None
        self.error = ""
        self.ended = threading.Event()
        self.stop = threading.Event()
        self.looked: dict[str, float] = {}  # who watches: when they last looked

    def tell(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def stopped(self) -> bool:
        """Whether to give up. Once true it stays so, even if someone comes to watch."""
        if not self.watched:
            self.stop.set()
        return self.stop.is_set()

    @property
    def watched(self) -> bool:
        now = time.monotonic()
        return any(now - then < self.lapse for then in tuple(self.looked.values()))


class Jobs:
    """The jobs of a process: `workers` run at a time, the `keep` latest results stay."""

    def __init__(self, workers: int = 2, keep: int = 40, lapse: float = LAPSE):
        self.workers, self.keep, self.lapse = workers, keep, lapse
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: list[Job] = []
        self._running = 0

    def watch(self, who: str, key: str, work: Work) -> Job:
        """Start the job of this key or join it. Call again to go on watching."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.stop.is_set():
                job = self._jobs[key] = Job(key, work, self.lapse)
                self._queue.append(job)
            self._jobs.move_to_end(key)
            if not job.ended.is_set():
                job.looked[who] = time.monotonic()
            self._start()
        return job

    def leave(self, who: str, key: str) -> None:
        """Watch no longer. The job stops, unless it has ended or another watches."""
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and not job.ended.is_set():
                job.looked.pop(who, None)
                if not job.watched:
                    self._abandon(job)

    def forget(self, key: str) -> None:
        """Compute this key anew when it is asked for again."""
        with self._lock:
            if (job := self._jobs.get(key)) is not None:
                self._abandon(job)

    def ahead(self, job: Job) -> int:
        """How many jobs come before a queued one, the running ones included."""
        with self._lock:
            return self._queue.index(job) + self._running if job in self._queue else 0

    @property
    def idle(self) -> bool:
        """Whether nobody waits for anything."""
        return not self._running and not self._queue

    def _abandon(self, job: Job) -> None:
        job.stop.set()
        del self._jobs[job.key]
        if job in self._queue:
            self._queue.remove(job)
            self._end(job, "stopped")

    def _start(self) -> None:
        while self._queue and self._running < self.workers:
            job = self._queue.pop(0)
            if job.stopped():
                self._end(job, "stopped")
            else:
                self._running += 1
                job.state = "running"
                threading.Thread(target=self._run, args=(job,), daemon=True).start()

    def _run(self, job: Job) -> None:
        state = "failed"
        try:
            job.result = job.work(job.tell, job.stopped)
            state = "done"
        except Exception as error:
            if not job.stop.is_set():
                job.error = _sentence(error)
        with self._lock:
            self._running -= 1
            self._end(job, "stopped" if job.stop.is_set() else state)
            finished = [key for key, other in self._jobs.items() if other.ended.is_set()]
            for key in finished[: max(0, len(finished) - self.keep)]:
                del self._jobs[key]
            self._start()

    def _end(self, job: Job, state: str) -> None:
        if state == "stopped":
            job.result = None
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]
        job.state = state
        job.looked.clear()
        job.ended.set()


JOBS = Jobs()


def result_or_watch(key: str, work: Work, label: str, *, slot: str = "main") -> Any | None:
    """The result of one task, or None while its progress is on the page; see results_or_watch."""
    results = results_or_watch([Task(key, work, label)], slot=slot)
    return results and results[0]


def results_or_watch(tasks: Sequence[Task], *, slot: str = "main") -> list[Any] | None:
    """The tasks' results if they come within PATIENCE; else None, and a progress bar with Cancel on the page.

    The page runs again when they are there. A slot is one place on a page: asking for other keys in it leaves
    the ones before. A cancelled or failed task shows a sentence and "Run again". No result may be None.
    """
    slots = st.session_state.setdefault("_slots", {})
    who = f"{st.session_state.setdefault('_viewer', uuid4().hex)} {slot}"
    keys = [task.key for task in tasks]
    before = slots.setdefault(slot, {"keys": [], "cancelled": False})
    if before["keys"] != keys:
        for key in set(before["keys"]) - set(keys):
            JOBS.leave(who, key)
        slots[slot] = {"keys": keys, "cancelled": False}
    if slots[slot]["cancelled"]:
        st.info("Cancelled.")
        _run_again(slot, [])
        return None
    jobs = [JOBS.watch(who, task.key, task.work) for task in tasks]
    deadline = time.monotonic() + PATIENCE
    for job in jobs:
        job.ended.wait(max(0.0, deadline - time.monotonic()))
    if failed := [job for job in jobs if job.state == "failed"]:
        st.warning(failed[0].error)
        _run_again(slot, [job.key for job in failed])
        return None
    if all(job.state == "done" for job in jobs):
        return [job.result for job in jobs]
    _progress(slot, who, list(tasks), jobs)
    return None


@st.fragment(run_every=POLL)
def _progress(slot: str, who: str, tasks: list[Task], jobs: list[Job]) -> None:
    if all(job.ended.is_set() for job in jobs) or st.session_state["_slots"][slot]["cancelled"]:
        st.rerun()
    for task, job in zip(tasks, jobs, strict=True):
        if not job.ended.is_set():
            JOBS.watch(who, task.key, task.work)
            st.progress(job.done / job.total if job.total else 0.0, text=f"{task.label}: {_so_far(job)}")
    st.button("Cancel", key=f"_cancel {slot}", on_click=_cancel, args=(slot, who))


def _so_far(job: Job) -> str:
    if others := JOBS.ahead(job):
        return f"waiting for {others} other{'s' if others > 1 else ''}"
    return f"{job.done:,} of {job.total:,}" if job.total else "starting"


def _cancel(slot: str, who: str) -> None:
    state = st.session_state["_slots"][slot]
    state["cancelled"] = True
    for key in state["keys"]:
        JOBS.leave(who, key)


def _run_again(slot: str, failed: list[str]) -> None:
    def again():
        del st.session_state["_slots"][slot]
        for key in failed:
            JOBS.forget(key)

    st.button("Run again", key=f"_again {slot}", on_click=again)


def _sentence(error: Exception) -> str:
    if isinstance(error, ValueError) and str(error):
        return str(error)  # ours, and says what to do
    logging.getLogger(__name__).error("A job failed", exc_info=error)
    return f"This computation failed ({type(error).__name__}). Change a setting and try again."
