"""Small sets of which most labels are missing: y is 0, 1, and -1 for unlabelled."""

import numpy as np
from sklearn.datasets import make_moons


def half_labelled(n=40, seed=0, labelled=0.4):
    """Two overlapping clouds X (n, 2) and y (n,), 40 % of it labelled, both classes among it."""
    random = np.random.default_rng(seed)
    truth = np.arange(n) % 3 == 0
    X = np.round(64 * (random.normal(size=(n, 2)) + 1.2 * truth[:, None])) / 64
    y = np.where(random.random(n) < labelled, truth, -1)
    y[:4] = truth[:4]
    for array in (X, y):
        array.flags.writeable = False
    return X, y


def moons(n_unlabelled, n_labelled, seed, noise=0.12, share=0.5):
    """Training X, y, and test X, y of two moons scaled to [0, 1]; `share` of all are positive, half of the labels."""
    random = np.random.default_rng(seed)
    n_test = 500
    n = n_unlabelled + n_labelled + n_test
    n_positive = round(share * n)
    X, truth = make_moons((n - n_positive, n_positive), noise=noise, random_state=seed)
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    order = random.permutation(n)
    X, truth = X[order], truth[order]
    X_test, test, X, truth = X[:n_test], truth[:n_test], X[n_test:], truth[n_test:]
    y = np.full(len(X), -1)
    for label in (0, 1):
        known = np.flatnonzero(truth == label)[: n_labelled // 2]
        y[known] = label
    return X, y, X_test, test
