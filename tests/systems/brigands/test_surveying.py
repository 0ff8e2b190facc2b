"""What a player may ask of the table before deciding."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Path
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Objection, Sightline
from gearlock.kernel.system import Aim
from gearlock.mechanics.sighting.arcs import turn_to_bear
from gearlock.systems.brigands.advice.best_attack import danger
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.lock_and_cover.sight import arc_of, is_in_arc
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, State
from gearlock.table.measure import distance
from gearlock.table.terrain import Piece
from systems.brigands.field import EAST, NORTH, WEST, give, ground, lay, mil, piece

WALL = piece("instance", 15, 5, 16, 15, 4)


def _sight(*pieces: Piece, spot: Aim | None = None) -> Sightline:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(*pieces))
    found = Seat(battle, "red").sight("red-1", spot, "blue-1")
    assert isinstance(found, Sightline)
    return found


@pytest.mark.rule("brigands.4.2", "brigands.4.4")
def test_sight_says_how_much_is_hidden_and_by_what() -> None:
    clear = _sight()
    assert (clear.sees, clear.hidden, clear.in_the_way, clear.distance) == (True, 0, (), "8.8 in")
    behind = _sight(WALL)
    assert (behind.sees, behind.hidden, behind.in_the_way) == (False, 100, (WALL.id,))
    low = _sight(piece("instance", 19.3, 5, 19.4, 15, 0.9))
    assert low.sees
    assert 50 <= (low.hidden or 0) < 100
    assert "+2 dice" in low.verdict


@pytest.mark.rule("brigands.4.2")
def test_sight_is_judged_from_where_a_model_plans_to_go() -> None:
    assert not _sight(WALL).sees
    beyond = _sight(WALL, spot=Aim(mil(10), mil(30)))
    assert beyond.sees
    assert beyond.start == (mil(10), mil(30))


def test_a_survey_is_of_own_models_on_this_table() -> None:
    seat = Seat(lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)]), "red")
    for found in (
        seat.sight("blue-1", None, "red-1"),
        seat.sight("red-1", None, "blue-9"),
        seat.sight("red-1", Aim(-1, 0), "blue-1"),
        seat.fields("blue-1", None),
        seat.menaces("blue-1", None),
    ):
        assert isinstance(found, Refusal)


@pytest.mark.rule("brigands.1.5b", "brigands.5.1a-range")
def test_fields_turn_with_the_model() -> None:
    seat = Seat(lay([("hunter", 10, 10, EAST)]), "red")
    for facing, spot in ((EAST, None), (NORTH, Aim(mil(10), mil(10), NORTH))):
        fields = seat.fields("red-1", spot)
        assert not isinstance(fields, Refusal)
        cannon = next(field for field in fields if field.weapon == "LAC")
        assert (cannon.middle, cannon.half, cannon.nearest) == (facing, 900, mil(6))
        assert cannon.bands == (("optimal", mil(18)), ("maximum", mil(36)))


def test_menaces_are_the_danger_that_the_bots_reckon_with() -> None:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST), ("jager", 20, 14, WEST)])
    found = Seat(battle, "red").menaces("red-1", None)
    assert not isinstance(found, Refusal)
    assert {menace.piece for menace in found} == {"blue-1", "blue-2"}
    unit = battle.state.units["red-1"]
    mean = sum(menace.odds.mean_damage for menace in found)
    assert mean / unit.line.bulk == pytest.approx(danger(battle.state, unit), rel=0.01), (
        "but for damage beyond the last box"
    )
    hidden = Seat(lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(WALL)), "red")
    (lobbed,) = hidden.menaces("red-1", None)  # type: ignore[misc]  # not refused
    assert lobbed.weapon == "LRP (Indirect)", "what is hidden behind a wall is still within sensors"


def _reach(*pieces: Piece, facing: int = EAST) -> tuple[Seat, list[tuple[int, int]], State]:
    battle = lay([("hunter", 10, 10, facing)], on=ground(*pieces))
    give(battle, Activate("red-1", COMBAT_SPEED))
    seat = Seat(battle, "red")
    option = next(each for each in seat.options() if isinstance(each, Path) and "Walker" in each.label)
    (band,) = seat.reach(option)
    return seat, list(band.outlines[0]), battle.state


@pytest.mark.rule("brigands.2.2", "brigands.2.3")
def test_reach_is_as_far_as_movement_lasts() -> None:
    _, corners, state = _reach()
    most = state.units["red-1"].line.move["W"]
    assert all(abs(distance(mil(10), mil(10), x, y) - most) <= 5 for x, y in corners)


@pytest.mark.rule("brigands.3.1")
def test_reach_ends_at_what_cannot_be_crossed() -> None:
    _, corners, _ = _reach(piece("instance", 12, 5, 13, 15, 4))
    assert max(x for x, _ in corners) < mil(12)
    assert min(x for x, _ in corners) < mil(8)


@pytest.mark.rule("brigands.2.2")
def test_pointing_by_a_waypoint_goes_round_a_corner() -> None:
    wall = piece("instance", 12, 9, 13, 15, 4)
    battle = lay([("hunter", 10, 10, EAST)], on=ground(wall))
    give(battle, Activate("red-1", COMBAT_SPEED))
    seat = Seat(battle, "red")
    option = next(each for each in seat.options() if isinstance(each, Path) and "Walker" in each.label)
    assert isinstance(seat.aim(option, Aim(mil(13), mil(7.8))), Refusal)
    around = seat.aim(option, Aim(mil(13), mil(7.8), via=((mil(10.6), mil(7.8)),)))
    assert isinstance(around, Move)
    assert sum(1 for _, length in around.legs if length) == 2


def _objections(battle: Battle[State], piece: str, seat: str = "red") -> dict[str, Objection]:
    return {objection.attempt: objection for objection in Seat(battle, seat).objections(piece)}


@pytest.mark.rule("brigands.1.5b", "brigands.5.1a-range")
def test_every_weapon_says_why_it_does_not_bear() -> None:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 6, 22, WEST), ("hunter", 18, 10, WEST)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    behind = _objections(battle, "blue-1")
    assert behind["LAC"].code == "arc"
    assert behind["LAC"].rule == "brigands.1.5b"
    assert "Front Arc of the LAC; a turn of 16° to the left would do" in behind["LAC"].message
    assert behind["LVB"].code == "range"
    assert _objections(battle, "blue-2").keys() == {"APGL", "LVB"}, (
        "the others are offered, and so nothing is said of them"
    )
    assert _objections(battle, "red-1") == {}
    assert _objections(battle, "blue-9") == {}


@pytest.mark.rule("brigands.1.5b")
def test_the_turn_that_is_named_brings_the_target_into_the_arc_and_no_less_does() -> None:
    for x, y in ((6, 22), (3, 9), (6, 1), (9, 20)):
        battle = lay([("hunter", 10, 10, EAST)], [("hunter", x, y, WEST)])
        unit, body = battle.state.units["red-1"], battle.state.units["blue-1"].body
        assert not is_in_arc(unit, "F", body)
        turn = turn_to_bear(arc_of(unit, "F"), unit, body)
        for angle, bears in ((turn, True), (turn - (1 if turn > 0 else -1), False)):
            unit.facing = (EAST + angle) % 3600
            assert is_in_arc(unit, "F", body) is bears


def test_weapons_that_one_reason_keeps_silent_stand_together() -> None:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 18, 10, WEST)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    battle.state.units["red-1"].actions = 0
    (only,) = Seat(battle, "red").objections("blue-1")
    assert {"LAC", "LVB"} <= set(only.attempt.split(", "))
    assert only.code == "no-action"


def test_outside_its_activation_nobody_attacks_and_a_model_is_activated_once() -> None:
    battle = lay([("hunter", 10, 10, EAST), ("hunter", 10, 14, EAST)], [("hunter", 18, 10, WEST)])
    assert _objections(battle, "blue-1")["Attack"].code == "unasked"
    assert _objections(battle, "red-1") == {}
    battle.state.units["red-1"].activated = True
    assert {each.code for each in Seat(battle, "red").objections("red-1")} == {"activated"}


@pytest.mark.rule("brigands.6.3")
def test_only_the_one_that_is_answered_may_be_snapped_at() -> None:
    battle = lay([("hunter", 10, 10, EAST), ("hunter", 10, 14, EAST)], [("hunter", 18, 10, WEST)])
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert {each.code for each in Seat(battle, "blue").objections("red-2")} == {"victim"}
    assert "victim" not in {each.code for each in Seat(battle, "blue").objections("red-1")}


def _posture_bands(posture: str, *pieces: Piece) -> dict[str, list[tuple[int, int]]]:
    seat = Seat(lay([("hunter", 10, 10, EAST)], on=ground(*pieces)), "red")
    option = next(each for each in seat.options() if each.order == Activate("red-1", posture))
    return {band.label: list(band.outlines[0]) for band in seat.reach(option)}


@pytest.mark.rule("brigands.2.1", "brigands.2.1-braced", "brigands.2.1-combat-speed", "brigands.2.1-top-speed")
def test_a_posture_shows_how_far_its_moves_lead() -> None:
    assert _posture_bands(BRACED) == {}
    line = lay([("hunter", 10, 10, EAST)]).state.units["red-1"].line
    one = _posture_bands(COMBAT_SPEED)
    assert len(one) == len(line.move)
    two = _posture_bands(TOP_SPEED)
    assert len(two) == 2 * len(line.move)
    for gait, name in (("W", "Walker"), ("G", "Ground")):
        most = line.move[gait]
        near, far = two[f"1 {name} Move, {most // 1000} in"], two[f"2 {name} Moves, {most // 500} in"]
        assert near == one[f"1 {name} Move, {most // 1000} in"]
        ahead = max(x for x, _ in near), max(x for x, _ in far)
        assert ahead == pytest.approx((mil(10) + most, mil(10) + 2 * most), abs=5)


@pytest.mark.rule("brigands.2.1-top-speed", "brigands.3.1")
def test_a_second_move_ends_at_what_cannot_be_crossed_too() -> None:
    wall = piece("instance", 18, 5, 19, 15, 4)
    bands = _posture_bands(TOP_SPEED, wall)
    far = next(outline for label, outline in bands.items() if label.startswith("2 Walker"))
    level = [x for x, y in far if abs(y - mil(10)) < mil(1) and x > mil(10)]
    assert level
    assert max(level) < mil(18)
