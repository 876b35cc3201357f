"""What learners from few labels promise: -1 is unlabelled, the order of rows is nothing, labels alone are a case."""

import io
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from algorithms import FROM_FEW_LABELS
from algorithms.base import LARGEST, DivergenceError
from algorithms.random_expansion import SCHEDULES
from algorithms.semi_supervised import SemiSupervisedLearner, canonical_order
from tests.algorithms.semi_streams import half_labelled, moons

SEMI = [name for name, learner in FROM_FEW_LABELS.items() if issubclass(learner, SemiSupervisedLearner)]
ITERATED = [name for name, learner in FROM_FEW_LABELS.items() if learner.unit == "iteration"]
CLOSED = ("SAMULT", "PNU-AUC")
BY_SEED = [name for name in SEMI if "random_state" in FROM_FEW_LABELS[name]().get_params()]
X, Y = half_labelled()
QUICK = {"max_iter": 100, "n_components": 16, "gamma": 0.5}
LONG = {"step_size": 0.05}  # so that 100 iterations leave 0
OWN = {"TSGS3VM": LONG, "FRS3VM": LONG, "BGS3VM": LONG, "PNU-AUC": {"positive_rate": 0.5}}


def quick(name, **options):
    """A learner that takes few iterations."""
    learner = FROM_FEW_LABELS[name]()
    options = {**QUICK, **OWN.get(name, {}), **options}
    if learner.unit == "round":
        options.pop("max_iter")
    return learner.set_params(**{key: value for key, value in options.items() if key in learner.get_params()})


@pytest.fixture(params=SEMI)
def name(request):
    return request.param


@pytest.fixture
def learner(name):
    return quick(name)


def scores(learner, X=X, y=Y, at=X):
    return clone(learner).fit(X, y).decision_function(at)


# scikit-learn's checks: as they are, with 70 % of the labels taken away, and with text for labels

EXPECTED = {"check_classifiers_classes": "it uses -1 as a class; scikit-learn exempts its own semi-supervised by name"}


def hidden(y):
    """70 % of y made -1, at least two of each class kept."""
    y = np.asarray(y)
    keep = np.random.default_rng(0).random(len(y)) < 0.3
    for label in np.unique(y):
        keep[np.flatnonzero(y == label)[:2]] = True
    return np.where(keep, y, -1)


class Hidden:
    """Mixed into a learner, it takes 70 % of the labels away before it learns, and more where they are to be text."""

    text = False

    def fit(self, X, y):
        if y is None or np.asarray(y).dtype.kind not in "iu" or np.asarray(y).size < 9:
            return super().fit(X, y)
        y = np.asarray(y)
        classes, masked = np.unique(y), hidden(y.ravel())
        if self.text:
            masked = np.array([int(v) if v == -1 else f"class {v}" for v in masked.tolist()], dtype=object)
        super().fit(X, masked.reshape(y.shape))
        if self.text:
            assert self.classes_.tolist() == [f"class {v}" for v in classes.tolist()]
        self.classes_ = classes
        return self


def mixed(name, text):
    """The learner with Hidden mixed in, findable by pickle."""
    base = FROM_FEW_LABELS[name]
    name_of_kind = base.__name__ + ("Text" if text else "Hidden")
    kind = type(name_of_kind, (Hidden, base), {"text": text, "__module__": __name__})
    globals()[kind.__name__] = kind
    return kind(**{key: value for key, value in quick(name).get_params().items() if key != "gamma"})


@parametrize_with_checks([FROM_FEW_LABELS[name]() for name in SEMI], expected_failed_checks=lambda _: EXPECTED)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@parametrize_with_checks(
    [mixed(name, text) for name in SEMI for text in (False, True)], expected_failed_checks=lambda _: EXPECTED
)
def test_the_same_checks_with_70_percent_unlabelled_and_text(estimator, check):
    check(estimator)


# Labels


