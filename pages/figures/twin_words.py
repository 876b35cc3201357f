"""What the random-features page says of f beside its exact twin, and of the twin's gradient, from their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from algorithms.theory.stationarity import Stationarity
from algorithms.theory.twins import CONSTANT, DECREASING, FEATURE_BOUND, Convergence, Pursuit
from algorithms.theory.waves import Line
from pages.figures.random_feature_words import exponent, many
from pages.figures.regret_figures import number

PRINTED = {CONSTANT: "Theorem 1, T^(−1/2)", DECREASING: "its limit, 1/T"}
SHARPER = {CONSTANT: "sharper, T^(−3/4)", DECREASING: "allowed by these steps"}
SCALE = r"\frac{M^2(\kappa+\phi)^2}m"
FORMULAS = {
    CONSTANT: r"\begin{aligned}E|f(x)-h(x)|^2&\le" + SCALE
    + r"\cdot\underbrace{\frac\gamma{2-\gamma}}_{\approx\frac\theta2T^{-3/4}}\\&\le" + SCALE
    + r"\cdot\underbrace{\theta^2T^{-1/2}}_{\text{Theorem 1}}\\\gamma&=\theta T^{-3/4}\end{aligned}",
    DECREASING: r"\begin{aligned}E|f(x)-h(x)|^2&\le" + SCALE
    + r"\cdot\frac T{\lambda^2(T+t_0)^2}\\&\le" + SCALE
    + r"\cdot\frac1{\lambda^2T}\\\eta_t&=\frac1{\lambda(t+t_0)}\end{aligned}",
}  # fmt: skip
PAPERS = {
    "TSGS3VM": ("TSGS3VM eqs (7) and (8), Theorem 1, Remark 2", "the sharper bound and the constant are derived here"),
    "DSG": ("the 1/T rate of Dai et al. 2014", "TSGS3VM, Theorem 1, at C* = 0 for the constant step"),
    "QSG-S2AUC": ("QSG eqs (14a), (14b), (15), (16)", "the bound is derived here, as Theorem 1 is"),
}
THEOREM_2 = r"\frac1T\sum_{t\le T}E\|\nabla R(h_t)\|^2\le\frac E{T^{1/4}}+\frac F{T^{3/4}}"
MORE = "Draw more rows or more frequencies in an iteration, or raise λ."
LEAST_VALUE = (
    "Nobody knows the least value R*; no loss is negative, so 0 in its place makes the bound larger, never wrong. "
    "Assumption 2 asks that the losses be Lipschitz; the proof needs it of their slopes, with constants L′ and U′."
)


def all_labelled(learner: str) -> str:
    return f"Every example is labelled here, so nothing is left for {learner} to learn from without a label."


def twin_alts(found: Convergence, pursuit: Pursuit) -> list[str]:
    """f beside h along the line, a sentence for each T."""
    gaps = np.abs(found.first.f - found.first.h)
    return [
        f"{pursuit.learner}, T = {T:,}, m = {pursuit.n_components}: f and its exact twin h differ by "
        f"{number(gap.max())} at most, {number(np.sqrt((gap**2).mean()))} root mean square; h lies between "
        f"{number(h.min())} and {number(h.max())}"
        for T, gap, h in zip(found.iterations, gaps, found.first.h, strict=True)
    ]


def gap_alts(found: Convergence, pursuit: Pursuit) -> list[str]:
    """The mean square beside what is allowed, a sentence for each T."""
    return [
        f"T = {T:,}: over {len(found.each)} seeds the mean of (f − h)² is {number(mean)} on average over the line, "
        f"{number(most)} at most; allowed are {number(printed)} ({PRINTED[pursuit.step_rule]}) and {number(sharp)} "
        f"({SHARPER[pursuit.step_rule]})"
        for T, mean, most, printed, sharp in zip(
            found.iterations, found.average, found.largest, found.printed, found.sharper, strict=True
        )
    ]


def twin_sentence(found: Convergence, pursuit: Pursuit) -> str:
    """What h is, the measured exponent beside the promised ones, and the ratios at the end."""
    powers = [found.exponent(curve).exponent for curve in (found.average, found.sharper)]
    measured, sharp = map(exponent, powers)
    printed, sharper = (many(allowed[-1] / found.largest[-1]) for allowed in (found.printed, found.sharper))
    grows = powers[0] > 0
    fresh = "one fresh frequency" if pursuit.n_components == 1 else f"{pursuit.n_components} fresh frequencies"
    said = (
        f"The twin $h$ makes the same draws and takes the same slopes as $f$, but has the exact kernel where $f$ has "
        f"{fresh} an iteration. Over the later half of this axis $E|f-h|^2$ {'grows' if grows else 'falls'} as "
        f"**$T^{{{measured}}}$**; "
    )
    end = f" At T = {found.iterations[-1]:,} "
    if powers[0] > max(0.0, powers[1] + 1.0):
        return f"{said}f runs away, as its own noise makes its slopes larger. {MORE}"
    if pursuit.step_rule == CONSTANT:
        return (
            f"{said}Theorem 1 promises $T^{{-0.50}}$, the sharper bound $T^{{{sharp}}}$ here.{end}Theorem 1 allows "
            f"**{printed} times** the largest value measured, the sharper bound **{sharper} times**."
        )
    return (
        f"{said}the bound for these steps falls as $T^{{{sharp}}}$ there, and as $T^{{-1}}$ in the end.{end}it allows "
        f"**{sharper} times** the largest value measured, its limit {printed} times."
    )


def twin_caption(pursuit: Pursuit) -> str:
    each = "Each T is a run of its own, as the step depends on it. " if pursuit.step_rule == CONSTANT else ""
    return f"{each}Play lets T grow. Uprights: a positive example of this run, at 0, and a negative one."


def twin_constants(found: Convergence, pursuit: Pursuit) -> str:
    """What stands for the letters of the formula."""
    one = 1.0 / pursuit.regularization if pursuit.learner == "TSGS3VM" else 1.0
    prices = f"$C=C^*=1/\\lambda={number(one)}$" if one != 1.0 else f"$\\lambda={number(pursuit.regularization)}$"
    if pursuit.step_rule == DECREASING:
        prices += f", $t_0={number(pursuit.delay)}$"
    elif pursuit.learner == "DSG":
        prices += ", its step is $\\gamma/\\lambda$ and $M$ counts $1/\\lambda$ times"
    return (
        f"Here $M={many(found.slopes * one)}$, the largest sum of an iteration's slopes that was met; $\\kappa=1$, "
        f"$\\phi={FEATURE_BOUND[pursuit.feature_map]:.0f}$, $m={pursuit.n_components}$; {prices}."
    )


def twin_table(found: Convergence, pursuit: Pursuit) -> dict[str, Sequence[Any]]:
    printed, sharper = PRINTED[pursuit.step_rule], SHARPER[pursuit.step_rule]
    return {
        "T": found.iterations, "mean over x": found.average, "largest of any x": found.largest,
        printed: found.printed, sharper: found.sharper, f"{printed} / largest": found.printed / found.largest,
        f"{sharper} / largest": found.sharper / found.largest,
    }  # fmt: skip


def line_table(found: Convergence, line: Line, frame: int) -> dict[str, Sequence[Any]]:
    """The curves of one frame."""
    T, f, h = found.iterations[frame], found.first.f[frame], found.first.h[frame]
    return {"along the line": line.at, f"f, T = {T:,}": f, f"h, T = {T:,}": h, "f − h": f - h}


def stationarity_sentence(found: Stationarity) -> str:
    """The bound beside what was measured, or why there is none."""
    T, measured = f"{found.iterations[-1]:,}", number(found.measured[-1])
    if found.jumping:
        named = " and ".join(f"the {name}" for name in found.jumping)
        slopes = "The slope of {} jumps" if len(found.jumping) == 1 else "The slopes of {} jump"
        return (
            f"**Theorem 2 says nothing here.** {slopes.format(named)}, so there is no Lipschitz constant L′ or U′, and "
            f"the bound is infinite. Measured all the same, at T = {T}: {measured}. The logistic loss with the "
            "Gaussian-like is covered."
        )
    return (
        f"**Theorem 2 covers this run.** At T = {T} it allows **{many(found.bound[-1])}**; measured is "
        f"**{measured}**: the bound is **{many(found.bound[-1] / found.measured[-1])} times** as much."
    )


def stationarity_constants(found: Stationarity) -> str:
    """The theorem's letters as numbers."""
    known = found.constants
    if found.jumping:
        return f"$R(h_1)={number(known.start)}$, $M={number(known.slopes)}$; there is no $M'$, $L$, $E$ or $F$."
    return (
        f"$R(h_1)={number(known.start)}$, $R^*$ taken as 0, $M={number(known.slopes)}$, $M'={number(known.bends)}$, "
        f"$L={number(known.gradient)}$, so $E={known.slow:,.0f}$, $F={known.fast:,.0f}$."
    )
