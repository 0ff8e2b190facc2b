"""6.2 and 6.3: what Overwatch is topped up to, whom it answers, and how a charge is answered."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Order
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled, SnapFire
from gearlock.systems.brigands.reactions import Overwatch, Standby
from gearlock.systems.brigands.rounds import Activate, KeepOverwatch
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel


@pytest.mark.rule("brigands.6.2", "brigands.trait.autopilot", "brigands.1.8-setup")
@pytest.mark.parametrize(
    ("traits", "left", "tokens"), [((), 1, 2), (("Autopilot",), 1, 3), (("Autopilot",), 3, 3), ((), 2, 2)]
)
def test_kept_overwatch_is_topped_up_to_the_actions_and_the_autopilot(
    traits: tuple[str, ...], left: int, tokens: int
) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)])
    blue = battle.state.units["blue-1"]
    remodel(blue, actions=2, traits=traits)
    blue.overwatch, blue.actions = left, 0
    battle.state.phase, battle.state.winner, battle.state.turn = "setup", "red", ""
    battle = again(battle)
    give(battle, KeepOverwatch("blue-1"))
    blue = battle.state.units["blue-1"]
    assert (blue.overwatch, blue.actions, blue.activated) == (tokens, 0, False)


@pytest.mark.rule("brigands.6.3b", "brigands.6.3a")
@pytest.mark.parametrize(("start", "answer"), [((10.0, 19.0), ""), ((10.0, 5.0), "arc")])
def test_an_area_weapon_too_answers_a_charge_from_the_arc_it_began_in(start: tuple[float, float], answer: str) -> None:
    battle = lay([("hunter", *start, NORTH)], [("hunter", 10, 10, NORTH)])
    remodel(battle.state.units["blue-1"], weapons=("LGL (Snap)", "LVB (Snap, B)"))
    give(battle, Activate("red-1", COMBAT_SPEED))
    red = battle.state.units["red-1"]
    red.x, red.y = 10_000, 8_818
    battle = again(battle)
    give(battle, Attack("red-1", "LVB", "Melee", ("blue-1",)))
    assert code(battle, SnapFire("blue-1", "LGL", "Ballistic")) == answer


@pytest.mark.rule("brigands.6.3b")
def test_a_shot_from_behind_is_not_answered_by_the_arc_the_attacker_began_in() -> None:
    battle = lay([("hunter", 10, 19, NORTH)], [("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    red = battle.state.units["red-1"]
    red.x, red.y = 10_000, 8_000
    battle = again(battle, (1, 1, 1), (6, 6))
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.6.3b", "brigands.4.4-full")
def test_a_charge_is_not_answered_through_a_heavy_wall() -> None:
    wall = ground(piece("instance", 11.5, 5, 11.7, 14, 5))
    battle = lay([("hunter", 10, 19, NORTH)], [("hunter", 10, 10, NORTH), ("hunter", 13, 10, NORTH)], on=wall)
    remodel(battle.state.units["blue-1"], weapons=("LVB",))
    give(battle, Activate("red-1", COMBAT_SPEED))
    battle.state.units["red-1"].y = 8_818
    battle = again(battle, (1, 1), (6, 6))
    give(battle, Attack("red-1", "LVB", "Melee", ("blue-1",)))
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.6.3b", "brigands.5.4a")
@pytest.mark.parametrize(("nearer", "asked"), [(300, True), (0, False)])
def test_a_grenade_that_answers_a_charge_is_thrown_no_farther_than_to_its_target_point(
    nearer: int, asked: bool
) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 10, 30, SOUTH)])
    red, big, thrower = (battle.state.units[unit] for unit in ("red-1", "blue-1", "blue-2"))
    remodel(big, weapons=("LVB",), base_mm=120)
    remodel(thrower, weapons=("LHG (Snap)",))
    big.y = red.y + red.line.radius + big.line.radius
    thrower.y = red.y + red.line.radius + 8_700 + thrower.line.radius - nearer
    battle = again(battle, (1, 1), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LVB", "Melee", ("blue-1",)))
    assert battle.pending[0].kind == ("snap" if asked else "act")


@pytest.mark.rule("brigands.6.3a", "brigands.5.4a")
def test_everybody_in_the_area_of_snap_fire_is_rolled_for() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)])
    remodel(battle.state.units["blue-1"], weapons=("LRP (Snap)",))
    battle = again(battle, (1, 1, 1), (6, 6), (1, 1), (6, 6), (1,), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    rolled = [
        (event.unit, event.target)
        for event in give(battle, SnapFire("blue-1", "LRP", "Ballistic"))
        if isinstance(event, AttackRolled)
    ]
    assert rolled == [("red-1", "blue-1"), ("blue-1", "red-1"), ("blue-1", "red-2")]


@pytest.mark.rule("brigands.trait.low-profile")
def test_after_an_exchange_the_reacting_model_crouches_again_and_the_active_one_stays_up() -> None:
    battle = lay([("man-at-arms", 10, 10, NORTH)], [("man-at-arms", 10, 21, SOUTH)])
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].standby = 0, 1
    battle = again(battle, (1, 1, 1), (6, 6), (1, 1, 1), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED, tall=True), Attack("red-1", "MRF", "Ballistic", ("blue-1",)))
    give(battle, SnapFire("blue-1", "MRF", "Ballistic", tall=True))
    assert (battle.state.units["red-1"].height, battle.state.units["blue-1"].height) == (1_500, 1_000)


@pytest.mark.rule("brigands.6.1", "brigands.6.2")
@pytest.mark.parametrize(("posture", "order"), [(COMBAT_SPEED, Standby("red-1")), (BRACED, Overwatch("red-1"))])
def test_every_action_that_is_left_becomes_a_token(posture: str, order: Order) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.units["red-1"].actions = 3
    give(battle, Activate("red-1", posture), order)
    unit = battle.state.units["red-1"]
    assert (unit.standby + unit.overwatch, unit.actions) == (3, 0)


@pytest.mark.rule("brigands.trait.low-profile")
def test_the_odds_of_snap_fire_are_those_of_the_height_it_is_fired_from() -> None:
    wall = ground(piece("instance", 5, 15, 15, 15.1, 1.1))
    battle = lay([("chasseur", 10, 10, NORTH)], [("man-at-arms", 10, 16, SOUTH)], on=wall)
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].standby = 0, 1
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LRP", "Ballistic", ("blue-1",)))
    crouching = battle.preview("blue", SnapFire("blue-1", "MRF", "Ballistic"))
    standing = battle.preview("blue", SnapFire("blue-1", "MRF", "Ballistic", tall=True))
    assert [line.label for line in crouching.defence] == ["Heavy Defensive Cover"]
    assert standing.defence == ()
    assert crouching.gives < standing.gives
