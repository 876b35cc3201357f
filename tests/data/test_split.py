"""The laws of a Split: what stays when a control moves, and what each class is due."""

from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data import DATASETS, ORDERS, SCALINGS, load
from data.dataset import Dataset
from data.split import class_counts, draw, labelled_counts

ratios = st.one_of(st.just(0.0), st.floats(0.2, 60))
sizes = st.integers(4, 900)
budgets = st.one_of(st.just(0), st.integers(4, 1000))
names = st.sampled_from(["circles", "checkerboard", "german", "vowel", "ionosphere"])
quick = settings(max_examples=40, deadline=None)


def chosen(split, label, labelled_only=False):
    """The row numbers of one class, as a set."""
    return set(split.rows[(split.y == label) & (split.labelled | (not labelled_only))])


@quick
@given(names, sizes, sizes, ratios, ratios, budgets, budgets)
def test_any_two_training_parts_of_a_seed_nest_class_by_class(
    name, n, m, ratio, other_ratio, budget, other_budget
):
    a = load(name, n_samples=n, ratio=ratio, n_labelled=budget)
    b = load(name, n_samples=m, ratio=other_ratio, n_labelled=other_budget)
    for label in (-1, 1):
        for labelled_only in (False, True):
            few, many = sorted((chosen(s, label, labelled_only) for s in (a, b)), key=len)
            assert few <= many


@quick
@given(names, sizes, sizes, ratios)
def test_more_examples_keep_those_there_were(name, n, m, ratio):
    small, large = (load(name, n_samples=size, ratio=ratio) for size in sorted((n, m)))
    assert all(chosen(small, label) <= chosen(large, label) for label in (-1, 1))


@quick
@given(names, sizes, st.floats(0.2, 60), st.floats(0.2, 60))
def test_steeper_ratio_takes_positives_and_adds_negatives(name, n, ratio, other):
    mild, steep = (load(name, n_samples=n, ratio=r) for r in sorted((ratio, other)))
    assert chosen(steep, 1) <= chosen(mild, 1)
    assert chosen(mild, -1) <= chosen(steep, -1)


@quick
@given(names, sizes, ratios, budgets, budgets)
def test_larger_budget_keeps_the_labels_of_a_smaller_one(name, n, ratio, budget, other):
    little, much = sorted((budget, other), key=lambda b: b or np.inf)
    poor, rich = (load(name, n_samples=n, ratio=ratio, n_labelled=b) for b in (little, much))
    assert np.array_equal(poor.X, rich.X) and np.array_equal(poor.y, rich.y)
    assert not (poor.labelled & ~rich.labelled).any()


def test_nested_points_of_a_generator_are_the_same_points():
    small, large = (load("spirals", n_samples=n, ratio=r, scaling="none") for n, r in ((50, 4), (9000, 1)))
    assert set(map(tuple, small.X)) <= set(map(tuple, large.X))


@quick
@given(names, sizes, ratios, budgets)
def test_each_class_gets_its_due(name, n, ratio, budget):
    split = load(name, n_samples=n, ratio=ratio, n_labelled=budget)
    n_negative, n_positive = (split.y < 0).sum(), (split.y > 0).sum()
    labelled_positive = (split.labelled & (split.y > 0)).sum()
    assert min(n_negative, n_positive, labelled_positive, split.labelled.sum() - labelled_positive) >= 2
    assert len(split.y) <= n
    if n_positive > 2 and n_negative > 2:
        assert abs(n_negative - split.ratio * n_positive) <= 1 + split.ratio
    if 0 < budget < len(split.y):
        assert split.labelled.sum() == budget
        if labelled_positive > 2 and budget - labelled_positive > 2:
            assert abs(labelled_positive - budget * n_positive / len(split.y)) <= 0.5
    else:
        assert split.labelled.all()


