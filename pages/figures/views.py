"""Linked views: small pictures that go with the frames of a player or a film, as plain values for JSON.

Each says its kind, title, axes (names, x and y limits), a key of names and colours, and alt, a sentence for
each of F frames. What moves has F rows, what does not has one. Numbers keep six figures; None is undefined.
pages/widgets/views.js draws them and computes nothing but what lies between two frames.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.figures.theme import QUIET

View = dict[str, Any]
LABEL_ROOM = 0.12  # of an axis, for the name of a level line


def line(name: str, colour: str, y: np.ndarray, x: np.ndarray = (), dash: str = "solid") -> View:
    """A line of a view: y (m,) or, where it moves, (F, m), over x (m,); dash solid, dashed or dotted."""
    return {"name": name, "colour": colour, "dash": dash, "x": plain(x), "y": plain(y)}


def spread(
    title: str, lines: Sequence[View], *, x: Sequence[float], y: Sequence[float], names: Sequence[str],
    moments: np.ndarray, alt: Sequence[str], marks: Sequence[float] = (), blocks: Sequence[tuple[str, str]] = (),
    **what: Any,
) -> View:  # fmt: skip
    """Numbers along an axis under lines, with their mean and deviation, moments (F, 2) or (1, 2).

    Either a histogram: counts (F, bins), edges (bins + 1,), shades, a colour for each bin; or dots (F, m) at
    heights (F, m) with weights (m,) that sum to 1 and a colour. marks: places along the axis to be marked.
    blocks: names and colours of bins for the key.
    faint: quiet lines (n, k) over faint_at (k,) behind all others, of which a frame shows the first faint_count (F,).
    """
    filled = [{"name": name, "colour": colour, "dash": "block"} for name, colour in blocks]
    if np.isfinite(np.asarray(moments, float)).any():
        filled.append({"name": "μ ± σ", "colour": "currentColor", "dash": "solid"})
    rows = [{**one, "y": one["y"] if isinstance(one["y"][0], list) else [one["y"]]} for one in lines]
    return _view("spread", title, [*rows, *filled], alt, names) | {
        "x": plain(x), "y": plain(y), "lines": rows, "moments": plain(moments), "marks": plain(marks),
        **{key: plain(value) if isinstance(value, np.ndarray) else value for key, value in what.items()},
    }  # fmt: skip


def bars(
    title: str, values: np.ndarray, key: Sequence[tuple[str, str]], *, high: float, alt: Sequence[str],
    gap: tuple[int, int] | None = None, apart: Sequence[int] = (),
) -> View:  # fmt: skip
    """Bars values (F, k) of names and colours `key`, on an axis up to `high`.

    gap: two bars, what the second has above the first is marked.  apart: bars that stand off from the one before.
    """
    named = [{"name": name, "colour": colour, "dash": "solid"} for name, colour in key]
    return _view("bars", title, named, alt, ("", "")) | {
        "values": plain(values), "high": float(high), "gap": list(gap or ()), "apart": list(apart)
    }  # fmt: skip


def curves(
    title: str, at: np.ndarray, lines: Sequence[View], *, y: Sequence[float], names: Sequence[str], alt: Sequence[str],
    rules: Sequence[tuple[str, float]] = (), logarithmic: bool = False,
) -> View:  # fmt: skip
    """Lines over `at` (F,), each frame's own place on the axis, and level rules (name, height).

    logarithmic: both axes are, so that all numbers must be positive.
    """
    level = [{"name": name, "y": float(height), "colour": QUIET, "dash": "dashed"} for name, height in rules]
    return _view("curves", title, lines, alt, names) | {
        "at": plain(at), "x": plain([np.min(at), np.max(at)]), "y": plain(y), "lines": list(lines), "rules": level,
        "logarithmic": logarithmic,
    }  # fmt: skip


def path(
    title: str, at: np.ndarray, up: np.ndarray, surface: np.ndarray, *, x: Sequence[float], y: Sequence[float],
    levels: Sequence[float], colour: str, names: Sequence[str], alt: Sequence[str], joined: bool = True,
) -> View:  # fmt: skip
    """The way of a point (at, up), each (F,), over a surface (side, side) that rises with its colour.

    The surface's rows go from low to high y.  levels: heights whose lines are drawn.  joined: draw the way as a line.
    """
    row = np.asarray(surface)[(height := int(0.8 * (len(surface) - 1)))]
    across = np.linspace(*x, len(row))
    labels: list[View] = []
    for level in sorted(levels):  # the lowest first, as the high ones crowd
        place = float(np.interp(-level, -row, across))
        crowded = labels and abs(labels[-1]["x"] - place) < LABEL_ROOM * (x[1] - x[0])
        if row.min() < level < row.max() and height and not crowded:
            labels.append({"x": place, "y": float(y[0] + 0.8 * (y[1] - y[0])), "name": f"{level:g}"})
    return _view("path", title, (), alt, names) | {
        "at": plain(at), "up": plain(up), "surface": plain(surface), "x": plain(x), "y": plain(y), "colour": colour,
        "levels": plain(levels), "labels": labels, "joined": joined,
    }  # fmt: skip


def film(name: str, timeline: Sequence[str], views: Sequence[View], start: int = 0) -> dict[str, Any]:
    """Views of F frames that play on their own: the slider's name, a label for each frame, where it opens."""
    content = {"name": name, "timeline": list(timeline), "views": list(views)}
    digest = hashlib.blake2b(json.dumps(content, allow_nan=False).encode(), digest_size=8).hexdigest()
    return {"id": digest, "start": int(start), **content}


def plain(values: Any) -> list:
    """Nested lists of numbers of six figures, None where there is no number."""
    numbers = np.asarray(values, float)
    known = np.where(np.isfinite(numbers), numbers, np.nan).ravel().tolist()
    text = ",".join(["%.6g"] * numbers.size) % tuple(known)  # one format for all is five times as fast
    return np.array(json.loads(f"[{text}]".replace("nan", "null")), object).reshape(numbers.shape).tolist()


def _view(kind: str, title: str, key: Sequence[View], alt: Sequence[str], names: Sequence[str]) -> View:
    shown = [{part: one[part] for part in ("name", "colour", "dash")} for one in key]
    return {"kind": kind, "title": title, "key": shown, "alt": list(alt), "names": list(names)}
