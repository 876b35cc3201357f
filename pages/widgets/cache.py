"""The only place that caches traces and what is packed from them: once a server, the latest kept."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import streamlit as st

from algorithms import stored
from algorithms.experiments.run import Run, compute
from algorithms.experiments.warm import touches
from algorithms.trace import Trace
from pages.figures.payload import pack
from pages.widgets.jobs import JOBS, Task, results_or_watch


def traces(runs: Sequence[Run], slot: str = "main") -> list[Trace] | None:
    """The traces of these runs; None while they are computed, with their progress on the page.

    A stored trace needs no job: it is there with the first picture of a cold server.
    """
    kept = {run.key: trace for run in runs if (trace := _stored(run.key))}
    tasks = [Task(run.key, partial(_compute, run), run.learner) for run in runs if run.key not in kept]
    computed = results_or_watch(tasks, slot=slot)
    if computed is None:
        return None
    found = kept | {task.key: trace for task, trace in zip(tasks, computed, strict=True)}
    return [found[run.key] for run in runs]


def payload(traces: Sequence[Trace], views: Sequence[Mapping[str, Any]] = (), **options: Any) -> bytes:
    """The player's payload of these traces; views and options as in pages.figures.payload.pack."""
    keys = tuple(json.dumps(trace.run, sort_keys=True) for trace in traces)
    return _pack(keys, json.dumps(views), tuple(options.items()), traces)


@st.cache_resource(show_spinner=False)
def warm_up() -> threading.Thread:
    """Load libraries and compile learners behind the first picture, once a server."""
    thread = threading.Thread(target=_touch_everything, daemon=True)
    thread.start()
    return thread


def _touch_everything() -> None:
    use_one_thread_each()
    for touch in touches():
        while not JOBS.idle:  # compiling holds the interpreter; a reader who waits comes first
            time.sleep(0.5)
        touch()


@st.cache_resource(max_entries=16, show_spinner=False)
def _stored(key: str) -> Trace | None:
    return stored.find(json.loads(key))


def _compute(run: Run, *watchers) -> Trace:
    use_one_thread_each()
    return compute(run, *watchers)


@cache
def use_one_thread_each() -> None:
    """Jobs share the cores already; a matrix product that takes all of them makes every other reader wait."""
    import scipy.linalg  # noqa: F401  (has a library of its own, which must be loaded to be told)
    from threadpoolctl import threadpool_limits

    threadpool_limits(limits=1)


@st.cache_resource(max_entries=64, show_spinner=False)
def _pack(keys: tuple[str, ...], views: str, options: tuple[tuple[str, Any], ...], _traces: Sequence[Trace]) -> bytes:
    """keys say all that the traces depend on, so their arrays need not be read to know them."""
    return pack(_traces, views=json.loads(views), **dict(options))
