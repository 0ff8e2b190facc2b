"""9.2 to 9.4: hull, structure, the crippled, the destroyed, the overkilled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.damage.events import Damaged
from gearlock.systems.blitz.state import ALOFT, OFF_BOARD, WRECK, State, Unit


class Wound(NamedTuple):
    """Damage that one cause does to one model."""

    target: str
    by: str
    cause: str
    damage: int


@rule("blitz.9.4", "blitz.17.5")
@heeds("blitz.9.3", "blitz.18.3", "blitz.18.3b", "blitz.16.2c")
def leaves_nothing(unit: Unit, damage: int, destroyed: bool) -> bool:
    """Overkill: one cause did as much as the whole model could take. Of flyers, drones and infantry nothing is left.

    Nor does anything lie on the table of who was beyond its edge. Fortifications always leave ruins.
    """
    if unit.line.type == "Fortification":
        return False
    if damage >= unit.line.bulk:
        return True
    small = unit.is_infantry or unit.line.type == "Drone" or unit.status == OFF_BOARD
    return destroyed and (small or unit.line.subtype == "Flying" or ALOFT in (unit.status, *unit.tokens))


@heeds("blitz.9.2", "blitz.9.3", "blitz.9.4")
def hurt(ctx: Ctx[State], wound: Wound) -> None:
    """Do the damage. Wrecks are only ever overkilled; what is gone feels nothing."""
    unit = ctx.state.units[wound.target]
    if wound.damage <= 0 or (unit.is_destroyed and unit.status != WRECK):
        return
    if unit.status == WRECK:
        if leaves_nothing(unit, wound.damage, False):
            ctx.emit(Damaged(unit.id, wound.by, wound.cause, wound.damage, 0, 0, True, True))
        return
    hull = max(0, unit.hull - wound.damage)
    structure = max(0, unit.structure - max(0, wound.damage - unit.hull))
    destroyed = hull + structure == 0
    overkill = leaves_nothing(unit, wound.damage, destroyed)
    ctx.emit(Damaged(unit.id, wound.by, wound.cause, wound.damage, hull, structure, destroyed, overkill))


@heeds("blitz.3.4a", "blitz.10.4")
def hurt_all(ctx: Ctx[State], wounds: Iterable[Wound]) -> None:
    """All damage of an exchange, once everything has been tested."""
    for wound in wounds:
        hurt(ctx, wound)
