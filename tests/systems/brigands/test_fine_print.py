"""The fine print: who stands where at the beginning, what a move comes to, and every counter that is shown."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Refusal
from gearlock.kernel.record import Answered
from gearlock.mechanics.structures import wall_point
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, Demolish, strikes_of
from gearlock.systems.brigands.command import initiative_bonus
from gearlock.systems.brigands.comms import Boost
from gearlock.systems.brigands.deployment.places import Deploy, SetAside, legal_spots, refuse_spot
from gearlock.systems.brigands.deployment.sequence import drop_bonus
from gearlock.systems.brigands.forward_observation import Designate, Observe
from gearlock.systems.brigands.lock_and_cover.sight import HALF, judge_shares
from gearlock.systems.brigands.movement.paths import ChangeFloor, Move, Moved
from gearlock.systems.brigands.multi_component_vehicles import is_core
from gearlock.systems.brigands.rounds import Activate, ChooseFirst
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, GONE, RIDING, State
from gearlock.systems.brigands.transport import way_to_transport
from gearlock.systems.brigands.vtols import TookOff
from gearlock.table.sight import WHOLE
from systems.brigands.company import company
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, lay, mil, piece, remodel, water
from systems.brigands.muster_point import ENEMY, Squads, gathered
from systems.brigands.spotting import spotting

HUNTERS: Squads = [("GP", ["hunter/foc", "hunter"])]
SWIMMERS: Squads = [("FS", ["desert-pit-viper-swamp/cgl", "desert-pit-viper-swamp"])]
DROPPED: Squads = [("SK", ["dark-jaguar/cgl", "dark-jaguar"])]
HOUSE = piece("building", 8, 12, 14, 18, 4, footing=True, props={"size": "small", "roof": "access"})


# --- before the first Round -----------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.11.4b", "brigands.11.4b-amphibious")
@pytest.mark.parametrize(("second_lake", "answer"), [(True, "dry"), (False, "")])
def test_the_zone_is_open_only_when_no_water_is_left_in_formation_or_out_of_it(second_lake: bool, answer: str) -> None:
    lakes = [water(2, 28, 3, 29, 0.5), *([water(40, 20, 44, 24, 0.5)] if second_lake else [])]
    battle = gathered([HUNTERS, SWIMMERS], (6, 1), (6, 1), on=ground(*lakes))
    give(battle, ChooseFirst("red"), SetAside(2, "amphibious"))
    give(battle, Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    give(battle, Deploy("red-1", mil(24), mil(8), NORTH), Deploy("red-2", mil(26), mil(8), NORTH))
    give(battle, Deploy("red-3", mil(2.5), mil(28.5), NORTH))
    assert code(battle, Deploy("red-4", mil(10), mil(8), NORTH)) == answer
    if second_lake:
        assert code(battle, Deploy("red-4", mil(42), mil(22), NORTH)) == "", "out of Formation, but in water"


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.11.4b-flank", "brigands.11.4b-amphibious", "brigands.11.4b")
@pytest.mark.parametrize("way", ["airdrop", "amphibious", ""])
def test_places_are_looked_for_wherever_a_model_may_be(way: str) -> None:
    battle = gathered([HUNTERS, SWIMMERS], (6, 1), (6, 1), on=ground(water(6, 14, 30, 20, 0.5)))
    unit = battle.state.units["red-3"]
    unit.aside, radius = way, unit.line.radius
    x0, y0 = (6_000, 14_000) if way == "amphibious" else (radius, radius)
    everywhere = [(x0 + 500 * across, y0 + 500 * up) for across in range(96) for up in range(96)]
    allowed = {spot for spot in everywhere if refuse_spot(battle.state, unit, *spot, way) is None}
    assert set(legal_spots(battle.state, unit, (way, False))) == allowed


@pytest.mark.rule("brigands.11.4b-flank")
def test_flankers_are_offered_places_along_all_four_edges() -> None:
    battle = gathered([HUNTERS, SWIMMERS], (6, 1), (6, 1), zones=("west", "east"))
    unit = battle.state.units["red-3"]
    unit.aside = "flank"
    spots, radius = list(legal_spots(battle.state, unit, ("flank", False))), unit.line.radius
    inner = 6_000 + radius
    assert min(x for x, _ in spots) == min(y for _, y in spots) == radius
    assert {x for x, y in spots if inner < y < 48_000 - inner} == set(range(radius, inner + 1, 500))
    middle = [y for x, y in spots if 20_000 < x < 28_000]
    assert {y for y in middle if y < 24_000} == set(range(radius, inner + 1, 500))
    top = {y for y in middle if y > 24_000}
    assert min(top) == 48_000 - inner
    assert max(top) + 500 > 48_000 - radius >= max(top)


@pytest.mark.rule("brigands.11.4b-amphibious", "brigands.11.4b")
def test_a_brook_narrower_than_a_base_is_water_enough_to_come_out_of() -> None:
    battle = gathered([HUNTERS, SWIMMERS], (6, 1), (6, 1), on=ground(water(4, 20, 5, 28, 0.5)))
    give(battle, ChooseFirst("red"))
    assert 2 * battle.state.units["red-3"].line.radius > 1_000
    assert code(battle, SetAside(2, "amphibious")) == ""


@pytest.mark.rule("brigands.11.4b-airdrop")
@pytest.mark.parametrize(("first", "late"), [(6, ["red-3", "red-4"]), (1, ["red-1", "red-2", "red-3", "red-4"])])
def test_a_group_that_is_late_takes_nobody_else_up_with_it(first: int, late: list[str]) -> None:
    leading: Squads = [("SK", ["dark-jaguar/foc", "dark-jaguar"])]
    battle = gathered([leading, DROPPED], (6, 1), (first,), (1,), *[(6, 1)] * 4, blue=ENEMY)
    give(battle, ChooseFirst("red"), SetAside(1, "airdrop"))
    give(battle, Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    give(battle, SetAside(2, "airdrop"))
    events = give(battle, Deploy("red-1", mil(24), mil(24), NORTH), Deploy("red-2", mil(27), mil(24), NORTH))
    events += give(battle, Deploy("red-3", mil(10), mil(24), NORTH), Deploy("red-4", mil(13), mil(24), NORTH))
    assert [event.unit for event in events if isinstance(event, TookOff)] == late
    assert [unit.id for unit in battle.state.units.values() if unit.airborne] == late


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.trait.init")
def test_a_group_without_a_leader_adds_nothing_to_the_die() -> None:
    battle = gathered([HUNTERS], (6, 1))
    assert drop_bonus(battle.state, "red", 2) == 0


@pytest.mark.rule("brigands.1.8-initiative", "brigands.7.2")
def test_a_side_that_has_nobody_left_adds_nothing_to_its_initiative() -> None:
    state = lay([("hunter", 10, 10, NORTH)]).state
    state.units["red-1"].status = GONE
    assert initiative_bonus(state, "red") == 0


@pytest.mark.rule("brigands.7.1")
@pytest.mark.parametrize(
    ("count", "taken"), [("0", False), ("1", True), ("2", True), ("96", True), ("97", False), ("x", False)]
)
def test_models_are_counted_from_one(count: str, taken: bool) -> None:
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("groups", 1, {"red": f"hunter*{count}, nobody"})
    assert ("how many is a number from 1 to 96" in str(caught.value)) is not taken


@pytest.mark.rule("brigands.trait.core")
def test_a_core_has_the_name_and_the_trait() -> None:
    units = company([[("hht-90-body/foc", 24, 10), ("hht-90-turret", 24, 10), ("hunter", 30, 10)]]).state.units
    core, hunter = units["red-1"].line, units["red-3"].line
    assert is_core(core, core.name)
    assert not is_core(core, hunter.name), "a Core of another name"
    assert not is_core(hunter, hunter.name), "the name alone makes no Core"


# --- moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_stairs_are_no_way_through_area_terrain_nor_by_road() -> None:
    battle = lay([("north-infantry-squad", 11, 15, NORTH)], on=ground(HOUSE))
    battle.state.units["red-1"].inside = HOUSE.id
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, ChangeFloor("red-1", "W", 2))
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.x, moved.y, moved.z, moved.facing) == (11_000, 15_000, 2_000, NORTH)
    assert (moved.spent, moved.turns, moved.rough, moved.travelled, moved.stepped) == (2_000, 0, 0, 2_000, 0)
    assert (moved.on_road, moved.wet, moved.fall, moved.inside) == (False, 0, 0, HOUSE.id)


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.4a")
def test_a_building_is_aimed_at_halfway_up_its_nearest_wall() -> None:
    unit = lay([("hunter", 11, 8, NORTH)], on=ground(HOUSE)).state.units["red-1"]
    point = wall_point(HOUSE, unit.x, unit.y)
    assert (point.x, point.y, point.z) == (11_000, 12_000 - 2, 2_000)


@pytest.mark.rule("brigands.3.1a")
@pytest.mark.parametrize(
    ("x", "facing"),
    [(9, NORTH), (11, NORTH), (9, SOUTH), (11, SOUTH)],
    ids=["left", "right", "left down", "right down"],
)
def test_along_the_rim_of_a_road_is_not_on_it(x: float, facing: int) -> None:
    battle = lay([("hunter", x, 20, facing)], on=ground(piece("road", 9, 0, 11, 40)))
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 5_000),))) == ""
    assert code(battle, Move("red-1", "W", ((0, 5_001),))) == "movement"


@pytest.mark.rule("brigands.2.6")
@pytest.mark.parametrize("facing", [0, 900, 1800, 2700])
@pytest.mark.parametrize(("aside", "answer"), [(2 * BASE, ""), (2 * BASE - 1, "overlap")])
def test_bases_may_touch_on_the_way_from_whichever_side(facing: int, aside: int, answer: str) -> None:
    ahead, beside = {0: (1, 0), 900: (0, 1), 1800: (-1, 0), 2700: (0, -1)}[facing], facing % 1800 == 0
    for side in (1, -1):
        battle = lay([("hunter", 24, 24, facing)], [("hunter", 40, 40, SOUTH)])
        other = battle.state.units["blue-1"]
        other.x, other.y = 24_000 + 2_000 * ahead[0], 24_000 + 2_000 * ahead[1]
        other.x, other.y = (other.x, other.y + side * aside) if beside else (other.x + side * aside, other.y)
        give(battle, Activate("red-1", COMBAT_SPEED))
        assert code(battle, Move("red-1", "W", ((0, 4_000),))) == answer


@pytest.mark.rule("brigands.2.6")
@pytest.mark.parametrize("facing", [0, 900, 1800, 2700])
@pytest.mark.parametrize(("length", "answer"), [(3_000, ""), (3_001, "overlap")])
def test_a_model_goes_up_to_another_and_no_farther(facing: int, length: int, answer: str) -> None:
    east, north = {0: (1, 0), 900: (0, 1), 1800: (-1, 0), 2700: (0, -1)}[facing]
    battle = lay([("hunter", 24, 24, facing)], [("hunter", 40, 40, SOUTH)])
    other = battle.state.units["blue-1"]
    other.x, other.y = 24_000 + (3_000 + 2 * BASE) * east, 24_000 + (3_000 + 2 * BASE) * north
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, length),))) == answer


@pytest.mark.rule("brigands.9.3")
@pytest.mark.parametrize(
    ("apart", "turn", "way"),
    [
        (1_000, 0, None),
        (1_001, 0, ((0, 501),)),
        (3_000, 0, ((0, 2_500),)),
        (3_001, 0, ((0, 3_000),)),
        (4_000, 0, ((0, 3_000),)),
        (4_001, 0, None),
        (3_000, -900, ((-900, 2_500),)),
        (3_000, -901, None),
    ],
)
def test_whoever_wants_a_ride_goes_up_to_a_transport_in_reach(
    apart: int, turn: int, way: tuple[tuple[int, int], ...] | None
) -> None:
    battle = company([[("badger/foc", 20, 20), ("north-infantry-squad", 20, 10)]])
    carrier, squad = battle.state.units["red-1"], battle.state.units["red-2"]
    squad.y = carrier.y - apart - carrier.line.radius - squad.line.radius
    squad.facing = NORTH - turn
    assert way_to_transport(battle.state, squad, 3_000) == way


# --- signals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.8.2c")
def test_whoever_boosts_pays_for_it() -> None:
    battle = spotting(foe=("Arms", "ECM:1"))
    for name in ("red-2", "red-3", "red-4"):
        remodel(battle.state.units[name], traits=("Comms:2",), weapons=("LFM",))
        battle.state.units[name].x, battle.state.units[name].y = mil(22 + int(name[-1])), mil(22)
    battle = again(battle)
    give(battle, Observe("red-1", "blue-1"))
    while (question := battle.ask_for("red")) is not None and question.kind != "boost":
        give(battle, Designate("red-4"))
    assert code(battle, Boost("red-3", "red-1")) == ""
    battle.state.units["red-3"].actions = 0
    assert code(battle, Boost("red-3", "red-1")) == "no-action"


@pytest.mark.rule("brigands.8.5")
@pytest.mark.parametrize(("name", "words"), [("red-2", "choose another"), ("blue-1", "observe that model instead")])
def test_a_point_in_a_model_is_none(name: str, words: str) -> None:
    battle = spotting()
    other = battle.state.units[name]
    other.x, other.y = mil(24), mil(30)
    refusal = battle.refuse("red", Observe("red-1", aim=(24_000, 30_000, 500)))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "point"
    assert words in refusal.message


@pytest.mark.rule("brigands.8.5", "brigands.8.5-chain")
def test_nobody_is_asked_to_chain_who_has_nothing_that_reaches() -> None:
    battle = spotting(guns=("LAC",))
    give(battle, Observe("red-1", "blue-1"))
    while (question := battle.ask_for("red")) is not None and question.kind == "designate":
        give(battle, Designate("red-4"))
    assert battle.ask_for("red").kind == "act"  # type: ignore[union-attr]
    assert not [entry for entry in battle.entries if isinstance(entry.input, Answered) and entry.input.auto]


# --- seeing and showing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.4.4-full", "brigands.4.4-defensive")
@pytest.mark.parametrize(
    ("hidden", "heavy", "look"),
    [
        (HALF - 1, 0, (True, False, 0)),
        (HALF, 0, (True, False, 1)),
        (HALF, HALF - 1, (True, False, 1)),
        (HALF, HALF, (True, False, 2)),
        (WHOLE - 2, 0, (True, False, 1)),
        (WHOLE - 1, 0, (False, False, 1)),
        (WHOLE, WHOLE - 2, (False, False, 2)),
        (WHOLE, WHOLE - 1, (False, True, 2)),
    ],
)
def test_half_and_all_of_a_silhouette_are_counted_to_a_hair(
    hidden: int, heavy: int, look: tuple[bool, bool, int]
) -> None:
    assert tuple(judge_shares(hidden, heavy)) == look


def _counters(battle: Battle[State], name: str) -> dict[str, int]:
    (shown,) = [piece for piece in battle.view(None).pieces if piece.id == name]
    return {token.name: token.count for token in shown.tokens}


@pytest.mark.rule("brigands.1.9", "brigands.7.5")
def test_every_counter_beside_a_model_is_shown_as_often_as_it_lies_there() -> None:
    battle = company([[("hunter/foc", 24, 10), ("hunter", 30, 10)]])
    bare, unit = battle.state.units["red-2"], battle.state.units["red-1"]
    assert _counters(battle, bare.id) == {"Combat Group 1": 1, "Actions": bare.actions}
    unit.actions, unit.standby, unit.overwatch, unit.command, unit.skill = 1, 2, 3, 4, 5
    unit.shown = unit.scanned = unit.mended = unit.tended = unit.airborne = unit.corroded = unit.jamming = True
    unit.haywire, unit.expended, unit.used = 1, ["LRP"], ["LAC"]  # type: ignore[assignment]
    assert _counters(battle, unit.id) == {
        "Combat Group 1": 1, "Actions": 1, "Standby": 2, "Overwatch": 3, "Command Points": 4, "Skill Points": 5,
        "Force Commander": 1, "Stealth lost": 1, "LRP used up": 1, "Scanned": 1, "Haywire": 1, "Repaired": 1,
        "Patch Up used": 1, "Airborne": 1, "ECM Defense:0": 1, "Corrosion": 1, "LAC fired": 1,
    }  # fmt: skip


@pytest.mark.rule("brigands.1.9", "brigands.9.3", "brigands.9.2")
def test_passengers_and_drones_are_named_once_each() -> None:
    battle = company([[("badger/foc", 20, 20), ("north-infantry-squad", 3, 3), ("hunter:recon-drone", 30, 30)]])
    squad = battle.state.units["red-2"]
    squad.status, squad.carrier = RIDING, "red-1"
    assert _counters(battle, "red-1")[f"aboard: {squad.name}"] == 1
    squad.status, squad.carrier = FIELDED, "red-1"
    assert _counters(battle, "red-2")[f"in the {battle.state.units['red-1'].name}"] == 1, "as in a Fortification"
    (drone,) = battle.state.drones("red-3")
    drone.status = battle.state.units["red-3"].status
    assert _counters(battle, drone.id)[f"drone of {battle.state.units['red-3'].name}"] == 1


# --- walls and ranges -----------------------------------------------------------------------------------------------

ROOF = piece("building", 4, 4, 44, 44, 4, footing=True)
"""So wide that one can walk about on it."""


@pytest.mark.rule("brigands.2.4", "brigands.3.3")
@pytest.mark.parametrize("facing", [0, 900, 1800, 2700])
@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(("clear", "answer"), [(0, ""), (-2, "terrain")])
def test_a_wall_on_a_roof_is_in_the_way_of_whoever_brushes_it(facing: int, side: int, clear: int, answer: str) -> None:
    near, far = sorted((24_000 + side * (BASE + clear), 24_000 + side * (BASE + clear + 500)))
    ahead = (25_500, 26_500) if facing in (0, 900) else (21_500, 22_500)
    x0, x1, y0, y1 = (*ahead, near, far) if facing % 1800 == 0 else (near, far, *ahead)
    wall = piece("instance", x0 / 1000, y0 / 1000, x1 / 1000, y1 / 1000, 8, base=4_000)
    battle = lay([("hunter", 24, 24, facing)], on=ground(ROOF, wall))
    battle.state.units["red-1"].z = 4_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 4_000),))) == answer


@pytest.mark.rule("brigands.5.4a", "brigands.5.1a-range")
@pytest.mark.parametrize(
    ("away", "optimal"), [(11_999, False), (12_000, True), (36_000, True), (36_001, False)]
)  # fmt: skip
def test_a_point_is_in_optimal_range_from_end_to_end_of_the_band(away: int, optimal: bool) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)])
    unit, other = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(unit, weapons=("LFM",))
    point = (10_000, 10_000 + BASE + away, 0)
    other.x, other.y = point[0], point[1]
    strikes = strikes_of(battle.state, unit, unit.line.weapons["LFM"], Attack("red-1", "LFM", "Indirect", (), point))
    assert [(strike.target, strike.optimal) for strike in strikes] == [("blue-1", optimal)]


@pytest.mark.rule("brigands.wtrait.blast", "brigands.5.4b")
@pytest.mark.parametrize(("east", "north"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize(("beyond", "caught"), [(0, True), (1, False)])
def test_a_blast_reaches_whoever_has_any_part_in_it(east: int, north: int, beyond: int, caught: bool) -> None:
    battle = lay([("hunter", 24, 4, NORTH)], [("hunter", 24, 24, SOUTH)])
    unit, other = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(unit, weapons=("LFM",))
    reach = 3_000 + BASE + beyond
    point = (24_000 + east * reach, 24_000 + north * reach, 0)
    strikes = strikes_of(battle.state, unit, unit.line.weapons["LFM"], Attack("red-1", "LFM", "Indirect", (), point))
    assert [strike.target for strike in strikes] == (["blue-1"] if caught else [])
    assert other.is_fielded


@pytest.mark.rule("brigands.3.2b-attack", "brigands.4.4-full")
@pytest.mark.parametrize(
    ("base", "top", "answer"),
    [(0, 3, ""), (3, 9, ""), (0, 5, "blocked")],
    ids=["its roof shows over a wall", "its wall shows under a bridge", "nothing shows"],
)
def test_a_building_is_shot_at_while_anything_of_its_height_shows(base: float, top: float, answer: str) -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
    battle = lay([("hunter", 11, 12, NORTH)], on=ground(house, piece("instance", 2, 19, 20, 19.5, top, base=mil(base))))
    remodel(battle.state.units["red-1"], weapons=("LAC",), sensors=1)
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Demolish("red-1", "LAC", "Ballistic", house.id)) == answer
