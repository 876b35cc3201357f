"""A still figure on a page: with its description for those who cannot see it and its numbers in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

TOOLBAR = {
    "displaylogo": False,
    "modeBarButtonsToRemove": [
        "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "resetScale2d", "select2d", "lasso2d",
    ],  # seven stops of the Tab key a chart were too many; what a zoom would tell stands in the table
    "toImageButtonOptions": {"format": "svg", "filename": "auc-lab"},
}  # fmt: skip


def chart(
    figure: Any,
    key: str,
    alt: str,
    table: Mapping[str, Sequence[Any]],
    **options: Any,
) -> Any:
    """Show a figure and, folded away below it, its numbers.

    figure : a Plotly figure.  alt : one or two sentences with the figure's own numbers.
    table : column name -> values, of equal length.
    options : as in st.plotly_chart, such as on_select. Returns what st.plotly_chart returns.
    """
    shown = st.plotly_chart(figure, key=key, alt=alt, config=TOOLBAR, width="stretch", **options)
    numbers(table, f"{key} numbers")
    return shown


def numbers(table: Mapping[str, Sequence[Any]], key: str, title: str = "Numbers") -> None:
    """The numbers of a picture, folded away."""
    with st.expander(title):
        st.dataframe(dict(table), key=key, hide_index=True, width="stretch")
