"""16.0, 2c: special conditions in play. Fog is part of cover, storms are part of comms tests."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.conditions.events import GroundTested, Recovered, SandSettled, Stricken, WeatherTaken
from gearlock.systems.blitz.damage.persistent import kindle
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, make_roll
from gearlock.systems.blitz.dice_tests.sand import SAND, WEATHER
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of
from gearlock.systems.blitz.state import CORROSION, IN_PLAY, SANDED, STRICKEN, State, Unit

FOG, STORM, TEMPERATURES, NORMAL = "fog", "em storm", "temperatures", "normal"
CONDITIONS: Final = {
    FOG: "Fog or smoke", STORM: "EM storm", SAND: "White sand", TEMPERATURES: "Extreme temperatures",
    NORMAL: "Normal conditions",
}  # fmt: skip
DANGER = 6
RECOVERS = "a success takes its crippled token off"


@rule("blitz.16.0-2c-normal")
def resolve_ground(ctx: Ctx[State]) -> Script[None]:
    """Normal conditions: a die for each piece of area terrain, which is dangerous on a 6."""
    pieces = tuple(piece.id for piece in ctx.state.ground.pieces if is_area(piece))
    roll = Roll("dangerous ground", len(pieces), 6, rule="blitz.16.0-2c-normal", marks=(DANGER,), ordered=True)
    faces = yield from throw_pool(roll)
    found = tuple(name for name, face in zip(pieces, faces, strict=True) if face == DANGER)
    ctx.emit(GroundTested(pieces, faces, found))


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


def resolve_recovery(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: a success takes the token off again."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if STRICKEN in unit.tokens]:
        if ctx.state.units[unit_id].status in IN_PLAY and (yield from _endures(ctx, unit_id, RECOVERS)):
            ctx.emit(Recovered(unit_id))


@rule("blitz.16.0-2c-sand")
def settle_sand(ctx: Ctx[State]) -> Script[None]:
    """White sand that got into a model corrodes it as soon as its test is over: intensity 1, and it bites at once."""
    if ctx.state.switches.get(WEATHER) != SAND:
        return
    for unit_id in [unit.id for unit in ctx.state.units.values() if SANDED in unit.tokens]:
        ctx.emit(SandSettled(unit_id))
        yield from kindle(ctx, unit_id, CORROSION, 1)
