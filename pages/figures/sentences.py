"""Sentences computed from traces: what to look at in the picture at hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.metrics import accuracy_at_ratio, auc, decision_rates
from algorithms.trace import Trace


@dataclass(frozen=True)
class Moment:
    """What a learner is worth at one frame and threshold, measured on the test part."""

    learner: str
    step: int
    auc: float
    accuracy: float
    all_negative: float
    found: float
    false_alarms: float

    @classmethod
    def of(cls, trace: Trace, frame: int, threshold: float = 0.0) -> Moment:
        scores, y, ratio = trace.scores["test"][frame], trace.scene.y_test, trace.scene.ratio
        found, alarms = decision_rates(scores, y, threshold)
        return cls(
            trace.learner, int(trace.step[frame]), float(auc(scores, y)), accuracy_at_ratio(found, 1 - alarms, ratio),
            accuracy_at_ratio(0.0, 1.0, ratio), found, alarms,
        )  # fmt: skip


def reading(moment: Moment) -> str:
    """One sentence on one learner: what its accuracy hides, or what its ranking gives."""
    m = moment
    if m.found < 0.1 and m.accuracy >= m.all_negative - 0.02:
        return (
            f"**{m.learner}** finds {percent(m.found)} of the positives, yet is right {percent(m.accuracy, 1)} "
            f"of the time: calling everything negative would score {percent(m.all_negative, 1)}."
        )
    if m.accuracy < m.all_negative:
        return (
            f"**{m.learner}** finds {percent(m.found)} of the positives for {percent(m.false_alarms)} false alarms: "
            f"AUC {m.auc:.3f}. Its accuracy, {percent(m.accuracy, 1)}, is below the {percent(m.all_negative, 1)} "
            "of calling everything negative: the wrong measure here."
        )
    return (
        f"**{m.learner}** finds {percent(m.found)} of the positives for {percent(m.false_alarms)} false alarms: "
        f"accuracy {percent(m.accuracy, 1)} (all negative: {percent(m.all_negative, 1)}), AUC {m.auc:.3f}."
    )


def comparison(first: Moment, second: Moment) -> str:
    """One sentence on two learners: which of them ranks better, by how much."""
    better, worse = (first, second) if first.auc >= second.auc else (second, first)
    if better.auc - worse.auc < 0.005:
        return f"Both put about {percent(better.auc, 1)} of all positive-negative pairs in the right order."
    name = f"**{better.learner}**" if better.learner != worse.learner else "The better one"
    return (
        f"{name} puts {percent(better.auc, 1)} of all positive-negative pairs in the right order, "
        f"the other {percent(worse.auc, 1)}."
    )


def percent(share: float, digits: int = 0) -> str:
    return "no number" if np.isnan(share) else f"{100 * share:.{digits}f} %"
