"""Kernels from random cosines: the kernel as a sum, its matrices, a learner beside its exact twin, seeds, widths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from algorithms.experiments import home
from algorithms.experiments.run import Run
from pages.widgets import cache, controls, layout
from pages.widgets import random_features as jobs
from pages.widgets.charts import chart
from pages.widgets.experiment import new_sample
from pages.widgets.film import film
from pages.widgets.url_state import Param, choice, number

LEAD = (
    "A Gaussian kernel is an average of **random cosines**. QSG-S2AUC, TSGS3VM and DSG draw a few new ones in every "
    "iteration and keep none: only a **seed** and the coefficients. What does that cost, and how near does it come?"
)
LOOKS = {"kernel": "Cosines", "gram": "Gram matrices", "twin": "The exact twin", "seeds": "Seeds", "widths": "Widths"}
HERE = "pages/random_features.py"
EXPERIMENT = controls.experiment(home.BOUNDARY)
FEW = 40  # labels that a button leaves
SEEDS, ERROR_SEEDS = (1, 5, 10, 20), (10, 50, 200)
FEATURES, ROWS, LONGEST = (1, 4, 16, 64), (1, 8, 32, 128), (256, 1024, 4096)
LAMBDAS = (1.0, 0.5, 0.2, 0.1, 0.05)
STATIONARY_SEEDS = 3
LARGE = {  # what "seed i" saves: label, from, to, default
    "memory_n": ("Points n", 100, 10**7, 10**6),
    "memory_d": ("Features d", 1, 1000, 20),
    "memory_m": ("Frequencies an iteration m", 1, 1024, 128),
    "memory_T": ("Iterations T", 10, 10**6, 1000),
}
LOSSES = ("logistic", "hinge")
UNLABELLED_LOSSES = ("Gaussian-like", "symmetric hinge", "square", "ramp")


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys, the kernel's width, and each look's own."""
    from algorithms.base import GAMMA
    from algorithms.random_features import FEATURE_MAPS
    from algorithms.theory.bandwidths import CONVENTIONS
    from algorithms.theory.twins import STEPS_OF, THETAS, TWINS
    from algorithms.theory.waves import SIZES

    known = EXPERIMENT(values)
    known.setdefault("gamma", controls.knob_param(GAMMA, "learner"))
    steps = STEPS_OF[values.get("twin", TWINS[0])]
    return {
        **known,
        "look": choice("kernel", LOOKS),
        "frequencies": choice(16, SIZES),
        "error_seeds": choice(50, ERROR_SEEDS),
        "gram_map": choice("pair", FEATURE_MAPS),
        "twin": choice(TWINS[0], TWINS),
        "twin_steps": choice(steps[0], steps, owner="twin"),
        "twin_m": choice(4, FEATURES),
        "twin_map": choice("pair", FEATURE_MAPS),
        "twin_rows": choice(32, ROWS),
        "twin_lambda": choice(0.1, LAMBDAS),
        "twin_theta": choice(3.0, THETAS),
        "twin_T": choice(1024, LONGEST),
        "twin_seeds": choice(5, SEEDS),
        "stationary_loss": choice(LOSSES[0], LOSSES),
        "stationary_unlabelled": choice(UNLABELLED_LOSSES[0], UNLABELLED_LOSSES),
        **{key: number(start, low, high, integer=True) for key, (_, low, high, start) in LARGE.items()},
        "width_of": choice("QSG, TSGS3VM", CONVENTIONS),
    }


def set_keys(changes: Mapping[str, Any]) -> None:
    st.session_state.update(changes)


def numbers(table: Mapping[str, Any], key: str) -> None:
    with st.expander("Numbers"):
        st.dataframe(dict(table), key=key, hide_index=True, width="stretch")


def show(picture, key: str) -> None:
    chart(picture.figure, key, picture.alt, picture.table)


def in_papers(*where: str) -> None:
    st.caption("In the papers: " + "; ".join(where) + ".")


