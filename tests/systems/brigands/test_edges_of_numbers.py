"""The numbers of the rules from both sides: the last one that is allowed and the first that is not."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, Demolish
from gearlock.systems.brigands.buildings import height_in
from gearlock.systems.brigands.damage import Damaged, Fell
from gearlock.systems.brigands.forces.upgrades import card_faults, unit_cards
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.objectives.objectives import counts_as_new, scannable_wrecks
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, HOLD, RIDING, SCAN, WRECK, Pursuit
from gearlock.systems.brigands.transport import Disembark
from systems.brigands.airfield import airfield
from systems.brigands.company import company
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel
from systems.brigands.mission import mission, pursue

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})


# --- 5.7b: effects ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.5.7b-fire", "brigands.5.7")
@pytest.mark.parametrize(("faces", "damage"), [([3, 3], []), ([3, 4], [1]), ([4, 4], [2])])
def test_fire_that_does_not_bite_is_no_damage_at_all(faces: list[int], damage: list[int]) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH), ("hunter", 40, 40, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=("LAC (Fire:2)",))
    remodel(battle.state.units["blue-1"], armor=9)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, [4, 2, 2], [3, 2], faces)
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert [event.damage for event in events if isinstance(event, Damaged)] == damage


# --- A4: how many Combat Groups a scenario takes ----------------------------------------------------------------------


@pytest.mark.rule("brigands.A4")
@pytest.mark.parametrize(
    ("scenario", "groups", "taken"),
    [
        ("duel", 1, True), ("duel", 2, False), ("intro", 1, True), ("intro", 2, False),
        ("groups", 1, False), ("groups", 2, True), ("groups", 3, True), ("groups", 4, False),
        ("command", 1, True), ("command", 6, True), ("command", 7, False),
    ],
)  # fmt: skip
def test_a_scenario_takes_its_number_of_combat_groups(scenario: str, groups: int, taken: bool) -> None:
    options = {"red": "+".join(["hunter*2"] * groups), "map": "random"}
    if taken:
        assert len(SYSTEM.prepare(scenario, 1, options).data["forces"]["red"]) == groups
        return
    with pytest.raises(BadInput, match=f"red has {groups} Combat Groups; this scenario takes"):
        SYSTEM.prepare(scenario, 1, options)


@pytest.mark.rule("brigands.1.5a")
@pytest.mark.parametrize(
    ("figure", "least"),
    [
        ("tv", 0), ("armor", 1), ("hull", 1), ("structure", 0), ("actions", 0), ("sensors", 0), ("base_mm", 10),
        ("gunnery", 0), ("piloting", 0),
    ],
)  # fmt: skip
def test_a_stat_line_has_a_least_of_every_figure(figure: str, least: int) -> None:
    card = unit_cards()["hunter"]
    for value, wrong in ((least, []), (least - 1, [figure])):
        changed = msgspec.structs.replace(card, **{figure: value})
        assert [key for key, _ in card_faults(changed)] == wrong


@pytest.mark.rule("brigands.1.5a")
@pytest.mark.parametrize("skill", ["gunnery", "piloting"])
def test_skills_end_at_6(skill: str) -> None:
    card = unit_cards()["hunter"]
    for value, wrong in ((6, []), (7, [skill])):
        assert [key for key, _ in card_faults(msgspec.structs.replace(card, **{skill: value}))] == wrong


# --- 9.3 and 9.7: getting out, and taking off -------------------------------------------------------------------------


@pytest.mark.rule("brigands.9.3")
@pytest.mark.parametrize(
    ("facing", "answer"), [(-1, "facing"), (0, ""), (1, ""), (3_599, ""), (3_600, "facing"), (3_601, "facing")]
)
def test_whoever_gets_out_faces_any_way_of_the_full_circle(facing: int, answer: str) -> None:
    battle = company([[("badger/foc", 20, 20), ("north-infantry-squad", 20, 10)]])
    squad = battle.state.units["red-2"]
    squad.status, squad.carrier = RIDING, "red-1"
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Disembark("red-1", "red-2", 20_000, 22_200, facing)) == answer


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_a_roof_right_over_its_rotor_keeps_a_vtol_down() -> None:
    head = airfield().state.units["red-1"].height
    for base in (head, head + 1, head + 500):
        over = piece("instance", 20, 6, 28, 14, top=(base + 1_000) / 1000, base=base)
        assert code(airfield(over), Activate("red-1", COMBAT_SPEED, airborne=True)) == "overhang"
    beside = piece("instance", 20, 10 + 4, 28, 18, top=5, base=head)
    assert code(airfield(beside), Activate("red-1", COMBAT_SPEED, airborne=True)) == ""


@pytest.mark.rule("brigands.9.7")
def test_a_vtol_takes_off_from_the_bridge_it_stands_on() -> None:
    battle = airfield(piece("instance", 20, 6, 28, 14, top=4, base=3_500, footing=True))
    battle.state.units["red-1"].z = 4_000
    assert code(again(battle), Activate("red-1", COMBAT_SPEED, airborne=True)) == ""


# --- 11.3: scans ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.11.3-scan")
@pytest.mark.parametrize(
    ("pursuits", "found"),
    [
        ([], []),
        ([Pursuit("red", SCAN)], ["blue-1"]),
        ([Pursuit("red", HOLD)], []),
        ([Pursuit("blue", SCAN)], []),
        ([Pursuit("red", HOLD), Pursuit("blue", SCAN)], []),
        ([Pursuit("blue", HOLD), Pursuit("red", HOLD), Pursuit("red", SCAN)], ["blue-1"]),
    ],
)
def test_enemy_wrecks_matter_to_whoever_has_chosen_to_scan(pursuits: list[Pursuit], found: list[str]) -> None:
    battle = mission()
    for name in ("blue-1", "blue-2", "red-1"):
        battle.state.units[name].status = WRECK
    battle.state.units["blue-2"].scanned = True
    battle = pursue(battle, *pursuits)
    assert [unit.id for unit in scannable_wrecks(battle.state, "red")] == found


@pytest.mark.rule("brigands.11.3-scan")
def test_the_fourth_scan_brings_nobody_further() -> None:
    state = mission().state
    assert not counts_as_new(state, "red", "red-1"), "a friend"
    for number in (1, 2, 3):
        assert counts_as_new(state, "red", f"blue-{number}")
        state.units[f"blue-{number}"].scanned = True
        assert not counts_as_new(state, "red", f"blue-{number}"), "once is enough"
    assert not counts_as_new(state, "red", "blue-4")


# --- 2.5 and 3.2b: falling --------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.3.2b-destroyed", "brigands.2.5")
def test_a_house_on_a_hill_falls_no_farther_than_the_hill() -> None:
    hill = piece("hill", 4, 18, 18, 30, 1, props={"slope": 30}, footing=True)
    battle = lay(
        [("hunter", 11, 10, NORTH)], [("hunter", 11, 23, SOUTH), ("hunter", 45, 45, SOUTH)], on=ground(hill, HOUSE)
    )
    state = battle.state
    state.buildings[HOUSE.id] = (0, 1)
    state.units["blue-1"].z, state.units["blue-1"].actions = 4_000, 0
    battle = again(battle, [6, 6, 6])
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, Demolish("red-1", "LAC", "Ballistic", HOUSE.id))
    assert [event for event in events if isinstance(event, Fell)] == [Fell("blue-1", 3_000, 0, 1_000)]
    assert battle.state.units["blue-1"].z == 1_000


@pytest.mark.rule("brigands.3.2b-destroyed")
def test_who_is_neither_in_a_house_nor_on_it_does_not_fall_with_it() -> None:
    unit = lay([("hunter", 11, 23, NORTH)], on=ground(HOUSE)).state.units["red-1"]
    unit.z = 4_000
    assert height_in(HOUSE, unit) == 4_000
    unit.z = 4_001
    assert height_in(HOUSE, unit) == 0, "above it"
    unit.z, unit.x = 4_000, 30_000
    assert height_in(HOUSE, unit) == 0, "on something else as high"
    unit.hanging = HOUSE.id
    assert height_in(HOUSE, unit) == 4_000
    unit.z, unit.hanging, unit.status = 4_000, HOUSE.id, RIDING
    assert height_in(HOUSE, unit) == 0, "not on the table"


@pytest.mark.rule("brigands.2.5", "brigands.5.6a")
@pytest.mark.parametrize(("piloting", "hits"), [(4, 0), (3, 1), (0, 4)])
def test_a_drop_is_shown_as_half_a_point_of_damage_for_every_hit(piloting: int, hits: int) -> None:
    battle = lay([("hunter", 11, 20.9, SOUTH)], on=ground(HOUSE))
    unit = battle.state.units["red-1"]
    remodel(unit, piloting=piloting)
    unit.z = 4_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    shown = battle.preview("red", Move("red-1", "W", ((0, 900 + BASE + 5),), drop=True))
    assert shown.notes == ()
    assert shown.risks - shown.lasting == pytest.approx(hits / (2 * unit.line.bulk))
