from __future__ import annotations

import pytest

from gearlock.kernel.asks import Place
from gearlock.kernel.battle import Battle
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.attacks.attack import Attack, BuildingRolled, Demolish
from gearlock.systems.brigands.attacks.exchange import bystanders, demolition_pools, distance_of
from gearlock.systems.brigands.buildings import BuildingDamaged
from gearlock.systems.brigands.damage import Fell
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, WRECK, State
from gearlock.systems.brigands.state_codec import decode, encode
from gearlock.table.terrain import Ground, Piece
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
"""8/8, armor 7, its wall 9.409 in north of the attacker's base."""


def _siege(
    *dice: list[int], weapon: str = "LAC", on: Ground | None = None, house: Piece = HOUSE, x: float = 11.0
) -> Battle[State]:
    """A Hunter looking north at a house, Active; the enemies are far away."""
    battle = lay(
        [("hunter", x, 10, NORTH)], [("hunter", 45, 45, SOUTH), ("hunter", 3, 45, SOUTH)], on=on or ground(house)
    )
    remodel(battle.state.units["red-1"], weapons=(weapon, "LVB (Snap)"))
    for unit in battle.state.units.values():
        unit.actions = 1 if unit.seat == "red" else 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _shot(building: str = HOUSE.id, weapon: str = "LAC", category: str = "Ballistic") -> Demolish:
    return Demolish("red-1", weapon, category, building)


@pytest.mark.rule("brigands.3.2b-attack")
def test_a_building_always_rolls_1_and_skill_is_no_advantage_against_it() -> None:
    battle = _siege([4, 2, 2])
    lines = battle.preview("red", _shot())
    assert [line.label for line in lines.attack] == ["Burst:1"]
    events = give(battle, _shot())
    assert BuildingRolled("red-1", "LAC", HOUSE.id, (4, 2, 2), 4, lines=lines.attack) in events
    assert BuildingDamaged(HOUSE.id, "red-1", "LAC", 2, 6, 8, False) in events
    assert battle.state.buildings == {HOUSE.id: (6, 8)}
    assert battle.state.units["red-1"].used == ["LAC"]
    assert "building: 6/8 left" in battle.view("blue").notes


@pytest.mark.rule("brigands.3.2b-attack", "brigands.wtrait.as", "brigands.wtrait.ap", "brigands.5.7a")
@pytest.mark.parametrize(("weapon", "damage"), [("LAC (AS)", 4), ("LAC (AP:9)", 2), ("LAC (AS, AP:9)", 4)])
def test_armor_piercing_does_nothing_and_anti_structure_doubles(weapon: str, damage: int) -> None:
    events = give(_siege([4, 2, 2], weapon=weapon), _shot())
    assert [event.damage for event in events if isinstance(event, BuildingDamaged)] == [damage]


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def test_marginal_hits_and_fire_bite_a_building_and_tokens_do_not_stick() -> None:
    battle = _siege([2, 1, 1], [4])
    give(battle, _shot())
    assert battle.state.buildings == {HOUSE.id: (7, 8)}
    battle = _siege([2, 1, 1], [4, 3, 6], weapon="LAC (Fire:2, Haywire, Corrosion)")
    give(battle, _shot())
    assert battle.state.buildings == {HOUSE.id: (6, 8)}
    battle = _siege([1, 1, 1])
    give(battle, _shot())
    assert battle.state.buildings == {}


