"""Descent over fresh features: the recursion, its three orders, what a decay does, and the errata of both papers."""

import numpy as np
import pytest

from algorithms.random_expansion import SCHEDULES, Batches, Descent, RandomExpansion
from algorithms.random_features import FEATURE_MAPS, RandomFeatures
from tests import oracles_semi as oracles

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(60, 2))
CENTRE = np.zeros(2)
SEED, GAMMA, M = 11, 0.4, 8


class Rule:
    """Draws some rows; slopes that bend with the score, as a hinge's do not; a step and a decay of one's choice."""

    def __init__(self, step=lambda t: 0.1, decay=lambda t: 0.95, size=7, draw=None):
        self.step, self.decay = step, decay
        self.draw = draw or Batches(np.arange(len(X)), size, SEED, 0)

    def slopes(self, t, drawn, scores):
        return np.tanh(scores) - np.sin(3 * X[drawn, 0]) + 0.1 * t


def descended(rule, iterations=25, schedule="push", feature_map="pair", reference=None):
    features = RandomFeatures(2, M, GAMMA, SEED, feature_map)
    rows = features.rows(X, CENTRE)
    expansion = RandomExpansion(features, iterations)
    descent = Descent(expansion, rows, rule, iterations, schedule, None if reference is None else rows[reference])
    for _ in range(iterations):
        descent.advance()
    return expansion, rows


def expected(rule, iterations=25, feature_map="pair", reference=None):
    steps = [(rule.step(t), rule.decay(t)) for t in range(1, iterations + 1)]
    return oracles.descend(X, steps, SEED, GAMMA, M, feature_map, rule.draw, rule.slopes, reference)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("reference", [None, np.arange(20, 45)], ids=["free", "balanced"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_coefficients_and_scores_are_those_of_the_naive_recursion(schedule, reference, feature_map):
    rule = Rule(step=lambda t: 0.4 / (t + 2), decay=lambda t: 1 - 0.5 / (t + 2))
    expansion, rows = descended(rule, schedule=schedule, feature_map=feature_map, reference=reference)
    alphas, means = expected(rule, feature_map=feature_map, reference=reference)
    assert expansion.coefficients.reshape(alphas.shape) == pytest.approx(alphas, abs=1e-6)
    f = oracles.predict(X, alphas, means, SEED, GAMMA, M, feature_map)
    assert expansion.scores(rows) == pytest.approx(f, abs=2e-6)
    if reference is not None:
        assert f[reference].mean() == pytest.approx(0, abs=1e-12)
        assert expansion.scores(rows)[reference].mean() == pytest.approx(0, abs=1e-6)


DECAYS = {
    "slow": lambda t: 0.999,
    "fast": lambda t: 0.05,
    "negative": lambda t: -0.4,
    "forgets at 9": lambda t: 0.0 if t == 9 else 0.9,
    "grows": lambda t: 6.0,
}


@pytest.mark.parametrize("decay", DECAYS.values(), ids=DECAYS)
@pytest.mark.parametrize("size", [7, 33, 60])
def test_all_orders_give_the_same_bits(decay, size):
    found = [descended(Rule(decay=decay, size=size), 40, schedule) for schedule in SCHEDULES]
    (first, rows), *others = found
    for other, _ in others:
        assert np.array_equal(other.coefficients, first.coefficients)
        assert np.array_equal(other.scores(rows), first.scores(rows))


@pytest.mark.parametrize("decay", DECAYS.values(), ids=DECAYS)
def test_one_global_scale_is_every_coefficients_own_decay(decay):
    rule = Rule(decay=decay)
    alphas, _ = expected(rule, 40)
    found = descended(rule, 40)[0].coefficients.reshape(alphas.shape)
    assert found == pytest.approx(alphas, rel=1e-4, abs=1e-5 * np.abs(alphas).max())


def test_running_scores_are_the_scores():
    features = RandomFeatures(2, M, GAMMA, SEED)
    rows, expansion = features.rows(X, CENTRE), RandomExpansion(features, 60)
    descent = Descent(expansion, rows, Rule(decay=lambda t: 0.3), 60, "chunk")
    early = expansion.watch(rows[:9])
    for _ in range(60):  # the scale is folded in many times
        descent.advance()
        early.update()
        assert np.array_equal(early(), expansion.scores(rows[:9]))
    assert np.array_equal(expansion.watch(rows)(), expansion.scores(rows))  # a late watcher catches up
    assert np.array_equal(early([3, 5]), early()[[3, 5]])


# Errata: each of these would be a wrong program


def test_the_closed_form_has_eta_i_where_eta_t_is_printed():
    rate, etas = 0.3, [1.5 / (0.3 * t) for t in range(1, 26)]
    rule = Rule(step=lambda t: etas[t - 1], decay=lambda t: 1 - etas[t - 1] * rate)
    rule.slopes = lambda t, drawn, scores: np.ones(len(drawn))
    found = descended(rule)[0].coefficients
    one = Rule(step=lambda t: -1.0, decay=lambda t: 1.0)
    one.slopes = rule.slopes
    features = descended(one)[0].coefficients  # sum of phi_i over the rows of iteration i
    a = oracles.coefficient_products(etas, rate)
    assert found == pytest.approx(a[:, None, None] * features, abs=1e-5)
    printed = -etas[-1] * np.array([np.prod([1 - later * rate for later in etas[i + 1 :]]) for i in range(25)])
    assert np.abs(printed - a).max() > 0.05
    own = [-eta * (1 - eta * rate) ** (24 - i) for i, eta in enumerate(etas)]  # decay by eta_j, not by the current one
    assert np.abs(np.array(own) - a).max() > 0.05


def test_with_theta_lambda_1_all_coefficients_weigh_the_same():
    a = oracles.coefficient_products([1 / (0.3 * t) for t in range(1, 41)], 0.3)
    assert a == pytest.approx(np.full(40, -1 / (0.3 * 40)))


def test_predicting_with_one_omega_for_all_iterations_is_another_function():
    expansion, rows = descended(Rule())
    once = np.zeros(len(rows))
    for alpha in expansion.coefficients:
        expansion.features.block(1).add_scores(rows, alpha, once)
    assert np.abs(once - expansion.scores(rows)).max() > 0.1


def test_memory_is_of_the_order_of_m_t():
    expansion, _ = descended(Rule())
    assert expansion.coefficients.shape == (25, 2, M)
    assert expansion.nbytes == 25 * 2 * M * 4


# Draws


def test_batches_run_through_the_members_again_and_again():
    batches = Batches(np.arange(100, 110), 4, SEED, 0)
    drawn = np.concatenate([batches(t) for t in range(1, 6)])
    assert sorted(drawn[:10]) == sorted(drawn[10:]) == list(range(100, 110))
    assert not np.array_equal(drawn[:10], drawn[10:])
    again = Batches(np.arange(100, 110), 4, SEED, 0)
    assert np.array_equal(np.concatenate([again(t) for t in range(5, 0, -1)][::-1]), drawn)
    other = Batches(np.arange(100, 110), 4, SEED, 1)
    assert not np.array_equal(np.concatenate([other(t) for t in range(1, 6)]), drawn)


def test_few_members_are_all_drawn_in_order():
    members = np.array([4, 2, 9])
    assert all(np.array_equal(Batches(members, 3, SEED, 0)(t), members) for t in (1, 2, 50))


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="naive, chunk, push"):
        descended(Rule(), schedule="pull")
