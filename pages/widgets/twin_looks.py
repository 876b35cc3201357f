"""The look at a learner over random features beside its exact twin: Theorem 1 in motion, and Theorem 2.

Imported after the page's title is drawn, as it brings scikit-learn along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from algorithms.experiments.run import Run
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.random_features import FEATURE_MAPS
from algorithms.theory.stationarity import BENT
from algorithms.theory.twins import CONSTANT, STEPS_OF, THETAS, TWINS, Pursuit
from algorithms.unlabelled_losses import UNLABELLED_LOSSES
from pages.figures import random_feature_figures as figures
from pages.figures import random_feature_views as views
from pages.figures import twin_words as words
from pages.figures.random_feature_words import papers
from pages.widgets import random_feature_jobs as jobs
from pages.widgets.charts import chart, numbers
from pages.widgets.film import film
from pages.widgets.kernel_looks import map_control
from pages.widgets.url_state import Param, choice

FEW = 40  # labels that a button leaves
CHOICES = {
    "twin_m": (4, (1, 4, 16, 64)),
    "twin_rows": (32, (1, 8, 32, 128)),
    "twin_lambda": (0.1, (1.0, 0.5, 0.2, 0.1, 0.05)),
    "twin_theta": (3.0, THETAS),
    "twin_T": (1024, (256, 1024, 4096)),
    "twin_seeds": (5, (1, 5, 10, 20)),
}
LOSSES = sorted(MARGIN_LOSSES, key=lambda name: name not in BENT)  # those that Theorem 2 covers first
UNLABELLED = sorted(UNLABELLED_LOSSES, key=lambda name: name not in BENT)
GRADIENT_SEEDS, GRADIENT_T = 3, 1024


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The link's keys of this look. The twin is the run's learner, if that has one; the steps depend on the twin."""
    first = values.get("learner") if values.get("learner") in TWINS else TWINS[0]
    steps = STEPS_OF[values.get("twin", first)]
    return {
        "twin": choice(first, TWINS, owner="learner"),
        "twin_steps": choice(steps[0], steps, owner="twin"),
        "twin_map": choice(FEATURE_MAPS[0], FEATURE_MAPS),
        **{key: choice(*asked) for key, asked in CHOICES.items()},
        "twin_loss": choice(LOSSES[0], LOSSES),
        "twin_unlabelled": choice(UNLABELLED[0], UNLABELLED),
    }


def twin(run: Run, values: Mapping[str, Any], panel: Any) -> None:
    """f and its exact twin h as T grows, beside Theorem 1; then the twin's gradient beside Theorem 2."""
    pursuit = Pursuit(
        values["twin"], values["twin_steps"], regularization=values["twin_lambda"], theta=values["twin_theta"],
        n_components=values["twin_m"], feature_map=values["twin_map"], batch_size=values["twin_rows"],
        iterations=values["twin_T"],
    )  # fmt: skip
    if panel:
        with panel:
            _controls(pursuit)
    if not run.n_labelled and pursuit.learner != "DSG":
        st.info(words.all_labelled(pursuit.learner))
        st.button(f"Leave {FEW} labels", on_click=_leave_few, icon=":material/label_off:")
    if made := jobs.twins(run, values["gamma"], pursuit, values["twin_seeds"]):
        st.markdown(words.twin_sentence(made.found, pursuit))
        frame = film(views.twin_film(made.found, pursuit, made.line), "twin film", present=values["present"])
        st.caption(words.twin_caption(pursuit))
        numbers(words.twin_table(made.found, pursuit), "twin numbers")
        numbers(words.line_table(made.found, made.line, frame), "twin line", "Numbers along the line")
        st.latex(words.FORMULAS[pursuit.step_rule])
        st.markdown(words.twin_constants(made.found, pursuit))
        st.caption(papers(*words.PAPERS[pursuit.learner]))
    st.header("Is the twin near a stationary point?", anchor=False)
    _stationary(run, values, pursuit)


def _controls(pursuit: Pursuit) -> None:
    st.segmented_control("Learner", TWINS, key="twin", required=True)
    if len(steps := STEPS_OF[pursuit.learner]) > 1:
        st.segmented_control("Steps", steps, key="twin_steps", required=True, help="1/(λ(t + t₀)), or θT^(−3/4)")
    _choice("twin_m", "Frequencies an iteration m")
    map_control("twin_map")
    _choice("twin_rows", "Rows an iteration draws", "Of each kind; the papers print 1")
    _choice("twin_lambda", "λ; C = C* = 1/λ" if pursuit.learner == "TSGS3VM" else "λ")
    if pursuit.step_rule == CONSTANT:
        _choice("twin_theta", "θ", "The step is θT^(−3/4)")
    _choice("twin_T", "Longest T")
    _choice("twin_seeds", "Seeds")


def _choice(key: str, label: str, help: str | None = None) -> None:
    st.segmented_control(label, CHOICES[key][1], key=key, format_func="{:,g}".format, required=True, help=help)


def _leave_few() -> None:
    st.session_state["n_labelled"] = FEW


def _stationary(run: Run, values: Mapping[str, Any], pursuit: Pursuit) -> None:
    if not values["present"]:
        left, right = st.columns(2)
        left.selectbox("Loss of the labelled", LOSSES, key="twin_loss")
        right.selectbox("Loss of the unlabelled", UNLABELLED, key="twin_unlabelled")
    shorter = min(pursuit.iterations, GRADIENT_T)
    asked = replace(pursuit, learner="TSGS3VM", step_rule=CONSTANT, iterations=shorter)
    losses = (values["twin_loss"], values["twin_unlabelled"])
    left, right = st.columns(2, gap="medium")
    with right:
        st.markdown("TSGS3VM with these losses, all else as above.")
        if not (found := jobs.gradients(run, values["gamma"], asked, losses, GRADIENT_SEEDS)):
            return
        st.markdown(words.stationarity_sentence(found))
        st.latex(words.THEOREM_2)
        st.markdown(words.stationarity_constants(found))
        st.caption(words.LEAST_VALUE)
        st.caption(papers("TSGS3VM, Theorem 2, Assumptions 1 to 4"))
    with left:
        picture = figures.stationarity_picture(found)
        chart(picture.figure, "gradients", picture.alt, picture.table)
