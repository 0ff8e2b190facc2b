"""What begins and ends with a round of this chapter and of smoke and searchlights: one call for either."""

from __future__ import annotations

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.sensors.searchlight import resolve_lights
from gearlock.systems.tactical.sensors.smoke import clear_smoke, resolve_fire_smoke
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.weather.temperature import pass_breakdowns, resolve_temperature


def resolve_beginning(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round: fires smoke, cold and heat stop vehicles, searchlights are switched."""
    yield from resolve_fire_smoke(ctx)
    yield from resolve_temperature(ctx)
    yield from resolve_lights(ctx)


def settle_end(ctx: Ctx[State]) -> None:
    """At the end of a round: smoke clears, and breakdowns have a round less to last."""
    clear_smoke(ctx)
    pass_breakdowns(ctx)
