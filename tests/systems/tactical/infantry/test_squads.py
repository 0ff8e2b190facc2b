"""3.6: squads: tracks, massed fire, hit locations, casualties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.tactical.damage.amounts import Blow, multiplied
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.datacards import Mount, Squad
from gearlock.systems.tactical.dice_tests import GUNNERY, LEADERSHIP, skill_lines
from gearlock.systems.tactical.infantry import (
    SquadHurt,
    cover_lines,
    mass_bonus,
    pass_on,
    refuse_volley,
    rof_of,
    strikes_each,
    types_carried,
)
from gearlock.systems.tactical.infantry_cards import (
    carriers,
    encumbrance_of,
    fresh_troopers,
    leader_fell,
    points_each,
    stamina_of,
    standing,
)
from gearlock.systems.tactical.state import DESTROYED
from gearlock.systems.tactical.weapons import AE, AI, GUN, SMALL_ARMS, Weapon
from systems.tactical.tables import LAC, LMG, RIFLES, play, put, table

APGL = Weapon("APGL", "AP Grenade Launcher", GUN, 1000, 3, -1, traits={AI: 0, AE: 0})
SIXES = (6,) * 10


@pytest.mark.rule("tactical.3.6.1-quality", "tactical.3.6.1-track")
@pytest.mark.parametrize(("level", "stamina"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_stamina_and_protection_are_the_points_of_a_trooper(level: int, stamina: int) -> None:
    assert stamina_of(level) == stamina
    found = [points_each(level, armor) for armor in ("", "light flak", "heavy flak", "turtleshell")]
    assert found == [stamina, stamina + 2, stamina + 4, stamina + 6]
    assert sum_of(skill_lines(put(table(), "red-1", "rifle-squad", 1, 1, level=level), GUNNERY)) == (level, 0)


@pytest.mark.rule("tactical.3.6.1-armor")
def test_armor_burdens_those_who_are_not_used_to_it() -> None:
    assert [encumbrance_of(level, "light flak") for level in range(1, 6)] == [0] * 5
    assert [encumbrance_of(level, "heavy flak") for level in range(1, 6)] == [1, 1, 0, 0, 0]
    assert [encumbrance_of(level, "turtleshell") for level in range(1, 6)] == [2, 2, 1, 0, 0]


@pytest.mark.rule("tactical.3.6.1-armor", "tactical.3.6.1-track")
def test_squad_beta_of_the_book() -> None:
    squad = Squad("heavy flak", ("AR",) * 10)
    unit = put(table(), "red-1", RIFLES, 1, 1, level=1, stats={"squad": squad})
    assert unit.troopers == [7] * 10
    assert sum_of(skill_lines(unit, GUNNERY)) == sum_of(skill_lines(unit, LEADERSHIP)) == (1, -1)


@pytest.mark.rule("tactical.3.6.1")
def test_a_squad_has_a_line_for_each_trooper_and_a_vehicle_none() -> None:
    assert fresh_troopers(RIFLES, 2) == [5] * 10
    assert put(table(), "red-1", "hunter", 1, 1).troopers == []


@pytest.mark.rule("tactical.3.6.1-track")
def test_without_its_leader_a_squad_has_1_in_leadership_alone() -> None:
    unit = put(table(), "red-1", "rifle-squad", 1, 1, level=3)
    assert not leader_fell(unit)
    unit.troopers[8] = 0
    assert leader_fell(unit)
    assert (sum_of(skill_lines(unit, LEADERSHIP))[0], sum_of(skill_lines(unit, GUNNERY))[0]) == (1, 3)


@pytest.mark.rule("tactical.3.6.4-mass-fire")
def test_the_bonus_of_massed_fire_rises_at_two_four_and_eight() -> None:
    assert [mass_bonus(count) for count in range(11)] == [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule("tactical.3.6.4-mass-fire")
def test_squad_alpha_of_the_book() -> None:
    gun, rifle = Weapon("MG", "9mm Light Machinegun", SMALL_ARMS, 2000, 3, rof=2), RIFLES.weapons[1].weapon
    squad = Squad("light flak", ("MG",) * 5 + ("GR",) * 4)
    stats = {"squad": squad, "weapons": (Mount("MG", gun), Mount("GR", rifle))}
    unit = put(table(), "red-1", RIFLES, 1, 1, stats=stats)
    assert [multiplied(mount.weapon.dm, 1, rof_of(unit, mount)) for mount in unit.card.weapons] == [7, 10]
    unit.troopers[:3] = [0, 0, 0]
    assert rof_of(unit, unit.card.weapons[0]) == 3
    assert multiplied(gun.dm, 1, rof_of(unit, unit.card.weapons[0]) - 1) == 5
    assert rof_of(put(table(), "red-2", "hunter", 1, 1), Mount("LAC", LAC)) == 2


@pytest.mark.rule("tactical.3.6.4")
def test_each_type_fires_once_in_an_action_at_two_targets_at_most() -> None:
    unit = put(table(), "red-1", "rifle-squad", 1, 1)
    assert types_carried(unit) == ("AR", "GR")
    assert refuse_volley(unit, "AR", "blue-1", ()) is None
    assert refuse_volley(unit, "GR", "blue-2", ("AR:blue-1",)) is None
    assert _code(refuse_volley(unit, "AR", "blue-2", ("AR:blue-1",))) == "fired"
    assert _code(refuse_volley(unit, "GR", "blue-3", ("AR:blue-1", "MG:blue-2"))) == "targets"
    assert refuse_volley(unit, "GR", "blue-2", ("AR:blue-1", "MG:blue-2")) is None
    unit.troopers[2] = unit.troopers[7] = 0
    assert types_carried(unit) == ("AR",)
    assert _code(refuse_volley(unit, "GR", "blue-1", ())) == "no-carrier"


def _code(refusal: object) -> str:
    return getattr(refusal, "code", "")


@pytest.mark.rule("tactical.3.6.5", "tactical.7.2.2-anti-infantry")
def test_men_are_hard_to_hit_but_for_men_and_for_weapons_made_for_it() -> None:
    state = table()
    men, gear = put(state, "red-1", "rifle-squad", 1, 1), put(state, "blue-1", "hunter", 5, 5)
    assert [line.value for line in cover_lines(gear, men, LAC)] == [-2]
    assert [line.value for line in cover_lines(None, men, None)] == [-2]
    assert cover_lines(gear, men, LMG) == cover_lines(men, men, LAC) == cover_lines(men, gear, LAC) == ()


@pytest.mark.rule("tactical.3.6.5-damage")
@pytest.mark.parametrize(("die", "first", "then"), [(1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 6, 5), (5, 8, 7), (6, 10, 9)])
def test_the_die_finds_the_first_trooper_and_the_direction(die: int, first: int, then: int) -> None:
    left = pass_on(SIXES, die, 7).troopers
    assert {number + 1: points for number, points in enumerate(left) if points < 6} == {first: 0, then: 5}


@pytest.mark.rule("tactical.3.6.5-damage", "tactical.3.6.5-casualties")
def test_squad_bravo_of_the_book() -> None:
    left = pass_on(SIXES, 3, 32).troopers
    assert left == (6, 6, 6, 6, 0, 0, 0, 0, 0, 4)
    unit = put(table(), "red-1", "rifle-squad", 1, 1, troopers=list(left))
    assert (carriers(unit, "GR"), carriers(unit, "AR"), leader_fell(unit), standing(unit)) == (1, 4, True, 5)
    assert (mass_bonus(1), mass_bonus(4)) == (0, 2)


@pytest.mark.rule("tactical.3.6.5-damage")
def test_damage_wraps_round_the_list_both_ways_and_passes_over_who_is_down() -> None:
    assert pass_on(SIXES, 3, 38).troopers == (4, 6, 6, 6, 0, 0, 0, 0, 0, 0)
    assert pass_on(SIXES, 4, 40).troopers == (0, 0, 0, 0, 0, 0, 6, 6, 6, 2)
    assert pass_on((6, 6, 0, 6, 6, 6, 6, 6, 6, 6), 2, 3).troopers == (6, 6, 0, 3, 6, 6, 6, 6, 6, 6)
    assert pass_on(SIXES, 1, 61) == ((0,) * 10, 1)
    assert pass_on((6,) * 4, 6, 2).troopers == (6, 6, 6, 4)


@pytest.mark.rule("tactical.3.6.5-damage")
@given(st.lists(st.integers(0, 11), min_size=1, max_size=10), st.integers(1, 6), st.integers(0, 130))
def test_every_point_of_damage_takes_one_point_off(troopers: list[int], die: int, damage: int) -> None:
    found = pass_on(troopers, die, damage)
    assert sum(troopers) - sum(found.troopers) + found.spare == damage
    assert sum(1 for had, has in zip(troopers, found.troopers, strict=True) if 0 < has < had) <= 1


@pytest.mark.rule("tactical.3.6.5-area")
@pytest.mark.parametrize(("damage", "left"), [(6, 1), (7, 0), (8, 0)])
def test_an_area_weapon_made_for_it_strikes_every_trooper(damage: int, left: int) -> None:
    state = table()
    put(state, "red-1", "hunter", 1, 1, stats={"weapons": (Mount("APGL", APGL),)})
    unit = put(state, "blue-1", "rifle-squad", 5, 5, troopers=[7] * 10)
    play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(damage, 2, "red-1", "APGL")))
    assert unit.troopers == [left] * 10
    assert (unit.status == DESTROYED) is (left == 0)
    assert [strikes_each(weapon) for weapon in (APGL, LMG, LAC, None)] == [True, False, False, False]


@pytest.mark.rule("tactical.3.6.5-damage")
def test_a_hit_on_a_squad_asks_for_its_location_and_not_for_armor() -> None:
    state = table()
    put(state, "red-1", "hunter", 1, 1)
    unit = put(state, "blue-1", "rifle-squad", 5, 5)
    played = play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(8, 1, "red-1", "LAC")), (6,))
    assert unit.troopers == [5] * 8 + [2, 0]
    assert played.of(SquadHurt)[0].fallen == (10,)
    assert played.rolls[0].seat == "red"
    assert play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(0, 0))).events == []
