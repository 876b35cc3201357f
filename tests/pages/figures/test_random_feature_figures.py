"""The random-features pictures hold the numbers they are given, and their descriptions and tables say the same."""

import json

import numpy as np
import pytest

from algorithms.random_features import memory
from algorithms.theory.bandwidths import misread
from algorithms.theory.stationarity import Stationarity, jumping, theorem_2
from algorithms.theory.twins import CONSTANT, DECREASING, Pursuit, chase, convergence
from algorithms.theory.waves import SIZES, Errors, Gram, expected_error, kernel_error, line_through, random_pairs, waves
from pages.figures import random_feature_figures as figures
from pages.figures import random_feature_views as views
from pages.figures import random_feature_words as words
from pages.figures import twin_words
from pages.figures.regret_figures import number
from pages.figures.theme import QUIET
from tests.algorithms.semi_streams import half_labelled

X, Y = half_labelled(30)
SIGNS = np.where(Y == 1, 1, -1)
GAMMA = 0.5
T = np.array([10, 100, 1000])


def curves(picture):
    """Name -> y of each curve that has a name."""
    return {trace.name: np.array(trace.y, float) for trace in picture.figure.data if trace.name}


def same_length(picture):
    return len({len(values) for values in picture.table.values()}) == 1


def test_the_kernel_film_adds_the_terms_it_names():
    line = line_through(X, SIGNS, 2.0)
    found = waves(line, GAMMA, 1)
    made = views.kernel_film(found, line, 12)
    json.dumps(made, allow_nan=False)
    assert made["timeline"] == [f"m = {m:,}" for m in SIZES] and made["start"] == SIZES.index(12)
    for view, terms in zip(made["views"], found.terms.values(), strict=True):
        assert len(view["alt"]) == len(view["lines"][1]["y"]) == len(view["faint_count"]) == len(SIZES)
        for row in (0, 5, 11):
            mean = terms[: SIZES[row]].mean(axis=0)
            assert view["lines"][1]["y"][row] == pytest.approx(mean, abs=1e-5)
            worst = np.abs(mean - found.exact).max()
            assert f"m = {SIZES[row]}:" in view["alt"][row] and f"{worst:.3f} at most" in view["alt"][row]
            shown = np.array(view["faint"])[: view["faint_count"][row]]
            assert shown == pytest.approx(terms[: min(SIZES[row], len(view["faint"]))], abs=1e-5)
        assert [key["name"] for key in view["key"]] == ["exact kernel", "mean of m terms"]


@pytest.mark.parametrize(("learner", "rule"), [("TSGS3VM", CONSTANT), ("DSG", DECREASING)])
def test_the_twins_film_holds_f_h_and_all_that_is_allowed(learner, rule):
    pursuit = Pursuit(learner, rule, gamma=GAMMA, batch_size=8, iterations=32)
    line, rows = line_through(X, SIGNS), Y >= 0
    found = convergence(pursuit, [chase(pursuit, X[rows], Y[rows], line.points, seed) for seed in range(2)])
    made = views.twin_film(found, pursuit, line)
    json.dumps(made, allow_nan=False)
    along, gap = made["views"]
    assert made["start"] == len(made["timeline"]) - 1 and gap["logarithmic"] and not along.get("logarithmic")
    assert np.array(along["lines"][0]["y"]) == pytest.approx(found.first.h, rel=1e-4, abs=1e-5)
    assert np.array(along["lines"][1]["y"]) == pytest.approx(found.first.f, rel=1e-4, abs=1e-5)
    allowed = [found.printed, found.sharper, found.largest, found.average]
    for one, values in zip(gap["lines"], allowed, strict=True):
        assert one["y"] == pytest.approx(values, rel=1e-4)
        assert (gap["y"][0] < values).all() and (values < gap["y"][1]).all()
    assert number(found.average[3]) in gap["alt"][3] and f"T = {found.iterations[3]}" in gap["alt"][3]
    worst = np.abs(found.first.f[-1] - found.first.h[-1]).max()
    assert f"{number(worst)} at most" in along["alt"][-1]
    table = twin_words.twin_table(found, pursuit)
    assert table["mean over x"] is found.average and len({len(column) for column in table.values()}) == 1
    said = twin_words.twin_sentence(found, pursuit)
    assert words.many(found.printed[-1] / found.largest[-1]) in said
    assert words.many(found.sharper[-1] / found.largest[-1]) in said


def test_a_function_that_runs_away_is_said_to():
    pursuit = Pursuit("DSG", DECREASING, gamma=GAMMA, batch_size=8, iterations=32, n_components=1)
    rows = Y >= 0
    twin = chase(pursuit, X[rows], Y[rows], X[:5], 0)
    away = twin._replace(f=twin.h + np.linspace(0.1, 9, len(twin.f))[:, None])
    assert "f runs away" in twin_words.twin_sentence(convergence(pursuit, [away]), pursuit)
    assert "one fresh frequency an iteration" in twin_words.twin_sentence(convergence(pursuit, [twin]), pursuit)
    assert [words.many(value) for value in (3.14159, 123.4, 45_678, 1.8e8)] == ["3.14", "123", "45,678", "1.8·10⁸"]


