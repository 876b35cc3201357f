"""The theorems page: each statement and erratum with the numbers of exactly the run that its link says."""

from urllib.parse import parse_qsl

import numpy as np
import pytest

from algorithms.experiments import home
from algorithms.experiments.run import Run, compute
from algorithms.theory.errata import ERRATA
from algorithms.theory.statements import STATEMENTS
from pages.figures import theorem_figures as figures
from tests.pages.driver import control, open_page, settled

PAGE = "pages/theorems.py"
DATA = {"dataset": "moons", "n_samples": 60, "ratio": 4.0, "scaling": "unit ball"}
SMALL = {**DATA, "learner": "OAUC-M", "regularization": 0.2}
RUN = Run.of(**DATA, learner="OAUC-M", knobs={"regularization": 0.2}, seed=home.SEED)
TRACE = compute(RUN)


def stream(run):
    split = run.split()
    return split.X[split.labelled], split.y[split.labelled]


def expected(statement, run=RUN, trace=TRACE, frame=-1, regularization=0.2):
    X, y = stream(run)
    scores = {"scores": trace.scores["train"][frame][trace.scene.labelled]} if statement.of_scores else {}
    return statement.check(X, y, regularization, **scores)


def overview(at):
    """The cells of each statement's line."""
    table = next(m.value for m in at.markdown if m.value.startswith("| Statement"))
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.split("\n")[2:]]


def text(at):
    return "\n".join(m.value for m in at.markdown)


def links(at):
    """Where each link of the page leads, by its label."""
    return {link.proto.label: dict(parse_qsl(link.proto.query_string)) for link in at.get("page_link")}


def alt(at):
    return at.get("plotly_chart")[0].proto.alt


def test_every_statement():
    at = open_page(PAGE, **SMALL)
    rows = overview(at)
    for row, statement in zip(rows, STATEMENTS, strict=True):
        control(at, "statement").set_value(statement.key)
        shown = settled(at.run())
        found = expected(statement)
        assert row == [f"**{statement.name}.** {statement.title}", figures.brief(found), "✓ holds"]
        assert alt(shown) == figures.sides_alt(statement, found)
        assert statement.words in text(shown) and figures.minus(found.sentence) in text(shown)
        assert [f.value for f in shown.latex] == [f"$$\n{statement.latex}\n$$"]
        assert any(statement.where in caption.value for caption in shown.caption)
        table = next(frame.value for frame in shown.dataframe)
        for name, side in figures.sides_table(found).items():
            np.testing.assert_allclose(table[name], side)
        for premise in found.premises:
            assert f"✓ **holds:** {premise.sentence}".replace("psi_", "ψ_") in text(shown)


def test_every_moment_changes_what_is_about_its_scores():
    at = open_page(PAGE, **SMALL)
    first = overview(at)
    marks = control(at, "step").options
    for frame in (0, len(marks) // 2):
        at = open_page(PAGE, step=int(TRACE.step[frame]), **SMALL)
        rows = overview(at)
        assert rows[0][1] == figures.brief(expected(STATEMENTS[0], frame=frame)) != first[0][1]
        assert rows[3:] == first[3:]


def test_a_premise_that_fails_greys_its_statement_and_offers_the_way_out():
    at = open_page(PAGE, **SMALL | {"scaling": "standard", "statement": "theorem-6"})
    grey = [all(cell.startswith(":gray[") for cell in row) for row in overview(at)]
    assert grey == [statement.key in ("lemma-4", "theorem-5", "theorem-6") for statement in STATEMENTS]
    assert "outside the unit ball" in overview(at)[5][2] and "✗ **fails:**" in text(at)
    next(button for button in at.button if button.label == "Scale to the unit ball").click()
    assert all(verdict == "✓ holds" for *_, verdict in overview(settled(at.run())))
    assert at.session_state["scaling"] == "unit ball"


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.key)
def test_each_statement_leads_to_the_page_that_shows_it(statement):
    """With the same data; and, where a learner of its own is spoken of, that learner and this page's lambda."""
    at = open_page(PAGE, **DATA, learner="OKAUC-M", gamma=2, statement=statement.key)
    shown = {label: link for label, link in links(at).items() if label.startswith(("See", "Choose", "Turn"))}
    ((_, link),) = shown.items()
    assert {key: str(value).removesuffix(".0") for key, value in DATA.items()}.items() <= link.items()
    own = {"theorem-5": "OAUC-S", "theorem-6": "OAUC-M", "lemma-7": "OKAUC-M", "theorem-8": "OKAUC-M"}
    if statement.key in own:
        assert (link.get("learner", "OKAUC-M"), link["regularization"]) == (own[statement.key], "0.03")
    else:
        assert "learner" not in link and link["gamma"] == "2"


def test_every_statement_is_listed_with_a_link():
    found = links(open_page(PAGE, **SMALL))
    assert all(found[statement.name]["dataset"] == "moons" for statement in STATEMENTS)


def test_every_erratum_stands_there_with_its_numbers():
    at = open_page(PAGE, **SMALL)
    X, y = stream(RUN)
    for erratum in ERRATA:
        numbers = erratum.check(X, y, 0.2) if erratum.check else None
        assert figures.erratum_lines(erratum, numbers) in text(at)


def test_a_learner_without_lambda_is_told_which_is_used():
    at = open_page(PAGE, **DATA, learner="Perceptron")
    said = next(caption.value for caption in at.caption if "of their own" in caption.value)
    assert "λ = 0.1, as this learner has none" in said and "scores of Perceptron" in said
    run = Run(**DATA, learner="Perceptron", seed=home.SEED)
    found = expected(STATEMENTS[0], run, compute(run))
    assert overview(at)[0][1] == figures.brief(found)
    assert overview(at)[5][1] == figures.brief(expected(STATEMENTS[5], regularization=0.1))


def test_two_settings_read_differently():
    assert alt(open_page(PAGE, **SMALL)) != alt(open_page(PAGE, **SMALL | {"seed": 1}))


@pytest.mark.parametrize("bad", ["theorem-9", "<b>", ""])
def test_a_link_to_no_statement_shows_the_first(bad):
    assert open_page(PAGE, **SMALL, statement=bad).session_state["statement"] == "theorem-1"


def test_few_words_come_before_the_first_control():
    at = open_page(PAGE, **SMALL)
    assert at.markdown[0].value.startswith("What") and len(at.markdown[0].value.split()) <= 120


def test_present_hides_the_settings():
    at = open_page(PAGE, present=1, **SMALL)
    assert "dataset" not in {box.key for box in at.selectbox}
    control(at, "statement").set_value("lemma-7")
    assert "Lemma 7" in alt(settled(at.run()))
