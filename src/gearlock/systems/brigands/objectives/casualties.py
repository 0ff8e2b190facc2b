"""11.3: Casualties, the Objective of every battle and the judge of ties."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.objectives.who_is_left import is_left
from gearlock.systems.brigands.state import State


@heeds("brigands.11.3-casualties")
def worth_left(state: State, seat: str) -> int:
    """The TV of a seat's models that are left, without the Crippled and Fortifications. Haywire does not count."""
    left = (unit for unit in state.units.values() if unit.seat == seat and is_left(unit))
    return sum(unit.tv for unit in left if unit.hull > 0 and unit.line.type != "Fortification")


@rule("brigands.11.3-casualties")
def casualties_winner(state: State) -> str:
    """The seat with more TV left; nobody if both have the same."""
    red, blue = worth_left(state, "red"), worth_left(state, "blue")
    return "" if red == blue else "red" if red > blue else "blue"
