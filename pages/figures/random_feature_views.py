"""The animated pictures of the random-features page: cosines adding up to the kernel, f following its exact twin."""

from __future__ import annotations

from typing import Any

import numpy as np

from algorithms.theory.twins import CONSTANT, Convergence, Pursuit
from algorithms.theory.waves import SIZES, Line, Waves
from pages.figures import random_feature_words, twin_words
from pages.figures.theme import COLOURS, NEGATIVE, POSITIVE, QUIET
from pages.figures.views import View, curves, film, line, spread

MAP_COLOURS = {"pair": POSITIVE, "shifted": NEGATIVE}
FAINT = 24  # cosines drawn one by one
F, TWIN = COLOURS["psi_M"], COLOURS["hinge"]
NOTHING = np.array([[np.nan, np.nan]])  # no mean and deviation


def kernel_film(found: Waves, line_: Line, m: int) -> dict[str, Any]:
    """The kernel along a line as frequencies are added, in both maps side by side; opens at m of SIZES."""
    return film(
        "Number of frequencies m", [f"m = {size:,}" for size in SIZES],
        [_waves(name, found, line_) for name in found.terms], start=SIZES.index(m),
    )  # fmt: skip


def _waves(name: str, found: Waves, line_: Line) -> View:
    estimates = found.estimates(name)
    return spread(
        random_feature_words.MAPS[name],
        [
            line("exact kernel", QUIET, found.exact, found.at, dash="dashed"),
            line("mean of m terms", MAP_COLOURS[name], estimates, found.at),
        ],
        x=found.at[[0, -1]], y=(-1.25, 1.5), names=("along the line", "k"), moments=NOTHING,
        marks=[at for at in (0.0, line_.other) if at <= found.at[-1]],
        alt=random_feature_words.kernel_alts(name, found),
        faint=found.terms[name][:FAINT], faint_at=found.at, faint_count=[min(size, FAINT) for size in SIZES],
    )  # fmt: skip


def twin_film(found: Convergence, pursuit: Pursuit, line_: Line) -> dict[str, Any]:
    """f and its exact twin h along a line after each T, and their mean squared distance beside what is allowed."""
    f, h, T = found.first.f, found.first.h, found.iterations
    calm = np.concatenate([h[len(h) // 3 :], f[len(f) // 2 :]])  # the first ones may leave the picture
    low, high = calm.min(), calm.max()
    room = 0.08 * (high - low)
    parts = [found.average, found.largest, found.sharper, found.printed]
    constant = pursuit.step_rule == CONSTANT
    unit = "run of T" if constant else "after T"
    return film(
        "Iterations T", [f"{unit} = {number:,}" for number in T],
        [
            spread(
                f"{pursuit.learner} along a line",
                [
                    line("h, exact kernel", TWIN, h, line_.at, dash="dashed"),
                    line("f, random features", F, f, line_.at),
                ],
                x=line_.at[[0, -1]], y=(low - room, high + room), names=("along the line", "score"), moments=NOTHING,
                marks=[0.0, line_.other], alt=twin_words.twin_alts(found, pursuit),
            ),
            curves(
                "Mean of (f − h)²", T,
                [
                    line(twin_words.PRINTED[pursuit.step_rule], COLOURS["bound"], found.printed),
                    line(twin_words.SHARPER[pursuit.step_rule], COLOURS["bound"], found.sharper, dash="dashed"),
                    line("largest of any x", F, found.largest, dash="dotted"),
                    line("mean over x", F, found.average),
                ],
                y=(0.5 * min(map(np.min, parts)), 2.0 * max(map(np.max, parts))), names=("T", "mean of (f − h)²"),
                alt=twin_words.gap_alts(found, pursuit), logarithmic=True,
            ),
        ],
        start=len(T) - 1,
    )  # fmt: skip
