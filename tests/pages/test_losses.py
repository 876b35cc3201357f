"""The losses page: every choice of its own controls gives the numbers of exactly that example, sample and angle."""

import json
import math

import numpy as np
import pytest

from algorithms.experiments import home
from algorithms.experiments.run import Run, compute
from tests import oracles
from tests.pages.driver import control, every_choice, header, keys, open_page, settled

PAGE = "pages/losses.py"
SMALL = {"dataset": "moons", "n_samples": 60, "ratio": 4, "learner": "OAUC-M"}
TRACE = compute(Run(dataset="moons", n_samples=60, ratio=4.0, learner="OAUC-M", seed=home.SEED))
SAMPLE = [-0.6, 0.3, 0.8, 1.1, 1.6, 2.2]
ORACLES = {"0-1 loss": oracles.zero_one, "mean hinge": oracles.pairwise_hinge, "ψ_M": oracles.psi_m}


def films(at):
    """What each film on the page is given, by the name of its slider."""
    data = [json.loads(c.proto.json) for c in at.get("bidi_component") if c.proto.component_name == "film"]
    return {film["name"]: film for film in data}


def alts(at):
    return [chart.proto.alt for chart in at.get("plotly_chart")]


def press(at, label):
    next(button for button in at.button if button.label == label).click()
    return settled(at.run())


def set_to(at, key, value):
    control(at, key).set_value(value)
    return settled(at.run())


def margins_of(trace, frame, row=None):
    """By the double loop: the margins of a row, or of the one just met, against the other class seen by a frame."""
    labelled = np.flatnonzero(trace.scene.labelled)
    scores, y, step = trace.scores["train"][frame][labelled], trace.scene.y[labelled], int(trace.step[frame])
    row = step - 1 if row is None else row
    return row, [y[row] * (scores[row] - scores[i]) for i in range(step) if y[i] != y[row]]


def described(margins):
    mean = sum(margins) / len(margins)
    return ", ".join(f"{name} {oracle(margins):.3f}" for name, oracle in ORACLES.items()), mean


def check_example(at, trace, frame, row=None):
    """Views and sentence speak of this example at this frame of this trace."""
    row, margins = margins_of(trace, frame, row)
    losses, mean = described(margins)
    views = header(at)["views"]
    assert f"Example {row + 1} (" in views[1]["alt"][frame] and losses in views[1]["alt"][frame]
    assert f"mean margin {mean:.3f}" in views[3]["alt"][frame]
    sentence = next(m.value for m in at.markdown if m.value.startswith(f"**Example {row + 1} ("))
    assert f"μ = {mean:.3f}" in sentence and f"ψ_M is **{oracles.psi_m(margins):.3f}**" in sentence
    panel = header(at)["panels"][0]
    assert panel["moment"][frame] >= 0


# ---- a run


def test_opens_with_the_boundary_pages_run_and_its_last_example():
    at = open_page(PAGE)
    trace = compute(home.BOUNDARY)
    check_example(at, trace, len(trace.step) - 1)
    assert Run.from_dict(header(at)["panels"][0]["run"]) == home.BOUNDARY
    assert dict(at.query_params) == {}


def test_the_link_of_a_boundary_frame_shows_the_example_of_that_frame():
    step = int(TRACE.step[20])
    boundary = open_page("pages/boundary.py", **SMALL, step=step)
    link = next(one.proto for one in boundary.get("page_link") if "ψ_M" in one.proto.label)
    assert link.page == "losses"
    query = dict(pair.split("=") for pair in link.query_string.split("&"))
    assert query["step"] == str(step)
    at = open_page(PAGE, **query)
    assert header(at)["timeline"][header(at)["start"]][0] == 20
    check_example(at, TRACE, 20)


def test_two_runs_are_described_by_their_own_numbers():
    shown = [header(open_page(PAGE, **SMALL, seed=seed))["views"] for seed in (1, 2)]
    for one, other in zip(*shown, strict=True):
        assert one["alt"][-1] != other["alt"][-1]


def test_an_example_is_followed_and_let_go():
    last, step = len(TRACE.step) - 1, int(TRACE.step[20])
    at = open_page(PAGE, **SMALL, step=step)
    press(at, f"Follow example {step} through the run")
    check_example(at, TRACE, 20, step - 1)
    assert header(at)["views"][3]["joined"]
    set_to(at, "example", 7)
    check_example(at, TRACE, 20, 6)
    assert at.query_params["example"] == "7"
    press(at, "Show the one just met")
    check_example(at, TRACE, 20)
    assert last > 20 and "example" not in at.query_params


