"""3.7: searchlights are turned on and off at the beginning of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.line_of_sight.conditions import is_night
from gearlock.systems.tactical.line_of_sight.fittings import has_crew, perk
from gearlock.systems.tactical.line_of_sight.light import LAMP
from gearlock.systems.tactical.sensors.events import LampBroken, LightSwitched
from gearlock.systems.tactical.sensors.orders import SwitchLight
from gearlock.systems.tactical.state import SEARCHLIGHT, SEATS, State

LIGHTS: Final = "lights"
"""The question at the beginning of a round."""
RULE: Final = "tactical.3.7-searchlight"


def lamps_of(state: State, seat: str) -> tuple[str, ...]:
    """The units of a seat whose searchlights work, by id."""
    return tuple(unit.id for unit in state.fielded(seat) if perk(unit, LAMP) and has_crew(unit))


@rule("tactical.3.7-searchlight")
def resolve_lights(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round at night each side turns its searchlights on or off; between rounds nobody does."""
    if not is_night(ctx.state):
        return
    for seat in SEATS:
        left = lamps_of(ctx.state, seat)
        while left:
            order = yield from ask(Ask(seat, LIGHTS, "", left, RULE, "Turn searchlights on or off?", True))
            if not isinstance(order, SwitchLight):
                break
            ctx.emit(LightSwitched(order.unit, order.on))
            left = tuple(name for name in left if name != order.unit)


@heeds("tactical.3.7-searchlight")
def refuse_light(state: State, asked: Ask, order: SwitchLight) -> Refusal | None:
    """Why a light is not switched: it is none of those that are asked about, or burns, or is dark, already."""
    if order.unit not in asked.about:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} has no searchlight to switch now.")
    unit = state.units[order.unit]
    if bool(unit.token(SEARCHLIGHT)) == order.on:
        return Refusal("same", RULE, f"The searchlight of the {unit.name} is {'on' if order.on else 'off'} already.")
    return None


def offer_lights(state: State, asked: Ask) -> Iterator[Option]:
    """Each searchlight the other way round, or all as they are."""
    for name in asked.about:
        unit = state.units[name]
        on = not unit.token(SEARCHLIGHT)
        yield Pick(f"Turn the searchlight of the {unit.name} {'on' if on else 'off'}", SwitchLight(name, on), RULE)
    yield decline("Leave the lights as they are", RULE)


@heeds("tactical.3.7-searchlight")
def break_lamp(ctx: Ctx[State], unit_id: str) -> None:
    """A called shot has hit a searchlight: it is out for good."""
    if perk(ctx.state.units[unit_id], LAMP):
        ctx.emit(LampBroken(unit_id))
