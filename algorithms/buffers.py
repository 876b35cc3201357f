"""Buffers of examples: reservoir sampling, and the two buffers of a kernel learner with their Gram matrix.

A reservoir of B examples holds a uniform sample of all that were offered: the N-th one takes a random place among
the N, and stays if that place is one of the B (Vitter 1985, algorithm R).

KernelBuffers keeps vectors of class k in slots k B .. (k+1) B. Its Gram matrix changes by one row and column when a
vector comes in. Cost: O(B p) time for the kernel values of one example, O(B p + B^2) memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.compiled import compiled


@compiled
def reservoir_slot(offered, capacity, uniform):
    """Place of the `offered`-th example (from 1) among `capacity`, or -1; uniform is a random number in [0, 1)."""
    if offered <= capacity:
        return int(offered) - 1
    place = int(uniform * offered)
    return place if place < capacity else -1


class KernelBuffers(NamedTuple):
    """Vectors of both classes that a kernel expansion stands on, and G expansions over them.

    vectors (2B, p);  identity (2B,), positions in the stream, -1 for a free slot;  weights (G, 2B);
    gram (2B, 2B), kernel values;  inserted (2,), how many vectors each class has taken in;
    removal (2,), positions in the stream of the vector removed last and of the one that got its weight, -1 for none.
    """

    vectors: np.ndarray
    identity: np.ndarray
    weights: np.ndarray
    gram: np.ndarray
    inserted: np.ndarray
    removal: np.ndarray

    @classmethod
    def empty(cls, capacity: int, n_features: int, n_models: int = 1) -> KernelBuffers:
        """Buffers of `capacity` free slots a class."""
        slots = 2 * capacity
        return cls(
            vectors=np.zeros((slots, n_features)),
            identity=np.full(slots, -1, np.int64),
            weights=np.zeros((n_models, slots)),
            gram=np.zeros((slots, slots)),
            inserted=np.zeros(2, np.int64),
            removal=np.full(2, -1, np.int64),
        )

    @property
    def capacity(self) -> int:
        return len(self.identity) // 2

    @property
    def sizes(self) -> np.ndarray:
        """How many vectors each class holds (2,)."""
        return np.minimum(self.inserted, self.capacity)

    def parts(self) -> tuple[slice, slice]:
        """The slots in use of the negative and of the positive class."""
        n_neg, n_pos = self.sizes
        return slice(0, n_neg), slice(self.capacity, self.capacity + n_pos)

    def occupied(self) -> np.ndarray:
        """The slots in use, negative class first."""
        return np.r_[self.parts()]

    def grown(self, capacity: int) -> KernelBuffers:
        """The same content with more room, for buffers that have dropped nothing yet."""
        larger = KernelBuffers.empty(capacity, self.vectors.shape[1], len(self.weights))
        old = self.occupied()
        new = np.where(old < self.capacity, old, old - self.capacity + capacity)
        larger.vectors[new], larger.identity[new] = self.vectors[old], self.identity[old]
        larger.weights[:, new], larger.gram[np.ix_(new, new)] = self.weights[:, old], self.gram[np.ix_(old, old)]
        larger.inserted[:], larger.removal[:] = self.inserted, self.removal
        return larger


@compiled
def kernel(x, z, rbf, gamma):
    """exp(-gamma ||x - z||^2), or the inner product where not `rbf`."""
    total = 0.0
    if rbf:
        for i in range(x.shape[0]):
            total += (x[i] - z[i]) ** 2
        return np.exp(-gamma * total)
    for i in range(x.shape[0]):
        total += x[i] * z[i]
    return total


@compiled
def size_of(buffers, k):
    """How many vectors class k holds."""
    return min(buffers.inserted[k], buffers.identity.shape[0] // 2)


@compiled
def fill_kernel_row(buffers, x, rbf, gamma, row):
    """Write the kernel values of x (p,) with all vectors held into row (2B,)."""
    capacity = buffers.identity.shape[0] // 2
    for k in range(2):
        for slot in range(k * capacity, k * capacity + size_of(buffers, k)):
            row[slot] = kernel(x, buffers.vectors[slot], rbf, gamma)


@compiled
def _dot(a, b):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    return total


@compiled
def score_of(buffers, g, row):
    """Score of expansion g where the kernel values with all vectors held are row (2B,)."""
    weights, capacity = buffers.weights[g], buffers.identity.shape[0] // 2
    n_neg, end = size_of(buffers, 0), capacity + size_of(buffers, 1)
    return _dot(row[:n_neg], weights[:n_neg]) + _dot(row[capacity:end], weights[capacity:end])


@compiled
def fill_scores(buffers, k, scores):
    """Write the scores of all expansions on the vectors of class k into scores (G, B)."""
    capacity = buffers.identity.shape[0] // 2
    n_neg, end = size_of(buffers, 0), capacity + size_of(buffers, 1)
    for i in range(size_of(buffers, k)):
        row = buffers.gram[k * capacity + i]
        for g in range(buffers.weights.shape[0]):
            weights = buffers.weights[g]
            scores[g, i] = _dot(row[:n_neg], weights[:n_neg]) + _dot(row[capacity:end], weights[capacity:end])


@compiled
def scale_weights(buffers, g, factor):
    """Multiply all weights of expansion g."""
    for slot in range(buffers.identity.shape[0]):
        buffers.weights[g, slot] *= factor


@compiled
def heir_of(buffers, k, row, dropped, nearest):
    """Slot of the vector of class k most (else least) similar to one whose kernel values are row (2B,).

    Similarity is the absolute kernel value; of equal ones the earliest in the stream is taken. Slot `dropped` does
    not inherit. Returns -1 where the class holds no other.
    """
    capacity = buffers.identity.shape[0] // 2
    best, sign, similarity = -1, 1.0 if nearest else -1.0, -np.inf
    for slot in range(k * capacity, k * capacity + size_of(buffers, k)):
        other = sign * abs(row[slot])
        if slot != dropped and (
            other > similarity or (other == similarity and buffers.identity[slot] < buffers.identity[best])
        ):
            best, similarity = slot, other
    return best


@compiled
def put(buffers, slot, x, position, row, own_kernel):
    """Put x (p,) into a slot: row (2B,) holds its kernel values with all vectors, own_kernel that with itself."""
    capacity = buffers.identity.shape[0] // 2
    row[slot] = own_kernel
    for i in range(x.shape[0]):
        buffers.vectors[slot, i] = x[i]
    buffers.identity[slot] = position
    buffers.inserted[slot // capacity] += 1
    for k in range(2):
        for other in range(k * capacity, k * capacity + size_of(buffers, k)):
            buffers.gram[slot, other] = row[other]
            buffers.gram[other, slot] = row[other]
