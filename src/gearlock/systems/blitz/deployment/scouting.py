"""16.1c: pathfinders: one free move before the first initiative."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.deployment.events import ScoutingBegun, ScoutingEnded
from gearlock.systems.blitz.deployment.reserves import PATHFINDERS
from gearlock.systems.blitz.movement.answers import offer_moves
from gearlock.systems.blitz.movement.gaits import moves_of
from gearlock.systems.blitz.movement.orders import EndMove, Move
from gearlock.systems.blitz.state import COMBAT, State


@rule("blitz.16.1c")
def begin_scouting(ctx: Ctx[State]) -> None:
    """The next pathfinder moves at combat speed; it has no actions yet. When all have, the battle begins."""
    left = (unit for unit in ctx.state.units.values() if unit.arrival == PATHFINDERS and unit.is_fielded)
    scout = next((unit for unit in left if not unit.used), None)
    ctx.emit(ScoutingEnded() if scout is None else ScoutingBegun(scout.id, moves_of(scout, COMBAT)))


def offer_scouting(state: State, ask: Ask) -> Iterator[Option]:
    """A move, and nothing else."""
    return (option for option in offer_moves(state, ask) if isinstance(option.order, Move | EndMove))
