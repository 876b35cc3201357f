"""A learner's run, recorded: what every picture, export and test reads.

`record` plays a learner over a labelled stream and keeps, at each checkpoint, its scores on fixed probe points. A
Trace is frozen, saves to one .npz file and reads back equal.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

import numpy as np

from algorithms.remarks import heard

FRAMES = 60


class Cancelled(Exception):
    """The run was stopped from outside."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What the pictures of a run stand on: the points, the plane they are drawn in, the names.

    points (n, 2) in the plane's coordinates, in stream order;  y (n,) of -1 and +1;  labelled (n,) bool;
    y_test (m,);  extent (x low, x high, y low, y high);  axes (two names);  classes (negative, positive);
    ratio, negatives per positive, to which accuracy is reweighted;  n_features;  explained, the share of the
    features' variance that the plane shows (1.0 for two features).  notes : sentences worth showing beside the data.
    """

    points: np.ndarray
    y: np.ndarray
    labelled: np.ndarray
    y_test: np.ndarray
    extent: tuple[float, float, float, float]
    axes: tuple[str, str]
    classes: tuple[str, str]
    ratio: float
    n_features: int
    explained: float = 1.0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Trace:
    """A recorded run of F frames.

    run : the Run as plain values.  step (F,) : the learner's own count at each frame, in `unit`s.
    scores : probe name -> (F, n), as decision_function gives them, so 0 is the decision.
    losses : "psi_M" and "psi_S" (halved) -> (T,), the loss of each round before its update; NaN where there is
    nothing to compare with; empty where a learner has none.
    snapshots : F mappings of small arrays, what else the learner shows.  seconds, bytes (F,) : learning time so far
    and memory of the state.  stopped : "" or a sentence saying why the run ended early.  remarks : what the learner
    warned of, in sentences.
    """

    run: Mapping[str, Any]
    scene: Scene
    step: np.ndarray
    scores: Mapping[str, np.ndarray]
    losses: Mapping[str, np.ndarray]
    snapshots: tuple[Mapping[str, Any], ...]
    seconds: np.ndarray
    bytes: np.ndarray
    unit: str = "example"
    stopped: str = ""
    remarks: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self):
        for array in _arrays(self):
            array.flags.writeable = False
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))
        object.__setattr__(self, "losses", MappingProxyType(dict(self.losses)))

    @property
    def learner(self) -> str:
        """The learner's printed name."""
        return self.run["learner"]

    def frame_at(self, step: int) -> int:
        """The frame whose step is nearest to `step`, the earlier of two."""
        return int(np.argmin(np.abs(self.step - step)))

    def save(self, file: str | Path | IO[bytes], compact: bool = False) -> None:
        """Write to an .npz file. `compact` keeps scores and losses to single precision (a relative 6e-8)."""
        arrays, texts = {}, {}
        for path, value in _flatten(self):
            if isinstance(value, np.ndarray):
                small = compact and value.dtype == np.float64 and path.startswith(("scores/", "losses/"))
                arrays[path] = value.astype(np.float32) if small else value
            else:
                texts[path] = value
        np.savez_compressed(file, texts=np.array(json.dumps(texts)), **arrays)

    @classmethod
    def load(cls, file: str | Path | IO[bytes]) -> Trace:
        """Read what `save` wrote. Raises ValueError for a file that is no trace."""
        # np.load leaves a file that it cannot read open
        source = io.BytesIO(Path(file).read_bytes()) if isinstance(file, str | Path) else file
        try:
            with np.load(source, allow_pickle=False) as archive:
                parts = {name: archive[name] for name in archive.files}
            parts.update(json.loads(str(parts.pop("texts"))))
        except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise ValueError(f"{file} does not hold a trace.") from error
        tree: dict[str, Any] = {"losses": {}, "scores": {}, "snapshots": {}}
        for path, value in parts.items():
            *folders, leaf = path.split("/")
            node = tree
            for folder in folders:
                node = node.setdefault(folder, {})
            wide = isinstance(value, np.ndarray) and value.dtype == np.float32
            node[leaf] = value.astype(np.float64) if wide else value
        scene = Scene(**{k: tuple(v) if isinstance(v, list) else v for k, v in tree.pop("scene").items()})
        shots = tree.pop("snapshots")
        snapshots = tuple(shots.get(str(i), {}) for i in range(len(tree["step"])))
        remarks = tuple(tree.pop("remarks", ()))
        return cls(**tree, scene=scene, snapshots=snapshots, remarks=remarks)


