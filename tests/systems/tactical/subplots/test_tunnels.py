"""4.1.4: MacAllen Network: a tunnel straight ahead, and its openings for everybody."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.rounds.round import EndActivation
from gearlock.systems.tactical.shown import view
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.of_the_field import resolve_dig, resolve_tunnel
from gearlock.systems.tactical.subplots.orders_and_events import Dig, MinesLaid, TakeTunnel
from systems.tactical.subplots.fields import active, code, field, offered
from systems.tactical.tables import mils, piece, play, put, table


def known() -> State:
    return field("red:MacAllen Network")


def dug(inches: int = 3) -> State:
    state = known()
    active(state, "red-1")
    play(state, lambda ctx: resolve_dig(ctx, Dig("red-1", inches)))
    return state


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_a_unit_of_its_owner_goes_underground_straight_ahead() -> None:
    state = known()
    ask = active(state, "red-1")
    assert [order.inches for order in offered(state, ask, Dig)] == [1, 2, 3, 4], "1 MP an inch of its 4"
    assert code(state, ask, Dig("red-1", 5)) == "movement"
    assert code(state, ask, Dig("red-1", 0)) == "inches"
    play(state, lambda ctx: resolve_dig(ctx, Dig("red-1", 3)))
    unit, now = state.units["red-1"], state.activation
    assert (unit.x, unit.y) == (mils(20), mils(13))
    assert now is not None
    assert (now.spent, now.gone, now.since_turn) == (3000, 3000, 1000)
    assert state.markers == {"tunnel:1:in": (mils(20), mils(10)), "tunnel:1:out": (mils(20), mils(13))}
    assert [shape.id for shape in view(state, "blue", ()).markers] == ["tunnel:1:in", "tunnel:1:out"]
    assert code(state, ask, Dig("red-1", 1)) == "tunnel", "once for each of these subplots"
    assert code(state, active(state, "blue-1"), Dig("blue-1", 1)) == "tunnel", "the enemy knows of none"
    assert code(state, active(state, "red-1"), EndActivation("red-1")) == ""


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_whatever_lies_above_is_passed_under() -> None:
    state = known()
    put(state, "red-3", "hunter", 20, 11.5)
    state.ground = table(piece("water", (18, 11, 22, 12.5)), piece("instance", (18, 12.6, 22, 13.2), 3)).ground
    ask = active(state, "red-1")
    assert [order.inches for order in offered(state, ask, Dig)] == [4]
    assert code(state, ask, Dig("red-1", 2)) == "ground"
    assert code(state, ask, Dig("red-1", 3)) == "room"
    play(state, lambda ctx: resolve_dig(ctx, Dig("red-1", 4)))
    assert state.units["red-1"].y == mils(14)


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_anybody_may_use_the_openings_afterwards() -> None:
    state = dug()
    state.units["red-1"].x = mils(40)
    enemy = state.units["blue-1"]
    enemy.y = mils(14)
    ask = active(state, "blue-1")
    assert offered(state, ask, TakeTunnel) == [TakeTunnel("blue-1", "tunnel:1:out")]
    assert code(state, ask, TakeTunnel("blue-1", "tunnel:1:in")) == "reach"
    assert code(state, ask, TakeTunnel("blue-1", "tunnel:2:in")) == "opening"
    play(state, lambda ctx: resolve_tunnel(ctx, TakeTunnel("blue-1", "tunnel:1:out")))
    assert (enemy.x, enemy.y) == (mils(20), mils(10))
    assert state.activation is not None
    assert state.activation.spent == 4000, "1 MP an inch, from where it stood"


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_an_exit_that_is_taken_or_too_far_is_no_way() -> None:
    state = dug()
    ask = active(state, "red-1")
    assert code(state, ask, TakeTunnel("red-1", "tunnel:1:out")) == ""
    state.units["red-2"].x, state.units["red-2"].y = mils(20.5), mils(10.5)
    assert code(state, ask, TakeTunnel("red-1", "tunnel:1:out")) == "room"
    assert not offered(state, ask, TakeTunnel)
    state.units["red-2"].x = mils(40)
    state.activation.spent = 1001  # type: ignore[union-attr]
    assert code(state, ask, TakeTunnel("red-1", "tunnel:1:out")) == "movement"
    state.activation.halted = True  # type: ignore[union-attr]
    assert code(state, ask, TakeTunnel("red-1", "tunnel:1:out")) == "halted"


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
@pytest.mark.rule("tactical.3.2.3")
@pytest.mark.rule("tactical.3.2.7")
def test_nobody_goes_down_lying_towing_or_out_of_water() -> None:
    state = known()
    ask, unit = active(state, "red-1"), state.units["red-1"]
    unit.tokens["fallen"] = 1
    assert code(state, ask, Dig("red-1", 2)) == "stance"
    unit.tokens.clear()
    unit.tokens["towing:red-2"] = 2
    state.units["red-2"].tokens["towed:red-1"] = 1
    assert code(state, ask, Dig("red-1", 2)) == "stance"
    unit.tokens.clear()
    state.units["red-2"].tokens.clear()
    state.ground = table(piece("water", (18, 8, 22, 11))).ground
    assert code(state, ask, Dig("red-1", 2)) == "stance"


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
@pytest.mark.rule("tactical.3.2.6")
def test_mines_above_the_tunnel_sleep_and_those_at_its_exit_do_not() -> None:
    state = known()
    squares = tuple((mils(20.5), mils(y)) for y in (11.5, 13.5))
    play(state, lambda ctx: ctx.emit(MinesLaid("blue", "General Purpose", squares)))
    state.units["red-1"].x = mils(20.5)
    active(state, "red-1")
    played = play(state, lambda ctx: resolve_dig(ctx, Dig("red-1", 3)), (6, 6))
    assert len(played.rolls) == 1


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_a_second_tunnel_has_openings_of_its_own_and_ends_on_the_table() -> None:
    state = known()
    state.points["subplot:red:MacAllen Network"] = 2
    for name in ("red-1", "red-2"):
        active(state, name)
        play(state, lambda ctx, name=name: resolve_dig(ctx, Dig(name, 2)))  # type: ignore[misc]
    assert sorted(state.markers) == ["tunnel:1:in", "tunnel:1:out", "tunnel:2:in", "tunnel:2:out"]
    assert code(state, active(state, "red-1"), Dig("red-1", 1)) == "tunnel"
    edge = known()
    edge.units["red-1"].y = mils(46)
    ask = active(edge, "red-1")
    assert code(edge, ask, Dig("red-1", 2)) == "room"
    assert code(edge, ask, Dig("red-1", 1)) == ""


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
@pytest.mark.rule("tactical.3.2.5-roads")
def test_points_that_a_road_gave_are_not_its_own() -> None:
    state = known()
    ask = active(state, "red-1")
    assert state.activation is not None
    state.activation.spent, state.activation.road = 2000, 1000
    assert code(state, ask, Dig("red-1", 3)) == ""
    assert code(state, ask, Dig("red-1", 4)) == "movement"
    assert [order.inches for order in offered(state, ask, Dig)] == [1, 2, 3]
