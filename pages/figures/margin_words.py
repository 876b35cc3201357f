"""What the losses page says of margins that a reader chooses and of weights that turn, from the picture's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from algorithms.theory.angle import SHARP_LIMIT, Turn
from algorithms.theory.margins import LOOSE, TIGHT, MarginLosses, Punished, Strip, judge
from algorithms.theory.worst_case import FiniteMaximum, Morph, worst_case
from algorithms.trace import Trace
from pages.figures.loss_words import NAMES, listed

# ---- a sample of margins


def gap_alt(losses: MarginLosses, largest: FiniteMaximum) -> str:
    """The bars of a sample."""
    return (
        f"0-1 loss {losses.zero_one:.3f}, mean hinge {losses.hinge:.3f}, largest mean hinge of so many margins "
        f"{largest.value:.3f}, ψ_M {losses.psi_m:.3f}; beside them ψ_S/2 {losses.half_psi_s:.3f}."
    )


def gap_table(losses: MarginLosses, largest: FiniteMaximum) -> dict[str, Sequence[Any]]:
    """The same as numbers."""
    named = {NAMES["zero_one"]: losses.zero_one, NAMES["hinge"]: losses.hinge, "largest of n margins": largest.value}
    named |= {NAMES["psi_m"]: losses.psi_m, NAMES["half_psi_s"]: losses.half_psi_s, "mean μ": losses.mean}
    named |= {"deviation σ": np.sqrt(losses.variance), "gap ψ_M − hinge": losses.gap, "hinge / ψ_M": losses.ratio}
    return {"quantity": list(named), "value": [float(value) for value in named.values()]}


def verdict(losses: MarginLosses) -> str:
    """How tight the bound is on a sample."""
    ratio = float(losses.ratio)
    kind = {"loose": "**loose**", "tight": "**tight**", "between": "in between"}[judge(ratio)]
    return (
        f"The gap ψ_M − hinge is **{losses.gap:.3f}**, and the hinge reaches {100 * ratio:.1f} % of ψ_M: the bound is "
        f"{kind} (loose: at most {100 * LOOSE:.0f} %, "
        f"tight: at least {100 * TIGHT:.0f} %)."
    )


def worst_sentence(n: int, losses: MarginLosses, largest: FiniteMaximum) -> str:
    """The two-point worst case and the largest of n margins in words."""
    low, high = (end := worst_case(float(losses.mean), float(losses.variance))).points
    if losses.variance < 1e-12:  # alike up to rounding
        return "All margins are alike: no other margins have this mean and no spread, and ψ_M is the hinge itself."
    return (
        f"Of all margins with μ = {losses.mean:.3f} and σ = {np.sqrt(losses.variance):.3f} the worst are "
        f"{low:.3f} with a share of {100 * end.weights[0]:.1f} % and {high:.3f} else: they cost ψ_M = "
        f"{losses.psi_m:.3f}. With {n} margins a share is a multiple of 1/{n}; the worst has {largest.k} of them at "
        f"the lower place and costs {largest.value:.3f}."
    )


def morph_alts(way: Morph, losses: MarginLosses) -> list[str]:
    """The way to the worst case: mean and deviation stay, the mean hinge rises."""
    return [
        f"{len(way.weights)} dots from {place.min():.2f} to {place.max():.2f}, mean {losses.mean:.3f} and deviation "
        f"{np.sqrt(losses.variance):.3f} as in the sample: mean hinge {hinge:.3f} of at most ψ_M = {losses.psi_m:.3f}."
        for place, hinge in zip(way.positions, way.hinge, strict=True)
    ]


def morph_table(way: Morph) -> dict[str, Sequence[Any]]:
    """Where the dots are on the way, and what they cost."""
    share = np.linspace(0.0, 100.0, len(way.hinge))
    places = {f"dot {j + 1} (share {w:.3f})": way.positions[:, j] for j, w in enumerate(way.weights)}
    return {"% of the way": share, "mean hinge": way.hinge, **places}


def parabola_alts(taus: np.ndarray, means: np.ndarray, losses: MarginLosses) -> list[str]:
    """Each parabola above the hinge and its mean."""
    return [
        f"The parabola with τ = {tau:.3f} touches the hinge's lines at {1 - tau:.2f} and {1 + tau:.2f}; its mean over "
        f"the sample is {mean:.4f}, the least possible is ψ_M = {losses.psi_m:.4f}, the mean hinge {losses.hinge:.4f}."
        for tau, mean in zip(taus, means, strict=True)
    ]


def proof_sentence(losses: MarginLosses) -> str:
    """Why psi_M bounds the hinge, with this sample's numbers."""
    r = float(np.sqrt((1 - losses.mean) ** 2 + losses.variance))
    return (
        "Any parabola above the hinge bounds the mean hinge by its own mean, which needs only μ and σ. Play through "
        f"them: the best touches the hinge's two arms at 1 ± τ with τ = {r:.3f}, just where the worst margins lie, and "
        f"its mean is ψ_M = {losses.psi_m:.3f}."
    )


def parabola_table(shown: dict[str, Any]) -> dict[str, Sequence[Any]]:
    """The means of the parabolas of a film."""
    curve = shown["views"][1]
    return {"τ": curve["at"], "mean of the parabola": curve["lines"][0]["y"]}


def strip_sentence(losses: MarginLosses) -> str:
    """Lemma 3 with this sample's numbers."""
    deviation = float(np.sqrt(losses.variance))
    return (
        f"ψ_M is at most σ/2 = {deviation / 2:.3f} above the hinge of the mean, and at μ = 1 it is just that. As σ "
        "goes to 0, ψ_M becomes the hinge."
    )


