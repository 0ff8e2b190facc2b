"""What an offer says: who pays what, the exact odds if it is taken, and those of what lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.command import GiveOrder, Reroll
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, EVADE, State
from systems.brigands.field import NORTH, SOUTH, again, give, lay


def _shot(*dice: Iterable[int]) -> Battle[State]:
    """Three dice against two, Armor and Penetration equal; both sides have a Command Point."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    return battle


def _played(dice: Iterable[Iterable[int]], *answers: Order) -> int:
    """The damage that an attack with these dice and answers does in the end; nobody rerolls anything else."""
    battle = _shot(*dice)
    for answer in answers:
        give(battle, answer)
    while (asked := battle.waiting_for()) and battle.ask_for(asked[0]).kind == "reroll":  # type: ignore[union-attr]
        give(battle, Decline())
    hurt = [event for entry in battle.entries for event in entry.events if isinstance(event, Damaged)]
    return sum(event.damage for event in hurt)


def _agrees(odds: OddsCard | None, played: Counter[int]) -> None:
    assert odds is not None
    total = sum(played.values())
    assert {amount: chance for amount, chance in odds.damage.items() if chance} == {
        amount: pytest.approx(count / total) for amount, count in played.items()
    }
    mean = sum(amount * count for amount, count in played.items()) / total
    assert odds.mean_damage == pytest.approx(mean)


def _offer(battle: Battle[State], unit: str, by: str = "red-1") -> Preview:
    return battle.preview(unit.partition("-")[0], Reroll(unit, by))


@pytest.mark.rule("brigands.1.2i")
def test_the_odds_of_a_defence_reroll_are_those_of_every_roll_the_engine_could_make() -> None:
    rolled = ((5, 4, 1), (3, 1))
    battle = _shot(*rolled)
    give(battle, Decline())
    offer = _offer(battle, "blue-1", "blue-1")
    again_rolled: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=2):
        for last in range(1, 7):
            again_rolled[_played((*rolled, faces, (last,)), Decline(), Reroll("blue-1", "blue-1"))] += 1
    _agrees(offer.odds, again_rolled)
    _agrees(offer.without, Counter([_played(rolled, Decline(), Decline())]))
    assert offer.without is not None
    assert (offer.without.p_hit, offer.without.mean_damage) == (1.0, 3.0)
    assert offer.odds is not None
    assert offer.odds.p_hit < 1
    assert offer.target == "blue-1"


@pytest.mark.rule("brigands.1.2i")
def test_the_odds_of_an_attack_reroll_are_those_of_every_roll_the_engine_could_make() -> None:
    rolled = ((1, 1, 2), (4, 2))
    offer = _offer(_shot(*rolled), "red-1")
    again_rolled: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=3):
        # The order of the dice changes nothing, so each throw is played once and counted as often as it comes.
        if list(faces) == sorted(faces):
            ways = len(set(_orders(faces)))
            for last in range(1, 7):
                again_rolled[_played((*rolled, faces, (last,)), Reroll("red-1", "red-1"))] += ways
    _agrees(offer.odds, again_rolled)
    _agrees(offer.without, Counter([0]))


def _orders(faces: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    return ((faces[a], faces[b], faces[c]) for a, b, c in product(range(3), repeat=3) if {a, b, c} == {0, 1, 2})


@pytest.mark.rule("brigands.5.6a")
def test_a_marginal_hit_is_even_when_rolled_again_and_certain_when_it_stands() -> None:
    battle = _shot((3, 1, 1), (3, 1), (2,))
    give(battle, Decline(), Decline())
    offer = _offer(battle, "red-1")
    assert offer.odds is not None
    assert offer.without is not None
    assert (offer.odds.p_hit, offer.odds.mean_damage) == (1.0, 0.5)
    assert (offer.without.p_hit, offer.without.mean_damage) == (1.0, 0.0)


@pytest.mark.rule("brigands.5.6a", "brigands.1.2i")
def test_a_marginal_hit_that_bites_is_not_offered_again() -> None:
    battle = _shot((3, 1, 1), (3, 1), (5,))
    give(battle, Decline(), Decline())
    assert battle.pending[0].kind == "act"
    assert battle.state.units["blue-1"].hull == battle.state.units["blue-1"].line.hull - 1


@pytest.mark.rule("brigands.7.4a", "brigands.1.2i")
def test_an_offer_says_what_it_costs() -> None:
    battle = _shot((1, 1, 1), (6, 6))
    red = battle.state.units["red-1"]
    assert _offer(battle, "red-1").cost == f"the last Command Point of the {red.name}"
    red.command, red.skill = 2, 3
    assert _offer(battle, "red-1").cost == f"1 of 2 Command Points of the {red.name}"
    assert _offer(battle, "red-1", "Skill Point").cost == "1 of 3 Skill Points"
    assert _offer(battle, "red-1", EVADE).cost == f"nothing: {EVADE} gives it"
    assert battle.preview("red", GiveOrder("red-1", EVADE)).cost == "1 of 2 Command Points"


@pytest.mark.rule("brigands.6.1", "brigands.6.3")
def test_attacks_and_reactions_say_what_they_are_paid_with() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)])
    blue = battle.state.units["blue-1"]
    blue.actions, blue.standby = 0, 2
    give(battle, Activate("red-1", COMBAT_SPEED))
    attack = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    assert battle.preview("red", attack).cost == "the last Action"
    give(battle, attack)
    assert battle.preview("blue", SnapFire("blue-1", "LAC", "Ballistic")).cost == "1 of 2 Standby tokens"
