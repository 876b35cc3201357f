"""The losses page in a real browser: the linked frame, views that move along, the morph and the angle by keyboard."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from algorithms.experiments import home
from algorithms.experiments.run import Run, compute
from tests import oracles
from tests.browser.address import wait_for_query
from tests.browser.sizes import widths

PATIENCE = 60_000  # a cold server compiles
RUN = "dataset=moons&n_samples=100&ratio=4&learner=OAUC-M"
TRACE = compute(Run(dataset="moons", n_samples=100, ratio=4.0, learner="OAUC-M", seed=home.SEED))


def opened(page, server, query):
    page.goto(f"{server.url}/losses?{query}")
    expect(page.locator(".linked canvas").first).to_be_visible(timeout=PATIENCE)
    return page


def losses_at(step):
    """What the views must say of the example that the learner has met at this step."""
    frame = TRACE.step.tolist().index(step)
    labelled = np.flatnonzero(TRACE.scene.labelled)
    scores, y = TRACE.scores["train"][frame][labelled], TRACE.scene.y[labelled]
    margins = [y[step - 1] * (scores[step - 1] - scores[i]) for i in range(step) if y[i] != y[step - 1]]
    return f"mean hinge {oracles.pairwise_hinge(margins):.3f}, ψ_M {oracles.psi_m(margins):.3f}"


def bars(page):
    return page.locator("canvas.bars").get_attribute("aria-label")


def scrub(page, name):
    return page.get_by_role("slider", name=name)


def pixels(canvas):
    return canvas.evaluate("c => c.toDataURL()")


def test_from_a_boundary_frame_to_the_example_of_that_frame(page, server):
    step = int(TRACE.step[15])
    page.goto(f"{server.url}/boundary?{RUN}&step={TRACE.step[14]}")
    expect(page.get_by_role("button", name="Step on")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Step on").focus()
    page.keyboard.press("Enter")
    why = page.get_by_role("link", name="Why is ψ_M above the hinge here?")
    expect(why).to_have_attribute("href", re.compile(f"step={step}(&|$)"))
    why.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Losses")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(f"{step} of 100 examples").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("canvas.bars")).to_have_attribute("aria-label", re.compile(re.escape(losses_at(step))))
    expect(page.get_by_text(re.compile(f"^Example {step} .* is compared with"))).to_be_visible()


def test_the_views_move_with_the_player_and_back_to_the_boundary(page, server):
    opened(page, server, f"{RUN}&step={TRACE.step[10]}")
    before = pixels(page.locator("canvas.spread")), pixels(page.locator("canvas.path"))
    scrub(page, "Moment of training").focus()
    page.keyboard.press("ArrowRight")
    step = int(TRACE.step[11])
    expect(page.locator("canvas.bars")).to_have_attribute("aria-label", re.compile(re.escape(losses_at(step))))
    after = pixels(page.locator("canvas.spread")), pixels(page.locator("canvas.path"))
    assert before[0] != after[0] and before[1] != after[1]
    wait_for_query(page, step=step)
    expect(page.get_by_text(re.compile(f"^Example {step} .* is compared with"))).to_be_visible()
    page.get_by_role("button", name=f"Follow example {step} through the run").click()
    expect(page.get_by_label("Example followed")).to_have_value(str(step))
    expect(page.get_by_text(f"{step} of 100 examples").first).to_be_visible()
    boundary = page.get_by_role("link", name="Boundary", exact=True)
    expect(boundary).to_have_attribute("href", re.compile(f"step={step}(&|$)"))
    boundary.click()
    expect(page.get_by_role("heading", name="Decision boundary")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(f"{step} of 100 examples").first).to_be_visible(timeout=PATIENCE)


def test_the_player_opens_where_it_was_left(page, server):
    opened(page, server, RUN)
    scrub(page, "Moment of training").focus()
    page.keyboard.press("Home")
    first = int(TRACE.step[0])
    wait_for_query(page, step=first)
    page.get_by_text("Your own margins").click()
    expect(page.get_by_text("Task.")).to_be_visible()
    page.get_by_text("A learner's examples").click()
    expect(page.get_by_text(f"{first} of 100 examples").first).to_be_visible(timeout=PATIENCE)


def test_a_picture_is_read_by_pointing_and_a_curve_moves_the_moment(page, server):
    opened(page, server, RUN)
    curves = page.locator("canvas.curves")
    box = curves.bounding_box()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"])
    read = re.compile(r"^examples \d+ · 0-1 [\d.]+ · hinge [\d.]+ · ψ_M [\d.]+ · ψ_S/2 [\d.]+$")
    expect(page.locator(".tip:visible")).to_have_text(read)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).has('step')", timeout=20_000)
    page.mouse.move(0, 0)
    expect(page.locator(".tip:visible")).to_have_count(0)


def test_the_morph_by_keyboard_goes_from_the_sample_to_psi_m(page, server):
    opened(page, server, "part=sample&margins=-1,0.5,2,2.5")
    margins = [-1, 0.5, 2, 2.5]
    hinge, bound = f"{oracles.pairwise_hinge(margins):.3f}", f"{oracles.psi_m(margins):.3f}"
    dots = page.locator("canvas.spread").first
    expect(dots).to_have_attribute("aria-label", re.compile(f"mean hinge {hinge} of at most ψ_M = {bound}"))
    before = pixels(dots)
    slider = scrub(page, "Way from the sample to the worst case")
    slider.focus()
    page.keyboard.press("End")
    expect(dots).to_have_attribute("aria-label", re.compile(f"mean hinge {bound} of at most ψ_M = {bound}"))
    assert pixels(dots) != before
    expect(slider).to_have_attribute("aria-valuetext", "100 %")
    page.get_by_label("Speed").first.select_option("2")
    page.get_by_role("button", name="Play").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause").first).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "100 %", timeout=10_000)  # played through, by itself only then
    page.get_by_label("Margin 1 as a number").fill("0")
    page.keyboard.press("Enter")
    changed = f"{oracles.pairwise_hinge([0, *margins[1:]]):.3f}"
    expect(dots).to_have_attribute("aria-label", re.compile(f"mean hinge {changed} of at most"))
    expect(slider).to_have_attribute("aria-valuetext", "0 %")


def test_nothing_starts_by_itself(page, server):
    opened(page, server, "part=sample")
    slider = scrub(page, "Way from the sample to the worst case")
    page.wait_for_timeout(800)
    expect(slider).to_have_attribute("aria-valuetext", "0 %")


def test_the_best_parabola_is_the_lowest(page, server):
    opened(page, server, "part=sample")
    slider, curve = scrub(page, "Tau, the parabola's width"), page.locator("canvas.curves").last
    best = float(re.search(r"sample is ([\d.]+)", curve.get_attribute("aria-label"))[1])
    slider.focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"):
        page.keyboard.press(key)
        now = float(re.search(r"sample is ([\d.]+)", curve.get_attribute("aria-label"))[1])
        assert now >= best


def test_the_angle_goes_into_the_link_and_comes_back(page, server):
    opened(page, server, f"{RUN}&part=angle&example=5")
    slider, losses = scrub(page, "Angle"), page.locator("canvas.curves").first
    expect(slider).to_have_attribute("aria-valuetext", "0°")
    straight = losses.get_attribute("aria-label")
    slider.focus()
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "−35°")
    wait_for_query(page, angle=-35)
    turned = losses.get_attribute("aria-label")
    assert turned.startswith("Turned by −35°") and turned.split(":")[1] != straight.split(":")[1]
    page.reload()
    expect(page.locator("canvas.curves").first).to_have_attribute("aria-label", turned, timeout=PATIENCE)
    expect(scrub(page, "Angle")).to_have_attribute("aria-valuetext", "−35°")


def test_reduced_motion_steps_the_film_slowly(page, server):
    page.emulate_media(reduced_motion="reduce")
    opened(page, server, "part=sample")
    page.get_by_role("button", name="Play").first.click()
    slider = scrub(page, "Way from the sample to the worst case")
    page.wait_for_timeout(1_500)
    assert int(slider.input_value()) <= 3
    page.get_by_role("button", name="Pause").first.click()


@pytest.mark.parametrize("part", ["run", "sample", "angle"])
def test_it_fits_the_screen_and_every_target_can_be_touched(page, server, part):
    opened(page, server, f"{RUN}&part={part}")
    for _ in widths(page):
        for target in page.locator(".player :is(button, select, input)").all():
            if target.is_visible():
                box = target.bounding_box()
                assert min(box["width"], box["height"]) >= 24
        bar, first = page.locator(".bar").first.bounding_box(), page.locator(".view, .linked").first.bounding_box()
        assert bar["y"] > first["y"]
    for picture in page.locator(".linked canvas").all():
        assert re.search(r"\d", picture.get_attribute("aria-label"))


def test_the_views_follow_the_theme(page, server):
    page.emulate_media(color_scheme="light")
    opened(page, server, RUN)
    words = """c => { const top = c.height * 0.94 | 0, at = c.getContext('2d');
        const d = at.getImageData(0, top, c.width, c.height - top).data;
        let sum = 0, n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { sum += d[i]; n++; }
        return sum / n; }"""
    bars = page.locator("canvas.bars")
    light = bars.evaluate(words)
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(1_000)
    assert light < 100 and bars.evaluate(words) > 200  # names under the bars: dark on light, then light on dark


def test_above_two_features_the_key_names_the_classes_only(page, server):
    opened(page, server, "dataset=german&ratio=0&n_samples=100&learner=OAUC-M")
    expect(page.locator(".view > .strip.main")).to_be_visible()
    expect(page.locator(".legend > .item:visible")).to_have_count(2)
