"""What a learner warns of while it learns, heard in the thread that it learns in.

warnings.catch_warnings is one for the whole process, and several runs may learn side by side. Every such warning is
heard, not only the first of its kind, so that the same run has the same remarks.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from sklearn.exceptions import ConvergenceWarning

_thread = threading.local()


@contextmanager
def heard() -> Iterator[list[str]]:
    """A list of the ConvergenceWarnings of this thread, each sentence once, instead of a line in the log."""
    warnings.filterwarnings("always", category=ConvergenceWarning)
    if warnings.showwarning is not _show:
        _otherwise.append(warnings.showwarning)
        warnings.showwarning = _show
    before, _thread.remarks = getattr(_thread, "remarks", None), []
    try:
        yield _thread.remarks
    finally:
        _thread.remarks = before


_otherwise = []


def _show(message, category, *where, **more) -> None:
    remarks = getattr(_thread, "remarks", None)
    if remarks is None or not issubclass(category, ConvergenceWarning):
        _otherwise[-1](message, category, *where, **more)
    elif str(message) not in remarks:
        remarks.append(str(message))
