"""The animated pictures of the losses page: a run's examples, the morph, the parabola, the turning weights.

Every number comes from algorithms.theory; here it gets its place, its colour and its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from algorithms.losses import pairwise_hinge, psi_m
from algorithms.theory.angle import PRINTED_LIMIT, SHARP_LIMIT, Turn
from algorithms.theory.margins import MarginLosses, best_tau, margins_of, parabola, parabola_mean
from algorithms.theory.rounds import FrameLosses, frame_losses, running_mean
from algorithms.theory.worst_case import FiniteMaximum, Morph
from algorithms.trace import Trace
from pages.figures import loss_words as words
from pages.figures import margin_words
from pages.figures.theme import COLOURS, QUIET
from pages.figures.views import View, bars, curves, film, line, path, spread

LOSSES = {"zero_one": "0-1", "hinge": "hinge", "psi_m": "psi_M", "half_psi_s": "psi_S"}
"""Fields of the losses' tuples and their names in theme.COLOURS."""

DASHES = {"zero_one": "dotted", "hinge": "solid", "psi_m": "solid", "half_psi_s": "dashed"}
BINS, ACROSS, SIDE = 48, 49, 33  # bins of a histogram, points of a parabola, nodes of the surface of psi_M
MARGIN_AXES = ("margin c", "loss")
BLOCKS = (("out of order", QUIET), ("close", COLOURS["hinge"]), ("clear", f"{QUIET}66"))
LEVELS = (0.05, 0.1, 0.2, 0.5, 1, 2, 3)


# ---- a run, frame by frame


class Followed(NamedTuple):
    """An example at each frame of a run: its margins, its losses, and the means of the losses so far (F,)."""

    found: FrameLosses
    margins: list[np.ndarray]
    means: dict[str, np.ndarray]


def follow(trace: Trace, example: int | None = None) -> Followed:
    """Compare one example of the stream, at each frame of a trace, with the other class among those seen by then.

    example : a row of the labelled stream; None is the one that the learner has just met.
    """
    seen = trace.scene.labelled
    scores, y = trace.scores["train"][:, seen], trace.scene.y[seen]
    steps = trace.step if trace.unit == "example" else np.full(len(trace.step), len(y))
    rows = steps - 1 if example is None else np.full(len(steps), min(example, len(y) - 1))
    found = frame_losses(scores, y, steps, rows)
    margins = [margins_of(row, own, y, step) for row, own, step in zip(rows, scores, steps, strict=True)]
    return Followed(found, margins, {name: running_mean(getattr(found.losses, name)) for name in LOSSES})


def run_views(trace: Trace, followed: Followed, joined: bool) -> list[View]:
    """Margins, bars, running means and the way over psi_M, for each frame. joined: draw that way as a line."""
    losses, said = followed.found.losses, words.frame_alts(trace, followed)
    x = window(np.concatenate(followed.margins))
    edges, grid = np.linspace(*x, BINS + 1), np.linspace(*x, ACROSS)
    counts = np.array([np.histogram(np.clip(margins, *x), edges)[0] for margins in followed.margins], float)
    hinge = hinge_over(grid)
    best = line("best parabola, mean ψ_M", COLOURS["psi_M"], parabolas(grid, losses.mean, losses.variance), grid)
    table = np.array([getattr(losses, name) for name in LOSSES]).T
    means = [line(words.SHORT[name], COLOURS[LOSSES[name]], followed.means[name], dash=DASHES[name]) for name in LOSSES]
    up = (0.0, reach(np.sqrt(losses.variance), 0.5, 5.0))
    mu = window(losses.mean)
    surface = psi_m(np.linspace(*mu, SIDE), np.linspace(*up, SIDE)[:, None] ** 2)
    return [
        spread(
            "Margins", [hinge, best], x=x, y=(0.0, 1.1 * (1.0 - x[0])), names=MARGIN_AXES, marks=(0.0, 1.0),
            moments=np.array([losses.mean, np.sqrt(losses.variance)]).T, alt=said["margins"],
            counts=counts, edges=edges, shades=shades(edges), blocks=BLOCKS,
        ),
        bars(
            "Losses of this example", table, [(words.SHORT[name], COLOURS[LOSSES[name]]) for name in LOSSES],
            high=reach(losses.psi_m, 0.2, 1e9), alt=said["losses"], gap=(1, 2), apart=(3,),
        ),
        curves(
            "Their means so far", trace.step, means, y=(0.0, means_high(followed.means)),
            names=(f"{trace.unit}s", "mean loss"), alt=said["means"],
        ),
        path(
            "Where it lies on ψ_M", losses.mean, np.sqrt(losses.variance), surface, x=mu, y=up, levels=LEVELS,
            colour=COLOURS["psi_M"], names=("mean μ", "deviation σ"), alt=said["path"], joined=joined,
        ),
    ]  # fmt: skip


