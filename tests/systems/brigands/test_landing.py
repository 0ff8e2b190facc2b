"""9.7: how VTOLs take off, land and come down."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, WRECK, State
from gearlock.table.terrain import Piece
from systems.brigands.airfield import ALOFT, FLYER, airfield
from systems.brigands.company import lined_up
from systems.brigands.field import again, code, give, ground, kinds, mil, piece, water


def landing(*pieces: Piece, enemy: tuple[str, float, float] = ("hunter/foc", 24, 40)) -> Battle[State]:
    """A Dragonfly in the air at 24, 10 that was not activated yet."""
    return airfield(*pieces, enemy=enemy, aloft=True)


@pytest.mark.rule("brigands.9.7")
def test_it_lands_where_it_is_or_on_a_top_that_holds_it() -> None:
    battle = landing()
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert (battle.state.units["red-1"].airborne, battle.state.units["red-1"].z) == (False, 0)
    battle = landing(piece("building", 20, 6, 28, 14, top=3, footing=True))
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert battle.state.units["red-1"].z == mil(3)


@pytest.mark.rule("brigands.9.7")
@pytest.mark.parametrize(
    ("below", "reason"),
    [(piece("instance", 23, 9, 25, 11, top=3), "terrain"), (water(20, 6, 28, 14, 2.0), "water")],
)
def test_it_stays_in_the_air_where_there_is_no_room_to_land(below: Piece, reason: str) -> None:
    battle = landing(below)
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == reason
    offered = [option.order for option in battle.options("red")]
    assert offered
    assert all(isinstance(order, Activate) and order.airborne for order in offered)


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_it_neither_lands_on_a_model_nor_rises_into_one() -> None:
    battle = landing(enemy=("hunter/foc", 24, 10))
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == "overlap"
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y, enemy.z, enemy.airborne = mil(24), mil(10), ALOFT, True
    assert code(battle, Activate("red-1", COMBAT_SPEED, airborne=True)) == "overlap"


@pytest.mark.rule("brigands.9.7")
def test_it_does_not_rise_through_a_bridge() -> None:
    bridge = piece("instance", 20, 6, 28, 14, top=4, base=3000)
    battle = airfield(bridge)
    assert code(battle, Activate("red-1", COMBAT_SPEED, airborne=True)) == "overhang"
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.9.7", "brigands.5.7b-haywire", "brigands.7.5e")
@pytest.mark.parametrize("wound", ["hull", "haywire", "steadied"])
def test_a_crippled_vtol_does_not_take_off(wound: str) -> None:
    battle = airfield()
    unit = battle.state.units["red-1"]
    unit.hull, unit.haywire, unit.steady = (4, True, False) if wound == "haywire" else (0, False, wound == "steadied")
    assert code(battle, Activate("red-1", COMBAT_SPEED, airborne=True)) == "crippled"


def _shot_down(damage: int, *pieces: Piece, below: bool = False) -> Battle[State]:
    """A Hunter shoots at an Airborne Dragonfly (AR 6, 4/4): LAC PEN 6, so the margin is the damage."""
    line = {"armor": 6, "hull": 4, "structure": 4, "traits": ("VTOL",), "move": {"H": 14}, "piloting": 3}
    battle = lined_up(
        [[(f"{FLYER}/foc", 24, 10)]],
        [[("hunter/foc", 24, 24), ("hunter", 24 if below else 40, 10)]],
        on=ground(*pieces),
        turn="blue",
        models={"red-1": {"stats": line, "at": (24, 10), "airborne": True, "actions": 0}},
        command=0,
    ).battle(Scripted((damage + 1, 1, 1), (1, 1, 1)))
    give(battle, Activate("blue-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.9.7")
@pytest.mark.parametrize(("damage", "airborne"), [(3, True), (4, False)])
def test_a_vtol_that_is_crippled_comes_down_at_once_and_unhurt(damage: int, airborne: bool) -> None:
    battle = _shot_down(damage)
    events = give(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    unit = battle.state.units["red-1"]
    assert (unit.hull, unit.structure) == (4 - damage, 4)
    assert unit.airborne is airborne
    assert unit.z == (ALOFT if airborne else 0)
    assert ("Landed" in kinds(events)) is not airborne
    assert "Fell" not in kinds(events)


@pytest.mark.rule("brigands.9.7", "brigands.5.7b-haywire")
def test_a_haywire_token_brings_a_vtol_down_too() -> None:
    battle = _shot_down(1)
    unit = battle.state.units["red-1"]
    assert (unit.airborne, unit.z) == (True, ALOFT)
    unit.haywire = True
    unit = again(battle).state.units["red-1"]
    assert (unit.hull, unit.airborne, unit.z) == (4, False, 0)


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_one_that_comes_down_over_a_model_or_a_rock_lands_beside_it() -> None:
    for battle in (_shot_down(4, below=True), _shot_down(4, piece("instance", 23.5, 9.5, 24.5, 10.5, top=2))):
        give(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
        unit = battle.state.units["red-1"]
        assert (unit.airborne, unit.z) == (False, 0)
        assert (unit.x, unit.y) != (mil(24), mil(10))
        assert abs(unit.x - mil(24)) + abs(unit.y - mil(10)) < mil(3)


@pytest.mark.rule("brigands.9.7", "brigands.5.6d")
def test_the_wreck_of_a_flyer_lies_on_the_ground() -> None:
    battle = _shot_down(4)
    unit = battle.state.units["red-1"]
    unit.hull, unit.structure = 1, 1
    battle = again(battle, (5, 1, 1), (1, 1, 1))
    give(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    unit = battle.state.units["red-1"]
    assert (unit.status, unit.airborne, unit.z) == (WRECK, False, 0)


@pytest.mark.rule("brigands.9.7")
def test_a_flyer_keeps_its_height_above_what_is_left_of_a_building() -> None:
    house = piece("building", 20, 6, 28, 14, top=5, footing=True)
    battle = landing(house)
    assert battle.state.units["red-1"].z == mil(17)
    battle.state.ground = ground()
    battle = again(battle)
    assert battle.state.units["red-1"].z == ALOFT


@pytest.mark.rule("brigands.9.7")
def test_a_dropped_model_that_is_crippled_stays_in_the_air_until_it_lands() -> None:
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z, enemy.hull = True, ALOFT, 0
    battle = again(battle)
    assert battle.state.units["blue-1"].airborne


@pytest.mark.rule("brigands.9.7", "brigands.5.6d")
def test_no_wreck_stays_in_the_air_whatever_it_was() -> None:
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z, enemy.hull, enemy.structure, enemy.status = True, ALOFT, 0, 0, WRECK
    battle = again(battle)
    assert (battle.state.units["blue-1"].airborne, battle.state.units["blue-1"].z) == (False, 0)