# ---- the kernel


def kernel_look(run: Run, panel) -> None:
    from algorithms.theory.waves import SIZES
    from pages.figures import random_feature_figures as figures
    from pages.figures import random_feature_views as views
    from pages.figures import random_feature_words as words

    m = values["frequencies"]
    if panel:
        with panel:
            st.segmented_control("Seeds in the error", ERROR_SEEDS, key="error_seeds", required=True)
    if found := jobs.kernel(run, values["gamma"]):
        st.markdown(words.kernel_sentence(found.waves, m))
        made = views.kernel_film(found.waves, found.line, m)

        def moved(frame):
            st.session_state["frequencies"] = SIZES[frame]

        film(made, "kernel film", present=values["present"], on_change=moved)
        st.caption(
            f"The kernel between a positive example (at 0) and the points of the line through it and a negative one "
            f"(at {words.number(found.line.other)}), γ = {words.number(found.gamma)}. Thin: the first {views.FAINT} "
            "cosines, drawn as they come. Press Play to add frequencies."
        )
        numbers(words.kernel_table(found.waves), "kernel numbers")
        in_papers("QSG eq (10), section on random Fourier features", "TSGS3VM eq (2), section 3.2")
    st.subheader("Error against the number of frequencies", anchor=False)
    if found := jobs.errors(run, values["gamma"], values["error_seeds"]):
        st.markdown(words.error_sentence(found))
        show(figures.error_picture(found), "errors")
        st.latex(
            r"v_{\cos,\sin}=\tfrac12(1+k^4)-k^2,\qquad v_{\cos(\cdot+b)}=1+\tfrac12k^4-k^2,\qquad"
            r"\text{error}=\sqrt{\bar v/m}"
        )
        in_papers("unbiasedness, QSG below eq (10)", "the rate, Rahimi and Recht 2008")


# ---- Gram matrices


def gram_look(run: Run, panel) -> None:
    from algorithms.random_features import FEATURE_MAPS
    from algorithms.theory.waves import SIZES
    from pages.figures import random_feature_figures as figures
    from pages.figures import random_feature_words as words

    if panel:
        with panel:
            st.select_slider("Frequencies m", SIZES, key="frequencies", format_func="{:,}".format)
            st.segmented_control(
                "Feature map", FEATURE_MAPS, key="gram_map", format_func=words.SHORT_MAPS.get, required=True
            )
    m, name = values["frequencies"], values["gram_map"]
    if found := jobs.gram(run, values["gamma"], name, m):
        matrices, negatives = found
        st.markdown(words.gram_sentence(matrices, m, name))
        pictures = figures.gram_pictures(matrices, negatives)
        for column, (title, picture) in zip(st.columns(3), pictures.items(), strict=True):
            with column:
                st.markdown(f"**{title}**")
                show(picture, f"gram {title}")
        st.caption("Grey lines part the classes. The difference has a colour scale of its own.")
        in_papers("QSG eq (10)", "TSGS3VM eq (2)")


# ---- f and its exact twin


def pursuit():
    """What the controls ask of the twin; its gamma is put in where the data are drawn."""
    from algorithms.theory.twins import Pursuit

    return Pursuit(
        values["twin"], values["twin_steps"], regularization=values["twin_lambda"], theta=values["twin_theta"],
        n_components=values["twin_m"], feature_map=values["twin_map"], batch_size=values["twin_rows"],
        iterations=values["twin_T"],
    )  # fmt: skip


