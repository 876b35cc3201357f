r"""The exact twin of a learner over random features: the same draws and slopes, but the kernel for the features.

f_{t+1} = decay f_t + sum_x w_x k_t(x, .) with fresh features, h_{t+1} = decay h_t + sum_x w_x k(x, .) with the kernel,
the weights w_x = -eta_t c_x taken at f_t for both (TSG eqs (7) and (8), QSG eqs (14a) and (14b)). Their difference is a
martingale, so E|f - h|^2 is the sum over iterations of (a_t^i)^2 times what one block misses by:

    constant step gamma = theta T^(-3/4)    sum (a_t^i)^2 <= gamma^2 T = theta^2 T^(-1/2)           Theorem 1
                                            <= gamma / (2 - gamma), about theta/2 T^(-3/4)          sharper
    step theta / t, theta lambda = 1        |a_t^i| = 1 / (lambda t), sum 1 / (lambda^2 t)

and m frequencies in a block divide it by m: the root mean square falls as (m T)^(-1/2) for the decreasing step.
Cost: the learner's, and O(k n) for the kernel between k points and n rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.base import DivergenceError
from algorithms.kernels import gaussian
from algorithms.random_feature_learner import RandomFeatureLearner, iteration_checkpoints
from algorithms.random_features import ROW_GAMMA


class Twin(NamedTuple):
    """iterations (F,), and the scores f and h (F, k) on the points after each, without offset.

    slopes (F,) : the largest sum over an iteration's rows of |c_x| so far, M in Theorem 1.
    """

    iterations: np.ndarray
    f: np.ndarray
    h: np.ndarray
    slopes: np.ndarray


def exact_twin(learner: RandomFeatureLearner, X, y, points: np.ndarray, checkpoints=None) -> Twin:
    """Play a learner on X (n, p), y (n,) together with its exact twin, scoring points (k, p).

    checkpoints : iterations to record; None is up to 60. Raises as the learner's `fit` does.
    """
    begun = learner.begin(X, y)
    descent, rows = begun.descent, begun.rows.astype(np.float64)
    stops = sorted(set(iteration_checkpoints(learner.max_iter) if checkpoints is None else map(int, checkpoints)))
    watched = learner.watch(points)
    here = watched.rows.astype(np.float64)
    kernel = gaussian(here, rows, ROW_GAMMA)
    if descent.reference is not None:
        reference = descent.reference.astype(np.float64)
        kernel += gaussian(reference, reference, ROW_GAMMA).mean() - gaussian(reference, rows, ROW_GAMMA).mean(axis=0)
        kernel -= gaussian(here, reference, ROW_GAMMA).mean(axis=1)[:, None]
    h, largest, f_kept, h_kept, slopes = np.zeros(len(here)), 0.0, [], [], []
    for t in range(1, stops[-1] + 1):
        update = descent.advance()
        if not update.finite:
            raise DivergenceError(t, learner.diverges)
        watched.update()
        h = update.decay * h + kernel[:, update.drawn] @ update.weights
        largest = max(largest, float(np.abs(update.weights).sum()) / begun.rule.step(t))
        if t in stops:
            f_kept.append(watched())
            h_kept.append(h)
            slopes.append(largest)
    return Twin(np.array(stops), np.array(f_kept), np.array(h_kept), np.array(slopes))


def sum_of_squares(step: float, iterations: int) -> float:
    """sum_i (a_t^i)^2 for a constant step gamma with decay 1 - gamma, in closed form."""
    return step * (1 - (1 - step) ** (2 * iterations)) / (2 - step)


def theorem_1(slope_bound: float, theta: float, iterations: int, feature_bound: float = 2.0) -> tuple[float, float]:
    """Bounds on E|f - h|^2 at step theta T^(-3/4), one frequency an iteration: the printed rate, and the sharper one.

    slope_bound : M = C M_l + C* M_u.  feature_bound : the largest |phi(x) phi(x')|, 2 for the shifted map and 1 for the
    pair. The kernel's bound kappa is 1.
    """
    scale = slope_bound**2 * (1.0 + feature_bound) ** 2
    step = theta * iterations**-0.75
    return scale * theta**2 * iterations**-0.5, scale * step / (2 - step)
