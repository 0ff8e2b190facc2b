from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, all_outcomes
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.attack_odds import odds_of_strike
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled, strikes_of
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.command import Reroll, commander_of, reroll_givers
from gearlock.systems.brigands.movement.paths import Move, Turn
from gearlock.systems.brigands.reactions import Overwatch
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from systems.brigands.field import EAST, NORTH, SOUTH, again, give, lay

FIRE = Attack("red-1", "LAC", "Ballistic", ("blue-1",))


def _shot(*dice: Iterable[int], command: int = 1) -> Battle[State]:
    """Red is about to fire at blue, who cannot answer; both have Command Points."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=command)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), FIRE)
    return battle


@pytest.mark.rule("brigands.1.2i", "brigands.7.4", "brigands.7.4a")
def test_the_attacker_is_asked_before_the_defender_and_both_reroll_at_the_same_time() -> None:
    battle = _shot((4, 1, 1), (3, 1), (5, 1, 1), (2, 1))
    assert battle.waiting_for() == ("red",)
    give(battle, Reroll("red-1"))
    assert battle.waiting_for() == ("blue",)
    events = give(battle, Reroll("blue-1"))
    rolled = next(event for event in events if isinstance(event, AttackRolled))
    assert (rolled.attack, rolled.defence) == (5, 2)
    assert (battle.state.units["red-1"].command, battle.state.units["blue-1"].command) == (0, 0)
    assert battle.state.units["blue-1"].hull == 1


@pytest.mark.rule("brigands.1.2i")
def test_a_worse_reroll_stands() -> None:
    battle = _shot((2, 1, 1), (3, 1), (1, 1, 1))
    events = give(battle, Reroll("red-1"))
    assert next(event for event in events if isinstance(event, AttackRolled)).attack == 1


@pytest.mark.rule("brigands.1.2i")
def test_who_declined_may_still_reroll_in_a_later_pass_and_the_loop_ends_when_both_decline() -> None:
    battle = _shot((5, 1, 1), (2, 1), (6, 6), (6, 1, 1))
    give(battle, Decline())
    give(battle, Reroll("blue-1"))
    assert battle.waiting_for() == ("red",)
    give(battle, Reroll("red-1"))
    assert battle.pending[0].kind == "act"
    assert battle.state.units["blue-1"].hull == 4


@pytest.mark.rule("brigands.1.2i", "brigands.7.4")
def test_no_points_no_question() -> None:
    battle = _shot((1, 1, 1), (6, 6), command=0)
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.7.3", "brigands.7.4a", "brigands.A4")
def test_points_reach_models_within_six_inches_of_their_leader() -> None:
    state = lay([("hunter", 10, 10, NORTH), ("hunter", 17.182, 10, NORTH)], command=2).state
    leader, other = state.units["red-1"], state.units["red-2"]
    assert list(reroll_givers(state, other)) == [leader]
    other.x += 1
    assert list(reroll_givers(state, other)) == []
    assert list(reroll_givers(state, leader)) == [leader]


@pytest.mark.rule("brigands.7.1", "brigands.7.2", "brigands.7.4a")
def test_a_destroyed_leader_gives_nothing() -> None:
    state = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)], command=2).state
    state.units["red-1"].status = WRECK
    assert commander_of(state, "red") is None
    assert list(reroll_givers(state, state.units["red-2"])) == []


@pytest.mark.rule("brigands.1.2i", "brigands.5.6a")
def test_a_marginal_hit_may_be_rerolled_by_the_attacker() -> None:
    battle = _shot((3, 1, 1), (3, 1), (2,), (5,), command=1)
    give(battle, Decline(), Decline())
    assert battle.pending[0].about == ("Marginal Hit",)
    give(battle, Reroll("red-1"))
    assert battle.state.units["blue-1"].hull == 3


@pytest.mark.rule("brigands.1.2h", "brigands.1.2i")
def test_a_pool_without_dice_is_not_rerolled() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)], command=1)
    give(battle, Activate("red-1", TOP_SPEED))
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    red.hull, blue.actions = 0, 0
    battle = again(battle, (1, 1))
    give(battle, Attack("red-1", "LPZ", "Ballistic", ("blue-1",)))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("brigands.5.6", "brigands.5.6a", "brigands.1.2b", "brigands.1.2j")
def test_the_odds_shown_are_exactly_what_the_engine_does() -> None:
    start = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 30, SOUTH)])
    start.state.units["blue-1"].actions = 0
    give(start, Activate("red-1", TOP_SPEED))
    state = start.state
    order = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    unit = state.units["red-1"]
    strike = strikes_of(state, unit, unit.line.weapons["LAC"], order)[0]
    pools = duel_of(state, strike).pools
    assert (pools.attack, pools.defence) == (1, 2)

    def run(source: DiceSource) -> int:
        battle = Battle.begin(SYSTEM, start.setup, source, state.clone())
        battle.answer("red", order)
        target = battle.state.units["blue-1"]
        return 6 - target.hull - target.structure

    engine = all_outcomes(run)
    exact = odds_of_strike(state, strike).exact
    assert engine == {damage: Fraction(weight, exact.total) for damage, weight in exact.damage.items()}
    shown = start.preview("red", order)
    assert shown.odds is not None
    assert shown.odds.mean_damage == pytest.approx(float(sum(d * p for d, p in engine.items())))
    assert [line.label for line in shown.attack] == ["Top Speed", "Ballistic, Suboptimal range", "Burst:1"]


def test_the_preview_of_a_move_prefers_places_with_something_to_shoot_at() -> None:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 10, 24, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    toward = battle.preview("red", Move("red-1", "W", ((900, 1_000),)))
    away = battle.preview("red", Move("red-1", "W", ((-900, 1_000),)))
    assert toward.ends == (10_000, 11_000, NORTH)
    assert toward.gives > away.gives == 0
    assert toward.risks > 0
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 10, 24, SOUTH)])
    give(battle, Activate("red-1", BRACED))
    assert battle.preview("red", Turn("red-1", 900)).gives > battle.preview("red", Turn("red-1", -900)).gives


def test_all_orders_of_the_active_model_can_be_compared_by_where_they_leave_it() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 24, SOUTH)])
    braced = battle.preview("red", Activate("red-1", BRACED))
    fast = battle.preview("red", Activate("red-1", TOP_SPEED))
    assert braced.gives > fast.gives > 0
    give(battle, Activate("red-1", BRACED))
    fire, end = battle.preview("red", FIRE), battle.preview("red", EndActivation("red-1"))
    watch = battle.preview("red", Overwatch("red-1"))
    assert fire.gives > watch.gives > end.gives == 0
    assert watch.risks > fire.risks == end.risks > 0  # on Overwatch it stays Braced, and is hit more easily
    assert fire.ends == watch.ends == end.ends == (10_000, 10_000, NORTH)
