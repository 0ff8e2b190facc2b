"""Battles laid out for rules of blitz: a red model that acts, enemies before it, and dice as the test wants them."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.positions import Position
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.attacks.aiming import Attack, loaded
from gearlock.systems.blitz.attacks.attack import is_optimal
from gearlock.systems.blitz.attacks.modifiers import Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.state import State, Unit

NO_POINTS = {"command points": 0, "skill points": 0}
"""For models that are to be asked about no re-roll."""


class Field:
    """A position of blitz, made line by line; models have no points to re-roll with unless they are said to."""

    def __init__(self, **head: Any) -> None:
        self.position = Position("blitz", **{"active": "red-1", "map": "48x48", **head})

    def model(self, id: str, model: str, x: float, y: float, **more: Any) -> Field:
        tokens = {**NO_POINTS, **more.pop("tokens", {})}
        more.setdefault("facing", "north" if id.startswith("red") else "south")
        self.position.model(id, model, at=(x, y), tokens=tokens, **more)
        return self

    def wall(
        self, rating: str, x0: float, y0: float, x1: float, y1: float, top: float, kind: str = "instance"
    ) -> Field:
        self.position.piece(kind, (x0, y0, x1, y1), rating=rating, top=top)
        return self

    def dice(self, purpose: str, *faces: int) -> Field:
        self.position.dice(purpose, *faces)
        return self

    def battle(self) -> Battle[State]:
        return self.position.battle()

    @property
    def state(self) -> State:
        return self.battle().state


def facing(gap: float = 9.0, model: str = "hunter", target: str = "hunter", **more: Any) -> Field:
    """A red model at 10, 10 facing north, a blue one so many inches north of it; `red_` and `blue_` change them."""
    red = {key[4:]: value for key, value in more.items() if key.startswith("red_")}
    blue = {key[5:]: value for key, value in more.items() if key.startswith("blue_")}
    head = {key: value for key, value in more.items() if not key.startswith(("red_", "blue_"))}
    field = Field(**head).model("red-1", model, 10, 10, **red)
    blue.setdefault("actions", 0)
    return field.model("blue-1", target, 10, 11 + gap, **blue)


def give(battle: Battle[State], order: Order, dice: bool = True) -> Battle[State]:
    """Give an order by whoever is asked, and turn every offer down that comes of it."""
    battle.answer(battle.waiting_for()[0], order)
    if dice:
        decline_all(battle)
    return battle


def decline_all(battle: Battle[State]) -> None:
    """Turn down every offer that may be turned down."""
    while not battle.over and asked(battle).optional:
        battle.answer(battle.waiting_for()[0], Decline())


def play(battle: Battle[State], order: Order, *answers: tuple[str, Order]) -> list[str]:
    """Give an order; questions are answered in turn by kind, else turned down. What was asked: `snap blue-1`, ..."""
    left, kinds = list(answers), list[str]()
    battle.answer(battle.waiting_for()[0], order)
    while not battle.over and asked(battle).optional:
        ask = asked(battle)
        kinds.append(f"{ask.kind} {ask.unit}")
        at = next((number for number, (kind, _) in enumerate(left) if kind in (ask.kind, kinds[-1])), None)
        battle.answer(ask.seat, Decline() if at is None else left.pop(at)[1])
    assert not left, f"never asked: {left}"
    return kinds


def thrown(battle: Battle[State], purpose: str) -> list[int]:
    """How many dice were thrown for a purpose, each time."""
    return [roll.count for roll, _ in battle.thrown if roll.purpose == purpose]


def asked(battle: Battle[State]) -> Ask:
    """The question that is open."""
    ask = battle.ask_for(battle.waiting_for()[0])
    assert ask is not None, "somebody is asked"
    return ask


def refused(battle: Battle[State], order: Order) -> Refusal:
    """Why an order is refused that must be."""
    seat = battle.waiting_for()[0]
    refusal = battle.refuse(seat, order)
    assert refusal is not None, f"{order} was not refused to {seat}"
    return refusal


def accepted(battle: Battle[State], order: Order) -> bool:
    """Whether an order is taken."""
    return battle.refuse(battle.waiting_for()[0], order) is None


def fire(weapon: str = "LAC", *targets: str, **more: Any) -> Attack:
    return Attack("red-1", weapon, targets or ("blue-1",), **more)


def duel(state: State, weapon: str, target: str = "blue-1", attacker: str = "red-1", **use: Any) -> Duel:
    """Lines and pools of one attack as it stands."""
    unit, other = state.units[attacker], state.units[target]
    gun = loaded(unit, weapon, use.pop("load", ""))
    optimal = is_optimal(gun, use.get("mode", ""), distance_between(state, unit, other))
    return duel_of(state, Use(gun, optimal, **use), Pair(state, unit, other, gun, use.pop("observer", "")))


def by_label(lines: list[Modifier]) -> dict[str, int]:
    return {line.label: line.value for line in lines}


def unit(battle: Battle[State], name: str) -> Unit:
    return battle.state.units[name]
