r"""What the semi-supervised support vector machines share: the objective in mean form, and its knobs.

TSGS3VM eq (1):  R(f) = 1/2 ||f||^2 + C mean_L l(f(x), y) + C* mean_U u(f(x)),  f with the offset 2 r - 1.

Both prices stand before means, so C* is of the order of C; C* = C n_l / n_u belongs to the sum form (0) and would
switch the unlabelled rows off here. Balance: without it everything may go to one side, as the unlabelled rows are
farthest from the boundary then. f keeps mean 0 over the unlabelled rows (over the labelled, where there are none), and
the offset makes the mean score 2 r - 1, r being the positive rate. A wrong r costs more than no balance.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from algorithms.base import Knob
from algorithms.margin_losses import MARGIN_LOSSES
from algorithms.random_features import DATA_KEYS, generator
from algorithms.semi_supervised import Members, SemiSupervisedLearner, rate_of_positives
from algorithms.unlabelled_losses import UNLABELLED_LOSSES

REFERENCE_ROWS = 1000  # unlabelled rows that stand for all where the mean of f is asked for in every iteration
REFERENCE_KEY = DATA_KEYS + (7 << 40)

PRICES = (
    Knob("C", 100.0, "Price of labelled points on the wrong side", "C", 1e-1, 1e4, log=True),
    Knob("C_unlabelled", "C", "Price of unlabelled points near the boundary; 0 is labels only", "C*", 1e-1, 1e4,
         log=True, choices=("C", 0.0)),
)  # fmt: skip
BALANCE = (
    Knob("positive_rate", "labelled", "Share of positives among the unlabelled; a wrong one does harm", "r", 0.01, 0.99,
         choices=("labelled",)),
    Knob("balance", True, "Hold the mean score of the unlabelled at 2r - 1; without it all may go to one side"),
)  # fmt: skip
RAMP = Knob("ramp", 0.5, "Share of the iterations over which C* grows from 0", "", 0.0, 1.0)
UNLABELLED_LOSS = Knob(
    "unlabelled_loss", "symmetric hinge", "What an unlabelled point's score costs", "u",
    choices=tuple(UNLABELLED_LOSSES),
)  # fmt: skip
LOSS = Knob("loss", "hinge", "What a labelled point's score costs", "l", choices=tuple(MARGIN_LOSSES))


class S3VM(SemiSupervisedLearner):
    """Base of the semi-supervised machines. A subclass has C, C_unlabelled, positive_rate and balance."""

    family = "semi-supervised SVM"
    without_unlabelled: ClassVar = {"C_unlabelled": 0.0}

    def _prices(self) -> tuple[float, float]:
        """C and C*. Raises ValueError where C is not positive, or C* negative."""
        C = self._positive("C")
        unlabelled = C if self.C_unlabelled == "C" else self.C_unlabelled
        if isinstance(unlabelled, str) or not 0 <= unlabelled < np.inf:
            raise ValueError(f'C_unlabelled must be a number of at least 0, or "C", not {unlabelled!r}.')
        return C, float(unlabelled)

    def _target(self, groups: Members) -> float:
        """The mean score that balance holds, 2 r - 1; 0 without balance. Raises ValueError for r outside [0, 1]."""
        rate = rate_of_positives(self.positive_rate, groups)
        return 2 * rate - 1 if self.balance else 0.0

    def _held(self, groups: Members, seed: int) -> np.ndarray:
        """Numbers of up to 1,000 rows over which balance holds the mean score."""
        rows = groups.unlabelled if len(groups.unlabelled) else groups.labelled
        if len(rows) <= REFERENCE_ROWS:
            return rows
        return rows[generator(seed, REFERENCE_KEY).permutation(len(rows))[:REFERENCE_ROWS]]

    def _losses(self, f: np.ndarray, signs: np.ndarray, price: float, loss: str = "hinge") -> float:
        """R(f) without its norm, from scores f (n,) with the offset and signs (n,), 0 for unlabelled, at C* = price."""
        known = signs != 0
        value = self.C * MARGIN_LOSSES[loss].value(f[known], signs[known]).mean()
        if price and not known.all():
            value += price * UNLABELLED_LOSSES[self.unlabelled_loss].value(f[~known]).mean()
        return float(value)
