"""The list of learners, and the knobs that controls and grids are drawn from."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

from algorithms import LEARNERS
from algorithms.base import Learner
from algorithms.semi_supervised import SemiSupervisedLearner
from tests.algorithms.streams import STREAMS

EVERY = LEARNERS
KNOBS = [(name, knob) for name, learner in EVERY.items() for knob in learner.knobs]


@pytest.mark.parametrize("name", EVERY)
def test_every_learner_says_what_it_is(name):
    learner = EVERY[name]
    assert issubclass(learner, Learner)
    for words in (learner.family, learner.unit, learner.paper, learner.cost, inspect.getdoc(learner)):
        assert words.strip()
    assert len({knob.name for knob in learner.knobs}) == len(learner.knobs)


def test_the_list_behaves_as_a_mapping():
    assert len(LEARNERS) == len(list(LEARNERS)) == len(set(LEARNERS))
    assert "OAUC-M" in LEARNERS and "OAUC" not in LEARNERS
    with pytest.raises(KeyError):
        LEARNERS["OAUC"]


def test_listing_learners_imports_none_of_them():
    code = "import sys, algorithms; list(algorithms.LEARNERS); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "algorithms" in loaded
    assert not any(heavy in loaded for heavy in ("sklearn", "numba", "numpy"))


@pytest.mark.parametrize(("name", "knob"), KNOBS)
def test_a_knob_starts_at_the_constructors_default(name, knob):
    parameters = inspect.signature(EVERY[name].__init__).parameters
    assert knob.name in parameters
    assert knob.default == parameters[knob.name].default
    assert type(knob.default) is type(parameters[knob.name].default)


@pytest.mark.parametrize(("name", "knob"), KNOBS)
def test_a_knobs_default_lies_within_its_range(name, knob):
    assert knob.help and "\n" not in knob.help
    if knob.default in knob.choices or isinstance(knob.default, bool):
        return
    assert knob.is_number
    assert knob.low <= knob.default <= knob.high
    assert not knob.log or knob.low > 0
    assert not knob.integer or all(isinstance(value, int) for value in (knob.low, knob.default, knob.high))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore:.*the risk has no minimum")
@pytest.mark.parametrize(("name", "knob"), KNOBS)
def test_every_choice_works_and_both_ends_are_answered(name, knob):
    X, y = STREAMS["cloud"]
    if issubclass(EVERY[name], SemiSupervisedLearner):
        y = np.where(np.arange(len(y)) < 40, y > 0, -1)
    ends = [knob.low, knob.high] if knob.is_number else [] if knob.choices else [False, True]
    for value in [*knob.choices, *ends]:
        try:
            learner = EVERY[name](**{knob.name: value}).fit(X, y)
        except ArithmeticError as divergence:
            assert value == knob.high and "grew without bound" in str(divergence)
        else:
            assert np.isfinite(learner.decision_function(X)).all()
