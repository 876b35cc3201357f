"""The numbers that the regret figures hold equal double loops, and their descriptions and tables say the same."""

import numpy as np
import pytest
from scipy.optimize import minimize

from algorithms import LEARNERS
from algorithms.theory.bounds import bounds, lemma_7_counterexample
from algorithms.theory.fits import fits
from algorithms.theory.regret import Band, band, regret_curve
from algorithms.theory.rounds import running_mean
from pages.figures import regret_figures as figures
from pages.figures import regret_words as words
from pages.figures.theme import QUIET
from tests import oracles
from tests.algorithms.streams import cloud
from tests.algorithms.theory import loops

HORIZONS = [5, 12, 30, 50]
LAMBDA = 0.2


def played(name="OAUC-S", loss="psi_S/2", seed=0, **knobs):
    X, y = cloud(n=50, p=2, seed=seed)
    X = loops.unit_ball(X)
    learner = LEARNERS[name](regularization=LAMBDA, **knobs)
    curve = regret_curve(X, y, learner, loss, HORIZONS)
    return curve, bounds(curve, learner, X, y), X, y


@pytest.fixture(scope="module")
def square():
    """OAUC-S in psi_S/2, whose best fixed weights any minimiser finds from the double loop."""
    return played()


@pytest.fixture(scope="module")
def by_loops(square):
    """Rounds' losses (50,) of OAUC-S and the least loss of fixed weights at each horizon, from double loops."""
    _, _, X, y = square
    weights, _ = oracles.oauc(X, y, "S", LAMBDA, LEARNERS["OAUC-S"]().step_size)
    iterates = np.vstack([np.zeros(2), weights[:-1]])
    rounds = [loops.round_loss(w, X, y, t, "psi_S/2")[0] + LAMBDA / 2 * w @ w for t, w in enumerate(iterates)]
    best = [
        minimize(loops.cumulative_loss, np.zeros(2), (X[:T], y[:T], LAMBDA, "psi_S/2"), jac=True, tol=1e-12).fun
        for T in HORIZONS
    ]
    return np.array(rounds), np.array(best)


def curves(picture):
    """Name -> (x, y) of each curve."""
    return {trace.name: (np.array(trace.x), np.array(trace.y, float)) for trace in picture.figure.data}


def same_length(picture):
    return len({len(values) for values in picture.table.values()}) == 1


def test_losses_and_regret_are_those_of_the_loops(square, by_loops):
    curve, (rounds, best) = square[0], by_loops
    regret = np.array([rounds[:T].sum() for T in HORIZONS]) - best
    shown = figures.losses_picture(curve, "OAUC-S", running_mean(curve.rounds))
    own, fixed = curves(shown).values()
    np.testing.assert_array_equal(own[0], np.arange(1, 51))
    np.testing.assert_allclose(own[1], [rounds[: t + 1].mean() for t in range(50)], rtol=1e-9)
    np.testing.assert_array_equal(fixed[0], HORIZONS)
    np.testing.assert_allclose(fixed[1], best / HORIZONS, rtol=1e-5)
    np.testing.assert_allclose(shown.table["total of the best"], best, rtol=1e-5)
    shown = figures.regret_picture(curve, "OAUC-S")
    (x, y), *_ = curves(shown).values()
    np.testing.assert_array_equal(x, HORIZONS)
    np.testing.assert_allclose(y, regret, atol=1e-5)
    np.testing.assert_allclose(shown.table["regret"], regret, atol=1e-5)
    ((x, y),) = curves(figures.per_round_picture(curve, "OAUC-S")).values()
    np.testing.assert_allclose(y, regret / HORIZONS, atol=1e-6)


def test_the_band_and_the_moment_are_drawn_where_they_are():
    found = [played(seed=seed)[0] for seed in range(3)]
    shown = figures.regret_picture(found[0], "OAUC-S", band(found), (12, found[0].regret[1]))
    regrets = np.array([curve.regret for curve in found])
    drawn = curves(shown)
    np.testing.assert_array_equal(drawn["3 samples, lowest to highest"][1], regrets.max(axis=0))
    np.testing.assert_array_equal(shown.figure.data[0].y, regrets.min(axis=0))
    np.testing.assert_array_equal(drawn["their median"][1], np.sort(regrets, axis=0)[1])
    assert (drawn["this frame"][0][0], drawn["this frame"][1][0]) == (12, found[0].regret[1])
    assert same_length(shown)
    said = words.reading(found[0], "OAUC-S", band(found))
    for value in (regrets[0, -1], regrets[:, -1].min(), regrets[:, -1].max()):
        assert figures.number(value) in said
        assert figures.number(value) in shown.alt


def test_both_fits_are_least_squares_and_leave_what_is_drawn(square):
    curve = square[0]
    shown = figures.growth_picture(curve, "OAUC-S", fits(curve.horizons, curve.regret))
    drawn = curves(shown)
    for growth, x in (("ln T", np.log(HORIZONS)), ("√T", np.sqrt(HORIZONS))):
        line = np.polyval(np.polyfit(x, curve.regret, 1), x)
        np.testing.assert_allclose(drawn[f"a {growth} + b"][1], line, atol=1e-9)
        np.testing.assert_allclose(drawn[f"left over by {growth}"][1], curve.regret - line, atol=1e-9)
        error = np.sqrt(np.mean((curve.regret - line) ** 2))
        assert figures.number(error) in shown.alt
    assert same_length(shown)


