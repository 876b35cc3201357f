"""The random-features page in a browser: frequencies are added and f comes to its twin in motion, by keyboard."""

import re

import pytest
from playwright.sync_api import expect

PATIENCE = 90_000  # a cold server compiles
SMALL = "n_samples=60&ratio=2&n_labelled=12"
TWIN = f"{SMALL}&look=twin&twin=DSG&twin_T=256&twin_seeds=1"


def opened(page, server, query):
    page.goto(f"{server.url}/random_features?{query}")
    expect(page.locator(".linked canvas").first).to_be_visible(timeout=PATIENCE)


def pixels(canvas):
    return canvas.evaluate("c => c.toDataURL()")


@pytest.mark.parametrize("viewport", [390], indirect=True)
def test_frequencies_are_added_by_keyboard_and_kept_in_the_link(page, server):
    opened(page, server, SMALL)
    slider, canvas = page.get_by_role("slider", name="Number of frequencies m"), page.locator("canvas.spread").first
    expect(slider).to_have_attribute("aria-valuetext", "m = 16")
    before, said = pixels(canvas), canvas.get_attribute("aria-label")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "m = 20")
    assert pixels(canvas) != before and canvas.get_attribute("aria-label") != said
    page.wait_for_function("new URLSearchParams(location.search).get('frequencies') === '20'", timeout=20_000)
    expect(page.get_by_text("With m = 20 frequencies")).to_be_visible()
    page.get_by_text("Gram matrices").click()
    expect(page.get_by_text(re.compile("60 points of this run, m = 20"))).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_f_plays_towards_its_exact_twin(page, server):
    opened(page, server, TWIN)
    slider = page.get_by_role("slider", name="Iterations T")
    expect(slider).to_have_attribute("aria-valuetext", "after T = 256")
    gap = page.locator("canvas.curves")
    squares = re.compile(r"mean of \(f − h\)² is ([\d.e−+]+)")
    last = float(squares.search(gap.get_attribute("aria-label"))[1].replace("−", "-"))
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "after T = 1")
    assert float(squares.search(gap.get_attribute("aria-label"))[1].replace("−", "-")) > last
    first = pixels(page.locator("canvas.spread"))
    page.get_by_role("combobox", name="Speed").select_option("4")
    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.wait_for_timeout(300)
    assert pixels(page.locator("canvas.spread")) != first
    expect(slider).to_have_attribute("aria-valuetext", "after T = 256", timeout=15_000)
    box = gap.bounding_box()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    expect(page.locator(".tip:visible")).to_have_text(re.compile(r"^T (1[0-9]|2[0-9]) · its limit, 1/T "))  # a log axis
    page.mouse.down()
    page.mouse.up()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"after T = (1[0-9]|2[0-9])$"))
