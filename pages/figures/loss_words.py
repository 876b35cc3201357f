"""What the losses page says of a run's examples: descriptions, a table and a sentence, from the picture's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms.losses import pairwise_hinge, psi_s, zero_one
from algorithms.theory.worst_case import worst_case
from algorithms.trace import Trace

if TYPE_CHECKING:
    from pages.figures.loss_views import Followed

SHORT = {"zero_one": "0-1", "hinge": "hinge", "psi_m": "ψ_M", "half_psi_s": "ψ_S/2"}
NAMES = {"zero_one": "0-1 loss", "hinge": "mean hinge", "psi_m": "ψ_M", "half_psi_s": "ψ_S/2"}
NOTHING = "there is nothing to compare it with yet"


def frame_alts(trace: Trace, followed: Followed) -> dict[str, list[str]]:
    """Descriptions of the four views, a sentence for each frame."""
    said: dict[str, list[str]] = {"margins": [], "losses": [], "means": [], "path": []}
    for frame, margins in enumerate(followed.margins):
        who, losses = example_name(trace, followed, frame), followed.found.losses
        mean, deviation = losses.mean[frame], np.sqrt(losses.variance[frame])
        if np.isnan(mean):
            said["margins"].append(f"{who}: {NOTHING}.")
            said["losses"].append(f"{who}: {NOTHING}.")
            said["path"].append(f"{who}: {NOTHING}.")
        else:
            wrong, near = int((margins < 0).sum()), int(((margins >= 0) & (margins < 1)).sum())
            said["margins"].append(
                f"{who}: {len(margins):,} margins with mean {mean:.3f} and deviation {deviation:.3f}; {wrong:,} below "
                f"0, {near:,} from 0 to 1, {len(margins) - wrong - near:,} at 1 or above."
            )
            said["losses"].append(f"{who}: {listed(losses, frame)}.")
            said["path"].append(
                f"{who}: mean margin {mean:.3f}, deviation {deviation:.3f}, where ψ_M is {losses.psi_m[frame]:.3f}."
            )
        number = int(np.sum(~np.isnan(losses.psi_m[: frame + 1])))
        means = ", ".join(f"{NAMES[name]} {_number(own[frame])}" for name, own in followed.means.items())
        said["means"].append(f"Means over the {number} examples so far: {means}.")
    return said


def example_name(trace: Trace, followed: Followed, frame: int) -> str:
    """Which example a frame is about, counted from 1."""
    row = int(followed.found.example[frame])
    kind = "positive" if trace.scene.y[trace.scene.labelled][row] > 0 else "negative"
    return f"Example {row + 1:,} ({kind})"


def frame_sentences(trace: Trace, followed: Followed, frame: int) -> str:
    """Why psi_M lies above the hinge at a frame, with the numbers of that frame."""
    losses, who = followed.found.losses, example_name(trace, followed, frame)
    if np.isnan(losses.mean[frame]):
        return f"**{who}**: {NOTHING}."
    mean, deviation = losses.mean[frame], np.sqrt(losses.variance[frame])
    hinge, bound = losses.hinge[frame], losses.psi_m[frame]
    other = trace.scene.classes[0 if trace.scene.y[trace.scene.labelled][followed.found.example[frame]] > 0 else 1]
    low, high = (end := worst_case(mean, losses.variance[frame])).points
    number = int(followed.found.compared[frame])
    return (
        f"**{who}** is compared with {number:,} {'example' if number == 1 else 'examples'} of class *{other}* seen so "
        f"far. Its margins have mean μ = {mean:.3f} and deviation σ = {deviation:.3f}. Their mean hinge is "
        f"**{hinge:.3f}**, yet ψ_M is **{bound:.3f}**: it knows only μ and σ, and must allow for the worst margins "
        f"that have both, {low:.2f} (a share of {100 * end.weights[0]:.1f} %) and {high:.2f}. "
        f"Those would cost {end.hinge:.3f}, so the price of not knowing more is **{bound - hinge:.3f}**."
    )


def frame_table(trace: Trace, followed: Followed) -> dict[str, Sequence[Any]]:
    """Every number of the four views, a row for each frame."""
    losses = followed.found.losses
    return {
        f"{trace.unit}s": trace.step,
        "example": followed.found.example + 1,
        "compared with": followed.found.compared,
        "mean μ": losses.mean,
        "deviation σ": np.sqrt(losses.variance),
        **{NAMES[name]: getattr(losses, name) for name in NAMES},
        **{f"{NAMES[name]}, so far": followed.means[name] for name in NAMES},
    }


def margins_table(margins: np.ndarray, most: int = 1000) -> dict[str, Sequence[Any]]:
    """Margins (n,) from the smallest, evenly thinned to at most `most`, and what each costs by itself."""
    rows = np.unique(np.linspace(0, len(margins) - 1, min(most, len(margins))).round().astype(int))
    margins = np.sort(margins)[rows]
    alone = margins[:, None]
    return {
        "margin c": margins, NAMES["zero_one"]: zero_one(alone), "hinge": pairwise_hinge(alone),
        NAMES["half_psi_s"]: psi_s(margins, 0.0) / 2,
    }  # fmt: skip


def listed(losses: Any, at: int) -> str:
    """The losses of one place in arrays of them."""
    return ", ".join(f"{NAMES[name]} {getattr(losses, name)[at]:.3f}" for name in NAMES)


def _number(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:.3f}"


