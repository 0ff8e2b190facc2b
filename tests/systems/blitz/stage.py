"""Scenarios of blitz for tests: battles played to a question, and moments of battles laid out by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.state import FIELDED, State, Unit

Throw = tuple[str, tuple[int, ...]]
BOTH = ("red", "blue")
FORCE = "hunter*2+cheetah*2"


def prepared(scenario: str = "battle", *throws: Throw, **options: str) -> Battle[State]:
    """A battle at its very beginning, dice laid out by purpose, further ones by a seed."""
    said = {"red": FORCE, "blue": FORCE, "map": "dry-wash", **options}
    return Battle.begin(SYSTEM, SYSTEM.prepare(scenario, 1, said), ByPurpose(*throws, seed=1))


def asked(battle: Battle[State]) -> Ask:
    ask = battle.ask_for(battle.waiting_for()[0])
    assert ask is not None
    return ask


def give(battle: Battle[State], order: Order, seat: str = "") -> Battle[State]:
    battle.answer(seat or battle.waiting_for()[0], order)
    return battle


def refused(battle: Battle[State], order: Order, seat: str = "") -> str:
    """The code of a refusal; empty if an order is taken."""
    refusal = battle.refuse(seat or battle.waiting_for()[0], order)
    return "" if refusal is None else refusal.code


def play_to(battle: Battle[State], *kinds: str, choose: Callable[[Ask], Order | None] | None = None) -> Battle[State]:
    """Play on, turning down what can be and else taking the first way, until one of these questions is asked."""
    chooser = random.Random(3)
    for _ in range(900):
        if battle.over or asked(battle).kind in kinds:
            return battle
        seat, ask = battle.waiting_for()[0], asked(battle)
        order = choose(ask) if choose is not None else None
        battle.answer(seat, order or _simplest(battle, seat, ask, chooser))
    raise AssertionError(f"never asked for {kinds}; the last question was {asked(battle)}")


def _simplest(battle: Battle[State], seat: str, ask: Ask, chooser: random.Random) -> Order:
    if ask.optional:
        return Decline()
    if ask.kind in ("act", "scout"):
        return next(option.order for option in battle.options(seat) if option.label == "End the activation")
    for option in battle.options(seat):
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            return order
    raise AssertionError(f"no way to answer {ask}")


def moment(
    lay: Callable[[State], None], *throws: Throw, scenario: str = "battle", phase: str = "cleanup", **options: str
) -> Battle[State]:
    """A battle that stands where a test wants it: everybody on the table far from everything, then laid out by hand."""
    said = {"red": FORCE, "blue": FORCE, "map": "dry-wash", **options}
    setup = SYSTEM.prepare(scenario, 1, said)
    state = SYSTEM.begin(setup)
    state.zones = {"red": "south", "blue": "north"}
    state.phase, state.round, state.turn = phase, 1, ""
    state.switches = {**state.switches, "zones": "wide", "weather": "fog", "rounds": "6", "deploys first": "red"}
    for number, unit in enumerate(state.units.values()):
        unit.status, unit.arrival, unit.used = FIELDED, "", True
        unit.x, unit.y = 2_000 + 2_000 * number, 2_000 if unit.seat == "red" else state.ground.height - 2_000
        unit.facing = 900 if unit.seat == "red" else 2700
    lay(state)
    return Battle.begin(SYSTEM, setup, ByPurpose(*throws, seed=1), state)


def secret(value: str, *knows: str) -> Sealed[str]:
    return Sealed(value, knows)


def objectives(state: State, seat: str, *names: str, primary: int = 1, knows: tuple[str, ...] = BOTH) -> None:
    """Give a seat these objectives."""
    for number, name in enumerate(names, 1):
        state.facts[f"objective:{seat}:{number}"] = Sealed(name, knows)
    state.facts[f"primary:{seat}"] = Sealed(str(primary), (seat,))


def at(state: State, name: str, x: float, y: float, **more: Any) -> Unit:
    unit = state.units[name]
    unit.x, unit.y = round(1000 * x), round(1000 * y)
    for key, value in more.items():
        setattr(unit, key, value)
    return unit


def story(battle: Battle[State], seat: str | None = None) -> str:
    """Everything a seat was told."""
    state, lines = battle.start.clone(), []
    for entry in battle.entries:
        for event in entry.events:
            SYSTEM.apply(state, event)
            line = SYSTEM.tell(state, event, seat)
            lines += [line.text] if line is not None else []
    return "\n".join(lines)
