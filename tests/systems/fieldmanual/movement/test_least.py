"""The least movement, what it ends in, and where several rules of movement meet."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.lock_and_cover.looks import touches
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import onward, refuse_end, resolve_least
from gearlock.systems.fieldmanual.movement.course import Fell, Stopped, mp_left, still_obliged
from gearlock.systems.fieldmanual.movement.moving import resolve_inch, resolve_move
from gearlock.systems.fieldmanual.movement.offers import aim_move
from gearlock.systems.fieldmanual.rams_and_impacts import Collided, CountAsRam, Ram, refuse_ram
from gearlock.systems.fieldmanual.state import DESTROYED, REVERSE, STUN, State
from gearlock.table.inches import bodies_overlap
from gearlock.table.terrain import Piece
from systems.fieldmanual.movement.walks import (
    COMBAT,
    STATIONARY,
    TOP,
    code,
    drive,
    field,
    go,
    now,
    piece,
    put,
    red,
    refusal_of,
)
from systems.fieldmanual.tables import Played, play


def bog(going: str = "difficult", x0: float = 12, x1: float = 20, more: str = "") -> Piece:
    return piece("area", (x0, 0, x1, 48), props={"going": f"open {going} {more}"}, id=f"bog-{x0}")


def end(state: State, *dice: tuple[int, ...], answer: object = None) -> Played:
    """Let what must happen before an activation ends happen."""
    return play(state, lambda ctx: resolve_least(ctx, "red-1"), *dice, answer=answer)  # type: ignore[arg-type]


def ended(state: State) -> str:
    state.notes.clear()
    refusal = refuse_end(state, red(state))
    return "" if refusal is None else refusal.code


def _with_foe(state: State, x: float = 12, **more: object) -> State:
    put(state, "blue-1", "jager", x, 20, **more)  # type: ignore[arg-type]
    return state


# The least movement


@pytest.mark.rule("fieldmanual.speed-combat")
def test_at_combat_speed_at_least_an_inch_is_moved() -> None:
    state = field()
    assert (ended(state), still_obliged(state, red(state))) == ("obliged", 1000)
    drive(state, go((0, 0.999)))
    assert ended(state) == "obliged"
    drive(state, go((0, 0.001)))
    assert ended(state) == ""
    assert ended(field(band=STATIONARY)) == ""
    assert ended(field(mode="G", band=REVERSE)) == "obliged"


@pytest.mark.rule("fieldmanual.speed-top")
def test_at_top_speed_at_least_the_combat_mps_are_spent() -> None:
    state = field(band=TOP)
    drive(state, go((0, 3.999)))
    assert (ended(state), mp_left(state, red(state))) == ("obliged", 3001)
    drive(state, go((0, 0.001)))
    assert ended(state) == ""
    rough = field(piece("area", (10, 0, 40, 48), props={"going": "rough"}), band=TOP)
    drive(rough, go((0, 2)))
    assert ended(rough) == ""


@pytest.mark.rule("fieldmanual.speed-combat")
def test_who_has_no_mps_for_an_inch_owes_no_more_than_it_has() -> None:
    state = field(
        piece("area", (10, 0, 40, 48), props={"going": "dense"}), card="infantry-squad-proposed", team="red-1"
    )
    drive(state, go((0, 0.66)))
    assert ended(state) in ("", "obliged")
    drive(state, go((0, 0.006)))
    assert ended(state) == ""


@pytest.mark.rule("fieldmanual.move-through", "fieldmanual.unintentional-impact")
def test_who_must_go_on_and_cannot_runs_into_the_model_before_it() -> None:
    walls = [piece("hill", (11, y, 13, y + 1), 3, footing=True, id=f"wall {y}") for y in (20.6, 18.4)]
    state = _with_foe(field(*walls, mode="G", band=TOP))
    drive(state, go((0, 1)))
    assert onward(state, red(state)) is None
    assert ended(state) == ""
    played = end(state, (5, 2), (3, 2), answer=lambda _state, ask: CountAsRam(ask.unit, ask.about[0]))
    assert [event.against for event in played.of(Collided)] == ["blue-1"]
    assert red(state).token(STUN)
    assert ended(state) == ""


@pytest.mark.rule("fieldmanual.move-through", "fieldmanual.unintentional-impact")
def test_who_must_go_on_and_cannot_runs_into_the_cliff_before_it() -> None:
    cliff = piece("hill", (11.5, 0, 40, 48), 2, footing=True)
    state = field(cliff, mode="G", band=TOP)
    drive(state, go((0, 1)))
    assert ended(state) == ""
    played = end(state, (3, 2))
    assert played.of(Collided)[0].what == "Hill"
    assert (red(state).boxes, red(state).band, red(state).tokens["armor lost"]) == (1, COMBAT, 2)


@pytest.mark.rule("fieldmanual.cliff-edge")
@pytest.mark.parametrize(("die", "falls"), [(5, False), (4, True)])
def test_at_the_edge_of_a_cliff_it_tests_and_halts_or_goes_over(die: int, falls: bool) -> None:
    state = field(piece("hill", (0, 0, 12, 48), 2, footing=True), mode="G", band=TOP)
    drive(state, go((0, 2)))
    assert ended(state) == ""
    played = end(state, (die, 1), *([(3, 2)] if falls else []))
    assert [event.height for event in played.of(Fell)] == [2000] * falls
    assert (red(state).z, red(state).boxes) == ((0, 1) if falls else (2000, 0))
    assert red(state).x >= (12_500 if falls else 12_000)
    assert ended(state) == ""


@pytest.mark.rule("fieldmanual.terrain-deep-water")
def test_who_is_driven_into_deep_water_is_destroyed() -> None:
    state = field(piece("water", (12, 0, 30, 48), props={"depth": 1000}), mode="G", band=TOP)
    drive(state, go((0, 2)))
    end(state)
    assert red(state).status == DESTROYED


@pytest.mark.rule("fieldmanual.terrain-impassable", "fieldmanual.unintentional-impact")
def test_closed_ground_is_an_impact_and_the_edge_of_the_table_just_stops() -> None:
    state = field(piece("area", (12, 0, 30, 48), props={"going": "very-dense"}), mode="G", band=TOP)
    drive(state, go((0, 2)))
    assert end(state, (6, 6)).of(Collided)
    state = field(mode="G", band=TOP, at=(70.5, 20))
    drive(state, go((0, 1)))
    assert (ended(state), end(state).events) == ("", [])


@pytest.mark.rule("fieldmanual.speed-top")
def test_who_can_turn_must_go_on_that_way() -> None:
    wall = piece("hill", (16.5, 0, 40, 48), 2, footing=True)
    state = field(wall, piece("road", (0, 18, 72, 22)), mode="G", band=TOP)
    drive(state, go((0, 6)))
    assert ended(state) == "obliged"
    found = onward(state, red(state))
    assert found is not None
    assert code(state, found) == ""


# Where several rules meet


@pytest.mark.rule("fieldmanual.terrain-structures")
def test_a_low_structure_is_as_closed_as_a_high_one() -> None:
    shed = piece("building", (12, 18, 13, 22), 1, footing=True)
    assert code(field(shed), go((0, 2))) == "structure"
    assert code(field(shed), go((0, 1.5))) == ""


@pytest.mark.rule("fieldmanual.mode-ground", "fieldmanual.unintentional-impact")
def test_who_has_switched_its_mode_in_closed_ground_is_stuck_and_strikes_nothing() -> None:
    state = field(piece("area", (8, 0, 30, 48), props={"going": "very-dense"}), mode="G")
    assert ended(state) == ""
    assert not end(state).of(Collided)


@pytest.mark.rule("fieldmanual.option-walker-knockdown", "fieldmanual.movement-points")
def test_who_is_knocked_down_on_its_way_stops_there() -> None:
    state = field()
    play(state, lambda ctx: resolve_move(ctx, go((0, 4))))
    red(state).tokens["fallen"], red(state).band = 1, STATIONARY
    assert play(state, lambda ctx: resolve_inch(ctx)).of(Stopped)
    assert (red(state).x, now(state).path) == (10_000, ())


@pytest.mark.rule("fieldmanual.damage-heavy", "fieldmanual.movement-points")
def test_who_is_slowed_by_damage_on_its_way_goes_on_by_the_limits_of_combat_speed() -> None:
    state = field(band=TOP)
    play(state, lambda ctx: resolve_move(ctx, go((0, 6))))
    for _ in range(3):
        play(state, lambda ctx: resolve_inch(ctx))
    red(state).boxes, red(state).band = 3, COMBAT
    for _ in range(3):
        if now(state).path:
            play(state, lambda ctx: resolve_inch(ctx))
    assert (red(state).x, now(state).spent["red-1"]) == (14_000, 4000)


@pytest.mark.rule("fieldmanual.free-strikes", "fieldmanual.unintentional-impact")
def test_a_fumbled_impact_is_an_opening() -> None:
    walls = [piece("hill", (11, y, 13, y + 1), 3, footing=True, id=f"wall {y}") for y in (20.6, 18.4)]
    state = _with_foe(field(*walls, mode="G", band=TOP), facing=180)
    drive(state, go((0, 1)))
    assert [ask.kind for ask in end(state, (1, 1), (3, 2)).asks] == ["impact", "free-strike"]


@pytest.mark.rule("fieldmanual.ram", "fieldmanual.measurement")
@pytest.mark.parametrize("angle", [7, 33, 61.3, 101])
def test_whoever_is_pointed_at_an_enemy_at_any_angle_comes_into_contact_with_it(angle: float) -> None:
    state = field(facing=angle, card="cheetah")
    foe = put(state, "blue-1", "jager", 12.1, 22.7)
    found = aim_move(state, Ask("red", "act", "red-1"), go(), Aim(foe.x, foe.y))
    assert not isinstance(found, Refusal), found
    drive(state, found)
    assert touches(red(state), foe)
    assert refuse_ram(state, Ram("red-1", "blue-1")) is None


@pytest.mark.rule("fieldmanual.perk-amphibious", "fieldmanual.speed-top", "fieldmanual.unintentional-impact")
def test_a_swimmer_at_top_speed_that_must_go_on_at_the_waters_edge_strikes_it() -> None:
    lake = piece("water", (12.02, 0, 30, 48), props={"depth": 1000})
    state = field(lake, mode="G", band=TOP, stats={"perks": {"Amphibious": 1}})
    drive(state, go((0, 2)))
    assert ended(state) == ""
    assert end(state, (4, 1)).of(Collided)[0].what == "the water's edge"


@pytest.mark.rule("fieldmanual.combined-movement", "fieldmanual.speed-combat")
def test_every_base_moves_by_itself_and_each_owes_its_inch() -> None:
    state = field(card="infantry-squad-proposed", team="red-1")
    second = put(state, "red-1b", "infantry-squad-proposed", 10, 22, 0, team="red-1", band=COMBAT, seat="red")
    second.mode = "W"
    drive(state, go((90, 1)))
    assert ended(state) == "obliged"
    drive(state, go((-45, -1.5), figure="red-1b"))
    assert ended(state) == ""
    assert code(state, go((0, 0.5), figure="red-1b")) == ""
    assert code(state, go((0, 0.501), figure="red-1b")) == "movement"
    assert code(state, go((0, 0.5), figure="blue-7")) == "figure"


@pytest.mark.rule("fieldmanual.combined-movement", "fieldmanual.move-through")
def test_bases_of_one_squad_pass_through_each_other_and_end_apart() -> None:
    state = field(card="infantry-squad-proposed", team="red-1", band=TOP)
    put(state, "red-1b", "infantry-squad-proposed", 12, 20, 0, team="red-1", band=TOP)
    assert (code(state, go((0, 3.5))), code(state, go((0, 2.5)))) == ("", "overlap")


@pytest.mark.rule("fieldmanual.infantry", "fieldmanual.turns")
def test_bases_have_no_facing_and_turn_as_they_like_at_any_speed() -> None:
    state = field(card="infantry-squad-proposed", team="red-1", band=TOP)
    assert code(state, go((170, 1), (-100, 1), (30, -1))) == ""


@pytest.mark.rule("fieldmanual.transports")
def test_passengers_move_with_their_transport() -> None:
    state = field(card="caiman", mode="G")
    put(state, "red-2", "jager", 10, 20, status="aboard", carrier="red-1")
    drive(state, go((0, 3)))
    assert state.units["red-2"].x == 13_000


@pytest.mark.rule("fieldmanual.cp-extra-action")
def test_with_an_action_that_was_given_nobody_moves() -> None:
    state = field()
    now(state).extra = True
    assert code(state, go((0, 1))) == "passive"
    assert ended(state) == ""


@pytest.mark.rule("fieldmanual.move-through", "fieldmanual.terrain-difficult-dangerous")
def test_who_fails_a_test_half_through_another_model_comes_to_rest_beside_it() -> None:
    state = _with_foe(field(bog(x0=12.2), mode="G", band=TOP))
    played = drive(state, go((0, 5)), (2, 1))
    assert (red(state).boxes, red(state).band, len(played.of(Fell))) == (1, STATIONARY, 1)
    assert not bodies_overlap(red(state).body, state.units["blue-1"].body)
    plain = field(bog())
    assert not drive(plain, go((0, 3)), (2, 1)).of(Fell)


@pytest.mark.rule("fieldmanual.move-through")
def test_low_rocks_on_a_hill_leave_room_to_get_by() -> None:
    hill = piece("hill", (0, 0, 40, 48), 2, footing=True)
    rocks = [piece("instance", (11, y, 13, y + 1), 3, base=2, id=f"rock {y}") for y in (20.6, 18.4)]
    state = _with_foe(field(hill, *rocks, mode="G", band=TOP), z=2000)
    assert code(state, go((0, 5))) == ""


@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.mode-static")
def test_what_is_left_to_move_is_never_less_than_nothing() -> None:
    state = field(mode="G", band=TOP)
    drive(state, go((0, 7)))
    red(state).band = COMBAT
    assert mp_left(state, red(state)) == 0
    turret = put(state, "red-2", "hac-turret", 30, 30)
    now(state).unit = "red-2"
    assert (mp_left(state, turret), ended(state)) == (0, "")


@pytest.mark.rule("fieldmanual.cliff-edge", "fieldmanual.damage-light")
def test_light_damage_does_not_hinder_at_an_edge() -> None:
    state = field(piece("hill", (0, 0, 12, 48), 2, footing=True), mode="G", band=TOP, boxes=2)
    drive(state, go((0, 2)))
    assert not end(state, (5, 1)).of(Fell)


@pytest.mark.rule("fieldmanual.movement-points")
def test_who_is_not_active_has_nothing_to_move() -> None:
    state = field()
    other = put(state, "red-2", "jager", 30, 30, band=COMBAT)
    assert mp_left(state, other) == 0
    state.activation = None
    assert (mp_left(state, red(state)), still_obliged(state, red(state))) == (0, 0)


@pytest.mark.rule("fieldmanual.speed-combat", "fieldmanual.speed-top", "fieldmanual.speed-stationary")
def test_what_is_owed_and_left_is_told() -> None:
    fast, slow, still = field(band=TOP), field(), field(band=STATIONARY)
    assert (still_obliged(fast, red(fast)), still_obliged(slow, red(slow)), mp_left(still, red(still))) == (
        4000,
        1000,
        1000,
    )
    for state, words in ((fast, "spend 4 more MP"), (slow, "move 1 in more")):
        refusal = refuse_end(state, red(state))
        assert refusal is not None
        assert words in refusal.message
    drive(fast, go((0, 5)))
    assert still_obliged(fast, red(fast)) == 0
    drive(still, go((0, 0.4)))
    assert mp_left(still, red(still)) == 600
    refusal = refusal_of(still, go((0, 0.7)))
    assert refusal is not None
    assert refusal.facts == {"needs": 1100, "has": 1000}


@pytest.mark.rule("fieldmanual.terrain-structures")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_structures_are_in_the_way_on_all_sides(facing: float) -> None:
    houses = [piece("building", box, 1, id=str(box)) for box in (
        (11.6, 18, 12, 22), (8, 18, 8.4, 22), (8, 21.6, 12, 22), (8, 18, 12, 18.4),
    )]  # fmt: skip
    state = field(*houses, facing=facing)
    assert (code(state, go((0, 1))), code(state, go((0, 1.2)))) == ("", "structure")


@pytest.mark.rule("fieldmanual.move-through", "fieldmanual.speed-combat")
def test_who_must_go_on_and_can_get_past_a_big_model_is_not_stuck() -> None:
    state = field(mode="G")
    put(state, "blue-1", "aller", 11.5, 20)
    found = onward(state, red(state))
    assert found is not None
    assert code(state, found) == ""
