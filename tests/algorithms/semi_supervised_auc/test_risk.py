"""Pairwise risks in O(n) against double loops, and the identities that hold, with ties, for some losses only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.semi_supervised import Members
from algorithms.semi_supervised_auc.risk import PairRisk, pnu_weights, pull, semi_supervised_weights
from tests import oracles_semi as oracles

sizes = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5))
seeds = st.integers(0, 1000)


def scores_of(sizes, seed):
    f = np.random.default_rng(seed).normal(size=sum(sizes)) * 2
    return f, np.split(f, np.cumsum(sizes)[:-1])


@given(sizes=sizes, seed=seeds, trade_off=st.floats(0, 1))
def test_value_and_slopes_of_eq_8(sizes, seed, trade_off):
    f, groups = scores_of(sizes, seed)
    risk = PairRisk(semi_supervised_weights(trade_off), sizes)
    assert risk.value(f) == pytest.approx(oracles.risk_s2(*groups, trade_off), rel=1e-13)
    assert risk.gradient(f) == pytest.approx(oracles.slopes_s2(*groups, trade_off), rel=1e-12, abs=1e-13)
    assert risk.convex


@given(sizes=sizes, seed=seeds, trade_off=st.floats(-1, 1), prior=st.floats(0.05, 0.95))
def test_value_and_slopes_of_pnu(sizes, seed, trade_off, prior):
    f, groups = scores_of(sizes, seed)
    risk = PairRisk(pnu_weights(trade_off, prior), sizes)
    expected = oracles.risk_pnu(*groups, trade_off, prior)
    assert risk.value(f) == pytest.approx(expected, rel=1e-11, abs=1e-11)
    numeric = [(risk.value(f + e) - risk.value(f - e)) / 2e-5 for e in 1e-5 * np.eye(len(f))]
    assert risk.gradient(f) == pytest.approx(numeric, abs=1e-5 * (1 + np.abs(numeric).max()))


@given(sizes=sizes, seed=seeds, trade_off=st.floats(0, 1))
def test_a_diagonal_plus_rank_three_is_the_dense_quadratic_form(sizes, seed, trade_off):
    f, _ = scores_of(sizes, seed)
    a, Q = oracles.quadratic_s2(*sizes, trade_off)
    risk = PairRisk(semi_supervised_weights(trade_off), sizes)
    assert risk.linear == pytest.approx(a)  # the right side knows nothing of the unlabelled, nor of the trade-off
    assert risk.product(f) == pytest.approx(Q @ f, abs=1e-12)
    assert risk.product(np.eye(len(f))) == pytest.approx(Q, abs=1e-12)


def test_at_f_0_the_unlabelled_slopes_cancel():
    sizes = (3, 4, 6)
    for trade_off in (0.0, 0.3, 1.0):
        slopes = PairRisk(semi_supervised_weights(trade_off), sizes).gradient(np.zeros(13))
        assert slopes == pytest.approx(np.repeat([-2 / 3, 2 / 4, 0], sizes), abs=1e-15)


def test_without_unlabelled_points_labelled_pairs_count_in_full():
    f, groups = scores_of((3, 4, 0), 1)
    for weights in (semi_supervised_weights(0.2), pnu_weights(-0.7, 0.3)):
        assert PairRisk(weights, (3, 4, 0)).value(f) == pytest.approx(oracles.pair_risk(*groups[:2]))


def test_the_pull_on_an_unlabelled_point_is_minus_its_slope_and_labelled_points_have_none():
    f, groups = scores_of((2, 3, 4), 2)
    rows = Members(np.array([8, 1]), np.array([0, 2, 4]), np.array([3, 5, 6, 7]))
    found = pull(semi_supervised_weights(0.3), f, rows)
    assert found[[8, 1, 0, 2, 4]] == pytest.approx(0)
    assert found[[3, 5, 6, 7]] == pytest.approx(-4 * oracles.slopes_s2(*groups, 0.3)[-4:])


# Identities over a distribution with ties: six score values, P and N any mixtures of them


VALUES = np.array([0.0, 1.0, 1.0, 2.0, 3.0, 3.0])
P, N = (np.random.default_rng(s).dirichlet(np.ones(6)) for s in (1, 2))
PRIOR = 0.3
U = PRIOR * P + (1 - PRIOR) * N


def expectation(loss, a, b):
    return sum(a[i] * b[j] * loss(VALUES[i], VALUES[j]) for i in range(6) for j in range(6))


def excess(loss):
    """R_PU + R_NU - R_PN."""
    return expectation(loss, P, U) + expectation(loss, U, N) - expectation(loss, P, N)


def zero_one(u, v):
    return (1 - np.sign(u - v)) / 2


def square(u, v):
    return (1 - u + v) ** 2


LOSSES = {
    "0-1": zero_one,
    "sigmoid": lambda u, v: 1 / (1 + np.exp(u - v)),
    "square": square,
    "hinge": lambda u, v: max(0.0, 1 - u + v),
    "strict": lambda u, v: float(u < v),
}


@pytest.mark.parametrize("name", LOSSES)
def test_the_excess_is_that_of_pairs_within_a_class(name):
    loss = LOSSES[name]
    assert excess(loss) == pytest.approx(PRIOR * expectation(loss, P, P) + (1 - PRIOR) * expectation(loss, N, N))


@pytest.mark.parametrize("name", ["0-1", "sigmoid"])
def test_it_is_one_half_where_l_of_u_v_and_l_of_v_u_add_up_to_1(name):
    assert excess(LOSSES[name]) == pytest.approx(0.5)


def test_for_the_square_loss_it_is_1_plus_2_w_and_not_one_half():
    W = PRIOR * (P @ VALUES**2 - (P @ VALUES) ** 2) + (1 - PRIOR) * (N @ VALUES**2 - (N @ VALUES) ** 2)
    assert excess(square) == pytest.approx(1 + 2 * W)
    assert abs(excess(square) - 0.5) > 0.5 and abs(excess(LOSSES["hinge"]) - 0.5) > 0.1


def test_counting_ties_as_wrong_breaks_it_by_half_the_ties():
    ties = PRIOR * expectation(lambda u, v: u == v, P, P) + (1 - PRIOR) * expectation(lambda u, v: u == v, N, N)
    assert excess(LOSSES["strict"]) == pytest.approx(0.5 - ties / 2)


@pytest.mark.parametrize("name", LOSSES)
def test_pnus_subtraction_is_exact_for_any_loss(name):
    loss = LOSSES[name]
    pu = (expectation(loss, P, U) - PRIOR * expectation(loss, P, P)) / (1 - PRIOR)
    nu = (expectation(loss, U, N) - (1 - PRIOR) * expectation(loss, N, N)) / PRIOR
    assert pu == pytest.approx(expectation(loss, P, N)) and nu == pytest.approx(expectation(loss, P, N))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: semi_supervised_weights(1.1), "trade_off must be between 0"),
        (lambda: semi_supervised_weights(float("nan")), "trade_off must be between 0"),
        (lambda: pnu_weights(-1.1, 0.5), "trade_off must be between -1"),
        (lambda: pnu_weights(0.5, 1.0), "positive_rate must be between 0 and 1"),
    ],
)
def test_weights_out_of_range(make, words):
    with pytest.raises(ValueError, match=words):
        make()
