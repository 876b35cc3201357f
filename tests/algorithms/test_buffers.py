"""Reservoirs, the buffers of kernel learners, and memory that does not grow."""

import numpy as np
import pytest

from algorithms import FROM_A_STREAM as LEARNERS
from algorithms.buffers import KernelBuffers, fill_kernel_row, fill_scores, heir_of, put, reservoir_slot, score_of
from tests import oracles
from tests.algorithms.streams import STREAMS

ONLINE = [name for name, learner in LEARNERS.items() if hasattr(learner, "partial_fit")]
GAMMA = 0.5


def test_a_reservoir_is_a_uniform_sample():
    offered, capacity, trials = 12, 4, 6000
    kept, draws = np.zeros(offered), np.random.default_rng(0).random((trials, offered))
    for line in draws:
        slots = [-1] * capacity
        for number in range(offered):
            place = reservoir_slot(number + 1, capacity, line[number])
            if place >= 0:
                slots[place] = number
        kept[slots] += 1
    share = capacity / offered
    assert np.abs(kept / trials - share).max() < 4 * np.sqrt(share * (1 - share) / trials)


def filled(capacity, points, classes):
    """Buffers of one expansion, with points (n, p) put in one after the other, the oldest giving way."""
    buffers, row = KernelBuffers.empty(capacity, points.shape[1]), np.zeros(2 * capacity)
    for position, (x, k) in enumerate(zip(points, classes, strict=True)):
        slot = k * capacity + buffers.inserted[k] % capacity
        fill_kernel_row(buffers, x, True, GAMMA, row)
        buffers.weights[0, slot] = position + 1.0
        put(buffers, slot, x, position, row, 1.0)
    return buffers


@pytest.fixture
def buffers():
    X, y = STREAMS["ties"]
    return filled(6, X, (y > 0).astype(int))


def test_the_gram_matrix_is_that_of_the_vectors_held(buffers):
    slots = buffers.occupied()
    expected = [[oracles.gaussian(a, b, GAMMA) for b in buffers.vectors[slots]] for a in buffers.vectors[slots]]
    assert buffers.gram[np.ix_(slots, slots)] == pytest.approx(np.array(expected))
    assert len(slots) == 12


def test_scores_are_those_of_the_expansion(buffers):
    X, _ = STREAMS["ties"]
    row, scores = np.zeros(12), np.zeros((1, 6))
    fill_kernel_row(buffers, X[3], True, GAMMA, row)
    fill_scores(buffers, 1, scores)

    def f(x):
        return sum(w * oracles.gaussian(v, x, GAMMA) for v, w in zip(buffers.vectors, buffers.weights[0], strict=True))

    assert score_of(buffers, 0, row) == pytest.approx(f(X[3]))
    assert scores[0] == pytest.approx([f(x) for x in buffers.vectors[6:]])


def test_more_room_changes_nothing_else():
    X, y = STREAMS["ties"]
    buffers = filled(6, X[:8], (y[:8] > 0).astype(int))
    larger = buffers.grown(9)
    old, new = buffers.occupied(), larger.occupied()
    assert len(old) == len(new) == 8
    for name in ("vectors", "identity"):
        assert np.array_equal(getattr(larger, name)[new], getattr(buffers, name)[old])
    assert np.array_equal(larger.gram[np.ix_(new, new)], buffers.gram[np.ix_(old, old)])
    assert np.array_equal(larger.weights[:, new], buffers.weights[:, old])


def test_the_heir_is_the_most_or_the_least_similar_and_of_equals_the_earliest():
    points = np.array([[0.0], [2.0], [1.0], [-1.0], [-2.0]])
    buffers = filled(5, points, [0] * 5)
    assert heir_of(buffers, 0, buffers.gram[0], 0, True) == 2  # 1 and -1 are equally near to 0
    assert heir_of(buffers, 0, buffers.gram[0], 0, False) == 1  # 2 and -2 equally far
    assert heir_of(buffers, 0, buffers.gram[0], -1, True) == 0
    assert heir_of(filled(1, points[:1], [0]), 0, np.zeros(2), 0, True) == -1


@pytest.mark.parametrize("name", ONLINE)
def test_memory_does_not_grow_with_the_stream(name):
    X, y = (np.concatenate([part] * 20) for part in STREAMS["cloud"])
    sizes = {snapshot["bytes"] for _, _, snapshot in LEARNERS[name]().steps(X, y, [2, 70, 700, 1400])}
    assert len(sizes) == 1
    assert sizes.pop() < {"linear": 10_000, "kernel": 400_000}[LEARNERS[name].family]
