"""Positions laid out by hand and orders carried out on them: dice by purpose, answers by question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gearlock.kernel.asks import Ask, AskSealed, Option
from gearlock.kernel.dice import ByPurpose, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.models import model_cards, ready
from gearlock.systems.blitz.movement.terrain import moves_of
from gearlock.systems.blitz.state import BRACED, COMBAT, FIELDED, Activation, State, Unit
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

EAST, NORTH, WEST, SOUTH = 0, 900, 1800, 2700
__all__ = ["BRACED", "COMBAT", "EAST", "NORTH", "SOUTH", "WEST"]


def mil(inches: float) -> int:
    return round(inches * 1000)


def piece(kind: str, rating: str, x0: float, y0: float, x1: float, y1: float, top: float, **more: Any) -> Piece:
    fields = {"id": f"{kind}-{x0}-{y0}", "name": kind, **more}
    return Piece(
        kind=kind, outline=rectangle(mil(x0), mil(y0), mil(x1), mil(y1)), top=mil(top), rating=rating, **fields
    )


def model(id: str, card: str = "hunter", x: float = 10.0, y: float = 20.0, facing: int = EAST, **changes: Any) -> Unit:
    """A model in play, red or blue by its name. What the card prints may be changed: armor=8, traits=(...)."""
    printed = model_cards()[card]
    entries = {
        name: value for name, value in changes.items() if name in printed.__struct_fields__ and name != "actions"
    }
    line = ready(msgspec.structs.replace(printed, **entries))
    unit = Unit(id, id.split("-")[0], id, line, status=FIELDED, x=mil(x), y=mil(y), facing=facing)
    unit.hull, unit.structure, unit.gait, unit.actions = line.hull, line.structure, line.gait, line.actions
    for name, value in changes.items():
        if name not in entries:
            setattr(unit, name, value)
    return unit


def table(*things: Piece | Unit, **settings: Any) -> State:
    """A table of 48 by 48 in in the action phase of the first round, red's turn."""
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    units = {thing.id: thing for thing in things if isinstance(thing, Unit)}
    state = State(Ground(48_000, 48_000, pieces), units, round=1, phase="action", turn="red", group=1)
    for name, value in settings.items():
        setattr(state, name, value)
    return state


def activate(state: State, name: str, posture: str = COMBAT, **more: Any) -> State:
    """Make a model the active one, its moves still to come; more are fields of the activation."""
    unit = state.units[name]
    unit.posture = posture
    state.activation = Activation(name, unit.x, unit.y, unit.z, unit.facing, moves_of(unit, posture))
    for field, value in more.items():
        setattr(state.activation, field, value)
    state.notes = {}
    return state


class Played:
    """What came of a script: its events, and every question and throw on the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.asks: list[Ask] = []
        self.rolls: list[Roll] = []

    def dice(self, purpose: str, unit: str = "") -> list[int]:
        """How many dice were thrown for a purpose, each time."""
        return [roll.count for roll in self.rolls if roll.purpose == purpose and unit in ("", roll.unit)]

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def asked(self) -> list[str]:
        """The kinds of questions, in order."""
        return [ask.kind for ask in self.asks]


def run(state: State, script: Script[Any], dice: Iterable[tuple[str, Iterable[int]]] = (), answers: Any = ()) -> Played:
    """Run a script; questions are answered by kind in turn, else declined. Dice that are not laid out show 3s."""
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    return go_on(ctx, script, dice, answers)


def go_on(ctx: Ctx[State], script: Script[Any], dice: Iterable[tuple[str, Iterable[int]]], answers: Any) -> Played:
    played, source, left = Played(ctx.state), ByPurpose(*dice), list(answers)
    reply: object = None
    while True:
        try:
            step = script.send(reply)
        except StopIteration:
            played.events = ctx.events
            return played
        if isinstance(step, Roll):
            played.rolls.append(step)
            own = source._next(step.purpose) is not None
            reply = source.roll(step, len(played.rolls)) if own else (3,) * step.count
        else:
            assert not isinstance(step, AskSealed)
            played.asks.append(step)
            at = next((n for n, (kind, _) in enumerate(left) if kind == step.kind), None)
            reply = Decline() if at is None else left.pop(at)[1]
            refusal = BOOK.refuse(ctx.state, step, reply)
            assert refusal is None, f"{reply}: {refusal}"
            BOOK.options(ctx.state, step)


def act_ask(state: State) -> Ask:
    """What the active model is asked."""
    active = state.active()
    assert active is not None
    return Ask(active.seat, "act", active.id, rule="blitz.3.4a")


def give(state: State, order: Order, dice: Iterable[tuple[str, Iterable[int]]] = (), answers: Any = ()) -> Played:
    """Give the active model an order, which must be legal."""
    refusal = BOOK.refuse(state, act_ask(state), order)
    assert refusal is None, refusal
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    return go_on(ctx, BOOK.resolve(ctx, order), dice, answers)


def refused(state: State, order: Order) -> str:
    """The code with which an order to the active model is refused; empty if it is legal."""
    refusal = BOOK.refuse(state, act_ask(state), order)
    assert refusal is None or (refusal.rule.startswith("blitz.") and refusal.message.endswith((".", "!", "?"))), refusal
    return refusal.code if isinstance(refusal, Refusal) else ""


def offered(state: State, kind: type[Any]) -> list[Option]:
    """What the active model is offered of a kind of order; all of it must be legal as far as it is complete."""
    return [option for option in BOOK.options(state, act_ask(state)) if isinstance(option.order, kind)]
