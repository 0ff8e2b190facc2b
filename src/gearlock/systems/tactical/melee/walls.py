"""3.8.1: running into buildings and walls, which count as vehicles that stand still."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.bridges import resolve_structure_damage
from gearlock.systems.tactical.damage.parts import piece_of
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.structures import RAM_SIZE
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.line_of_sight.terrain import type_of
from gearlock.systems.tactical.melee.ramming import RULE, gone_so_far, ram_dm, ram_lines, weight_dm
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.switches import STRUCTURES


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls", "tactical.2.6.8-ramming")
def ram_size(state: State, part: str) -> int:
    """The Size that a building or wall counts as: a house 6, a large building 12, a wall 4, a dense one 10."""
    piece = piece_of(state.ground, part)
    return 0 if piece is None else RAM_SIZE.get(type_of(piece), 0)


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls", "tactical.2.6.8-ramming", "tactical.3.2.5")
def resolve_wall_struck(ctx: Ctx[State], unit_id: str, part: str, is_action: bool = False) -> Script[None]:
    """Piloting against a Defense of 0: both take the margin times the other's DM, by the speed of who moves.

    Where damage to structures is not played, only the vehicle is hurt.
    """
    unit = ctx.state.units[unit_id]
    speed = gone_so_far(ctx.state, unit)
    mine, theirs = ram_dm(unit, speed), weight_dm(ram_size(ctx.state, part), speed)
    found = yield from throw_test(ctx, Test("ram", unit_id, ram_lines(unit, None, is_action), RULE))
    if not found.total or speed <= 0:
        return
    if ctx.state.switch(STRUCTURES):
        yield from resolve_structure_damage(ctx, part, found.total * mine, unit_id)
    blow = Blow(found.total * theirs, found.total, "", "", "front", RULE, cause="a ram")
    yield from resolve_damage(ctx, unit_id, blow)
