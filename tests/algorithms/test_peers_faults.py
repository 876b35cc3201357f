"""What other implementations of these methods get wrong, each tried on every learner here, with the right value.

A learner to come is tried by being in LEARNERS. Where features 1e8 times as large ask for other parameters, it says
so in RESCALED; semi-supervised learners take -1 for "no label", so only they are spared labels of -1 and +1.
"""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from algorithms import FROM_A_STREAM as LEARNERS
from algorithms.base import DivergenceError
from algorithms.losses import psi_m
from algorithms.metrics import auc, mean_pairwise_hinge

ONLINE = [name for name, learner in LEARNERS.items() if hasattr(learner, "partial_fit")]
# Learners that compare an example with the other class: without one there is nothing to compare with
PAIRWISE = ["OAM", "OAUC-S", "OAUC-M_c", "OAUC-M", "OAUC-M-L", "SOLAM", "FSAUC", "OKAUC-S", "OKAUC-M"]
SUPERVISED = [name for name, learner in LEARNERS.items() if "semi" not in learner.family]

FACTOR = 1e8
RESCALED = {
    "Perceptron": {"fit_intercept": False},
    "PA-I": {"fit_intercept": False, "C": 1.0 / FACTOR**2},
    "OAM": {"C": 0.01 / FACTOR**2},
    "OL-UBAUC": {"regularization": 0.1 * FACTOR**2},
    "OAUC-S": {"regularization": 0.1 * FACTOR**2, "step_size": 0.05 / FACTOR**2},
    "OAUC-M_c": {"regularization": 0.1 * FACTOR**2, "step_size": 0.05 / FACTOR**2},
    "OAUC-M": {"regularization": 0.1 * FACTOR**2},
    "OAUC-M-L": {"regularization": 0.1 * FACTOR**2},
    "SOLAM": {"radius": 10.0 / FACTOR, "step_size": 0.3 / FACTOR**2},
    "FSAUC": {"radius": 10.0 / FACTOR, "step_size": 0.1 / FACTOR},
}


