"""Exact odds over several values of a condition: `3..30` for a range, `none,light,heavy` for a cover."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import get_system
from gearlock.odds.attack import AttackOdds, attack_odds
from gearlock.odds.sequence import gunnery_of

MOST_VALUES = 200
MOST_CELLS = 2000
Said = tuple[str, str]
Axis = tuple[str, tuple[str, ...]]


class Cell(msgspec.Struct, frozen=True):
    """The odds in one situation; or why there is no such attack."""

    given: tuple[Said, ...]
    hit: float = 0.0
    mean_damage: float = 0.0
    crippled: float = 0.0
    destroyed: float = 0.0
    refused: str = ""


class Sweep(msgspec.Struct, frozen=True):
    """An attack under every combination of some conditions; the first axis changes slowest."""

    system: str
    attacker: str
    target: str
    axes: tuple[Axis, ...]
    given: tuple[Said, ...]
    """What is the same in all of them."""
    cells: tuple[Cell, ...]


MEASURES = {
    "mean_damage": "mean damage",
    "hit": "chance to hit",
    "crippled": "chance to cripple",
    "destroyed": "chance to destroy",
}


def values_of(text: str) -> tuple[str, ...]:
    """What somebody wrote for a condition: one value, several with commas, or numbers from .. to, perhaps /step."""
    found: list[str] = []
    for part in text.split(","):
        numbers = re.fullmatch(r"\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\s*(?:/\s*(\d{1,6}))?\s*", part)
        if numbers is None:
            if ".." in part:
                raise BadInput(f"'{part.strip()}' is no range of values: write 3..30, or 3..30/3 for every third.")
            found.append(part.strip())
            continue
        first, last, step = int(numbers[1]), int(numbers[2]), int(numbers[3] or 1)
        if step < 1 or last < first or (last - first) // step >= MOST_VALUES:
            raise BadInput(
                f"'{part.strip()}' goes nowhere: write the lower number first, at most {MOST_VALUES} values."
            )
        found += map(str, range(first, last + 1, step))
    if len(found) > 1 and not all(found):
        raise BadInput(f"A value is missing in '{text}'.")
    return tuple(dict.fromkeys(found))


def has_several(given: Iterable[Said]) -> bool:
    """Whether any condition has more than one value."""
    return any(len(values_of(value)) > 1 for name, value in given if name != "trait")


def sweep(system: str, attackers: Sequence[str], target: str, given: Sequence[Said], reply: bool = False) -> Sweep:
    """The odds in every combination. Raises what is wrong if there is no attack in any of them."""
    axes = tuple((name, values_of(value)) for name, value in given if name != "trait" and len(values_of(value)) > 1)
    fixed = tuple(said for said in given if said[0] == "trait" or len(values_of(said[1])) == 1)
    many = 1
    for _, values in axes:
        many *= len(values)
    if many > MOST_CELLS:
        raise BadInput(f"That makes {many:,} attacks; a table has {MOST_CELLS:,} at most.")
    check_words(system, axes)
    cells: list[Cell] = []
    wrong: GearlockError | None = None
    for values in product(*(values for _, values in axes)):
        here = tuple(zip((name for name, _ in axes), values, strict=True))
        try:
            cells.append(_cell(here, attack_odds(system, list(attackers), target, [*fixed, *here], reply)))
        except GearlockError as refusal:
            wrong = wrong or refusal
            cells.append(Cell(here, refused=str(refusal)))
    if wrong is not None and all(cell.refused for cell in cells):
        raise wrong
    return Sweep(system, ", ".join(attackers), target, axes, fixed, tuple(cells))


def check_words(system: str, axes: Sequence[Axis]) -> None:
    """A misspelt word is named at once; what the rules forbid is told cell by cell."""
    known = {condition.name: condition for condition in gunnery_of(get_system(system)).conditions}
    for name, values in axes:
        condition = known.get(name)
        strange = [value for value in values if condition and condition.values and value not in condition.values]
        if condition and strange:
            raise BadInput(f"{name} is one of {', '.join(condition.values)}; not {', '.join(strange)}.")


def _cell(here: tuple[Said, ...], odds: AttackOdds) -> Cell:
    fate = odds.fate
    hit, crippled, destroyed = (fate.chance(weight) for weight in (fate.hits, fate.crippled, fate.destroyed))
    return Cell(here, hit, fate.mean_damage, crippled, destroyed)


def rows_of(found: Sweep) -> list[dict[str, Any]]:
    """One row a cell, for CSV; cells without an attack say why."""
    rows = []
    for cell in found.cells:
        told = {name: None if cell.refused else getattr(cell, name) for name in MEASURES}
        rows.append({**dict(cell.given), **told, "refused": cell.refused})
    return rows
