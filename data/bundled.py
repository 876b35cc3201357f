"""Real data sets that are shipped with the project, as data/bundled/NAME.csv.gz.

A file has a header with the feature names, raw features, and in its last column y: +1 for the positive class
and -1 for the rest. Where each comes from, and under which licence, stands in data/bundled/SOURCES.md.
"""

import gzip
from functools import cache, partial
from pathlib import Path

import numpy as np

from data.dataset import Dataset

FOLDER = Path(__file__).parent / "bundled"


@cache
def read(name: str) -> tuple[np.ndarray, np.ndarray]:
    """X (n, p) and y (n,) of a bundled file, read once and then kept; both are read-only."""
    with gzip.open(FOLDER / f"{name}.csv.gz", "rt", encoding="utf-8") as file:
        rows = np.loadtxt(file, delimiter=",", skiprows=1)
    X, y = rows[:, :-1].copy(), rows[:, -1].copy()
    X.flags.writeable = y.flags.writeable = False
    return X, y


def _bundled(name: str, source: str, **words) -> Dataset:
    with gzip.open(FOLDER / f"{name}.csv.gz", "rt", encoding="utf-8") as file:
        feature_names = tuple(file.readline().strip().split(",")[:-1])
    source = f"UCI Machine Learning Repository: {source}, CC BY 4.0"
    return Dataset(name=name, feature_names=feature_names, source=source, table=partial(read, name), **words)


GERMAN = _bundled(
    "german",
    title="German credit",
    negative="good risk",
    positive="bad risk",
    source="Statlog (German Credit Data), H. Hofmann, 1994, doi 10.24432/C5NC77",
    summary="A thousand loans: which borrowers will not pay back?",
    n_negative=700,
    n_positive=300,
)
SATIMAGE = _bundled(
    "satimage",
    title="Satellite image",
    negative="other ground",
    positive="damp grey soil",
    source="Statlog (Landsat Satellite), A. Srinivasan, 1993, doi 10.24432/C55887",
    summary="Nine neighbouring pixels in four colour bands: is the middle one damp grey soil?",
    n_negative=5809,
    n_positive=626,
)
IONOSPHERE = _bundled(
    "ionosphere",
    title="Ionosphere",
    negative="good return",
    positive="bad return",
    source="Ionosphere, V. Sigillito, S. Wing, L. Hutton, K. Baker, 1989, doi 10.24432/C5W01B",
    summary="Radar echoes: which show no structure in the ionosphere?",
    n_negative=225,
    n_positive=126,
    duplicates=1,
)
MAGIC04 = _bundled(
    "magic04",
    title="MAGIC telescope",
    negative="gamma",
    positive="hadron",
    source="MAGIC Gamma Telescope, R. Bock, 2004, doi 10.24432/C52C8B",
    summary="Simulated flashes in a telescope: which were made by hadrons, not by gamma rays?",
    n_negative=12332,
    n_positive=6688,
    duplicates=115,
)
VEHICLE = _bundled(
    "vehicle",
    title="Vehicle silhouettes",
    negative="Opel, bus or van",
    positive="Saab",
    source="Statlog (Vehicle Silhouettes), P. Mowforth, B. Shepherd, doi 10.24432/C5HG6N",
    summary="Outlines of model vehicles: which are the Saab? The Opel looks almost the same.",
    n_negative=629,
    n_positive=217,
)
SEGMENT = _bundled(
    "segment",
    title="Image segments",
    negative="other surfaces",
    positive="cement",
    source="Image Segmentation, Vision Group of the University of Massachusetts, 1990, doi 10.24432/C5GP4N",
    summary="Patches of outdoor photographs: which show cement?",
    n_negative=1980,
    n_positive=330,
    duplicates=224,
)
VOWEL = _bundled(
    "vowel",
    title="Spoken vowels",
    negative="ten other vowels",
    positive="the vowel of hid",
    source="Vowel Recognition (Deterding Data), D. Deterding, M. Niranjan, T. Robinson, doi 10.24432/C58P4S",
    summary="Fifteen speakers, eleven vowels: which is the vowel of “hid”?",
    n_negative=900,
    n_positive=90,
)
SHUTTLE = _bundled(
    "shuttle",
    title="Space shuttle",
    negative="other states",
    positive="bypass",
    source="Statlog (Shuttle), donated by J. Catlett, NASA, doi 10.24432/C5WS31",
    summary="Sensor readings of the space shuttle: which belong to the state “bypass”?",
    n_negative=41042,
    n_positive=2458,
)
LETTER = _bundled(
    "letter",
    title="Letters",
    negative="25 other letters",
    positive="H",
    source="Letter Recognition, D. Slate, 1991, doi 10.24432/C5ZP40",
    summary="Distorted printed capitals: which are an H?",
    n_negative=19266,
    n_positive=734,
    duplicates=1332,
)
