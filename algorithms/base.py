"""What every learner here is: a scikit-learn classifier that can also show how it learns.

A learner's `steps` yields (t, scores on each probe, snapshot) at each checkpoint; `fit` exhausts it. A class states
its knobs, from which controls and benchmark grids are drawn.

Ranking has no threshold of its own: AUC does not change when a constant is added to every score. A learner keeps
`offset_`, the midpoint of the two classes' mean scores, and decision_function is score - offset_, so that 0 is the
decision. Training, losses, regret and AUC never see it.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

Step = tuple[int, list[np.ndarray], dict[str, Any]]

# Features and weights stay below this, so that squared distances and scores are finite numbers.
LARGEST = 1e75


class DivergenceError(ArithmeticError):
    """The weights grew beyond LARGEST; `step` counts the examples seen by then."""

    def __init__(self, step: int, advice: str):
        super().__init__(f"The weights grew without bound by step {step}. {advice}")
        self.step = step


@dataclass(frozen=True)
class Knob:
    """One parameter that a user may turn.

    name : the constructor's parameter;  default : its default value;  help : one line;  symbol : the paper's letter.
    A number has `low` and `high` (on a `log` scale where that is usual, whole where `integer`);
    `choices` holds all values of a choice, or the words allowed beside numbers (such as "scale").
    """

    name: str
    default: Any
    help: str
    symbol: str = ""
    low: float | None = None
    high: float | None = None
    log: bool = False
    integer: bool = False
    choices: tuple = ()

    @property
    def is_number(self) -> bool:
        return self.low is not None


REGULARIZATION = Knob("regularization", 0.1, "Pulls the weights to zero; more is smoother", "λ", 1e-5, 1e3, log=True)
STEP_SIZE = Knob("step_size", 0.05, "How far one example moves the weights", "η", 1e-4, 1e2, log=True)
GAMMA = Knob(
    "gamma", "scale", "Narrower kernel, wigglier boundary", "γ = s⁻²", 2.0**-10, 2.0**10, log=True, choices=("scale",)
)
PENALTY = Knob("C", 1.0, "Price of a mistake; more follows each example harder", "C", 2.0**-10, 2.0**10, log=True)
BUFFER_SIZE = Knob("buffer_size", 100, "Examples remembered of each class", "B", 1, 500, log=True, integer=True)
FIT_INTERCEPT = Knob("fit_intercept", True, "Learn a threshold of its own beside the weights")
AVERAGE = Knob("average", False, "Predict with the mean of all weights so far, later ones counting more")


def _read_only(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written: a caller's data stays as it is, and loops compile for one kind of array."""
    view = array.view()
    view.flags.writeable = False
    return view


