"""Both sides of a statement, and the words for them: which numbers the paper bounds by which, and whether they obey.

A statement about examples is drawn over the examples, sorted by the largest side; one about rounds over the rounds,
the bound in a panel of its own where it is far above what was measured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from pages.figures.theme import COLOURS, POSITIVE, QUIET, figure

if TYPE_CHECKING:  # they import scikit-learn, and a page's title should not wait for that
    from algorithms.theory.checks import Comparison
    from algorithms.theory.errata import Erratum
    from algorithms.theory.premises import Premise
    from algorithms.theory.statements import Statement

MOST = 600  # points of a side in a picture
FAR = 5.0  # times as much: then a bound needs a scale of its own
COLOUR = {
    "0": QUIET, "0-1": COLOURS["0-1"], "hinge": COLOURS["hinge"], "worst of n margins": "#B07D00",
    "ψ_M": COLOURS["psi_M"], "σ/2": COLOURS["bound"], "1 + √1.25": COLOURS["bound"], "bound": COLOURS["bound"],
}  # fmt: skip
LABELS = {"regret": "measured regret", "norm": "largest norm ‖f‖ so far"}
Sides = Mapping[str, np.ndarray]


def sides_figure(found: Comparison) -> go.Figure:
    """The sides of a statement as checked; a limit that is not promised here is grey."""
    return _over_examples(_shown(found), found.is_promised) if found.rounds is None else _over_rounds(found)


def sides_alt(statement: Statement, found: Comparison) -> str:
    """What the picture shows, with the extremes of each side."""
    ends = [f"{_label(name)} from {side.min():.4g} to {side.max():.4g}" for name, side in found.sides.items()]
    order = "No value exceeds the next side" if found.holds else "Some values exceed the next side"
    over = "examples" if found.rounds is None else f"{found.rounds[-1]:,} rounds"
    count = f"{len(next(iter(found.sides.values()))):,} " if found.rounds is None else ""
    return f"{statement.name} over {count}{over}: {', '.join(ends)}. {order}."


def sides_table(found: Comparison) -> dict[str, Sequence]:
    """The numbers of the picture."""
    first = {} if found.rounds is None else {"rounds": found.rounds}
    return first | {_label(name): side for name, side in _shown(found).items()}


def verdict(found: Comparison) -> str:
    """Whether a statement speaks of these data, and is true; else the first premise that fails."""
    if not found.is_promised:
        reason = next(premise.sentence for premise in found.premises if not premise.holds)
        return f"not promised: {reason[0].lower()}{reason[1:].partition(':')[0].rstrip('.')}"
    return "✓ holds" if found.holds else "✗ broken"


def brief(found: Comparison) -> str:
    """The sides in one line, from small to large: at the last round, the largest of the examples, or their means."""
    sides = dict(found.sides)
    *_, last = sides.values()
    values = [
        float(side[-1] if found.rounds is not None else side.max() if np.ptp(last) == 0 else side.mean())
        for side in sides.values()
    ]
    signs = ["", *("≤" if low <= high else ">" for low, high in pairwise(values))]
    named = (f"{sign} {name} = {_number(value)}" if name != f"{value:g}" else f"{sign} {name}"
             for sign, name, value in zip(signs, sides, values, strict=True))  # fmt: skip
    return " ".join(named).strip()


def premise_line(premise: Premise) -> str:
    """A premise, marked by a sign and a word."""
    mark = "✓ **holds:**" if premise.holds else "✗ **fails:**"
    return f"{mark} {premise.sentence}".replace("psi_", "ψ_")


def erratum_lines(erratum: Erratum, numbers: Mapping[str, float] | None, before: str = "") -> str:
    """What is printed, what is right and, where there are any, the numbers that show it."""
    where = f"{before}{erratum.where}"
    printed, right = _plain(erratum.printed), _plain(erratum.right)
    lines = [f"**{where[0].upper()}{where[1:]}**", f"Printed: {printed}", f"Right: {right}"]
    if numbers:
        shown = "; ".join(f"{_plain(name)} **{_number(value, 4)}**" for name, value in numbers.items())
        lines.append(f"Computed here: {shown}.")
    return "  \n".join(lines)


def minus(sentence: str) -> str:
    """With a true minus before negative numbers."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", sentence)


def _plain(text):
    """Text in which an asterisk is no markup."""
    return text.replace("*", "\\*")


def _number(value, digits=3):
    return (f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{digits}g}").replace("-", "−")


def _label(name):
    return LABELS.get(name, name)


def _shown(found: Comparison) -> Sides:
    """The sides in the order of the largest that varies, evenly thinned to MOST; over rounds as they are."""
    if found.rounds is not None:
        return found.sides
    sides = list(found.sides.values())
    key = next((side for side in reversed(sides) if np.ptp(side) > 0), sides[0])
    order = np.argsort(key, kind="stable")
    rows = order[np.unique(np.linspace(0, len(order) - 1, min(MOST, len(order))).round().astype(int))]
    return {name: side[rows] for name, side in found.sides.items()}


def _over_examples(sides: Sides, promised: bool) -> go.Figure:
    *lower, last = sides
    sorted_by = next((name for name in reversed(sides) if np.ptp(sides[name]) > 0), last)
    x = np.arange(1, len(sides[last]) + 1)
    traces = [
        {
            "type": "scatter", "x": x, "y": sides[name], "name": name,
            "mode": "lines" if np.ptp(sides[name]) == 0 else "markers",  # a constant is a line
            "line": {"color": COLOUR.get(name, POSITIVE) if promised else QUIET, "width": 2.5, "dash": dash},
            "marker": {"color": COLOUR.get(name, POSITIVE), "size": 5, "symbol": symbol},
            "hovertemplate": f"{name} %{{y:.5g}}<extra></extra>",
        }
        for name, symbol, dash in zip(lower, ("circle", "diamond"), ("solid", "dash"), strict=False)
    ]  # fmt: skip
    top = {
        "type": "scatter", "x": x, "y": sides[last], "name": last, "mode": "lines",
        "line": {"color": COLOUR.get(last, QUIET), "width": 2.5}, "hovertemplate": f"{last} %{{y:.5g}}<extra></extra>",
    }  # fmt: skip
    return figure(*traces, top, x=f"examples, by rising {sorted_by}", y="", height=340)


def _over_rounds(found: Comparison) -> go.Figure:
    (measured, low), (bound, high) = found.sides.items()
    apart = float(high[-1]) > FAR * max(float(np.max(low)), 1e-12)
    limit = COLOUR["bound"] if found.is_promised else QUIET
    traces = [
        _curve(found.rounds, low, _label(measured), POSITIVE, "x", "y"),
        _curve(found.rounds, high, _label(bound), limit, "x", "y2" if apart else "y", dash="dash"),
    ]
    panels = {"yaxis2": {"domain": [0.56, 1.0], "rangemode": "tozero", "automargin": True, "title": {"text": "bound"}}}
    return figure(
        *traces, x="rounds", y=_label(measured) if apart else "", height=340,
        yaxis={"domain": [0.0, 0.44]} if apart else {"rangemode": "tozero"}, **(panels if apart else {}),
    )  # fmt: skip


def _curve(x, y, name, colour, xaxis, yaxis, dash="solid"):
    return {
        "type": "scatter", "x": x, "y": y, "name": name, "mode": "lines+markers", "xaxis": xaxis, "yaxis": yaxis,
        "line": {"color": colour, "width": 2.5, "dash": dash}, "marker": {"size": 5},
        "hovertemplate": f"after %{{x:,}} rounds: {name} %{{y:.5g}}<extra></extra>",
    }  # fmt: skip
