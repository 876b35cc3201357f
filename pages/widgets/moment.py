"""A run held still: which moment of its training a page shows, and at which threshold.

For pages without a player. The link's keys are the player's, so the moment goes along from page to page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from algorithms.trace import Trace
from pages.widgets import knobs
from pages.widgets.keys import END


def moment(trace: Trace, key: str = "step") -> int:
    """The slider over a trace's frames; returns the frame. A step between two frames shows the nearest."""
    *before, last = trace.step.tolist()
    if (now := st.session_state[key]) != END and now >= last:
        st.session_state[key] = now = END
    if not before:
        return 0
    label = f"Moment of training, {trace.unit}s {'seen' if trace.unit == 'example' else 'done'}"
    knobs.scale(label, key, before, lambda step: f"end, {last:,}" if step == END else f"{step:,}", last=END)
    return len(before) if st.session_state[key] == END else trace.frame_at(st.session_state[key])


def threshold(candidates: Sequence[float], key: str = "threshold") -> float:
    """The slider over thresholds worth trying and 0, where learners decide; returns the one chosen."""
    now = float(st.session_state[key])
    rounded = [_up(value) for value in candidates] or [-1.0, 1.0]
    marks = {_text(mark): mark for mark in (*rounded, 0.0, now)}
    st.select_slider(
        "Threshold: a higher score is called positive", sorted(marks.values()), key=key, format_func=_text
    )
    return now


def _up(value: float) -> float:
    """Rounded up as far as its text shows: the score itself is not above it."""
    nearest = float(_text(value))
    return nearest if nearest >= value else float(_text(nearest + 10.0 ** (math.floor(math.log10(abs(value))) - 4)))


def _text(value: float) -> str:
    return f"{value:.5g}"
