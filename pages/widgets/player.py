"""The player: one to four learners, moment by moment, in one component that animates in the browser.

It takes a payload from pages.figures.payload.pack and tells Python what it shows only when it comes to rest.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from pages.figures.payload import read_header

_HERE = Path(__file__).parent
_HTML = '<div class="player"></div>'
_CSS = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("player.css", "views.css"))
_FILES = ("player.js", "player_drawing.js", "views.js", "views_drawing.js", "playback.js", "canvas.js")
_JS = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _FILES)
_mount = st.components.v2.component("player", html=_HTML, css=_CSS, js=_JS)


class Shown(NamedTuple):
    """What the player shows: the first panel's frame, its learner's own count, each panel's threshold."""

    frame: int
    step: int
    thresholds: tuple[float, ...]


def player(payload: bytes, key: str, *, on_change: Callable[[Shown], None] | None = None) -> Shown:
    """Show a payload and return what is shown; on_change gets the same before the rerun that a pause causes.

    A payload with the id of the one before keeps its frame; a new one opens where its header says.
    """
    opened = _opened(payload)

    def changed() -> None:
        if on_change is not None:
            on_change(_shown(st.session_state[key].get("shown"), opened))

    state = _mount(key=key, data=payload, default={"shown": opened}, on_shown_change=changed)
    return _shown(state.shown, opened)


def standalone_html(payload: bytes, title: str = "AUC Lab") -> str:
    """The player as a page of its own, with script, style and data inside: it opens from a file."""
    return _PAGE.format(
        title=html.escape(title),
        css=_CSS,
        body=_HTML,
        data=base64.b64encode(payload).decode(),
        js=_JS.replace("export default function player", "function player").replace("</", "<\\/"),
    )


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
@media (prefers-color-scheme: dark) {{
  :root {{
    --st-text-color: #fafafa;
    --st-background-color: #0e1117;
    --st-secondary-background-color: #262730;
  }}
}}
body {{ max-width: 1240px; margin: 0 auto; padding: 16px; background: var(--st-background-color, #fff); }}
{css}
</style>
<main>{body}</main>
<script type="module">
{js}
const data = Uint8Array.from(atob("{data}"), letter => letter.charCodeAt(0));
const open = () => player({{data, parentElement: document, setStateValue: () => {{}}}});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", open);
open();
</script>
</html>
"""


def _opened(payload: bytes) -> dict:
    """The state before anything was moved: what the payload itself opens with."""
    header = read_header(payload)
    frame = header["timeline"][header["start"]][0]
    return {
        "id": header["id"],
        "frame": frame,
        "step": header["panels"][0]["step"][frame],
        "thresholds": [panel["threshold"] for panel in header["panels"]],
    }


def _shown(state: dict | None, opened: dict) -> Shown:
    """The reported state, unless it speaks of an earlier payload."""
    now = state if state and state["id"] == opened["id"] else opened
    return Shown(now["frame"], now["step"], tuple(now["thresholds"]))
