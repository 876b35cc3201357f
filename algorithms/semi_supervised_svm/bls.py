r"""BLS3VM: the exact semi-supervised support vector machine by the concave-convex procedure.

Collobert, Sinz, Weston, Bottou 2006. Each round replaces the unlabelled loss u by a convex one that lies above it and
touches it at the present score r_0, and solves the convex machine: the objective R of `objective` never rises.

    "symmetric hinge"  min(H(r), H(-r)) with H(r) = max(0, 1 - r): H(s r), s = sign(r_0), tighter than linearising -|r|
    "square"           the same with H^2
    "ramp"             the same, and the constant where |r_0| is on the flat top
    "Gaussian-like"    u(r_0) + u'(r_0) (r - r_0) + L/2 (r - r_0)^2, L = 20 exp(-3/2) the largest u''

Started from the labels alone, with C* raised in stages, so that the first guesses are not the last word.
Cost: O(n^2 p) for the kernel, then O(n) a move, some thousands of moves; O(n^2) memory.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.base import GAMMA, Knob
from algorithms.semi_supervised_svm.exact import ExactS3VM, Loss
from algorithms.semi_supervised_svm.objective import BALANCE, PRICES, UNLABELLED_LOSS
from algorithms.unlabelled_losses import RAMP_TOP, UNLABELLED_LOSSES

STAGES = (0.03, 0.1, 0.3, 1.0)  # shares of C*
CURVATURE = 20 * math.exp(-1.5)  # the largest second derivative of exp(-5 r^2)
STAGED = Knob("ramp", True, "Raise C* in stages; without, the first guesses at the labels stay")


def majoriser(loss: str, r: np.ndarray, price: float) -> Loss:
    """price * u, replaced at the scores r (n,) by the convex losses of the table above."""
    guess = np.where(r >= 0, 1.0, -1.0)
    if loss == "Gaussian-like":
        bound = np.full(len(r), np.inf)
        goal = r - UNLABELLED_LOSSES[loss].slope(r) / CURVATURE
        return Loss(goal, -bound, bound, np.full(len(r), 1 / (price * CURVATURE)))
    if loss == "square":
        return Loss.hinge(guess, np.full(len(r), np.inf))._replace(ridge=np.full(len(r), 1 / (2 * price)))
    flat = np.abs(r) < RAMP_TOP if loss == "ramp" else False
    return Loss.hinge(guess, np.where(flat, 0.0, price))


class BLS3VM(ExactS3VM):
    """The concave-convex procedure on the exact kernel matrix.

    Parameters
    ----------
    C, C_unlabelled : float > 0 and >= 0, prices in mean form; C_unlabelled "C" is the same as C.
    gamma : float > 0 or "scale".
    unlabelled_loss : a key of UNLABELLED_LOSSES.  positive_rate : float r, or "labelled".
    balance : bool, hold the mean score of the unlabelled at 2 r - 1, exactly; without, the offset is free.
    ramp : bool, raise C_unlabelled in stages.
    tol : float, violation of the optimality conditions, in scores.  max_iter : int, rounds.
    """

    knobs = (*PRICES, GAMMA, UNLABELLED_LOSS, *BALANCE, STAGED)
    paper = "Collobert, Sinz, Weston, Bottou 2006: Large Scale Transductive SVMs"

    def __init__(self, C=100.0, C_unlabelled="C", gamma="scale", unlabelled_loss="symmetric hinge",
                 positive_rate="labelled", balance=True, ramp=True, tol=1e-3, max_iter=500):  # fmt: skip
        self.C = C
        self.C_unlabelled = C_unlabelled
        self.gamma = gamma
        self.unlabelled_loss = unlabelled_loss
        self.positive_rate = positive_rate
        self.balance = balance
        self.ramp = ramp
        self.tol = tol
        self.max_iter = max_iter

    def _rounds(self, machine, signs, rate):
        C, final = self._prices()
        loss = self._one_of("unlabelled_loss", UNLABELLED_LOSSES)
        known = signs != 0
        labels = Loss.hinge(signs, np.where(known, C / known.sum(), 0.0))
        f = machine.solve(labels)
        yield machine.round(self._losses(f, signs, 0.0))
        if known.all() or not final:
            return
        for price in [share * final for share in STAGES] if self.ramp else [final]:
            value, before = math.inf, None
            while True:
                pulls = majoriser(loss, f[~known], price / (~known).sum())
                if before is not None and all(map(np.array_equal, pulls, before)):
                    break
                f, before = machine.solve(_joined(labels, pulls, known)), pulls
                done = machine.round(self._losses(f, signs, price))
                yield done
                if not done.objective < value * (1 - 1e-6):
                    break
                value = done.objective


def _joined(labels: Loss, pulls: Loss, known: np.ndarray) -> Loss:
    """The losses of all points: `labels` (n,) where they are known, `pulls` elsewhere."""
    parts = [part.copy() for part in labels]
    for part, pulled in zip(parts, pulls, strict=True):
        part[~known] = pulled
    return Loss(*parts)
