"""Every learner is a scikit-learn classifier: scikit-learn's own checks, and the promises of this package."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from algorithms import LEARNERS
from algorithms.base import LARGEST, DivergenceError
from tests import oracles
from tests.algorithms.streams import STREAMS, cloud

ONLINE = [name for name, learner in LEARNERS.items() if hasattr(learner, "partial_fit")]
STREAMED = [name for name, learner in LEARNERS.items() if learner.unit == "example"]
X, Y = STREAMS["cloud"]


@pytest.fixture(params=STREAMED)
def learner(request):
    """An estimator with its default parameters, not fitted."""
    return LEARNERS[request.param]()


@pytest.fixture(params=ONLINE)
def online(request):
    return LEARNERS[request.param]()


def scores(learner, X=X, y=Y):
    return clone(learner).fit(X, y).decision_function(STREAMS["cloud"][0])


@parametrize_with_checks([LEARNERS[name]() for name in [*STREAMED, "DSG"]])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


# The positive class, the threshold


@pytest.mark.parametrize("labels", [(-1, 1), (0, 1), (False, True), ("ham", "spam"), (3.0, 8.0), ("b", "a")])
def test_the_second_class_in_order_is_positive_whatever_its_name(learner, labels):
    named = np.where(Y > 0, labels[1], labels[0])
    learner.fit(X, named)
    assert learner.classes_.tolist() == sorted(labels)
    turned = learner.classes_[1] != labels[1]
    assert np.array_equal(learner.decision_function(X), scores(learner, X, -Y if turned else Y))
    positive = learner.predict(X) == learner.classes_[1]
    assert np.array_equal(positive, learner.decision_function(X) > 0)
    assert set(learner.predict(X)) == set(learner.classes_)


def test_text_labels_may_be_objects(learner):
    named = np.where(Y > 0, "spam", "ham").astype(object)
    assert np.array_equal(learner.fit(X, named).predict(X) == "spam", scores(learner) > 0)


def test_decision_function_is_the_score_minus_the_offset(learner):
    learner.fit(X, Y)
    assert np.array_equal(learner.decision_function(X), learner._scores(X) - learner.offset_)


def test_a_decision_of_exactly_0_is_negative(learner):
    learner.fit(X, Y)
    learner.offset_ = learner._scores(X)[Y > 0][0]
    assert learner.decision_function(X)[Y > 0][0] == 0
    assert learner.predict(X)[Y > 0][0] == -1


# Steps


def test_steps_end_where_fit_ends(learner):
    *_, (t, (train,), snapshot) = clone(learner).steps(X, Y, [40, len(X)], [X])
    assert t == len(X)
    assert train == pytest.approx(scores(learner), rel=1e-9, abs=1e-12)
    assert snapshot["offset"] == pytest.approx(learner.fit(X, Y).offset_)
    assert snapshot["seconds"] >= 0 and snapshot["bytes"] > 0


def test_steps_show_a_learner_that_has_seen_so_much_and_no_more(learner):
    if "gamma" in learner.get_params():
        learner.set_params(gamma=0.5)  # "scale" looks at all rows
    for t, (shown,), _ in clone(learner).steps(X, Y, [25, 26, 60], [X]):
        assert shown == pytest.approx(scores(learner, X[:t], Y[:t]), rel=1e-9, abs=1e-12)


def test_online_steps_are_every_example_where_nothing_is_said(online):
    assert [t for t, _, _ in online.steps(X, Y)] == list(range(1, len(X) + 1))


def test_steps_begin_anew(learner):
    first, second = (list(learner.steps(X, Y, [30, 70], [X]))[-1][1][0] for _ in range(2))
    assert np.array_equal(first, second)


# Learning in parts

cuts = st.lists(st.integers(1, len(X) - 1), max_size=6, unique=True).map(sorted)


@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("at", STREAMS)
@settings(max_examples=10)
@given(cuts=cuts)
def test_any_chunking_gives_the_same_weights(name, at, cuts):
    X, y = STREAMS[at]
    options = {"gamma": 0.5, "buffer_size": 6} if "gamma" in LEARNERS[name]().get_params() else {}
    whole, parts = LEARNERS[name](**options).fit(X, y), LEARNERS[name](**options)
    for start, stop in zip([0, *cuts], [*cuts, len(X)], strict=True):
        parts.partial_fit(X[start:stop], y[start:stop], classes=[-1, 1])
    for attribute in ("coef_", "dual_coef_", "support_", "offset_", "n_samples_seen_"):
        assert np.array_equal(getattr(whole, attribute, None), getattr(parts, attribute, None)), attribute


@pytest.mark.parametrize("options", [{"buffer_size": None}, {"kernel": "linear"}])
def test_chunks_with_other_buffers_too(options):
    whole = LEARNERS["OKAUC-M"](gamma=0.5, **options).fit(X, Y)
    parts = LEARNERS["OKAUC-M"](gamma=0.5, **options)
    for start in range(0, len(X), 9):
        parts.partial_fit(X[start : start + 9], Y[start : start + 9], classes=[-1, 1])
    assert parts.decision_function(X) == pytest.approx(whole.decision_function(X), rel=1e-9, abs=1e-12)


def test_the_first_part_needs_both_classes_or_their_names(online):
    with pytest.raises(ValueError, match="one class only"):
        online.partial_fit(X[:1], Y[:1])
    online.partial_fit(X, Y)  # the failed call left nothing behind
    assert np.array_equal(online.decision_function(X), scores(online))


def test_a_first_part_refused_for_a_parameter_leaves_nothing_behind_either():
    learner = LEARNERS["OKAUC-M"](kernel="poly")
    with pytest.raises(ValueError, match="kernel must be one of"):
        learner.partial_fit(X, Y)
    learner.set_params(kernel="rbf").partial_fit(X, Y)
    assert np.array_equal(learner.decision_function(X), scores(LEARNERS["OKAUC-M"]()))


def test_a_part_may_hold_one_class_once_the_classes_are_known(online):
    online.partial_fit(X[Y < 0], Y[Y < 0], classes=[1, -1])
    assert np.isfinite(online.decision_function(X)).all()
    assert online.partial_fit(X[Y > 0], Y[Y > 0]).classes_.tolist() == [-1, 1]


def test_a_class_never_heard_of_is_named(online):
    online.partial_fit(X, Y)
    before = online.decision_function(X)
    with pytest.raises(ValueError, match=r"y holds \[7.0\], but the classes are \[-1.0, 1.0\]"):
        online.partial_fit(X[:2], [1.0, 7.0])
    assert np.array_equal(online.decision_function(X), before)


def test_classes_cannot_change_between_parts(online):
    online.partial_fit(X, Y, classes=[-1, 1])
    with pytest.raises(ValueError, match=r"classes is \[0, 1\], but was \[-1, 1\]"):
        online.partial_fit(X, Y, classes=[0, 1])


def test_fit_forgets_what_was_learned_before(online):
    online.partial_fit(*cloud(p=2, seed=7))
    assert np.array_equal(online.fit(X, Y).decision_function(X), scores(online))
    assert online.n_samples_seen_ == len(X)


# Input of every form gives the same learner, and is left as it was


def test_the_callers_arrays_are_never_written_to(learner):
    own_X, own_y = X.copy(), Y.copy()
    learner.fit(own_X, own_y).predict(own_X)
    list(learner.steps(own_X, own_y, [40, 70], [own_X]))
    assert np.array_equal(own_X, X) and np.array_equal(own_y, Y)


@pytest.mark.parametrize(
    "form",
    [np.asfortranarray, np.ndarray.tolist, lambda A: np.repeat(A, 2, axis=0)[::2]],
    ids=["columns first", "lists", "every second row"],
)
def test_other_forms_of_the_same_numbers(learner, form):
    assert np.array_equal(learner.fit(form(X), form(Y)).decision_function(form(X)), scores(learner))


@pytest.mark.parametrize("index", [range(70)[::-1], [f"row {i}" for i in range(70)], [0] * 70])
def test_frames_are_read_by_position_whatever_their_index(learner, index):
    frame, labels = pd.DataFrame(X, index=index, columns=["a", "b", "c"]), pd.Series(Y, index=index)
    learner.fit(frame, labels)
    assert np.array_equal(learner.decision_function(frame), scores(learner))
    assert learner.feature_names_in_.tolist() == ["a", "b", "c"]


def test_memory_mapped_arrays(learner, tmp_path):
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "y.npy", Y)
    mapped = [np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in "Xy"]
    assert np.array_equal(learner.fit(*mapped).decision_function(mapped[0]), scores(learner))


def test_single_precision_is_nearly_the_same(learner):
    narrow = (X + 0.1).astype(np.float32)
    wide = narrow.astype(np.float64)
    found = clone(learner).fit(narrow, Y).decision_function(narrow)
    assert np.array_equal(found, clone(learner).fit(wide, Y).decision_function(wide))
    expected = learner.fit(X + 0.1, Y).decision_function(X + 0.1)
    assert found == pytest.approx(expected, abs=1e-3 * np.abs(expected).max())


# Bad input is refused in words


def first(value):
    bad = X.copy()
    bad[3, 1] = value
    return bad


@pytest.mark.parametrize(
    ("bad_X", "bad_y", "message"),
    [
        (first(np.nan), Y, "NaN"),
        (first(np.inf), Y, "infinity"),
        (first(-np.inf), Y, "infinity"),
        (first(1e307), Y, "Scale the features"),
        (first(-1e307), Y, "Scale the features"),
        (X, np.ones(len(X)), "one class"),
        (X, np.arange(len(X)) % 3, "Only binary classification is supported, and y has 3 classes"),
        (X, np.where(Y > 0, 0.5, 0.25), "Unknown label type: continuous"),
        (X, first(np.nan)[:, 1], "NaN"),
        (X[:, :0], Y, r"0 feature\(s\) .* while a minimum of 1 is required"),
        (X[:0], Y[:0], r"0 sample\(s\) .* while a minimum of 1 is required"),
        (X[:, 0], Y, "Expected 2D array, got 1D array instead"),
        (X[:5], Y, "inconsistent numbers of samples"),
        (np.where(X > 0, "high", "low"), Y, "could not convert string to float"),
        (X * 1j, Y, "Complex data not supported"),
        (X, None, "requires y to be passed"),
    ],
)
def test_bad_training_data(learner, bad_X, bad_y, message):
    with pytest.raises(ValueError, match=message):
        learner.fit(bad_X, bad_y)
    with pytest.raises(ValueError, match=message):
        next(iter(learner.steps(bad_X, bad_y)))
    if hasattr(learner, "partial_fit"):
        with pytest.raises(ValueError, match=message):
            learner.partial_fit(bad_X, bad_y)


def test_sparse_matrices_are_refused_with_the_way_out(learner):
    with pytest.raises(TypeError, match="toarray"):
        learner.fit(scipy.sparse.csr_matrix(X), Y)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (X[:, :2], "X has 2 features, but .* is expecting 3 features as input"),
        (first(np.nan), "NaN"),
        (first(np.inf), "infinity"),
        (first(1e307), "Scale the features"),
        (X[0], "Expected 2D array"),
    ],
)
def test_bad_data_to_score(learner, bad, message):
    learner.fit(X, Y)
    for method in (learner.predict, learner.decision_function):
        with pytest.raises(ValueError, match=message):
            method(bad)
    with pytest.raises(ValueError, match=message):
        next(iter(learner.steps(X, Y, [70], [X, bad])))


# Numbers without measure: a finite answer or a DivergenceError, never NaN


@pytest.mark.parametrize("factor", [1e8, -1e8, 1e70, 1e-8, 1e-70, 1e307, 1e-307])
def test_no_scale_of_the_features_gives_nan(learner, factor):
    try:
        learner.fit(X * factor, Y)
    except DivergenceError as divergence:
        assert divergence.step == len(X)
        assert "grew without bound" in str(divergence) and "scale the features" in str(divergence)
    except ValueError as refusal:
        assert factor > LARGEST and "Scale the features" in str(refusal)
    else:
        assert factor < LARGEST
        assert np.isfinite(learner.decision_function(X * factor)).all()
        assert np.isfinite(learner.decision_function(first(LARGEST))).all()


@pytest.mark.parametrize("factor", [2.0**27, 2.0**-27, 2.0**200])
@pytest.mark.parametrize(
    ("name", "options"),
    [("Perceptron", {"fit_intercept": False}), ("OKAUC-M", {}), ("SVC", {}), ("SVC weighted", {})],
)
def test_some_learners_answer_alike_at_every_scale(name, options, factor):
    learner = LEARNERS[name](**options)
    expected = clone(learner).fit(X, Y).predict(X)
    assert np.array_equal(learner.fit(X * factor, Y).predict(X * factor), expected)


@pytest.mark.parametrize("factor", [1e8, 1e-8])
def test_oauc_m_is_right_at_every_scale(factor):
    weights, _ = oracles.oauc(X * factor, Y, "M", regularization=0.1)
    learner = LEARNERS["OAUC-M"](regularization=0.1).fit(X * factor, Y)
    assert learner.coef_[0] == pytest.approx(weights[-1], rel=1e-8)


@pytest.mark.parametrize("name", ["OAUC-S", "OAUC-M_c"])
def test_steps_go_on_until_the_weights_grow_without_bound(name):
    shown = []
    with pytest.raises(DivergenceError, match=r"by step \d+\. Lower step_size") as divergence:
        for t, (train,), _ in LEARNERS[name](step_size=100.0, regularization=1000.0).steps(X, Y, probes=[X]):
            assert np.isfinite(train).all()
            shown.append(t)
    assert shown == list(range(1, divergence.value.step))
    assert 5 < len(shown) < len(X)
