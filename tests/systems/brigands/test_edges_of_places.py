"""Places and ways from both sides of their edge: how deep, how near, how far, past which wall."""

from __future__ import annotations

import pytest

from gearlock.muster.fitting import Unfit
from gearlock.systems.brigands.attacks.attack import Aim
from gearlock.systems.brigands.deployment.places import refuse_spot
from gearlock.systems.brigands.forces.upgrades import fit_tools, unit_cards
from gearlock.systems.brigands.movement.paths import Jump, may_enter
from gearlock.systems.brigands.recovery_and_medics import way_to_patient
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED
from systems.brigands.company import company
from systems.brigands.drill import force_of, found
from systems.brigands.field import BASE, EAST, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water
from systems.brigands.muster_point import gathered

TOWER = piece("building", 8, 12, 14, 18, 4, footing=True)


@pytest.mark.rule("brigands.11.4b-standard", "brigands.3.2a")
@pytest.mark.parametrize(("deeper", "amphib", "answer"), [(0, False, ""), (1, False, "water"), (1, True, "")])
def test_nobody_is_deployed_into_water_above_half_its_height(deeper: int, amphib: bool, answer: str) -> None:
    tall = round(unit_cards()["hunter"].height * 1000)
    lake = water(20, 2, 28, 8, (tall // 2 + deeper) / 1000)
    state = gathered([[("GP", ["hunter/foc"])]], phase="deployment", on=ground(lake)).state
    unit = state.units["red-1"]
    assert unit.line.height == tall
    if amphib:
        remodel(unit, traits=("Arms", "Amphib"))
    refusal = refuse_spot(state, unit, 24_000, 5_000)
    assert (refusal.code if refusal else "") == answer


@pytest.mark.rule("brigands.10.3", "brigands.trait.medic", "brigands.9.6")
@pytest.mark.parametrize(
    ("models", "named"),
    [
        (("Medical Badger", "Badger"), "Badger"),
        (("Nobody at all", "Badger"), "Badger"),
        (("Badger", "Medical Badger"), "Badger"),
        (("Medical Badger", "Nobody at all"), "Medical Badger"),
    ],
)
def test_a_unit_without_a_leader_is_told_who_could_lead_it(models: tuple[str, str], named: str) -> None:
    faults = found(force_of(*models, unit="primary IN"))
    (fault,) = [each for each in faults if "has no leader" in each.message]
    assert f"'{named}: CGL'" in fault.fix


@pytest.mark.rule("brigands.10.6-tools")
def test_a_swap_of_three_weapons_is_refused_as_it_was_written() -> None:
    with pytest.raises(Unfit, match="LVB cannot become 'LSG TO LCW'"):
        fit_tools(unit_cards()["hunter"], "LVB TO LSG TO LCW")


@pytest.mark.rule("brigands.9.6a", "brigands.trait.recovery")
@pytest.mark.parametrize(
    ("apart", "turn", "way"),
    [
        (100, 0, None),
        (101, 0, ((0, 51),)),
        (3_000, 0, ((0, 2_950),)),
        (3_001, 0, None),
        (2_000, 900, ((900, 1_950),)),
        (2_000, -900, ((-900, 1_950),)),
        (2_000, 901, None),
    ],
)
def test_a_mechanic_goes_up_to_whoever_is_hurt_and_in_reach(
    apart: int, turn: int, way: tuple[tuple[int, int], ...] | None
) -> None:
    battle = company([[("north-engineering-grizzly/foc", 10, 10), ("hunter", 20, 10), ("hunter", 10, 12)]])
    mechanic, patient = battle.state.units["red-1"], battle.state.units["red-2"]
    patient.x = mechanic.x + mechanic.line.radius + patient.line.radius + apart
    mechanic.facing = (EAST - turn) % 3600
    assert way_to_patient(battle.state, mechanic, 3_000) is None, "everybody is whole"
    patient.hull -= 1
    mechanic.hull -= 1
    assert way_to_patient(battle.state, mechanic, 3_000) == way
    patient.mended = True
    assert way_to_patient(battle.state, mechanic, 3_000) is None, "repaired this Round already"


@pytest.mark.rule("brigands.9.6a")
def test_a_mechanic_has_nothing_to_mend_on_infantry() -> None:
    battle = company([[("north-engineering-grizzly/foc", 10, 10), ("north-infantry-squad", 10, 13)]])
    squad = battle.state.units["red-2"]
    squad.hull -= 1
    assert way_to_patient(battle.state, battle.state.units["red-1"], 6_000) is None


@pytest.mark.rule("brigands.2.4")
@pytest.mark.parametrize(("lower", "offered"), [(0, False), (1, True), (1_000, True)])
def test_nobody_climbs_down_onto_a_roof_that_is_no_lower(lower: int, offered: bool) -> None:
    beside = piece("building", 8, 6, 14, 11.99, 4 - lower / 1000, footing=True)
    battle = lay([("hunter", 11, 12, NORTH)], on=ground(TOWER, beside))
    unit = battle.state.units["red-1"]
    unit.y, unit.z = 12_000 + BASE + 10, 4_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    labels = [option.label for option in battle.options("red")]
    assert ("Climb down the building" in labels) is offered


@pytest.mark.rule("brigands.2.7a", "brigands.trait.jetpack")
@pytest.mark.parametrize("length", [1, -1, 2, -2])
def test_a_jump_may_be_as_short_as_one_likes(length: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    remodel(battle.state.units["red-1"], traits=("Jetpack:4",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Jump("red-1", 0, length)) == ""


@pytest.mark.rule("brigands.9.1", "brigands.3.2b")
@pytest.mark.parametrize(
    ("z", "inside", "may"),
    [
        (0, "", True),
        (3_999, "", True),
        (4_000, "", False),
        (4_000, TOWER.id, True),
        (4_000, "another", False),
        (0, "another", True),
        (-1, "", False),
    ],
)
def test_infantry_walks_in_below_the_roof_and_about_inside(z: int, inside: str, may: bool) -> None:
    unit = lay([("north-infantry-squad", 11, 10, NORTH)], on=ground(TOWER)).state.units["red-1"]
    unit.z, unit.inside = z, inside
    assert may_enter(unit, TOWER) is may
    remodel(unit, type="Gear")
    assert not may_enter(unit, TOWER)


@pytest.mark.rule("brigands.4.3", "brigands.1.4a", "brigands.trait.stealth")
@pytest.mark.parametrize(
    ("sensors", "stealth", "wall", "locked"),
    [(10, "", True, True), (9, "", True, False), (9, "", False, True), (10, "Stealth", False, None)],
)
def test_lock_is_sight_or_sensors(sensors: int, stealth: str, wall: bool, locked: bool | None) -> None:
    screen = [piece("instance", 2, 14, 18, 15, 9)] if wall else []
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], on=ground(*screen)).state
    unit, target = state.units["red-1"], state.units["blue-1"]
    remodel(unit, sensors=sensors)
    remodel(target, traits=("Arms", stealth) if stealth else ("Arms",))
    aim = Aim(state, unit, target)
    assert aim.distance == 10_000
    assert aim.is_locked is (aim.distance <= aim.sensors if locked is None else locked)
    assert Aim(state, unit, target, granted=True).is_locked, "somebody else has Sensor Lock for it"
