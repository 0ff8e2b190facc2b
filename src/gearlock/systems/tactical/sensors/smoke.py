"""7.2, 3.4.4: smoke launchers, and the smoke of fires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.line_of_sight.fittings import perk
from gearlock.systems.tactical.line_of_sight.smoke import FIRE, SMOKE
from gearlock.systems.tactical.sensors.events import LAUNCHED, SmokeCleared, SmokeLaunched, SmokeRose
from gearlock.systems.tactical.sensors.orders import LaunchSmoke
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.measure import INCH, distance, inches_text

LAUNCHERS: Final = "Smoke Launchers"
RULE: Final = "tactical.7.2-smoke"
REACH: Final = INCH


@heeds("tactical.7.2-smoke", "tactical.2.6.3")
def refuse_launchers(state: State, unit_id: str) -> Refusal | None:
    """Why a unit cannot launch smoke at all: working launchers, while it is being activated, and once."""
    unit, now = state.units.get(unit_id), state.activation
    if unit is None or not unit.is_fielded:
        return Refusal("unit", RULE, f"{unit_id or 'Nobody'} is no unit on the table.")
    if not perk(unit, LAUNCHERS):
        return Refusal("perk", RULE, f"The {unit.name} has no working Smoke Launchers.")
    if now is None or now.unit != unit_id:
        return Refusal("activation", RULE, "Smoke is launched while the vehicle moves, in its own activation.")
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {unit.name} to launch its smoke.")
    if LAUNCHED in now.marks:
        return Refusal("again", RULE, f"The {unit.name} has launched its smoke in this activation.")
    return None


@rule("tactical.7.2-smoke")
def refuse_smoke(state: State, order: LaunchSmoke) -> Refusal | None:
    """Why smoke cannot go there: launchers, and a point of the table within 1 in. It takes no Action."""
    if refusal := refuse_launchers(state, order.unit):
        return refusal
    unit = state.units[order.unit]
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point around which the smoke spreads.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.")
    away = distance(unit.x, unit.y, order.x, order.y)
    if away > REACH:
        message = f"This point is {inches_text(away)} in from the {unit.name}; its smoke reaches 1 in."
        return Refusal("reach", RULE, message, {"distance": away, "reach": REACH})
    return None


@heeds("tactical.7.2-smoke")
def resolve_smoke(ctx: Ctx[State], order: LaunchSmoke) -> None:
    """A cloud goes up there."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    ctx.emit(SmokeLaunched(order.unit, order.x, order.y))


def offer_smoke(state: State, unit: Unit) -> Iterator[Option]:
    """A cloud at a point."""
    if perk(unit, LAUNCHERS) and refuse_launchers(state, unit.id) is None:
        yield Place("Launch smoke within 1 in", LaunchSmoke(unit.id), RULE, unit=unit.id, zone="reach")


def guess_smoke(state: State, _ask: Ask, order: LaunchSmoke, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the vehicle."""
    unit = state.units[order.unit]
    aside, ahead = (chooser.randrange(-REACH, REACH + 1) for _ in range(2))
    return LaunchSmoke(unit.id, unit.x + aside * 7 // 10, unit.y + ahead * 7 // 10)


def aim_smoke(_state: State, _ask: Ask, order: LaunchSmoke, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at."""
    return LaunchSmoke(order.unit, spot.x, spot.y)


@rule("tactical.3.4.4-smoke")
def smoke_of_fire(face: int) -> int:
    """The Obscurement of the smoke of a burning zone by its die: none on 1 and 2, 1 on 3 and 4, 2 on 5 and 6."""
    return (face - 1) // 2


@heeds("tactical.3.4.4-smoke")
def resolve_fire_smoke(ctx: Ctx[State]) -> Script[None]:
    """Between two rounds: one die for each burning zone tells how thick its smoke is in the one to come."""
    fires = [patch for patch in ctx.state.patches if patch.kind == FIRE]
    for fire in fires:
        seat = ctx.state.first or ctx.state.turn or "red"
        (face,) = yield from throw_dice(ctx, "smoke of a fire", 1, seat, "", "tactical.3.4.4-smoke")
        if thickness := smoke_of_fire(face):
            ctx.emit(SmokeRose(fire.x, fire.y, fire.radius, thickness))


@heeds("tactical.7.2-smoke", "tactical.3.4.4-smoke")
def clear_smoke(ctx: Ctx[State]) -> None:
    """At the end of a round all smoke goes; fires are rolled for anew."""
    if any(patch.kind == SMOKE for patch in ctx.state.patches):
        ctx.emit(SmokeCleared())
