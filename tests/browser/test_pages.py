"""The app as a reader meets it: a cold link, the player by keyboard, the address and Back, on a desk and on a phone."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Page, expect

from algorithms.experiments import home
from algorithms.experiments.run import Run, compute
from algorithms.metrics import auc
from tests.browser.address import query, wait_for_query
from tests.browser.sizes import widths

DEEP = "/boundary?dataset=moons&learner=OKAUC-M&ratio=9&seed=3"
PATIENCE = 60_000  # a cold server compiles


def shown(page: Page, title: str):
    """The panel of a learner."""
    return page.get_by_role("region", name=title, exact=True)


def opened(page: Page, server, link: str, title: str = "OKAUC-M") -> Page:
    page.goto(server.url + link)
    expect(shown(page, title)).to_be_visible(timeout=PATIENCE)
    return page


def step(page: Page) -> int:
    """The first learner's own count, as the page says it."""
    text = page.get_by_text(re.compile(r"^[\d,]+ of [\d,]+ examples$")).first.inner_text()
    return int(text.split(" of ")[0].replace(",", ""))


@pytest.mark.parametrize("viewport", [1280, 390], indirect=True)
def test_a_cold_deep_link_shows_that_run(page, server):
    opened(page, server, DEEP)
    trace = compute(Run(dataset="moons", ratio=9.0, seed=3))
    expect(page.get_by_role("heading", name="Decision boundary")).to_be_visible()
    expect(page.get_by_text(f"{trace.step[-1]} of {trace.step[-1]} examples").first).to_be_visible()
    final = f"{auc(trace.scores['test'][-1], trace.scene.y_test):.3f}"
    expect(page.get_by_role("img", name=re.compile(f"test AUC {final}"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_home_is_paused_at_its_frame_until_play(page, server):
    opened(page, server, "/", "SVC")
    expect(shown(page, home.OKAUC_M.learner)).to_be_visible()
    assert step(page) == home.PAUSED_AT
    page.wait_for_timeout(1_000)
    assert step(page) == home.PAUSED_AT
    assert list(widths(page)) == [1280, 390]


def test_play_pause_step_and_scrub_by_keyboard(page, server):
    opened(page, server, DEEP + "&step=10")
    first = step(page)
    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_timeout(800)
    page.keyboard.press("Space")
    paused = step(page)
    assert paused > first
    wait_for_query(page, step=paused)
    page.get_by_role("button", name="Step on").focus()
    page.keyboard.press("Enter")
    assert step(page) > paused
    page.get_by_role("button", name="Back one step").focus()
    page.keyboard.press("Enter")
    assert step(page) == paused
    page.get_by_role("slider", name="Moment of training").focus()
    page.keyboard.press("Home")
    assert step(page) < first
    page.keyboard.press("End")
    assert step(page) == 600
    page.wait_for_function("!new URLSearchParams(location.search).has('step')", timeout=20_000)


def test_the_threshold_moves_everything_but_auc(page, server):
    opened(page, server, DEEP)
    strip = page.get_by_role("img", name=re.compile("of positives found, .* test AUC"))
    before = strip.get_attribute("aria-label")
    page.get_by_role("slider", name="Threshold of OKAUC-M").focus()
    page.keyboard.press("PageUp")  # one key is one report, however slow the machine
    page.wait_for_function("new URLSearchParams(location.search).has('threshold')", timeout=20_000)
    after = strip.get_attribute("aria-label")
    number = re.compile(r"test AUC ([\d.]+)")
    assert number.search(before)[1] == number.search(after)[1]
    assert before.split(";")[0] != after.split(";")[0]
    assert float(query(page)["threshold"]) > 0
    page.reload()
    expect(page.get_by_role("img", name=after)).to_be_visible(timeout=PATIENCE)


def test_a_control_writes_the_address_and_back_brings_the_old_run(page, server):
    opened(page, server, DEEP)
    page.goto(server.url + "/boundary?dataset=blobs&learner=OAUC-M&seed=1&n_samples=100")
    expect(shown(page, "OAUC-M")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="New sample").click()
    wait_for_query(page, seed=2, dataset="blobs", learner="OAUC-M")
    page.go_back()
    page.go_back()
    expect(shown(page, "OKAUC-M")).to_be_visible(timeout=PATIENCE)
    wait_for_query(page, dataset="moons", seed=3, ratio=9)


def test_the_whole_way_by_keyboard_from_home_to_the_boundary(page, server):
    opened(page, server, "/", "SVC")
    page.get_by_role("link", name="Change anything").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Decision boundary")).to_be_visible(timeout=PATIENCE)
    expect(shown(page, "OKAUC-M")).to_be_visible(timeout=PATIENCE)
    assert step(page) == home.PAUSED_AT
    wait_for_query(page, learner="SVC", learner2="OKAUC-M", gamma2=4)


def test_copy_link_holds_every_value_and_opens_the_same(page, server):
    opened(page, server, DEEP + "&step=100")
    page.get_by_role("button", name="Copy link").click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    said = {key: values[0] for key, values in parse_qs(urlparse(link).query).items()}
    expected = {"v": "1", "dataset": "moons", "step": "100", "scaling": "[-1, 1]", "regularization": "0.03"}
    assert expected.items() <= said.items()
    page.goto(link)
    expect(page.get_by_text("100 of 600 examples").first).to_be_visible(timeout=PATIENCE)


def test_present_hides_the_controls(page, server):
    opened(page, server, DEEP + "&present=1")
    expect(page.get_by_role("button", name="Menu")).to_have_count(0)
    expect(page.get_by_text("Data set")).to_have_count(0)
