"""3.4.4: slow-burning stuff in later rounds, and fires: started, crossed, grown and spread."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.amounts import burning_damage, halved
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.driving import is_driverless, piloting_lines
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import Test, throw_dice, throw_test
from gearlock.systems.tactical.fires.events import BurnedOn, FireGrew, FireStarted, Kindled, WindRose
from gearlock.systems.tactical.fires.zones import (
    ENOUGH,
    HOTTEST,
    Square,
    fire_at,
    fuel_at,
    in_fire,
    kindling,
    spread_from,
    square_at,
)
from gearlock.systems.tactical.line_of_sight.smoke import FIRE
from gearlock.systems.tactical.state import IN_PLAY, State, Unit
from gearlock.systems.tactical.under_way import Burn
from gearlock.systems.tactical.weapons import Weapon

STARTING, CROSSING = "tactical.3.4.4-firestarting", "tactical.3.4.4-crossing"


@heeds("tactical.3.4.4", "tactical.2.6.2-step4")
def burns_now(unit: Unit, number: int) -> list[Burn]:
    """What does its damage in this round: what began before it, on a squad only where that has stayed in its place."""
    here = [burn for burn in unit.burns if not unit.is_infantry or (burn.x, burn.y) == (unit.x, unit.y)]
    return [burn for burn in here if burn.since < number]


@heeds("tactical.3.4.4", "tactical.2.6.2-step4")
def resolve_burns(ctx: Ctx[State]) -> Script[None]:
    """Step Four: whatever burns slowly does the same damage again, and burns a round less."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.burns and unit.status in IN_PLAY]:
        unit, number = ctx.state.units[unit_id], ctx.state.round
        now = burns_now(unit, number)
        kept = [burn for burn in unit.burns if burn.since >= number]
        kept += [Burn(b.amount, b.left - 1, b.since, b.by, b.arc, b.x, b.y) for b in now if b.left > 1]
        ctx.emit(BurnedOn(unit_id, tuple((b.amount, b.left, b.since, b.by, b.arc, b.x, b.y) for b in kept)))
        for burn in now:
            stuff = Blow(burn.amount, 0, burn.by, "", burn.arc, "tactical.3.4.4", cause="fire")
            blow = stuff._replace(knocks=False, screened=False)
            yield from resolve_damage(ctx, unit_id, blow)


@rule("tactical.3.4.4-firestarting")
def resolve_kindling(ctx: Ctx[State], weapon: Weapon, intensity: int, x: int, y: int, by: str = "") -> Script[None]:
    """Incendiaries fired into a square, without a roll: 100 points of Intensity in all, and it burns."""
    x, y = square_at(x, y)
    points = kindling(weapon, intensity)
    total = fuel_at(ctx.state, x, y) + points
    ctx.emit(Kindled(x, y, by, points, total))
    if total >= ENOUGH:
        yield from resolve_outbreak(ctx, x, y, by)


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-crossing")
def resolve_outbreak(ctx: Ctx[State], x: int, y: int, by: str = "", spread: bool = False) -> Script[None]:
    """A square begins to burn; who is in it is as if it had come into the fire."""
    ctx.emit(FireStarted(x, y, by, spread))
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.is_fielded]:
        if square_at(ctx.state.units[unit_id].x, ctx.state.units[unit_id].y) == (x, y):
            yield from resolve_crossing(ctx, unit_id)


@heeds("tactical.3.4.4-firestarting")
def resolve_growth(ctx: Ctx[State]) -> Script[None]:
    """The end of a round: every fire burns hotter by 1, up to 20; those that reach it spread."""
    fires = [patch for patch in ctx.state.patches if patch.kind == FIRE and patch.number < HOTTEST]
    if not fires:
        return
    ctx.emit(FireGrew(tuple((fire.x, fire.y, fire.number + 1) for fire in fires)))
    for x, y in [(fire.x, fire.y) for fire in fires if fire.number + 1 == HOTTEST]:
        fire = fire_at(ctx.state, x, y)
        assert fire is not None, "it has just grown"
        for square in list(spread_from(ctx.state, fire)):
            yield from resolve_outbreak(ctx, *square, spread=True)


@heeds("tactical.3.4.4-crossing")
def fire_threshold(intensity: int) -> int:
    """What a driver has to reach in a fire: half its Intensity, rounded up."""
    return halved(intensity)


@rule("tactical.3.4.4-crossing")
def resolve_crossing(ctx: Ctx[State], unit_id: str, square: Square | None = None) -> Script[None]:
    """A unit is in a burning square: squads are destroyed; a vehicle tests its Piloting, or is hit by what burns.

    The margin of the hit is that of the failure; of a Fumble, and where nobody drives, the whole Threshold. The square
    is the one it stands in, unless it was another that it came through.
    """
    unit = ctx.state.units[unit_id]
    fire = in_fire(ctx.state, unit) if square is None else fire_at(ctx.state, *square)
    if fire is None or unit.status not in IN_PLAY:
        return
    if unit.is_infantry:
        lose(ctx, unit_id, Blow(0, by=fire.unit, cause="fire"), rule_id=CROSSING)
        return
    against, total = fire_threshold(fire.number), 0
    if not is_driverless(unit):
        test = Test("crossing a fire", unit_id, piloting_lines(unit), CROSSING, against)
        total = (yield from throw_test(ctx, test)).total
    missing = against - total
    if missing > 0:
        blow = Blow(burning_damage(fire.number, missing), missing, fire.unit, "", "", CROSSING, cause="fire")
        yield from resolve_damage(ctx, unit_id, blow)


@heeds("tactical.3.4.4-crossing")
def resolve_standing_in_fire(ctx: Ctx[State]) -> Script[None]:
    """Step Four: who stays in a fire is tested again."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.is_fielded and in_fire(ctx.state, unit)]:
        yield from resolve_crossing(ctx, unit_id)


@heeds("tactical.3.4.4-firestarting")
def resolve_wind(ctx: Ctx[State]) -> Script[None]:
    """Before the battle, where wind was agreed: a die for its direction."""
    (face,) = yield from throw_dice(ctx, "wind", 1, "red", "", STARTING)
    ctx.emit(WindRose(face))
