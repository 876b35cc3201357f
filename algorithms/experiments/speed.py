"""How long learning takes: learners beside plain NumPy loops, grids, many features, runs as in the app, few labels.

`python -m algorithms.experiments speed` prints CPU time on one thread after compiling, the shortest of several
repeats (other work on the machine only ever adds), all in one process, so that ratios compare like with like on any
machine. A new learner is one line in CASES: its printed name, a number of features, and its plain loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from algorithms import LEARNERS
from algorithms.experiments import plain_loops as plain
from algorithms.experiments import speed_semi
from algorithms.experiments.home import OKAUC_M, SVC
from algorithms.experiments.run import Run, compute
from algorithms.experiments.stopwatch import cpu_seconds, verdict
from algorithms.grid import fit_grid

EXAMPLES, PLAIN_EXAMPLES, REPEATS = 50_000, 1_000, 15


@dataclass(frozen=True)
class Case:
    """A learner, a number of features, its plain loop, and what is to be reached (None: nothing)."""

    learner: str
    n_features: int
    plain: Callable
    microseconds: float | None = None
    ratio: float | None = None


CASES = (
    Case("Perceptron", 20, plain.perceptron),
    Case("PA-I", 20, plain.passive_aggressive),
    Case("OAM", 20, plain.oam, microseconds=6),
    Case("OL-UBAUC", 20, plain.ubauc),
    Case("OAUC-S", 20, partial(plain.oauc, hinge=False), microseconds=0.25),
    Case("OAUC-M_c", 20, plain.oauc, microseconds=0.25),
    Case("OAUC-M", 2, plain.oauc),
    Case("OAUC-M", 20, plain.oauc, microseconds=0.25, ratio=50),
    Case("OAUC-M", 60, plain.oauc),
    Case("OAUC-M-L", 20, plain.oauc_linear_memory, microseconds=0.15),
    Case("SOLAM", 20, plain.solam, microseconds=0.1),
    Case("FSAUC", 20, plain.fsauc),
    Case("KOIL", 20, plain.koil, microseconds=60),
    Case("OKAUC-S", 20, partial(plain.okauc, hinge=False), microseconds=60),
    Case("OKAUC-M", 20, plain.okauc, microseconds=60),
)

# Learner, grid, and microseconds for each of its models and examples to reach
POWERS = 2.0 ** np.arange(-10, 11)
GRIDS = (
    ("OAUC-S", {"regularization": POWERS, "step_size": POWERS}, 0.05),
    ("OAUC-M_c", {"regularization": POWERS, "step_size": POWERS}, 0.05),
    ("OAM", {"C": POWERS}, None),
    ("OKAUC-M", {"regularization": POWERS}, None),
)
GRID_EXAMPLES, GRID_FEATURES = 2_000, 10

# So many features that OAUC-M's covariances fill the memory, and how much faster OAUC-M-L must be there
WIDE_EXAMPLES, WIDE_FEATURES, WIDE_RATIO = 100, 2_000, 100

# A Run and the milliseconds to reach, once warm
RUNS = (
    (Run(dataset="moons", ratio=1.0), 150),
    (OKAUC_M, 150),
    (Run(dataset="moons", ratio=1.0, learner="OAUC-M"), 150),
    (SVC, None),
)


def stream(n: int, p: int) -> tuple[np.ndarray, np.ndarray]:
    """Examples X (n, p) and their signs (n,): two overlapping normal clouds, mixed 3 : 1."""
    rng = np.random.default_rng(0)
    signs = np.where(rng.random(n) < 0.25, 1.0, -1.0)
    return rng.normal(size=(n, p)) + 0.5 * signs[:, None], signs


def measure(case: Case, examples: int, plain_examples: int, repeats: int) -> tuple[float, float]:
    """Microseconds of CPU an example: of the learner's fit, and of the plain loop."""
    learner = LEARNERS[case.learner]()
    if "gamma" in learner.get_params():
        learner.set_params(gamma=1.0 / case.n_features)
    X, signs = stream(examples, case.n_features)
    few_X, few_signs = X[:plain_examples], signs[:plain_examples]
    fit = cpu_seconds(lambda: learner.fit(X, signs), repeats)
    plain = cpu_seconds(lambda: case.plain(few_X, few_signs, **learner.get_params()), repeats)
    return 1e6 * fit / examples, 1e6 * plain / plain_examples


