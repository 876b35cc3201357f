"""What online kernel learners share: a score that is a kernel expansion over one buffer a class.

f(x) = sum_i a_i k(x_i, x) over the vectors in the buffers; offset_ is the midpoint of f's means over the two of them.
"""

from __future__ import annotations

import numpy as np

from algorithms.base import LARGEST, OnlineLearner
from algorithms.buffers import KernelBuffers
from algorithms.kernels import ExpansionScores, gamma_of


class BufferedKernelLearner(OnlineLearner):
    """An online learner whose score is a kernel expansion over KernelBuffers.

    Attributes: support_vectors_ (m, p), dual_coef_ (1, m), support_ (m,) positions in the stream, gamma_, offset_,
    classes_, n_features_in_, n_samples_seen_.
    """

    family = "kernel"

    def _open(self, X: np.ndarray, kernel: str, capacity: int, n_models: int = 1) -> None:
        """Start with empty buffers of `capacity` slots a class."""
        self.gamma_ = gamma_of(self.gamma, X)
        self._kernel = kernel
        self._buffers = KernelBuffers.empty(capacity, X.shape[1], n_models)
        self.n_samples_seen_ = 0

    def _settle(self):
        buffers, slots, parts = self._buffers, self._buffers.occupied(), self._buffers.parts()
        self.support_vectors_, self.support_ = buffers.vectors[slots], buffers.identity[slots]
        self.dual_coef_ = buffers.weights[:, slots]
        scores = [sum(buffers.weights[:, held] @ buffers.gram[held, part] for held in parts) for part in parts]
        means = [of_part.mean(axis=1) for of_part in scores if of_part.size]
        offsets = np.mean(means, axis=0) if means else np.zeros(len(buffers.weights))
        self.offset_ = float(offsets[0]) if len(offsets) == 1 else offsets

    def _bounded(self):
        return np.abs(self.dual_coef_).max(axis=1) <= LARGEST

    def _nbytes(self):
        return sum(array.nbytes for array in self._buffers)

    def _scores(self, X, models=0):
        expansion = ExpansionScores(X, len(self.support_), self._kernel, self.gamma_)
        return expansion(slice(None), self.support_, self.support_vectors_, self.dual_coef_[models])

    def _probe(self, probes):
        expansions = [ExpansionScores(P, len(self._buffers.identity), self._kernel, self.gamma_) for P in probes]

        def scores_of(expansion):
            vectors, identity, weights = self._buffers.vectors, self._buffers.identity, self._buffers.weights[0]
            return sum(
                expansion(part, identity[part], vectors[part], weights[part]) for part in self._buffers.parts()
            )

        return lambda: [scores_of(expansion) - self.offset_ for expansion in expansions]

    def _snapshot(self):
        removed, heir = self._buffers.removal
        return {"support": self.support_, "weight": self.dual_coef_[0], "removed": int(removed), "heir": int(heir)}
