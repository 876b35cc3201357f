"""An editable sample of a few margins: a slider and a number field for each, kept as one list in the link."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.widgets.url_state import Param

LOW, HIGH, FEWEST, MOST = -3.0, 5.0, 2, 8
START = (-0.6, 0.3, 0.8, 1.1, 1.6, 2.2)
EXAMPLES = {"Mixed": START, "Alike": (0.4, 0.4, 0.4, 0.4), "One far off": (-2.0, 1.5, 1.5, 1.5, 1.5, 1.5)}


def _parse(value: Any) -> tuple[float, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    numbers = [round(min(max(float(part), LOW), HIGH), 2) for part in parts]
    if not FEWEST <= len(numbers) <= MOST or any(number != number for number in numbers):
        raise ValueError(f"A sample has {FEWEST} to {MOST} numbers.")
    return tuple(numbers)


SAMPLE = Param(START, _parse, text=lambda value: ",".join(f"{number:g}" for number in value))
"""The link's key for a sample."""


def sample_controls(key: str = "margins") -> None:
    """Sliders and fields for the sample at st.session_state[key], which callbacks change."""
    now = st.session_state[key]
    with st.container(horizontal=True):
        for name, sample in EXAMPLES.items():
            st.button(name, on_click=_set, args=(key, sample))
    for j, number in enumerate(now):
        for kind in ("slider", "field"):
            st.session_state[f"{key} {kind} {j}"] = number
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.slider(
                f"Margin {j + 1}", LOW, HIGH, step=0.05, key=f"{key} slider {j}",
                on_change=_moved, args=(key, "slider", j),
            )  # fmt: skip
            st.number_input(
                f"Margin {j + 1} as a number", LOW, HIGH, step=0.1, key=f"{key} field {j}", width=120,
                label_visibility="collapsed", on_change=_moved, args=(key, "field", j),
            )  # fmt: skip
    with st.container(horizontal=True):
        st.button("Add a margin", on_click=_set, args=(key, (*now, 1.0)), disabled=len(now) >= MOST)
        st.button("Remove the last", on_click=_set, args=(key, now[:-1]), disabled=len(now) <= FEWEST)


def _moved(key: str, kind: str, j: int) -> None:
    now = list(st.session_state[key])
    now[j] = round(st.session_state[f"{key} {kind} {j}"], 2)
    st.session_state[key] = tuple(now)


def _set(key: str, sample: tuple[float, ...]) -> None:
    st.session_state[key] = sample
