"""Randomness that stays put: each seed, class and purpose has a stream of its own.

With one common stream, asking for one more positive would exchange every negative drawn after it.
"""

import numpy as np

#: Labels, in the order of all pairs (negative, positive).
CLASSES = (-1, 1)


def random_stream(seed: int, label: int, purpose: str) -> np.random.Generator:
    """The random generator of one class for one purpose."""
    key = (CLASSES.index(label), *purpose.encode())
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
