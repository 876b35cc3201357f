"""An experiment on a page: its runs computed or fetched, played, and its frame kept in the link."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from algorithms.experiments.run import Run
from algorithms.trace import Trace
from pages.figures.sentences import Moment
from pages.widgets import cache
from pages.widgets.keys import END, slot
from pages.widgets.player import Shown, player


class Experiment(NamedTuple):
    """The traces of an experiment's runs and what the player shows of them."""

    traces: list[Trace]
    shown: Shown

    def frames(self) -> list[int]:
        """Each trace's frame at the fraction of training that the player shows."""
        first = self.traces[0]
        share = self.shown.step / first.step[-1]
        return [self.shown.frame, *(trace.frame_at(share * trace.step[-1]) for trace in self.traces[1:])]

    def moments(self) -> list[Moment]:
        """What each learner is worth at that frame and its threshold."""
        shown = zip(self.traces, self.frames(), self.shown.thresholds, strict=True)
        return [Moment.of(trace, frame, threshold) for trace, frame, threshold in shown]


def play(
    runs: Sequence[Run],
    values: Mapping[str, Any],
    step: str = "step",
    views: Callable[[list[Trace]], Sequence[Mapping[str, Any]]] = lambda traces: (),
    example: int | None = None,
) -> Experiment | None:
    """The player for these runs, opened where the link's key `step` says; None while they are being computed.

    views makes linked views of the traces, to be played along with the first.  example : the row of the labelled
    stream that is ringed, the one just met if None.
    """
    traces = cache.traces(runs)
    if traces is None:
        return None
    opened = _opened((*(run.key for run in runs), example), values, len(runs), step)
    payload = cache.payload(traces, views(traces), **opened, example=example, present=bool(values.get("present")))

    def rested(shown: Shown) -> None:
        st.session_state[step] = END if shown.step == traces[0].step[-1] else int(shown.step)
        for i, threshold in enumerate(shown.thresholds):
            st.session_state[f"threshold{slot(i)}"] = threshold

    return Experiment(traces, player(payload, f"player {step}", on_change=rested))


def start_again() -> None:
    """For a button: open the same runs anew, at the first frame."""
    st.session_state["step"] = 0
    st.session_state["_restarts"] = st.session_state.get("_restarts", 0) + 1


def new_sample() -> None:
    """For a button: the same experiment on other examples."""
    st.session_state["seed"] = (st.session_state["seed"] + 1) % 10_000


def _opened(what: tuple, values: Mapping[str, Any], panels: int, step: str) -> dict[str, Any]:
    """Where the player opens: as its link said when a page first showed this, not where it stands now.

    A payload that followed the player would be sent anew at every pause. A player that left the page opens anew.
    """
    asked = (what, st.session_state.get("_restarts", 0), st.session_state.get("_page"))
    held = st.session_state.get(f"_opened {step}")
    if held is None or held["asked"] != asked or f"player {step}" not in st.session_state:
        held = {
            "asked": asked,
            "start_step": None if values[step] == END else values[step],
            "thresholds": tuple(values[f"threshold{slot(i)}"] for i in range(panels)),
        }
        st.session_state[f"_opened {step}"] = held
    return {"start_step": held["start_step"], "thresholds": held["thresholds"], "id": str(hash(held["asked"]))}
