r"""OKAUC-M and OKAUC-S: online AUC with a kernel and two small buffers.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithms 2-4. f is a kernel
expansion over two buffers, one a class. The example (x, y) is compared with the opposite buffer through the mean mu
and variance of f on it; b = 1 - y (f(x) - mu):

    weight of x            eta slope y
    opposite weight i      (1 - eta lambda) a_i - eta/N (slope y + curvature (f_i - mu))         eqs (26), (27)
    all other weights      (1 - eta lambda) a_i

with slope and curvature of psi_M for OKAUC-M and of psi_S/2 for OKAUC-S (see losses). A full buffer drops its oldest
vector j and gives its weight to one kept vector r, times k_rj / k_rr. What eq (28) minimises is smallest at the r
most similar to j ("nearest"; all k_rr are equal for the Gaussian), while it prints argmin, which gives about nothing
to anybody ("as printed"); "none" drops the vector without an heir.

The Gram matrix of the buffers is kept and changes by one row and column a round.
Cost: O(B p + B^2) time an example, O(B p + B^2) memory, for buffers of B examples a class.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms.base import GAMMA, REGULARIZATION, Knob, OnlineLearner
from algorithms.compiled import compiled
from algorithms.kernels import KERNELS, ExpansionScores, gamma_of
from algorithms.losses import half_psi_s_terms, psi_m_terms

COMPENSATIONS = ("nearest", "as printed", "none")
FIRST_ROUNDS = ("wait", "as printed")
BUFFER_SIZE = Knob("buffer_size", 100, "Examples remembered of each class", "B", 1, 500, log=True, integer=True)
COMPENSATION = Knob(
    "compensation", "nearest", "Who inherits the weight of an example that is dropped", choices=COMPENSATIONS
)


@compiled
def _kernel(x, z, rbf, gamma):
    total = 0.0
    if rbf:
        for i in range(x.shape[0]):
            total += (x[i] - z[i]) ** 2
        return np.exp(-gamma * total)
    for i in range(x.shape[0]):
        total += x[i] * z[i]
    return total


@compiled
def _dot(a, b):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    return total


@compiled
def _heir(gram, kernel_row, start, capacity, head, nearest):
    """Slot of the vector that inherits from the oldest of a buffer, in slot start + head; -1 means the newcomer.

    Among equals the newcomer comes first, then the older one.
    """
    removed = start + head
    best, similarity = -1, abs(kernel_row[removed])
    for age in range(1, capacity):
        slot = start + (head + age) % capacity
        other = abs(gram[removed, slot])
        if (other > similarity) if nearest else (other < similarity):
            best, similarity = slot, other
    return best


@compiled
def _pass(X, signs, t, vectors, weights, identity, gram, sizes, heads, removal, rbf, gamma, regularization, step_size,
          hinge, wait, compensation, psi_m, psi_s):  # fmt: skip
    """Learn all rows of X in place. Slots k capacity .. (k+1) capacity hold class k; step_size 0 is 1/(lambda t).

    compensation is a place in COMPENSATIONS. removal (2,) receives the stream positions of the vector removed last
    and of its heir, -1 for none.
    """
    capacity = vectors.shape[0] // 2
    kernel_row, scores = np.zeros(2 * capacity), np.zeros(capacity)
    for row in range(X.shape[0]):
        t += 1
        x, y = X[row], signs[row]
        own = 1 if y > 0 else 0
        other, first = 1 - own, (1 - own) * capacity
        n = sizes[other]
        eta = step_size if step_size > 0 else 1.0 / (regularization * t)
        score = 0.0
        for k in range(2):
            for slot in range(k * capacity, k * capacity + sizes[k]):
                kernel_row[slot] = _kernel(x, vectors[slot], rbf, gamma)
                score += kernel_row[slot] * weights[slot]
        new_weight, slope, curvature, mean = 0.0, 0.0, 0.0, 0.0
        if n == 0 and wait:
            psi_m[row] = psi_s[row] = np.nan
        else:
            for i in range(n):
                scores[i] = _dot(gram[first + i, : sizes[0]], weights[: sizes[0]]) + _dot(
                    gram[first + i, capacity : capacity + sizes[1]], weights[capacity : capacity + sizes[1]]
                )
                mean += scores[i]
            mean /= max(n, 1)
            variance = 0.0
            for i in range(n):
                variance += (scores[i] - mean) ** 2
            variance /= max(n, 1)
            b = 1.0 - y * (score - mean)
            psi_m[row], slope, curvature = psi_m_terms(b, variance)
            psi_s[row], half_slope, half_curvature = half_psi_s_terms(b, variance)
            if not hinge:
                slope, curvature = half_slope, half_curvature
            new_weight = eta * slope * y
        decay = 1.0 - eta * regularization
        for k in range(2):
            for slot in range(k * capacity, k * capacity + sizes[k]):
                weights[slot] *= decay
        for i in range(n):
            weights[first + i] -= eta / n * (slope * y + curvature * (scores[i] - mean))

        start, itself = own * capacity, _kernel(x, x, rbf, gamma)
        if sizes[own] < capacity:
            place = start + sizes[own]
            sizes[own] += 1
        else:
            place = start + heads[own]
            heads[own] = (heads[own] + 1) % capacity
            removal[0], removal[1] = identity[place], -1
            if compensation != 2:
                heir = _heir(gram, kernel_row, start, capacity, place - start, compensation == 0)
                if heir < 0:
                    if itself > 0.0:
                        new_weight += weights[place] * kernel_row[place] / itself
                    removal[1] = t - 1
                else:
                    if gram[heir, heir] > 0.0:
                        weights[heir] += weights[place] * gram[heir, place] / gram[heir, heir]
                    removal[1] = identity[heir]
        kernel_row[place] = itself
        vectors[place] = x
        weights[place], identity[place] = new_weight, t - 1
        for k in range(2):
            for slot in range(k * capacity, k * capacity + sizes[k]):
                gram[place, slot] = kernel_row[slot]
                gram[slot, place] = kernel_row[slot]


class _BufferedKernelLearner(OnlineLearner):
    """What OKAUC-M and OKAUC-S share.

    Attributes: support_vectors_ (m, p), dual_coef_ (1, m), support_ (m,) positions in the stream, gamma_, offset_
    (midpoint of the buffers' mean scores), classes_, n_features_in_, n_samples_seen_.
    """

    family = "kernel"
    paper = "Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithms 2-4"
    cost = "O(B p + B²) time an example, O(B p + B²) memory"
    _hinge = True

    def _start(self, X):
        self._one_of("kernel", KERNELS)
        if self.buffer_size is not None and self.buffer_size < 1:
            raise ValueError(f"buffer_size must be at least 1, or None for no limit, not {self.buffer_size!r}.")
        self.gamma_ = gamma_of(self.gamma, X)
        self._allocate(self.buffer_size or 16, X.shape[1])
        self._sizes, self._heads = np.zeros(2, np.int64), np.zeros(2, np.int64)
        self._removal = np.full(2, -1, np.int64)
        self.n_samples_seen_ = 0

    def _allocate(self, capacity: int, n_features: int) -> None:
        self._vectors = np.zeros((2 * capacity, n_features))
        self._weights = np.zeros(2 * capacity)
        self._identity = np.full(2 * capacity, -1, np.int64)
        self._gram = np.zeros((2 * capacity, 2 * capacity))

    def _grow(self, needed: int) -> None:
        """Move both buffers to larger arrays: only for buffer_size None."""
        old = self._occupied()
        vectors, weights, identity = self._vectors[old], self._weights[old], self._identity[old]
        gram, before = self._gram[np.ix_(old, old)], len(self._weights) // 2
        capacity = max(needed, 2 * before)
        self._allocate(capacity, vectors.shape[1])
        new = np.where(old >= before, old - before + capacity, old)
        self._vectors[new], self._weights[new], self._identity[new] = vectors, weights, identity
        self._gram[np.ix_(new, new)] = gram

    def _parts(self) -> tuple[slice, slice]:
        """The occupied slots of the negative and of the positive buffer."""
        (n_neg, n_pos), capacity = self._sizes, len(self._weights) // 2
        return slice(0, n_neg), slice(capacity, capacity + n_pos)

    def _occupied(self) -> np.ndarray:
        return np.r_[self._parts()]

    def _advance(self, X, signs):
        if self.buffer_size is None and (needed := int(self._sizes.max()) + len(X)) > len(self._weights) // 2:
            self._grow(needed)
        losses = np.empty((2, len(X)))
        _pass(
            X, signs, self.n_samples_seen_, self._vectors, self._weights, self._identity, self._gram, self._sizes,
            self._heads, self._removal, self.kernel == "rbf", self.gamma_, self._positive("regularization"),
            self._step(), self._hinge, self._one_of("first_rounds", FIRST_ROUNDS) == "wait",
            COMPENSATIONS.index(self._one_of("compensation", COMPENSATIONS)), losses[0], losses[1],
        )  # fmt: skip
        return {"psi_M": losses[0], "psi_S": losses[1]}

    def _step(self) -> float:
        return 0.0  # stands for 1/(lambda t)

    def _settle(self):
        slots = self._occupied()
        self.support_vectors_ = self._vectors[slots]
        self.support_ = self._identity[slots]
        self.dual_coef_ = self._weights[slots][None, :]
        scores = self._gram @ self._weights
        means = [scores[part].mean() for part in self._parts() if part.stop > part.start]
        self.offset_ = float(np.mean(means)) if means else 0.0

    def _largest_weight(self):
        return float(np.abs(self.dual_coef_).max())

    def _scores(self, X):
        expansion = ExpansionScores(X, len(self.support_), self.kernel, self.gamma_)
        return expansion(slice(None), self.support_, self.support_vectors_, self.dual_coef_[0])

    def _probe(self, probes):
        if self.buffer_size is None:
            return super()._probe(probes)
        expansions = [ExpansionScores(P, len(self._weights), self.kernel, self.gamma_) for P in probes]

        def scores_of(expansion):
            return sum(
                expansion(part, self._identity[part], self._vectors[part], self._weights[part])
                for part in self._parts()
            )

        return lambda: [scores_of(expansion) - self.offset_ for expansion in expansions]

    def _snapshot(self):
        removed, heir = self._removal
        return {"support": self.support_, "weight": self.dual_coef_[0], "removed": int(removed), "heir": int(heir)}


class OKAUCM(_BufferedKernelLearner):
    """OKAUC-M: the second-order hinge surrogate psi_M with eta_t = 1/(lambda t).

    Parameters
    ----------
    regularization : float, lambda > 0.
    gamma : float > 0, or "scale": 1/(p var X) of the rows that fit, steps or the first partial_fit gets.
    buffer_size : int, examples kept of each class; None keeps all.
    compensation : "nearest", "as printed" or "none", see the module.
    kernel : "rbf" or "linear".
    first_rounds : "wait", or "as printed": compare with mean and variance 0 until the other class has been seen.
    """

    knobs = (replace(REGULARIZATION, default=0.03), GAMMA, BUFFER_SIZE, COMPENSATION)
    diverges = "Raise regularization or scale the features."

    def __init__(self, regularization=0.03, gamma="scale", buffer_size=100, compensation="nearest", kernel="rbf",
                 first_rounds="wait"):  # fmt: skip
        self.regularization = regularization
        self.gamma = gamma
        self.buffer_size = buffer_size
        self.compensation = compensation
        self.kernel = kernel
        self.first_rounds = first_rounds
