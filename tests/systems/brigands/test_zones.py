"""11.4a: deployment zones from wide edges, narrow edges and corners, agreed on or rolled for."""

from __future__ import annotations

import random

import pytest
from shapely.geometry import Point, Polygon

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.mechanics.placing.zones import SIDES, opposite
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.deployment.places import ChooseSide, Deploy, SideTaken, ZonesRolled, has_room
from gearlock.systems.brigands.places import CORNER, NARROW, WIDE, sides_of, zone_at
from gearlock.systems.brigands.rounds import ChooseFirst
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.terrain import Ground
from systems.brigands.field import BASE, NORTH, code, give, ground, piece
from systems.brigands.muster_point import gathered

LONG, TALL = Ground(72_000, 48_000), Ground(48_000, 72_000)
PAIR = [[("GP", ["hunter/foc", "hunter"])]]


def _area(ground: Ground, side: str) -> float:
    return float(Polygon(zone_at(ground, side)).area) / (ground.width * ground.height)


@pytest.mark.rule("brigands.11.4a", "brigands.11.4a-wide", "brigands.11.4a-narrow", "brigands.11.4a-corner")
def test_every_kind_of_zone_is_a_third_of_the_table_and_none_meets_the_one_across() -> None:
    for field in (ground(), LONG, TALL):
        for side in SIDES:
            assert _area(field, side) == pytest.approx(1 / 3, abs=1e-3)
            mine, theirs = Polygon(zone_at(field, side)), Polygon(zone_at(field, opposite(side)))
            assert mine.is_valid
            assert mine.intersection(theirs).area == 0


@pytest.mark.rule("brigands.11.4a", "brigands.11.4a-wide", "brigands.11.4a-narrow")
def test_the_wide_edge_is_the_longer_one_and_on_a_square_table_the_south() -> None:
    assert sides_of(LONG, WIDE) == sides_of(ground(), WIDE) == ("south", "north")
    assert sides_of(LONG, NARROW) == sides_of(ground(), NARROW) == ("west", "east")
    assert sides_of(TALL, WIDE) == ("west", "east")
    assert sides_of(TALL, NARROW) == ("south", "north")


@pytest.mark.rule("brigands.11.4a-narrow")
def test_narrow_zones_reach_a_third_of_the_length() -> None:
    assert Polygon(zone_at(LONG, "west")).bounds == (0, 0, 24_000, 48_000)
    assert Polygon(zone_at(LONG, "east")).bounds == (48_000, 0, 72_000, 48_000)
    battle = gathered(PAIR, (6, 1), zones=("west", "east"))
    give(battle, ChooseFirst("red"))
    assert code(battle, Deploy("red-1", 16_000 - BASE, 40_000, NORTH)) == ""
    assert code(battle, Deploy("red-1", 16_000 - BASE + 1, 40_000, NORTH)) == "zone"


@pytest.mark.rule("brigands.11.4a-corner")
def test_a_corner_zone_is_the_corner_ninth_and_the_two_beside_it() -> None:
    battle = gathered(PAIR, (6, 1), zones=("southwest", "northeast"))
    give(battle, ChooseFirst("red"))
    inside = [(2, 2), (24, 8), (8, 24), (32 - BASE / 1000, 15), (15, 32 - BASE / 1000)]
    outside = [(24, 24), (40, 8), (8, 40), (32 - BASE / 1000 + 0.001, 15), (15.5, 16 - BASE / 1000 + 0.5)]
    assert [code(battle, Deploy("red-1", round(x * 1000), round(y * 1000), NORTH)) for x, y in inside] == [""] * 5
    assert [code(battle, Deploy("red-1", round(x * 1000), round(y * 1000), NORTH)) for x, y in outside[:4]] == [
        "zone"
    ] * 4
    assert code(battle, Deploy("red-1", 16_100, 16_100, NORTH)) == "zone"


@pytest.mark.rule("brigands.11.4a-corner")
@pytest.mark.parametrize("side", ["southwest", "southeast", "northeast", "northwest"])
def test_whole_bases_are_in_a_corner_zone_as_shapely_sees_it(side: str) -> None:
    chooser, zone = random.Random(side), zone_at(LONG, side)
    whole = Polygon(zone).buffer(-BASE)
    for _ in range(400):
        x, y = chooser.randrange(72_000), chooser.randrange(48_000)
        if abs(whole.boundary.distance(Point(x, y))) > 2:
            assert footprint_inside(Body(x, y, 0, BASE), zone) == whole.contains(Point(x, y)), (x, y)


@pytest.mark.rule("brigands.11.4a")
@pytest.mark.parametrize(("face", "kind"), [(1, NARROW), (2, NARROW), (3, WIDE), (4, WIDE), (5, CORNER), (6, CORNER)])
def test_a_die_says_which_zones_and_the_winner_of_a_roll_off_which_side(face: int, kind: str) -> None:
    setup = SYSTEM.prepare("battle", 1, {"red": "north-50", "blue": "south-50"})
    battle = Battle.begin(SYSTEM, setup, Scripted((face,), (3, 3), (2, 5)))
    assert battle.waiting_for() == ("blue",)
    sides = sides_of(battle.state.ground, kind)
    assert [option.order.side for option in battle.options("blue")] == list(sides)  # type: ignore[attr-defined]
    assert code(battle, ChooseSide(next(side for side in SIDES if side not in sides))) == "side"
    assert code(battle, ChooseSide("")) == "side"
    events = give(battle, ChooseSide(sides[1]))
    assert SideTaken("blue", sides[1]) in events
    assert battle.state.zones == {"blue": sides[1], "red": opposite(sides[1])}
    rolled = [event for entry in battle.entries for event in entry.events if isinstance(event, ZonesRolled)]
    assert rolled == [ZonesRolled(face, kind)]


@pytest.mark.rule("brigands.11.4a")
def test_agreed_zones_are_not_rolled_for() -> None:
    for kind, zones in {
        "narrow": ("west", "east"),
        "wide": ("south", "north"),
        "corner": ("southwest", "northeast"),
    }.items():
        state = SYSTEM.begin(SYSTEM.prepare("battle", 1, {"zones": kind, "red": "north-50", "blue": "south-50"}))
        assert (state.zones["red"], state.zones["blue"]) == zones


def test_a_corner_without_room_is_found_before_the_battle() -> None:
    wall = piece("instance", 0.5, 0.5, 31, 31, 4)
    blocked = ground(wall)
    assert not has_room(blocked, zone_at(blocked, "southwest"), [BASE] * 40)
    assert has_room(blocked, zone_at(blocked, "northeast"), [BASE] * 40)


@pytest.mark.parametrize("zones", [("west", "east"), ("southeast", "northwest"), ("northwest", "southeast")])
def test_bots_and_views_know_every_zone(zones: tuple[str, str]) -> None:
    battle, chooser = gathered(PAIR, (6, 1), (6, 1), zones=zones), random.Random(5)
    give(battle, ChooseFirst("red"))
    shown = {shape.id: shape.outline for shape in battle.view("red").zones}
    assert shown["red-zone"] == zone_at(ground(), zones[0])
    assert shown["blue-zone"] == zone_at(ground(), zones[1])
    for _ in range(4):
        seat = battle.waiting_for()[0]
        option = battle.options(seat)[0]
        assert isinstance(option, OPEN_OPTIONS)
        for _ in range(20):
            order = battle.sample(seat, option, chooser)
            assert isinstance(order, Deploy)
            assert footprint_inside(Body(order.x, order.y, 0, BASE), zone_at(ground(), zones[seat == "blue"]))
        assert order is not None
        battle.answer(seat, order)
    assert battle.state.round == 1
