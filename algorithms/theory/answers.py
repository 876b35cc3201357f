r"""What is left of a ranking when only its answers are kept: yes above a threshold, no below.

Answers have two values, so most pairs tie. With TP of N+ positives and FP of N- negatives answered yes,

    right TP (N- - FP),    wrong (N+ - TP) FP,    tied the rest:  AUC = (TP/N+ + 1 - FP/N-) / 2,

the mean of the two classes' shares of right answers. Luo, Cheng, Zhang: Online AUC Optimization Based on
Second-order Surrogate Loss, section 2, counts with a strict >, so that a tie is a mistake and calling everything
negative has an AUC of 0; counted half, as the Wilcoxon-Mann-Whitney statistic has it, it has 1/2. Cost: O(n log n).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.theory.pairs import Cut, cut


class Answers(NamedTuple):
    """Whole numbers of pairs in the right order, tied and in the wrong order, and the cut that makes them."""

    right: int
    tied: int
    wrong: int
    cut: Cut

    @property
    def pairs(self) -> int:
        return self.right + self.tied + self.wrong

    @property
    def strict(self) -> float:
        """AUC with a tie counted as a mistake."""
        return self.right / self.pairs

    @property
    def half(self) -> float:
        """AUC with a tie counted one half."""
        return (self.right + self.tied / 2) / self.pairs


def answers(scores: np.ndarray, y: np.ndarray, threshold: float) -> Answers:
    """The pairs of scores (n,), y (n,) when score > threshold says yes. Both classes must be there."""
    found = cut(scores, y, threshold)
    n_pos = int((np.asarray(y) > 0).sum())
    n_neg = len(y) - n_pos
    right, wrong = found.row * (n_neg - found.column), (n_pos - found.row) * found.column
    return Answers(right, n_pos * n_neg - right - wrong, wrong, found)
