"""How a Split is drawn from a data set: how many examples, which of them, in what order and scale.

Nothing is drawn anew when a control moves. Size, ratio and labelled budget are lengths of prefixes of one
sequence for each class (see pools.py), and an example's place in the stream is its own. So a larger budget
keeps the labels of a smaller one, and a steeper ratio takes positives away and adds negatives without
exchanging any.
"""

from dataclasses import dataclass

import numpy as np

from data import checks, stream
from data import scaling as scalings
from data.dataset import Dataset
from data.pools import FEWEST_TO_TRAIN, Examples, GeneratedPool, TablePool
from data.seeding import CLASSES


@dataclass(frozen=True, eq=False)
class Split:
    """Training part, in stream order, and test part of one draw. Labels are -1 and +1; arrays are read-only.

    ratio is the number of negatives per positive to which accuracy is reweighted. rows and rows_test number
    the examples in the data set's table (the draws of their class, in a generated one). notes are sentences
    worth showing.
    """

    X: np.ndarray  # (n, p)
    y: np.ndarray  # (n,)
    labelled: np.ndarray  # (n,) bool
    rows: np.ndarray  # (n,) int
    X_test: np.ndarray  # (m, p)
    y_test: np.ndarray  # (m,)
    rows_test: np.ndarray  # (m,) int
    ratio: float
    feature_names: tuple[str, ...]
    class_names: tuple[str, str]
    dataset: str
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        for array in (self.X, self.y, self.labelled, self.rows, self.X_test, self.y_test, self.rows_test):
            array.flags.writeable = False


def draw(
    dataset: Dataset,
    *,
    n_samples: int,
    noise: float,
    ratio: float,
    n_labelled: int,
    order: str,
    scaling: str,
    features: tuple[int, ...],
    seed: int,
) -> Split:
    """Draw a Split of any Dataset; data.load explains the arguments and errors."""
    n_samples = checks.count("n_samples", n_samples, least=2 * FEWEST_TO_TRAIN)
    n_labelled = checks.count("n_labelled", n_labelled, least=2 * FEWEST_TO_TRAIN, or_zero="all")
    seed = checks.count("seed", seed, least=0)
    ratio, noise = checks.amount("ratio", ratio), checks.amount("noise", noise)
    checks.choice("order", order, stream.ORDERS)
    checks.choice("scaling", scaling, scalings.SCALINGS)
    columns = checks.columns(features, len(dataset.feature_names))

    pool = GeneratedPool(dataset, noise, seed) if dataset.generated else TablePool(dataset, seed)
    ratio = ratio or pool.ratio
    counts = class_counts(n_samples, ratio, pool.available)
    budgets = labelled_counts(n_labelled or sum(counts), counts)

    rows, X, y = _joined([pool.take(label, n) for label, n in zip(CLASSES, counts, strict=True)], columns)
    rows_test, X_test, y_test = _joined([pool.test(label) for label in CLASSES], columns)
    labelled = np.concatenate([np.arange(n) < budget for n, budget in zip(counts, budgets, strict=True)])
    arrival = stream.arrange(order, X, y, seed)
    scale = scalings.fit(scaling, X)
    return Split(
        X=scale(X)[arrival],
        y=y[arrival],
        labelled=labelled[arrival],
        rows=rows[arrival],
        X_test=scale(X_test),
        y_test=y_test,
        rows_test=rows_test,
        ratio=ratio,
        feature_names=tuple(dataset.feature_names[column] for column in columns),
        class_names=dataset.class_names,
        dataset=dataset.name,
        notes=_notes(dataset, n_samples, counts, ratio),
    )


def class_counts(n_samples: int, ratio: float, available: tuple[float, float]) -> tuple[int, int]:
    """How many negatives and positives to train on: ratio to one, n_samples at most, two of each at least."""
    negatives, positives = available
    n_positive = round(min(n_samples / (1 + ratio), positives, negatives / ratio))
    n_positive = min(max(n_positive, FEWEST_TO_TRAIN), n_samples - FEWEST_TO_TRAIN)
    n_negative = round(min(n_samples - n_positive, negatives, positives * ratio))
    return max(n_negative, FEWEST_TO_TRAIN), n_positive


def labelled_counts(budget: int, counts: tuple[int, int]) -> tuple[int, int]:
    """How many negatives and positives are labelled: in proportion to their counts, two of each at least."""
    n_negative, n_positive = counts
    positive = max(round(budget * n_positive / sum(counts)), FEWEST_TO_TRAIN)
    positive = min(positive, budget - FEWEST_TO_TRAIN, n_positive)
    return min(budget - positive, n_negative), positive


def _joined(classes: list[Examples], columns: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = np.concatenate([numbers for numbers, _ in classes])
    X = np.concatenate([examples[:, columns] for _, examples in classes])
    return rows, X, np.repeat(np.array(CLASSES, dtype=float), [len(numbers) for numbers, _ in classes])


def _notes(dataset: Dataset, n_samples: int, counts: tuple[int, int], ratio: float) -> tuple[str, ...]:
    notes = []
    if sum(counts) < n_samples:
        notes.append(f"At {ratio:.3g} : 1 there are {sum(counts)} examples to train on, not {n_samples}.")
    if dataset.duplicates:
        notes.append(
            f"Copies of earlier rows: {dataset.duplicates:,}. Some test rows may be trained on, too."
        )
    return tuple(notes)