@pytest.mark.rule("brigands.3.2b-attack")
def test_a_building_is_attacked_within_range_arc_and_lock() -> None:
    battle = _siege()
    assert distance_of(battle.state.units["red-1"], HOUSE) == 9_409
    assert code(battle, _shot("nowhere")) == "building"
    assert code(battle, _shot(weapon="LVB", category="Melee")) == "range"
    unit = battle.state.units["red-1"]
    unit.facing = SOUTH
    assert code(battle, _shot()) == "arc"
    wall = piece("instance", 0, 15, 48, 16, 9)
    assert code(_siege(on=ground(HOUSE, wall)), _shot()) == "blocked"
    far = piece("building", 8, 36, 14, 42, 4)
    fence = piece("instance", 0, 15, 48, 16, 9, rating="light")
    assert code(_siege(on=ground(far)), _shot(far.id)) == ""
    assert code(_siege(on=ground(far, fence)), _shot(far.id)) == "lock"
    assert code(_siege(on=ground(HOUSE, fence)), _shot()) == ""


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.5a", "brigands.5.3", "brigands.5.4a")
def test_range_and_an_enemy_at_one_s_throat_count_against_buildings_too() -> None:
    battle = _siege()
    unit, foe = battle.state.units["red-1"], battle.state.units["blue-1"]

    def dice() -> tuple[dict[str, int], int]:
        found, pools = demolition_pools(battle.state, unit, unit.line.weapons["LAC"], "Ballistic", HOUSE)
        return {line.label: line.value for line in found}, pools.attack

    assert dice() == ({"Burst:1": 1}, 3)
    unit.y = 16_000
    assert dice() == ({"Ballistic, Suboptimal range": -1, "Burst:1": 1}, 2)
    foe.x, foe.y = unit.x, unit.y - 1_182
    assert dice() == ({"Ballistic, Suboptimal range": -1, "Burst:1": 1, "Engaged by another": -1}, 1)
    unit.hull = 0
    assert dice()[1] == 0
    unit.line.weapons["LAC"].area = 3_000
    assert dice()[1] == 1


@pytest.mark.rule("brigands.3.2b-attack", "brigands.6.3")
def test_enemies_within_six_inches_of_the_building_may_answer() -> None:
    battle = _siege()
    red, near = battle.state.units["red-1"], battle.state.units["blue-1"]
    near.x, near.y = 11_000, 26_000 + 591 + 6_000
    assert bystanders(battle.state, red, HOUSE) == ["blue-1"]
    near.y += 1
    assert bystanders(battle.state, red, HOUSE) == []


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.4a")
def test_an_area_aimed_at_a_building_reaches_models_beside_it() -> None:
    battle = _siege(weapon="LRP")
    target = battle.state.units["blue-1"]
    target.x, target.y = 12_000, 19_000
    battle = again(battle, [1, 1], [1], [6, 6], [2])
    events = give(battle, _shot(weapon="LRP"))
    assert next(event for event in events if type(event).__name__ == "AttackRolled").target == "blue-1"  # type: ignore[attr-defined]


@pytest.mark.rule("brigands.3.2b-attack")
def test_a_shot_that_misses_a_model_in_a_building_hits_the_building() -> None:
    for weapon, damaged in (("LAC", {HOUSE.id: (5, 8)}), ("LRP", {})):
        battle = _siege(weapon=weapon)
        target = battle.state.units["blue-1"]
        remodel(target, type="Infantry", height=0.5)
        target.x, target.y, target.inside, target.actions = 11_000, 21_000, HOUSE.id, 0
        dice = [5, 2, 2] if weapon == "LAC" else [5, 2]
        battle = again(battle, dice, [6, 6])
        give(battle, Attack("red-1", weapon, "Ballistic", ("blue-1",)))
        assert battle.state.buildings == damaged
        assert battle.state.units["blue-1"].hull == 4


@pytest.mark.rule("brigands.3.2b-attack", "brigands.trait.nai")
@pytest.mark.parametrize(("face", "damaged"), [(1, {}), (2, {HOUSE.id: (4, 8)})])
def test_a_stray_shot_that_comes_to_less_than_one_misses_the_building_too(
    face: int, damaged: dict[str, tuple[int, int]]
) -> None:
    battle = _siege(weapon="LAC (PEN:10, Fire:1)")
    target = battle.state.units["blue-1"]
    remodel(target, type="Infantry", height=0.5)
    target.x, target.y, target.inside, target.actions = 11_000, 21_000, HOUSE.id, 0
    red = battle.state.units["red-1"]
    red.line.traits["NAI"], red.rank, red.posture = 1, "", COMBAT_SPEED
    battle = again(battle, [face, 1, 1], [6, 6], [4])
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.state.buildings == damaged


