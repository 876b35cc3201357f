r"""AUC as a share of pairs: one pair, the grid of all pairs, its staircase and what a threshold cuts.

AUC = 1/(N+ N-) sum over pairs of 1[s_p > s_n] + 1[s_p = s_n]/2. Put positives in rows and negatives in
columns, both from the highest score down: the cells in the right order fill the area under the ROC curve,
tied cells count half. A threshold that calls TP positives and FP negatives positive cuts below row TP and
right of column FP: the point (FP/N-, TP/N+) of the ROC curve is the corner of that cut.
Cost: O(n log n), and O(N+ C) for a grid of C columns; never more than the shown cells are kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.metrics import counts_above


class Pair(NamedTuple):
    """One positive against one negative: margin s_p - s_n, its losses, and what it adds to the AUC."""

    margin: float
    zero_one: float
    hinge: float
    square: float
    share: float


def pair(scores: np.ndarray, y: np.ndarray, positive: int, negative: int) -> Pair:
    """The pair of two rows of scores (n,), y (n,). Raises ValueError unless one is positive, one negative."""
    y = np.asarray(y)
    if not (y[positive] > 0 > y[negative]):
        raise ValueError("A pair is one positive and one negative example.")
    margin = float(scores[positive] - scores[negative])
    wrong = float(margin < 0) + 0.5 * float(margin == 0)
    pairs = int((y > 0).sum()) * int((y < 0).sum())
    return Pair(margin, wrong, max(0.0, 1.0 - margin), (1.0 - margin) ** 2, (1.0 - wrong) / pairs)


class PairGrid(NamedTuple):
    """All pairs in ROC order, counted exactly in blocks.

    positives (N+,), negatives (N-,) : rows of the data from the highest score down.  row_edges (R + 1,),
    column_edges (C + 1,) : block i, j holds positives row_edges[i] .. row_edges[i+1] - 1 and so on.
    right, tied, wrong (R, C) : whole numbers of pairs in each block.
    """

    positives: np.ndarray
    negatives: np.ndarray
    row_edges: np.ndarray
    column_edges: np.ndarray
    right: np.ndarray
    tied: np.ndarray
    wrong: np.ndarray

    @property
    def area(self) -> float:
        """Share of pairs in the right order, ties half: the AUC."""
        return float((self.right.sum() + self.tied.sum() / 2) / (len(self.positives) * len(self.negatives)))

    @property
    def shade(self) -> np.ndarray:
        """(R, C) from -1, all pairs of a block wrong, to 1, all right."""
        return (self.right - self.wrong) / (self.right + self.tied + self.wrong)

    def pair_in(self, row: int, column: int) -> tuple[int, int]:
        """Rows of the data of the first pair in block row, column."""
        return int(self.positives[self.row_edges[row]]), int(self.negatives[self.column_edges[column]])

    def block_of(self, positive: int, negative: int) -> tuple[int, int]:
        """The block that holds the pair of these rows of the data."""
        places = (np.flatnonzero(order == row)[0]
                  for order, row in ((self.positives, positive), (self.negatives, negative)))  # fmt: skip
        edges = (self.row_edges, self.column_edges)
        i, j = (int(np.searchsorted(e, place, "right")) - 1 for e, place in zip(edges, places, strict=True))
        return i, j


def pair_grid(scores: np.ndarray, y: np.ndarray, cells: int = 150) -> PairGrid:
    """The grid of all pairs of scores (n,), y (n,), with at most `cells` blocks a side.

    Raises ValueError where a class is missing or a score is not finite.
    """
    scores, positive = np.asarray(scores, float), np.asarray(y) > 0
    if not positive.any() or positive.all() or not np.isfinite(scores).all():
        raise ValueError("Pairs need examples of both classes and finite scores.")
    order = np.argsort(-scores, kind="stable")
    positives, negatives = order[positive[order]], order[~positive[order]]
    row_edges, column_edges = (_edges(len(part), cells) for part in (positives, negatives))
    rising = -scores[negatives]  # ascending, as searchsorted wants
    above = np.searchsorted(rising, -scores[positives], "left")  # negatives that beat each positive
    beaten = np.searchsorted(rising, -scores[positives], "right")  # where those that it beats begin
    first, last = column_edges[:-1], column_edges[1:]
    wrong = np.clip(above[:, None], first, last) - first
    right = last - np.clip(beaten[:, None], first, last)
    right, wrong = (np.add.reduceat(part, row_edges[:-1], axis=0) for part in (right, wrong))
    size = np.diff(row_edges)[:, None] * np.diff(column_edges)
    return PairGrid(positives, negatives, row_edges, column_edges, right, size - right - wrong, wrong)


def _edges(n: int, cells: int) -> np.ndarray:
    return np.linspace(0, n, min(n, cells) + 1).round().astype(int)


class Roc(NamedTuple):
    """The ROC curve, its corners from (0, 0) to (1, 1): false alarms, hits (k,), and the threshold of each
    corner.

    A score above the threshold is called positive; the last one, -inf, calls all.
    """

    false_alarms: np.ndarray
    hits: np.ndarray
    thresholds: np.ndarray


def roc(scores: np.ndarray, y: np.ndarray) -> Roc:
    """The ROC curve of scores (n,), y (n,): one corner for each distinct score; a tie is a slanted piece."""
    scores = np.asarray(scores, float)
    thresholds = np.append(np.unique(scores)[::-1], -np.inf)
    counts = counts_above(scores, y, thresholds)
    false_alarms, hits = counts / counts[:, -1:]
    return Roc(false_alarms, hits, thresholds)


class Cut(NamedTuple):
    """What a threshold does: rows (true positives) and columns (false positives) before the cut."""

    row: int
    column: int
    hits: float
    false_alarms: float


def cut(scores: np.ndarray, y: np.ndarray, threshold: float) -> Cut:
    """Where a threshold cuts the grid of scores (n,), y (n,): score > threshold is called positive."""
    negatives, positives = counts_above(np.asarray(scores, float), y, np.array([threshold]))[:, 0].tolist()
    n_pos = int((np.asarray(y) > 0).sum())
    return Cut(positives, negatives, positives / n_pos, negatives / (len(y) - n_pos))


def threshold_between(scores: np.ndarray, positive: int, negative: int) -> float:
    """The threshold half way between a pair's two scores, which splits a pair that is in order."""
    return float((scores[positive] + scores[negative]) / 2)


def strict_auc(scores: np.ndarray, y: np.ndarray) -> float:
    """The paper's AUC, which counts s_p > s_n only: a tie is a mistake. Without ties it is `metrics.auc`."""
    grid = pair_grid(scores, y, cells=1)
    return float(grid.right.sum() / (len(grid.positives) * len(grid.negatives)))


#: Scores on a scale of 1 to 3, two pairs of which tie: strict counting says 7/9, half counting 8/9.
TIED_SCORES = np.array([1.0, 1.0, 2.0, 2.0, 2.0, 3.0])
TIED_LABELS = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
