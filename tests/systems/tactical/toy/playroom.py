"""A room for tests of toy battles: toys put where a test wants them, orders given, signs shown."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import get_system
from gearlock.systems.tactical.state import FIELDED, State, Unit
from gearlock.systems.tactical.toy_battles.toys import PRONE, ShowSign, ToyActivated
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

HAND = 7
"""Inches of a hand length, unless a test says otherwise."""
SYSTEM: Any = get_system("tactical")


def thing(name: str, box: tuple[float, float, float, float], top: float = 0, **more: Any) -> Piece:
    """Something in the room, by its box in inches (x0, y0, x1, y1) and its height."""
    kind, base = more.pop("kind", "instance"), round(more.pop("base", 0) * INCH)
    outline = rectangle(*(round(side * INCH) for side in box))
    return Piece(name, name.title(), kind, outline, round(top * INCH), base, footing=more.pop("footing", True), **more)


class Room:
    """A battle in which all toys have been put down, and red has the first turn."""

    def __init__(self, *things: Piece, scenario: str = "toy", size: tuple[int, int] = (98, 84), **options: Any) -> None:
        options = {"toys": "2", **options}
        self.setup = SYSTEM.prepare(scenario, 1, options)
        self.state: State = SYSTEM.begin(self.setup)
        self.state.ground = Ground(size[0] * INCH, size[1] * INCH, things, "test")
        self.state.phase, self.state.round, self.state.turn, self.state.first = "toys", 1, "red", "red"
        self.battle: Battle[Any] | None = None
        for number, unit in enumerate(self.state.units.values()):
            self.put(unit.id, 10 + 20 * (number % 2), 10 if unit.seat == "red" else 70)

    def put(self, name: str, x: float, y: float, z: float = 0, **tokens: int) -> Unit:
        """Put a toy somewhere, in inches, with these tokens on it."""
        unit = self.state.units[name]
        unit.x, unit.y, unit.z, unit.status = round(x * INCH), round(y * INCH), round(z * INCH), FIELDED
        unit.facing = 900 if unit.seat == "red" else 2700
        unit.tokens.update({token.replace("_", " "): count for token, count in tokens.items()})
        return unit

    def begin(self, active: str = "red-1", *coins: int) -> Room:
        """Play from here on, with a toy activated if one is named."""
        self.state.turn = active.partition("-")[0] or self.state.turn
        if active:
            ToyActivated(active).change(self.state)
        self.battle = Battle.begin(SYSTEM, self.setup, Scripted(*((coin,) for coin in coins)), self.state)
        return self

    @property
    def now(self) -> State:
        """The state as it is."""
        assert self.battle is not None, "the battle has begun"
        state: State = self.battle.state
        return state

    def unit(self, name: str) -> Unit:
        """A toy as it is now."""
        return self.now.units[name]

    def give(self, order: Order, seat: str = "") -> Room:
        """Give an order, by the seat that is asked."""
        assert self.battle is not None, "the battle has begun"
        self.battle.answer(seat or self.battle.waiting_for()[0], order)
        return self

    def signs(self, red: str, blue: str) -> Room:
        """Both show a sign."""
        self.give(ShowSign(red), "red")
        return self.give(ShowSign(blue), "blue")

    def code(self, order: Order, seat: str = "") -> str:
        """The code of the refusal, empty for a legal order."""
        assert self.battle is not None, "the battle has begun"
        found = self.battle.refuse(seat or self.battle.waiting_for()[0], order)
        return "" if found is None else found.code

    def rule(self, order: Order) -> str:
        """The rule that refuses an order; what it says has to help."""
        assert self.battle is not None, "the battle has begun"
        found = self.battle.refuse(self.battle.waiting_for()[0], order)
        assert found is not None
        assert len(found.message) > 20
        return found.rule

    def asked(self) -> tuple[str, ...]:
        """The kinds of questions that are open."""
        assert self.battle is not None, "the battle has begun"
        return tuple(ask.kind for ask in self.battle.pending)

    def labels(self, seat: str = "") -> list[str]:
        """What is offered."""
        assert self.battle is not None, "the battle has begun"
        return [option.label for option in self.battle.options(seat or self.battle.waiting_for()[0])]


def knocked(room: Room, name: str) -> bool:
    """Whether a toy lies there."""
    return bool(room.unit(name).token(PRONE))
