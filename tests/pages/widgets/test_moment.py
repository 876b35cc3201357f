"""Marks of the threshold slider are no lower than the scores they stand for."""

import numpy as np
import pytest

from pages.widgets.moment import _text, _up


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1.0, 1e6])
def test_a_mark_is_the_next_number_of_five_digits_that_is_not_below(scale):
    for value in np.random.default_rng(0).normal(size=300) * scale:
        mark = _up(value)
        assert mark >= value and mark - value <= 1e-4 * abs(value)
        assert float(_text(mark)) == mark


def test_marks_that_are_exact_stay():
    assert [_up(value) for value in (0.0, 1.0, -2.5, 0.12345)] == [0.0, 1.0, -2.5, 0.12345]
