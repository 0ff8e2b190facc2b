"""What people hand over in Python, read as the words that options and conditions are written in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path

from gearlock.kernel.errors import BadInput, shown

MOST_DIGITS = 100
"""Of a whole number; Python itself refuses to write those of some thousand."""
DIGITS = 6
"""Digits behind the point that a number keeps, so that 0.1 + 0.2 is written 0.3."""


def as_words(value: object, what: str) -> str:
    """A text, a number, yes or no, or a path, as one would type it. Raises BadInput for anything else.

    Where only whole numbers make sense, whoever reads the words says so.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and abs(value) < 10**MOST_DIGITS:
        return str(value)
    if isinstance(value, float) and isfinite(value):
        return f"{value + 0.0:.{DIGITS}f}".rstrip("0").rstrip(".")
    if isinstance(value, os.PathLike):
        return str(value)
    raise BadInput(f"{what} is written as a text, a number or yes and no, not as {shown(value)}.")


def read_mapping(options: object, what: str = "option") -> dict[str, str]:
    """Options by name with their values as words."""
    if not isinstance(options, Mapping):
        raise BadInput(f"The {what}s are a mapping of names to values, such as {{'rounds': 3}}, not {shown(options)}.")
    return {as_name(name, what): as_words(value, f"The {what} {name}") for name, value in options.items()}


def read_pairs(given: object, what: str = "condition") -> tuple[tuple[str, str], ...]:
    """Conditions as a mapping or as pairs, each value as words; a list of values says the condition several times."""
    pairs: list[tuple[str, str]] = []
    for pair in given.items() if isinstance(given, Mapping) else _listed(given, what):
        if isinstance(pair, str) or not isinstance(pair, Iterable) or len(both := tuple(pair)) != 2:
            raise BadInput(f"A {what} is a name with its value, such as ('range', 10), not {shown(pair)}.")
        name, said = as_name(both[0], what), both[1]
        values = said if isinstance(said, list | tuple | set | frozenset) else (said,)
        pairs += [(name, as_words(value, f"The {what} {name}")) for value in values]
    return tuple(pairs)


def read_seed(seed: object) -> int:
    """The number that a battle is drawn from."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadInput(f"A seed is a whole number, not {shown(seed)}.")
    if abs(seed) >= 10**MOST_DIGITS:
        raise BadInput(f"A seed has at most {MOST_DIGITS} digits.")
    return seed


def read_path(path: object) -> Path:
    """Where a file lies. Raises BadInput for what is no path."""
    if not isinstance(path, str | os.PathLike):
        raise BadInput(f"A file is named by its path, not by {type(path).__name__}.")
    return Path(path)


def as_name(name: object, what: str) -> str:
    """What somebody is called. Raises BadInput for what is no text."""
    if not isinstance(name, str):
        raise BadInput(f"A {what} is named by a text, not by {shown(name)}.")
    return name


def _listed(given: object, what: str) -> Iterable[object]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadInput(f"The {what}s are a mapping of names to values, such as {{'range': 10}}, not {shown(given)}.")
    return given
