"""Games of guessing: where all decide at once and nothing tells one answer from another, bots draw lots."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from gearlock.bots.guessing import by_lot
from gearlock.bots.settling import settle
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview
from kernel.toy import TOY, Bid, BidsShown

ALIKE = Preview(notes=("each as good as another",))


def bidding(worth: Any) -> Battle[Any]:
    """A battle in which both seats bid, unseen, and each bid is told to be worth something."""
    system = replace(TOY, preview=worth)
    return Battle.begin(system, system.prepare("duel", 1, {}), Seeded(1))


def alike(_state: object, _seat: str, _order: Order) -> Preview:
    return ALIKE


def test_sealed_answers_that_are_worth_the_same_are_drawn_by_lot() -> None:
    seat, chooser = Seat(bidding(alike), "blue"), random.Random(3)
    drawn = Counter(by_lot(seat, chooser) for _ in range(300))
    assert set(drawn) == {Bid(1), Bid(2), Bid(3)}
    assert min(drawn.values()) > 60


@pytest.mark.parametrize(
    "worth",
    [lambda *_: Preview(), lambda _state, _seat, order: Preview(gives=order.effort)],
    ids=["what nobody can weigh", "what is worth more"],
)
def test_anything_else_is_decided_as_ever(worth: Any) -> None:
    assert by_lot(Seat(bidding(worth), "blue"), random.Random(3)) is None


def test_a_question_to_one_seat_alone_is_no_guessing() -> None:
    battle = bidding(alike)
    battle.answer("red", Bid(3))
    assert Seat(battle, "blue").is_sealed, "whether the other has answered does not show"
    battle.answer("blue", Bid(1))
    assert not Seat(battle, "red").is_sealed
    assert by_lot(Seat(battle, "red"), random.Random(3)) is None


def test_in_an_imagined_battle_the_others_draw_too() -> None:
    shown = set()
    for seed in range(30):
        battle = bidding(alike)
        battle.answer("red", Bid(2))
        settle(battle, "red", random.Random(seed))
        shown |= {event.blue for entry in battle.entries for event in entry.events if isinstance(event, BidsShown)}
    assert shown == {1, 2, 3}
