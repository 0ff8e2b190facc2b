"""18.3a: minefields: a die for every inch, or two for who goes cautiously."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.damage.wounds import Wound, hurt_all
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of, successes
from gearlock.systems.blitz.general_concepts.works import MINEFIELD, outline_of, works_id
from gearlock.systems.blitz.impacts_and_falling.falls import brace_for
from gearlock.systems.blitz.movement.sweeping import clipped, merged, spans_of_base, total
from gearlock.systems.blitz.state import FIELDED, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.path import Stride

MINES = "mines"


def minefields(state: State) -> list[Unit]:
    """The minefields on the table, whoever laid them."""
    return [unit for unit in state.units.values() if unit.status == FIELDED and works_id(unit) == MINEFIELD]


@rule("blitz.18.3a-mines")
def mined_inches(state: State, unit: Unit, strides: Iterable[Stride], gone: int) -> int:
    """How many inches of a way, or parts of one, a model has any of its base in a minefield."""
    fields, far = minefields(state), 0
    if not fields:
        return 0
    spans: list[tuple[int, int]] = []
    for stride in strides:
        for field in fields:
            found = spans_of_base(stride, unit.line.radius, outline_of(field))
            spans += [(into + far, out + far) for into, out in found]
        far += abs(stride.length)
    return -(-total(clipped(merged(spans), 0, gone)) // INCH)


@heeds("blitz.18.3a-mines", "blitz.9.4")
def resolve_mines(ctx: Ctx[State], unit_id: str, inches: int, cautious: bool) -> Script[None]:
    """A PILOT die an inch, each that fails a point of damage; two an inch for the cautious, who need one of them.

    No mine does more than a point, so that they overkill nothing larger.
    """
    rule_id, damage = "blitz.18.3a-mines", 0
    for _ in range(inches if cautious else min(inches, 1)):
        faces = yield from brace_for(
            ctx, unit_id, MINES, 2 if cautious else inches, rule_id, (), 1 if cautious else None
        )
        good = successes(faces, skill_of(ctx.state.units[unit_id], PILOT))
        damage += int(not good) if cautious else inches - good
    hurt_all(ctx, [Wound(unit_id, "", MINES, 1)] * damage)
