"""The link and the controls say the same, whatever the reader does."""

import json
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.widgets import url_state
from pages.widgets.url_state import Param, choice, flag, full_link, number, read_link, short_link

PAGE = """
import streamlit as st
from pages.widgets.url_state import choice, flag, number, read_link, sync

KNOBS = {
    "OAUC-M": {"regularization": (0.01, 1e-4, 1.0), "step_size": (1.0, 1e-3, 10.0)},
    "OKAUC-M": {"regularization": (0.03, 1e-4, 1.0), "gamma": (4.0, 0.01, 100.0)},
    "none": {},
}

def params(values):
    table = {
        "dataset": choice("circles", ["circles", "moons", "digits"]),
        "ratio": number(19.0, 0, 100),
        "seed": number(0, 0, 999, integer=True),
        "learner": choice("OKAUC-M", ["OAUC-M", "OKAUC-M"]),
        "learner2": choice("none", list(KNOBS)),
        "present": flag(),
    }
    if "dataset" in values and values["dataset"] != "digits":
        table["noise"] = number(0.25, 0, 1)
    for slot in ("", "2"):
        for name, (default, low, high) in KNOBS[values.get("learner" + slot, "none")].items():
            special = ("scale",) if name == "gamma" else ()
            table[name + slot] = number(default, low, high, special=special, owner="learner" + slot)
    return table

state = sync(params)
"""
WRITTEN = """
st.json(state.values)
st.json(state.full)
links = st.query_params.to_dict(), state.link, state.full
st.json([read_link(params, link) == state.values for link in links])
"""
CONTROLS = (
    PAGE
    + """
values = state.values
st.selectbox("Data set", ["circles", "moons", "digits"], key="dataset")
if "noise" in values:
    st.slider("Noise", 0.0, 1.0, key="noise")
st.slider("Ratio", 0.0, 100.0, key="ratio")
st.number_input("Seed", 0, 999, key="seed")
for slot in ("", "2"):
    st.selectbox("Learner" + slot, list(KNOBS)[: 3 if slot else 2], key="learner" + slot)
    for name, (default, low, high) in KNOBS[values["learner" + slot]].items():
        if values[name + slot] != "scale":
            st.number_input(name + slot, low, high, key=name + slot, format="%.5g")
def preset():
    st.session_state.update(learner="OAUC-M", step_size=5.0, ratio=3.0)
st.button("Preset", on_click=preset, key="preset")
"""
    + WRITTEN
)
SHOWN = PAGE + WRITTEN


def values(at):
    return json.loads(at.json[0].value)


def shown(at):
    """What the controls on the page show; "scale" and hidden ones have none."""
    drawn = [*at.selectbox, *at.slider, *at.number_input]
    return {control.key: control.value for control in drawn}


def in_step(at):
    """The values, after making sure that nothing failed and that controls, address and links say the same."""
    assert not at.exception
    assert json.loads(at.json[2].value) == [True] * 3
    now = values(at)
    assert {key: now[key] for key in shown(at)} == shown(at)
    return now


@pytest.fixture
def app(tiny_app):
    return tiny_app(CONTROLS, other=SHOWN)


def test_cold_link_is_complete_and_stays_in_the_address(app):
    app.query_params.update(dataset="moons", learner="OAUC-M", ratio="9", seed="3")
    now = in_step(app.run())
    assert (now["dataset"], now["learner"], now["ratio"], now["seed"]) == ("moons", "OAUC-M", 9.0, 3)
    assert (now["regularization"], now["noise"]) == (0.01, 0.25)
    assert app.query_params == {"dataset": "moons", "learner": "OAUC-M", "ratio": "9", "seed": "3"}


def test_a_moved_control_is_written_at_once(app):
    app.run()
    now = in_step(app.slider(key="ratio").set_value(9.0).run())
    assert now["ratio"] == 9.0 and app.query_params == {"ratio": "9"}
    now = in_step(app.slider(key="ratio").set_value(19.0).run())
    assert now["ratio"] == 19.0 and app.query_params == {}


