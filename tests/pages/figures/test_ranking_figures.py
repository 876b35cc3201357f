"""The pictures of a ranking hold the numbers that double loops count."""

import numpy as np
import pytest

from algorithms.theory.answers import answers
from algorithms.theory.pairs import TIED_LABELS, TIED_SCORES, cut, pair, pair_grid, roc
from pages.figures import ranking_figures as figures
from pages.figures import ranking_words as words
from tests import oracles

RNG = np.random.default_rng(7)
Y = np.where(RNG.random(90) < 0.3, 1.0, -1.0)
SCORES = np.round(RNG.normal(size=90) + Y, 1)  # one decimal: many pairs tie
STREAMS = {
    "many ties": (SCORES, Y),
    "no ties": (RNG.permutation(90) / 10, Y),
    "three grades": (TIED_SCORES, TIED_LABELS),
}
LOSSES = (oracles.zero_one, oracles.pairwise_hinge, oracles.pairwise_square)


def shares(scores, y):
    """Right, tied and wrong, as shares of all pairs."""
    signs = [np.sign(s - t) for s, a in zip(scores, y, strict=True) for t, b in zip(scores, y, strict=True) if a > b]
    return [signs.count(sign) / len(signs) for sign in (1, 0, -1)]


def stairs(trace):
    """The area under a trace that is drawn in stairs."""
    x, y = np.asarray(trace.x, float), np.asarray(trace.y, float)
    return float(np.diff(x) @ (y[:-1] if trace.line.shape == "hv" else y[1:]))


def drawn(scores, y, positive, negative, threshold=0.0, cells=40):
    grid = pair_grid(scores, y, cells)
    places = [int(np.flatnonzero(order == row)[0])
              for order, row in ((grid.positives, positive), (grid.negatives, negative))]  # fmt: skip
    pick = figures.Pick(positive, negative, scores[positive], scores[negative], *places)
    split, one = cut(scores, y, threshold), pair(scores, y, positive, negative)
    return grid, pick, split, one, figures.pair_grid_figure(grid, roc(scores, y), split, pick)


@pytest.mark.parametrize("name", STREAMS)
def test_the_areas_are_the_shares_of_pairs(name):
    scores, y = STREAMS[name]
    *_, made = drawn(scores, y, int(y.argmax()), int(y.argmin()))
    right, tied, wrong = shares(scores, y)
    lower, upper = stairs(made.data[0]), stairs(made.data[1])
    assert [lower, upper - lower, 1 - upper] == pytest.approx([right, tied, wrong], abs=1e-6)
    percents = [f"{100 * share:.1f}" for share in (right, tied, wrong)]
    assert [trace.name.split()[-2] for trace in made.data[:3]] == percents
    line = made.data[3]
    assert np.trapezoid(line.y, line.x) == pytest.approx(oracles.auc(scores, y), abs=1e-6)


def test_a_block_holds_its_pairs_and_a_click_chooses_one_of_them():
    grid, *_, made = drawn(SCORES, Y, int(Y.argmax()), int(Y.argmin()), cells=7)
    blocks = made.data[-1]
    positives, negatives = (sorted(np.flatnonzero(Y * sign > 0), key=lambda row: -SCORES[row]) for sign in (1, -1))
    for index in range(49):
        i, j = divmod(index, 7)
        rows = positives[grid.row_edges[i] : grid.row_edges[i + 1]]
        columns = negatives[grid.column_edges[j] : grid.column_edges[j + 1]]
        margins = [SCORES[p] - SCORES[n] for p in rows for n in columns]
        counts = [sum(m > 0 for m in margins), sum(m == 0 for m in margins), sum(m < 0 for m in margins)]
        assert list(blocks.customdata[index]) == counts
        assert grid.row_edges[i] / len(positives) < blocks.y[index] < grid.row_edges[i + 1] / len(positives)
        positive, negative = grid.pair_in(i, j)
        assert SCORES[positive] == SCORES[rows[0]] and SCORES[negative] == SCORES[columns[0]]


