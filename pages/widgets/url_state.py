"""The link is the state of the controls: `sync` at the top of every page, nothing at its end.

A link is complete: a key it lacks has its default. A control just moved wins; else a link newly opened; else
every control keeps what it had, on whichever page it stands. The address is rewritten only when it no longer
says what the controls say, so opening a link adds nothing to the browser's history.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

VERSION = "1"
STAGES = 9  # how deep keys may depend on one another
LATE = 3.0  # seconds in which a browser may still send what controls were before a link was opened
# {"1": {key: value}}: what a link of version 1 means by a key it lacks, where today's default is another. A
# copied link writes every value, so this is needed only for keys younger than the link.
DEFAULTS: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True)
class Param:
    """One key of the link.

    parse turns a link's text or a control's value into a value, and fit that into the nearest one allowed; a
    ValueError or TypeError from either means "not usable". text is what a link writes. owner is the key, or the
    keys (a slot's learner, the data set), whose change by a control starts this one again from its default.
    """

    default: Any
    parse: Callable[[Any], Any]
    fit: Callable[[Any], Any] = lambda value: value
    text: Callable[[Any], str] = str
    owner: str | tuple[str, ...] = ""

    def pick(self, *candidates: Any) -> Any:
        """The first usable candidate, else the default. None says nothing."""
        for candidate in candidates:
            if candidate is not None:
                try:
                    return self.fit(self.parse(candidate))
                except (ValueError, TypeError):
                    continue
        return self.default


# Keys and their Params; or a function of the values known so far, at first none, whose keys and Params may
# depend on them (a learner's knobs). An owner stands before what it owns.
Params = Mapping[str, Param] | Callable[[Mapping[str, Any]], Mapping[str, Param]]


def number(
    default: float | str,
    low: float,
    high: float,
    *,
    integer: bool = False,
    special: Iterable[str] = (),
    owner: str | tuple[str, ...] = "",
) -> Param:
    """A finite number, clamped to [low, high], or one of the special words."""
    words, kind = tuple(special), int if integer else float

    def parse(value):
        if value in words:
            return value
        if not math.isfinite(parsed := float(value)):
            raise ValueError(f"{value} is not finite")
        return round(parsed) if integer else parsed

    def fit(value):
        return value if value in words else kind(min(max(value, low), high))

    return Param(default, parse, fit, lambda value: str(value).removesuffix(".0"), owner)


def choice(default: Any, options: Iterable[Any], *, owner: str | tuple[str, ...] = "") -> Param:
    """One of the options, of any type; a link knows it by its text."""
    known = {str(option): option for option in options}

    def parse(value):
        if str(value) not in known:
            raise ValueError(f"{value} is none of {list(known)}")
        return known[str(value)]

    return Param(default, parse, owner=owner)


def flag(default: bool = False, *, owner: str | tuple[str, ...] = "") -> Param:
    """A yes or no, written 1 or 0."""
    known = {"1": True, "true": True, "0": False, "false": False}

    def parse(value):
        if (word := str(value).lower()) not in known:
            raise ValueError(f"{value} is neither 1 nor 0")
        return known[word]

    return Param(default, parse, text=lambda value: str(int(value)), owner=owner)


def read_link(params: Params, query: Mapping[str, str]) -> dict[str, Any]:
    """The values that a link means, by the defaults of the version it names (today's, if it names none)."""
    return _read(params, query)[1]


def short_link(params: Params, values: Mapping[str, Any]) -> dict[str, str]:
    """The link that says what differs from the defaults. values may hold more keys than params, or fewer."""
    return _short(*_settle(params, lambda key, param, _: values.get(key, param.default)))


def full_link(params: Params, values: Mapping[str, Any]) -> dict[str, str]:
    """The link for a slide or a paper: every value and the version, so later defaults cannot change it."""
    return _full(*_settle(params, lambda key, param, _: values.get(key, param.default)))


@dataclass(frozen=True)
class State:
    """values: of every key of the page. link: for each st.page_link(query_params=). full: for "Copy link"."""

    values: dict[str, Any]
    link: dict[str, str]
    full: dict[str, str]


def sync(params: Params) -> State:
    """Give st.session_state[key] its value for every key, before a control is made; bring the address along.

    A key should mean the same, with the same default, on every page that has it: its value goes along. A
    control is made with key=... and no value of its own. A callback may set st.session_state[key] as well.
    """
    seen = st.session_state.get("_link", {"addresses": (), "held": {}, "late": {}, "until": 0.0})
    query, held = st.query_params.to_dict(), seen["held"]
    # A page that watches a job asks again and again and sends its controls along: for a moment, as they were before
    # the link.
    late, until = (seen["late"], seen["until"]) if time.monotonic() < seen["until"] else ({}, 0.0)

    def moved(key):
        return key in st.session_state and st.session_state[key] not in (held.get(key), late.get(key, held.get(key)))

    def keep(key, param, values):
        now = st.session_state[key] if moved(key) else None
        owners = (param.owner,) if isinstance(param.owner, str) else param.owner
        if any(owner in values and values[owner] != held.get(owner) for owner in owners):
            return param.pick(now)
        return param.pick(now, held.get(key))

    known, said = _read(params, query)
    values, by_hand, opened = said, any(map(moved, held)), query not in seen["addresses"]
    if by_hand or not opened:
        known, values = _settle(params, keep)
    if by_hand:
        late = {}
    elif opened:
        late = {key: value for key, value in held.items() if said.get(key, value) != value}
        until = time.monotonic() + LATE
    link = _short(known, values)
    if values != said:
        st.query_params.from_dict(query := link)
    # Set again on every run, drawn or not: Streamlit forgets a control that was not drawn, and falls back on
    # what its key was given first. A link handed out is a known address: following it keeps what others hold.
    held = held | values
    for key, value in held.items():
        st.session_state[key] = value
    st.session_state["_link"] = {"addresses": (query, link), "held": held, "late": late, "until": until}
    return State(values, link, _full(known, values))


def _settle(
    params: Params, read: Callable[[str, Param, dict[str, Any]], Any]
) -> tuple[Mapping[str, Param], dict[str, Any]]:
    """read(key, param, values before it) for every key, until no key depends on one that still changes."""
    values: dict[str, Any] = {}
    for _ in range(STAGES):
        known, found = params(values) if callable(params) else params, {}
        for key, param in known.items():
            found[key] = read(key, param, found)
        if found == values:
            break
        values = found
    return known, found


def _read(params: Params, query: Mapping[str, str]) -> tuple[Mapping[str, Param], dict[str, Any]]:
    old = DEFAULTS.get(query.get("v", VERSION), {})
    return _settle(params, lambda key, param, _: param.pick(query.get(key), old.get(key)))


def _short(known: Mapping[str, Param], values: Mapping[str, Any]) -> dict[str, str]:
    return {key: param.text(values[key]) for key, param in known.items() if values[key] != param.default}


def _full(known: Mapping[str, Param], values: Mapping[str, Any]) -> dict[str, str]:
    return {"v": VERSION} | {key: param.text(values[key]) for key, param in known.items()}
