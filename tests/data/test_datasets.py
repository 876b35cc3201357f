"""Every data set is what its description says."""

import subprocess
import sys

import numpy as np
import pytest

from data import DATASETS, Split, load
from data.bundled import FOLDER
from data.dataset import Dataset

TABLES = [name for name, dataset in DATASETS.items() if not dataset.generated]
BUNDLED = sorted(path.name.removesuffix(".csv.gz") for path in FOLDER.glob("*.csv.gz"))

# Rows, features and negatives per positive, from SOURCES.md and scikit-learn's documentation.
DOCUMENTED = {
    "breast_cancer": (569, 30, 357 / 212),
    "digits_3_8": (357, 64, 174 / 183),
    "digits_odd_even": (1797, 64, 891 / 906),
    "german": (1000, 24, 2.33),
    "satimage": (6435, 36, 9.28),
    "ionosphere": (351, 34, 1.79),
    "magic04": (19020, 10, 1.84),
    "vehicle": (846, 18, 2.90),
    "segment": (2310, 19, 6.00),
    "vowel": (990, 10, 10.0),
    "shuttle": (43500, 9, 16.70),
    "letter": (20000, 16, 26.25),
}


@pytest.mark.parametrize("name", DATASETS)
def test_loads_under_its_own_name_with_both_classes(name):
    dataset, split = DATASETS[name], load(name)
    assert isinstance(split, Split)
    assert (split.dataset, split.class_names) == (name, (dataset.negative, dataset.positive))
    assert dataset.name == name
    assert split.feature_names == dataset.feature_names
    assert len(set(split.feature_names)) == split.X.shape[1] == split.X_test.shape[1]
    for y in (split.y, split.y_test):
        assert set(y) == {-1.0, 1.0}
    assert split.X.dtype == split.X_test.dtype == split.y.dtype == np.float64
    assert split.labelled.all() and split.labelled.dtype == bool
    assert np.isfinite(split.X).all() and np.isfinite(split.X_test).all()
    assert all((dataset.title, dataset.negative, dataset.positive, dataset.source, dataset.summary))


@pytest.mark.parametrize("name", TABLES)
def test_table_has_the_documented_shape_ratio_and_copies(name):
    X, y = DATASETS[name].table()
    n, n_features, ratio = DOCUMENTED[name]
    assert X.shape == (n, n_features) and y.shape == (n,)
    assert (y < 0).sum() / (y > 0).sum() == pytest.approx(ratio, abs=0.006)
    assert ((y < 0).sum(), (y > 0).sum()) == (DATASETS[name].n_negative, DATASETS[name].n_positive)
    assert len(X) - len(np.unique(X, axis=0)) == DATASETS[name].duplicates
    assert not X.flags.writeable and not y.flags.writeable


def test_every_data_set_with_a_table_is_documented_above():
    assert set(TABLES) == set(DOCUMENTED)


def test_positive_class_is_the_one_its_name_says():
    malignant = load("breast_cancer", scaling="none", features=(0, 3))
    radius = malignant.X[:, 0]
    assert radius[malignant.y > 0].mean() > radius[malignant.y < 0].mean()
    # This pixel lies on the left side of an 8's lower loop, where a 3 is open.
    threes = load("digits_3_8", scaling="none", n_samples=10**6)
    closing = threes.X[:, threes.feature_names.index("pixel row 5 column 2")]
    assert closing[threes.y > 0].mean() < closing[threes.y < 0].mean()
    odd = load("digits_odd_even", n_samples=10**6)
    assert (odd.y > 0).sum() == 906 - round(0.3 * 906)


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_file_is_chosen_by_a_data_set_and_has_its_source_written_down(name):
    sources = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    assert name in TABLES
    assert f"## {name}: " in sources
    assert DATASETS[name].source.split("doi ")[1].split(",")[0] in sources


def test_constant_columns_are_the_documented_ones():
    constant = {
        (name, feature)
        for name in BUNDLED
        for feature, span in zip(
            DATASETS[name].feature_names, np.ptp(DATASETS[name].table()[0], axis=0), strict=True
        )
        if span == 0
    }
    assert constant == {("ionosphere", "pulse 1 imaginary"), ("segment", "region pixel count")}


def test_table_is_read_once():
    assert DATASETS["vowel"].table()[0] is DATASETS["vowel"].table()[0]


def test_copies_of_rows_are_reported():
    assert any("Copies of earlier rows: 224" in note for note in load("segment").notes)


def test_registry_cannot_be_changed():
    with pytest.raises(TypeError):
        DATASETS["mine"] = DATASETS["moons"]


def test_data_set_needs_exactly_one_origin():
    words = dict(name="x", title="x", negative="a", positive="b", feature_names=(), source="", summary="")
    with pytest.raises(ValueError, match="either a shape or a table"):
        Dataset(**words)


def test_importing_and_drawing_need_neither_scikit_learn_nor_scipy():
    program = (
        "import sys, data; data.load('circles', ratio=19); data.load('german', order='drifting');"
        "print([m for m in ('sklearn', 'scipy', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
