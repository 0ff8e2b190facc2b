"""The commander looks around, and the end of a turn."""

from __future__ import annotations

from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.actions import look_around
from gearlock.systems.hex100.hiding.exposure import finish_turn
from gearlock.systems.hex100.sensing.ew import look_again
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns.orders import EndTurn, LookAround


def resolve_look_around(ctx: Ctx[State], order: LookAround) -> None:
    """He looks out, and everybody looks again."""
    look_around(ctx, order)
    look_again(ctx)


def resolve_end(ctx: Ctx[State], order: EndTurn) -> None:
    """The unit is done."""
    finish_turn(ctx, order.unit)
