"""3.2.5, 3.8.1: structures, parts of them, bridges and their loads."""

from __future__ import annotations

from itertools import permutations

import pytest

from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.damage.structures import (
    Dropped,
    StructureFell,
    StructureHurt,
    bring_down,
    capacity_of,
    drop_of,
    fallen,
    gathered,
    ground_of,
    is_fallen,
    is_half_gone,
    overload,
    part_at,
    resolve_load,
    resolve_structure_damage,
    strain,
    structure_at,
)
from gearlock.systems.tactical.line_of_sight.lines import Line, lay_of
from gearlock.systems.tactical.line_of_sight.terrain import ground_type
from gearlock.systems.tactical.movement.ground import is_on_road
from gearlock.systems.tactical.state import DESTROYED, SKIRMISH_SCALE, State
from gearlock.table.terrain import Piece
from systems.tactical.tables import Played, mils, piece, play, put, table


def bridge(middle: float = 0, **props: int | str) -> tuple[Piece, ...]:
    """The bridge of the book: three inches from west to east, its middle raised a level."""
    base = {"going": "bridge", "capacity": 100, "bears": 10, "drop": 2, **props}
    ends = [piece("road", (10 + at, 20, 11 + at, 21), id=f"end{at}", props=base) for at in (0, 2)]
    return ends[0], piece("road", (11, 20, 12, 21), middle, id="middle", footing=middle > 0, props=base), ends[1]


def fire(state: State, part: str, amount: int, *dice: int) -> Played:
    return play(state, lambda ctx: resolve_structure_damage(ctx, part, amount), *((die,) for die in dice))


@pytest.mark.rule("tactical.3.2.5")
def test_a_structure_falls_when_it_has_more_than_it_can_take() -> None:
    state = table(piece("building", (10, 10, 11, 11), 1, id="house"))
    assert fire(state, "house", 0).events == []
    fire(state, "house", 80)
    assert (gathered(state, "house"), is_fallen(state.ground, "house")) == (80, False)
    played = fire(state, "house", 1)
    assert (is_fallen(state.ground, "house"), len(played.of(StructureFell))) == (True, 1)
    assert ground_type(state, mils(10.5), mils(10.5)) == "rough"
    assert fire(state, "house", 50).events == fire(state, "nothing", 50).events == fire(state, "house", 0).events == []


@pytest.mark.rule("tactical.3.2.5-urban")
def test_a_town_falls_by_the_square_inch() -> None:
    town = piece("area", (10, 10, 20, 20), 1, id="town", props={"going": "urban"})
    state = table(town, piece("area", (30, 10, 40, 20), 1, id="city", props={"going": "dense urban"}))
    assert structure_at(state, mils(12.3), mils(17.9)) == "town:12:17"
    assert (capacity_of(state, "town:12:17"), capacity_of(state, "city:33:12")) == (80, 100)
    fire(state, "town:12:17", 81)
    assert ground_type(state, mils(12.5), mils(17.5)) == "rough"
    assert ground_type(state, mils(13.5), mils(17.5)) == "urban"
    assert structure_at(state, mils(12.5), mils(17.5)) == ""
    state.scale = SKIRMISH_SCALE
    assert (capacity_of(state, "town:13:17"), capacity_of(state, "city:33:12")) == (16, 20)


@pytest.mark.rule("tactical.3.2.5-urban", "tactical.3.2.5")
def test_the_ground_follows_from_what_was_done_in_any_order() -> None:
    town = piece("area", (10, 10, 20, 20), 1, id="town", props={"going": "urban"})
    road = piece("road", (0, 5, 40, 6), id="road")
    parts = ("town:12:17", "town:11:11", "road:3", "road:10")
    for order in permutations(parts):
        state = table(town, road)
        for part in order:
            fire(state, part, 101)
        fire(state, "road:5", 40)
        assert ground_of(table(town, road).ground, state) == state.ground
        assert ground_type(state, mils(3.5), mils(5.5)) == "clear"
        assert ground_type(state, mils(5.5), mils(5.5)) == "road"


@pytest.mark.rule("tactical.3.2.5")
def test_roads_and_walls_fall_by_the_inch() -> None:
    wood = piece("area", (0, 0, 9, 9), 1, id="wood", props={"going": "woodland"})
    state = table(
        wood,
        piece("road", (0, 5, 40, 6), id="road"),
        piece("instance", (20, 8, 20.2, 12), 1, id="wall", props={"going": "wall"}),
    )
    assert structure_at(state, mils(7.2), mils(5.5)) == "road:7"
    assert (capacity_of(state, "road:7"), capacity_of(state, "wall:2")) == (100, 12)
    fire(state, "road:7", 101)
    assert ground_type(state, mils(7.5), mils(5.5)) == "woodland"
    fire(state, "wall:2", 6)
    assert is_half_gone(state, state.ground.piece("wall:2"))
    assert not is_half_gone(state, state.ground.piece("wall:1"))
    fire(state, "wall:1", 5)
    assert not is_half_gone(state, state.ground.piece("wall:1"))


