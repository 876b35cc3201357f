"""What the random-features page says of its pictures, from their own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms.random_features import variance_of_one
from algorithms.theory.bandwidths import CONVENTIONS
from algorithms.theory.twins import CONSTANT, DECREASING, FEATURE_BOUND, Convergence, Pursuit
from algorithms.theory.waves import SIZES, Errors, Gram, Waves
from pages.figures.regret_figures import number

if TYPE_CHECKING:
    from algorithms.theory.stationarity import Stationarity

MAPS = {"pair": "Cosine and sine of each", "shifted": "One cosine with a random phase"}
SHORT_MAPS = {"pair": "cos and sin", "shifted": "cos with phase"}
PRINTED = {CONSTANT: "Theorem 1, T^(−1/2)", DECREASING: "its limit, 1/T"}
SHARPER = {CONSTANT: "sharper, T^(−3/4)", DECREASING: "allowed by the steps"}
UNITS = ("B", "kB", "MB", "GB", "TB", "PB")


# ---- the kernel


def missed(found: Waves, name: str) -> tuple[np.ndarray, np.ndarray]:
    """What the estimate misses the kernel by, for each m: at most, and root mean square along the line."""
    gaps = np.abs(found.estimates(name) - found.exact)
    return gaps.max(axis=1), np.sqrt((gaps**2).mean(axis=1))


def kernel_alts(name: str, found: Waves) -> list[str]:
    """A sentence for each m."""
    return [
        f"{MAPS[name]}, m = {m:,}: along the line the estimate misses the kernel by {most:.3f} at most, "
        f"{rms:.3f} root mean square"
        for m, most, rms in zip(SIZES, *missed(found, name), strict=True)
    ]


def kernel_sentence(found: Waves, m: int) -> str:
    """Both maps at one m."""
    row = SIZES.index(m)
    said = {name: (found.estimates(name)[row], missed(found, name)) for name in found.terms}
    middle = int(np.argmin(np.abs(found.at)))
    return (
        f"With **m = {m:,}** frequencies, cosine and sine miss the kernel on this line by "
        f"**{said['pair'][1][0][row]:.3f}** at most, single cosines by **{said['shifted'][1][0][row]:.3f}**. At the "
        f"point itself, where $k = 1$, the pair says {said['pair'][0][middle]:.3f} (always 1: cos² + sin²), single "
        f"cosines {said['shifted'][0][middle]:.3f}."
    )


def kernel_table(found: Waves) -> dict[str, Sequence[Any]]:
    table: dict[str, Sequence[Any]] = {"m": SIZES}
    for name in found.terms:
        most, rms = missed(found, name)
        table |= {f"{SHORT_MAPS[name]}: largest error": most, f"{SHORT_MAPS[name]}: root mean square": rms}
    return table


def error_sentence(errors: Sequence[Errors]) -> str:
    """The measured exponents, and which map is better at equal cost."""
    pair, shifted = errors
    ratio = (shifted.expected[0] / pair.expected[0]) ** 2
    return (
        f"Measured over {len(pair.measured)} seeds, the error falls as **m^{number(pair.fitted.exponent)}** (cosine and "
        f"sine) and **m^{number(shifted.fitted.exponent)}** (single cosines); the law is m^(−1/2). One frequency of the "
        f"pair has {number(ratio)} times less variance here, for twice the cosines: at equal cost "
        f"{'the pair wins' if ratio > 2 else 'single cosines win' if ratio < 2 else 'they tie'}."
    )


# ---- Gram matrices


def gram_sentence(found: Gram, m: int, feature_map: str) -> str:
    largest = float(np.abs(found.difference).max())
    return (
        f"{len(found.exact)} points of this run, **m = {m:,}**, {SHORT_MAPS[feature_map]}: the approximate matrix is off "
        f"by **{found.error:.4f}** (root mean square; expected {found.expected:.4f}), by {largest:.3f} at most."
    )


# ---- f and its twin


def twin_alts(found: Convergence, pursuit: Pursuit) -> list[str]:
    gaps = np.abs(found.first.f - found.first.h)
    return [
        f"{pursuit.learner}, T = {T:,}, m = {pursuit.n_components}: f and its exact twin h differ by {number(gap.max())} "
        f"at most and {number(np.sqrt((gap**2).mean()))} root mean square; h lies between {number(h.min())} and "
        f"{number(h.max())}"
        for T, gap, h in zip(found.iterations, gaps, found.first.h, strict=True)
    ]


def gap_alts(found: Convergence, pursuit: Pursuit) -> list[str]:
    return [
        f"T = {T:,}: the mean of (f − h)² over {len(found.each)} seeds is {number(mean)} over the line, {number(most)} "
        f"at most; {PRINTED[pursuit.step_rule]} allows {number(printed)}, {SHARPER[pursuit.step_rule]} {number(sharp)}"
        for T, mean, most, printed, sharp in zip(
            found.iterations, found.average, found.largest, found.printed, found.sharper, strict=True
        )
    ]


def twin_sentence(found: Convergence, pursuit: Pursuit) -> str:
    """Slopes and ratios at the end."""
    T, slope = int(found.iterations[-1]), number(found.exponent(found.average).exponent)
    ratios = [number(allowed[-1] / found.largest[-1]) for allowed in (found.printed, found.sharper)]
    sharp = number(found.exponent(found.sharper).exponent)
    if pursuit.step_rule == CONSTANT:
        return (
            f"Measured over the later half, $E|f-h|^2$ falls as **T^{slope}**; Theorem 1 promises T^−0.5, the sharper "
            f"bound T^{sharp}. At T = {T:,} Theorem 1 allows **{ratios[0]} times** the largest mean square that was "
            f"measured, the sharper bound **{ratios[1]} times**."
        )
    return (
        f"Measured over the later half, $E|f-h|^2$ falls as **T^{slope}**; the sum of squared steps itself falls as "
        f"T^{sharp} there, and as 1/T in the end. At T = {T:,} it allows **{ratios[1]} times** the largest mean square "
        "that was measured."
    )


def twin_formula(pursuit: Pursuit) -> str:
    """What is allowed, in LaTeX."""
    if pursuit.step_rule == CONSTANT:
        return (
            r"E|f(x)-h(x)|^2\le\frac{M^2(\kappa+\phi)^2}m\cdot\underbrace{\frac\gamma{2-\gamma}}_{\approx\frac\theta2"
            r"T^{-3/4}}\le\frac{M^2(\kappa+\phi)^2}m\,\underbrace{\theta^2T^{-1/2}}_{\text{Theorem 1}},\quad"
            r"\gamma=\theta T^{-3/4}"
        )
    return (
        r"E|f(x)-h(x)|^2\le\frac{M^2(\kappa+\phi)^2}m\cdot\frac T{\lambda^2(T+t_0)^2}\le\frac{M^2(\kappa+\phi)^2}m\cdot"
        r"\frac1{\lambda^2T},\quad\eta_t=\frac1{\lambda(t+t_0)}"
    )


def twin_constants(found: Convergence, pursuit: Pursuit) -> str:
    M = found.slopes / (pursuit.regularization if pursuit.learner == "TSGS3VM" else 1.0)
    scale = (
        f"$C=C^*=1/\\lambda={number(1 / pursuit.regularization)}$"
        if pursuit.learner == "TSGS3VM"
        else f"$\\lambda={number(pursuit.regularization)}$"
    )
    return (
        f"Here $M={number(M)}$ (the largest sum of an iteration's slopes that was met), $\\kappa=1$, "
        f"$\\phi={FEATURE_BOUND[pursuit.feature_map]:.0f}$, $m={pursuit.n_components}$, {scale}."
    )


def twin_table(found: Convergence, pursuit: Pursuit) -> dict[str, Sequence[Any]]:
    return {
        "T": found.iterations, "mean over x": found.average, "largest of any x": found.largest,
        PRINTED[pursuit.step_rule]: found.printed, SHARPER[pursuit.step_rule]: found.sharper,
        "first / largest": found.printed / found.largest, "second / largest": found.sharper / found.largest,
    }  # fmt: skip


def stationarity_sentence(found: Stationarity) -> str:
    T, measured = int(found.iterations[-1]), number(found.measured[-1])
    if found.jumping:
        named = " and ".join(f"“{name}”" for name in found.jumping)
        one = len(found.jumping) == 1
        return (
            f"**Theorem 2 says nothing here**: the slope{'' if one else 's'} of {named} jump{'s' if one else ''}, so no "
            f"$L'$ or $U'$ exists and the bound is infinite. Measured all the same: {measured} on average over the "
            f"first {T:,} iterations. Choose logistic and Gaussian-like."
        )
    ratio = number(found.bound[-1] / found.measured[-1])
    return (
        f"**Theorem 2 covers this run.** For T = {T:,} it allows a mean of **{number(found.bound[-1])}**; measured is "
        f"**{measured}**: the bound is {ratio} times as much."
    )


def stationarity_constants(found: Stationarity) -> str:
    known = found.constants
    if found.jumping:
        return f"$R(h_1)={number(known.start)}$, $M={number(known.slopes)}$; $M'$, $L$, $E$ and $F$ do not exist."
    return (
        f"$R(h_1)={number(known.start)}$, $R^*\\to0$, $M={number(known.slopes)}$, $M'={number(known.bends)}$, "
        f"$L={number(known.gradient)}$: $E={number(known.slow)}$, $F={number(known.fast)}$."
    )


# ---- seeds and widths


def size(count: float) -> str:
    """Bytes in words, by thousands."""
    power = 0
    while count >= 999.5 and power < len(UNITS) - 1:
        count, power = count / 1000, power + 1
    return f"{number(round(count, 1) if count < 100 else round(count))} {UNITS[power]}"


def memory_sentence(sizes: Mapping[str, int], n: int, d: int, m: int, T: int) -> str:
    kept, model = sizes["frequencies kept"], sizes["seed and coefficients"]
    return (
        f"{T:,} iterations of {m:,} frequencies are {T * m:,} frequencies of {d:,} numbers. Kept, the model takes "
        f"**{size(kept)}**; as one seed and its coefficients **{size(model)}**, {number(kept / model)} times less. All "
        f"{n:,} points' features would take {size(sizes['features of all rows kept'])}, their kernel matrix "
        f"{size(sizes['kernel matrix'])}."
    )


def width_rows(gamma: float) -> str:
    """The table of conventions."""
    rows = ["| Paper | Kernel | its σ here | ω drawn from |", "|:--|:--|--:|:--|"]
    for one in CONVENTIONS.values():
        value = number(one.of_gamma(gamma))
        variance = number(2 * gamma)
        rows.append(f"| {one.papers} | ${one.formula}$ | **{value}** | $N(0,\\ {one.frequencies}={variance})$ |")
    return "\n".join(rows)


def variance_words(k: float) -> str:
    return f"{number(float(variance_of_one(k, 'pair')))} and {number(float(variance_of_one(k, 'shifted')))}"