def test_a_number_past_the_stream_is_its_last_example():
    at = open_page(PAGE, **SMALL, example=5_000)
    check_example(at, TRACE, len(TRACE.step) - 1, 59)
    assert control(at, "example").value == 60


@pytest.mark.parametrize("learner", ["SVC", "OKAUC-M", "Perceptron"])
def test_any_learners_examples_are_shown(learner):
    at = open_page(PAGE, **SMALL | {"learner": learner})
    trace = compute(Run(dataset="moons", n_samples=60, ratio=4.0, learner=learner, seed=home.SEED))
    check_example(at, trace, len(trace.step) - 1)


@pytest.mark.parametrize("key", ["dataset", "ratio", "n_labelled", "learner"])
def test_the_four_choices_lead_to_their_run(key):
    at = open_page(PAGE, **SMALL)
    seen = set()
    for shown in every_choice(at, key):
        run = Run.from_dict(header(shown)["panels"][0]["run"])
        seen.add(getattr(run, key))
        views = header(shown)["views"]
        assert len(views) == 4 and len(views[0]["alt"]) == len(header(shown)["panels"][0]["step"])
    assert len(seen) > 2


# ---- a sample


def check_sample(at, margins):
    """Every picture of the part speaks of these margins."""
    losses, mean = described(margins)
    deviation = math.sqrt(sum((c - mean) ** 2 for c in margins) / len(margins))
    gap, strip, punished = alts(at)
    bound, hinge = oracles.psi_m(margins), oracles.pairwise_hinge(margins)
    assert losses.split(", ψ_M")[0] in gap and f"ψ_M {bound:.3f}" in gap
    assert f"deviation {deviation:.3f}" in strip and f"mean {mean:.3f}" in strip
    assert f"{sum(c > 1 for c in margins)} of them" in punished
    way, parabolas = films(at).values()
    assert f"mean hinge {hinge:.3f} of at most ψ_M = {bound:.3f}" in way["views"][0]["alt"][0]
    assert f"mean hinge {bound:.3f}" in way["views"][0]["alt"][-1] or control(at, "finite").value
    assert f"mean over the sample is {bound:.4f}" in parabolas["views"][1]["alt"][parabolas["start"]]
    ratio = hinge / bound if bound else 1.0
    assert any(f"reaches {100 * ratio:.1f} %" in m.value for m in at.markdown)


def test_a_sample_is_edited_by_slider_field_and_buttons():
    at = open_page(PAGE, part="sample")
    check_sample(at, SAMPLE)
    set_to(at, "margins slider 0", 0.5)
    check_sample(at, [0.5, *SAMPLE[1:]])
    assert control(at, "margins field 0").value == 0.5
    set_to(at, "margins field 5", 3.3)
    check_sample(at, [0.5, *SAMPLE[1:5], 3.3])
    assert control(at, "margins slider 5").value == 3.3
    press(at, "Add a margin")
    check_sample(at, [0.5, *SAMPLE[1:5], 3.3, 1.0])
    for _ in range(5):
        press(at, "Remove the last")
    check_sample(at, [0.5, 0.3])
    assert next(b for b in at.button if b.label == "Remove the last").disabled
    assert at.query_params["margins"] == "0.5,0.3"


@pytest.mark.parametrize("name", ["Mixed", "Alike", "One far off"])
def test_each_ready_sample(name):
    at = press(open_page(PAGE, part="sample", margins="1,2"), name)
    margins = [float(c) for c in at.query_params.get("margins", ",".join(map(str, SAMPLE))).split(",")]
    assert margins != [1, 2]
    check_sample(at, margins)


def test_the_morph_may_end_at_a_sample():
    at = open_page(PAGE, part="sample", margins="-1,0.5,2")
    whole = films(at)["Way from the sample to the worst case"]
    set_to(at, "finite", True)
    check_sample(at, [-1, 0.5, 2])
    finite = films(at)["Way from the sample to the worst case"]
    assert whole["id"] != finite["id"]
    assert len(finite["views"][0]["dots"][0]) == 3
    assert finite["views"][1]["lines"][0]["y"][-1] < whole["views"][1]["lines"][0]["y"][-1]


def test_the_task_is_judged_by_the_ratio():
    def boxes():
        said = next(m.value for m in at.markdown if m.value.startswith("**Task.**"))
        return said.count(":material/check_box:"), said.count(":material/check_box_outline_blank:")

    at = open_page(PAGE, part="sample")
    assert boxes() == (0, 2)
    set_to(at, "margins slider 0", 2.0)  # 0.3, 0.8, 1.1, 1.6, 2.0, 2.2: neither
    assert boxes() == (0, 2)
    press(at, "Alike")
    assert boxes() == (1, 1)
    for j in range(4):
        set_to(at, f"margins field {j}", 2.0 + j / 2)  # all right, but spread
    assert boxes() == (2, 0)
    press(at, "Mixed")
    assert boxes() == (2, 0)


