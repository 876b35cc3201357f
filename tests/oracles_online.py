"""Slow, obvious loops for the rest of the online family, written from the formulas alone (see oracles).

Nothing here imports the package. Reservoirs take their random numbers, one an example, from the caller.
"""

import itertools
import math

import numpy as np

from tests.oracles import gaussian, moments, surrogate


def perceptron_where_zero_is_negative(X, y, step_size):
    """Weights without intercept where a score of 0 says "negative"."""
    w = np.zeros(X.shape[1])
    for x, label in zip(X, y, strict=True):
        said = 1.0 if w @ x > 0 else -1.0
        if said != label:
            w = w + step_size * label * x
    return w


def passive_aggressive(X, y, C, fit_intercept):
    """Weights and intercept of PA-I."""
    w, intercept = np.zeros(X.shape[1]), 0.0
    for x, label in zip(X, y, strict=True):
        loss = max(0.0, 1.0 - label * (w @ x + intercept))
        if x.any():
            tau = min(C, loss / (x @ x))
            w = w + tau * label * x
            intercept += tau * label * fit_intercept
    return w, intercept


def ubauc(X, y, regularization):
    """Weights and theta of the hinge with margin 1 and bias -theta, eta_t = 1/(regularization t)."""
    w, theta = np.zeros(X.shape[1]), 0.0
    for t, (x, label) in enumerate(zip(X, y, strict=True), start=1):
        eta, violates = 1 / (regularization * t), 1.0 - label * (w @ x - theta) > 0
        gradient_w = regularization * w - label * x * violates
        gradient_theta = label * violates
        w, theta = w - eta * gradient_w, theta - eta * gradient_theta
    return w, theta


def univariate_bound(scores, y):
    """Sum of the N+ largest scores minus the positives' sum, each bracket without its margin: 0 where AUC is 1."""
    positives = [s for s, label in zip(scores, y, strict=True) if label > 0]
    return sum(sorted(scores)[-len(positives) :]) - sum(positives)


class Reservoir:
    """A uniform sample of at most `capacity` of all examples offered."""

    def __init__(self, capacity):
        self.capacity, self.kept, self.offered = capacity, [], 0

    def offer(self, x, uniform):
        self.offered += 1
        if len(self.kept) < self.capacity:
            self.kept.append(x)
        elif (place := math.floor(uniform * self.offered)) < self.capacity:
            self.kept[place] = x


def oam(X, y, C, variant, capacity, uniforms):
    """Weights (n, p) after each example."""
    reservoirs = {-1: Reservoir(capacity), 1: Reservoir(capacity)}
    w, weights = np.zeros(X.shape[1]), []
    for x, label, uniform in zip(X, y, uniforms, strict=True):
        opposite = reservoirs[-int(label)]
        half = C * max(1.0, opposite.offered / capacity) / 2
        if variant == "gradient":
            w = w + half * sum(label * (x - b) for b in opposite.kept if label * (w @ (x - b)) < 1)
        else:
            for b in opposite.kept:
                square = (x - b) @ (x - b)
                if square > 0:
                    tau = min(half, max(0.0, 1.0 - label * (w @ (x - b))) / square)
                    w = w + tau * label * (x - b)
        reservoirs[int(label)].offer(x, uniform)
        weights.append(w)
    return np.array(weights)


def oam_of_all_pairs(X, y, C):
    """Weights of the gradient variant that compares with every earlier example of the other class."""
    w = np.zeros(X.shape[1])
    for t in range(len(X)):
        step = np.zeros(X.shape[1])
        for i in range(t):
            if y[i] != y[t] and y[t] * (w @ (X[t] - X[i])) < 1:
                step = step + C / 2 * y[t] * (X[t] - X[i])
        w = w + step
    return w


def saddle(s, y, q, a, b, alpha):
    """SOLAM's F for one example with score s."""
    if y > 0:
        return (1 - q) * (s - a) ** 2 - 2 * (1 + alpha) * (1 - q) * s - q * (1 - q) * alpha**2
    return q * (s - b) ** 2 + 2 * (1 + alpha) * q * s - q * (1 - q) * alpha**2