def test_errors_stand_with_their_law_and_their_bands():
    A, B = random_pairs(X, 20, 0)
    errors = [
        Errors(
            name, np.array(SIZES), np.array([kernel_error(A, B, GAMMA, name, seed) for seed in range(6)]),
            expected_error(A, B, GAMMA, name),
        )
        for name in ("pair", "shifted")
    ]  # fmt: skip
    picture = figures.error_picture(errors)
    assert same_length(picture)
    assert curves(picture)["cos with phase"] == pytest.approx(errors[1].together)
    assert picture.table["cos and sin: √(v/m)"] is errors[0].expected
    assert picture.table["cos and sin: 10 % of seeds"] == pytest.approx(np.quantile(errors[0].measured, 0.1, axis=0))
    for one in errors:
        assert number(one.together[-1]) in picture.alt and number(one.fitted.exponent) in picture.alt
    assert (picture.figure.layout.xaxis.type, picture.figure.layout.yaxis.type) == ("log", "log")


def test_matrices_share_a_scale_and_the_difference_has_its_own():
    exact, found = np.array([[1.0, 0.2], [0.2, 1.0]]), np.array([[1.0, 0.5], [0.5, 0.9]])
    pictures = figures.gram_pictures(Gram(exact, found, 0.1), 1)
    assert [picture.figure.data[0].zmax for picture in pictures.values()] == [1, 1, pytest.approx(0.3)]
    for title, values in (("Exact", exact), ("Approximate", found), ("Difference", found - exact)):
        assert np.array(pictures[title].figure.data[0].z) == pytest.approx(values)
        assert list(pictures[title].table) == ["point", "−1", "+1"] and same_length(pictures[title])
        assert pictures[title].table["+1"] == pytest.approx(values[:, 1])
        assert number(values[0, 1]) in pictures[title].alt


@pytest.mark.parametrize("losses", [("logistic", "Gaussian-like"), ("hinge", "ramp")])
def test_theorem_2_is_drawn_or_all_is_grey(losses):
    bound = theorem_2(Pursuit(), *losses)
    found = Stationarity(T, np.array([[3.0, 2.0, 1.0], [5.0, 2.0, 2.0]]), bound, jumping(*losses))
    picture, said = figures.stationarity_picture(found), twin_words.stationarity_sentence(found)
    drawn = curves(picture)
    assert drawn["measured"] == pytest.approx([4, 2, 1.5]) and same_length(picture)
    assert list(picture.table["lowest seed"]) == [3, 2, 1] and list(picture.table["highest seed"]) == [5, 2, 2]
    covered = losses[0] == "logistic"
    assert len(drawn) == 1 + covered
    if covered:
        assert picture.table["ratio"] == pytest.approx(bound.at(T) / [4, 2, 1.5])
        assert number(bound.at(T)[-1]) in picture.alt and words.many(bound.at(T)[-1] / 1.5) in said
        assert f"{bound.slow:,.0f}" in twin_words.stationarity_constants(found)
    else:
        assert {trace.line.color for trace in picture.figure.data if trace.name} == {QUIET}
        assert "the hinge and the ramp jump" in said and "inf" not in twin_words.stationarity_constants(found)


def test_sizes_are_said_in_words_and_exactly():
    sizes = memory(1000, 20, 16, 500)
    picture = figures.memory_picture(sizes)
    assert list(picture.figure.data[0].x) == list(picture.table["bytes"]) == list(sizes.values())
    assert [words.size(count) for count in (8, 999, 1000, 64_008, 999_600, 8 * 10**12)] == [
        "8 B", "999 B", "1.0 kB", "64.0 kB", "1.0 MB", "8.0 TB",
    ]  # fmt: skip
    said = words.memory_sentence(sizes, 1000, 20, 16, 500)
    ratio = sizes["frequencies kept"] / sizes["seed and coefficients"]
    assert "8,000 frequencies of 20 numbers" in said and f"**{words.many(ratio)} times** less" in said


def test_widths_are_compared_where_they_differ():
    distances = np.linspace(0, 2, 30)
    read = misread(2.0, "OAUC", distances)
    picture = figures.width_picture(distances, read, "OAUC")
    assert same_length(picture)
    drawn = curves(picture)
    assert drawn["as OAUC means it"] == pytest.approx(np.exp(-2 * distances**2))
    assert drawn["read as in PNU-AUC"] == pytest.approx(np.exp(-(distances**2)))
    assert number(drawn["read as in PNU-AUC"][10]) in picture.alt
