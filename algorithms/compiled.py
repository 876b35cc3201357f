"""Compilation of the inner loops: the only module that imports numba.

`compiled` turns a plain loop over arrays into machine code that releases the interpreter lock. Without numba, or
with NUMBA_DISABLE_JIT=1, it returns the loop itself, which then gives the same numbers (to a relative 1e-9) slowly.

Floating point: sums may be reordered and fused, but NaN and infinity keep their meaning ("nnan" and "ninf" stay
off), because a learner that diverges is recognised by them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Loop = TypeVar("Loop", bound=Callable)

FLOATING_POINT = {"reassoc", "contract", "arcp", "nsz"}


def _cache_folder() -> str | None:
    """A writable folder for compiled code where numba itself would find none, else None."""
    package, home = Path(__file__).parent, Path.home()
    if os.environ.get("NUMBA_CACHE_DIR") or os.access(package, os.W_OK) or os.access(home, os.W_OK):
        return None
    return str(Path(tempfile.gettempdir()) / "auc-lab-compiled")


try:
    if folder := _cache_folder():
        os.environ["NUMBA_CACHE_DIR"] = folder
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
