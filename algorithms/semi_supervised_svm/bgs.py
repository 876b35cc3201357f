r"""BGS3VM: budgeted stochastic gradients, a kernel expansion over at most B_l labelled and B_u unlabelled vectors.

After Le, Duong, Dinh, Nguyen, Nguyen, Phung 2016 and the comparison in Geng et al. 2019. The published method has a
spectral-graph smoothness term; the comparison describes stochastic gradients on the objective of `objective` with two
budgets, and that is what this is. An iteration takes one labelled row x and one unlabelled row z:

    a <- (1 - gamma) a;   a_x = -gamma C l'(f(x), y);   a_z = -gamma C*_t u'(f(z))

A full part drops its vector with the smallest |a|. Balance is by the threshold: the share r of the unlabelled rows (of
1,000 of them at most) with the highest scores is positive. Steps above 1e-3 jump, as one row's gradient is C itself.
Cost: O((B_l + B_u) p) time an iteration, O((B_l + B_u) p) memory.
"""

from __future__ import annotations

import time
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from algorithms.base import GAMMA, Knob
from algorithms.compiled import compiled
from algorithms.kernels import ExpansionScores, gamma_of
from algorithms.random_feature_learner import iteration_checkpoints, seed_of
from algorithms.random_features import DATA_KEYS, generator
from algorithms.semi_supervised import check_counts, members, rate_of_positives
from algorithms.semi_supervised_svm.objective import BALANCE, PRICES, RAMP, S3VM, UNLABELLED_LOSS
from algorithms.unlabelled_losses import RAMP_TOP, UNLABELLED_LOSSES

SMALL_STEP = Knob("step_size", 1e-3, "Share of f that one iteration replaces", "γ", 1e-5, 1e-1, log=True)
MANY_ITER = Knob(
    "max_iter", 10000, "Iterations of one labelled and one unlabelled row", "T", 100, 100000, log=True, integer=True
)
LABELLED_BUDGET = Knob("labelled_budget", 100, "Labelled vectors remembered", "Bₗ", 1, 1000, log=True, integer=True)
UNLABELLED_BUDGET = Knob("unlabelled_budget", 0.2, "Unlabelled vectors remembered, as a share of all", "Bᵤ", 0.01, 1.0)
LOSSES = tuple(UNLABELLED_LOSSES)


@compiled
def _slope(kind, top, r):
    """u'(r) for one score, as in unlabelled_losses; kind counts LOSSES, top is RAMP_TOP."""
    size, sign = abs(r), float(np.sign(r))
    if kind == 2:
        return -10.0 * r * np.exp(-5.0 * r * r)
    if size >= 1.0 or (kind == 3 and size <= top):
        return 0.0
    return -2.0 * sign * (1.0 - size) if kind == 1 else -sign


@compiled
def _score(x, vectors, weights, gamma):
    total = 0.0
    for slot in range(vectors.shape[0]):
        if weights[slot] != 0.0:
            distance = 0.0
            for i in range(x.shape[0]):
                distance += (x[i] - vectors[slot, i]) ** 2
            total += weights[slot] * np.exp(-gamma * distance)
    return total


@compiled
def _insert(x, row, weight, first, stop, vectors, weights, identity):
    """Put x in the slot of first .. stop with the smallest |weight|; an empty slot has weight 0."""
    least = first
    for slot in range(first, stop):
        if abs(weights[slot]) < abs(weights[least]):
            least = slot
    vectors[least] = x
    weights[least], identity[least] = weight, row


@compiled
def _pass(X, signs, labelled, unlabelled, t, growth, vectors, weights, identity, budget, gamma, C, price, step_size,
          offset, kind, top):  # fmt: skip
    """Iterations t + 1, t + 2, ... on rows labelled (k,) and unlabelled (k,), or () for none, in place."""
    for i in range(labelled.shape[0]):
        t += 1
        x, y = X[labelled[i]], signs[labelled[i]]
        pull = 0.0
        if unlabelled.shape[0] > 0:
            z = X[unlabelled[i]]
            grown = price * min(1.0, t / growth) if growth > 0.0 else price
            pull = -step_size * grown * _slope(kind, top, _score(z, vectors, weights, gamma) + offset)
        push = step_size * C * y if y * (_score(x, vectors, weights, gamma) + offset) < 1.0 else 0.0
        for slot in range(weights.shape[0]):
            weights[slot] *= 1.0 - step_size
        if push != 0.0:
            _insert(x, labelled[i], push, 0, budget, vectors, weights, identity)
        if pull != 0.0:
            _insert(X[unlabelled[i]], unlabelled[i], pull, budget, weights.shape[0], vectors, weights, identity)


