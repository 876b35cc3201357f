"""Driving a page as a reader would: open it by a link, move controls, wait for the picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import SelectSlider

from algorithms.base import DivergenceError
from algorithms.experiments.run import Run
from algorithms.remarks import heard
from pages.figures.payload import read_header

ROOT = Path(__file__).parents[2]
KINDS = ("selectbox", "select_slider", "slider", "toggle", "checkbox", "radio", "button_group", "number_input")


def open_page(page: str | None = None, **query) -> AppTest:
    """A page of the app, opened by a link, run until it shows no progress any more."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    if page:
        at.switch_page(page)
    for key, value in query.items():
        at.query_params[key] = str(value)
    return settled(at.run())


def settled(at: AppTest, patience: float = 60.0) -> AppTest:
    """Run again until no job is running any more, as the page's own timer does in a browser."""
    end = time.monotonic() + patience
    while at.get("progress"):
        assert time.monotonic() < end, "a job did not end"
        time.sleep(0.05)
        at.run()
    assert not at.exception, [e.message for e in at.exception]
    return at


def header(at: AppTest) -> dict:
    """The header of the player's payload."""
    return read_header(at.get("bidi_component")[0].proto.bytes)


def choices(widget) -> list:
    """Every choice of a picker, the ends and the middle of a slider."""
    kind = type(widget).__name__
    if kind in ("Selectbox", "Radio", "SelectSlider"):
        return list(range(len(widget.options)))
    if kind == "Slider":
        return [widget.min, widget.max, (widget.min + widget.max) / 2]
    if kind in ("Toggle", "Checkbox"):
        return [not widget.value, widget.value]
    return []


class _Mark(SelectSlider):
    """A select slider set by the text of one of its marks: AppTest would want the value behind it."""

    @property
    def _widget_state(self):
        state = WidgetState(id=self.id)
        state.string_array_value.data[:] = [self.options[self.mark]]
        return state


def choose(widget, choice) -> None:
    """Set a control to one of its `choices`."""
    kind = type(widget).__name__
    if kind == "SelectSlider":
        widget.__class__, widget.mark = _Mark, choice
    elif kind in ("Selectbox", "Radio"):
        widget.select_index(choice)
    else:
        widget.set_value(choice)


def control(at: AppTest, key: str):
    """The control with this key."""
    return next(widget for kind in KINDS for widget in at.get(kind) if widget.key == key)


def keys(at: AppTest) -> set[str]:
    """The keys of all controls on the page."""
    return {widget.key for kind in KINDS for widget in at.get(kind) if widget.key}


def every_choice(at: AppTest, key: str, ends_only: bool = False) -> Iterator[AppTest]:
    """The page after each choice of one control, one after the other; or after the first, a middle and the last one."""
    offered = choices(control(at, key))
    if ends_only and len(offered) > 3:
        offered = [offered[0], offered[len(offered) // 2], offered[-1]]
    for choice in offered:
        choose(control(at, key), choice)
        yield settled(at.run())


def fitted_auc(run: Run) -> float:
    """The test AUC of a Run by scikit-learn alone: fit the learner on what it is given, rank the test part."""
    split, learner = run.split(), run.estimator()
    with heard():  # the page says what a learner warns of
        if hasattr(learner, "labels_only"):
            learner.fit(split.X, np.where(split.labelled, split.y > 0, -1))
        else:
            learner.fit(split.X[split.labelled], split.y[split.labelled])
    return roc_auc_score(split.y_test, learner.decision_function(split.X_test))


def check_panels(at: AppTest) -> list[Run]:
    """The Runs that the panels name; each one's last AUC is that of a learner fitted here, or both diverge."""
    asked = []
    for panel in header(at)["panels"]:
        run = Run.from_dict(panel["run"])
        assert panel["title"].split(",")[0] == run.learner  # a knob follows where the same learner stands twice
        if panel["stopped"]:
            with pytest.raises(DivergenceError):
                fitted_auc(run)
        else:  # a stored trace holds single precision: a few of four million pairs may tie
            np.testing.assert_allclose(panel["auc"][-1], fitted_auc(run), rtol=0, atol=1e-6)
        asked.append(run)
    return asked
