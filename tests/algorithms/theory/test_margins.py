"""Laws of a sample of margins, for samples that hypothesis thinks of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from algorithms.theory import margins as m
from tests import oracles

SAMPLES = arrays(float, st.integers(1, 12), elements=st.floats(-50, 50, width=32))
MEANS, DEVIATIONS, TAUS = st.floats(-50, 50), st.floats(0, 50), st.floats(1e-3, 100)


def close(value, scale=1.0):
    return pytest.approx(value, rel=1e-9, abs=1e-9 * (1 + abs(scale)))


@given(SAMPLES)
def test_losses_equal_the_loops_and_keep_theorem_1_and_lemma_3(sample):
    found = m.margin_losses(sample)
    for name, oracle in (("zero_one", oracles.zero_one), ("hinge", oracles.pairwise_hinge), ("psi_m", oracles.psi_m)):
        assert getattr(found, name) == close(oracle(sample))
    assert found.half_psi_s == close(oracles.pairwise_square(sample) / 2)
    slack = 1e-9 * (1 + found.psi_m)
    assert found.zero_one <= found.hinge + slack <= found.psi_m + 2 * slack
    assert found.gap == found.psi_m - found.hinge
    assert 0 <= found.ratio <= 1 + 1e-9
    edges = m.strip(found.mean, np.sqrt(found.variance))
    assert edges.hinge - slack <= edges.psi_m <= edges.top + slack
    assert edges.psi_m == close(found.psi_m)


@given(SAMPLES, TAUS)
def test_every_parabola_lies_above_the_hinge_and_psi_m_below_its_mean(sample, tau):
    above = m.parabola(sample, tau)
    assert (above >= np.maximum(0, 1 - sample) - 1e-9).all()
    found = m.margin_losses(sample)
    assert m.parabola_mean(found.mean, found.variance, tau) == close(above.mean(), above.max())
    assert m.parabola_mean(found.mean, found.variance, tau) >= found.psi_m - 1e-9 * (1 + found.psi_m)


@given(MEANS, st.floats(1e-3, 50))
def test_the_best_parabola_is_psi_m_and_touches_the_hinge_twice(mean, deviation):
    tau = m.best_tau(mean, deviation**2)
    assert m.parabola_mean(mean, deviation**2, tau) == pytest.approx(m.psi_m(mean, deviation**2), rel=1e-6, abs=1e-9)
    assert m.parabola(np.array([1 - tau, 1 + tau]), tau) == pytest.approx([tau, 0.0], abs=1e-9)
    taus = np.geomspace(1e-3, 1e3, 4001)
    assert m.parabola_mean(mean, deviation**2, taus).min() >= m.parabola_mean(mean, deviation**2, tau) - 1e-9


def test_psi_m_tends_to_the_hinge_evenly_as_the_deviation_goes_to_0():
    means = np.linspace(-3, 5, 8001)  # 1 is one of them: there the gap is widest
    for deviation in (1.0, 0.1, 1e-3, 0.0):
        edges = m.strip(means, deviation)
        gaps = edges.psi_m - edges.hinge
        assert gaps.max() == pytest.approx(deviation / 2, abs=1e-12)
        assert means[gaps.argmax()] == pytest.approx(1.0, abs=1e-9) or deviation == 0
    assert m.strip(means[:, None], np.array([0.5, 1.0])).top.shape == (8001, 2)


def test_a_stack_of_samples_is_a_sample_at_a_time():
    stack = np.random.default_rng(0).normal(size=(4, 3, 7))
    found = m.margin_losses(stack)
    for name in m.MarginLosses._fields:
        alone = [[getattr(m.margin_losses(row), name) for row in rows] for rows in stack]
        assert getattr(found, name) == pytest.approx(np.array(alone), abs=1e-14)


@pytest.mark.parametrize(
    ("sample", "verdict"),
    [
        ([1.0, 5.0], "loose"),  # the hinge is 0, ψ_M is not
        ([0.3, 0.3, 0.3], "tight"),  # no variance
        ([-1.0, 3.0], "tight"),  # its own worst case
        ([2.0, 2.0], "tight"),  # both 0
        ([0.0, 0.5, 1.0, 3.0], "between"),
    ],
)
def test_the_task_is_judged_by_the_ratio(sample, verdict):
    assert m.judge(m.margin_losses(sample).ratio) == verdict


def test_no_margins_are_refused():
    with pytest.raises(ValueError, match="no example of the other class"):
        m.margin_losses([])


@given(SAMPLES)
def test_the_square_loss_punishes_what_is_right(sample):
    found = m.punished_though_right(sample)
    expected = sum((1 - c) ** 2 / 2 for c in sample if c > 1) / len(sample)
    assert found.count == sum(c > 1 for c in sample)
    assert found.amount == close(expected)
    total = oracles.pairwise_square(sample) / 2
    assert found.share == close(expected / total if total else 0.0)


def test_margins_of_an_example_come_from_the_other_class_seen():
    scores, y = np.array([0.5, -1.0, 2.0, 0.0, 3.0]), np.array([1, -1, -1, 1, -1])
    assert m.margins_of(3, scores, y, seen=3).tolist() == [1.0, -2.0]
    assert m.margins_of(4, scores, y).tolist() == [-2.5, -3.0]
    assert m.margins_of(0, scores, y, seen=0).tolist() == []


def test_histograms_of_a_stack_share_their_edges():
    stack = np.random.default_rng(1).normal(size=(3, 50))
    counts, edges = m.histogram(stack, bins=8)
    assert counts.shape == (3, 8) and len(edges) == 9
    assert counts.sum(axis=1).tolist() == [50, 50, 50]
    for row, found in zip(stack, counts, strict=True):
        assert found.tolist() == [sum(low <= c < high for c in row) for low, high in zip(
            edges[:-1], [*edges[1:-1], np.inf], strict=True)]  # fmt: skip
