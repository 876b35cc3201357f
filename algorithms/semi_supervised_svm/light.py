r"""S3VMlight: the transductive support vector machine by labels that are guessed and swapped.

Joachims 1999. The unlabelled points with the N+ = round(r n_u) highest scores of the machine on the labels become
positive, the others negative, at prices C*- = start and C*+ = start N+ / (n_u - N+). Solve; while some guessed positive
m and negative l have slacks xi_m > 0, xi_l > 0 and xi_m + xi_l > 2, swap them and solve again; then double both prices,
up to C*. The number of positives stays N+. Every swap lowers the objective, so this ends.

    "one"   one pair a round, as printed; start is 1e-5 there
    "many"  all pairs that qualify, largest slacks together: each lowers the objective at the present f

The loss of an unlabelled point is the hinge against its guess; there is no other unlabelled loss to choose.
Cost: O(n^2 p) for the kernel, then O(n) a move of the solver; O(n^2) memory.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms.base import GAMMA, Knob
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.semi_supervised_svm.exact import ExactS3VM, Loss
from algorithms.semi_supervised_svm.objective import BALANCE, PRICES

SWAPS = ("many", "one")
START = Knob("start", 1e-3, "Price of the first guesses, as a share of C*", "", 1e-6, 1.0, log=True)
SWAPPED = Knob("swaps", "many", "Pairs of guessed labels exchanged in one round", choices=SWAPS)


class S3VMlight(ExactS3VM):
    """Self-labelling with label swaps.

    Parameters
    ----------
    C, C_unlabelled : float > 0 and >= 0, prices in mean form; C_unlabelled "C" is the same as C.
    gamma : float > 0 or "scale".
    positive_rate : float r, or "labelled"; it fixes how many unlabelled points are called positive.
    balance : bool, hold their mean score at 2 r - 1 as well; Joachims's machine has a free offset.
    start : float in (0, 1], share of C_unlabelled to begin at.  swaps : "many" or "one".
    tol : float, violation of the optimality conditions, in scores.  max_iter : int, rounds.
    """

    knobs = (*PRICES, GAMMA, BALANCE[0], replace(BALANCE[1], default=False), START, SWAPPED)
    paper = "Joachims 1999: Transductive Inference for Text Classification using Support Vector Machines"

    def __init__(self, C=100.0, C_unlabelled="C", gamma="scale", positive_rate="labelled", balance=False, start=1e-3,
                 swaps="many", tol=1e-3, max_iter=2000):  # fmt: skip
        self.C = C
        self.C_unlabelled = C_unlabelled
        self.gamma = gamma
        self.positive_rate = positive_rate
        self.balance = balance
        self.start = start
        self.swaps = swaps
        self.tol = tol
        self.max_iter = max_iter

    def _rounds(self, machine, signs, rate):
        C, final = self._prices()
        most = slice(None) if self._one_of("swaps", SWAPS) == "many" else slice(1)
        if not 0 < self.start <= 1:
            raise ValueError(f"start must be a share of C_unlabelled in (0, 1], not {self.start!r}.")
        known = signs != 0
        cost = np.where(known, C / known.sum(), 0.0)

        def solved(y):
            f = machine.solve(Loss.hinge(y, cost))
            return f, machine.round(float(cost @ MARGIN_LOSSES["hinge"].value(f, y)))

        f, state = solved(signs)
        yield state
        if known.all() or not final:
            return
        size = int((~known).sum())
        n_positive = round(rate * size)
        guess = np.full(size, -1.0)
        guess[np.argsort(-f[~known], kind="stable")[:n_positive]] = 1.0
        price = self.start * final / size * np.array([1.0, max(1, n_positive) / max(1, size - n_positive)])
        while True:
            price = np.minimum(price, final / size)
            while True:
                cost[~known] = np.where(guess > 0, price[1], price[0])
                f, state = solved(np.concatenate([signs[known], guess]))
                yield state
                positives, negatives = swappable(guess, f[~known])
                if not len(positives):
                    break
                guess[positives[most]], guess[negatives[most]] = -1.0, 1.0
            if (price >= final / size).all():
                return
            price = 2 * price


def swappable(guess: np.ndarray, f: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Guessed positives (k,) and negatives (k,) to exchange with one another, those with the largest slacks first."""
    slack = np.maximum(0.0, 1.0 - guess * f)
    positives, negatives = (
        (chosen := np.flatnonzero((guess == sign) & (slack > 0)))[np.argsort(-slack[chosen], kind="stable")]
        for sign in (1.0, -1.0)
    )
    pairs = min(len(positives), len(negatives))
    enough = int((slack[positives[:pairs]] + slack[negatives[:pairs]] > 2).sum())
    return positives[:enough], negatives[:enough]
