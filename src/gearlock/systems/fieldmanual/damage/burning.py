"""Sustained Burn: what goes on burning in the Miscellaneous phase."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.damage.events import Burned
from gearlock.systems.fieldmanual.damage.harm import inflict
from gearlock.systems.fieldmanual.state import BURNING, IN_PLAY, State

GOES_ON = 5
FIRE = "fire"


@rule("fieldmanual.wt-sustained-burn")
@heeds("fieldmanual.misc-events")
def roll_fires(ctx: Ctx[State]) -> Script[list[str]]:
    """A die for every model that burns: 1-4 the fire is out, 5-6 it goes on and will fill a box. Gives the latter."""
    hurt: list[str] = []
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.token(BURNING) and unit.status in IN_PLAY]:
        seat = ctx.state.units[unit_id].seat
        roll = Roll(FIRE, 1, 6, 1, seat, unit_id, "fieldmanual.wt-sustained-burn", marks=(GOES_ON,))
        shown: list[Faces] = []
        (face,) = yield from resolve_other(ctx, roll, shown.append, held=lambda faces: faces[0] < GOES_ON)
        ctx.emit(Burned(unit_id, face, face >= GOES_ON))
        if face >= GOES_ON:
            hurt.append(unit_id)
    return hurt


@heeds("fieldmanual.wt-sustained-burn", "fieldmanual.misc-events")
def resolve_fires(ctx: Ctx[State]) -> Script[None]:
    """All dice first, then all boxes: what happens in this phase happens at once."""
    for unit_id in (yield from roll_fires(ctx)):
        yield from inflict(ctx, unit_id, 1, FIRE)
