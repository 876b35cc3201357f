"""Still pictures of the random-features page: errors against m, Gram matrices, Theorem 2, memory, widths.

Every function takes numbers computed below and returns a Picture: the figure, its description, its table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from algorithms.theory.bandwidths import CONVENTIONS
from algorithms.theory.waves import Errors, Gram
from pages.figures.random_feature_views import MAP_COLOURS
from pages.figures.random_feature_words import SHORT_MAPS, size
from pages.figures.regret_figures import Picture, number
from pages.figures.theme import COLOURS, NEGATIVE, POSITIVE, QUIET, figure

if TYPE_CHECKING:
    from algorithms.theory.stationarity import Stationarity

LOGARITHMIC = {"type": "log", "exponentformat": "power"}
DECADES = LOGARITHMIC | {"dtick": 1}
BAND = {"pair": "rgba(0, 114, 178, 0.18)", "shifted": "rgba(213, 94, 0, 0.18)"}
DIVERGING = [[0.0, NEGATIVE], [0.5, "#F4F4F4"], [1.0, POSITIVE]]
COLOUR_BAR = {"orientation": "h", "thickness": 8, "y": -0.02, "yanchor": "top", "len": 0.8, "nticks": 5}
DASHES = {"OAUC": "dash", "QSG, TSGS3VM": "solid", "PNU-AUC": "dot"}


def error_picture(errors: Sequence[Errors]) -> Picture:
    """The error of each map against m: over all seeds, the middle 80 % of them, and the law sqrt(v / m)."""
    traces, table, said = [], {"m": errors[0].sizes}, []
    for one in errors:
        name, colour = SHORT_MAPS[one.feature_map], MAP_COLOURS[one.feature_map]
        low, high = np.quantile(one.measured, [0.1, 0.9], axis=0)
        edge = dict(x=one.sizes, mode="lines", line={"width": 0}, hoverinfo="skip", showlegend=False)
        traces += [
            go.Scatter(y=low, **edge),
            go.Scatter(y=high, fill="tonexty", fillcolor=BAND[one.feature_map], **edge),
            _line(one.sizes, one.expected, "√(v/m)", colour, dash="dash"),
            _line(one.sizes, one.together, name, colour, "markers"),
        ]
        table |= {f"{name}: measured": one.together, f"{name}: √(v/m)": one.expected, f"{name}: 10 % of seeds": low,
                  f"{name}: 90 % of seeds": high}  # fmt: skip
        said.append(
            f"{name} from {number(one.together[0])} at m = {one.sizes[0]} to {number(one.together[-1])} at m = "
            f"{one.sizes[-1]:,}, as m^{number(one.fitted.exponent)}"
        )
    made = figure(*traces, x="frequencies m", y="error, root mean square", xaxis=DECADES, yaxis=DECADES)
    alt = f"Error of the kernel against m over {len(errors[0].measured)} seeds: {'; '.join(said)}."
    return Picture(made, alt, table)


def gram_pictures(found: Gram, negatives: int) -> dict[str, Picture]:
    """The exact matrix, its estimate and their difference; the first so many points are negatives."""
    n = len(found.exact)
    names = [f"−{i + 1}" for i in range(negatives)] + [f"+{i + 1}" for i in range(n - negatives)]
    reach = float(np.abs(found.difference).max())
    parts = {"Exact": (found.exact, 1.0), "Approximate": (found.estimate, 1.0), "Difference": (found.difference, reach)}
    return {title: _matrix(title, values, names, negatives, limit) for title, (values, limit) in parts.items()}


def _matrix(title, values, names, negatives, limit) -> Picture:
    edge = {"type": "line", "line": {"color": QUIET, "width": 1}, "x0": -0.5, "x1": len(names) - 0.5}
    heat = go.Heatmap(
        z=values, x=names, y=names, zmin=-limit, zmax=limit, colorscale=DIVERGING, colorbar=COLOUR_BAR,
        hovertemplate="k(%{y}, %{x}) = %{z:.6f}<extra>" + title + "</extra>",
    )  # fmt: skip
    at = negatives - 0.5
    across, up = {**edge, "y0": at, "y1": at}, {**edge, "x0": at, "x1": at, "y0": -0.5, "y1": len(names) - 0.5}
    blank = {"visible": False, "type": "category", "constrain": "domain"}
    made = figure(
        heat, x="", y="", height=300, shapes=[across, up],
        margin={"l": 0, "r": 0, "t": 8, "b": 8}, xaxis=blank,
        yaxis=blank | {"autorange": "reversed", "scaleanchor": "x"},
    )  # fmt: skip
    off = values[~np.eye(len(names), dtype=bool)]
    alt = (
        f"{title} Gram matrix of {len(names)} points: off the diagonal from {number(off.min())} to "
        f"{number(off.max())}, mean {number(off.mean())}; on it from {number(values.diagonal().min())} to "
        f"{number(values.diagonal().max())}."
    )
    return Picture(made, alt, {"point": names, **{name: values[:, j] for j, name in enumerate(names)}})


def stationarity_picture(found: Stationarity) -> Picture:
    """The mean squared norm of the gradient, and Theorem 2's bound, or, where it has none, all in grey."""
    covered = not found.jumping
    colour, T = COLOURS["psi_M"] if covered else QUIET, found.iterations
    low, high = found.each.min(axis=0), found.each.max(axis=0)
    edge = dict(x=T, mode="lines", line={"width": 0}, hoverinfo="skip", showlegend=False)
    traces = [
        go.Scatter(y=low, **edge),
        go.Scatter(y=high, fill="tonexty", fillcolor="rgba(128, 128, 128, 0.2)", **edge),
        _line(T, found.measured, "measured", colour, "lines+markers"),
    ]
    table: dict[str, Any] = {"T": T, "measured": found.measured, "lowest seed": low, "highest seed": high}
    alt = f"Mean of ‖∇R(h)‖² over the first T iterations: {number(found.measured[0])} at T = {T[0]:,}, "
    alt += f"{number(found.measured[-1])} at T = {T[-1]:,}; "
    if covered:
        traces.append(_line(T, found.bound, "Theorem 2, E T^(−1/4) + F T^(−3/4)", COLOURS["bound"]))
        table |= {"Theorem 2": found.bound, "ratio": found.bound / found.measured}
        alt += f"Theorem 2 allows {number(found.bound[0])} and {number(found.bound[-1])}."
    else:
        alt += "grey, as Theorem 2 has no bound for these losses."
    made = figure(*traces, x="T", y="mean of ‖∇R(h)‖²", xaxis=LOGARITHMIC, yaxis=LOGARITHMIC)
    return Picture(made, alt, table)


