r"""A function f = sum_i alpha_i . phi_i over fresh random features, grown one iteration at a time.

Dai et al. 2014; QSG eqs (14b)-(16), TSG eq (7). With the rows x that iteration t draws and their slopes c_x,

    alpha_t = -eta_t sum_x c_x (phi_t(x) - phibar_t)        alpha_j <- decay_t alpha_j for j < t

where phibar_t is the mean feature of reference rows, so that f keeps a mean of 0 over them; without them it is 0. The
decay is O(1): alpha_j = scale * stored_j. Folding the scale in is by powers of two, hence without rounding.

f_t on the rows of iteration t needs all earlier frequencies. Rows are drawn ahead, and each block of frequencies that
is regenerated serves the rows of the next K iterations. All orders are exact and give the same bits:

    "naive"  K = 1, as printed: every block regenerated at every iteration, O(d b m T^2)
    "chunk"  K = 16: K times fewer generations, scores kept for K batches
    "push"   all iterations at once: every block generated once and added to the scores of the rows still to come; O(n)
             scores kept
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from algorithms.random_features import DATA_KEYS, FeatureBlock, RandomFeatures, generator

LOOKAHEAD = {"naive": 1, "chunk": 16, "push": None}
SCHEDULES = tuple(LOOKAHEAD)
FORGETTING = 2.0**-200  # stands for a decay of exactly 0: nothing in single precision survives it


class RandomExpansion:
    """The function itself: a seed (in `features`) and at most `capacity` blocks of coefficients."""

    def __init__(self, features: RandomFeatures, capacity: int):
        self.features = features
        self.length, self.scale, self.exponent, self.shift = 0, 1.0, 0, 0.0
        self._stored = np.zeros((capacity, *features.shape), np.float32)

    @property
    def coefficients(self) -> np.ndarray:
        """alpha (t, 2, m) for cosines and sines, or (t, 1, m), as float32."""
        return self._stored[: self.length] * np.float32(self.scale)

    @property
    def nbytes(self) -> int:
        return self._stored[: self.length].nbytes

    def append(self, block: FeatureBlock, coefficients: np.ndarray, decay: float, centre: np.ndarray | None) -> None:
        """Let all earlier coefficients decay, then add the block with its own; centre is its mean feature phibar."""
        if self.length:
            self.scale *= decay or FORGETTING
            if not 2.0**-20 < abs(self.scale) < 2.0**20:
                self._fold()
        stored = (coefficients / self.scale).astype(np.float32)
        self._stored[self.length] = stored
        self.length += 1
        self.newest = block, stored
        if centre is not None:
            self.shift += float(np.vdot(stored, centre))

    def _fold(self) -> None:
        self.scale, exponent = np.frexp(self.scale)
        np.ldexp(self._stored[: self.length], exponent, out=self._stored[: self.length])
        self.shift = float(np.ldexp(self.shift, exponent))
        self.exponent += int(exponent)

    def sums(self, rows: np.ndarray) -> np.ndarray:
        """sum_i stored_i . phi_i (n,) for rows (n, d) of float32; every block is generated anew (QSG Algorithm 2)."""
        sums = np.zeros(len(rows))
        for i in range(self.length):
            self.features.block(i + 1).add_scores(rows, self._stored[i], sums)
        return sums

    def values(self, sums: np.ndarray) -> np.ndarray:
        """f where the sums are as in `sums`."""
        return self.scale * (sums - self.shift)

    def scores(self, rows: np.ndarray) -> np.ndarray:
        """f (n,) on rows (n, d) of float32, at the cost of all blocks: O(n d m t)."""
        return self.values(self.sums(rows))

    def watch(self, rows: np.ndarray) -> RunningScores:
        """Scores of rows (n, d) of float32 that are kept while the function grows."""
        return RunningScores(self, rows)


class RunningScores:
    """Scores of fixed rows (n, d) that are kept while an expansion grows: one block an iteration."""

    def __init__(self, expansion: RandomExpansion, rows: np.ndarray):
        self.expansion, self.rows = expansion, rows
        self.sums, self._exponent = expansion.sums(rows), expansion.exponent

    def update(self, live: int | None = None) -> None:
        """Take in the block that was appended last; only the first `live` rows are looked after from now on."""
        if lag := self.expansion.exponent - self._exponent:
            np.ldexp(self.sums, lag, out=self.sums)
            self._exponent = self.expansion.exponent
        block, stored = self.expansion.newest
        block.add_scores(self.rows[:live], stored, self.sums[:live])

    def __call__(self, which=slice(None)) -> np.ndarray:
        """f on the rows, or on some of them."""
        return self.expansion.values(self.sums[which])


class Batches:
    """Batch t of an endless stream of shuffles of `members`; all of them, in order, where they fit in one batch."""

    def __init__(self, members: np.ndarray, size: int, seed: int, stream: int):
        self.members, self.size, self.seed, self.stream = members, size, seed, stream
        self._shuffles: dict[int, np.ndarray] = {}

    def __call__(self, t: int) -> np.ndarray:
        """Members of the batch of iteration t = 1, 2, ..., the same whenever they are asked for."""
        n = len(self.members)
        if n <= self.size:
            return self.members
        first = (t - 1) * self.size
        start, stop = divmod(first, n), divmod(first + self.size, n)
        if start[0] == stop[0]:
            return self._shuffle(start[0])[start[1] : stop[1]]
        return np.concatenate([self._shuffle(start[0])[start[1] :], self._shuffle(stop[0])[: stop[1]]])

    def _shuffle(self, epoch: int) -> np.ndarray:
        if epoch not in self._shuffles:
            self._shuffles = {e: s for e, s in self._shuffles.items() if abs(e - epoch) == 1}
            key = DATA_KEYS + (self.stream << 40) + epoch
            self._shuffles[epoch] = self.members[generator(self.seed, key).permutation(len(self.members))]
        return self._shuffles[epoch]


class Rule(Protocol):
    """What a learner decides: the rows of iteration t, their slopes c_x = d loss / d f(x), step eta_t and decay."""

    def draw(self, t: int) -> np.ndarray: ...
    def slopes(self, t: int, drawn: np.ndarray, scores: np.ndarray) -> np.ndarray: ...
    def step(self, t: int) -> float: ...
    def decay(self, t: int) -> float: ...


class Update(NamedTuple):
    """What iteration t did: f <- decay f + sum_x weights_x (phi_t(x) - phibar_t) . phi_t over the rows `drawn`."""

    drawn: np.ndarray
    weights: np.ndarray
    decay: float
    finite: bool


class Descent:
    """Stochastic descent of a rule in function space, over rows (n, d) of float32.

    reference : rows (k, d) over which the mean of f stays 0, or None.  schedule : one of SCHEDULES.
    """

    def __init__(self, expansion: RandomExpansion, rows: np.ndarray, rule: Rule, max_iter: int, schedule: str = "push",
                 reference: np.ndarray | None = None):  # fmt: skip
        if schedule not in LOOKAHEAD:
            raise ValueError(f"schedule must be one of {', '.join(SCHEDULES)}, not {schedule!r}.")
        self.expansion, self.rows, self.rule, self.max_iter, self.reference = expansion, rows, rule, max_iter, reference
        self._ahead = LOOKAHEAD[schedule] or max_iter
        self._until = 0
        self._place = np.empty(len(rows), np.int64)
        if reference is not None:
            self._shares = np.full(len(reference), 1.0 / len(reference), np.float32)

    def advance(self) -> Update:
        """Do the next iteration."""
        t = self.expansion.length + 1
        if t > self._until:
            self._look_ahead(t)
        drawn = self.rule.draw(t)
        scores = self._window(self._place[drawn])
        step, decay = self.rule.step(t), self.rule.decay(t)
        weights = (-step * self.rule.slopes(t, drawn, scores)).astype(np.float32)
        block, centre = self.expansion.features.block(t), None
        coefficients = block.weighed(self.rows[drawn], weights)
        if self.reference is not None:
            centre = block.weighed(self.reference, self._shares)
            coefficients -= weights.sum() * centre
        self.expansion.append(block, coefficients, decay, centre)
        if live := int(np.searchsorted(-self._last_use, -t)):
            self._window.update(live)
        return Update(drawn, weights, decay, bool(np.isfinite(scores).all() and np.isfinite(weights).all()))

    def _look_ahead(self, t: int) -> None:
        """Score the rows of the iterations from t on, the rows that are needed longest first."""
        self._until = min(self.max_iter, t + self._ahead - 1)
        last_use = np.zeros(len(self.rows), np.int64)
        for later in range(self._until, t - 1, -1):
            drawn = self.rule.draw(later)
            last_use[drawn] = np.maximum(last_use[drawn], later)
            if last_use.all():
                break
        needed = np.flatnonzero(last_use)
        needed = needed[np.argsort(-last_use[needed], kind="stable")]
        self._last_use = last_use[needed]
        self._place[needed] = np.arange(len(needed))
        self._window = RunningScores(self.expansion, self.rows[needed])
