"""Pairs: what AUC counts, on the same run and at the same moment as the boundary page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from algorithms.experiments import home
from algorithms.losses import pairwise_hinge, psi_s, zero_one
from algorithms.metrics import accuracy_at_ratio, auc
from algorithms.theory.answers import answers
from algorithms.theory.pairs import PairGrid, cut, pair, pair_grid, roc, threshold_between
from pages.figures import ranking_figures as figures
from pages.figures import ranking_words as words
from pages.widgets import cache, controls, layout
from pages.widgets.charts import chart
from pages.widgets.moment import moment, threshold
from pages.widgets.url_state import Param, number

HARD = "hard"  # a quarter of its class is harder still
CELLS = 40  # blocks a side, and examples of a class to choose from
RATIOS = np.array([1, 2, 3, 5, 7, 9, 14, 19, 30, 49, 70, 99.0])
LEAD = (
    "AUC is the share of positive-negative **pairs** that a learner puts in the right order. Here is every pair of the "
    "test part. Choose one, by a click or from the lists, and see what it is worth."
)
EXPERIMENT = controls.experiment(home.BOUNDARY)


def params(values: Mapping[str, Any]) -> dict[str, Param]:
    """The experiment's keys and the chosen pair: numbers of test examples."""
    chosen = number(HARD, 0, 10**6, integer=True, special=(HARD,), owner="dataset")
    return {**EXPERIMENT(values), "positive": chosen, "negative": chosen}


def ranked(key: str, order: np.ndarray, edges: np.ndarray, scores: np.ndarray) -> int:
    """The list of a class, highest score first; returns the chosen row. A number of the other class is refused."""
    hard, now = int(order[len(order) * (3 if key == "positive" else 1) // 4]), st.session_state[key]
    if now != HARD and now not in order:
        st.session_state[key] = now = HARD
    rows = [int(order[edge]) for edge in edges[:-1]]
    if now != HARD and now not in rows:
        rows = sorted([*rows, now], key=lambda row: int(np.flatnonzero(order == row)[0]))

    def text(row):
        return f"Hard: {text(hard)}" if row == HARD else f"No. {row}, {words.short(scores[row])}"

    chosen = st.selectbox(key.capitalize(), [HARD, *rows], key=key, format_func=text)
    return hard if chosen == HARD else chosen


def pick_block(grid: PairGrid) -> None:
    """A click on the grid: the first pair of that block."""
    for index in st.session_state["pair grid"]["selection"]["point_indices"][:1]:
        positive, negative = grid.pair_in(*divmod(index, len(grid.column_edges) - 1))
        st.session_state["positive"], st.session_state["negative"] = positive, negative


def pick_score(grid: PairGrid) -> None:
    """A click on the strip: that example, in the place of the one chosen of its class."""
    for point in st.session_state["score strip"]["selection"]["points"][:1]:
        if point["curve_number"] == 0:
            st.session_state["positive"] = int(grid.positives[grid.row_edges[point["point_index"]]])
        else:
            st.session_state["negative"] = int(grid.negatives[grid.column_edges[point["point_index"]]])


def set_threshold(value: float) -> None:
    st.session_state["threshold"] = value


state = layout.page("Pairs and AUC", params, LEAD)
values = state.values
if not values["present"]:
    controls.four_choices(values)
if traces := cache.traces(controls.runs(values)[:1]):
    (trace,) = traces
    y = trace.scene.y_test
    left, right = st.columns(2, gap="medium")
    with left:
        frame = moment(trace)
    scores = trace.scores["test"][frame]
    grid, curve = pair_grid(scores, y, CELLS), roc(scores, y)
    with right:
        at = threshold(curve.thresholds[np.linspace(0, len(curve.hits) - 2, 60).astype(int)])
    split, area = cut(scores, y, at), float(auc(scores, y))
    st.markdown(words.area_sentence(trace.learner, int(trace.step[frame]), trace.unit, grid))

    picture, one = st.columns([11, 10], gap="medium")
    with one:
        st.header("One pair", anchor=False)
        first, second = st.columns(2)
        with first:
            positive = ranked("positive", grid.positives, grid.row_edges, scores)
        with second:
            negative = ranked("negative", grid.negatives, grid.column_edges, scores)
        found = pair(scores, y, positive, negative)
        places = (np.flatnonzero(grid.positives == positive)[0], np.flatnonzero(grid.negatives == negative)[0])
        pick = figures.Pick(positive, negative, float(scores[positive]), float(scores[negative]), *map(int, places))
        st.markdown(words.pair_sentence(pick, found, len(grid.positives) * len(grid.negatives)))
        chart(
            figures.strip_figure(grid, scores, at, pick), "score strip", words.strip_alt(grid, at, pick),
            words.strip_table(grid, scores), on_select=lambda: pick_score(grid), selection_mode="points",
        )  # fmt: skip
        between = threshold_between(scores, positive, negative)
        st.button("Put the threshold between the two", on_click=set_threshold, args=(between,))
        margins = np.linspace(min(-2.0, found.margin - 0.5), max(3.0, found.margin + 0.5), 201)
        margins = np.sort(np.append(margins, [-1e-9, 0.0, 1e-9]))  # the step of the 0-1 loss is steep
        pairs = margins[:, None]
        losses = figures.LossCurves(margins, zero_one(pairs), pairwise_hinge(pairs), psi_s(margins, 0.0))
        chart(
            figures.pair_loss_figure(losses, found), "pair losses", words.loss_alt(found),
            words.loss_table(losses, found),
        )  # fmt: skip
        st.caption("In the paper: square loss, eq (1); hinge, eq (4); 0-1 loss, section 2.")
    with picture:
        st.header("Every pair", anchor=False)
        chart(
            figures.pair_grid_figure(grid, curve, split, pick), "pair grid", words.grid_alt(grid, split, pick, found),
            words.grid_table(curve), on_select=lambda: pick_block(grid), selection_mode="points",
        )  # fmt: skip
        st.markdown(
            "Each cell is a pair: its column a negative, its row a positive; the small square is the chosen one. "
            "The edge of the green area is the ROC curve. A threshold is a point on it: moving it changes hits and "
            "false alarms, never the area."
        )
        st.caption("In the paper: AUC, section 2.")

    left, right = st.columns(2, gap="medium")
    with left:
        st.header("Accuracy beside AUC", anchor=False)
        own = trace.scene.ratio
        ratios = np.union1d(RATIOS, own)
        accuracy = accuracy_at_ratio(split.hits, 1 - split.false_alarms, ratios)
        trivial, here = accuracy_at_ratio(0.0, 1.0, ratios), int(np.searchsorted(ratios, own))
        ratios = figures.AtRatios(ratios, accuracy, trivial, area, here)
        st.markdown(words.accuracy_sentence(ratios))
        chart(
            figures.accuracy_figure(ratios), "accuracy", words.accuracy_alt(ratios), words.accuracy_table(ratios)
        )
    with right:
        st.header("When scores tie", anchor=False)
        kept = answers(scores, y, at)
        st.markdown(words.ties_sentence(kept, area))
        chart(figures.answers_figure(kept), "ties", words.answers_alt(kept), words.answers_table(kept))
        st.caption("In the paper: AUC with a strict >, section 2.")
        misprints = {**state.link, "statement": "theorem-1"}
        st.page_link("pages/theorems.py", label="This and other misprints", query_params=misprints)
    layout.elsewhere(state, "pages/ranking.py")
layout.link_bar(state)
cache.warm_up()
