"""Sums at their edge: ranges to a bare point, what floors take, what is shown where nobody is hit, who counts."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.attack_odds import Rolling, odds_of_rolls
from gearlock.systems.brigands.attacks.attack import Attack, refuse_far
from gearlock.systems.brigands.attacks.modifiers import engages
from gearlock.systems.brigands.deployment.places import FLANK, boxes
from gearlock.systems.brigands.lock_and_cover.sharing import refuse_lock_on
from gearlock.systems.brigands.lock_and_cover.sight import Look, crossing_of, look_at
from gearlock.systems.brigands.movement.paths import ChangeFloor, Moved
from gearlock.systems.brigands.objectives.objectives import TARGET, breaking_the_line
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BREAK_THE_LINE, COMBAT_SPEED, NO_GROUP, WRECK, Pursuit
from gearlock.table.bodies import Body
from systems.brigands.company import company
from systems.brigands.drill import force_of, found
from systems.brigands.field import BASE, NORTH, SOUTH, again, give, ground, lay, piece, remodel
from systems.brigands.mission import mission, move
from systems.brigands.shooting import facing


@pytest.mark.rule("brigands.5.4a")
@pytest.mark.parametrize(("beyond", "refused"), [(0, False), (1, True)])
def test_a_bare_point_lies_within_the_range_to_the_last_thousandth(beyond: int, refused: bool) -> None:
    unit = lay([("hunter", 4, 4, NORTH)]).state.units["red-1"]
    weapon = unit.line.weapons["LRP"]
    point = Body(unit.x, unit.y + BASE + weapon.most + beyond)
    assert (refuse_far(unit, weapon, point) is not None) is refused


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_floors_cost_their_inches_and_nothing_else() -> None:
    house = piece("building", 8, 20, 14, 26, 3, footing=True, props={"size": "small", "entry": "open"})
    battle = lay([("north-infantry-squad", 11, 23, NORTH)], on=ground(house))
    battle.state.units["red-1"].inside = house.id
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    (moved,) = [each for each in give(battle, ChangeFloor("red-1", "W", 1)) if isinstance(each, Moved)]
    assert moved == Moved("red-1", "W", 11_000, 23_000, 1_000, NORTH, 1_000, 0, 0, 1_000, 0, False, inside=house.id)


@pytest.mark.rule("brigands.11.3-demolitions")
def test_the_target_has_no_skill_of_any_kind() -> None:
    assert (TARGET.gunnery, TARGET.piloting, TARGET.sensors) == (0, 0, 0)


@pytest.mark.rule("brigands.5.4a")
def test_an_area_with_nobody_in_it_is_shown_to_hurt_nobody() -> None:
    battle = facing(20)
    shown = battle.preview("red", Attack("red-1", "LRP", "Indirect", (), (30_000, 20_000, 0)))
    assert shown.odds is not None
    assert (shown.odds.p_hit, shown.odds.mean_damage, shown.odds.damage) == (0.0, 0.0, {0: 1.0})


def test_a_set_up_that_says_no_size_was_of_none() -> None:
    setup = SYSTEM.prepare("duel", 1, {})
    data = {name: part for name, part in setup.data.items() if name != "size"}
    assert SYSTEM.begin(msgspec.structs.replace(setup, data=data)).size == 0


@pytest.mark.rule("brigands.5.7b-fire", "brigands.5.8")
@pytest.mark.parametrize(("raw", "burns"), [(2, True), (3, False), (4, False)])
def test_whom_the_damage_destroys_no_fire_hurts_any_more(raw: int, burns: bool) -> None:
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)]).state
    remodel(state.units["red-1"], weapons=("LAC (Fire:2)",))
    target = state.units["blue-1"]
    target.hull, target.structure = 2, 1
    odds = odds_of_rolls(state.units["red-1"].line.weapons["LAC"], target, [Rolling(raw, raw, 6)])
    assert (max(odds.damage) > raw) is burns


# --- who counts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.5.3")
def test_enemies_in_play_engage_and_nobody_else() -> None:
    state = lay([("hunter", 10, 10, NORTH), ("hunter", 11.182, 10, NORTH)], [("hunter", 10, 11.182, SOUTH)]).state
    unit, friend, enemy = (state.units[name] for name in ("red-1", "red-2", "blue-1"))
    assert engages(enemy, unit)
    assert not engages(friend, unit)
    enemy.status = WRECK
    assert not engages(enemy, unit)


@pytest.mark.rule("brigands.4.3b")
def test_a_friend_who_has_nothing_to_share_is_refused_for_that() -> None:
    wall = piece("instance", 2, 20, 40, 20.5, 9)
    battle = company([[("hunter/foc", 10, 10), ("hunter", 13, 10), ("hunter", 16, 10)]], [[("hunter/foc", 10, 33)]])
    battle.state.ground = ground(wall)
    state = again(battle).state
    unit, plain, suite, target = (state.units[name] for name in ("red-1", "red-2", "red-3", "blue-1"))
    remodel(unit, sensors=6)
    remodel(plain, sensors=36)
    remodel(suite, sensors=36, traits=("Sensor Suite",))
    said = refuse_lock_on(state, unit, target, plain.id, "brigands.8.5")
    assert said is not None
    assert (said.code, "it takes a Sensor Suite" in said.message) == ("sharer", True)
    assert refuse_lock_on(state, unit, target, suite.id, "brigands.8.5") is None
    alone = refuse_lock_on(state, unit, target, "", "brigands.8.5")
    assert alone is not None
    assert alone.code == "lock"
    remodel(suite, sensors=6, traits=("Sensor Suite",))
    state.notes.clear()
    blind = refuse_lock_on(state, unit, target, suite.id, "brigands.8.5")
    assert blind is not None
    assert "has no Sensor Lock on such an enemy" in blind.message


@pytest.mark.rule("brigands.11.3-break-the-line")
def test_who_belongs_to_no_combat_group_breaks_no_line() -> None:
    battle = mission()
    move(battle, "red-1", 24, 44)
    unit = battle.state.units["red-1"]
    assert breaking_the_line(battle.state, Pursuit("red", BREAK_THE_LINE)).achieved
    unit.group = NO_GROUP
    there = breaking_the_line(battle.state, Pursuit("red", BREAK_THE_LINE))
    assert not there.achieved
    assert there.words == "nobody in the enemy zone"


@pytest.mark.rule("brigands.10.2a", "brigands.10.3")
def test_a_unit_without_a_code_is_told_which_all_its_models_could_have() -> None:
    (fault,) = [
        each
        for each in found(force_of("Hunter: FOC", "Grizzly", unit="primary ZZ"))
        if "no Unit Availability" in each.message
    ]
    assert (fault.rule, fault.fix) == ("brigands.10.2a", "Its models could serve as FS.")


@pytest.mark.rule("brigands.11.4b-flank")
def test_places_on_a_flank_are_looked_for_along_all_edges() -> None:
    state = lay([("hunter", 10, 10, NORTH)]).state
    deep = 6_000 + 2 * BASE
    assert list(boxes(state, state.units["red-1"], FLANK)) == [
        (0, 0, deep, 48_000),
        (48_000 - deep, 0, 48_000, 48_000),
        (0, 0, 48_000, deep),
        (0, 48_000 - deep, 48_000, 48_000),
    ]


@pytest.mark.rule("brigands.4.4a", "brigands.4.4-full")
@pytest.mark.parametrize(("rating", "blocked"), [("light", False), ("heavy", True)])
def test_a_light_floor_between_two_models_hides_and_does_not_stop(rating: str, blocked: bool) -> None:
    floor = piece("instance", 6, 6, 14, 14, 3.5, base=3_000, rating=rating, footing=True)
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)], on=ground(floor)).state
    unit, target = state.units["red-1"], state.units["blue-1"]
    unit.z, target.y = 3_500, 10_000
    look = look_at(state, unit, target)
    assert (look.sight, look.blocked) == (False, blocked)


@pytest.mark.rule("brigands.4.2", "brigands.4.4-defensive")
@pytest.mark.parametrize("kerb", [False, True])
def test_one_looks_through_below_what_hangs_over_the_way_whatever_lies_there(kerb: bool) -> None:
    slab = piece("instance", 2, 16.9, 18, 17.1, 9, base=1_100, rating="light")
    low = [piece("instance", 2, 16, 18, 16.2, 0.2, rating="light")] if kerb else []
    place = crossing_of(ground(slab, *low))
    start, end = Body(10_000, 10_000, 0, BASE, 2_000), Body(10_000, 24_000, 0, BASE, 2_000)
    assert place.look(start, end, False) == Look(True, False, 0)
