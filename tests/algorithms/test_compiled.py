"""Compiled or not, with numba or without: the same numbers. And machine code never stands in the way."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from algorithms import compiled
from tests.algorithms.numbers import answers

ROOT = Path(__file__).parent.parent.parent
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; "  # `import numba` raises ImportError
RUN = "import runpy; runpy.run_module('tests.algorithms.numbers', run_name='__main__')"


def in_another_process(code, *arguments, **environment):
    environment = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.fixture(scope="module")
def expected():
    return answers()


@pytest.mark.parametrize(
    ("code", "environment"),
    [(RUN, {"NUMBA_DISABLE_JIT": "1"}), (WITHOUT_NUMBA + RUN, {})],
    ids=["NUMBA_DISABLE_JIT=1", "numba not installed"],
)
def test_the_same_numbers_without_compiling(expected, tmp_path, code, environment):
    in_another_process(code, str(tmp_path / "found.npz"), **environment)
    with np.load(tmp_path / "found.npz") as found:
        assert not found["is_compiled"]
        assert set(found.files) == {*expected, "is_compiled"}
        for name, numbers in expected.items():
            scale = np.nanmax(np.abs(numbers))
            assert found[name] == pytest.approx(numbers, rel=1e-9, abs=1e-12 * scale, nan_ok=True), name


def test_here_the_loops_are_compiled():
    if os.environ.get("NUMBA_DISABLE_JIT"):
        pytest.skip("NUMBA_DISABLE_JIT is set")
    assert hasattr(compiled.compiled(lambda x: x), "py_func")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of one compiled loop and one plain file, at a home that exists."""
    home, package = tmp_path / "home", tmp_path / "package"
    home.mkdir()
    package.mkdir()
    (package / "loop.py").write_text("@compiled\ndef loop(): ...\n")
    (package / "plain.py").write_text("words = 1\n")
    monkeypatch.setattr(compiled, "PACKAGE", package)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return package


def read_only(monkeypatch, *folders):
    monkeypatch.setattr(compiled.os, "access", lambda path, mode: Path(path) not in folders)


def test_machine_code_lies_in_the_package(package):
    assert compiled._cache_folder().parent == package / "__pycache__"


def test_machine_code_goes_home_where_the_package_is_read_only(package, monkeypatch):
    read_only(monkeypatch, package)
    assert compiled._cache_folder().is_relative_to(package.parent / "home")


def test_machine_code_goes_among_temporary_files_where_home_is_too(package, monkeypatch, tmp_path):
    read_only(monkeypatch, package, package.parent / "home")
    monkeypatch.setattr(compiled.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    assert compiled._cache_folder().is_relative_to(tmp_path / "temporary")


def test_new_loops_get_new_machine_code_and_other_changes_do_not(package):
    before = compiled._cache_folder()
    (package / "plain.py").write_text("words = 2\n")
    assert compiled._cache_folder() == before
    (package / "loop.py").write_text("@compiled\ndef loop(): return 1\n")
    assert compiled._cache_folder() != before


def test_loops_compile_where_nothing_can_be_kept(monkeypatch):
    if compiled.numba is None:
        pytest.skip("numba is not installed")
    calls = []

    def njit(**options):
        calls.append(options)
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return lambda loop: loop

    monkeypatch.setattr(compiled.numba, "njit", njit)
    assert compiled.compiled(len) is len
    assert [options.get("cache") for options in calls] == [True, None]


def test_not_a_number_survives_compilation():
    from algorithms.losses import psi_m_terms

    assert np.isnan(psi_m_terms(np.nan, 1.0)[0])
    assert np.isinf(psi_m_terms(np.inf, 1.0)[0])


def test_a_container_without_a_home_can_start(tmp_path):
    code = "import algorithms.compiled, os; print(os.environ['NUMBA_CACHE_DIR'])"
    environment = {"HOME": str(tmp_path / "nowhere"), "NUMBA_CACHE_DIR": ""}
    assert "machine-code-" in in_another_process(code, **environment)
