from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.pools import is_marginal, sure_damage
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.damage import Damaged, harm_of, harmed
from gearlock.systems.brigands.models import Model, model_cards, read_weapon, weapons_table
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, GONE, WRECK, Unit
from systems.brigands.field import NORTH, SOUTH, again, give, lay, remodel

HUNTER = Model(model_cards()["hunter"], weapons_table())
CHASSEUR = Model(model_cards()["chasseur"], weapons_table())


def _armored(armor: int) -> Model:
    unit = Unit("x", "red", "x", HUNTER)
    remodel(unit, armor=armor)
    return unit.line


@pytest.mark.rule("brigands.5.6")
@pytest.mark.parametrize(("margin", "damage"), [(-1, 0), (0, 0), (1, 1), (4, 4)])
def test_damage_is_margin_and_penetration_less_armor(margin: int, damage: int) -> None:
    assert sure_damage(margin, harm_of(read_weapon("LAC", weapons_table()), HUNTER)) == damage


@pytest.mark.rule("brigands.5.7", "brigands.5.7a", "brigands.wtrait.ap")
@pytest.mark.parametrize(("margin", "damage"), [(1, 1), (5, 2), (7, 3)])
def test_the_book_s_bazooka_against_the_book_s_tank(margin: int, damage: int) -> None:
    assert sure_damage(margin, harm_of(read_weapon("LBZ", weapons_table()), _armored(11))) == damage


@pytest.mark.rule("brigands.5.7a")
@given(st.integers(0, 12), st.integers(0, 5), st.integers(0, 6))
def test_ap_never_helps_when_penetration_covers_the_armor(margin: int, ap: int, over: int) -> None:
    weapon = read_weapon(f"LBZ (AP:{ap}, PEN:{6 + over})", weapons_table())
    assert sure_damage(margin, harm_of(weapon, HUNTER)) == margin + over


@pytest.mark.rule("brigands.5.6a", "brigands.5.7a")
def test_ap_damage_leaves_no_room_for_a_marginal_hit_but_at_margin_nought() -> None:
    bazooka = read_weapon("LBZ", weapons_table())
    assert not is_marginal(4, harm_of(bazooka, _armored(11)))
    assert is_marginal(0, harm_of(bazooka, _armored(7)))


@pytest.mark.rule("brigands.trait.agile", "brigands.wtrait.blast")
def test_agile_models_are_missed_at_margin_nought_except_by_blast() -> None:
    assert harm_of(read_weapon("LAC", weapons_table()), CHASSEUR).least == 1
    assert harm_of(read_weapon("LRP", weapons_table()), CHASSEUR).least == 1
    assert harm_of(read_weapon("LHG", weapons_table()), CHASSEUR).least == 0
    assert harm_of(read_weapon("LAC", weapons_table()), CHASSEUR, wreck=True).least == 0


def _hunter(hull: int = 4, structure: int = 2) -> Unit:
    unit = lay([("hunter", 10, 10, NORTH)]).state.units["red-1"]
    unit.hull, unit.structure = hull, structure
    return unit


@pytest.mark.rule("brigands.5.6b")
@pytest.mark.parametrize(("damage", "left"), [(1, (3, 2)), (4, (0, 2)), (5, (0, 1))])
def test_hull_goes_before_structure(damage: int, left: tuple[int, int]) -> None:
    event = harmed(_hunter(), damage, "blue-1", "LAC")
    assert ((event.hull, event.structure), event.destroyed, event.overkill) == (left, False, False)


@pytest.mark.rule("brigands.5.6e")
@pytest.mark.parametrize(("damage", "overkill"), [(4, False), (5, False), (6, True), (9, True)])
def test_overkill_counts_the_starting_points_of_the_book_s_damaged_hunter(damage: int, overkill: bool) -> None:
    event = harmed(_hunter(2, 2), damage, "blue-1", "LAC")
    assert (event.destroyed, event.overkill) == (True, overkill)


@pytest.mark.rule("brigands.5.6b")
@given(st.integers(0, 4), st.integers(0, 2), st.integers(1, 5))
def test_damage_takes_exactly_its_points_or_all_that_are_left(hull: int, structure: int, damage: int) -> None:
    unit = Unit("x", "red", "x", HUNTER, status="fielded", hull=hull, structure=structure)
    event = harmed(unit, damage, "y", "LAC")
    assert event.hull + event.structure == max(0, hull + structure - damage)
    assert event.structure == structure or event.hull == 0


@pytest.mark.rule("brigands.5.6c", "brigands.5.6b")
def test_a_model_without_structure_is_destroyed_when_its_hull_is_gone() -> None:
    battle = lay([("man-at-arms", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    unit.hull = 1
    assert harmed(unit, 1, "blue-1", "LAC").destroyed


@pytest.mark.rule("brigands.5.6a", "brigands.1.2k")
@pytest.mark.parametrize(("face", "hull"), [(3, 4), (4, 3)])
def test_a_marginal_hit_bites_on_four_and_better(face: int, hull: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, NORTH)], (4, 1, 1, 1), (4, 1), (face,))
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (4, 1, 1, 1), (4, 1), (face,))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.state.units["blue-1"].hull == hull


@pytest.mark.rule("brigands.5.6d")
def test_a_destroyed_model_stays_as_a_wreck_of_half_its_height_without_tokens() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 40, 40, SOUTH)])
    target = battle.state.units["blue-1"]
    target.hull, target.structure, target.actions = 0, 1, 0
    battle = again(battle, (4, 1, 1), (1,))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    wreck = battle.state.units["blue-1"]
    assert (wreck.status, wreck.height, wreck.readiness) == (WRECK, 750, 0)


@pytest.mark.rule("brigands.5.6e")
def test_a_wreck_always_defends_with_a_one_and_is_removed_by_overkill() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 40, 40, SOUTH)])
    wreck = battle.state.units["blue-1"]
    wreck.hull = wreck.structure = wreck.actions = 0
    wreck.status = WRECK
    battle = again(battle, (6, 6, 1))
    events = give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    damage = next(event for event in events if isinstance(event, Damaged))
    assert (damage.damage, damage.overkill) == (6, True)
    assert battle.state.units["blue-1"].status == GONE
