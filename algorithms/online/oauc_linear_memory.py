r"""OAUC-M-L: OAUC-M in linear memory. Ours; it is in no paper.

Luo, Cheng, Zhang leave open whether psi_M needs the p x p covariance. It does not: the exact running mean m of each
class and its last K examples are enough. Sigma w and w'Sigma w of the opposite class (see oauc) become

    1/n sum of (w.z_j) z_j   and   1/n sum of (w.z_j)^2,   z_j = x_j - m,  over the n <= K examples kept

With K at least the stream's length this is OAUC-M exactly. Scalars a class, without examples, do not suffice: such a
version is biased and loses much at ten negatives to a positive. Averaging the iterates, weights proportional to t,
takes out the noise that few examples bring in: the command linear-memory finds K = 8 within 0.3 AUC points of
OAUC-M on five data sets. Cost: O(K p) time an example, 2 (K + 1) p numbers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms.base import AVERAGE, BUFFER_SIZE, REGULARIZATION, LinearOnlineLearner
from algorithms.compiled import compiled
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.moments import ClassMeans, add_to_mean
from algorithms.online.oauc import FIRST_ROUNDS

LAST_EXAMPLES = replace(BUFFER_SIZE, default=8, symbol="K")


@compiled
def _spread(w, kept, centre, n, spread):
    """Write n Sigma w into spread (p,) and return n w'Sigma w, of the first n rows of kept (K, p) round centre."""
    p = w.shape[0]
    for i in range(p):
        spread[i] = 0.0
    square = 0.0
    blocked = n - n % 4
    for j in range(0, blocked, 4):  # four examples at a time: loops over few features are mostly overhead
        z0, z1, z2, z3 = kept[j], kept[j + 1], kept[j + 2], kept[j + 3]
        s0 = s1 = s2 = s3 = 0.0
        for i in range(p):
            s0 += w[i] * (z0[i] - centre[i])
            s1 += w[i] * (z1[i] - centre[i])
            s2 += w[i] * (z2[i] - centre[i])
            s3 += w[i] * (z3[i] - centre[i])
        square += s0 * s0 + s1 * s1 + s2 * s2 + s3 * s3
        for i in range(p):
            spread[i] += (
                s0 * (z0[i] - centre[i]) + s1 * (z1[i] - centre[i])
                + s2 * (z2[i] - centre[i]) + s3 * (z3[i] - centre[i])
            )  # fmt: skip
    for j in range(blocked, n):
        score = 0.0
        for i in range(p):
            score += w[i] * (kept[j, i] - centre[i])
        square += score * score
        for i in range(p):
            spread[i] += score * (kept[j, i] - centre[i])
    return square


@compiled
def _pass(X, signs, t, w, average, averaging, counts, means, kept, regularization, wait, psi_m, psi_s):
    """Learn all rows of X in place; psi_m, psi_s (n,) receive w_t's losses. kept is (2, K, p)."""
    p, capacity = X.shape[1], kept.shape[1]
    spread = np.zeros(p)
    for row in range(X.shape[0]):
        t += 1
        x, y = X[row], signs[row]
        own = 1 if y > 0 else 0
        other = 1 - own
        centre = means[other]
        eta = 1.0 / (regularization * t)
        decay, along, across = 1.0 - 1.0 / t, 0.0, 0.0
        if wait and counts[other] == 0:
            psi_m[row] = psi_s[row] = np.nan
        else:
            n = min(int(counts[other]), capacity)
            mean = 0.0
            for i in range(p):
                mean += w[i] * (x[i] - centre[i])
            variance = _spread(w, kept[other], centre, n, spread) / max(n, 1)
            b = 1.0 - y * mean
            psi_m[row], slope, curvature = psi_m_terms(b, variance)
            psi_s[row], _, _ = half_psi_s_terms(b, variance)
            along, across = eta * slope * y, eta * curvature / max(n, 1)
        for i in range(p):
            w[i] = decay * w[i] + along * (x[i] - centre[i]) - across * spread[i]
        if averaging:
            for i in range(p):
                average[i] += 2.0 / (t + 1.0) * (w[i] - average[i])  # weights proportional to t
        place = int(counts[own]) % capacity
        for i in range(p):
            kept[own, place, i] = x[i]
        add_to_mean(x, own, counts, means)


class OAUCML(LinearOnlineLearner):
    """OAUC-M-L: psi_M with eta_t = 1/(lambda t) and no covariance matrix. Ours; it is in no paper.

    Parameters
    ----------
    regularization : float, lambda > 0.
    buffer_size : int, K, the last examples kept of each class.
    average : bool, predict with the average of the iterates, weights proportional to t.
    first_rounds : "wait" or "as printed", see oauc.

    Attributes: coef_ (1, p), offset_, classes_ (2,), n_features_in_, n_samples_seen_.
    """

    knobs = (REGULARIZATION, LAST_EXAMPLES, AVERAGE, FIRST_ROUNDS)
    paper = "ours, in no paper; after Luo, Cheng, Zhang: Online AUC Optimization, Algorithm 1"
    cost = "O(K p) time an example, O(K p) memory"
    diverges = "Raise regularization or scale the features."

    def __init__(self, regularization=0.1, buffer_size=8, average=False, first_rounds="wait"):
        self.regularization = regularization
        self.buffer_size = buffer_size
        self.average = average
        self.first_rounds = first_rounds

    def _start(self, X):
        p = X.shape[1]
        self._w, self._average = np.zeros(p), np.zeros(p)
        self._means = ClassMeans(p)
        self._kept = np.zeros((2, self._whole("buffer_size"), p))
        self.n_samples_seen_ = 0

    def _advance(self, X, signs):
        regularization = self._positive("regularization")
        wait = self._one_of("first_rounds", FIRST_ROUNDS.choices) == "wait"
        losses = np.empty((2, len(X)))
        _pass(
            X, signs, self.n_samples_seen_, self._w, self._average, bool(self.average), self._means.counts,
            self._means.means, self._kept, regularization, wait, losses[0], losses[1],
        )  # fmt: skip
        return {"psi_M": losses[0], "psi_S": losses[1]}

    def _settle(self):
        self.coef_ = (self._average if self.average else self._w)[None, :].copy()
        self._set_offset(self._means.midpoint)

    def _nbytes(self):
        average = self._average.nbytes * bool(self.average)
        return self._w.nbytes + average + self._means.nbytes + self._kept.nbytes
