"""What learning on the way cost: regret against the best fixed model of each horizon, beside the paper's bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from algorithms import FROM_A_STREAM, LEARNERS
from algorithms.experiments import home
from algorithms.experiments.run import Run
from algorithms.theory.fits import fits
from algorithms.theory.rounds import running_mean
from pages.figures import regret_figures as figures
from pages.figures import regret_words as words
from pages.widgets import cache, controls, few_labels, layout, regrets
from pages.widgets.charts import chart
from pages.widgets.keys import END, query
from pages.widgets.knobs import scale
from pages.widgets.paper import in_the_paper
from pages.widgets.url_state import Param, choice, number

# What is still computed keeps its place, so that nothing under the reader's hand moves.
ROOM = (
    "<style>.st-key-said {min-height: 3.2rem} .st-key-curves {min-height: 29rem} "
    ".st-key-to-come {min-height: 100vh}</style>"
)
LEAD = (
    "A learner that meets every example once pays while it learns. Its **regret** after $T$ rounds is what it has "
    "lost, less what the best fixed model would have lost: one chosen in hindsight, with all $T$ rounds known. Where "
    "regret grows more slowly than $T$, the learner catches up."
)
EXPERIMENT = controls.experiment(home.BOUNDARY)
HORIZONS = (10, 25, 50)
SAMPLES = (1, 5, 10, 20)
LAMBDA = 0.1  # of the losses of a learner that has none of its own
BESIDE = ("regularization", "step_size", "order", "scaling")  # settings drawn beside the curves
SQUARE = ("OAUC-S", "OKAUC-S")  # learners of psi_S/2; all others are measured in psi_M unless a reader asks
LATEST = 10**9  # a horizon past every stream's end
# Statement: its learner, the loss it speaks of, and the knobs and data with which all it assumes is true.
UNLIMITED = ("OKAUC-M", "psi_M", {"buffer_size": 500}, {"n_samples": 500})
PROVED = {
    "Theorem 5": ("OAUC-S", "psi_S/2", {"step_size": "theorem"}, {"scaling": "unit ball"}),
    "Theorem 6": ("OAUC-M", "psi_M", {}, {"scaling": "unit ball"}),
    "Lemma 7": UNLIMITED,
    "Theorem 8": UNLIMITED,
}
NEGATIVE = Run(order="drifting", ratio=4.0, scaling="unit ball", seed=home.SEED, learner="OAUC-M_c")


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys, the loss, how many horizons and samples, and lambda of Lemma 7's counterexample."""
    own_loss = "psi_S/2" if values.get("learner") in SQUARE else "psi_M"
    return {
        **EXPERIMENT(values),
        "regret_loss": choice(own_loss, figures.LOSSES, owner="learner"),
        "regret_horizons": choice(25, HORIZONS),
        "regret_samples": choice(10, SAMPLES),
        "lemma_lambda": number(5.0, 0.5, 20.0),
    }


def covered(run: Run, statement: str) -> Run:
    """The run on the same data that a statement speaks of, with all it assumes."""
    learner, _, knobs, data = PROVED[statement]
    kept = {"regularization", "gamma"} & {knob.name for knob in LEARNERS[learner].knobs}
    knobs = {name: value for name, value in run.knobs if name in kept} | knobs
    if "n_samples" in data:
        data = {"n_samples": min(run.n_samples, data["n_samples"])}
    return Run.from_dict(run.as_dict() | {"learner": learner, "knobs": knobs} | data)


def show(run: Run, loss: str, label: str, icon: str, key: str) -> None:
    """A button that opens the link of another run; a link from a page to itself would leave the address as it is."""
    kept = {name: values[name] for name in ("regret_horizons", "regret_samples", "present")}
    link = query(run, regret_loss=loss, **kept)
    st.button(label, icon=icon, key=key, on_click=st.query_params.from_dict, args=(link,))


def show_covered(statement: str, label: str, icon: str) -> None:
    """A button for the present data with all that a statement assumes."""
    show(covered(run, statement), PROVED[statement][1], label, icon, f"{label} {statement}")


def settings(found: regrets.Regret | None) -> None:
    """What else can be turned on this page: two rows beneath the curves."""
    shown = [key for key in BESIDE if key in values]
    for column, key in zip(st.columns(len(shown)), shown, strict=True):
        with column:
            controls.setting(values, key)
    loss, horizons, samples, step = st.columns(4)
    loss.segmented_control(
        "Loss", list(figures.LOSSES), key="regret_loss", format_func=figures.LOSSES.get, required=True,
        help="What both are charged: ψ_M is the second-order bound on the hinge, ψ_S/2 half the square loss. "
        "Regrets in different losses do not compare.",
    )  # fmt: skip
    horizons.segmented_control("Horizons", HORIZONS, key="regret_horizons", required=True,
                               help="For how many numbers of rounds a best fixed model is sought")  # fmt: skip
    samples.segmented_control("Samples in the band", SAMPLES, key="regret_samples", required=True,
                              help="How many samples of the same data are learned")  # fmt: skip
    if found:
        *before, last = found.curve.horizons.tolist()
        names = {END: f"end, {last:,}"}
        with step:
            scale("Moment, rounds seen", "step", before, lambda T: names.get(T) or f"{T:,}", last=END)


