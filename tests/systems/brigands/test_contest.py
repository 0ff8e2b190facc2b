"""8.1b, 8.2f and 8.3b: Detailed Scan, the Active ECM and the Boosts it meets, and the fire it draws."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx
from gearlock.systems.brigands.attacks.attack import SnapFire
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.comms import FORWARD_OBSERVATION, Boost, CommsBoosted
from gearlock.systems.brigands.electronic_warfare.contests import (
    ActiveEcmDeclared,
    Contested,
    DetailedScan,
    Jam,
    Scanned,
    active_ecm,
    resolve_clash,
    resolve_contest,
    trackers,
)
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, EVADE, TOP_SPEED, Pursuit, State
from systems.brigands.company import Side
from systems.brigands.field import again, code, give, kinds, mil
from systems.brigands.signals import wired

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)]]
BLUE: Side = [[("hunter/foc", 10, 18), ("hunter", 10, 25)]]
"""The target of the Scan, and a jammer behind it."""
SCAN = DetailedScan("red-1", "blue-1")


def _active(
    dice: Iterable[Iterable[int]] = (), posture: str = COMBAT_SPEED, snaps: bool = False, **traits: str
) -> Battle[State]:
    """red-1 is Active; nobody of blue has a weapon ready unless it `snaps`."""
    battle = wired(RED, BLUE, **{"red_1": "Comms:1", **traits})
    if not snaps:
        for name in ("blue-1", "blue-2"):
            battle.state.units[name].used = list(battle.state.units[name].line.weapons)
    battle = again(battle, *dice)
    give(battle, Activate("red-1", posture))
    return battle


@pytest.mark.rule("brigands.8.2f")
def test_a_scan_that_nobody_jams_succeeds_and_costs_an_action() -> None:
    battle = _active()
    events = give(battle, SCAN)
    assert kinds(events) == ["EwDeclared", "Scanned", "ExchangeEnded"]
    assert Scanned("red-1", "blue-1", True) in events
    assert battle.state.units["red-1"].actions == 0
    assert code(battle, SCAN) == "no-action"


@pytest.mark.rule("brigands.8.2f", "brigands.8.2a")
def test_a_scan_needs_comms_a_slow_posture_and_an_enemy_within_half_the_sensors() -> None:
    battle = _active()
    assert code(battle, DetailedScan("red-1", "red-2")) == "target"
    assert code(battle, DetailedScan("red-1", "nobody")) == "target"
    enemy = battle.state.units["blue-1"]
    enemy.y = mil(10 + 9 + 1.182)
    assert code(battle, SCAN) == ""
    enemy.y += 1
    assert code(battle, SCAN) == "range"
    battle.state.units["red-1"].hull = 0
    enemy.y = mil(10 + 4.5 + 1.182)
    assert code(battle, SCAN) == ""
    enemy.y += 1
    assert code(battle, SCAN) == "range"
    assert code(_active(posture=TOP_SPEED), SCAN) == "posture"
    assert code(_active(posture=BRACED), SCAN) == ""
    assert code(_active(red_1=""), SCAN) == "trait"


@pytest.mark.rule("brigands.8.2f", "brigands.4.3a")
def test_a_faint_target_must_be_in_sensor_lock_too() -> None:
    battle = _active(blue_1="Stealth")
    battle.state.units["red-1"].hull = 0
    battle.state.units["blue-1"].y = mil(10 + 3 + 1.182)
    assert code(battle, SCAN) == ""
    battle.state.units["blue-1"].y += 1
    assert code(battle, SCAN) == "lock"


@pytest.mark.rule("brigands.8.2f", "brigands.8.2c", "brigands.8.3a")
@pytest.mark.parametrize(("ecm", "boosted", "seen"), [(1, False, False), (1, True, True), (2, True, False)])
def test_passive_ecm_stops_a_scan_unless_a_boost_outweighs_it(ecm: int, boosted: bool, seen: bool) -> None:
    battle = _active(red_2="Comms:1", blue_2=f"ECM:{ecm}")
    battle.state.units["blue-2"].actions = 0
    red, friend, jammer = (battle.state.units[name] for name in ("red-1", "red-2", "blue-2"))
    jammer.y, friend.y = red.y + mil(17 + 1.182), red.y - mil(5)
    give(battle, SCAN)
    assert battle.pending[0].kind == "boost"
    events = give(battle, Boost("red-2", "red-1") if boosted else Decline())
    assert Scanned("red-1", "blue-1", seen) in events
    assert friend.actions == (0 if boosted else 1)
    assert red.actions == 0


@pytest.mark.rule("brigands.8.2f")
def test_comms_of_nothing_fail_a_scan_even_where_nobody_jams() -> None:
    assert Scanned("red-1", "blue-1", False) in give(_active(red_1="Comms:0"), SCAN)


@pytest.mark.rule("brigands.8.2d", "brigands.8.2f", "brigands.trait.satup")
def test_a_scan_by_satellite_is_neither_jammed_nor_contested() -> None:
    battle = _active(red_1="Comms:1, SatUp", blue_2="ECM:3")
    events = give(battle, SCAN)
    assert kinds(events) == ["EwDeclared", "Scanned", "ExchangeEnded"]
    assert Scanned("red-1", "blue-1", True) in events


@pytest.mark.rule("brigands.8.3b", "brigands.8.2c", "brigands.8.1")
def test_active_ecm_is_declared_then_the_boost_then_it_is_rolled() -> None:
    battle = _active([(6, 1), (5, 1, 1)], red_1="Comms:2", red_2="Comms:2", blue_2="ECM:1")
    events = give(battle, SCAN)
    assert kinds(events) == ["EwDeclared"]
    assert (battle.waiting_for(), battle.pending[0].kind) == (("blue",), "jam")
    assert code(battle, Jam("blue-1", "red-1")) == "trait"
    assert code(battle, Jam("red-2", "red-1")) == "unit"
    events = give(battle, Jam("blue-2", "red-1"))
    assert events == [ActiveEcmDeclared("blue-2", "red-1", "Detailed Scan", "action")]
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "boost")
    events = give(battle, Boost("red-2", "red-1"))
    assert events[0] == CommsBoosted("red-2", "red-1", "Detailed Scan", 1, "action")
    contest = events[1]
    assert isinstance(contest, Contested)
    assert (contest.attack, contest.defence, contest.margin, contest.success) == (6, 5, 1, True)
    assert Scanned("red-1", "blue-1", False) in events
    assert battle.state.units["blue-2"].actions == 0


@pytest.mark.rule("brigands.8.3b", "brigands.1.2c", "brigands.1.2j")
@pytest.mark.parametrize(("ours", "theirs", "seen"), [((4, 1), (4, 1), False), ((4, 1), (5, 1), True)])
def test_active_ecm_wins_ties(ours: tuple[int, ...], theirs: tuple[int, ...], seen: bool) -> None:
    battle = _active([ours, theirs], red_1="Comms:2", blue_2="ECM:1")
    give(battle, SCAN)
    events = give(battle, Jam("blue-2", "red-1"))
    assert Scanned("red-1", "blue-1", seen) in events


@pytest.mark.rule("brigands.8.3b", "brigands.8.2c")
def test_a_rating_below_one_fails_before_active_ecm_is_rolled_and_what_was_spent_is_spent() -> None:
    battle = _active(red_1="Comms:1", blue_2="ECM:1")
    give(battle, SCAN)
    events = give(battle, Jam("blue-2", "red-1"))
    assert "Contested" not in kinds(events)
    assert Scanned("red-1", "blue-1", False) in events
    assert battle.state.units["blue-2"].actions == 0


@pytest.mark.rule("brigands.8.3b")
def test_a_jammer_needs_sensor_lock_on_the_origin_and_an_action_or_token() -> None:
    battle = _active(blue_1="ECM:1", blue_2="ECM:1", red_1="Comms:2")
    origin, jammer = battle.state.units["red-1"], battle.state.units["blue-2"]
    jammer.y = origin.y + mil(18 + 1.182) + 1
    give(battle, SCAN)
    assert code(battle, Jam("blue-2", "red-1")) == "lock"
    assert [option.order for option in battle.options("blue")] == [Jam("blue-1", "red-1"), Decline()]
    jammer.y -= 1
    assert code(battle, Jam("blue-2", "red-1")) == ""
    jammer.actions = 0
    assert code(battle, Jam("blue-2", "red-1")) == "no-action"
    jammer.overwatch = 1
    assert code(battle, Jam("blue-2", "red-1")) == ""


@pytest.mark.rule("brigands.8.3b", "brigands.8.4a", "brigands.1.2f", "brigands.trait.eccm", "brigands.1.2c")
def test_the_dice_of_active_ecm_come_from_ratings_postures_and_eccm() -> None:
    battle = _active(red_1="Comms:1", red_2="ECCM", blue_2="ECM:2")
    state = battle.state
    assert active_ecm(state, "blue-2", "red-1", 3).pools[:2] == (3, 6)
    state.units["red-2"].x += mil(6)
    assert active_ecm(state, "blue-2", "red-1", 3).pools[:2] == (3, 4)
    state.units["blue-2"].overwatch = 1
    state.units["red-1"].posture = BRACED
    assert active_ecm(state, "blue-2", "red-1", 3).pools[:2] == (4, 3)
    state.units["blue-2"].hull = 0
    state.units["red-1"].haywire = True
    assert active_ecm(state, "blue-2", "red-1", 3).pools[:2] == (3, 2)
    state.units["red-1"].hull = 0
    assert active_ecm(state, "blue-2", "red-1", 1).pools[:2] == (3, 0)


@pytest.mark.rule("brigands.8.4a")
def test_eccm_helps_once_however_many_have_it() -> None:
    battle = _active(red_1="Comms:1, ECCM", red_2="ECCM", blue_2="ECM:1")
    assert active_ecm(battle.state, "blue-2", "red-1", 1).pools.defence == 4


@pytest.mark.rule("brigands.trait.ann", "brigands.trait.stable", "brigands.9.7")
def test_minds_steadiness_and_flight_count_in_electronic_warfare_too() -> None:
    battle = _active(red_1="Comms:1, ANN", blue_2="ECM:1, Stable")
    battle.state.units["red-1"].airborne = True
    pools = active_ecm(battle.state, "blue-2", "red-1", 1).pools
    assert (pools.attack, pools.defence, pools.defence_modifier) == (3, 3, 1)


@pytest.mark.rule("brigands.1.2h", "brigands.8.3b")
def test_without_dice_the_origin_comes_to_one() -> None:
    battle = _active([(1, 1)], red_1="Comms:1", blue_2="ECM:1")
    battle.state.units["red-1"].hull, battle.state.units["red-1"].haywire = 0, True
    ctx = Ctx(battle.state, BOOK.apply)
    script = resolve_clash(ctx, active_ecm(battle.state, "blue-2", "red-1", 1))
    next(script)
    with pytest.raises(StopIteration) as done:
        script.send((1, 1))
    assert done.value.value is True


@pytest.mark.rule("brigands.7.5b", "brigands.1.2i", "brigands.7.4a")
def test_these_rolls_are_rerolled_like_others_and_evade_is_good_for_them() -> None:
    """Only the side that has lost the roll is asked: nothing is won twice."""
    for dice, seat, about in (
        ([(1, 1), (6, 6)], "blue", ("attack",)),
        ([(4, 1), (1, 1)], "red", ("defence", EVADE)),
    ):
        battle = _active(dice, red_1="Comms:2", blue_2="ECM:1")
        battle.state.units["red-1"].marks = [EVADE]
        battle.state.units["blue-1"].command = 1
        give(battle, SCAN, Jam("blue-2", "red-1"))
        assert (battle.waiting_for(), battle.pending[0].about) == ((seat,), about)
        give(battle, Decline())
        assert battle.pending[0].kind != "reroll"


@pytest.mark.rule("brigands.8.1b", "brigands.6.3", "brigands.8.1a")
def test_whoever_has_sensor_lock_on_the_origin_may_snap_fire_and_the_scan_goes_through_all_the_same() -> None:
    battle = _active([(6, 6, 6), (1, 1, 1)], snaps=True)
    battle.state.units["blue-1"].actions = 0
    red = battle.state.units["red-1"]
    red.hull, red.structure = 1, 1
    give(battle, SCAN)
    assert battle.pending[0].kind == "snap"
    assert battle.pending[0].unit == "blue-2"
    events = give(battle, SnapFire("blue-2", "LAC", "Ballistic"))
    assert Scanned("red-1", "blue-1", True) in events
    assert not red.is_fielded
    assert kinds(events).index("Damaged") < kinds(events).index("Scanned")


@pytest.mark.rule("brigands.8.1b", "brigands.6.3")
def test_the_target_and_its_neighbours_may_answer_without_sensor_lock() -> None:
    battle = _active(snaps=True)
    origin, enemy, other = (battle.state.units[name] for name in ("red-1", "blue-1", "blue-2"))
    assert trackers(battle.state, origin) == ["blue-1", "blue-2"]
    enemy.hull = other.hull = 0
    enemy.y, other.y = origin.y + mil(9 + 1.182) + 1, origin.y + mil(12)
    assert trackers(battle.state, origin) == []
    assert trackers(battle.state, origin, ("blue-1",)) == ["blue-1", "blue-2"]
    other.y = enemy.y + mil(6 + 1.182) + 1
    assert trackers(battle.state, origin, ("blue-1",)) == ["blue-1"]


@pytest.mark.rule("brigands.8.1b")
def test_reactions_draw_no_fire() -> None:
    battle = _active([(1, 1), (1, 2)], red_1="Comms:2", blue_2="ECM:1")
    battle.state.units["red-2"].actions = 1
    give(battle, SCAN)
    events = give(battle, Jam("blue-2", "red-1"))
    assert battle.pending[0].kind == "act"
    assert "SnapFireDeclared" not in kinds(events)


@pytest.mark.rule("brigands.8.2d", "brigands.8.3b")
def test_an_observation_that_nobody_could_jam_always_arrives() -> None:
    battle = _active(red_1="Comms:0")
    with pytest.raises(StopIteration) as done:
        next(resolve_contest(Ctx(battle.state, BOOK.apply), "red-1", "red-2", FORWARD_OBSERVATION))
    assert done.value.value is True
    battle = _active(red_1="Comms:1", blue_2="ECM:1")
    battle.state.units["blue-2"].actions = 0
    with pytest.raises(StopIteration) as done:
        next(resolve_contest(Ctx(battle.state, BOOK.apply), "red-1", "red-2", FORWARD_OBSERVATION))
    assert done.value.value is False


@pytest.mark.rule("brigands.8.2f", "brigands.8.3b")
def test_previews_show_ratings_chances_and_what_can_be_won() -> None:
    battle = _active(red_1="Comms:2", red_2="Comms:1", blue_2="ECM:1")
    assert battle.preview("red", SCAN).notes == ("with Comms:1 after Passive ECM; it takes 1",)
    give(battle, SCAN)
    shown = battle.preview("blue", Jam("blue-2", "red-1"))
    assert shown.odds is not None
    assert 0.4 < shown.odds.p_hit < 0.8
    assert shown.without is not None
    assert shown.without.p_hit == 0
    give(battle, Decline())
    assert battle.pending[0].kind == "act"
    assert code(battle, Reroll("red-1")) == "unasked"
    silenced = _active(red_1="Comms:1", blue_2="ECM:1").preview("blue", Jam("blue-2", "red-1"))
    assert silenced.odds is not None
    assert silenced.odds == silenced.without
    assert (silenced.odds.p_hit, silenced.gives) == (1.0, 0.0)


@pytest.mark.rule("brigands.8.2f", "brigands.11.3-scan")
def test_what_was_scanned_stays_known_and_counts_for_the_objective_that_asks_for_it() -> None:
    battle = _active(red_1="Comms:1")
    assert battle.preview("red", SCAN).gives == 0
    battle.state.pursuits = [Pursuit("red", "Scan")]
    assert battle.preview("red", SCAN).gives > 0
    give(battle, SCAN)
    assert battle.state.units["blue-1"].scanned
    battle.state.units["red-1"].actions = 1
    assert battle.preview("red", SCAN).gives == 0
    battle = _active(red_1="Comms:0")
    give(battle, SCAN)
    assert not battle.state.units["blue-1"].scanned
