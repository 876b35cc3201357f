"""Double loops over rounds and pairs, on the oracles of a single example."""

import numpy as np

from tests import oracles

LETTER = {"psi_M": "M", "psi_S/2": "S"}


def round_loss(w, X, y, t, loss):
    """(psi, its gradient) of round t for weights w; (0, zeros) where the other class is unseen."""
    opposite = [X[i] for i in range(t) if y[i] != y[t]]
    if not opposite:
        return 0.0, np.zeros(len(w))
    margins = [y[t] * float(w @ (X[t] - x)) for x in opposite]
    return oracles.surrogate(margins, [y[t] * (X[t] - x) for x in opposite], LETTER[loss])


def cumulative_loss(w, X, y, regularization, loss):
    """Sum over all rounds of lambda/2 ||w||^2 + psi, and its gradient."""
    parts = [round_loss(w, X, y, t, loss) for t in range(len(y))]
    value = sum(part[0] for part in parts) + len(y) * regularization / 2 * float(w @ w)
    return value, sum(part[1] for part in parts) + len(y) * regularization * w


def unit_ball(X):
    """X shifted to its mean and scaled so that the largest norm is 1."""
    X = X - X.mean(axis=0)
    return X / np.linalg.norm(X, axis=1).max()