@pytest.mark.rule("tactical.3.2.5")
def test_what_the_map_says_comes_first_and_buildings_count_their_square_inches() -> None:
    village = piece("building", (1, 1, 2, 2), 1, id="village", props={"capacity": 60})
    state = table(village, piece("building", (5, 5, 7, 8), 1, id="house"))
    assert (capacity_of(state, "village"), capacity_of(state, "house")) == (60, 480)
    state.scale = SKIRMISH_SCALE
    assert capacity_of(state, "house") == 96
    fire(state, "house", 47)
    assert not is_half_gone(state, state.ground.piece("house"))
    fire(state, "house", 1)
    assert is_half_gone(state, state.ground.piece("house"))


@pytest.mark.rule("tactical.3.2.5-urban")
def test_a_town_with_a_capacity_of_its_own_falls_as_a_whole_and_without_one_by_the_square_inch() -> None:
    for props, part in (({"capacity": 60}, "town"), ({}, "town:11:12")):
        state = table(piece("area", (10, 10, 14, 14), 1, id="town", props={"going": "urban", **props}))
        assert structure_at(state, mils(11.5), mils(12.5)) == part
        assert capacity_of(state, part) == props.get("capacity", 80)


@pytest.mark.rule("tactical.3.2.5-bridge-load", "tactical.3.2.5-bridges")
def test_the_load_of_the_book() -> None:
    end, middle, _ = bridge(1)
    assert (overload(end, 12), overload(end, 10), overload(end, 3), strain(100, 2)) == (2, 0, 0, 20)
    assert (drop_of(end), drop_of(middle)) == (2, 3)
    assert [strain(capacity, 1) for capacity in (100, 101, 109, 110)] == [10, 11, 11, 11]
    state = table(*bridge())
    put(state, "red-1", "aller", 10.5, 20.5, stats={"size": 12})
    played = play(state, lambda ctx: resolve_load(ctx, "red-1", "end0"), (2,), (1,), (3,))
    assert (played.value, gathered(state, "end0"), len(played.of(StructureHurt))) == (False, 40, 2)


@pytest.mark.rule("tactical.3.2.5-bridge-load")
def test_small_vehicles_and_men_cross_without_a_die_and_the_heaviest_break_it_at_once() -> None:
    state = table(*bridge())
    put(state, "red-1", "hunter", 10.5, 20.5)
    put(state, "red-2", "rifle-squad", 10.5, 20.5)
    assert play(state, lambda ctx: resolve_load(ctx, "red-1", "end0")).rolls == []
    assert play(state, lambda ctx: resolve_load(ctx, "red-2", "end0")).rolls == []
    state = table(*bridge())
    put(state, "red-1", "aller", 10.5, 20.5, stats={"size": 16})
    played = play(state, lambda ctx: resolve_load(ctx, "red-1", "end0"), (2, 3), (4,))
    assert (played.value, is_fallen(state.ground, "end0"), is_fallen(state.ground, "middle")) == (True, True, False)
    state = table(*bridge())
    put(state, "red-1", "aller", 10.5, 20.5, stats={"size": 15})
    assert play(state, lambda ctx: resolve_load(ctx, "red-1", "end0"), (6,)).value is False


@pytest.mark.rule("tactical.3.2.5-bridge-load")
def test_a_section_breaks_when_the_strain_is_more_than_it_can_take() -> None:
    state = table(*bridge())
    put(state, "red-1", "aller", 10.5, 20.5, stats={"size": 12})
    script = lambda ctx: resolve_load(ctx, "red-1", "end0")  # noqa: E731 - said twice
    played = play(state, script, *(((1,),) * 6), (3, 4), (6,))
    assert (played.value, len(played.of(StructureHurt))) == (True, 6)


@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
@pytest.mark.parametrize(("dice", "down"), [((4,), 1), ((3, 4), 2), ((1, 3), 3)])
def test_a_section_takes_its_neighbours_down_on_three_or_less(dice: tuple[int, ...], down: int) -> None:
    state = table(*bridge())
    played = fire(state, "end0", 101, *dice)
    assert [event.part for event in played.of(StructureFell)] == ["end0", "middle", "end2"][:down]


@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
def test_who_is_on_it_falls_with_it() -> None:
    state = table(*bridge(1))
    put(state, "red-1", "aller", 11.5, 20.5, z=1000)
    put(state, "red-2", "hunter", 10.5, 20.5)
    played = fire_and_fall(state)
    assert [(event.unit, event.z) for event in played.of(Dropped)] == [("red-1", 0)]
    assert state.units["red-1"].token("heavy") == 1
    assert ground_type(state, mils(11.5), mils(20.5)) == "rough"


