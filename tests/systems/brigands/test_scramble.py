"""8.3c, 8.4b and 8.4c: Scramble, ECCM against it, and Unscramble."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import SnapFire
from gearlock.systems.brigands.damage import Damaged, MarginalHitsRolled
from gearlock.systems.brigands.electronic_warfare.contests import (
    Contested,
    Scramble,
    Scrambled,
    Unscramble,
    Unscrambled,
)
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import scramble
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from systems.brigands.company import Side
from systems.brigands.field import again, alter, code, give, ground, kinds, mil, piece
from systems.brigands.signals import wired

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)]]
BLUE: Side = [[("hunter/foc", 10, 22), ("hunter", 12, 22)]]
SCRAMBLE = Scramble("red-1", "blue-1")


def _active(dice: Iterable[Iterable[int]] = (), posture: str = COMBAT_SPEED, **traits: str) -> Battle[State]:
    battle = wired(RED, BLUE, **{"red_1": "ECM:2", **traits})
    for name in ("blue-1", "blue-2"):
        battle.state.units[name].used = list(battle.state.units[name].line.weapons)
    battle = again(battle, *dice)
    give(battle, Activate("red-1", posture))
    return battle


@pytest.mark.rule("brigands.8.3c", "brigands.1.2c", "brigands.trait.ecm")
@pytest.mark.parametrize(("theirs", "works"), [((5, 1), True), ((6, 1), False)])
def test_a_margin_of_nothing_gives_a_haywire_token_and_takes_all_command_points(
    theirs: tuple[int, int], works: bool
) -> None:
    battle = _active([(5, 1, 1), theirs])
    battle.state.units["blue-1"].command = 2
    give(battle, SCRAMBLE)
    asked = battle.pending[0].kind == "reroll"
    assert asked is works  # who has held its own need not roll again
    events = give(battle, Decline()) if asked else []
    target = battle.state.units["blue-1"]
    assert (Scrambled("blue-1", "red-1") in events) is works
    assert (target.haywire, target.command) == ((True, 0) if works else (False, 2))
    assert target.hull == target.line.hull
    assert battle.state.units["red-1"].actions == 0


@pytest.mark.rule("brigands.8.3c", "brigands.9.2-target")
def test_scramble_needs_ecm_an_action_and_an_enemy_in_sensor_lock() -> None:
    battle = _active()
    assert code(battle, Scramble("red-1", "red-2")) == "target"
    assert code(battle, Scramble("red-1", "")) == "target"
    enemy = battle.state.units["blue-1"]
    enemy.y = mil(10 + 18 + 1.182)
    assert code(battle, SCRAMBLE) == ""
    enemy.y += 1
    assert code(battle, SCRAMBLE) == "lock"
    enemy.status = WRECK
    assert code(battle, SCRAMBLE) == "target"
    battle.state.units["blue-2"].controller = "blue-1"
    assert code(battle, Scramble("red-1", "blue-2")) == "drone"
    battle.state.units["red-1"].actions = 0
    assert code(battle, SCRAMBLE) == "no-action"
    assert code(_active(red_1="ECCM"), SCRAMBLE) == "trait"
    assert code(_active(posture=TOP_SPEED), SCRAMBLE) == ""


@pytest.mark.rule("brigands.8.3c", "brigands.8.4b", "brigands.8.3d", "brigands.1.2f")
def test_the_dice_of_scramble() -> None:
    battle = _active(blue_1="", blue_2="ECCM, ECM:1")
    state = battle.state
    unit, target, friend = (state.units[name] for name in ("red-1", "blue-1", "blue-2"))
    assert scramble(state, "red-1", "blue-1").pools[:2] == (3, 4)
    friend.jamming = True
    assert scramble(state, "red-1", "blue-1").pools[:2] == (3, 5)
    friend.x += mil(10)
    assert scramble(state, "red-1", "blue-1").pools[:2] == (3, 2)
    unit.posture = BRACED
    target.overwatch = 1
    assert scramble(state, "red-1", "blue-1").pools[:2] == (4, 1)
    unit.posture, target.overwatch = TOP_SPEED, 0
    target.hull = 0
    assert scramble(state, "red-1", "blue-1").pools[:2] == (2, 1)


@pytest.mark.rule("brigands.8.3c", "brigands.4.4-defensive")
@pytest.mark.parametrize(("rating", "top", "cover"), [("heavy", 9.0, 2), ("heavy", 1.0, 2), ("light", 9.0, 1)])
def test_cover_counts_as_against_direct_fire_and_full_heavy_cover_stops_nothing(
    rating: str, top: float, cover: int
) -> None:
    battle = _active(blue_1="", blue_2="")
    battle.state.ground = ground(piece("instance", 5, 15, 20, 17, top, rating=rating))
    battle.state.units["blue-1"].y = mil(17.6)
    assert scramble(battle.state, "red-1", "blue-1").pools.defence == 2 + cover
    assert code(battle, SCRAMBLE) == ""


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.8.3c")
@pytest.mark.parametrize(("face", "damage"), [(3, 0), (4, 1)])
def test_the_vulnerable_give_a_die_and_take_one_ordinary_marginal_hit(face: int, damage: int) -> None:
    battle = _active([(6, 6, 6, 6), (1, 1), (face,)], blue_1="Vuln:H")
    events = give(battle, SCRAMBLE)
    contest = next(event for event in events if isinstance(event, Contested))
    assert len(contest.attack_faces) == 4
    assert MarginalHitsRolled("red-1", "blue-1", "Scramble", (face,), damage) in events
    assert battle.state.units["blue-1"].hull == 4 - damage
    assert any(isinstance(event, Damaged) for event in events) == bool(damage)


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.8.3c")
def test_others_take_no_marginal_hit_and_a_miss_brings_none() -> None:
    assert "MarginalHitsRolled" not in kinds(give(_active([(6, 6, 6), (1, 1)]), SCRAMBLE))
    assert "MarginalHitsRolled" not in kinds(give(_active([(1, 1, 1, 1), (6, 6)], blue_1="Vuln:H"), SCRAMBLE))


@pytest.mark.rule("brigands.8.3c", "brigands.5.7b-haywire", "brigands.5.6c")
def test_scramble_on_a_crippled_model_makes_it_two_dice_worse_and_one_more_token_changes_nothing() -> None:
    battle = _active([(6, 6, 6), (1,)])
    target = battle.state.units["blue-1"]
    target.hull = 0
    assert scramble(battle.state, "red-1", "blue-1").pools.defence == 1
    give(battle, SCRAMBLE)
    assert (target.haywire, target.handicap) == (True, 2)
    assert scramble(battle.state, "red-1", "blue-1").pools.defence == 0
    battle.state.units["red-1"].actions = target.command = 1
    battle = again(battle, (1, 1, 1))
    events = give(battle, SCRAMBLE)
    target = battle.state.units["blue-1"]
    assert Scrambled("blue-1", "red-1") in events
    assert (target.handicap, target.command) == (2, 0)


@pytest.mark.rule("brigands.8.3c", "brigands.8.1b", "brigands.5.8")
def test_the_scrambled_answer_unhampered_and_the_token_comes_after_the_damage() -> None:
    battle = wired(RED, BLUE, red_1="ECM:2")
    battle.state.units["blue-2"].actions = 0
    battle = again(battle, (6, 6, 6), (1, 1), (6, 6, 6), (1, 1))
    give(battle, Activate("red-1", COMBAT_SPEED), SCRAMBLE)
    assert battle.pending[0].kind == "snap"
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    order = kinds(events)
    assert order.index("Contested") < order.index("AttackRolled") < order.index("Damaged") < order.index("Scrambled")
    assert order[-1] == "ExchangeEnded"


@pytest.mark.rule("brigands.8.4c", "brigands.trait.eccm", "brigands.8.1")
def test_unscramble_takes_the_token_off_a_friend_or_oneself_but_brings_no_points_back() -> None:
    battle = _active(red_1="ECCM", red_2="")
    friend = battle.state.units["red-2"]
    friend.haywire, friend.command = True, 0
    assert code(battle, Unscramble("red-1", "red-1")) == "haywire"
    assert code(battle, Unscramble("red-1", "blue-1")) == "target"
    assert [option.label for option in battle.options("red") if isinstance(option.order, Unscramble)]
    events = give(battle, Unscramble("red-1", "red-2"))
    assert Unscrambled("red-2", "red-1") in events
    assert (friend.haywire, friend.command, battle.state.units["red-1"].actions) == (False, 0, 0)
    battle = _active(red_1="ECCM")
    battle.state.units["red-1"].haywire = True
    give(battle, Unscramble("red-1", "red-1"))
    assert not battle.state.units["red-1"].haywire


@pytest.mark.rule("brigands.8.4c", "brigands.wtrait.aux", "brigands.4.3-sensor-lock")
def test_unscramble_needs_eccm_that_works_and_sensor_lock() -> None:
    battle = _active(red_1="ECCM")
    unit, friend = battle.state.units["red-1"], battle.state.units["red-2"]
    friend.haywire = True
    friend.x = unit.x + mil(18 + 1.182)
    assert code(battle, Unscramble("red-1", "red-2")) == ""
    friend.x += 1
    assert code(battle, Unscramble("red-1", "red-2")) == "lock"
    friend.x -= 1
    alter(unit, auxiliary=frozenset({"ECCM"}))
    unit.hull = 0
    assert code(battle, Unscramble("red-1", "red-2")) == "trait"
    assert code(_active(red_1="ECM:2"), Unscramble("red-1", "red-2")) == "trait"
