"""What all tests share: hypothesis without surprises, small apps to try parts in."""

import os
import textwrap

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two workers on two cores; also the same sums everywhere

import pytest
from hypothesis import settings
from streamlit.testing.v1 import AppTest

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture
def write_app(tmp_path):
    """write_app(source, name=source, ...) writes app.py and pages/NAME.py; returns app.py's path."""

    def write(home: str, **pages: str):
        (tmp_path / "pages").mkdir(exist_ok=True)
        for name, source in pages.items():
            (tmp_path / "pages" / f"{name}.py").write_text(textwrap.dedent(source))
        (tmp_path / "app.py").write_text(textwrap.dedent(home))
        return tmp_path / "app.py"

    return write


@pytest.fixture
def tiny_app(write_app):
    """The AppTest of such an app, not yet run."""
    return lambda home, **pages: AppTest.from_file(str(write_app(home, **pages)), default_timeout=20)
