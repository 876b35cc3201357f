"""Real data sets that come with scikit-learn, which is imported only when one of them is read."""

from functools import cache

import numpy as np

from data.dataset import Dataset

_SIZES = (
    *("radius", "texture", "perimeter", "area", "smoothness"),
    *("compactness", "concavity", "concave points", "symmetry", "fractal dimension"),
)
_PIXELS = tuple(f"pixel row {row} column {column}" for row in range(8) for column in range(8))
_DIGITS = (
    "UCI Machine Learning Repository: Optical Recognition of Handwritten Digits, E. Alpaydin, C. Kaynak, "
    "1998, doi 10.24432/C50P49, CC BY 4.0"
)


@cache
def breast_cancer() -> tuple[np.ndarray, np.ndarray]:
    """X (569, 30) and y (569,); malignant is +1."""
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return _frozen(X, y == 0)


@cache
def digits_3_8() -> tuple[np.ndarray, np.ndarray]:
    """X (357, 64) and y (357,) of the threes and eights; 3 is +1."""
    from sklearn.datasets import load_digits

    X, digit = load_digits(return_X_y=True)
    kept = np.isin(digit, (3, 8))
    return _frozen(X[kept], digit[kept] == 3)


@cache
def digits_odd_even() -> tuple[np.ndarray, np.ndarray]:
    """X (1797, 64) and y (1797,) of all ten digits; odd is +1."""
    from sklearn.datasets import load_digits

    X, digit = load_digits(return_X_y=True)
    return _frozen(X, digit % 2 == 1)


def _frozen(X: np.ndarray, positive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    X, y = np.array(X, dtype=float), np.where(positive, 1.0, -1.0)
    X.flags.writeable = y.flags.writeable = False
    return X, y


BREAST_CANCER = Dataset(
    name="breast_cancer",
    title="Breast cancer",
    negative="benign",
    positive="malignant",
    feature_names=(
        *(f"mean {size}" for size in _SIZES),
        *(f"{size} error" for size in _SIZES),
        *(f"worst {size}" for size in _SIZES),
    ),
    source="UCI Machine Learning Repository: Breast Cancer Wisconsin (Diagnostic), W. Wolberg, "
    "O. Mangasarian, N. Street, W. Street, 1995, doi 10.24432/C5DW2B, CC BY 4.0",
    summary="Cell nuclei under the microscope: which tumours are malignant?",
    table=breast_cancer,
    n_negative=357,
    n_positive=212,
)
DIGITS_3_8 = Dataset(
    name="digits_3_8",
    title="Digits: 3 against 8",
    negative="8",
    positive="3",
    feature_names=_PIXELS,
    source=_DIGITS,
    summary="Handwritten digits of 8 by 8 pixels: which are a 3, not an 8?",
    table=digits_3_8,
    n_negative=174,
    n_positive=183,
)
DIGITS_ODD_EVEN = Dataset(
    name="digits_odd_even",
    title="Digits: odd against even",
    negative="even",
    positive="odd",
    feature_names=_PIXELS,
    source=_DIGITS,
    summary="Handwritten digits of 8 by 8 pixels: which are odd?",
    table=digits_odd_even,
    n_negative=891,
    n_positive=906,
)