@pytest.mark.rule("tactical.3.2.5-bridge-collapse", "tactical.3.2.5-bridges")
def test_who_is_on_a_raised_section_that_lifts_nobody_falls_from_its_height_too() -> None:
    state = table(*bridge(1))
    put(state, "red-1", "aller", 11.5, 20.5)
    played = fire_and_fall(state)
    assert [roll.purpose for roll in played.rolls].count("falling") == 1
    assert [event.amount for event in played.of(DamageCompared)] == [2 * 14 * 3]


@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
def test_who_stands_where_two_sections_meet_falls_once() -> None:
    state = table(*bridge())
    put(state, "red-1", "aller", 11, 20.5)
    script = lambda ctx: resolve_structure_damage(ctx, "end0", 101)  # noqa: E731 - a line too long else
    played = play(state, script, (1, 2), (3,), (6,))
    assert [event.part for event in played.of(StructureFell)] == ["end0", "middle"]
    assert [event.unit for event in played.of(Dropped)] == ["red-1"]


def fire_and_fall(state: State) -> Played:
    """The middle falls: the tank of Size 14 three inches, with a 1 and a 2; both ends hold."""
    return play(state, lambda ctx: resolve_structure_damage(ctx, "middle", 101), (1, 2), (4,), (5,))


@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
@pytest.mark.parametrize(("over", "left"), [("water", "swamp"), ("deep water", "deep water"), ("", "rough")])
def test_what_is_left_depends_on_what_lies_below(over: str, left: str) -> None:
    state = table(*bridge(over=over))
    play(state, lambda ctx: bring_down(ctx, "end0"))
    assert ground_type(state, mils(10.5), mils(20.5)) == left


@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
def test_who_falls_into_deep_water_is_lost_unless_it_swims() -> None:
    for perks, status in (({}, DESTROYED), ({"Amphibious": 1}, "fielded")):
        state = table(*bridge(over="deep water", drop=1))
        put(state, "red-1", "aller", 10.5, 20.5, stats={"perks": perks})
        play(state, lambda ctx: resolve_structure_damage(ctx, "end0", 101), (2, 1), (6,))
        assert state.units["red-1"].status == status


@pytest.mark.rule("tactical.3.2.5-bridges")
def test_a_long_bridge_is_cut_into_its_inches() -> None:
    river = piece("water", (14, 0, 18, 40), id="river", props={"going": "water"})
    span = piece("road", (14, 20, 18, 21), id="span", props={"going": "bridge"})
    state = table(river, span)
    assert part_at(span, mils(16.2), mils(20.5)) == "span:2"
    assert (capacity_of(state, "span:2"), overload(span, 14)) == (100, 0)
    fire(state, "span:2", 101, 4, 4)
    types = [ground_type(state, mils(x + 0.5), mils(20.5)) for x in range(14, 18)]
    assert types == ["bridge", "bridge", "swamp", "bridge"]
    assert fallen(state.ground, "span:2") == state.ground


@pytest.mark.rule("tactical.3.2.5-roads", "tactical.3.2.5-bridge-collapse")
@pytest.mark.parametrize("over", [False, True])
def test_a_road_on_a_bridge_goes_by_its_points_and_falls_with_it(over: bool) -> None:
    river = piece("water", (14, 0, 18, 40), id="river", props={"going": "water"})
    span = piece("road", (14, 20, 18, 21), id="span", props={"going": "bridge", "capacity": 60})
    road = piece("road", (0, 20, 40, 21), id="road")
    printed = (river, span, road) if over else (river, road, span)
    state = table(*printed, structures="yes")
    assert structure_at(state, mils(16.5), mils(20.5)) == "span:2"
    assert structure_at(state, mils(13.5), mils(20.5)) == "road:13"
    fire(state, "span:2", 61, 4, 4)
    types = [ground_type(state, mils(x + 0.5), mils(20.5)) for x in range(13, 19)]
    assert types == ["road", "bridge", "bridge", "swamp", "bridge", "road"]
    assert structure_at(state, mils(16.5), mils(20.5)) == ""
    on_road = [is_on_road(tuple(state.ground.pieces_at(mils(x + 0.5), mils(20.5)))) for x in range(13, 19)]
    assert on_road == [True, True, True, False, True, True]
    assert ground_of(table(*printed).ground, state) == state.ground
    crossed = lay_of(state.ground).crossed(Line(mils(16.5), mils(19), 0, mils(16.5), mils(22), 0))
    assert dict(crossed) == {"water": 2, "swamp": 1}


@pytest.mark.rule("tactical.3.2.5-roads")
def test_a_road_that_winds_is_gone_where_its_square_is_shot_to_pieces() -> None:
    corners = ((0, 5), (10, 5), (10, 15), (9, 15), (9, 6), (0, 6))
    outline = tuple((mils(x), mils(y)) for x, y in corners)
    state = table(Piece("road", "Road", "road", outline))
    assert structure_at(state, mils(9.5), mils(10.5)) == "road:9:10"
    fire(state, "road:9:10", 101)
    assert [ground_type(state, mils(9.5), mils(y)) for y in (9.5, 10.5, 11.5)] == ["road", "clear", "road"]
