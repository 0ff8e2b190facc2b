"""16.0, 2c: white sand: one die of every test but defence is marked, and a 1 on it means sand in the machine."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Faces
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.dice_tests.events import SandCaught
from gearlock.systems.blitz.state import State

SAND: Final = "sand"
WEATHER: Final = "weather"


@heeds("blitz.16.0-2c-sand")
def is_sandy(state: State, faces: Faces) -> bool:
    """Whether the marked die, the first, lets white sand in if it stands."""
    return bool(faces) and faces[0] == 1 and state.switches.get(WEATHER) == SAND


@heeds("blitz.16.0-2c-sand")
def watch_sand(ctx: Ctx[State], unit_id: str, faces: Faces) -> None:
    """Look at the marked die, the first, of dice that stand."""
    if is_sandy(ctx.state, faces):
        ctx.emit(SandCaught(unit_id))
