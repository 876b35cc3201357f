"""The frame of every page: its title at once, then the menu and the state that its link brings."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from pages.widgets.url_state import Params, State, sync

MENU = {
    "Explore": {
        "app.py": "Home",
        "pages/boundary.py": "Decision boundary",
    },
    "Understand": {
        "pages/ranking.py": "Pairs and AUC",
        "pages/losses.py": "Losses",
        "pages/regret.py": "Regret",
        "pages/random_features.py": "Random features",
        "pages/theorems.py": "Theorems and errata",
    },
}
"""Sections of the menu: the file of each page and its name. A new page is one line here."""

FRAME = (
    "<style>.stMainBlockContainer {padding-top: 3.5rem; padding-bottom: 3rem}"
    ".stMarkdown :not(.katex-display) > .katex {font-size: 1.06em}"  # as high as the words around it
    "@media (max-width: 640px) {.stMarkdown .katex-display > .katex {font-size: 0.95em}}"  # or phones cut it
    ".katex-display {padding-right: 3px}"  # else each overflows by 2 px and becomes a stop of the Tab key
    "[data-testid=stPageLink-NavLink]:focus-visible {outline: 2px solid currentColor; outline-offset: 1px}</style>"
)
RUN_PAGES = {
    "pages/boundary.py": "Boundary",
    "pages/ranking.py": "Pairs",
    "pages/losses.py": "Losses",
    "pages/regret.py": "Regret",
    "pages/random_features.py": "Random features",
    "pages/theorems.py": "Theorems",
}
"""Pages that carry the experiment's choices, so that one run can be followed over all of them."""

PRESENTATION = (
    "<style>html {font-size: 22px} .stAppHeader, .st-key-lead {display: none} "
    ".stMainBlockContainer {padding-top: 0.5rem} .stHeading h1 {padding: 0; font-size: 1.75rem}</style>"
)


def page(title: str, params: Params, lead: str = "") -> State:
    """Start a page: draw its title, give every control its value, draw the menu. Returns the link's state."""
    st.set_page_config(page_title="AUC Lab" if title == "AUC Lab" else f"{title} · AUC Lab", layout="wide")
    st.html(FRAME)
    heading, menu = st.columns([5, 1], vertical_alignment="center")
    heading.title(title, anchor=False)
    if lead:
        st.container(key="lead").markdown(lead)
    state = sync(params)
    st.session_state["_page"] = title
    if state.values.get("present"):
        st.html(PRESENTATION)
    else:
        with menu.popover("Menu", icon=":material/menu:", width="stretch"):
            for section, pages in MENU.items():
                st.caption(section)
                for file, name in pages.items():
                    st.page_link(file, label=name, query_params=state.link)
    return state


def elsewhere(state: State, here: str) -> None:
    """Links to this run, at this frame, on the other pages that show a run."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("This run, this frame:")
        for file, name in RUN_PAGES.items():
            if file != here:
                st.page_link(file, label=name, query_params=state.link)


def link_bar(state: State) -> None:
    """Ways to take this page along: the link that writes every value, and the projector's view."""
    address = st.context.url.partition("?")[0] if st.context.url else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Copy link", icon=":material/link:"):
            st.caption("Every value is in it, so later versions show the same.")
            st.code(f"{address}?{urlencode(state.full)}", language=None, wrap_lines=True)
        st.toggle("Present", key="present", help="Hides menu, introduction and controls and enlarges the type")