@pytest.mark.parametrize("labels", [(0, 1), (False, True), ("ham", "spam"), (3.0, 8.0), ("b", "a"), (2, 7)])
def test_any_two_labels_beside_minus_1(learner, labels):
    y = np.array([-1 if value == -1 else labels[value] for value in Y], dtype=object)
    learner.fit(X, y)
    assert learner.classes_.tolist() == sorted(labels)
    turned = learner.classes_[1] != labels[1]
    expected = scores(learner, X, np.where(Y == -1, -1, 1 - Y) if turned else Y)
    assert learner.decision_function(X) == pytest.approx(expected, abs=1e-12)
    assert set(learner.predict(X)) <= set(learner.classes_)


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (np.where(Y == 1, 1, -1), "Here -1 marks unlabelled rows, so there is one class. If -1 is meant as a class"),
        (np.where(Y == 1, 1.0, -1.0), "call the classes 0 and 1"),
        (np.full(len(Y), -1), "Everything is unlabelled"),
        (np.where(Y == 1, "yes", "-1"), 'y holds the text "-1".* as an object array'),
        (np.ones(len(Y), int), "one class only"),
        (np.where(Y == 1, Y, np.arange(len(Y)) % 3), "Only binary classification is supported, and y has 3 classes"),
        (np.where(Y == -1, -1, Y + 0.5), "Unknown label type: continuous"),
        (np.where(Y == -1, np.nan, Y), "NaN"),
    ],
)
def test_labels_that_cannot_be_meant_are_explained(learner, y, words):
    with pytest.raises(ValueError, match=words):
        learner.fit(X, y)
    with pytest.raises(ValueError, match=words):
        next(iter(learner.steps(X, y)))


def test_one_label_of_a_class_is_enough(learner):
    y = np.full(len(Y), -1)
    y[[0, 1, 2]] = Y[:3]
    assert sorted(y[y >= 0]) == [0, 0, 1]
    assert np.isfinite(scores(learner, X, y)).all()


def test_no_unlabelled_at_all(learner):
    known = Y != -1
    supervised = learner.labels_only()
    assert np.isfinite(scores(learner, X[known], Y[known])).all()
    if "balance" in learner.get_params():  # balance looks at where the unlabelled are
        supervised.set_params(balance=False)
        learner.set_params(balance=False)
    assert scores(learner, X[known], Y[known]) == pytest.approx(scores(supervised, X[known], Y[known]), abs=1e-7)


def test_at_weight_0_and_without_balance_the_unlabelled_change_nothing(learner):
    known, supervised = Y != -1, learner.labels_only()
    assert type(supervised) is type(learner) and not hasattr(supervised, "classes_")
    if "balance" in learner.get_params():
        supervised.set_params(balance=False)
    if "tol" in learner.get_params():  # the two programmes are solved along different paths
        supervised.set_params(tol=1e-10)
    assert scores(supervised) == pytest.approx(scores(supervised, X[known], Y[known]), abs=1e-7)
    assert np.abs(scores(learner) - scores(supervised)).max() > 1e-3  # and otherwise they do


# The order of rows, duplicates, constant features, scale


def test_the_order_of_the_rows_is_nothing(learner):
    order = np.random.default_rng(3).permutation(len(X))
    expected, found = clone(learner).fit(X, Y), clone(learner).fit(X[order], Y[order])
    assert np.array_equal(expected.decision_function(X), found.decision_function(X))
    (*_, one), (*_, other) = expected.steps(X, Y, None, [X]), found.steps(X[order], Y[order], None, [X])
    assert np.array_equal(one[1][0], other[1][0])
    if "pull" in one[2]:
        assert np.array_equal(one[2]["pull"][order], other[2]["pull"])


def test_canonical_order_breaks_ties_by_the_other_features():
    points = np.array([[1, 2, 0], [0, 5, 1], [1, 1, 9], [1, 1, 3], [0, 5, 0.0]])
    assert canonical_order(points).tolist() == [4, 1, 3, 2, 0]
    assert canonical_order(np.zeros((3, 2))).tolist() == [0, 1, 2]


