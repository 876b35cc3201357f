r"""What belongs beside a learner from few labels: the same learner without the unlabelled rows, and with all labels.

Both come from the learner's own code: `labels_only()` on the same rows, tuned over its kernel's width and its price or
regularization; and `labels_only()` at the run's settings on the complete labels. The tuning looks at the test part
itself, which favours it: a gain over it is not for want of tuning. A gain is paired, example by example, with the
standard error that the test part leaves:

    accuracy   var(d+) / ((1 + ratio)^2 n+) + ratio^2 var(d-) / ((1 + ratio)^2 n-),  d = right here - right there
    AUC        var(V+ - V'+) / n+ + var(V- - V'-) / n-,  V an example's share of pairs in order (DeLong et al. 1988)

Cost: 13 fits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from algorithms.base import DivergenceError
from algorithms.experiments.run import Run, given
from algorithms.experiments.verdicts import gain_of
from algorithms.kernels import gamma_of
from algorithms.metrics import accuracy_at_ratio, auc, decision_rates
from algorithms.remarks import heard
from algorithms.trace import Cancelled

WIDTHS = (1 / 16, 1 / 4, 1.0, 4.0)  # factors of gamma
PRICES = (0.1, 1.0, 10.0)  # factors of C or regularization


class Worth(NamedTuple):
    """Test AUC and accuracy at the run's ratio, threshold 0."""

    auc: float
    accuracy: float


class Gain(NamedTuple):
    """By how much a measure is better, and the standard error of that."""

    amount: float
    error: float

    @property
    def word(self) -> str:
        """What verdicts calls it: "gain", "no gain" or "loss"."""
        return gain_of(self.amount, self.error)

    @property
    def is_one(self) -> bool:
        """More than two standard errors above zero."""
        return self.word == "gain"


@dataclass(frozen=True)
class Companions:
    """measure : "AUC" or "accuracy", what the learner is for; labels only is tuned by it.

    labels_only, all_labels : what they are worth, nothing where they diverge.
    settings : the knobs of the tuned one, unlabelled weight included.  scores : test scores (m,) of the tuned one.
    """

    measure: str
    labels_only: Worth
    all_labels: Worth
    settings: Mapping[str, Any]
    scores: np.ndarray


def companions(
    run: Run,
    tell: Callable[[int, int], None] = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Companions:
    """The companions of a run whose learner uses unlabelled rows. tell and stopped as in trace.record.

    Raises Cancelled when stopped() says so, and ValueError for values that no data set or learner takes.
    """
    split, learner = run.split(), run.estimator()
    X, y = given(learner, split)
    points = list(_grid(learner, split.X))
    measure = "AUC" if learner.family.endswith("AUC") else "accuracy"

    def played(number: int, settings: Mapping[str, Any], y) -> tuple[Worth, np.ndarray]:
        if stopped():
            raise Cancelled
        tell(number, len(points) + 1)
        try:
            with heard():  # said of the run itself
                fitted = learner.labels_only().set_params(**settings).fit(X, y)
        except DivergenceError:
            return Worth(0.0, 0.0), np.zeros(len(split.y_test))
        scores = fitted.decision_function(split.X_test)
        return worth(scores, split.y_test, split.ratio), scores

    tried = [(*played(number, point, y), point) for number, point in enumerate(points)]
    best, scores, settings = max(tried, key=lambda one: getattr(one[0], measure.lower()))
    all_labels, _ = played(len(points), {}, (split.y > 0).astype(int))
    return Companions(measure, best, all_labels, {**settings, **learner.without_unlabelled}, scores)


def worth(scores: np.ndarray, y: np.ndarray, ratio: float) -> Worth:
    """What scores (m,) are worth against y (m,) of -1 and +1."""
    found, alarms = decision_rates(scores, y)
    return Worth(float(auc(scores, y)), float(accuracy_at_ratio(found, 1 - alarms, ratio)))


def gain(measure: str, ours: np.ndarray, theirs: np.ndarray, y: np.ndarray, ratio: float) -> Gain:
    """By how much scores `ours` (m,) are better than `theirs` (m,) against y (m,) of -1 and +1."""
    positive = y > 0
    if measure == "AUC":
        mine, other = (_shares_in_order(scores, positive) for scores in (ours, theirs))
        means, weights = (0.5, 0.5), (1.0, 1.0)  # both classes' shares have the AUC as their mean
    else:
        mine, other = ((scores > 0) == positive for scores in (ours, theirs))
        means = weights = (1 / (1 + ratio), ratio / (1 + ratio))
    better = mine.astype(float) - other
    sides = (better[positive], better[~positive])
    amount = sum(mean * side.mean() for mean, side in zip(means, sides, strict=True))
    variance = sum(weight**2 * side.var() / len(side) for weight, side in zip(weights, sides, strict=True))
    return Gain(float(amount), float(np.sqrt(variance)))


def _shares_in_order(scores: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """Of each example (m,), the share of its pairs with the other class that are in order; a tie counts half."""
    shares = np.empty(len(scores))
    for side in (positive, ~positive):
        others = np.sort(scores[~side])
        below = (np.searchsorted(others, scores[side]) + np.searchsorted(others, scores[side], "right")) / 2
        shares[side] = below / len(others)
    shares[~positive] = 1 - shares[~positive]
    return shares


def _grid(learner, X: np.ndarray):
    """Settings to try, around the learner's own and within the range of its knobs."""
    own, knobs = learner.get_params(), {knob.name: knob for knob in learner.knobs}
    axes = {}
    if own.get("kernel") != "linear":
        axes["gamma"] = [factor * gamma_of(own["gamma"], X) for factor in WIDTHS]
    price = "C" if "C" in knobs else "regularization"
    axes[price] = [factor * own[price] for factor in PRICES]
    within = [sorted({float(np.clip(v, knobs[name].low, knobs[name].high)) for v in axes[name]}) for name in axes]
    return (dict(zip(axes, point, strict=True)) for point in product(*within))