def test_pair_and_threshold_stand_where_they_belong():
    positive, negative = int(np.flatnonzero(Y > 0)[3]), int(np.flatnonzero(Y < 0)[5])
    grid, pick, _, _, made = drawn(SCORES, Y, positive, negative, threshold=0.25)
    point, square = made.data[5], made.data[6]
    assert point.y[0] == np.mean(SCORES[Y > 0] > 0.25) and point.x[0] == np.mean(SCORES[Y < 0] > 0.25)
    for at, row, own in ((square.y[0], positive, SCORES[Y > 0]), (square.x[0], negative, SCORES[Y < 0])):
        first, tied = sum(own > SCORES[row]), sum(own == SCORES[row])
        assert first < at * len(own) < first + tied
    strip = figures.strip_figure(grid, SCORES, 0.25, pick)
    assert np.array_equal(np.sort(strip.data[0].x), np.sort(SCORES[Y > 0]))
    assert set(strip.data[1].x) <= set(SCORES[Y < 0])
    assert list(strip.data[2].x) == [SCORES[negative], SCORES[positive]]
    assert set(strip.data[5].x) == {0.25}


@pytest.mark.parametrize("margin", [-1.5, 0.0, 0.4, 2.5])
def test_the_losses_of_a_pair(margin):
    found = pair(np.array([margin, 0.0]), np.array([1.0, -1.0]), 0, 1)
    margins = np.linspace(-2, 3, 11)
    expected = [[loss([m]) for m in margins] for loss in LOSSES]
    made = figures.pair_loss_figure(figures.LossCurves(margins, *map(np.array, expected)), found)
    for curve, here, values, loss in zip(made.data[:3], made.data[3:], expected, LOSSES, strict=True):
        assert list(curve.y) == pytest.approx(values)
        assert (here.x[0], here.y[0]) == pytest.approx((margin, loss([margin])))
    table = words.loss_table(figures.LossCurves(margins, *map(np.array, expected)), found)
    assert [column[0] for column in table.values()] == pytest.approx([margin, *(here.y[0] for here in made.data[3:])])


def test_the_blocks_of_yes_and_no_are_shares_of_pairs():
    found = answers(SCORES, Y, 0.25)
    made = figures.answers_figure(found)
    areas = {trace.name.split(":")[0]: 0.0 for trace in made.data}
    for trace in made.data:
        x, y = trace.x[:4], trace.y[:4]
        areas[trace.name.split(":")[0]] += (max(x) - min(x)) * (max(y) - min(y))
    said = np.where(SCORES > 0.25, 1.0, 0.0)
    assert [areas[name] for name in ("right", "tied", "wrong")] == pytest.approx(shares(said, Y))


def test_accuracy_at_a_ratio_is_that_of_a_sample_with_that_ratio():
    hits, alarms = 0.8, 0.3
    ratios = np.array([1.0, 4.0, 99.0])
    replicated = [(10 * hits + 10 * r * (1 - alarms)) / (10 + 10 * r) for r in ratios]
    at = figures.AtRatios(ratios, np.array(replicated), ratios / (1 + ratios), 0.77, 1)
    made = figures.accuracy_figure(at)
    assert list(made.data[0].y) == pytest.approx(replicated)
    assert list(made.data[1].y) == pytest.approx([0.5, 0.8, 0.99])
    assert set(made.data[2].y) == {0.77}
    assert "99.0 %" in words.accuracy_sentence(at) and "0.770" in words.accuracy_sentence(at)


def test_the_placeholders_for_the_theme_are_streamlits():
    """Its front end replaces these two colours by the theme's text and background."""
    from streamlit.elements.lib import streamlit_plotly_theme as theme

    assert (figures.INK, figures.PAPER) == (theme.GRAY_90, theme.BG_COLOR)