# ---- a sample of margins


def morph_film(margins: np.ndarray, losses: MarginLosses, way: Morph, largest: FiniteMaximum) -> dict[str, Any]:
    """From a sample to the worst case with its mean and variance: dots on the hinge, and their mean hinge loss."""
    share = np.linspace(0.0, 100.0, len(way.hinge))
    x = window(np.concatenate([way.positions.ravel(), margins]), 2.0, 20.0)
    grid = np.linspace(*x, 2 * ACROSS)
    moments = np.array([[losses.mean, np.sqrt(losses.variance)]])
    hinge = hinge_over(grid)
    best = line("best parabola", COLOURS["psi_M"], parabolas(grid, [losses.mean], [losses.variance])[0], grid)
    said = margin_words.morph_alts(way, losses)
    rise = max(float(losses.gap), 0.1 * float(losses.psi_m), 0.02)
    low, top = max(0.0, float(losses.hinge) - rise), float(losses.psi_m) + 0.6 * rise
    rules = [("ψ_M", float(losses.psi_m)), (f"largest of {len(margins)} margins", largest.value)]
    return film(
        "Way from the sample to the worst case", [f"{part:.0f} %" for part in share],
        [
            spread(
                "The margins on the hinge", [hinge, best], x=x, y=(0.0, 1.1 * max(1.0 - x[0], top)), names=MARGIN_AXES,
                moments=moments, marks=(1.0,), alt=said, dots=way.positions, weights=way.weights,
                heights=pairwise_hinge(way.positions[..., None]), colour=COLOURS["hinge"],
            ),
            curves(
                "Their mean hinge loss", share, [line("mean hinge", COLOURS["hinge"], way.hinge)], y=(low, top),
                names=("% of the way", "mean loss"), alt=said, rules=rules,
            ),
        ],
    )  # fmt: skip


def parabola_film(margins: np.ndarray, losses: MarginLosses) -> dict[str, Any]:
    """Parabolas above the hinge, one for each tau, and their means over the sample: the smallest is psi_M."""
    mean, variance = float(losses.mean), float(losses.variance)
    best = max(best_tau(mean, variance), 1e-3)
    taus = best * np.geomspace(1 / 6, 6, 41)
    x = window(np.concatenate([margins, [1 - best, 1 + best]]), 2.0, 20.0)
    grid = np.linspace(*x, ACROSS)
    means = parabola_mean(mean, variance, taus)
    hinge = hinge_over(grid)
    above = line("parabola", COLOURS["psi_M"], np.array([parabola(grid, tau) for tau in taus]), grid)
    said = margin_words.parabola_alts(taus, means, losses)
    heights = np.array([parabola(margins, tau) for tau in taus])
    return film(
        "Tau, the parabola's width", [f"τ = {tau:.3g}" for tau in taus],
        [
            spread(
                "A parabola above the hinge", [hinge, above], x=x, y=(0.0, 1.1 * (1.0 - x[0])), names=MARGIN_AXES,
                moments=np.array([[mean, np.sqrt(variance)]]), marks=(1.0,), alt=said, dots=margins[None],
                weights=np.full(len(margins), 1 / len(margins)), heights=heights, colour=COLOURS["psi_M"],
            ),
            curves(
                "Its mean over the sample", taus, [line("mean of the parabola", COLOURS["psi_M"], means)],
                y=(0.0, 1.05 * float(means.max())), names=("τ", "mean"), alt=said,
                rules=[("ψ_M", float(losses.psi_m)), ("mean hinge", float(losses.hinge))],
            ),
        ],
        start=len(taus) // 2,
    )  # fmt: skip


# ---- turning weights


