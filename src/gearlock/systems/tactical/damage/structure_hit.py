"""3.5.1, Subtable B: structural damage: MP, Maneuver, power, the crew compartment, the whole frame."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.blows import Blow, striker_seat
from gearlock.systems.tactical.damage.condition import FRAME, POWER, is_immobile, modes_left, perk
from gearlock.systems.tactical.damage.crew import crew_left
from gearlock.systems.tactical.damage.crew_hit import crush
from gearlock.systems.tactical.damage.events import PerkUsedUp, SystemHarmed, SystemSpared
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.movement_hit import halve_mp, lose_maneuver, lose_mp, resolve_mode
from gearlock.systems.tactical.damage.systems import structure_row
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.state import State

REINFORCED_STRUCTURE = "Reinforced Structure"
RULE = "tactical.3.5.1-subtable-b"


@rule("tactical.3.5.1-subtable-b")
@heeds("tactical.3.5.1-structure", "tactical.7.2-card-only-perks")
def resolve_structure_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Roll on the table; a reinforced structure ignores the first hit."""
    if perk(ctx.state.units[unit_id], REINFORCED_STRUCTURE):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_STRUCTURE, "tactical.7.2-card-only-perks"))
        return
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "Subtable B, structure", 1, seat, unit_id, RULE)
    row = structure_row(ctx.state.units[unit_id], level, face)
    if row <= 2:
        yield from resolve_mp_row(ctx, unit_id, row, blow)
    elif row <= 4:
        lose_maneuver(ctx, unit_id, row - 2, RULE)
    elif row == 5:
        cut_power(ctx, unit_id)
    elif row == 6:
        crush_crew(ctx, unit_id)
    else:
        ctx.emit(SystemHarmed(unit_id, FRAME, 1, "", RULE))
        lose(ctx, unit_id, blow._replace(cause="its structure fails"), crew_safe=True, rule_id=RULE)


@rule("tactical.3.5.1-structure")
def resolve_mp_row(ctx: Ctx[State], unit_id: str, row: int, blow: Blow) -> Script[None]:
    """MP off one movement type: one, or half of what is left."""
    if not modes_left(ctx.state.units[unit_id]):
        ctx.emit(SystemSpared(unit_id, "no movement system is left to be hit", RULE))
        return
    mode = yield from resolve_mode(ctx, unit_id, blow)
    if row == 1:
        lose_mp(ctx, unit_id, mode, RULE)
    else:
        halve_mp(ctx, unit_id, mode, RULE)


@heeds("tactical.3.5.1-structure")
def cut_power(ctx: Ctx[State], unit_id: str) -> None:
    """The power transfer fails: nothing moves any more, weapons still fire."""
    if is_immobile(ctx.state.units[unit_id]):
        ctx.emit(SystemSpared(unit_id, "it cannot move anyway", RULE))
    else:
        ctx.emit(SystemHarmed(unit_id, POWER, 1, "the power transfer fails, no more movement", RULE))


def crush_crew(ctx: Ctx[State], unit_id: str) -> None:
    """The compartment, if anybody is in it."""
    if crew_left(ctx.state.units[unit_id]):
        crush(ctx, unit_id)
    else:
        ctx.emit(SystemSpared(unit_id, "nobody of the crew is left", RULE))
