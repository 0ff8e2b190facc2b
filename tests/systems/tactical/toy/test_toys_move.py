"""3.9.2: toys walk, run and climb."""

from __future__ import annotations

import random

import msgspec
import pytest

from gearlock.kernel.orders import Decline
from gearlock.kernel.system import Aim
from gearlock.systems.tactical.state import CLIMBING
from gearlock.systems.tactical.toy_battles.toys import Brawl, ClimbFace, Go, Shoot, left_of
from gearlock.table.measure import INCH
from systems.tactical.toy.playroom import HAND, Room, knocked, thing

BOX = thing("box", (20, 20, 34, 34), 10)
LOW = thing("book", (5, 20, 20, 30), 1.4)


def ahead(mils: int, gait: str = "walk", unit: str = "red-1") -> Go:
    return Go(unit, gait, ((0, mils),))


@pytest.mark.rule("tactical.3.9.2-movement")
def test_a_toy_walks_exactly_three_hand_lengths_and_not_a_hair_more() -> None:
    room = Room().begin()
    assert room.code(ahead(3 * HAND * INCH + 1)) == "length"
    assert room.rule(ahead(3 * HAND * INCH + 1)) == "tactical.3.9.2-movement"
    room.give(ahead(3 * HAND * INCH))
    assert room.unit("red-1").y == (10 + 3 * HAND) * INCH


@pytest.mark.rule("tactical.3.9.2-movement")
def test_a_toy_runs_exactly_five_and_then_does_not_attack() -> None:
    room = Room().begin()
    assert room.code(ahead(5 * HAND * INCH + 1, "run")) == "length"
    assert room.code(Shoot("red-1", "blue-1")) == ""
    room.give(ahead(INCH, "run"))
    assert room.code(Shoot("red-1", "blue-1")) == "run"
    assert room.rule(Shoot("red-1", "blue-1")) == "tactical.3.9.2-movement"
    assert room.code(ahead(5 * HAND * INCH, "run")) == "length"
    room.give(ahead(5 * HAND * INCH - INCH, "run"))
    assert room.unit("red-1").y == (10 + 5 * HAND) * INCH
    assert room.battle is not None
    assert room.battle.waiting_for() == ("blue",), "nothing is left to do, so the other team is next"


@pytest.mark.rule("tactical.3.9.2-movement")
def test_one_kind_of_move_in_an_activation() -> None:
    room = Room().begin().give(ahead(2 * INCH))
    assert room.code(ahead(2 * INCH, "run")) == "moved"
    assert room.code(ahead(3 * HAND * INCH - 2 * INCH)) == ""
    assert room.code(ahead(3 * HAND * INCH - 2 * INCH + 1)) == "length"
    assert room.code(Go("red-1", "crawl", ((0, INCH),))) == "gait"
    assert left_of(room.now, "walk") == 19 * INCH


@pytest.mark.rule("tactical.3.9.2-movement")
def test_outdoors_it_is_foot_lengths_and_the_length_can_be_said() -> None:
    garden = Room(place="outdoors", size=(140, 110)).begin()
    assert garden.code(ahead(30 * INCH)) == ""
    assert garden.code(ahead(30 * INCH + 1)) == "length"
    assert "foot lengths (30 in)" in message(garden, ahead(30 * INCH + 1))
    assert "hand lengths (12 in)" in message(Room(length="4").begin(), ahead(12 * INCH + 1))


def message(room: Room, order: Go) -> str:
    assert room.battle is not None
    found = room.battle.refuse("red", order)
    assert found is not None
    return found.message


@pytest.mark.rule("tactical.3.9.2-movement")
def test_ways_go_around_things_other_toys_and_the_end_of_the_field() -> None:
    room = Room(BOX, LOW)
    room.put("red-1", 27, 10)
    room.put("red-2", 50, 10)
    room.put("blue-1", 50, 20)
    room.begin()
    assert room.code(ahead(12 * INCH)) == "terrain"
    assert "climbs" in message(room, ahead(12 * INCH))
    assert room.code(Go("red-1", "walk", ((-900, 20 * INCH),))) == "", "up to the toy, not into it"
    assert room.code(Go("red-1", "run", ((-900, 21 * INCH),))) == "overlap"
    assert room.code(Go("red-1", "walk", ((1800, 9 * INCH),))) == "table"
    assert room.code(Go("red-1", "walk", ((900, 0),))) == "path"
    assert room.code(ahead(5 * INCH, unit="red-2")) == "passive"
    assert room.code(Go("nobody", "walk", ((0, INCH),))) == "unit"