def twin_controls() -> None:
    from algorithms.random_features import FEATURE_MAPS
    from algorithms.theory.twins import CONSTANT, STEPS_OF, THETAS, TWINS
    from pages.figures import random_feature_words as words

    st.segmented_control("Learner", TWINS, key="twin", required=True)
    if len(steps := STEPS_OF[values["twin"]]) > 1:
        st.segmented_control("Steps", steps, key="twin_steps", required=True, help="θT^(−3/4), or 1/(λ(t + t₀))")
    st.segmented_control("Frequencies an iteration m", FEATURES, key="twin_m", required=True)
    st.segmented_control("Feature map", FEATURE_MAPS, key="twin_map", format_func=words.SHORT_MAPS.get, required=True)
    st.segmented_control(
        "Rows an iteration draws", ROWS, key="twin_rows", required=True, help="Of each kind; 1 as printed"
    )
    symbol = "λ, where C = C* = 1/λ" if values["twin"] == "TSGS3VM" else "λ"
    st.segmented_control(symbol, LAMBDAS, key="twin_lambda", format_func="{:g}".format, required=True)
    if values["twin_steps"] == CONSTANT:
        st.segmented_control(
            "θ", THETAS, key="twin_theta", format_func="{:g}".format, required=True, help="The step is θT^(−3/4)"
        )
    st.segmented_control("Longest T", LONGEST, key="twin_T", format_func="{:,}".format, required=True)
    st.segmented_control("Seeds", SEEDS, key="twin_seeds", required=True)


def twin_look(run: Run, panel) -> None:
    from algorithms.theory.twins import CONSTANT
    from pages.figures import random_feature_views as views
    from pages.figures import random_feature_words as words

    asked = pursuit()
    if panel:
        with panel:
            twin_controls()
    if not run.n_labelled and asked.learner != "DSG":
        st.info(f"Every point is labelled here, so nothing pulls from the unlabelled. {asked.learner} needs few labels.")
        st.button(f"Leave {FEW} labels", on_click=set_keys, args=({"n_labelled": FEW},), icon=":material/label_off:")
    if found := jobs.twins(run, values["gamma"], asked, values["twin_seeds"]):
        st.markdown(
            "$h$ makes the same draws and takes the same slopes as $f$, but with the exact kernel for the features. "
            + words.twin_sentence(found.found, asked)
        )
        film(views.twin_film(found.found, asked, found.line), "twin film", present=values["present"])
        each = "Each T is a run of its own, as the step depends on it. " if asked.step_rule == CONSTANT else ""
        st.caption(f"{each}Dotted uprights: a positive example (at 0) and a negative one of this run.")
        numbers(words.twin_table(found.found, asked), "twin numbers")
        st.latex(words.twin_formula(asked))
        st.markdown(words.twin_constants(found.found, asked))
        if asked.step_rule == CONSTANT:
            in_papers("TSGS3VM, Theorem 1 and Remark 2; the sharper bound and the constant are derived here")
        elif asked.learner == "DSG":
            in_papers("eqs (7) and (8) of TSGS3VM for DSG; the rate 1/T is that of Dai et al. 2014")
        else:
            in_papers("QSG eqs (14a) and (14b); the bound is derived here as Theorem 1 is")
    st.subheader("Is the twin near a stationary point? Theorem 2", anchor=False)
    stationary(run, asked)


def stationary(run: Run, asked) -> None:
    from dataclasses import replace

    from algorithms.theory.twins import CONSTANT
    from pages.figures import random_feature_figures as figures
    from pages.figures import random_feature_words as words

    if not values["present"]:
        first, second = st.columns(2)
        first.segmented_control("Loss of the labelled", LOSSES, key="stationary_loss", required=True)
        second.segmented_control(
            "Loss of the unlabelled", UNLABELLED_LOSSES, key="stationary_unlabelled", required=True
        )
    asked = replace(asked, learner="TSGS3VM", step_rule=CONSTANT, iterations=min(asked.iterations, LONGEST[1]))
    losses = (values["stationary_loss"], values["stationary_unlabelled"])
    left, right = st.columns(2, gap="medium")
    with right:
        st.markdown("TSGS3VM with these losses, and everything else as above.")
        found = jobs.stationarity(run, values["gamma"], asked, losses, STATIONARY_SEEDS)
        if found:
            st.markdown(words.stationarity_sentence(found))
            st.latex(r"\frac1T\sum_{t\le T}E\|\nabla R(h_t)\|^2\le\frac E{T^{1/4}}+\frac F{T^{3/4}}")
            st.markdown(words.stationarity_constants(found))
            st.caption(
                "Nobody knows the least value R*; no loss is negative, so 0 in its place only makes the bound larger. "
                "As printed, Assumption 2 asks that the losses be Lipschitz; the proof needs it of their slopes."
            )
            in_papers("TSGS3VM, Theorem 2, Assumptions 1 to 4")
    if found:
        with left:
            show(figures.stationarity_picture(found), "stationarity")


