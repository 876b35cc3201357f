"""What psi_M charges above the hinge and why: on a run, on margins you choose, on weights that turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from algorithms import FROM_A_STREAM
from algorithms.experiments import home
from algorithms.losses import pairwise_hinge, psi_s
from algorithms.theory.margins import judge, margin_losses, punished_though_right, strip
from algorithms.theory.worst_case import finite_maximum, morph
from algorithms.trace import Trace
from data import DATASETS
from pages.figures import loss_figures as figures
from pages.figures import loss_views as pictures
from pages.figures import loss_words
from pages.figures import margin_words as words
from pages.widgets import cache, controls, few_labels, layout, loss_pictures
from pages.widgets.charts import chart, numbers
from pages.widgets.experiment import play
from pages.widgets.film import film
from pages.widgets.keys import END
from pages.widgets.paper import in_the_paper
from pages.widgets.sample import SAMPLE, sample_controls
from pages.widgets.url_state import Param, choice, flag, number

LEAD = "**ψ_M is the price of remembering only a mean and a variance.** See it charged, choose margins, turn weights."
PARTS = {"run": "A learner's examples", "sample": "Your own margins", "angle": "Turning weights"}
MET = "met"  # the example that the learner has just met
DEGREES = np.arange(-180, 181, 5)
SHRUNK = (1.0, 0.5, 0.25, 0.125)  # deviations of the strip's lines, as parts of the sample's
UNIT_BALL = "unit ball"
AGAINST = ("standard", "[-1, 1]", "none")
REAL = {"dataset": "german", "ratio": 0.0}
EXPERIMENT = controls.experiment(home.BOUNDARY)


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys, the part shown, whose margins, the sample, and the angle."""
    return {
        **EXPERIMENT(values),
        "part": choice("run", PARTS),
        "example": number(MET, 1, controls.MOST_SAMPLES, integer=True, special=(MET,)),
        "margins": SAMPLE,
        "finite": flag(),
        "angle": number(0, -180, 180, integer=True),
        "against": choice("standard", AGAINST),
    }


# ---- the run


def run_part() -> None:
    """The run's examples, one at each frame."""
    example = None if values["example"] == MET else values["example"] - 1
    picture, below = st.container(), st.container()
    if not values["present"]:
        controls.four_choices(values, learners=FROM_A_STREAM)
    followed = {}

    def views(traces):
        followed["is"], made = loss_pictures.of_run(traces[0], example)
        return made

    with picture:
        said = st.container()
        experiment = play(controls.runs(values)[:1], values, views=views, example=example)
    if experiment:
        trace, frame = experiment.traces[0], experiment.shown.frame
        said.markdown(loss_words.frame_sentences(trace, followed["is"], frame))
        if not values["present"]:
            with below:
                whose(int(followed["is"].found.example[frame]) + 1, int(trace.scene.labelled.sum()))
        numbers(loss_words.frame_table(trace, followed["is"]), "run numbers")
        numbers(loss_words.margins_table(followed["is"].margins[frame]), "run margins", "Margins of this frame")
    in_the_paper("theorem-1", state.link)


def whose(number_now: int, most: int) -> None:
    """Whose margins are shown: those of the example just met, or of one followed through the run."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if values["example"] == MET:
            follow = f"Follow example {number_now:,} through the run"
            st.button(follow, on_click=set_keys, args=({"example": number_now},))
        else:
            st.session_state["example"] = min(values["example"], most)
            st.number_input("Example followed", 1, most, key="example", width=160)
            st.button("Show the one just met", on_click=set_keys, args=({"example": MET},))


# ---- a sample of margins


def sample_part() -> None:
    """Margins of the reader's own: the gap, the proof, the worst case, the strip, the square."""
    left, right = st.columns([5, 7], gap="large")
    if not values["present"]:
        with left:
            sample_controls()
    margins = np.array(values["margins"])
    losses = margin_losses(margins)
    mean, variance = float(losses.mean), float(losses.variance)
    largest = finite_maximum(len(margins), mean, variance)
    with right:
        task(judge(float(losses.ratio)))
        st.markdown(words.verdict(losses))
        chart(
            figures.gap_figure(losses, largest), "gap", words.gap_alt(losses, largest), words.gap_table(losses, largest)
        )
        in_the_paper("theorem-1", state.link)

    st.header("The worst margins with the same mean and variance", anchor=False)
    st.markdown(words.worst_sentence(len(margins), losses, largest))
    st.toggle("End at a sample of as many margins", key="finite")
    way = morph(margins, finite=values["finite"])
    film(pictures.morph_film(margins, losses, way, largest), "morph", present=values["present"])
    numbers(words.morph_table(way), "morph numbers")
    in_the_paper("lemma-2", state.link)

    st.header("The proof in one picture", anchor=False)
    st.markdown(words.proof_sentence(losses))
    parabolas = pictures.parabola_film(margins, losses)
    film(parabolas, "parabola", present=values["present"])
    numbers(words.parabola_table(parabolas), "parabola numbers")
    st.caption("In the paper: Lemma 2, proved in its appendix by another way, by how many margins are at most 1.")

    left, right = st.columns(2, gap="large")
    with left:
        st.header("Small variance, small price", anchor=False)
        means = np.linspace(min(-1.0, mean - 0.5), max(3.0, mean + 0.5), 161)
        strips = [strip(means, factor * np.sqrt(variance)) for factor in SHRUNK]
        st.markdown(words.strip_sentence(losses))
        chart(
            figures.strip_figure(means, strips, SHRUNK, losses), "strip",
            words.strip_alt(strips[0], means, losses, SHRUNK[1:]), words.strip_table(means, strips, SHRUNK),
        )  # fmt: skip
        in_the_paper("lemma-3", state.link)
    with right:
        st.header("The square punishes what is right", anchor=False)
        hinge, half_square = pairwise_hinge(margins[:, None]), psi_s(margins, 0.0) / 2
        found = punished_though_right(margins)
        st.markdown(words.punished_sentence(found))
        chart(
            figures.punished_figure(margins, hinge, half_square), "punished", words.punished_alt(margins, found),
            {"margin": margins, "hinge": hinge, "ψ_S/2": half_square},
        )  # fmt: skip
        st.caption("In the paper: ψ_S, eq (3).")
        misprint = {**state.link, "statement": "theorem-5"}
        st.page_link("pages/theorems.py", label="Why ψ_S/2: a misprint in eq (13)", query_params=misprint)


