from __future__ import annotations

import pytest

from gearlock.kernel.errors import UnknownName
from gearlock.systems.brigands.models import (
    Model,
    base_radius,
    lowered,
    model_cards,
    range_modifier,
    read_arsenal,
    read_traits,
    read_weapon,
    weapons_table,
)


@pytest.mark.rule("brigands.A7", "brigands.5.1a")
def test_the_table_has_36_types_in_133_versions() -> None:
    table = weapons_table()
    assert len(table) == 36
    assert sum(len(row.penetration) for row in table.values()) == 133


@pytest.mark.rule("brigands.5.1a", "brigands.A7")
@pytest.mark.parametrize(
    ("code", "optimal", "most", "pen", "traits", "categories"),
    [
        ("AC", (6, 18), 36, {"VL": 5, "L": 6, "M": 7, "H": 8}, ("Burst:1", "Split:2"), ("Ballistic",)),
        ("RP", (6, 18), 36, {"VL": 6, "L": 7, "M": 8, "H": 9, "VH": 10}, ("AE:3",), ("Ballistic", "Indirect")),
        ("TG", (12, 36), 72, {"L": 9, "M": 11, "H": 13, "VH": 15}, ("AP:2", "AS", "Blast:2"), ("Ballistic",)),
    ],
)
def test_sample_rows_of_the_weapons_table(
    code: str,
    optimal: tuple[int, int],
    most: int,
    pen: dict[str, int],
    traits: tuple[str, ...],
    categories: tuple[str, ...],
) -> None:
    row = weapons_table()[code]
    assert (row.optimal, row.maximum, row.penetration) == (optimal, most, pen)
    assert (set(row.traits), row.categories) == (set(traits), categories)


@pytest.mark.rule("brigands.5.1a-range")
def test_ranges_follow_the_pattern_of_thirds_and_doubles_but_for_three_weapons() -> None:
    odd = {code for code, row in weapons_table().items() if row.maximum and row.optimal[0] * 3 != row.optimal[1]}
    assert odd == {"PG", "HG", "FL"}
    assert all(row.maximum == 2 * row.optimal[1] for code, row in weapons_table().items() if code not in {"HG", "FL"})


@pytest.mark.rule("brigands.5.1a")
def test_a_code_is_a_size_and_a_type() -> None:
    weapon = read_weapon("LRP", weapons_table())
    assert (weapon.size, weapon.name, weapon.pen, weapon.area) == ("L", "Rocket Pack", 7, 3000)


@pytest.mark.rule("brigands.5.1c", "brigands.5.1c-associated")
def test_brackets_add_traits_to_those_of_the_table() -> None:
    assert read_weapon("LAC (Snap)", weapons_table()).traits == {"Snap": 1, "Burst": 1, "Split": 2}


@pytest.mark.rule("brigands.wtrait.pen")
def test_a_penetration_in_brackets_replaces_that_of_the_table() -> None:
    assert read_weapon("LRP (PEN:6)", weapons_table()).pen == 6


@pytest.mark.rule("brigands.5.1c-replacement")
def test_a_rating_in_brackets_replaces_that_of_the_table() -> None:
    assert read_weapon("LAC (Burst:2)", weapons_table()).traits["Burst"] == 2


@pytest.mark.rule("brigands.1.5b")
def test_weapons_cover_the_front_unless_the_brackets_name_an_arc() -> None:
    assert read_weapon("LAC (Snap)", weapons_table()).arc == "F"
    turret = read_weapon("MRC (T, Snap)", weapons_table())
    assert (turret.arc, "T" in turret.traits) == ("T", False)


def test_every_version_of_every_weapon_can_be_read() -> None:
    for code, row in weapons_table().items():
        for size, pen in row.penetration.items():
            weapon = read_weapon(size + code, weapons_table())
            assert (weapon.row.code, weapon.size, weapon.pen) == (code, size, pen)


@pytest.mark.rule("brigands.1.5a")
def test_apgl_is_the_light_anti_personnel_grenade() -> None:
    weapon = read_weapon("APGL", weapons_table())
    assert (weapon.id, weapon.code, weapon.pen) == ("APGL", "LAPG", 3)


