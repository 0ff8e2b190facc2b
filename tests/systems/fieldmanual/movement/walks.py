"""Models on the move, for tests: one active model on a table, orders judged, and ways gone with given dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.datacards import Row
from gearlock.systems.fieldmanual.movement.course import Course
from gearlock.systems.fieldmanual.movement.moving import judge, resolve_inch, resolve_move
from gearlock.systems.fieldmanual.movement.offers import MOVEMENT
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.state import COMBAT, GROUND, HOVER, STATIONARY, TOP, WALKER, Activation, State, Unit
from gearlock.table.terrain import Piece
from systems.fieldmanual.tables import Answer, Played, activate, mils, play, put, table
from systems.fieldmanual.tables import piece as piece

ACT = Ask("red", "act", "red-1")
RULES = {rules.order: rules for rules in MOVEMENT.orders}
HOVERS = {"rows": {HOVER: Row(8, 16, -2, 0, 2)}, "kind": "vehicle"}


def field(
    *pieces: Piece,
    card: str = "jager",
    mode: str = WALKER,
    band: str = COMBAT,
    at: tuple[float, float] = (10, 20),
    facing: float = 0,
    **more: Any,
) -> State:
    """A table with one active model, facing east unless told otherwise."""
    state = table(*pieces)
    if mode == HOVER:
        more["stats"] = {**HOVERS, **more.get("stats", {})}
    unit = put(state, "red-1", card, *at, facing, band=band, **more)
    unit.mode = mode
    unit.z = unit.z or state.ground.elevation(unit.x, unit.y)
    activate(state, "red-1")
    return state


def red(state: State) -> Unit:
    return state.units["red-1"]


def now(state: State) -> Activation:
    assert state.activation is not None
    return state.activation


def go(*legs: tuple[float, float], **more: Any) -> Move:
    """Legs of degrees and inches."""
    return Move("red-1", tuple((round(10 * angle), mils(length)) for angle, length in legs), **more)


def code(state: State, order: Order) -> str:
    """Why an order is refused, in a word; empty if it is legal."""
    refusal = refusal_of(state, order)
    return "" if refusal is None else refusal.code


def refusal_of(state: State, order: Order) -> Refusal | None:
    state.notes.clear()
    return RULES[type(order)].refuse(state, ACT, order)


def spent(state: State, order: Move) -> float:
    """MPs that a legal way costs in all."""
    state.notes.clear()
    course = judge(state, order)
    assert isinstance(course, Course), course
    return course.spent / 1000


def drive(
    state: State, order: Order, *dice: Iterable[int], answer: Answer | None = None, whole: bool = False
) -> Played:
    """Carry an order out and go its way to the end, inch by inch."""
    assert refusal_of(state, order) is None, refusal_of(state, order)

    def script(ctx: Ctx[State]) -> Script[None]:
        ran = RULES[type(order)].resolve
        assert ran is not None
        running = ran(ctx, order)
        if running is not None:
            yield from running
        for _ in range(60):
            if ctx.state.activation is None or not ctx.state.activation.path:
                return
            yield from resolve_inch(ctx, whole)

    played = play(state, script, *dice, answer=answer)
    state.notes.clear()
    return played


__all__ = [
    "ACT", "COMBAT", "GROUND", "HOVER", "STATIONARY", "TOP", "WALKER", "code", "drive", "field", "go", "now", "piece",
    "put", "red", "refusal_of", "resolve_move", "spent",
]  # fmt: skip
