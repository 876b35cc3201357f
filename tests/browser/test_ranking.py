"""Pairs and theorems in a real browser: a pair by mouse and by keyboard, the threshold, the links, names and sizes."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from algorithms.experiments.run import Run, compute
from algorithms.metrics import auc
from tests.browser.address import query, wait_for_query
from tests.browser.sizes import widths

LINK = "/ranking?dataset=moons&n_samples=200&ratio=4&learner=OAUC-M&seed=3"
TRACE = compute(Run(dataset="moons", n_samples=200, ratio=4.0, learner="OAUC-M", seed=3))
PATIENCE = 60_000  # a cold server compiles
UNNAMED = """() => [...document.querySelectorAll('button, a[href], input, [role=slider], [role=combobox]')]
    .filter(e => e.getClientRects().length && !e.closest('[aria-hidden=true]'))
    .filter(e => !(e.ariaLabel || e.innerText || e.title || e.labels?.length || e.getAttribute('aria-labelledby')
        || e.querySelector('[aria-label], title')))
    .map(e => e.outerHTML.slice(0, 200))"""
SMALL = """() => [...document.querySelectorAll('[data-testid=stPageLink] a, [data-testid=stButton] button')]
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.width && (box.width < 24 || box.height < 24))
    .map(([e, box]) => `${e.innerText} ${box.width} x ${box.height}`)"""


def opened(page: Page, server, link: str = LINK) -> Page:
    page.goto(server.url + link)
    expect(grid(page)).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".st-key-pair-grid .nsewdrag")).to_be_visible(timeout=PATIENCE)
    return page


def grid(page: Page):
    return page.get_by_role("figure", name=re.compile("pairs as a square"))


def pair(page: Page) -> tuple[int, int]:
    """The pair that the picture speaks of."""
    said = re.search(r"positive (\d+) and negative (\d+)", grid(page).get_attribute("aria-label"))
    return int(said[1]), int(said[2])


def click(page: Page, key: str, across: float, up: float) -> None:
    """Click a chart at a share of its width and height, from the left and from below."""
    plot = page.locator(f".st-key-{key} .nsewdrag")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    x, y = box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"]
    page.mouse.move(x - 2, y)
    page.mouse.move(x, y)
    expect(page.locator(f".st-key-{key} .hoverlayer text").first).to_be_visible()
    page.mouse.click(x, y)


def wait_for_pair(page: Page, before: tuple[int, int]) -> tuple[int, int]:
    others = re.compile(f"^(?!.*positive {before[0]} and negative {before[1]},).*pairs as a square")
    expect(page.get_by_role("figure", name=others)).to_be_visible(timeout=PATIENCE)
    return pair(page)


def test_a_click_on_the_square_chooses_the_pair_there(page, server):
    opened(page, server)
    before = pair(page)
    click(page, "pair-grid", 0.06, 0.94)
    positive, negative = wait_for_pair(page, before)
    scores, y = TRACE.scores["test"][-1], TRACE.scene.y_test
    assert np.mean(scores[y > 0] > scores[positive]) == pytest.approx(0.94, abs=0.03)
    assert np.mean(scores[y < 0] > scores[negative]) == pytest.approx(0.06, abs=0.03)
    order = "in the right order" if scores[positive] > scores[negative] else "in the wrong order"
    expect(page.get_by_text(re.compile("The positive scores"))).to_contain_text(order)
    wait_for_query(page, positive=positive, negative=negative)
    page.reload()
    expect(page.get_by_role("figure", name=re.compile(f"positive {positive} and negative {negative},"))).to_be_visible(
        timeout=PATIENCE
    )


def test_a_click_on_a_score_changes_that_example_only(page, server):
    opened(page, server)
    positive, negative = pair(page)
    plot = page.locator(".st-key-score-strip .scatterlayer .trace").first.locator(".point").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 - 1, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    found = wait_for_pair(page, (positive, negative))
    assert found[1] == negative and TRACE.scene.y_test[found[0]] > 0
    scores = TRACE.scores["test"][-1]
    assert np.mean(scores[TRACE.scene.y_test > 0] > scores[found[0]]) < 0.1  # the highest of those shown


def test_a_pair_and_the_threshold_between_it_by_keyboard_alone(page, server):
    opened(page, server)
    before = pair(page)
    page.get_by_role("combobox", name="Positive").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    found = wait_for_pair(page, before)
    assert found[1] == before[1]
    wait_for_query(page, positive=found[0])
    button = page.get_by_role("button", name="Put the threshold between the two")
    for _ in range(12):
        if button.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("new URLSearchParams(location.search).has('threshold')", timeout=PATIENCE)
    scores = TRACE.scores["test"][-1]
    assert float(query(page)["threshold"]) == pytest.approx((scores[found[0]] + scores[found[1]]) / 2)


def test_moment_and_threshold_by_keyboard(page, server):
    opened(page, server)
    said = grid(page).get_attribute("aria-label")
    page.get_by_role("slider", name="Moment of training").focus()
    page.keyboard.press("Home")
    page.wait_for_function("new URLSearchParams(location.search).has('step')", timeout=PATIENCE)
    value = f"{auc(TRACE.scores['test'][0], TRACE.scene.y_test):.4f}"
    expect(page.get_by_role("figure", name=re.compile(f"AUC {value}"))).to_be_visible(timeout=PATIENCE)
    assert value not in said
    page.get_by_role("slider", name="Threshold").focus()
    page.keyboard.press("End")
    page.wait_for_function("new URLSearchParams(location.search).has('threshold')", timeout=PATIENCE)
    nobody = re.compile(f"AUC {value}.*hits 0.0 %, false alarms 0.0 %")
    expect(page.get_by_role("figure", name=nobody)).to_be_visible(timeout=PATIENCE)


def test_the_same_run_and_frame_on_the_boundary_page(page, server):
    frame = len(TRACE.step) // 2
    opened(page, server, f"{LINK}&step={TRACE.step[frame]}")
    page.get_by_role("link", name="Boundary", exact=True).last.click()
    expect(page.get_by_text(f"{TRACE.step[frame]} of 200 examples").first).to_be_visible(timeout=PATIENCE)


def test_a_statement_is_chosen_by_keyboard_and_leads_to_its_page(page, server):
    page.goto(server.url + LINK.replace("ranking", "theorems") + "&scaling=standard")
    chart = page.get_by_role("figure", name=re.compile("^Theorem 1 over 200 examples"))
    expect(chart).to_be_visible(timeout=2 * PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=2 * PATIENCE)
    page.get_by_role("radio", name="Theorem 1").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Theorem 6:"))).to_be_visible(timeout=2 * PATIENCE)
    expect(page.get_by_text(re.compile("On this run: not promised"))).to_be_visible(timeout=2 * PATIENCE)
    page.get_by_role("button", name="Scale to the unit ball").press("Enter")
    expect(page.get_by_text(re.compile("On this run: ✓ holds"))).to_be_visible(timeout=2 * PATIENCE)
    wait_for_query(page, scaling="unit ball", statement="theorem-6")


@pytest.mark.parametrize("name", ["ranking", "theorems"])
def test_everything_has_a_name_room_and_one_heading(page, server, name):
    page.goto(server.url + LINK.replace("ranking", name))
    figure = "pairs as a square" if name == "ranking" else "^Theorem 1 over"
    expect(page.get_by_role("figure", name=re.compile(figure))).to_be_visible(timeout=2 * PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=2 * PATIENCE)
    for _ in widths(page):
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate(SMALL) == []
    assert page.get_by_role("heading", level=1).count() == 1
    plots = page.locator(".js-plotly-plot").count()
    assert plots == page.get_by_role("figure").count() >= 1
    words = page.locator("[data-testid=stMarkdown]").first.inner_text().split()
    assert 10 < len(words) <= 120
