"""What a Reroll of an attack on a building or of Marginal Hits offers, held against every roll the engine can make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.brigands.advice.attack_odds import collapse_worth
from gearlock.systems.brigands.advice.previews import KEPT_POINT
from gearlock.systems.brigands.attacks.attack import Attack, Demolish
from gearlock.systems.brigands.buildings import BuildingDamaged
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, again, give, ground, lay, piece, remodel

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
SIEGE, SHOT = Demolish("red-1", "LAC", "Ballistic", HOUSE.id), Attack("red-1", "LAC", "Ballistic", ("blue-1",))
FALL = (1, 1, 1)
"""For whoever comes down with the house."""
Dice = tuple[tuple[int, ...], ...]
Hurt = type[BuildingDamaged] | type[Damaged]
Play = Callable[[Dice], Battle[State]]


def besieged(dice: Dice, weapon: str = "LAC (Fire:1)", left: tuple[int, int] = (1, 2)) -> Battle[State]:
    """A Hunter with a Command Point fires at a house that is almost down; an enemy is in it."""
    battle = lay([("hunter", 11, 10, NORTH)], [("hunter", 11, 23, SOUTH)], on=ground(HOUSE), command=1)
    state = battle.state
    remodel(state.units["red-1"], weapons=(weapon, "LVB (Snap)"))
    blue = state.units["blue-1"]
    remodel(blue, piloting=1)
    blue.actions = blue.command = 0
    blue.inside = HOUSE.id
    state.buildings[HOUSE.id] = left
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), SIEGE)
    return battle


def burned(dice: Dice) -> Battle[State]:
    """A hit of a fire weapon, up to the dice of its fire."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    remodel(battle.state.units["red-1"], weapons=("LAC (Fire:2)", "LVB (Snap)"))
    blue = battle.state.units["blue-1"]
    remodel(blue, traits=("Arms", "Field Armor"))
    blue.actions = blue.command = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), SHOT)
    return battle


def corroded(dice: Dice) -> Battle[State]:
    """A model with a Corrosion token at the beginning of a Round."""
    battle = lay([("hunter", 10, 10, NORTH)], command=1)
    red = battle.state.units["red-1"]
    red.corroded = battle.state.units["blue-1"].activated = True
    red.hull, red.structure = 0, 1
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    return battle


def decline_until(battle: Battle[State], what: str) -> Battle[State]:
    while battle.pending[0].about[0] != what:
        give(battle, Decline())
    return battle


def harm(play: Play, dice: Dice, what: str, answer: Order, kind: Hurt) -> int:
    """The damage that comes after this answer if nobody rerolls anything else."""
    battle = decline_until(play((*dice, FALL)), what)
    before = len(battle.entries)
    give(battle, answer)
    while battle.pending and battle.pending[0].kind == "reroll":
        give(battle, Decline())
    found = [event for entry in battle.entries[before:] for event in entry.events if isinstance(event, kind)]
    return sum(event.damage for event in found[:1])


def agrees(odds: OddsCard | None, played: Counter[int]) -> None:
    assert odds is not None
    total = sum(played.values())
    shown = {amount: chance for amount, chance in odds.damage.items() if chance}
    assert shown == {amount: pytest.approx(count / total) for amount, count in played.items()}
    assert odds.mean_damage == pytest.approx(sum(amount * count for amount, count in played.items()) / total)


def offer(play: Play, dice: Dice, what: str) -> Preview:
    return decline_until(play(dice), what).preview("red", Reroll("red-1", "red-1"))


