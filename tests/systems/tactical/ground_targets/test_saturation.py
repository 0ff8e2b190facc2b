"""3.4.5, 3.8.3: saturation fire."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.weapons_in_use import AttackMet
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.ground_targets import (
    SATURATION,
    PointFired,
    Saturate,
    SaturationOver,
    ZoneSaturated,
    enters,
    is_in_zone,
    point_lines,
    refuse_saturation,
    resolve_saturating,
    resolve_saturation,
    resolve_zone,
    rounds_needed,
    saturation_bonus,
    strip_line,
    use_at,
)
from gearlock.systems.tactical.line_of_sight.seeing import look_at_point
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.state import SKIRMISH_SCALE, Patch, State
from systems.tactical.attacks.shots import LOBBER, ROCKETS, ground, gunner
from systems.tactical.play import give, happened, unit
from systems.tactical.tables import LAC, Played, mils, piece, play, put


def field(rounds: int = 60) -> State:
    """An autocannon with so many rounds, and a Gear 3 in ahead that moved 5 in."""
    state = ground()
    gun = put(state, "red-1", gunner(LAC, LOBBER, ROCKETS), 20, 10, went="combat")
    gun.used["LAC"] = 40 - rounds
    put(state, "blue-1", "hunter", 20, 13, facing=270, moved=mils(5))
    return state


def zone_at(x: float, y: float, weapon: str = "LAC") -> Saturate:
    return Saturate("red-1", weapon, mils(x), mils(y))


def saturate(state: State, order: Saturate, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Any:
        return resolve_saturating(ctx, order)

    return play(state, script, *dice)


def code(state: State, order: Saturate) -> str:
    refusal = refuse_saturation(state, order)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_the_example_of_the_book_half_the_rof_and_a_threshold_for_everybody() -> None:
    assert [saturation_bonus(rof) for rof in (1, 2, 3, 4)] == [0, 1, 1, 2]
    state = field()
    put(state, "red-2", "hunter", 20, 12.2, facing=270, moved=mils(5))
    state.units["red-1"].level = 3
    played = saturate(state, zone_at(20, 12.5), (6, 6, 5), (6, 1), (4, 2))
    zone = played.of(ZoneSaturated)[0]
    assert (zone.threshold, zone.dm) == (7 + 1 + 1 - 1, 8), "7, attribute, half the ROF, Medium range"
    assert [(met.target, met.margin) for met in played.of(AttackMet)] == [("blue-1", 2), ("red-2", 4)]
    assert [hurt.amount for hurt in played.of(DamageCompared)] == [2 * 8, 4 * 8], "what they fail by, without ROF"
    assert [patch.kind for patch in state.patches] == [SATURATION]


@pytest.mark.rule("tactical.3.4.5-saturation")
@pytest.mark.parametrize(("rounds", "spent"), [(100, 60), (60, 60), (25, 25), (10, 10)])
def test_it_costs_thirty_rounds_a_point_or_all_there_are(rounds: int, spent: int) -> None:
    state = field(rounds)
    assert code(state, zone_at(20, 12.5)) == ""
    played = saturate(state, zone_at(22, 13), (2, 2))
    assert played.of(PointFired)[0].rounds == spent


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_ten_rounds_or_four_rockets_are_the_least() -> None:
    assert code(field(9), zone_at(20, 12.5)) == "ammunition"
    state = field()
    rockets = state.units["red-1"].card.weapons[2]
    assert rounds_needed(state.units["red-1"], rockets) == 32, "8 a point"
    state.units["red-1"].used["LRP/32"] = 37
    assert code(state, zone_at(20, 11.5, "LRP/32")) == "ammunition"
    state.units["red-1"].used["LRP/32"] = 36
    assert code(state, zone_at(20, 11.5, "LRP/32")) == ""


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_no_farther_than_medium_range_and_only_with_rof() -> None:
    state = field()
    assert code(state, zone_at(20, 14)) == ""
    assert code(state, zone_at(20, 14.01)) == "range"
    assert code(state, zone_at(20, 12, "LOB")) == "rof"
    assert code(state, Saturate("red-1", "LAC")) == "point"
    state.switches["burst fire"] = "no"
    assert code(state, zone_at(20, 12)) == "rof"


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_as_much_as_the_threshold_is_enough_to_be_unhurt() -> None:
    state = field()
    played = saturate(state, zone_at(20, 12.5), (5, 1), (6, 1))
    assert played.of(AttackMet)[0].margin == 0
    assert not played.of(DamageCompared)


@pytest.mark.rule("tactical.3.4.5-saturation", "tactical.2.6.7-infantry-defense")
def test_squads_in_the_zone_have_their_cover() -> None:
    state = field()
    put(state, "blue-1", "rifle-squad", 20, 13)
    played = saturate(state, zone_at(20, 12.5), (5, 1), (4, 1))
    assert played.of(AttackMet)[0].defense == 4 + 2


ZONE = Patch(SATURATION, mils(20), mils(20), mils(1), 8, "red", "red-1", "LAC", 1, 8)


@pytest.mark.rule("tactical.3.4.5-saturation")
@pytest.mark.parametrize(
    ("start", "end", "into"),
    [((18, 20), (19, 20), True), ((18, 20), (18.9, 20), False), ((18, 20), (22, 20), True),
     ((20, 20), (20.5, 20), False), ((20, 20), (25, 20), False), ((18, 21.5), (22, 21.5), False)],
)  # fmt: skip
def test_a_way_enters_a_zone_where_it_crosses_its_border(
    start: tuple[float, float], end: tuple[float, float], into: bool
) -> None:
    first, last = (mils(start[0]), mils(start[1])), (mils(end[0]), mils(end[1]))
    assert enters(ZONE, first, last) is into


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_who_enters_later_defends_against_the_recorded_roll() -> None:
    state = field()
    state.patches.append(ZONE)

    def script(ctx: Ctx[State]) -> Any:
        return resolve_saturation(ctx, "blue-1", (mils(17), mils(20)), (mils(19.5), mils(20)))

    played = play(state, script, (5, 1))
    assert [(met.attack, met.margin) for met in played.of(AttackMet)] == [(8, 3)]
    assert played.of(DamageCompared)[0].amount == 24
    state.switches["burst fire"] = "no"
    assert play(state, script).of(AttackMet) == [], "a zone of a module that is not in use"


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_a_move_into_a_zone_is_met_by_it_and_the_zone_ends_with_the_round() -> None:
    position = Position("tactical", active="red-1", pace="combat", modules=["burst fire"], seed=4)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    position.model("blue-1", "hunter", at=(30, 20), facing="north", done=True)
    battle = position.battle()
    state = battle.state
    state.patches.append(Patch(SATURATION, mils(23), mils(10), mils(1), 1, "blue", "blue-1", "LAC", 1, 1))
    give(battle, Move("red-1", ((0, mils(5)),)))
    assert [event.target for event in happened(battle, AttackMet)] == ["red-1"], "once, when it came in"
    assert unit(battle).x == mils(25)
    SaturationOver().change(battle.state)
    assert not battle.state.patches


@pytest.mark.rule("tactical.3.8.3-rof")
def test_the_strip_of_the_skirmish_scale_lies_any_way() -> None:
    along = Patch(SATURATION, 0, 0, mils(1), word="0")
    assert is_in_zone(along, mils(2.5), mils(0.5))
    assert not is_in_zone(along, mils(2.51), 0)
    assert not is_in_zone(along, 0, mils(0.51))
    across = Patch(SATURATION, 0, 0, mils(1), word="900")
    assert is_in_zone(across, mils(0.5), mils(2.5))
    assert not is_in_zone(across, mils(2), 0)
    slanting = Patch(SATURATION, 0, 0, mils(1), word="450")
    assert is_in_zone(slanting, mils(1.7), mils(1.7))
    assert not is_in_zone(slanting, mils(1.7), -mils(1.7))


@pytest.mark.rule("tactical.3.8.3-rof")
def test_all_of_a_strip_has_to_be_seen() -> None:
    state = field()
    state.scale = SKIRMISH_SCALE
    order = Saturate("red-1", "LAC", mils(20), mils(12), 0)
    assert code(state, order) == ""
    hill = piece("hill", (21.5, 11, 25, 11.5), 5)
    walled = ground(hill)
    walled.scale = SKIRMISH_SCALE
    put(walled, "red-1", gunner(LAC), 20, 10)
    assert code(walled, order) == "strip", "its right end lies behind the hill"
    assert code(walled, Saturate("red-1", "LAC", mils(20), mils(12), 900)) == ""


@pytest.mark.rule("tactical.3.8.3-rof", "tactical.3.8.1-walls", "tactical.3.8.2-partial-cover")
def test_no_zone_lies_behind_houses_and_walls_at_skirmish_scale() -> None:
    def codes(kind: str, x: float) -> list[str]:
        found = []
        for scale in (SKIRMISH_SCALE, "50 m"):
            state = ground(piece(kind, (x, 11, x + 1, 11.3), 2, rating="heavy"))
            state.scale = scale
            put(state, "red-1", gunner(LAC), 20, 10)
            found.append(code(state, Saturate("red-1", "LAC", mils(20), mils(12), 0)))
        return found

    assert codes("building", 19.5) == ["hidden", ""]
    assert codes("instance", 19.5)[0] == "hidden"
    assert codes("building", 18.2) == ["strip", ""], "between its end and its middle"
    assert codes("building", 30) == ["", ""]


@pytest.mark.rule("tactical.3.8.1-walls", "tactical.3.8.2-partial-cover")
def test_only_large_units_look_at_the_ground_behind_a_wall() -> None:
    wall = piece("instance", (15, 11, 25, 11.2), 0.3, props={"going": "wall"})
    for size, seen in ((6, True), (4, True), (3, False)):
        state = ground(wall)
        state.scale = SKIRMISH_SCALE
        unit = put(state, "red-1", gunner(LAC, size=size), 20, 10)
        assert (look_at_point(state, unit, mils(20), mils(12)).reason is None) is seen
        assert look_at_point(state, unit, mils(20), mils(11.1)).reason is None, "the wall itself"


@pytest.mark.rule("tactical.4.1.4-leftover-ammo")
def test_a_dud_saturates_nothing() -> None:
    state = field()
    state.units["red-1"].tokens["leftover ammunition"] = 1
    saturate(state, zone_at(20, 12), (6, 6), (4,))
    assert not state.patches


@pytest.mark.rule("tactical.3.8.2-partial-cover", "tactical.3.4.5-saturation")
def test_partial_cover_counts_against_saturation_fire() -> None:
    boulder = piece("instance", (19, 12.2, 21, 12.49), 2, name="Boulder")
    for scale, armor in ((SKIRMISH_SCALE, 19), ("50 m", 15)):
        state = ground(boulder)
        state.scale = scale
        put(state, "red-1", gunner(LAC), 20, 10)
        put(state, "blue-1", "hunter", 20, 13, facing=270, moved=mils(5))
        zone = Patch(SATURATION, mils(20), mils(13), mils(1), 8, "red", "red-1", "LAC", 1, 8)
        played = play(state, lambda ctx, zone=zone: resolve_zone(ctx, zone, "blue-1"), (5, 1))  # type: ignore[misc]
        assert played.of(DamageCompared)[0].armor == armor


@pytest.mark.rule("tactical.3.7-night")
def test_who_sees_nothing_at_night_saturates_and_demolishes_at_1_less() -> None:
    state = field()
    state.switches["time of day"] = "night"
    gun = state.units["red-1"]
    mount, at = gun.card.weapons[0], (mils(20), mils(12.5))

    def blind_lines() -> list[int]:
        lines = point_lines(state, gun, mount, at, use_at(state, gun, mount, at, 0))
        return [line.value for line in lines if line.rule == "tactical.3.7-night"]

    assert blind_lines() == []
    gun.harm["aux:sensors"] = 5
    assert blind_lines() == [-1]
    lamp = put(state, "red-2", "hunter", 20, 8, stats={"perks": {"Searchlight": 1}})
    lamp.tokens["searchlight"] = 1
    assert blind_lines() == [], "a point that is lit"


@pytest.mark.rule("tactical.3.8.3-rof")
def test_all_five_inches_of_a_strip_have_to_be_seen_and_no_more() -> None:
    spots = strip_line(mils(10), mils(10), 0)
    assert spots == tuple((x, mils(10)) for x in range(mils(7.5), mils(12.5) + 1, 500))