@pytest.mark.rule("tactical.3.9.2-movement")
def test_what_is_a_fifth_of_a_length_high_is_stepped_on_and_no_more() -> None:
    room = Room(LOW).begin()
    room.give(Go("red-1", "walk", ((0, 15 * INCH),)))
    assert room.unit("red-1").z == 1400
    high = Room(thing("book", (5, 20, 20, 30), 1.401)).begin()
    assert high.code(Go("red-1", "walk", ((0, 15 * INCH),))) == "terrain"


@pytest.mark.rule("tactical.3.9.1")
def test_most_gears_keep_out_of_water() -> None:
    room = Room(thing("puddle", (5, 20, 20, 30), kind="water"))
    room.begin()
    assert room.code(ahead(8_600)) == "", "up to its edge"
    assert room.code(ahead(8_601)) == "water"
    assert room.rule(ahead(9 * INCH)) == "tactical.3.9.1"
    wet = Room(thing("puddle", (5, 20, 20, 30), kind="water"))
    unit = wet.state.units["red-1"]
    unit.card = msgspec.structs.replace(unit.card, perks={"Amphibious": 1})
    assert wet.begin().code(ahead(15 * INCH)) == ""


@pytest.mark.rule("tactical.3.9.2-movement")
def test_a_climb_is_one_length_straight_up_and_need_not_reach_the_top() -> None:
    room = Room(BOX)
    room.put("red-1", 27, 18.5)
    room.put("blue-1", 40, 10)
    room.begin()
    assert room.code(ClimbFace("red-1", "table")) == "face"
    room.give(ClimbFace("red-1", "box"))
    assert (room.unit("red-1").y, room.unit("red-1").z) == (18_500, HAND * INCH)
    assert room.unit("red-1").token(CLIMBING)
    assert room.now.activation is not None
    assert room.now.activation.halted
    assert room.code(ClimbFace("red-1", "box")) == "moved"
    assert room.code(ahead(INCH)) == "moved"


@pytest.mark.rule("tactical.3.9.2-movement")
def test_who_hangs_climbs_on_to_the_top_or_down_again_and_does_not_walk() -> None:
    room = Room(BOX)
    room.put("red-1", 27, 18.5, 7, climbing=1)
    room.begin()
    assert room.code(ahead(INCH)) == "hanging"
    up = Room(BOX)
    up.put("red-1", 27, 18.5, 7, climbing=1)
    up.begin().give(ClimbFace("red-1", "box"))
    assert (up.unit("red-1").y, up.unit("red-1").z) == (21_400, 10 * INCH)
    assert not up.unit("red-1").token(CLIMBING)
    room.give(ClimbFace("red-1", "box", False))
    assert (room.unit("red-1").y, room.unit("red-1").z) == (18_500, 0)
    assert not room.unit("red-1").token(CLIMBING)


@pytest.mark.rule("tactical.3.9.2-movement")
def test_down_from_the_top_it_climbs_a_length_in_an_activation() -> None:
    room = Room(BOX)
    room.put("red-1", 27, 22, 10)
    room.begin()
    assert room.code(Go("red-1", "walk", ((0, 2 * INCH),))) == ""
    assert room.code(Go("red-1", "walk", ((1800, 5 * INCH),))) == "edge"
    assert room.code(ClimbFace("red-1", "box", True)) == "low"
    room.give(ClimbFace("red-1", "box", False))
    assert (room.unit("red-1").z, room.unit("red-1").token(CLIMBING)) == (3 * INCH, 1)


@pytest.mark.rule("tactical.3.9.2-movement")
def test_no_close_combat_in_the_round_of_a_climb_but_shots() -> None:
    room = Room(BOX)
    room.put("red-1", 27, 18.5)
    room.put("blue-1", 34, 18.5)
    room.begin()
    assert room.code(Brawl("red-1", "blue-1")) == ""
    room.give(ClimbFace("red-1", "box"))
    assert room.code(Brawl("red-1", "blue-1")) == "climb"
    assert room.rule(Brawl("red-1", "blue-1")) == "tactical.3.9.2-movement"
    assert room.code(Shoot("red-1", "blue-1")) == ""
    fought = Room(BOX)
    fought.put("red-1", 27, 18.5)
    fought.put("blue-1", 34, 18.5)
    fought.begin().give(Brawl("red-1", "blue-1")).signs("rock", "rock").give(Decline())
    assert fought.code(ClimbFace("red-1", "box")) == "fought"
    assert fought.code(ahead(INCH, "run")) == "run"
    assert fought.code(Go("red-1", "walk", ((900, INCH),))) == ""


