r"""Losses of an unlabelled point's score r: large at the boundary, 0 far from it on either side.

TSGS3VM Table 2; Collobert et al. 2006 for the ramp; Chapelle and Zien 2005 for the Gaussian-like one.

    "symmetric hinge"  max(0, 1 - |r|)
    "square"           max(0, 1 - |r|)^2
    "Gaussian-like"    exp(-5 r^2)                        the only one whose slope is Lipschitz, as Theorem 2 asks
    "ramp"             min(0.8, max(0, 1 - |r|))          flat top: no pull on points within 0.2 of the boundary

At r = 0 the slope is taken as 0, so an unlabelled point has no pull on f = 0. Cost: O(1) a score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

RAMP_TOP = 0.2  # half the width of the flat top, |s| in the ramp's formula


@dataclass(frozen=True)
class UnlabelledLoss:
    """value and slope of scores (n,), elementwise; both give (n,)."""

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]


def _room(r: np.ndarray) -> np.ndarray:
    """How far |r| is below 1."""
    return np.maximum(0.0, 1.0 - np.abs(r))


UNLABELLED_LOSSES: Mapping[str, UnlabelledLoss] = MappingProxyType({
    "symmetric hinge": UnlabelledLoss(_room, lambda r: np.where(np.abs(r) < 1, -np.sign(r), 0.0)),
    "square": UnlabelledLoss(lambda r: _room(r) ** 2, lambda r: -2 * np.sign(r) * _room(r)),
    "Gaussian-like": UnlabelledLoss(lambda r: np.exp(-5 * r**2), lambda r: -10 * r * np.exp(-5 * r**2)),
    "ramp": UnlabelledLoss(
        lambda r: np.minimum(1 - RAMP_TOP, _room(r)),
        lambda r: np.where((np.abs(r) < 1) & (np.abs(r) > RAMP_TOP), -np.sign(r), 0.0),
    ),
})  # fmt: skip
