"""Imports point downward only, and a few Streamlit calls that break deep links are never made."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# From the top of the house to its foundations: a file may import from its own floor and from those below.
FLOORS = [
    {"app", "pages"},
    {"pages.widgets"},
    {"pages.figures"},
    {"algorithms.experiments"},
    {"algorithms.stored", "algorithms.trace", "algorithms.theory", "data"},
    {"algorithms"},  # the learners, and the list of them
    {"algorithms.base"},
    {"algorithms.losses", "algorithms.moments", "algorithms.kernels", "algorithms.random_features"}
    | {"algorithms.buffers", "algorithms.metrics", "algorithms.compiled"},
]
FLOOR = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}
# Who may import what is not everyone's.
ONLY = {
    "streamlit": {"app", "pages", "pages.widgets"},
    "plotly": {"pages.figures"},
    "numba": {"algorithms.compiled"},
    "data": {"app", "pages", "pages.widgets", "pages.figures", "algorithms.experiments", "data"},
}
NEVER = {"navigation", "switch_page", "sidebar"}


def place(module: str) -> str:
    """The longest known name that a dotted module name begins with, "" for what is not of the house."""
    parts = module.split(".")
    return next((name for k in range(len(parts), 0, -1) if (name := ".".join(parts[:k])) in FLOOR), "")


def imported(tree: ast.Module, module: str) -> list[str]:
    """The dotted names that a file imports, wherever in it."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            names += [f"{base}.{alias.name}" for alias in node.names]
    return names


def offences(source: str, module: str) -> list[str]:
    """What is wrong with the imports and calls of a file, given its dotted module name."""
    tree, home, found = ast.parse(source), place(module), []
    for name in imported(tree, module):
        top, there = name.split(".")[0], place(name)
        if home not in ONLY.get(top, {home}) or name in {f"streamlit.{last}" for last in NEVER}:
            found.append(f"imports {name}")
        if there and FLOOR[there] < FLOOR[home]:
            found.append(f"imports {name} from above")
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="st" | "streamlit"), attr=last) if last in NEVER:
                found.append(f"uses st.{last}")
    return found


def house() -> list[Path]:
    files = (path for top in ("pages", "algorithms", "data") for path in sorted((ROOT / top).rglob("*.py")))
    return [path for path in (ROOT / "app.py", *files) if path.exists()]


def module_of(path: Path) -> str:
    """The dotted name; a package's __init__ keeps that last part, so that relative imports count from it."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", house(), ids=module_of)
def test_imports_point_downward(path):
    assert offences(path.read_text(encoding="utf-8"), module_of(path)) == []


def test_every_package_is_seen():
    assert {module_of(path).split(".")[0] for path in house()} >= {"pages", "algorithms", "data"}


def test_pages_is_no_package():
    """An __init__.py there would be a page, and would hide the pages.widgets of small apps in tests."""
    assert not (ROOT / "pages" / "__init__.py").exists()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("algorithms.online.oauc", "import streamlit as st"),
        ("algorithms.experiments.run", "def late():\n    import plotly.graph_objects as go"),
        ("data.synthetic", "from streamlit import cache_data"),
        ("pages.figures.theme", "import streamlit"),
        ("pages.figures.theme", "from ..widgets import controls"),
        ("pages.widgets.player", "import plotly.express"),
        ("pages.widgets.player", "import pages.boundary"),
        ("pages.boundary", "import plotly"),
        ("algorithms.online.oauc", "from data import load"),
        ("algorithms.trace", "from data.dataset import Split"),
        ("algorithms.trace", "from .experiments import run"),
        ("algorithms.__init__", "from . import experiments"),
        ("data.split", "from algorithms.experiments.run import Run"),
        ("algorithms.losses", "import numba"),
        ("algorithms.online.oauc", "from numba import njit"),
        ("algorithms.losses", "from algorithms import LEARNERS"),
        ("algorithms.base", "from algorithms.trace import record"),
        ("algorithms.losses", "from .online.oauc import OAUC"),
        ("algorithms.online.oauc", "from .. import trace"),
        ("pages.boundary", "import streamlit as st\nst.switch_page('app.py')"),
        ("app", "import streamlit as st\nst.navigation([])"),
        ("pages.widgets.layout", "import streamlit as st\nwith st.sidebar:\n    pass"),
        ("pages.widgets.layout", "from streamlit import sidebar"),
    ],
)
def test_an_offence_is_found(module, source):
    assert offences(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("app", "import streamlit as st\nfrom pages.widgets import layout\nfrom algorithms import LEARNERS"),
        ("pages.widgets.player", "import streamlit as st\nfrom pages.figures.payload import pack"),
        ("pages.figures.theme", "import plotly.graph_objects as go\nfrom algorithms.trace import Trace"),
        ("algorithms.experiments.run", "from data import load\nfrom algorithms.trace import record"),
        ("algorithms.online.oauc", "from ..base import Knob\nfrom algorithms.compiled import jit"),
        ("algorithms.online_kernel.okauc", "from algorithms.online.oauc import OAUC\nimport numpy as np"),
        ("algorithms.compiled", "import numba"),
        ("data.split", "from .dataset import Split\nfrom data.stream import ORDERS"),
        ("pages.boundary", "import streamlit as st\nst.page_link('app.py')\nplan.navigation()"),
    ],
)
def test_what_is_allowed_is_allowed(module, source):
    assert offences(source, module) == []
