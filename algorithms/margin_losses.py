"""Losses of one labelled score r against its label y of -1 or +1, by the margin y r.

    "hinge"     max(0, 1 - y r)         slope -y where y r < 1, else 0
    "logistic"  log(1 + exp(-y r))      slope -y / (1 + exp(y r)), Lipschitz as TSGS3VM's Theorem 2 asks

Cost: O(1) a score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from scipy.special import expit


@dataclass(frozen=True)
class MarginLoss:
    """value and slope (in r) of scores (n,) with labels (n,), elementwise; both give (n,)."""

    value: Callable[[np.ndarray, np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray, np.ndarray], np.ndarray]


MARGIN_LOSSES: Mapping[str, MarginLoss] = MappingProxyType({
    "hinge": MarginLoss(lambda r, y: np.maximum(0.0, 1.0 - y * r), lambda r, y: np.where(y * r < 1, -y, 0.0)),
    "logistic": MarginLoss(lambda r, y: np.logaddexp(0.0, -y * r), lambda r, y: -y * expit(-y * r)),
})  # fmt: skip