@pytest.mark.rule("tactical.3.9.2-rps")
def test_who_is_knocked_off_a_face_lies_at_its_foot() -> None:
    room = Room(BOX)
    room.put("blue-1", 27, 18.5, 7, climbing=1)
    room.put("red-1", 27, 5)
    room.begin().give(Shoot("red-1", "blue-1")).signs("paper", "rock")
    assert knocked(room, "blue-1")
    assert (room.unit("blue-1").z, room.unit("blue-1").token(CLIMBING)) == (0, 0)


def test_pointing_leads_as_far_as_it_goes() -> None:
    room = Room(BOX).begin()
    assert room.battle is not None
    walk = next(option for option in room.battle.options("red") if option.label.startswith("Walk"))
    found = room.battle.aim("red", walk, Aim(10 * INCH, 80 * INCH))
    assert isinstance(found, Go)
    assert sum(mils for _, mils in found.legs) == 3 * HAND * INCH


def test_where_it_stands_is_no_place_to_go_and_a_walk_goes_on() -> None:
    room = Room().begin()
    assert room.battle is not None
    walk = next(option for option in room.battle.options("red") if option.label == "Walk (21 in)")
    here = room.battle.aim("red", walk, Aim(10 * INCH, 10 * INCH))
    assert getattr(here, "code", "") == "path"
    around = room.battle.aim("red", walk, Aim(10 * INCH, 10 * INCH, via=((14 * INCH, 10 * INCH),)))
    assert isinstance(around, Go), "by a detour it comes back"
    room.give(ahead(2 * INCH))
    assert "Walk on (19 in)" in room.labels()
    assert not any(label.startswith("Run") for label in room.labels())


@pytest.mark.rule("tactical.3.9.1")
def test_water_on_any_leg_of_a_way_closes_it() -> None:
    room = Room(thing("puddle", (20, 5, 30, 15), kind="water")).begin()
    assert room.code(Go("red-1", "walk", ((0, 5 * INCH), (-900, 2 * INCH)))) == ""
    assert room.code(Go("red-1", "walk", ((-900, 2 * INCH), (900, 2 * INCH), (-900, 10 * INCH)))) == "water"
    assert room.code(Go("red-1", "walk", ((0, 10),) * 24)) == ""
    assert room.code(Go("red-1", "walk", ((0, 10),) * 25)) == "path"
    long = Go("red-1", "walk", ((0, 200 * INCH),))
    assert room.code(long) == "path"
    assert room.code(ahead(150 * INCH)) == "length"


@pytest.mark.rule("tactical.3.9.2-movement")
def test_what_can_be_stepped_on_or_hangs_above_is_not_climbed() -> None:
    low = Room(LOW)
    low.put("red-1", 10, 18.5)
    assert low.begin().code(ClimbFace("red-1", "book")) == "low"
    chair = Room(thing("seat", (5, 20, 20, 30), 18, base=16), thing("leg", (5, 20, 7, 22), 16))
    chair.put("red-1", 12, 18.5)
    chair.begin()
    assert chair.code(ClimbFace("red-1", "seat")) == "face"
    assert chair.code(ahead(8 * INCH)) == "", "it walks under the seat"
    assert not any("Climb" in label for label in chair.labels())
    top = Room(BOX)
    top.put("red-1", 27, 22, 10)
    assert [label for label in top.begin().labels() if "Climb" in label] == [
        "Climb down the Box (7 in, and hang there)"
    ]
    foot = Room(BOX)
    foot.put("red-1", 27, 18.5, 7, climbing=1)
    assert [label for label in foot.begin().labels() if "Climb" in label] == [
        "Climb up the Box (3 in)",
        "Climb down the Box (7 in)",
    ]