def test_a_bound_that_covers_the_run_is_drawn_in_colour_with_its_ratio():
    curve, (found,), _, _ = played("OAUC-M", "psi_M")
    shown = figures.bound_picture(curve.horizons, found, "OAUC-M")
    allowed = 18 * (1 + np.log(HORIZONS)) / LAMBDA
    drawn = curves(shown)
    np.testing.assert_allclose(drawn["Theorem 6"][1], allowed)
    above = curve.regret > 0
    np.testing.assert_array_equal(drawn["measured regret"][1], np.where(above, curve.regret, np.nan))
    np.testing.assert_allclose(shown.table["ratio"][above], (allowed / curve.regret)[above])
    assert QUIET not in {trace.line.color for trace in shown.figure.data}
    assert "covers this run" in words.verdict(found, 50)
    assert figures.number(allowed[-1]) in shown.alt
    assert "fails" not in words.premises(found)
    mixed = found._replace(measured=np.r_[-1.0, 0.0, np.ones(len(HORIZONS) - 2)])
    assert f"At 2 of {len(HORIZONS)} horizons" in words.off_axis(mixed)
    assert words.off_axis(found._replace(measured=np.ones(len(HORIZONS)))) == ""


def test_a_bound_whose_premise_fails_is_grey_and_says_why():
    curve, (found,), _, _ = played("OAUC-S", "psi_S/2")  # its step is not the theorem's
    shown = figures.bound_picture(curve.horizons, found, "OAUC-S")
    assert {trace.line.color for trace in shown.figure.data} == {QUIET}
    assert "premises fail" in shown.alt
    assert "says nothing about this run" in words.verdict(found, 50)
    assert "✗ **fails:** The step is 0.05" in words.premises(found)


def test_the_theorems_step_lets_theorem_5_speak():
    curve, (found,), X, y = played("OAUC-S", "psi_S/2", step_size="theorem")
    best = minimize(loops.cumulative_loss, np.zeros(2), (X, y, LAMBDA, "psi_S/2"), jac=True, tol=1e-12).fun
    odds = (4 + LAMBDA) / LAMBDA
    allowed = curves(figures.bound_picture(curve.horizons, found, "OAUC-S"))["Theorem 5"][1]
    np.testing.assert_allclose(allowed, 2 * odds + 2 * np.sqrt(odds * best), rtol=1e-5)
    assert curve.regret.max() < allowed.min()


def test_the_counterexample_passes_the_printed_limit_only_from_lambda_4_on():
    shown = figures.lemma_7_picture(lemma_7_counterexample(regularization=5.0))
    own, limit = curves(shown).values()
    np.testing.assert_allclose(limit[1], np.sqrt(2) + 0.5)
    assert round(own[1][-1], 3) == 1.998 > limit[1][0]
    assert "1.998" in shown.alt and "1.914" in shown.alt
    assert "> 1.914" in words.counterexample(lemma_7_counterexample(regularization=4.0))
    assert "≤ 1.914" in words.counterexample(lemma_7_counterexample(regularization=2.0))


def test_negative_regret_is_explained_where_it_occurs_and_only_there(square):
    curve = square[0]
    assert words.negative(curve._replace(regret=np.array([1.0, 2.0, 3.0, 0.0])), "OAUC-S") == ""
    said = words.negative(curve._replace(regret=np.array([1.0, -7.25, 3.0, -2.0])), "OAUC-S")
    assert "After 12 rounds it is −7.25" in said


def test_two_settings_have_two_descriptions_with_their_numbers():
    pictures = []
    for name, loss in (("OAUC-M", "psi_M"), ("OAUC-S", "psi_S/2")):
        curve, found, _, _ = played(name, loss)
        both = fits(curve.horizons, curve.regret)
        shown = [
            figures.losses_picture(curve, name, running_mean(curve.rounds)),
            figures.regret_picture(curve, name),
            figures.per_round_picture(curve, name),
            figures.growth_picture(curve, name, both),
            *(figures.bound_picture(curve.horizons, bound, name) for bound in found),
        ]
        assert figures.number(curve.regret[-1]) in shown[1].alt
        assert all(map(same_length, shown))
        pictures.append(shown)
    for first, second in zip(*pictures, strict=True):
        assert first.alt != second.alt


def test_a_stream_without_regret_yet_is_drawn_too(square):
    """By class, nothing is compared before the second class comes: regret is 0, and a ratio is no number."""
    curve, found = square[0], square[1][0]
    nothing = np.zeros(len(HORIZONS))
    still = curve._replace(regret=nothing, regret_per_round=nothing)
    silent = found._replace(measured=nothing)
    assert figures.regret_picture(still, "OAUC-S", Band(nothing, nothing, nothing, 2)).alt
    shown = figures.bound_picture(curve.horizons, silent, "OAUC-S")
    assert "no positive number" in shown.alt
    assert np.isnan(shown.table["ratio"]).all()
