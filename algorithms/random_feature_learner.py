"""What the learners by stochastic descent over random features share: DSG, TSGS3VM, QSG-S2AUC.

A subclass gives a rule (see random_expansion): which rows an iteration draws and how they push. Scores on probes, and
on the training rows where frames are wanted, are kept running: to ask anew at 60 checkpoints would cost 30 times more.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from algorithms.base import DivergenceError, Knob, Learner, Step
from algorithms.kernels import gamma_of
from algorithms.random_expansion import Descent, RandomExpansion, Rule
from algorithms.random_features import FEATURE_MAPS, RandomFeatures
from algorithms.semi_supervised import Members, check_counts, members

FRAMES = 60
N_COMPONENTS = Knob(
    "n_components", 128, "Random frequencies drawn in each iteration", "m", 4, 1024, log=True, integer=True
)
MAX_ITER = Knob("max_iter", 400, "Iterations", "T", 10, 5000, log=True, integer=True)
BATCH_SIZE = Knob("batch_size", 256, "Rows drawn of each kind in an iteration", "b", 1, 1024, log=True, integer=True)
FEATURE_MAP = Knob(
    "feature_map", "pair", "Cosine and sine of each frequency, or one cosine with a random shift", choices=FEATURE_MAPS
)

DELAY = Knob(
    "delay", "auto", "Iterations by which the steps' shrinking is put forward; 0 may diverge for a small λ", "t₀",
    1.0, 1e4, log=True, choices=("auto",),
)  # fmt: skip

ScoreOf = Callable[[np.ndarray], np.ndarray]


def check_delay(delay: float | str) -> float:
    """The delay t_0; raises ValueError where it is not a number of at least 0."""
    if isinstance(delay, str) or not 0 <= delay < np.inf:
        raise ValueError(f'delay must be a number of at least 0, or "auto", not {delay!r}.')
    return float(delay)


def seed_of(random_state) -> int:
    """The seed behind random_state: itself where it is a whole number, else a draw from it."""
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def iteration_checkpoints(max_iter: int, frames: int = FRAMES) -> np.ndarray:
    """Up to `frames` iterations to stop at, dense at first, then geometric, up to max_iter."""
    return np.unique(np.rint(np.geomspace(1, max_iter, frames)).astype(int))


class Beginning(NamedTuple):
    """A learner about to learn: its rows in single precision, their groups, its rule and its descent."""

    rows: np.ndarray
    groups: Members
    rule: Rule
    descent: Descent


class RandomFeatureLearner(Learner):
    """Base of learners whose function is a RandomExpansion.

    Attributes after fit: coefficients_ (T, 2, m) or (T, 1, m), gamma_, offset_, n_iter_, classes_, n_features_in_.
    """

    unit = "iteration"
    cost = "O(d b m T²) time as printed, O(d n m T) with all scores kept; O(m T) memory"
    diverges = "Lower step_size, or raise regularization or delay."

    @abstractmethod
    def _rule(self, signs: np.ndarray, groups: Members, seed: int) -> Rule:
        """The descent's rule; raises ValueError for parameters out of range."""

    def _reference(self, groups: Members, seed: int) -> np.ndarray | None:
        """Numbers of the rows over which f keeps a mean of 0, or None."""
        return None

    @abstractmethod
    def _offset(self, score_of: ScoreOf, groups: Members) -> float:
        """offset_, from score_of(row numbers)."""

    def _snapshot(self, rule: Rule, score_of: ScoreOf, groups: Members, t: int) -> dict[str, Any]:
        """What a picture of iteration t needs besides the offset."""
        return {}

    def _prepare(self, X, y) -> tuple[np.ndarray, np.ndarray]:
        X, y = self._check_training_data(X, y)
        self._set_classes(y)
        return X, self._signs(y)

    @property
    def coefficients_(self) -> np.ndarray:
        """alpha_i for each iteration i: together with the seed, the whole model."""
        return self._expansion.coefficients

    def fit(self, X, y):
        """Learn the rows of X (n, p) with labels y (n,).

        Raises ValueError for data that scikit-learn would refuse and for parameters out of range, and
        DivergenceError where the scores overflow.
        """
        for _ in self.steps(X, y, checkpoints=()):
            pass
        return self

    def steps(self, X, y, checkpoints=None, probes=()) -> Iterator[Step]:
        """Learn X (n, p), y (n,), yielding at each checkpoint (numbers of iterations; None is up to 60) and at the end.

        Yields (t, scores, snapshot): scores is one array (m,) for each probe (m, p), as decision_function gives
        them; snapshot holds offset, seconds, bytes and what the learner adds. Raises as `fit` does.
        """
        begun = self.begin(X, y)
        stops = set(iteration_checkpoints(self.max_iter) if checkpoints is None else checkpoints)
        watched = [self.watch(P) for P in probes]
        framed = bool(probes or stops)
        if framed:
            watched.append(score_of := self._expansion.watch(begun.rows))
        else:
            score_of = self._asked_at_the_end(begun.rows)
        seconds = 0.0
        for t in range(1, self.max_iter + 1):
            began = time.perf_counter()
            with np.errstate(over="ignore", invalid="ignore"):
                finite = begun.descent.advance().finite
            seconds += time.perf_counter() - began
            if not finite:
                raise DivergenceError(t, self.diverges)
            for scores in watched:
                scores.update()
            if t in stops or t == self.max_iter:
                self.n_iter_ = t
                self.offset_ = self._offset(score_of, begun.groups)
                yield t, [scores() - self.offset_ for scores in watched[: len(probes)]], {
                    "offset": self.offset_, "seconds": seconds, "bytes": self._expansion.nbytes,
                    **(self._snapshot(begun.rule, score_of, begun.groups, t) if framed else {}),
                }  # fmt: skip

    def begin(self, X, y) -> Beginning:
        """Validate, and set up a descent that has done nothing yet: what `steps` plays and its exact twin reads."""
        X, signs = self._prepare(X, y)
        check_counts(max_iter=self.max_iter, batch_size=self.batch_size)
        self.gamma_ = gamma_of(self.gamma, X)
        groups, seed = members(X, signs), seed_of(self.random_state)
        rule, reference = self._rule(signs, groups, seed), self._reference(groups, seed)
        features = RandomFeatures(X.shape[1], self.n_components, self.gamma_, seed, self.feature_map)
        self._centre = X[groups.labelled].mean(axis=0)
        rows = features.rows(X, self._centre)
        self._expansion, descent = self._descent(features, rows, rule, None if reference is None else rows[reference])
        return Beginning(rows, groups, rule, descent)

    def _descent(self, features: RandomFeatures, rows: np.ndarray, rule: Rule, reference: np.ndarray | None):
        """The function to be learned and the descent that learns it."""
        expansion = RandomExpansion(features, self.max_iter)
        return expansion, Descent(expansion, rows, rule, self.max_iter, self.schedule, reference)

    def watch(self, X):
        """Running scores, without offset, of the rows of X (n, p) while a descent that `begin` gave advances."""
        return self._expansion.watch(self._rows(self._checked(X, reset=False)))

    def _rows(self, X: np.ndarray) -> np.ndarray:
        return self._expansion.features.rows(X, self._centre)

    def _asked_at_the_end(self, rows: np.ndarray) -> ScoreOf:
        return lambda which: self._expansion.scores(rows[which])

    def _scores(self, X):
        return self._expansion.scores(self._rows(X))
