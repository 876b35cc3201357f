"""The player in a real browser: by mouse, by keyboard alone, on a phone, in the dark, as a file."""

import re

import pytest
from playwright.sync_api import expect

from algorithms.experiments.run import Run, compute
from pages.figures.payload import pack, unpack
from pages.widgets.player import standalone_html
from tests.browser.server import Server

RUNS = [Run(learner=name, n_samples=120, ratio=9.0, seed=1, frames=12) for name in ("SVC", "SVC weighted")]
PROJECTED = [Run(learner="SVC", dataset="breast_cancer", ratio=0.0, n_samples=200, frames=8)]
HOME = """
import streamlit as st
from algorithms.experiments.run import Run, compute
from pages.figures.payload import pack
from pages.widgets.player import player

st.set_page_config(layout="wide")

@st.cache_data
def payload(kind, step, id):
    if kind == "projected":
        runs = [Run(learner="SVC", dataset="breast_cancer", ratio=0.0, n_samples=200, frames=8)]
    else:
        names = ("SVC", "SVC weighted")
        seed = 2 if kind == "other" else 1
        runs = [Run(learner=name, n_samples=120, ratio=9.0, seed=seed, frames=12) for name in names]
    return pack([compute(run) for run in runs], start_step=step, id=id)

asked = st.query_params
reports = st.session_state.setdefault("reports", [])
kind = asked["kind"] if "kind" in asked else st.radio("Kind", ["circles", "other"])
id = "kept" if "keep" in asked else ""
shown = player(payload(kind, int(asked.get("step", 0)), id), "player", on_change=reports.append)
thresholds = " ".join(f"{threshold:.6g}" for threshold in shown.thresholds)
st.text(f"SHOWN frame={shown.frame} step={shown.step} thresholds={thresholds} reports={len(reports)}")
st.text(f"UNRELATED {st.slider('Unrelated', 0, 9)}")
"""


