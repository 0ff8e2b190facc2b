"""Infantry squads as cards, what they are worth, and crew levels."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gearlock.systems.tactical.datacards import MULTIPLIERS, NAMES, Speeds, nearest, usual_level, with_crew
from gearlock.systems.tactical.infantry_cards import (
    Outfit,
    damage_points,
    in_line,
    level_of,
    levels_for,
    squad_card,
    squad_tv,
    unit_tv,
)
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.weapons import all_arms

RIFLES = ("7mm Assault Rifle",) * 10


def squad(*weapons: str, armor: str = "light flak", mount: str = "", night: bool = False) -> Outfit:
    return Outfit("Squad", "any", weapons or RIFLES, armor, mount, night)


@pytest.mark.rule("tactical.3.6.6")
def test_the_worked_example_of_threat_value() -> None:
    plain = squad_card("x", squad(), all_arms())
    flying = squad_card("x", squad(mount="jetpack"), all_arms())
    assert damage_points("light flak", 2) == 5
    assert (squad_tv(plain, 2), squad_tv(flying, 2)) == (71, 141)
    assert (plain.tv, flying.tv) == (71, 141)


@pytest.mark.rule("tactical.3.6.6")
@pytest.mark.parametrize(
    ("name", "level", "tv"),
    [("rookie-squad", 1, 23), ("qualified-squad", 2, 94), ("veteran-squad", 3, 299), ("grel-squad", 4, 1366)],
)
def test_ready_squads_cost_what_the_formula_gives(name: str, level: int, tv: int) -> None:
    card = all_cards()[name]
    assert level_of(card) == level
    assert unit_tv(card, level) == tv
    assert card.load == "proposed"
    assert card.load_reason


@pytest.mark.rule("tactical.3.6.6")
def test_quality_mounts_and_eyes_multiply_the_value_and_rof_does_not() -> None:
    outfit = squad()
    assert [squad_tv(squad_card("x", outfit, all_arms()), level) for level in range(1, 6)] == [18, 71, 191, 339, 619]
    values = [
        squad_tv(squad_card("x", squad(mount=mount, night=night), all_arms()), 2)
        for mount, night in (("atv", False), ("", True), ("atv", True))
    ]
    assert values == [141, 141, 283]
    plain = squad_card("x", squad(*["7mm Rifle"] * 10), all_arms())
    assert squad_tv(plain, 2) == 71
    assert squad_tv(squad_card("x", squad(armor=""), all_arms()), 2) == 42


@pytest.mark.rule("tactical.3.6.2-mounted")
@pytest.mark.parametrize(
    ("mount", "modes"),
    [("", {"W": Speeds(2, 2)}), ("jetpack", {"H": Speeds(6, 6)}), ("atv", {"G": Speeds(8, 8)})],
)
def test_men_walk_fly_or_ride(mount: str, modes: dict[str, Speeds]) -> None:
    assert squad_card("x", squad(mount=mount), all_arms()).modes == modes


@pytest.mark.rule("tactical.3.6.1")
def test_the_card_of_a_squad() -> None:
    card = all_cards()["qualified-squad"]
    assert card.squad is not None
    assert card.squad.carried.count("7mm Assault Rifle") == 8
    assert [place for place, name in enumerate(card.squad.carried, 1) if name == "50mm Rocket Launcher"] == [5, 10]
    assert (card.actions, card.communications, card.comm_km, card.sensor_km) == (1, -2, 10, 1)
    assert [(mount.id, mount.arc, mount.ammo) for mount in card.weapons] == [
        ("7mm Assault Rifle", "T", None), ("50mm Rocket Launcher", "T", None),
    ]  # fmt: skip
    assert all_cards()["grel-squad"].squad is not None


def test_heavy_weapons_stand_spread_out() -> None:
    assert in_line(("a", "H", "a", "a"), ("H",)) == ("a", "a", "a", "H")
    assert in_line(("H", "H"), ("H",)) == ("H", "H")
    assert in_line(("a", "a"), ("H",)) == ("a", "a")


@pytest.mark.rule("tactical.2.3.4-threat-value")
@pytest.mark.parametrize(
    ("tv", "level", "cost"),
    [(301, 1, 75), (301, 2, 301), (301, 3, 677), (301, 4, 1204), (470, 1, 118), (547, 1, 137), (2817, 3, 6338)],
)
def test_a_crew_multiplies_the_value_to_the_nearest_point(tv: int, level: int, cost: int) -> None:
    assert with_crew(tv, level) == cost


@pytest.mark.rule("tactical.2.5")
def test_crews_of_whom_nobody_says_anything_are_qualified() -> None:
    assert usual_level() == 2
    assert level_of(all_cards()["hunter"]) == 2
    assert NAMES[2] == "Qualified"


def test_multipliers_are_half_the_level_squared() -> None:
    assert all(value == Fraction(level, 2) ** 2 for level, value in MULTIPLIERS.items())
    assert levels_for(all_cards()["hunter"]) == (1, 2, 3, 4)
    assert levels_for(all_cards()["rookie-squad"]) == (1, 2, 3, 4, 5)
    assert [nearest(Fraction(it, 4)) for it in (1, 2, 3, 4)] == [0, 1, 1, 1]
