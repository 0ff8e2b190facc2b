"""3.5.1: movement systems that are hit: MP off one of them, Maneuver off the whole vehicle."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.choosing import resolve_which
from gearlock.systems.tactical.damage.condition import GONE, MANEUVER, MINUS, MP, modes_left, perk, top_now
from gearlock.systems.tactical.damage.events import PerkUsedUp, SystemHarmed, SystemSpared
from gearlock.systems.tactical.damage.systems import RUINED
from gearlock.systems.tactical.state import LIGHT, State

RUGGED = "Rugged Movement Systems"
RULE = "tactical.3.5.1-movement"


@heeds("tactical.3.5.1-movement", "tactical.3.5.1")
def resolve_mode(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[str]:
    """The movement system that is struck: the one in use, or by odd and even another; empty if none is left."""
    unit = ctx.state.units[unit_id]
    left = modes_left(unit)
    if unit.mode in left:
        return unit.mode
    found = yield from resolve_which(ctx, unit_id, blow, left, RULE)
    return found[0] if found else ""


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-light-table", "tactical.3.5.1-subtable-b")
def lose_mp(ctx: Ctx[State], unit_id: str, mode: str, rule_id: str = RULE) -> None:
    """One MP off the Top Speed of a movement system; the fifth time it stops working."""
    ctx.emit(SystemHarmed(unit_id, MINUS + mode, 1, "", rule_id))
    ctx.emit(SystemHarmed(unit_id, MP + mode, 1, f"1 MP less in {MODE_WORDS[mode]} movement", rule_id))


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def halve_mp(ctx: Ctx[State], unit_id: str, mode: str, rule_id: str = RULE) -> None:
    """Half of the MP that are left remain, rounded down."""
    top = top_now(ctx.state.units[unit_id], mode)
    words = f"half the MP in {MODE_WORDS[mode]} movement, {top // 2} left at Top Speed"
    ctx.emit(SystemHarmed(unit_id, MP + mode, top - top // 2, words, rule_id))


def lose_maneuver(ctx: Ctx[State], unit_id: str, points: int, rule_id: str) -> None:
    """Points off the Maneuver of the vehicle."""
    ctx.emit(SystemHarmed(unit_id, MANEUVER, points, f"{points} less Maneuver", rule_id))


@rule("tactical.7.2-rugged-movement")
@heeds("tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table", "tactical.5-gun-turret")
def resolve_movement_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Light 1 MP; Heavy half of what is left and 2 Maneuver; exposed worse. Rugged systems ignore the first hit."""
    unit = ctx.state.units[unit_id]
    if not modes_left(unit):
        ctx.emit(SystemSpared(unit_id, "no movement system is left to be hit", RULE))
        return
    if perk(unit, RUGGED):
        ctx.emit(PerkUsedUp(unit_id, RUGGED, "tactical.7.2-rugged-movement"))
        return
    mode = yield from resolve_mode(ctx, unit_id, blow)
    if level == LIGHT:
        lose_mp(ctx, unit_id, mode, "tactical.3.5.1-light-table")
    elif level == RUINED:
        words = f"{MODE_WORDS[mode]} movement destroyed"
        ctx.emit(SystemHarmed(unit_id, GONE + mode, 1, words, "tactical.7.2-exposed-auxiliary"))
    else:
        halve_mp(ctx, unit_id, mode, "tactical.3.5.1-heavy-table")
        lose_maneuver(ctx, unit_id, 2, "tactical.3.5.1-heavy-table")
