"""How still figures look: the colours of the classes and the losses, and a layout that both themes can read.

Streamlit's own Plotly theme paints text, grid and background, so a figure names only what means something.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
QUIET = "#808080"  # readable on white and on black
INK, PAPER = "#000037", "#000038"
"""Text and background of either theme: Streamlit's front end replaces these two codes, so that no rerun is needed."""
COLOURS = {"0-1": QUIET, "hinge": "#009E73", "psi_M": "#9933FF", "psi_S": "#CC79A7", "bound": "#D55E00"}
NAMES = {
    "0-1": "0-1 loss",
    "hinge": "mean hinge",
    "psi_M": "ψ_M, second-order bound",
    "psi_S": "ψ_S/2, half the square loss",
}
SYMBOLS = {1: "circle", -1: "triangle-up"}


def figure(*traces: go.Scatter | go.Bar | go.Heatmap, x: str, y: str, height: int = 320, **layout) -> go.Figure:
    """A figure with named axes, its legend above the plot, and room for nothing else.

    layout : of Plotly; what it says of an axis is added. All at once: every update checks the layout anew, 4 ms each.
    No axis moves: a finger or a wheel scrolls the page, and the Tab key meets no row of zoom buttons.
    """
    for axis in {"xaxis", "yaxis", *(key for key in layout if key.startswith(("xaxis", "yaxis")))}:
        layout[axis] = {"automargin": True, "fixedrange": True} | layout.get(axis, {})
    look = {
        "height": height, "margin": {"l": 8, "r": 8, "t": 32, "b": 8}, "hovermode": "closest",
        "dragmode": False,
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "xaxis": {"title": {"text": x}} | layout.pop("xaxis"),
        "yaxis": {"title": {"text": y}} | layout.pop("yaxis"),
    }  # fmt: skip
    return go.Figure(list(traces), look | layout)


def line(x: Sequence[float], y: Sequence[float], loss: str, **style) -> go.Scatter:
    """A curve of one of the losses, in its colour and under its name."""
    return go.Scatter(x=x, y=y, mode="lines", name=NAMES[loss], line={"color": COLOURS[loss], **style})
