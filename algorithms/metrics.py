"""Measures of a ranking, for one vector of scores or for a whole stack of them.

AUC is the share of (positive, negative) pairs in the right order, a tie counting 1/2 (the Wilcoxon-Mann-Whitney
statistic), as sklearn.metrics.roc_auc_score computes it. Labels are -1 and +1. Cost: O(n log n), never the pairs.
"""

from __future__ import annotations

import math

import numpy as np


def auc(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    """AUC of scores (..., n) against labels y (n,); NaN where a class is missing or a score is not finite."""
    scores, positive = np.asarray(scores, float), np.asarray(y) > 0
    n_pos = int(positive.sum())
    n_neg = positive.size - n_pos
    flat = scores.reshape(-1, positive.size)
    if n_pos == 0 or n_neg == 0:
        return np.full(scores.shape[:-1], np.nan)[()]
    negatives, positives = np.sort(flat[:, ~positive], axis=1), flat[:, positive]
    values = np.empty(len(flat))
    for row, (below, above) in enumerate(zip(negatives, positives, strict=True)):
        above = np.sort(above)  # sorted queries walk through memory once
        beaten = np.searchsorted(below, above, "left").sum() + np.searchsorted(below, above, "right").sum()
        values[row] = beaten / (2.0 * n_pos * n_neg)
    values[~np.isfinite(flat).all(axis=1)] = np.nan
    return values.reshape(scores.shape[:-1])[()]


def mean_pairwise_hinge(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Mean of max(0, 1 - (s_p - s_n)) over all pairs, for scores (..., n) and labels y (n,); NaN without pairs."""
    scores, positive = np.asarray(scores, float), np.asarray(y) > 0
    flat = scores.reshape(-1, positive.size)
    if not positive.any() or positive.all():
        return np.full(scores.shape[:-1], np.nan)[()]
    values = np.empty(len(flat))
    for row, line in enumerate(flat):
        centre = line.mean()  # a common offset cancels in every pair, but not in the sums below
        negatives = np.sort(line[~positive] - centre)
        positives = np.sort(line[positive] - centre)
        tails = np.concatenate([np.cumsum(negatives[::-1])[::-1], [0.0]])
        first = np.searchsorted(negatives, positives - 1.0, "right")
        violating = len(negatives) - first
        values[row] = (violating * (1.0 - positives) + tails[first]).sum() / (len(positives) * len(negatives))
    return values.reshape(scores.shape[:-1])[()]


def counts_above(scores: np.ndarray, y: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Exact numbers (2, k) of negatives and of positives with score > edge, for scores (n,) and edges (k,)."""
    positive = np.asarray(y) > 0
    return np.stack([
        part.size - np.searchsorted(np.sort(part), edges, "right") for part in (scores[~positive], scores[positive])
    ])


def auc_interval(value: float, n_pos: int, n_neg: int) -> tuple[float, float]:
    """95 % confidence interval of an AUC after Hanley and McNeil (1982), clipped to [0, 1]."""
    q1, q2 = value / (2 - value), 2 * value**2 / (1 + value)
    variance = value * (1 - value) + (n_pos - 1) * (q1 - value**2) + (n_neg - 1) * (q2 - value**2)
    half = 1.96 * math.sqrt(max(variance, 0.0) / (n_pos * n_neg))
    return max(0.0, value - half), min(1.0, value + half)


def decision_rates(scores: np.ndarray, y: np.ndarray, threshold: float = 0.0) -> tuple[float, float]:
    """Shares of positives found and of negatives called positive (false alarms), where score > threshold decides."""
    called, positive = np.asarray(scores) > threshold, np.asarray(y) > 0
    return float(called[positive].mean()), float(called[~positive].mean())


def accuracy_at_ratio(true_positive_rate, true_negative_rate, ratio: float):
    """Accuracy where `ratio` negatives come to one positive, from rates measured on a test part of any mix."""
    return (true_positive_rate + ratio * true_negative_rate) / (1.0 + ratio)