def test_another_link_wins_over_what_was_held_and_lacking_keys_have_defaults(app):
    app.query_params.update(ratio="9", seed="3")
    app.run()
    in_step(app.number_input(key="seed").set_value(7).run())
    app.query_params = {"ratio": "9", "seed": "3"}  # as Back does
    assert in_step(app.run())["seed"] == 3
    app.query_params = {"noise": "0.5"}
    now = in_step(app.run())
    assert (now["noise"], now["ratio"], now["seed"]) == (0.5, 19.0, 0)


def test_what_a_browser_sends_too_late_does_not_undo_a_link(app, monkeypatch):
    """A page that watches a job sends its controls again before it has drawn those of the link."""
    app.query_params.update(ratio="9", seed="3")
    app.run()
    app.query_params = {"ratio": "4"}
    in_step(app.run())
    now = in_step(app.slider(key="ratio").set_value(9.0).run())  # what it was before
    assert (now["ratio"], app.query_params) == (4.0, {"ratio": "4"})
    now = in_step(app.slider(key="ratio").set_value(5.0).run())  # a reader's own
    assert (now["ratio"], app.query_params) == (5.0, {"ratio": "5"})
    monkeypatch.setattr(url_state, "LATE", 0.0)
    app.query_params = {"ratio": "4"}
    in_step(app.run())
    assert in_step(app.slider(key="ratio").set_value(5.0).run())["ratio"] == 5.0


def test_a_moved_control_wins_over_another_link(app):
    app.run()
    app.query_params = {"seed": "5"}
    now = in_step(app.slider(key="ratio").set_value(9.0).run())
    assert (now["ratio"], now["seed"]) == (9.0, 0) and app.query_params == {"ratio": "9"}


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        *[("ratio", text, 19.0) for text in ("nan", "inf", "-inf", "1e999", "many", "", "[1]")],
        ("ratio", "1e9", 100.0),
        ("ratio", "-1", 0.0),
        ("seed", "2.6", 3),
        ("seed", "1e300", 999),
        ("seed", "9" * 5000, 0),
        ("dataset", "mars", "circles"),
        ("learner", "nan", "OKAUC-M"),
        ("present", "perhaps", False),
        ("gamma", "scale", "scale"),
        ("gamma", "gauge", 4.0),
        ("v", "9" * 5000, None),
        ("unknown", "1", None),
    ],
)
def test_bad_values_clamp_or_fall_back(app, key, text, value):
    app.query_params[key] = text
    assert in_step(app.run()).get(key) == value
    assert in_step(app.slider(key="noise").set_value(0.5).run()).get(key) == value


def test_changing_a_learner_resets_its_own_knobs_alone(app):
    app.query_params = {"learner": "OKAUC-M", "regularization": "0.5", "gamma": "2", "seed": "3"}
    app.query_params |= {"learner2": "OKAUC-M", "regularization2": "0.7"}
    in_step(app.run())
    now = in_step(app.selectbox(key="learner").set_value("OAUC-M").run())
    assert (now["regularization"], now["step_size"], "gamma" in now) == (0.01, 1.0, False)
    assert (now["learner2"], now["regularization2"], now["gamma2"], now["seed"]) == ("OKAUC-M", 0.7, 4.0, 3)
    now = in_step(app.selectbox(key="learner").set_value("OKAUC-M").run())
    assert (now["regularization"], now["gamma"]) == (0.03, 4.0)
    now = in_step(app.selectbox(key="learner2").set_value("OAUC-M").run())
    assert (now["regularization2"], now["step_size2"], now["regularization"]) == (0.01, 1.0, 0.03)


def test_a_link_may_change_a_learner_and_its_knobs_together(app):
    app.run()
    app.query_params = {"learner": "OAUC-M", "regularization": "0.2"}
    assert in_step(app.run())["regularization"] == 0.2


