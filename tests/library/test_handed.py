"""What a program hands to a battle by mistake is refused in words, and the battle stands as it was."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Any, cast

import msgspec
import pytest

from gearlock import (
    OPEN_OPTIONS,
    Aim,
    BadDice,
    BadInput,
    Battle,
    ByPurpose,
    Concede,
    GearlockError,
    Order,
    Seat,
    Seeded,
    get_system,
    make_bot,
    new_battle,
    play_out,
    system_ids,
)
from gearlock.kernel.handed import check_order
from gearlock.kernel.orders import BreakOff
from gearlock.systems.tactical.attacks.weapons_in_use import Attack

RUBBISH: tuple[Any, ...] = (
    *(None, 3.7, float("nan"), "x", b"x", [], [[1]], {"a": 1}, object(), Decimal("NaN"), 10**400, -(10**30)),
    *(("ahead",), 1j, range(3)),
)
DECISIONS = 12


def played(system_id: str) -> Iterable[tuple[Battle[Any], Seat]]:
    """The first decisions of a battle between bots of chance."""
    battle, bot = new_battle(system_id, seed=3), make_bot("random", 5)
    for _ in range(DECISIONS):
        if battle.over:
            return
        seat = Seat(battle, battle.waiting_for()[0])
        yield battle, seat
        battle.answer(seat.name, bot.decide(seat))


def spoilt(order: Order) -> Iterable[Order]:
    """An order with rubbish in one field after another."""
    for field in order.__struct_fields__:
        for rubbish in RUBBISH:
            yield msgspec.structs.replace(order, **{field: rubbish})


@pytest.mark.parametrize("system_id", system_ids())
def test_orders_with_rubbish_in_them_are_refused_in_words(system_id: str) -> None:
    tried = 0
    for battle, seat in played(system_id):
        before = battle.hash(), len(battle.entries)
        for order in {type(option.order): option.order for option in seat.options()}.values():
            for bad in spoilt(order):
                for ask in (seat.refuse, seat.preview):
                    with suppress(BadInput):
                        ask(bad)
                try:
                    battle.fork().answer(seat.name, bad)
                except GearlockError:
                    tried += 1
        assert (battle.hash(), len(battle.entries)) == before
    assert tried > 50


@pytest.mark.parametrize("rubbish", RUBBISH)
@pytest.mark.parametrize("system_id", ["brigands", "hex100", "tactical"])
def test_questions_about_nothing_are_refused_in_words(system_id: str, rubbish: Any) -> None:
    battle: Any = new_battle(system_id, seed=3)
    seat: Any = Seat(battle, battle.waiting_for()[0])
    option = seat.options()[0]
    strange, unseated = cast("Any", rubbish or "x"), cast("Any", [rubbish])
    dice: Any = strange
    questions: list[Callable[[], object]] = [
        lambda: seat.sample(rubbish, random.Random(1)),
        lambda: seat.aim(rubbish, Aim(1, 1)),
        lambda: seat.aim(option, rubbish),
        lambda: seat.reach(rubbish),
        lambda: seat.sight("red-1", strange, "blue-1"),
        lambda: seat.imagine(rubbish),
        lambda: battle.view(strange),
        lambda: battle.fork(strange),
        lambda: battle.rewind(rubbish),
        lambda: battle.options(rubbish),
        lambda: Seat(battle, rubbish),
        lambda: Seat(rubbish, "red"),
        lambda: play_out(rubbish, {}),
        lambda: play_out(battle, unseated),
        lambda: ByPurpose(rubbish),
        lambda: new_battle(system_id, dice=dice),
    ]
    if not isinstance(rubbish, str):
        pieces: list[Callable[..., object]] = [
            seat.fields,
            seat.menaces,
            lambda piece, _: seat.objections(piece),
            lambda piece, _: seat.standing(piece),
        ]
        questions += [partial(look, rubbish, None) for look in pieces]
    for question in questions:
        with pytest.raises(GearlockError):
            question()


@pytest.mark.parametrize("spot", [Aim(10**400), Aim(1, 1, 10**30), Aim(1, 1, None, ((1, 10**9),)), Aim(float("nan"))])  # type: ignore[arg-type]
@pytest.mark.parametrize("system_id", system_ids())
def test_a_spot_is_in_whole_numbers_within_bounds(system_id: str, spot: Aim) -> None:
    for _, seat in played(system_id):
        for option in seat.options():
            if isinstance(option, OPEN_OPTIONS):
                with pytest.raises(BadInput, match="A spot is Aim"):
                    seat.aim(option, spot)
                return
    raise AssertionError("nothing was open")


def test_a_list_for_a_tuple_is_said_before_it_stands_in_a_log() -> None:
    for battle, seat in played("brigands"):
        for option in seat.options():
            order = seat.sample(option, random.Random(2))
            legs = getattr(order, "legs", None)
            if order is not None and legs:
                with pytest.raises(BadInput, match="'move' is ill made: a list"):
                    battle.answer(seat.name, msgspec.structs.replace(order, legs=list(legs)))
                return
    raise AssertionError("nobody moved")


class Loaded:
    """Dice of somebody's own that show what dice cannot."""

    def __init__(self, shown: Any) -> None:
        self.shown = shown

    def roll(self, roll: Any, number: int) -> Any:
        return self.shown


@pytest.mark.parametrize("shown", [(7,) * 30, (6.5,), None, "666666", (True,), 6])
def test_dice_of_ones_own_show_what_dice_can(shown: Any) -> None:
    with pytest.raises(BadDice):
        play_out(
            new_battle("brigands", "duel", 1, dice=Loaded(shown)), dict.fromkeys(("red", "blue"), make_bot("random", 1))
        )


def test_a_bot_may_give_up_but_not_break_off() -> None:
    class Judge:
        def decide(self, seat: Seat) -> Order:
            return BreakOff(seat.name, "I say so")

    class Loser:
        def decide(self, seat: Seat) -> Order:
            return Concede()

    battle = new_battle("brigands", "duel", 1)
    with pytest.raises(BadInput, match="cannot break a battle off"):
        play_out(battle, {"red": Judge(), "blue": Judge()})
    assert not battle.over
    assert play_out(battle, {"red": Loser(), "blue": Loser()}).over


def test_seeds_and_systems_are_words_and_numbers() -> None:
    for seed in ("1", None, True, 1.5):
        with pytest.raises(BadInput, match="A seed is a whole number"):
            make_bot("greedy", seed)  # type: ignore[arg-type]
    for nothing in (None, 1.5, b"x"):
        with pytest.raises(BadDice, match="thrown from a seed"):
            Seeded(nothing)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="called by its id"):
        get_system([])  # type: ignore[arg-type]


def test_words_of_an_order_may_hold_any_digits_and_its_numbers_may_not() -> None:
    check_order(Attack("[9223372036854775808]", "LAC", ":1234567890123456", 10**15 - 1))
    for large in (10**15, -(10**15), 10**30):
        with pytest.raises(BadInput, match="a number is too large"):
            check_order(Attack("red-1", "LAC", "blue-1", large))
