"""What a player would laugh at: how it is told, and that bots that weigh anything do not do it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gearlock.bots.blunders import CREEPING, LAUGHABLE, OWN_SIDE, UNSPENT, UNUSED, WASTED, Sense, Watch, is_attack
from gearlock.bots.greedy import GreedyBot
from gearlock.bots.memory import NOTHING_KEPT, kept_in_mind, remind
from gearlock.bots.players import make_bot
from gearlock.bots.turning import TURNS
from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Finish, Keep, Order
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Leg, OddsCard, Piece, Preview, Route, TableView, View

HIT = OddsCard(0.5, 1.0, {0: 0.5, 2: 0.5})
MISS = OddsCard(0.0, 0.0, {0: 1.0})


class Go(Order, frozen=True):
    unit: str = "own"
    how: str = ""


class Done(Finish, frozen=True):
    unit: str = "own"


class Wait(Keep, frozen=True):
    unit: str = "own"


def seen(kind: str = "inches") -> View:
    pieces = (
        Piece("own", "Own", "red", 1000, 1000, facing=900),
        Piece("friend", "Friend", "red", 3000, 1000),
        Piece("foe", "Foe", "blue", 9000, 9000),
        Piece("wreck", "Wreck", "blue", 5000, 5000, status="destroyed"),
    )
    return View("red", 1, "", "red", TableView(kind, 48_000, 48_000), pieces)


def way(length: int, facing: int = 900) -> Preview:
    ends = (1000 + length, 1000, facing)
    return Preview(ends=ends, route=Route((1000, 1000), (Leg(*ends[:2]),), "", length))


@pytest.mark.parametrize(
    ("shown", "folly"),
    [
        (Preview(odds=HIT, gives=0.2, target="foe"), ""),
        (Preview(odds=MISS, target="foe"), ""),
        (Preview(odds=HIT, target="wreck"), WASTED),
        (Preview(odds=HIT, target="a building"), WASTED),
        (Preview(odds=HIT, gives=0.3, target="a building"), ""),
        (Preview(odds=MISS, spot=(7000, 7000, 0)), WASTED),
        (Preview(odds=MISS, gives=-0.01, spot=(7000, 7000, 0)), WASTED),
        (Preview(odds=HIT, risks=0.2, target="friend"), OWN_SIDE),
        (Preview(odds=HIT, risks=0.5, lasting=0.5, target="wreck"), WASTED),
        (Preview(odds=HIT, risks=0.6, lasting=0.5, target="wreck"), OWN_SIDE),
        (Preview(odds=HIT, risks=0.6, target="wreck", also=(Preview(odds=HIT, target="foe"),)), ""),
        (Preview(odds=HIT, without=HIT, target="own"), ""),
        (Preview(odds=OddsCard(0.7, 0.0, {}), gives=0.0, target="own"), ""),
        (way(99), CREEPING),
        (way(1, 1800), CREEPING),
        (way(100), ""),
        (way(0), CREEPING),
        (way(0, 905), CREEPING),
        (way(0, 910), ""),
        (way(0, 890), ""),
        (Preview(ends=(1000, 1000, 900)), ""),
    ],
)
def test_what_is_senseless_about_an_order(shown: Preview, folly: str) -> None:
    assert Sense(seen(), "red").folly(Go(), shown) == folly


def test_on_hexes_a_step_is_a_move_and_a_turn_on_the_spot_is_no_creeping() -> None:
    sense = Sense(seen("hexes"), "red")
    assert sense.folly(Go(), way(1)) == ""
    assert sense.folly(Go(), way(0)) == CREEPING
    assert sense.folly(Go(), way(0, 1500)) == ""


class Chair(Seat):
    """A seat with the options and previews of a test."""

    __slots__ = ("_ask", "_shown")

    def __init__(self, shown: dict[Order, Preview], optional: bool = False) -> None:
        self.name = "red"
        self._shown, self._ask = shown, Ask("red", "test", "own", optional=optional)

    @property
    def ask(self) -> Ask | None:
        return self._ask

    def options(self) -> tuple[Option, ...]:
        return tuple(Pick("", order) for order in self._shown)

    def preview(self, order: Order) -> Preview:
        return self._shown.get(order, Preview())

    def view(self) -> View:
        return seen()


def test_an_attack_on_a_wreck_is_a_blunder_only_while_there_is_something_better() -> None:
    wreck, foe = Preview(odds=HIT, target="wreck"), Preview(odds=HIT, gives=0.1, target="foe")
    assert Watch().see(Chair({Go(how="wreck"): wreck}), Go(how="wreck")) == ""
    assert Watch().see(Chair({Go(how="wreck"): wreck, Go(how="foe"): foe}), Go(how="wreck")) == WASTED
    assert Watch().see(Chair({Go(how="wreck"): wreck, Go(how="foe"): foe}), Go(how="foe")) == ""


def test_an_activation_is_ended_too_early_while_an_attack_is_worth_its_harm() -> None:
    def ended(gives: float, risks: float = 0.0, lasting: float = 0.0) -> str:
        shot = Preview(odds=HIT, gives=gives, risks=risks, lasting=lasting, target="foe")
        return Watch().see(Chair({Done(): Preview(), Go(): shot}), Done())

    assert ended(0.05) == UNSPENT
    assert ended(0.04) == ""
    assert ended(0.2, risks=0.4) == ""
    assert ended(0.2, risks=0.4, lasting=0.4) == UNSPENT


def test_what_is_held_back_is_used_in_an_answer_or_lost() -> None:
    used, lost, still = Watch(), Watch(), Watch()
    for watch in (used, lost, still):
        watch.see(Chair({}), Wait())
        watch.see(Chair({}, optional=True), Decline())
    used.see(Chair({}, optional=True), Go())
    used.see(Chair({}), Go())
    lost.see(Chair({}), Go())
    still.see(Chair({}), Go("another"))
    for watch in (used, lost, still):
        watch.end()
    assert (used.counts, lost.counts, still.counts) == ({}, {UNUSED: 1}, {UNUSED: 1})


def fought(system: AnySystem, scenario: str, seed: int, bots: tuple[str, str], limit: int = 0) -> Counter[str]:
    """The blunders of a whole battle, or of its first so many decisions."""
    battle: Battle[Any] = Battle.begin(system, system.prepare(scenario, seed, {}))
    players = {seat: make_bot(bots[at], seed * 2 + at) for at, seat in enumerate(system.seats)}
    watches, attacks = {seat: Watch() for seat in system.seats}, 0
    while not battle.over and not (limit and battle.decisions >= limit):
        seat = Seat(battle, battle.waiting_for()[0])
        order = players[seat.name].decide(seat)
        folly = watches[seat.name].see(seat, order)
        assert folly not in LAUGHABLE, (scenario, seed, folly, order)
        attacks += not isinstance(order, Decline) and is_attack(seat.preview(order))
        battle.answer(seat.name, order)
    for watch in watches.values():
        watch.end()
    return sum((Counter(watch.counts) for watch in watches.values()), Counter({"attacks": attacks}))


def short(system: AnySystem) -> list[str]:
    return [name for name, each in system.scenarios().items() if not each.long]


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_bots_make_no_blunders_a_player_laughs_at(system: AnySystem) -> None:
    found = Counter[str]()
    for seed, scenario in enumerate(short(system)):
        found += fought(system, scenario, seed, ("greedy", "greedy"), 140)
    found += fought(system, short(system)[0], 1, ("tactician:60n", "strategist:90n"), 100)
    assert found["attacks"]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 100, 10))
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_a_hundred_battles_without_a_blunder(system: AnySystem, first: int) -> None:
    pairs = (("greedy", "tactician:200n"), ("tactician:200n", "strategist:300n"), ("strategist:300n", "greedy"))
    scenarios = list(system.scenarios())
    for seed in range(first, first + 10):
        fought(system, scenarios[seed % len(scenarios)], seed, pairs[seed % len(pairs)])


def test_greedy_turns_on_the_spot_all_round_and_no_further() -> None:
    """A turn that promises more than any deed would else be made for ever: turning costs nothing in some systems."""
    bot, turn = GreedyBot(1), Preview(gives=0.5, ends=(1000, 1000, 1800))
    chair = Chair({Go(how="turn"): turn, Done(): Preview(gives=0.1)})
    assert [bot.decide(chair) for _ in range(TURNS + 2)] == [*[Go(how="turn")] * TURNS, Done(), Go(how="turn")]
    away = Chair({Go(how="away"): Preview(gives=0.5, ends=(9000, 1000, 1800)), Done(): Preview(gives=0.1)})
    assert {bot.decide(away) for _ in range(2 * TURNS)} == {Go(how="away")}


def test_a_bot_that_is_made_anew_for_every_decision_remembers_its_turns() -> None:
    chair = Chair({Go(how="turn"): Preview(gives=0.5, ends=(1000, 1000, 1800)), Done(): Preview(gives=0.1)})
    memory, given = NOTHING_KEPT, []
    for seed in range(TURNS + 1):
        bot = GreedyBot(seed)
        remind(bot, memory)
        given.append(bot.decide(chair))
        memory = kept_in_mind(bot)
    assert given == [*[Go(how="turn")] * TURNS, Done()]