def slopes(function, *at):
    """Partial derivatives of a quadratic function: central differences are exact for any width."""
    unit = np.eye(len(at))
    return [(function(*(at + e)) - function(*(at - e))) / 2 for e in unit]


def saddle_step(w, inner, x, y, q, eta, bound):
    """Down in w, a, b and up in alpha, with bounds on a, b and alpha only. inner is (a, b, alpha)."""
    ds, da, db, dalpha = slopes(lambda s, a, b, alpha: saddle(s, y, q, a, b, alpha), w @ x, *inner)
    moved = [inner[0] - eta * da, inner[1] - eta * db, inner[2] + eta * dalpha]
    bounds = [bound, bound, 2 * bound]
    return w - eta * ds * x, [max(-most, min(most, value)) for value, most in zip(moved, bounds, strict=True)]


def solam(X, y, radius, step_size):
    """The last iterate, the average weighted by steps, and (a, b, alpha)."""
    w, inner, iterates, steps = np.zeros(X.shape[1]), [0.0, 0.0, 0.0], [], []
    for t in range(1, len(X) + 1):
        q, kappa = np.mean(y[:t] > 0), np.linalg.norm(X[:t], axis=1).max()
        steps.append(step_size / math.sqrt(t))
        w, inner = saddle_step(w, inner, X[t - 1], y[t - 1], q, steps[-1], radius * kappa)
        if np.linalg.norm(w) > radius:
            w = w * radius / np.linalg.norm(w)
        iterates.append(w)
    return w, np.average(iterates, axis=0, weights=steps), inner


def nearest_in_l1_ball(w, radius):
    """Shrink all sizes by one amount, found by bisection."""
    if sum(abs(w)) <= radius:
        return w
    low, high = 0.0, max(abs(w))
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(np.maximum(abs(w) - middle, 0)) > radius else (low, middle)
    return np.sign(w) * np.maximum(abs(w) - high, 0)


