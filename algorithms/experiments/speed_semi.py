"""How long learning from few labels takes: random features, orders of evaluation, exact solutions, memory.

Part of `python -m algorithms.experiments speed`: CPU time on one thread, and ratios from one run.
"""

from __future__ import annotations

import tracemalloc
import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from algorithms.experiments.stopwatch import cpu_seconds, verdict
from algorithms.random_features import RandomFeatures
from algorithms.semi_supervised_auc.qsg import QSGS2AUC
from algorithms.semi_supervised_auc.samult import SAMULT
from algorithms.semi_supervised_svm.bls import BLS3VM
from algorithms.semi_supervised_svm.tsg import TSGS3VM

LABELS, FEATURES = 200, 20

WIDTHS, ROWS, FREQUENCIES = (2, 20, 64, 128), 4_096, 512
NANOSECONDS, OVER_PRODUCT, UNDER_COSINE = 1.3, 1.5, 10

# Unlabelled rows, and how many times faster than the naive order (which is not tried where None)
PASSES = ((8_192, 2.4), (32_768, 2.5), (131_072, None))
FEW = 8_192  # rows up to which a pass is repeated as often as all else
BATCH, EXPONENT = 256, 2.5
FLAT_ITERATIONS, FLAT_ROWS, FLAT_EXPONENT = 400, (131_072, 524_288), 0.1

EXACT_ROWS, CORRELATION, OVER_DENSE = 4_200, 0.99, 100
ITERATIONS = (4, 8, 16, 32, 64, 128, 256)

STREAMED, MEGABYTES = 1_000_000, 500

# Unlabelled rows, and the seconds to reach
BALANCED = ((1_000, 0.3), (5_000, 5.0))


def few_labels(n: int, p: int = FEATURES) -> tuple[np.ndarray, np.ndarray]:
    """X (200 + n, p) and y of 0 and 1, -1 from row 200 on: two overlapping round clouds in the unit cube."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, LABELS + n)
    X = rng.normal(0.5, 0.15, (LABELS + n, p)) + 0.06 * (2 * truth - 1)[:, None]
    return X, np.where(np.arange(LABELS + n) < LABELS, truth, -1)


class Pairs(NamedTuple):
    """Nanoseconds for each row and frequency: the matrix product, ours with cosine and sine, np.cos in float64."""

    product: float
    ours: float
    cosine: float


def measure_pairs(p: int, rows: int, frequencies: int, repeats: int) -> Pairs:
    """Score rows with p features by random cosines and sines."""
    rng = np.random.default_rng(0)
    block = RandomFeatures(p, frequencies, gamma=1.0).block(1)
    X, weights = rng.normal(0, 0.3, (rows, p)).astype(np.float32), rng.normal(size=(2, frequencies)).astype(np.float32)
    angles, sums = np.empty((rows, frequencies), np.float32), np.zeros(rows)
    product = cpu_seconds(lambda: np.dot(X, block.frequencies, angles), repeats)
    ours = cpu_seconds(lambda: block.add_scores(X, weights, sums), repeats)
    plain = 2 * np.pi * angles.astype(np.float64)
    cosine = cpu_seconds(lambda: np.cos(plain), repeats)
    return Pairs(*(1e9 * seconds / (rows * frequencies) for seconds in (product, ours, cosine)))


def print_pairs(repeats: int, rows: int = ROWS, frequencies: int = FREQUENCIES) -> float:
    """The table of the fused cosine. Returns np.cos's nanoseconds in 20 dimensions."""
    print(f"\n{'random features':16}{'features':>9}{'ns a pair':>11}{'product alone':>15}{'np.cos':>8}   to reach")
    for p in WIDTHS:
        found = measure_pairs(p, rows, frequencies, repeats)
        targets = []
        if p == FEATURES:
            cosine = found.cosine
            targets.append((found.ours <= NANOSECONDS, f"at most {NANOSECONDS} ns"))
            targets.append((UNDER_COSINE * found.ours <= cosine, f"{UNDER_COSINE} times np.cos"))
        if p >= 64:
            targets.append((found.ours <= OVER_PRODUCT * found.product, f"at most {OVER_PRODUCT} times the product"))
        row = f"{'':16}{p:9}{found.ours:11.2f}{found.product:15.2f}{found.cosine:8.1f}"
        print(f"{row}   {verdict(*targets)}".rstrip(), flush=True)
    return cosine


