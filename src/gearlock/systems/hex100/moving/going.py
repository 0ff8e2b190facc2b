"""A move action carried out."""

from __future__ import annotations

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import spend
from gearlock.systems.hex100.crushing.moves import resolve_move
from gearlock.systems.hex100.fighting.reserve import offer_reserves
from gearlock.systems.hex100.moving.movement import CAREFUL, resolve_walk
from gearlock.systems.hex100.moving.orders import Disengage, Move
from gearlock.systems.hex100.state import State


def resolve_move_action(ctx: Ctx[State], order: Move) -> Script[None]:
    """Paid for, then gone, past whoever has held something back."""
    spend(ctx, order.unit, "move")
    yield from resolve_move(ctx, order, offer_reserves)


def resolve_disengage(ctx: Ctx[State], order: Disengage) -> Script[None]:
    """One step, too careful for a blow in passing."""
    spend(ctx, order.unit, "move")
    path = ((order.q, order.r),)
    yield from resolve_walk(ctx, order.unit, path, order.facing, -1, offer_reserves, CAREFUL)
