"""Slow, obvious double loops, written from the formulas alone: what the fast code is checked against.

Nothing here imports the package. Labels are -1 and +1; examples are the rows of X. Every learner keeps all
examples of each class in a plain list and works its means, variances and gradients out anew at each step.
"""

import math

import numpy as np

# Losses of one example's margins c_i = y (f(x) - f(x_i)) against the opposite class


def zero_one(margins):
    return sum(1.0 if c < 0 else 0.5 if c == 0 else 0.0 for c in margins) / len(margins)


def pairwise_hinge(margins):
    return sum(max(0.0, 1.0 - c) for c in margins) / len(margins)


def pairwise_square(margins):
    return sum((1.0 - c) ** 2 for c in margins) / len(margins)


def psi_m(margins):
    """(b + r)/2 with b = 1 - mean and r = hypot(b, standard deviation), eq (8)."""
    mean = sum(margins) / len(margins)
    variance = sum((c - mean) ** 2 for c in margins) / len(margins)
    return (1.0 - mean + math.hypot(1.0 - mean, math.sqrt(variance))) / 2


# Measures of a ranking


def auc(scores, y):
    pairs = [(s, o) for s, a in zip(scores, y, strict=True) for o, b in zip(scores, y, strict=True) if a > b]
    return sum(1.0 if s > o else 0.5 if s == o else 0.0 for s, o in pairs) / len(pairs)


def mean_pairwise_hinge(scores, y):
    pairs = [(s, o) for s, a in zip(scores, y, strict=True) for o, b in zip(scores, y, strict=True) if a > b]
    return sum(max(0.0, 1.0 - (s - o)) for s, o in pairs) / len(pairs)


# Moments


def moments(rows):
    """Mean (p,) and biased covariance (p, p) of a list of examples."""
    mean = sum(rows) / len(rows)
    covariance = sum(np.outer(row - mean, row - mean) for row in rows) / len(rows)
    return mean, covariance


# Learners


def perceptron_step(w, intercept, x, y, step_size, fit_intercept=True):
    """One example; returns the new weights and intercept."""
    if y * (w @ x + intercept) > 0:
        return w, intercept
    return w + step_size * y * x, intercept + (step_size * y if fit_intercept else 0.0)


def perceptron(X, y, step_size, fit_intercept=True):
    w, intercept = np.zeros(X.shape[1]), 0.0
    for x, label in zip(X, y, strict=True):
        w, intercept = perceptron_step(w, intercept, x, label, step_size, fit_intercept)
    return w, intercept


def surrogate(margins, gradients, loss):
    """Value and gradient of psi_M ("M") or psi_S/2 ("S"), by the chain rule over mean and variance.

    margins : N numbers c_i;  gradients : N arrays, the gradient of each c_i.
    """
    n = len(margins)
    mean, mean_gradient = sum(margins) / n, sum(gradients) / n
    variance = sum((c - mean) ** 2 for c in margins) / n
    variance_gradient = sum(2 * (c - mean) * g for c, g in zip(margins, gradients, strict=True)) / n
    b = 1.0 - mean
    if loss == "S":
        return (b * b + variance) / 2, (-2 * b * mean_gradient + variance_gradient) / 2
    r = math.hypot(b, math.sqrt(variance))
    if r == 0.0:
        return 0.0, -mean_gradient / 2
    return (b + r) / 2, (-mean_gradient + (-2 * b * mean_gradient + variance_gradient) / (2 * r)) / 2


def oauc_step(w, x, y, opposite, eta, regularization, loss):
    """One example against the list of opposite examples; returns (new weights, loss before the step)."""
    if not opposite:
        return (1 - eta * regularization) * w, math.nan
    margins = [y * (w @ (x - other)) for other in opposite]
    value, gradient = surrogate(margins, [y * (x - other) for other in opposite], loss)
    return w - eta * (regularization * w + gradient), value


