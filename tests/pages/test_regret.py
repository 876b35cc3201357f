"""The regret page: every choice gives the regret of exactly that run, and each theorem can be made to cover one."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from algorithms import FROM_A_STREAM as LEARNERS
from algorithms.base import DivergenceError
from algorithms.experiments import home
from algorithms.experiments.run import Run
from algorithms.theory.regret import horizons_of, regret_curve
from pages.figures.regret_figures import number
from tests import oracles
from tests.algorithms.theory import loops
from tests.pages.driver import choices, choose, control, every_choice, keys, open_page, settled

PAGE = "pages/regret.py"
SMALL = {"n_samples": 60, "ratio": 4, "noise": 0.25, "regret_samples": 1}
RUN = Run(n_samples=60, ratio=4.0, seed=home.SEED, learner="OAUC-M")


def text(at) -> str:
    return "\n".join(block.value for kind in ("markdown", "caption", "info", "warning") for block in at.get(kind))


def table(at, column: str):
    """The first table with this column, as it stands under its chart."""
    return next(frame.value for frame in at.dataframe if column in frame.value)


def figures(at) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]


def alts(at) -> list[str]:
    return [chart.proto.alt for chart in at.get("plotly_chart")]


def links(at) -> dict[str, str]:
    """Label -> query string of each link on the page."""
    return {link.proto.label: link.proto.query_string for link in at.get("page_link")}


def press(at, label: str):
    """The page after this button."""
    next(button for button in at.button if button.label == label).click()
    return settled(at.run())


def measured(run: Run, loss="psi_M", horizons=25, weight=None):
    """The regret of a Run, without the page."""
    split = run.split()
    X, y = split.X[split.labelled], split.y[split.labelled]
    marks = horizons_of(y, horizons) if isinstance(horizons, int) else horizons
    return regret_curve(X, y, run.estimator(), loss, marks, weight)


def check(at, run: Run, loss="psi_M", horizons=25, weight=None):
    curve = measured(run, loss, horizons, weight)
    shown = table(at, "regret")
    np.testing.assert_array_equal(shown["rounds"], curve.horizons)
    np.testing.assert_allclose(shown["regret"], curve.regret, rtol=1e-9, atol=1e-9)
    assert number(curve.regret[-1]) in text(at)


def test_opens_with_the_run_of_the_boundary_page_and_its_regret():
    at = open_page(PAGE)
    check(at, home.BOUNDARY)
    assert len(table(at, "lowest")) == 25
    assert "Over 10 samples" in text(at)


def test_the_regret_on_the_page_is_that_of_double_loops():
    at = open_page(PAGE, learner="OAUC-S", **SMALL)
    split = RUN.split()
    learner = LEARNERS["OAUC-S"]()
    weights, _ = oracles.oauc(split.X, split.y, "S", learner.regularization, learner.step_size)
    iterates = np.vstack([np.zeros(2), weights[:-1]])
    decay = learner.regularization / 2
    rounds = [loops.round_loss(w, split.X, split.y, t, "psi_S/2")[0] + decay * w @ w for t, w in enumerate(iterates)]
    data = (split.X, split.y, learner.regularization, "psi_S/2")
    best = minimize(loops.cumulative_loss, np.zeros(2), data, jac=True, tol=1e-12).fun
    assert table(at, "regret")["regret"].iloc[-1] == pytest.approx(sum(rounds) - best, abs=1e-5)


def test_few_words_stand_before_the_first_control():
    first = open_page(PAGE, **SMALL).markdown[0].value
    assert len(first.split()) <= 120


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_has_its_regret_or_a_reason(learner):
    at = open_page(PAGE, learner=learner, **SMALL)
    run = replace(RUN, learner=learner)
    if LEARNERS[learner].family == "reference":
        assert "no rounds and no regret" in text(at)
        return
    own = "regularization" in LEARNERS[learner]().get_params()
    loss = "psi_S/2" if learner.endswith("-S") else "psi_M"
    check(at, run, loss, weight=None if own else 0.1)
    assert ("has no λ of its own" in text(at)) != own
    assert len(set(alts(at))) == len(alts(at))


@pytest.mark.parametrize("order", ["shuffled", "by class", "drifting"])
@pytest.mark.parametrize("scaling", ["unit ball", "standard"])
def test_every_order_and_scaling(order, scaling):
    at = open_page(PAGE, learner="OAUC-M", **SMALL)
    control(at, "order").set_value(order)
    control(at, "scaling").set_value(scaling)
    shown = settled(at.run())
    check(shown, replace(RUN, order=order, scaling=scaling))
    assert ("Both classes have been seen in round" in text(shown)) == (order == "by class")
    assert ("Theorem 6 covers this run" in text(at)) == (scaling == "unit ball")


@pytest.mark.parametrize("key", ["regularization", "step_size"])
def test_every_step_and_lambda(key):
    at = open_page(PAGE, learner="OAUC-S", scaling="unit ball", **SMALL)
    for mark in choices(control(at, key))[::3]:
        choose(control(at, key), mark)
        settled(at.run())
        value = control(at, key).value
        run = Run.of(learner="OAUC-S", knobs={key: value}, n_samples=60, ratio=4.0, seed=home.SEED, scaling="unit ball")
        if "grew without bound" in text(at):
            with pytest.raises(DivergenceError):
                measured(run, "psi_S/2")
            continue
        check(at, run, "psi_S/2")
        assert ("Theorem 5 covers this run" in text(at)) == (value == "theorem")


@pytest.mark.parametrize("loss", ["psi_M", "psi_S/2"])
@pytest.mark.parametrize("learner", ["OAUC-M", "OAUC-S", "OKAUC-M"])
def test_a_bound_and_a_regret_in_another_loss_share_no_axis(learner, loss):
    at = open_page(PAGE, learner=learner, **SMALL)
    control(at, "regret_loss").set_value(loss)
    settled(at.run())
    own = "psi_S/2" if learner == "OAUC-S" else "psi_M"
    theorem = {"OAUC-M": "Theorem 6", "OAUC-S": "Theorem 5", "OKAUC-M": "Theorem 8"}[learner]
    drawn = [trace["name"] for figure in figures(at) for trace in figure["data"]]
    assert any(name.startswith(theorem) for name in drawn) == (loss == own)
    assert ("do not share an axis" in text(at)) == (loss != own)
    axes = [figure["layout"]["yaxis"]["title"]["text"] for figure in figures(at)]
    other = {"psi_M": "ψ_S", "psi_S/2": "ψ_M"}[loss]
    assert not any(other in title for title in axes)


@pytest.mark.parametrize("horizons", [10, 25, 50])
def test_every_number_of_horizons(horizons):
    at = open_page(PAGE, learner="OAUC-M", **SMALL)
    control(at, "regret_horizons").set_value(horizons)
    check(settled(at.run()), RUN, horizons=horizons)


@pytest.mark.parametrize("samples", [1, 5, 10, 20])
def test_every_band_holds_the_samples_it_names(samples):
    at = open_page(PAGE, learner="OAUC-M", n_samples=40, ratio=4)
    control(at, "regret_samples").set_value(samples)
    settled(at.run())
    if samples == 1:
        assert not any("lowest" in frame.value for frame in at.dataframe)
        return
    runs = [replace(RUN, n_samples=40, seed=home.SEED + k) for k in range(samples)]
    regrets = np.array([measured(run).regret for run in runs])
    band = table(at, "lowest")
    np.testing.assert_allclose(band["lowest"], regrets.min(axis=0), atol=1e-9)
    np.testing.assert_allclose(band["highest"], regrets.max(axis=0), atol=1e-9)
    np.testing.assert_allclose(band["median"], np.median(regrets, axis=0), atol=1e-9)


def test_the_moment_of_another_page_is_marked_with_its_own_regret():
    at = open_page(PAGE, learner="OAUC-M", step=37, **SMALL)
    (mark,) = (trace for figure in figures(at) for trace in figure["data"] if trace["name"] == "this frame")
    exact = measured(RUN, horizons=[37]).regret[0]
    assert (mark["x"], mark["y"]) == ([37], [pytest.approx(exact)])
    assert f"at this frame, after 37 rounds, {number(exact)}" in alts(at)[1]
    assert all("step=37" in query for label, query in links(at).items() if label in ("Boundary", "Theorems"))
    choose(control(at, "step"), 0)  # a mark of its own, 37, is there only while it is chosen
    for shown in every_choice(settled(at.run()), "step"):
        step = control(shown, "step").value
        marks = [trace for figure in figures(shown) for trace in figure["data"] if trace["name"] == "this frame"]
        assert [mark["x"] for mark in marks] == ([] if step == "end" else [[step]])


@pytest.mark.parametrize("dataset", ["circles", "moons", "german", "breast_cancer"])
@pytest.mark.parametrize("theorem", ["Theorem 5, OAUC-S", "Theorem 6, OAUC-M", "Theorem 8, OKAUC-M"])
def test_a_link_makes_all_that_a_theorem_assumes_true(dataset, theorem):
    at = open_page(PAGE, dataset=dataset, learner="Perceptron", n_samples=1000, n_labelled=100, regret_samples=1)
    shown = press(at, theorem)
    name = theorem.split(",")[0]
    assert f"**{name} covers this run.**" in text(shown)
    assert "✗" not in text(shown)
    assert control(shown, "dataset").value == dataset


def test_a_failed_premise_has_a_link_that_mends_it():
    at = open_page(PAGE, learner="OAUC-S", regularization=0.5, **SMALL)
    assert "Theorem 5 says nothing about this run" in text(at)
    shown = press(at, "Make it so")
    assert "Theorem 5 covers this run" in text(shown)
    assert control(shown, "regularization").value == 0.5


def test_negative_regret_is_one_link_away_and_explained():
    at = open_page(PAGE, learner="OAUC-S", scaling="unit ball", dataset="blobs", **SMALL)
    assert "Negative regret" not in text(at)
    shown = press(at, "A run whose regret is negative")
    assert table(shown, "regret")["regret"].min() < -30
    assert "Negative regret" in text(shown)


def test_lemma_7_breaks_live_at_every_lambda_that_breaks_it():
    at = open_page(PAGE, learner="SVC", **SMALL)
    assert "λ‖f‖ = **1.998** > 1.914" in text(at)
    for shown in every_choice(at, "lemma_lambda"):
        broken = control(shown, "lemma_lambda").value >= 4
        assert ("the printed lemma is false" in text(shown)) == broken


@pytest.mark.parametrize("learner", ["OAUC-M", "OKAUC-M"])
def test_four_labels_are_enough(learner):
    at = open_page(PAGE, learner=learner, n_labelled=4, **SMALL)
    assert table(at, "regret")["rounds"].iloc[-1] == 4


def test_two_settings_have_two_descriptions():
    first, second = (open_page(PAGE, learner="OAUC-M", seed=seed, **SMALL) for seed in (1, 2))
    for one, other in zip(alts(first)[:-1], alts(second)[:-1], strict=True):
        assert one != other
    for at in (first, second):
        assert number(table(at, "regret")["regret"].iloc[-1]) in alts(at)[1]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"learner": "OAUC-S", "step_size": 100, "scaling": "none"}, "grew without bound"),
        ({"learner": "OKAUC-M", "n_samples": 3000}, "2,000 rounds at most"),
    ],
)
def test_what_cannot_be_measured_is_said_once(query, said):
    at = open_page(PAGE, **query)
    assert text(at).count(said) == 1
    assert "regularization" in keys(at)


def test_present_hides_the_controls():
    at = open_page(PAGE, present=1, learner="OAUC-M", **SMALL)
    assert keys(at) == {"present"}
    check(at, RUN)


def test_a_preset_stays_in_the_presentation():
    shown = press(open_page(PAGE, present=1, learner="OAUC-S", **SMALL), "Make it so")
    assert keys(shown) == {"present"}
    assert "Theorem 5 covers this run" in text(shown)
