"""2.11 and 8.4: arcs of weapons, and who is behind whom."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.general_concepts.measuring import is_behind, is_in_arc, is_quick
from gearlock.table.bodies import Body
from systems.blitz.lock_and_cover.scene import NORTH, SQUAD, mil, model


def at(x: float, y: float, radius: int = 0) -> Body:
    return Body(mil(x), mil(y), 0, radius)


@pytest.mark.rule("blitz.2.11", "blitz.8.4")
@pytest.mark.parametrize(
    ("arc", "east", "north", "west", "south"),
    [
        ("F", True, True, True, False),
        ("Arm", True, True, True, False),
        ("B", True, False, True, True),
        ("L", False, True, True, True),
        ("R", True, True, False, True),
    ],
)
def test_each_arc_is_the_half_of_the_table_on_its_side(
    arc: str, east: bool, north: bool, west: bool, south: bool
) -> None:
    unit = model("red", "red", 20, facing=NORTH)
    found = [is_in_arc(unit, arc, at(x, y)) for x, y in ((25, 20), (20, 25), (15, 20), (20, 15))]
    assert found == [east, north, west, south]


@pytest.mark.rule("blitz.8.4")
@pytest.mark.parametrize(("y", "inside"), [(19.5, True), (19.499, False)])
def test_a_base_that_just_reaches_into_an_arc_is_in_it(y: float, inside: bool) -> None:
    unit = model("red", "red", 20, facing=NORTH)
    assert is_in_arc(unit, "F", at(25, y, 500)) is inside


@pytest.mark.rule("blitz.2.11-turrets")
@pytest.mark.parametrize("arc", ["T", "FT"])
def test_a_turret_bears_all_round(arc: str) -> None:
    unit = model("red", "red", 20, facing=NORTH)
    assert all(is_in_arc(unit, arc, at(x, y)) for x, y in ((25, 20), (20, 25), (15, 20), (20, 15)))


@pytest.mark.rule("blitz.8.4")
@pytest.mark.parametrize(
    ("arc", "spots"),
    [
        ("F/L", (True, True, True, False)),
        ("F/R", (True, True, False, True)),
        ("FT+F", (True, True, False, False)),
        ("FT+L/B", (False, True, True, True)),
        ("F+L", (False, True, False, False)),
    ],
)
def test_a_stroke_is_a_choice_and_a_plus_is_both(arc: str, spots: tuple[bool, ...]) -> None:
    """The four corners between the arcs: ahead right, ahead left, behind left, behind right."""
    unit = model("red", "red", 20, facing=NORTH)
    corners = ((24, 24), (16, 24), (16, 16), (24, 16))
    assert tuple(is_in_arc(unit, arc, at(x, y)) for x, y in corners) == spots


@pytest.mark.rule("blitz.2.14")
def test_infantry_has_its_front_all_round_and_no_back() -> None:
    squad = model("red", "red", 20, card=SQUAD, facing=NORTH)
    assert is_in_arc(squad, "F", at(20, 15))
    assert not is_in_arc(squad, "B", at(20, 15))
    assert not is_behind(at(20, 15, 500), squad)


@pytest.mark.rule("blitz.2.11")
@pytest.mark.parametrize(("y", "flanked"), [(19.5, True), (19.501, False), (25, False)])
def test_whoever_flanks_stands_wholly_in_the_back_arc(y: float, flanked: bool) -> None:
    target = model("blue", "blue", 20, facing=NORTH)
    assert is_behind(at(25, y, 500), target) is flanked


@pytest.mark.rule("blitz.8.4")
@pytest.mark.parametrize(("arc", "quick"), [("Arm", True), ("FT", True), ("FT+F", True), ("T", False), ("F/L", False)])
def test_arms_and_fast_turrets_react(arc: str, quick: bool) -> None:
    assert is_quick(arc) is quick
