"""2.6.10: damage against armor, the counters of the Quick Start, and what they halve."""

from __future__ import annotations

import pytest

from gearlock.mechanics.silhouette.multiplied import steps_at
from gearlock.systems.tactical.damage.amounts import (
    FLANK,
    LEFT_FLANK,
    LEVELS,
    RIGHT_FLANK,
    Blow,
    armor_of,
    burning_damage,
    burning_rounds,
    concussion,
    counters_after,
    damage_level,
    dm_now,
    dm_used,
    fragment_lines,
    fragmented,
    hit_damage,
    level_of,
    multiplied,
    sided,
    steps,
    thresholds,
)
from gearlock.systems.tactical.damage.condition import mp_now
from gearlock.systems.tactical.damage.damage import CountersSet, DamageCompared, UnitLost
from gearlock.systems.tactical.damage.resolving import inflict, resolve_damage
from gearlock.systems.tactical.state import COMBAT, DESTROYED, HEAVY, LIGHT, TOP
from gearlock.systems.tactical.weapons import (
    ENERGY,
    GUN,
    INCENDIARY,
    PER_BAND,
    ROCKET,
    SLOW_BURN,
    Weapon,
    all_arms,
)
from systems.tactical.tables import HUNTER, LAC, Played, blown, play, put, table

HLC = Weapon("HLC", "Heavy Laser Cannon", ENERGY, 5000, 20, 1, traits={PER_BAND: 3})
IRP = Weapon("IRP/20", "Incendiary Rocket Pack/20", ROCKET, 1000, 13, -1, 2, traits={SLOW_BURN: 0})


def strike(*hits: int, **more: int) -> Played:
    """Blows of so many points at a Hunter (Armor 15), one after the other."""
    state = table()
    put(state, "red-1", "hunter", 10, 10)
    unit = put(state, "blue-1", "hunter", 20, 20, **more)
    for amount in hits[:-1]:
        play(state, blown(unit.id, Blow(amount, 1, "red-1", "LAC")))
    return play(state, lambda ctx: resolve_damage(ctx, unit.id, Blow(hits[-1], 1, "red-1", "LAC")))


@pytest.mark.rule("tactical.2.6.10", "tactical.2.3.4-armor")
@pytest.mark.parametrize("armor", [1, 10, 15, 25, 40])
def test_the_level_changes_exactly_at_each_whole_armor(armor: int) -> None:
    light, heavy, overkill = thresholds(armor)
    assert [level_of(amount, armor) for amount in (light - 1, light, heavy - 1, heavy, overkill - 1, overkill)] == [
        "none", "light", "light", "heavy", "heavy", "overkill",
    ]  # fmt: skip
    assert level_of(99 * armor, armor) == "overkill"


@pytest.mark.rule("tactical.2.6.10")
@pytest.mark.parametrize(
    ("dm", "margin", "armor", "level"), [(20, 3, 25, "heavy"), (10, 3, 17, "light"), (10, 4, 17, "heavy")]
)
def test_the_shots_of_the_books_examples(dm: int, margin: int, armor: int, level: str) -> None:
    assert level_of(multiplied(dm, margin), armor) == level
    assert LEVELS[steps_at(steps(dm, armor), margin)] == level


@pytest.mark.rule("tactical.2.6.10-light", "tactical.2.6.10-heavy")
@pytest.mark.parametrize(
    ("before", "level", "after"),
    [
        ((0, 0), LIGHT, (1, 0)),
        ((1, 0), LIGHT, (0, 1)),
        ((0, 0), HEAVY, (0, 1)),
        ((1, 0), HEAVY, (1, 1)),
        ((1, 1), LIGHT, (0, 2)),
        ((0, 1), HEAVY, (0, 2)),
    ],
)
def test_two_lights_are_a_heavy(before: tuple[int, int], level: str, after: tuple[int, int]) -> None:
    assert counters_after(*before, level) == after


@pytest.mark.rule("tactical.2.6.10-light")
def test_one_light_has_no_effect_and_the_second_becomes_a_heavy() -> None:
    unit = strike(15).state.units["blue-1"]
    assert (unit.token(LIGHT), unit.token(HEAVY), mp_now(unit, "W", COMBAT), dm_now(unit, LAC)) == (1, 0, 4, 8)
    unit = strike(15, 29).state.units["blue-1"]
    assert (unit.token(LIGHT), unit.token(HEAVY)) == (0, 1)
    assert "light" not in unit.tokens