def faces(dice: int) -> Iterable[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


@pytest.mark.rule("brigands.3.2b-attack", "brigands.1.2i", "brigands.5.7b-fire")
def test_the_odds_of_a_building_roll_are_those_of_every_roll_the_engine_could_make() -> None:
    rolled, reroll = (1, 1, 1), Reroll("red-1", "red-1")
    shown = offer(besieged, (rolled,), "attack")
    again_rolled: Counter[int] = Counter()
    for new in faces(3):
        # The order of the dice changes nothing, so each throw is played once and counted as often as it comes.
        if list(new) == sorted(new):
            ways = len({(new[a], new[b], new[c]) for a, b, c in product(range(3), repeat=3) if {a, b, c} == {0, 1, 2}})
            dice = 1 + (max(new) == 2)
            for bites in faces(dice):
                amount = harm(besieged, (rolled, new, bites), "attack", reroll, BuildingDamaged)
                again_rolled[amount] += ways * 6 ** (2 - dice)
    agrees(shown.odds, again_rolled)
    stands = Counter(harm(besieged, (rolled, bites), "attack", Decline(), BuildingDamaged) for bites in faces(1))
    agrees(shown.without, stands)
    assert shown.odds is not None
    assert (shown.odds.p_hit, shown.target) == (1.0, HOUSE.name)
    assert shown.odds.p_destroyed == pytest.approx(
        sum(count for amount, count in again_rolled.items() if amount >= 3) / sum(again_rolled.values())
    )


@pytest.mark.rule("brigands.3.2b-destroyed", "brigands.1.2i")
def test_a_building_roll_is_worth_the_fall_of_those_in_it_less_the_point() -> None:
    battle = besieged(((1, 1, 1),))
    shown = battle.preview("red", Reroll("red-1", "red-1"))
    assert shown.odds is not None
    assert shown.without is not None
    fall = collapse_worth(battle.state, HOUSE, "red")
    assert fall == pytest.approx(3 / 2 / 6)
    assert collapse_worth(battle.state, HOUSE, "blue") == -fall
    gain = (shown.odds.p_destroyed - shown.without.p_destroyed) * fall
    assert shown.gives == pytest.approx(gain - KEPT_POINT)
    assert GreedyBot(1).decide(Seat(battle, "red")) == Reroll("red-1", "red-1")
    whole = besieged(((1, 1, 1),), left=(8, 8))
    assert GreedyBot(1).decide(Seat(whole, "red")) == Decline()


@pytest.mark.rule("brigands.5.6a", "brigands.3.2b-attack")
def test_the_odds_of_bites_on_a_building_are_those_of_every_roll() -> None:
    rolled = ((2, 1, 1), (1, 5))
    shown = offer(besieged, rolled, "Marginal Hits")
    reroll = Reroll("red-1", "red-1")
    agrees(
        shown.odds,
        Counter(harm(besieged, (*rolled, new), "Marginal Hits", reroll, BuildingDamaged) for new in faces(2)),
    )
    agrees(shown.without, Counter([harm(besieged, rolled, "Marginal Hits", Decline(), BuildingDamaged)]))
    assert shown.target == HOUSE.name


@pytest.mark.rule("brigands.5.6a", "brigands.5.7b-fire", "brigands.trait.field-armor")
def test_the_odds_of_the_bites_of_fire_are_those_of_every_roll() -> None:
    rolled = ((5, 2, 2), (3, 2), (1, 5))
    shown = offer(burned, rolled, "Marginal Hits")
    reroll = Reroll("red-1", "red-1")
    agrees(shown.odds, Counter(harm(burned, (*rolled, new), "Marginal Hits", reroll, Damaged) for new in faces(2)))
    agrees(shown.without, Counter([harm(burned, rolled, "Marginal Hits", Decline(), Damaged)]))
    assert shown.gives == pytest.approx(0.0 - KEPT_POINT)
    assert offer(burned, ((5, 2, 2), (3, 2), (1, 1)), "Marginal Hits").gives == pytest.approx(1 / 6 - KEPT_POINT)


@pytest.mark.rule("brigands.5.6a", "brigands.5.7b-corrosion")
def test_who_rolls_for_its_own_hurt_wants_fewer_bites() -> None:
    bitten = offer(corroded, ((6, 1), (4,)), "Marginal Hits")
    assert bitten.odds is not None
    assert bitten.without is not None
    assert (bitten.odds.p_destroyed, bitten.without.p_destroyed) == (0.5, 1.0)
    assert bitten.gives == pytest.approx(0.5 / 6 - KEPT_POINT)
    assert corroded(((6, 1), (3,))).pending[0].kind != "reroll", "nothing bites: nothing could be better"
