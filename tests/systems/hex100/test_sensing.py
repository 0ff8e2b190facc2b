"""Sight, sensors and what each seat is shown of the other."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.detection.sight import Detected, LookAround, can_sense, can_spot, level_of, vision
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.movement.moving import Move, Turned
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, UNKNOWN, State, Unit, other
from gearlock.systems.hex100.turns import EndTurn
from systems.hex100.kit import E, Position, W, at, east, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
BLIND = machine("big-guye", [], ["mace"])


def slow_level(state: State, seat: str, unit: Unit) -> int:
    """Everybody looks for it and everybody listens, whoever has found it already."""
    own = list(state.serving(seat))
    if state.serves(unit) == seat or any(can_spot(state, eye, unit) for eye in own):
        return SEEN
    found = [eye for eye in own if can_sense(state, eye, unit)]
    outlined = any(equipment_effect(state, eye, "outlines") for eye in found)
    known = outlined or state.known[seat].get(unit.id, UNKNOWN) >= IDENTIFIED
    return (IDENTIFIED if known else BLIP) if found else UNKNOWN


@pytest.mark.rule("hex100.identification", "hex100.visual-detection", "hex100.sensor-detection")
@pytest.mark.parametrize(("seed", "forces"), [(1, {}), (2, {"red": "white-noise-3000"})])
def test_quick_and_plain_looks_know_enemies_alike(seed: int, forces: dict[str, str]) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", seed, forces))
    bot, found = RandomBot(seed), set()
    while not battle.over and battle.decisions < 100:
        for seat in SEATS:
            for unit in battle.state.standing(other(seat)):
                found.add(level_of(battle.state, seat, unit))
                assert level_of(battle.state, seat, unit) == slow_level(battle.state, seat, unit)
        seat = battle.waiting_for()[0]
        battle.answer(seat, bot.decide(Seat(battle, seat)))
    assert len(found) > 1


def level(state: State, seat: str = "red", unit: str = "blue-1") -> int:
    return state.known[seat].get(unit, UNKNOWN)


@pytest.mark.rule("hex100.visual-detection", "hex100.stat-vision")
@pytest.mark.parametrize(("column", "found"), [(5, SEEN), (6, UNKNOWN)])
def test_an_enemy_is_seen_within_vision(column: int, found: int) -> None:
    assert level(Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (column, 0), W)]).state) == found


@pytest.mark.rule("hex100.visual-detection", "hex100.los-blocking")
@pytest.mark.parametrize(
    ("drawing", "found"), [("..W...", UNKNOWN), ("W...W", SEEN), ("..w..", SEEN), ("..B..", UNKNOWN)]
)
def test_blocking_terrain_hides_what_is_behind_it_and_not_what_is_in_it(drawing: str, found: int) -> None:
    assert level(Position(drawing, [(TEGU, (0, 0), E)], [(TEGU, (4, 0), W)]).state) == found


@pytest.mark.rule("hex100.commander-look-around", "hex100.commander-timing", "hex100.stat-vision")
def test_a_commander_who_looks_around_sees_four_hexes_farther_until_the_next_own_phase() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (9, 0), W)])
    battle = position.play()
    battle.answer("red", LookAround("red-1"))
    assert vision(battle.state, battle.state.units["red-1"]) == 9
    assert level(battle.state) == SEEN
    battle.answer("red", EndTurn("red-1"))
    assert level(battle.state) == SEEN
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.turn == 2
    assert level(battle.state) == UNKNOWN


@pytest.mark.rule("hex100.sensor-detection", "hex100.sensor-basic")
def test_sensors_show_a_blip_at_any_distance_behind_anything() -> None:
    position = Position("." * 7 + "B" + "." * 12, [(CROC, (0, 0), E)], [(TEGU, (19, 0), W)])
    assert level(position.state) == BLIP
    assert level(position.state, "blue", "red-1") == UNKNOWN


@pytest.mark.rule("hex100.signature-dampening", "hex100.attr-signature-dampening", "hex100.integrated-dampening")
@pytest.mark.parametrize(("column", "found"), [(4, BLIP), (5, UNKNOWN)])
def test_a_dampened_signature_is_found_only_within_its_number(column: int, found: int) -> None:
    position = Position(".B........", [(CROC, (0, 0), E)], [("squire-lancer", (column, 0), W)])
    assert level(position.state) == found


@pytest.mark.rule("hex100.signature-dampening")
def test_dampening_does_not_hide_from_eyes() -> None:
    assert level(Position(plain(), [(CROC, (0, 0), E)], [("squire-lancer", (8, 0), W)]).state) == SEEN


@pytest.mark.rule("hex100.identification")
def test_a_unit_once_seen_stays_identified_while_sensors_hold_it_and_no_longer() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [(CROC, (4, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1")
    battle = position.play()
    assert level(battle.state) == SEEN
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    assert level(battle.state) == IDENTIFIED
    (blue,) = (piece for piece in battle.view("red").pieces if piece.side == "blue")
    assert (blue.name, blue.known) == ("Tegu MBT (contact 1)", "identified")
    assert (blue.tracks, blue.tokens, blue.cards) == ((), (), ())
    position = Position(drawing, [(BLIND, (4, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1")
    battle = position.play()
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    assert level(battle.state) == UNKNOWN


@pytest.mark.rule("hex100.identification")
def test_a_blip_that_nobody_has_seen_stays_a_blip() -> None:
    position = Position("." * 7 + "B" + "." * 12, [(CROC, (0, 0), E)], [(TEGU, (19, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 2), E))
    assert level(battle.state) == BLIP


@pytest.mark.rule("hex100.identification")
def test_a_contact_found_again_has_a_new_name() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [(BLIND, (4, 0), E)], [(CROC, (5, 0), W)], acting="blue-1")
    battle = position.play()
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    battle.answer("blue", Move("blue-1", (at(6, 1),), W))
    assert battle.state.contacts["red"] == {"blue-1": "contact-2"}
    assert [event.level for event in events(battle, Detected) if event.seat == "red"] == [UNKNOWN, SEEN]


def test_the_view_of_a_seat_has_its_own_units_in_full_and_of_the_enemy_what_it_found() -> None:
    drawing = "." * 7 + "B" + "." * 12
    blue = [(TEGU, (5, 0), W), (TEGU, (19, 0), W), ("squire-lancer", (18, 0), W)]
    position = Position(drawing, [(CROC, (0, 0), E)], list(blue))
    red = {piece.id: piece for piece in view(position.state, "red", ()).pieces}
    assert set(red) == {"red-1", "contact-1", "contact-2"}
    assert (red["contact-1"].known, red["contact-2"].known) == ("seen", "blip")
    assert red["contact-1"].tracks[0].now == 32
    assert (red["contact-2"].name, red["contact-2"].tracks, red["contact-2"].cards) == ("contact 2", (), ())
    everything = {piece.id for piece in view(position.state, None, ()).pieces}
    assert everything == {"red-1", "blue-1", "blue-2", "blue-3"}
    blue_sees = {piece.id for piece in view(position.state, "blue", ()).pieces}
    assert blue_sees == {"blue-1", "blue-2", "blue-3", "contact-1"}


@pytest.mark.rule("hex100.sensor-detection", "hex100.attack-action")
def test_a_blip_may_be_shot_at_and_the_preview_tells_nothing_of_its_armour() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(TEGU, (9, 0), W)])
    assert level(position.state) == BLIP
    battle = position.play((0,), (99,))
    order = Attack("red-1", ("mk1-e-lancer-cannon",), "contact-1")
    shown = battle.preview("red", order)
    assert shown.defence == ()
    assert shown.odds is not None
    assert shown.odds.p_destroyed == 0
    assert max(shown.odds.damage) == 5
    battle.answer("red", order)
    assert battle.state.units["blue-1"].hp == 32 - 3


def test_a_seat_is_told_its_own_deeds_and_not_those_of_hidden_enemies() -> None:
    drawing = "." * 7 + "B" + "." * 12
    position = Position(drawing, [(CROC, (0, 0), E)], [("squire-lancer", (18, 0), W)])
    battle = position.play()
    happened = battle.answer("red", Move("red-1", east(position.unit("red-1"), 1), E))
    lines = [[BOOK.tell(battle.state, event, seat) for event in happened] for seat in ("red", "blue")]
    assert any(line and "moves to column 1, row 0" in line.text for line in lines[0])
    assert not any(lines[1])


def test_the_victim_of_an_unseen_attacker_learns_only_that_it_was_hit() -> None:
    position = Position(plain(), [("squire-lancer", (0, 0), E), (CROC, (4, 1), E)], [(BLIND, (10, 0), W)])
    assert "red-1" not in position.state.known["blue"]
    battle = position.play((0,), (99,))
    happened = battle.answer("red", Attack("red-1", ("mk3-hv-lancer-cannon",), "contact-1"))
    told = " ".join(line.text for event in happened if (line := BOOK.tell(battle.state, event, "blue")))
    assert told.startswith(
        "An unseen enemy attacks Test big-guye. The attack scores 1 hit. "
        "Test big-guye takes 8 damage from a direct hit: 10 of 18 hit points left."
    )
    mine = " ".join(line.text for event in happened if (line := BOOK.tell(battle.state, event, "red")))
    assert "Mk3-HV Lancer Cannon (hv-apds rounds): rolled 0, needs under 70: 1 hit." in mine


@pytest.mark.rule("hex100.sensor-detection")
def test_what_a_hit_does_to_a_blip_is_not_told() -> None:
    battle = Position(plain(), [("cobra-hunter", (0, 0), E)], [(TEGU, (9, 0), W)]).play((0,), (0,), (2,))
    happened = battle.answer("red", Attack("red-1", ("mk1-e-lancer-cannon",), "contact-1"))
    told = [line.text for event in happened if (line := BOOK.tell(battle.state, event, "red"))]
    assert "Contact 1 is struck by a direct hit." in told
    assert not [text for text in told if "damage" in text]


@pytest.mark.rule("hex100.sensor-detection", "hex100.visual-detection")
@pytest.mark.parametrize(("found", "rule"), [(BLIP, "sensor-detection"), (SEEN, "visual-detection")])
def test_a_contact_is_told_with_the_rule_that_found_it(found: int, rule: str) -> None:
    state = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).state
    line = BOOK.tell(state, Detected("red", "blue-1", found, "contact-1"), "red")
    assert line is not None
    assert line.rule == f"hex100.{rule}"
    whole = BOOK.tell(state, Detected("red", "blue-1", found, "contact-1"), None)
    assert whole is not None
    assert whole.text.startswith("Red's Tegu MBT (contact 1): ")


@pytest.mark.rule("hex100.move-action")
def test_a_turn_is_told_to_its_own_side_and_to_those_who_see_it() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("squire-lancer", (7, 0), W)])
    assert level(position.state, "blue", "red-1") == UNKNOWN
    turn = Turned("red-1", 1)
    assert BOOK.tell(position.state, turn, "blue") is None
    mine, theirs = (BOOK.tell(position.state, event, "red") for event in (turn, Turned("blue-1", 3)))
    assert mine is not None
    assert theirs is not None
    assert (mine.text, theirs.text) == (
        "Crocodile Twin Laser turns to face north-east.",
        "Squire (contact 1) turns to face west.",
    )


def test_a_name_given_by_its_own_side_is_not_told_to_the_enemy() -> None:
    named = msgspec.structs.replace(machine("tegu-mbt"), name="Tegu MBT 2")
    position = Position(plain(), [("crocodile-lasers", (0, 0), E)], [(named, (4, 0), W)])
    (contact,) = [piece for piece in view(position.state, "red", ()).pieces if piece.side == "blue"]
    (own,) = [piece for piece in view(position.state, "blue", ()).pieces if piece.side == "blue"]
    assert (contact.name, own.name) == ("Tegu MBT (contact 1)", "Tegu MBT 2")
