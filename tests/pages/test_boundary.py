"""The boundary page: every choice of every control gives the picture of exactly that run."""

import pytest

from algorithms import FROM_A_STREAM as LEARNERS
from algorithms.experiments import home
from data import DATASETS
from tests.pages.driver import check_panels, choices, control, every_choice, header, keys, open_page, settled

PAGE = "pages/boundary.py"
SMALL = {"n_samples": 100, "ratio": 4}  # quick to learn; every path is the same
DATA_KEYS = {"ratio", "n_labelled", "n_samples", "noise", "order", "scaling"}


def test_opens_with_the_stored_run():
    at = open_page(PAGE)
    assert check_panels(at) == [home.BOUNDARY]
    assert at.query_params == {} or dict(at.query_params) == {}


def test_a_deep_link_opens_cold_with_its_run():
    at = open_page(PAGE, dataset="moons", learner="OKAUC-M", ratio=9, seed=3)
    (run,) = check_panels(at)
    assert (run.dataset, run.learner, run.ratio, run.seed, run.knobs) == ("moons", "OKAUC-M", 9, 3, ())


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_data_set(dataset):
    at = open_page(PAGE, **SMALL)
    control(at, "dataset").set_value(dataset)
    (run,) = check_panels(settled(at.run()))
    assert run.dataset == dataset


@pytest.mark.parametrize("key", sorted(DATA_KEYS))
def test_every_choice_of_the_data(key):
    at = open_page(PAGE, **SMALL)
    asked = []
    for shown in every_choice(at, key):
        (run,) = check_panels(shown)
        asked.append(getattr(run, key))
    assert len(set(asked)) == len(choices(control(at, key)))


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_and_each_of_its_knobs(learner):
    """Every mark of a knob at the first learner that has it, its ends and a middle at the others."""
    at = open_page(PAGE, dataset="moons", **SMALL)
    control(at, "learner").set_value(learner)
    settled(at.run())
    knobs = LEARNERS[learner].knobs
    assert {knob.name for knob in knobs} <= keys(at)
    for knob in knobs:
        first = next(name for name in LEARNERS if knob in LEARNERS[name].knobs)
        for shown in every_choice(at, knob.name, ends_only=first != learner):
            (run,) = check_panels(shown)
            assert run.learner == learner


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_second_learner(learner):
    at = open_page(PAGE, dataset="blobs", **SMALL)
    control(at, "learner2").set_value(learner)
    first, second = check_panels(settled(at.run()))
    assert (first.learner, second.learner) == ("OKAUC-M", learner)
    assert {f"{knob.name}2" for knob in LEARNERS[learner].knobs} <= keys(at)


def test_the_same_learner_twice_with_other_knobs():
    at = open_page(PAGE, learner2="OKAUC-M", gamma2=32, **SMALL)
    first, second = check_panels(at)
    assert (dict(first.knobs), dict(second.knobs)) == ({}, {"gamma": 32})


def test_two_features_of_many():
    at = open_page(PAGE, dataset="breast_cancer", features="two", x=3, y=3)
    (run,) = check_panels(at)
    assert run.features == (3, 4)
    control(at, "x").set_value(7)
    assert check_panels(settled(at.run()))[0].features == (7, 3)
    control(at, "features").set_value("all")
    assert check_panels(settled(at.run()))[0].features == ()


def test_new_sample_and_start_again():
    at = open_page(PAGE, seed=3, **SMALL)
    end = header(at)["start"]
    next(b for b in at.button if b.label == "Start again").click()
    settled(at.run())
    assert (header(at)["start"], check_panels(at)[0].seed) == (0, 3)
    assert end > 0
    next(b for b in at.button if b.label == "New sample").click()
    assert check_panels(settled(at.run()))[0].seed == 4


def test_present_hides_the_controls_and_keeps_the_run():
    at = open_page(PAGE, present=1, dataset="moons", seed=3, **SMALL)
    assert keys(at) == {"present"}
    (run,) = check_panels(at)
    assert (run.dataset, run.seed) == ("moons", 3)
    assert header(at)["present"]


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ({"ratio": "1e9"}, "ratio", 99.0),
        ({"ratio": "nan"}, "ratio", home.BOUNDARY.ratio),
        ({"seed": "-4"}, "seed", 0),
        ({"seed": "x"}, "seed", home.SEED),
        ({"dataset": "nowhere"}, "dataset", "circles"),
        ({"learner": "magic"}, "learner", "OKAUC-M"),
        ({"n_samples": "0"}, "n_samples", 20),
        ({"n_labelled": "1"}, "n_labelled", 4),
        ({"gamma": "inf"}, "knobs", ()),
        ({"regularization": "-1"}, "knobs", (("regularization", 1e-5),)),
        ({"step": "NaN"}, "seed", home.SEED),
        ({"threshold": "inf"}, "seed", home.SEED),
        ({"v": "99", "junk": "<b>"}, "seed", home.SEED),
    ],
)
def test_a_bad_link_is_mended(query, field, value):
    (run,) = check_panels(open_page(PAGE, **query))
    assert getattr(run, field) == value


def test_a_learner_that_diverges_keeps_its_frames_and_is_explained():
    at = open_page(PAGE, learner="OAUC-S", step_size=100, regularization=1000, dataset="moons", scaling="none")
    (panel,) = header(at)["panels"]
    assert "without bound" in panel["stopped"]
    assert len(panel["step"]) >= 1
