"""Traces packed into the bytes that the player draws: small to send, and exact where numbers are read.

Layout: uint32 length of the header (little-endian), the header (JSON, padded with blanks to a multiple of
4), then the binary sections it lists as {panel, kind, dtype, shape, offset}; offsets count from the end of
the header.

levels (F, 255)      each frame's own thresholds, see pages.figures.levels; number 128 is 0
plane (F, G, G)      of each node the number of levels below its score, rows from low to high second axis
own (F, n)           the same of each drawn point, where the plane is only a projection
counts (F, 2, 257)   test scores of each class above -inf, each level and +inf
xy (n, 2)            drawn points in 65535ths of the extent; position (n,) in the stream, -1 if never met;
                     positive (n,), labelled (n,)
support, weight      the examples that a kernel learner keeps, see pages.figures.support
pull (F, n)          how unlabelled points are pulled, see pages.figures.pull
AUC and the losses are in the header, from the float64 scores; null is what is undefined.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any

import numpy as np

from algorithms.metrics import auc, auc_interval, mean_pairwise_hinge
from algorithms.trace import Scene, Trace
from pages.figures.levels import counts_of, levels_of, to_bytes
from pages.figures.pull import meets_all, pull_of
from pages.figures.support import support_of

SHOWN = 1_500  # points drawn a plane; more would neither fit the budget nor be told apart
FEW_POSITIVES = 30  # with fewer in the test part, an AUC needs its interval beside it


def pack(
    traces: Sequence[Trace],
    *,
    start_step: int | None = None,
    thresholds: Sequence[float] = (),
    present: bool = False,
    id: str = "",
    views: Sequence[Mapping[str, Any]] = (),
    example: int | None = None,
) -> bytes:
    """Pack one to four traces, a panel each. The same arguments give the same bytes.

    start_step: the first learner's own count at which the player opens (the nearest frame; None is the end).
    thresholds: where each panel's threshold opens, in score units; missing ones are 0.
    present: larger type.  id: a player keeps its frame while this stays the same; "" takes a digest.
    views: linked views of the first trace's frames, from pages.figures.views.
    example: the row of the labelled stream that is ringed; None is the one just met.
    Raises ValueError for no trace or more than four.
    """
    if not 1 <= len(traces) <= 4:
        raise ValueError(f"The player shows 1 to 4 panels, not {len(traces)}.")
    panels, sections, body = [], [], bytearray()
    for index, (trace, title) in enumerate(zip(traces, _titles(traces), strict=True)):
        threshold = float(thresholds[index]) if index < len(thresholds) else 0.0
        header, arrays = _panel(trace, example)
        panels.append({"title": title, "threshold": threshold} | header)
        for kind, array in arrays.items():
            place = dict(shape=array.shape, dtype=str(array.dtype), offset=len(body))
            sections.append(dict(panel=index, kind=kind) | place)
            body += array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
            body += bytes(-len(body) % 4)
    moments = timeline([trace.step / panel["total"] for trace, panel in zip(traces, panels, strict=True)])
    content = dict(start=_start(moments, traces[0].step, start_step), timeline=moments.tolist())
    content |= dict(panels=panels, sections=sections)
    digest = hashlib.blake2b(_json(content) + body, digest_size=8).hexdigest()
    header = _json({"id": id or digest, "present": bool(present), "views": list(views)} | content)
    header += b" " * (-len(header) % 4)
    return struct.pack("<I", len(header)) + header + bytes(body)


def read_header(payload: bytes) -> dict:
    """The header of a packed payload."""
    (length,) = struct.unpack_from("<I", payload)
    return json.loads(payload[4 : 4 + length])


def unpack(payload: bytes) -> tuple[dict, list[dict[str, np.ndarray]]]:
    """The header and, for each panel, its arrays by kind: the inverse of `pack`, for tests and exports."""
    header = read_header(payload)
    body = memoryview(payload)[4 + struct.unpack_from("<I", payload)[0] :]
    panels: list[dict[str, np.ndarray]] = [{} for _ in header["panels"]]
    for part in header["sections"]:
        dtype, size = np.dtype(part["dtype"]).newbyteorder("<"), int(np.prod(part["shape"]))
        flat = np.frombuffer(body, dtype, size, part["offset"])
        panels[part["panel"]][part["kind"]] = flat.reshape(part["shape"])
    return header, panels


def timeline(fractions: Sequence[np.ndarray]) -> np.ndarray:
    """Frames shown together (M, panels), given each panel's fractions of training (F,), rising.

    The panel with most frames sets the pace; where it ends early, having diverged, the others carry on.
    """
    pace = max(fractions, key=len)
    later = np.unique(np.concatenate(fractions))
    moments = np.concatenate([pace, later[later > pace[-1] + 1e-9]])
    return np.stack([np.abs(moments[:, None] - own).argmin(axis=1) for own in fractions], axis=1)


def _start(moments: np.ndarray, step: np.ndarray, start_step: int | None) -> int:
    if start_step is None:
        return len(moments) - 1
    distance = np.abs(step[moments[:, 0]] - start_step)
    return int(len(distance) - 1 - distance[::-1].argmin())  # a learner of one frame opens at the end


def _titles(traces: Sequence[Trace]) -> list[str]:
    """The learners' names; where one comes twice, with the settings that tell its runs apart."""
    runs = [dict(trace.run) | dict(trace.run.get("knobs", {})) for trace in traces]
    titles = []
    for run in runs:
        twins = [other for other in runs if other["learner"] == run["learner"]]
        apart = [key for key in run if key != "knobs" and any(twin.get(key) != run[key] for twin in twins)]
        titles.append(", ".join([run["learner"], *(f"{key} {run[key]}" for key in apart)]))
    return titles


