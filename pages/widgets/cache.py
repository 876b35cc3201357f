"""The only place that caches traces and what is packed from them: once a server, the latest kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from algorithms import stored
from algorithms.experiments.run import Run, compute
from algorithms.trace import Trace
from pages.figures.payload import pack
from pages.widgets.jobs import Task, results_or_watch


def traces(runs: Sequence[Run], slot: str = "main") -> list[Trace] | None:
    """The traces of these runs; None while they are computed, with their progress on the page."""
    return results_or_watch([Task(run.key, _play(run), run.learner) for run in runs], slot=slot)


def payload(traces: Sequence[Trace], **options: Any) -> bytes:
    """The player's payload of these traces; options as in pages.figures.payload.pack."""
    keys = tuple(json.dumps(trace.run, sort_keys=True) for trace in traces)
    return _pack(keys, tuple(options.items()), traces)


def _play(run: Run):
    return lambda tell, stopped: stored.find(run.as_dict()) or compute(run, tell, stopped)


@st.cache_resource(max_entries=64, show_spinner=False)
def _pack(keys: tuple[str, ...], options: tuple[tuple[str, Any], ...], _traces: Sequence[Trace]) -> bytes:
    """keys say all that the traces depend on, so their arrays need not be read to know them."""
    return pack(_traces, **dict(options))
