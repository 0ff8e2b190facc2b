"""A battle laid out by hand in the middle of an activation: models by card, dice by purpose, answers by order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.record import Entry
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.state import Activation, State, Unit
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import model, table

Throws = Iterable[tuple[str, tuple[int, ...]]]


def unit(id: str, x: float, y: float = 20.0, card: str = "hunter", **changes: Any) -> Unit:
    """A model with its actions, red or blue by its name: unit("red-1", 10, rank="co", tokens={...}, traits=(...)).

    A plain Hunter has an autocannon and a blade only.
    """
    actions = changes.pop("actions", None)
    if card == "hunter":
        changes.setdefault("weapons", ("LAC (Arm)", "LVB (Arm)"))
    found = model(id, id.split("-")[0], x, y, card, **{"facing": 0 if id.startswith("red") else 1800, **changes})
    found.name = changes.get("name", id)
    found.actions = found.line.actions if actions is None else actions
    found.gait = changes.get("gait", found.line.gait)
    return found


class Game:
    """A battle in which one model is active; every question is declined unless an answer was laid out for it."""

    def __init__(
        self, *things: Unit | Piece, active: str = "red-1", posture: str = "combat", dice: Throws = (), **settings: Any
    ) -> None:
        state: State = table(*things, phase="action", round=1, group=1, **settings)
        actor = state.units[active]
        actor.posture = posture
        state.turn = actor.seat
        state.group = actor.group
        state.activation = Activation(active, actor.x, actor.y, actor.z, actor.facing, 1)
        self.dice = ByPurpose(*dice)
        self.battle: Battle[State] = Battle.begin(SYSTEM, SYSTEM.prepare("duel", 1, {}), self.dice, state)
        self.asked: list[Ask] = []
        self.active = active

    @property
    def state(self) -> State:
        return self.battle.state

    def __getitem__(self, id: str) -> Unit:
        return self.state.units[id]

    @property
    def ask(self) -> Ask:
        (ask,) = self.battle.pending
        return ask

    def refusal(self, order: Order) -> Refusal:
        """Why this order is refused now; it has to be."""
        found = SYSTEM.refuse(self.state, self.ask, order)
        assert found is not None, f"{order} is legal"
        return found

    def allows(self, order: Order) -> bool:
        return SYSTEM.refuse(self.state, self.ask, order) is None

    def decline(self) -> Order:
        """The way to turn an offer down."""
        return Decline()

    def offers(self) -> list[Order]:
        return [option.order for option in SYSTEM.options(self.state, self.ask)]

    def play(self, order: Order, *replies: Order) -> list[Event]:
        """Give an order; each reply answers the first question it is legal for, all others are declined."""
        left, self.asked = list(replies), []
        before = len(self.events())
        self.battle.answer(self.ask.seat, order)
        while not self.battle.over and self.ask.optional:
            ask = self.ask
            self.asked.append(ask)
            answer = next((each for each in left if self._fits(ask, each)), None)
            if answer is not None:
                left.remove(answer)
            self.battle.answer(ask.seat, Decline() if answer is None else answer)
        assert not left, f"nobody asked for {left}; asked were {[(a.kind, a.unit) for a in self.asked]}"
        return self.events()[before:]

    def _fits(self, ask: Ask, order: Order) -> bool:
        return getattr(order, "unit", ask.unit) == ask.unit and SYSTEM.refuse(self.state, ask, order) is None

    def events(self) -> list[Event]:
        return [event for entry in self.battle.entries for event in _events(entry)]

    def questions(self, kind: str) -> list[str]:
        """Whom a kind of question was put to by the last order."""
        return [ask.unit for ask in self.asked if ask.kind == kind]

    def thrown(self, purpose: str) -> list[int]:
        """How many dice were thrown each time for a purpose, in this battle."""
        return [roll.count for roll, _ in self.battle.thrown if roll.purpose == purpose]

    def purposes(self) -> list[str]:
        return [roll.purpose for roll, _ in self.battle.thrown]


def _events(entry: Entry) -> list[Event]:
    return list(entry.events)


def of_kind(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]
