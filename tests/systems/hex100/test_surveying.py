"""What a player may ask of the map before deciding."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask, Path, Pick, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Sightline
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.advice.previews import reach
from gearlock.systems.hex100.equipment import SKATING
from gearlock.systems.hex100.movement.moving import Move, TakeGait
from gearlock.systems.hex100.turns import Activate, EndTurn
from systems.hex100.kit import E, Position, W, at, machine, plain

TEGU, CROC = "tegu-siege", "crocodile-lasers"


def _seat(drawing: str, column: int = 4, red: str = TEGU) -> Seat:
    return Seat(Position(drawing, [(red, (0, 0), E)], [(TEGU, (column, 0), W)]).play(), "red")


def _enemy(seat: Seat) -> str:
    return next(piece.id for piece in seat.view().pieces if piece.side == "blue")


@pytest.mark.rule("hex100.los-blocking", "hex100.concealment")
def test_sight_names_the_hex_that_blocks_and_what_conceals() -> None:
    seat = _seat("..w..\n.....")
    clear = seat.sight("red-1", None, _enemy(seat))
    assert isinstance(clear, Sightline)
    assert (clear.sees, clear.hexes, clear.distance) == (True, (), "4 hexes")
    assert "target behind light woods" in clear.verdict
    spot = Aim(*at(2, 0))
    near = seat.sight("red-1", spot, _enemy(seat))
    assert isinstance(near, Sightline)
    assert "woods" not in near.verdict
    blocked = Position("..W..\n.....", [(TEGU, (0, 0), E), (TEGU, (4, 1), W)], [(TEGU, (4, 0), W)]).play()
    hidden = Seat(blocked, "red").sight("red-1", None, _enemy(Seat(blocked, "red")))
    assert isinstance(hidden, Sightline)
    assert (hidden.sees, hidden.hexes) == (False, (at(2, 0),))


@pytest.mark.rule("hex100.stat-vision")
def test_sight_tells_when_a_clear_line_is_longer_than_the_unit_sees() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E), (TEGU, (8, 0), E)], [(TEGU, (10, 0), W)])
    seat = Seat(position.play(), "red")
    far = seat.sight("red-1", None, _enemy(seat))
    assert isinstance(far, Sightline)
    assert "beyond the 5 hexes" in far.verdict


def test_a_survey_is_of_own_units_and_known_enemies() -> None:
    seat = _seat(plain(), column=12)
    for found in (
        seat.sight("red-1", None, "blue-1"),
        seat.sight("blue-1", None, "red-1"),
        seat.fields("blue-1", None),
        seat.menaces("red-1", Aim(99, 99)),
    ):
        assert isinstance(found, Refusal)
    assert seat.menaces("red-1", None) == ()


@pytest.mark.rule("hex100.stat-range", "hex100.minimum-range")
def test_fields_are_the_ranges_of_weapons_that_can_be_used() -> None:
    fields = _seat(plain(), red="squire-storm").fields("red-1", None)
    assert not isinstance(fields, Refusal)
    by_name = {field.weapon: field for field in fields}
    mortar = next(field for name, field in by_name.items() if "Mortar" in name)
    assert (mortar.bands, mortar.nearest) == ((("range", 6),), 4)


def test_menaces_are_what_enemies_in_sight_could_do() -> None:
    seat = _seat(plain(), column=4)
    (menace,) = seat.menaces("red-1", None)  # type: ignore[misc]  # not refused
    assert menace.piece == _enemy(seat)
    assert menace.odds.p_hit > 0
    far = seat.menaces("red-1", Aim(*at(15, 8)))
    assert not isinstance(far, Refusal)
    assert not far or far[0].odds.mean_damage < menace.odds.mean_damage


@pytest.mark.rule("hex100.movement-points")
def test_reach_counts_move_actions() -> None:
    seat = Seat(Position(plain(16, 1), [(TEGU, (0, 0), E)], [(TEGU, (15, 0), W)]).play(), "red")
    option = next(each for each in seat.options() if isinstance(each, Path))
    bands = seat.reach(option)
    first = bands[0]
    assert first.label == "1 move action"
    assert set(first.hexes) == {at(column, 0) for column in range(1, len(first.hexes) + 1)}
    assert isinstance(seat.aim(option, Aim(*first.hexes[-1])), Move)
    refused = seat.aim(option, Aim(*at(15, 0)))
    assert isinstance(refused, Move)
    assert len(refused.path) == len(first.hexes)


@pytest.mark.rule("hex100.movement-points")
def test_pointing_by_a_waypoint_takes_the_longer_way() -> None:
    seat = _seat(plain(), column=12, red=CROC)
    option = next(each for each in seat.options() if isinstance(each, Path))
    straight, bent = (seat.aim(option, Aim(*at(2, 0), via=via)) for via in ((), (at(1, 1),)))
    assert isinstance(straight, Move)
    assert isinstance(bent, Move)
    assert at(1, 1) not in straight.path
    assert at(1, 1) in bent.path
    assert len(bent.path) == len(straight.path) + 1


@pytest.mark.rule("hex100.identification")
def test_an_enemy_is_asked_for_as_a_contact_and_never_by_its_own_name() -> None:
    seat = _seat(plain())
    assert isinstance(seat.sight("red-1", None, "contact-1"), Sightline)
    assert isinstance(seat.sight("red-1", None, "blue-1"), Refusal)
    assert isinstance(seat.sight("red-1", None, "red-1"), Sightline)


@pytest.mark.rule("hex100.optical-stealth", "hex100.optical-scanner")
def test_menaces_do_not_tell_what_scanners_an_enemy_has_at_work() -> None:
    cloak = machine("predator-1e", ["predator-cloaking-device"])
    scanner = machine("crocodile-mk2", [], ["hi-res-optical-scanner"], ["crocodile-combat-laser"])
    told = []
    for devices in ([], ["optics"]):
        position = Position(plain(), [(cloak, (0, 4), E)], [(scanner, (3, 4), W)])
        position.unit("blue-1").searching = devices
        told.append(Seat(position.play(), "red").menaces("red-1", None))
    assert told[0]
    assert told[0] == told[1]


@pytest.mark.rule("hex100.stat-range", "hex100.once-per-turn")
def test_every_weapon_says_why_it_does_not_bear() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E), (TEGU, (8, 0), E)], [(TEGU, (10, 0), W)])
    seat = Seat(position.play(), "red")
    told = {objection.attempt: objection for objection in seat.objections(_enemy(seat))}
    assert {"out-of-range"} <= {objection.code for objection in told.values()}
    assert all(objection.rule and objection.message for objection in told.values())
    assert "Lock on" in told
    offered = {option.label for option in seat.options() if isinstance(option, Target)}
    assert not any(name in label for name in told for label in offered), "what is offered is not objected to"


def test_nothing_is_said_about_an_enemy_that_is_no_contact() -> None:
    seat = _seat(plain(), column=12)
    assert seat.objections("blue-1") == ()
    near = _seat(plain(), column=4)
    assert near.objections("blue-1") == (), "an enemy has its contact's name alone"
    assert near.objections(_enemy(near))


@pytest.mark.rule("hex100.skate-system")
def test_a_gait_shows_how_far_it_leads() -> None:
    state = Position(plain(), [(TEGU, (8, 4), E)], [(TEGU, (15, 8), W)]).state
    ask = Ask("red", "gait", "red-1")
    feet, skates = (
        [len(band.hexes) for band in reach(state, ask, Pick("", TakeGait("red-1", gait)))] for gait in ("", SKATING)
    )
    assert len(skates) == 1
    assert skates[0] > feet[0]
    turn = reach(state, ask, Pick("", Activate("red-1")))
    assert [len(band.hexes) for band in turn] == feet
    assert reach(state, ask, Pick("", EndTurn("red-1"))) == ()
