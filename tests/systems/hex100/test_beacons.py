"""Beacons and the canisterate; eyes better and worse than others."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, accuracy_modifiers, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.detection.sight import LockOn, LockResisted, LockTaken, Marked, can_sense, level_of, vision
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.networks import resistance_to_lock
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.state import BLIP, UNKNOWN, State
from gearlock.systems.hex100.turns import PhaseBegan
from systems.hex100.kit import E, Place, Position, W, at, code, east, events, machine, plain

SENSOR = machine("crocodile-mk2", [], ["basic-sensor-suite"])
BLIND = machine("crocodile-mk2")
JUMPER = machine("cirrus-mk2", [], [], ["cirrus-mobility-system"])
LORD = machine("lord-mk2")
ERRANT = machine("errant-mk2")
THROWER = machine("crocodile-mk2", [], ["basic-sensor-suite"], ["canisterate"])
FAT_MANN = machine("fat-mann", ["railgun"])
ZENITH = machine("zenith-mbt")
WALL = "\n".join("." * 12 + "^" + "." * 7 for _ in range(9))


@pytest.mark.rule("hex100.attr-beacon")
def test_a_beacon_is_found_by_any_sensors_whatever_dampens_it() -> None:
    position = Position(WALL, [(SENSOR, (0, 4), E)], [(LORD, (15, 4), W)])
    lord = position.unit("blue-1")
    assert level_of(position.state, "red", lord) == UNKNOWN
    lord.beacon = True
    assert level_of(position.state, "red", lord) == BLIP
    lord.beacon, lord.marked = False, True
    assert level_of(position.state, "red", lord) == BLIP


@pytest.mark.rule("hex100.attr-beacon")
def test_who_has_no_sensors_finds_no_beacon() -> None:
    position = Position(WALL, [(BLIND, (0, 4), E)], [(LORD, (15, 4), W)])
    position.unit("blue-1").beacon = True
    assert level_of(position.state, "red", position.unit("blue-1")) == UNKNOWN


@pytest.mark.rule("hex100.attr-beacon")
@pytest.mark.parametrize(("rating", "left"), [(10, 0), (20, 0), (50, 30), (59, 39), (60, 40), (70, 40), (100, 40)])
def test_a_beacon_shakes_locks_off_with_twenty_less_and_forty_at_most(
    rating: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(ERRANT, (5, 4), W)])
    monkeypatch.setattr("gearlock.systems.hex100.networks.e_war", lambda *_: rating)
    errant = position.unit("blue-1")
    assert resistance_to_lock(position.state, errant) == rating
    errant.beacon = True
    assert resistance_to_lock(position.state, errant) == left


@pytest.mark.rule("hex100.attr-beacon")
@pytest.mark.parametrize(("face", "taken"), [(19, False), (20, True)])
def test_locks_on_a_beacon_are_rolled_against_the_lower_number(face: int, taken: bool) -> None:
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(ERRANT, (5, 4), W)])
    position.unit("blue-1").marked = True
    battle = position.play((face,))
    battle.answer("red", LockOn("red-1", position.state.contacts["red"]["blue-1"]))
    assert bool(events(battle, LockTaken)) is taken
    assert bool(events(battle, LockResisted)) is not taken


@pytest.mark.rule("hex100.attr-beacon", "hex100.cirrus-passive")
def test_who_jumps_is_a_beacon_for_both_sides_until_its_next_phase() -> None:
    position = Position(plain(), [(JUMPER, (0, 4), E)], [(SENSOR, (6, 4), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 2), E, way="jump"))
    assert "beacon" in tokens(battle.state, "red")
    assert "beacon" in tokens(battle.state, "blue")


def tokens(state: State, seat: str) -> list[str]:
    pieces = [piece for piece in view(state, seat, ()).pieces if piece.side == "red"]
    return [token.name for piece in pieces for token in piece.tokens]


@pytest.mark.rule("hex100.canisterate", "hex100.attr-beacon", "hex100.weapons-throwable")
def test_a_canisterate_makes_beacons_for_good_of_all_within_two_hexes_and_hurts_nobody() -> None:
    blue: list[Place] = [(LORD, (3, 4), W), (LORD, (5, 4), W), (LORD, (6, 4), W)]
    position = Position(plain(), [(THROWER, (0, 4), E), (BLIND, (2, 4), E)], blue)
    battle = position.play((69,))
    before = {unit.id: unit.hp for unit in battle.state.units.values()}
    battle.answer("red", Attack("red-1", ("canisterate",), position.state.contacts["red"]["blue-1"]))
    assert {event.unit for event in events(battle, Marked)} == {"red-2", "blue-1", "blue-2"}
    assert before == {unit.id: unit.hp for unit in battle.state.units.values()}
    assert code(battle, "red", Attack("red-1", ("canisterate",), position.state.contacts["red"]["blue-1"]))
    later = battle.state.clone()
    BOOK.apply(later, PhaseBegan(2, "blue", ()))
    assert later.units["blue-1"].marked


@pytest.mark.rule("hex100.canisterate", "hex100.blast-scatter")
def test_a_canisterate_that_misses_scatters_and_marks_where_it_comes_down() -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(LORD, (3, 4), W)])
    battle = position.play((70,), (1,), (2,))
    battle.answer("red", Bombard("red-1", "canisterate", *at(2, 4)))
    assert [event.unit for event in events(battle, Marked)] == ["blue-1"]


@pytest.mark.rule("hex100.canisterate", "hex100.attr-beacon")
def test_a_hidden_unit_that_is_marked_shows_on_sensors_at_once() -> None:
    drawing = "\n".join("....^" + "." * 12 for _ in range(9))
    thrower = machine("crocodile-mk2", [], [], ["canisterate"])
    position = Position(drawing, [(thrower, (1, 4), E), (SENSOR, (0, 0), E)], [(LORD, (5, 4), W)])
    assert "blue-1" not in position.state.known["red"]
    battle = position.play((69,))
    battle.answer("red", Bombard("red-1", "canisterate", *at(3, 4)))
    assert battle.state.known["red"]["blue-1"] == BLIP


@pytest.mark.rule("hex100.canisterate")
def test_a_mark_is_worth_a_throw_once() -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(LORD, (3, 4), W)])
    order = Attack("red-1", ("canisterate",), position.state.contacts["red"]["blue-1"])
    assert PREVIEWS.preview(position.state, "red", order).gives > 0
    position.unit("blue-1").marked = True
    assert PREVIEWS.preview(position.state, "red", order).gives == 0


@pytest.mark.rule("hex100.weak-optics", "hex100.unit-fat-mann")
@pytest.mark.parametrize(("away", "lines"), [(4, []), (5, []), (6, [-10]), (7, [-20]), (10, [-50])])
def test_weak_optics_lose_ten_for_every_hex_beyond_the_fifth(away: int, lines: list[int]) -> None:
    position = Position(plain(), [(FAT_MANN, (0, 4), E)], [(BLIND, (away, 4), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, unit, "railgun")
    assert found is not None
    aim = take_aim(position.state, unit, found[1], target, target.hex)
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == lines


@pytest.mark.rule("hex100.zenith-optics", "hex100.unit-zenith-mbt")
@pytest.mark.parametrize(("trouble", "hexes"), [("", 8), ("hacked", 5), ("shocked", 5), ("jammed", 8), ("looking", 12)])
def test_advanced_optics_add_three_hexes_unless_hacked_or_shocked(trouble: str, hexes: int) -> None:
    position = Position(plain(), [(ZENITH, (0, 4), E)], [(BLIND, (8, 4), W)])
    if trouble:
        setattr(position.unit("red-1"), trouble, True)
    assert vision(position.state, position.unit("red-1")) == hexes


@pytest.mark.rule("hex100.zenith-stealth", "hex100.attr-signature-dampening", "hex100.unit-zenith-mbt")
@pytest.mark.parametrize(("away", "found"), [(4, True), (5, False)])
def test_zenith_stealth_gives_six_hit_points_and_dampening_four(away: int, found: bool) -> None:
    zenith = machine("zenith-mbt", [], [], [], ["zenith-stealth-modifications"])
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(zenith, (away, 4), W)])
    assert position.unit("blue-1").hp == 18 + 6
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found


@pytest.mark.rule("hex100.squire-stealth", "hex100.unit-squire")
@pytest.mark.parametrize(
    ("away", "bare", "enhanced"),
    [(2, True, True), (3, True, False), (4, True, False), (5, False, False)],
)
def test_squire_stealth_dampens_to_two_in_place_of_four(away: int, bare: bool, enhanced: bool) -> None:
    quiet = machine("squire", [], [], ["squire-stealth-enhancement"])
    for squire, found, hp in ((machine("squire"), bare, 14), (quiet, enhanced, 18)):
        position = Position(plain(), [(SENSOR, (0, 4), E)], [(squire, (away, 4), W)])
        assert position.unit("blue-1").hp == hp
        assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found


@pytest.mark.rule("hex100.squire-stealth")
def test_a_wrecked_stealth_enhancement_leaves_the_built_in_dampening() -> None:
    quiet = machine("squire", [], [], ["squire-stealth-enhancement"])
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(quiet, (4, 4), W)])
    position.unit("blue-1").hurt[2] = 1
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1"))
