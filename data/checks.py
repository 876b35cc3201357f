"""Checks of what was asked for; each raises a ValueError whose sentence says what to do instead."""

import math
import operator
from collections.abc import Iterable
from numbers import Integral


def choice(what: str, value: str, choices: Iterable[str]) -> str:
    """value, if it is one of the choices."""
    choices = tuple(choices)
    if value not in choices:
        raise ValueError(f"There is no {what} {value!r}. Choose one of: {', '.join(map(repr, choices))}.")
    return value


def count(what: str, value: int, *, least: int, or_zero: str = "") -> int:
    """value as an int, if it is whole and at least `least`, or 0 where `or_zero` says what that means."""
    try:
        whole = operator.index(value)
    except TypeError:
        whole = -1
    if whole < least and not (or_zero and whole == 0):
        zero = f", or 0 for {or_zero}" if or_zero else ""
        raise ValueError(f"{what} is {value!r}. Give a whole number of at least {least}{zero}.")
    return whole


def amount(what: str, value: float) -> float:
    """value as a float, if it is finite and not negative."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise ValueError(f"{what} is {value!r}. Give a finite number that is not negative.")
    return number


def columns(features: Iterable[int], n_features: int) -> list[int]:
    """The feature indices to keep: all of them for (), else the pair given."""
    given = tuple(features) if isinstance(features, Iterable) else (features,)
    fit = all(isinstance(column, Integral) and 0 <= column < n_features for column in given)
    if given and not (fit and len(given) == 2 and given[0] != given[1]):
        raise ValueError(
            f"features is {features!r}. "
            f"Give two different whole numbers from 0 to {n_features - 1}, or () for all."
        )
    return [int(column) for column in given or range(n_features)]
