"""How far one attack walks: the files of its system that are passed while it is resolved, told and shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import gearlock
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat

PACKAGE = Path(gearlock.__file__).parent
DECISIONS = 400


@contextmanager
def noted(files: set[str]) -> Iterator[None]:
    """Every file in which a function is called meanwhile."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def own_files(system: str, scenario: str, attacks: int) -> list[int]:
    """For some attacks that the other side answered: how many files of the system each of them passed."""
    return sorted(islice(_walks(system, scenario), attacks))


def _walks(system: str, scenario: str) -> Iterator[int]:
    home, book = str(PACKAGE / "systems" / system), get_system(system)
    for seed in range(1, 60):
        battle = Battle.begin(book, book.prepare(scenario, seed, {}))
        for _ in range(DECISIONS):
            if battle.over:
                break
            seat = battle.waiting_for()[0]
            order = _attack(battle, seat) or make_bot("random", seed).decide(Seat(battle, seat))
            if type(order).__name__ == "Attack":
                files: set[str] = set()
                if _is_answered(battle.fork(), seat, order, None):
                    _is_answered(battle.fork(), seat, order, files)
                    yield sum(file.startswith(home) for file in files)
            battle.answer(seat, order)


def _attack(battle: Battle[Any], seat: str) -> Order | None:
    orders = (option.order for option in battle.options(seat))
    attacks = (order for order in orders if order is not None and type(order).__name__ == "Attack")
    return next((order for order in attacks if battle.refuse(seat, order) is None), None)


def _is_answered(battle: Battle[Any], attacker: str, attack: Order, files: set[str] | None) -> bool:
    """Play until something new is asked: whether the other side did something about the attack. Notes files passed."""
    trace = nullcontext if files is None else partial(noted, files)
    answered, story = False, Narrator(battle, None)
    with trace():
        battle.answer(attacker, attack)
    while not battle.over and not battle.fresh:
        seat = battle.waiting_for()[0]
        order = _deed(battle, seat) or make_bot("random", 1).decide(Seat(battle, seat))
        answered |= seat != attacker and type(order).__name__ != "Decline"
        with trace():
            battle.answer(seat, order)
    with trace():
        story.news()
        battle.view(attacker)
    return answered


def _deed(battle: Battle[Any], seat: str) -> Order | None:
    """Whoever can do something does it."""
    orders = (option.order for option in battle.options(seat))
    return next((order for order in orders if order is not None and type(order).__name__ != "Decline"), None)