def memory_picture(sizes: Mapping[str, int]) -> Picture:
    """Bytes of the model in two forms, and of what would be kept without it, on a logarithmic axis."""
    names, values = list(sizes), list(sizes.values())
    colours = [POSITIVE if name == "seed and coefficients" else QUIET for name in names]
    bars = go.Bar(
        y=names, x=values, orientation="h", marker={"color": colours}, text=[size(value) for value in values],
        textposition="auto", hovertemplate="%{y}: %{x:,} bytes<extra></extra>",
    )  # fmt: skip
    made = figure(bars, x="bytes, logarithmic", y="", height=240, xaxis=LOGARITHMIC, yaxis={"autorange": "reversed"})
    alt = "Bytes: " + ", ".join(f"{name} {size(value)}" for name, value in sizes.items()) + "."
    return Picture(made, alt, {"kept": names, "bytes": values})


def width_picture(distances: np.ndarray, read: Mapping[str, np.ndarray], said: str) -> Picture:
    """The kernel, and what the same number means in the other conventions."""
    traces = [
        _line(distances, values, f"read as in {name}" if name != said else f"as {said} means it",
              COLOURS["psi_M"] if name == said else QUIET, dash=DASHES[name])
        for name, values in read.items()
    ]  # fmt: skip
    made = figure(*traces, x="distance ‖x − z‖", y="k")
    middle = len(distances) // 3
    alt = f"The kernel at distance {number(distances[middle])}, one number read in three ways: "
    alt += ", ".join(f"{name} {number(values[middle])}" for name, values in read.items()) + "."
    return Picture(made, alt, {"distance": distances, **{CONVENTIONS[name].papers: read[name] for name in read}})


def _line(x, y, name, colour, mode="lines", dash="solid") -> go.Scatter:
    return go.Scatter(
        x=x, y=y, name=name, mode=mode, line={"color": colour, "dash": dash}, marker={"color": colour, "size": 6},
        hovertemplate="%{y:.6g} at %{x:.6g}<extra>" + name + "</extra>",
    )  # fmt: skip
