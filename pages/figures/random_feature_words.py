"""What the random-features page says of the kernel, its matrices, seeds and widths, from the pictures' own numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from algorithms.theory.bandwidths import CONVENTIONS, frequency_variance
from algorithms.theory.waves import SIZES, Errors, Gram, Line, Waves
from pages.figures.regret_figures import number

MAPS = {"pair": "Cosine and sine of each", "shifted": "One cosine with a random phase"}
SHORT_MAPS = {"pair": "cos and sin", "shifted": "cos with phase"}
UNITS = ("B", "kB", "MB", "GB", "TB", "PB")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
VARIANCES = (
    r"\begin{aligned}\text{error}&=\sqrt{\bar v/m}\\v_{\text{cos and sin}}&=\tfrac12(1+k^4)-k^2\\"
    r"v_{\text{cos with phase}}&=1+\tfrac12k^4-k^2\end{aligned}"
)
SEED = (
    "The generator's key is the pair (seed, iteration $i$): it draws the frequencies of iteration $i$ again whenever "
    "they are needed, in any order. With *seed + i* for a key, runs of neighbouring seeds would share nearly all. "
    "Remark 1 of TSGS3VM says O(T) memory; with $m$ frequencies an iteration it is O($mT$)."
)


def papers(*where: str) -> str:
    """Where the papers say what is shown."""
    return f"In the papers: {'; '.join(where)}."


def exponent(value: float) -> str:
    """Two decimals, for LaTeX."""
    return f"{value:.2f}"


def many(value: float) -> str:
    """A ratio: three figures, whole from 100 on, with a power of ten from a million on."""
    if abs(value) >= 1e6:
        figures, power = f"{value:.1e}".split("e+")
        return f"{figures}·10{str(int(power)).translate(RAISED)}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


# ---- the kernel


def missed(found: Waves, name: str) -> tuple[np.ndarray, np.ndarray]:
    """What the estimate misses the kernel by, for each m: at most, and root mean square along the line."""
    gaps = np.abs(found.estimates(name) - found.exact)
    return gaps.max(axis=1), np.sqrt((gaps**2).mean(axis=1))


def kernel_alts(name: str, found: Waves) -> list[str]:
    """A sentence for each m."""
    return [
        f"{MAPS[name]}, m = {m:,}: along the line the estimate misses the kernel by {most:.3f} at most, {rms:.3f} root "
        "mean square"
        for m, most, rms in zip(SIZES, *missed(found, name), strict=True)
    ]


def kernel_sentence(found: Waves, m: int) -> str:
    """Both maps at one m."""
    row, here = SIZES.index(m), int(np.argmin(np.abs(found.at)))
    pair, shifted = (missed(found, name)[0][row] for name in ("pair", "shifted"))
    itself = [found.estimates(name)[row, here] for name in ("pair", "shifted")]
    return (
        f"With **m = {m:,}** frequencies, cosine and sine miss the kernel on this line by **{pair:.3f}** at most, "
        f"single cosines by **{shifted:.3f}**. For a point and itself, where $k=1$, the pair says {itself[0]:.3f} "
        f"(always 1: cos² + sin²), single cosines {itself[1]:.3f}."
    )


def line_caption(gamma: float, line: Line, faint: int) -> str:
    return (
        "The kernel between a positive example, at 0, and the points of the line through it and a negative one, at "
        f"{number(line.other)}; γ = {number(gamma)}. Thin: the first {faint} terms. Play adds frequencies."
    )


def kernel_table(found: Waves) -> dict[str, Sequence[Any]]:
    table: dict[str, Sequence[Any]] = {"m": SIZES}
    for name in found.terms:
        most, rms = missed(found, name)
        table |= {f"{SHORT_MAPS[name]}: largest error": most, f"{SHORT_MAPS[name]}: root mean square": rms}
    return table


def line_table(found: Waves, m: int) -> dict[str, Sequence[Any]]:
    """The curves at one m."""
    estimates = {f"{SHORT_MAPS[name]}, m = {m:,}": found.estimates(name)[SIZES.index(m)] for name in found.terms}
    return {"along the line": found.at, "exact": found.exact, **estimates}


def error_sentence(errors: Sequence[Errors]) -> str:
    """The measured exponents, and which map is better at equal cost."""
    pair, shifted = errors
    ratio = (shifted.expected[0] / pair.expected[0]) ** 2
    better = "the pair wins" if ratio > 2 else "single cosines win" if ratio < 2 else "they tie"
    return (
        f"Over {len(pair.measured)} seeds the error falls as $m^{{{exponent(pair.fitted.exponent)}}}$ (cosine and "
        f"sine) and $m^{{{exponent(shifted.fitted.exponent)}}}$ (single cosines); the law, dashed, is $m^{{-1/2}}$. "
        f"Bands: the middle 80 % of the seeds. A single cosine has **{many(ratio)} times** the variance of a pair, "
        f"which costs two: at equal cost {better}."
    )


# ---- Gram matrices


def gram_sentence(found: Gram, m: int, feature_map: str) -> str:
    largest = float(np.abs(found.difference).max())
    return (
        f"{len(found.exact)} points of this run, **m = {m:,}**, {SHORT_MAPS[feature_map]}: the approximate matrix is "
        f"off by **{found.error:.4f}** (root mean square; expected {found.expected:.4f}), by {largest:.3f} at most."
    )


def gram_caption(found: Gram, negatives: int) -> str:
    return (
        f"{negatives} negatives, then {len(found.exact) - negatives} positives, parted by grey lines. The difference "
        "has a colour scale of its own."
    )


# ---- seeds and widths


def size(count: float) -> str:
    """Bytes in words, by thousands."""
    power = 0
    while count >= 999.5 and power < len(UNITS) - 1:
        count, power = count / 1000, power + 1
    return f"{count:,.0f} {UNITS[power]}" if power == 0 or count >= 99.95 else f"{count:.1f} {UNITS[power]}"


def memory_sentence(sizes: Mapping[str, int], n: int, d: int, m: int, T: int) -> str:
    kept, model = sizes["frequencies kept"], sizes["seed and coefficients"]
    return (
        f"{T:,} iterations of {m:,} draw {T * m:,} frequencies of {d:,} number{'s' if d > 1 else ''} each. If all are "
        f"kept, the model takes **{size(kept)}**; as one seed and its coefficients, **{size(model)}**: "
        f"**{many(kept / model)} times** less. The features of all {n:,} points would take "
        f"{size(sizes['features of all rows kept'])}, their kernel matrix {size(sizes['kernel matrix'])}."
    )


def width_sentence(gamma: float) -> str:
    values = [number(one.of_gamma(gamma)) for one in CONVENTIONS.values()]
    return (
        f"The kernel of this page has γ = **{number(gamma)}** in scikit-learn's notation. Its frequencies have "
        f"variance {number(frequency_variance(gamma))}. The papers call the same kernel σ = {', '.join(values)}:"
    )


def width_rows(gamma: float) -> str:
    """The table of conventions."""
    rows = ["| Paper | Kernel | Its σ here | Variance of ω |", "|:--|:--|--:|:--|"]
    for one in CONVENTIONS.values():
        rows.append(f"| {one.papers} | ${one.formula}$ | **{number(one.of_gamma(gamma))}** | ${one.variance}$ |")
    return "\n".join(rows)


def misread_sentence(gamma: float, said: str) -> str:
    sigma = CONVENTIONS[said].of_gamma(gamma)
    others = [
        f"{name} takes it for γ = {number(one.gamma_of(sigma))}" for name, one in CONVENTIONS.items() if name != said
    ]
    return f"σ = **{number(sigma)}**, right for {said}, is another kernel elsewhere: {', '.join(others)}."