@pytest.mark.parametrize("case", ["duplicates", "constant feature", "all equal", "one feature", "far away"])
def test_degenerate_points(learner, case):
    points = {
        "duplicates": X[np.arange(len(X)) // 2 * 2],
        "constant feature": np.column_stack([X, np.full(len(X), 1.75)]),
        "all equal": np.ones((len(X), 2)),
        "one feature": X[:, :1],
        "far away": X + 2.0**20,
    }[case]
    found = scores(learner, points, Y, points)
    assert np.isfinite(found).all()
    if case == "far away":
        assert found == pytest.approx(scores(learner), abs=1e-3)


@pytest.mark.parametrize("factor", [1e8, -1e8, 1e70, 1e-70, 1e307])
def test_no_scale_of_the_features_gives_nan(learner, factor):
    learner.set_params(gamma="scale")
    try:
        learner.fit(X * factor, Y)
    except ValueError as refusal:
        assert factor > LARGEST and "Scale the features" in str(refusal)
    else:
        assert np.isfinite(learner.decision_function(X * factor)).all()
        assert np.isfinite(learner.decision_function(np.full((1, 2), LARGEST))).all()


# Steps


def test_steps_end_where_fit_ends(name, learner):
    for checkpoints in (None, [1, 2, 5], ()):
        *_, (t, (at, half), snapshot) = clone(learner).steps(X, Y, checkpoints, [X, X[::2]])
        assert at == pytest.approx(scores(learner), abs=1e-6) and half == pytest.approx(at[::2], abs=1e-9)
        fitted = clone(learner).fit(X, Y)
        assert t == (1 if name in CLOSED else fitted.n_iter_)
        assert snapshot["offset"] == pytest.approx(fitted.offset_, abs=1e-6)
        assert snapshot["seconds"] > 0 and snapshot["bytes"] > 0


@pytest.mark.filterwarnings("ignore:.*hardly left 0")
@pytest.mark.parametrize("name", ITERATED)
def test_steps_stop_where_they_are_told_with_the_scores_of_that_moment(name):
    y = Y if name in SEMI else np.where(Y == -1, 0, Y)
    learner = quick(name, ramp=0.0)  # a ramp's slope depends on max_iter
    frames = list(clone(learner).steps(X, y, [3, 40], [X]))
    assert [t for t, _, _ in frames] == [3, 40, 100]
    for t, (shown,), _ in frames:
        assert shown == pytest.approx(scores(learner.set_params(max_iter=t), X, y), abs=1e-6)
    assert 20 < len(list(quick(name).steps(X, y))) <= 60


def test_rounds_come_one_by_one_or_at_checkpoints():
    for name in ("BLS3VM", "S3VMlight"):
        every = [t for t, _, _ in quick(name).steps(X, Y)]
        assert every == list(range(1, len(every) + 1)) and len(every) > 4
        assert [t for t, _, _ in quick(name).steps(X, Y, [2, 4, 1000])] == [2, 4, every[-1]]
    for name in CLOSED:
        assert [t for t, _, _ in quick(name).steps(X, Y)] == [1]


def test_the_pull_is_on_unlabelled_points_only(learner):
    if "C" in learner.get_params():
        learner.set_params(C=1.0)  # at a high price all unlabelled points end beyond 1
    *_, (_, _, snapshot) = learner.steps(X, Y, None, [X])
    assert snapshot["pull"].shape == (len(X),)
    assert not snapshot["pull"][Y != -1].any() and snapshot["pull"][Y == -1].any()


@pytest.mark.parametrize("name", ["DSG", "TSGS3VM", "QSG-S2AUC"])
def test_all_orders_of_evaluation_give_the_same_bits(name):
    Xm, y, X_test, _ = moons(100, 10, 0)
    y = y if name in SEMI else np.where(y == -1, 0, y)
    found = [scores(quick(name, schedule=s, batch_size=16), Xm, y, X_test) for s in SCHEDULES]
    assert all(np.array_equal(other, found[0]) for other in found[1:])


@pytest.mark.parametrize("name", BY_SEED)
def test_the_seed_is_the_only_chance(name):
    assert np.array_equal(scores(quick(name, random_state=5)), scores(quick(name, random_state=5)))
    assert not np.array_equal(scores(quick(name, random_state=5)), scores(quick(name, random_state=6)))
    state = np.random.RandomState(5)
    assert np.isfinite(scores(quick(name, random_state=state))).all()


@pytest.mark.parametrize("name", [n for n in ITERATED if "n_components" in FROM_FEW_LABELS[n]().get_params()])
def test_a_stored_model_is_a_seed_and_its_coefficients(name):
    y = Y if name in SEMI else np.where(Y == -1, 0, Y)
    learner, file = quick(name, n_components=64).fit(X, y), io.BytesIO()
    pickle.dump(learner, file)
    kept = learner.coefficients_.nbytes + (learner._expansion.block.frequencies.nbytes * 3 if name == "FRS3VM" else 0)
    assert len(file.getvalue()) < 1.3 * kept + 5000
    file.seek(0)
    assert np.array_equal(pickle.load(file).decision_function(X), learner.decision_function(X))


# Parameters out of range


BAD = [
    ("regularization", 0.0, "regularization must be a positive number"),
    ("C", -1.0, "C must be a positive number"),
    ("C_unlabelled", -1.0, 'C_unlabelled must be a number of at least 0, or "C"'),
    ("C_unlabelled", "twice", 'C_unlabelled must be a number of at least 0, or "C"'),
    ("positive_rate", 1.5, "positive_rate must be between 0 and 1"),
    ("positive_rate", "known", 'positive_rate must be between 0 and 1, or "labelled"'),
    ("gamma", 0.0, "gamma must be a positive number"),
    ("max_iter", 0, "max_iter must be a whole number of at least 1"),
    ("batch_size", 0, "batch_size must be a whole number of at least 1"),
    ("n_components", 0, "n_components must be at least 1"),
    ("feature_map", "sine", "feature_map must be one of pair, shifted"),
    ("schedule", "pull", "schedule must be one of naive, chunk, push"),
    ("loss", "square", "loss must be one of hinge, logistic"),
    ("unlabelled_loss", "hinge", "unlabelled_loss must be one of symmetric hinge"),
    ("step_rule", "none", "step_rule must be one of decreasing, constant"),
    ("delay", -1.0, "delay must be a number of at least 0"),
    ("trade_off", 1.2, "trade_off must be between"),
    ("solver", "lu", "solver must be one of"),
    ("swaps", "all", "swaps must be one of many, one"),
    ("start", 0.0, "start must be a share"),
    ("labelled_budget", 0, "labelled_budget must be a whole number"),
    ("unlabelled_budget", 1.5, "unlabelled_budget must be a share"),
    ("step_size", 0.0, "step_size must be"),
    ("step_size", 2.0, "step_size must be between"),
]


@pytest.mark.parametrize(("parameter", "value", "words"), BAD)
def test_parameters_out_of_range_are_refused_in_words(parameter, value, words):
    takers = [n for n in {*SEMI, *ITERATED} if parameter in FROM_FEW_LABELS[n]().get_params()]
    if (parameter, value) == ("step_size", 2.0):
        takers = ["TSGS3VM", "FRS3VM", "BGS3VM"]
    assert takers
    for taker in takers:
        y = Y if taker in SEMI else np.where(Y == -1, 0, Y)
        with pytest.raises(ValueError, match=words):
            FROM_FEW_LABELS[taker](**{parameter: value}).fit(X, y)


def test_a_step_that_is_too_long_is_a_divergence_at_its_iteration():
    with pytest.raises(DivergenceError) as divergence:
        options = dict(regularization=1e-4, delay=0, step_size=2.0, max_iter=100, n_components=4)
        FROM_FEW_LABELS["QSG-S2AUC"](**options).fit(X, Y)
    assert 2 < divergence.value.step <= 100
