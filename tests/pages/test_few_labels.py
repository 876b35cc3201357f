"""Learners from few labels on the pages: each is played, stands beside its companions, or is refused with a reason."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from algorithms import FROM_FEW_LABELS, LEARNERS
from algorithms.experiments.companions import companions, gain
from algorithms.experiments.run import Run, compute
from pages.figures import few_labels_words as words
from pages.widgets import controls
from tests.pages.driver import check_panels, control, header, keys, open_page, settled

PAGE = "pages/boundary.py"
SHORT = {"max_iter": 30, "n_components": 8}
SMALL = {"dataset": "moons", "n_samples": 60, "ratio": 1, "noise": 0.1, "n_labelled": 10, **SHORT}


@pytest.fixture(autouse=True)
def quiet():
    """So few iterations are too few, and say so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def text(at) -> str:
    return " ".join(element.value for kind in ("markdown", "info", "caption") for element in at.get(kind))


def press(at, label):
    next(button for button in at.button if button.label == label).click()
    return settled(at.run())


@pytest.mark.parametrize("learner", FROM_FEW_LABELS)
def test_every_learner_is_played_and_stands_beside_its_companions(learner):
    at = open_page(PAGE, learner=learner, **SMALL)
    (run,) = check_panels(at)
    assert {knob.name for knob in LEARNERS[learner].knobs} <= keys(at)
    (panel,) = header(at)["panels"]
    assert panel["unit"] in ("iteration", "round") and panel["seen"] == "10 of 60 points labelled"
    assert ("pulled" in panel) == (learner != "DSG")
    if learner == "DSG":
        assert "labels only" not in text(at)
        return
    assert "labels only, tuned" in text(at) and "| all labels | 60 labels |" in text(at)
    if learner == "SAMULT":
        split, beside = run.split(), companions(run)
        scores = compute(run).scores["test"][-1]
        gained = gain(beside.measure, scores, beside.scores, split.y_test, split.ratio)
        assert words.verdict(learner, beside.measure, gained, 4000) in text(at)


@pytest.mark.parametrize("name", FROM_FEW_LABELS)
def test_every_setting_that_a_page_offers_reaches_the_learner(name):
    params = controls.experiment()({"dataset": "moons", "learner": name})
    start = {key: param.default for key, param in params.items()}
    start |= {"n_samples": 24, "ratio": 1.0, "n_labelled": 8, "learner": name, "dataset": "moons"}
    start |= {key: value for key, value in SHORT.items() if key in params}
    others = {}
    for knob in LEARNERS[name].knobs:
        ends = (knob.low, knob.high) if knob.is_number else () if knob.choices else (False, True)
        for value in (*knob.choices, *ends):
            settled = params[knob.name].pick(params[knob.name].text(value))
            assert settled == value and type(settled) is type(value)
            (run,) = controls.runs(start | {knob.name: settled})
            assert run.estimator().get_params()[knob.name] == value
            if knob.name not in SHORT and value != knob.default:
                others.setdefault(knob.name, value)
    (run,) = controls.runs(start | others)
    trace = compute(replace(run, frames=2))
    assert dict(trace.run["knobs"]).keys() >= others.keys()
    assert np.isfinite(trace.scores["test"]).all()


def test_choosing_a_learner_from_few_labels_leaves_some_unlabelled():
    at = open_page(PAGE, **{**SMALL, "n_labelled": "all"})
    control(at, "learner").set_value("SAMULT")
    (run,) = check_panels(settled(at.run()))
    assert (run.learner, run.n_labelled) == ("SAMULT", controls.FEW)
    at = press(at, "Give it all labels")
    assert check_panels(at)[0].n_labelled == 0
    assert "Every example has a label here" in text(at) and "No gain" not in text(at)


def test_labels_only_is_watched_beside_it_by_one_click():
    at = press(open_page(PAGE, learner="BLS3VM", **SMALL), "Watch labels only beside it")
    first, second = check_panels(at)
    assert (first.learner, second.learner) == ("BLS3VM", "BLS3VM")
    assert dict(second.knobs) == {**dict(first.knobs), **companions(first).settings}
    assert "pulled" in header(at)["panels"][0] and "pulled" not in header(at)["panels"][1]


def test_the_well_known_picture_is_one_click_away_and_starts_from_its_preset():
    at = open_page(PAGE, dataset="xor", n_samples=600, learner="S3VMlight", gamma=3, seed=1)
    (run,) = check_panels(press(at, "Two moons, ten labels"))
    assert (run.dataset, run.ratio, run.n_labelled, run.noise) == ("moons", 1.0, 10, 0.1)
    assert dict(run.knobs) == {"gamma": 12.0}
    control(at, "dataset").set_value("blobs")
    assert check_panels(settled(at.run()))[0].knobs == ()


def test_a_wrong_share_of_positives_is_named():
    split = Run(dataset="moons", n_samples=200, ratio=19.0, n_labelled=10).split()
    scene = compute(Run(dataset="moons", n_samples=200, ratio=19.0, n_labelled=10, learner="SAMULT")).scene
    assert split.y[split.labelled].tolist().count(1) == 2
    assert "20 % of the unlabelled for positive, as of the labelled; really 4 % are" in words.rate(scene, "labelled")
    assert words.rate(scene, 0.05) == ""


@pytest.mark.parametrize("gained", [(0.05, 0.01), (0.001, 0.01), (-0.05, 0.01)])
@pytest.mark.parametrize("measure", ["AUC", "accuracy"])
def test_the_verdict_says_plainly_where_there_is_no_gain(measure, gained):
    from algorithms.experiments.companions import Gain

    said = words.verdict("BLS3VM", measure, Gain(*gained), 100)
    assert ("No gain" in said) == (gained[0] < 0.02) and "BLS3VM" in said and measure in said
    assert ("better" in said) == (gained[0] < 0)


@pytest.mark.parametrize(("page", "reason"), [("losses", "no example of the moment"), ("regret", "no regret")])
def test_pages_about_streams_say_why_not_and_lead_on(page, reason):
    at = open_page(f"pages/{page}.py", learner="DSG" if page == "losses" else "SAMULT", **SMALL)
    assert reason in text(at) and len(at.warning) == 0
    offered = control(at, "learner").options
    assert offered[-1] in FROM_FEW_LABELS and not set(offered[:-1]) & set(FROM_FEW_LABELS)
    at = press(at, "Show OKAUC-M on these data")
    assert reason not in text(at) and control(at, "learner").value == "OKAUC-M"


def test_the_pairs_page_shows_them():
    at = open_page("pages/ranking.py", learner="BLS3VM", **SMALL)
    assert "rounds done" in control(at, "step").label
