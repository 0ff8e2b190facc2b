"""7.0a, 9.3, 11.0c: models, wrecks, buildings and fortifications as cover."""

from __future__ import annotations

from copy import copy

import pytest

from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import has_lock, look_at, look_from_above
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.state import HANGING, RIDING, WRECK, Unit
from gearlock.systems.blitz.transport import occupants
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import SQUAD, STRIDER, mil, model, piece, table, wall

BEHIND = 17.319
"""Where the middle of a Strider is that stands an inch before a Gear at 20."""


def seen(*things: Piece | Unit, target: str = "hunter", to: float = 20.0) -> Look:
    red, blue = model("red", "red", 10), model("blue", "blue", to, card=target)
    return look_at(table(red, blue, *things), red, blue)


@pytest.mark.rule("blitz.7.0a")
@pytest.mark.parametrize(("x", "dice"), [(BEHIND, 2), (BEHIND - 0.001, 0)])
def test_a_larger_friend_within_an_inch_is_full_medium_cover(x: float, dice: int) -> None:
    look = seen(model("strider", "blue", x, card=STRIDER))
    assert (look.sight, look.adjacent, look.additional) == (dice == 0, dice, 0)
    assert look.screens == (("strider",) if dice else ())


@pytest.mark.rule("blitz.7.0a")
def test_a_friend_that_leaves_anything_visible_is_no_cover() -> None:
    assert seen(model("strider", "blue", 18.2, 20.5, card=STRIDER)).full
    assert seen(model("strider", "blue", 18.2, 21, card=STRIDER)) == Look(True, False, False, 0, 0, False, ())


@pytest.mark.rule("blitz.7.0a")
@pytest.mark.parametrize(("kind", "covers"), [("Gear", False), ("Vehicle", True), ("Gear (Hover)", True)])
def test_a_screen_has_the_larger_silhouette(kind: str, covers: bool) -> None:
    """From a team's narrow base an equal Gear in contact hides all of another, but it is no larger."""
    blue, friend = model("blue", "blue", 20), model("friend", "blue", 20, type=kind)
    friend.x -= blue.line.radius + friend.line.radius
    point = model("red", "red", 4, type="Infantry (Team)")
    point.line = copy(point.line)
    point.line.radius = 1
    look = look_at(table(point, blue, friend), point, blue)
    assert (look.full, look.dice) == (covers, 2 if covers else 0)


@pytest.mark.rule("blitz.7.0a")
def test_infantry_hides_friendly_infantry_only() -> None:
    team = "north-sniper-infantry-team"
    squad = model("squad", "blue", 18.7, card=SQUAD)
    small = model("team", "blue", 20, card=team)
    far = model("red", "red", 5, card=team)
    assert look_at(table(far, small, squad), far, small).adjacent == 2
    gear = model("gear", "blue", 20, traits=("Low Profile",), type="Infantry (Team)")
    assert look_at(table(far, gear, squad), far, gear).adjacent == 2
    drone = model("drone", "blue", 20, card="recon-drone")
    assert look_at(table(far, drone, squad), far, drone).dice == 0
    squad.seat = "red"
    small.x = mil(18.7) + 787 + 500
    assert look_at(table(far, small, squad), far, small).dice == 0


@pytest.mark.rule("blitz.7.0a", "blitz.11.0c")
@pytest.mark.parametrize(("apart", "covers"), [(0, True), (20, True), (21, False)])
def test_an_enemy_is_cover_only_while_engaged(apart: int, covers: bool) -> None:
    enemy = model("enemy", "red", 20, card=STRIDER)
    enemy.x -= 500 + 1181 + apart
    look = seen(enemy)
    assert (look.full, look.screens) == (covers, ("enemy",) if covers else ())


@pytest.mark.rule("blitz.7.0a")
def test_the_attacker_and_the_target_are_no_cover_themselves() -> None:
    red, blue = model("red", "red", 20, card=STRIDER), model("blue", "blue", 20)
    red.x -= 500 + 1181
    assert look_at(table(red, blue), red, blue).dice == 0
    assert look_at(table(red, blue), blue, red).dice == 0


@pytest.mark.rule("blitz.7.0a", "blitz.7.3b")
def test_better_terrain_spares_the_friend() -> None:
    strider = model("strider", "blue", BEHIND, card=STRIDER)
    look = seen(strider, wall("heavy", 19.05, 19.4, 1))
    assert (look.adjacent, look.full, look.screens) == (3, True, ())
    look = seen(strider, wall("medium", 19.05, 19.4, 1))
    assert (look.adjacent, look.screens) == (2, ())
    look = seen(strider, wall("light", 19.05, 19.4, 1), wall("light", 13, 14, 1))
    assert (look.adjacent, look.additional, look.screens) == (2, 1, ("strider",))


