"""Fixtures of the learners' tests."""

import pytest

from tests.algorithms.streams import STREAMS


@pytest.fixture(params=STREAMS)
def stream(request):
    """X (n, p) and y (n,) of -1 and +1, read-only."""
    return STREAMS[request.param]
