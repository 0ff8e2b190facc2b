"""Each rule of the conversion table by cases, and the Hunter's older line against the one the book prints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from older_lines import availability, columns
from older_lines.convert import convert_all, convert_line
from older_lines.ledger import CARRIED_OUT, Ledger
from older_lines.parse import read_rows
from systems.brigands.older_lines import FOLDER, converted, listed, older, sources


def test_every_row_of_the_conversion_table_is_carried_out_by_a_function() -> None:
    rows = {row["id"] for _, row in read_rows(FOLDER / "beta-conversion.csv")}
    assert rows == set(CARRIED_OUT)


def test_every_row_says_on_what_it_rests() -> None:
    rows = [row for _, row in read_rows(FOLDER / "beta-conversion.csv")]
    assert {row["basis"] for row in rows} == {"book", "hunter", "same", "proposed", "ruling"}
    assert len({row["id"] for row in rows}) == len(rows)


@pytest.mark.rule("brigands.1.5a")
def test_the_older_hunter_becomes_the_hunter_the_book_prints() -> None:
    """The worked example hunter-stat-line. UA is the one column that differs: ST and HT are in the book alone."""
    card = listed("North", "Hunter")
    assert (card.tv, card.move, card.armor, card.hull, card.structure) == (6, {"W": 5, "G": 6}, 6, 4, 2)
    assert (card.actions, card.gunnery, card.piloting, card.sensors) == (1, 3, 3, 18)
    assert card.weapons == ("LAC (Snap)", "LRP", "APGL", "LPZ", "LVB (Snap)")
    assert (card.traits, card.type, card.height, card.base_mm) == (("Arms",), "Gear", 1.5, 30)
    assert card.ua == ("GP#", "SK", "FS")


@pytest.mark.rule("brigands.1.5a")
def test_a_line_the_book_prints_stands_as_printed() -> None:
    hunter = next(made.card for made in convert_all(sources()) if made.card.id == "hunter")
    assert hunter.ua == ("GP#", "FS", "ST", "HT")
    assert hunter.weapons == listed("North", "Hunter").weapons


@pytest.mark.parametrize(
    ("mr", "traits", "move"),
    [
        ('5" W', "-", {"W": 5}),
        ('5" W', "SMS:G", {"W": 5, "G": 6}),
        ('6" W', "SMS:H", {"W": 6, "H": 7}),
        ('6" W', "SMS:H (Agile, Fast)", {"W": 6, "H": 8}),
        ('7" G', "-", {"G": 8}),
        ('9" H', "-", {"H": 10}),
        ('9" H', "Fast", {"H": 11}),
        ('3" I', "-", {"W": 3}),
        ('6" W', "Fast; SMS:G", {"W": 7, "G": 7}),
        ('14" V', "-", {"H": 14}),
        ('7" H', "SMS:H (Fast)", {"W": 7, "H": 9}),
        ('4" W', "SMS:H2O (Fast)", {"W": 4}),
        ('0"', "-", {}),
    ],
)
def test_movement(mr: str, traits: str, move: dict[str, int]) -> None:
    assert converted(mr=mr, traits=traits).move == move


@pytest.mark.parametrize(
    ("dc", "points"), [("5/1", (4, 2)), ("3/1", (2, 2)), ("4/2", (4, 2)), ("6/5", (6, 5)), ("3", (3, 0))]
)
def test_hull_and_structure(dc: str, points: tuple[int, int]) -> None:
    assert columns.hull_and_structure(dc, Ledger()) == points


@given(hull=st.integers(2, 20), structure=st.integers(1, 20))
def test_no_point_of_damage_capacity_is_lost_or_won(hull: int, structure: int) -> None:
    points = columns.hull_and_structure(f"{hull}/{structure}", Ledger())
    assert sum(points) == hull + structure
    assert points[1] >= 2


@pytest.mark.parametrize(
    ("target", "skill"), [("6+", 1), ("5+", 2), ("4+", 3), ("3+", 4), ("2+", 5), ("NA", 0), ("-", 0)]
)
def test_skills_are_the_target_numbers_turned_round(target: str, skill: int) -> None:
    card = converted(gun=target, pilot=target)
    assert (card.gunnery, card.piloting) == (skill, skill)


@pytest.mark.parametrize(
    ("traits", "inches", "suite"),
    [
        ("-", 18, ()),
        ('Sensors:6"', 12, ()),
        ('Sensors:18"', 24, ("Sensor Suite",)),
        ('Sensors:30" (Aux)', 36, ("Sensor Suite (Aux)",)),
    ],
)
def test_sensors_reach_six_inches_farther_and_long_ones_may_be_shared(
    traits: str, inches: int, suite: tuple[str, ...]
) -> None:
    card = converted(traits=traits)
    assert (card.sensors, card.traits) == (inches, suite)


@pytest.mark.parametrize(
    ("kind", "here", "height"),
    [
        ("Gear", "Gear", 1.5),
        ("Gear (Hover)", "Gear", 2.0),
        ("Vehicle", "Vehicle", 1.5),
        ("Vehicle (Hover)", "Vehicle", 2.0),
        ("Vehicle (ORV)", "Vehicle", 1.5),
        ("Strider", "Strider", 2.5),
        ("Strider (Tall)", "Strider", 2.5),
        ("Strider (Low)", "Strider", 1.5),
        ("Strider (Tall), Vehicle (SMS)", "Strider", 2.5),
        ("Infantry", "Infantry", 1.0),
        ("Infantry (Team)", "Infantry", 1.0),
        ("Drone", "Drone", 1.0),
    ],
)
def test_types_and_heights(kind: str, here: str, height: float) -> None:
    card = converted(type=kind)
    assert (card.type, card.height) == (here, height)


@pytest.mark.rule("brigands.A3")
@pytest.mark.parametrize(
    ("cells", "millimetres"),
    [
        ({"model": "King Cobra"}, 40),
        ({"model": "Gatling Klemm", "variant_of": "Klemm", "type": "Vehicle", "ar": "10"}, 50),
        ({"ar": "7"}, 30),
        ({"ar": "8"}, 40),
        ({"type": "Infantry"}, 40),
        ({"type": "Infantry (Team)"}, 20),
        ({"type": "Vehicle", "ar": "5"}, 40),
        ({"type": "Vehicle", "ar": "6"}, 50),
        ({"type": "Vehicle", "ar": "9"}, 60),
        ({"type": "Vehicle", "ar": "12"}, 75),
        ({"type": "Strider", "ar": "9"}, 60),
        ({"type": "Strider", "ar": "10"}, 75),
        ({"type": "Strider (Tall)", "ar": "10"}, 60),
    ],
)
def test_bases_are_the_printed_examples_or_within_the_printed_ranges(cells: dict[str, str], millimetres: int) -> None:
    assert converted(**cells).base_mm == millimetres


@pytest.mark.parametrize(
    ("ua", "cells", "here"),
    [
        ("GP (0+), SK, FS (0-1)", {}, ("GP#", "SK", "FS")),
        ("GP (CMD), SK (CMD 0-1)", {}, ("GP (CMD)", "SK (CMD)")),
        ("PT (0+)", {}, ("SK#",)),
        ("SK (CMD), PT", {}, ("SK",)),
        ("CV (0+), DG", {}, ("SK#",)),
        ("CV (0+), IN", {"type": "Vehicle"}, ("IN#",)),
        ("FL, PM, SR, EK (0+ Vet)", {}, ("SI",)),
        ("MT", {"ar": "9"}, ("LT",)),
        ("HV", {"ar": "10"}, ("HT",)),
        ("LS, HM", {}, ("ST",)),
        ("HF", {}, ("FS",)),
        ("HF", {"type": "Strider"}, ("ST",)),
        ("CO, AL (X)", {}, ("SF",)),
        ("PI, TI (0+)", {}, ("SK#", "SF#")),
        ("HA, MO", {}, ("FS",)),
        ("AR, BT, MI, MP, MN, IF", {}, ("GP",)),
        ("HG (0+)", {}, ("SK#",)),
        ("GP (0+, Vet)", {}, ("GP",)),
        ("LT (SU)", {}, ("LT",)),
        ("SU (0-1)", {}, ("HT",)),
        ("VL (0+)", {}, ("VL#",)),
        ("BK (0+), GT (SU)", {}, ("IN#",)),
        ("OT", {}, ("SK", "SF")),
        ("-", {}, ()),
    ],
)
def test_unit_availability(ua: str, cells: dict[str, str], here: tuple[str, ...]) -> None:
    assert converted(ua=ua, **cells).ua == here


def test_fortifications_may_join_any_unit() -> None:
    assert converted(ua="Any").ua == availability.CODES


def test_what_no_rule_covers_is_entered_and_not_lost() -> None:
    line = older(ua="ZZ", weapons="QQQ; LAC (Sticky)", traits="Sings", type="Barge")
    unknown = convert_line(line, sources()).ledger.unknown
    assert unknown == ["type Barge", "UA ZZ", "weapon QQQ", "weapon trait Sticky of LAC (Sticky)", "trait Sings"]


def test_what_is_dropped_is_told_in_the_record() -> None:
    assert "dropped by trait-flank: Flank:+2D6" in converted(traits="Flank:+2D6").converted
    assert 'dropped by wtrait-lost: LAC Range:3-9/18"' in converted(weapons='LAC (Range:3-9/18")').converted