@pytest.fixture(scope="module")
def server(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("player")
    (folder / "app.py").write_text(HOME)
    server = Server(folder, folder / "log")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def packed():
    """Header and arrays of what the app shows."""
    return unpack(pack([compute(run) for run in RUNS]))


class Player:
    """What a visitor sees and touches."""

    def __init__(self, page):
        self.page = page
        self.speed = page.get_by_label("Speed")
        self.play = page.get_by_role("button", name="Play")
        self.pause = page.get_by_role("button", name="Pause")
        self.step = page.get_by_role("button", name="Step on")
        self.back = page.get_by_role("button", name="Back one step")
        self.scrub = page.get_by_role("slider", name="Moment of training")
        self.threshold = page.get_by_role("slider", name="Threshold of SVC", exact=True)

    def counts(self):
        return self.page.locator(".view .count").all_inner_texts()

    def number(self, row, panel=0):
        return self.page.locator(f"table.numbers tr.{row} td").nth(panel).inner_text()

    def told(self):
        """What Python was told last."""
        text = self.page.get_by_text(re.compile("^SHOWN")).inner_text()
        return dict(part.split("=") for part in text.split(" ")[1:] if "=" in part)

    def expect_told(self, **parts):
        pattern = ".*".join(f"{name}={value}" for name, value in parts.items())
        expect(self.page.get_by_text(re.compile(f"^SHOWN .*{pattern}"))).to_be_visible()


@pytest.fixture
def player(page, server):
    def open_(query=""):
        page.goto(server.url + query)
        expect(page.get_by_role("button", name="Play")).to_be_visible(timeout=60_000)
        expect(page.get_by_text(re.compile("^UNRELATED"))).to_be_visible()
        return Player(page)

    return open_


def test_opens_where_asked_and_does_not_start_by_itself(player, packed):
    step = packed[0]["panels"][0]["step"]
    shown = player(f"/?step={step[5]}")
    assert shown.told()["frame"] == "5"
    shown.page.wait_for_timeout(400)
    assert shown.counts() == [f"{step[5]} of 120 examples"] * 2
    assert shown.told()["reports"] == "0"


def test_numbers_are_those_of_the_trace(player, packed):
    shown, (header, arrays) = player("/?step=120"), packed
    for i, (panel, sent) in enumerate(zip(header["panels"], arrays, strict=True)):
        alarms, found = sent["counts"][-1, :, 128] / panel["n_test"]
        accuracy = (found + panel["ratio"] * (1 - alarms)) / (1 + panel["ratio"])
        assert shown.number("auc", i) == f"{panel['auc'][-1]:.3f}"
        assert shown.number("hinge", i) == f"{panel['hinge'][-1]:.3f}"
        assert shown.number("found", i) == f"{100 * found:.1f} %"
        assert shown.number("alarms", i) == f"{100 * alarms:.1f} %"
        assert shown.number("accuracy", i) == f"{accuracy:.3f}"
        assert shown.number("none", i) == "0.900"
        assert shown.number("loss", i) == "–"  # an SVC has no loss of a round


def test_plays_to_the_end_and_reports_once(player):
    shown = player()
    shown.play.click()
    expect(shown.pause).to_be_visible()
    assert shown.told()["reports"] == "0"
    shown.expect_told(frame=11, step=120, reports=1)
    expect(shown.play).to_be_visible()
    shown.speed.select_option("0.5")
    shown.play.click()  # from the end it starts anew
    expect(shown.pause).to_be_visible()
    shown.pause.click()
    shown.expect_told(reports=2)
    assert int(shown.told()["frame"]) < 11


def test_by_keyboard_alone(player, packed):
    shown, step = player(), packed[0]["panels"][0]["step"]
    shown.speed.select_option("0.5")
    shown.play.focus()
    shown.page.keyboard.press("Space")
    expect(shown.pause).to_be_focused()
    expect(shown.scrub).not_to_have_value("0")
    shown.page.keyboard.press("Space")
    shown.expect_told(reports=1)
    shown.page.keyboard.press("Tab")
    expect(shown.back).to_be_focused()
    shown.page.keyboard.press("Tab")
    expect(shown.step).to_be_focused()
    shown.page.keyboard.press("Tab")
    expect(shown.scrub).to_be_focused()
    shown.page.keyboard.press("Home")
    for _ in range(4):
        shown.page.keyboard.press("ArrowRight")
    shown.expect_told(frame=4, step=step[4])
    shown.step.focus()
    shown.page.keyboard.press("Enter")
    shown.page.keyboard.press("Enter")
    shown.back.focus()
    shown.page.keyboard.press("Enter")
    shown.expect_told(frame=5, step=step[5])
    expect(shown.scrub).to_have_attribute("aria-valuetext", f"{step[5]} of 120 examples")
    live = shown.page.locator("[aria-live]")
    expect(live).to_contain_text(f"SVC: After {step[5]} of 120 examples, at threshold 0")


def test_a_burst_of_moves_is_one_report(player):
    shown = player()
    shown.step.evaluate("button => { for (let key = 0; key < 4; key++) button.click(); }")
    shown.expect_told(frame=4, reports=1)


def test_threshold_moves_decisions_and_leaves_auc(player, packed):
    shown, (header, arrays) = player("/?step=120"), packed
    auc = shown.number("auc")
    shown.threshold.focus()
    for _ in range(40):
        shown.page.keyboard.press("ArrowLeft")
    level = int(shown.threshold.input_value())
    assert level < 100
    score = arrays[0]["levels"][-1, level - 1]
    alarms, found = arrays[0]["counts"][-1, :, level] / header["panels"][0]["n_test"]
    assert shown.number("found") == f"{100 * found:.1f} %"
    assert shown.number("alarms") == f"{100 * alarms:.1f} %"
    assert shown.number("auc") == auc
    expect(shown.page.locator(".kept").first).to_have_class(re.compile("active"))
    shown.expect_told(thresholds=re.escape(f"{score:.6g}"))
    assert shown.told()["thresholds"] == f"{score:.6g}"
    shown.page.get_by_role("button", name="reset to 0, threshold of SVC", exact=True).click()
    shown.expect_told(thresholds="0")
    assert shown.threshold.input_value() == "128"


def test_every_level_can_be_reached_by_arrow_keys(player):
    """Levels of equal score lie side by side early on; a key that moved nothing would be a trap."""
    shown = player()
    shown.threshold.focus()
    shown.page.keyboard.press("Home")
    for _ in range(5):
        shown.page.keyboard.press("ArrowRight")
    assert int(shown.threshold.input_value()) >= 5
    all_the_way = """slider => {
        for (let key = 0; key < 255; key++) { slider.stepUp(); slider.dispatchEvent(new Event("input")); }
        return +slider.value;
    }"""  # what an arrow key does, without a way through the browser for each of 255
    assert shown.threshold.evaluate(all_the_way) > 250


def test_threshold_is_dragged_on_the_picture(player):
    shown = player("/?step=120")
    strip = shown.page.locator("canvas.strip").first
    strip.scroll_into_view_if_needed()
    box = strip.bounding_box()
    shown.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 60, steps=5)
    assert shown.told()["reports"] == "0"
    shown.page.mouse.up()
    shown.expect_told(reports=1)
    assert float(shown.told()["thresholds"]) < 0
    assert abs(int(shown.threshold.input_value()) - 64) < 8


def test_curve_is_a_way_to_scrub(player):
    shown = player()
    curve = shown.page.locator("canvas.curve").first
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    curve.click(position={"x": box["width"] - 20, "y": 80})
    shown.expect_told(frame=11, step=120, reports=1)


def test_an_unrelated_rerun_keeps_the_frame_and_sends_little(page, player):
    sizes = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: sizes.append(len(data))))
    shown = player()
    assert max(sizes) > 100_000
    shown.step.click()
    shown.step.click()
    shown.expect_told(frame=2)
    sizes.clear()
    slider = page.get_by_role("slider", name=re.compile("^Unrelated"))
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("UNRELATED 1")).to_be_visible()
    page.wait_for_timeout(300)
    assert shown.told()["frame"] == "2"
    assert shown.scrub.input_value() == "2"
    assert sum(sizes) < 20_000