@pytest.mark.rule("brigands.3.2b-crippled")
def test_a_building_is_crippled_when_its_hull_is_gone() -> None:
    battle = _siege([6, 6, 6], weapon="LAC (PEN:9)")
    give(battle, _shot())
    assert battle.state.buildings == {HOUSE.id: (0, 7)}
    assert battle.state.ground.piece(HOUSE.id).kind == "building"


@pytest.mark.rule("brigands.3.2b-destroyed", "brigands.2.5")
def test_a_destroyed_building_is_heavy_rubble_and_all_in_and_on_it_fall() -> None:
    battle = _siege()
    battle.state.buildings[HOUSE.id] = (0, 1)
    inside, roof = battle.state.units["blue-1"], battle.state.units["blue-2"]
    remodel(inside, type="Infantry", height=0.5, piloting=2)
    inside.x, inside.y, inside.z, inside.inside = 11_000, 24_000, 1_000, HOUSE.id
    roof.x, roof.y, roof.z = 10_000, 22_000, 4_000
    inside.actions = roof.actions = 0
    battle = again(battle, [4, 2, 2], [4, 4], [1])
    events = give(battle, _shot())
    rubble = battle.state.ground.piece(HOUSE.id)
    assert (rubble.kind, rubble.rating, rubble.top) == ("area", "heavy", 1_000)
    assert [event for event in events if isinstance(event, Fell)] == [
        Fell("blue-1", 4_000, 2, 0),
        Fell("blue-2", 4_000, 1, 0),
    ]
    units = battle.state.units
    assert (units["blue-1"].inside, units["blue-1"].z, units["blue-1"].hull) == ("", 0, 2)
    assert (units["blue-2"].z, units["blue-2"].hull) == (0, 4)
    battle.state.units["red-1"].used.clear()
    battle.state.units["red-1"].actions = 1
    assert code(battle, _shot()) == "building"
    assert encode(decode(encode(battle.state), battle.setup)) == encode(battle.state)


@pytest.mark.rule("brigands.3.2b-destroyed", "brigands.2.4")
def test_climbers_and_wrecks_come_down_with_the_building() -> None:
    battle = _siege()
    battle.state.buildings[HOUSE.id] = (0, 1)
    climber, wreck = battle.state.units["blue-1"], battle.state.units["blue-2"]
    climber.x, climber.y, climber.z, climber.hanging = 11_000, 26_641, 2_500, HOUSE.id
    wreck.x, wreck.y, wreck.z, wreck.status = 10_000, 22_000, 4_000, WRECK
    battle = again(battle, [4, 2, 2])
    give(battle, _shot())
    units = battle.state.units
    assert (units["blue-1"].z, units["blue-1"].hanging) == (0, "")
    assert units["blue-2"].z == 0


@pytest.mark.rule("brigands.3.2b-attack")
def test_a_building_is_pointed_at() -> None:
    battle = _siege()
    option = next(
        option for option in battle.options("red") if isinstance(option, Place) and "building" in option.label
    )
    assert battle.aim("red", option, Aim(11_000, 22_000)) == _shot()
    refusal = battle.aim("red", option, Aim(30_000, 30_000))
    assert getattr(refusal, "code", "") == "building"
    far = piece("building", 8, 47, 14, 47.9, 4)
    battle = lay([("hunter", 11, 2, NORTH)], on=ground(far))
    give(battle, Activate("red-1", BRACED))
    assert not [option for option in battle.options("red") if option.label == "LAC at a building"]