@pytest.mark.rule("tactical.3.9.2-movement")
def test_a_face_is_climbed_from_within_a_tenth_of_a_length_and_needs_room_on_top() -> None:
    for y, code in ((17.9, ""), (17.89, "face")):
        room = Room(BOX)
        room.put("red-1", 27, y)
        assert room.begin().code(ClimbFace("red-1", "box")) == code
    bare = Room(thing("shoe", (20, 20, 34, 34), 5, footing=False))
    bare.put("red-1", 27, 18.5)
    assert bare.begin().code(ClimbFace("red-1", "shoe")) == "room"
    taken = Room(thing("shelf", (26, 20, 28, 21.5), 5))
    taken.put("red-1", 27, 18.5)
    taken.put("red-2", 27, 21, 5)
    assert taken.begin().code(ClimbFace("red-1", "shelf")) == "room"


def test_guesses_lead_somewhere_and_find_the_last_place_to_set_up() -> None:
    room = Room(BOX).begin()
    assert room.battle is not None
    walk = next(option for option in room.battle.options("red") if option.label.startswith("Walk"))
    found = [room.battle.sample("red", walk, random.Random(seed)) for seed in range(12)]
    assert sum(isinstance(order, Go) for order in found) >= 10
    crowded = Room(thing("bed", (0, 0, 66, 14), 10, footing=False))
    crowded.state.phase, crowded.state.turn = "placing", "red"
    for name in ("red-1", "red-2"):
        crowded.state.units[name].status = "waiting"
    crowded.begin("")
    assert crowded.battle is not None
    (first, _) = crowded.battle.options("red")
    assert all(crowded.battle.sample("red", first, random.Random(seed)) is not None for seed in range(8))


@pytest.mark.rule("tactical.3.9.2-movement")
def test_climbs_lead_straight_over_the_edge_whichever_side_it_is() -> None:
    low = thing("case", (20, 20, 34, 34), 6)
    for start, end in (((18.5, 27), (21_400, 27_000)), ((27, 35.5), (27_000, 32_600)), ((35.5, 27), (32_600, 27_000))):
        room = Room(low)
        room.put("red-1", *start)
        room.begin().give(ClimbFace("red-1", "case"))
        unit = room.unit("red-1")
        assert ((unit.x, unit.y), unit.z) == (end, 6 * INCH)
        down = Room(low)
        down.put("red-1", unit.x / INCH, unit.y / INCH, 6)
        down.begin().give(ClimbFace("red-1", "case", False))
        unit = down.unit("red-1")
        assert unit.z == 0
        assert abs(unit.x / INCH - start[0]) + abs(unit.y / INCH - start[1]) < 0.2
    narrow = Room(thing("wall", (20, 20, 34, 21), 6))
    narrow.put("red-1", 27, 18.5)
    narrow.begin().give(ClimbFace("red-1", "wall"))
    assert (narrow.unit("red-1").y, narrow.unit("red-1").z) == (20_002, 6 * INCH)


@pytest.mark.rule("tactical.3.9.2-movement")
def test_only_what_it_stands_on_or_hangs_at_is_climbed_down() -> None:
    twins = Room(thing("left", (20, 20, 30, 30), 6), thing("right", (30, 20, 40, 30), 6))
    twins.put("red-1", 28.5, 25, 6)
    twins.begin()
    assert twins.code(ClimbFace("red-1", "left", False)) == "low", "there one walks on"
    assert twins.code(ClimbFace("red-1", "right", False)) == "low", "it does not stand on that"
    beside = Room(BOX)
    beside.put("red-1", 27, 18.5)
    assert beside.begin().code(ClimbFace("red-1", "box", False)) == "low"
    within = Room(BOX, thing("lid", (20, 20, 34, 34), 12, base=10))
    within.put("red-1", 27, 21.5, 10)
    assert within.begin().code(ClimbFace("red-1", "lid", False)) == "low"
    last = Room(BOX)
    last.put("red-1", 27, 18.5, 1, climbing=1)
    last.begin().give(ClimbFace("red-1", "box", False))
    assert (last.unit("red-1").z, last.unit("red-1").token(CLIMBING)) == (0, 0)
    wet = Room(BOX, thing("puddle", (25, 10, 30, 20), kind="water"))
    wet.put("red-1", 27, 21.5, 10)
    assert wet.begin().code(ClimbFace("red-1", "box", False)) == "room"
