"""The quick way to judge cover against the plain one: every solid of the ground, from points all over the base."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

import pytest

from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.sighting.crossing import screen
from gearlock.systems.brigands.lock_and_cover.sight import Look, crossing_of, judge, look_at, model_class, rating_class
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.table.generate import generate
from gearlock.table.sight import WHOLE, Scene, cylinder
from gearlock.table.terrain import Ground
from systems.brigands.field import NORTH, lay, remodel

COLUMN = WHOLE // 17
"""A look counts what is hidden in seventeen columns: where a point hides a column less than half, none may be found."""


class Scan(NamedTuple):
    """What points all over a base see: the best look, and the least share hidden, by Heavy things and by all."""

    look: Look
    heavy: int
    hidden: int


def points_of(unit: Unit, rings: int = 5, around: int = 30) -> Iterator[tuple[int, int, int]]:
    """Points of a base on rings around its middle; the outermost is its rim."""
    yield unit.x, unit.y, unit.body.top
    for ring in range(1, rings + 1):
        reach = (unit.line.radius - 1) * ring / rings
        for number in range(around):
            turn = 2 * pi * number / around
            yield unit.x + round(reach * cos(turn)), unit.y + round(reach * sin(turn)), unit.body.top


def scan(state: State, scene: Scene, unit: Unit, target: Unit) -> Scan:
    """Every point of the looker over all terrain and all models, whether they are anywhere near or not."""
    end, place = target.body, crossing_of(state.ground)
    models = [
        cylinder(other.id, model_class(other), other.body)
        for other in state.standing()
        if other.id not in (unit.id, target.id)
    ]
    best, sight, heavy, hidden = Look(False, True, 2), False, WHOLE, WHOLE
    for eye in points_of(unit):
        screens = [screen(patch, eye, end) for patch in place.areas_before(place.patches, eye, end)]
        seen = scene.look(*eye, end, [*models, *screens])
        look = judge(seen)
        sight = sight or look.sight
        heavy, hidden = min(heavy, seen.obscured_by(1)), min(hidden, seen.obscured)
        best = min(best, look, key=lambda look: (look.blocked, look.dice))
    return Scan(Look(sight, best.blocked, best.dice), heavy, hidden)


@lru_cache(maxsize=1)
def field(seed: int, with_areas: bool) -> tuple[State, Scene]:
    """A generated table with ten models of several sizes on it, a wreck among them."""
    chooser = random.Random(seed)
    ground = generate(48_000, 48_000, seed)
    if not with_areas:
        ground = Ground(48_000, 48_000, tuple(piece for piece in ground.pieces if not is_area(piece)))
    scene = Scene(ground, lambda piece: 0 if is_area(piece) else rating_class(piece))
    models = ["hunter", "chasseur", "man-at-arms"]
    spots: list[tuple[str, float, float, int]] = []
    while len(spots) < 10:
        x, y = chooser.uniform(2, 46), chooser.uniform(2, 46)
        near = ground.pieces_near(*(round(at * 1000) + by for by in (-800, 800) for at in (x, y)))
        apart = all(hypot(x - other[1], y - other[2]) > 2 for other in spots)
        if apart and all(is_area(piece) or rating_class(piece) == 0 for piece in near):
            spots.append((chooser.choice(models), x, y, NORTH))
    state = lay(spots[:5], spots[5:], on=ground).state
    state.units["red-2"].status = WRECK
    for name in ("red-1", "red-3", "blue-2"):
        remodel(state.units[name], armor=9)
    return state, scene


def pairs(state: State) -> Iterator[tuple[Unit, Unit]]:
    for unit in state.units.values():
        for target in state.units.values():
            if unit is not target and WRECK not in (unit.status, target.status):
                yield unit, target


@pytest.mark.rule("brigands.4.4", "brigands.4.4a", "brigands.4.4b", "brigands.4.2", "brigands.4.3-los")
@pytest.mark.parametrize("with_areas", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_no_scan_of_a_base_finds_a_better_point(seed: int, with_areas: bool) -> None:
    state, scene = field(seed, with_areas)
    found: set[Look] = set()
    for unit, target in pairs(state):
        quick = look_at(state, unit, target)
        found.add(quick)
        if quick == (True, False, 0):
            continue
        slow = scan(state, scene, unit, target)
        names = unit.id, target.id, slow
        assert quick.sight >= slow.look.sight, names
        assert quick.blocked <= slow.look.blocked, names
        if quick.dice > slow.look.dice:  # then it is a matter of a column
            share = slow.hidden if slow.look.dice == 0 else slow.heavy
            assert WHOLE // 2 - share <= COLUMN, names
    assert len(found) > 1


@pytest.mark.rule("brigands.4.3-los", "brigands.4.2")
@pytest.mark.parametrize("seed", range(24))
def test_without_area_terrain_who_sees_is_seen(seed: int) -> None:
    state, _ = field(100 + seed, False)
    for unit, target in pairs(state):
        assert look_at(state, unit, target).sight is look_at(state, target, unit).sight, (unit.id, target.id)
