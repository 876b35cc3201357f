"""Every statement of the paper, checked on the run at hand; and the paper's errata, with numbers that show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from algorithms.experiments import home
from algorithms.experiments.run import Run
from pages.figures import theorem_figures as figures
from pages.widgets import cache, checked, controls, layout
from pages.widgets.charts import chart
from pages.widgets.moment import moment
from pages.widgets.url_state import Param, State, choice

LEAD = (
    "What *Online AUC Optimization Based on Second-order Surrogate Loss* (Luo, Cheng, Zhang) states, **checked on the "
    "run in front of you**: both sides computed, premises measured. Where a premise fails, the statement promises "
    "nothing here and stands in grey. At the end: where the print is wrong."
)
HERE = "pages/theorems.py"
KEYS = tuple(key for keys in checked.GROUPS.values() for key in keys)
LAMBDA = 0.1  # for the statements' own learners, where the run's learner has none
EXPERIMENT = controls.experiment(home.BOUNDARY)
SQUARE = {"learner": "OAUC-S", "step_size": "theorem", "regret_loss": "psi_S/2"}
LINEAR, KERNEL = {"learner": "OAUC-M", "regret_loss": "psi_M"}, {"learner": "OKAUC-M", "buffer_size": "500"}
# The page that shows a statement at work, what its link adds to the run, and what it is called.
SHOWN = {
    "theorem-1": ("pages/losses.py", {}, "See the three losses, frame by frame"),
    "lemma-2": ("pages/losses.py", {"part": "sample"}, "Choose margins and see the worst"),
    "lemma-3": ("pages/losses.py", {"part": "sample"}, "Choose margins and see the strip"),
    "lemma-4": ("pages/losses.py", {"part": "angle"}, "Turn the weights and see the gradient"),
    "theorem-5": ("pages/regret.py", SQUARE, "See this regret"),
    "theorem-6": ("pages/regret.py", LINEAR, "See this regret"),
    "lemma-7": ("pages/regret.py", KERNEL, "See this norm, and the counterexample"),
    "theorem-8": ("pages/regret.py", KERNEL, "See this regret"),
}


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys and the statement looked at."""
    return {**EXPERIMENT(values), "statement": choice(KEYS[0], KEYS)}


def checks(run: Run, regularization: float) -> dict:
    """Every statement checked so far, by key; the progress of those that are missing is shown here."""
    found = {}
    if traces := cache.traces([run]):
        frame = moment(traces[0])
        found |= checked.losses(traces[0], frame) or {}
    for name in ("gradients", "linear regret", "kernel regret"):
        found |= checked.group(run, regularization, name) or {}
    return found


def overview(statements: Sequence, found: Mapping) -> None:
    """A line for each statement: what it is about, its sides here, whether it holds."""
    rows = ["| Statement | On this run | Verdict |", "|:--|:--|:--|"]
    for statement in statements:
        cells = [f"**{statement.name}.** {statement.title}", "being computed", ""]
        if comparison := found.get(statement.key):
            cells[1:] = [figures.brief(comparison), figures.verdict(comparison)]
            if not comparison.is_promised:
                cells = [f":gray[{cell.replace('**', '')}]" for cell in cells]
        rows.append(f"| {' | '.join(cells)} |")
    st.markdown("\n".join(rows))


def places(statements: Sequence, state: State, regularization: float) -> None:
    """A link for each statement to the page where both its sides move."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Each at work:")
        for statement in statements:
            page, _, link = shown_at(statement.key, state, regularization)
            st.page_link(page, label=statement.name, query_params=link)


def claim(statement, comparison, errata: Sequence, numbers: Mapping) -> None:
    """What a statement says: words, formula, place, premises and what is wrong in its print."""
    st.markdown(statement.words)
    st.latex(statement.latex)
    st.caption(f"In the paper: {statement.where}.")
    if comparison and comparison.premises:
        listed = sorted(comparison.premises, key=lambda premise: premise.holds)
        st.markdown("  \n".join(map(figures.premise_line, listed)))
    for erratum in errata:
        if erratum.statement == statement.key or statement.name in erratum.where:
            st.markdown(figures.erratum_lines(erratum, numbers.get(erratum.key), "Misprint, "))


def shown_at(key: str, state: State, regularization: float) -> tuple[str, str, dict[str, str]]:
    """The page that shows a statement at work, the words for it, and the link of this run there."""
    page, extra, label = SHOWN[key]
    link = {**state.link, **extra}
    if "learner" in extra:  # a learner of its own, with the lambda that was checked here
        link["regularization"] = f"{regularization:g}"
    if (most := extra.get("buffer_size")) and state.values["n_samples"] > int(most):
        link["n_samples"] = most  # so that no buffer overflows
    return page, label, link


def evidence(statement, comparison, state: State, regularization: float) -> None:
    """Both sides on this run, and the page that shows them at work."""
    if comparison is None:
        st.info("Both sides are being computed.")
        return
    st.markdown(f"**On this run: {figures.verdict(comparison)}.** {figures.minus(comparison.sentence)}")
    chart(
        figures.sides_figure(comparison), f"sides {statement.key}", figures.sides_alt(statement, comparison),
        figures.sides_table(comparison),
    )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="center"):
        page, label, link = shown_at(statement.key, state, regularization)
        st.page_link(page, label=label, icon=":material/arrow_forward:", query_params=link)
        if not comparison.is_promised:
            st.button("Scale to the unit ball", on_click=scale_to_unit_ball, icon=":material/build:")


def scale_to_unit_ball() -> None:
    """For a button: the scaling under which the premise holds."""
    st.session_state["scaling"] = "unit ball"


def show(state: State) -> None:
    from algorithms.theory.errata import ERRATA  # these import scikit-learn; the title should not wait for it
    from algorithms.theory.statements import STATEMENTS

    run = controls.runs(state.values)[0]
    regularization = float(state.values.get("regularization", LAMBDA))
    found = checks(run, regularization)
    numbers = checked.errata(run, regularization) or {}
    overview(STATEMENTS, found)
    whose = "this learner's own" if "regularization" in state.values else "as this learner has none"
    st.caption(
        f"Theorem 1 and Lemmas 2 and 3 are checked on the scores of {run.learner} at the moment above. The other "
        "statements speak of learners of their own, which play the same stream here: "
        f"λ = {regularization:g}, {whose}; OKAUC-M meets at most 300 examples, evenly spaced, with unlimited buffers."
    )
    places(STATEMENTS, state, regularization)
    names = {statement.key: statement.name for statement in STATEMENTS}
    st.segmented_control("Statement", list(names), key="statement", format_func=names.get, required=True)
    chosen = next(statement for statement in STATEMENTS if statement.key == state.values["statement"])
    st.header(f"{chosen.name}: {chosen.title}", anchor=False)
    said, shown = st.columns(2, gap="large")
    with said:
        claim(chosen, found.get(chosen.key), ERRATA, numbers)
    with shown:
        evidence(chosen, found.get(chosen.key), state, regularization)
    st.header("Errata", anchor=False)
    half = -(-len(ERRATA) // 2)
    for column, part in zip(st.columns(2, gap="large"), (ERRATA[:half], ERRATA[half:]), strict=True):
        for erratum in part:
            column.markdown(figures.erratum_lines(erratum, numbers.get(erratum.key)))


state = layout.page("Theorems and errata", params, LEAD)
if not state.values["present"]:
    controls.four_choices(state.values)
show(state)
layout.elsewhere(state, HERE)
layout.link_bar(state)
cache.warm_up()