@settings(deadline=None)
@given(
    st.integers(4, 10**6),
    st.floats(1e-9, 1e9),
    st.integers(2, 10**5),
    st.integers(2, 10**5),
    st.integers(4, 10**6),
)
def test_counts_stay_within_what_there_is(n, ratio, negatives, positives, budget):
    counts = class_counts(n, ratio, (negatives, positives))
    labelled = labelled_counts(budget, counts)
    for has, count, marked in zip((negatives, positives), counts, labelled, strict=True):
        assert 2 <= marked <= count <= has
    assert sum(counts) <= n
    assert sum(labelled) <= max(budget, 4)


@pytest.mark.parametrize(
    ("n", "ratio", "available", "counts"),
    [
        (600, 19, (np.inf, np.inf), (570, 30)),
        (600, 1, (np.inf, np.inf), (300, 300)),
        (4, 1000, (np.inf, np.inf), (2, 2)),
        (600, 5, (490, 210), (490, 98)),  # too many positives: keep fewer
        (600, 0.5, (490, 210), (105, 210)),  # too many negatives: keep fewer
        (300, 5, (490, 210), (250, 50)),
        (10_000, 490 / 210, (490, 210), (490, 210)),
    ],
)
def test_counts_by_hand(n, ratio, available, counts):
    assert class_counts(n, ratio, available) == counts


def test_ratio_zero_is_one_to_one_for_generators_and_as_it_comes_for_tables():
    assert load("moons").ratio == 1.0
    german = load("german", n_samples=10**6)
    assert german.ratio == (german.y < 0).sum() / (german.y > 0).sum() == 490 / 210
    assert load("german", n_samples=100).ratio == 490 / 210
    assert load("german", ratio=9).ratio == 9.0


@quick
@given(st.sampled_from(["german", "vowel", "ionosphere", "digits_3_8"]), sizes, ratios, st.integers(0, 5))
def test_tables_hold_out_the_same_stratified_rows_whatever_is_trained_on(name, n, ratio, seed):
    split, plain = load(name, n_samples=n, ratio=ratio, seed=seed), load(name, seed=seed)
    assert np.array_equal(split.rows_test, plain.rows_test)
    assert not set(split.rows) & set(split.rows_test)
    assert len(set(split.rows)) == len(split.rows) and len(set(split.rows_test)) == len(split.rows_test)
    _X, y = DATASETS[name].table()
    assert np.array_equal(split.y, y[split.rows]) and np.array_equal(split.y_test, y[split.rows_test])
    for label in (-1, 1):
        assert (split.y_test == label).sum() == round(0.3 * (y == label).sum())


def test_rows_point_into_the_table():
    split = load("vehicle", scaling="none", order="drifting")
    X, _ = DATASETS["vehicle"].table()
    assert np.array_equal(split.X, X[split.rows]) and np.array_equal(split.X_test, X[split.rows_test])


def test_generators_are_tested_on_2000_of_each_class_that_the_ratio_does_not_touch():
    mild, steep = (
        load("xor", ratio=ratio, n_samples=n, scaling="none") for ratio, n in ((1, 600), (50, 300))
    )
    assert (mild.y_test > 0).sum() == (mild.y_test < 0).sum() == 2000
    assert np.array_equal(mild.X_test, steep.X_test)


def test_generators_share_neither_places_nor_noise_between_training_and_test_part():
    clean, noisy = (load("circles", noise=noise, scaling="none") for noise in (0, 1))
    for training, test in ((clean.X, clean.X_test), (noisy.X - clean.X, noisy.X_test - clean.X_test)):
        assert not set(map(tuple, training.round(9))) & set(map(tuple, test.round(9)))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("scaling", SCALINGS)
def test_same_arguments_same_split_bit_for_bit(order, scaling):
    for name in ("moons", "ionosphere"):
        a, b, other = (
            load(name, order=order, scaling=scaling, n_labelled=50, ratio=4, seed=seed) for seed in (7, 7, 8)
        )
        for field in fields(a):
            assert np.array_equal(getattr(a, field.name), getattr(b, field.name))
        assert not np.array_equal(a.X, other.X) and not np.array_equal(a.X_test, other.X_test)