def _panel(trace: Trace, example: int | None) -> tuple[dict, dict[str, np.ndarray]]:
    scene, step, train, grid = trace.scene, trace.step, trace.scores["train"], trace.scores["grid"]
    # The order of test scores within a class matters to no measure, and sorted rows are quick to count.
    test = [np.sort(trace.scores["test"][:, scene.y_test == side], axis=1) for side in (-1, 1)]
    n_neg, n_pos = (part.shape[1] for part in test)
    scores, y_test = np.concatenate(test, axis=1), np.repeat([-1.0, 1.0], [n_neg, n_pos])
    levels, area = levels_of(*test, grid), auc(scores, y_test)
    streamed = trace.unit == "example"
    labelled, n_points = int(scene.labelled.sum()), len(scene.y)
    ringed = step - 1 if streamed else np.full(len(step), -1)
    if example is not None:
        ringed = np.full(len(step), min(example, labelled - 1))
    shown, position = _shown_points(scene, ringed)
    if meets_all(trace.snapshots):
        position = np.arange(n_points)
    side, unit = isqrt(grid.shape[1]), _unit(scene.points, scene.extent)
    header = dict(
        run=dict(trace.run),
        unit=trace.unit,
        streamed=streamed,
        stopped=trace.stopped,
        remarks=" ".join(trace.remarks),
        step=step.tolist(),
        total=_total(trace, labelled),
        n_test=[n_neg, n_pos],
        n_points=n_points,
        seen=_seen(labelled, n_points, streamed),
        shown=f"{len(shown):,} of {n_points:,} points shown" if len(shown) < n_points else "",
        classes=list(scene.classes),
        ratio=float(scene.ratio),
        axes=list(scene.axes),
        extent=[float(v) for v in scene.extent],
        n_features=int(scene.n_features),
        explained=float(scene.explained),
        projected=scene.n_features > 2,
        moment=_moments(position[shown], ringed).tolist() if ringed.max() >= 0 else None,
        auc=_nulls(area),
        interval=[auc_interval(a, n_pos, n_neg) for a in area] if n_pos < FEW_POSITIVES else None,
        hinge=_nulls(mean_pairwise_hinge(scores, y_test)),
        memory=trace.bytes.tolist(),
        loss=_nulls(_mean_since_last(trace.losses.get("psi_M", np.zeros(0)), step)),
    )
    arrays = dict(
        levels=levels.astype(np.float32),
        plane=to_bytes(grid, levels).reshape(-1, side, side),
        counts=counts_of(scores, y_test, levels),
        xy=np.round(65535 * unit[shown]).astype(np.uint16),
        position=position[shown].astype(np.int32),
        positive=(scene.y[shown] > 0).astype(np.uint8),
        labelled=scene.labelled[shown].astype(np.uint8),
    )
    for names, kept in (support_of(trace.snapshots, position[shown]), pull_of(trace.snapshots, shown)):
        header, arrays = header | names, arrays | kept
    if header["projected"]:
        arrays["own"] = to_bytes(train[:, shown], levels)
        strays = (train > 0) != (_field_at(grid.reshape(-1, side, side), unit) > 0)
        header["strays"] = strays.sum(axis=1).tolist()
    return header, arrays


