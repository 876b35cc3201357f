"""The 255 levels of a frame: score thresholds in rising order, by which pictures and exact counts are made.

Level 128 is exactly 0. On each side of it half of the levels stand at even steps up to a robust maximum of
|f|, half where the test scores of each class lie. Even steps alone would show nothing of a learner whose
scores crowd: an SVC at 19 : 1 keeps nearly all of them within 4 % of -1, six steps of 255. A score becomes
the number of levels below it, one byte, so that f is above level v exactly where its byte is at least v.
Cost: O(n log n) a frame.
"""

from __future__ import annotations

import numpy as np

from algorithms.metrics import counts_above

CUTS = 32  # levels on each side of 0 that follow the scores of one class


def levels_of(negatives: np.ndarray, positives: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Levels (F, 255), rising, for the sorted test scores of each class (F, n) and the plane's (F, G).

    They are single precision in double's clothes: what is counted is what is sent.
    """
    reach = np.max([_robust_maximum(scores) for scores in (negatives, positives, grid)], axis=0)
    reach[reach == 0] = 1.0
    levels = np.zeros((len(grid), 255))
    for row, classes in enumerate(zip(negatives, positives, strict=True)):
        levels[row, :127] = -_half([-scores[::-1] for scores in classes], reach[row])[::-1]
        levels[row, 128:] = _half(classes, reach[row])
    largest = np.finfo(np.float32).max  # a learner about to diverge goes beyond
    return np.clip(levels, -largest, largest).astype(np.float32).astype(float)


def to_bytes(scores: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Number of levels below each score, (F, n) uint8."""
    rows = zip(levels, scores, strict=True)
    return np.stack([np.searchsorted(own, row) for own, row in rows]).astype(np.uint8)


def counts_of(scores: np.ndarray, y: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """Exact numbers (F, 2, 257) of negative and of positive scores (F, n) above -inf, each level and +inf."""
    infinite = np.full((len(levels), 1), np.inf)
    edges = np.hstack([-infinite, levels, infinite])
    counts = [counts_above(row, y, edge) for row, edge in zip(scores, edges, strict=True)]
    return np.stack(counts).astype(np.uint16 if scores.shape[1] < 2**16 else np.uint32)


def _half(classes: list[np.ndarray], reach: float) -> np.ndarray:
    """The 127 levels above 0, up to the largest score."""
    crowds = [part for part in (scores[scores > 0] for scores in classes) if part.size]
    cuts = [part[np.arange(1, CUTS + 1) * (part.size - 1) // CUTS] for part in crowds]
    steps = 127 - CUTS * len(cuts)
    return np.sort(np.concatenate([reach * np.arange(1, steps + 1) / steps, *cuts]))


def _robust_maximum(scores: np.ndarray) -> np.ndarray:
    """The 99th percentile of |f| in each row: a far corner must not take all levels."""
    k = int(0.99 * (scores.shape[1] - 1))
    return np.partition(np.abs(scores), k, axis=1)[:, k]
