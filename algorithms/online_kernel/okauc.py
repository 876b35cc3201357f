r"""OKAUC-M and OKAUC-S: online AUC with a kernel and two small buffers.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithms 2-4. f is a kernel
expansion over two buffers, one a class. The example (x, y) is compared with the opposite buffer through the mean mu
and variance of f on it; b = 1 - y (f(x) - mu):

    weight of x            eta slope y
    opposite weight i      (1 - eta lambda) a_i - eta/N (slope y + curvature (f_i - mu))         eqs (26), (27)
    all other weights      (1 - eta lambda) a_i

with slope and curvature of psi_M for OKAUC-M and of psi_S/2 for OKAUC-S (see losses). A full buffer drops its oldest
vector j and gives its weight to one kept vector r, times k_rj / k_rr. What eq (28) minimises is smallest at the r
most similar to j ("nearest"), while it prints argmin, which gives about nothing to anybody ("as printed"); "none"
drops the vector without an heir. Among equals the newcomer comes first, then the older one.

The Gram matrix of the buffers changes by one row and column a round. It and the kernel values of x depend neither on
lambda nor on eta, so models that differ in these learn in one pass.
Cost: O(B p + B^2) time an example, O(B p + B^2) memory, for buffers of B examples a class.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms.base import BUFFER_SIZE, GAMMA, REGULARIZATION, STEP_SIZE, Knob, OnlineLearner
from algorithms.buffers import fill_kernel_row, fill_scores, heir_of, kernel, put, scale_weights, score_of, size_of
from algorithms.compiled import compiled
from algorithms.kernels import KERNELS
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.online.oauc import FIRST_ROUNDS
from algorithms.online_kernel.expansion import BufferedKernelLearner

COMPENSATIONS = ("nearest", "as printed", "none")
COMPENSATION = Knob(
    "compensation", "nearest", "Who inherits the weight of an example that is dropped", choices=COMPENSATIONS
)
LAMBDA = replace(REGULARIZATION, default=0.03)
FIRST_ROOM = 16  # slots a class to begin with, where buffers have no limit


@compiled
def _update(buffers, g, other, y, eta, regularization, score, scores, hinge):
    """Update the weights of model g, eqs (26) and (27). score is f(x), scores (N,) f on the opposite buffer.

    Returns psi_M, psi_S/2 and the weight of x.
    """
    n, mean, variance = scores.shape[0], 0.0, 0.0
    for i in range(n):
        mean += scores[i] / n
    for i in range(n):
        variance += (scores[i] - mean) ** 2 / n
    b = 1.0 - y * (score - mean)
    psi_m, slope, curvature = psi_m_terms(b, variance)
    psi_s, half_slope, half_curvature = half_psi_s_terms(b, variance)
    if not hinge:
        slope, curvature = half_slope, half_curvature
    scale_weights(buffers, g, 1.0 - eta * regularization)
    first = other * (buffers.identity.shape[0] // 2)
    for i in range(n):
        buffers.weights[g, first + i] -= eta / n * (slope * y + curvature * (scores[i] - mean))
    return psi_m, psi_s, eta * slope * y


@compiled
def _bequeath(buffers, k, removed, row, own_kernel, position, nearest, newcomer):
    """Give the weights in slot `removed` of class k to the heir, or to the weights (G,) of the newcomer."""
    gram, weights = buffers.gram, buffers.weights
    heir = heir_of(buffers, k, gram[removed], removed, nearest)
    mine, best = abs(row[removed]), abs(gram[removed, heir])
    if heir < 0 or mine == best or (mine > best) == nearest:
        buffers.removal[1] = position
        if own_kernel > 0.0:
            for g in range(weights.shape[0]):
                newcomer[g] += weights[g, removed] * row[removed] / own_kernel
    else:
        buffers.removal[1] = buffers.identity[heir]
        if gram[heir, heir] > 0.0:
            for g in range(weights.shape[0]):
                weights[g, heir] += weights[g, removed] * gram[heir, removed] / gram[heir, heir]


@compiled
def _pass(X, signs, t, buffers, rbf, gamma, regularizations, step_sizes, hinge, wait, compensation, psi_m, psi_s):
    """Learn all rows of X in place, in each of G models; step_sizes of 0 stand for 1/(lambda t).

    psi_m, psi_s (n,) receive the losses of the first model before its update.
    """
    weights, capacity = buffers.weights, buffers.identity.shape[0] // 2
    models = weights.shape[0]
    row, newcomer, scores = np.zeros(2 * capacity), np.zeros(models), np.zeros((models, capacity))
    for example in range(X.shape[0]):
        t += 1
        x, y = X[example], signs[example]
        own = 1 if y > 0 else 0
        other = 1 - own
        n = size_of(buffers, other)
        fill_kernel_row(buffers, x, rbf, gamma, row)
        fill_scores(buffers, other, scores)
        for g in range(models):
            eta = step_sizes[g] if step_sizes[g] > 0 else 1.0 / (regularizations[g] * t)
            if n == 0 and wait:
                scale_weights(buffers, g, 1.0 - eta * regularizations[g])
                value_m, value_s, newcomer[g] = np.nan, np.nan, 0.0
            else:
                value_m, value_s, newcomer[g] = _update(
                    buffers, g, other, y, eta, regularizations[g], score_of(buffers, g, row), scores[g, :n], hinge
                )
            if g == 0:
                psi_m[example], psi_s[example] = value_m, value_s
        own_kernel = kernel(x, x, rbf, gamma)
        slot = own * capacity + buffers.inserted[own] % capacity
        if buffers.inserted[own] >= capacity:
            buffers.removal[0], buffers.removal[1] = buffers.identity[slot], -1
            if compensation < 2:
                _bequeath(buffers, own, slot, row, own_kernel, t - 1, compensation == 0, newcomer)
        for g in range(models):
            weights[g, slot] = newcomer[g]
        put(buffers, slot, x, t - 1, row, own_kernel)


class _SecondOrderKernelLearner(BufferedKernelLearner):
    """What OKAUC-M and OKAUC-S share; `_hinge` chooses psi_M over psi_S/2."""

    paper = "Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss, Algorithms 2-4"
    cost = "O(B p + B²) time an example, O(B p + B²) memory"
    _hinge = True

    def _start(self, X, regularization=None, step_size=None):
        self._compensation = COMPENSATIONS.index(self._one_of("compensation", COMPENSATIONS))
        self._wait = self._one_of("first_rounds", FIRST_ROUNDS.choices) == "wait"
        room = FIRST_ROOM if self.buffer_size is None else self._whole("buffer_size")
        lambdas = self._positives("regularization", self.regularization if regularization is None else regularization)
        etas = np.atleast_1d(self._step()) if step_size is None else self._positives("step_size", step_size)
        models = max(len(lambdas), len(etas))
        self._regularizations, self._step_sizes = np.resize(lambdas, models), np.resize(etas, models)
        self._open(X, self._one_of("kernel", KERNELS), room, models)

    def _step(self) -> float:
        return 0.0  # stands for 1/(lambda t)

    def _advance(self, X, signs):
        needed = int(self._buffers.sizes.max()) + len(X)
        if self.buffer_size is None and needed > self._buffers.capacity:
            self._buffers = self._buffers.grown(max(needed, 2 * self._buffers.capacity))
        losses = np.empty((2, len(X)))
        _pass(
            X, signs, self.n_samples_seen_, self._buffers, self._kernel == "rbf", self.gamma_, self._regularizations,
            self._step_sizes, self._hinge, self._wait, self._compensation, losses[0], losses[1],
        )  # fmt: skip
        return {"psi_M": losses[0], "psi_S": losses[1]}

    def _probe(self, probes):
        return OnlineLearner._probe(self, probes) if self.buffer_size is None else super()._probe(probes)


class OKAUCM(_SecondOrderKernelLearner):
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

    knobs = (LAMBDA, GAMMA, BUFFER_SIZE, COMPENSATION)
    diverges = "Raise regularization or scale the features."
    one_pass = ("regularization",)

    def __init__(self, regularization=0.03, gamma="scale", buffer_size=100, compensation="nearest", kernel="rbf",
                 first_rounds="wait"):  # fmt: skip
        self.regularization = regularization
        self.gamma = gamma
        self.buffer_size = buffer_size
        self.compensation = compensation
        self.kernel = kernel
        self.first_rounds = first_rounds


class OKAUCS(_SecondOrderKernelLearner):
    """OKAUC-S: the square surrogate psi_S/2 with a constant step. Parameters as in OKAUCM, and

    step_size : float, eta > 0.
    """

    knobs = (LAMBDA, STEP_SIZE, GAMMA, BUFFER_SIZE, COMPENSATION)
    one_pass = ("regularization", "step_size")
    _hinge = False

    def __init__(self, regularization=0.03, step_size=0.05, gamma="scale", buffer_size=100, compensation="nearest",
                 kernel="rbf", first_rounds="wait"):  # fmt: skip
        self.regularization = regularization
        self.step_size = step_size
        self.gamma = gamma
        self.buffer_size = buffer_size
        self.compensation = compensation
        self.kernel = kernel
        self.first_rounds = first_rounds

    def _step(self):
        return self._positive("step_size")
