"""Firing arcs, which bound seeing, and arcs of attack."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.line_of_sight.seeing import (
    defense_arc,
    defense_arc_lines,
    defense_facing,
    in_arc,
    look,
    sees,
    sees_towards,
)
from gearlock.systems.tactical.state import Unit
from systems.tactical.line_of_sight.scene import changed, facing_off
from systems.tactical.tables import BLADE, HUNTER, LAC, RIFLES, put, table


def towards(unit: Unit, degrees: float) -> tuple[int, int]:
    """A point 10 in from a unit, so many degrees to its left."""
    turn = radians(unit.facing / 10 + degrees)
    return unit.x + round(10000 * cos(turn)), unit.y + round(10000 * sin(turn))


@pytest.mark.rule("tactical.2.6.6-firing-arcs")
@pytest.mark.parametrize(
    ("arc", "inside", "outside"),
    [
        ("F", (0, 89, 90, -90), (91, 180, -91)),
        ("Rr", (180, 91, 90, -90), (89, 0, -89)),
        ("L", (0, 90, 180, 1), (-1, -90, -179)),
        ("Rt", (0, -90, 180, -1), (1, 90, 179)),
        ("FF", (0, 59.9, -59.9), (60.1, -60.1, 180)),
        ("FL", (90, 31, 149), (29, 151, -90)),
        ("FRt", (-90, -31, -149), (-29, -151, 90)),
        ("FRr", (180, 121, -121), (119, 0)),
        ("T", (0, 90, 180, -90), ()),
    ],
)
def test_arcs_have_their_widths_and_their_borders(
    arc: str, inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    state = table()
    for facing in (0, 90, 180, 270):
        unit = put(state, "red-1", HUNTER, 30, 24, facing)
        assert [degrees for degrees in inside if not in_arc(unit, arc, *towards(unit, degrees))] == []
        assert [degrees for degrees in outside if in_arc(unit, arc, *towards(unit, degrees))] == []


@pytest.mark.rule("tactical.2.6.6-firing-arcs")
def test_a_hunter_sees_what_lies_in_the_arc_of_a_weapon_and_nothing_else() -> None:
    state, red, blue = facing_off()
    changed(red, weapons=(Mount("LAC", LAC, "F"), Mount("VB", BLADE, "FF")))
    red.facing = 1350
    refusal = look(state, red, blue).reason
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("arc", "tactical.2.6.6-firing-arcs")
    assert sees(state, blue, red)
    red.facing = 750
    state.notes.clear()
    assert sees(state, red, blue)
    assert not in_arc(red, "FF", blue.x, blue.y)


@pytest.mark.rule("tactical.2.6.6-firing-arcs")
def test_without_weapons_a_truck_sees_ahead_and_lost_weapons_keep_their_arcs() -> None:
    state, red, _ = facing_off()
    red.harm["lost:LAC"] = 1
    changed(red, weapons=(Mount("LAC", LAC, "Rr"),))
    assert sees_towards(red, *towards(red, 180))
    assert not sees_towards(red, *towards(red, 10))
    changed(red, weapons=())
    assert sees_towards(red, *towards(red, 90))
    assert not sees_towards(red, *towards(red, 91))
    assert state.units["red-1"] is red


@pytest.mark.rule("tactical.2.6.6-infantry-arcs")
def test_infantry_sees_all_round_and_has_no_rear() -> None:
    state = table()
    squad = put(state, "red-1", RIFLES, 30, 24, 0)
    for degrees in (0, 91, 180, -120):
        assert sees_towards(squad, *towards(squad, degrees))
        assert in_arc(squad, "FF", *towards(squad, degrees))
        assert defense_arc(squad, *towards(squad, degrees)) == "front"


@pytest.mark.rule("tactical.2.6.7-defense-arc")
@pytest.mark.parametrize(
    ("degrees", "arc", "side", "value"),
    [
        (0, "front", "front", 0),
        (90, "front", "front", 0),
        (-90, "front", "front", 0),
        (91, "rear flank", "left rear flank", -1),
        (-91, "rear flank", "right rear flank", -1),
        (149.9, "rear flank", "left rear flank", -1),
        (-149.9, "rear flank", "right rear flank", -1),
        (150.1, "rear", "rear", -2),
        (-150.1, "rear", "rear", -2),
        (180, "rear", "rear", -2),
    ],
)
def test_an_attack_comes_from_front_flank_or_rear(degrees: float, arc: str, side: str, value: int) -> None:
    state = table()
    for facing in (0, 60, 90, 222):
        unit = put(state, "red-1", HUNTER, 30, 24, facing)
        spot = towards(unit, degrees)
        if abs(degrees) == 90 and facing % 90:
            continue  # such a border lies on no whole mil
        assert defense_arc(unit, *spot) == arc
        assert defense_facing(unit, *spot) == side
        assert sum(line.value for line in defense_arc_lines(unit, *spot)) == value


@pytest.mark.rule("tactical.2.6.7-defense-arc")
def test_the_border_of_flank_and_rear_is_flank() -> None:
    state = table()
    unit = put(state, "red-1", HUNTER, 30, 24, 30)
    assert defense_arc(unit, unit.x - 5000, unit.y) == "rear flank"  # 150 degrees to its left
    unit.facing = 3300
    assert defense_arc(unit, unit.x - 5000, unit.y) == "rear flank"
    unit.facing = 301
    assert defense_arc(unit, unit.x - 5000, unit.y) == "rear flank"
    unit.facing = 299
    assert defense_arc(unit, unit.x - 5000, unit.y) == "rear"
