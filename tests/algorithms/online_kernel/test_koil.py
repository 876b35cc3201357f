"""KOIL against its lists, and the conventions of its authors' code."""

import numpy as np
import pytest

from algorithms.online_kernel.koil import KOIL, POLICIES
from tests import oracles_online as oracles
from tests.algorithms.streams import cloud

POLICY = pytest.mark.parametrize("policy", POLICIES)


def expansion(model):
    """Stream position -> weight."""
    return dict(zip(model.support_.tolist(), model.dual_coef_[0].tolist(), strict=True))


@POLICY
@pytest.mark.parametrize("buffer_size", [1, 4, 100])
@pytest.mark.parametrize(("C", "step_size", "k"), [(1.0, 0.1, 2), (7.3, 0.013, 10), (40.0, 0.5, 1)])
def test_a_whole_stream_equals_the_lists(stream, policy, buffer_size, C, step_size, k):
    X, y = stream
    uniforms = np.random.RandomState(5).random_sample(len(X))
    expected = oracles.koil(X, y, C, step_size, 0.8, buffer_size, k, policy, uniforms)
    model = KOIL(C, step_size, 0.8, buffer_size, k, policy, random_state=5).fit(X, y)
    assert expansion(model) == pytest.approx({i: w for part in expected for i, w in part}, rel=1e-9, abs=1e-12)


def test_meanwhile_examples_enter_with_weight_eta_c_y():
    X = np.array([[0.0], [3.0], [6.0]])
    model = KOIL(C=2.0, step_size=0.25, gamma=1.0).partial_fit(X, [-1, -1, -1], classes=[-1, 1])
    assert model.dual_coef_[0] == pytest.approx([-0.5 * 0.75**2, -0.5 * 0.75, -0.5])
    assert KOIL(C=2.0, step_size=0.25).partial_fit(X[:1], [1], classes=[-1, 1]).dual_coef_.tolist() == [[0.5]]


def test_an_example_that_violates_nothing_is_not_kept_unless_it_is_the_first_of_its_class():
    far = KOIL(C=40.0, step_size=0.5, gamma=1.0)
    far.partial_fit([[0.0], [5.0]], [-1, 1], classes=[-1, 1])  # f(5) - f(0) is 10 after the decay, above the margin
    assert far.support_.tolist() == [0, 1]
    assert far.dual_coef_[0] == pytest.approx([-10.0, 20.0])
    before = far.dual_coef_.copy()
    far.partial_fit([[5.0]], [1])
    assert far.support_.tolist() == [0, 1]
    assert far.dual_coef_ == pytest.approx(0.5 * before)  # all weights decay even so


def test_of_equally_similar_violators_the_earlier_lose_their_weight():
    X, y = np.array([[1.0], [-1.0], [1.0], [0.0]]), [-1, -1, -1, 1]  # all three are as far from the last
    model = KOIL(C=1.0, step_size=0.5, gamma=1.0, n_neighbors=2).fit(X, y)
    assert model.support_.tolist() == [0, 1, 2, 3]
    assert model.dual_coef_[0] == pytest.approx([-0.0625 - 0.5, -0.125 - 0.5, -0.25, 1.0])


@POLICY
def test_a_snapshot_names_the_removed_vector_and_its_most_similar_heir(policy):
    X, y = cloud(n=200, seed=10)
    held, drops, stayed_out = {-1.0: set(), 1.0: set()}, 0, 0
    model = KOIL(C=0.1, step_size=0.01, gamma=0.5, buffer_size=5, policy=policy)
    for t, _, snapshot in model.steps(X, y):
        own, now = held[y[t - 1]], set(snapshot["support"].tolist())
        gone = (own | {t - 1}) - now
        if len(own) == 5 and gone:
            assert snapshot["removed"] == gone.pop()
            kept = sorted(i for i in now if y[i] == y[t - 1])
            distances = np.linalg.norm(X[kept] - X[snapshot["removed"]], axis=1)
            assert snapshot["heir"] == kept[int(distances.argmin())]
            drops += 1
            stayed_out += snapshot["removed"] == t - 1
        held[y[t - 1]] = {i for i in now if y[i] == y[t - 1]}
    assert drops > 60
    assert (stayed_out > 20) == (policy == "RS++")


@POLICY
def test_no_weight_is_lost_when_a_vector_is_dropped(policy):
    """Each round the weights decay, and what is added to the newcomer is taken from the other class."""
    X, y = cloud(n=120, seed=13)
    total = 0.0
    for t, _, snapshot in KOIL(C=0.1, step_size=0.02, gamma=0.5, buffer_size=4, policy=policy).steps(X, y):
        alone = -y[t - 1] not in y[: t - 1]
        total = 0.98 * total + (0.1 * 0.02 * y[t - 1] if alone else 0.0)
        assert snapshot["weight"].sum() == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"C": 0.0}, "C must be a positive number"),
        ({"step_size": 0.0}, "step_size must be a positive number"),
        ({"gamma": 0.0}, "gamma must be a positive number"),
        ({"n_neighbors": 0}, "n_neighbors must be at least 1"),
        ({"buffer_size": 0}, "buffer_size must be at least 1"),
        ({"policy": "FIFO"}, r"policy must be one of RS\+\+, FIFO\+\+"),
    ],
)
def test_parameters_out_of_range_are_refused(stream, parameters, message):
    with pytest.raises(ValueError, match=message):
        KOIL(**parameters).fit(*stream)
