"""The controls of an experiment: which there are, what a link says of them, and how they look.

Pickers, sliders and link keys are drawn from DATASETS, LEARNERS and each learner's knobs; a new data set or learner
needs no line here. Keys of a second, third and fourth learner end in 2, 3, 4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from algorithms import LEARNERS
from algorithms.experiments.presets import SCALING, presets, uses_unlabelled
from algorithms.experiments.run import Run
from data import DATASETS, ORDERS, SCALINGS
from data.telling import telling_features
from pages.widgets.keys import player_params, slot
from pages.widgets.knobs import knob_control, knob_param, scale
from pages.widgets.url_state import Param, Params, choice, number

NONE = "none"
ALL = "all"
MOST_SAMPLES = 5_000
SIZES = (50, 100, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, MOST_SAMPLES)
RATIOS = (1, 1.5, 2, 3, 4, 5, 7, 9, 12, 15, 19, 25, 33, 49, 66, 99)
BUDGETS = (4, 10, 20, 40, 50, 100, 200, 400, 1_000, 2_000)
FEW = 10  # labels that are left where a learner from few labels is chosen


def experiment(defaults: Run = Run(), learners: int = 2) -> Params:  # noqa: B008  (a Run is frozen)
    """The link's keys for a page that shows `defaults` and up to `learners` learners; a function, as sync wants it."""
    slots = [slot(i) for i in range(learners)]

    def params(values: Mapping[str, Any]) -> dict[str, Param]:
        known = {
            "dataset": choice(defaults.dataset, DATASETS),
            "n_samples": number(defaults.n_samples, 20, MOST_SAMPLES, integer=True),
            "noise": number(defaults.noise, 0.0, 1.0),
            "n_labelled": number(defaults.n_labelled or ALL, 4, MOST_SAMPLES, integer=True, special=(ALL,)),
            "order": choice(defaults.order, ORDERS),
            "scaling": choice(defaults.scaling, SCALINGS),
            "seed": number(defaults.seed, 0, 9_999, integer=True),
            "learner": choice(defaults.learner, LEARNERS),
            **{f"learner{s}": choice(NONE, [NONE, *LEARNERS]) for s in slots[1:]},
            **player_params(learners),
        }
        if name := values.get("dataset"):
            known |= _data_params(name, values, defaults)
        for s in slots:
            if (learner := values.get(f"learner{s}", NONE)) != NONE:
                known |= _knob_params(learner, s, values, defaults)
        return known

    return params


def _data_params(name: str, values: Mapping[str, Any], defaults: Run) -> dict[str, Param]:
    dataset = DATASETS[name]
    known = {"ratio": number(defaults.ratio if dataset.generated else 0.0, 0.0, 99.0)}
    if (p := len(dataset.feature_names)) > 2:
        known["features"] = choice("all", ("all", "two"), owner="dataset")
        if values.get("features") == "two":
            known |= {
                axis: number(index, 0, p - 1, integer=True, owner="dataset")
                for axis, index in zip(("x", "y"), telling_features(name), strict=True)
            }
    return known


def _knob_params(learner: str, s: str, values: Mapping[str, Any], defaults: Run) -> dict[str, Param]:
    """What a link may say of a learner's knobs. One with a preset starts from it anew on other data."""
    owner, data = f"learner{s}", (values.get("dataset", defaults.dataset), values.get("scaling", defaults.scaling))
    known, preset = {}, presets(learner, *data)
    fitted = {name for dataset in DATASETS for name in presets(learner, dataset, SCALING)}
    for knob in LEARNERS[learner].knobs:
        knob = replace(knob, default=preset.get(knob.name, knob.default))
        known[f"{knob.name}{s}"] = knob_param(knob, (owner, "dataset", "scaling") if knob.name in fitted else owner)
    return known


def runs(values: Mapping[str, Any]) -> list[Run]:
    """The Runs that the settled values ask for, one for each learner chosen."""
    data = {name: values[name] for name in ("dataset", "n_samples", "noise", "ratio", "order", "scaling", "seed")}
    data["n_labelled"] = 0 if values["n_labelled"] == ALL else values["n_labelled"]
    if values.get("features") == "two":
        x, y, p = values["x"], values["y"], len(DATASETS[values["dataset"]].feature_names)
        data["features"] = (x, y if y != x else (x + 1) % p)
    asked = []
    for s in map(slot, range(4)):
        if (learner := values.get(f"learner{s}", NONE)) != NONE:
            knobs = {knob.name: values[f"{knob.name}{s}"] for knob in LEARNERS[learner].knobs}
            asked.append(Run.of(learner=learner, knobs=knobs, **data))
    return asked