def angle_film(turned: Turn, other: Turn, names: Sequence[str], start: int = 0) -> dict[str, Any]:
    """Margins, losses and gradients of one example as the weights turn; `other` is the same in another scaling."""
    x = window(turned.margins.ravel())
    edges, grid = np.linspace(*x, BINS + 1), np.linspace(*x, ACROSS)
    counts = np.array([np.histogram(np.clip(row, *x), edges)[0] for row in turned.margins], float)
    losses, said = turned.losses, margin_words.angle_alts(turned, other, names)
    hinge = hinge_over(grid)
    best = line("best parabola", COLOURS["psi_M"], parabolas(grid, losses.mean, losses.variance), grid)
    lines = [
        line(words.SHORT[name], COLOURS[LOSSES[name]], getattr(losses, name), dash=DASHES[name]) for name in LOSSES
    ]
    sides = zip((turned, other), names, (said["in"], said["out"]), strict=True)
    return film(
        "Angle", [margin_words.angle(degrees) for degrees in turned.degrees],
        [
            spread(
                "Margins", [hinge, best], x=x, y=(0.0, 1.1 * (1.0 - x[0])), names=MARGIN_AXES, marks=(0.0, 1.0),
                moments=np.array([losses.mean, np.sqrt(losses.variance)]).T, alt=said["margins"],
                counts=counts, edges=edges, shades=shades(edges), blocks=BLOCKS,
            ),
            curves(
                "Losses", turned.degrees, lines, y=(0.0, 1.1 * float(losses.psi_m.max())), names=("angle", "loss"),
                alt=said["losses"],
            ),
            *(_gradients(*side) for side in sides),
        ],
        start=start,
    )  # fmt: skip


def _gradients(turned: Turn, name: str, alt: Sequence[str]) -> View:
    lines = [
        line("ψ_M", COLOURS["psi_M"], turned.psi_m_norm),
        line("ψ_S/2", COLOURS["psi_S"], turned.half_psi_s_norm, dash="dashed"),
        line("hinge", COLOURS["hinge"], turned.hinge_norm, dash="dotted"),
    ]
    top = 1.1 * max(PRINTED_LIMIT, float(turned.psi_m_norm.max()))
    return curves(
        f"Length of the gradient, {name}", turned.degrees, lines, y=(0.0, top), names=("angle", "length"), alt=alt,
        rules=[("3, printed", PRINTED_LIMIT), ("2.118", SHARP_LIMIT)],
    )  # fmt: skip


# ---- shared


def hinge_over(margins: np.ndarray) -> View:
    """The hinge loss of each margin by itself."""
    return line("hinge", COLOURS["hinge"], pairwise_hinge(margins[:, None]), margins)


def parabolas(at: np.ndarray, means: np.ndarray, variances: np.ndarray) -> np.ndarray:
    """The best parabola at `at` (m,) for each mean and variance (F,): (F, m), NaN where there is none."""
    taus = [best_tau(mean, variance) for mean, variance in zip(means, variances, strict=True)]
    return np.array([parabola(at, tau) if tau > 0 else np.full(len(at), np.nan) for tau in taus])


def shades(edges: np.ndarray) -> list[str]:
    """Colours of the bins: pairs out of order, pairs that cost hinge loss, pairs that cost none."""
    middle = (edges[:-1] + edges[1:]) / 2
    wrong, close, clear = (colour for _, colour in BLOCKS)
    return [wrong if c < 0 else close if c < 1 else clear for c in middle]


def window(values: np.ndarray, least: float = 2.5, most: float = 8.0) -> tuple[float, float]:
    """An axis for margins that holds nearly all of them, and the places -0.5 to `least` where the losses differ."""
    known = values[np.isfinite(values)]
    low, high = np.percentile(known, [1, 99]) if known.size else (0.0, 0.0)
    room = 0.06 * (high - low)
    return float(max(min(low - room, -0.5), -most)), float(min(max(high + room, least), most))


def means_high(means: dict[str, np.ndarray]) -> float:
    """The end of the axis of the means so far. psi_S/2 has room on it unless it would dwarf the others."""
    bound, square = (reach(means[name], 0.2, 1e9) for name in ("psi_m", "half_psi_s"))
    return square if bound < square <= 3 * bound else bound


def reach(values: np.ndarray, least: float, most: float) -> float:
    """The end of an axis from 0 for values of which a few may lie far out."""
    known = values[np.isfinite(values)]
    return float(np.clip(1.15 * np.percentile(known, 97), least, most)) if known.size else least
