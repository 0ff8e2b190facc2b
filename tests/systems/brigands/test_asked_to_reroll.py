"""Nobody is asked to reroll who could gain nothing by it (1.2i): a hit that does all it can, a defence that holds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled
from gearlock.systems.brigands.chain_of_command import FORCE_COMMANDER
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.opposed_rolls import Results, Sides, could_gain
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, EVADE, State
from systems.brigands.field import NORTH, SOUTH, again, give, lay

ATTACK = Attack("red-1", "LAC", "Ballistic", ("blue-1",))


def shot(*dice: Iterable[int], evade: bool = False) -> Battle[State]:
    """Three dice against two, Armor and Penetration equal; both sides have a Command Point, blue perhaps Evade."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    blue = battle.state.units["blue-1"]
    blue.actions = 0
    if evade:
        blue.marks, blue.rank = [EVADE], FORCE_COMMANDER
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), ATTACK)
    return battle


def asked(battle: Battle[State]) -> str:
    """Who is asked to reroll."""
    return battle.pending[0].seat if battle.pending and battle.pending[0].kind == "reroll" else ""


@pytest.mark.rule("brigands.1.2i")
@pytest.mark.parametrize("evade", [False, True])
def test_a_defence_that_held_is_not_offered_to_its_defender(evade: bool) -> None:
    battle = shot((1, 1, 1), (6, 4), evade=evade)
    assert asked(battle) == "red"
    give(battle, Decline())
    assert asked(battle) == ""


@pytest.mark.rule("brigands.1.2i", "brigands.1.2b")
def test_while_the_attacker_rolls_again_a_defence_that_holds_waits_and_is_asked_once_it_is_hit() -> None:
    battle = shot((1, 1, 1), (5, 1), (6, 1, 1), (6, 4))
    give(battle, Reroll("red-1"))
    assert asked(battle) == "blue"
    rolls = [event for entry in battle.entries for event in entry.events if isinstance(event, AttackRolled)]
    assert [(roll.attack, roll.defence) for roll in rolls] == [(1, 5), (6, 5)]
    give(battle, Reroll("blue-1"))
    assert battle.state.units["blue-1"].hull == battle.state.units["blue-1"].line.hull


@pytest.mark.rule("brigands.1.2i", "brigands.5.6e")
@pytest.mark.parametrize(
    ("attack", "who"),
    [((6, 4, 4), "blue"), ((6, 4, 1), "blue"), ((6, 1, 1), "red"), ((5, 1, 1), "red")],
)
def test_an_attack_that_removes_its_target_cannot_be_bettered(attack: tuple[int, ...], who: str) -> None:
    """A Hunter has six points in all: a margin of six removes it."""
    assert asked(shot(attack, (1, 1))) == who


@pytest.mark.rule("brigands.1.2i")
def test_the_best_roll_there_is_is_not_offered_again() -> None:
    """Three dice come to 8 at most: against 7 that is a point of damage and no more could be."""
    battle = shot((6, 4, 4), (6, 4))
    assert asked(battle) == ""


@pytest.mark.rule("brigands.1.2i", "brigands.5.4")
@pytest.mark.parametrize(("attack", "gains"), [(8, True), (5, True), (4, False), (1, False)])
def test_who_has_hit_a_friend_would_rather_it_were_less(attack: int, gains: bool) -> None:
    sides = Sides("red-1", "red-2", Pools(3, 2), [], [], lambda margin: float(max(0, margin)))
    assert could_gain(sides, Results(attack, 4), friendly=True) is gains
