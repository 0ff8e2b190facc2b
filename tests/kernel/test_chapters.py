"""A book made of chapters: what is declared is played, what is declared twice or nowhere is an error at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from gearlock.kernel.asks import Amount, Ask, Option, Pick, decline
from gearlock.kernel.chapters import Book, Chapter, OrderRules, Previews, accept, by_order, by_trace, checked
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Preview


@dataclass
class Purse:
    coins: int = 5
    noted: list[str] = field(default_factory=list)


class Spend(Order, frozen=True, tag="spend"):
    coins: int = 0


class Wait(Order, frozen=True, tag="wait"):
    pass


class Spent(Event, frozen=True, tag="spent"):
    coins: int

    def change(self, state: Purse) -> None:
        state.coins -= self.coins


class Waited(Event, frozen=True, tag="waited"):
    pass


def left_after(state: Purse, order: Spend) -> int | Refusal:
    if not 0 < order.coins <= state.coins:
        return Refusal("coins", "toy.1", f"There are {state.coins} coins.")
    return state.coins - order.coins


def spend(ctx: Ctx[Purse], order: Spend) -> None:
    assert checked(left_after(ctx.state, order)) >= 0
    ctx.emit(Spent(order.coins))


def wait(ctx: Ctx[Purse], _order: Wait) -> Script[None]:
    ctx.emit(Waited())
    yield from ()


def guess(state: Purse, _ask: Ask, _order: Spend, chooser: Chooser, attempt: int) -> Order | None:
    return None if attempt == 3 else Spend(chooser.randrange(-9, state.coins + 1))


def aim(_state: Purse, _ask: Ask, _order: Spend, spot: Aim) -> Order | Refusal:
    return Spend(spot.x) if spot.y == 0 else Refusal("off", "toy.2", "Point at the purse.")


def offer_coins(state: Purse, _ask: Ask) -> Iterator[Option]:
    if state.coins:
        yield Amount("Spend", Spend(), low=1, high=state.coins)


def offer_rest(_state: Purse, ask: Ask) -> Iterator[Option]:
    yield Pick("Wait", Wait())
    if ask.optional:
        yield decline()


SPENDING = OrderRules(
    Spend,
    ("pay", "bribe"),
    by_trace(left_after),
    spend,
    guess,
    tries=4,
    aim=aim,
)
WAITING = OrderRules(Wait, "pay", accept, wait)
CHAPTER: Chapter[Purse] = Chapter(
    "Money",
    (SPENDING, WAITING),
    {
        Spent: lambda state, event, seat: None if seat == "blue" else Line(f"{event.coins} gone, {state.coins} left"),
        Waited: None,
    },
)
OFFERS = {"pay": (offer_coins, offer_rest), "bribe": (offer_coins,)}
PAY = Ask("red", "pay", rule="toy.1", prompt="Pay?")


def book(**given: object) -> Book[Purse]:
    return Book([CHAPTER], OFFERS, **given)  # type: ignore[arg-type]


def test_an_order_is_judged_by_the_rules_of_the_question_it_answers() -> None:
    made = book()
    assert made.refuse(Purse(), PAY, Spend(5)) is None
    refusal = made.refuse(Purse(), PAY, Spend(6))
    assert refusal is not None
    assert refusal.code == "coins"
    stray = made.refuse(Purse(), Ask("red", "bribe", rule="toy.3", prompt="A bribe?"), Wait())
    assert stray == Refusal("unasked", "toy.3", "This is no answer to the question: A bribe?")


def test_only_an_optional_question_is_declined() -> None:
    made = book()
    assert made.refuse(Purse(), PAY, Decline()) is not None
    assert made.refuse(Purse(), Ask("red", "pay", optional=True), Decline()) is None


def test_what_holds_for_every_order_is_asked_first() -> None:
    closed = Refusal("closed", "toy.9", "Not today.")
    made = book(admit=lambda state, ask, order: closed if isinstance(order, Wait) else None)
    assert made.refuse(Purse(), PAY, Wait()) == closed
    assert made.refuse(Purse(), PAY, Spend(1)) is None


def test_offers_come_in_the_order_they_are_listed_in() -> None:
    assert [option.label for option in book().options(Purse(), PAY)] == ["Spend", "Wait"]
    assert [option.label for option in book().options(Purse(0), PAY)] == ["Wait"]


def test_an_event_changes_the_state_and_only_then_is_it_told_that_something_changed() -> None:
    state = Purse()
    made = book(changed=lambda state: state.noted.append("changed"))
    made.apply(state, Waited())
    assert (state.coins, state.noted) == (5, [])
    made.apply(state, Spent(2))
    assert (state.coins, state.noted) == (3, ["changed"])


def test_a_seat_is_told_what_it_may_know() -> None:
    made = book()
    assert made.tell(Purse(3), Spent(2), "red") == Line("2 gone, 3 left")
    assert made.tell(Purse(3), Spent(2), "blue") is None
    assert made.tell(Purse(3), Waited(), "red") is None


def test_orders_are_carried_out_by_scripts_and_by_plain_functions() -> None:
    made, state = book(), Purse()
    ctx = Ctx(state, made.apply)
    assert list(made.resolve(ctx, Spend(2))) == []
    assert list(made.resolve(ctx, Wait())) == []
    assert ctx.events == [Spent(2), Waited()]
    assert state.coins == 3


def test_open_orders_are_guessed_until_one_is_legal_or_the_guesser_gives_up() -> None:
    made, chooser = book(), random.Random(1)
    (option, *_), rich, poor = made.options(Purse(), PAY), Purse(), Purse(0)
    found = [made.sample(rich, PAY, option, chooser) for _ in range(40)]
    assert {type(order) for order in found} == {Spend, type(None)}
    assert all(order is None or made.refuse(rich, PAY, order) is None for order in found)
    assert made.sample(poor, PAY, option, chooser) is None
    assert made.sample(rich, PAY, Pick("Wait", Wait()), chooser) == Wait()


def test_pointing_gives_the_order_or_the_reason() -> None:
    made, option = book(), Amount("Spend", Spend())
    assert made.aim(Purse(), PAY, option, Aim(3)) == Spend(3)
    assert isinstance(made.aim(Purse(), PAY, option, Aim(9)), Refusal)
    assert made.aim(Purse(), PAY, option, Aim(3, 1)) == Refusal("off", "toy.2", "Point at the purse.")
    assert made.aim(Purse(), PAY, Pick("Wait", Wait()), Aim(0)) == Wait()


def test_a_preview_knows_who_asks_and_what_it_costs() -> None:
    made: Previews[Purse] = Previews(
        {Spend: lambda state, seat, order: Preview(gives=float(order.coins), notes=(seat,))},
        {Spend: lambda state, seat, order: f"{order.coins} of {state.coins} coins"},
    )
    assert made.preview(Purse(), "red", Spend(2)) == Preview(gives=2.0, notes=("red",), cost="2 of 5 coins")
    assert made.preview(Purse(), "red", Wait()) == Preview()
    assert made.preview(Purse(), "red", Decline()) == Preview()


def test_what_is_not_checked_is_not_carried_out() -> None:
    with pytest.raises(AssertionError, match="not checked"):
        checked(left_after(Purse(), Spend(9)))


def test_a_rule_may_judge_the_order_alone() -> None:
    def too_dear(state: Purse, order: Spend) -> Refusal | None:
        return Refusal("no", "", "no") if order.coins > state.coins else None

    rules = by_order(too_dear)
    assert rules(Purse(), PAY, Spend(5)) is None
    assert rules(Purse(), PAY, Spend(6)) is not None


@pytest.mark.parametrize(
    ("chapters", "offers", "words"),
    [
        ([CHAPTER, Chapter("Again", (WAITING,))], OFFERS, "answers 'pay' twice"),
        ([CHAPTER, Chapter("Again", (OrderRules(Wait, "bribe", accept, wait),))], OFFERS, "has its rules already"),
        ([CHAPTER, Chapter("Again", events={Spent: None})], OFFERS, "stands in two chapters"),
        ([CHAPTER], {"pay": (offer_coins,)}, "nothing is offered for"),
    ],
)
def test_a_book_is_proof_read(chapters: list[Chapter[Purse]], offers: dict[str, object], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        Book(chapters, offers)  # type: ignore[arg-type]


def test_a_second_question_may_be_answered_by_an_order_with_other_reasons() -> None:
    never = OrderRules[Purse](Wait, "bribe", by_order(lambda state, order: Refusal("no", "toy.4", "Never.")))
    made = Book([CHAPTER, Chapter("Bribes", (never,))], OFFERS)
    assert made.refuse(Purse(), PAY, Wait()) is None
    assert made.refuse(Purse(), Ask("red", "bribe"), Wait()) == Refusal("no", "toy.4", "Never.")
    assert made.orders == (Spend, Wait, Decline)
