"""Slow, obvious forms of semi-supervised learning, from the formulas alone: what the fast code is checked against.

Nothing here imports the package. Labels are -1 and +1. Everything is double precision; pairs are double loops, kernels
and features are whole matrices, recursions keep every coefficient.
"""

import math

import numpy as np


def kernel(A, B, gamma):
    return np.array([[math.exp(-gamma * sum((a - b) ** 2)) for b in B] for a in A]).reshape(len(A), len(B))


def frequencies(seed, iteration, d, m, gamma):
    """omega (d, m) ~ N(0, 2 gamma I) and shifts b (m,) ~ U[0, 2 pi], from the generator keyed by (seed, iteration)."""
    random = np.random.Generator(np.random.Philox(key=np.array([seed, iteration], np.uint64)))
    omega = random.standard_normal((d, m), np.float32).astype(float) * math.sqrt(2 * gamma)
    return omega, 2 * np.pi * random.random(m, np.float32).astype(float)


def features(X, omega, b, feature_map):
    """phi (n, 2 m) or (n, m), QSG eq (10) and TSG eq (2)."""
    m = omega.shape[1]
    if feature_map == "pair":
        return math.sqrt(1 / m) * np.concatenate([np.cos(X @ omega), np.sin(X @ omega)], axis=1)
    return math.sqrt(2 / m) * np.cos(X @ omega + b)


# Pairwise risks


def pair_risk(u, v, loss=lambda a, b: (1 - a + b) ** 2):
    """The mean loss over all pairs."""
    return sum(loss(a, b) for a in u for b in v) / (len(u) * len(v))


def risk_s2(p, n, u, trade_off):
    """QSG eq (8), its constant left out."""
    return trade_off * pair_risk(p, n) + (1 - trade_off) * (pair_risk(p, u) + pair_risk(u, n))


def risk_pnu(p, n, u, trade_off, prior):
    if trade_off >= 0:
        pu = (pair_risk(p, u) - prior * pair_risk(p, p)) / (1 - prior)
        return (1 - trade_off) * pair_risk(p, n) + trade_off * pu
    nu = (pair_risk(u, n) - (1 - prior) * pair_risk(n, n)) / prior
    return (1 + trade_off) * pair_risk(p, n) - trade_off * nu


def slopes_s2(p, n, u, trade_off):
    """d risk / d f of each point, from the table of l_1' ... l_6'."""
    slope_p, slope_n, slope_u = np.zeros(len(p)), np.zeros(len(n)), np.zeros(len(u))

    def add(weight, first, first_slopes, second, second_slopes):
        share = weight / (len(first) * len(second))
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                first_slopes[i] += share * -2 * (1 - a + b)
                second_slopes[j] += share * 2 * (1 - a + b)

    add(trade_off, p, slope_p, n, slope_n)
    add(1 - trade_off, p, slope_p, u, slope_u)
    add(1 - trade_off, u, slope_u, n, slope_n)
    return np.concatenate([slope_p, slope_n, slope_u])


def quadratic_s2(p, n, u, trade_off):
    """a (p + n + u,) and the dense Q of SAMULT, section C."""
    size = p + n + u
    w_p, w_n, w_u = np.zeros(size), np.zeros(size), np.zeros(size)
    w_p[:p], w_n[p : p + n], w_u[p + n :] = 1 / p, 1 / n, 1 / u

    def scatter(w):
        return np.diag(w) - np.outer(w, w)

    a = w_p - w_n
    labelled = np.outer(a, a) + scatter(w_p) + scatter(w_n)
    unlabelled = np.outer(w_p - w_u, w_p - w_u) + np.outer(w_u - w_n, w_u - w_n)
    unlabelled += scatter(w_p) + 2 * scatter(w_u) + scatter(w_n)
    return a, trade_off * labelled + (1 - trade_off) * unlabelled


# Descents: every coefficient kept, every feature a matrix


def descend(X, steps, seed, gamma, m, feature_map, draw, slopes, reference=None):
    """alpha (T, k) after the iterations eta_t, decay_t of `steps`: alpha_j decays by the CURRENT decay, QSG eq (16).

    draw(t) -> row numbers, slopes(t, rows, f) -> c; reference rows keep mean 0.
    """
    alphas, means = [], []
    for t, (eta, decay) in enumerate(steps, start=1):
        rows = draw(t)
        f = predict(X[rows], alphas, means, seed, gamma, m, feature_map)
        c = slopes(t, rows, f)
        phi = features(X, *frequencies(seed, t, X.shape[1], m, gamma), feature_map)
        mean = phi[reference].mean(axis=0) if reference is not None else np.zeros(phi.shape[1])
        alphas = [decay * alpha for alpha in alphas]
        alphas.append(-eta * sum(ci * (phi[i] - mean) for ci, i in zip(c, rows, strict=True)))
        means.append(mean)
    return np.array(alphas), np.array(means)


def predict(X, alphas, means, seed, gamma, m, feature_map):
    """QSG Algorithm 2: omega_i anew from the iteration's own seed."""
    f = np.zeros(len(X))
    for i, (alpha, mean) in enumerate(zip(alphas, means, strict=True), start=1):
        f += (features(X, *frequencies(seed, i, X.shape[1], m, gamma), feature_map) - mean) @ alpha
    return f


def coefficient_products(etas, rate):
    """a_T^i = -eta_i prod_{j > i} (1 - eta_j rate), QSG eq (14a) as it must be."""
    return np.array([-eta * np.prod([1 - later * rate for later in etas[i + 1 :]]) for i, eta in enumerate(etas)])


# Support vector machines


def hinge(y, f):
    return max(0.0, 1.0 - y * f)


UNLABELLED = {
    "symmetric hinge": lambda r: max(0.0, 1 - abs(r)),
    "square": lambda r: max(0.0, 1 - abs(r)) ** 2,
    "Gaussian-like": lambda r: math.exp(-5 * r * r),
    "ramp": lambda r: min(1.2, max(0.0, 1 - r)) + min(1.2, max(0.0, 1 + r)) - 1.2,  # a ramp on either side, s = -0.2
}


def objective(K, theta, offset, y, price, unlabelled_price, loss="symmetric hinge"):
    """R(f) of TSG eq (1) for f = K theta + offset; y is 0 where unlabelled."""
    f = K @ theta + offset
    labelled, unlabelled = [i for i in range(len(y)) if y[i]], [i for i in range(len(y)) if not y[i]]
    value = theta @ K @ theta / 2 + price * sum(hinge(y[i], f[i]) for i in labelled) / len(labelled)
    if unlabelled:
        value += unlabelled_price * sum(UNLABELLED[loss](f[i]) for i in unlabelled) / len(unlabelled)
    return value


def centred(K, held):
    """<phi(x) - mean, phi(z) - mean> with the mean over the rows `held`."""
    n = len(K)
    J = np.zeros((n, n))
    J[:, held] = 1 / len(held)
    return (np.eye(n) - J) @ K @ (np.eye(n) - J).T
