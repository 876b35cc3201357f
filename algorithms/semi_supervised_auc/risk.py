r"""The square pairwise risk between groups of points, and the semi-supervised AUC risks made of it.

Groups are P (labelled positive), N (labelled negative) and U (unlabelled). R_AB is the mean of l = (1 - f(x) + f(z))^2
over all x in A, z in B. A risk is a sum of kappa_AB R_AB:

    R_PN                                             supervised
    gamma R_PN + (1 - gamma) (R_PU + R_UN - 1/2)     QSG eq (8), SAMULT (Xie and Li 2018); R_UN is the paper's R_NU
    (1 - eta) R_PN + eta (R_PU - pi R_PP) / (1 - pi)     PNU-AUC (Sakai et al. 2018), eta >= 0; PU at eta = 1
    (1 + eta) R_PN - eta (R_UN - (1 - pi) R_NN) / pi     eta < 0; NU at eta = -1

PNU's subtraction is exact for any loss. R_PU + R_UN - 1/2 equals R_PN only where l(u, v) + l(v, u) = 1, which the
square loss does not satisfy: it is R_PN + 1/2 + 2 W with W = pi Var_P f + (1 - pi) Var_N f.

Since l splits, pairs are never built. With group weights w_A (1/|A| on A), risk = const - 2 q.f + f.Q f with

    q = sum kappa_AB (w_A - w_B),  Q = diag(sum kappa_AB (w_A + w_B)) - sum kappa_AB (w_A w_B' + w_B w_A')

Cost: O(n) for a value, a gradient or a product with Q.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from algorithms.semi_supervised import Members

GROUPS = ("P", "N", "U")


def semi_supervised_weights(trade_off: float) -> dict[str, float]:
    """kappa of QSG eq (8) at gamma = trade_off. Raises ValueError where that is not in [0, 1]."""
    if not 0 <= trade_off <= 1:
        raise ValueError(f"trade_off must be between 0 (unlabelled pairs) and 1 (labelled pairs), not {trade_off!r}.")
    return {"PN": trade_off, "PU": 1.0 - trade_off, "UN": 1.0 - trade_off}


def pnu_weights(trade_off: float, positive_rate: float) -> dict[str, float]:
    """kappa of PNU-AUC at eta = trade_off and pi = positive_rate. Raises ValueError outside [-1, 1] and (0, 1)."""
    if not -1 <= trade_off <= 1:
        raise ValueError(f"trade_off must be between -1 (NU) and 1 (PU), not {trade_off!r}.")
    if not 0 < positive_rate < 1:
        raise ValueError(f"positive_rate must be between 0 and 1, not {positive_rate!r}.")
    share, rest = abs(trade_off), 1.0 - abs(trade_off)
    if trade_off >= 0:
        return {"PN": rest, "PU": share / (1 - positive_rate), "PP": -share * positive_rate / (1 - positive_rate)}
    return {"PN": rest, "UN": share / positive_rate, "NN": -share * (1 - positive_rate) / positive_rate}


class PairRisk:
    """A risk of scores f (n,) that hold the groups P, N, U one after the other.

    weights : "AB" -> kappa_AB;  sizes : (p, n, u). Without unlabelled points only labelled pairs count, at full weight.
    """

    def __init__(self, weights: Mapping[str, float], sizes: tuple[int, int, int]):
        self.sizes = np.asarray(sizes)
        self._ends = np.cumsum(self.sizes)
        self._shares = np.divide(1.0, self.sizes, out=np.zeros(3), where=self.sizes > 0)
        self._kappa = np.zeros((3, 3))
        for (a, b), kappa in (weights if sizes[2] else {"PN": 1.0}).items():
            self._kappa[GROUPS.index(a), GROUPS.index(b)] += kappa
        self._across = self._kappa + self._kappa.T
        self.diagonal = self._spread(self._across.sum(axis=1))
        self.linear = self._spread((self._kappa - self._kappa.T).sum(axis=1))

    @property
    def convex(self) -> bool:
        """Whether no pairs are subtracted, so that Q is certain to have no negative eigenvalue."""
        return bool((self._kappa >= 0).all())

    def value(self, f: np.ndarray) -> float:
        """The risk of f (n,), without a constant such as QSG's (1 - gamma)/2."""
        total = 0.0
        groups = np.split(f, self._ends[:-1])
        for a, b in zip(*np.nonzero(self._kappa), strict=True):
            u, v = groups[a], groups[b]
            total += self._kappa[a, b] * ((1 - u.mean() + v.mean()) ** 2 + u.var() + v.var())
        return float(total)

    def gradient(self, f: np.ndarray) -> np.ndarray:
        """d risk / d f (n,) = 2 (Q f - q)."""
        return 2.0 * (self.product(f) - self.linear)

    def product(self, F: np.ndarray) -> np.ndarray:
        """Q F for F (n,) or (n, k)."""
        sums = np.stack([F[end - size : end].sum(axis=0) for end, size in zip(self._ends, self.sizes, strict=True)])
        return _scaled(self.diagonal, F) - self._spread(self._across @ _scaled(self._shares, sums))

    def _spread(self, amounts: np.ndarray) -> np.ndarray:
        """sum_A amounts_A w_A, for amounts (3,) or (3, k)."""
        return np.repeat(_scaled(self._shares, amounts), self.sizes, axis=0)


def _scaled(factors: np.ndarray, F: np.ndarray) -> np.ndarray:
    """diag(factors) F for F (n,) or (n, k)."""
    return factors * F if F.ndim == 1 else factors[:, None] * F


def pull(weights: Mapping[str, float], scores: np.ndarray, groups: Members) -> np.ndarray:
    """How each unlabelled point's score is being pushed, -|U| d risk / d f, by row number; 0 for labelled rows.

    scores (n,) are those of groups.all.
    """
    pushed = np.zeros(len(scores))
    if size := len(groups.unlabelled):
        pushed[groups.unlabelled] = -size * PairRisk(weights, groups.sizes).gradient(scores)[-size:]
    return pushed