def promises(run: Run, found: regrets.Regret) -> None:
    """Each statement that is proved for this learner: allowed and measured, and what it assumes."""
    if not found.bounds:
        st.markdown(words.no_bound(run.learner))
    for bound in found.bounds:
        left, right = st.columns(2, gap="medium")
        with left:
            if bound.quantity != "regret" or found.curve.loss == PROVED[bound.statement][1]:
                chart_of(figures.bound_picture(found.curve.horizons, bound, run.learner), bound.statement)
                if unseen := words.off_axis(bound):
                    st.caption(unseen)
            else:
                st.info(words.other_loss(bound, found.curve.loss))
        with right:
            st.markdown(words.verdict(bound, int(found.curve.horizons[-1])))
            st.markdown(words.premises(bound))
            if not bound.is_proved:
                show_covered(bound.statement, "Make it so", ":material/build:")
            in_the_paper(bound.statement.lower().replace(" ", "-"), state.link)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("On these data, with all it assumes:")
        for name in ("Theorem 5", "Theorem 6", "Theorem 8"):
            show_covered(name, f"{name}, {PROVED[name][0]}", ":material/verified:")


def counterexample() -> None:
    """Lemma 7 without k >= 0: OKAUC-M with the linear kernel, run here."""
    left, right = st.columns(2, gap="medium")
    with right:
        st.markdown(
            "Lemma 7 as printed asks for $k(x, x) \\le 1$ only. Take the linear kernel and two examples in turn, "
            "$x = 1$ (positive) and $x = -1$ (negative): $k(x, x) = 1$, yet $k(1, -1) = -1$. From $\\lambda = 4$ on, "
            "OKAUC-M leaves the ball. With $k \\ge 0$, as a Gaussian is, the lemma holds, and Theorem 8 with it."
        )
        if not values["present"]:
            scale("λ of this run", "lemma_lambda", (0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0))
        found = regrets.counterexample(values["lemma_lambda"])
        if found:
            st.markdown(words.counterexample(found))
        in_the_paper("lemma-7", state.link)
    with left:
        if found:
            chart_of(figures.lemma_7_picture(found), "lemma 7")


def chart_of(picture: figures.Picture, key: str) -> None:
    chart(picture.figure, key, picture.alt, picture.table)


state = layout.page("Regret", params, LEAD)
values = state.values
run, loss = controls.runs(values)[0], values["regret_loss"]
if not values["present"]:
    controls.four_choices(values, BESIDE, FROM_A_STREAM)

if LEARNERS[run.learner].family == "reference":
    st.info(words.no_regret(run.learner))
    show_covered("Theorem 6", "Show OAUC-M on these data", ":material/arrow_forward:")
elif few_labels.plays_a_stream(run.learner, "are no rounds and no regret"):
    weight = None if "regularization" in values else LAMBDA
    st.html(ROOM)
    said = st.container(key="said")
    left, right = st.container(key="curves").columns(2, gap="medium")
    found = here = band = None
    with right:
        drawn = st.container()
        first = regrets.curve(run, loss, weight, [LATEST], "first")  # cheap, and seen at once
        if first:
            found = regrets.curve(run, loss, weight, values["regret_horizons"])
        if found and values["step"] not in (0, END):
            here = regrets.curve(run, loss, weight, [values["step"]], "moment")
        if found and values["regret_samples"] > 1:
            band = regrets.band(run, found.curve, values["regret_samples"])
    if known := found or first:
        with left:
            st.markdown("**Loss a round.** The gap is regret / $T$.")
            chart_of(figures.losses_picture(known.curve, run.learner, running_mean(known.curve.rounds)), "losses")
            if weight:
                st.caption(f"{run.learner} has no λ of its own; in these losses it is {weight:g}.")
    if found:
        with drawn:
            st.markdown("**Regret.** The same gap times $T$, for this sample and others.")
            at = here and (int(here.curve.horizons[0]), float(here.curve.regret[0]))
            chart_of(figures.regret_picture(found.curve, run.learner, band, at), "regret")
            st.caption("In the paper: regret, sections 2 and 4.")
        with said:
            st.markdown(words.reading(found.curve, run.learner, band))
            if why := words.negative(found.curve, run.learner):
                st.markdown(why)
    if not values["present"]:
        settings(found)
    if not found:
        st.container(key="to come")
    else:
        st.header("How it grows", anchor=False)
        left, right = st.columns(2, gap="medium")
        both = fits(found.curve.horizons, found.curve.regret)
        with left:
            st.markdown(words.growth(both, found.curve))
            chart_of(figures.growth_picture(found.curve, run.learner, both), "growth")
            st.caption(
                "Strongly convex losses allow $\\ln T$ (Hazan, Agarwal, Kale 2007), "
                "convex ones $\\sqrt T$ (Zinkevich 2003)."
            )
        with right:
            st.markdown(words.per_round(found.curve))
            chart_of(figures.per_round_picture(found.curve, run.learner), "per round")
            show(NEGATIVE, "psi_M", "A run whose regret is negative", ":material/trending_down:", "negative")
        st.header("What the paper promises", anchor=False)
        promises(run, found)
st.header("Where Lemma 7 breaks", anchor=False)
counterexample()
layout.elsewhere(state, "pages/regret.py")
layout.link_bar(state)
cache.warm_up()
