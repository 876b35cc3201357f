"""KOIL: kernelised online imbalanced learning with a budget of vectors a class.

Hu, Yang, Lyu, King, So: Online Nonlinear AUC Maximization for Imbalanced Data Sets (2018), with the conventions
of its authors' code. f is a Gaussian kernel expansion over two buffers. Each round all weights decay by
(1 - eta); of the opposite vectors b with y (f(x) - f(b)) < 1 the k most similar to x, of equal ones the earlier,
lose eta C y, and x gets their sum. It gets eta C y where the opposite buffer is empty, so that buffers can begin to
fill, or where its own is empty and nothing violates the margin. An example with weight 0 is not kept.

A full buffer drops the oldest vector ("FIFO++") or, by reservoir sampling over all examples of the class, a random
one or the newcomer itself ("RS++"). The weight of what is dropped goes, whole, to the most similar vector kept of its
class, which may be the newcomer; of equal ones to the earliest.
Cost: O(B p + B^2) time an example, O(B p + B^2) memory, for buffers of B examples a class.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.utils import check_random_state

from algorithms.base import BUFFER_SIZE, GAMMA, PENALTY, STEP_SIZE, Knob
from algorithms.buffers import (
    fill_kernel_row,
    fill_scores,
    heir_of,
    put,
    reservoir_slot,
    scale_weights,
    score_of,
    size_of,
)
from algorithms.compiled import compiled
from algorithms.online_kernel.expansion import BufferedKernelLearner

POLICIES = ("RS++", "FIFO++")
POLICY = Knob("policy", "RS++", "What a full buffer drops: a random example or the oldest", choices=POLICIES)
NEIGHBORS = Knob("n_neighbors", 10, "Opposite examples that one example is compared with", "k", 1, 100, integer=True)
DECAY_STEP = replace(STEP_SIZE, default=0.01, low=1e-4, high=1.0)


@compiled
def _violators(buffers, other, y, score, scores, row, k, slots):
    """Write the slots of at most k violating opposite vectors, those most similar to x; return their number.

    score is f(x), scores (B,) f on the opposite vectors, row (2B,) the kernel values of x.
    """
    capacity = buffers.identity.shape[0] // 2
    found = 0
    for i in range(size_of(buffers, other)):
        if y * (score - scores[i]) < 1.0:
            slots[found] = other * capacity + i
            found += 1
    if found <= k:
        return found
    for i in range(k):
        best = i
        for j in range(i + 1, found):
            nearer, same = row[slots[j]] > row[slots[best]], row[slots[j]] == row[slots[best]]
            if nearer or (same and buffers.identity[slots[j]] < buffers.identity[slots[best]]):
                best = j
        slots[i], slots[best] = slots[best], slots[i]
    return k


@compiled
def _bequeath(buffers, k, removed, row, position, newcomer):
    """Give the weight in slot `removed` of class k to the most similar vector kept; return the newcomer's weight."""
    heir = heir_of(buffers, k, buffers.gram[removed], removed, True)
    buffers.removal[0] = buffers.identity[removed]
    if heir < 0 or row[removed] > buffers.gram[removed, heir]:
        buffers.removal[1] = position
        return newcomer + buffers.weights[0, removed]
    buffers.removal[1] = buffers.identity[heir]
    buffers.weights[0, heir] += buffers.weights[0, removed]
    return newcomer


@compiled
def _insert(buffers, k, x, position, row, place, weight):
    """Bring x (p,) with its weight into place 0 .. B-1 of class k; a place of -1 leaves it outside."""
    slot = k * (buffers.identity.shape[0] // 2) + place
    if place < 0:
        heir = heir_of(buffers, k, row, -1, True)
        buffers.weights[0, heir] += weight
        buffers.removal[0], buffers.removal[1] = position, buffers.identity[heir]
        return
    if buffers.identity[slot] >= 0:
        weight = _bequeath(buffers, k, slot, row, position, weight)
    buffers.weights[0, slot] = weight
    put(buffers, slot, x, position, row, 1.0)


@compiled
def _pass(X, signs, uniforms, t, buffers, gamma, seen, penalty, step_size, k, reservoir):
    """Learn all rows of X in place. seen (2,) counts the examples of each class; uniforms (n,) are in [0, 1)."""
    capacity = buffers.identity.shape[0] // 2
    row, scores, slots = np.zeros(2 * capacity), np.zeros((1, capacity)), np.zeros(capacity, np.int64)
    for example in range(X.shape[0]):
        x, y = X[example], signs[example]
        own = 1 if y > 0 else 0
        other, step = 1 - own, step_size * penalty * y
        seen[own] += 1
        fill_kernel_row(buffers, x, True, gamma, row)
        fill_scores(buffers, other, scores)
        found = _violators(buffers, other, y, score_of(buffers, 0, row), scores[0], row, k, slots)
        scale_weights(buffers, 0, 1.0 - step_size)
        for i in range(found):
            buffers.weights[0, slots[i]] -= step
        if size_of(buffers, other) == 0 or (size_of(buffers, own) == 0 and found == 0):
            found = 1
        if found > 0:
            place = buffers.inserted[own] % capacity
            if reservoir and buffers.inserted[own] >= capacity:
                place = reservoir_slot(seen[own], capacity, uniforms[example])
            _insert(buffers, own, x, t + example, row, place, step * found)


class KOIL(BufferedKernelLearner):
    """Kernelised online imbalanced learning.

    Parameters
    ----------
    C : float > 0, the weight of the pairwise hinge losses.
    step_size : float, eta > 0; also the decay of all weights in each round.
    gamma : float > 0, or "scale": 1/(p var X) of the rows that fit, steps or the first partial_fit gets.
    buffer_size : int, vectors kept of each class.
    n_neighbors : int, k.
    policy : "RS++" or "FIFO++", see the module.
    random_state : int, RandomState or None, of the reservoirs.

    Attributes: as in BufferedKernelLearner.
    """

    knobs = (replace(PENALTY, default=10.0), DECAY_STEP, GAMMA, BUFFER_SIZE, NEIGHBORS, POLICY)
    paper = "Hu, Yang, Lyu, King, So: Online Nonlinear AUC Maximization for Imbalanced Data Sets"
    cost = "O(B p + B²) time an example, O(B p + B²) memory"
    diverges = "Lower step_size: above 2 the decay grows."

    def __init__(self, C=10.0, step_size=0.01, gamma="scale", buffer_size=100, n_neighbors=10, policy="RS++",
                 random_state=0):  # fmt: skip
        self.C = C
        self.step_size = step_size
        self.gamma = gamma
        self.buffer_size = buffer_size
        self.n_neighbors = n_neighbors
        self.policy = policy
        self.random_state = random_state

    def _start(self, X):
        self._reservoir = self._one_of("policy", POLICIES) == "RS++"
        self._random = check_random_state(self.random_state)
        self._seen = np.zeros(2, np.int64)
        self._open(X, "rbf", self._whole("buffer_size"))

    def _advance(self, X, signs):
        _pass(
            X, signs, self._random.random_sample(len(X)), self.n_samples_seen_, self._buffers, self.gamma_, self._seen,
            self._positive("C"), self._positive("step_size"), self._whole("n_neighbors"), self._reservoir,
        )  # fmt: skip
        return {}
