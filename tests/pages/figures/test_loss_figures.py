"""The pictures of losses hold the numbers that double loops give."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest

from algorithms.experiments.run import Run, compute
from algorithms.theory.angle import turn
from algorithms.theory.margins import margin_losses, punished_though_right, strip
from algorithms.theory.worst_case import finite_maximum, morph
from pages.figures import loss_figures as figures
from pages.figures import loss_views as pictures
from pages.figures import loss_words, margin_words, views
from pages.figures.payload import pack, unpack
from tests import oracles

RUNS = {
    "online": Run(dataset="moons", ratio=4.0, n_samples=60, learner="OAUC-M", seed=1, frames=9),
    "kernel": Run(ratio=4.0, n_samples=60, seed=2, frames=9),
    "refitted": Run(dataset="moons", ratio=4.0, n_samples=60, learner="SVC", seed=1, frames=5),
    "few labels": Run(dataset="german", ratio=0.0, n_samples=200, n_labelled=40, learner="OAUC-M", seed=3, frames=7),
}
SAMPLES = {
    "mixed": [-0.6, 0.3, 0.8, 1.1, 1.6, 2.2],
    "all right": [1.5, 2.0, 2.5, 4.0],
    "alike": [0.4, 0.4, 0.4],
    "at the kink": [1.0, 1.0],
    "one far off": [-2.0, 1.5, 1.5, 1.5, 1.5],
}


def half_square(margins):
    return oracles.pairwise_square(margins) / 2


ORACLES = (oracles.zero_one, oracles.pairwise_hinge, oracles.psi_m, half_square)


def moments(margins):
    mean = sum(margins) / len(margins)
    return mean, math.sqrt(sum((c - mean) ** 2 for c in margins) / len(margins))


def margins_by_loop(trace, frame, row=None):
    """The margins of an example against the other class among the labelled rows seen by a frame."""
    labelled = np.flatnonzero(trace.scene.labelled)
    scores, y = trace.scores["train"][frame][labelled], trace.scene.y[labelled]
    row = int(trace.step[frame]) - 1 if row is None else row
    return [y[row] * (scores[row] - scores[i]) for i in range(int(trace.step[frame])) if y[i] != y[row]]


def shown(run, example=None):
    trace = compute(run)
    followed = pictures.follow(trace, example)
    return trace, followed, pictures.run_views(trace, followed, joined=example is not None)


def near(values, rel=1e-5):
    """Views keep six figures, of places too."""
    return pytest.approx(values, rel=rel, abs=1e-6)


# ---- a run


@pytest.mark.parametrize("example", [None, 0, 17])
@pytest.mark.parametrize("name", RUNS)
def test_a_runs_views_are_the_losses_of_its_examples(name, example):
    trace, _, (spread, bars, curves, path) = shown(RUNS[name], example)
    so_far = []
    for frame, step in enumerate(trace.step):
        margins = margins_by_loop(trace, frame, example)
        losses = [oracle(margins) for oracle in ORACLES]
        so_far.append(losses)
        assert bars["values"][frame] == near(losses)
        assert sum(spread["counts"][frame]) == len(margins)
        assert spread["moments"][frame] == near(moments(margins))
        assert (path["at"][frame], path["up"][frame]) == near(moments(margins))
        means = [sum(column) / len(so_far) for column in zip(*so_far, strict=True)]
        assert [line["y"][frame] for line in curves["lines"]] == near(means)
        assert curves["at"][frame] == step
    for wrong, hinge, bound, _ in bars["values"]:
        assert wrong <= hinge + 1e-6 and hinge <= bound + 1e-6


def test_a_histogram_counts_each_bin():
    _, followed, (spread, *_) = shown(RUNS["online"])
    low, high = spread["edges"][0], spread["edges"][-1]
    for counts, margins in zip(spread["counts"], followed.margins, strict=True):
        inside = [c for c in margins if low < c < high]
        assert sum(counts[1:-1]) <= len(inside) <= sum(counts) == len(margins)
        middle = len(counts) // 2
        edges = spread["edges"][middle : middle + 2]
        assert counts[middle] == sum(edges[0] <= c < edges[1] for c in margins)


def test_shades_part_wrong_close_and_clear():
    edges = np.linspace(-2, 3, 51)
    shades = pictures.shades(edges)
    wrong, close, clear = (colour for _, colour in pictures.BLOCKS)
    assert (shades[0], shades[25], shades[-1]) == (wrong, close, clear)
    assert shades.index(close) == 20 and shades.index(clear) == 30


def test_the_parabola_is_the_best_one_above_the_hinge():
    _, followed, (spread, *_) = shown(RUNS["online"])
    hinge, best = spread["lines"]
    for frame, margins in enumerate(followed.margins):
        mean, deviation = moments(margins)
        tau = math.hypot(1 - mean, deviation)
        expected = [(1 + tau - c) ** 2 / (4 * tau) for c in best["x"]]
        assert best["y"][frame] == near(expected, rel=1e-4)
        assert all(high >= low - 1e-6 for high, low in zip(best["y"][frame], hinge["y"][0], strict=True))
        mean_of_parabola = sum((1 + tau - c) ** 2 / (4 * tau) for c in margins) / len(margins)
        assert mean_of_parabola == pytest.approx(oracles.psi_m(margins))
    assert hinge["y"][0] == near([max(0.0, 1 - c) for c in hinge["x"]])


def test_the_surface_is_psi_m():
    *_, path = shown(RUNS["kernel"])[2]
    for r, sigma in enumerate(np.linspace(*path["y"], pictures.SIDE)):
        for q, mu in enumerate(np.linspace(*path["x"], pictures.SIDE)):
            value = (1 - mu + math.hypot(1 - mu, sigma)) / 2
            assert path["surface"][r][q] == near(value, rel=1e-4)
    for label in path["labels"]:
        mu, sigma = label["x"], label["y"]
        assert (1 - mu + math.hypot(1 - mu, sigma)) / 2 == pytest.approx(float(label["name"]), rel=0.1)


def test_names_of_level_lines_keep_apart():
    wide = np.linspace(-2, 8, 33)
    surface = np.maximum(0, 1 - wide)[None].repeat(33, axis=0)
    made = views.path("", [0], [0], surface, x=(-2, 8), y=(0, 1), levels=pictures.LEVELS, colour="", names=(), alt=())
    places = [label["x"] for label in made["labels"]]
    assert len(places) > 1 and min(np.abs(np.diff(places))) >= views.LABEL_ROOM * 10


def test_a_square_loss_has_room_unless_it_dwarfs_the_others():
    bound = np.full(9, 1.0)
    assert pictures.means_high({"psi_m": bound, "half_psi_s": 2 * bound}) == pytest.approx(2.3)
    for factor in (0.5, 4.0):
        assert pictures.means_high({"psi_m": bound, "half_psi_s": factor * bound}) == pytest.approx(1.15)


@pytest.mark.parametrize("name", RUNS)
def test_descriptions_carry_the_traces_numbers(name):
    trace, followed, views = shown(RUNS[name])
    for frame in (0, len(trace.step) - 1):
        margins = margins_by_loop(trace, frame)
        mean, deviation = moments(margins)
        spread, bars, _, path = (view["alt"][frame] for view in views)
        assert f"Example {trace.step[frame]}" in bars
        loss = [f"{oracle(margins):.3f}" for oracle in ORACLES]
        assert re.findall(r"\d+\.\d{3}", bars) == loss
        assert f"mean {mean:.3f} and deviation {deviation:.3f}" in spread
        counted = [sum(c < 0 for c in margins), sum(0 <= c < 1 for c in margins), sum(c >= 1 for c in margins)]
        assert "{} below 0, {} from 0 to 1, {} at 1 or above".format(*counted) in spread
        assert f"mean margin {mean:.3f}, deviation {deviation:.3f}" in path
        listed = loss_words.margins_table(followed.margins[frame])
        assert list(listed["margin c"]) == pytest.approx(sorted(margins))
        assert list(listed["hinge"]) == pytest.approx([max(0.0, 1 - c) for c in sorted(margins)])
        said = loss_words.frame_sentences(trace, followed, frame)
        assert f"**{oracles.pairwise_hinge(margins):.3f}**" in said and f"**{oracles.psi_m(margins):.3f}**" in said


def test_other_runs_and_other_frames_are_described_differently():
    first, second = shown(RUNS["online"])[2], shown(replace(RUNS["online"], seed=5))[2]
    for one, other in zip(first, second, strict=True):
        assert len(set(one["alt"])) > 1
        assert one["alt"][-1] != other["alt"][-1]


def test_scores_that_are_no_numbers_leave_gaps():
    trace = compute(RUNS["online"])
    scores = dict(trace.scores) | {"train": np.where(np.arange(9)[:, None] == 8, np.nan, trace.scores["train"])}
    broken = replace(trace, scores=scores)
    followed = pictures.follow(broken)
    views = pictures.run_views(broken, followed, joined=False)
    json.dumps(views, allow_nan=False)
    assert views[1]["values"][8] == [None] * 4 and views[3]["at"][8] is None
    assert "nothing to compare" in views[1]["alt"][8]
    assert "nothing to compare" in loss_words.frame_sentences(broken, followed, 8)


def test_the_table_holds_every_number():
    trace, followed, (_, bars, *_) = shown(RUNS["kernel"])
    table = loss_words.frame_table(trace, followed)
    assert {len(column) for column in table.values()} == {len(trace.step)}
    for j, name in enumerate(("0-1 loss", "mean hinge", "ψ_M", "ψ_S/2")):
        assert [row[j] for row in bars["values"]] == near(list(table[name]))


def test_the_player_rings_the_example():
    trace, _, views = shown(RUNS["online"], 17)
    header, (panel,) = unpack(pack([trace], views=views, example=17))
    assert header["views"] == views
    for ringed in header["panels"][0]["moment"]:
        assert panel["position"][ringed] == 17
    header, (panel,) = unpack(pack([trace]))
    assert header["views"] == []
    assert panel["position"][header["panels"][0]["moment"]].tolist() == [step - 1 for step in trace.step]


# ---- a sample


@pytest.mark.parametrize("finite", [False, True])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_morph_keeps_mean_and_variance_and_ends_at_the_worst(name, finite):
    margins = np.array(SAMPLES[name])
    losses, (mean, deviation), n = margin_losses(margins), moments(SAMPLES[name]), len(margins)
    largest = finite_maximum(n, mean, deviation**2)
    way = morph(margins, finite=finite)
    made = pictures.morph_film(margins, losses, way, largest)
    json.dumps(made, allow_nan=False)
    spread, curves = made["views"]
    weights = spread["weights"]
    for places, heights, hinge in zip(spread["dots"], spread["heights"], curves["lines"][0]["y"], strict=True):
        assert sum(w * c for w, c in zip(weights, places, strict=True)) == pytest.approx(mean, abs=1e-4)
        square = sum(w * (c - mean) ** 2 for w, c in zip(weights, places, strict=True))
        assert square == pytest.approx(deviation**2, abs=1e-4)
        assert heights == near([max(0.0, 1 - c) for c in places], rel=1e-4)
        assert hinge == pytest.approx(sum(w * h for w, h in zip(weights, heights, strict=True)), abs=1e-5)
    brute = max((k * (1 - mean) + math.sqrt(k * (n - k)) * deviation) / n for k in range(n + 1))
    worst = brute if finite else oracles.psi_m(SAMPLES[name])
    assert curves["lines"][0]["y"][0] == pytest.approx(oracles.pairwise_hinge(SAMPLES[name]), abs=1e-5)
    assert curves["lines"][0]["y"][-1] == pytest.approx(worst, abs=1e-5)
    assert [rule["y"] for rule in curves["rules"]] == pytest.approx([oracles.psi_m(SAMPLES[name]), brute], abs=1e-9)
    assert f"{oracles.psi_m(SAMPLES[name]):.3f}" in spread["alt"][0]
    assert len(set(made["timeline"])) == len(made["timeline"]) == len(way.hinge)


@pytest.mark.parametrize("name", ["mixed", "all right", "alike", "one far off"])
def test_of_all_parabolas_the_one_it_opens_with_has_the_smallest_mean(name):
    margins = SAMPLES[name]
    made = pictures.parabola_film(np.array(margins), margin_losses(np.array(margins)))
    json.dumps(made, allow_nan=False)
    spread, curves = made["views"]
    means = curves["lines"][0]["y"]
    for frame, tau in enumerate(curves["at"]):
        loop = sum((1 + tau - c) ** 2 / (4 * tau) for c in margins) / len(margins)
        assert means[frame] == near(loop, rel=1e-4)
        assert spread["heights"][frame] == near([(1 + tau - c) ** 2 / (4 * tau) for c in spread["dots"][0]], rel=1e-3)
    assert means.index(min(means)) == made["start"]
    assert min(means) == pytest.approx(oracles.psi_m(margins), abs=1e-5)
    assert f"ψ_M = {oracles.psi_m(margins):.4f}" in curves["alt"][0]
    table = margin_words.parabola_table(made)
    assert table["mean of the parabola"] == means


@pytest.mark.parametrize("name", SAMPLES)
def test_the_gap_is_drawn_and_told(name):
    margins = SAMPLES[name]
    losses, (mean, deviation), n = margin_losses(np.array(margins)), moments(margins), len(margins)
    largest = finite_maximum(n, mean, deviation**2)
    wrong, hinge, bound, square = (oracle(margins) for oracle in ORACLES)
    brute = max((k * (1 - mean) + math.sqrt(k * (n - k)) * deviation) / n for k in range(n + 1))
    (bars,) = figures.gap_figure(losses, largest).data
    assert list(bars.customdata) == pytest.approx([wrong, hinge, brute, bound, square])
    assert list(bars.y[:4]) == pytest.approx([wrong, hinge, brute, bound])
    table = dict(zip(*margin_words.gap_table(losses, largest).values(), strict=True))
    assert table["ψ_M"] == pytest.approx(bound) and table["gap ψ_M − hinge"] == pytest.approx(bound - hinge)
    assert f"ψ_M {bound:.3f}" in margin_words.gap_alt(losses, largest)
    ratio = hinge / bound if bound else 1.0
    kind = "loose" if ratio <= 0.5 else "tight" if ratio >= 0.99 else "in between"
    assert f"{100 * ratio:.1f} %" in margin_words.verdict(losses) and kind in margin_words.verdict(losses).split("(")[0]


def test_a_square_far_above_all_else_leaves_the_axis_under_its_number():
    margins = np.array([4.0, 5.0, 4.5])
    (bars,) = figures.gap_figure(margin_losses(margins), finite_maximum(3, 4.5, margins.var())).data
    assert bars.text[4] == f"{half_square(margins):.3f} ↑" and bars.y[4] < half_square(margins)


def test_psi_m_stays_in_the_strip_and_falls_to_the_hinge():
    margins, factors = SAMPLES["mixed"], (1.0, 0.5, 0.25)
    losses, (mean, deviation) = margin_losses(np.array(margins)), moments(margins)
    means = np.linspace(-1, 3, 41)
    strips = [strip(means, factor * deviation) for factor in factors]
    low, high, hinge, *lines, here = figures.strip_figure(means, strips, factors, losses).data
    for j, mu in enumerate(means):
        assert low.y[j] == hinge.y[j] == pytest.approx(max(0.0, 1 - mu))
        assert high.y[j] == pytest.approx(max(0.0, 1 - mu) + deviation / 2)
        for line, factor in zip(lines, factors, strict=True):
            assert line.y[j] == pytest.approx((1 - mu + math.hypot(1 - mu, factor * deviation)) / 2)
            assert hinge.y[j] - 1e-12 <= line.y[j] <= hinge.y[j] + factor * deviation / 2 + 1e-12
    assert (here.x[0], here.y[0]) == pytest.approx((mean, oracles.psi_m(margins)))
    assert f"{deviation / 2:.3f} high" in margin_words.strip_alt(strips[0], means, losses, factors[1:])
    table = margin_words.strip_table(means, strips, factors)
    assert table["ψ_M at 0.5 σ"] == pytest.approx(lines[1].y)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_square_punishes_margins_above_1(name):
    margins = SAMPLES[name]
    hinge, square = [max(0.0, 1 - c) for c in margins], [(1 - c) ** 2 / 2 for c in margins]
    one, other = figures.punished_figure(np.array(margins), np.array(hinge), np.array(square)).data
    ordered = sorted(margins)
    assert list(one.y) == pytest.approx([max(0.0, 1 - c) for c in ordered])
    assert list(other.y) == pytest.approx([(1 - c) ** 2 / 2 for c in ordered])
    assert [shape == "x" for shape in other.marker.pattern.shape] == [c > 1 for c in ordered]
    amount = sum((1 - c) ** 2 / 2 for c in margins if c > 1) / len(margins)
    found = punished_though_right(np.array(margins))
    assert f"{amount:.3f} in the mean" in margin_words.punished_alt(np.array(margins), found)
    assert (f"charges {amount:.3f}" in margin_words.punished_sentence(found)) == any(c > 1 for c in margins)


def test_the_worst_case_in_words():
    margins = SAMPLES["mixed"]
    (mean, deviation), n = moments(margins), len(margins)
    said = margin_words.worst_sentence(n, margin_losses(np.array(margins)), finite_maximum(n, mean, deviation**2))
    r = math.hypot(1 - mean, deviation)
    assert f"worst are {1 - r:.3f}" in said and f"{1 + r:.3f} else" in said
    assert f"ψ_M = {oracles.psi_m(margins):.3f}" in said
    alike = margin_losses(np.array(SAMPLES["alike"]))
    assert "ψ_M is the hinge itself" in margin_words.worst_sentence(3, alike, finite_maximum(3, 0.4, 0.0))


# ---- turning weights

RNG = np.random.default_rng(4)
OTHERS, X, W = RNG.normal(size=(12, 3)), RNG.normal(size=3), RNG.normal(size=3)
DEGREES = np.arange(-180.0, 181.0, 45.0)


def losses_by_loop(w, x, y, others):
    return [y * (float(w @ x) - float(w @ other)) for other in others]


def slope(loss, w, x, y, others, h=1e-6):
    """Gradient of a loss of the margins, by finite differences."""
    ahead, behind = ([loss(losses_by_loop(w + e, x, y, others)) for e in sign * h * np.eye(len(w))] for sign in (1, -1))
    return (np.array(ahead) - behind) / (2 * h)


@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_turned_weights_show_losses_and_gradients(y):
    inside = turn(W, X / 9, y, OTHERS / 9, DEGREES)
    outside = turn(W, 3 * X, y, 3 * OTHERS, DEGREES)
    made = pictures.angle_film(inside, outside, ("unit ball", "none"))
    json.dumps(made, allow_nan=False)
    spread, losses, left, right = made["views"]
    for k, w in enumerate(inside.weights):
        assert np.linalg.norm(w) == pytest.approx(np.linalg.norm(W))
        margins = losses_by_loop(w, X / 9, y, OTHERS / 9)
        assert [line["y"][k] for line in losses["lines"]] == near([oracle(margins) for oracle in ORACLES])
        assert sum(spread["counts"][k]) == len(OTHERS)
        assert f"{oracles.psi_m(margins):.3f}" in losses["alt"][k]
        for view, turned, x, others in ((left, inside, X / 9, OTHERS / 9), (right, outside, 3 * X, 3 * OTHERS)):
            lengths = [
                np.linalg.norm(slope(loss, turned.weights[k], x, y, others))
                for loss in (oracles.psi_m, half_square, oracles.pairwise_hinge)
            ]
            assert [line["y"][k] for line in view["lines"]] == pytest.approx(lengths, rel=1e-3, abs=1e-4)
            assert f"{lengths[0]:.3f}"[:-1] in view["alt"][k]
    assert max(left["lines"][0]["y"]) <= 2.118 < max(right["lines"][0]["y"])
    assert [rule["y"] for rule in left["rules"]] == pytest.approx([3.0, 1 + math.sqrt(1.25)])
    assert made["timeline"][0] == "−180°" and made["timeline"][4] == "0°"
    table = margin_words.angle_table(inside, outside, ("unit ball", "none"))
    assert table["ψ_M"] == pytest.approx(losses["lines"][2]["y"], rel=1e-5)


def test_the_limit_is_claimed_only_in_the_unit_ball():
    inside, outside = turn(W, X / 9, 1.0, OTHERS / 9, DEGREES), turn(W, 3 * X, 1.0, 3 * OTHERS, DEGREES)
    above = sum(norm > 1 + math.sqrt(1.25) for norm in outside.psi_m_norm)
    assert above > 0
    assert "Lemma 4 applies" in margin_words.limit_sentence(inside, "unit ball")
    said = margin_words.limit_sentence(outside, "none")
    assert "promises nothing" in said and f"exceeds 2.118 at {above} of {len(DEGREES)} angles" in said


def test_film_ids_tell_contents_apart():
    made = [
        pictures.parabola_film(np.array(margins), margin_losses(np.array(margins)))["id"]
        for margins in (SAMPLES["mixed"], SAMPLES["mixed"], SAMPLES["all right"])
    ]
    assert made[0] == made[1] != made[2]
