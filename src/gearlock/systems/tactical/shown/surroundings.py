"""3.7, 3.8: the scale, the hour and the weather of a battle, in words."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.line_of_sight.conditions import weather
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State

HOURS = {
    s.DUSK: "Dawn or dusk: Detection is 1 less, not below that of the night.",
    s.NIGHT: "Night: base Detection is 2, and units are heard.",
}
EXTREMES = (
    "{}: vehicles without protection take Light Damage when they shift to Top Speed, and break down on a 1 each round."
)


@heeds("tactical.3.8", "tactical.3.7-night", "tactical.3.7-temperature", "tactical.3.7-rain", "tactical.3.7-sandstorm")
@heeds("tactical.3.7-tempest", "tactical.3.7-blizzard")
def condition_notes(state: State) -> tuple[str, ...]:
    """Whatever differs from a fair day at 50 m an inch."""
    found = ["Skirmish scale: an inch is 10 m."] if state.scale == SKIRMISH_SCALE else []
    found += [HOURS[hour]] if (hour := state.switches.get(s.TIME, s.DAY)) in HOURS else []
    found += [f"{kind.capitalize()}: {s.WEATHERS[kind]}" for kind in weather(state)]
    extreme = state.switches.get(s.TEMPERATURE, "")
    return (*found, EXTREMES.format(extreme.capitalize())) if extreme else tuple(found)