@pytest.mark.rule("tactical.2.6.10-heavy")
def test_heavy_damage_halves_a_hunter() -> None:
    played = strike(30)
    unit = played.state.units["blue-1"]
    assert [mp_now(unit, mode, speed) for mode in "WG" for speed in (COMBAT, TOP)] == [2, 4, 3, 6]
    assert dm_now(unit, LAC) == 4
    assert multiplied(dm_used(unit, LAC), 1, 2) == 6
    assert played.of(CountersSet) == [CountersSet("blue-1", 0, 1)]


@pytest.mark.rule("tactical.2.6.10-heavy", "tactical.2.6.10-overkill")
@pytest.mark.parametrize("hits", [(30, 30), (15, 15, 30), (15, 30, 15), (15, 15, 15, 15), (45,), (1000,)])
def test_two_heavies_or_three_times_the_armor_are_an_overkill(hits: tuple[int, ...]) -> None:
    played = strike(*hits)
    unit = played.state.units["blue-1"]
    assert unit.status == DESTROYED
    assert unit.slayer == "red-1"
    assert len(played.of(UnitLost)) == 1
    assert strike(*hits[:-1], 14).state.units["blue-1"].is_fielded


@pytest.mark.rule("tactical.2.6.10")
def test_armor_does_not_wear_down_in_the_quick_start_and_the_dead_are_left_alone() -> None:
    played = strike(15, 29)
    assert played.of(DamageCompared)[0].armor == 15
    assert strike(45, 45).events == []


@pytest.mark.rule("tactical.2.6.10")
def test_a_level_without_points_counts_like_any_other() -> None:
    state = table()
    put(state, "blue-1", "hunter", 20, 20)
    play(state, lambda ctx: inflict(ctx, "blue-1", HEAVY))
    assert state.units["blue-1"].token(HEAVY) == 1


@pytest.mark.rule("tactical.2.3.4-damage-multiplier")
@pytest.mark.parametrize(
    ("dm", "margin", "rof", "soft", "damage"),
    [
        (8, 2, 2, False, 20),
        (8, 2, 1, False, 18),
        (8, 2, 2, True, 32),
        (8, 0, 2, True, 0),
        (8, -1, 2, False, 0),
        (-3, 2, 0, False, 0),
    ],
)
def test_bursts_add_to_the_multiplier_or_to_the_margin(dm: int, margin: int, rof: int, soft: bool, damage: int) -> None:
    assert multiplied(dm, margin, rof, soft) == damage


@pytest.mark.rule("tactical.3.4.4", "tactical.7.2.2-incendiary")
@pytest.mark.parametrize(
    ("intensity", "margin", "rof", "soft", "damage"),
    [
        (12, 3, 0, False, 15),
        (15, 3, 0, False, 18),
        (15, 2, 0, True, 34),
        (15, 0, 0, False, 0),
        (13, 2, 2, False, 17),
        (13, 1, 2, True, 48),
    ],
)
def test_what_burns_adds_its_margin(intensity: int, margin: int, rof: int, soft: bool, damage: int) -> None:
    assert burning_damage(intensity, margin, rof, soft) == damage
    state, other = table(incendiaries="yes"), Weapon("X", "X", GUN, 1, 1, traits={INCENDIARY: 0})
    assert hit_damage(state, IRP, intensity, margin, rof, soft) == damage
    assert hit_damage(state, other, intensity, margin, rof, soft) == damage


@pytest.mark.rule("tactical.3.4.4", "tactical.3.1", "tactical.2.6.10")
def test_without_their_module_burning_weapons_are_weapons_like_others() -> None:
    assert hit_damage(table(), IRP, 11, 3) == 33
    assert burning_rounds(table(), IRP, 3) == 1


@pytest.mark.rule("tactical.3.4.4")
def test_slow_burning_stuff_burns_as_many_rounds_as_the_margin() -> None:
    state = table(incendiaries="yes")
    assert [burning_rounds(state, IRP, margin) for margin in (0, 1, 3)] == [1, 1, 3]
    assert burning_rounds(state, LAC, 3) == burning_rounds(state, None, 3) == 1


@pytest.mark.rule("tactical.7.2.2-damage-per-band")
def test_a_beam_loses_power_with_every_band_beyond_short() -> None:
    unit = put(table(), "red-1", "hunter", 1, 1)
    assert [dm_used(unit, HLC, beyond) for beyond in range(4)] == [20, 17, 14, 11]
    assert [dm_used(unit, HLC, beyond, more=1) for beyond in range(4)] == [20, 16, 12, 8]
    assert dm_used(unit, Weapon("L", "L", ENERGY, 1, 4, traits={PER_BAND: 3}), 3) == 0
    unit.tokens[HEAVY] = 1
    assert [dm_used(unit, HLC, beyond) for beyond in range(4)] == [10, 7, 4, 1]


