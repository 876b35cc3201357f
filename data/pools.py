"""Where a split's examples come from: an endless generator, or the rows of a table.

A pool holds, for each class, ONE sequence of training examples fixed by the seed, and a test part apart from
it. take(label, n) is the first n of that sequence, so a smaller n gives a part of a larger one.
"""

import math

import numpy as np

from data.dataset import Dataset
from data.seeding import CLASSES, random_stream

TEST_PER_CLASS = 2000
TEST_SHARE = 0.3
FEWEST_TO_TRAIN = 2

#: Example numbers (n,) and features (n, p).
Examples = tuple[np.ndarray, np.ndarray]


class GeneratedPool:
    """Independent draws from a shape, with Gaussian noise; 2,000 of each class are the test part."""

    available = (math.inf, math.inf)
    ratio = 1.0

    def __init__(self, dataset: Dataset, noise: float, seed: int):
        self._shape, self._noise, self._seed = dataset.shape, noise, seed
        self._n_features, self._axes = len(dataset.feature_names), dataset.noise_axes

    def take(self, label: int, n: int) -> Examples:
        """The first n training draws of a class."""
        return self._draw(label, n, "training")

    def test(self, label: int) -> Examples:
        """All test draws of a class."""
        return self._draw(label, TEST_PER_CLASS, "test")

    def _draw(self, label: int, n: int, part: str) -> Examples:
        place = random_stream(self._seed, label, f"{part} place").random((n, 2))
        noise = random_stream(self._seed, label, f"{part} noise").standard_normal((n, self._n_features))
        if self._axes is not None:
            noise = noise @ self._axes
        return np.arange(n), self._shape(place, label > 0) + self._noise * noise


class TablePool:
    """The rows of a table; 30 % of each class, at least one row, are the test part."""

    def __init__(self, dataset: Dataset, seed: int):
        self._X, y = dataset.table()
        self._training, self._test = {}, {}
        for label, class_name in zip(CLASSES, dataset.class_names, strict=True):
            rows = random_stream(seed, label, "rows").permutation(np.flatnonzero(y == label))
            held_out = max(1, round(TEST_SHARE * len(rows)))
            self._test[label], self._training[label] = rows[:held_out], rows[held_out:]
            if len(self._training[label]) < FEWEST_TO_TRAIN:
                raise ValueError(
                    f"{dataset.title} has {len(rows)} examples of the class {class_name!r}. Give at least "
                    f"{FEWEST_TO_TRAIN + 1} of each class: {FEWEST_TO_TRAIN} to train on and 1 to test with."
                )
        self.available = tuple(len(self._training[label]) for label in CLASSES)
        self.ratio = self.available[0] / self.available[1]

    def take(self, label: int, n: int) -> Examples:
        """The first n training rows of a class."""
        return self._examples(self._training[label][:n])

    def test(self, label: int) -> Examples:
        """All test rows of a class."""
        return self._examples(self._test[label])

    def _examples(self, rows: np.ndarray) -> Examples:
        return rows, self._X[rows]
