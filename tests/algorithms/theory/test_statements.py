"""Every statement has a place and holds on data; every erratum's numbers show it."""

import numpy as np
import pytest

from algorithms.theory import checks
from algorithms.theory.errata import ERRATA
from algorithms.theory.statements import STATEMENTS
from tests import oracles
from tests.algorithms.streams import cloud
from tests.algorithms.theory.loops import unit_ball

BY_KEY = {statement.key: statement for statement in STATEMENTS}
FOUND = {erratum.key: erratum for erratum in ERRATA}
X, Y = cloud(n=90, p=3, seed=51)
X = unit_ball(X)


def numbers(key):
    return FOUND[key].check(X, Y, 0.1)


def test_the_papers_statements_are_all_there():
    assert [statement.name for statement in STATEMENTS] == [
        "Theorem 1", "Lemma 2", "Lemma 3", "Lemma 4", "Theorem 5", "Theorem 6", "Lemma 7", "Theorem 8",
    ]  # fmt: skip
    assert len(BY_KEY) == len(STATEMENTS) and len(FOUND) == len(ERRATA)
    for statement in STATEMENTS:
        assert statement.words and statement.latex and "section" in statement.where
    assert {erratum.statement for erratum in ERRATA} - {""} <= set(BY_KEY)


@pytest.mark.parametrize("key", BY_KEY)
def test_a_statement_holds_where_its_premises_do(key):
    found = BY_KEY[key].check(X, Y)
    assert all(premise.holds for premise in found.premises)
    assert found.holds
    assert len(found.sides) >= 2 and len({len(side) for side in found.sides.values()}) == 1
    assert found.sentence[-1] == "." and any(letter.isdigit() for letter in found.sentence)


@pytest.mark.parametrize("key", BY_KEY)
def test_its_sides_change_with_the_data(key):
    """No stored numbers: another stream gives other ones."""
    other = cloud(n=90, p=3, seed=52)
    first, second = BY_KEY[key].check(X, Y), BY_KEY[key].check(unit_ball(other[0]), other[1])
    assert first.sentence != second.sentence
    side = list(first.sides)[0 if key != "lemma-3" else 1]
    assert not np.array_equal(first.sides[side], second.sides[side])


def test_the_sides_of_the_losses_are_those_of_the_loops():
    w = checks.learned_weights(X, Y)
    one, two, three = (BY_KEY[key].check(X, Y).sides for key in ("theorem-1", "lemma-2", "lemma-3"))
    for e in range(0, 90, 7):
        margins = [Y[e] * float(w @ (X[e] - X[i])) for i in range(90) if Y[i] != Y[e]]
        psi_m = oracles.psi_m(margins)
        hinge = oracles.pairwise_hinge(margins)
        assert [side[e] for side in one.values()] == pytest.approx([oracles.zero_one(margins), hinge, psi_m])
        n, mean, s = len(margins), np.mean(margins), np.std(margins)
        finite = max((k * (1 - mean) + np.sqrt(k * (n - k)) * s) / n for k in range(n + 1))
        assert [side[e] for side in two.values()] == pytest.approx([hinge, finite, psi_m])
        assert [side[e] for side in three.values()] == pytest.approx([0, psi_m - max(0, 1 - mean), s / 2])


def test_the_gradients_are_those_of_the_loops():
    w, norms = checks.learned_weights(X, Y), BY_KEY["lemma-4"].check(X, Y).sides["‖∇ψ_M‖"]
    for e in range(0, 90, 7):
        differences = [Y[e] * (X[e] - X[i]) for i in range(90) if Y[i] != Y[e]]
        _, gradient = oracles.surrogate([float(w @ d) for d in differences], differences, "M")
        assert norms[e] == pytest.approx(np.linalg.norm(gradient))


def test_outside_the_unit_ball_lemma_4_says_so_and_fails():
    found = checks.lemma_4(20 * X, Y)
    assert not found.premises[0].holds
    assert not found.holds


def test_a_comparison_fails_where_a_side_exceeds_the_next():
    ones = np.ones(2)
    assert checks.Comparison({"a": ones, "b": ones}, "").holds
    assert not checks.Comparison({"a": ones, "b": ones, "c": np.array([1.0, 0.9])}, "").holds


def test_long_streams_are_thinned_for_kernels():
    long, labels = cloud(n=700, p=2, seed=53)
    found = checks.lemma_7(long, labels)
    assert "After 234 rounds" in found.sentence  # every third


def test_errata_numbers():
    gain = numbers("gain")
    assert gain["counted by (2)"] == pytest.approx(1 - gain["pairs lost"])  # no ties here
    assert gain["counted by (2)"] > 0.6
    ties = numbers("ties")
    assert ties["ties half"] - ties["ties as mistakes"] == pytest.approx(1 / 9)
    half = numbers("half-gradient")
    assert half["slope of ψ_S"] == pytest.approx(2 * half["slope by (13)"], rel=1e-6)
    assert numbers("limit")["largest"] == pytest.approx(1 + np.sqrt(1.25))
    assert list(numbers("kink").values()) == pytest.approx([-1.0, 0.0])
    twice = numbers("twice")
    constant = 2 * 4.1 / 0.1
    assert twice["printed bound"] - constant == pytest.approx(np.sqrt(90) * (twice["bound"] - constant))
    assert numbers("constants") == {"ψ_S": 8.0, "ψ_S/2": 4.0}
    heir = numbers("heir")
    assert heir["argmax"] < heir["argmin, as printed"] <= 1
    assert list(numbers("kernel").values()) == pytest.approx([1.998, 1.914], abs=1e-3)


def test_the_missing_square_changes_the_loss():
    square = numbers("square")
    weight = 0.1 * len(Y) / 2
    assert square["T λ/2 ‖w*‖²"] == pytest.approx(square["T λ/2 ‖w*‖"] ** 2 / weight)


@pytest.mark.parametrize("key", [statement.key for statement in STATEMENTS if statement.of_scores])
def test_any_learners_scores_can_be_asked(key):
    """Those of OAUC-M's weights are the default; others give other sides, in the same order."""
    scores = X @ checks.learned_weights(X, Y)
    given, default = BY_KEY[key].check(X, Y, scores=scores), BY_KEY[key].check(X, Y)
    assert given.sentence == default.sentence
    other = BY_KEY[key].check(X, Y, scores=scores**3)
    assert other.holds and other.sentence != given.sentence


def test_what_is_not_promised_is_said():
    assert BY_KEY["theorem-6"].check(X, Y).is_promised
    assert not BY_KEY["theorem-6"].check(2 * X, Y).is_promised
    assert BY_KEY["theorem-6"].check(X, Y).rounds[-1] == len(X)
    assert BY_KEY["theorem-1"].check(X, Y).rounds is None
