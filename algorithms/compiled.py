"""Compilation of the inner loops: the only module that imports numba.

`compiled` turns a plain loop over arrays into machine code that releases the interpreter lock. Without numba, or
with NUMBA_DISABLE_JIT=1, it returns the loop itself, which then gives the same numbers (to a relative 1e-9) slowly.

Floating point: sums may be reordered and fused, but NaN and infinity keep their meaning ("nnan" and "ninf" stay
off), because a learner that diverges is recognised by them.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Loop = TypeVar("Loop", bound=Callable)

FLOATING_POINT = {"reassoc", "contract", "arcp", "nsz"}


PACKAGE = Path(__file__).parent


def _cache_folder() -> Path:
    """Where machine code is kept: in the package, else at home, else among temporary files; anew for new loops.

    Left to itself, numba compares the time of a loop's own file only and goes on using old code of what it calls.
    """
    loops = (text for file in sorted(PACKAGE.rglob("*.py")) if b"@compiled" in (text := file.read_bytes()))
    name = f"machine-code-{hashlib.sha256(b''.join(loops)).hexdigest()[:12]}"
    for owner, folder in (PACKAGE, "__pycache__"), (Path(os.path.expanduser("~")), ".cache/auc-lab"):
        if os.access(owner, os.W_OK):
            return owner / folder / name
    return Path(tempfile.gettempdir()) / "auc-lab" / name


try:
    os.environ["NUMBA_CACHE_DIR"] = os.environ.get("NUMBA_CACHE_DIR") or str(_cache_folder())
    import numba
except ImportError:
    numba = None


def compiled(loop: Loop) -> Loop:
    """Compile a loop on its first call and keep the machine code on disk where that is possible."""
    if numba is None:
        return loop
    options = {"nogil": True, "error_model": "numpy", "fastmath": FLOATING_POINT}
    try:
        return numba.njit(cache=True, **options)(loop)
    except RuntimeError:  # no folder to keep machine code in: compile anew in each process
        return numba.njit(**options)(loop)
