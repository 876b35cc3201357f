r"""Losses of the examples that a learner meets: round by round from its weights, or frame by frame from its
scores.

Round t compares (x_t, y_t), under the weights w_t held before it, with all examples of the other class seen
so far. Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, eqs (3), (4), (8).
Cost: O(T^2 p) for T rounds, all pairs once, in a compiled loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.compiled import compiled
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.theory.margins import margin_losses, margins_of


class RoundLosses(NamedTuple):
    """Margins' mean and variance and the losses, of each round or frame (T,); NaN without another class."""

    mean: np.ndarray
    variance: np.ndarray
    zero_one: np.ndarray
    hinge: np.ndarray
    psi_m: np.ndarray
    half_psi_s: np.ndarray

    def psi(self, loss: str) -> np.ndarray:
        """The array of "psi_M" or of "psi_S/2"."""
        return self.psi_m if loss == "psi_M" else self.half_psi_s


@compiled
def _rounds(coef, X, signs, table):
    """table (6, T) receives the fields of RoundLosses."""
    T, p = X.shape
    margins = np.empty(T)
    for t in range(T):
        y, n, mean, wrong, hinge = signs[t], 0, 0.0, 0.0, 0.0
        for i in range(t):
            if signs[i] != y:
                margin = 0.0
                for j in range(p):
                    margin += coef[t, j] * (X[t, j] - X[i, j])
                margin *= y
                margins[n] = margin
                n += 1
                mean += margin
                hinge += max(0.0, 1.0 - margin)
                wrong += 1.0 if margin < 0.0 else (0.5 if margin == 0.0 else 0.0)
        if n > 0:
            mean /= n
            variance = 0.0
            for i in range(n):
                variance += (margins[i] - mean) ** 2
            variance /= n
            table[0, t], table[1, t], table[2, t], table[3, t] = mean, variance, wrong / n, hinge / n
            table[4, t], _, _ = psi_m_terms(1.0 - mean, variance)
            table[5, t], _, _ = half_psi_s_terms(1.0 - mean, variance)


def round_losses(coef: np.ndarray, X: np.ndarray, signs: np.ndarray) -> RoundLosses:
    """Losses of each round t under its own weights coef[t]; coef (T, p), X (T, p), signs (T,)."""
    table = np.full((6, len(X)), np.nan)
    coef, X = (np.ascontiguousarray(part, dtype=np.float64) for part in (coef, X))
    _rounds(coef, X, np.asarray(signs, float), table)
    return RoundLosses(*table)


def regularized(losses: RoundLosses, coef: np.ndarray, regularization: float, loss: str) -> np.ndarray:
    """L_t(w_t) (T,) = lambda/2 ||w_t||^2 + psi, without psi where there was nothing to compare with."""
    return regularization / 2 * np.einsum("ij,ij->i", coef, coef) + np.nan_to_num(losses.psi(loss), nan=0.0)


def running_mean(values: np.ndarray) -> np.ndarray:
    """Mean (T,) of the values (T,) so far, those that are NaN left out; NaN before the first."""
    known = np.cumsum(~np.isnan(values))
    return np.divide(np.nancumsum(values), known, out=np.full(len(values), np.nan), where=known > 0)


class FrameLosses(NamedTuple):
    """An example at each of F frames: example (F,), compared (F,) with how many others, its losses."""

    example: np.ndarray
    compared: np.ndarray
    losses: RoundLosses


def frame_losses(
    scores: np.ndarray, y: np.ndarray, steps: np.ndarray, example: int | np.ndarray | None = None
) -> FrameLosses:
    """Losses of an example at each frame against the other class among the rows seen by then.

    scores (F, n) of the labelled stream, y (n,), steps (F,) numbers of rows seen. example is a row or a row for
    each frame; None is the row that comes next, whose psi_M is the loss the trace records for that round; at the
    stream's end, its last row.
    """
    y = np.asarray(y)
    examples = np.minimum(steps, len(y) - 1) if example is None else np.full(len(steps), example)
    table, compared = np.full((6, len(steps)), np.nan), np.zeros(len(steps), int)
    for frame, (row, seen) in enumerate(zip(examples, steps, strict=True)):
        margins = margins_of(row, scores[frame], y, seen)
        compared[frame] = len(margins)
        if len(margins) and np.isfinite(margins).all():
            found = margin_losses(margins)
            table[:, frame] = [getattr(found, name) for name in RoundLosses._fields]
    return FrameLosses(examples, compared, RoundLosses(*table))
