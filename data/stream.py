"""The order in which training examples arrive.

    "shuffled"  by each example's own random number, so that examples keep their order when others come or go
    "by class"  all negatives, then all positives, each shuffled
    "drifting"  each class sorted along the first principal component of the standardised features, blurred by
                noise of half a standard deviation

A drifting stream spreads both classes evenly over time: early examples lie at one end of the cloud, late ones
at the other, and the class mix stays the same.
"""

import numpy as np

from data import scaling
from data.seeding import CLASSES, random_stream

ORDERS = ("shuffled", "by class", "drifting")
DRIFT_BLUR = 0.5


def arrange(order: str, X: np.ndarray, y: np.ndarray, seed: int) -> np.ndarray:
    """The permutation (n,) that puts X (n, p) and y (n,), joined class by class, in stream order."""
    along = _first_component(X) if order == "drifting" else None
    place = np.empty(len(y))
    for label in CLASSES:
        of_class = np.flatnonzero(y == label)
        place[of_class] = random_stream(seed, label, "place").random(len(of_class))
        if order == "drifting":
            blur = random_stream(seed, label, "blur").standard_normal(len(of_class))
            drift = along[of_class] + DRIFT_BLUR * along[of_class].std() * blur
            of_class = of_class[np.argsort(drift, kind="stable")]
            # The k-th of m examples arrives at random within the k-th of m equal parts of the stream.
            place[of_class] = (np.arange(len(of_class)) + place[of_class]) / len(of_class)
    return np.lexsort((place, y)) if order == "by class" else np.argsort(place, kind="stable")


def _first_component(X: np.ndarray) -> np.ndarray:
    Z = scaling.fit("standard", X)(X)
    axis = np.linalg.eigh(Z.T @ Z)[1][:, -1]
    return Z @ (axis * np.sign(axis[np.abs(axis).argmax()]))