def sample(n, seed):
    """Examples (n, 4), a fifth of them positive, shuffled, and labels (n,) of 0 and 1."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) < n // 5).astype(int)
    return rng.normal(size=(n, 4)) * 0.3 + np.array([0.5, 0.3, 0.0, -0.4]) * y[:, None], y


X, Y = sample(60, 1)
X_TEST, Y_TEST = sample(2000, 2)
BEST = 0.95  # the AUC of the best linear ranking of X_TEST


@pytest.fixture(params=LEARNERS)
def learner(request):
    return LEARNERS[request.param]()


def area(learner, X_test=X_TEST):
    return auc(learner.decision_function(X_test), np.where(Y_TEST > 0, 1, -1))


def right(learner, *data):
    """Fitted to other data, it answers as fitted to X and Y."""
    expected = learner.fit(X, Y).decision_function(X_TEST)
    return np.array_equal(learner.fit(*data).decision_function(X_TEST), expected)


# Updates before the other class has been seen


@pytest.mark.parametrize("name", PAIRWISE)
@pytest.mark.parametrize("label", [0, 1])
def test_no_score_changes_before_the_other_class_has_been_seen(name, label):
    model = LEARNERS[name]().partial_fit(X[label == Y], Y[label == Y], classes=[0, 1])
    assert not model.decision_function(X_TEST).any()
    model.partial_fit(X[label != Y], Y[label != Y])
    assert model.decision_function(X_TEST).any()


@pytest.mark.parametrize("name", [*(name for name in PAIRWISE if name not in ("SOLAM", "FSAUC")), "KOIL"])
def test_a_short_stream_is_ranked_well_in_every_order(name):
    """SOLAM and FSAUC estimate the share of positives as they go: they are promised a stream in random order."""
    areas = []
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(X))
        if seed < 8:  # one class after the other
            order = order[np.argsort(Y[order] * (-1) ** seed, kind="stable")]
        areas.append(area(LEARNERS[name]().fit(X[order], Y[order])))
    assert min(areas) > BEST - 0.1
    assert max(areas) - min(areas) < 0.08


# Labels, and the caller's arrays


@pytest.mark.parametrize(
    "labels", [(False, True), ("no", "yes"), (1, 2), (0.0, 1.0), (np.int8(0), np.int8(1))], ids=str
)
def test_labels_of_any_kind(learner, labels):
    assert right(learner, X, np.where(Y > 0, labels[1], labels[0]))
    assert set(learner.predict(X_TEST)) <= set(labels)


@pytest.mark.parametrize("name", SUPERVISED)
def test_labels_of_minus_and_plus_one(name):
    assert right(LEARNERS[name](), X, 2 * Y - 1)


def test_arrays_are_not_written_to_and_may_be_read_only_or_mapped(learner, tmp_path):
    np.save(tmp_path / "X.npy", X)
    own_X, own_y = X.copy(), Y.copy()
    assert right(learner, own_X, own_y)
    assert np.array_equal(own_X, X) and np.array_equal(own_y, Y)
    own_X.flags.writeable = own_y.flags.writeable = False
    assert right(learner, own_X, own_y)
    assert right(learner, np.load(tmp_path / "X.npy", mmap_mode="r"), own_y)


def test_a_frame_with_a_shifted_index(learner):
    frame, labels = pd.DataFrame(X, columns=list("abcd")).set_index(np.arange(60) + 7), pd.Series(Y, np.arange(60) + 7)
    expected = learner.fit(X, Y).decision_function(X_TEST)
    found = learner.fit(frame, labels).decision_function(pd.DataFrame(X_TEST, columns=list("abcd")))
    assert np.array_equal(found, expected)


# Streams with next to nothing in them


@pytest.mark.parametrize("place", [0, 30, 59])
def test_a_single_positive(learner, place):
    y = np.zeros(60, int)
    y[place] = 1
    decisions = learner.fit(X, y).decision_function(X)
    assert np.isfinite(decisions).all()


@pytest.mark.parametrize("row", [np.zeros(4), np.full(4, 0.7)])
def test_identical_rows_are_ranked_equal(learner, row):
    decisions = learner.fit(np.tile(row, (60, 1)), Y).decision_function(np.tile(row, (5, 1)))
    assert np.isfinite(decisions).all()
    assert decisions == pytest.approx(np.full(5, decisions[0]), abs=1e-12)


# Numbers without measure


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e307])
def test_what_is_no_number_or_no_sane_one_is_refused(learner, value):
    bad = X.copy()
    bad[5, 2] = value
    with pytest.raises(ValueError, match=r"NaN|infinity|Scale the features"):
        learner.fit(bad, Y)
    with pytest.raises(ValueError, match=r"NaN|infinity|Scale the features"):
        learner.fit(X, Y).decision_function(bad)


@pytest.mark.parametrize("name", LEARNERS)
def test_features_1e8_times_as_large_are_ranked_as_well(name):
    options = RESCALED.get(name, {})
    alike = {"fit_intercept": False} if "fit_intercept" in options else {}
    X, y = sample(500, 3)
    expected = area(LEARNERS[name](**alike).fit(X, y))
    assert expected > 0.75
    assert area(LEARNERS[name](**options).fit(X * FACTOR, y), X_TEST * FACTOR) > expected - 0.03


def test_without_such_parameters_it_says_so_or_answers_in_numbers(learner):
    try:
        learner.fit(X * FACTOR, Y)
    except DivergenceError as divergence:
        assert "scale the features" in str(divergence)
    else:
        assert np.isfinite(learner.decision_function(X_TEST * FACTOR)).all()


@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("factor", [1.0, 1e8, 1e30])
def test_saturated_scores_have_losses_that_are_numbers(name, factor):
    try:
        frames = [snapshot for _, _, snapshot in LEARNERS[name]().steps(X * factor, Y, [30, 60])]
    except DivergenceError:
        return
    both = np.maximum.accumulate(Y[0] != Y)
    before = np.concatenate([[False], both[:-1]]) | (Y[0] != Y)
    for loss in ("psi_M", "psi_S"):
        if loss in frames[0]:
            losses = np.concatenate([frame[loss] for frame in frames])
            assert np.isfinite(losses[before]).all()
            assert np.isnan(losses[~before]).all()  # no loss is not a loss of 0
    assert psi_m(np.array([1e300, -1e300]), np.array([1.0, 1.0])) == pytest.approx([0.0, 1e300])


# The measure


@pytest.mark.parametrize(
    ("scores", "y", "value"),
    [([9, 9, 5, 5], [1, -1, 1, -1], 0.5), ([2, 1, 1, 0], [1, 1, -1, -1], 0.875), ([3, 3, 3], [1, -1, -1], 0.5)],
)
@pytest.mark.parametrize("scale", [1.0, 1e-7, 1e-12, 1e-300, 1e300])
def test_a_tie_counts_a_half_at_every_scale(scores, y, value, scale):
    assert auc(scale * np.array(scores, float), np.array(y)) == value


def test_half_precision_is_summed_without_losing_count():
    scores = np.repeat(np.array([0, 1], np.float16), 5000)
    y = np.repeat([-1, 1], 5000)
    assert auc(scores, y) == 1.0
    assert mean_pairwise_hinge(scores, y) == 0.0


@pytest.mark.parametrize("label", [-1, 1])
def test_one_class_has_no_auc_and_no_loss(label):
    assert np.isnan(auc(np.arange(4.0), np.full(4, label)))
    assert np.isnan(mean_pairwise_hinge(np.arange(4.0), np.full(4, label)))


# Runs, and input that changes


def test_two_runs_give_the_same_scores(learner):
    first, again = (learner.fit(X, Y).decision_function(X_TEST) for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.parametrize("name", ONLINE)
def test_a_class_never_heard_of_other_features_and_no_rows_are_refused(name):
    model = LEARNERS[name]().partial_fit(X, Y)
    before = model.decision_function(X_TEST)
    for data, message in (
        ((X[:2], [0, 7]), r"y holds \[7\], but the classes are \[0, 1\]"),
        ((X[:, :3], Y), "X has 3 features, but .* is expecting 4"),
        ((X[:0], Y[:0]), r"0 sample\(s\)"),
    ):
        with pytest.raises(ValueError, match=message):
            model.partial_fit(*data)
    assert np.array_equal(model.decision_function(X_TEST), before)


def test_sparse_input_is_refused_with_the_way_out(learner):
    with pytest.raises(TypeError, match="toarray"):
        learner.fit(scipy.sparse.csr_array(X), Y)
