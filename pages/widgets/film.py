"""A film: linked views alone, played along any axis, in one component that animates in the browser.

It takes what pages.figures.views.film makes and tells Python its frame only when it comes to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent
_CSS = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("player.css", "views.css"))
_FILES = ("film.js", "views.js", "views_drawing.js", "playback.js", "canvas.js")
_JS = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _FILES)
_mount = st.components.v2.component("film", html='<div class="player film"></div>', css=_CSS, js=_JS)


def film(
    data: Mapping[str, Any],
    key: str,
    *,
    present: bool = False,
    on_change: Callable[[int], None] | None = None,
) -> int:
    """Show a film and return its frame; on_change gets the same before the rerun that a pause causes.

    A film with the id of the one before keeps its frame, whatever its start, unless it had left the page.
    """
    held = st.session_state.get(f"_opened {key}")
    if held is None or held["id"] != data["id"] or key not in st.session_state:
        held = st.session_state[f"_opened {key}"] = {"id": data["id"], "frame": data["start"]}

    def changed() -> None:
        if on_change is not None:
            on_change(_shown(st.session_state[key].get("shown"), held))

    sent = {**data, "start": held["frame"], "present": present}  # one that followed the frame would be sent anew
    state = _mount(key=key, data=sent, default={"shown": held}, on_shown_change=changed)
    return _shown(state.shown, held)


def _shown(state: dict | None, held: dict) -> int:
    """The reported frame, unless it speaks of an earlier film."""
    return (state if state and state["id"] == held["id"] else held)["frame"]
