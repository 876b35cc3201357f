"""The ranking page: every choice of its own controls gives the numbers of exactly that pair, moment and threshold."""

import re

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from algorithms.experiments import home
from algorithms.experiments.run import Run, compute
from tests import oracles
from tests.pages.driver import choices, control, every_choice, open_page, settled

PAGE = "pages/ranking.py"
SMALL = {"dataset": "breast_cancer", "n_samples": 100, "learner": "OAUC-M"}
TRACE = compute(Run(dataset="breast_cancer", n_samples=100, ratio=0.0, learner="OAUC-M", seed=home.SEED))
Y = TRACE.scene.y_test
CHARTS = ("pair grid", "score strip", "pair losses", "accuracy", "ties")


def alts(at):
    """The alternative text of each chart, by its key."""
    shown = at.get("plotly_chart")
    return {name: next(c.proto.alt for c in shown if c.proto.id.endswith(f"-{name}")) for name in CHARTS}


def numbers(text):
    return [float(found) for found in re.findall(r"-?\d[\d,]*\.?\d*(?:e-?\d+)?", text.replace(",", ""))]


def said(at, words):
    return next(m.value for m in at.markdown if words in m.value)


def chosen(at, key):
    """The row a list shows: the number in the text of its choice."""
    box = control(at, key)
    return int(re.search(r"No\. (\d+)", box.format_func(box.value))[1])


def check(at, frame=-1, threshold=0.0):
    """All pictures speak of this frame, threshold and of the chosen pair."""
    scores, shown = TRACE.scores["test"][frame], alts(at)
    value = roc_auc_score(Y, scores)
    assert f"AUC {value:.4f}" in shown["pair grid"] and f"AUC {value:.3f}" in said(at, "green area: **")
    hits, alarms = np.mean(scores[Y > 0] > threshold), np.mean(scores[Y < 0] > threshold)
    assert f"hits {100 * hits:.1f} %, false alarms {100 * alarms:.1f} %" in shown["pair grid"]
    positive, negative = chosen(at, "positive"), chosen(at, "negative")
    assert Y[positive] > 0 > Y[negative]
    margin = scores[positive] - scores[negative]
    assert f"positive {positive} and negative {negative}" in shown["pair grid"]
    losses = [loss([margin]) for loss in (oracles.zero_one, oracles.pairwise_hinge, oracles.pairwise_square)]
    assert numbers(shown["pair losses"])[:4] == pytest.approx([margin, *losses], rel=1e-3)
    assert f"{roc_auc_score(Y, scores > threshold):.4f} with ties half" in shown["ties"]
    ratio = TRACE.scene.ratio
    accuracy = (hits + ratio * (1 - alarms)) / (1 + ratio)
    assert f"{accuracy:.3f} and {ratio / (1 + ratio):.3f}" in shown["accuracy"]


def test_opens_on_the_boundary_pages_run_at_its_end():
    at = open_page(PAGE)
    trace = compute(home.BOUNDARY)
    value = roc_auc_score(trace.scene.y_test, trace.scores["test"][-1])
    assert f"AUC {value:.4f}" in alts(at)["pair grid"]
    assert dict(at.query_params) == {}


def test_every_moment():
    at = open_page(PAGE, **SMALL)
    assert len(choices(control(at, "step"))) == len(TRACE.step)
    for frame, shown in enumerate(every_choice(at, "step")):
        check(shown, frame)


def test_every_threshold():
    at = open_page(PAGE, **SMALL)
    found = []
    for shown in every_choice(at, "threshold"):
        check(shown, threshold=shown.session_state["threshold"])
        found.append(re.search(r"hits ([\d.]+) %", alts(shown)["pair grid"])[1])
    assert found[-1] == "0.0" and len(set(found)) > 20


@pytest.mark.parametrize("key", ["positive", "negative"])
def test_every_example_of_a_list(key):
    at = open_page(PAGE, **SMALL)
    rows = []
    for shown in every_choice(at, key):
        check(shown)
        rows.append(chosen(shown, key))
    scores = TRACE.scores["test"][-1][rows[1:]]
    assert len(set(rows)) >= 40 and np.all(np.diff(scores) <= 0)


def test_the_threshold_goes_between_a_pair_in_order():
    at = open_page(PAGE, positive=int(TRACE.scores["test"][-1].argmax()), **SMALL)
    next(button for button in at.button if button.label == "Put the threshold between the two").click()
    check(settled(at.run()), threshold=at.session_state["threshold"])
    positive, negative = (TRACE.scores["test"][-1][chosen(at, key)] for key in ("positive", "negative"))
    assert at.session_state["threshold"] == pytest.approx((positive + negative) / 2)
    assert at.query_params["threshold"]


def test_a_link_brings_moment_threshold_and_pair():
    positive, negative = int(np.flatnonzero(Y > 0)[-1]), int(np.flatnonzero(Y < 0)[-1])
    frame, threshold = len(TRACE.step) // 2, 0.123456789
    link = {"step": int(TRACE.step[frame]), "threshold": threshold, "positive": positive, "negative": negative}
    at = open_page(PAGE, **SMALL, **link)
    check(at, frame, threshold)
    assert (chosen(at, "positive"), chosen(at, "negative")) == (positive, negative)
    assert link.items() <= {key: type(link.get(key, ""))(at.query_params[key]) for key in at.query_params}.items()


@pytest.mark.parametrize("bad", [10**7, -3, "x", int(np.flatnonzero(Y < 0)[0])])
def test_a_number_that_is_no_positive_is_refused(bad):
    at = open_page(PAGE, positive=bad, **SMALL)
    check(at)
    assert at.session_state["positive"] == "hard"


@pytest.mark.parametrize("step", [0, 10**8])
def test_a_step_beyond_the_run_is_its_nearest_frame(step):
    check(open_page(PAGE, step=step, **SMALL), frame=-1 if step else 0)


def test_another_data_set_starts_with_its_own_pair():
    at = open_page(PAGE, positive=int(np.flatnonzero(Y > 0)[0]), **SMALL)
    control(at, "dataset").set_value("ionosphere")
    settled(at.run())
    assert at.session_state["positive"] == "hard"


def test_two_settings_read_differently():
    first, second = alts(open_page(PAGE, **SMALL)), alts(open_page(PAGE, step=5, threshold=0.5, **SMALL))
    assert all(first[name] != second[name] for name in CHARTS)


def test_where_strict_and_half_counting_differ_most():
    """A threshold above all scores calls everything negative: all pairs tie."""
    at = open_page(PAGE, threshold=1e6, **SMALL)
    text = said(at, "with ties half")
    assert "100.0 % of the pairs tie" in text and "**0.000**" in text and "**0.500**" in text
    assert f"{TRACE.scene.ratio / (1 + TRACE.scene.ratio):.3f} and" in alts(at)["accuracy"].split("they are ")[1]


def test_few_words_come_before_the_first_control():
    at = open_page(PAGE, **SMALL)
    lead = at.markdown[0].value
    assert lead.startswith("AUC is") and len(lead.split()) <= 120


def test_present_keeps_pair_and_moment_and_hides_the_settings():
    at = open_page(PAGE, present=1, **SMALL)
    assert {"positive", "negative", "step", "threshold"} <= {w.key for w in (*at.selectbox, *at.select_slider)}
    assert "dataset" not in {w.key for w in at.selectbox}
