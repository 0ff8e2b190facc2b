"""Concealment by whole inches, Detection Ratings, Stealth and Camo Netting."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.datacards import Speeds
from gearlock.systems.tactical.line_of_sight.seeing import look, look_at_point, obscurement_lines, sees
from gearlock.systems.tactical.state import COMBAT, HALF, STATIONARY, Activation
from gearlock.table.terrain import Piece
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, ridge, strip
from systems.tactical.tables import RIFLES, put


@pytest.mark.rule("tactical.2.6.6-concealment", "tactical.2.6.6")
def test_three_inches_of_jungle_hide_a_gear_from_a_rating_of_four() -> None:
    state, red, blue = facing_off(strip("jungle", 4, 7))
    found = look(state, red, blue)
    assert (found.concealment, found.detection) == (6, 4)
    assert found.reason is not None
    assert found.reason.code == "concealed"
    assert found.reason.facts == {"concealment": 6, "detection": 4}


@pytest.mark.rule("tactical.2.6.6-concealment")
@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ((strip("woodland", 4, 6),), 2),
        ((strip("woodland", 4, 5.999),), 1),
        ((strip("woodland", 4, 4.999),), 0),
        ((strip("woodland", 4, 4.6), strip("woodland", 7, 7.4)), 1),
        ((strip("woodland", 4, 4.6), strip("jungle", 7, 7.6)), 0),
        ((strip("swamp", 9, 14),), 3),
        ((strip("woodland", -3, 2),), 2),
        ((strip("urban", 3, 5), strip("dense urban", 6, 7)), 4),
        ((strip("rough", 2, 9), strip("sand", 9, 11)), 0),
        ((strip("jungle", 3, 6), strip("swamp", 11, 14)), 7),
        ((strip("woodland", 2, 8), strip("clear", 4, 6)), 4),
        ((strip("clear", 4, 6), strip("woodland", 2, 8)), 6),
        ((strip("road", 4, 6, kind="road"), strip("woodland", 2, 8)), 4),
        ((strip("woodland", 2, 8), strip("jungle", 4, 6)), 8),
        ((strip("woodland", 13, 20),), 0),
    ],
)
def test_obscurement_counts_for_every_whole_inch_of_a_type(pieces: tuple[Piece, ...], points: int) -> None:
    state, red, blue = facing_off(*pieces)
    found = look(state, red, blue)
    assert (found.obscurement, found.concealment, found.penalty) == (points, points, points)
    assert sees(state, red, blue) == (points <= 4)
    assert -sum(line.value for line in obscurement_lines(state, red, blue)) == points


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_a_slanting_line_is_measured_exactly() -> None:
    for end, points in ((8000, 5), (7999, 4)):  # 3-4-5: three inches east and four north are five
        wood = Piece("wood", "Wood", "area", ((0, 4000), (60000, 4000), (60000, end), (0, end)),
                     props={"going": "woodland"})  # fmt: skip
        state, red, blue = facing_off(wood)
        red.x, red.y, blue.x, blue.y = 20000, 1000, 29000, 13000
        red.facing = 450
        assert look(state, red, blue).obscurement == points


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_a_line_along_a_side_takes_the_side_that_hides_less_and_abutting_woods_have_no_crack() -> None:
    upper = Piece("upper", "Wood", "area", ((12000, 10000), (18000, 10000), (18000, 20000), (12000, 20000)),
                  props={"going": "woodland"})  # fmt: skip
    lower = Piece("lower", "Wood", "area", ((12000, 2000), (18000, 2000), (18000, 10000), (12000, 10000)),
                  props={"going": "woodland"})  # fmt: skip
    for pieces, points in (((upper,), 0), ((lower,), 0), ((upper, lower), 6)):
        state, red, blue = facing_off(*pieces)
        assert look(state, red, blue).obscurement == points


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_from_a_higher_level_only_what_the_line_passes_through_counts() -> None:
    state, red, blue = facing_off(ridge(-1, 1, 2), strip("woodland", 2, 10))
    assert (red.z, blue.z) == (2000, 0)
    assert look(state, red, blue).obscurement == 4  # trees of one level: the line is among them from 6 to 10 in
    assert look(state, blue, red).obscurement == 4
    tall, red, blue = facing_off(ridge(-1, 1, 2), strip("woodland", 2, 10, top=2))
    assert look(tall, red, blue).obscurement == 8
    high, red, blue = facing_off(ridge(-1, 1), ridge(11, 13), strip("jungle", 3, 9))
    assert look(high, red, blue).obscurement == 0
    wooded, red, blue = facing_off(ridge(-1, 13, props={"going": "woodland"}), apart=6)
    assert look(wooded, red, blue).obscurement == 6


@pytest.mark.rule("tactical.2.6.5-water")
def test_water_hides_only_a_defender_who_stands_in_it() -> None:
    water = strip("water", 10, 14, kind="water")
    for before, points in ((9, 0), (12, 4)):
        state, red, blue = facing_off(water, apart=before)
        assert look(state, red, blue).obscurement == points
        assert look(state, blue, red).obscurement == 0
    state, red, blue = facing_off(water)
    blue.mode = "H"
    assert look(state, red, blue).obscurement == 0
    blue.mode = "W"
    state.notes.clear()
    fitted(blue, Amphibious=1)
    assert look(state, red, blue).obscurement == 4
    state.notes.clear()
    state.switches["amphibious vehicles are not hidden by water"] = "yes"
    assert look(state, red, blue).obscurement == 0
    state.switches.clear()
    state.notes.clear()
    fitted(red, Aquatic_Sensors=1)
    assert look(state, red, blue).obscurement == 0
    deep, red, blue = facing_off(strip("deep water", 11, 14, kind="water"))
    assert look(deep, red, blue).obscurement == 4


@pytest.mark.rule("tactical.2.6.6-detection")
def test_the_detection_rating_is_the_better_of_base_and_passive_sensors() -> None:
    state, red, blue = facing_off()
    for sensors, level, rating in ((0, 2, 4), (3, 2, 4), (4, 2, 5), (2, 4, 5), (2, 3, 4)):
        state.notes.clear()
        changed(red, sensors=sensors)
        red.level = level
        assert look(state, red, blue).detection == rating
    state.switches["time of day"] = "night"
    for sensors, level, rating in ((0, 4, 3), (0, 2, 2), (-2, 4, 2)):  # levels of Electronic Warfare: 3 and 1
        state.notes.clear()
        changed(red, sensors=sensors)
        red.level = level
        assert look(state, red, blue).detection == rating
    squad = put(state, "red-2", RIFLES, 10, 12, level=5)
    assert look(state, squad, blue).detection == 2
    state.switches.clear()
    state.notes.clear()
    assert look(state, squad, blue).detection == 4


@pytest.mark.rule("tactical.2.6.6-detection")
def test_damage_to_sensors_lowers_the_rating_and_shortens_the_range() -> None:
    state, red, blue = facing_off(apart=40)
    changed(red, sensors=5)
    red.harm["aux:sensors"] = 1
    assert (look(state, red, blue).detection, look(state, red, blue).reason) == (5, None)
    state.notes.clear()
    red.harm["aux:sensors"] = 5
    refusal = look(state, red, blue).reason
    assert refusal is not None
    assert (refusal.code, refusal.facts["reach"]) == ("sensor-range", 20000)
    blue.x = red.x + 20000
    assert look(state, red, blue).detection == 4
    assert sees(state, red, blue)


@pytest.mark.rule("tactical.2.6.6", "tactical.2.6.6-detection")
@pytest.mark.parametrize(("apart", "seen"), [(40, True), (40.001, False)])
def test_sensors_reach_as_far_as_the_card_says(apart: float, seen: bool) -> None:
    state, red, blue = facing_off(apart=apart)
    assert sees(state, red, blue) == seen
    skirmish, red, blue = facing_off(apart=apart, skirmish=True)
    assert sees(skirmish, red, blue)


@pytest.mark.rule("tactical.2.6.6-detection")
def test_infantry_sees_a_kilometre() -> None:
    state, _, blue = facing_off()
    squad = put(state, "red-2", RIFLES, 10, 10)
    for away, seen in ((20000, True), (20001, False)):
        blue.x = squad.x + away
        assert sees(state, squad, blue) == seen


@pytest.mark.rule("tactical.3.3.2", "tactical.7.2-stealth")
@pytest.mark.parametrize(
    ("pieces", "time", "concealment", "seen", "penalty", "detecting_only"),
    [((), "day", 0, True, 0, 0), ((strip("woodland", 3, 4),), "day", 4, True, 4, 1), ((), "night", 3, False, 3, 0)],
)
def test_stealth_counts_behind_obscurement_and_always_at_night(
    pieces: tuple[Piece, ...], time: str, concealment: int, seen: bool, penalty: int, detecting_only: int
) -> None:
    state, red, blue = facing_off(*pieces, time_of_day=time, stealth="yes")
    changed(red, sensors=1)
    red.level = 1
    fitted(blue, Stealth=3)
    found = look(state, red, blue)
    assert (found.concealment, sees(state, red, blue), found.penalty) == (concealment, seen, penalty)
    state.notes.clear()
    state.switches["stealth for detection only"] = "yes"
    assert look(state, red, blue).penalty == detecting_only
    assert look(state, red, blue).concealment == concealment


@pytest.mark.rule("tactical.3.3.2")
def test_without_its_module_stealth_does_nothing() -> None:
    state, red, blue = facing_off(strip("woodland", 3, 4))
    fitted(blue, Stealth=3)
    assert look(state, red, blue).concealment == 1


@pytest.mark.rule("tactical.7.2-camo-netting")
@pytest.mark.parametrize(
    ("going", "went", "points"),
    [("woodland", STATIONARY, 1), ("jungle", STATIONARY, 1), ("woodland", COMBAT, 0), ("swamp", STATIONARY, 0)],
)
def test_camo_netting_hides_who_stands_still_among_trees(going: str, went: str, points: int) -> None:
    state, red, blue = facing_off(strip(going, 11.3, 14))
    fitted(blue, Camo_Netting=1)
    blue.went = went
    found = look(state, red, blue)
    assert (found.concealment, found.penalty, found.stealth) == (points, points, points)


@pytest.mark.rule("tactical.7.2-camo-netting", "tactical.2.6.2-snap-fire")
@pytest.mark.parametrize(("limit", "points"), [(STATIONARY, 1), (HALF, 0), (COMBAT, 0)])
def test_camo_netting_hides_nobody_who_is_on_the_move_now(limit: str, points: int) -> None:
    state, red, blue = facing_off(strip("woodland", 11.3, 14))
    fitted(blue, Camo_Netting=1)
    blue.went = STATIONARY
    state.activation = Activation(blue.id, limit, "W", spent=1000, gone=1000)
    assert look(state, red, blue).concealment == points


@pytest.mark.rule("tactical.7.2-camo-netting")
def test_the_reading_for_detection_holds_for_netting_too() -> None:
    state, red, blue = facing_off(strip("woodland", 11.3, 14), stealth_for_detection_only="yes")
    fitted(blue, Camo_Netting=1)
    assert (look(state, red, blue).concealment, look(state, red, blue).penalty) == (1, 0)


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_a_large_sensor_profile_gives_a_vehicle_away_and_is_not_easier_to_hit() -> None:
    state, red, blue = facing_off(strip("jungle", 4, 7))
    fitted(blue, {"Large Sensor Profile": 2})
    found = look(state, red, blue)
    assert (found.concealment, found.penalty, found.reason) == (4, 6, None)


@pytest.mark.rule("tactical.7.2-sensor-dependent")
def test_who_depends_on_sensors_is_blind_without_them() -> None:
    state, red, blue = facing_off()
    fitted(red, {"Sensor Dependent": 1})
    red.harm["aux:sensors"] = 4
    assert sees(state, red, blue)
    red.harm["aux:sensors"] = 5
    state.notes.clear()
    refusal = look(state, red, blue).reason
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("blind", "tactical.7.2-sensor-dependent")


@pytest.mark.rule("tactical.2.6.6")
def test_points_are_looked_at_as_opponents_are() -> None:
    state, red, _ = facing_off(strip("jungle", 4, 7))
    assert look_at_point(state, red, red.x + 9000, red.y).concealment == 6
    assert look_at_point(state, red, red.x + 3000, red.y).reason is None
    behind = look_at_point(state, red, red.x - 3000, red.y).reason
    assert behind is not None
    assert behind.code == "arc"


@pytest.mark.rule("tactical.2.6.6")
def test_who_is_gone_or_has_no_crew_neither_sees_nor_is_seen() -> None:
    state, red, blue = facing_off()
    blue.status = "reserve"
    assert not sees(state, red, blue)
    blue.status = "fielded"
    red.crew_lost = 1
    state.notes.clear()
    assert not sees(state, red, blue)


@pytest.mark.rule("tactical.2.6.6-detection")
def test_a_vehicle_without_sensors_sees_a_kilometre() -> None:
    state, red, blue = facing_off(apart=20)
    changed(red, sensor_km=0, sensors=5, modes={"G": Speeds(4, 7)})
    assert (look(state, red, blue).detection, look(state, red, blue).reason) == (4, None)
    blue.x += 1
    assert not sees(state, red, blue)
