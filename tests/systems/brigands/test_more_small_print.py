"""More of what is easily got wrong by one: ways, walls, rosters and what is shown."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.mechanics.going.walls import crossings
from gearlock.mechanics.pools.marginal import bites_of
from gearlock.systems.brigands import transport
from gearlock.systems.brigands.advice.previews import preview_demolition
from gearlock.systems.brigands.advice.survey import _own
from gearlock.systems.brigands.attacks.attack import Demolish
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import TITLES
from gearlock.systems.brigands.damage import MARGINAL
from gearlock.systems.brigands.firing_range import Strikes
from gearlock.systems.brigands.forward_observation import Observe
from gearlock.systems.brigands.movement.paths import Climb, Moved
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.shown import _tokens
from gearlock.systems.brigands.state import COMBAT_SPEED
from gearlock.systems.brigands.transport import REACH, way_to_transport
from gearlock.table.path import Stride
from gearlock.table.terrain import Piece
from systems.brigands.drill import LEGAL, found, spoilt, the_one
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})


@pytest.mark.rule("brigands.9.3")
def test_whoever_goes_to_a_transport_goes_to_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "room_left", lambda *_: 9)
    state = lay([("hunter", 10, 10, NORTH), ("hunter", 10, 22, NORTH), ("hunter", 10, 16, NORTH)]).state
    unit = state.units["red-1"]
    far = 6_000 - 2 * unit.line.radius
    assert way_to_transport(state, unit, 12_000) == ((0, far - REACH // 2),)


@pytest.mark.rule("brigands.5.7b-corrosion")
@pytest.mark.parametrize(("weapon", "margin"), [("LAC", 0), ("LAC (Corrosion)", 2)])
def test_only_corrosion_asks_by_how_much_it_hit(weapon: str, margin: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=(weapon,))
    struck = Strikes(battle.state, Strike("red-1", "LAC", "Ballistic", "blue-1", optimal=True))
    assert struck.wound(2, 2).margin == margin


@pytest.mark.rule("brigands.2.4")
def test_a_climb_is_no_way_by_road_nor_through_area_terrain() -> None:
    tower = piece("building", 8, 12, 14, 18, 4, footing=True)
    battle = lay([("hunter", 11, 11.4, NORTH)], on=ground(tower))
    remodel(battle.state.units["red-1"], traits=("Arms",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, Climb("red-1", tower.id, 11_000, 11_400, 1_500, "C", True))
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.spent, moved.turns, moved.rough, moved.travelled, moved.stepped) == (1_500, 0, 0, 1_500, 0)
    assert (moved.on_road, moved.wet, moved.fall) == (False, 0, 0)


@pytest.mark.rule("brigands.3.2b-destroyed")
def test_a_building_stands_as_long_as_anything_of_it_is_left() -> None:
    battle = lay([("hunter", 11, 10, NORTH)], [("hunter", 45, 45, SOUTH)], on=ground(HOUSE))
    remodel(battle.state.units["red-1"], weapons=("LAC",))
    battle.state.units["blue-1"].actions = 0
    battle.state.buildings[HOUSE.id] = (4, 2)
    battle = again(battle, [4, 2, 2])
    give(battle, Activate("red-1", COMBAT_SPEED), Demolish("red-1", "LAC", "Ballistic", HOUSE.id))
    assert battle.state.buildings[HOUSE.id] == (2, 2)
    assert battle.state.ground.pieces == (HOUSE,)


@pytest.mark.rule("brigands.3.2b")
def test_every_wall_on_the_way_is_gone_through() -> None:
    across = Stride(8_000, 12_000, 16_000, 12_000, 8_000)
    block = piece("building", 10, 10, 14, 14, 4)
    assert crossings(block, across, False) == pytest.approx([0.25, 0.75])
    assert crossings(block, across, True) == pytest.approx([0.0, 0.25, 0.75]), "out first, where it is not inside"
    inner = Stride(11_000, 12_000, 13_000, 12_000, 2_000)
    assert crossings(block, inner, True) == []
    horseshoe = ((9, 10), (15, 10), (15, 14), (13, 14), (13, 11), (11, 11), (11, 14), (9, 14))
    shape = Piece(
        "u", name="horseshoe", kind="building", outline=tuple((1000 * x, 1000 * y) for x, y in horseshoe), top=4_000
    )
    assert crossings(shape, across, False) == pytest.approx([1 / 8, 3 / 8, 5 / 8, 7 / 8])


@pytest.mark.rule("brigands.10.5-2ic")
def test_two_seconds_in_command_are_one_too_many() -> None:
    wrong = the_one(spoilt("3x Hunter", "Hunter\n    2x Hunter: 2iC"))
    assert wrong.rule == "brigands.10.5-2ic"
    assert "has 2 Seconds-in-Command" in wrong.message


@pytest.mark.rule("brigands.10.3")
def test_of_two_support_units_the_later_one_is_at_fault() -> None:
    assert the_one(found(LEGAL + "  support FS\n    Grizzly\n")).line == 10


@pytest.mark.rule("brigands.8.5")
@pytest.mark.parametrize(
    ("aim", "off"),
    [
        ((10_000, 15_000, 12_000), False),
        ((10_000, 15_000, 12_001), True),
        ((10_000, 15_000, -1), True),
        ((-1, 15_000, 0), True),
        ((10_000, 48_001, 0), True),
    ],
)
def test_a_point_is_observed_on_the_table_and_not_far_above_it(aim: tuple[int, int, int], off: bool) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    remodel(battle.state.units["red-1"], traits=("Comms:1",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert (code(battle, Observe("red-1", aim=aim)) == "point") is off


@pytest.mark.rule("brigands.5.6a")
def test_marginal_hits_bite_on_four_and_more() -> None:
    assert bites_of(2, MARGINAL) == {0: 9, 1: 18, 2: 9}
    assert bites_of(1, 6) == {0: 5, 1: 1}
    assert bites_of(0, MARGINAL) == {0: 1}


@pytest.mark.rule("brigands.wtrait.as", "brigands.3.2b-attack")
@pytest.mark.parametrize(("weapon", "doubled"), [("LAC", False), ("LAC (AS)", True)])
def test_it_is_told_that_anti_structure_doubles(weapon: str, doubled: bool) -> None:
    battle = lay([("hunter", 11, 10, NORTH)], on=ground(HOUSE))
    remodel(battle.state.units["red-1"], weapons=(weapon,))
    shown = preview_demolition(battle.state, "red", Demolish("red-1", "LAC", "Ballistic", HOUSE.id))
    assert ("AS doubles it" in shown.harm) is doubled


@pytest.mark.rule("brigands.2.2")
@pytest.mark.parametrize(
    ("x", "y", "on_table"),
    [(0, 0, True), (48_000, 48_000, True), (-1, 0, False), (0, -1, False), (48_001, 0, False), (0, 48_001, False)],
)
def test_the_table_is_surveyed_from_edge_to_edge(x: int, y: int, on_table: bool) -> None:
    state = lay([("hunter", 10, 10, NORTH)]).state
    assert isinstance(_own(state, "red", "red-1", Aim(x, y)), Refusal) is not on_table


@pytest.mark.rule("brigands.1.9", "brigands.7.1")
def test_a_commander_bears_his_rank_once() -> None:
    unit = lay([("hunter", 10, 10, NORTH)]).state.units["red-1"]
    unit.rank = "foc"
    assert [token.count for token in _tokens(unit) if token.name == TITLES["foc"]] == [1]
