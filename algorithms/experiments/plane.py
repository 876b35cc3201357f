"""The plane a run is drawn in: the two features themselves, or the first two principal components.

With more than two features the picture is the slice through the training mean spanned by the two directions of
largest variance; a point is drawn where it projects, so its own score and the colour under it may differ.
Cost: O(n p min(n, p)) for the components.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MARGIN = 0.08  # share of the points' range left free on each side


@dataclass(frozen=True, eq=False)
class Plane:
    """origin (p,), directions (2, p) of unit length, explained share of the variance, extent and axis names."""

    origin: np.ndarray
    directions: np.ndarray
    explained: float
    extent: tuple[float, float, float, float]
    axes: tuple[str, str]

    @classmethod
    def of(cls, X: np.ndarray, names: tuple[str, ...]) -> Plane:
        """The plane for training rows X (n, p) with feature names."""
        if X.shape[1] == 1:
            origin, directions, explained, axes = np.zeros(1), np.array([[1.0], [0.0]]), 1.0, (names[0], "")
        elif X.shape[1] == 2:
            origin, directions, explained, axes = np.zeros(2), np.eye(2), 1.0, tuple(names)
        else:
            origin = X.mean(axis=0)
            _, lengths, rows = np.linalg.svd(X - origin, full_matrices=False)
            total = float((lengths**2).sum())
            signs = np.sign(rows[np.arange(2), np.abs(rows[:2]).argmax(axis=1)])  # one orientation on every machine
            directions = rows[:2] * signs[:, None]
            explained = float((lengths[:2] ** 2).sum() / total) if total > 0 else 1.0
            axes = ("principal component 1", "principal component 2")
        plane = cls(origin, directions, explained, (0.0, 1.0, 0.0, 1.0), axes)
        low, high = (points := plane.project(X)).min(axis=0), points.max(axis=0)
        room = np.where(high > low, (high - low) * MARGIN, 1.0)
        (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
        return cls(origin, directions, explained, (x0, x1, y0, y1), axes)

    def project(self, X: np.ndarray) -> np.ndarray:
        """Plane coordinates (n, 2) of the rows of X (n, p)."""
        return (X - self.origin) @ self.directions.T

    def grid(self, resolution: int) -> np.ndarray:
        """Grid nodes (resolution^2, p) in feature space, corner to corner, row by row up the second axis."""
        x0, x1, y0, y1 = self.extent
        across, up = np.meshgrid(np.linspace(x0, x1, resolution), np.linspace(y0, y1, resolution))
        return self.origin + np.stack([across.ravel(), up.ravel()], axis=1) @ self.directions
