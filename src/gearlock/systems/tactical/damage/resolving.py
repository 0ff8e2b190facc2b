"""2.6.10, 3.2.1 and 3.2.4: a blow resolved, falls, hull-down positions."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.tactical.damage.amounts import (
    NONE,
    OVERKILL,
    Blow,
    armor_of,
    burning_rounds,
    cause_of,
    counters_after,
    level_of,
    striker_seat,
    weapon_of,
)
from gearlock.systems.tactical.damage.damage import (
    CountersSet,
    CoverAbsorbed,
    DamageCompared,
    SetAlight,
    is_knocked,
    lose,
    resolve_footing,
)
from gearlock.systems.tactical.damage.systems_damage import resolve_detailed
from gearlock.systems.tactical.dice_tests import Test, throw_dice, throw_test
from gearlock.systems.tactical.infantry import resolve_squad_damage, strikes_each
from gearlock.systems.tactical.line_of_sight.terrain import (
    DENSE_URBAN,
    JUNGLE,
    ROUGH,
    SAND,
    SWAMP,
    URBAN,
    WATER,
    WOODLAND,
)
from gearlock.systems.tactical.state import HEAVY, HULL_DOWN, IN_PLAY, LIGHT, State, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE, HULL_DOWN_POSITIONS
from gearlock.systems.tactical.victory_points import resolve_cancelling

# --- 2.6.10, 3.5, 3.6.5: a blow resolved, by counters, tables, or the track of a squad

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


# --- 3.2.1: falling damage

FALL_DICE = 2


@heeds("tactical.3.2.1-falling")
def fall_damage(rolled: int, size: int, inches: int) -> int:
    """What a fall does: what two dice came to, times Size, times inches."""
    return rolled * max(1, size) * inches


@rule("tactical.3.2.1-falling")
def resolve_fall(ctx: Ctx[State], unit_id: str, inches: int, by: str = "") -> Script[None]:
    """A unit falls so many inches; a Fumble destroys it outright."""
    lines = (dice(FALL_DICE, f"a fall of {inches} in", "tactical.3.2.1-falling"),)
    found = yield from throw_test(ctx, Test("falling", unit_id, lines, "tactical.3.2.1-falling"))
    amount = fall_damage(found.total, ctx.state.units[unit_id].card.size, inches)
    blow = Blow(amount, by=by, rule="tactical.3.2.1-falling", cause="a fall", screened=False)
    if found.fumbled:
        lose(ctx, unit_id, blow, rule_id="tactical.3.2.1-falling")
    else:
        yield from resolve_damage(ctx, unit_id, blow)


# --- 3.2.4: hull-down positions: what each terrain covers and absorbs

READY, HIDDEN_WHOLE = 1, 2
"""What the token says: with the weapons at the ready, or hidden completely."""
EDGE = "elevation change"


class Cover(NamedTuple):
    """A position: MP to take it, the numbers of the die it covers, and the damage points it absorbs."""

    cost: int
    low: int
    high: int
    protection: int


def position_token(terrain: str) -> str:
    """The token that says what a vehicle is hull-down in, beside the one that says that it is."""
    return f"{HULL_DOWN}:{terrain}"


@rule("tactical.3.2.4-table")
def position_in(terrain: str) -> Cover | None:
    """What a terrain offers who goes hull-down in it; nothing on clear ground."""
    return POSITIONS.get(terrain)


POSITIONS = {
    ROUGH: Cover(2, 2, 4, 15),
    SAND: Cover(3, 3, 4, 10),
    WOODLAND: Cover(2, 2, 4, 15),
    JUNGLE: Cover(1, 2, 6, 20),
    SWAMP: Cover(1, 2, 5, 10),
    WATER: Cover(3, 2, 6, 5),
    URBAN: Cover(2, 2, 6, 15),
    DENSE_URBAN: Cover(1, 2, 6, 20),
    EDGE: Cover(1, 2, 6, 15),
}


def position_of(unit: Unit) -> tuple[str, Cover] | None:
    """The terrain and the cover of a unit that is hull-down; squads have none: they are always in cover."""
    if not unit.token(HULL_DOWN) or unit.is_infantry:
        return None
    found = ((terrain, cover) for terrain, cover in POSITIONS.items() if unit.token(position_token(terrain)))
    return next(found, None)


@heeds("tactical.3.2.4-effects", "tactical.3.2.4")
def absorbs(unit: Unit, cover: Cover, face: int) -> int:
    """What a cover takes off a hit when the die shows a number; who hides completely is covered everywhere."""
    covered = unit.token(HULL_DOWN) == HIDDEN_WHOLE or cover.low <= face <= cover.high
    return cover.protection if covered else 0


@rule("tactical.3.2.4-effects")
def resolve_cover(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[tuple[Blow, int]]:
    """A die for a hit on who is hull-down: the cover absorbs its part first. The number is the location as well.

    What has burnt on since an earlier round is past the cover already: it does what it did at first.
    """
    found = position_of(ctx.state.units[unit_id])
    if found is None or not blow.screened or not ctx.state.switch(HULL_DOWN_POSITIONS):
        return blow, 0
    terrain, cover = found
    face = blow.location
    if not face:
        seat = striker_seat(ctx.state, blow, unit_id)
        (face,) = yield from throw_dice(ctx, "hull-down cover", 1, seat, unit_id, "tactical.3.2.4-effects")
    absorbed = min(blow.amount, absorbs(ctx.state.units[unit_id], cover, face))
    ctx.emit(CoverAbsorbed(unit_id, face, terrain, absorbed, blow.amount - absorbed))
    return blow._replace(amount=blow.amount - absorbed), face