class Learner(ClassifierMixin, BaseEstimator):
    """Base of all learners: labels, validation, and the decision at 0.

    A subclass gives `_scores(X)` before the offset, and `steps`.
    """

    knobs: ClassVar[tuple[Knob, ...]] = ()
    family: ClassVar[str]  # "linear", "kernel", "reference" ...
    unit: ClassVar[str] = "example"  # what one step is; a learner of another unit has a parameter max_iter
    paper: ClassVar[str]
    cost: ClassVar[str] = ""  # time and memory a step, in words
    offset_: float

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    @abstractmethod
    def _scores(self, X: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def steps(self, X, y, checkpoints: Iterable[int] | None = None, probes: Sequence[np.ndarray] = ()):
        """Learn X (n, p), y (n,) anew; at each checkpoint yield (t, scores on each probe, snapshot)."""

    def decision_function(self, X) -> np.ndarray:
        """Scores (n,) of the rows of X (n, p), offset_ subtracted: above 0 is the positive class, classes_[1]."""
        check_is_fitted(self)
        return self._scores(self._checked(X, reset=False)) - self.offset_

    def predict(self, X) -> np.ndarray:
        """Class labels (n,) of the rows of X (n, p)."""
        decisions = self.decision_function(X)
        return self.classes_[(decisions > 0).astype(int)]

    def _checked(self, *data, reset: bool):
        """X (n, p), or X and y (n,), as scikit-learn demands them, with features whose squares do not overflow."""
        checked = validate_data(self, *data, dtype=np.float64, order="C", reset=reset)
        X = checked if len(data) == 1 else checked[0]
        if not np.vdot(X, X) < LARGEST and max(X.max(), -X.min()) > LARGEST:  # mostly one look at X is enough
            raise ValueError(f"X holds numbers beyond {LARGEST:g}, whose squares overflow. Scale the features.")
        return checked

    def _check_training_data(self, X, y) -> tuple[np.ndarray, np.ndarray]:
        X, y = self._checked(X, y, reset=True)
        check_classification_targets(y)
        return X, y

    def _set_classes(self, labels: np.ndarray) -> None:
        classes = np.unique(labels)
        if len(classes) > 2:
            raise ValueError(
                f"Only binary classification is supported, and y has {len(classes)} classes. "
                "Say which class is positive: y == that class."
            )
        if len(classes) < 2:
            raise ValueError("y holds one class only; ranking compares two. Give at least one example of each class.")
        self.classes_ = classes

    def _signs(self, y: np.ndarray) -> np.ndarray:
        """Labels as -1.0 and +1.0; raises ValueError for a label that is not one of classes_."""
        negative, positive = y == self.classes_[0], y == self.classes_[1]
        if len(unseen := y[~(negative | positive)]):
            raise ValueError(f"y holds {np.unique(unseen).tolist()}, but the classes are {self.classes_.tolist()}.")
        return np.where(positive, 1.0, -1.0)

    def _positive(self, name: str) -> float:
        """The parameter of that name; raises ValueError where it is not a positive number."""
        return float(self._positives(name, getattr(self, name))[0])

    def _positives(self, name: str, values, or_zero: bool = False) -> np.ndarray:
        """Values (G,) for the parameter of that name; raises ValueError where one is not a positive number."""
        array = np.atleast_1d(np.asarray(values, dtype=np.float64))
        if not ((array < np.inf) & ((array > 0) | (or_zero & (array == 0)))).all():
            raise ValueError(f"{name} must be a positive number, not {values!r}.")
        return array

    def _whole(self, name: str) -> int:
        """The parameter of that name; raises ValueError where it is not a whole number of at least 1."""
        value = getattr(self, name)
        if not (isinstance(value, Integral) and value >= 1):
            raise ValueError(f"{name} must be at least 1 and a whole number, not {value!r}.")
        return int(value)

    def _one_of(self, name: str, choices: Sequence[str]) -> str:
        """The parameter of that name; raises ValueError where it is not one of the choices."""
        value = getattr(self, name)
        if value not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
        return value


class OnlineLearner(Learner):
    """A learner that sees one example at a time, in the order of the rows.

    A subclass gives _start (fresh state), _advance (learn some rows, return its per-round arrays), _settle (set the
    public attributes from the state), _snapshot and _scores. Any chunking of the rows gives the same weights.

    A class whose costly state does not depend on some of its numbers names them in `one_pass`: models that differ
    in these alone learn side by side, as rows of coef_ or dual_coef_ (see grid.fit_grid). A plain fit is one row.
    """

    one_pass: ClassVar[tuple[str, ...]] = ()
    diverges: ClassVar[str] = "Lower step_size, raise regularization, or scale the features."

    @abstractmethod
    def _start(self, X: np.ndarray) -> None:
        """Set the state of a learner that has seen nothing; X tells the number of features."""

    @abstractmethod
    def _advance(self, X: np.ndarray, signs: np.ndarray) -> dict[str, np.ndarray]:
        """Learn the rows of X with labels of -1 and +1; return arrays with one entry a round."""

    @abstractmethod
    def _settle(self) -> None:
        """Set coef_ or dual_coef_, and offset_, from the state. Raise nothing: numbers may not be finite."""

    def _snapshot(self) -> dict[str, Any]:
        """Named small arrays that a picture of this moment needs."""
        return {}

    def _bounded(self) -> np.ndarray:
        """Whose weights are numbers up to LARGEST, (G,) bool."""
        return np.abs(self.coef_).max(axis=1) <= LARGEST

    def _nbytes(self) -> int:
        """Memory of the state, in bytes."""
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))

    def _probe(self, probes: Sequence[np.ndarray]):
        """A function that scores all probes with the present weights; kernel learners keep kernel rows in it."""
        return lambda: [self._scores(P) - self.offset_ for P in probes]

    def fit(self, X, y):
        """Learn the rows of X (n, p) with labels y (n,) in one pass, in their order.

        Raises ValueError for data that scikit-learn would refuse, and DivergenceError where the weights grow
        beyond LARGEST.
        """
        X, y = self._check_training_data(X, y)
        self._set_classes(y)
        self._start(X)
        self._learn(X, self._signs(y))
        return self

    def fit_many(self, X, y, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """Fit G models to X (n, p), y (n,) in one pass, as rows of coef_ or dual_coef_, with offset_ (G,).

        values : (G,) for some of the names in `one_pass`. Returns (G,) bool, False where weights grew beyond LARGEST.
        """
        X, y = self._check_training_data(X, y)
        self._set_classes(y)
        with np.errstate(over="ignore", invalid="ignore"):
            self._learn_many(_read_only(X), _read_only(self._signs(y)), values)
        return self._bounded()

    def partial_fit(self, X, y, classes=None):
        """Learn some more rows. The first call needs `classes`, or a y that holds both.

        Raises ValueError for a label outside the classes, and as `fit` does.
        """
        first = not hasattr(self, "n_samples_seen_")
        X, y = self._check_training_data(X, y) if first else self._checked(X, y, reset=False)
        if first:
            self._set_classes(y if classes is None else np.asarray(classes))
            self._start(X)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(
                f"classes is {np.asarray(classes).tolist()}, but was {self.classes_.tolist()} at the first call."
            )
        self._learn(X, self._signs(y))
        return self

    def steps(self, X, y, checkpoints=None, probes=()) -> Iterator[Step]:
        """Learn X (n, p), y (n,) in one pass, yielding at each checkpoint (numbers of examples; None is all).

        Yields (t, scores, snapshot): scores is one array (m,) for each probe (m, p), as decision_function gives
        them; snapshot holds the rounds' losses since the last checkpoint, offset, seconds and bytes, and what
        the learner adds. Raises DivergenceError instead of a checkpoint by which the weights grew beyond LARGEST.
        """
        X, y = self._check_training_data(X, y)
        self._set_classes(y)
        signs = self._signs(y)
        self._start(X)
        score, seconds = self._probe([self._checked(P, reset=False) for P in probes]), 0.0
        for start, stop in pairwise([0, *(range(1, len(X) + 1) if checkpoints is None else checkpoints)]):
            began = time.perf_counter()
            rounds = self._learn(X[start:stop], signs[start:stop])
            seconds += time.perf_counter() - began
            snapshot = {**rounds, "offset": self.offset_, **self._snapshot()}
            yield int(stop), score(), {**snapshot, "seconds": seconds, "bytes": self._nbytes()}

    def _learn_many(self, X: np.ndarray, signs: np.ndarray, values: Mapping[str, np.ndarray]) -> None:
        self._start(X, **values)
        self._advance(X, signs)
        self._settle()

    def _learn(self, X: np.ndarray, signs: np.ndarray) -> dict[str, np.ndarray]:
        seen = getattr(self, "n_samples_seen_", 0)
        with np.errstate(over="ignore", invalid="ignore"):
            rounds = self._advance(_read_only(X), _read_only(signs))
            self.n_samples_seen_ = seen + len(X)
            self._settle()
        if not self._bounded().all():
            raise DivergenceError(self.n_samples_seen_, self.diverges)
        return rounds


class LinearOnlineLearner(OnlineLearner):
    """An online learner whose score is coef_ . x."""

    family = "linear"

    def _scores(self, X: np.ndarray, models: int | slice = 0) -> np.ndarray:
        return self.coef_[models] @ X.T

    def _set_offset(self, midpoint: np.ndarray) -> None:
        """Put the threshold between the classes: midpoint (p,) lies half way between their means."""
        offsets = self.coef_ @ midpoint
        self.offset_ = float(offsets[0]) if len(offsets) == 1 else offsets

    def _snapshot(self) -> dict[str, Any]:
        return {"coef": self.coef_[0].copy()}
