"""A knob as a control: what a link may say of it, and the slider, picker or switch that turns it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages.widgets.url_state import Param, choice, flag, number

if TYPE_CHECKING:  # it imports scikit-learn, and a page's title should not wait for that
    from algorithms.base import Knob

LEVELS = (1, 2, 5)  # steps of a logarithmic slider within a decade


def knob_param(knob: Knob, owner: str | tuple[str, ...]) -> Param:
    """What a link may say of a knob."""
    if knob.is_number:
        return number(
            knob.default, knob.low, knob.high, integer=knob.integer, special=knob.choices, owner=owner
        )
    if isinstance(knob.default, bool):
        return flag(knob.default, owner=owner)
    return choice(knob.default, knob.choices, owner=owner)


def knob_control(knob: Knob, key: str) -> None:
    """The slider, picker or switch of a knob."""
    label = knob.name.replace("_", " ") if knob.name != "C" else "penalty"
    label = label[0].upper() + label[1:] + (f" {knob.symbol}" if knob.symbol else "")
    if knob.is_number and (knob.log or knob.choices):
        marks = _logarithmic(knob) if knob.log else _even(knob)
        scale(label, key, (*knob.choices, *marks), help=knob.help)
    elif knob.is_number:
        kind = int if knob.integer else float
        st.slider(label, kind(knob.low), kind(knob.high), key=key, help=knob.help)
    elif isinstance(knob.default, bool):
        st.toggle(label, key=key, help=knob.help)
    else:
        st.selectbox(label, knob.choices, key=key, help=knob.help)


def _logarithmic(knob: Knob) -> list[float]:
    """Marks of a logarithmic slider: LEVELS times powers of ten, both ends, and a default that is a number."""
    kind = int if knob.integer else float
    marks = {float(f"{level}e{power}") for power in range(-9, 10) for level in LEVELS}
    inside = {kind(mark) for mark in marks if knob.low <= mark <= knob.high and kind(mark) == mark}
    default = set() if isinstance(knob.default, str) else {knob.default}
    return sorted({kind(knob.low), kind(knob.high)} | default | inside)


def _even(knob: Knob) -> list[float]:
    """Marks of a slider that has words beside its numbers: every twentieth of a unit, and both ends."""
    return sorted({knob.low, knob.high} | {k / 20 for k in range(-20, 21) if knob.low < k / 20 < knob.high})


def scale(
    label: str,
    key: str,
    options: Iterable[Any],
    text: Callable[[Any], str] = lambda value: f"{value:g}" if isinstance(value, float) else str(value),
    *,
    last: str = "",
    help: str | None = None,
) -> None:
    """A slider over marks; a number that a link brought is one too. Words stand first, the word `last` at the end."""
    now = st.session_state[key]
    words = [option for option in options if isinstance(option, str)]
    numbers = {option for option in (*options, now) if not isinstance(option, str)}
    marks = [*words, *sorted(numbers), *([last] if last else [])]
    st.select_slider(label, marks, key=key, format_func=text, help=help)
