"""How long learning takes: each learner beside its plain NumPy loop, and whole runs as the app computes them.

`python -m algorithms.experiments speed` prints CPU time on one thread after compiling, the shortest of several
repeats (other work on the machine only ever adds), all in one process, so that ratios compare like with like on any
machine. A new learner is one line in CASES: its printed name, a number of features, and its plain loop.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from algorithms import LEARNERS
from algorithms.experiments.home import OKAUC_M, SVC
from algorithms.experiments.run import Run, compute

EXAMPLES, PLAIN_EXAMPLES, REPEATS = 20_000, 1_000, 15


# The plain loops: one example at a time, as one would write them in NumPy


def perceptron(X, signs, *, step_size, fit_intercept):
    w, intercept = np.zeros(X.shape[1]), 0.0
    for x, y in zip(X, signs, strict=True):
        if y * (x @ w + intercept) <= 0:
            w += step_size * y * x
            intercept += step_size * y * fit_intercept
    return w


def oauc(X, signs, *, regularization, step_size=None, hinge=True, **_):
    w = np.zeros(X.shape[1])
    counts, means = [0, 0], np.zeros((2, X.shape[1]))
    covariances = np.zeros((2, X.shape[1], X.shape[1]))
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        own, other = (1, 0) if y > 0 else (0, 1)
        eta = step_size or 1 / (regularization * t)
        if counts[other]:
            deviation = x - means[other]
            spread = covariances[other] @ w
            slope, curvature = _surrogate(1 - y * (w @ deviation), w @ spread, hinge)
            w = (1 - eta * regularization) * w + eta * (slope * y * deviation - curvature * spread)
        counts[own] += 1
        error = x - means[own]
        means[own] += error / counts[own]
        covariances[own] += (np.outer(error, x - means[own]) - covariances[own]) / counts[own]
    return w


def okauc(X, signs, *, regularization, gamma, buffer_size, **_):
    vectors, weights = np.zeros((2, buffer_size, X.shape[1])), np.zeros((2, buffer_size))
    gram = np.zeros((2, buffer_size, 2, buffer_size))
    counts = [0, 0]
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        own, other = (1, 0) if y > 0 else (0, 1)
        eta, held = 1 / (regularization * t), min(counts[other], buffer_size)
        row = np.exp(-gamma * ((vectors - x) ** 2).sum(axis=2))
        new_weight, change = 0.0, 0.0
        if held:
            scores = gram[other, :held].reshape(held, -1) @ weights.ravel()
            mean = scores.mean()
            slope, curvature = _surrogate(1 - y * (np.vdot(row, weights) - mean), scores.var(), hinge=True)
            new_weight, change = eta * slope * y, eta / held * (slope * y + curvature * (scores - mean))
        weights *= 1 - eta * regularization
        weights[other, :held] -= change
        place = counts[own] % buffer_size
        row[own, counts[own] :] = 0.0
        row[other, held:] = 0.0
        if counts[own] >= buffer_size:
            likeness = gram[own, place, own].copy()
            likeness[place] = row[own, place]  # the newcomer will stand where the oldest stood
            heir, inheritance = likeness.argmax(), weights[own, place] * likeness.max()
            weights[own, place] = 0.0
            weights[own, heir] += inheritance
            new_weight += weights[own, place]
        row[own, place] = 1.0
        vectors[own, place], weights[own, place] = x, new_weight
        gram[own, place] = gram[:, :, own, place] = row
        counts[own] += 1
    return weights


def _surrogate(b, variance, hinge):
    """Slope and curvature of psi_M or of psi_S/2."""
    if not hinge:
        return b, 1.0
    r = math.hypot(b, math.sqrt(max(variance, 0.0)))
    return ((1 + b / r) / 2, 0.5 / r) if r else (0.5, 0.0)


# What is measured


@dataclass(frozen=True)
class Case:
    """A learner, a number of features, its plain loop, and what is to be reached (None: nothing)."""

    learner: str
    n_features: int
    plain: Callable
    microseconds: float | None = None
    ratio: float | None = None


CASES = (
    Case("Perceptron", 20, perceptron),
    Case("OAUC-S", 20, lambda X, signs, **options: oauc(X, signs, hinge=False, **options)),
    Case("OAUC-M_c", 20, oauc),
    Case("OAUC-M", 2, oauc),
    Case("OAUC-M", 20, oauc, microseconds=0.25, ratio=50),
    Case("OAUC-M", 60, oauc),
    Case("OKAUC-M", 20, okauc),
)

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


def cpu_seconds(work: Callable[[], object], repeats: int) -> float:
    """Shortest CPU seconds of the process for one call; one call before does not count."""
    work()
    times = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


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


def verdict(*targets: tuple[bool, str]) -> str:
    """The targets in words, each with whether it was reached."""
    return ", ".join(f"{words}: {'reached' if reached else 'MISSED'}" for reached, words in targets)


def main(examples: int = EXAMPLES, plain_examples: int = PLAIN_EXAMPLES, repeats: int = REPEATS) -> None:
    """Print both tables."""
    with threadpool_limits(1):
        print(f"{'learner':12}{'features':>9}{'µs an example':>15}{'plain NumPy':>13}{'ratio':>7}   to reach")
        for case in CASES:
            fit, plain = measure(case, examples, plain_examples, repeats)
            targets = []
            if case.microseconds:
                targets.append((fit <= case.microseconds, f"at most {case.microseconds} µs"))
            if case.ratio:
                targets.append((plain / fit >= case.ratio, f"at least {case.ratio} times"))
            row = f"{case.learner:12}{case.n_features:9}{fit:15.3f}{plain:13.1f}{plain / fit:7.0f}"
            print(f"{row}   {verdict(*targets)}".rstrip(), flush=True)

        print(f"\n{'run, once warm':44}{'ms of CPU':>10}   to reach")
        for run, milliseconds in RUNS:
            spent = 1e3 * cpu_seconds(lambda run=run: compute(run), repeats)
            words = (
                f"{run.learner} on {run.dataset}, {run.n_samples} at {run.ratio:g} : 1, {run.frames} frames"
            )
            target = ((spent <= milliseconds, f"at most {milliseconds} ms"),) if milliseconds else ()
            print(f"{words:44}{spent:10.0f}   {verdict(*target)}".rstrip(), flush=True)
