"""White sand in the ground, and models that heat or cold has stunned."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.movement.terrain import threshold_of, types_of
from gearlock.systems.fieldmanual.state import STUN, State
from gearlock.systems.fieldmanual.table_effects import (
    SAND,
    WHERE,
    TaintGround,
    aim_taint,
    guess_taint,
    offer_taint,
    refuse_taint,
    resolve_temperatures,
    resolve_white_sand,
    sanded,
)
from systems.fieldmanual.tables import mils, piece, play, put, table

WOOD = piece("area", (10, 10, 14, 14), 2, rating="medium", id="wood")
ROCKS = piece("area", (30, 10, 34, 14), 2, rating="heavy", id="rocks", props={"going": "rough difficult"})
ROAD = piece("road", (0, 30, 72, 32), id="road")
HOUSE = piece("building", (50, 20, 54, 24), 2, id="house")


def desert(words: str = "white-sand") -> State:
    state = table(WOOD, ROCKS, ROAD, HOUSE)
    state.switches["effects"] = words
    return state


@pytest.mark.rule("fieldmanual.event-white-sand")
def test_sand_makes_terrain_dangerous_and_leaves_it_what_it_was() -> None:
    ground = sanded(desert().ground, "wood|rocks|road|60000,40000")
    for before in (WOOD, ROCKS, ROAD):
        after = ground.piece(before.id)
        assert threshold_of(after) == 5
        assert types_of(after) == types_of(before)
    assert threshold_of(ground.piece("house")) == 0
    circle = ground.piece("sand-60000,40000")
    assert threshold_of(circle) == 5
    assert types_of(circle) == ("open",)
    assert circle.contains(mils(60), mils(42.9))
    assert not circle.contains(mils(60), mils(43.1))
    assert circle.top == 0


@pytest.mark.rule("fieldmanual.event-white-sand")
def test_the_players_choose_in_turn_as_often_as_the_die_says() -> None:
    orders = {(): TaintGround("wood"), ("wood",): TaintGround(x=mils(20), y=mils(40))}

    def answer(_state: State, ask: Ask) -> Order:
        return orders.get(ask.about, TaintGround("rocks"))

    state = desert()
    played = play(state, resolve_white_sand, (3,), answer=answer)
    assert [ask.seat for ask in played.asks] == ["red", "blue", "red"]
    assert state.switches[SAND] == "wood|20000,40000|rocks"
    assert [threshold_of(state.ground.piece(name)) for name in ("wood", "rocks", "road")] == [5, 5, 0]
    assert resolve_white_sand(played.ctx) is None


@pytest.mark.rule("fieldmanual.event-white-sand")
def test_without_the_event_there_is_no_sand() -> None:
    assert resolve_white_sand(play(desert("fog"), lambda _: None).ctx) is None


def code(refusal: Any) -> str:
    return "" if refusal is None else str(refusal.code)


@pytest.mark.rule("fieldmanual.event-white-sand")
@pytest.mark.parametrize(("order", "expected"), [
    (TaintGround("wood"), ""), (TaintGround("house"), "piece"), (TaintGround("nothing"), "piece"),
    (TaintGround("rocks"), "again"), (TaintGround(), "place"), (TaintGround(x=mils(20), y=mils(40)), ""),
    (TaintGround(x=mils(3), y=mils(40)), ""), (TaintGround(x=mils(2.9), y=mils(40)), "table"),
    (TaintGround(x=mils(16.9), y=mils(12)), "taken"), (TaintGround(x=mils(17.1), y=mils(12)), ""),
    (TaintGround(x=mils(69), y=mils(45)), ""), (TaintGround(x=mils(69.001), y=mils(45)), "table"),
    (TaintGround(x=mils(69), y=mils(45.001)), "table"), (TaintGround(x=mils(20), y=mils(2.9)), "table"),
    (TaintGround(x=mils(46), y=mils(40)), "again"), (TaintGround(x=mils(47), y=mils(40)), ""),
])  # fmt: skip
def test_where_sand_may_lie(order: TaintGround, expected: str) -> None:
    asked = Ask("red", WHERE, about=("rocks", "41000,40000"))
    assert code(refuse_taint(desert(), asked, order)) == expected


@pytest.mark.rule("fieldmanual.event-white-sand")
def test_all_terrain_but_structures_is_offered() -> None:
    state, asked = desert(), Ask("red", WHERE, about=("rocks",))
    *picks, last = offer_taint(state, asked)
    assert [option.order for option in picks] == [TaintGround("wood"), TaintGround("road")]
    assert isinstance(last, Place)
    assert aim_taint(state, asked, TaintGround(), Aim(5, 6)) == TaintGround(x=5, y=6)
    tries = [guess_taint(state, asked, TaintGround(), random.Random(seed), 1) for seed in range(10)]
    assert any(isinstance(order, TaintGround) and refuse_taint(state, asked, order) is None for order in tries)
    many = [guess_taint(state, asked, TaintGround(), random.Random(seed), 1) for seed in range(400)]
    for order in many:
        assert isinstance(order, TaintGround)
        assert code(refuse_taint(state, asked, order)) in ("", "taken")


@pytest.mark.rule("fieldmanual.event-white-sand")
@pytest.mark.parametrize("size", [(6, 48), (72, 6)])
def test_a_table_too_small_for_a_circle_has_none(size: tuple[float, float]) -> None:
    assert guess_taint(table(size=size), Ask("red", WHERE), TaintGround(), random.Random(1), 1) is None


@pytest.mark.rule("fieldmanual.event-extreme-temperatures")
def test_every_model_throws_a_die_and_ones_are_stunned() -> None:
    state = desert("extreme-temperatures")
    for number in (1, 2):
        put(state, f"red-{number}", "jager", 5 * number, 5)
    for number in (3, 4):
        put(state, f"red-{number}", "infantry-squad-proposed", 20 + 2 * number, 5, team="red-3")
    put(state, "blue-1", "jager", 50, 40)
    played = play(state, resolve_temperatures, (1, 2, 1), (6,))
    assert [roll.count for roll in played.rolls] == [3, 1]
    assert {name for name, unit in state.units.items() if unit.token(STUN)} == {"red-1", "red-3", "red-4"}
    assert resolve_temperatures(played.ctx) is None


@pytest.mark.rule("fieldmanual.event-extreme-temperatures")
@pytest.mark.parametrize(("words", "number"), [("fog", 1), ("extreme-temperatures", 0), ("extreme-temperatures", 2)])
def test_the_dice_are_thrown_at_the_start_alone(words: str, number: int) -> None:
    state = desert(words)
    put(state, "red-1", "jager", 5, 5)
    state.round = number
    assert resolve_temperatures(play(state, lambda _: None).ctx) is None
