"""The looks that the page's pictures are held against: what the sight function says of them is what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.survey import Gaze, Screen
from gearlock.mechanics.sighting.crossing import screen
from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Scene, cylinder, prism
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground

KEPT = Path(__file__).parents[2] / "ui" / "src" / "eye" / "gazes.json"
LOOKS = json.loads(KEPT.read_text())


def solid_of(one: Screen, gaze: Gaze, end: Body) -> Solid:
    if one.veil:
        return screen(Patch(one.id, 1, one.outline, one.base, one.top), gaze.eye, end)
    if one.radius:
        ((x, y),) = one.outline
        return cylinder(one.id, 1, Body(x, y, one.base, one.radius, one.top - one.base))
    return prism(one.id, 1, one.outline, one.base, one.top)


@pytest.mark.parametrize("number", range(len(LOOKS)))
def test_a_look_that_pictures_are_held_against_is_the_engines_own(number: int) -> None:
    look = LOOKS[number]
    gaze = msgspec.convert(look["gaze"], Gaze)
    end = Body(*gaze.body)
    solids = [solid_of(one, gaze, end) for one in gaze.screens]
    found = Scene(Ground(100_000, 100_000), lambda _: 1).look(*gaze.eye, end, solids)
    assert abs(100 * found.obscured / WHOLE - look["hidden"]) <= 1


def test_they_are_of_every_kind() -> None:
    screens = [one for look in LOOKS for one in look["gaze"]["screens"]]
    assert any(one["veil"] for one in screens)
    assert any(one["radius"] for one in screens)
    assert sum(0 < look["hidden"] < 100 for look in LOOKS) >= 10
