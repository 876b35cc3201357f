"""Pictures of a ranking: the grid of all pairs, a strip of scores, one pair's losses, accuracy beside AUC.

The lower edge of the ROC curve's stairs bounds the pairs in the right order, the upper one those in the wrong
order; between them lie the ties. So the grid is drawn as areas, exact for any number of pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from algorithms.theory.answers import Answers
from algorithms.theory.pairs import Cut, Pair, PairGrid, Roc
from pages.figures.sentences import percent
from pages.figures.theme import COLOURS, INK, NEGATIVE, PAPER, POSITIVE, QUIET, SYMBOLS, figure

RIGHT, WRONG, ACCURACY = "#44AA99", "#AA4499", "#B07D00"
VEIL = 0.45  # opacity of an area, so that either theme's text can be read on it
UNIT = {"range": [0, 1], "showgrid": False, "zeroline": False}


class Pick(NamedTuple):
    """A chosen pair: rows of the data, scores, and places in the order of its class, 0 the highest."""

    positive: int
    negative: int
    score_positive: float
    score_negative: float
    place_positive: int
    place_negative: int


def pair_grid_figure(grid: PairGrid, roc: Roc, cut: Cut, pick: Pick) -> go.Figure:
    """All pairs as the unit square; the last trace's point i * C + j is block i, j of the grid."""
    n_pos, n_neg = len(grid.positives), len(grid.negatives)
    x, y = _corners(roc)
    counts = [int(part.sum()) for part in (grid.right, grid.tied, grid.wrong)]
    right, tied, wrong = (f"{name} {percent(count / (n_pos * n_neg), 1)}" for name, count in
                          zip(("right order", "tied", "wrong order"), counts, strict=True))  # fmt: skip
    made = figure(
        _area(x, y, RIGHT, right, shape="hv", fill="tozeroy"),
        _area(x, y, QUIET, tied, shape="vh", fill="tonexty"),
        _area([0, 1], [1, 1], WRONG, wrong, fill="tonexty"),
        _line(x, y),
        _line([0, cut.false_alarms, cut.false_alarms], [cut.hits, cut.hits, 0], dash="dot"),
        _marker(cut.false_alarms, cut.hits, "circle", 12),
        _marker((pick.place_negative + 0.5) / n_neg, (pick.place_positive + 0.5) / n_pos, "square-open", 15, width=3),
        _blocks(grid),
        x="negatives, highest score first → false alarms",
        y="positives, highest score first → hits",
        height=500, xaxis=UNIT | _cells(grid.column_edges / n_neg),
        yaxis=UNIT | _cells(grid.row_edges / n_pos),
    )  # fmt: skip
    made.layout.legend.traceorder = "normal"
    return made


def strip_figure(grid: PairGrid, scores: np.ndarray, threshold: float, pick: Pick) -> go.Figure:
    """Scores of the first example of each block: trace 0 the positives, trace 1 the negatives; and the pair."""
    return figure(
        _dots(scores[grid.positives[grid.row_edges[:-1]]], 1, POSITIVE, "positives"),
        _dots(scores[grid.negatives[grid.column_edges[:-1]]], -1, NEGATIVE, "negatives"),
        _line([pick.score_negative, pick.score_positive], [-1, 1]),
        _marker(pick.score_positive, 1, "circle-open", 16, width=3),
        _marker(pick.score_negative, -1, "triangle-up-open", 16, width=3),
        _line([threshold, threshold], [-1.6, 1.6], dash="dot"),
        x="score", y="", height=220, xaxis={"zeroline": False},
        yaxis=UNIT | {"range": [-1.7, 1.7], "tickvals": [-1, 1], "ticktext": ["negatives", "positives"]},
    )  # fmt: skip


class LossCurves(NamedTuple):
    """The three losses of one pair at each margin."""

    margins: np.ndarray
    zero_one: np.ndarray
    hinge: np.ndarray
    square: np.ndarray


def pair_loss_figure(curves: LossCurves, pair: Pair) -> go.Figure:
    """What a pair costs by its margin, and this pair on each curve."""
    shown = (
        ("0-1 loss", COLOURS["0-1"], "dot", curves.zero_one, pair.zero_one),
        ("hinge", COLOURS["hinge"], "solid", curves.hinge, pair.hinge),
        ("square loss", COLOURS["psi_S"], "dash", curves.square, pair.square),
    )
    lines = [_curve(curves.margins, values, name, colour, dash) for name, colour, dash, values, _ in shown]
    here = [
        go.Scatter(
            x=[pair.margin], y=[value], mode="markers", showlegend=False, cliponaxis=False,
            marker={"size": 11, "color": colour, "line": {"width": 2, "color": INK}},
            hovertemplate=f"this pair: {name} %{{y:.4g}}<extra></extra>",
        )
        for name, colour, _, _, value in shown
    ]  # fmt: skip
    top = max(4.2, 1.1 * pair.square)
    return figure(
        *lines, *here, x="margin: score of the positive − score of the negative", y="loss", height=280,
        xaxis={"range": [curves.margins[0], curves.margins[-1]]},
        yaxis={"range": [-0.03 * top, top]},
    )  # fmt: skip


class AtRatios(NamedTuple):
    """Accuracy of a learner and of "all negative" at ratios of negatives to positives, rising; its AUC.

    here : which of them is the run's own.
    """

    ratios: np.ndarray
    accuracy: np.ndarray
    all_negative: np.ndarray
    auc: float
    here: int


