"""The random-features page: every choice gives the kernel, the twin and the sizes that formulas written out give."""

import json

import numpy as np
import pytest

from algorithms.experiments import home
from algorithms.experiments.run import Run
from algorithms.kernels import gamma_of
from algorithms.random_features import FEATURE_MAPS
from algorithms.theory.stationarity import theorem_2
from algorithms.theory.twins import STEPS_OF, TWINS, Pursuit, chase, convergence
from algorithms.theory.waves import MOST, SIZES, line_through
from pages.figures.theme import QUIET
from pages.widgets import layout
from tests import oracles_semi as oracles
from tests.pages.driver import choose, control, every_choice, keys, open_page, settled

PAGE = "pages/random_features.py"
SMALL = {"n_samples": 60, "ratio": 2, "n_labelled": 12}
QUICK = SMALL | {"look": "twin", "twin_T": 256, "twin_seeds": 1, "twin_rows": 8}
RUN = Run(n_samples=60, ratio=2.0, n_labelled=12, seed=home.SEED)
LOOKS = ("kernel", "gram", "twin", "seeds", "widths")


def text(at) -> str:
    return "\n".join(block.value for kind in ("markdown", "caption", "info", "warning") for block in at.get(kind))


def film(at) -> dict:
    (one,) = (c for c in at.get("bidi_component") if c.proto.component_name == "film")
    return json.loads(one.proto.json)


def tables(at, column: str) -> list:
    return [frame.value for frame in at.dataframe if column in frame.value]


def figures(at) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]


def set_to(at, key, value):
    control(at, key).set_value(value)
    return settled(at.run())


def press(at, label: str):
    next(button for button in at.button if button.label == label).click()
    return settled(at.run())


def estimate(A, B, m, feature_map, centre, gamma):
    """phi(a) . phi(b) for all rows, from the first m of MOST frequencies, by hand."""
    omega, b = oracles.frequencies(home.SEED, 1, A.shape[1], MOST, gamma)
    one, other = (oracles.features(Z - centre, omega[:, :m], b[:m], feature_map) for Z in (A, B))
    return one @ other.T


def test_few_words_stand_before_the_first_control_and_the_run_of_the_boundary_page():
    at = open_page(PAGE)
    assert len(at.markdown[0].value.split()) <= 120
    assert {"dataset", "ratio", "n_labelled", "gamma"} <= keys(at)
    assert dict(at.query_params) == {}


@pytest.mark.parametrize(
    ("look", "dataset"), [*((look, "moons") for look in LOOKS), ("gram", "german"), ("twin", "german")]
)
def test_every_look_on_any_data_has_its_pictures_and_their_numbers(look, dataset):
    at = open_page(PAGE, **QUICK | {"look": look, "dataset": dataset})
    charts, films = at.get("plotly_chart"), at.get("bidi_component")
    assert len(charts) == {"kernel": 1, "gram": 3, "twin": 1, "seeds": 1, "widths": 1}[look]
    assert len(films) == (look in ("kernel", "twin"))
    assert len(at.dataframe) == len(charts) + 2 * len(films)
    alts = [chart.proto.alt for chart in charts]
    assert len(set(alts)) == len(alts) and all(any(c.isdigit() for c in alt) for alt in alts)
    assert "In the papers: " in text(at)


# ---- the kernel


