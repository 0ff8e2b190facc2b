"""3.2.6: minefields: what each type does to who walks or drives into it."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.damage.amounts import multiplied
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.driving import defends_at_zero
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import Test, margin, throw_test
from gearlock.systems.tactical.state import State, Unit

RULE = "tactical.3.2.6"
MINEFIELD = "minefield"
"""The kind of patch; its word is the type."""


class Mines(NamedTuple):
    """A type of mine: DM, Thresholds for vehicles and for infantry, TV of a square inch."""

    dm: int
    vehicles: int
    infantry: int
    tv: int


MINES = {
    "Anti-Personnel": Mines(5, 4, 7, 2),
    "Improved Anti-Personnel": Mines(7, 4, 8, 3),
    "General Purpose": Mines(10, 6, 6, 5),
    "Heavy General Purpose": Mines(15, 6, 6, 7),
    "Anti-Armor": Mines(15, 7, 4, 8),
    "Heavy Anti-Armor": Mines(25, 8, 3, 10),
}


@rule("tactical.3.2.6-types")
def mine_threshold(kind: str, unit: Unit) -> int:
    """What a unit has to beat among mines of a type: most of them are made for men or for machines."""
    mines = MINES[kind]
    return mines.infantry if unit.is_infantry else mines.vehicles


@heeds("tactical.3.2.6", "tactical.2.3.4-damage-multiplier")
def mine_damage(kind: str, unit: Unit, total: int) -> int:
    """What mines of a type do to who came to a total: DM times what is missing to the Threshold."""
    return multiplied(MINES[kind].dm, -margin(total, mine_threshold(kind, unit)))


@rule("tactical.3.2.6")
def resolve_mines(ctx: Ctx[State], unit_id: str, kind: str, lines: tuple[Modifier, ...]) -> Script[None]:
    """A unit enters, or goes on in, an inch of a minefield: a Defense roll with these lines, no arc in them."""
    unit = ctx.state.units[unit_id]
    total = 0
    if not defends_at_zero(unit):
        test = Test("minefield", unit_id, lines, RULE, mine_threshold(kind, unit))
        total = (yield from throw_test(ctx, test)).total
    unit = ctx.state.units[unit_id]
    amount = mine_damage(kind, unit, total)
    if amount:
        missing = mine_threshold(kind, unit) - total
        yield from resolve_damage(ctx, unit_id, Blow(amount, missing, rule=RULE, cause=f"{kind} mines"))
