"""The quick way to judge cover against the plain one: every solid of the ground, every point, every time."""

from __future__ import annotations

import random

import pytest

from gearlock.systems.brigands.moving.terrain import is_area
from gearlock.systems.brigands.sighting.cover import look_at, model_class
from gearlock.systems.brigands.sighting.overlook import Look, areas_between, judge, overlook, rating_class, screen
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.table.generate import generate
from gearlock.table.sight import Scene, cylinder
from gearlock.table.sightlines import sight_points
from systems.brigands.field import NORTH, lay, remodel


def slow_look(state: State, scene: Scene, unit: Unit, target: Unit) -> Look:
    """Every point of the looker over all terrain and all models, whether they are anywhere near or not."""
    end = target.body
    models = [
        cylinder(other.id, model_class(other), other.body)
        for other in state.standing()
        if other.id not in (unit.id, target.id)
    ]
    looks: list[Look] = []
    for eye in sight_points(unit.body, end.x, end.y):
        screens = [screen(patch, eye, end) for patch in areas_between(overlook(state.ground).patches, eye, end)]
        looks.append(judge(scene.look(*eye, end, [*models, *screens])))
    best = min(looks, key=lambda look: (look.blocked, look.dice))
    return Look(any(look.sight for look in looks), best.blocked, best.dice)


@pytest.mark.rule("brigands.4.4", "brigands.4.4a", "brigands.4.4b", "brigands.4.2")
@pytest.mark.parametrize("seed", range(12))
def test_quick_and_plain_cover_agree(seed: int) -> None:
    chooser = random.Random(seed)
    field = generate(48_000, 48_000, seed)
    scene = Scene(field, lambda piece: 0 if is_area(piece) else rating_class(piece))
    models = ["hunter", "chasseur", "man-at-arms"]
    spots = [(chooser.choice(models), chooser.uniform(2, 46), chooser.uniform(2, 46), NORTH) for _ in range(10)]
    state = lay(spots[:5], spots[5:], on=field).state
    state.units["red-2"].status = WRECK
    for name in ("red-1", "red-3", "blue-2"):
        remodel(state.units[name], armor=9)
    seen: set[Look] = set()
    for unit in state.units.values():
        for target in state.units.values():
            if unit is not target and target.status != WRECK:
                quick = look_at(state, unit, target)
                seen.add(quick)
                assert quick == slow_look(state, scene, unit, target), (unit.id, target.id)
    assert len(seen) > 1
