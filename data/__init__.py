"""Data sets, and the splits that learners are trained and tested on.

    >>> split = load("circles", ratio=19, seed=3)
    >>> split.X.shape, split.X_test.shape, split.class_names
    ((600, 2), (4000, 2), ('outer circle', 'inner circle'))

A new data set is one shape in synthetic.py, or one file in bundled/, and one line in DATASETS.
"""

from collections.abc import Mapping
from types import MappingProxyType

from data import bundled, checks, from_sklearn, high_dimensional, synthetic
from data.dataset import Dataset
from data.scaling import SCALINGS
from data.split import Split, draw
from data.stream import ORDERS

__all__ = ["DATASETS", "ORDERS", "SCALINGS", "Dataset", "Split", "load"]

#: Every data set by its short name, in the order in which pickers show them.
DATASETS: Mapping[str, Dataset] = MappingProxyType(
    {
        "moons": synthetic.MOONS,
        "circles": synthetic.CIRCLES,
        "blobs": synthetic.BLOBS,
        "quantiles": synthetic.QUANTILES,
        "xor": synthetic.XOR,
        "spirals": synthetic.SPIRALS,
        "checkerboard": synthetic.CHECKERBOARD,
        "gaussians_20d": high_dimensional.GAUSSIANS,
        "faint_signal": high_dimensional.FAINT,
        "breast_cancer": from_sklearn.BREAST_CANCER,
        "digits_3_8": from_sklearn.DIGITS_3_8,
        "digits_odd_even": from_sklearn.DIGITS_ODD_EVEN,
        "german": bundled.GERMAN,
        "satimage": bundled.SATIMAGE,
        "ionosphere": bundled.IONOSPHERE,
        "magic04": bundled.MAGIC04,
        "vehicle": bundled.VEHICLE,
        "segment": bundled.SEGMENT,
        "vowel": bundled.VOWEL,
        "shuttle": bundled.SHUTTLE,
        "letter": bundled.LETTER,
    }
)


def load(
    name: str,
    *,
    n_samples: int = 600,
    noise: float = 0.25,
    ratio: float = 0.0,
    n_labelled: int = 0,
    order: str = "shuffled",
    scaling: str = "[-1, 1]",
    features: tuple[int, ...] = (),
    seed: int = 0,
) -> Split:
    """Draw a Split of the data set with this name. The same arguments give the same Split, bit for bit.

    n_samples   training examples, at least 4; a real set may have fewer (Split.notes says so)
    noise       standard deviation of the noise of generated sets (see synthetic.py); real sets ignore it
    ratio       negatives per positive to train on; 0 leaves real sets as they are, generated ones at 1
    n_labelled  training examples with a label, spent in class proportion, at least 4; 0 labels all
    order       one of ORDERS, see stream.py
    scaling     one of SCALINGS, fitted on all training rows, see scaling.py
    features    two feature indices to keep, or () for all
    seed        a whole number; another one draws other examples

    Generated sets are tested on 2,000 positives and 2,000 negatives of their own. Of real sets, 30 % of each
    class are held out for the test, whatever n_samples and ratio are. At least two examples of each class are
    trained on and labelled. Raises ValueError, with a sentence that says what to do, for any other value.
    """
    return draw(
        DATASETS[checks.choice("data set", name, DATASETS)],
        n_samples=n_samples,
        noise=noise,
        ratio=ratio,
        n_labelled=n_labelled,
        order=order,
        scaling=scaling,
        features=features,
        seed=seed,
    )