# ---- seeds and widths


def seeds_look(run: Run, panel) -> None:
    from algorithms.random_features import memory
    from pages.figures import random_feature_figures as figures
    from pages.figures import random_feature_words as words

    if panel:
        with panel:
            for key, (label, low, high, _) in LARGE.items():
                controls.scale(label, key, marks(low, high), "{:,}".format)
    n, d, m, T = (values[key] for key in LARGE)
    sizes = memory(n, d, m, T)
    st.markdown(words.memory_sentence(sizes, n, d, m, T))
    show(figures.memory_picture(sizes), "memory")
    st.markdown(
        "The generator is counter-based: its key is (seed, iteration), so the frequencies of iteration $i$ are drawn "
        "again whenever they are needed, in any order, and no two runs share any. With *seed + i* as the key they would."
    )
    in_papers(
        "QSG Algorithms 1 and 2, TSGS3VM Remark 1. Remark 1 says O(T) memory; with m frequencies an iteration it is O(mT)"
    )


def marks(low: int, high: int) -> list[int]:
    """1, 2, 5 times powers of ten, and both ends."""
    found = {unit * 10**power for power in range(8) for unit in (1, 2, 5)}
    return sorted({low, high} | {mark for mark in found if low < mark < high})


def widths_look(run: Run, panel) -> None:
    from algorithms.theory.bandwidths import CONVENTIONS, misread
    from pages.figures import random_feature_figures as figures
    from pages.figures import random_feature_words as words

    if not (found := jobs.kernel(run, values["gamma"])):
        return
    gamma = found.gamma
    st.markdown(
        f"The kernel of this page has γ = **{words.number(gamma)}** in scikit-learn's notation. Three papers write the "
        "same kernel with three values of σ:"
    )
    st.markdown(words.width_rows(gamma))
    said = values["width_of"]
    if not values["present"]:
        st.segmented_control("Whose σ is copied?", list(CONVENTIONS), key="width_of", required=True)
    sigma = CONVENTIONS[said].of_gamma(gamma)
    st.markdown(f"σ = {words.number(sigma)}, right for {said}, is another kernel where it is read differently:")
    distances = np.linspace(0.0, 3.0 * gamma**-0.5, 121)
    show(figures.width_picture(distances, misread(gamma, said, distances), said), "widths")
    in_papers(*(one.papers for one in CONVENTIONS.values()))


state = layout.page("Random features", params, LEAD)
values = state.values
SHOWN = {"kernel": kernel_look, "gram": gram_look, "twin": twin_look, "seeds": seeds_look, "widths": widths_look}
run = controls.runs(values)[0]
if values["present"]:
    SHOWN[values["look"]](run, None)
else:
    st.segmented_control("Look at", LOOKS, key="look", format_func=LOOKS.get, required=True, label_visibility="collapsed")
    picture, panel = st.columns([3, 1], gap="medium")
    with panel:
        own = st.container()
        if values["look"] != "seeds":
            from algorithms.base import GAMMA

            controls.knob_control(GAMMA, "gamma")
            controls.data_controls(values)
            st.button("New sample", on_click=new_sample, icon=":material/casino:", help="Other examples, same settings")
    with picture:
        SHOWN[values["look"]](run, own)
layout.elsewhere(state, HERE)
layout.link_bar(state)
cache.warm_up()
