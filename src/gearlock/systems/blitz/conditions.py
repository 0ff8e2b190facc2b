"""16.0, step 2c: special conditions: fog, EM storms, white sand, extreme temperatures, dangerous ground."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.damage import kindle
from gearlock.systems.blitz.dice_tests.comms_tests import make_roll
from gearlock.systems.blitz.dice_tests.tests import SAND, WEATHER, DiceTest, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of
from gearlock.systems.blitz.movement.terrain import words_of
from gearlock.systems.blitz.state import CORROSION, IN_PLAY, SANDED, STRICKEN, State, Unit
from gearlock.table.terrain import Ground

# --- 16.0, 2c: special conditions in play. Fog is part of cover, storms are part of comms tests

FOG, STORM, TEMPERATURES, NORMAL = "fog", "em storm", "temperatures", "normal"

CONDITIONS: Final = {
    FOG: "Fog or smoke", STORM: "EM storm", SAND: "White sand", TEMPERATURES: "Extreme temperatures",
    NORMAL: "Normal conditions",
}  # fmt: skip

DANGER = 6

RECOVERS = "a success takes its crippled token off"


class GroundTested(Event, frozen=True, tag="ground-tested"):
    """A die for every piece of area terrain: those that showed a 6 are dangerous."""

    pieces: tuple[str, ...]
    faces: tuple[int, ...]
    dangerous: tuple[str, ...]

    def change(self, state: State) -> None:
        state.switches = {**state.switches, DANGEROUS: " ".join(self.dangerous)}
        state.ground = endangered(state.ground, self.dangerous)


def tested(state: State, event: GroundTested, _seat: str | None) -> Line:
    """Which ground is dangerous."""
    names = ", ".join(state.ground.piece(name).name for name in event.dangerous) or "none"
    counts = tuple(face == 6 for face in event.faces)
    throw = Throw("area terrain", event.faces, 6, counts, (), f"dangerous: {len(event.dangerous)}")
    return Line(f"Area terrain that is dangerous: {names}.", (), "blitz.16.0-2c-normal", (throw,))


@rule("blitz.16.0-2c-normal")
def resolve_ground(ctx: Ctx[State]) -> Script[None]:
    """Normal conditions: a die for each piece of area terrain, which is dangerous on a 6."""
    pieces = tuple(piece.id for piece in ctx.state.ground.pieces if is_area(piece))
    roll = Roll("dangerous ground", len(pieces), 6, rule="blitz.16.0-2c-normal", marks=(DANGER,), ordered=True)
    faces = yield from throw_pool(roll)
    found = tuple(name for name, face in zip(pieces, faces, strict=True) if face == DANGER)
    ctx.emit(GroundTested(pieces, faces, found))


class Stricken(Event, frozen=True, tag="stricken"):
    """The weather has crippled a model."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[STRICKEN] = 1


def stricken(state: State, event: Stricken, _seat: str | None) -> Line:
    """Crippled by the weather."""
    return Line(f"{state.units[event.unit].name} is crippled by the weather.", (event.unit,), "blitz.16.0-2c-temp")


class WeatherTaken(Event, frozen=True, tag="weather-taken"):
    """The weather has had its say before the first round."""

    def change(self, state: State) -> None:
        state.phase = "setup"


@rule("blitz.16.0-2c-temp")
def resolve_weather(ctx: Ctx[State]) -> Script[None]:
    """Before the first initiative: in extreme temperatures each model tests, and who has no success is crippled."""
    if ctx.state.switches.get(WEATHER) == TEMPERATURES:
        for unit_id in [unit.id for unit in ctx.state.units.values() if is_tested(unit)]:
            if not (yield from _endures(ctx, unit_id, "without a success it is crippled")):
                ctx.emit(Stricken(unit_id))
    ctx.emit(WeatherTaken())


def is_tested(unit: Unit) -> bool:
    """Every model that could fight, in reserve or not; not fortifications."""
    return not unit.is_destroyed and unit.line.type != "Fortification"


def _endures(ctx: Ctx[State], unit_id: str, stake: str) -> Script[bool]:
    unit = ctx.state.units[unit_id]
    lines = tuple(modifiers_of(ctx.state, unit, PILOT))
    test = DiceTest("extreme temperatures", unit_id, PILOT, skill_of(unit, PILOT), lines, rule="blitz.16.0-2c-temp")
    made = yield from make_roll(ctx, test._replace(enough=1, stake=stake))
    return made.successes > 0


class Recovered(Event, frozen=True, tag="weather-recovered"):
    """A model is itself again."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(STRICKEN, None)


def recovered(state: State, event: Recovered, _seat: str | None) -> Line:
    """Itself again."""
    return Line(f"{state.units[event.unit].name} has recovered.", (event.unit,), "blitz.16.0-2c-temp")


def resolve_recovery(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: a success takes the token off again."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if STRICKEN in unit.tokens]:
        if ctx.state.units[unit_id].status in IN_PLAY and (yield from _endures(ctx, unit_id, RECOVERS)):
            ctx.emit(Recovered(unit_id))


class SandSettled(Event, frozen=True, tag="sand-settled"):
    """The sand a model caught has been dealt with."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SANDED, None)


def settled(state: State, event: SandSettled, _seat: str | None) -> Line:
    """Sand in the machine."""
    return Line(f"White sand gets into {state.units[event.unit].name}.", (event.unit,), "blitz.16.0-2c-sand")


@rule("blitz.16.0-2c-sand")
def settle_sand(ctx: Ctx[State]) -> Script[None]:
    """White sand that got into a model corrodes it as soon as its test is over: intensity 1, and it bites at once."""
    if ctx.state.switches.get(WEATHER) != SAND:
        return
    for unit_id in [unit.id for unit in ctx.state.units.values() if SANDED in unit.tokens]:
        ctx.emit(SandSettled(unit_id))
        yield from kindle(ctx, unit_id, CORROSION, 1)


# --- 16.0, 2c: normal conditions: some of the area terrain is dangerous as well

DANGEROUS = "dangerous"
"""Where `State.switches` keeps the ids of the pieces that turned out dangerous."""


@lru_cache(maxsize=64)
@heeds("blitz.16.0-2c-normal")
def endangered(ground: Ground, names: tuple[str, ...]) -> Ground:
    """A ground with these pieces dangerous as well as what they are."""
    pieces = []
    for name in names:
        piece = ground.piece(name)
        words = " ".join(dict.fromkeys((*words_of(piece), DANGEROUS)))
        pieces.append(msgspec.structs.replace(piece, props={**piece.props, "going": words}))
    return ground.changed(*pieces) if pieces else ground


def ground_of(ground: Ground, switches: dict[str, str]) -> Ground:
    """The ground of a set-up as a battle has changed it."""
    return endangered(ground, tuple(switches.get(DANGEROUS, "").split()))


# --- The contents of the chapter

CONDITIONS_CHAPTER: Chapter[State] = Chapter(
    "16.0, 2c: special conditions",
    events={
        GroundTested: tested,
        Stricken: stricken,
        Recovered: recovered,
        SandSettled: settled,
        WeatherTaken: None,
    },
)
