"""Reserves: the roll that brings them in, the way onto the table, airdrops, and arrivals that are guaranteed."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.rams_and_impacts import IMPACT, Collided, CountAsRam, Rammed
from gearlock.systems.fieldmanual.rounds import EndActivation
from gearlock.systems.fieldmanual.state import FIELDED, RESERVE, State, Unit
from gearlock.systems.fieldmanual.support.points import BringIn, DropModel, Dropped, Enter, ReservesTried
from gearlock.systems.fieldmanual.support.reserves import (
    callable_groups,
    elements_at,
    is_hard,
    may_drop,
    refuse_bring_in,
    refuse_drop_model,
    refuse_drop_point,
    refuse_enter,
    resolve_descent,
    resolve_reserves,
    resolve_scheduled,
    resolve_support,
)
from systems.fieldmanual.tables import Played, mils, piece, play, put, table

ASK = Ask("red", "reserves")


def field(round_: int = 2, *pieces: object) -> State:
    state = table(*pieces)  # type: ignore[arg-type]
    state.phase, state.round, state.rounds, state.first = "support", round_, 5, "red"
    state.switches = {"zones": "wide", "limit": "1000", "PL:red": "3", "PL:blue": "3"}
    put(state, "red-1", "command-jager", 10, 5, rank="commander", group=2)
    put(state, "blue-1", "jager", 10, 44)
    for number in (5, 6):
        held(state, f"red-{number}")
    return state


def held(state: State, name: str, card: str = "jager", **more: Any) -> Unit:
    unit = put(state, name, card, 0, 0, status=RESERVE, group=1, **more)
    unit.actions = 1
    return unit


def brought_in(state: State, *dice: tuple[int, ...]) -> Played:
    """Red tries to bring in group 1; models come in at the southern edge and stay there."""
    spots = {"red-5": 20.0, "red-6": 24.0}

    def answer(_state: State, ask: Ask) -> Order:
        if ask.kind == "reserves":
            return BringIn(1)
        if ask.kind == "enter":
            return Enter(ask.unit, mils(spots[ask.unit]), 500, 900, "combat", "W")
        return EndActivation(ask.unit)

    return play(state, lambda ctx: resolve_reserves(ctx, "red"), *dice, answer=answer)


@pytest.mark.rule("fieldmanual.reserves")
def test_reserves_need_the_commanders_leadership_against_4() -> None:
    state = field()
    done = brought_in(state, (4,))
    assert not done.of(ReservesTried)[0].comes, "a 4 is no success against 4"
    assert callable_groups(state, "red") == [], "one attempt a round"
    state.round = 3
    done = brought_in(state, (5,))
    assert done.of(ReservesTried)[0].comes
    for name in ("red-5", "red-6"):
        unit = state.units[name]
        assert (unit.status, unit.actions, unit.band, unit.y) == (FIELDED, 0, "combat", 500)


@pytest.mark.rule("fieldmanual.reserves")
def test_nobody_comes_in_the_first_round() -> None:
    state = field(1)
    refusal = refuse_bring_in(state, ASK, BringIn(1))
    assert refusal is not None
    assert refusal.code == "round"
    assert callable_groups(state, "red") == []
    assert refuse_bring_in(field(2), ASK, BringIn(1)) is None
    assert refuse_bring_in(field(2), ASK, BringIn(2)) is not None, "not in reserve"


@pytest.mark.rule("fieldmanual.reserves")
def test_movement_is_measured_from_the_edge_at_combat_or_top_speed() -> None:
    state = field()
    asked: list[str] = []

    def answer(now: State, ask: Ask) -> Order:
        asked.append(ask.kind)
        if ask.kind == "reserves":
            return BringIn(1)
        if ask.kind == "enter":
            return Enter(ask.unit, mils(20 if ask.unit == "red-5" else 30), 500, 900, "combat", "W")
        assert now.activation is not None
        if not now.activation.path and now.activation.spent.get(ask.unit) == 1_000 and ask.unit == "red-5":
            return Move(ask.unit, ((0, 3_000),))
        return EndActivation(ask.unit)

    play(state, lambda ctx: resolve_reserves(ctx, "red"), (6,), answer=answer)
    assert state.units["red-5"].y == 3_500, "4 MP: an inch of base and three more"
    assert state.activation is None


@pytest.mark.rule("fieldmanual.reserves")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Enter("red-5", 20_000, 500, 900, "combat"), ""),
        (Enter("red-5", 20_000, 500, 900, "top", "G"), ""),
        (Enter("red-5", 20_000, 500, 900, "stationary"), "speed"),
        (Enter("red-5", 20_000, 900, 900, "combat"), "edge"),
        (Enter("red-5", 20_000, 47_500, 2700, "combat"), "edge"),
        (Enter("red-5", 500, 12_000, 0, "combat"), ""),
        (Enter("red-5", 500, 20_000, 0, "combat"), "edge"),
        (Enter("red-5", 20_000, 500, 2700, "combat"), "facing"),
        (Enter("red-6", 20_000, 500, 900, "combat"), "unit"),
    ],
)
def test_they_come_in_by_the_home_edge(order: Enter, code: str) -> None:
    refusal = refuse_enter(field(), Ask("red", "enter", "red-5"), order)
    assert ("" if refusal is None else refusal.code) == code


@pytest.mark.rule("fieldmanual.guaranteed-reserve")
def test_a_guaranteed_reserve_arrives_in_its_round_and_is_disclosed_then() -> None:
    state = field(3)
    state.facts["support:red:1"] = Sealed("guaranteed-reserve|1||", ("red",))
    state.facts["round:red:1"] = Sealed("4", ("red",))
    assert not play(state, resolve_scheduled).events, "not before its round"
    state.round, state.phase = 4, "misc"

    def answer(_state: State, ask: Ask) -> Order:
        if ask.kind == "enter":
            return Enter(ask.unit, mils(20 if ask.unit == "red-5" else 30), 500, 900, "combat", "W")
        return EndActivation(ask.unit)

    done = play(state, resolve_scheduled, answer=answer)
    assert done.of(ReservesTried)[0].keys == ("support:red:1", "round:red:1")
    assert set(state.facts["round:red:1"].knows) == {"red", "blue"}
    assert state.units["red-6"].status == FIELDED


@pytest.mark.rule("fieldmanual.guaranteed-reserve")
def test_who_tries_earlier_discloses_the_sheet_and_loses_nothing() -> None:
    state = field(2)
    state.facts["support:red:1"] = Sealed("guaranteed-reserve|1||", ("red",))
    state.facts["round:red:1"] = Sealed("4", ("red",))
    done = brought_in(state, (2,))
    assert done.of(ReservesTried)[0].keys == ("support:red:1", "round:red:1")
    assert state.units["red-5"].status == RESERVE
    assert state.facts["round:red:1"].value == "4"


@pytest.mark.rule("fieldmanual.airdrop", "fieldmanual.perk-airdroppable")
def test_only_groups_of_airdroppable_models_are_dropped() -> None:
    state = field()
    assert not may_drop(state, "red", 1)
    for name in ("red-5", "red-6"):
        unit = state.units[name]
        unit.card = put(state, "red-9", "jager", 40, 5, group=3, stats={"perks": {"Airdroppable": 1}}).card
    assert may_drop(state, "red", 1)
    state.units["red-6"].card = state.units["red-1"].card
    assert not may_drop(state, "red", 1)


@pytest.mark.rule("fieldmanual.airdrop")
def test_the_point_lies_outside_the_enemys_zone_and_more_than_6_in_from_enemies() -> None:
    state = field()
    enemy = put(state, "blue-2", "jager", 36, 20)
    refusal = refuse_drop_point(state, "red", mils(36), mils(32.1))
    assert refusal is not None
    assert refusal.code == "zone"
    assert refuse_drop_point(state, "red", enemy.x, enemy.y + 6_500) is not None, "exactly 6 in is within"
    assert refuse_drop_point(state, "red", enemy.x, enemy.y + 6_501) is None
    assert refuse_drop_point(state, "red", -1, 0) is not None


@pytest.mark.rule("fieldmanual.airdrop")
def test_models_are_placed_within_8_in_of_the_point() -> None:
    state = field()
    state.markers["drop:red:1"] = (mils(36), mils(20))
    ask = Ask("red", "drop", "red-5", ("1",))
    assert refuse_drop_model(state, ask, DropModel("red-5", mils(44.5), mils(20))) is None
    far = refuse_drop_model(state, ask, DropModel("red-5", mils(44.51), mils(20)))
    assert far is not None
    assert far.code == "far"
    put(state, "red-8", "jager", 36, 20)
    on = refuse_drop_model(state, ask, DropModel("red-5", mils(36.5), mils(20)))
    assert on is not None
    assert on.code == "overlap"


def drop(state: State, facing: int, *dice: tuple[int, ...]) -> Played:
    state.markers["drop:red:1"] = (mils(36), mils(20))
    order = DropModel("red-5", mils(36), mils(20), facing)
    return play(state, lambda ctx: resolve_descent(ctx, order), *dice)


@pytest.mark.rule("fieldmanual.airdrop")
def test_who_makes_an_unmodified_defense_roll_against_4_lands_on_the_spot() -> None:
    state = field()
    drop(state, 900, (5, 2))
    unit = state.units["red-5"]
    assert (unit.x, unit.y, unit.band, unit.actions, unit.facing) == (mils(36), mils(20), "combat", 0, 900)


@pytest.mark.rule("fieldmanual.airdrop")
def test_who_fails_goes_astray_by_the_die_and_the_margin() -> None:
    state = field()
    done = drop(state, 900, (3, 2), (1,), (4,))
    unit = state.units["red-5"]
    assert done.of(Dropped)[0].length == mils(5), "4 and a Margin of Failure of 1, Sensors 0"
    assert (unit.x, unit.y) == (mils(36), mils(25)), "1 is straight ahead of its front"
    tie = field()
    assert drop(tie, 0, (4, 2), (4,), (1,)).of(Dropped)[0].length == mils(1), "a tie fails by 0"
    assert tie.units["red-5"].x == mils(35), "4 is straight back"


@pytest.mark.rule("fieldmanual.airdrop")
def test_landing_in_terrain_is_difficult_and_in_very_dense_or_solid_terrain_dangerous() -> None:
    wood = piece("area", (34, 18, 38, 22), 2, rating="light", props={"going": "rough"}, id="wood")
    thicket = piece("area", (34, 18, 38, 22), 2, rating="heavy", props={"going": "very-dense"}, id="thicket")
    assert not is_hard(wood)
    assert is_hard(thicket)
    for ground, die, boxes in ((wood, 3, 1), (wood, 4, 0), (thicket, 5, 1), (thicket, 6, 0)):
        state = field(2, ground)
        assert [each.id for each in elements_at(state, state.units["red-1"].body)] == []
        drop(state, 900, (5, 2), (die, 1))
        assert state.units["red-5"].boxes == boxes


@pytest.mark.rule("fieldmanual.airdrop")
def test_landing_on_a_model_is_an_unintentional_impact() -> None:
    state = field()
    other = put(state, "blue-7", "jager", 36, 24)
    done = drop(state, 900, (3, 1), (1,), (3,), (4, 2), (4, 1))
    assert done.of(Collided)[0].unit == "red-5"
    unit = state.units["red-5"]
    assert (unit.x, unit.y) != (other.x, other.y), "it is put beside it"


@pytest.mark.rule("fieldmanual.airdrop", "fieldmanual.ram-direction")
@pytest.mark.parametrize(("facing", "band"), [(90, "combat"), (270, "combat"), (90, "stationary")])
def test_whoever_is_landed_on_is_struck_head_on_whichever_way_it_moves(facing: float, band: str) -> None:
    state = field()
    put(state, "blue-7", "jager", 36, 24, facing=facing, band=band)
    state.markers["drop:red:1"] = (mils(36), mils(20))
    order = DropModel("red-5", mils(36), mils(20), 900)

    def count(_state: State, ask: Ask) -> Order:
        return CountAsRam(ask.unit, ask.about[0]) if ask.kind == IMPACT else Decline()

    dice = ((3, 1), (1,), (3,), (6, 2), (2, 1))
    (struck,) = play(state, lambda ctx: resolve_descent(ctx, order), *dice, answer=count).of(Rammed)
    assert (struck.quarters, struck.recoil) == (8, 8)


@pytest.mark.rule("fieldmanual.support-events")
def test_reserves_come_first_one_side_after_the_other_in_player_order() -> None:
    state = field()
    put(state, "blue-9", "command-jager", 30, 44, rank="commander", group=2)
    held_blue = put(state, "blue-5", "jager", 0, 0, status=RESERVE, group=3)
    put(state, "blue-6", "jager", 0, 0, status=RESERVE, group=4)
    state.first = "blue"
    asked: list[str] = []

    def answer(now: State, ask: Ask) -> Order:
        asked.append(ask.seat)
        return BringIn(callable_groups(now, ask.seat)[0])

    for dice in ((), ((1,),), ((1,),), ((1,),), ()):
        play(state, lambda ctx: resolve_support(ctx, lambda _s, _seat: 0), *dice, answer=answer)
    assert asked == ["blue", "red", "blue"]
    assert held_blue.status == RESERVE
    assert state.switches["support stage"] == "placing", "airstrikes follow"
