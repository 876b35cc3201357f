"""The examples that a kernel learner keeps, as the player draws them: by weight, with who left and who inherited.

A learner whose snapshots name `support`, places in its stream, and `weight` is drawn so; `removed` and `heir` are
places too, -1 for none. Only the HEAVIEST of a frame are sent, as an index of a drawn point and a byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

HEAVIEST = 100
NOBODY = 65_535


def support_of(snapshots: Sequence[Mapping[str, Any]], position: np.ndarray) -> tuple[dict, dict[str, np.ndarray]]:
    """Header keys and arrays for drawn points at these places of the stream (n,); both empty without support.

    support (F, HEAVIEST) uint16, indices of drawn points, NOBODY where there are fewer; weight (F, HEAVIEST) uint8,
    |weight| in 255ths of the frame's largest. Header: removed, heir (F), indices of drawn points or -1.
    """
    if not all("support" in snapshot for snapshot in snapshots):
        return {}, {}
    drawn = np.full(max(position.max(initial=-1), *(_last(s) for s in snapshots)) + 2, -1)
    drawn[position[position >= 0]] = np.flatnonzero(position >= 0)  # the last entry stays -1: place -1 is nobody
    support = np.full((len(snapshots), HEAVIEST), NOBODY, np.uint16)
    weight = np.zeros((len(snapshots), HEAVIEST), np.uint8)
    for row, snapshot in enumerate(snapshots):
        size = np.abs(snapshot["weight"])
        heavy = np.argsort(-size, kind="stable")
        heavy = heavy[drawn[snapshot["support"][heavy]] >= 0][:HEAVIEST]
        support[row, : len(heavy)] = drawn[snapshot["support"][heavy]]
        weight[row, : len(heavy)] = np.rint(255 * size[heavy] / max(size.max(initial=0.0), np.finfo(float).tiny))
    names = {name: [int(drawn[s.get(name, -1)]) for s in snapshots] for name in ("removed", "heir")}
    return names, {"support": support, "weight": weight}


def _last(snapshot: Mapping[str, Any]) -> int:
    return max(snapshot["support"].max(initial=-1), snapshot.get("removed", -1), snapshot.get("heir", -1))
