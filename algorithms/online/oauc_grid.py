"""OAUC-S, OAUC-M_c and OAUC-M at many (lambda, eta) in one pass.

Means and scatters do not depend on the weights, so all models share them. Models stand beside each other in blocks:
loops over the models of a block are the innermost ones, where the processor works on several numbers at once. A model
that overflows leaves at the end of a chunk of examples.
Cost: O(G p^2) time an example, a few times less than one after the other; O(G p + p^2) memory, for G models.
"""

from __future__ import annotations

import numpy as np

from algorithms.compiled import compiled
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.moments import ClassMoments, add_example

LANES = 32  # models in a block
CHUNK = 256  # examples between two looks for overflow


@compiled
def _times_matrix(scatter, W, products):
    """Write scatter (p, p), a symmetric matrix, times W (p, LANES) into products (p, LANES)."""
    p, lanes = W.shape
    blocked = p - p % 4
    for j in range(p):
        row, product = scatter[j], products[j]
        for g in range(lanes):
            product[g] = 0.0
        for i in range(0, blocked, 4):  # four rows at a time, so that product is read and written less often
            c0, c1, c2, c3 = row[i], row[i + 1], row[i + 2], row[i + 3]
            for g in range(lanes):
                product[g] += c0 * W[i, g] + c1 * W[i + 1, g] + c2 * W[i + 2, g] + c3 * W[i + 3, g]
        for i in range(blocked, p):
            for g in range(lanes):
                product[g] += row[i] * W[i, g]


@compiled
def _step(W, deviation, scatter, count, spread, y, t, regularization, step_size, hinge):
    """One example for one block of models: W and spread (p, LANES), regularization and step_size (LANES,).

    deviation (p,) is x minus the opposite class's mean, scatter (p, p) and count are that class's.
    """
    p, lanes = W.shape
    mean, variance, decay, share = np.zeros(lanes), np.zeros(lanes), np.empty(lanes), 1.0 / max(count, 1.0)
    _times_matrix(scatter, W, spread)
    for i in range(p):
        for g in range(lanes):
            mean[g] += deviation[i] * W[i, g]
            variance[g] += spread[i, g] * W[i, g]
    along, across = mean, variance  # what they held is used up lane by lane
    for g in range(lanes):
        eta = step_size[g] if step_size[g] > 0 else 1.0 / (regularization[g] * t)
        if hinge:
            _, slope, curvature = psi_m_terms(1.0 - y * mean[g], share * variance[g])
        else:
            _, slope, curvature = half_psi_s_terms(1.0 - y * mean[g], share * variance[g])
        along[g], across[g], decay[g] = eta * slope * y, eta * curvature * share, 1.0 - eta * regularization[g]
    for i in range(p):
        for g in range(lanes):
            W[i, g] = decay[g] * W[i, g] + along[g] * deviation[i] - across[g] * spread[i, g]


@compiled
def _pass(X, signs, t, W, averages, averaging, counts, means, scatters, regularizations, step_sizes, hinge, wait):
    """Learn all rows of X in place, in blocks of models: W and averages are (blocks, p, LANES)."""
    blocks, p, lanes = W.shape
    deviation, spread = np.empty(p), np.empty((p, lanes))
    for row in range(X.shape[0]):
        t += 1
        x, y = X[row], signs[row]
        own = 1 if y > 0 else 0
        other = 1 - own
        if counts[other] > 0 or not wait:
            for i in range(p):
                deviation[i] = x[i] - means[other, i]
            for k in range(blocks):
                _step(
                    W[k], deviation, scatters[other], counts[other], spread, y, t, regularizations[k], step_sizes[k],
                    hinge,
                )  # fmt: skip
        if averaging:
            share = 2.0 / (t + 1.0)  # weights proportional to t
            for k in range(blocks):
                for i in range(p):
                    for g in range(lanes):
                        averages[k, i, g] += share * (W[k, i, g] - averages[k, i, g])
        add_example(x, own, counts, means, scatters, deviation)


def _blocks(values: np.ndarray) -> np.ndarray:
    """(p, G) as (blocks, p, LANES); lanes left over repeat the last model."""
    room = -values.shape[1] % LANES
    padded = np.pad(values, ((0, 0), (0, room)), mode="edge")
    return np.ascontiguousarray(padded.reshape(len(values), -1, LANES).swapaxes(0, 1))


def _lines(blocks: np.ndarray, models: int) -> np.ndarray:
    """(blocks, p, LANES) as (p, G)."""
    return blocks.swapaxes(0, 1).reshape(blocks.shape[1], -1)[:, :models]


def learn_side_by_side(
    X: np.ndarray, signs: np.ndarray, regularizations: np.ndarray, step_sizes: np.ndarray, hinge: bool, wait: bool,
    average: bool,
) -> tuple[np.ndarray, ClassMoments]:  # fmt: skip
    """Weights (G, p) of the models with regularizations and step_sizes (G,), a step of 0 being 1/(lambda t).

    Also returns the moments of all rows. A model that overflowed has weights of NaN.
    """
    p, models = X.shape[1], len(regularizations)
    moments = ClassMoments(p)
    W, averages, alive = np.zeros((p, models)), np.zeros((p, models)), np.arange(models)
    result = np.full((models, p), np.nan)
    for start in range(0, len(X), CHUNK):
        rows, packed, packed_averages = slice(start, start + CHUNK), _blocks(W), _blocks(averages)
        _pass(
            X[rows], signs[rows], start, packed, packed_averages, average, moments.counts, moments.means,
            moments.scatters, _blocks(regularizations[None, alive])[:, 0], _blocks(step_sizes[None, alive])[:, 0],
            hinge, wait,
        )  # fmt: skip
        W, averages = _lines(packed, len(alive)), _lines(packed_averages, len(alive))
        finite = np.isfinite(W).all(axis=0)
        W, averages, alive = W[:, finite], averages[:, finite], alive[finite]
        if not len(alive):
            moments.add(X[start + CHUNK :], signs[start + CHUNK :])
            break
    result[alive] = (averages if average else W).T
    return result, moments
