"""Still pictures of a learner's regret: what it lost, how that grows, and what the paper allows.

Every function takes numbers computed below and returns a Picture: the figure, its description, its table.
Rounds stand on a logarithmic axis, where a ln T + b is a straight line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from pages.figures.theme import COLOURS, QUIET, figure

if TYPE_CHECKING:
    from algorithms.theory.bounds import Bound, Lemma7Counterexample
    from algorithms.theory.fits import Fit
    from algorithms.theory.regret import Band, RegretCurve

LOSSES = {"psi_M": "ψ_M", "psi_S/2": "ψ_S/2"}
FITTED = {"ln T": "#009E73", "√T": "#D55E00"}
ROUNDS = "rounds T"
ZERO = {"zeroline": True, "zerolinecolor": QUIET, "zerolinewidth": 1}


class Picture(NamedTuple):
    """A figure, its description in words, and its numbers: column name -> values of equal length."""

    figure: go.Figure
    alt: str
    table: Mapping[str, Sequence[Any]]


def number(value: float) -> str:
    """Four digits, as prose and hovers write them."""
    return f"{value:,.4g}".replace("-", "−") if abs(value) < 1e5 else f"{value:.3g}"


def losses_picture(curve: RegretCurve, learner: str, so_far: np.ndarray) -> Picture:
    """The losses whose difference is the regret, per round: the learner's so_far (T,), the best fixed model's."""
    rounds, best = np.arange(1, len(so_far) + 1), curve.best / curve.horizons
    own = so_far[curve.horizons - 1]
    made = figure(
        _line(rounds, so_far, learner, COLOURS[_key(curve)]),
        _line(curve.horizons, best, "best fixed model of T rounds", QUIET, "lines+markers", dash="dot"),
        x=ROUNDS, y=f"mean of {LOSSES[curve.loss]} + λ/2 ‖w‖²", xaxis=_logarithmic(1, len(so_far)),
    )  # fmt: skip
    alt = (
        f"Mean loss a round, in {LOSSES[curve.loss]}: {learner} {_ends(own)}, the best fixed model {_ends(best)}, "
        f"{_span(curve.horizons)}."
    )
    table = {"rounds": curve.horizons, learner: own, "best fixed": best, "total of the learner": curve.learner,
             "total of the best": curve.best, "best is exact to": curve.gap}  # fmt: skip
    return Picture(made, alt, table)


def regret_picture(
    curve: RegretCurve, learner: str, band: Band | None = None, moment: tuple[int, float] | None = None
) -> Picture:
    """The regret at each horizon, the band of other samples behind it, and one moment (rounds, regret) marked."""
    colour, table = COLOURS[_key(curve)], {"rounds": curve.horizons, "regret": curve.regret}
    alt = f"Regret of {learner} in {LOSSES[curve.loss]}: {_ends(curve.regret)} {_span(curve.horizons)}"
    traces = []
    if band:
        edge = dict(mode="lines", line={"width": 0}, hoverinfo="skip", showlegend=False)
        traces = [
            go.Scatter(x=curve.horizons, y=band.low, **edge),
            go.Scatter(x=curve.horizons, y=band.high, **edge | {"showlegend": True}, fill="tonexty",
                       fillcolor="rgba(128, 128, 128, 0.25)", name=f"{band.count} samples, lowest to highest"),
            _line(curve.horizons, band.middle, "their median", QUIET, dash="dash"),
        ]  # fmt: skip
        table |= {"lowest": band.low, "median": band.middle, "highest": band.high}
        alt += f"; {band.count} samples end between {number(band.low[-1])} and {number(band.high[-1])}"
    traces.append(_line(curve.horizons, curve.regret, f"{learner}, this sample", colour, "lines+markers"))
    if moment:
        marker = {"symbol": "diamond-open", "size": 14, "color": colour, "line": {"width": 3}}
        traces.append(_scatter([moment[0]], [moment[1]], "this frame", mode="markers", marker=marker))
        alt += f"; at this frame, after {moment[0]:,} rounds, {number(moment[1])}"
    made = figure(
        *traces, x=ROUNDS, y=f"regret in {LOSSES[curve.loss]}", yaxis=ZERO,
        xaxis=_logarithmic(curve.horizons[0], curve.horizons[-1]),
    )  # fmt: skip
    return Picture(made, f"{alt}.", table)


def per_round_picture(curve: RegretCurve, learner: str) -> Picture:
    """Regret / T at each horizon: what one round cost too much."""
    shares = curve.regret_per_round
    line = _line(curve.horizons, shares, "regret / T", COLOURS[_key(curve)], "lines+markers")
    made = figure(
        line, x=ROUNDS, y=f"regret / T in {LOSSES[curve.loss]}", yaxis=ZERO,
        xaxis=_logarithmic(curve.horizons[0], curve.horizons[-1]),
    )  # fmt: skip
    alt = f"Regret of {learner} divided by the rounds: {_ends(shares)}, {_span(curve.horizons)}."
    return Picture(made, alt, {"rounds": curve.horizons, "regret / T": shares})


def growth_picture(curve: RegretCurve, learner: str, fits: Sequence[Fit]) -> Picture:
    """The regret with both fits through it, and below, what each leaves over."""
    points = _line(curve.horizons, curve.regret, "regret", COLOURS[_key(curve)], "markers")
    traces, table = [points], {"rounds": curve.horizons, "regret": curve.regret}
    for fit in fits:
        dash = "solid" if fit.growth == "ln T" else "dash"
        traces.append(_line(curve.horizons, fit.values, f"a {fit.growth} + b", FITTED[fit.growth], dash=dash))
        left = _line(curve.horizons, fit.residuals, f"left over by {fit.growth}", FITTED[fit.growth], dash=dash)
        traces.append(left.update(yaxis="y2", showlegend=False))
        table |= {f"a {fit.growth} + b": fit.values, f"left over by {fit.growth}": fit.residuals}
    lower = ZERO | {"domain": [0.0, 0.26], "title": {"text": "left over"}, "automargin": True}
    made = figure(
        *traces, x=ROUNDS, y="regret", height=400, yaxis={"domain": [0.36, 1.0]}, yaxis2=lower,
        xaxis=_logarithmic(curve.horizons[0], curve.horizons[-1]) | {"anchor": "y2"},
    )  # fmt: skip
    found = "; ".join(f"{growth_formula(fit)} leaves {number(fit.error)}" for fit in fits)
    alt = f"Regret of {learner} with two fits, the better first: {found} (root mean square)."
    return Picture(made, alt, table)


def growth_formula(fit: Fit) -> str:
    """The fitted line, such as 2.1 ln T − 3."""
    sign = "+" if fit.intercept >= 0 else "−"
    return f"{number(fit.slope)} {fit.growth} {sign} {number(abs(fit.intercept))}"


def bound_picture(horizons: np.ndarray, bound: Bound, learner: str) -> Picture:
    """What a statement allows and what was measured, on a logarithmic axis; grey where it is not proved."""
    allowed, covers = COLOURS["bound"], bound.is_proved
    measured = "regret" if bound.quantity == "regret" else "largest ‖f‖ so far"
    name = bound.statement if covers else f"{bound.statement}, its premises fail"
    positive = np.concatenate([bound.bound, bound.measured[bound.measured > 0]])
    made = figure(
        _line(horizons, bound.bound, name, allowed if covers else QUIET, dash="solid" if covers else "dash"),
        _line(horizons, np.where(bound.measured > 0, bound.measured, np.nan), f"measured {measured}",
              COLOURS["psi_M"] if covers else QUIET, "lines+markers"),
        x=ROUNDS, y=f"{measured}, logarithmic", xaxis=_logarithmic(horizons[0], horizons[-1]),
        yaxis=_logarithmic(positive.min(), positive.max(), most=8),
    )  # fmt: skip
    proved = "" if covers else ", whose premises fail here,"
    alt = (
        f"{bound.statement}{proved} allows {learner} {number(bound.bound[-1])} after {horizons[-1]:,} rounds; "
        f"measured {number(bound.measured[-1])}"
    )
    alt += f"; the ratio is {number(bound.ratio[-1])}." if np.isfinite(bound.ratio[-1]) else "; no positive number."
    table = {"rounds": horizons, f"allowed by {bound.statement}": bound.bound, f"measured {measured}": bound.measured,
             "ratio": bound.ratio}  # fmt: skip
    return Picture(made, alt, table)


def lemma_7_picture(found: Lemma7Counterexample) -> Picture:
    """lambda ||f_t|| of OKAUC-M with the linear kernel, and the limit that the paper prints."""
    made = figure(
        _line(found.rounds, found.scaled_norm, "λ ‖f‖, linear kernel", COLOURS["psi_M"]),
        _line(found.rounds, np.full(len(found.rounds), found.limit), "√2 + ½, Lemma 7 as printed", COLOURS["bound"],
              dash="dash"),
        x=ROUNDS, y="λ ‖f‖", xaxis=_logarithmic(1, len(found.rounds)),
    )  # fmt: skip
    alt = (
        f"λ ‖f‖ of OKAUC-M with a linear kernel on x = 1 and x = −1 in turn: {number(found.scaled_norm[-1])} after "
        f"{len(found.rounds):,} rounds; Lemma 7 as printed allows {number(found.limit)}."
    )
    table = {"rounds": found.rounds, "λ ‖f‖": found.scaled_norm}
    return Picture(made, alt, table)


def _key(curve: RegretCurve) -> str:
    return "psi_M" if curve.loss == "psi_M" else "psi_S"


def _ends(values: np.ndarray) -> str:
    middle = len(values) // 2
    shown = [values[0], values[middle], values[-1]] if len(values) > 2 else values
    return ", ".join(map(number, shown))


def _span(horizons: np.ndarray) -> str:
    middle = len(horizons) // 2
    shown = [horizons[0], horizons[middle], horizons[-1]] if len(horizons) > 2 else horizons
    return f"after {', '.join(f'{T:,}' for T in shown)} rounds"


def _scatter(x, y, name, **style) -> go.Scatter:
    hover = "%{y:.6g} after %{x:,} rounds<extra>" + name + "</extra>"
    return go.Scatter(x=x, y=y, name=name, hovertemplate=hover, **style)


def _line(x, y, name, colour, mode="lines", dash="solid") -> go.Scatter:
    return _scatter(x, y, name, mode=mode, line={"color": colour, "dash": dash}, marker={"color": colour, "size": 6})


def _logarithmic(low: float, high: float, most: int = 12) -> dict[str, Any]:
    """A logarithmic axis with marks at 1, 2, 5, 10, 20, 50 ..., or only at powers of ten where those were too many."""
    first, last = np.log10(low), np.log10(high)
    room = 0.04 * max(last - first, 1.0)
    powers = range(int(np.floor(first)) - 1, int(np.ceil(last)) + 2)
    for units in ((1, 2, 5), (1,)):
        marks = [float(f"{unit}e{power}") for power in powers for unit in units]
        shown = [mark for mark in marks if first - room <= np.log10(mark) <= last + room]
        if len(shown) <= most:
            break
    texts = [number(mark) for mark in shown]
    return dict(type="log", range=[first - room, last + room], tickvals=shown, ticktext=texts)