def one_pass(n: int, schedule: str, repeats: int) -> float:
    """Seconds of TSGS3VM for one pass over n unlabelled rows, with m = sqrt n frequencies an iteration."""
    learner = TSGS3VM(
        C=10.0, gamma=0.5, step_size=0.05, max_iter=max(1, n // BATCH), n_components=int(np.ceil(np.sqrt(n))),
        batch_size=BATCH, balance=False, schedule=schedule,
    )  # fmt: skip
    X, y = few_labels(n)
    return cpu_seconds(lambda: learner.fit(X, y), repeats)


def print_passes(repeats: int, cosine: float, passes=PASSES) -> None:
    """The table of the orders of evaluation."""
    print(f"\n{'one pass, s':16}{'rows':>9}{'naive':>9}{'chunk':>9}{'push':>9}{'ratio':>7}{'ns a pair':>11}   to reach")
    best = []
    for n, ratio in passes:
        orders = ("naive", "chunk", "push") if ratio else ("chunk", "push")
        times = {schedule: one_pass(n, schedule, max(1, repeats * FEW // n)) for schedule in orders}
        best.append(min(times["chunk"], times["push"]))
        iterations, m = max(2, n // BATCH), np.ceil(np.sqrt(n))
        each = 1e9 * best[-1] / (BATCH * m * iterations * (iterations - 1) / 2)
        targets, faster, naive = [(UNDER_COSINE * each <= cosine, f"{UNDER_COSINE} times np.cos")], "", ""
        if ratio:
            gained = times["naive"] / best[-1]
            faster, naive = f"{gained:.2f}", f"{times['naive']:.3f}"
            targets.insert(0, (gained >= ratio, f"at least {ratio} times faster"))
        if len(best) == 1:  # rows so few that the set-up counts
            targets.pop()
        row = f"{'':16}{n:9}{naive:>9}{times['chunk']:9.3f}{times['push']:9.3f}{faster:>7}{each:11.2f}"
        print(f"{row}   {verdict(*targets)}".rstrip(), flush=True)
    exponent = np.polyfit(np.log([n for n, _ in passes]), np.log(best), 1)[0]
    target = exponent <= EXPONENT, f"at most {EXPONENT}"
    print(f"{'exponent':16}{exponent:9.2f}{'':45}   {verdict(target)}", flush=True)


def print_flat(repeats: int, iterations: int = FLAT_ITERATIONS, sizes=FLAT_ROWS) -> None:
    """What four times as many rows cost in the same number of iterations."""
    times = []
    learner = TSGS3VM(C=10.0, gamma=0.5, max_iter=iterations)
    for n in sizes:
        X, y = few_labels(n)
        times.append(cpu_seconds(lambda X=X, y=y: learner.fit(X, y), repeats))
    exponent = np.log(times[1] / times[0]) / np.log(sizes[1] / sizes[0])
    words = f"{iterations} iterations, {sizes[0]} and {sizes[1]} rows: {times[0]:.2f} and {times[1]:.2f} s"
    print(f"{'fixed T':16}{words}, exponent {exponent:.2f}   ", end="")
    print(verdict((exponent <= FLAT_EXPONENT, f"at most {FLAT_EXPONENT}")), flush=True)


def print_exact(repeats: int, rows: int = EXACT_ROWS) -> None:
    """QSG-S2AUC with the fewest iterations that come near SAMULT's exact solution, beside both ways to it."""
    X, y = few_labels(rows - LABELS)
    dense, gradients = SAMULT(0.1, solver="dense"), SAMULT(0.1)
    slow = cpu_seconds(lambda: dense.fit(X, y), 1)
    fair = cpu_seconds(lambda: gradients.fit(X, y), min(repeats, 3))
    scores = dense.decision_function(X)
    for iterations in ITERATIONS:
        learner = QSGS2AUC(0.1, max_iter=iterations, n_components=64).fit(X, y)
        correlation = np.corrcoef(scores, learner.decision_function(X))[0, 1]
        if correlation >= CORRELATION:
            break
    quick = cpu_seconds(lambda: learner.fit(X, y), repeats)
    good = slow >= OVER_DENSE * quick and correlation >= CORRELATION
    print(f"\n{f'{rows} rows':16}{'s of CPU':>9}{'ratio':>8}   to reach")
    print(f"{'SAMULT, dense':16}{slow:9.4f}{slow / quick:8.0f}")
    print(f"{'SAMULT, CG':16}{fair:9.4f}{fair / quick:8.0f}")
    words = f"correlation {correlation:.4f} with it at T {iterations}"
    target = good, f"{CORRELATION} at least {OVER_DENSE} times faster than dense"
    print(f"{'QSG-S2AUC':16}{quick:9.4f}{1:8}   {words}, {verdict(target)}", flush=True)


def print_memory(rows: int = STREAMED) -> None:
    """Peak memory of one pass of TSGS3VM over many rows, beyond X and y."""
    X, y = few_labels(rows)
    batch = 4_096
    learner = TSGS3VM(C=10.0, gamma=0.5, step_size=0.05, max_iter=-(-rows // batch), n_components=32, batch_size=batch)
    tracemalloc.start()
    learner.fit(X, y)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    print(f"\n{'rows in one pass':20}{'MB of data':>12}{'MB beyond':>11}   to reach")
    row = f"{rows:<20}{(X.nbytes + y.nbytes) / 1e6:12.0f}{peak:11.0f}"
    print(f"{row}   {verdict((peak <= MEGABYTES, f'at most {MEGABYTES} MB'))}", flush=True)


def print_exact_machine(repeats: int, cases=BALANCED) -> None:
    """BLS3VM, which has an n x n kernel."""
    print(f"\n{f'BLS3VM, {LABELS} labels':20}{'unlabelled':>12}{'s of CPU':>11}   to reach")
    for n, seconds in cases:
        X, y = few_labels(n)
        spent = cpu_seconds(lambda X=X, y=y: BLS3VM(gamma=0.5).fit(X, y), min(repeats, 3))
        row = f"{'':20}{n:12}{spent:11.3f}"
        print(f"{row}   {verdict((spent <= seconds, f'at most {seconds:g} s'))}", flush=True)


def main(repeats: int) -> None:
    """Print the tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # one pass is what is timed, whether it suffices or not
        print_passes(repeats, print_pairs(repeats))
        print_flat(1)
        print_exact(repeats)
        print_memory()
        print_exact_machine(repeats)
