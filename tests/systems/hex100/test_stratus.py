"""The Stratus Sensor System, soliton radar, and units too small for other sensors."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import accuracy_modifiers, take_aim
from gearlock.systems.hex100.detection.sight import ActiveLock, LockOn, LockResisted, Search, can_sense
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import SEEN
from gearlock.systems.hex100.weapons import refuse_volley
from systems.hex100.kit import E, Position, W, code, events, machine, plain

STRATUS = machine(
    "cirrus-mk2", ["rocket-pod"], ["rocket-pod"], ["stratus-sensor-system"], ["light-auto-cannon"], [], [], [], []
)
SENSOR = machine("crocodile-mk2", [], ["basic-sensor-suite"])
RADAR = machine("crocodile-mk2", [], ["soliton-radar"])
BARE = machine("crocodile-mk2")
CLOAK = machine("predator-1e", ["predator-cloaking-device"])
ERRANT = machine("errant-mk2")
SMALL = machine("terror-drones")
RECON = machine("recon-drone")
WALL = "\n".join("..^" + "." * 13 for _ in range(9))


def contact(position: Position) -> str:
    return position.state.contacts["red"]["blue-1"]


@pytest.mark.rule("hex100.stratus-passive", "hex100.unit-cirrus-mk2", "hex100.sensor-detection")
def test_stratus_senses_large_enemies_and_turns_the_move_into_move_or_attack() -> None:
    position = Position(WALL, [(STRATUS, (0, 4), E)], [(BARE, (15, 4), W)])
    assert "blue-1" in position.state.known["red"]
    assert position.unit("red-1").pool["move/attack"] == 1
    assert "move" not in position.unit("red-1").pool


@pytest.mark.rule("hex100.stratus-passive", "hex100.attr-tracking")
@pytest.mark.parametrize(("locked", "wrecked", "lines"), [(True, False, [20]), (True, True, [10]), (False, False, [])])
def test_stratus_gives_tracking_twenty_to_ranged_weapons_on_a_lock(
    locked: bool, wrecked: bool, lines: list[int]
) -> None:
    position = Position(plain(), [(STRATUS, (0, 4), E)], [(BARE, (3, 4), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    unit.lock = "blue-1" if locked else ""
    unit.hurt[2] = 2 if wrecked else 0
    found = find_weapon(position.state, unit, "light-auto-cannon")
    assert found is not None
    aim = take_aim(position.state, unit, found[1], target, target.hex)
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == lines


@pytest.mark.rule("hex100.stratus-missile-link", "hex100.attr-linked")
def test_launchers_of_a_stratus_are_linked_while_it_works() -> None:
    position = Position(plain(), [(STRATUS, (0, 4), E)], [(BARE, (3, 4), W)])
    unit = position.unit("red-1")
    pods = tuple(token for token in position.state.scene.loadouts["red-1"].tokens if token.startswith("rocket-pod"))
    assert len(pods) == 2
    assert refuse_volley(position.state, unit, pods) is not None
    unit.focus = "fire-control"
    assert refuse_volley(position.state, unit, pods) is None
    unit.hurt[2] = 2
    assert refuse_volley(position.state, unit, pods) is not None


@pytest.mark.rule("hex100.stratus-active-lock", "hex100.attr-beacon")
def test_an_active_lock_is_resisted_by_nobody_and_makes_a_beacon() -> None:
    position = Position(WALL, [(STRATUS, (0, 4), E)], [(ERRANT, (4, 4), W)])
    position.unit("blue-1").resisting = True
    order = ActiveLock("red-1", contact(position))
    assert "certain" in PREVIEWS.preview(position.state, "red", order).notes[0]
    battle = position.play()
    battle.answer("red", order)
    assert battle.state.units["red-1"].lock == "blue-1"
    assert battle.state.units["red-1"].beacon
    assert not events(battle, LockResisted)


@pytest.mark.rule("hex100.stratus-active-lock", "hex100.locking-common")
def test_an_active_lock_reaches_ten_hexes_and_works_once_a_turn() -> None:
    for away, refused in ((10, ""), (11, "out-of-range")):
        position = Position(WALL, [(STRATUS, (0, 4), E)], [(BARE, (away, 4), W)])
        assert code(position.play(), "red", ActiveLock("red-1", contact(position))) == refused
    for change, name, refused in (
        ({}, "contact-9", "no-such-contact"),
        ({"jammed": True}, "contact-1", "no-such-device"),
        ({"used": ["active-lock"]}, "contact-1", "used"),
        ({"lock": "blue-1"}, "contact-1", "locked"),
    ):
        position = Position(WALL, [(STRATUS, (0, 4), E)], [(BARE, (9, 4), W)])
        for field, value in change.items():
            setattr(position.unit("red-1"), field, value)
        assert code(position.play(), "red", ActiveLock("red-1", name)) == refused


@pytest.mark.rule("hex100.stratus-active-scan", "hex100.attr-optical-detection", "hex100.attr-advanced-sensor")
@pytest.mark.parametrize(("away", "facing", "seen"), [(6, E, True), (7, E, False), (6, W, False)])
def test_an_active_scan_uncovers_within_six_hexes_of_the_front_arc(away: int, facing: int, seen: bool) -> None:
    position = Position(plain(), [(STRATUS, (0, 4), facing)], [(CLOAK, (away, 4), W)])
    battle = position.play()
    battle.answer("red", Search("red-1", "stratus"))
    assert (battle.state.known["red"].get("blue-1") == SEEN) is seen
    assert battle.state.units["red-1"].beacon


@pytest.mark.rule("hex100.stratus-active-scan")
def test_a_scanning_unit_that_turns_scans_where_it_faces() -> None:
    position = Position(plain(), [(STRATUS, (0, 4), W)], [(CLOAK, (5, 4), W)])
    battle = position.play()
    battle.answer("red", Search("red-1", "stratus"))
    assert battle.state.known["red"].get("blue-1") != SEEN
    battle.answer("red", Move("red-1", (), E))
    assert battle.state.known["red"]["blue-1"] == SEEN


@pytest.mark.rule("hex100.stratus-active-scan", "hex100.attr-advanced-sensor")
@pytest.mark.parametrize(("away", "found"), [(10, True), (11, False)])
def test_an_active_scan_betters_dampening_by_six(away: int, found: bool) -> None:
    position = Position(WALL, [(STRATUS, (0, 4), E)], [(ERRANT, (away, 4), W)])
    battle = position.play()
    battle.answer("red", Search("red-1", "stratus"))
    assert can_sense(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"]) is found


@pytest.mark.rule("hex100.small-units", "hex100.soliton-radar")
def test_small_units_show_on_soliton_radar_alone_and_within_ten_hexes() -> None:
    for sensors, away, found in ((SENSOR, 3, False), (STRATUS, 3, False), (RADAR, 10, True), (RADAR, 11, False)):
        position = Position(plain(), [(sensors, (0, 4), E)], [(SMALL, (away, 4), W)])
        assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found


@pytest.mark.rule("hex100.small-units", "hex100.soliton-radar", "hex100.signature-dampening")
@pytest.mark.parametrize(("away", "found"), [(6, True), (7, False)])
def test_radar_finds_a_dampened_drone_two_hexes_beyond_its_dampening(away: int, found: bool) -> None:
    position = Position(plain(), [(RADAR, (0, 4), E)], [(RECON, (away, 4), W)])
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found


@pytest.mark.rule("hex100.soliton-radar", "hex100.small-units")
def test_small_units_are_locked_with_radar_only_by_sight_or_by_sensors() -> None:
    for sensors, refused in ((SENSOR, "too-small"), (RADAR, "")):
        position = Position(plain(), [(sensors, (0, 4), E)], [(SMALL, (3, 4), W)])
        assert code(position.play(), "red", LockOn("red-1", contact(position))) == refused
    position = Position(WALL, [(RADAR, (0, 4), E)], [(SMALL, (4, 4), W)])
    assert code(position.play(), "red", LockOn("red-1", contact(position))) == ""
