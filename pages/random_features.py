"""Kernels from random cosines: the sum, its matrices, a learner beside its exact twin, what seeds save, widths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from algorithms.experiments import home
from pages.widgets import cache, controls, knobs, layout
from pages.widgets.experiment import new_sample
from pages.widgets.url_state import Param, choice

LEAD = (
    "A Gaussian kernel is an average of **random cosines**. QSG-S2AUC, TSGS3VM and DSG draw a few new ones in every "
    "iteration and keep none: only a **seed** and the coefficients. What does that cost, and how near does it come?"
)
LOOKS = {
    "kernel": "Cosines", "gram": "Gram matrices", "twin": "The exact twin", "seeds": "Seeds", "widths": "Bandwidths",
}  # fmt: skip
EXPERIMENT = controls.experiment(home.BOUNDARY)


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys, the kernel's gamma also where the run's learner has none, and those of each look."""
    from algorithms.base import GAMMA  # these import scikit-learn, and the title should not wait for that
    from pages.widgets import kernel_looks, twin_looks

    known = EXPERIMENT(values)
    known.setdefault("gamma", knobs.knob_param(GAMMA, "learner"))
    return known | {"look": choice("kernel", LOOKS)} | kernel_looks.PARAMS | twin_looks.params(values)


def run_controls(values: Mapping[str, Any]) -> None:
    """The kernel's width and the data."""
    from algorithms.base import GAMMA

    knobs.knob_control(GAMMA, "gamma")
    controls.data_controls(values)
    st.button("New sample", on_click=new_sample, icon=":material/casino:", help="Other examples, same settings")


def show(values: Mapping[str, Any]) -> None:
    from pages.widgets import kernel_looks, twin_looks

    draw = {
        "kernel": kernel_looks.cosines, "gram": kernel_looks.gram, "twin": twin_looks.twin,
        "seeds": kernel_looks.seeds, "widths": kernel_looks.widths,
    }[values["look"]]  # fmt: skip
    run = controls.runs(values)[0]
    if values["present"]:
        draw(run, values, None)
        return
    st.segmented_control(
        "Look at", LOOKS, key="look", format_func=LOOKS.get, required=True, label_visibility="collapsed"
    )
    picture, panel = st.columns([3, 1], gap="medium")
    with panel:
        own = st.container()
        if values["look"] != "seeds":
            run_controls(values)
    with picture:
        draw(run, values, own)


state = layout.page("Random features", params, LEAD)
show(state.values)
layout.elsewhere(state, "pages/random_features.py")
layout.link_bar(state)
cache.warm_up()
