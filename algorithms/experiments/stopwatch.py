"""CPU time of a piece of work, and whether what was to be reached was."""

from __future__ import annotations

import time
from collections.abc import Callable


def cpu_seconds(work: Callable[[], object], repeats: int) -> float:
    """Shortest CPU seconds of the process for one call; one call before does not count."""
    work()
    times = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def verdict(*targets: tuple[bool, str]) -> str:
    """The targets in words, each with whether it was reached."""
    return ", ".join(f"{words}: {'reached' if reached else 'MISSED'}" for reached, words in targets)
