"""Looks in the most obvious way: rays from the eye to a grid of points on the target, followed step by step."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from gearlock.systems.fieldmanual.lock_and_cover.looks import is_solid, type_of
from gearlock.systems.fieldmanual.state import DEAD, State, Unit
from gearlock.table.polygon import is_inside

ACROSS, UP, STEP = 11, 20, 40.0
"""Points across the target and up it, and mils between two places on a ray."""


class Slow(NamedTuple):
    hidden: float
    solid: float
    light: float
    medium: float
    heavy: float
    models: int


class Thing(NamedTuple):
    """Something that hides: a piece of terrain, a wreck or a model."""

    unit: Unit | None
    outline: tuple[tuple[int, int], ...]
    base: int
    top: int
    kind: str
    solid: bool
    zone: bool

    def covers(self, x: float, y: float) -> bool:
        if self.unit is not None:
            return hypot(self.unit.x - x, self.unit.y - y) <= self.unit.card.radius
        return is_inside(self.outline, round(x), round(y))


def things_of(state: State, looker: Unit, target: Unit) -> list[Thing]:
    found = []
    for piece in state.ground.pieces:
        if type_of(piece):
            kind = "heavy" if type_of(piece) == "solid" else type_of(piece)
            found.append(Thing(None, piece.outline, piece.base, piece.top, kind, is_solid(piece), piece.kind == "area"))
    for unit in state.units.values():
        if unit.id not in (looker.id, target.id):
            kind = "heavy" if unit.status == DEAD else "model"
            found.append(Thing(unit, (), unit.z, unit.z + unit.height, kind, False, False))
    return found


def slow_look(state: State, looker: Unit, target: Unit) -> Slow:
    """As much as a model sees of another on level ground and off it."""
    things = things_of(state, looker, target)
    dx, dy = target.x - looker.x, target.y - looker.y
    length = hypot(dx, dy)
    ahead = (dx / length, dy / length)
    eye = (looker.x + ahead[0] * looker.card.radius, looker.y + ahead[1] * looker.card.radius, looker.z + looker.height)
    front = (target.x - ahead[0] * target.card.radius, target.y - ahead[1] * target.card.radius)
    seen: list[set[int]] = []
    for column in range(ACROSS):
        aside = target.card.radius * (2 * column + 1 - ACROSS) / ACROSS
        end = (front[0] - ahead[1] * aside, front[1] + ahead[0] * aside)
        places = [under(thing, eye, end) for thing in things]
        for row in range(UP):
            z = target.z + target.height * (row + 0.5) / UP
            seen.append({n for n, thing in enumerate(things) if is_in_way(thing, places[n], eye[2], z, target)})
    count = len(seen)
    shares = [sum(n in each for each in seen) / count for n in range(len(things))]
    counted = [
        n for n, thing in enumerate(things) if (shares[n] * target.height > 125 if thing.solid else shares[n] >= 0.5)
    ]
    lengths = {
        kind: along(state, looker, target, [things[n] for n in counted if things[n].kind == kind])
        for kind in ("light", "medium", "heavy")
    }
    return Slow(
        sum(bool(each) for each in seen) / count,
        sum(any(things[n].solid for n in each) for each in seen) / count,
        lengths["light"],
        lengths["medium"],
        lengths["heavy"],
        sum(things[n].kind == "model" for n in counted),
    )


def under(thing: Thing, eye: tuple[float, float, float], end: tuple[float, float]) -> list[float]:
    """At which shares of a line something lies over or under it."""
    steps = max(2, round(hypot(end[0] - eye[0], end[1] - eye[1]) / STEP))
    shares = [(step + 0.5) / steps for step in range(steps)]
    return [share for share in shares if thing.covers(*(a + (b - a) * share for a, b in zip(eye, end, strict=False)))]


def is_in_way(thing: Thing, places: list[float], eye: float, end: float, target: Unit) -> bool:
    """Whether something stands on one ray; a zone covers who is in it as high as it is."""
    if thing.zone and thing.base <= target.z < thing.top and thing.covers(target.x, target.y):
        return end <= thing.top
    return any(thing.base <= eye + (end - eye) * share <= thing.top for share in places)


def along(_state: State, looker: Unit, target: Unit, things: list[Thing]) -> float:
    """Mils of the middle line between the bases in any of these, where they rise to the line from foot to foot."""
    length = hypot(target.x - looker.x, target.y - looker.y)
    near, far = looker.card.radius, length - target.card.radius
    steps = max(2, round((far - near) / 5))
    inside = 0
    for step in range(steps):
        share = (near + (far - near) * (step + 0.5) / steps) / length
        x, y = looker.x + (target.x - looker.x) * share, looker.y + (target.y - looker.y) * share
        z = looker.z + (target.z - looker.z) * share
        inside += any(thing.covers(x, y) and z <= thing.top for thing in things)
    return (far - near) * inside / steps