def test_it_goes_on_playing_through_an_unrelated_rerun(page, player):
    shown = player()
    shown.speed.select_option("0.5")
    shown.play.click()
    slider = page.get_by_role("slider", name=re.compile("^Unrelated"))
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("UNRELATED 1")).to_be_visible()
    expect(shown.pause).to_be_visible()
    shown.expect_told(frame=11, reports=1)


@pytest.mark.parametrize(("query", "frame"), [("/?step=0", "0"), ("/?step=0&keep=1", "3")])
def test_another_payload_starts_anew_unless_its_id_is_kept(page, player, query, frame):
    shown = player(query)
    shown.scrub.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shown.expect_told(frame=3)
    before = shown.number("auc")
    page.get_by_text("other", exact=True).click()
    expect(shown.scrub).to_have_value(frame)
    shown.expect_told(frame=frame)
    if frame == "0":
        expect(page.locator("table.numbers tr.auc td").first).not_to_have_text(before)


def test_reduced_motion_steps_slowly(page, player):
    page.emulate_media(reduced_motion="reduce")
    shown = player()
    arrived = """scrub => new Promise(done => {
        const begun = performance.now();
        const noted = () => { if (scrub.value === "3") done(performance.now() - begun); };
        new MutationObserver(noted).observe(scrub, {attributeFilter: ["aria-valuetext"]});
        scrub.getRootNode().querySelector("button[aria-label=Play]").click();
    })"""
    assert shown.scrub.evaluate(arrived) >= 3 * 600
    shown.pause.click()
    shown.expect_told(reports=1)


def test_above_two_features_the_score_strip_is_the_view(page, player):
    shown = player("/?kind=projected&step=200")
    header, _ = unpack(pack([compute(run) for run in PROJECTED]))
    panel = header["panels"][0]
    assert page.locator(".view canvas.strip").count() == 1
    assert page.locator(".detail canvas.plane").count() == 1
    told = page.get_by_text("lie on the wrong colour").inner_text()
    assert f"{panel['strays'][-1]} of {panel['n_points']} points" in told
    assert f"{100 * panel['explained']:.0f} % of the variance" in told
    assert shown.number("auc") == f"{panel['auc'][-1]:.3f}"


@pytest.mark.parametrize("viewport", [1280, 390], indirect=True)
def test_bar_stands_under_the_first_view_and_all_can_be_touched(page, player, viewport):
    player()
    view, bar = page.locator(".view").first.bounding_box(), page.locator(".bar").bounding_box()
    assert view["y"] + view["height"] <= bar["y"] < view["y"] + view["height"] + 40
    second = page.locator(".view").nth(1).bounding_box()
    assert (second["y"] == view["y"]) == (viewport["width"] == 1280)
    for target in page.locator(".player :is(button, select, input)").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 24
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pictures_have_words_with_numbers(page, player, packed):
    shown = player("/?step=120")
    labels = [canvas.get_attribute("aria-label") for canvas in page.get_by_role("img").all()]
    assert len(labels) >= 8
    assert all(re.search(r"\d", label) for label in labels if label)
    assert any("is predicted positive" in label for label in labels)
    assert any(f"ROC curve with area {shown.number('auc')}" in label for label in labels)


def test_redraws_when_the_theme_changes(page, player):
    page.emulate_media(color_scheme="light")
    player()
    ink = """c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let sum = 0, n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { sum += d[i]; n++; }
        return sum / n; }"""
    curve = page.locator("canvas.curve").first
    assert curve.evaluate(ink) < 100
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(1_000)
    assert curve.evaluate(ink) > 150  # the mean of what is drawn: dark lines on light, then light on dark


def test_a_file_of_its_own_needs_no_server(browser, tmp_path, packed):
    payload = pack([compute(run) for run in RUNS], start_step=0)
    (tmp_path / "player.html").write_text(standalone_html(payload, "<Circles>"), encoding="utf-8")
    context = browser.new_context()
    page, sent, wrong = context.new_page(), [], []
    page.on("request", lambda request: sent.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "player.html").as_uri())
    assert page.title() == "<Circles>"
    page.get_by_role("button", name="Play").click()
    auc = packed[0]["panels"][0]["auc"]
    expect(page.locator("table.numbers tr.auc td").first).to_have_text(f"{auc[-1]:.3f}", timeout=10_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    field = page.locator("canvas.plane").first.evaluate(
        "c => c.getContext('2d').getImageData(c.width >> 1, c.height >> 1, 1, 1).data[3]"
    )
    assert field == 255
    context.close()
    assert wrong == []
    assert all(url.startswith(("file:", "data:", "blob:")) for url in sent)
