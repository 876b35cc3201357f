"""What the ranking page's pictures say, in words and in tables: computed from the numbers they are drawn from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from algorithms.theory.answers import Answers
from algorithms.theory.pairs import Cut, Pair, PairGrid, Roc
from pages.figures.ranking_figures import AtRatios, LossCurves, Pick
from pages.figures.sentences import percent

Table = dict[str, Sequence]
ORDERS = {0.0: "in the right order", 0.5: "tied", 1.0: "in the wrong order"}  # by the 0-1 loss


def area_sentence(learner: str, step: int, unit: str, grid: PairGrid) -> str:
    """What AUC is at this moment."""
    right, tied, pairs = int(grid.right.sum()), int(grid.tied.sum()), _pairs(grid)
    half = f" and half of the {tied:,} that tie" if tied else ""
    return (
        f"After {step:,} {unit}s **{learner}** puts {right:,} of {pairs:,} pairs in the right order. "
        f"Their share{half} is the green area: **AUC {grid.area:.3f}**."
    )


def grid_alt(grid: PairGrid, cut: Cut, pick: Pick, pair: Pair) -> str:
    right, tied, wrong = (int(part.sum()) for part in (grid.right, grid.tied, grid.wrong))
    return (
        f"All {_pairs(grid):,} pairs as a square: {right:,} in the right order, {tied:,} tied, {wrong:,} in the wrong "
        f"order, AUC {grid.area:.4f}. The edge is the ROC curve. The threshold cuts at hits {percent(cut.hits, 1)}, "
        f"false alarms {percent(cut.false_alarms, 1)}. The chosen pair, positive {pick.positive} and negative "
        f"{pick.negative}, is {ORDERS[pair.zero_one]}."
    )


def grid_table(roc: Roc, most: int = 200) -> Table:
    """Corners of the ROC curve, evenly thinned to at most `most`."""
    rows = np.unique(np.linspace(0, len(roc.hits) - 1, min(most, len(roc.hits))).round().astype(int))
    thresholds = ["all positive" if value == -np.inf else f"{value:.6g}" for value in roc.thresholds[rows]]
    return {"threshold": thresholds, "false alarms": roc.false_alarms[rows], "hits": roc.hits[rows]}


def pair_sentence(pick: Pick, pair: Pair, pairs: int) -> str:
    share = {0.0: f"it adds 1/{pairs:,}", 0.5: f"it adds half of 1/{pairs:,}", 1.0: "it adds nothing"}[pair.zero_one]
    return (
        f"The positive scores {short(pick.score_positive)}, the negative {short(pick.score_negative)}: margin "
        f"**{short(pair.margin)}**, the pair is **{ORDERS[pair.zero_one]}**, and {share} to the AUC. It costs "
        f"{pair.zero_one:g} in 0-1 loss, {_small(pair.hinge)} in hinge, {_small(pair.square)} in square loss."
    )


def strip_alt(grid: PairGrid, threshold: float, pick: Pick) -> str:
    counts = [
        f"{len(edges) - 1} of {len(rows):,} {name}"
        for edges, rows, name in (
            (grid.row_edges, grid.positives, "positives"), (grid.column_edges, grid.negatives, "negatives"),
        )
    ]  # fmt: skip
    return (
        f"Scores of {' and '.join(counts)}, evenly by rank, with the threshold at {threshold:.4g}. "
        f"The chosen positive scores {pick.score_positive:.4g}, the chosen negative {pick.score_negative:.4g}."
    )


def strip_table(grid: PairGrid, scores: np.ndarray) -> Table:
    rows = np.concatenate([grid.positives[grid.row_edges[:-1]], grid.negatives[grid.column_edges[:-1]]])
    classes = ["positive"] * (len(grid.row_edges) - 1) + ["negative"] * (len(grid.column_edges) - 1)
    return {"class": classes, "number": rows, "score": scores[rows]}


def loss_alt(pair: Pair) -> str:
    return (
        "Three losses of a pair by its margin: a step, a hinge and a parabola. "
        f"At this pair's margin {pair.margin:.4g} they are {pair.zero_one:g}, {pair.hinge:.4g} and {pair.square:.4g}."
    )


def loss_table(curves: LossCurves, pair: Pair, most: int = 25) -> Table:
    """This pair's losses, then points of the curves."""
    rows = np.unique(np.linspace(0, len(curves.margins) - 1, most).round().astype(int))
    return {
        name: np.concatenate([[here], curve[rows]])
        for name, here, curve in (
            ("margin", pair.margin, curves.margins),
            ("0-1 loss", pair.zero_one, curves.zero_one),
            ("hinge", pair.hinge, curves.hinge),
            ("square loss", pair.square, curves.square),
        )
    }


def accuracy_sentence(at: AtRatios) -> str:
    """At the run's own ratio and at the largest."""
    own, most = (f"{at.ratios[i]:.3g}\u00a0:\u00a01" for i in (at.here, -1))
    right, trivial = ([percent(values[i], 1) for i in (at.here, -1)] for values in (at.accuracy, at.all_negative))
    return (
        f"With this threshold the learner is right {right[0]} of the time at {own} and {right[1]} at {most}. Calling "
        f"everything negative is right {trivial[0]} and {trivial[1]} of the time, and finds nobody. "
        f"**AUC is {at.auc:.3f} at every ratio and every threshold.**"
    )


def accuracy_alt(at: AtRatios) -> str:
    return (
        f"From {at.ratios[0]:g} : 1 to {at.ratios[-1]:g} : 1 the learner's accuracy goes from {at.accuracy[0]:.3f} to "
        f"{at.accuracy[-1]:.3f}, that of calling everything negative from {at.all_negative[0]:.3f} to "
        f"{at.all_negative[-1]:.3f}; AUC stays at {at.auc:.3f}. At this run's {at.ratios[at.here]:.3g} : 1 they are "
        f"{at.accuracy[at.here]:.3f} and {at.all_negative[at.here]:.3f}."
    )


def accuracy_table(at: AtRatios) -> Table:
    ratios = [f"{ratio:.4g} : 1" for ratio in at.ratios]
    auc = np.full(len(ratios), at.auc)
    return {"negatives : positives": ratios, "accuracy": at.accuracy, "“all negative”": at.all_negative, "AUC": auc}


def ties_sentence(found: Answers, auc: float) -> str:
    return (
        f"Keep only yes or no at the threshold, and {percent(found.tied / found.pairs, 1)} of the pairs tie. "
        f"Counted strictly, as the paper prints it, that is an AUC of **{found.strict:.3f}**; with ties half, "
        f"**{found.half:.3f}**, the mean of hits and correct rejections. The scores themselves have {auc:.3f}."
    )


def answers_alt(found: Answers) -> str:
    return (
        f"The pairs when only yes and no are kept: {found.right:,} right, {found.tied:,} tied, {found.wrong:,} wrong. "
        f"AUC {found.strict:.4f} with ties as mistakes, {found.half:.4f} with ties half."
    )


def answers_table(found: Answers) -> Table:
    counts = [found.right, found.tied, found.wrong]
    return {
        "order": ["right", "tied", "wrong"], "pairs": counts, "share": [count / found.pairs for count in counts],
        "counts, strictly": [1.0, 0.0, 0.0], "counts, ties half": [1.0, 0.5, 0.0],
    }  # fmt: skip


def _pairs(grid):
    return len(grid.positives) * len(grid.negatives)


def short(value: float) -> str:
    """Three digits, with a true minus."""
    return f"{value:.3g}".replace("-", "−")


def _small(loss):
    return "less than 0.001" if 0 < loss < 0.001 else f"{loss:.3g}"
