"""Looks at a kernel made of random cosines: as a sum, as a matrix, what a seed saves, and what its width is called.

Each takes the run, the settled values of the link, and the place for its controls, None in a presentation. Imported
after the page's title is drawn, as it brings scikit-learn along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from algorithms.experiments.run import Run
from algorithms.random_features import FEATURE_MAPS, memory
from algorithms.theory.bandwidths import CONVENTIONS, misread, misreading_distances
from algorithms.theory.waves import SIZES
from data import DATASETS
from pages.figures import random_feature_figures as figures
from pages.figures import random_feature_views as views
from pages.figures import random_feature_words as words
from pages.widgets import knobs
from pages.widgets import random_feature_jobs as jobs
from pages.widgets.charts import chart, numbers
from pages.widgets.film import film
from pages.widgets.url_state import Param, choice, number

ERROR_SEEDS = (10, 50, 200)
MODEL = {  # what "seed i" saves: label, from, to, at first
    "memory_n": ("Points n", 20, 10**7, 10**6),
    "memory_d": ("Features d", 1, 1000, 20),
    "memory_m": ("Frequencies an iteration m", 1, 1000, 100),
    "memory_T": ("Iterations T", 10, 10**6, 1000),
}
PARAMS: dict[str, Param] = {
    "frequencies": choice(16, SIZES),
    "error_seeds": choice(50, ERROR_SEEDS),
    "gram_map": choice(FEATURE_MAPS[0], FEATURE_MAPS),
    **{key: number(first, low, high, integer=True) for key, (_, low, high, first) in MODEL.items()},
    "width_of": choice("QSG, TSGS3VM", CONVENTIONS),
}


def cosines(run: Run, values: Mapping[str, Any], panel: Any) -> None:
    """The kernel as a sum of cosines along a line, and its error against their number."""
    if panel:
        panel.segmented_control("Seeds in the error", ERROR_SEEDS, key="error_seeds", required=True)
    if found := jobs.kernel(run, values["gamma"]):
        st.markdown(words.kernel_sentence(found.waves, values["frequencies"]))
        made = views.kernel_film(found.waves, found.line, values["frequencies"])
        film(made, "kernel film", present=values["present"], on_change=_added)
        st.caption(words.line_caption(found.gamma, found.line, views.FAINT))
        numbers(words.kernel_table(found.waves), "kernel numbers")
        numbers(words.line_table(found.waves, values["frequencies"]), "kernel line", "Numbers along the line")
        st.caption(words.papers("QSG eq (10)", "TSGS3VM eq (2), section 3.2"))
    st.header("Error against the number of frequencies", anchor=False)
    if errors := jobs.errors(run, values["gamma"], values["error_seeds"]):
        st.markdown(words.error_sentence(errors))
        _show(figures.error_picture(errors), "errors")
        st.latex(words.VARIANCES)
        st.caption(words.papers("no bias, QSG below eq (10)", "the rate, Rahimi and Recht 2008"))


def _added(frame: int) -> None:
    st.session_state["frequencies"] = SIZES[frame]


def gram(run: Run, values: Mapping[str, Any], panel: Any) -> None:
    """Gram matrices of the run's points: exact, approximate, and what lies between them."""
    if panel:
        with panel:
            st.select_slider("Frequencies m", SIZES, key="frequencies", format_func="{:,}".format)
            map_control("gram_map")
    m, name = values["frequencies"], values["gram_map"]
    if found := jobs.matrices(run, values["gamma"], name, m):
        st.markdown(words.gram_sentence(found.gram, m, name))
        pictures = figures.gram_pictures(found.gram, found.negatives)
        for column, (title, picture) in zip(st.columns(3), pictures.items(), strict=True):
            with column:
                st.markdown(f"**{title}**")
                _show(picture, f"gram {title}")
        st.caption(words.gram_caption(found.gram, found.negatives))
        st.caption(words.papers("QSG eq (10)", "TSGS3VM eq (2)"))


def seeds(run: Run, values: Mapping[str, Any], panel: Any) -> None:
    """What "sample with seed i" saves."""
    if panel:
        with panel:
            for key, (label, low, high, _) in MODEL.items():
                knobs.scale(label, key, _marks(low, high), "{:,}".format)
            st.button("Those of this run and its twin", on_click=_own_sizes, args=(run, values))
    n, d, m, T = (values[key] for key in MODEL)
    sizes = memory(n, d, m, T)
    st.markdown(words.memory_sentence(sizes, n, d, m, T))
    _show(figures.memory_picture(sizes), "memory")
    st.markdown(words.SEED)
    st.caption(words.papers("“with seed i”, QSG Algorithms 1 and 2, TSGS3VM Algorithms 1 and 2", "O(T), Remark 1"))


def _own_sizes(run: Run, values: Mapping[str, Any]) -> None:
    features = len(run.features) or len(DATASETS[run.dataset].feature_names)
    own = (run.n_samples, features, values["twin_m"], values["twin_T"])
    st.session_state.update(zip(MODEL, own, strict=True))


def widths(run: Run, values: Mapping[str, Any], panel: Any) -> None:
    """One kernel, three values of sigma."""
    if not (found := jobs.kernel(run, values["gamma"])):
        return
    st.markdown(words.width_sentence(found.gamma))
    st.markdown(words.width_rows(found.gamma))
    said = values["width_of"]
    if panel:
        panel.segmented_control("Whose σ is copied?", list(CONVENTIONS), key="width_of", required=True)
    st.markdown(words.misread_sentence(found.gamma, said))
    distances = misreading_distances(found.gamma)
    _show(figures.width_picture(distances, misread(found.gamma, said, distances), said), "widths")
    st.caption(words.papers(*(f"{one.papers}, {one.where}" for one in CONVENTIONS.values())))


def map_control(key: str) -> None:
    """The choice between the two feature maps."""
    st.segmented_control("Feature map", FEATURE_MAPS, key=key, format_func=words.SHORT_MAPS.get, required=True)


def _show(picture: figures.Picture, key: str) -> None:
    chart(picture.figure, key, picture.alt, picture.table)


def _marks(low: int, high: int) -> list[int]:
    """1, 2, 5 times powers of ten, and both ends."""
    found = {unit * 10**power for power in range(8) for unit in (1, 2, 5)}
    return sorted({low, high} | {mark for mark in found if low < mark < high})
