"""What the unlabelled examples are worth, in words: beside the labels alone, beside all labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from algorithms.experiments.companions import Companions, Gain, Worth
from algorithms.trace import Scene
from pages.figures.sentences import percent

_TUNED = ("gamma", "regularization", "C")


def table(learner: str, scene: Scene, ours: Worth, beside: Companions) -> str:
    """The learner, the labels alone and all labels, each with test AUC and accuracy, as a table in Markdown."""
    n, known = len(scene.y), int(scene.labelled.sum())
    rows = [
        (f"**{learner}**", f"{known:,} labels, {n - known:,} without", ours),
        (f"labels only, tuned ({_said(beside.settings)})", f"{known:,} labels", beside.labels_only),
        ("all labels", f"{n:,} labels", beside.all_labels),
    ]
    lines = ["| At the end | learns from | test AUC | accuracy |", "|:--|:--|--:|--:|"]
    lines += [f"| {name} | {data} | {w.auc:.3f} | {percent(w.accuracy, 1)} |" for name, data, w in rows]
    return "\n".join(lines)


def verdict(learner: str, measure: str, gain: Gain, n_test: int) -> str:
    """Whether the unlabelled examples were worth something, plainly."""

    def said(value: float) -> str:
        return f"{100 * value:.1f} points" if measure == "accuracy" else f"{value:.3f}"

    how = f"standard error {said(gain.error)}, {n_test:,} test examples"
    if gain.is_one:
        return f"**Gain of {learner}: {said(gain.amount)} in {measure}** by the unlabelled examples ({how})."
    if gain.word == "loss":
        loss = said(-gain.amount)
        return f"**No gain:** {learner} on the labels alone, tuned, is {loss} better in {measure} ({how})."
    return f"**No gain** of {learner}: {said(gain.amount).replace('-', '−')} in {measure} ({how})."


def tuned() -> str:
    """How fair the comparison is."""
    return (
        "“Labels only” is the same learner with the unlabelled weight at 0; kernel width and price are tuned on the "
        "test part itself, which favours it. “All labels” has the settings of the run. One sample: draw others."
    )


def rate(scene: Scene, assumed: float | str) -> str:
    """What the learner takes for the share of positives among the unlabelled, where it is off; "" where it is not."""
    labelled, rest = scene.y[scene.labelled] > 0, scene.y[~scene.labelled] > 0
    taken = float(labelled.mean()) if assumed == "labelled" else float(assumed)
    if abs(taken - rest.mean()) <= 0.05:
        return ""
    return (
        f"It takes {percent(taken)} of the unlabelled for positive{', as of the labelled' * (assumed == 'labelled')}; "
        f"really {percent(rest.mean())} are. A wrong share does harm: set the positive rate."
    )


def _said(settings: Mapping[str, Any]) -> str:
    names = {"gamma": "γ", "regularization": "λ"}
    return ", ".join(f"{names.get(name, name)} {_short(value)}" for name, value in settings.items() if name in _TUNED)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
