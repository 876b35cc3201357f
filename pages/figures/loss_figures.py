"""Still figures of a sample of margins: the gap, Lemma 3's strip, what psi_S charges for margins that are right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from algorithms.theory.margins import MarginLosses, Strip
from algorithms.theory.worst_case import FiniteMaximum
from pages.figures.theme import COLOURS, QUIET, figure

DASHES = ("solid", "dash", "dot", "dashdot")
PARTS = {0.5: "½", 0.25: "¼", 0.125: "⅛"}


def gap_figure(losses: MarginLosses, largest: FiniteMaximum) -> go.Figure:
    """0-1 <= hinge <= the largest of n margins <= psi_M, and psi_S/2 beside them."""
    named = {"0-1": losses.zero_one, "hinge": losses.hinge, "worst of n": largest.value, "ψ_M": losses.psi_m}
    named["ψ_S/2"] = losses.half_psi_s
    colours = [COLOURS["0-1"], COLOURS["hinge"], QUIET, COLOURS["psi_M"], COLOURS["psi_S"]]
    values = [float(value) for value in named.values()]
    # ψ_S/2 is no part of the chain and may be far larger: then its bar leaves the axis, under its number.
    top = 1.25 * max(*values[:4], min(values[4], 2.0 * values[3]), 0.1)
    beyond = [f"{value:.3f} ↑" if value > top else f"{value:.3f}" for value in values]
    bars = go.Bar(
        x=list(named), y=[min(value, top) for value in values], text=beyond, customdata=values, cliponaxis=False,
        textposition=["inside" if value > top else "outside" for value in values],
        marker={"color": colours, "pattern": {"shape": ["", "", "/", "", ""]}},
        hovertemplate="%{x}: %{customdata:.6f}<extra></extra>",
    )  # fmt: skip
    return figure(bars, x="", y="loss", height=300, yaxis={"range": [0, top]})


def strip_figure(
    means: np.ndarray, strips: Sequence[Strip], factors: Sequence[float], losses: MarginLosses
) -> go.Figure:
    """psi_M in Lemma 3's strip over the mean; further `strips` for the deviation times `factors`, the first is 1."""
    whole = strips[0]
    edge = {"mode": "lines", "hoverinfo": "skip", "line": {"width": 0}}
    hinge = go.Scatter(
        x=means, y=whole.hinge, mode="lines", name="hinge of μ", line={"color": COLOURS["hinge"], "width": 2}
    )
    lines = [
        go.Scatter(x=means, y=whole.hinge, showlegend=False, **edge),
        go.Scatter(
            x=means, y=whole.top, fill="tonexty", fillcolor="rgba(153, 51, 255, 0.14)", name="strip, σ/2 high", **edge
        ),
        hinge,
    ]
    for found, factor, dash in zip(strips, factors, DASHES, strict=True):
        name = "ψ_M" if factor == 1 else f"at {PARTS.get(factor, factor)} σ"
        style = {"color": COLOURS["psi_M"], "dash": dash, "width": 2.5 if factor == 1 else 1.5}
        lines.append(go.Scatter(x=means, y=found.psi_m, mode="lines", name=name, line=style))
    here = go.Scatter(
        x=[float(losses.mean)], y=[float(losses.psi_m)], mode="markers", name="your sample",
        marker={"size": 13, "symbol": "diamond", "color": COLOURS["psi_M"], "line": {"width": 2, "color": QUIET}},
        hovertemplate="mean %{x:.4f}, ψ_M %{y:.4f}<extra></extra>",
    )  # fmt: skip
    return figure(*lines, here, x="mean margin μ", y="loss", height=360)


def punished_figure(margins: np.ndarray, hinge: np.ndarray, half_square: np.ndarray) -> go.Figure:
    """What each margin costs: the hinge, and half the square, which rises again above 1."""
    order = np.argsort(margins)
    names = [f"{margins[j]:.2f}" for j in order]
    colours = [COLOURS["psi_S"] for _ in order]
    shapes = ["x" if margins[j] > 1 else "" for j in order]
    places = list(range(len(order)))
    said = {"x": places, "customdata": names, "hovertemplate": "margin %{customdata}: %{y:.4f}<extra></extra>"}
    return figure(
        go.Bar(y=hinge[order], name="hinge", marker={"color": COLOURS["hinge"]}, **said),
        go.Bar(
            y=half_square[order], name="ψ_S/2 (crossed: for a margin above 1)",
            marker={"color": colours, "pattern": {"shape": shapes}}, **said,
        ),
        x="margin, from the smallest", y="loss of one margin", height=360, barmode="group",
        xaxis={"tickvals": places, "ticktext": names},
    )  # fmt: skip