@pytest.mark.parametrize("gamma", ["scale", 4.0])
def test_the_kernel_along_the_line_is_that_of_the_features(gamma):
    at = open_page(PAGE, **SMALL, gamma=gamma, frequencies=24)
    split = RUN.split()
    value = gamma_of(gamma, split.X)
    line = line_through(split.X, split.y, 3 * value**-0.5)
    exact = oracles.kernel(line.origin[None], line.points, value)[0]
    (table,) = tables(at, "cos and sin: largest error")
    shown = film(at)
    assert shown["start"] == SIZES.index(24) and shown["timeline"][shown["start"]] == "m = 24"
    for view, name in zip(shown["views"], FEATURE_MAPS, strict=True):
        assert view["lines"][0]["y"][0] == pytest.approx(exact, abs=1e-5)
        for row in (0, 11, len(SIZES) - 1):
            found = estimate(line.origin[None], line.points, SIZES[row], name, line.origin, value)[0]
            assert view["lines"][1]["y"][row] == pytest.approx(found, abs=1e-5)
            column = {"pair": "cos and sin", "shifted": "cos with phase"}[name]
            assert table[f"{column}: largest error"][row] == pytest.approx(np.abs(found - exact).max(), abs=1e-5)
        assert len(view["faint"]) == 24 and view["faint_count"][:5] == [1, 2, 3, 4, 5]
    assert "**m = 24**" in text(at)
    (along,) = tables(at, "exact")
    assert along["exact"].to_numpy() == pytest.approx(exact)
    found = estimate(line.origin[None], line.points, 24, "pair", line.origin, value)[0]
    assert along["cos and sin, m = 24"].to_numpy() == pytest.approx(found, abs=1e-5)


@pytest.mark.parametrize("seeds", [10, 200])
def test_the_error_is_a_mean_over_as_many_seeds_as_asked(seeds):
    at = open_page(PAGE, **SMALL)
    (before,) = tables(at, "cos and sin: measured")
    set_to(at, "error_seeds", seeds)
    (after,) = tables(at, "cos and sin: measured")
    assert f"Over {seeds} seeds" in text(at)
    assert not np.array_equal(before, after)
    for name in ("cos and sin", "cos with phase"):
        ratio = after[f"{name}: measured"] / after[f"{name}: √(v/m)"]
        assert ratio.to_numpy() == pytest.approx(np.ones(len(SIZES)), abs=0.6 if seeds == 10 else 0.2)
        slope = np.polyfit(np.log(SIZES), np.log(after[f"{name}: measured"]), 1)[0]
        assert f"m^{{{slope:.2f}}}" in text(at)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
def test_every_gram_matrix_is_that_of_the_features(feature_map):
    at = open_page(PAGE, **SMALL, look="gram", gram_map=feature_map)
    errors = []
    for choice in (0, 4, len(SIZES) - 1):
        choose(control(at, "frequencies"), choice)
        settled(at.run())
        exact, found, difference = (frame.value.drop(columns="point").to_numpy() for frame in at.dataframe)
        errors.append(np.sqrt(np.mean(difference**2)))
        assert difference == pytest.approx(found - exact, abs=1e-12)
        assert f"**m = {SIZES[choice]:,}**" in text(at) and f"off by **{errors[-1]:.4f}**" in text(at)
        assert np.linalg.matrix_rank(found, tol=1e-3) <= (2 if feature_map == "pair" else 1) * SIZES[choice]
    assert errors[-1] < 0.1 * errors[0]
    assert exact.min() >= 0 and exact.diagonal() == pytest.approx(1)


# ---- the twin


def expected(**changed):
    """What the twin's table must say: computed without the page."""
    split = RUN.split()
    values = {"gamma": gamma_of("scale", split.X), "iterations": 256, "batch_size": 8} | changed
    pursuit, seen = Pursuit(**values), split.labelled
    X, y = (split.X, np.where(seen, split.y > 0, -1))
    if pursuit.learner == "DSG":
        X, y = split.X[seen], split.y[seen]
    return convergence(pursuit, [chase(pursuit, X, y, line_through(split.X, split.y).points, home.SEED)])


