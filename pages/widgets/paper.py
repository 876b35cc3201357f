"""Where in the paper: a statement in words and as a formula, with what is wrong in print, folded away."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st


def in_the_paper(key: str, link: Mapping[str, str]) -> None:
    """The statement with this key, its errata, and the way to its check on the run that `link` says."""
    from algorithms.theory.errata import ERRATA  # these import scikit-learn: a page's title should not wait for that
    from algorithms.theory.statements import STATEMENTS

    (statement,) = (one for one in STATEMENTS if one.key == key)
    with st.expander(f"In the paper: {statement.name}, {statement.where}"):
        st.markdown(f"**{statement.title}.** {statement.words}")
        st.latex(statement.latex)
        for erratum in ERRATA:
            if erratum.statement == key:
                st.markdown(f"*Erratum, {erratum.where}.* Printed: {erratum.printed} Right: {erratum.right}")
        st.page_link("pages/theorems.py", label="Checked on this run", query_params={**link, "statement": key})
