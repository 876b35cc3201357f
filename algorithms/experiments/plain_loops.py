"""The online learners as one would write them in NumPy, an example at a time: what the compiled loops are timed beside.

Each takes X (n, p), signs (n,) of -1 and +1 and a learner's parameters, and returns its weights.
"""

from __future__ import annotations

import math

import numpy as np


def perceptron(X, signs, *, step_size, fit_intercept, **_):
    w, intercept = np.zeros(X.shape[1]), 0.0
    for x, y in zip(X, signs, strict=True):
        if y * (x @ w + intercept) <= 0:
            w += step_size * y * x
            intercept += step_size * y * fit_intercept
    return w


def passive_aggressive(X, signs, *, C, fit_intercept):
    w, intercept = np.zeros(X.shape[1]), 0.0
    for x, y in zip(X, signs, strict=True):
        loss, square = 1 - y * (x @ w + intercept), x @ x
        if loss > 0 and square > 0:
            step = y * min(C, loss / square)
            w += step * x
            intercept += step * fit_intercept
    return w


def ubauc(X, signs, *, regularization):
    w, theta = np.zeros(X.shape[1]), 0.0
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        step = y / (regularization * t) if y * (x @ w - theta) < 1 else 0.0
        w = (1 - 1 / t) * w + step * x
        theta -= step
    return w


def oam(X, signs, *, C, buffer_size, random_state, **_):
    w, uniforms = np.zeros(X.shape[1]), np.random.RandomState(random_state).random_sample(len(X))
    reservoirs, counts = np.zeros((2, buffer_size, X.shape[1])), [0, 0]
    for x, y, uniform in zip(X, signs, uniforms, strict=True):
        own, other = (1, 0) if y > 0 else (0, 1)
        differences = y * (x - reservoirs[other, : counts[other]])
        w = w + C * max(1, counts[other] / buffer_size) / 2 * differences[differences @ w < 1].sum(axis=0)
        counts[own] += 1
        place = counts[own] - 1 if counts[own] <= buffer_size else int(uniform * counts[own])
        if place < buffer_size:
            reservoirs[own, place] = x
    return w


def oauc(X, signs, *, regularization, step_size=None, hinge=True, **_):
    w = np.zeros(X.shape[1])
    counts, means = [0, 0], np.zeros((2, X.shape[1]))
    covariances = np.zeros((2, X.shape[1], X.shape[1]))
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        own, other = (1, 0) if y > 0 else (0, 1)
        eta = step_size or 1 / (regularization * t)
        if counts[other]:
            deviation = x - means[other]
            spread = covariances[other] @ w
            slope, curvature = _surrogate(1 - y * (w @ deviation), w @ spread, hinge)
            w = (1 - eta * regularization) * w + eta * (slope * y * deviation - curvature * spread)
        counts[own] += 1
        error = x - means[own]
        means[own] += error / counts[own]
        covariances[own] += (np.outer(error, x - means[own]) - covariances[own]) / counts[own]
    return w


def oauc_linear_memory(X, signs, *, regularization, buffer_size, **_):
    w, counts, means = np.zeros(X.shape[1]), [0, 0], np.zeros((2, X.shape[1]))
    kept = np.zeros((2, buffer_size, X.shape[1]))
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        own, other = (1, 0) if y > 0 else (0, 1)
        if counts[other]:
            deviation = x - means[other]
            around = kept[other, : counts[other]] - means[other]
            along = around @ w
            slope, curvature = _surrogate(1 - y * (w @ deviation), np.mean(along**2), hinge=True)
            gradient = slope * y * deviation - curvature * (along @ around) / len(around)
            w = (1 - 1 / t) * w + gradient / (regularization * t)
        kept[own, counts[own] % buffer_size] = x
        counts[own] += 1
        means[own] += (x - means[own]) / counts[own]
    return w


def solam(X, signs, *, radius, step_size, **_):
    w, average, saddle = np.zeros(X.shape[1]), np.zeros(X.shape[1]), np.zeros(3)
    positives, steps, kappa = 0, 0.0, 0.0
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        positives, kappa, eta = positives + (y > 0), max(kappa, math.sqrt(x @ x)), step_size / math.sqrt(t)
        w, saddle = _saddle_step(x, y, eta, positives / t, radius * kappa, w, saddle)
        if (norm := math.sqrt(w @ w)) > radius:
            w = w * radius / norm
        steps += eta
        average = average + eta / steps * (w - average)
    return average


def fsauc(X, signs, *, radius, step_size, **_):
    """With stages of 64, 128, 256 ... examples."""
    p = X.shape[1]
    w, centre, average, saddle, saddle_average = np.zeros(p), np.zeros(p), np.zeros(p), np.zeros(3), np.zeros(3)
    counts, means = [0, 0], np.zeros((2, p))
    ball, length, seen, kappa = radius, 64, 0, 0.0
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        if seen == length:
            w, centre, saddle = average, average, saddle_average * [1, 1, 0]
            saddle[2] = (means[0] - means[1]) @ w
            ball, length, seen = ball / math.sqrt(2), 2 * length, 0
        own = int(y > 0)
        counts[own] += 1
        means[own] += (x - means[own]) / counts[own]
        kappa = max(kappa, math.sqrt(x @ x))
        w, saddle = _saddle_step(
            x, y, step_size * ball / math.sqrt(length), counts[1] / t, radius * kappa, w, saddle
        )
        if (distance := math.sqrt((w - centre) @ (w - centre))) > ball:
            w = centre + ball / distance * (w - centre)
        if np.abs(w).sum() > radius:
            sizes = np.sort(np.abs(w))[::-1]
            cuts = (np.cumsum(sizes) - radius) / np.arange(1, p + 1)
            w = np.sign(w) * np.maximum(np.abs(w) - cuts[sizes > cuts][-1], 0)
        seen += 1
        average = average + (w - average) / seen
        saddle_average = saddle_average + (saddle - saddle_average) / seen
    return average


