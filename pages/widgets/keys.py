"""The link's keys that every page with a player has, and the link that says a Run.

Light to import: a page that has a stored picture shows it before any learner is loaded.
"""

from __future__ import annotations

from typing import Any

from algorithms.experiments.run import Run
from pages.widgets.url_state import Param, flag, number

END = "end"  # the step of a link that says nothing: the end of the stream
LARGEST = 1e12


def slot(index: int) -> str:
    """What the keys of the learner with this index end in: nothing, 2, 3, 4."""
    return "" if index == 0 else str(index + 1)


def player_params(panels: int, step: int | str = END, key: str = "step") -> dict[str, Param]:
    """Where the player stands: the first learner's own count, each panel's threshold; and the projector's view.

    A page whose step has another default needs another key: values go along from page to page.
    """
    return {
        key: number(step, 0, 10**9, integer=True, special=(END,)),
        **{f"threshold{slot(i)}": number(0.0, -LARGEST, LARGEST, owner=f"learner{slot(i)}") for i in range(panels)},
        "present": flag(),
    }


def query(*runs: Run, **others: Any) -> dict[str, str]:
    """The keys that say these Runs, all on the same data, and what else is given."""
    first = runs[0]
    said = {
        "dataset": first.dataset, "n_samples": first.n_samples, "noise": first.noise, "ratio": first.ratio,
        "n_labelled": first.n_labelled or "all", "order": first.order, "scaling": first.scaling, "seed": first.seed,
    }  # fmt: skip
    if first.features:
        said |= {"features": "two", "x": first.features[0], "y": first.features[1]}
    for i, run in enumerate(runs):
        said |= {f"learner{slot(i)}": run.learner} | {f"{name}{slot(i)}": value for name, value in run.knobs}
    return {name: str(value).removesuffix(".0") for name, value in (said | others).items()}
