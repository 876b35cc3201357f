"""The regret page in a browser: the band fills in, a moment comes along, and links change what is measured."""

import re

from playwright.sync_api import Page, expect

from tests.browser.address import wait_for_query
from tests.browser.sizes import widths
from tests.browser.test_pages import DEEP

PATIENCE = 90_000  # a cold server compiles
SMALL = "?learner=OAUC-M&n_samples=200&ratio=4&scaling=unit+ball"


def chart(page: Page, alt: str | re.Pattern):
    """The chart that this text describes."""
    return page.get_by_role("figure", name=alt)


def legend(page: Page, text: str):
    return page.locator(".legendtext", has_text=text)


def test_the_band_fills_in_after_the_first_curve(page, server):
    page.goto(server.url + "/regret?n_samples=1000&buffer_size=400&regret_samples=20")
    curve = chart(page, re.compile("Regret of OKAUC-M in ψ_M: .* 1,000 rounds"))
    expect(curve).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(re.compile(r"The same on 20 samples: \d+ of 20"))).to_be_visible(timeout=PATIENCE)
    expect(legend(page, "20 samples, lowest to highest")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible(timeout=PATIENCE)
    page.goto(server.url + "/regret" + SMALL)
    expect(legend(page, "10 samples, lowest to highest")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(re.compile("Over 10 samples it lies between"))).to_be_visible()
    assert list(widths(page)) == [1280, 390]


def test_the_frame_of_another_page_is_marked(page, server):
    page.goto(server.url + DEEP.replace("boundary", "ranking") + "&step=100")
    expect(page.get_by_text("This run, this frame")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Regret").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Regret", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(chart(page, re.compile("at this frame, after 100 rounds"))).to_be_visible(timeout=PATIENCE)
    expect(legend(page, "this frame")).to_be_visible()
    wait_for_query(page, dataset="moons", ratio=9, seed=3, step=100)


def test_a_theorem_is_made_to_cover_the_run_by_keyboard(page, server):
    page.goto(server.url + "/regret" + SMALL.replace("&scaling=unit+ball", "") + "&regret_samples=1")
    expect(page.get_by_text("Theorem 6 says nothing about this run")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Make it so").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Theorem 6 covers this run.")).to_be_visible(timeout=PATIENCE)
    wait_for_query(page, scaling="unit ball", learner="OAUC-M")
    page.get_by_role("button", name="A run whose regret is negative").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Negative regret.")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    expect(page.get_by_text("Theorem 6 covers this run.")).to_be_visible(timeout=PATIENCE)


def test_lemma_7_breaks_as_lambda_grows(page, server):
    page.goto(server.url + "/regret?learner=SVC&lemma_lambda=3")
    expect(page.get_by_text("here the printed lemma is not broken")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("slider", name="λ of this run").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("the printed lemma is false")).to_be_visible(timeout=PATIENCE)
    wait_for_query(page, lemma_lambda=4)
