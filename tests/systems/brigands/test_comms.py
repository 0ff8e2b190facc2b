"""8.2 and 8.3a: Comms ratings, Passive ECM and what ECM Defense does to sensors."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.comms import boosters, comms_rating, has_comms, is_beyond_jamming, passive_ecm
from gearlock.systems.brigands.lock_and_cover.sight import has_sensor_lock, senses_point, sensors_to
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.table.bodies import Body
from systems.brigands.company import Side
from systems.brigands.field import alter, mil
from systems.brigands.signals import wired


def _of(battle: Battle[State], name: str) -> Unit:
    return battle.state.units[name]


@pytest.mark.rule("brigands.8.2c", "brigands.8.2a", "brigands.8.3a")
@pytest.mark.parametrize(
    ("comms", "ecm", "boost", "rating"),
    [(1, 1, 0, 0), (1, 1, 1, 1), (1, 2, 1, 0), (2, 1, 0, 1), (1, 3, 1, 0), (0, 0, 0, 0), (0, 0, 1, 1)],
)
def test_passive_ecm_and_a_boost_are_both_applied_before_the_rating_is_held_at_nothing(
    comms: int, ecm: int, boost: int, rating: int
) -> None:
    jam = f"ECM:{ecm}" if ecm else ""
    battle = wired(red_1=f"Comms:{comms}", blue_1=jam)
    assert comms_rating(battle.state, _of(battle, "red-1"), boost) == rating


@pytest.mark.rule("brigands.8.2a", "brigands.trait.comms")
def test_a_jammed_radio_is_still_a_radio_but_who_has_none_has_none() -> None:
    battle = wired(red_1="Comms:1", red_2="", blue_1="ECM:2")
    assert has_comms(_of(battle, "red-1"))
    assert not has_comms(_of(battle, "red-2"))
    assert comms_rating(battle.state, _of(battle, "red-2"), 3) == 0


@pytest.mark.rule("brigands.8.3a", "brigands.trait.ecm", "brigands.9.7")
def test_only_the_strongest_passive_ecm_with_sensor_lock_counts() -> None:
    battle = wired(red_1="Comms:3", blue_1="ECM:1", blue_2="ECM:2")
    red, near, far = _of(battle, "red-1"), _of(battle, "blue-1"), _of(battle, "blue-2")
    assert passive_ecm(battle.state, red) == 2
    far.y = mil(29.182)
    far.x = red.x
    assert has_sensor_lock(battle.state, far, red)
    assert passive_ecm(battle.state, red) == 2
    far.y += 1
    assert passive_ecm(battle.state, red) == 1
    near.airborne = True
    assert passive_ecm(battle.state, red) == 0
    near.airborne = False
    near.status = WRECK
    assert passive_ecm(battle.state, red) == 0


@pytest.mark.rule("brigands.8.3a", "brigands.5.6c", "brigands.wtrait.aux")
def test_a_crippled_jammer_reaches_half_as_far_and_loses_what_is_auxiliary() -> None:
    battle = wired(red_1="Comms:1", blue_1="ECM:1", blue_2="")
    red, blue = _of(battle, "red-1"), _of(battle, "blue-1")
    blue.hull = 0
    assert passive_ecm(battle.state, red) == 0
    blue.y = red.y + mil(9)
    assert passive_ecm(battle.state, red) == 1
    alter(blue, auxiliary=frozenset({"ECM"}))
    assert passive_ecm(battle.state, red) == 0


@pytest.mark.rule("brigands.8.2c")
def test_boosters_are_near_or_receive_and_have_comms_and_an_action() -> None:
    side: Side = [[("hunter/foc", 10, 10), ("hunter", 17.18, 10), ("hunter", 30, 10), ("hunter", 10, 12)]]
    battle = wired(side, red_1="Comms:1", red_2="Comms:1", red_3="Comms:1", red_4="")
    origin = _of(battle, "red-1")

    def found(receiver: str = "") -> list[str]:
        return [unit.id for unit in boosters(battle.state, origin, receiver)]

    assert found() == ["red-2"]
    assert found("red-3") == ["red-2", "red-3"]
    assert found("red-4") == ["red-2"]
    _of(battle, "red-2").x += 10
    assert found() == []
    _of(battle, "red-2").x -= 10
    _of(battle, "red-2").actions = 0
    assert found() == []
    _of(battle, "red-2").overwatch = 1
    assert found() == ["red-2"]


@pytest.mark.rule("brigands.8.2d", "brigands.trait.satup")
def test_satellites_carry_a_scan_alone_and_all_else_between_two_of_them() -> None:
    battle = wired(red_1="Comms:1, SatUp", red_2="SatUp", blue_1="")
    red, blue = _of(battle, "red-1"), _of(battle, "blue-1")
    assert is_beyond_jamming(battle.state, red, "", "Detailed Scan")
    assert not is_beyond_jamming(battle.state, blue, "", "Detailed Scan")
    assert is_beyond_jamming(battle.state, red, "red-2", "Forward Observation")
    assert not is_beyond_jamming(battle.state, red, "", "Forward Observation")
    assert not is_beyond_jamming(battle.state, blue, "red-2", "Authorize")
    alter(_of(battle, "red-2"), auxiliary=frozenset({"SatUp"}))
    _of(battle, "red-2").haywire = True
    assert not is_beyond_jamming(battle.state, red, "red-2", "Authorize")


@pytest.mark.rule("brigands.4.3a", "brigands.8.3d")
def test_ecm_defense_takes_six_inches_off_enemy_sensors_once() -> None:
    battle = wired(red_1="", red_2="", blue_1="Stealth", blue_2="ECM:2")
    red, blue, guard = _of(battle, "red-1"), _of(battle, "blue-1"), _of(battle, "blue-2")
    guard.jamming = True
    assert sensors_to(battle.state, red, guard, attacking=False) == mil(12)
    assert sensors_to(battle.state, red, blue, attacking=False) == mil(12)
    assert sensors_to(battle.state, guard, blue, attacking=False) == mil(18)
    red.hull = 0
    assert sensors_to(battle.state, red, guard, attacking=False) == mil(3)
    guard.jamming = False
    assert sensors_to(battle.state, red, guard, attacking=False) == mil(9)


@pytest.mark.rule("brigands.4.3a", "brigands.8.3d")
def test_ecm_defense_reaches_six_inches_and_hides_points_and_wrecks_too() -> None:
    battle = wired(red_1="", red_2="", blue_1="", blue_2="ECM:1")
    red, blue, guard = _of(battle, "red-1"), _of(battle, "blue-1"), _of(battle, "blue-2")
    guard.jamming = True
    guard.x, blue.x = blue.x + mil(7.182), blue.x
    assert sensors_to(battle.state, red, blue, attacking=False) == mil(12)
    guard.x += 1
    assert sensors_to(battle.state, red, blue, attacking=False) == mil(18)
    guard.x -= 1
    blue.status = WRECK
    assert sensors_to(battle.state, red, blue, attacking=False) == mil(12)
    near, beyond = Body(red.x, red.y + mil(12.591)), Body(red.x, red.y + mil(12.592))
    guard.x, guard.y = red.x, red.y + mil(14)
    assert senses_point(battle.state, red, near)
    assert not senses_point(battle.state, red, beyond)
    guard.jamming = False
    assert senses_point(battle.state, red, beyond)
    assert senses_point(battle.state, guard, beyond)
