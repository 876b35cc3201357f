"""The experiment that the home page opens with, measured over twenty samples, and the traces stored for it.

Two noisy circles at 19 : 1. An SVC calls everything negative and is 95 % accurate; OKAUC-M, given two small buffers
and one pass, ranks. `python -m algorithms.experiments home` measures both on twenty seeds, says which seed's AUC gap is
nearest the median, and records the traces that a cold server shows first.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms import stored
from algorithms.experiments.run import Run, compute
from algorithms.metrics import accuracy_at_ratio, auc, decision_rates

SEED = 6  # its gap is nearest the median of SEEDS: `main` says so, a test holds it
SEEDS = range(20)
PAUSED_AT = 300

SVC = Run(learner="SVC", knobs=(("gamma", 4.0),), seed=SEED)
OKAUC_M = Run(learner="OKAUC-M", knobs=(("gamma", 4.0),), seed=SEED)
WEIGHTED_SVC = Run(learner="SVC weighted", knobs=(("gamma", 4.0),), seed=SEED)
RUNS = (SVC, OKAUC_M, WEIGHTED_SVC)
BOUNDARY = Run(seed=SEED)  # what the boundary page opens with


def measure(run: Run) -> np.ndarray:
    """Test AUC, accuracy at the run's ratio, positives found, false alarms at the end of the stream: (4, seeds)."""
    rows = []
    for seed in SEEDS:
        trace = compute(replace(run, seed=seed))
        scores = trace.scores["test"][-1]
        found, alarms = decision_rates(scores, trace.scene.y_test)
        accuracy = accuracy_at_ratio(found, 1 - alarms, trace.scene.ratio)
        rows.append([auc(scores, trace.scene.y_test), accuracy, found, alarms])
    return np.array(rows).T


def typical_seed(first: np.ndarray, second: np.ndarray) -> int:
    """The seed whose AUC gap is nearest the median gap, from two results of `measure`."""
    gaps = second[0] - first[0]
    return int(np.argmin(np.abs(gaps - np.median(gaps))))


def main() -> None:
    """Print the table and store the traces of SEED."""
    measured = {run.learner: measure(run) for run in RUNS}
    columns = " ".join(f"{name:>14s}" for name in ("AUC", "accuracy", "found", "false alarms"))
    print(f"{'learner':14s} {columns}   mean +- sd, {len(SEEDS)} seeds")
    for learner, values in measured.items():
        cells = (f"{mean:.3f} +- {sd:.3f}" for mean, sd in zip(values.mean(1), values.std(1, ddof=1), strict=True))
        print(f"{learner:14s} " + " ".join(f"{cell:>14s}" for cell in cells))
    typical = typical_seed(measured["SVC"], measured["OKAUC-M"])
    print(f"seed nearest the median AUC gap: {typical}; the home page uses {SEED}")
    for run in (*RUNS, BOUNDARY):
        print("stored", stored.save(compute(run)))
