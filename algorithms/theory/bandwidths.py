r"""One Gaussian kernel, three names for its width: what each paper calls it, and what its frequencies are drawn from.

    Luo, Cheng, Zhang (OAUC), section 6.3        exp(-||x - z||^2 / sigma^2)        omega ~ N(0, 2 / sigma^2 I)
    Shi et al. (QSG), Geng et al. (TSGS3VM)      exp(-sigma ||x - z||^2)            omega ~ N(0, 2 sigma I)
    Sakai et al. 2018 (PNU-AUC), their program   exp(-||x - z||^2 / (2 sigma^2))    omega ~ N(0, 1 / sigma^2 I)

The gamma of scikit-learn and of this package is the second. Read in another convention, a number is another kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

WIDTHS = 3.0  # how far misreadings are compared, in widths gamma^(-1/2)


class Convention(NamedTuple):
    """papers and where in them;  the kernel and omega's variance in LaTeX;  sigma from gamma, gamma from sigma."""

    papers: str
    where: str
    formula: str
    variance: str
    of_gamma: Callable[[float], float]
    gamma_of: Callable[[float], float]


CONVENTIONS: Mapping[str, Convention] = MappingProxyType({
    "OAUC": Convention(
        "OAUC (Luo, Cheng, Zhang)", "section 6.3", r"e^{-\|x-z\|^2/\sigma^2}", r"2/\sigma^2",
        lambda gamma: gamma**-0.5, lambda sigma: sigma**-2.0,
    ),
    "QSG, TSGS3VM": Convention(
        "QSG (Shi et al.), TSGS3VM (Geng et al.)", "their experiments", r"e^{-\sigma\|x-z\|^2}", r"2\sigma",
        lambda gamma: gamma, lambda sigma: sigma,
    ),
    "PNU-AUC": Convention(
        "PNU-AUC (Sakai et al. 2018)", "their program", r"e^{-\|x-z\|^2/(2\sigma^2)}", r"1/\sigma^2",
        lambda gamma: (2.0 * gamma) ** -0.5, lambda sigma: 0.5 * sigma**-2.0,
    ),
})  # fmt: skip


def frequency_variance(gamma: float) -> float:
    """Of each coordinate of omega, whatever the kernel's parameter is called."""
    return 2.0 * gamma


def misreading_distances(gamma: float) -> np.ndarray:
    """Where misreadings are compared (k,)."""
    return np.linspace(0.0, WIDTHS * gamma**-0.5, 121)


def misread(gamma: float, said: str, distances: np.ndarray) -> dict[str, np.ndarray]:
    """The kernel at distances (k,) in each convention, when the sigma that `said` has for gamma is put into it."""
    sigma = CONVENTIONS[said].of_gamma(gamma)
    return {name: np.exp(-one.gamma_of(sigma) * distances**2) for name, one in CONVENTIONS.items()}
