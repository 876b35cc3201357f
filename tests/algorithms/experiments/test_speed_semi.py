"""The speed of learning from few labels: every table in small, and what its targets are held against."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from algorithms.experiments import speed_semi


@pytest.fixture(autouse=True)
def short_runs():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


@pytest.fixture
def clock(monkeypatch):
    """Sets what cpu_seconds says, one number after the other; the work is done all the same."""

    def say(*seconds):
        told = iter(seconds)

        def tell(work, repeats):
            work()
            return next(told)

        monkeypatch.setattr(speed_semi, "cpu_seconds", tell)

    return say


def test_two_clouds_of_which_200_rows_are_labelled():
    X, y = speed_semi.few_labels(50, 3)
    assert X.shape == (250, 3) and set(y[:200]) == {0, 1} and (y[200:] == -1).all()


def test_nanoseconds_are_for_a_row_and_a_frequency(clock):
    clock(1e-6, 2e-6, 20e-6)
    assert speed_semi.measure_pairs(5, 100, 10, 1) == pytest.approx((1.0, 2.0, 20.0))


def test_features_and_orders_are_held_against_the_product_and_the_cosine(clock, capsys):
    clock(*[6.4e-8, 9e-8, 8.9e-7] * 3, 6.4e-8, 9.7e-8, 8.9e-7)  # for 8 rows and 8 frequencies
    assert speed_semi.print_pairs(1, rows=8, frequencies=8) == pytest.approx(890 / 64)
    assert capsys.readouterr().out.count("MISSED") == 3  # 1.41 ns, just not 10 times np.cos, 1.52 times the product
    clock(0.26, 0.11, 0.1, 1.0, 0.4, 0.41, 0.9, 1.6)
    speed_semi.print_passes(1, 1e9, passes=((512, 2.5), (1_024, 2.6), (2_048, None)))
    lines = capsys.readouterr().out.splitlines()
    assert "2.60   " in lines[2] and "at least 2.5 times faster: reached" in lines[2]
    assert "at least 2.6 times faster: MISSED, 10 times np.cos: reached" in lines[3]
    assert lines[5].split()[:2] == ["exponent", "1.58"] and "at most 2.5: reached" in lines[5]
    clock(1.0, 1.2)
    speed_semi.print_flat(1, iterations=6, sizes=(300, 600))
    assert "exponent 0.26   at most 0.1: MISSED" in capsys.readouterr().out


def test_the_exact_solution_is_approached_with_few_iterations(clock, capsys):
    clock(2.0, 0.1, 0.01)
    speed_semi.print_exact(1, rows=300)
    dense, gradients, qsg = capsys.readouterr().out.splitlines()[2:]
    assert dense.split()[-1] == "200" and gradients.split()[-1] == "10"
    assert "at least 100 times faster than dense: reached" in qsg
    assert float(qsg.split("correlation ")[1].split()[0]) >= 0.99


def test_memory_is_what_is_held_beyond_the_data(capsys):
    speed_semi.print_memory(rows=20_000)
    row = capsys.readouterr().out.splitlines()[2].split()
    assert row[:2] == ["20000", "3"]
    assert 20_000 * speed_semi.FEATURES * 4 < 1e6 * (float(row[2]) + 0.5) < 20e6  # at least rows in single precision


def test_an_exact_machine_has_its_seconds(clock, capsys):
    clock(0.2, 0.4)
    speed_semi.print_exact_machine(1, ((30, 0.3), (40, 0.3)))
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()[2:]] == ["reached", "MISSED"]
    assert np.diff([n for n, _ in speed_semi.BALANCED]) > 0
