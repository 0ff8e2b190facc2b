"""Models on the move, for tests: an activation laid out by hand, orders judged and carried out with given dice."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.movement.offers import MOVEMENT
from gearlock.systems.blitz.movement.paths import trace
from gearlock.systems.blitz.movement.terrain import Move, moves_of
from gearlock.systems.blitz.state import COMBAT, Activation, State, Unit
from gearlock.table.path import Leg
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import EAST as EAST
from systems.blitz.lock_and_cover.scene import NORTH as NORTH
from systems.blitz.lock_and_cover.scene import WEST as WEST
from systems.blitz.lock_and_cover.scene import mil, table
from systems.blitz.lock_and_cover.scene import model as model
from systems.blitz.lock_and_cover.scene import piece as piece

ACT = Ask("red", "act", "red")
RULES = {rules.order: rules for rules in MOVEMENT.orders}


def field(
    card: str, *things: Piece | Unit, posture: str = COMBAT, at: tuple[float, float] = (10, 20), **more: Any
) -> State:
    """A table with one active model of this card, facing east unless told otherwise."""
    unit = model("red", "red", *at, card=card, **more)
    state = table(unit, *things)
    return activate(state, posture)


def activate(state: State, posture: str = COMBAT) -> State:
    """The red model in this posture, at the beginning of its activation."""
    unit = state.units["red"]
    unit.posture, unit.actions = posture, unit.line.actions
    unit.gait = unit.gait or unit.line.gait
    unit.z = unit.z or state.ground.elevation(unit.x, unit.y)
    state.activation = Activation("red", unit.x, unit.y, unit.z, unit.facing, moves_of(unit, posture))
    state.notes.clear()
    return state


def go(gait: str, *legs: tuple[float, float], **more: bool) -> Move:
    """Legs of degrees and inches."""
    path: tuple[Leg, ...] = tuple((round(10 * angle), mil(length)) for angle, length in legs)
    return Move("red", gait, path, **more)


def code(state: State, order: Order) -> str:
    """Why an order is refused, in a word; empty if it is legal."""
    state.notes.clear()
    refusal = RULES[type(order)].refuse(state, ACT, order)
    return "" if refusal is None else refusal.code


def refusal_of(state: State, order: Order) -> Refusal:
    state.notes.clear()
    refusal = RULES[type(order)].refuse(state, ACT, order)
    assert refusal is not None, f"{order} is legal"
    return refusal


def spent(state: State, order: Move) -> int:
    """What a legal move costs, in mils."""
    state.notes.clear()
    found = trace(state, order)
    assert not isinstance(found, Refusal), found.text()
    return found.spent


def run_with(
    start: Any, state: State, dice: Iterable[Iterable[int]] | Random, answers: Iterable[Order] = ()
) -> list[Event]:
    """Play what a script says; dice as given, or by lot."""

    def apply(position: State, event: Event) -> None:
        event.change(position)
        position.notes.clear()

    ctx: Ctx[State] = Ctx(state, apply)
    lot = dice if isinstance(dice, Random) else None
    rolls = [] if isinstance(dice, Random) else [tuple(faces) for faces in dice]
    said = list(answers)
    script = start(ctx)
    if script is not None:
        try:
            step = next(script)
            while True:
                step = script.send(_answer(step, rolls, said, lot))
        except StopIteration:
            pass
    assert not rolls, f"dice that nobody threw: {rolls}"
    assert not said, f"answers to nothing: {said}"
    return ctx.events


def _answer(step: Any, rolls: list[tuple[int, ...]], said: list[Order], lot: Random | None) -> Any:
    if isinstance(step, Roll):
        if lot is not None:
            return tuple(lot.randrange(1, 7) for _ in range(step.count))
        assert rolls, f"no dice for {step.purpose}"
        return step.check(rolls.pop(0))
    assert isinstance(step, Ask), step
    return said.pop(0) if said else Decline()


def order(state: State, wanted: Order, *dice: Iterable[int], answers: Iterable[Order] = ()) -> list[Event]:
    """A legal order carried out."""
    assert code(state, wanted) == "", refusal_of(state, wanted).text()
    resolve = RULES[type(wanted)].resolve
    assert resolve is not None
    return run_with(lambda ctx: resolve(ctx, wanted), state, dice, answers)


def red(state: State) -> Unit:
    return state.units["red"]


def now(state: State) -> Activation:
    assert state.activation is not None
    return state.activation