@pytest.mark.rule("blitz.18.7-medic")
def test_medics_are_never_cover() -> None:
    assert seen(model("medic", "blue", BEHIND, card=STRIDER, traits=("Medic",))).dice == 0


@pytest.mark.rule("blitz.18.6")
def test_a_huge_vehicle_is_heavy_cover_but_not_solid() -> None:
    look = seen(model("hull", "blue", BEHIND, card="hht-90-body", traits=("MCV",)))
    assert (look.adjacent, look.full, look.blocked, look.screens) == (3, True, False, ("hull",))


@pytest.mark.rule("blitz.18.6")
def test_parts_of_one_vehicle_do_not_hide_each_other() -> None:
    body = model("core", "blue", 18, card="hht-90-body", traits=("MCV",))
    turret = model("turret", "blue", 20, traits=("MCV",), parent="core")
    red = model("red", "red", 10)
    assert look_at(table(red, body, turret), red, turret).dice == 0
    turret.parent = ""
    assert look_at(table(red, body, turret), red, turret).dice == 3


@pytest.mark.rule("blitz.9.3")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_wreck_is_medium_cover_to_everybody(seat: str) -> None:
    near = seen(model("wreck", seat, 18.5, 20.3, status=WRECK))
    assert (near.sight, near.adjacent, near.screens) == (True, 2, ("wreck",))
    far = seen(model("wreck", seat, 15, 20.3, status=WRECK))
    assert (far.sight, far.additional, far.screens) == (True, 1, ("wreck",))
    tank = seen(model("wreck", seat, 15, status=WRECK, card="aller"))
    assert (tank.sight, tank.additional, tank.screens) == (False, 2, ("wreck",))


@pytest.mark.rule("blitz.9.3")
def test_the_wreck_of_a_gear_is_half_as_high_and_covers_no_strider() -> None:
    wreck = model("wreck", "red", 18, status=WRECK)
    assert wreck.height == 1000
    assert seen(wreck, target=STRIDER).dice == 0
    assert seen(model("wreck", "red", 18, status=WRECK, card="aller"), target=STRIDER).dice == 2


@pytest.mark.rule("blitz.9.3", "blitz.7.3b")
def test_a_wreck_is_looked_past_like_any_cover_of_ones_own() -> None:
    assert seen(model("wreck", "red", 12, status=WRECK)).dice == 0
    assert seen(model("wreck", "red", 12.001, status=WRECK)).dice == 1


@pytest.mark.rule("blitz.9.3", "blitz.7.3b")
@pytest.mark.parametrize(("x", "y", "dice"), [(11.056, 21.21, 0), (11.056, 21.211, 1), (11.057, 21.21, 1)])
def test_a_wreck_as_ones_own_cover_lies_wholly_within_twice_the_height(x: float, y: float, dice: int) -> None:
    """Infantry is an inch tall: of the wreck of a Strider nothing may be farther than 2 in from its base."""
    squad, blue = model("red", "red", 10, card=SQUAD), model("blue", "blue", 25)
    state = table(squad, blue, model("wreck", "red", x, y, card=STRIDER, status=WRECK))
    assert look_at(state, squad, blue).additional == dice


@pytest.mark.rule("blitz.9.3", "blitz.7.3b")
def test_a_wreck_among_terrain_defends_only_if_its_die_is_needed() -> None:
    wreck = model("wreck", "red", 15, status=WRECK)
    assert seen(wreck, wall("light", 13, 13.5, 1)).screens == ()
    two = seen(wreck, model("other", "blue", 13, status=WRECK))
    assert (two.additional, two.screens) == (1, ("wreck", "other"))
    assert seen(wreck, wall("light", 18, 19, 1)).screens == ("wreck",)


@pytest.mark.rule("blitz.18.3")
def test_a_fortification_is_heavy_cover_to_everybody() -> None:
    look = seen(model("fort", "red", 15, card="outpost"))
    assert (look.sight, look.blocked, look.additional, look.screens) == (False, True, 3, ("fort",))
    low = seen(model("fort", "red", 15, card="bunker"))
    assert (low.sight, low.additional, low.screens) == (True, 1, ("fort",))
    near = seen(model("fort", "red", 17.5, card="bunker"))
    assert (near.adjacent, near.screens) == (3, ("fort",))
    red, fort = model("red", "red", 10), model("fort", "blue", 20, card="outpost")
    assert look_at(table(red, fort), red, fort).dice == 0


