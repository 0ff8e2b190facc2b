"""16.0, step 2: a scenario rolled on its tables: zones, rounds, special conditions."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.blitz.conditions.dangers import DANGEROUS
from gearlock.systems.blitz.conditions.weather import FOG, NORMAL, STORM, TEMPERATURES, resolve_ground
from gearlock.systems.blitz.deployment.zones import DIAGONAL, DIVIDED, NARROW, WIDE
from gearlock.systems.blitz.dice_tests.sand import SAND, WEATHER
from gearlock.systems.blitz.objectives.choosing import resolve_choosing
from gearlock.systems.blitz.objectives.events import ParameterRolled, ScenarioSettled
from gearlock.systems.blitz.state import State

ROLL: Final = "roll"
ZONES, ROUNDS = "zones", "rounds"
DECLARED: Final = "declared"
"""Rounds without a number: the winner of initiative says which is the last."""


@rule("blitz.16.0", "blitz.16.0-2b")
def parameter(kind: str, face: int) -> str:
    """What a die means on one of the tables."""
    return {
        ZONES: (NARROW, NARROW, WIDE, WIDE, DIAGONAL, DIVIDED),
        ROUNDS: ("5", "6", "6", "6", "6", "7"),
        WEATHER: (FOG, STORM, SAND, TEMPERATURES, NORMAL, NORMAL),
    }[kind][face - 1]


PURPOSES: Final = {
    ZONES: ("deployment zones", "blitz.16.0"),
    ROUNDS: ("number of rounds", "blitz.16.0-2b"),
    WEATHER: ("special conditions", "blitz.16.0"),
}


def resolve_scenario(ctx: Ctx[State]) -> Script[None]:
    """The next parameter that is left to a die; then objectives, and the zones are taken."""
    switches = ctx.state.switches
    kind = next((kind for kind in PURPOSES if switches.get(kind) == ROLL), "")
    if kind:
        purpose, rule_id = PURPOSES[kind]
        (face,) = yield from throw(Roll(purpose, 1, 6, rule=rule_id))
        ctx.emit(ParameterRolled(kind, face, parameter(kind, face)))
    elif switches.get(WEATHER) == NORMAL and DANGEROUS not in switches:
        yield from resolve_ground(ctx)
    elif not (yield from resolve_choosing(ctx)):
        ctx.emit(ScenarioSettled())
