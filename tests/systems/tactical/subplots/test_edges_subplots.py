"""4.1.4: subplots at their limits: the last inch home, the last point, the second time."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import personal as c
from gearlock.systems.tactical.subplots.beginning import RELOCATE, resolve_beginnings, tv_left
from gearlock.systems.tactical.subplots.of_the_field import (
    LAY,
    LINE,
    field_sizes,
    middle_third,
    resolve_dig,
    resolve_wandering,
    squares_around,
)
from gearlock.systems.tactical.subplots.orders_and_events import (
    ChooseLine,
    Dig,
    LayMines,
    LinkUnits,
    NerveLost,
    Rally,
    RallyTried,
    Relocate,
    TakeTunnel,
    TraitorTurned,
    end_of,
    home_gain,
    pick,
    way_home,
    way_to,
)
from gearlock.systems.tactical.subplots.personal import LINK
from gearlock.systems.tactical.switches import hurt_of
from gearlock.systems.tactical.victory_points import began_for
from systems.tactical.subplots.fields import active, code, field, offered, told
from systems.tactical.tables import mils, piece, play, put, table


def coward() -> State:
    state = field("red:Coward", leaving="yes")
    play(state, resolve_beginnings, (2,))
    state.phase, state.turn = "activation", "blue"
    return state


@pytest.mark.rule("tactical.4.1.4-coward")
def test_what_hit_it_on_the_run_is_forgiven_with_the_call() -> None:
    state = coward()
    unit = state.units["blue-2"]
    unit.tokens["light"] = 1
    assert play(state, c.resolve_nerves, answer=told(Decline())).of(NerveLost)
    unit.armor_lost = 3
    assert not play(state, c.resolve_nerves).events, "it falls back already, and was called this round"
    state.round = 2
    called = play(state, c.resolve_nerves, (5,), answer=told(Rally("blue-2", "blue-1")))
    assert called.of(RallyTried) == [RallyTried("blue-2", True, 2)]
    assert not play(state, c.resolve_nerves).events, "its nerve is steady again"
    unit.armor_lost = 4
    assert play(state, c.resolve_nerves).of(NerveLost), "until it is damaged again"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_a_call_that_fails_steadies_nobody_and_nobody_has_to_call() -> None:
    state = coward()
    unit = state.units["blue-2"]
    unit.tokens["light"] = 1
    played = play(state, c.resolve_nerves, answer=told(Decline()))
    assert [(ask.seat, ask.kind, ask.unit, ask.optional) for ask in played.asks] == [("blue", "rally", "blue-2", True)]
    state.round, unit.armor_lost = 2, 1
    play(state, c.resolve_nerves, (4,), answer=told(Rally("blue-2", "blue-1")))
    assert unit.token("fleeing") == 1
    assert state.points["hurt:blue-2"] == 1, "the Light Damage that broke it"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_each_kind_of_damage_counts_for_itself() -> None:
    state = field()
    unit = put(state, "blue-3", "rifle-squad", 30, 16)
    assert (hurt_of(state.units["blue-1"]), hurt_of(unit)) == (0, -50)
    unit.troopers[0] = 0
    assert hurt_of(unit) == -45
    unit = state.units["blue-1"]
    for more, tokens in ((1, {"light": 1}), (2, {"heavy": 1}), (3, {"light": 1, "heavy": 1}), (4, {"heavy": 2})):
        unit.tokens = dict(tokens)
        assert hurt_of(unit) == more
    unit.tokens, unit.armor_lost, unit.crew_lost, unit.harm = {}, 2, 1, {"maneuver": 1, "power": 1}
    assert hurt_of(unit) == 5


@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.parametrize(
    ("home", "at", "end"),
    [("north", (24, 45), (24, 47.5)), ("south", (24, 3), (24, 0.5)), ("west", (3, 20), (0.5, 20)),
     ("east", (69, 20), (71.5, 20)), ("north", (0.5, 45), (0.5, 47.5)), ("south", (71.5, 3), (71.5, 0.5))],
)  # fmt: skip
def test_the_last_inches_lead_straight_to_its_own_edge(
    home: str, at: tuple[float, float], end: tuple[float, float]
) -> None:
    state = coward()
    state.homes = {"red": "south" if home != "south" else "north", "blue": home}
    unit = state.units["blue-2"]
    unit.x, unit.y = mils(at[0]), mils(at[1])
    unit.facing = {"north": 900, "south": 2700, "west": 1800, "east": 0}[home]
    active(state, "blue-2")
    way = way_home(state, unit)
    assert way is not None
    there = end_of(state, way)
    assert there is not None
    assert (there.x, there.y) == (mils(end[0]), mils(end[1]))
    assert home_gain(state, unit, way) == 2500
    assert way_to(state, unit, mils(end[0]), mils(end[1])) is not None


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_a_quarter_is_rounded_down_and_counts_twice_for_two() -> None:
    state = field("red:Bad Intelligence")
    for name, tv in (("red-1", 101), ("red-2", 100)):
        state.units[name].tv = tv
    assert tv_left(state, "red") == 50
    state.points["subplot:red:Bad Intelligence"] = 2
    assert tv_left(state, "red") == 100
    state.round, ask = 0, Ask("red", RELOCATE)
    assert code(state, ask, Relocate("red-2", mils(40), mils(30), 900)) == ""
    assert code(state, ask, Relocate("red-1", mils(40), mils(30), 900)) == "quarter"
    for facing in (-1, 3600):
        assert code(state, ask, Relocate("red-2", mils(40), mils(30), facing)) == "facing"
    assert code(state, ask, Relocate("red-2", mils(40), mils(30), 3599)) == ""


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_only_who_stands_on_the_table_by_itself_is_moved() -> None:
    state = field("red:Bad Intelligence")
    state.round, ask, unit = 0, Ask("red", RELOCATE), state.units["red-2"]
    unit.tv, order = 10, Relocate("red-2", mils(40), mils(30), 900)
    assert code(state, ask, order) == ""
    for status, carrier in (("waiting", ""), ("fielded", "red-1"), ("aboard", "red-1"), ("destroyed", "")):
        unit.status, unit.carrier = status, carrier
        assert code(state, ask, order) == "unit", (status, carrier)
        assert not [one for one in offered(state, ask, Relocate) if one.unit == "red-2"]
    assert code(state, ask, Relocate("blue-1", mils(40), mils(30), 900)) == "unit"
    assert code(state, ask, Relocate("nobody", mils(40), mils(30), 900)) == "unit"


@pytest.mark.rule("tactical.4.1.4-traitor")
@pytest.mark.rule("tactical.4.1.2-vehicle")
def test_who_turns_twice_is_with_whom_it_began() -> None:
    state = field()
    unit = state.units["blue-2"]
    for number, now in enumerate(("red", "blue", "red"), 1):
        TraitorTurned("blue-2", now, 9, unit.x, unit.y, 0).change(state)
        assert unit.seat == now
        assert began_for(state, unit) == "blue"
        assert state.points["turned:blue-2"] == number
    assert (state.points["traitors:red"], state.points["traitors:blue"]) == (2, 1)


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
def test_a_tunnel_is_as_long_as_movement_points_are_left_on_the_road_as_well() -> None:
    state = field("red:MacAllen Network")
    ask = active(state, "red-1")
    assert state.activation is not None
    state.activation.spent, state.activation.road = 2000, 1000
    found = BOOK.refuse(state, ask, Dig("red-1", 4))
    assert found is not None
    assert "is 4 in away; the Red Hunter 1 has 3 MP left" in found.message
    assert [order.inches for order in offered(state, ask, Dig)] == [1, 2, 3]
    state.activation.road = 0
    state.notes = {}
    assert [order.inches for order in offered(state, ask, Dig)] == [1, 2]
    assert code(state, active(state, "red-1"), Dig("red-1", -1)) == "inches"
    state.activation.spent = 9000
    found = BOOK.refuse(state, Ask("red", "act", "red-1"), Dig("red-1", 1))
    assert found is not None
    assert "has 0 MP left" in found.message
    assert not offered(state, ask, Dig)


@pytest.mark.rule("tactical.4.1.4-macallen-tunnel")
@pytest.mark.parametrize(("away", "reached"), [(1.5, True), (1.501, False)])
def test_an_opening_is_reached_from_an_inch_before_the_rim_of_the_base(away: float, reached: bool) -> None:
    state = field("red:MacAllen Network")
    active(state, "red-1")
    play(state, lambda ctx: resolve_dig(ctx, Dig("red-1", 3)))
    unit = state.units["red-2"]
    unit.x, unit.y = mils(20 + away), mils(10)
    state.units["red-1"].x = mils(40)
    ask = active(state, "red-2")
    assert code(state, ask, TakeTunnel("red-2", "tunnel:1:in")) == ("" if reached else "reach")
    assert offered(state, ask, TakeTunnel) == ([TakeTunnel("red-2", "tunnel:1:in")] if reached else [])


@pytest.mark.rule("tactical.4.1.4-macallen-collapse")
def test_a_line_lies_in_any_direction_of_a_half_turn() -> None:
    state = field("red:MacAllen Collapse")
    ask = Ask("red", LINE, "blue-1")
    assert [code(state, ask, ChooseLine(angle)) for angle in (0, 1, 1799)] == ["", "", ""]
    assert [code(state, ask, ChooseLine(angle)) for angle in (-1, 1800, 3600)] == ["angle"] * 3
    assert [order.angle for order in offered(state, ask, ChooseLine)] == [0, 300, 600, 900, 1200, 1500]
    assert [option.label for option in BOOK.options(state, ask)][1] == "At 30 degrees"


@pytest.mark.rule("tactical.4.1.4-minefield")
@pytest.mark.parametrize(
    ("size", "broad", "tall"), [(6, 2, 3), (7, 3, 3), (9, 3, 3), (10, 3, 4), (16, 4, 4), (17, 4, 5)]
)
def test_a_field_is_as_square_as_can_be_around_its_middle(size: int, broad: int, tall: int) -> None:
    state = field("red:Minefield")
    squares = squares_around(state, mils(30), mils(24), size)
    columns, rows = sorted({x for x, _ in squares}), sorted({y for _, y in squares})
    assert (len(squares), len(set(squares)), len(columns), len(rows)) == (size, size, broad, tall)
    assert columns[0] == mils(30 - broad // 2 + 0.5)
    assert rows[0] == mils(24 - tall // 2 + 0.5)


@pytest.mark.rule("tactical.4.1.4-minefield")
def test_the_middle_third_is_full_inches_within_it_whatever_the_table() -> None:
    state = field("red:Minefield")
    for size, homes, box in (
        ((72, 48), ("south", "north"), (0, 16, 72, 32)),
        ((72, 48), ("north", "south"), (0, 16, 72, 32)),
        ((72, 48), ("west", "east"), (24, 0, 48, 48)),
        ((48, 49), ("south", "north"), (0, 17, 48, 32)),
        ((49, 36), ("east", "west"), (17, 0, 32, 36)),
    ):
        state.ground, state.homes = table(size=size).ground, dict(zip(("red", "blue"), homes, strict=True))
        assert middle_third(state) == box
    state.ground, state.homes = table().ground, {"red": "south", "blue": "north"}
    ask = Ask("red", LAY, about=("6",))
    for x, y, wanted in ((1, 17, ""), (0.999, 17, "middle"), (71, 17, ""), (72, 17, "middle"), (30, 16.999, "middle"),
                         (30, 30.999, ""), (30, 31, "middle")):  # fmt: skip
        assert code(state, ask, LayMines(mils(x), mils(y))) == wanted, (x, y)


@pytest.mark.rule("tactical.4.1.4-minefield")
@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_no_field_is_smaller_than_one_that_costs_nothing() -> None:
    state = field()
    for tv, paid, count, sizes in (
        (2000, 1, 1, [40]), (300, 1, 1, [6]), (350, 1, 1, [7]), (2000, 0, 2, [6, 6]), (2000, 2, 2, [40, 40]),
        (2000, 1, 3, [6, 6, 40]), (2000, 2, 1, [40]),
    ):  # fmt: skip
        state.points |= {"TV:agreed": tv, "paid:red:Minefield": paid}
        assert field_sizes(state, "red", count) == sizes, (tv, paid, count)


@pytest.mark.rule("tactical.4.1.4-coordinated")
def test_two_units_are_a_pair_without_a_question_and_of_three_two_are_named() -> None:
    two = field("red:Coordinated")
    assert not play(two, resolve_beginnings).asks
    assert (two.units["red-1"].token("linked:red-2"), two.units["red-2"].token("linked:red-1")) == (1, 1)
    three = field("red:Coordinated")
    put(three, "red-3", "hunter", 30, 10)
    ask = Ask("red", LINK)
    assert code(three, ask, LinkUnits("red-1", "red-3")) == ""
    assert code(three, ask, LinkUnits("red-1", "red-1")) == "pair"
    assert code(three, ask, LinkUnits("red-1", "blue-1")) == code(three, ask, LinkUnits("blue-1", "red-1")) == "unit"
    assert len(offered(three, ask, LinkUnits)) == 3
    play(three, resolve_beginnings, answer=told(LinkUnits("red-1", "red-3")))
    assert three.units["red-3"].token("linked:red-1") == 1
    alone = field("red:Coordinated")
    del alone.units["red-2"]
    assert not play(alone, resolve_beginnings).asks
    assert not alone.units["red-1"].tokens


@pytest.mark.rule("tactical.4.1.4")
@pytest.mark.parametrize(("count", "sides"), [(1, 2), (2, 2), (3, 3), (7, 7)])
def test_a_lot_among_so_many_is_a_die_with_so_many_sides(count: int, sides: int) -> None:
    state = table()
    units = [put(state, f"blue-{number}", "hunter", 2 * number, 5) for number in range(1, count + 1)]
    for face in range(1, sides + 1):
        played = play(state, lambda ctx: pick("who", units, "red", "tactical.4.1.4"), (face,))
        assert (played.rolls[0].sides, played.rolls[0].seat) == (sides, "red")
        assert played.value == f"blue-{(face - 1) % count + 1}"


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.rule("tactical.3.6.2")
@pytest.mark.parametrize(("going", "inches"), [("", 2.0), ("rough", 2.0), ("swamp", 1.0), ("water", 0.0)])
def test_two_movement_points_lead_civilians_as_far_as_men_on_foot(going: str, inches: float) -> None:
    state = field("red:Bystanders")
    play(state, resolve_beginnings)
    group = state.units["civilians-1"]
    if going:
        kind = "water" if going == "water" else "area"
        state.ground = table(piece(kind, (30, 24.1, 42, 40), props={"going": going, "depth": 500})).ground
    play(state, resolve_wandering, (1,))
    assert group.y == mils(24 + inches)
    play(state, resolve_wandering, (4,))
    assert group.facing == 2700
