r"""The quadratic programmes behind the exact machines: a box, with or without sum theta = 0.

    minimise 1/2 theta' (K + diag(ridge)) theta - target . theta      low <= theta <= high

is the dual of 1/2 ||f||^2 + sum of losses, f = K theta + offset and theta_i = -(slope of point i's loss at f_i):

    price * max(0, 1 - y f)        target y, between 0 and y price
    price * max(0, 1 - y f)^2      target y, between 0 and y infinity, ridge 1 / (2 price)
    price * L/2 (f - goal)^2       target goal, no bounds, ridge 1 / (price L)

With a given offset, subtract it from the targets and use solve_box: the coordinate that gains most moves alone. With
a free offset use solve_zero_sum, sequential minimal optimisation: a pair moves, so that the sum stays 0, and the offset
is the multiplier. Both keep the gradient, so a start from the last solution costs what has changed.
Cost: O(n) a move; a few moves for each point that ends between its bounds.
"""

from __future__ import annotations

import numpy as np

from algorithms.compiled import compiled


@compiled
def solve_box(K, ridge, target, low, high, theta, gradient, tol, max_moves):
    """Solve in place from a feasible theta (n,) with gradient (n,) = K theta + ridge theta - target.

    Stops where no coordinate's gradient towards the inside of the box exceeds tol. Returns the number of moves, or -1
    where max_moves did not suffice.
    """
    n = theta.shape[0]
    best, goal = 0, theta[0]
    for move in range(max_moves + 1):
        row, step = K[best], goal - theta[best]
        theta[best] = goal
        gradient[best] += step * ridge[best]
        best, most = -1, 0.0
        for i in range(n):
            gradient[i] += step * row[i]
            slope = gradient[i]
            if (slope < -tol and theta[i] < high[i]) or (slope > tol and theta[i] > low[i]):
                curvature = K[i, i] + ridge[i] + 1e-12
                aim = min(max(theta[i] - slope / curvature, low[i]), high[i])
                gain = (theta[i] - aim) * (slope + 0.5 * curvature * (aim - theta[i]))
                if gain > most:
                    best, most, goal = i, gain, aim
        if best < 0:
            return move
    return -1


@compiled
def solve_zero_sum(K, ridge, target, low, high, theta, gradient, tol, max_moves):
    """As solve_box, with sum theta = 0 to start with and at the end. Returns (moves or -1, offset).

    Working pairs as in LIBSVM: the steepest coordinate that may grow, with the one that gains most by shrinking.
    """
    n = theta.shape[0]
    for move in range(max_moves + 1):
        grow, lowest, highest = -1, np.inf, -np.inf
        for i in range(n):
            if theta[i] < high[i] and gradient[i] < lowest:
                grow, lowest = i, gradient[i]
            if theta[i] > low[i] and gradient[i] > highest:
                highest = gradient[i]
        if grow < 0 or highest - lowest <= tol:
            return move, _multiplier(low, high, theta, gradient, lowest, highest)
        row, own = K[grow], K[grow, grow] + ridge[grow]
        shrink, most, step = -1, 0.0, 0.0
        for j in range(n):
            slope = gradient[j] - lowest
            if slope > 0.0 and theta[j] > low[j]:
                curvature = max(own + K[j, j] + ridge[j] - 2.0 * row[j], 1e-12)
                if slope * slope / curvature > most:
                    shrink, most, step = j, slope * slope / curvature, slope / curvature
        step = min(step, high[grow] - theta[grow], theta[shrink] - low[shrink])
        theta[grow] = min(theta[grow] + step, high[grow])
        theta[shrink] = max(theta[shrink] - step, low[shrink])
        gradient[grow] += step * ridge[grow]
        gradient[shrink] -= step * ridge[shrink]
        other = K[shrink]
        for i in range(n):
            gradient[i] += step * (row[i] - other[i])
    return -1, _multiplier(low, high, theta, gradient, lowest, highest)


@compiled
def _multiplier(low, high, theta, gradient, lowest, highest):
    """The offset: minus the mean gradient of the coordinates between their bounds, else the middle of what is left."""
    total, free = 0.0, 0
    for i in range(theta.shape[0]):
        if low[i] < theta[i] < high[i]:
            total += gradient[i]
            free += 1
    if free > 0:
        return -total / free
    if np.isinf(lowest) or np.isinf(highest):
        return -highest if np.isinf(lowest) else -lowest
    return -0.5 * (lowest + highest)


def feasible(theta: np.ndarray, low: np.ndarray, high: np.ndarray, zero_sum: bool) -> np.ndarray:
    """theta (n,) moved into the box, the heavier side scaled down until the sum is 0 where that is asked for."""
    theta = np.clip(theta, low, high)
    if zero_sum:
        above, below = theta[theta > 0].sum(), -theta[theta < 0].sum()
        if above > below:
            theta[theta > 0] *= below / above
        elif below > above:
            theta[theta < 0] *= above / below
    return theta