def print_learners(examples: int, plain_examples: int, repeats: int) -> None:
    print(f"{'learner':12}{'features':>9}{'µs an example':>15}{'plain NumPy':>13}{'ratio':>7}   to reach")
    for case in CASES:
        fit, plain_loop = measure(case, examples, plain_examples, repeats)
        targets = []
        if case.microseconds:
            targets.append((fit <= case.microseconds, f"at most {case.microseconds} µs"))
        if case.ratio:
            targets.append((plain_loop / fit >= case.ratio, f"at least {case.ratio} times"))
        row = f"{case.learner:12}{case.n_features:9}{fit:15.3f}{plain_loop:13.1f}{plain_loop / fit:7.0f}"
        print(f"{row}   {verdict(*targets)}".rstrip(), flush=True)


def print_grids(examples: int, repeats: int) -> None:
    print(f"\n{f'grid, {GRID_FEATURES} features':12}{'models':>9}{'µs a model and example':>25}   to reach")
    X, signs = stream(examples, GRID_FEATURES)
    for name, grid, microseconds in GRIDS:
        models = np.prod([len(values) for values in grid.values()])
        learner = LEARNERS[name]()
        spent = cpu_seconds(lambda learner=learner, grid=grid: fit_grid(learner, X, signs, grid), repeats)
        each = 1e6 * spent / examples / models
        target = ((each <= microseconds, f"at most {microseconds} µs"),) if microseconds else ()
        print(f"{name:20}{models:9}{each:25.3f}   {verdict(*target)}".rstrip(), flush=True)


def print_wide(repeats: int) -> None:
    print(f"\n{f'{WIDE_FEATURES} features':12}{'µs an example':>24}{'MB':>9}   to reach")
    X, signs = stream(WIDE_EXAMPLES, WIDE_FEATURES)
    times = {}
    for name in ("OAUC-M", "OAUC-M-L"):
        learner = LEARNERS[name]()
        times[name] = 1e6 * cpu_seconds(lambda learner=learner: learner.fit(X, signs), repeats) / WIDE_EXAMPLES
        ratio = times["OAUC-M"] / times[name]
        target = ((ratio >= WIDE_RATIO, f"at least {WIDE_RATIO} times faster"),) if name == "OAUC-M-L" else ()
        row = f"{name:12}{times[name]:24.1f}{learner._nbytes() / 1e6:9.1f}"
        print(f"{row}   {verdict(*target)}".rstrip(), flush=True)


def print_runs(repeats: int) -> None:
    print(f"\n{'run, once warm':44}{'ms of CPU':>10}   to reach")
    for run, milliseconds in RUNS:
        spent = 1e3 * cpu_seconds(lambda run=run: compute(run), repeats)
        words = f"{run.learner} on {run.dataset}, {run.n_samples} at {run.ratio:g} : 1, {run.frames} frames"
        target = ((spent <= milliseconds, f"at most {milliseconds} ms"),) if milliseconds else ()
        print(f"{words:44}{spent:10.0f}   {verdict(*target)}".rstrip(), flush=True)


def main(examples: int = EXAMPLES, plain_examples: int = PLAIN_EXAMPLES, repeats: int = REPEATS) -> None:
    """Print the tables, those of `speed_semi` last."""
    with threadpool_limits(1):
        print_learners(examples, plain_examples, repeats)
        print_grids(GRID_EXAMPLES, repeats)
        print_wide(min(repeats, 3))
        print_runs(repeats)
        speed_semi.main(repeats)