@pytest.mark.rule("blitz.18.3a-obstacles")
def test_obstacles_are_a_line_and_no_cover_once_destroyed() -> None:
    """Nine inches long across their facing, an inch deep and high."""
    line = model("line", "red", 17.5, 20, card="obstacles", facing=0)
    assert seen(line)[3:5] == (0, 1)
    line.x = mil(18)
    assert seen(line).adjacent == 3
    line.y = mil(24.999)
    assert seen(line).additional == 1
    line.y = mil(25)
    assert seen(line).dice == 0
    line.y, line.status = mil(20), WRECK
    assert seen(line).dice == 0
    assert seen(line, target=SQUAD).dice == 0


@pytest.mark.rule("blitz.18.3a-obstacles", "blitz.6.5a")
def test_one_looks_through_the_gaps_between_obstacles() -> None:
    red, blue = model("red", "red", 10, card=SQUAD), model("blue", "blue", 20, card=SQUAD)
    line = model("line", "red", 15, card="obstacles")
    state = table(red, blue, line)
    assert look_at(state, red, blue) == (True, False, False, 0, 1, True, ("line",), 0)
    assert look_at(state, red, line).dice == 0
    line.status = WRECK
    assert look_at(table(red, blue, line), red, blue).dice == 0


@pytest.mark.rule("blitz.18.3")
def test_a_destroyed_fortification_is_half_as_high_and_medium() -> None:
    fort = model("fort", "red", 17.5, card="outpost", status=WRECK)
    look = seen(fort)
    assert (look.full, look.blocked, look.adjacent, look.screens) == (True, False, 2, ("fort",))
    assert seen(model("fort", "red", 17.5, card="bunker", status=WRECK)).dice == 0


@pytest.mark.rule("blitz.18.3")
def test_whoever_is_in_a_fortification_has_its_cover_and_it_defends() -> None:
    red = model("red", "red", 10)
    bunker = model("bunker", "blue", 20, card="bunker")
    squad = model("squad", "blue", 0, card=SQUAD, status=RIDING, carrier="bunker")
    wreck = model("wreck", "red", 17.6, 20.2, status=WRECK)
    state = table(red, bunker, squad, wreck)
    look = look_at(state, red, squad)
    assert (look.sight, look.blocked, look.adjacent, look.additional) == (True, False, 3, 0)
    assert look.screens == ("bunker",)
    assert look_at(state, squad, red).dice == 0
    assert look_from_above(state, squad).blocked


@pytest.mark.rule("blitz.18.3a-trench", "blitz.7.5", "blitz.7.0")
@pytest.mark.parametrize(
    ("card", "x", "lock"), [("trenches", 27.0, True), ("trenches", 26.999, False), ("bunker", 20.0, True)]
)
def test_infantry_in_trenches_has_full_cover_and_no_roof(card: str, x: float, lock: bool) -> None:
    """The near side of trenches an inch deep lies 12 in from the base of a Gear at 27."""
    works = model("works", "blue", 40, card=card)
    squad = model("squad", "blue", 0, card=SQUAD, status=RIDING, carrier="works", traits=())
    red = model("red", "red", x)
    state = table(red, works, squad)
    dug_in = card == "trenches"
    look = look_at(state, red, squad)
    assert (look.sight, look.full, look.blocked, look.adjacent) == (not dug_in, dug_in, False, 3)
    assert (look.screens, look.hard, has_lock(state, red, squad)) == (("works",), 3 * dug_in, lock)
    assert look_at(state, squad, red).sight
    assert look_from_above(state, squad).blocked is not dug_in


@pytest.mark.rule("blitz.18.5b")
@pytest.mark.parametrize(("rating", "dice"), [("light", 1), ("heavy", 3)])
def test_infantry_in_a_building_has_its_cover_and_looks_out(rating: str, dice: int) -> None:
    house = piece("building", rating, 18, 18, 24, 22, 3)
    red, squad = model("red", "red", 10), model("squad", "blue", 21, card=SQUAD, place=house.id)
    state = table(red, squad, house)
    assert look_at(state, red, squad)[:5] == (True, False, False, dice, 0)
    assert look_at(state, squad, red)[:5] == (True, False, False, 0, 0)
    gear = model("gear", "blue", 27)
    state = table(red, squad, gear, house)
    assert look_at(state, red, gear).full
    assert has_lock(state, squad, red)


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize("card", ["hunter", "barnaby-rider"])
def test_who_clings_to_a_building_is_not_inside_it(card: str) -> None:
    house = piece("building", "heavy", 16, 18, 19.2, 22, 3)
    red = model("red", "red", 10)
    blue = model("blue", "blue", 20, card=card, place=house.id, tokens={HANGING: 1})
    state = table(house, red, blue)
    assert look_at(state, red, blue).blocked
    assert distance_between(state, red, blue) == 10_000 - 500 - blue.line.radius
    assert occupants(state, house) == []
