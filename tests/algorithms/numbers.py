"""What every learner answers on the small streams, as one array: python -m tests.algorithms.numbers FILE."""

import sys

import numpy as np

from algorithms import LEARNERS, compiled
from algorithms.grid import fit_grid
from algorithms.losses import half_psi_s_terms, psi_m_terms
from algorithms.moments import ClassMoments
from tests.algorithms.streams import STREAMS

OPTIONS = {
    "Perceptron": [{"step_size": 0.125}],  # exact sums: whether a score of 0 is one must not hang on their order
    "OKAUC-M": [
        {},
        {"buffer_size": 5},
        {"buffer_size": 5, "compensation": "as printed"},
        {"buffer_size": None, "kernel": "linear"},
        {"first_rounds": "as printed"},
    ],
    "OAUC-M": [{}, {"average": True}, {"first_rounds": "as printed"}],
    "OAUC-M-L": [{}, {"average": True, "buffer_size": 3}],
    "OAM": [{}, {"variant": "sequential", "buffer_size": 5}],
    "SOLAM": [{}, {"radius": 0.3, "step_size": 2.0, "average": False}],
    "FSAUC": [{}, {"radius": 0.3, "step_size": 2.0, "expected_n": 70}],
    "KOIL": [{}, {"buffer_size": 5}, {"buffer_size": 5, "policy": "FIFO++", "n_neighbors": 2}],
    "OKAUC-S": [{"buffer_size": 5}],
}


def answers() -> dict[str, np.ndarray]:
    """Name -> numbers: decisions and losses of every learner, and the parts that they share."""
    found = {
        "terms": np.array([f(b, v) for f in (psi_m_terms, half_psi_s_terms) for b in (-3, 0, 2.0) for v in (0, 1.5)])
    }
    X, y = STREAMS["cloud"]
    grid = fit_grid(LEARNERS["OAUC-M_c"](average=True), X, y, {"regularization": [0.1, 1.0], "step_size": [0.05, 0.5]})
    found["grid"] = grid.decision_function(X)
    for at, (X, y) in STREAMS.items():
        found[f"{at} covariances"] = ClassMoments(X.shape[1]).add(X, y).covariances
        for name, learner in LEARNERS.items():
            if learner.unit != "example":  # single precision, or quadratic programmes: their tests are their own
                continue
            for number, options in enumerate(OPTIONS.get(name, [{}])):
                *_, (_, (scores,), snapshot) = learner(**options).steps(X, y, [45, len(X)], [X])
                found[f"{at} {name} {number}"] = np.concatenate([scores, snapshot.get("psi_M", [])])
    return found


if __name__ == "__main__":
    np.savez(sys.argv[1], **answers(), is_compiled=hasattr(compiled.compiled(lambda x: x), "py_func"))
