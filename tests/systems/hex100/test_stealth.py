"""Optical stealth, how it is lost and comes back, and the optics and sensors against hidden units."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, FireReserve, accuracy_modifiers, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.detection.locks import expose, expose_attacker
from gearlock.systems.hex100.detection.sight import (
    LockLost,
    LockOn,
    Search,
    StealthLost,
    can_sense,
    is_hidden_from,
    is_stealthed,
    level_of,
    vision,
)
from gearlock.systems.hex100.electronic_warfare import Recover
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.movement.moving import Disengage, Move
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEEN, UNKNOWN, State
from gearlock.systems.hex100.turns import EndTurn, PhaseBegan
from systems.hex100.kit import E, Place, Position, W, at, code, events, machine, plain

SENSOR = machine("crocodile-mk2", [], ["basic-sensor-suite"], ["crocodile-combat-laser"])
EYES = machine("crocodile-mk2", [], [], ["crocodile-combat-laser"])
SCANNER = machine("crocodile-mk2", [], ["hi-res-optical-scanner"])
SUITE = machine("crocodile-mk2", [], ["advanced-sensor-suite"])
RADAR = machine("crocodile-mk2", [], ["soliton-radar"])
BARE = machine("crocodile-mk2")
CLOAK = machine("predator-1e", ["predator-cloaking-device"], ["x-bow"], ["light-auto-cannon"])
CAMO = machine("lord-mk2", [], [], [], ["therm-optic-camo-plating-light"])
PLATED = machine("errant-mk2", [], [], [], [], ["errant-stealth-plating-heavy"])
SQUIRE = machine("squire")


def names(state: State, seat: str, side: str) -> list[str]:
    pieces = [piece for piece in view(state, seat, ()).pieces if piece.side == side]
    return [token.name for piece in pieces for token in piece.tokens]


@pytest.mark.rule("hex100.optical-stealth", "hex100.attr-optical-stealth", "hex100.unit-predator-1e")
@pytest.mark.rule("hex100.unit-lord-mk2", "hex100.unit-errant-mk2")
@pytest.mark.parametrize("cloaked", [CLOAK, CAMO, PLATED])
def test_eyes_do_not_find_optical_stealth_and_sensors_do(cloaked: Machine) -> None:
    position = Position(plain(), [(EYES, (0, 4), E)], [(cloaked, (3, 4), W)])
    assert "blue-1" not in position.state.known["red"]
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(cloaked, (3, 4), W)])
    assert position.state.known["red"]["blue-1"] == BLIP
    assert "optical stealth" in names(position.state, "red", "blue")
    assert "optical stealth" in names(position.state, "blue", "blue")


@pytest.mark.rule("hex100.therm-optic", "hex100.errant-stealth-plating")
@pytest.mark.parametrize(
    ("unit", "item", "hp"),
    [
        ("lord-mk2", "therm-optic-camo-plating-light", 14 + 4),
        ("lord-mk2", "therm-optic-camo-plating-heavy", 14 + 10),
        ("errant-mk2", "errant-stealth-plating-light", 16 + 4),
        ("errant-mk2", "errant-stealth-plating-heavy", 16 + 10),
    ],
)
def test_plating_gives_hit_points_and_hides_until_its_hardpoint_is_wrecked(unit: str, item: str, hp: int) -> None:
    spaces = 3 if unit == "lord-mk2" else 4
    position = Position(
        plain(), [(machine(unit, *([] for _ in range(spaces)), [item]), (0, 4), E)], [(BARE, (5, 4), W)]
    )
    mech = position.unit("red-1")
    assert mech.hp == hp
    mech.shocked = mech.hacked = True
    assert is_stealthed(position.state, mech)
    mech.hurt[spaces] = 1
    assert is_stealthed(position.state, mech)
    mech.hurt[spaces] = 2
    assert not is_stealthed(position.state, mech)


@pytest.mark.rule("hex100.predator-cloak")
@pytest.mark.parametrize(("trouble", "hidden"), [("jammed", True), ("hacked", False), ("shocked", False)])
def test_a_cloaking_device_needs_power_and_falls_to_hackers(trouble: str, hidden: bool) -> None:
    position = Position(plain(), [(CLOAK, (0, 4), E)], [(BARE, (5, 4), W)])
    assert is_stealthed(position.state, position.unit("red-1"))
    setattr(position.unit("red-1"), trouble, True)
    assert is_stealthed(position.state, position.unit("red-1")) is hidden


@pytest.mark.rule("hex100.attr-beacon", "hex100.optical-stealth")
def test_a_beacon_has_nothing_of_its_cloak() -> None:
    position = Position(plain(), [(CLOAK, (0, 4), E)], [(EYES, (5, 4), W)])
    position.unit("red-1").beacon = True
    assert level_of(position.state, "blue", position.unit("red-1")) == SEEN


@pytest.mark.rule("hex100.optical-stealth", "hex100.lock-on", "hex100.attr-sensor-lock")
def test_only_a_sensor_lock_takes_hold_of_a_cloaked_unit() -> None:
    red: list[Place] = [(EYES, (0, 4), E), (SENSOR, (0, 5), E)]
    position = Position(plain(), red, [(CLOAK, (3, 4), W)])
    contact = position.state.contacts["red"]["blue-1"]
    refusal = position.play().refuse("red", LockOn("red-1", contact))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-line-of-sight", "hex100.optical-stealth")
    position = Position(plain(), red, [(CLOAK, (3, 4), W)], acting="red-2")
    assert code(position.play(), "red", LockOn("red-2", position.state.contacts["red"]["blue-1"])) == ""


@pytest.mark.rule("hex100.optical-stealth", "hex100.lock-persistence", "hex100.optical-stealth-lost")
def test_stealth_comes_back_with_the_next_phase_and_breaks_visual_locks() -> None:
    position = Position(plain(), [(EYES, (0, 4), E), (SENSOR, (0, 5), E)], [(CLOAK, (3, 4), W)])
    cloaked = position.unit("blue-1")
    cloaked.exposed = True
    position.unit("red-1").lock = "blue-1"
    assert level_of(position.state, "red", cloaked) == SEEN
    battle = position.play()
    for unit in ("red-1", "red-2"):
        battle.answer("red", EndTurn(unit))
    assert not battle.state.units["blue-1"].exposed
    assert battle.state.known["red"]["blue-1"] < SEEN
    assert events(battle, LockLost)


@pytest.mark.rule("hex100.optical-stealth-lost")
@pytest.mark.parametrize(("away", "lost"), [(1, True), (2, False)])
def test_a_cloaked_unit_that_ends_its_turn_next_to_an_enemy_is_seen(away: int, lost: bool) -> None:
    position = Position(plain(), [(CLOAK, (4, 4), E), (BARE, (0, 0), E)], [(EYES, (4 + away, 4), W)])
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    assert bool(events(battle, StealthLost)) is lost
    assert (battle.state.known["blue"].get("red-1") == SEEN) is lost


@pytest.mark.rule("hex100.optical-stealth-lost")
@pytest.mark.parametrize(("away", "lost"), [(1, True), (2, False)])
def test_an_enemy_that_ends_its_turn_beside_a_cloaked_unit_uncovers_it(away: int, lost: bool) -> None:
    position = Position(plain(), [(EYES, (4, 4), E), (BARE, (0, 0), E)], [(CLOAK, (4 + away, 4), W)])
    assert "blue-1" not in position.state.known["red"]
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    assert [event.unit for event in events(battle, StealthLost)] == ["blue-1"] * lost
    assert ("blue-1" in battle.state.known["red"]) is lost


@pytest.mark.rule("hex100.attr-silenced", "hex100.optical-stealth-lost", "hex100.weapons-medium")
@pytest.mark.parametrize(("weapon", "lost"), [("x-bow", False), ("light-auto-cannon", True)])
def test_silenced_weapons_keep_stealth_and_others_lose_it(weapon: str, lost: bool) -> None:
    position = Position(plain(), [(CLOAK, (0, 4), E), (BARE, (0, 0), E)], [(EYES, (4, 4), W)])
    shots = 1 if weapon == "x-bow" else rof(position, weapon)
    battle = position.play((99,) * shots)
    battle.answer("red", Attack("red-1", (weapon,), position.state.contacts["red"]["blue-1"]))
    assert battle.state.units["red-1"].exposed is lost
    assert ("red-1" in battle.state.known["blue"]) is lost
    later = battle.state.clone()
    BOOK.apply(later, PhaseBegan(2, "red", ()))
    assert is_stealthed(later, later.units["red-1"])


def rof(position: Position, token: str) -> int:
    found = find_weapon(position.state, position.unit("red-1"), token)
    assert found is not None
    return found[1].rof


@pytest.mark.rule("hex100.attack-stealthed")
@pytest.mark.parametrize(("exposed", "lines"), [(False, [-20]), (True, [])])
def test_direct_fire_at_a_stealthed_contact_loses_twenty(exposed: bool, lines: list[int]) -> None:
    position = Position(plain(), [(SENSOR, (0, 4), E)], [(CLOAK, (3, 4), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    target.exposed = exposed
    found = find_weapon(position.state, unit, "crocodile-combat-laser")
    assert found is not None
    aim = take_aim(position.state, unit, found[1], target, target.hex)
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == lines
    order = Attack("red-1", ("crocodile-combat-laser",), position.state.contacts["red"]["blue-1"])
    assert code(position.play(), "red", order) == ""
    assert [line.value for line in PREVIEWS.preview(position.state, "red", order).attack[1:]] == lines


@pytest.mark.rule("hex100.attack-stealthed", "hex100.los-blocking")
def test_terrain_still_blocks_fire_at_a_stealthed_contact() -> None:
    drawing = "\n".join("..^" + "." * 10 for _ in range(9))
    position = Position(drawing, [(SENSOR, (0, 4), E)], [(CLOAK, (3, 4), W)])
    order = Attack("red-1", ("crocodile-combat-laser",), position.state.contacts["red"]["blue-1"])
    assert code(position.play(), "red", order) == "no-line-of-sight"


@pytest.mark.rule("hex100.optical-scanner", "hex100.attr-optical-detection")
@pytest.mark.parametrize(("away", "found"), [(4, True), (5, False)])
def test_an_optical_scanner_counters_stealth_within_four_hexes(away: int, found: bool) -> None:
    position = Position(plain(), [(SCANNER, (0, 4), E)], [(CLOAK, (away, 4), W)])
    before = vision(position.state, position.unit("red-1"))
    position.unit("red-1").pool["utility"] = 2
    battle = position.play()
    battle.answer("red", Search("red-1", "optics"))
    assert vision(battle.state, battle.state.units["red-1"]) == before + 2
    assert (battle.state.known["red"].get("blue-1") == SEEN) is found
    assert is_hidden_from(battle.state, "red", battle.state.units["blue-1"]) is not found
    assert code(battle, "red", Search("red-1", "optics")) == "used"
    assert code(battle, "red", Search("red-1", "sensors")) == "no-such-device"
    assert code(battle, "red", Search("red-1", "nose")) == "no-such-device"
    later = battle.state.clone()
    BOOK.apply(later, PhaseBegan(2, "red", ()))
    assert level_of(later, "red", later.units["blue-1"]) == UNKNOWN


@pytest.mark.rule("hex100.sensor-advanced", "hex100.attr-advanced-sensor")
@pytest.mark.parametrize(
    ("away", "plainly", "swept"),
    [(4, True, True), (5, False, True), (8, False, True), (9, False, False)],
)
def test_a_sensor_sweep_adds_four_to_the_reach_against_dampening(away: int, plainly: bool, swept: bool) -> None:
    position = Position(plain(), [(SUITE, (0, 4), E)], [(SQUIRE, (away, 4), W)])
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is plainly
    battle = position.play()
    battle.answer("red", Search("red-1", "sensors"))
    assert can_sense(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"]) is swept


@pytest.mark.rule("hex100.sensor-advanced", "hex100.identification")
def test_an_advanced_suite_tells_the_type_of_what_it_finds() -> None:
    drawing = "\n".join("..^" + "." * 12 for _ in range(9))
    for suite, level in ((SUITE, IDENTIFIED), (SENSOR, BLIP)):
        position = Position(drawing, [(suite, (0, 4), E)], [(BARE, (12, 4), W)])
        assert position.state.known["red"]["blue-1"] == level


@pytest.mark.rule("hex100.attr-advanced-sensor")
@pytest.mark.parametrize(("away", "found"), [(6, True), (7, False)])
def test_soliton_radar_betters_dampening_by_two(away: int, found: bool) -> None:
    position = Position(plain(), [(RADAR, (0, 4), E)], [(SQUIRE, (away, 4), W)])
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found


@pytest.mark.rule("hex100.soliton-radar", "hex100.attr-beacon")
@pytest.mark.parametrize(("away", "found"), [(10, True), (11, False)])
def test_soliton_radar_reaches_ten_hexes_and_hears_beacons_beyond(away: int, found: bool) -> None:
    position = Position(plain(), [(RADAR, (0, 4), E)], [(BARE, (away, 4), W)])
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) is found
    position.unit("blue-1").beacon = True
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1"))


@pytest.mark.rule("hex100.optical-stealth", "hex100.disengage", "hex100.attack-of-opportunity")
def test_a_cloaked_unit_in_the_next_hex_holds_nobody_in_melee_and_stops_who_walks_into_it() -> None:
    position = Position(plain(), [(EYES, (0, 4), E), (BARE, (0, 0), E)], [(CLOAK, (1, 4), W)])
    assert position.unit("red-1").engaged == []
    battle = position.play()
    assert code(battle, "red", Disengage("red-1", *at(0, 3), E)) == "not-engaged"
    battle.answer("red", Move("red-1", (at(1, 4),), E))
    assert battle.state.units["red-1"].hex == at(0, 4)


@pytest.mark.rule("hex100.optical-stealth-lost", "hex100.sensor-detection")
def test_nobody_learns_of_the_stealth_of_a_blip_that_eyes_could_find_anyway() -> None:
    position = Position(".B...", [(SENSOR, (0, 0), E)], [(CLOAK, (3, 0), W)], acting="blue-1")
    assert position.state.known["red"]["blue-1"] == BLIP
    for beacon, told in ((False, True), (True, False)):
        position.unit("blue-1").exposed, position.unit("blue-1").beacon = False, beacon
        position.ctx.events.clear()
        expose(position.ctx, "blue-1")
        (event,) = [each for each in position.ctx.events if isinstance(each, StealthLost)]
        assert (BOOK.tell(position.state, event, "red") is not None) == told
        assert BOOK.tell(position.state, event, "blue") is not None


@pytest.mark.rule("hex100.optical-stealth-lost", "hex100.recovery")
def test_who_attacks_while_its_cloak_is_shut_down_does_not_hide_by_recovering() -> None:
    position = Position(plain(), [(EYES, (0, 4), E)], [(CLOAK, (4, 4), W)], acting="blue-1")
    position.unit("blue-1").hacked = True
    battle = position.play((99, 99))
    battle.answer("blue", Attack("blue-1", ("light-auto-cannon",), "contact-1"))
    battle.answer("blue", Recover("blue-1"))
    assert not battle.state.units["blue-1"].hacked
    assert not is_stealthed(battle.state, battle.state.units["blue-1"])


@pytest.mark.rule("hex100.attr-silenced", "hex100.optical-stealth-lost")
@pytest.mark.parametrize(
    ("weapons", "shown"),
    [(("x-bow",), False), (("light-auto-cannon",), True), (("x-bow", "light-auto-cannon"), True)],
)
def test_one_weapon_that_is_heard_is_enough_to_show_who_fires(weapons: tuple[str, ...], shown: bool) -> None:
    position = Position(plain(), [(EYES, (0, 4), E)], [(CLOAK, (4, 4), W)], acting="blue-1")
    expose_attacker(position.ctx, "blue-1", weapons)
    assert position.unit("blue-1").exposed == shown


@pytest.mark.rule("hex100.attr-advanced-sensor", "hex100.modifier-stacking")
@pytest.mark.parametrize(("away", "found"), [(4 + 4, True), (4 + 4 + 1, False)])
def test_radar_and_sweep_do_not_add_up_the_better_counts(away: int, found: bool) -> None:
    both = machine("summit-mk2", ["soliton-radar"], ["advanced-sensor-suite"])
    position = Position(plain(), [(both, (0, 4), E)], [(machine("squire"), (away, 4), W)])
    position.unit("red-1").searching = ["sensors"]
    assert can_sense(position.state, position.unit("red-1"), position.unit("blue-1")) == found


@pytest.mark.rule("hex100.optical-scanner", "hex100.attr-sensitive-electronics")
@pytest.mark.parametrize("trouble", ["hacked", "shocked", "jammed"])
def test_a_scanner_at_work_that_is_shut_down_finds_nothing_more(trouble: str) -> None:
    position = Position(plain(), [(SCANNER, (0, 4), E)], [(CLOAK, (3, 4), W)])
    eye, cloaked = position.unit("red-1"), position.unit("blue-1")
    eye.searching = ["optics"]
    far = vision(position.state, eye)
    assert not is_hidden_from(position.state, "red", cloaked)
    setattr(eye, trouble, True)
    assert is_hidden_from(position.state, "red", cloaked)
    assert vision(position.state, eye) == far - 2


@pytest.mark.rule("hex100.attack-stealthed", "hex100.attr-indirect-fire", "hex100.modifier-negative")
@pytest.mark.parametrize("drawing", ["....", ".B.."])
@pytest.mark.parametrize(("weapon", "locked", "lines"), [("mortar", False, [-20]), ("mortar", True, [10])])
def test_indirect_fire_at_a_cloaked_unit_loses_twenty_once_and_nothing_with_a_lock(
    drawing: str, weapon: str, locked: bool, lines: list[int]
) -> None:
    gunner = machine("crocodile-mk2", [], ["basic-sensor-suite"], [weapon])
    position = Position(drawing, [(gunner, (0, 0), E)], [(CLOAK, (3, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    red.lock = "blue-1" if locked else ""
    found = find_weapon(position.state, red, weapon)
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert [line.value for line in accuracy_modifiers(position.state, aim)] == lines


@pytest.mark.rule("hex100.reserve", "hex100.optical-stealth")
@pytest.mark.parametrize(("exposed", "asked"), [(False, False), (True, True)])
def test_a_cloaked_contact_does_not_come_into_line_of_sight(exposed: bool, asked: bool) -> None:
    position = Position("..B..\n.....", [(SENSOR, (0, 0), E)], [(CLOAK, (3, 0), W)], acting="blue-1")
    position.unit("blue-1").exposed = exposed
    holder = position.unit("red-1")
    holder.held, holder.held_weapons, holder.trigger = "attack", ["crocodile-combat-laser"], "appears"
    assert not position.state.land.is_clear(at(0, 0), at(3, 0))
    assert position.state.land.is_clear(at(0, 0), at(2, 1))
    battle = position.play()
    battle.answer("blue", Move("blue-1", (at(2, 1),), W))
    assert (battle.waiting_for() == ("red",)) == asked


@pytest.mark.rule("hex100.reserve", "hex100.optical-stealth-lost")
def test_a_cloaked_unit_that_fires_from_reserve_is_seen_and_was_not_before() -> None:
    position = Position(plain(), [(CLOAK, (0, 4), E)], [(EYES, (4, 4), W)], acting="blue-1")
    holder = position.unit("red-1")
    holder.held, holder.held_weapons, holder.trigger = "attack", ["light-auto-cannon"], "moves"
    assert "red-1" not in position.state.known["blue"]
    battle = position.play((99, 99))
    battle.answer("blue", Move("blue-1", (at(3, 4),), W))
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert battle.state.units["red-1"].exposed
    assert battle.state.known["blue"]["red-1"] == SEEN