def strip_table(means: np.ndarray, strips: Sequence[Strip], factors: Sequence[float]) -> dict[str, Sequence[Any]]:
    """The strip and the lines in it."""
    lines = {f"ψ_M at {factor:g} σ": found.psi_m for found, factor in zip(strips, factors, strict=True)}
    return {"mean μ": means, "hinge of the mean": strips[0].hinge, "hinge + σ/2": strips[0].top, **lines}


def strip_alt(found: Strip, means: np.ndarray, losses: MarginLosses, factors: Sequence[float]) -> str:
    """Lemma 3's strip and the sample in it."""
    widest, deviation = int(np.argmax(found.psi_m - found.hinge)), float(np.sqrt(losses.variance))
    return (
        f"ψ_M over means from {means[0]:.1f} to {means[-1]:.1f} at deviation {deviation:.3f} stays in a strip "
        f"{deviation / 2:.3f} high above the hinge of the mean, and is highest above it, by "
        f"{found.psi_m[widest] - found.hinge[widest]:.3f}, at mean {means[widest]:.2f}. Fainter lines have deviations "
        f"times {', '.join(f'{factor:g}' for factor in factors)}. The sample lies at mean {losses.mean:.3f}, "
        f"ψ_M {losses.psi_m:.3f}."
    )


def punished_alt(margins: np.ndarray, found: Punished) -> str:
    """What psi_S/2 charges for margins above 1."""
    return (
        f"Loss of each of {len(margins)} margins: ψ_S/2 charges {found.count} of them that lie above 1, where the "
        f"hinge is 0, {found.amount:.3f} in the mean, {100 * found.share:.1f} % of all it charges."
    )


def punished_sentence(found: Punished) -> str:
    """The same for the reader who sees."""
    if not found.count:
        return "No margin is above 1 here, so nothing right is punished. Raise one."
    these = "that margin" if found.count == 1 else f"those {found.count} margins"
    share = f"{100 * found.share:.0f} % of all it charges"
    return f"For {these}, already right, ψ_S/2 charges {found.amount:.3f}, {share}; the hinge charges 0."


# ---- turning weights


def turning_sentence(trace: Trace, row: int, learner: str, scaling: str) -> str:
    """Which example is compared and whose weights turn."""
    y = trace.scene.y[trace.scene.labelled]
    positive = y[row] > 0
    other, number = trace.scene.classes[0 if positive else 1], int((y != y[row]).sum())
    return (
        f"**Example {row + 1:,} ({'positive' if positive else 'negative'})** against all {number:,} examples of class "
        f"*{other}*, features scaled by *{scaling}*. At 0° stand the linear weights that {learner} learns from these "
        "data; a positive angle turns them towards what raises the mean margin. Their length stays."
    )


def angle_alts(turned: Turn, other: Turn, names: Sequence[str]) -> dict[str, list[str]]:
    """Descriptions of the four views, a sentence for each angle."""
    said: dict[str, list[str]] = {"margins": [], "losses": [], "in": [], "out": []}
    losses = turned.losses
    for k, degrees in enumerate(turned.degrees):
        at = f"Turned by {angle(degrees)}"
        said["margins"].append(
            f"{at}: {turned.margins.shape[1]:,} margins with mean {losses.mean[k]:.3f} and deviation "
            f"{np.sqrt(losses.variance[k]):.3f}."
        )
        said["losses"].append(f"{at}: {listed(losses, k)}.")
        for one, name, part in zip((turned, other), names, ("in", "out"), strict=True):
            said[part].append(
                f"{at}, {name}: the gradient of ψ_M has length {one.psi_m_norm[k]:.3f}, of ψ_S/2 "
                f"{one.half_psi_s_norm[k]:.3f}, of the hinge {one.hinge_norm[k]:.3f}; limits 2.118 and 3."
            )
    return said


def angle_table(turned: Turn, other: Turn, names: Sequence[str]) -> dict[str, Sequence[Any]]:
    """Every number of the turning weights, a row for each angle."""
    losses = turned.losses
    return {
        "angle": turned.degrees,
        "mean μ": losses.mean,
        "deviation σ": np.sqrt(losses.variance),
        **{NAMES[name]: getattr(losses, name) for name in NAMES},
        **{
            f"‖∇{loss}‖, {name}": norms
            for one, name in zip((turned, other), names, strict=True)
            for loss, norms in (("ψ_M", one.psi_m_norm), ("ψ_S/2", one.half_psi_s_norm), ("hinge", one.hinge_norm))
        },
    }


def limit_sentence(turned: Turn, name: str) -> str:
    """Whether Lemma 4's premise holds in a scaling, and what became of its limit."""
    longest = float(turned.psi_m_norm.max())
    above = int((turned.psi_m_norm > SHARP_LIMIT).sum())
    if turned.in_unit_ball:
        return (
            f"**{name}**: no norm exceeds {turned.radius:.2f}, so Lemma 4 applies. The longest gradient of ψ_M is "
            f"{longest:.3f}, below 2.118 at every angle."
        )
    broken = f"exceeds 2.118 at {above} of {len(turned.degrees)} angles" if above else "happens to stay below 2.118"
    return (
        f"**{name}**: norms reach {turned.radius:.2f}, so Lemma 4 promises nothing. The longest gradient of ψ_M is "
        f"{longest:.3f}; it {broken}. The limit for this radius is {turned.radius * SHARP_LIMIT:.2f}."
    )


def angle(degrees: float) -> str:
    """Degrees with a real minus sign."""
    return f"{degrees:.0f}°".replace("-", "−")
