"""What a data set is: its words, and where its examples come from."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

#: Maps uniform draws u (n, 2) and "is it the positive class?" to noise-free points (n, p).
Shape = Callable[[np.ndarray, bool], np.ndarray]

#: Returns X (n, p) and y (n,) of -1 / +1.
Table = Callable[[], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Dataset:
    """One choice of the data picker: either a `shape` that draws endless examples, or a `table` of real ones.

    `negative` and `positive` are the classes' names; positive (+1) is the one to be found. `n_negative`,
    `n_positive` and `duplicates` (rows that equal an earlier row) count the table's rows; a shape has none.
    `noise_axes` (p, p) are what a shape's noise spreads along; None is round.
    """

    name: str
    title: str
    negative: str
    positive: str
    feature_names: tuple[str, ...]
    source: str
    summary: str
    shape: Shape | None = None
    table: Table | None = None
    n_negative: int = 0
    n_positive: int = 0
    duplicates: int = 0
    noise_axes: np.ndarray | None = field(default=None, compare=False)

    def __post_init__(self):
        if (self.shape is None) == (self.table is None):
            raise ValueError(f"Give the data set {self.name!r} either a shape or a table.")

    @property
    def generated(self) -> bool:
        """Whether examples are drawn from a formula, as many as wanted."""
        return self.shape is not None

    @property
    def ratio(self) -> float:
        """Negatives per positive as the data come; 1 for a generated set."""
        return 1.0 if self.generated else self.n_negative / self.n_positive

    @property
    def class_names(self) -> tuple[str, str]:
        """The names of -1 and +1, in this order."""
        return self.negative, self.positive
