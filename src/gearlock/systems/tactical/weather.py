"""3.7: weather that changes, and what extreme temperatures do to vehicles."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.tactical.dice_tests import throw_die
from gearlock.systems.tactical.line_of_sight.terrain import is_strained
from gearlock.systems.tactical.state import BROKEN_DOWN, State, Unit
from gearlock.systems.tactical.switches import COLD, HEAT, TEMPERATURE, TIME
from gearlock.systems.tactical.switches import WEATHER as WEATHER_SWITCH


class WeatherChanged(Event, frozen=True, tag="weather-changed"):
    """Other weather, another time of day or another temperature; None leaves each as it is."""

    weather: str | None = None
    time: str | None = None
    temperature: str | None = None

    def change(self, state: State) -> None:
        """It holds until it changes again."""
        for name, word in ((WEATHER_SWITCH, self.weather), (TIME, self.time), (TEMPERATURE, self.temperature)):
            if word is not None:
                state.switches[name] = word


def changed(_state: State, event: WeatherChanged, _seat: str | None) -> Line:
    """What it is like now."""
    words = [word for word in (event.time, event.weather, event.temperature) if word]
    return Line(f"The conditions change: {', '.join(words) or 'fair weather'}.", (), "tactical.3.7-rain")


# --- 3.7: extreme cold and heat: vehicles without protection break down

RULE: Final = "tactical.3.7-temperature"

BREAKS: Final = 1

COLDEST, HOTTEST = -40, 50


def extreme_at(celsius: int) -> str:
    """The word for a temperature: extreme cold from -40 down, extreme heat from +50 up, nothing between."""
    return COLD if celsius <= COLDEST else HEAT if celsius >= HOTTEST else ""


def is_at_risk(state: State, unit: Unit) -> bool:
    """Whether a vehicle rolls this round: on the table, unprotected, and not stopped already."""
    return unit.is_fielded and is_strained(state, unit) and not unit.token(BROKEN_DOWN)


class BrokeDown(Event, frozen=True, tag="broke-down"):
    """Cold or heat stopped a vehicle for so many rounds, this one among them."""

    unit: str
    rounds: int

    @heeds("tactical.3.7-temperature")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[BROKEN_DOWN] = self.rounds


def broke_down(state: State, event: BrokeDown, _seat: str | None) -> Line:
    """It stands."""
    count = f"{event.rounds} round{'s' * (event.rounds != 1)}"
    text = f"{state.units[event.unit].name} breaks down in the extreme temperature for {count}."
    return Line(text, (event.unit,), "tactical.3.7-temperature")


@rule("tactical.3.7-temperature")
def resolve_temperature(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of each round a die for every unprotected vehicle: on a 1 it stands for a die of rounds."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if is_at_risk(ctx.state, unit)]:
        if (yield from throw_die(ctx, "extreme temperature", unit_id, RULE)) == BREAKS:
            rounds = yield from throw_die(ctx, "rounds of breakdown", unit_id, RULE)
            ctx.emit(BrokeDown(unit_id, rounds))


class BreakdownsPassed(Event, frozen=True, tag="breakdowns-passed"):
    """A round is over: those that broke down have one less to wait."""

    @heeds("tactical.3.7-temperature")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            left = unit.tokens.get(BROKEN_DOWN, 0)
            if left > 1:
                unit.tokens[BROKEN_DOWN] = left - 1
            else:
                unit.tokens.pop(BROKEN_DOWN, None)


@heeds("tactical.3.7-temperature")
def pass_breakdowns(ctx: Ctx[State]) -> None:
    """At the end of a round those that broke down have one less to wait."""
    if any(unit.token(BROKEN_DOWN) for unit in ctx.state.units.values()):
        ctx.emit(BreakdownsPassed())


# --- The contents of the chapter

WEATHER: Chapter[State] = Chapter(
    "3.7: Weather Conditions",
    events={WeatherChanged: changed, BrokeDown: broke_down, BreakdownsPassed: None},
)
