"""What semi-supervised learners share: labels of which most are missing.

Unlabelled rows are marked with -1, as scikit-learn does, so neither class may be called -1. Text labels come as an
object array that holds the number -1: np.array(["spam", "ham", -1], dtype=object).

Beside every result belong two companions from the same code path: `labels_only`, to be tuned for itself, and "all
labels", which is labels_only() fitted to the complete y.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils.multiclass import check_classification_targets

from algorithms.base import Learner

UNLABELLED = -1


class Members(NamedTuple):
    """Row numbers of the three groups, each in canonical order."""

    positive: np.ndarray
    negative: np.ndarray
    unlabelled: np.ndarray

    @property
    def labelled(self) -> np.ndarray:
        """Positives, then negatives."""
        return np.concatenate([self.positive, self.negative])

    @property
    def all(self) -> np.ndarray:
        """Positives, negatives, unlabelled."""
        return np.concatenate(self)

    @property
    def sizes(self) -> tuple[int, int, int]:
        return len(self.positive), len(self.negative), len(self.unlabelled)


def canonical_order(X: np.ndarray) -> np.ndarray:
    """Row numbers (n,) by the first feature, ties by the others: it depends on the set of rows, not on their order."""
    order = np.argsort(X[:, 0], kind="stable")
    first = X[order, 0]
    tied = np.concatenate([[False], first[1:] == first[:-1]])
    tied[:-1] |= tied[1:]
    rows = order[tied]
    order[tied] = rows[np.lexsort(X[rows].T[::-1])]
    return order


def members(X: np.ndarray, signs: np.ndarray) -> Members:
    """The groups of X (n, p) with signs (n,) of -1, +1 and 0 for unlabelled."""
    order = canonical_order(X)
    ordered = signs[order]
    return Members(order[ordered > 0], order[ordered < 0], order[ordered == 0])


def midpoint(scores: np.ndarray, groups: Members) -> float:
    """A ranking's offset_, half way between the two classes' mean scores, from scores of groups.labelled."""
    positives, negatives = np.split(scores, [len(groups.positive)])
    return float(positives.mean() + negatives.mean()) / 2


def rate_of_positives(rate: float | str, groups: Members) -> float:
    """The number behind positive_rate: itself, or for "labelled" the labelled rows' share of positives.

    Raises ValueError for any other text and outside [0, 1].
    """
    if rate == "labelled":
        return len(groups.positive) / len(groups.labelled)
    if isinstance(rate, str) or not 0 <= rate <= 1:
        raise ValueError(f'positive_rate must be between 0 and 1, or "labelled", not {rate!r}.')
    return float(rate)


def is_unlabelled(y: np.ndarray) -> np.ndarray:
    """Which entries of y (n,) are -1. Raises ValueError for text that holds "-1"."""
    if y.dtype.kind in "US":
        if (y == str(UNLABELLED)).any():
            raise ValueError(
                'y holds the text "-1". Unlabelled rows are marked with the number -1: give text labels as an object '
                'array, np.array(["a", "b", -1], dtype=object).'
            )
        return np.zeros(len(y), bool)
    return np.asarray(y == UNLABELLED, bool)


def check_counts(**counts: int) -> None:
    """Raises ValueError where one of the named numbers is not a whole number of at least 1."""
    for name, count in counts.items():
        if not (isinstance(count, int | np.integer) and count >= 1):
            raise ValueError(f"{name} must be a whole number of at least 1, not {count!r}.")


class SemiSupervisedLearner(Learner):
    """A learner for y of two classes and -1 for unlabelled; its results do not depend on the order of the rows."""

    without_unlabelled: ClassVar[dict[str, Any]]  # parameters with which the unlabelled rows count for nothing

    def labels_only(self):
        """The same learner, not fitted, for which unlabelled rows count for nothing."""
        return clone(self).set_params(**self.without_unlabelled)

    def fit(self, X, y):
        """Learn the rows of X (n, p) with labels y (n,), -1 for unlabelled.

        Raises ValueError for data that scikit-learn would refuse, where all is unlabelled, where one class has no
        label, and for text labels that hold "-1" as text.
        """
        for _ in self.steps(X, y, checkpoints=()):
            pass
        return self

    def _prepare(self, X, y) -> tuple[np.ndarray, np.ndarray]:
        """X as float64 (n, p), and signs (n,): -1 and +1 for the two classes, 0 for unlabelled. Sets classes_."""
        X, y = self._checked(X, y, reset=True)
        unlabelled = is_unlabelled(y)
        labels = y[~unlabelled]
        if not len(labels):
            raise ValueError("Everything is unlabelled (-1). Give at least one label of each class.")
        if y.dtype == object and len({isinstance(label, str) for label in labels}) == 1:
            labels = np.array(labels.tolist())
        check_classification_targets(labels)
        if unlabelled.any() and (labels == labels[0]).all():
            raise ValueError(
                f"y holds {labels.tolist()[0]!r} and -1 only. Here -1 marks unlabelled rows, so there is one class. "
                "If -1 is meant as a class, call the classes 0 and 1; else give at least one label of each class."
            )
        self._set_classes(labels)
        signs = np.zeros(len(y))
        signs[~unlabelled] = self._signs(labels)
        return X, signs
