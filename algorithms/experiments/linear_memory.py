"""What linear memory costs in AUC: averaged OAUC-M-L with 8 examples a class beside averaged OAUC-M.

`python -m algorithms.experiments linear-memory` plays both over four partitions into five folds of five data sets,
lambda of each chosen by five-fold cross-validation inside each training set, and prints the paired difference in AUC
points with the Nadeau-Bengio standard error. To reach: no worse than -1 point.
"""

from __future__ import annotations

from algorithms import LEARNERS
from algorithms.experiments.protocols import POWERS, areas_over_folds, corrected_error, table

SETS = ("german", "vehicle", "vowel", "segment", "satimage")
WORST = -1.0  # AUC points


def main(names: tuple[str, ...] = SETS) -> None:
    """Print the table."""
    print(f"{'data set':12}{'OAUC-M':>8}{'OAUC-M-L':>10}{'difference':>12}{'s.e.':>6}   no worse than {WORST:g}")
    for name in names:
        X, y = table(name)
        full, linear = (
            100 * areas_over_folds(LEARNERS[learner](average=True), X, y, {"regularization": POWERS})
            for learner in ("OAUC-M", "OAUC-M-L")
        )
        difference, error = (linear - full).mean(), corrected_error(linear - full)
        words = "reached" if difference >= WORST else "MISSED"
        print(f"{name:12}{full.mean():8.2f}{linear.mean():10.2f}{difference:+12.2f}{error:6.2f}   {words}", flush=True)
