"""7.2: perks and flaws on heavy ground."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.movement.course import Jump, Move, TakeMovementHit
from gearlock.systems.tactical.movement.speeds import resolve_jump
from gearlock.systems.tactical.rounds.round import RoundEnded
from gearlock.systems.tactical.state import Activation, Patch
from systems.tactical.play import code, give, under_way, unit
from systems.tactical.tables import mils, play, put, table

POOR: dict[str, Any] = {"flaws": {"Poor Off-Road Ability": 1}, "maneuver": 0}


def in_the(going: str, stats: dict[str, Any], **head: Any) -> Position:
    position = Position("tactical", active="red-1", map="48x48", **head)
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G", stats=stats)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    return position.piece("area", (15, 5, 30, 30), props={"going": going})


@pytest.mark.rule("tactical.7.2-poor-off-road")
@pytest.mark.parametrize(("going", "spent"), [("clear", 1_000), ("rough", 3_000), ("jungle", 4_000)])
def test_heavy_ground_costs_a_point_more(going: str, spent: int) -> None:
    assert under_way(give(in_the(going, POOR).battle(), Move("red-1", ((0, 1_000),)))).spent == spent


@pytest.mark.rule("tactical.7.2-poor-off-road")
def test_who_forces_the_way_tests_for_every_inch() -> None:
    position = in_the("rough", POOR).dice("off-road", 6, 1).dice("off-road", 2, 6)
    battle = give(position.battle(), Move("red-1", ((0, 2_000),), True))
    assert (under_way(battle).spent, unit(battle).y, unit(battle).tokens) == (4_000, 12_000, {})
    plain = give(in_the("clear", POOR).battle(), Move("red-1", ((0, 2_000),), True))
    assert under_way(plain).spent == 2_000


@pytest.mark.rule("tactical.7.2-poor-off-road")
def test_who_fails_is_stuck_for_a_die_of_rounds() -> None:
    position = in_the("rough", POOR).dice("off-road", 5, 1).dice("rounds stuck", 2)
    battle = give(position.battle(), Move("red-1", ((0, 3_000),), True))
    assert (unit(battle).y, unit(battle).tokens) == (11_000, {"stuck": 2})
    assert code(battle, Move("red-1", ((0, 1_000),))) == "stuck"
    state = battle.state.clone()
    RoundEnded().change(state)
    assert state.units["red-1"].tokens == {"stuck": 1}
    RoundEnded().change(state)
    assert state.units["red-1"].tokens == {}


@pytest.mark.rule("tactical.7.2-poor-off-road")
def test_who_fumbles_is_stuck_until_it_is_towed_out() -> None:
    battle = give(in_the("rough", POOR).dice("off-road", 1, 1).battle(), Move("red-1", ((0, 3_000),), True))
    assert unit(battle).tokens == {"stuck fast": 1}
    state = battle.state.clone()
    RoundEnded().change(state)
    assert state.units["red-1"].tokens == {"stuck fast": 1}


@pytest.mark.rule("tactical.7.2-poor-off-road", "tactical.3.5.1-movement")
def test_with_detailed_damage_the_owner_may_have_it_hurt_instead() -> None:
    position = in_the("rough", POOR, modules=["detailed damage"]).dice("off-road", 5, 1)
    battle = give(position.battle(), Move("red-1", ((0, 1_000),), True))
    assert battle.pending[0].kind == "mired"
    give(battle, TakeMovementHit("red-1"))
    assert (unit(battle).tokens, unit(battle).harm) == ({}, {"minus:G": 1, "mp:G": 1})


@pytest.mark.rule("tactical.7.2-card-only-perks")
@pytest.mark.parametrize(("going", "spent"), [("urban", 1_000), ("dense urban", 1_000), ("rough", 2_000)])
def test_urban_friendly_vehicles_save_a_point_in_towns(going: str, spent: int) -> None:
    position = in_the(going, {"perks": {"Urban Friendly": 1}})
    assert under_way(give(position.battle(), Move("red-1", ((0, 1_000),)))).spent == spent


def jumper(**more: Any) -> Position:
    position = Position("tactical", active="red-1", map="48x48", modules=more.pop("modules", []))
    stats = {"perks": {"Jump Jets": 2}, "modes": {"H": [6, 12]}}
    position.model("red-1", "aller", at=(20, 10), facing="north", stats=stats, **more)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


@pytest.mark.rule("tactical.7.2-card-only-perks")
def test_jump_jets_carry_it_once_a_round_over_whatever_lies_ahead() -> None:
    position = jumper()
    position.piece("hill", (10, 11.5, 30, 30), top=2, footing=True)
    battle = position.battle()
    assert code(battle, Jump("red-1", 3)) == "far"
    assert code(battle, Jump("red-1", 1)) == "room"
    give(battle, Jump("red-1", 2))
    assert (unit(battle).y, unit(battle).z, under_way(battle).spent) == (12_000, 2_000, 2_000)
    assert code(battle, Jump("red-1", 1)) == "jumped"
    high = jumper()
    high.piece("hill", (10, 11.5, 30, 30), top=2.1, footing=True)
    assert code(high.battle(), Jump("red-1", 2)) == "room"
    plain = in_the("clear", {}).battle()
    assert code(plain, Jump("red-1", 1)) == "jets"


@pytest.mark.rule("tactical.7.2-card-only-perks", "tactical.3.2.6")
def test_who_jumps_over_mines_meets_only_those_it_comes_down_in() -> None:
    state = table(minefields="yes")
    put(state, "red-1", "aller", 20.5, 10.5, 90, stats={"perks": {"Jump Jets": 2}})
    for y in (11.5, 12.5):
        state.patches.append(Patch("minefield", mils(20.5), mils(y), 500, word="Anti-Personnel"))
    state.activation = Activation("red-1", limit="combat", mode="G")
    assert len(play(state, lambda ctx: resolve_jump(ctx, Jump("red-1", 2)), (6, 6)).rolls) == 1
