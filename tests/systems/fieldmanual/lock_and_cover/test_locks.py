"""Combat Lock and Lock, Solid walls, and the perks and flaws of sensing."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import (
    concealment,
    cover_of,
    has_combat_lock,
    has_lock,
    is_beyond_lock,
    is_shielded,
    is_walled_off,
    sees_point,
)
from gearlock.systems.fieldmanual.state import ABOARD, COMBAT, DEAD, OUT, TOP
from systems.fieldmanual.lock_and_cover.scene import LEFT, across, facing_off, perked
from systems.fieldmanual.tables import mils, piece, put


@pytest.mark.rule("fieldmanual.combat-lock", "fieldmanual.card-electronics")
@pytest.mark.parametrize(("deep", "locked"), [(0.5, True), (1, True), (2, False), (3, False)])
def test_detect_must_be_above_concealment(deep: float, locked: bool) -> None:
    state, red, blue = facing_off(across(2, 2 + deep, 3, "heavy"))
    assert red.card.detect == 2
    assert has_combat_lock(state, red, blue) is locked


@pytest.mark.rule("fieldmanual.combat-lock")
def test_without_concealment_even_the_blind_have_lock() -> None:
    state, red, blue = facing_off()
    turret = put(state, "red-2", "heavy-bunker", 5, 14)
    assert turret.card.detect == 0
    assert has_combat_lock(state, turret, blue)
    state, red, blue = facing_off(across(2, 4, 3, "light"), band=COMBAT)
    assert concealment(state, red, blue) == 0
    bunker = put(state, "red-2", "heavy-bunker", 3, 13)
    assert has_combat_lock(state, bunker, blue)


@pytest.mark.rule("fieldmanual.combat-lock", "fieldmanual.card-size")
@pytest.mark.parametrize(("card", "apart", "locked"), [
    ("jager", 6, True), ("jager", 6.001, False), ("aller", 14, True), ("aller", 14.001, False),
    ("infantry-squad-proposed", 2, True), ("infantry-squad-proposed", 2.001, False),
])  # fmt: skip
def test_within_its_size_in_inches_a_target_is_found(card: str, apart: float, locked: bool) -> None:
    wood = across(-1, 20, 3, "heavy")
    state, red, blue = facing_off(wood, apart=apart, card=card)
    assert concealment(state, red, blue) >= 2
    assert has_combat_lock(state, red, blue) is locked


@pytest.mark.rule("fieldmanual.combat-lock", "fieldmanual.concealment-solid")
def test_not_through_solid_terrain_however_near() -> None:
    state, red, blue = facing_off(across(1, 2, 3, "solid", "hill"), apart=3, band=TOP)
    assert is_beyond_lock(state, red, blue)
    assert not has_combat_lock(state, red, blue)
    assert not has_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.lock")
def test_an_active_lock_is_lock_but_no_combat_lock() -> None:
    state, red, blue = facing_off(across(2, 9, 3, "heavy"))
    other = put(state, "red-2", "jager", 5, 12)
    assert not has_lock(state, red, blue)
    blue.tokens["locked:red-1"] = 1
    assert has_lock(state, red, blue)
    assert not has_combat_lock(state, red, blue)
    assert not has_lock(state, other, blue)


@pytest.mark.rule("fieldmanual.lock")
def test_passengers_and_wrecks_are_not_on_the_table() -> None:
    state, red, blue = facing_off()
    for status in (ABOARD, DEAD):
        blue.status = status
        state.notes.clear()
        assert not has_lock(state, red, blue)
        assert not has_lock(state, blue, red)


@pytest.mark.rule("fieldmanual.combined-models", "fieldmanual.lock")
def test_one_base_that_sees_is_enough_but_each_is_looked_for_alone() -> None:
    rock = piece("hill", (10, 4, 11, 10.6), 3, id="rock")
    state, red, blue = facing_off(rock)
    hidden = put(state, "red-2", "infantry-squad-proposed", 7, 9, team="red-2")
    seeing = put(state, "red-3", "infantry-squad-proposed", 7, 13, team="red-2")
    assert has_combat_lock(state, seeing, blue)
    assert has_combat_lock(state, hidden, blue)
    assert has_combat_lock(state, blue, seeing)
    assert not has_combat_lock(state, blue, hidden)
    blue.tokens["locked:red-3"] = 1
    assert has_lock(state, hidden, blue)
    assert red.team == ""


@pytest.mark.rule("fieldmanual.flaw-sensor-dependent")
def test_sensor_dependent_crews_find_near_targets_only_with_the_hatch_open() -> None:
    state, red, blue = facing_off(across(0, 4, 3, "heavy"), apart=5)
    perked(red, Sensor_Dependent=1)
    assert not has_combat_lock(state, red, blue)
    red.tokens["hatch"] = 1
    state.notes.clear()
    assert has_combat_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.flaw-sensor-dependent")
def test_sensor_dependent_crews_still_use_their_detect() -> None:
    state, red, blue = facing_off(across(0, 1, 3, "heavy"), apart=5)
    assert has_combat_lock(state, perked(red, Sensor_Dependent=1), blue)


@pytest.mark.rule("fieldmanual.flaw-lsp")
def test_a_large_sensor_profile_counts_for_active_lock_alone() -> None:
    state, red, blue = facing_off(across(2, 5, 3, "heavy"))
    perked(blue, Large_Sensor_Profile=2)
    assert concealment(state, red, blue) == 3
    assert concealment(state, red, blue, active=True) == 1
    perked(blue, Large_Sensor_Profile=5)
    assert concealment(state, red, blue, active=True) == 0
    assert not has_combat_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.perk-sensor-boom")
def test_a_boom_looks_past_a_corner_but_nothing_is_fired_from_it() -> None:
    rock = piece("hill", (7, 9.3, 9, 11.4), 3, id="rock")
    state, red, blue = facing_off(rock)
    assert is_walled_off(state, red, blue)
    assert not has_combat_lock(state, red, blue)
    perked(red, Sensor_Boom=1)
    state.notes.clear()
    assert has_combat_lock(state, red, blue)
    assert cover_of(state, red, blue).level < 3
    assert is_walled_off(state, red, blue)


@pytest.mark.rule("fieldmanual.perk-sensor-boom")
def test_a_boom_reaches_one_inch_beyond_the_base() -> None:
    for side, locked in ((10.8, True), (12.4, False)):
        state, red, blue = facing_off(piece("hill", (7, 7.4, 9, side), 3, id="rock"))
        assert has_combat_lock(state, perked(red, Sensor_Boom=1), blue) is locked


@pytest.mark.rule("fieldmanual.perk-sensor-boom")
def test_a_boom_chooses_the_place_with_least_concealment() -> None:
    state, red, blue = facing_off(piece("area", (8, 8.9, 10, 10.8), 3, rating="heavy", id="wood"))
    assert concealment(state, red, blue) == 2
    assert concealment(state, perked(red, Sensor_Boom=1), blue) == 0


@pytest.mark.rule("fieldmanual.perk-sensor-boom")
def test_a_boom_is_held_into_woods_but_not_into_rock() -> None:
    beside = ("hill", "solid", False), ("area", "light", True)
    for kind, rating, locked in beside:
        around = piece(kind, (3, 10.6, 6.9, 13), 3, rating=rating, id="beside")
        state, red, blue = facing_off(piece("hill", (7, 7.4, 9, 10.8), 3, id="rock"), around)
        assert has_combat_lock(state, perked(red, Sensor_Boom=1), blue) is locked


@pytest.mark.rule("fieldmanual.perk-drone-recon")
def test_a_recon_drone_looks_for_its_owner() -> None:
    state, red, blue = facing_off(across(2, 9, 3, "heavy"))
    put(state, "red-5", "recon-drone", LEFT + 10.5, 10, parent="red-1", status=OUT)
    assert not has_combat_lock(state, red, blue)
    perked(red, Recon_Drone=1)
    state.notes.clear()
    assert has_combat_lock(state, red, blue)
    state.units["red-5"].status = ABOARD
    state.notes.clear()
    assert not has_combat_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.rof-spray")
def test_points_are_seen_unless_something_solid_hides_them() -> None:
    state, red, blue = facing_off(across(4, 5, 3, "solid", "hill"), across(2, 3, 3, "heavy"))
    assert sees_point(state, red, mils(LEFT + 3.5), mils(10), 0)
    assert not sees_point(state, red, mils(LEFT + 8), mils(10), 0)
    assert sees_point(state, blue, mils(LEFT + 8), mils(10), 0)


@pytest.mark.rule("fieldmanual.rof-spray")
def test_full_solid_cover_shields_from_a_point() -> None:
    state, red, blue = facing_off(across(4, 5, 3, "solid", "hill"))
    assert is_shielded(state, mils(LEFT + 1), mils(10), 0, blue)
    assert not is_shielded(state, mils(LEFT + 8), mils(10), 0, blue)
    assert not is_shielded(state, mils(LEFT + 1), mils(10), 0, red)