def test_a_callback_may_move_several_controls(app):
    app.run()
    now = in_step(app.button(key="preset").click().run())
    assert (now["learner"], now["step_size"], now["ratio"]) == ("OAUC-M", 5.0, 3.0)
    assert now["regularization"] == 0.01
    assert in_step(app.run()) == now


def test_a_hidden_control_keeps_its_value(app):
    app.query_params["dataset"] = "digits"
    app.run()
    in_step(app.selectbox(key="dataset").set_value("moons").run())
    in_step(app.slider(key="noise").set_value(0.75).run())
    for _ in range(2):
        assert "noise" not in in_step(app.selectbox(key="dataset").set_value("digits").run())
        in_step(app.run())
        app.query_params = {"dataset": "digits", "seed": "4"}  # not mistaken for a moved control
        assert in_step(app.run())["seed"] == 4
        assert in_step(app.selectbox(key="dataset").set_value("moons").run())["noise"] == 0.75


def test_values_hold_over_pages_with_and_without_the_link(app):
    app.run()
    app.selectbox(key="learner").set_value("OAUC-M").run()
    before = in_step(app.number_input(key="step_size").set_value(3.0).run())
    app.switch_page("pages/other.py").run()
    assert values(app) == before and app.query_params == {"learner": "OAUC-M", "step_size": "3"}
    app.switch_page("app.py").run()
    assert in_step(app) == before
    app.switch_page("pages/other.py")
    app.query_params = {}  # an address typed by hand is complete too
    assert values(app.run())["learner"] == "OKAUC-M"


def test_a_control_first_met_on_a_page_that_does_not_draw_it(tiny_app):
    at = tiny_app(SHOWN, controls=CONTROLS).run()
    in_step(at.switch_page("pages/controls.py").run())
    in_step(at.slider(key="ratio").set_value(9.0).run())
    at.switch_page("app.py").run()
    assert values(at)["ratio"] == 9.0 and values(at.run())["ratio"] == 9.0


OWN = """
    import streamlit as st
    from pages.widgets.url_state import number, sync
    state = sync({"shared": number(1, 0, 9, integer=True), "angle": number(0, 0, 90, integer=True)})
    st.number_input("Angle", 0, 90, key="angle")
    st.json(state.values); st.json(state.link)
"""
SHARED = """
    import streamlit as st
    from pages.widgets.url_state import number, sync
    state = sync({"shared": number(1, 0, 9, integer=True)})
    st.number_input("Shared", 0, 9, key="shared")
    st.json(state.values); st.json(state.link)
"""


def test_a_page_keeps_keys_of_its_own_while_the_reader_is_elsewhere(tiny_app):
    at = tiny_app(OWN, other=SHARED).run()
    at.number_input(key="angle").set_value(30).run()
    at.switch_page("pages/other.py").run()
    assert at.query_params == {"angle": "30"}  # still this page's whole story
    at.query_params = json.loads(at.json[1].value)
    assert values(at.switch_page("app.py").run()) == {"shared": 1, "angle": 30}
    at.switch_page("pages/other.py").run()
    at.number_input(key="shared").set_value(5).run()
    assert at.query_params == {"shared": "5"}
    at.switch_page("app.py").run()  # by the other page's link, which is its address
    assert values(at) == {"shared": 5, "angle": 30} and at.query_params == {"shared": "5", "angle": "30"}


def test_full_link_round_trip(app):
    app.query_params.update(learner2="OAUC-M", step_size2="0.1", gamma="scale", present="1", ratio="0.1")
    now = in_step(app.run())
    link = json.loads(app.json[1].value)
    assert link["v"] == "1" and set(link) == {"v", *now} and link["present"] == "1"
    app.query_params = {"seed": "8"}
    assert in_step(app.run()) != now
    app.query_params = dict(link)
    assert in_step(app.run()) == now and app.query_params == link