def _total(trace: Trace, labelled: int) -> int:
    """The count at the end of training, also of a learner that stopped before it."""
    last = int(trace.step[-1])
    return max(last, labelled) if trace.stopped and trace.unit == "example" else max(last, 1)


def _seen(labelled: int, n_points: int, streamed: bool) -> str:
    if labelled == n_points:
        return ""
    some = f"{labelled:,} of {n_points:,} points"
    return f"sees {some}" if streamed else f"{some} labelled"


def _shown_points(scene: Scene, ringed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Indices of the points to draw, and every point's place in the learner's stream (-1: none)."""
    position = np.where(scene.labelled, np.cumsum(scene.labelled) - 1, -1)
    if len(position) <= SHOWN:
        return np.arange(len(position)), position
    marked = np.flatnonzero(np.isin(position, ringed) & scene.labelled)  # each frame rings one of these
    others = np.setdiff1d(np.arange(len(position)), marked)
    drawn = np.random.default_rng(0).choice(others, SHOWN - len(marked), replace=False)
    return np.sort(np.concatenate([marked, drawn])), position


def _moments(position: np.ndarray, ringed: np.ndarray) -> np.ndarray:
    """For each frame the drawn point at that place in the stream, -1 where there is none."""
    order = np.argsort(position, kind="stable")
    found = order[np.minimum(np.searchsorted(position[order], ringed), len(position) - 1)]
    return np.where(position[found] == ringed, found, -1)


def _unit(points: np.ndarray, extent: Sequence[float]) -> np.ndarray:
    """Plane coordinates as fractions of the extent, (n, 2) in [0, 1]."""
    low, high = np.array(extent[::2], float), np.array(extent[1::2], float)
    return np.clip((points - low) / (high - low), 0.0, 1.0)


def _field_at(grid: np.ndarray, unit: np.ndarray) -> np.ndarray:
    """Bilinear values of grid (F, G, G) at unit positions (n, 2), as the picture shows them: (F, n)."""
    scaled = unit * (grid.shape[1] - 1)
    corner = np.minimum(scaled.astype(int), grid.shape[1] - 2)
    (c, r), (x, y) = corner.T, (scaled - corner).T
    low = grid[:, r, c] * (1 - x) + grid[:, r, c + 1] * x
    high = grid[:, r + 1, c] * (1 - x) + grid[:, r + 1, c + 1] * x
    return low * (1 - y) + high * y


def _mean_since_last(losses: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Mean of the losses (T,) of the rounds from one frame to the next (F,), NaN where none is defined."""
    defined = np.isfinite(losses)
    sums = np.concatenate([[0.0], np.cumsum(np.where(defined, losses, 0.0))])
    rounds = np.concatenate([[0], np.cumsum(defined)])
    end = np.clip(step, 0, len(losses))
    begin = np.concatenate([[0], end[:-1]])
    number = rounds[end] - rounds[begin]
    return np.where(number > 0, (sums[end] - sums[begin]) / np.maximum(number, 1), np.nan)


def _nulls(values: np.ndarray) -> list[float | None]:
    """JSON has no NaN."""
    return [float(v) if np.isfinite(v) else None for v in values]


def _json(value: object) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