def stages(expected_n):
    """(examples, whether it ends, what its ball shrinks by at its end) of each of FSAUC's stages."""
    if expected_n is None:
        yield from ((64 * 2**k, True, math.sqrt(2)) for k in itertools.count())
    else:
        number = max(1, math.floor(0.5 * math.log2(2 * expected_n / math.log2(expected_n))) - 1)
        yield from ((expected_n // number, k < number, 2.0) for k in range(1, number + 1))


def fsauc(X, y, radius, step_size, expected_n=None):
    """The average of the iterates of the stage that the last example falls in."""
    plan, p = stages(expected_n), X.shape[1]
    length, ends, shrink = next(plan)
    centre, w, inner, ball, iterates, inners = np.zeros(p), np.zeros(p), [0.0, 0.0, 0.0], radius, [], []
    for t in range(1, len(X) + 1):
        if ends and len(iterates) == length:
            w = centre = np.mean(iterates, axis=0)
            a, b, _ = np.mean(inners, axis=0)
            seen = {label: [X[i] for i in range(t - 1) if y[i] == label] for label in (-1, 1)}
            means = {label: sum(rows, np.zeros(p)) / max(1, len(rows)) for label, rows in seen.items()}
            inner, ball = [a, b, (means[-1] - means[1]) @ w], ball / shrink
            length, ends, shrink = next(plan)
            iterates, inners = [], []
        q, kappa = np.mean(y[:t] > 0), np.linalg.norm(X[:t], axis=1).max()
        eta = step_size * ball / math.sqrt(length)
        w, inner = saddle_step(w, inner, X[t - 1], y[t - 1], q, eta, radius * kappa)
        distance = np.linalg.norm(w - centre)
        if distance > ball:
            w = centre + (w - centre) * ball / distance
        w = nearest_in_l1_ball(w, radius)
        iterates.append(w)
        inners.append(inner)
    return np.mean(iterates, axis=0)


def oauc_linear_memory(X, y, regularization, kept):
    """Weights (n, p) and losses (n,) of psi_M with the exact mean and the spread of the last `kept` about it."""
    seen = {-1: [], 1: []}
    w, weights, losses = np.zeros(X.shape[1]), [], []
    for t, (x, label) in enumerate(zip(X, y, strict=True), start=1):
        opposite, eta, value, gradient = seen[-int(label)], 1 / (regularization * t), math.nan, 0.0
        if opposite:
            mean, _ = moments(opposite)
            spread = [other - mean for other in opposite[-kept:]]
            variance = sum((w @ z) ** 2 for z in spread) / len(spread)
            b = 1.0 - label * (w @ (x - mean))
            r = math.hypot(b, math.sqrt(variance))
            value = (b + r) / 2
            gradient = -label * (x - mean) / 2
            if r > 0:
                in_b, in_variance = -label * (x - mean), sum(2 * (w @ z) * z for z in spread) / len(spread)
                gradient = (in_b + (2 * b * in_b + in_variance) / (2 * r)) / 2
        w = w - eta * (regularization * w + gradient)
        seen[int(label)].append(x)
        weights.append(w)
        losses.append(value)
    return np.array(weights), np.array(losses)


def okauc_s(X, y, gamma, regularization, step_size, buffer_size):
    """OKAUC-S, compensation "nearest": lists of [position, weight] of the negative and of the positive class."""
    K = [[gaussian(a, b, gamma) for b in X] for a in X]
    buffers, losses = {-1: [], 1: []}, []

    def score(at):
        return sum(weight * K[i][at] for label in (-1, 1) for i, weight in buffers[label])

    for t, label in enumerate(y):
        own, opposite, newcomer, value = buffers[int(label)], buffers[-int(label)], [t, 0.0], math.nan
        changes = []
        if opposite:
            margins = [label * (score(t) - score(i)) for i, _ in opposite]
            unit = np.eye(len(opposite) + 1)
            value, gradient = surrogate(margins, [label * (unit[0] - u) for u in unit[1:]], "S")
            newcomer[1], changes = -step_size * gradient[0], -step_size * gradient[1:]
        for entry in (*own, *opposite):
            entry[1] *= 1 - step_size * regularization
        for entry, change in zip(opposite, changes, strict=True):
            entry[1] += change
        if len(own) == buffer_size:
            removed, weight = own.pop(0)
            heirs = [newcomer, *own]
            likeness = [K[i][removed] for i, _ in heirs]
            heirs[likeness.index(max(likeness))][1] += weight * max(likeness)
        own.append(newcomer)
        losses.append(value)
    return buffers[-1], buffers[1], np.array(losses)


def koil(X, y, C, step_size, gamma, buffer_size, k, policy, uniforms):
    """KOIL: lists of [position, weight] of the negative and of the positive class."""
    K = [[gaussian(a, b, gamma) for b in X] for a in X]
    buffers, seen = {-1: [], 1: []}, {-1: 0, 1: 0}

    def score(at):
        return sum(weight * K[i][at] for label in (-1, 1) for i, weight in buffers[label])

    def inherit(buffer, removed, weight):
        order = [(-K[i][removed], i) for i, _ in buffer]
        buffer[order.index(min(order))][1] += weight

    for t, label in enumerate(y.astype(int)):
        own, opposite, unit = buffers[label], buffers[-label], step_size * C * label
        seen[label] += 1
        violating = [entry for entry in opposite if label * (score(t) - score(entry[0])) < 1]
        chosen = sorted(violating, key=lambda entry: (-K[t][entry[0]], entry[0]))[:k]
        for entry in (*own, *opposite):
            entry[1] *= 1 - step_size
        for entry in chosen:
            entry[1] -= unit
        count = len(chosen)
        if not opposite or (not own and not violating):
            count = 1
        if count == 0:
            continue
        newcomer = [t, count * unit]
        if len(own) < buffer_size:
            own.append(newcomer)
        elif policy == "FIFO++":
            removed, weight = own.pop(0)
            own.append(newcomer)
            inherit(own, removed, weight)
        elif (place := math.floor(uniforms[t] * seen[label])) < buffer_size:
            removed, weight = own[place]
            own[place] = newcomer
            inherit(own, removed, weight)
        else:
            inherit(own, t, newcomer[1])
    return buffers[-1], buffers[1]