def check_twin(at, **changed):
    found = expected(**changed)
    (table,) = tables(at, "mean over x")
    assert np.array_equal(table["T"], found.iterations)
    assert table["mean over x"].to_numpy() == pytest.approx(found.average)
    assert table.iloc[:, 3].to_numpy() == pytest.approx(found.printed)
    assert table.iloc[:, 4].to_numpy() == pytest.approx(found.sharper)
    slope = np.polyfit(np.log(table["T"]), np.log(table["mean over x"]), 1)[0]
    assert slope < 0
    assert f"**$T^{{{found.exponent(found.average).exponent:.2f}}}$**" in text(at)
    line, gap = film(at)["views"]
    assert len(line["lines"][1]["y"]) == len(gap["at"]) == len(found.iterations)
    assert line["lines"][1]["y"][-1] == pytest.approx(found.first.f[-1], rel=1e-4, abs=1e-5)
    assert line["lines"][0]["y"][-1] == pytest.approx(found.first.h[-1], rel=1e-4, abs=1e-5)
    (along,) = tables(at, "f − h")
    assert along["f − h"].to_numpy() == pytest.approx(found.first.f[-1] - found.first.h[-1])


@pytest.mark.parametrize("learner", TWINS)
def test_each_learner_follows_its_twin(learner):
    at = open_page(PAGE, **QUICK, twin=learner)
    for rule in STEPS_OF[learner]:
        if len(STEPS_OF[learner]) > 1:
            set_to(at, "twin_steps", rule)
        check_twin(at, learner=learner, step_rule=rule)
        assert ("Theorem 1 promises" in text(at)) == (rule == "constant")
        assert ("twin_theta" in keys(at)) == (rule == "constant")


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        ("twin_m", "n_components", 16), ("twin_map", "feature_map", "shifted"), ("twin_rows", "batch_size", 1),
        ("twin_lambda", "regularization", 1.0), ("twin_theta", "theta", 4.0),
    ],
)  # fmt: skip
def test_each_choice_of_the_twin_is_what_is_played(key, name, value):
    learner, rule = ("TSGS3VM", "constant") if key == "twin_theta" else ("DSG", "decreasing")
    at = open_page(PAGE, **QUICK, twin=learner)
    check_twin(set_to(at, key, value), learner=learner, step_rule=rule, **{name: value})


def test_more_seeds_and_a_longer_run():
    at = set_to(open_page(PAGE, **QUICK, twin="DSG"), "twin_seeds", 5)
    assert "over 5 seeds" in film(at)["views"][1]["alt"][0]
    set_to(at, "twin_T", 1024)
    assert film(at)["timeline"][-1] == "after T = 1,024"


def test_another_learners_steps_start_from_its_own():
    at = open_page(PAGE, **QUICK, twin="DSG", twin_steps="constant")
    set_to(at, "twin", "QSG-S2AUC")
    assert at.query_params["twin"] == "QSG-S2AUC" and "twin_steps" not in at.query_params
    check_twin(at, learner="QSG-S2AUC", step_rule="decreasing")


def test_where_all_is_labelled_a_button_leaves_few():
    at = open_page(PAGE, **QUICK | {"n_labelled": "all"})
    assert "Every example is labelled here" in text(at)
    shown = press(at, "Leave 40 labels")
    assert "Every example is labelled here" not in text(shown) and shown.query_params["n_labelled"] == "40"


@pytest.mark.parametrize("loss", ["logistic", "hinge"])
def test_theorem_2_covers_smooth_losses_and_says_why_it_covers_no_other(loss):
    at = open_page(PAGE, **QUICK, twin_loss=loss)
    for shown in every_choice(at, "twin_unlabelled"):
        unlabelled = control(shown, "twin_unlabelled").value
        covered = (loss, unlabelled) == ("logistic", "Gaussian-like")
        (table,) = tables(shown, "lowest seed")
        names = {trace.get("name"): trace for trace in figures(shown)[0]["data"]}
        assert ("**Theorem 2 covers this run.**" in text(shown)) == covered == ("Theorem 2" in table)
        if covered:
            bound = theorem_2(Pursuit(iterations=256)).at(table["T"])
            assert table["Theorem 2"].to_numpy() == pytest.approx(bound)
            assert (table["measured"] < table["Theorem 2"]).all()
        else:
            assert names["measured"]["line"]["color"] == QUIET
            assert f"the {unlabelled if loss == 'logistic' else loss}" in text(shown) and "jump" in text(shown)


