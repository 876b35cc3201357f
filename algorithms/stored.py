"""Traces kept in files, so that a server that has just started has a picture before anything is compiled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from algorithms.trace import Trace

FOLDER = Path(__file__).parent.parent / "data" / "defaults"


def path_of(run: Mapping[str, Any], folder: Path = FOLDER) -> Path:
    """Where the trace of a Run (as plain values) is or would be kept."""
    digest = hashlib.blake2b(json.dumps(run, sort_keys=True, default=list).encode(), digest_size=8).hexdigest()
    return folder / f"{run['dataset']}-{run['learner'].replace(' ', '-')}-{digest}.npz"


def find(run: Mapping[str, Any], folder: Path = FOLDER) -> Trace | None:
    """The stored trace of exactly this Run, if there is one."""
    path = path_of(run, folder)
    return Trace.load(path) if path.exists() else None


def save(trace: Trace, folder: Path = FOLDER) -> Path:
    """Keep a trace, its scores to single precision."""
    folder.mkdir(exist_ok=True, parents=True)
    path = path_of(trace.run, folder)
    trace.save(path, compact=True)
    return path
