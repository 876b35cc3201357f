"""Both sides of a statement as drawn, tabled and told are those that were computed."""

from itertools import pairwise

import numpy as np
import pytest

from algorithms.theory.errata import ERRATA
from algorithms.theory.statements import STATEMENTS
from pages.figures import theorem_figures as figures
from tests.algorithms.streams import cloud
from tests.algorithms.theory.loops import unit_ball

X, Y = cloud(n=80, p=3, seed=11)
X = unit_ball(X)
FOUND = {statement.key: statement.check(X, Y) for statement in STATEMENTS}


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.key)
def test_the_picture_holds_both_sides(statement):
    found = FOUND[statement.key]
    made, table = figures.sides_figure(found), figures.sides_table(found)
    columns = list(table.values())[0 if found.rounds is None else 1 :]
    for trace, column, side in zip(made.data, columns, found.sides.values(), strict=True):
        assert np.array_equal(trace.y, column)
        assert np.array_equal(np.sort(trace.y), np.sort(side))
    for low, high in pairwise(columns):  # an example keeps its place in every side
        assert np.all(low <= high + 1e-8)
    if found.rounds is not None:
        assert np.array_equal(made.data[0].x, found.rounds)
    alt = figures.sides_alt(statement, found)
    assert all(f"{side.min():.4g} to {side.max():.4g}" in alt for side in found.sides.values())


def test_many_examples_are_thinned_and_keep_the_extremes():
    many = FOUND["theorem-1"]._replace(sides={"low": np.arange(5_000.0) - 1, "high": np.arange(5_000.0)[::-1] ** 2})
    low, high = (trace.y for trace in figures.sides_figure(many).data)
    assert len(low) == len(high) == figures.MOST
    assert (high[0], high[-1], low[0], low[-1]) == (0, 4_999**2, 4_998, -1)


@pytest.mark.parametrize("key", ["lemma-4", "theorem-6"])
def test_a_limit_that_is_not_promised_is_grey(key):
    failing = [FOUND[key].premises[0]._replace(holds=False)]
    for premises, grey in ((FOUND[key].premises, False), (failing, True)):
        drawn = figures.sides_figure(FOUND[key]._replace(premises=premises)).data[1]
        assert (drawn.line.color == figures.QUIET) == grey


def test_a_line_says_what_a_statement_comes_to():
    mean = [side.mean() for side in FOUND["theorem-1"].sides.values()]
    assert figures.brief(FOUND["theorem-1"]) == f"0-1 = {mean[0]:.3g} ≤ hinge = {mean[1]:.3g} ≤ ψ_M = {mean[2]:.3g}"
    longest = FOUND["lemma-4"].sides["‖∇ψ_M‖"].max()
    assert figures.brief(FOUND["lemma-4"]) == f"‖∇ψ_M‖ = {longest:.3g} ≤ 1 + √1.25 = 2.12 ≤ 3"
    regret = FOUND["theorem-6"].sides["regret"][-1]
    assert figures.brief(FOUND["theorem-6"]).startswith(f"regret = {regret:.3g} ≤ bound = ".replace("-", "−"))


def test_a_verdict_names_what_fails():
    assert all(figures.verdict(found) == "✓ holds" for found in FOUND.values())
    outside = next(s for s in STATEMENTS if s.key == "lemma-4").check(3 * X, Y)
    assert figures.verdict(outside).startswith("not promised: ") and "outside the unit ball" in figures.verdict(outside)
    high, low = FOUND["theorem-1"].sides["ψ_M"], FOUND["theorem-1"].sides["0-1"]
    assert figures.verdict(FOUND["theorem-1"]._replace(sides={"high": high, "low": low})) == "✗ broken"


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.key)
def test_an_erratum_says_print_right_and_numbers(erratum):
    numbers = erratum.check(X, Y, 0.1) if erratum.check else None
    lines = figures.erratum_lines(erratum, numbers).split("  \n")
    assert lines[0].lower() == f"**{erratum.where}**".lower()
    assert [line.partition(": ")[0] for line in lines[1:3]] == ["Printed", "Right"]
    assert lines[1].replace("\\", "").endswith(erratum.printed) and lines[2].replace("\\", "").endswith(erratum.right)
    assert len(lines) == (4 if numbers else 3)
    for value in (numbers or {}).values():
        assert (f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}").replace("-", "−") in lines[3]


def test_a_minus_is_a_minus_only_before_a_number():
    assert figures.minus("OAUC-M has -0.67, not 3-4 nor 0-1") == "OAUC-M has −0.67, not 3-4 nor 0-1"