# ---- seeds and widths


@pytest.mark.parametrize("key", ["memory_n", "memory_d", "memory_m", "memory_T"])
def test_every_size_is_that_of_the_arrays(key):
    at = open_page(PAGE, look="seeds")
    for choice in (0, len(control(at, key).options) - 1):
        choose(control(at, key), choice)
        settled(at.run())
        n, d, m, T = (control(at, f"memory_{letter}").value for letter in "ndmT")
        (table,) = tables(at, "bytes")
        single, double = np.float32().nbytes, np.float64().nbytes
        coefficients = 2 * single * m * T
        kept = [8 + coefficients, 8 + coefficients + d * single * m * T, 2 * single * n * m * T, double * n * n]
        assert table["bytes"].tolist() == kept


def test_the_sizes_of_this_run_are_one_button_away():
    at = press(open_page(PAGE, **SMALL, look="seeds", twin_m=16, twin_T=256), "Those of this run and its twin")
    assert [control(at, f"memory_{letter}").value for letter in "ndmT"] == [60, 2, 16, 256]


@pytest.mark.parametrize("gamma", [0.125, 8.0])
def test_each_convention_names_the_kernel(gamma):
    at = open_page(PAGE, **SMALL, look="widths", gamma=gamma)
    sigmas = {"OAUC": gamma**-0.5, "QSG, TSGS3VM": gamma, "PNU-AUC": (2 * gamma) ** -0.5}
    assert all(f"**{sigma:.4g}**" in text(at) for sigma in sigmas.values())
    for name, sigma in sigmas.items():
        set_to(at, "width_of", name)
        assert f"σ = **{sigma:.4g}**, right for {name}" in text(at)
        (table,) = tables(at, "distance")
        read = {
            "OAUC": np.exp(-(table["distance"] ** 2) / sigma**2), "QSG": np.exp(-sigma * table["distance"] ** 2),
            "PNU": np.exp(-(table["distance"] ** 2) / (2 * sigma**2)),
        }  # fmt: skip
        for column in table.columns[1:]:
            assert table[column].to_numpy() == pytest.approx(read[column.split("-")[0].split(" ")[0]].to_numpy())


# ---- the page


def test_the_run_goes_along_to_the_other_pages():
    at = open_page(PAGE, **SMALL, look="widths", learner="OKAUC-S", gamma=2.0, step=7)
    links = {link.proto.label: link.proto.query_string for link in at.get("page_link")}
    assert all(part in links["Regret"] for part in ("n_samples=60", "learner=OKAUC-S", "gamma=2", "step=7"))
    assert PAGE in layout.RUN_PAGES


def test_every_data_control_leads_to_its_data():
    at = open_page(PAGE, **SMALL, look="gram")
    seen = set()
    for key, choice in (("dataset", 1), ("ratio", 0), ("noise", 0.5), ("scaling", 1), ("gamma", 3)):
        choose(control(at, key), choice)
        settled(at.run())
        seen.add(at.dataframe[0].value.to_numpy()[:, 1:].astype(float).tobytes())
    press(at, "New sample")
    seen.add(at.dataframe[0].value.to_numpy()[:, 1:].astype(float).tobytes())
    assert len(seen) == 6
    assert at.query_params["seed"] == str(home.SEED + 1)


@pytest.mark.parametrize("look", ["gram", "twin"])
def test_present_hides_the_controls(look):
    at = open_page(PAGE, **QUICK | {"look": look, "present": 1})
    assert keys(at) == {"present"} and at.get("plotly_chart")


def test_two_samples_are_described_by_their_own_numbers():
    one, other = (open_page(PAGE, **SMALL, look="gram", seed=seed).get("plotly_chart") for seed in (1, 2))
    assert all(a.proto.alt != b.proto.alt for a, b in zip(one, other, strict=True))
