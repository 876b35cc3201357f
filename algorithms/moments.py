"""Running mean and covariance of each class, one example at a time.

Luo, Cheng, Zhang, eqs (15)-(18), in Welford's form: e = x - m; m += e/N; Sigma += (e (x - m)' - Sigma)/N.
The printed form (16) subtracts outer products of means and loses every digit when the features have a large offset.
The covariance is the biased one (divided by N). Cost: O(p^2) an example, O(p^2) memory.
"""

from __future__ import annotations

import numpy as np

from algorithms.compiled import compiled


@compiled
def add_example(x, k, counts, means, covariances, deviation):
    """Add the example x (p,) to the moments of class k, in place.

    counts : (2,);  means : (2, p);  covariances : (2, p, p);  deviation : (p,), work space.
    """
    p = x.shape[0]
    counts[k] += 1.0
    keep = (counts[k] - 1.0) / counts[k]
    gain = keep / counts[k]
    mean, covariance = means[k], covariances[k]
    for i in range(p):
        deviation[i] = x[i] - mean[i]
        mean[i] += deviation[i] / counts[k]
    for i in range(p):
        scaled = gain * deviation[i]
        for j in range(p):
            covariance[i, j] = keep * covariance[i, j] + scaled * deviation[j]


@compiled
def _add_examples(X, classes, counts, means, covariances):
    deviation = np.empty(X.shape[1])
    for t in range(X.shape[0]):
        add_example(X[t], classes[t], counts, means, covariances, deviation)


class ClassMoments:
    """Count, mean and biased covariance of the negative (0) and the positive (1) class.

    Attributes: counts (2,), means (2, p), covariances (2, p, p). A class not seen yet has zeros.
    """

    def __init__(self, n_features: int):
        self.counts = np.zeros(2)
        self.means = np.zeros((2, n_features))
        self.covariances = np.zeros((2, n_features, n_features))

    def add(self, X: np.ndarray, y: np.ndarray) -> ClassMoments:
        """Add the rows of X (n, p) with labels y (n,) of -1 and +1, in order."""
        _add_examples(X, (y > 0).astype(np.intp), self.counts, self.means, self.covariances)
        return self

    @property
    def midpoint(self) -> np.ndarray:
        """The point (p,) half way between the two means: its score is a linear learner's offset_."""
        return self.means.mean(axis=0) if self.counts.all() else self.means[int(self.counts[1] > 0)]

    @property
    def nbytes(self) -> int:
        return self.counts.nbytes + self.means.nbytes + self.covariances.nbytes