@pytest.mark.rule("tactical.7.2.2-fragmentation")
def test_fragments_halve_the_multiplier_and_add_to_the_rate_of_fire() -> None:
    assert fragmented(14, 0) == (7, 2)
    assert fragmented(15, 1) == (8, 3)
    assert [line.value for line in fragment_lines()] == [1]
    unit = put(table(), "red-1", "hunter", 1, 1, tokens={HEAVY: 1})
    assert dm_used(unit, LAC, fragments=True) == 2


@pytest.mark.rule("tactical.7.2.2-area-effect")
def test_a_blast_that_was_defended_still_does_half_its_multiplier() -> None:
    assert (concussion(30), concussion(3)) == (15, 2)


@pytest.mark.rule("tactical.7.2-reinforced-armor")
@pytest.mark.parametrize(
    ("named", "arc", "armor"),
    [
        ("F", "front", 19), ("F", "rear", 15), ("F", "", 15), ("F", FLANK, 15), ("", "front", 19),
        ("Rr, Rt", "rear", 19), ("Rr, Rt", RIGHT_FLANK, 19), ("Rr, Rt", LEFT_FLANK, 15), ("Rr, Rt", "front", 15),
        ("rear flank", LEFT_FLANK, 19), ("Rt", FLANK, 19),
    ],
)  # fmt: skip
def test_reinforced_armor_counts_on_the_side_that_is_named(named: str, arc: str, armor: int) -> None:
    state = table()
    stats = {"perks": {"Reinforced Armor": 4}, "details": {"Reinforced Armor": named} if named else {}}
    unit = put(state, "red-1", "hunter", 1, 1, stats=stats)
    assert armor_of(state, unit, arc) == armor
    assert damage_level(state, unit, 18, arc=arc) == ("light" if armor == 15 else "none")


@pytest.mark.rule("tactical.7.2-reinforced-armor")
def test_a_flank_has_a_side() -> None:
    unit = put(table(), "red-1", "hunter", 10, 10, 90)
    assert sided(FLANK, unit, 5000, 8000) == LEFT_FLANK
    assert sided(FLANK, unit, 15000, 8000) == RIGHT_FLANK
    assert sided("rear", unit, 10000, 1000) == "rear"


@pytest.mark.rule("tactical.7.2-weak-facing")
@pytest.mark.parametrize(("arc", "armor"), [("rear", 8), ("front", 15), ("", 15), (FLANK, 15)])
def test_a_weak_facing_halves_the_armor_rounded_up(arc: str, armor: int) -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 1, 1, stats={"flaws": {"Weak Facing": 1}, "details": {"Weak Facing": "Rr"}})
    assert armor_of(state, unit, arc) == armor
    unit.armor_lost = 2
    assert armor_of(state, unit, "rear") == 7


@pytest.mark.rule("tactical.7.2-heat-resistant")
@pytest.mark.parametrize("heat", [True, False])
def test_heat_resistant_armor_counts_against_shaped_charges_and_beams(heat: bool) -> None:
    weapon = Weapon("X", "X", ENERGY, 1000, 10, heat=heat)
    state = table()
    unit = put(state, "red-1", "hunter", 1, 1, stats={"perks": {"HEAT Resistant Armor": 3}})
    assert armor_of(state, unit, "front", weapon) == (18 if heat else 15)
    assert armor_of(state, unit, "front") == 15
    assert armor_of(state, put(state, "red-2", HUNTER, 2, 2), "front", weapon) == 15


@pytest.mark.rule("tactical.7.2-heat-resistant")
def test_the_weapons_of_the_list_that_work_by_heat() -> None:
    found = {id for id, weapon in all_arms().vehicle.items() if weapon.heat}
    assert found == {
        "APGL", "APM", "HGL", "LGL", "HGM", "LGM", "HG", "ATM", "HATM", "AGM", "HBZK", "MBZK", "LBZK", "RFB",
        "HLC", "LLC", "SLC", "HPA", "LPA",
    }  # fmt: skip


@pytest.mark.rule("tactical.2.6.10")
def test_partial_cover_adds_to_the_armor() -> None:
    state = table()
    put(state, "blue-1", "hunter", 20, 20)
    played = play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(18, 1, cover=4)))
    assert played.of(DamageCompared)[0].level == "none"
    assert damage_level(state, state.units["blue-1"], 18, 4) == "none"
    assert damage_level(state, state.units["blue-1"], 19, 4) == "light"
