"""Metric measurements: with the option, whatever a player reads tells lengths in whole centimetres.

Rules and maps stay in inches; only words change, on their way to whoever reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.lock_and_cover.measuring import centimetres
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import INCH

METRIC: Final = "metric"
_AFTER: Final = (
    "away", "from", "to", "at", "up", "down", "high", "deep", "astray", "moved", "more", "it", "are", "forward",
    "apart", "across", "of", "before", "off",
)  # fmt: skip
"""Words behind a length. In "Combat Group 2 in reserve" there is none."""
_NUMBER: Final = r"\d+(?:\.\d+)?"
_LENGTHS: Final = rf"(?<![\w.])({_NUMBER}(?:(?:/|, )(?:{_NUMBER}|inf|any|-))*) in"
_LENGTH: Final = re.compile(rf"{_LENGTHS}(?=$|[.,;:)\]]| (?:{'|'.join(_AFTER)})\b)")
T = TypeVar("T")


def words(text: str) -> str:
    """A text with all its lengths in centimetres."""
    return _LENGTH.sub(lambda found: f"{re.sub(_NUMBER, _converted, found[1])} cm", text)


def _converted(found: re.Match[str]) -> str:
    return str(centimetres(round(float(found[0]) * INCH)))


def told(known: Any) -> Any:
    """Something to be read, with all lengths in its texts in centimetres."""
    if isinstance(known, str):
        known = words(known)
    elif isinstance(known, tuple):
        parts = [told(part) for part in known]
        known = type(known)(*parts) if hasattr(known, "_fields") else tuple(parts)
    elif isinstance(known, list):
        known = [told(part) for part in known]
    elif isinstance(known, dict):
        known = {key: told(value) for key, value in known.items()}
    elif isinstance(known, msgspec.Struct) and not isinstance(known, Order):
        known = msgspec.structs.replace(known, **{name: told(getattr(known, name)) for name in known.__struct_fields__})
    return known


@heeds("fieldmanual.metric-option")
def measured(shown: Callable[..., T]) -> Callable[..., T]:
    """A function of the state that gives something to be read, in the measure the players agreed on."""

    def reader(state: State, *others: Any) -> T:
        found = shown(state, *others)
        told_so: T = told(found) if state.switch(METRIC) and found is not None else found
        return told_so

    return reader