def accuracy_figure(at: AtRatios) -> go.Figure:
    """Accuracy over the ratio, the run's own marked; AUC stays."""
    flat, own = np.full(len(at.ratios), at.auc), float(at.ratios[at.here])
    ticks = [1, 2, 5, 9, 19, 49, 99]
    marks = {"tickvals": ticks, "ticktext": [f"{ratio} : 1" for ratio in ticks]}
    return figure(
        _curve(at.ratios, at.accuracy, "accuracy at the threshold", ACCURACY, "solid", " : 1"),
        _curve(at.ratios, at.all_negative, "accuracy of “all negative”", QUIET, "dot", " : 1"),
        _curve(at.ratios, flat, "AUC", RIGHT, "dash", " : 1"),
        _line([own, own], [0, 1.02], dash="dot", width=1),
        *(_marker(own, float(curve[at.here]), "circle", 10) for curve in (at.accuracy, at.all_negative, flat)),
        x="negatives : positives, this run's dotted", y="", height=320,
        xaxis={"type": "log", "range": [0, 2.02]} | marks,
        yaxis={"range": [0, 1.02]},
    )  # fmt: skip


def answers_figure(found: Answers) -> go.Figure:
    """The pairs when only yes and no are kept: four blocks, two of them tied."""
    x, y = found.cut.false_alarms, found.cut.hits
    blocks = (
        ("right: yes for the positive, no for the negative", RIGHT, found.right, (x, 1), (0, y)),
        ("tied: yes for both", QUIET, found.cut.row * found.cut.column, (0, x), (0, y)),
        ("tied: no for both", QUIET, found.tied - found.cut.row * found.cut.column, (x, 1), (y, 1)),
        ("wrong: no for the positive, yes for the negative", WRONG, found.wrong, (0, x), (y, 1)),
    )
    return figure(
        *(_block(*block, found.pairs) for block in blocks if block[2]),
        x="negatives: yes first", y="positives: yes first", height=320, showlegend=False, xaxis=UNIT, yaxis=UNIT,
    )  # fmt: skip


def _corners(roc):
    """The curve without points in the middle of a straight flight: the same picture, fewer numbers."""
    x, y = roc.false_alarms, roc.hits
    turns = np.ones(len(x), bool)
    turns[1:-1] = ~(((x[:-2] == x[1:-1]) & (x[1:-1] == x[2:])) | ((y[:-2] == y[1:-1]) & (y[1:-1] == y[2:])))
    return x[turns].astype(np.float32), y[turns].astype(np.float32)


def _veil(colour):
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{VEIL})"


def _area(x, y, colour, name, fill, shape="linear"):
    return go.Scatter(
        x=x, y=y, name=name, fill=fill, fillcolor=_veil(colour), mode="lines", hoverinfo="skip",
        line={"width": 0, "shape": shape, "color": colour},
    )  # fmt: skip


def _line(x, y, **line):
    return go.Scatter(
        x=x, y=y, mode="lines", line={"color": INK, "width": 2} | line, hoverinfo="skip", showlegend=False
    )


def _marker(x, y, symbol, size, width=2.0):
    line = {"width": width, "color": INK if symbol.endswith("-open") else PAPER}
    return go.Scatter(
        x=[x], y=[y], mode="markers", hoverinfo="skip", showlegend=False,
        marker={"symbol": symbol, "size": size, "color": INK, "line": line},
    )  # fmt: skip


def _blocks(grid):
    """An unseen point in the middle of each block, for the pointer."""
    x = (grid.column_edges[:-1] + grid.column_edges[1:]) / 2 / len(grid.negatives)
    y = (grid.row_edges[:-1] + grid.row_edges[1:]) / 2 / len(grid.positives)
    across, up = (part.ravel().astype(np.float32) for part in np.meshgrid(x, y))
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=across, y=up, mode="markers", showlegend=False, marker={"opacity": 0, "size": 12}, selected=unseen,
        unselected=unseen,
        customdata=np.stack([grid.right, grid.tied, grid.wrong], axis=-1).reshape(-1, 3).astype(np.int32),
        hovertemplate="%{customdata[0]:,} pairs in the right order, %{customdata[1]:,} tied, "
        "%{customdata[2]:,} in the wrong order<br>click to choose the first of them<extra></extra>",
    )  # fmt: skip


def _cells(edges):
    """Faint lines between the blocks."""
    return {"minor": {"tickvals": edges, "showgrid": True, "gridcolor": "rgba(128,128,128,0.3)", "ticks": ""}}


def _dots(scores, sign, colour, name):
    seen = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=scores, y=np.full(len(scores), sign), mode="markers", name=name, selected=seen, unselected=seen,
        marker={"symbol": SYMBOLS[sign], "color": colour, "size": 12, "line": {"width": 1, "color": PAPER}},
        hovertemplate="score %{x:.4g}<br>click to choose<extra>" + name[:-1] + "</extra>", showlegend=False,
    )  # fmt: skip


def _curve(x, y, name, colour, dash, unit=""):
    return go.Scatter(
        x=x, y=y, name=name, mode="lines", line={"color": colour, "dash": dash, "width": 2.5},
        hovertemplate="%{x:.4~g}" + unit + ", %{y:.4~f}<extra>" + name + "</extra>",
    )  # fmt: skip


def _block(words, colour, count, x, y, pairs):
    """One block of pairs: a filled rectangle with its share written in it."""
    share, short = percent(count / pairs, 1), words.split(":")[0]
    return go.Scatter(
        x=[x[0], x[1], x[1], x[0], x[0], None, sum(x) / 2], y=[y[0], y[0], y[1], y[1], y[0], None, sum(y) / 2],
        fill="toself", fillcolor=_veil(colour), mode="lines+text", line={"color": colour, "width": 1.5}, name=words,
        text=["", "", "", "", "", "", f"{short}<br>{share}" if min(x[1] - x[0], y[1] - y[0]) > 0.15 else ""],
        hoveron="fills", textfont={"size": 14, "color": INK}, hovertext=f"{words}: {count:,} of {pairs:,} pairs",
    )  # fmt: skip
