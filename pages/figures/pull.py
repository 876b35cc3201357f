"""How the unlabelled points are being pulled, as the player tints them.

A learner from few labels has in each snapshot `pull` (n,), for every row that it was given: by how much the unlabelled
loss pushes that point's score up (above 0) or down at this frame; 0 for labelled rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def meets_all(snapshots: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the learner was given the unlabelled rows too."""
    return "pull" in snapshots[0]


def pull_of(snapshots: Sequence[Mapping[str, Any]], shown: np.ndarray) -> tuple[dict, dict[str, np.ndarray]]:
    """Header keys and arrays for the drawn points, rows `shown` (n,); both empty where nothing is pulled.

    pull (F, n) int8, in 127ths of the run's largest |pull|, so that frames can be compared; a pull that is not 0 keeps
    its sign.  Header: pulled [[up, down]] (F, 2), numbers among all rows.
    """
    pulls = np.array([snapshot["pull"] for snapshot in snapshots]) if meets_all(snapshots) else np.zeros(0)
    most = np.abs(pulls).max(initial=0.0)
    if not 0 < most < np.inf:
        return {}, {}
    shares = pulls[:, shown] / most
    small = np.where(shares != 0, np.sign(shares) * np.maximum(1, np.rint(127 * np.abs(shares))), 0)
    pulled = np.stack([(pulls > 0).sum(axis=1), (pulls < 0).sum(axis=1)], axis=1)
    return {"pulled": pulled.tolist()}, {"pull": small.astype(np.int8)}
