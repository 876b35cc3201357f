"""Learners from few labels on a page: a picture to start from, and what belongs beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from algorithms import LEARNERS
from algorithms.experiments.presets import uses_unlabelled
from algorithms.experiments.run import Run
from algorithms.trace import Trace
from pages.widgets import cache, controls
from pages.widgets.jobs import Task, results_or_watch
from pages.widgets.keys import slot

CLASSIC = {"dataset": "moons", "noise": "0.1", "ratio": "1", "n_labelled": "10", "seed": "4"}
STREAM_LEARNER = "OKAUC-M"


def offer(values: Mapping[str, Any], link: Mapping[str, str]) -> None:
    """For learners from few labels: the data that they are known by, and a word where nothing is unlabelled."""
    learners = [values[f"learner{slot(i)}"] for i in range(2)]
    if not any(name != controls.NONE and uses_unlabelled(name) for name in learners):
        return
    if values["n_labelled"] == controls.ALL:
        st.info("Every example has a label here, so nothing is learned without. Choose fewer labelled examples.")
    kept = {key: text for key, text in link.items() if key.startswith("learner")}
    st.button(
        "Two moons, ten labels", icon=":material/dark_mode:", on_click=st.query_params.from_dict,
        args=({**kept, **CLASSIC},), help="The picture that such learners are known by",
    )  # fmt: skip


def beside(traces: Sequence[Trace], with_buttons: bool) -> None:
    """Beside each learner from few labels that came to its end: the labels alone, all labels, and any gain."""
    from algorithms.experiments.companions import gain, worth  # imports scikit-learn: a title should not wait for that
    from pages.figures import few_labels_words as words

    shown = [(i, trace) for i, trace in enumerate(traces) if _learns_unlabelled(trace)]
    runs = [Run.from_dict(trace.run) for _, trace in shown]
    tasks = [
        Task(json.dumps(["companions", run.key]), partial(_companions, run), f"{run.learner} beside the labels alone")
        for run in runs
    ]
    if not (found := tasks and results_or_watch(tasks, slot="companions")):
        return
    for (i, trace), run, companions in zip(shown, runs, found, strict=True):
        scene, scores = trace.scene, trace.scores["test"][-1]
        gained = gain(companions.measure, scores, companions.scores, scene.y_test, scene.ratio)
        st.markdown(words.verdict(run.learner, companions.measure, gained, len(scene.y_test)))
        st.markdown(words.table(run.learner, scene, worth(scores, scene.y_test, scene.ratio), companions))
        parameters = run.estimator().get_params()
        if "positive_rate" in parameters and (remark := words.rate(scene, parameters["positive_rate"])):
            st.markdown(remark)
        if with_buttons:
            with st.container(horizontal=True):
                st.button(
                    "Watch labels only beside it", key=f"beside {i}", on_click=_put,
                    args=(run, companions.settings, slot(1 - i)), icon=":material/compare:",
                )  # fmt: skip
                st.button("Give it all labels", key=f"all labels {i}", on_click=_all_labels, icon=":material/done_all:")
    st.caption(words.tuned())


def plays_a_stream(learner: str, shown: str) -> bool:
    """Whether a learner meets examples one by one; where not, the page says why it cannot show it, with a way on."""
    if LEARNERS[learner].unit == "example":
        return True
    st.info(
        f"{learner} learns in {LEARNERS[learner].unit}s over all its examples, not one after the other, so there "
        f"{shown}. The boundary and the pairs show it."
    )
    st.button(f"Show {STREAM_LEARNER} on these data", on_click=_show_stream_learner, icon=":material/arrow_forward:")
    return False


def _learns_unlabelled(trace: Trace) -> bool:
    """Whether unlabelled examples count in this run, and it has an end."""
    run = Run.from_dict(trace.run)
    if not uses_unlabelled(run.learner) or trace.scene.labelled.all() or trace.stopped:
        return False
    parameters = run.estimator().get_params()
    return any(parameters[name] != value for name, value in LEARNERS[run.learner].without_unlabelled.items())


def _companions(run: Run, *watchers):
    from algorithms.experiments.companions import companions

    cache.use_one_thread_each()
    return companions(run, *watchers)


def _put(run: Run, settings: Mapping[str, Any], s: str) -> None:
    """For a button: the same learner with other settings in the other place."""
    st.session_state[f"learner{s}"] = run.learner
    for name, value in {**run.estimator().get_params(), **settings}.items():
        if any(knob.name == name for knob in LEARNERS[run.learner].knobs):
            st.session_state[f"{name}{s}"] = value


def _all_labels() -> None:
    st.session_state["n_labelled"] = controls.ALL


def _show_stream_learner() -> None:
    st.session_state["learner"] = STREAM_LEARNER