def okauc(X, signs, *, regularization, gamma, buffer_size, step_size=None, hinge=True, **_):
    vectors, weights = np.zeros((2, buffer_size, X.shape[1])), np.zeros((2, buffer_size))
    gram = np.zeros((2, buffer_size, 2, buffer_size))
    counts = [0, 0]
    for t, (x, y) in enumerate(zip(X, signs, strict=True), start=1):
        own, other = (1, 0) if y > 0 else (0, 1)
        eta, held = step_size or 1 / (regularization * t), min(counts[other], buffer_size)
        row = np.exp(-gamma * ((vectors - x) ** 2).sum(axis=2))
        new_weight, change = 0.0, 0.0
        if held:
            scores = gram[other, :held].reshape(held, -1) @ weights.ravel()
            mean = scores.mean()
            slope, curvature = _surrogate(1 - y * (np.vdot(row, weights) - mean), scores.var(), hinge)
            new_weight, change = eta * slope * y, eta / held * (slope * y + curvature * (scores - mean))
        weights *= 1 - eta * regularization
        weights[other, :held] -= change
        place = counts[own] % buffer_size
        row[own, counts[own] :] = 0.0
        row[other, held:] = 0.0
        if counts[own] >= buffer_size:
            likeness = gram[own, place, own].copy()
            likeness[place] = row[own, place]  # the newcomer will stand where the oldest stood
            heir, inheritance = likeness.argmax(), weights[own, place] * likeness.max()
            weights[own, place] = 0.0
            weights[own, heir] += inheritance
            new_weight += weights[own, place]
        row[own, place] = 1.0
        vectors[own, place], weights[own, place] = x, new_weight
        gram[own, place] = gram[:, :, own, place] = row
        counts[own] += 1
    return weights


def koil(X, signs, *, C, step_size, gamma, buffer_size, n_neighbors, random_state, **_):
    """With policy "RS++"."""
    vectors, weights, seen = [np.zeros((0, X.shape[1]))] * 2, [np.zeros(0)] * 2, [0, 0]
    uniforms = np.random.RandomState(random_state).random_sample(len(X))
    for x, y, uniform in zip(X, signs, uniforms, strict=True):
        own, other, unit = (1, 0, step_size * C) if y > 0 else (0, 1, -step_size * C)
        seen[own] += 1
        points = np.vstack([x, vectors[other]])
        rows = [_gaussian(points, vectors[k], gamma) for k in (0, 1)]
        scores = rows[0] @ weights[0] + rows[1] @ weights[1]
        violating = np.flatnonzero(y * (scores[0] - scores[1:]) < 1)
        nearest = violating[np.argsort(-rows[other][0, violating], kind="stable")][:n_neighbors]
        weights = [(1 - step_size) * part for part in weights]
        weights[other][nearest] -= unit
        count = len(nearest)
        if not len(weights[other]) or not (len(weights[own]) or count):
            count = 1
        if count:
            pool, shares = np.vstack([vectors[own], x]), np.append(weights[own], count * unit)
            if len(pool) > buffer_size:
                dropped = min(int(uniform * seen[own]), buffer_size)
                likeness = _gaussian(pool, pool[dropped : dropped + 1], gamma)[:, 0]
                likeness[dropped] = -1.0
                shares[likeness.argmax()] += shares[dropped]
                pool[dropped], shares[dropped] = x, shares[-1]
                pool, shares = pool[:-1], shares[:-1]
            vectors[own], weights[own] = pool, shares
    return np.concatenate(weights)


def _surrogate(b, variance, hinge):
    """Slope and curvature of psi_M or of psi_S/2."""
    if not hinge:
        return b, 1.0
    r = math.hypot(b, math.sqrt(max(variance, 0.0)))
    return ((1 + b / r) / 2, 0.5 / r) if r else (0.5, 0.0)


def _saddle_step(x, y, eta, q, bound, w, saddle):
    """One step down in w and the first two of saddle, up in the third."""
    (a, b, alpha), s = saddle, w @ x
    if y > 0:
        slopes = 2 * (1 - q) * np.array([s - a - 1 - alpha, a - s, 0.0, s + q * alpha])
    else:
        slopes = 2 * q * np.array([s - b + 1 + alpha, 0.0, b - s, (1 - q) * alpha - s])
    bounds = bound * np.array([1.0, 1.0, 2.0])
    return w - eta * slopes[0] * x, np.clip(saddle - eta * slopes[1:], -bounds, bounds)


def _gaussian(A, B, gamma):
    return np.exp(-gamma * ((A[:, None] - B) ** 2).sum(axis=2))