def oauc(X, y, loss, regularization, step_size=None):
    """Weights (n, p) after each example, losses (n,) before it; step_size None is 1/(regularization t)."""
    seen = {-1: [], 1: []}
    w, weights, losses = np.zeros(X.shape[1]), [], []
    for t, (x, label) in enumerate(zip(X, y, strict=True), start=1):
        eta = step_size or 1 / (regularization * t)
        w, value = oauc_step(w, x, label, seen[-int(label)], eta, regularization, loss)
        seen[int(label)].append(x)
        weights.append(w)
        losses.append(value)
    return np.array(weights), np.array(losses)


def averaged(weights):
    """Mean of the rows of weights (n, p), the t-th counting t times."""
    counts = range(1, len(weights) + 1)
    return sum(t * w for t, w in zip(counts, weights, strict=True)) / sum(counts)


def gaussian(x, z, gamma):
    return math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(x, z, strict=True)))


def linear(x, z):
    return sum(a * b for a, b in zip(x, z, strict=True))


def okauc_functional(X, y, kernel, regularization):
    """OKAUC-M without buffers: f, an expansion over all examples, follows -grad(psi_M + lambda ||f||^2/2).

    A function is the array (n,) of its coefficients. Returns the coefficients of f and the losses (n,).
    """
    K = np.array([[kernel(a, b) for b in X] for a in X])
    bumps = np.eye(len(X))  # bumps[i] is k(x_i, .), the gradient of f -> f(x_i)
    f, losses = np.zeros(len(X)), []
    for t in range(len(X)):
        opposite = [i for i in range(t) if y[i] != y[t]]
        eta, gradient, value = 1 / (regularization * (t + 1)), 0.0, math.nan
        if opposite:
            margins = [y[t] * (K[t] @ f - K[i] @ f) for i in opposite]
            value, gradient = surrogate(margins, [y[t] * (bumps[t] - bumps[i]) for i in opposite], "M")
        f = f - eta * (regularization * f + gradient)
        losses.append(value)
    return f, np.array(losses)


def okauc_buffered(X, y, kernel, regularization, buffer_size, compensation):
    """OKAUC-M with two first-in-first-out lists of [position, weight]: (negatives, positives, losses).

    compensation is "nearest", "as printed" or "none"; among equals the newcomer inherits, then the older one.
    """
    buffers, losses = {-1: [], 1: []}, []

    def score(x):
        return sum(weight * kernel(X[i], x) for label in (-1, 1) for i, weight in buffers[label])

    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        eta, own, opposite = 1 / (regularization * (t + 1)), buffers[int(label)], buffers[-int(label)]
        weight, changes, value = 0.0, [], math.nan
        if opposite:
            at_opposite = [score(X[i]) for i, _ in opposite]
            margins = [label * (score(x) - s) for s in at_opposite]
            # coefficients of the gradient: first on k(x, .), then on each k(x_i, .)
            unit = np.eye(len(opposite) + 1)
            value, gradient = surrogate(margins, [label * (unit[0] - u) for u in unit[1:]], "M")
            weight, changes = -eta * gradient[0], -eta * gradient[1:]
        for buffer in buffers.values():
            for entry in buffer:
                entry[1] *= 1 - eta * regularization
        for entry, change in zip(opposite, changes, strict=True):
            entry[1] += change
        newcomer = [t, weight]
        if len(own) == buffer_size:
            removed, removed_weight = own.pop(0)
            heirs = [newcomer, *own]
            likeness = [abs(kernel(X[i], X[removed])) for i, _ in heirs]
            if compensation != "none":
                heir = heirs[likeness.index(max(likeness) if compensation == "nearest" else min(likeness))]
                itself = kernel(X[heir[0]], X[heir[0]])
                heir[1] += removed_weight * kernel(X[heir[0]], X[removed]) / itself if itself else 0.0
        own.append(newcomer)
        losses.append(value)
    return buffers[-1], buffers[1], np.array(losses)