TABLE = {
    "count": number(3, 1, 100, integer=True),
    "rate": number(0.5, 0, 1e6, special=("scale",)),
    "pair": choice((0, 1), [(0, 1), (2, 3)]),
    "on": flag(True),
}


@given(
    st.fixed_dictionaries(
        {
            "count": st.integers(1, 100),
            "rate": st.floats(0, 1e6) | st.just("scale"),
            "pair": st.sampled_from([(0, 1), (2, 3)]),
            "on": st.booleans(),
        }
    )
)
def test_links_read_back_what_was_written(settings):
    assert read_link(TABLE, short_link(TABLE, settings)) == settings
    assert read_link(TABLE, full_link(TABLE, settings)) == settings


@given(st.dictionaries(st.sampled_from([*TABLE, "v", "other"]), st.text()))
def test_any_text_gives_allowed_values(query):
    found = read_link(TABLE, query)
    assert 1 <= found["count"] <= 100 and isinstance(found["count"], int)
    assert found["rate"] == "scale" or 0 <= found["rate"] <= 1e6
    assert found["pair"] in [(0, 1), (2, 3)] and found["on"] in (True, False)


# Copied before the table below existed. They must never be edited.
OLD_LINKS = {
    "/boundary?v=1&dataset=moons&learner=OKAUC-M&ratio=9&seed=3&noise=0.25&gamma=4&regularization=0.03": {
        "dataset": "moons", "learner": "OKAUC-M", "ratio": 9.0, "seed": 3, "noise": 0.25, "gamma": 4.0,
        "regularization": 0.03, "order": "shuffled",
    },
    "/?v=1&dataset=circles&learner=OAUC-M&ratio=19&seed=0&noise=0.1&regularization=0.01": {
        "dataset": "circles", "learner": "OAUC-M", "ratio": 19.0, "seed": 0, "noise": 0.1,
        "regularization": 0.01, "order": "shuffled",
    },
    "/compare?v=1&dataset=moons&learner=OKAUC-M&ratio=0&seed=12&noise=0.3&gamma=scale&regularization=1e-05": {
        "dataset": "moons", "learner": "OKAUC-M", "ratio": 0.0, "seed": 12, "noise": 0.3, "gamma": "scale",
        "regularization": 1e-05, "order": "shuffled",
    },
}  # fmt: skip


def later(settled):
    """Version 2: every default has moved, and `order` is new, with a default that version 1 did not mean."""
    table = {
        "dataset": choice("spirals", ["spirals", "circles", "moons"]),
        "learner": choice("OAUC-M", ["OAUC-M", "OKAUC-M"]),
        "ratio": number(50.0, 0, 100),
        "seed": number(1, 0, 999, integer=True),
        "noise": number(0.4, 0, 1),
        "order": choice("drifting", ["drifting", "shuffled"]),
    }
    if "learner" in settled:
        table["regularization"] = number(0.5, 0, 1, owner="learner")
        if settled["learner"] == "OKAUC-M":
            table["gamma"] = number(1.0, 0, 100, special=("scale",), owner="learner")
    return table


@pytest.mark.parametrize("address", OLD_LINKS)
def test_old_links_mean_what_they_meant(monkeypatch, address):
    monkeypatch.setattr(url_state, "VERSION", "2")
    monkeypatch.setattr(url_state, "DEFAULTS", {"1": {"order": "shuffled"}})
    query = dict(parse_qsl(urlsplit(address).query))
    assert read_link(later, query) == OLD_LINKS[address]
    assert read_link(later, {key: text for key, text in query.items() if key != "v"})["order"] == "drifting"
    assert read_link(later, full_link(later, OLD_LINKS[address])) == OLD_LINKS[address]


def test_pick_takes_the_first_usable():
    param = Param(0, int, lambda value: min(value, 9))
    assert [param.pick(None, "x", "4"), param.pick("12", "4"), param.pick(), param.pick([])] == [4, 9, 0, 0]
