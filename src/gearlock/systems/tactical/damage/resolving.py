"""2.6.10, 3.5, 3.6.5: a blow resolved, whichever damage system is in use: counters, tables, or the track of a squad."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.amounts import burning_rounds
from gearlock.systems.tactical.damage.armor import armor_of
from gearlock.systems.tactical.damage.blows import Blow, cause_of, weapon_of
from gearlock.systems.tactical.damage.detailed import resolve_detailed
from gearlock.systems.tactical.damage.events import CountersSet, DamageCompared, SetAlight
from gearlock.systems.tactical.damage.hull_down import resolve_cover
from gearlock.systems.tactical.damage.knockdown import is_knocked, resolve_footing
from gearlock.systems.tactical.damage.levels import NONE, OVERKILL, counters_after, level_of
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.infantry.attacked import strikes_each
from gearlock.systems.tactical.infantry.casualties import resolve_squad_damage
from gearlock.systems.tactical.state import HEAVY, IN_PLAY, LIGHT, State
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.systems.tactical.victory_points.spending import resolve_cancelling

TWO_HEAVIES = 2


@heeds("tactical.2.6.10", "tactical.3.5", "tactical.3.6.5-damage", "tactical.3.2.3", "tactical.3.2.4-effects")
def resolve_damage(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[None]:
    """Do what a blow does: cover, armor, counters or systems, a fall, and what goes on burning."""
    unit = ctx.state.units[unit_id]
    if unit.status not in IN_PLAY:
        return
    if unit.is_infantry:
        each = strikes_each(weapon_of(ctx.state, blow))
        yield from resolve_squad_damage(ctx, unit_id, blow.amount, blow.by, each, seat=blow.seat)
    else:
        blow, face = yield from resolve_cover(ctx, unit_id, blow)
        yield from resolve_armor(ctx, unit_id, blow, face)
    _keep_burning(ctx, unit_id, blow)


@heeds("tactical.2.6.10", "tactical.3.2.3")
def resolve_armor(ctx: Ctx[State], unit_id: str, blow: Blow, face: int = 0) -> Script[None]:
    """Hold damage points against the armor; then see whether a walker keeps its feet."""
    unit = ctx.state.units[unit_id]
    armor = armor_of(ctx.state, unit, blow.arc, weapon_of(ctx.state, blow)) + blow.cover
    level = level_of(blow.amount, armor)
    cause = cause_of(ctx.state, blow)
    ctx.emit(DamageCompared(unit_id, blow.by, cause, blow.amount, armor, level, blow.rule))
    if level != NONE:
        yield from resolve_level(ctx, unit_id, level, blow, face)
    if is_knocked(ctx.state, unit_id, blow):
        hurt = yield from resolve_footing(ctx, unit_id, blow)
        if hurt != NONE:
            yield from inflict(ctx, unit_id, hurt, blow.by, "tactical.3.2.3", "a fall")


@heeds("tactical.2.6.10-light", "tactical.2.6.10-heavy", "tactical.2.6.10-overkill", "tactical.3.5")
def resolve_level(ctx: Ctx[State], unit_id: str, level: str, blow: Blow, face: int = 0) -> Script[None]:
    """A Light, Heavy or Overkill result, in the damage system of this battle."""
    unit = ctx.state.units[unit_id]
    if unit.status not in IN_PLAY or (yield from resolve_cancelling(ctx, unit_id, level)):
        return
    unit = ctx.state.units[unit_id]
    if ctx.state.switch(DETAILED_DAMAGE):
        yield from resolve_detailed(ctx, unit_id, level, blow, face)
        return
    light, heavy = counters_after(unit.token(LIGHT), unit.token(HEAVY), level)
    if level != OVERKILL:
        ctx.emit(CountersSet(unit_id, light, heavy))
    if level == OVERKILL or heavy >= TWO_HEAVIES:
        lose(ctx, unit_id, blow)


@heeds("tactical.2.6.10")
def inflict(
    ctx: Ctx[State], unit_id: str, level: str, by: str = "", rule_id: str = "", cause: str = ""
) -> Script[None]:
    """A Light or Heavy result that no damage points come before: a crash, a fall."""
    yield from resolve_level(ctx, unit_id, level, Blow(0, by=by, rule=rule_id, knocks=False, cause=cause))


@heeds("tactical.3.4.4")
def _keep_burning(ctx: Ctx[State], unit_id: str, blow: Blow) -> None:
    """Slow-burning stuff does the same damage again in later rounds."""
    left = burning_rounds(ctx.state, weapon_of(ctx.state, blow), blow.margin) - 1
    if left and blow.amount and ctx.state.units[unit_id].status in IN_PLAY:
        ctx.emit(SetAlight(unit_id, blow.amount, left, blow.by, blow.arc))
