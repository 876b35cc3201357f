"""Running mean and covariance of each class, one example at a time.

Luo, Cheng, Zhang, eqs (15)-(18), in Welford's form: e = x - m; m += e/N; S += e (x - m)'; Sigma = S/N, the biased
covariance. Keeping the scatter S instead of Sigma saves a product for each of its p^2 numbers. The printed form (16)
subtracts outer products of means and loses every digit when the features have a large offset.
Cost: O(p^2) an example, O(p^2) memory; O(p) for means alone.
"""

from __future__ import annotations

import numpy as np

from algorithms.compiled import compiled


@compiled
def add_to_mean(x, k, counts, means):
    """Add the example x (p,) to the mean of class k, in place. counts : (2,);  means : (2, p)."""
    counts[k] += 1.0
    share = 1.0 / counts[k]
    for i in range(x.shape[0]):
        means[k, i] += share * (x[i] - means[k, i])


@compiled
def add_example(x, k, counts, means, scatters, deviation):
    """Add the example x (p,) to the moments of class k, in place.

    counts : (2,);  means : (2, p);  scatters : (2, p, p);  deviation : (p,), work space.
    """
    p = x.shape[0]
    counts[k] += 1.0
    mean, scatter = means[k], scatters[k]
    for i in range(p):
        deviation[i] = x[i] - mean[i]
        mean[i] += deviation[i] / counts[k]
    left = 1.0 - 1.0 / counts[k]  # x - m after the step is this times x - m before it
    for i in range(p):
        scaled = left * deviation[i]
        for j in range(p):
            scatter[i, j] += scaled * deviation[j]


@compiled
def _add_examples(X, classes, counts, means, scatters):
    deviation = np.empty(X.shape[1])
    for t in range(X.shape[0]):
        add_example(X[t], classes[t], counts, means, scatters, deviation)


class ClassMeans:
    """Count and mean of the negative (0) and the positive (1) class.

    Attributes: counts (2,), means (2, p). A class not seen yet has zeros.
    """

    def __init__(self, n_features: int):
        self.counts = np.zeros(2)
        self.means = np.zeros((2, n_features))

    @property
    def midpoint(self) -> np.ndarray:
        """The point (p,) half way between the two means: its score is a linear learner's offset_."""
        return self.means.mean(axis=0) if self.counts.all() else self.means[int(self.counts[1] > 0)]

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in vars(self).values())


class ClassMoments(ClassMeans):
    """Count, mean and scatter of the negative (0) and the positive (1) class.

    Attributes: counts (2,), means (2, p), scatters (2, p, p). A class not seen yet has zeros.
    """

    def __init__(self, n_features: int):
        super().__init__(n_features)
        self.scatters = np.zeros((2, n_features, n_features))

    def add(self, X: np.ndarray, y: np.ndarray) -> ClassMoments:
        """Add the rows of X (n, p) with labels y (n,) of -1 and +1, in order."""
        _add_examples(X, (y > 0).astype(np.intp), self.counts, self.means, self.scatters)
        return self

    @property
    def covariances(self) -> np.ndarray:
        """Biased covariances (2, p, p)."""
        return self.scatters / np.maximum(self.counts, 1.0)[:, None, None]