def task(kind: str) -> None:
    """The reader's task, judged by the computed ratio and remembered while the page is open."""
    done = st.session_state.setdefault("_task", set())
    done.add(kind)
    loose, tight = (f":material/check_box{'' if kind in done else '_outline_blank'}:" for kind in ("loose", "tight"))
    st.markdown(f"**Task.** Find margins for which the bound is loose {loose} and others where it is tight {tight}.")


# ---- turning weights


def angle_part() -> None:
    """One example of the run's data under weights that turn."""
    picture = st.container()
    if not values["present"]:
        controls.four_choices(values, learners=FROM_A_STREAM)
    run, scalings = controls.runs(values)[0], (UNIT_BALL, values["against"])
    with picture:
        if not (traces := cache.traces([run])):
            return
        (trace,) = traces
        most = int(trace.scene.labelled.sum())
        row = min(met(trace) if values["example"] == MET else values["example"], most) - 1
        try:
            found = loss_pictures.turning(run, row, tuple(DEGREES.tolist()), scalings)
        except (ValueError, ArithmeticError) as reason:  # the second where weights diverge
            st.info(str(reason))
            return
        st.markdown(words.turning_sentence(trace, row, found.learner, UNIT_BALL))
        opened = int(np.argmin(np.abs(DEGREES - values["angle"])))
        at = film({**found.film, "start": opened}, "angle film", present=values["present"], on_change=turned_to)
        st.markdown("\n\n".join(map(words.limit_sentence, found[:2], scalings)))
        if not values["present"]:
            other_example(row + 1, most, found.farthest + 1, DATASETS[run.dataset].generated)
    numbers(words.angle_table(*found[:2], scalings), "angle numbers")
    numbers(loss_words.margins_table(found.inside.margins[at]), "angle margins", "Margins at this angle")
    in_the_paper("lemma-4", state.link)


def other_example(number_now: int, most: int, farthest: int, generated: bool) -> None:
    """Which example is compared, and with which scaling."""
    st.session_state["turned example"] = number_now
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input("Example", 1, most, key="turned example", width=160, on_change=take_example)
        st.button("Take the farthest example", on_click=set_keys, args=({"example": farthest},))
        if generated:
            st.button("Take real data", on_click=set_keys, args=(REAL,), help=DATASETS[REAL["dataset"]].title)
        st.segmented_control("Compare with the scaling", AGAINST, key="against", required=True)


def take_example() -> None:
    st.session_state["example"] = st.session_state["turned example"]


def turned_to(frame: int) -> None:
    st.session_state["angle"] = int(DEGREES[frame])


def met(trace: Trace) -> int:
    """The number of the example that the learner has just met where the link stands."""
    return int(trace.step[-1] if values["step"] == END else trace.step[trace.frame_at(values["step"])])


def set_keys(changes: Mapping[str, Any]) -> None:
    st.session_state.update(changes)


state = layout.page("Losses", params, LEAD)
values = state.values

if not values["present"]:
    st.segmented_control("Part", PARTS, key="part", format_func=PARTS.get, required=True, label_visibility="collapsed")
if values["part"] == "sample" or few_labels.plays_a_stream(values["learner"], "is no example of the moment"):
    {"run": run_part, "sample": sample_part, "angle": angle_part}[values["part"]]()
elif not values["present"]:
    controls.four_choices(values, learners=FROM_A_STREAM)
layout.elsewhere(state, "pages/losses.py")
layout.link_bar(state)
cache.warm_up()