def _flatten(trace: Trace) -> Iterator[tuple[str, Any]]:
    """(path, value) of everything in a trace; a value is an array or fit for JSON."""
    for part in fields(trace):
        value = getattr(trace, part.name)
        if part.name == "scene":
            yield from ((f"scene/{f.name}", getattr(value, f.name)) for f in fields(value))
        elif part.name == "snapshots":
            for i, snapshot in enumerate(value):
                yield from ((f"snapshots/{i}/{name}", v) for name, v in snapshot.items())
        elif part.name in ("scores", "losses"):
            yield from ((f"{part.name}/{name}", v) for name, v in value.items())
        else:
            yield part.name, dict(value) if isinstance(value, Mapping) else value


def _arrays(trace: Trace) -> Iterator[np.ndarray]:
    return (value for _, value in _flatten(trace) if isinstance(value, np.ndarray))


def checkpoints(signs: np.ndarray, frames: int = FRAMES) -> np.ndarray:
    """Up to `frames` numbers of examples to stop at: from the first moment both classes have been seen to the end.

    Spaced as `marks` are. signs (n,) are the labels in stream order. Raises ValueError where the labels are of one
    class only.
    """
    signs = np.asarray(signs)
    other = np.flatnonzero(signs != signs[0])
    if len(other) == 0:
        raise ValueError("The stream holds one class only; a ranking needs both.")
    return marks(int(other[0]) + 1, len(signs), frames)


def marks(first: int, last: int, frames: int = FRAMES) -> np.ndarray:
    """Up to `frames` whole numbers from first to last: dense at first, then geometric, on round numbers.

    One frame is the last.
    """
    if frames == 1:
        return np.array([last])
    low, high = 0.0, 10.0 * last  # from every example to the end in one leap
    for _ in range(40):  # the finest pace that needs no more frames
        pace = (low + high) / 2
        low, high = (pace, high) if len(_ruler(first, last, pace)) > frames else (low, pace)
    return np.array(_ruler(first, last, low if len(_ruler(first, last, low)) <= frames else high))


def _ruler(first: int, last: int, pace: float) -> list[int]:
    """Marks from first to last whose distance grows as pace times the way gone, on multiples of 1, 2, 5, 10, 20 ..."""
    marks = [first]
    while marks[-1] < last:
        wanted = max(1.0, pace * (marks[-1] - first + 1))
        decade = 10 ** int(math.log10(wanted))
        unit = max(u * decade for u in (1, 2, 5) if u * decade <= wanted)
        marks.append(min((marks[-1] // unit + 1) * unit, last))
    return marks


def record(
    learner,
    X: np.ndarray,
    y: np.ndarray,
    probes: Mapping[str, np.ndarray],
    *,
    scene: Scene,
    run: Mapping[str, Any],
    versions: Mapping[str, str],
    frames: int = FRAMES,
    tell: Callable[[int, int], None] = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Trace:
    """Play a learner over X (n, p), y (n,) and record it at up to `frames` moments.

    A stream's moments are numbers of examples; else they are iterations or rounds, as marks on the learner's max_iter,
    so that a learner that ends before it leaves fewer.

    probes : name -> (m, p), the points scored at each frame.  tell(done, total) hears of progress; stopped() is asked
    at each frame, and Cancelled is raised where it says yes. A learner that diverges leaves the frames up to then.
    Raises ValueError where it diverges before its first frame.
    """
    stops = checkpoints(y, frames) if learner.unit == "example" else marks(1, learner.max_iter, frames)
    steps, scores, rounds, snapshots, ended = [], [], [], [], ""
    with heard() as remarks:
        try:
            for step, probed, snapshot in learner.steps(X, y, stops, list(probes.values())):
                if stopped():
                    raise Cancelled
                rounds.append({name: snapshot.pop(name) for name in ("psi_M", "psi_S") if name in snapshot})
                steps.append(step)
                scores.append(probed)
                snapshots.append(snapshot)
                tell(len(steps), len(stops))
        except ArithmeticError as divergence:
            if not steps:
                raise ValueError(str(divergence)) from divergence
            ended = str(divergence)
    return Trace(
        run=dict(run),
        scene=scene,
        step=np.array(steps),
        scores={name: np.array([s[i] for s in scores]) for i, name in enumerate(probes)},
        losses={name: np.concatenate([r[name] for r in rounds]) for name in rounds[0]},
        snapshots=tuple(snapshots),
        seconds=np.array([s.pop("seconds", np.nan) for s in snapshots]),
        bytes=np.array([s.pop("bytes", 0) for s in snapshots]),
        unit=learner.unit,
        stopped=ended,
        remarks=tuple(remarks),
        versions=dict(versions),
    )
