"""The link, the address and long computations in a real browser, on an app as small as can be."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.server import Server

HOME = """
import os
import streamlit as st
from pages.widgets.url_state import choice, number, sync

KNOBS = {"OAM": {"step": 1}, "KOIL": {"gamma": 4, "step": 2}}

def params(values):
    table = {"ratio": number(19, 0, 100, integer=True), "learner": choice("OAM", list(KNOBS))}
    for name, default in KNOBS[values.get("learner", "OAM")].items():
        table[name] = number(default, 0, 100, integer=True, owner="learner")
    return table

state = sync(params)
st.page_link("app.py", label="Home", query_params=state.link)
st.page_link("pages/other.py", label="Other", query_params=state.link)
st.page_link("app.py", label="Preset", query_params={"ratio": "3", "learner": "KOIL"})
"""
CONTROLS = (
    HOME
    + """
st.slider("Ratio", 0, 100, key="ratio")
st.radio("Learner", list(KNOBS), key="learner")
for name in KNOBS[state.values["learner"]]:
    st.slider(name, 0, 100, key=name)
st.text("HOME " + " ".join(f"{key}={value}" for key, value in state.values.items()))
st.text(f"server {os.getpid()}")
"""
)
OTHER = (
    HOME
    + """
import time
from pages.widgets.jobs import result_or_watch

def work(tell, stopped):
    for step in range(state.values["ratio"]):
        tell(step, state.values["ratio"])
        time.sleep(0.1)
        if stopped():
            print("gave up", state.values["ratio"], flush=True)
            return
    return "ready"

st.slider("Ratio", 0, 100, key="ratio")
st.text("OTHER " + " ".join(f"{key}={value}" for key, value in state.values.items()))
st.text(f"RESULT {result_or_watch(str(state.values['ratio']), work, 'Training')}")
"""
)


@pytest.fixture(scope="module")
def server(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("app")
    (folder / "pages").mkdir()
    (folder / "app.py").write_text(CONTROLS)
    (folder / "pages" / "other.py").write_text(OTHER)
    server = Server(folder, folder / "log")
    yield server
    server.stop()


def says(page, words):
    expect(page.get_by_text(words, exact=True)).to_be_visible(timeout=15_000)


def slider(page, name):
    return page.get_by_role("slider", name=re.compile(f"^{name}"))


def test_cold_deep_link(page, server):
    page.goto(f"{server.url}/other?ratio=7&learner=KOIL&gamma=5")
    says(page, "OTHER ratio=7 learner=KOIL gamma=5 step=2")
    assert page.url == f"{server.url}/other?ratio=7&learner=KOIL&gamma=5"
    assert page.evaluate("history.length") == 2  # the blank page and this one


def test_a_moved_control_back_and_forward(page, server):
    page.goto(f"{server.url}/?ratio=1000&gamma=nan")
    says(page, "HOME ratio=100 learner=OAM step=1")
    slider(page, "Ratio").press("ArrowLeft")
    says(page, "HOME ratio=99 learner=OAM step=1")
    expect(page).to_have_url(f"{server.url}/?ratio=99")
    page.get_by_text("KOIL").click()
    says(page, "HOME ratio=99 learner=KOIL gamma=4 step=2")
    slider(page, "gamma").press("ArrowRight")
    says(page, "HOME ratio=99 learner=KOIL gamma=5 step=2")
    page.go_back()
    says(page, "HOME ratio=99 learner=KOIL gamma=4 step=2")
    page.go_back()
    says(page, "HOME ratio=99 learner=OAM step=1")
    expect(slider(page, "step")).to_have_value("1")
    page.go_forward()
    says(page, "HOME ratio=99 learner=KOIL gamma=4 step=2")
    slider(page, "step").press("ArrowRight")
    says(page, "HOME ratio=99 learner=KOIL gamma=4 step=3")


def test_pages_keep_the_values_and_reload_and_other_tabs_follow_the_address(page, server):
    page.goto(f"{server.url}/?learner=KOIL&gamma=5")
    says(page, "HOME ratio=19 learner=KOIL gamma=5 step=2")
    slider(page, "Ratio").press("ArrowRight")
    says(page, "HOME ratio=20 learner=KOIL gamma=5 step=2")
    page.get_by_role("link", name="Other").click()
    says(page, "OTHER ratio=20 learner=KOIL gamma=5 step=2")
    slider(page, "Ratio").press("ArrowRight")
    says(page, "OTHER ratio=21 learner=KOIL gamma=5 step=2")
    page.reload()
    says(page, "OTHER ratio=21 learner=KOIL gamma=5 step=2")
    page.get_by_role("link", name="Home").click()
    says(page, "HOME ratio=21 learner=KOIL gamma=5 step=2")
    tab = page.context.new_page()
    tab.goto(page.url)
    says(tab, "HOME ratio=21 learner=KOIL gamma=5 step=2")
    page.go_back()
    says(page, "OTHER ratio=21 learner=KOIL gamma=5 step=2")
    page.go_back()
    says(page, "OTHER ratio=20 learner=KOIL gamma=5 step=2")
    page.go_back()
    says(page, "HOME ratio=20 learner=KOIL gamma=5 step=2")
    says(tab, "HOME ratio=21 learner=KOIL gamma=5 step=2")


def test_a_link_to_the_same_page_opens_another_setting(page, server):
    page.goto(f"{server.url}/?learner=KOIL&gamma=5&step=9")
    says(page, "HOME ratio=19 learner=KOIL gamma=5 step=9")
    page.get_by_role("link", name="Preset").click()
    says(page, "HOME ratio=3 learner=KOIL gamma=4 step=2")
    expect(slider(page, "gamma")).to_have_value("4")


def test_a_server_that_starts_again_finds_the_page_by_its_address(page, server, problems):
    page.goto(f"{server.url}/?learner=KOIL&gamma=5")
    slider(page, "Ratio").press("ArrowRight")
    says(page, "HOME ratio=20 learner=KOIL gamma=5 step=2")
    server.stop()
    server.start()
    answered = page.get_by_text(f"server {server.process.pid}", exact=True)
    for _ in range(30):  # the browser connects again alone, and hears of the new server at the first touch
        slider(page, "Ratio").press("ArrowRight")
        page.wait_for_timeout(1_000)
        if answered.is_visible():
            break
    says(page, "HOME ratio=20 learner=KOIL gamma=5 step=2")
    slider(page, "Ratio").press("ArrowRight")
    says(page, "HOME ratio=21 learner=KOIL gamma=5 step=2")
    assert problems and all(re.search("CONNECTION|endpoint|not responding", text) for text in problems)
    problems.clear()


def test_a_long_computation_shows_progress_and_then_its_result(page, server):
    page.goto(f"{server.url}/other?ratio=12")
    expect(page.get_by_text(re.compile(r"Training: \d+ of 12"))).to_be_visible(timeout=15_000)
    says(page, "RESULT None")
    says(page, "RESULT ready")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


def test_cancel_and_walking_away_stop_it(page, server):
    page.goto(f"{server.url}/other?ratio=91")
    page.get_by_role("button", name="Cancel").click(timeout=15_000)
    says(page, "Cancelled.")
    gave_up(page, server, times=1)
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text(re.compile(r"Training: \d+ of 91"))).to_be_visible(timeout=15_000)
    slider(page, "Ratio").press("Home")
    says(page, "RESULT ready")
    gave_up(page, server, times=2)


def gave_up(page, server, times):
    """The work itself says that it stopped, well before its nine seconds are over."""
    for _ in range(20):
        if server.log.read_text().count("gave up 91") == times:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the work went on")
