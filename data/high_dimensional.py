"""Generated sets with many features: where unlabelled examples help to find clusters, and where they help to rank.

Unlike in synthetic.py, the noise need not be round: Dataset.noise_axes says along what it spreads. Its standard
deviation is given in the same units, so that .25 is the usual problem.
"""

import numpy as np

from data.dataset import Dataset

USUAL_NOISE = 0.25

#: Centres (8, 20) of the eight clouds, the first four negative. With noise 1 they would lie 1.1 normal steps apart.
CENTRES = USUAL_NOISE * 1.1 * np.random.default_rng(7).normal(size=(8, 20))

SIGNAL = 1.2  # distance of the two means, in standard deviations along the direction that parts them
CONDITION = 1e5  # largest over smallest variance


def _long_axes(n_features: int) -> np.ndarray:
    """Axes (p, p) of a normal cloud whose variances fall from 1 to 1 / CONDITION, turned at random."""
    turn, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(n_features, n_features)))
    return np.sqrt(np.logspace(0, -np.log10(CONDITION), n_features))[:, None] * turn.T


def _direction(n_features: int) -> np.ndarray:
    """A unit vector (p,) in any direction of the cloud before it is stretched."""
    z = np.random.default_rng(6).normal(size=n_features)
    return z / np.linalg.norm(z)


AXES, PARTED = _long_axes(100), _direction(100)


def gaussians(u: np.ndarray, positive: bool) -> np.ndarray:
    """The centres of four clouds in 20 dimensions, each as likely."""
    return CENTRES[np.floor(4 * u[:, 0]).astype(int) + (4 if positive else 0)]


def faint(u: np.ndarray, positive: bool) -> np.ndarray:
    """One point in 100 dimensions: the mean of a class."""
    mean = USUAL_NOISE * SIGNAL / 2 * PARTED @ AXES
    return np.tile(mean if positive else -mean, (len(u), 1))


GAUSSIANS = Dataset(
    name="gaussians_20d",
    title="Eight Gaussians in 20 dimensions",
    negative="first four clouds",
    positive="last four clouds",
    feature_names=tuple(f"x{i}" for i in range(1, 21)),
    source="Drawn afresh for each seed, around centres that stay.",
    summary="Four round clouds a class, well apart: what clusters is alike.",
    shape=gaussians,
)
FAINT = Dataset(
    name="faint_signal",
    title="Faint signal in 100 dimensions",
    negative="one side",
    positive="other side",
    feature_names=tuple(f"x{i}" for i in range(1, 101)),
    source="Drawn afresh for each seed, along axes that stay.",
    summary="One long cloud whose halves differ a little, mostly where it is thin: its shape must be known to rank.",
    shape=faint,
    noise_axes=AXES,
)