def four_choices(
    values: Mapping[str, Any], apart: Collection[str] = (), learners: Collection[str] = LEARNERS
) -> None:
    """The choices that every page with a run has: data set, imbalance, labels and learner; the rest folded away.

    apart : keys of settings that the page draws elsewhere, by `setting`.  learners : those that the page can show.
    """
    draws = (_dataset, _ratio, _budget, partial(_learner, learners=learners))
    for column, draw in zip(st.columns(4), draws, strict=True):
        with column:
            draw(values)
    with st.expander("More settings"):
        data, learner = st.columns(2, gap="medium")
        with data:
            _more_data(values, apart)
        with learner:
            _knobs(values, apart=apart)


def setting(values: Mapping[str, Any], key: str) -> None:
    """One control by its key: the order of the stream, the scaling, or a knob of the first learner if it has it."""
    if key in _DATA:
        label, options = _DATA[key]
        st.selectbox(label, options, key=key)
    for knob in LEARNERS[values["learner"]].knobs:
        if knob.name == key:
            knob_control(knob, key)


_DATA = {"order": ("Order of the stream", ORDERS), "scaling": ("Feature scaling", SCALINGS)}


def data_controls(values: Mapping[str, Any]) -> None:
    """The controls of the data: set, imbalance, labels; and, folded away, the rest."""
    _dataset(values)
    st.caption(DATASETS[values["dataset"]].summary)
    _ratio(values)
    _budget(values)
    with st.expander("More about the data"):
        _more_data(values)


def _dataset(values: Mapping[str, Any]) -> None:
    st.selectbox("Data set", list(DATASETS), key="dataset", format_func=lambda name: DATASETS[name].title)


def _ratio(values: Mapping[str, Any]) -> None:
    ratios = RATIOS if DATASETS[values["dataset"]].generated else (0, *RATIOS)
    scale("Imbalance, negatives : positives", "ratio", ratios, ratio_text)


def _budget(values: Mapping[str, Any]) -> None:
    scale("Labelled examples", "n_labelled", BUDGETS, lambda n: n if n == ALL else f"{n:,}", last=ALL)


def _more_data(values: Mapping[str, Any], apart: Collection[str] = ()) -> None:
    dataset = DATASETS[values["dataset"]]
    scale("Training examples, at most", "n_samples", SIZES, "{:,}".format)
    if dataset.generated:
        st.slider("Noise", 0.0, 1.0, step=0.05, key="noise", help="Standard deviation; shapes are about 1 in size")
    if "features" in values:
        names = dataset.feature_names
        st.radio("Train on", ("all", "two"), key="features", horizontal=True, format_func=_FEATURES.get)
        if values["features"] == "two":
            st.selectbox("Across", range(len(names)), key="x", format_func=names.__getitem__)
            st.selectbox("Up", range(len(names)), key="y", format_func=names.__getitem__)
    for key in _DATA:
        if key not in apart:
            setting(values, key)


_FEATURES = {"all": "all features", "two": "two features"}


def learner_controls(values: Mapping[str, Any], s: str = "", title: str = "Learner") -> None:
    """The picker of one learner and the knobs of its class."""
    _learner(values, s, title)
    _knobs(values, s)


def _learner(
    values: Mapping[str, Any], s: str = "", title: str = "Learner", learners: Collection[str] = LEARNERS
) -> None:
    key = f"learner{s}"
    names = ([NONE] if s else []) + [name for name in LEARNERS if name in learners or name == values[key]]
    st.selectbox(
        title, names, key=key, format_func=lambda name: "nobody" if name == NONE else name,
        on_change=_leave_some_unlabelled, args=(key,),
    )  # fmt: skip


def _leave_some_unlabelled(key: str) -> None:
    """A learner from few labels, just chosen, has nothing to show where all labels are known."""
    learner = st.session_state[key]
    if st.session_state["n_labelled"] == ALL and learner != NONE and uses_unlabelled(learner):
        st.session_state["n_labelled"] = FEW


def _knobs(values: Mapping[str, Any], s: str = "", apart: Collection[str] = ()) -> None:
    if (learner := values[f"learner{s}"]) != NONE:
        for knob in LEARNERS[learner].knobs:
            if (key := f"{knob.name}{s}") not in apart:
                knob_control(knob, key)
        st.caption(f"Costs {LEARNERS[learner].cost}.")


def ratio_text(ratio: float) -> str:
    return f"{ratio:g} : 1" if ratio else "as it comes"
