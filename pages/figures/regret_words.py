"""Sentences computed from a learner's regret: what it lost, how that grows, what the paper's statements say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pages.figures.regret_figures import LOSSES, growth_formula, number

if TYPE_CHECKING:
    from algorithms.theory.bounds import Bound, Lemma7Counterexample
    from algorithms.theory.fits import Fit
    from algorithms.theory.regret import Band, RegretCurve


def reading(curve: RegretCurve, learner: str, band: Band | None = None) -> str:
    """What the learner and the best fixed model lost by the last horizon, and how that differs between samples."""
    T, regret = curve.horizons[-1], curve.regret[-1]
    said = (
        f"After {T:,} rounds **{learner}** has lost {number(curve.learner[-1])} in {LOSSES[curve.loss]}, the best "
        f"fixed model {number(curve.best[-1])}: regret **{number(regret)}**, or "
        f"{number(curve.regret_per_round[-1])} a round."
    )
    if band:
        low, middle, high = (number(values[-1]) for values in (band.low, band.middle, band.high))
        said += f" Over {band.count} samples it lies between {low} and {high}, with a median of {middle}."
    return said


def negative(curve: RegretCurve, learner: str) -> str:
    """Why regret is below 0, where it is; "" where it is not."""
    below = curve.regret < -curve.gap
    if not below.any():
        return ""
    lowest = int(curve.regret.argmin())
    return (
        f"**Negative regret.** After {curve.horizons[lowest]:,} rounds it is {number(curve.regret[lowest])}: {learner} "
        "has lost less than any fixed model could. Nothing is wrong: each round compares with the examples seen by "
        "then, so the target moves. A learner moves along; a fixed model cannot."
    )


def growth(fits: tuple[Fit, ...], curve: RegretCurve) -> str:
    """Which of two fits follows the regret more closely, and from where on."""
    better, worse = fits
    late = int(np.isnan(curve.losses.psi_m).argmin()) + 1
    since = f"Both classes have been seen in round {late:,}; before it nothing can be lost. " if late > 10 else ""
    return since + (
        f"{growth_formula(better)} misses by {number(better.error)} (root mean square), {growth_formula(worse)} by "
        f"{number(worse.error)}: this curve follows **{better.growth}** more closely than {worse.growth}."
    )


def verdict(bound: Bound, horizon: int) -> str:
    """What a statement says of this run: the bound, the measured value and their ratio; or that it says nothing."""
    what = "regret" if bound.quantity == "regret" else "‖f‖"
    if not bound.is_proved:
        return f"**{bound.statement} says nothing about this run**, which does not meet all it assumes:"
    compared = (
        f"the bound is **{number(bound.ratio[-1])} times** as much"
        if np.isfinite(bound.ratio[-1])
        else "which any positive bound allows"
    )
    return (
        f"**{bound.statement} covers this run.** After {horizon:,} rounds it allows a {what} of "
        f"**{number(bound.bound[-1])}**; measured is **{number(bound.measured[-1])}**, {compared}."
    )


def premises(bound: Bound) -> str:
    """What the statement assumes, each with the number that tells, as a list."""
    marks = {True: "✓ holds:", False: "✗ **fails:**"}
    listed = "  \n".join(f"{marks[premise.holds]} {premise.sentence}" for premise in bound.premises)
    return listed.replace("psi_", "ψ_")


def other_loss(bound: Bound, loss: str) -> str:
    """Why a bound is not drawn beside a regret in another loss."""
    return f"{bound.statement} is about another loss than {LOSSES[loss]}; the two do not share an axis."


def per_round(curve: RegretCurve) -> str:
    """Whether a round costs less and less."""
    first, last = curve.regret_per_round[0], curve.regret_per_round[-1]
    return (
        f"A round has cost {number(first)} too much after {curve.horizons[0]:,} rounds, {number(last)} after "
        f"{curve.horizons[-1]:,}. A learner that catches up brings this to 0."
    )


def counterexample(found: Lemma7Counterexample) -> str:
    """Whether the printed limit is passed."""
    last, limit = found.scaled_norm[-1], found.limit
    sign, so = (">", "the printed lemma is false") if last > limit else ("≤", "here the printed lemma is not broken")
    return f"Run just now: λ‖f‖ = **{last:.3f}** {sign} {limit:.3f} after {len(found.rounds):,} rounds: {so}."


def no_bound(learner: str) -> str:
    return f"The paper proves no regret bound for {learner}."


def no_regret(learner: str) -> str:
    return (
        f"{learner} fits all its examples anew at every moment, so it has no rounds and no regret. Regret is for "
        "learners that meet the examples one by one: choose another learner."
    )