@pytest.mark.rule("brigands.5.1")
def test_two_copies_of_a_weapon_are_two_weapons() -> None:
    assert list(read_arsenal(["LAC", "LAC (Snap)", "LVB"], weapons_table())) == ["LAC", "LAC 2", "LVB"]


@pytest.mark.parametrize("text", ["XYZ", "LAC (", "", "VLVB2"])
def test_an_unknown_code_is_refused_by_name(text: str) -> None:
    with pytest.raises(UnknownName):
        read_weapon(text, weapons_table())


@pytest.mark.rule("brigands.A1.2-columns")
def test_slashed_ratings_belong_to_the_versions_in_order() -> None:
    assert [read_traits(["AP:2/3/4"], version)["AP"] for version in range(4)] == [2, 3, 4, 4]


@pytest.mark.rule("brigands.1.4", "brigands.5.1a-range")
@pytest.mark.parametrize(
    ("distance", "optimal"), [(5_999, False), (6_000, True), (18_000, True), (18_001, False), (0, False)]
)
def test_both_ends_of_the_optimal_band_belong_to_it(distance: int, optimal: bool) -> None:
    assert read_weapon("LAC", weapons_table()).is_optimal(distance) is optimal


@pytest.mark.rule("brigands.wtrait.reach")
def test_reach_lengthens_a_melee_weapon_and_all_of_it_is_optimal() -> None:
    weapon = read_weapon("LVB (Reach:1)", weapons_table())
    assert (weapon.most, weapon.is_optimal(1_000), weapon.is_optimal(0)) == (1_000, True, True)


@pytest.mark.rule("brigands.5.1b", "brigands.5.5a")
@pytest.mark.parametrize(
    ("category", "optimal", "suboptimal"),
    [
        ("Ballistic", (0, 0), (-1, 0)),
        ("Indirect", (-1, 0), (-2, 0)),
        ("Missile", (0, 0), (-2, 0)),
        ("Advanced", (0, 1), (0, 0)),
        ("Melee", (0, 0), (0, 0)),
    ],
)
def test_range_modifiers_by_category(category: str, optimal: tuple[int, int], suboptimal: tuple[int, int]) -> None:
    assert range_modifier(category, True) == optimal
    assert range_modifier(category, False) == suboptimal


@pytest.mark.rule("brigands.1.5", "brigands.1.5a")
def test_the_hunter_has_the_printed_stat_line() -> None:
    card = model_cards()["hunter"]
    assert (card.tv, card.ua, card.move) == (6, ("GP#", "FS", "ST", "HT"), {"W": 5, "G": 6})
    assert (card.armor, card.hull, card.structure, card.actions) == (6, 4, 2, 1)
    assert (card.gunnery, card.piloting, card.sensors) == (3, 3, 18)
    assert card.weapons == ("LAC (Snap)", "LRP", "APGL", "LPZ", "LVB (Snap)")
    assert (card.traits, card.type, card.height) == (("Arms",), "Gear", 1.5)


@pytest.mark.rule("brigands.1.5a", "brigands.A4")
def test_every_stock_model_is_ready_for_play_and_says_where_it_comes_from() -> None:
    assert set(model_cards()) == {"hunter", "jager", "warrior", "chasseur", "f6-16", "man-at-arms"}
    for card in model_cards().values():
        model = Model(card, weapons_table())
        assert card.source, card.id
        assert card.converted, card.id
        assert model.bulk > 0
        assert set(model.move) <= {"W", "G", "H"}
        assert any("Snap" in weapon.traits for weapon in model.weapons.values())


@pytest.mark.rule("brigands.A3")
def test_a_30_mm_base_has_a_radius_of_591_mils() -> None:
    assert base_radius(30) == 591
    assert base_radius(40) == 787


@pytest.mark.rule("brigands.trait.low-profile")
@pytest.mark.parametrize(("height", "low"), [(1_500, 1_000), (2_000, 1_000), (1_000, 500), (2_500, 1_500)])
def test_low_profile_halves_a_height_and_rounds_up_to_half_inches(height: int, low: int) -> None:
    assert lowered(height) == low