@pytest.mark.parametrize("margins", ["nan,1", "1", "1,2,3,4,5,6,7,8,9", "a,b", ""])
def test_a_bad_sample_in_a_link_is_mended(margins):
    check_sample(open_page(PAGE, part="sample", margins=margins), SAMPLE)


# ---- turning weights


def losses_at(run, row, degrees, scaling):
    """psi_M's alternative text by loops: OAUC-M's weights, turned by hand in the plane of w and y (x - mean)."""
    split = Run(**{**run, "scaling": scaling}).split()
    X, y = split.X[split.labelled], split.y[split.labelled]
    w = oracles.oauc(X, y, "M", 0.1)[0][-1]
    others = X[y != y[row]]
    towards = y[row] * (X[row] - others.mean(axis=0))
    across = towards - (towards @ w) / (w @ w) * w
    across *= math.sqrt(w @ w) / math.sqrt(across @ across)
    turned = math.cos(math.radians(degrees)) * w + math.sin(math.radians(degrees)) * across
    margins = [y[row] * (turned @ X[row] - turned @ other) for other in others]
    return described(margins)[0]


def test_the_angle_of_the_link_and_its_losses():
    run = {"dataset": "german", "n_samples": 80, "ratio": 0.0, "learner": "OAUC-M", "seed": home.SEED}
    at = open_page(PAGE, part="angle", **run, angle=-60, example=5)
    film = films(at)["Angle"]
    assert film["timeline"][film["start"]] == "−60°"
    for frame, degrees in ((film["start"], -60), (0, -180), (46, 50)):
        assert losses_at(run, 4, degrees, "unit ball") in film["views"][1]["alt"][frame]
    set_to(at, "turned example", 9)
    assert losses_at(run, 8, 50, "unit ball") in films(at)["Angle"]["views"][1]["alt"][46]
    assert at.query_params["example"] == "9"


def test_a_learner_without_linear_weights_lends_from_oauc_m():
    run = {"dataset": "moons", "n_samples": 60, "ratio": 4.0, "learner": "SVC", "seed": home.SEED}
    at = open_page(PAGE, part="angle", **run, example=5)
    assert losses_at(run, 4, 0, "unit ball") in films(at)["Angle"]["views"][1]["alt"][36]
    assert any("weights that OAUC-M learns" in m.value for m in at.markdown)


def test_other_scalings_examples_and_real_data():
    at = open_page(PAGE, part="angle", **SMALL)
    shown = {}
    for scaling in ("standard", "[-1, 1]", "none"):
        control(at, "against").set_value(scaling)
        settled(at.run())
        shown[scaling] = films(at)["Angle"]["views"]
        assert shown[scaling][3]["title"].endswith(scaling)
        assert any(m.value.count(f"**{scaling}**") for m in at.markdown)
    assert len({json.dumps(views[3]["lines"]) for views in shown.values()}) == 3
    assert len({json.dumps(views[2]["lines"]) for views in shown.values()}) == 1
    press(at, "Take the farthest example")
    split = Run(dataset="moons", n_samples=60, ratio=4.0, seed=home.SEED, scaling="none").split()
    norms = [math.hypot(*x) for x in split.X[split.labelled]]
    assert at.query_params["example"] == str(norms.index(max(norms)) + 1)
    press(at, "Take real data")
    assert at.query_params["dataset"] == "german" and "ratio" not in at.query_params
    assert any("promises nothing" in m.value for m in at.markdown)
    assert "Take real data" not in [b.label for b in at.button]


def test_each_part_presents_without_controls():
    for part in ("run", "sample", "angle"):
        at = open_page(PAGE, **SMALL, part=part, present=1)
        assert keys(at) <= {"present", "finite"}
        assert at.get("bidi_component")


@pytest.mark.parametrize("part", ["run", "sample", "angle"])
def test_every_statement_says_where_it_is_in_the_paper(part):
    at = open_page(PAGE, **SMALL, part=part)
    named = {expander.label for expander in at.expander}
    expected = {"run": ("Theorem 1",), "sample": ("Theorem 1", "Lemma 2", "Lemma 3"), "angle": ("Lemma 4",)}
    for name in expected[part]:
        assert any(label.startswith(f"In the paper: {name}, section") for label in named)
    links = [one.proto for one in at.get("page_link") if one.proto.page == "theorems"]
    checked = [link for link in links if link.label == "Checked on this run"]
    assert len(checked) == len(expected[part]) and all("statement=" in link.query_string for link in checked)
