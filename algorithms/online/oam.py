"""OAM: online AUC maximisation against a reservoir of each class.

Zhao, Hoi, Jin, Yang: Online AUC Maximization (2011). Each class keeps a uniform sample of at most B
of its examples. The example (x, y) is compared with the vectors b of the opposite reservoir, which stand for all N
opposite examples seen: C_t = C max(1, N/B).

    gradient    w <- w + C_t/2 sum of y (x - b) over b with y w.(x - b) < 1, w held fixed in the sum
    sequential  for each b in turn w <- w + tau y (x - b), tau = min(C_t/2, [1 - y w.(x - b)]+ / ||x - b||^2)

Reservoirs do not depend on C, so models that differ in C learn in one pass.
Cost: O(B p) time an example, O(B p) memory.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.utils import check_random_state

from algorithms.base import BUFFER_SIZE, PENALTY, Knob, LinearOnlineLearner
from algorithms.buffers import reservoir_slot
from algorithms.compiled import compiled
from algorithms.moments import ClassMeans, add_to_mean

VARIANTS = ("gradient", "sequential")
VARIANT = Knob("variant", "gradient", "All pairs at once, or one after the other", choices=VARIANTS)


@compiled
def _gradient_step(w, differences, n, y, half, scores):
    """Add half times the sum of y (x - b) over the n columns of differences (p, B) that violate the margin."""
    p = w.shape[0]
    for k in range(n):
        scores[k] = 0.0
    for i in range(p):
        for k in range(n):
            scores[k] += w[i] * differences[i, k]
    for k in range(n):
        scores[k] = y if y * scores[k] < 1.0 else 0.0
    for i in range(p):
        total = 0.0
        for k in range(n):
            total += scores[k] * differences[i, k]
        w[i] += half * total


@compiled
def _sequential_step(w, differences, n, y, half):
    """Move w past one column of differences (p, B) after the other."""
    p = w.shape[0]
    for k in range(n):
        score = square = 0.0
        for i in range(p):
            score += w[i] * differences[i, k]
            square += differences[i, k] ** 2
        loss = 1.0 - y * score
        if loss > 0.0 and square > 0.0:
            step = y * min(half, loss / square)
            for i in range(p):
                w[i] += step * differences[i, k]


@compiled
def _pass(X, signs, uniforms, W, reservoirs, counts, means, penalties, sequential):
    """Learn all rows of X in place, in each row of W (G, p). uniforms (n,) are random numbers in [0, 1).

    reservoirs is (2, p, B), examples in columns: there are more of them than features, and long loops are fast.
    """
    p, capacity = X.shape[1], reservoirs.shape[2]
    differences, scores = np.empty((p, capacity)), np.empty(capacity)
    for row in range(X.shape[0]):
        x, y = X[row], signs[row]
        own = 1 if y > 0 else 0
        other = 1 - own
        n = min(int(counts[other]), capacity)
        for i in range(p):
            for k in range(n):
                differences[i, k] = x[i] - reservoirs[other, i, k]
        for g in range(W.shape[0]):
            half = penalties[g] * max(1.0, counts[other] / capacity) / 2
            if sequential:
                _sequential_step(W[g], differences, n, y, half)
            else:
                _gradient_step(W[g], differences, n, y, half, scores)
        add_to_mean(x, own, counts, means)
        slot = reservoir_slot(counts[own], capacity, uniforms[row])
        if slot >= 0:
            for i in range(p):
                reservoirs[own, i, slot] = x[i]


class OAM(LinearOnlineLearner):
    """Online AUC maximisation with reservoirs.

    Parameters
    ----------
    C : float > 0, the weight of the pairwise hinge losses.
    buffer_size : int, examples kept of each class.
    variant : "gradient" or "sequential", see the module.
    random_state : int, RandomState or None, of the reservoirs.

    Attributes: coef_ (1, p), offset_, classes_ (2,), n_features_in_, n_samples_seen_.
    """

    knobs = (replace(PENALTY, default=0.01), BUFFER_SIZE, VARIANT)
    paper = "Zhao, Hoi, Jin, Yang: Online AUC Maximization"
    cost = "O(B p) time an example, O(B p) memory"
    diverges = "Lower C or scale the features."
    one_pass = ("C",)

    def __init__(self, C=0.01, buffer_size=100, variant="gradient", random_state=0):
        self.C = C
        self.buffer_size = buffer_size
        self.variant = variant
        self.random_state = random_state

    def _start(self, X, C=None):
        self._sequential = self._one_of("variant", VARIANTS) == "sequential"
        self._penalties = self._positives("C", self.C if C is None else C)
        self._w = np.zeros((len(self._penalties), X.shape[1]))
        self._reservoirs = np.zeros((2, X.shape[1], self._whole("buffer_size")))
        self._means = ClassMeans(X.shape[1])
        self._random = check_random_state(self.random_state)
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        means, uniforms = self._means, self._random.random_sample(len(X))
        _pass(
            X, signs, uniforms, self._w, self._reservoirs, means.counts, means.means, self._penalties,
            self._sequential,
        )  # fmt: skip
        return {}

    def _settle(self):
        self.coef_ = self._w.copy()
        self._set_offset(self._means.midpoint)

    def _nbytes(self):
        return self._w.nbytes + self._reservoirs.nbytes + self._means.nbytes