class BGS3VM(S3VM):
    """Budgeted stochastic gradients for the semi-supervised support vector machine.

    Parameters
    ----------
    C, C_unlabelled : float > 0 and >= 0, prices in mean form; C_unlabelled "C" is the same as C.
    gamma : float > 0 or "scale".
    step_size : float, 0 < gamma < 1.  max_iter : int, iterations of one labelled and one unlabelled row.
    labelled_budget : int, B_l.  unlabelled_budget : float in (0, 1], B_u as a share of the unlabelled rows.
    unlabelled_loss, positive_rate, balance, ramp, random_state : as in TSGS3VM.

    Attributes: support_ (m,) row numbers, support_vectors_ (m, p), dual_coef_ (1, m), offset_, gamma_, n_iter_,
    classes_, n_features_in_.
    """

    knobs = (
        *PRICES, GAMMA, SMALL_STEP, MANY_ITER, LABELLED_BUDGET, UNLABELLED_BUDGET, UNLABELLED_LOSS,
        *BALANCE, RAMP,
    )  # fmt: skip
    unit = "iteration"
    paper = "Le et al. 2016, in the budgeted form that Geng et al. 2019 compare with"
    cost = "O((Bₗ + Bᵤ) p) time an iteration, O((Bₗ + Bᵤ) p) memory"

    def __init__(self, C=100.0, C_unlabelled="C", gamma="scale", step_size=1e-3, max_iter=10000, labelled_budget=100,
                 unlabelled_budget=0.2, unlabelled_loss="symmetric hinge", positive_rate="labelled", balance=True,
                 ramp=0.5, random_state=0):  # fmt: skip
        self.C = C
        self.C_unlabelled = C_unlabelled
        self.gamma = gamma
        self.step_size = step_size
        self.max_iter = max_iter
        self.labelled_budget = labelled_budget
        self.unlabelled_budget = unlabelled_budget
        self.unlabelled_loss = unlabelled_loss
        self.positive_rate = positive_rate
        self.balance = balance
        self.ramp = ramp
        self.random_state = random_state

    def steps(self, X, y, checkpoints=None, probes=()):
        """Learn X (n, p), y (n,) with -1 for unlabelled, yielding at checkpoints (iterations) and at the end.

        Yields (t, scores, snapshot) as all learners do; None is up to 60 checkpoints. Warns with ConvergenceWarning
        where max_iter is too small for the step. Raises as `fit` does.
        """
        X, signs = self._prepare(X, y)
        C, price = self._prices()
        kind = LOSSES.index(self._one_of("unlabelled_loss", LOSSES))
        self._check_iterations()
        self.gamma_ = gamma_of(self.gamma, X)
        groups, seed = members(X, signs), seed_of(self.random_state)
        budget, size = self.labelled_budget, len(groups.unlabelled)
        slots = budget + max(1, round(self.unlabelled_budget * size))
        self._vectors, self._weights = np.zeros((slots, X.shape[1])), np.zeros(slots)
        self._identity = np.full(slots, -1, np.int64)
        labelled = _shuffles(groups.labelled, self.max_iter, seed, 0)
        unlabelled = _shuffles(groups.unlabelled if price else groups.unlabelled[:0], self.max_iter, seed, 1)
        target, rate = self._target(groups), rate_of_positives(self.positive_rate, groups)
        points = [X[self._held(groups, seed)], *(self._checked(P, reset=False) for P in probes)]
        framed = bool(probes) and size > 0
        if framed:
            points.append(X[groups.unlabelled])
        expansions = [ExpansionScores(P, slots, "rbf", self.gamma_) for P in points]
        seconds, t, growth = 0.0, 0, self.ramp * self.max_iter
        stops = set(iteration_checkpoints(self.max_iter) if checkpoints is None else checkpoints) | {self.max_iter}
        for stop in sorted(stops):
            began = time.perf_counter()
            _pass(
                X, signs, labelled[t:stop], unlabelled[t:stop], t, growth, self._vectors, self._weights, self._identity,
                budget, self.gamma_, C, price, self.step_size, target, kind, RAMP_TOP,
            )  # fmt: skip
            seconds += time.perf_counter() - began
            held, *scores = (
                expansion(slice(None), self._identity, self._vectors, self._weights) for expansion in expansions
            )
            self._settle(stop, np.quantile(held, 1 - rate) if self.balance else 0.0)
            t, pull = stop, np.zeros(len(X))
            if framed:
                grown = price * min(1.0, t / growth) if growth else price
                pull[groups.unlabelled] = -grown * UNLABELLED_LOSSES[LOSSES[kind]].slope(scores.pop() + target)
            yield t, [score - self.offset_ for score in scores], {
                "offset": self.offset_, "support": self.support_, "weight": self.dual_coef_[0], "pull": pull,
                "seconds": seconds, "bytes": self._vectors.nbytes + self._weights.nbytes,
            }  # fmt: skip

    def _check_iterations(self):
        if not 0 < self.step_size < 1:
            raise ValueError(f"step_size must be between 0 and 1, not {self.step_size!r}.")
        check_counts(max_iter=self.max_iter, labelled_budget=self.labelled_budget)
        if not 0 < self.unlabelled_budget <= 1:
            raise ValueError(f"unlabelled_budget must be a share in (0, 1], not {self.unlabelled_budget!r}.")
        if self.step_size * self.max_iter < 5:
            warnings.warn(
                f"{self.max_iter} iterations of step {self.step_size} have hardly left 0: max_iter should be at least "
                f"{5 / self.step_size:.0f}.", ConvergenceWarning, stacklevel=4,
            )  # fmt: skip

    def _settle(self, t, offset):
        used = np.flatnonzero(self._weights)
        self.support_, self.support_vectors_ = self._identity[used], self._vectors[used]
        self.dual_coef_ = self._weights[used][None, :]
        self.offset_, self.n_iter_ = float(offset), t

    def _scores(self, X):
        expansion = ExpansionScores(X, len(self.support_), "rbf", self.gamma_)
        return expansion(slice(None), self.support_, self.support_vectors_, self.dual_coef_[0])


def _shuffles(rows: np.ndarray, length: int, seed: int, stream: int) -> np.ndarray:
    """Shuffles of the rows, one after the other, up to `length` entries; empty where there are no rows."""
    if not len(rows):
        return rows
    random = generator(seed, DATA_KEYS + (stream << 40))
    return np.concatenate([random.permutation(rows) for _ in range(-(-length // len(rows)))])[:length]