def test_arrays_are_read_only():
    split = load("moons", scaling="none")
    for array in (split.X, split.y, split.labelled, split.rows, split.X_test, split.y_test, split.rows_test):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_pair_of_features_restricts_the_data_before_scaling():
    pair, whole = (load("german", features=features, scaling="unit ball") for features in ((9, 3), ()))
    assert pair.feature_names == ("age in years", "credit amount in 100 DM")
    assert pair.X.shape[1] == pair.X_test.shape[1] == 2
    assert np.linalg.norm(pair.X, axis=1).max() == pytest.approx(1)
    assert np.array_equal(pair.rows, whole.rows)
    raw = load("german", features=(9, 3), scaling="none")
    X, _ = DATASETS["german"].table()
    assert np.array_equal(raw.X, X[raw.rows][:, [9, 3]])


def test_says_when_a_table_has_fewer_examples_than_asked_for():
    assert load("vowel", ratio=0, n_samples=600).notes == ()
    (note,) = load("vowel", ratio=1, n_samples=600).notes
    assert "126 examples to train on, not 600" in note
    assert load("moons", ratio=50, n_samples=600).notes == ()


def test_any_table_can_be_split():
    X, y = np.arange(24.0).reshape(12, 2), np.repeat([-1.0, 1.0], [9, 3])
    mine = replace(DATASETS["german"], name="mine", table=lambda: (X, y), feature_names=("a", "b"))
    options = dict(noise=0, ratio=0, n_labelled=0, order="shuffled", scaling="none", features=(), seed=0)
    split = draw(mine, n_samples=100, **options)
    assert [(split.y == label).sum() for label in (-1, 1)] == [6, 2]
    too_few = replace(mine, table=lambda: (X[:11], y[:11]))
    with pytest.raises(ValueError, match=r"2 examples of the class 'bad risk'\. Give at least 3 of each"):
        draw(too_few, n_samples=100, **options)
    assert isinstance(mine, Dataset)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (dict(name="moon"), "no data set 'moon'. Choose one of: 'moons', 'circles'"),
        (dict(order="backwards"), "no order 'backwards'. Choose one of: 'shuffled'"),
        (dict(scaling="log"), "no scaling 'log'. Choose one of: '\\[-1, 1\\]'"),
        (dict(n_samples=3), "n_samples is 3. Give a whole number of at least 4."),
        (dict(n_samples=10.5), "n_samples is 10.5. Give a whole number"),
        (dict(n_labelled=2), "n_labelled is 2. .* of at least 4, or 0 for all."),
        (dict(seed=-1), "seed is -1. Give a whole number of at least 0."),
        (dict(seed="x"), "seed is 'x'"),
        (dict(ratio=-1), "ratio is -1. Give a finite number that is not negative."),
        (dict(ratio=float("nan")), "ratio is nan"),
        (dict(noise=float("inf")), "noise is inf"),
        (dict(noise=None), "noise is None"),
        (dict(features=(0,)), "Give two different whole numbers from 0 to 1, or \\(\\) for all"),
        (dict(features=(1, 1)), "two different"),
        (dict(features=(0, 2)), "from 0 to 1"),
        (dict(features=(0, 1, 0)), "two different"),
        (dict(features=(0.0, 1.0)), "two different whole numbers"),
        (dict(features=5), "two different"),
    ],
)
def test_bad_values_get_a_sentence_that_says_what_to_do(bad, says):
    with pytest.raises(ValueError, match=says):
        load(**{"name": "moons", **bad})


def test_numpy_numbers_are_numbers():
    split = load(
        "moons", n_samples=np.int64(40), ratio=np.float32(3), seed=np.int64(2), features=np.array([1, 0])
    )
    assert split.feature_names == ("x2", "x1") and split.X.shape == (40, 2)


def test_class_counts_never_jump():
    counts = [class_counts(n, 2.5, (np.inf, np.inf)) for n in range(4, 300)]
    for (negative, positive), (next_negative, next_positive) in pairwise(counts):
        assert next_negative - negative in (0, 1) and next_positive - positive in (0, 1)
