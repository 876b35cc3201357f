"""Yes and no instead of scores: every pair counted."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from algorithms.theory.answers import answers

RNG = np.random.default_rng(3)
Y = np.where(RNG.random(60) < 0.3, 1.0, -1.0)
SCORES = np.round(RNG.normal(size=60) + Y, 1)


@pytest.mark.parametrize("threshold", [-np.inf, -1.0, 0.0, 0.7, np.inf])
def test_every_pair_is_counted(threshold):
    found = answers(SCORES, Y, threshold)
    said = [score > threshold for score in SCORES]
    pairs = [(said[i], said[j]) for i in range(60) for j in range(60) if Y[i] > Y[j]]
    assert found.right == sum(p and not n for p, n in pairs)
    assert found.wrong == sum(n and not p for p, n in pairs)
    assert found.tied == sum(p == n for p, n in pairs)
    assert found.pairs == len(pairs)
    assert found.strict == pytest.approx(found.right / len(pairs))
    assert found.half == pytest.approx(roc_auc_score(Y, said))
    assert found.half == pytest.approx((found.cut.hits + 1 - found.cut.false_alarms) / 2)


def test_calling_everything_negative_ties_every_pair():
    found = answers(SCORES, Y, np.inf)
    assert (found.strict, found.half) == (0.0, 0.5)
