"""Smoke Launchers: a cloud of Medium Concealment around a point, for an Action and one of so many uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.fieldmanual.lock_and_cover.furnishing import SMOKE_RADIUS
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap_to
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.smoke_and_light.events import LAUNCHERS, SmokeLaunched
from gearlock.systems.fieldmanual.smoke_and_light.orders import LaunchSmoke
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.measure import INCH, inches_text

RULE = "fieldmanual.perk-smoke"
REACH: Final = 6 * INCH


def uses_left(unit: Unit) -> int:
    """How often a model can still launch smoke in this battle."""
    return max(0, unit.perk(LAUNCHERS) - unit.expended.get(LAUNCHERS, 0))


@heeds("fieldmanual.perk-smoke")
def refuse_launchers(unit: Unit) -> Refusal | None:
    """Why a model cannot launch smoke at all: no launchers that work, none left, no Action."""
    if not unit.perk(LAUNCHERS):
        return Refusal("perk", RULE, f"The {unit.name} has no working Smoke Launchers.")
    if not uses_left(unit):
        message = f"The {unit.name} has launched all its smoke: {unit.perk(LAUNCHERS)} in a battle."
        return Refusal("used-up", RULE, message, {"uses": unit.perk(LAUNCHERS)})
    return refuse_idle(unit, 1, RULE)


@rule("fieldmanual.perk-smoke")
def refuse_smoke(state: State, order: LaunchSmoke) -> Refusal | None:
    """Why smoke cannot go there: launchers, an Action, and a point of the table within 6 in of the base."""
    unit = state.units[order.unit]
    if refusal := refuse_launchers(unit):
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point around which the smoke spreads.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.", {"x": order.x, "y": order.y})
    away = min(gap_to(base, order.x, order.y) for base in state.bases(unit) or [unit])
    if away > REACH:
        message = f"This point is {inches_text(away)} in from the {unit.name}; smoke reaches 6 in."
        return Refusal("reach", RULE, message, {"distance": away, "reach": REACH})
    return None


@heeds("fieldmanual.perk-smoke")
def resolve_smoke(ctx: Ctx[State], order: LaunchSmoke) -> None:
    """A cloud goes up from the ground there."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    z = ctx.state.ground.elevation(order.x, order.y)
    ctx.emit(SmokeLaunched(order.unit, (order.x, order.y, z, SMOKE_RADIUS)))


def offer_smoke(_state: State, unit: Unit) -> Iterator[Option]:
    """A cloud at a point, if there is any left."""
    if unit.perk(LAUNCHERS) and refuse_launchers(unit) is None:
        label = f"Launch smoke within 6 in ({uses_left(unit)} left)"
        yield Place(label, LaunchSmoke(unit.id), RULE, unit=unit.id, zone="reach")


def guess_smoke(state: State, _ask: Ask, order: LaunchSmoke, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the model."""
    unit = state.units[order.unit]
    far = REACH + unit.card.radius
    return LaunchSmoke(unit.id, unit.x + chooser.randrange(-far, far + 1), unit.y + chooser.randrange(-far, far + 1))


def aim_smoke(_state: State, _ask: Ask, order: LaunchSmoke, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at."""
    return LaunchSmoke(order.unit, spot.x, spot.y)
