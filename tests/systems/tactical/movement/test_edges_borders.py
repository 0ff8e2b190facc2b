"""2.6.5: ways exactly along a border: two pieces that share it leave no Clear ground between them."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.line_of_sight.terrain import ground_type
from gearlock.systems.tactical.movement.course import Move
from systems.tactical.play import code, give, under_way, unit
from systems.tactical.tables import mils

NORTH = Move("red-1", ((0, 2_000),))
WEST, EAST = (10, 5, 20, 30), (20, 5, 30, 30)


def between(west: str, east: str, **more: object) -> Position:
    """A Gear on its wheels, about to go north along x = 20, with these types of ground on both sides."""
    position = Position("tactical", active="red-1", map="48x48")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G", **more)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    for going, box in ((west, WEST), (east, EAST)):
        if going:
            position.piece("water" if "water" in going else "area", box, props={"going": going})
    return position


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize(
    ("west", "east", "spent"),
    [
        ("woodland", "woodland", 4_000),
        ("jungle", "jungle", 6_000),
        ("jungle", "woodland", 4_000),
        ("woodland", "jungle", 6_000),
        ("woodland", "", 2_000),
        ("", "woodland", 2_000),
    ],
)
def test_the_border_of_two_pieces_is_in_both_and_against_clear_ground_in_none(west: str, east: str, spent: int) -> None:
    battle = give(between(west, east).battle(), NORTH)
    assert (under_way(battle).spent, unit(battle).y) == (spent, mils(12))
    if west and east:
        assert ground_type(battle.state, mils(20), mils(11)) == east, "the later of the two, as for who stands there"


@pytest.mark.rule("tactical.2.6.5-water")
@pytest.mark.parametrize(
    ("west", "east", "why"),
    [
        ("deep water", "deep water", "water"),
        ("jungle", "deep water", "water"),
        ("deep water", "jungle", ""),
        ("deep water", "", ""),
    ],
)
def test_nobody_drives_through_water_along_the_seam_of_two_pieces(west: str, east: str, why: str) -> None:
    assert code(between(west, east).battle(), NORTH) == why


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.3.2.5-roads")
def test_a_road_that_ends_at_the_border_counts_and_only_the_part_between_two_pieces_is_theirs() -> None:
    position = between("woodland", "").piece("road", (20, 5, 21, 30))
    assert under_way(give(position.battle(), NORTH)).spent == 2_000
    position = between("woodland", "").piece("area", (20, 11.5, 30, 30), props={"going": "woodland"})
    assert under_way(give(position.battle(), NORTH)).spent == 1_500 + 2 * 500


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
def test_a_height_beside_woods_leaves_its_foot_as_open_as_it_was() -> None:
    position = between("woodland", "").piece("hill", (20, 5, 30, 30), top=0.2, props={"slope": 20})
    assert under_way(give(position.battle(), NORTH)).spent == 2_000


@pytest.mark.rule("tactical.3.8.1-walls")
@pytest.mark.parametrize(("at", "spent"), [(20.0, 3_000), (20.5, 3_000)])
def test_two_sections_of_a_wall_that_are_half_gone_are_rough_also_where_they_meet(at: float, spent: int) -> None:
    position = Position("tactical", active="red-1", map="48x48", switches={"structures": "yes"}, scale="skirmish")
    position.model("red-1", "hunter", at=(at, 10), facing="north", mode="G")
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    for west in (18, 19, 20, 21):
        position.piece("instance", (west, 11, west + 1, 14), id=f"w{west}", top=1, props={"going": "wall"})
    battle = position.battle()
    for west in (18, 19, 20, 21):
        battle.state.structures[f"w{west}"] = 6
    assert under_way(give(battle, NORTH)).spent == spent


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.3.6.2")
@pytest.mark.parametrize(("going", "spent"), [("", 1_801), ("rough", 1_801), ("jungle", 801), ("swamp", 801)])
def test_a_squad_that_steps_up_into_jungle_on_a_hill_pays_for_that_inch_what_men_pay_at_most(
    going: str, spent: int
) -> None:
    """The step and the ground that it leads to are 2 MP at most: up into a jungle no more than an inch of jungle."""
    position = Position("tactical", active="red-1", map="48x48", modules="all")
    position.model("red-1", "qualified-squad", at=(20, 10.2), facing="north")
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    position.piece("hill", (10, 11, 30, 30), top=1, footing=True)
    if going:
        position.piece("area", (10, 11, 30, 30), base=1, top=2, props={"going": going})
    battle = give(position.battle(), Move("red-1", ((0, 801),)))
    assert (under_way(battle).spent, unit(battle).z) == (spent, 1_000)


@pytest.mark.rule("tactical.3.8.1-terrain", "tactical.2.6.5-water")
@pytest.mark.parametrize(
    ("kind", "going", "mode", "why"),
    [
        ("area", "jungle", "G", "closed"),
        ("area", "jungle", "W", ""),
        ("water", "water", "W", "water"),
        ("area", "rough", "G", ""),
    ],
)
def test_nobody_steps_up_onto_ground_that_is_closed_to_it(kind: str, going: str, mode: str, why: str) -> None:
    position = Position("tactical", active="red-1", map="48x48", scale="skirmish")
    position.model("red-1", "hunter", at=(20, 10.2), facing="north", mode=mode)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    position.piece("hill", (10, 11, 30, 30), top=1, footing=True)
    position.piece(kind, (10, 11, 30, 30), base=1, top=2, props={"going": going})
    assert code(position.battle(), Move("red-1", ((0, 801),))) == why
