"""4.1.4: MacAllen Collapse: the ground falls in under a vehicle."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical.damage.structures import ground_of, resolve_structure_damage
from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.moving import judge
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.of_the_field import LINE, resolve_collapses
from gearlock.systems.tactical.subplots.orders_and_events import ChooseLine, EventForeseen, FellIn, GroundFell, due
from systems.tactical.subplots.fields import active, code, field, told
from systems.tactical.tables import mils, piece, play, put, table


def weakened(**switches: str) -> State:
    """It happens in round 3."""
    state = field("red:MacAllen Collapse", **switches)
    play(state, resolve_beginnings, (3,))
    state.phase, state.round = "activation", 3
    return state


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_a_die_says_in_which_round() -> None:
    state = field("red:MacAllen Collapse")
    assert play(state, resolve_beginnings, (3,)).of(EventForeseen) == [EventForeseen("red", "MacAllen Collapse", 3)]
    for number in (1, 2, 4):
        state.round = number
        assert not play(state, resolve_collapses).rolls
    state.round, state.phase = 2, "round"
    played = play(state, step, (1,), (4,), (2, 3), answer=told(ChooseLine(0)))
    assert [event.unit for event in played.of(GroundFell)] == ["blue-1"]


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
@pytest.mark.rule("tactical.3.2.1-falling")
def test_whoever_is_on_the_line_falls_an_inch() -> None:
    state = weakened()
    state.units["red-1"].x, state.units["red-1"].y = mils(22), mils(16)
    played = play(state, resolve_collapses, (1,), (5,), (6, 5), (2, 1), answer=told(ChooseLine(0)))
    assert [event.unit for event in played.of(FellIn)] == ["red-1", "blue-1"], "5 in along, 2.5 to each side"
    assert state.units["blue-1"].z == -1000
    assert state.units["blue-2"].z == 0
    assert state.units["red-1"].token("heavy") == 1, "6 times Size 6 is twice the Armor"
    assert state.units["blue-1"].token("light") == 0, "2 times 6 is not 15"
    assert played.asks[0].seat == "red", "its buyer says how the line lies"
    across = weakened()
    play(across, resolve_collapses, (1,), (6,), (2, 1), answer=told(ChooseLine(900)))
    assert across.units["blue-2"].z == 0
    assert across.ground.elevation(mils(20), mils(18.9)) == -1000
    assert across.ground.elevation(mils(20), mils(19.2)) == 0
    assert across.ground.elevation(mils(20.6), mils(16)) == 0, "an inch wide"
    assert across.ground.elevation(mils(20.45), mils(16)) == -1000


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_a_fumbled_fall_destroys_it() -> None:
    state = weakened()
    play(state, resolve_collapses, (2,), (1,), (1, 1), answer=told(ChooseLine(0)))
    assert state.units["blue-2"].is_lost


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_the_ground_stays_fallen_in_and_is_gone_into_and_out_of_at_a_price() -> None:
    state = weakened()
    play(state, resolve_collapses, (1,), (3,), (2, 1), answer=told(ChooseLine(0)))
    again = ground_of(table().ground, state)
    assert [one.name for one in again.pieces] == ["Collapse"]
    assert again == state.ground, "as it is read from a record"
    assert again != table().ground
    active(state, "blue-1")
    course = judge(state, Move("blue-1", ((0, 1000),)))
    assert course.unit.z == 0  # type: ignore[union-attr]
    assert course.spent > 1000, "up steep ground"  # type: ignore[union-attr]
    put(state, "blue-3", "hunter", 20, 18, 270)
    state.units["blue-1"].x = mils(40)
    active(state, "blue-3")
    down = judge(state, Move("blue-3", ((0, 2000),)))
    assert down.unit.z == -1000  # type: ignore[union-attr]


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_squads_are_no_vehicles_but_fall_with_them() -> None:
    state = weakened()
    put(state, "blue-1", "rifle-squad", 24.2, 17)
    played = play(state, resolve_collapses, (1,), (3,), (3, 2), (1,), (3, 2), answer=told(ChooseLine(900)))
    assert played.rolls[0].sides == 2
    assert [event.unit for event in played.of(GroundFell)] == ["blue-2"]
    assert {event.unit for event in played.of(FellIn)} == {"blue-1", "blue-2"}
    del state.units["blue-2"]
    assert not play(state, resolve_collapses).rolls, "no vehicle, no collapse"


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
def test_a_bridge_over_it_comes_down_where_structures_can() -> None:
    bridge = piece(
        "road", (15, 15, 26, 17), 3, id="bridge", base=2.5, footing=True, props={"going": "bridge", "drop": 0}
    )
    for switches, fallen in (({"structures": "yes"}, True), ({}, False)):
        state = weakened(**switches)
        state.ground = table(bridge).ground
        for name, x in (("blue-1", 20.5), ("blue-2", 24.5)):
            state.units[name].x, state.units[name].z = mils(x), mils(3)
        dice = [(1,), (1,)] + ([(2, 1), (6,), (6,)] if fallen else [])
        played = play(state, resolve_collapses, *dice, answer=told(ChooseLine(900)))
        assert bool(state.structures) == fallen
        assert state.units["blue-1"].z == (-1000 if fallen else mils(3)), "to the bottom, with one fall"
        assert [roll.purpose for roll in played.rolls].count("falling") == fallen
        assert state.units["blue-2"].z == mils(3)


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_a_road_sinks_with_the_ground() -> None:
    state = weakened()
    state.ground = table(piece("road", (15, 15, 26, 17), id="road", props={"going": "road"})).ground
    play(state, resolve_collapses, (1,), (3,), (2, 1), answer=told(ChooseLine(0)))
    assert state.units["blue-1"].z == -1000


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_a_line_has_an_angle() -> None:
    state = weakened()
    ask = Ask("red", LINE, "blue-1")
    assert code(state, ask, ChooseLine(1799)) == ""
    assert code(state, ask, ChooseLine(0)) == ""
    assert code(state, ask, ChooseLine(1800)) == "angle"
    assert code(state, ask, ChooseLine(-1)) == "angle"


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_only_those_there_are_meant_and_only_those_over_it_fall() -> None:
    state = weakened()
    state.units["blue-2"].status = "reserve"
    put(state, "red-3", "hunter", 21.5, 16.8)
    put(state, "red-4", "hunter", 18.8, 16, status="destroyed")
    played = play(state, resolve_collapses, (1,), (6,), (2, 1), answer=told(ChooseLine(0)))
    assert [roll.sides for roll in played.rolls[:2]] == [2, 6], "one vehicle on the table; a die of inches"
    assert [event.unit for event in played.of(FellIn)] == ["blue-1"]
    assert (state.units["red-3"].z, state.units["red-4"].z) == (0, 0), "0.8 in beside it; out of the battle"


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
@pytest.mark.rule("tactical.3.2.5-bridge-collapse")
def test_every_section_over_the_line_comes_down() -> None:
    props = {"going": "bridge", "drop": 0}
    bridge = piece("road", (15, 15, 26, 17), 1, id="bridge", base=0.5, footing=True, props=props)
    state = weakened(structures="yes")
    state.ground = table(bridge).ground
    state.units["blue-1"].x, state.units["blue-1"].z = mils(20.5), mils(1)
    dice = ((1,), (2,), (6,), (6,), (2, 1), (6,), (6,))
    play(state, resolve_collapses, *dice, answer=told(ChooseLine(0)))
    assert sorted(state.structures) == ["bridge:4", "bridge:5", "bridge:6"], "an inch to each side of 20.5"


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_two_of_them_have_rounds_of_their_own() -> None:
    state = field("red:MacAllen Collapse")
    state.points["subplot:red:MacAllen Collapse"] = 2
    play(state, resolve_beginnings, (2,), (4,))
    for number, expected in ((2, 1), (3, 0), (4, 1)):
        state.round = number
        assert due(state, "red", "MacAllen Collapse") == expected
        assert due(state, "blue", "MacAllen Collapse") == 0


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
@pytest.mark.rule("tactical.3.2.5-urban")
def test_rubble_and_collapses_make_the_same_ground_in_any_order() -> None:
    town = piece("area", (40, 20, 50, 30), id="town", props={"going": "urban"})
    grounds = []
    for pit_first in (True, False):
        state = weakened(structures="yes")
        printed = state.ground = table(town).ground
        deeds = [
            lambda state: play(state, resolve_collapses, (1,), (3,), (2, 1), answer=told(ChooseLine(0))),
            lambda state: play(state, lambda ctx: resolve_structure_damage(ctx, "town:42:22", 200)),
        ]
        for deed in deeds if pit_first else reversed(deeds):
            deed(state)
        assert ground_of(printed, state) == state.ground
        grounds.append(state.ground)
    assert grounds[0] == grounds[1]
    assert len(grounds[0].pieces) == 3
