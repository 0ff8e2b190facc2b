"""3.8.2: at skirmish scale single obstacles count: whom they hide wholly, and whom they give partial cover."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.line_of_sight.crossing import WEIGHTS
from gearlock.systems.tactical.line_of_sight.measuring import TOUCH
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, JUNGLE, WALLS, WOODLAND, type_of
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import INCH
from gearlock.table.polygon import crossing_length
from gearlock.table.sight import WHOLE, Scene
from gearlock.table.terrain import Ground, Piece

OPAQUE, SEEN_THROUGH = 1, 2
LIGHT_COVER, HEAVY_COVER = 2, 4
"""What partial cover adds to Base Armor, by the kind of obstacle."""
OVER_WALLS: Final = 4
"""The Size from which a unit looks and fires over walls, and shows above them."""
SOMEBODY: Final = INCH // 2
"""How tall who might stand at a point is thought to be: 5 m."""
ALL: Final = WHOLE - WHOLE // 1000
HALF: Final = WHOLE // 2 - WHOLE // 1000
"""Shares of a silhouette, less the thousandth that a look may be off by rounding to whole mils."""


class PartialCover(NamedTuple):
    """Cover against one attacker: what it adds to Base Armor, and the obstacle that gives it."""

    armor: int = 0
    piece: str = ""


@rule("tactical.3.8.1-walls")
def is_hidden_by_wall(looker: Unit, target: Unit) -> bool:
    """Whether a wall between two units hides one from the other: not if either is of Size 4 or more."""
    return max(_size(looker), _size(target)) < OVER_WALLS


def _size(unit: Unit) -> int:
    return 0 if unit.is_infantry else unit.card.size


def is_wall(piece: Piece) -> bool:
    """Whether it is a wall, of either kind."""
    return type_of(piece) in WALLS


def is_obstacle(piece: Piece) -> bool:
    """Whether it is a single thing with a shape of its own: a building, a boulder, a stand of trees; no wall."""
    kind = type_of(piece)
    if piece.top <= piece.base or kind in WALLS:
        return False
    return piece.kind in ("instance", "building") or (kind in BUILT and piece.kind != "hill")


def cover_kind(piece: Piece) -> int:
    """What an obstacle adds to Base Armor: 2 for what is light (trees, bushes, wooden fences), 4 for all else."""
    light = piece.rating == "light" or type_of(piece) in (WOODLAND, JUNGLE)
    return LIGHT_COVER if light and not is_wall(piece) else HEAVY_COVER


def _class_of(piece: Piece) -> int:
    """What it hides as: trees can be looked through, so that they cover and do not hide."""
    return SEEN_THROUGH if type_of(piece) in WEIGHTS and type_of(piece) not in BUILT else OPAQUE


@lru_cache(maxsize=32)
def _scene(ground: Ground) -> Scene | None:
    """The obstacles of a ground made ready for looking across; None if it has none."""
    pieces = tuple(piece for piece in ground.pieces if is_obstacle(piece))
    return Scene(Ground(ground.width, ground.height, pieces), _class_of) if pieces else None


@lru_cache(maxsize=32)
def _walls(ground: Ground) -> tuple[Piece, ...]:
    return tuple(piece for piece in ground.pieces if is_wall(piece))


def _shares(ground: Ground, eye: Body, target: Body) -> dict[str, int]:
    """How much each obstacle hides of a body by itself, and under "" all that is opaque, in millionths."""
    scene = _scene(ground)
    if scene is None:
        return {}
    sight = scene.look(eye.x, eye.y, eye.top, target)
    found = {screen.id: screen.share for screen in sight.screens}
    found[""] = sight.obscured_by(OPAQUE)
    return found


@heeds("tactical.3.8.2-partial-cover", "tactical.3.8.1-walls")
def hiding_obstacle(state: State, looker: Unit, target: Unit) -> str:
    """The obstacle that wholly hides a target at skirmish scale, by its id; "" if it can be seen."""
    if state.scale != SKIRMISH_SCALE:
        return ""
    shares = _shares(state.ground, looker.body, target.body)
    if shares.get("", 0) >= ALL:
        opaque = [name for name in shares if name and _class_of(state.ground.piece(name)) == OPAQUE]
        return max(opaque, key=shares.__getitem__)
    if is_hidden_by_wall(looker, target):
        return next((wall.id for wall in _walls(state.ground) if _is_between(wall, looker, target)), "")
    return ""


@heeds("tactical.3.8.2-partial-cover", "tactical.3.8.1-walls", "tactical.3.8.3-rof")
def obstacle_before(state: State, looker: Unit, x: int, y: int, z: int) -> str:
    """The obstacle behind which a point of the ground lies at skirmish scale, by its id; "" if it can be seen.

    Somebody of a Gear's height is thought to stand there. What the point belongs to does not hide it; over walls only
    units of Size 4 and more look.
    """
    if state.scale != SKIRMISH_SCALE:
        return ""
    shares = _shares(state.ground, looker.body, Body(x, y, z, SOMEBODY // 5, SOMEBODY))
    opaque = [name for name in shares if name and _class_of(state.ground.piece(name)) == OPAQUE]
    others = [name for name in opaque if not state.ground.piece(name).contains(x, y)]
    whole = shares.get("", 0) if others == opaque else max((shares[name] for name in others), default=0)
    if others and whole >= ALL:
        return max(others, key=shares.__getitem__)
    if _size(looker) >= OVER_WALLS:
        return ""
    walls = (wall for wall in _walls(state.ground) if not wall.contains(x, y))
    return next((wall.id for wall in walls if crossing_length(wall.outline, looker.x, looker.y, x, y) > 0), "")


def _is_between(wall: Piece, looker: Unit, target: Unit) -> bool:
    return crossing_length(wall.outline, looker.x, looker.y, target.x, target.y) > 0


@rule("tactical.3.8.2-partial-cover")
@heeds("tactical.3.8.1-walls")
def partial_cover(state: State, target: Unit, attacker: Unit) -> PartialCover:
    """The best partial cover of a vehicle against an attacker at skirmish scale, nothing at any other.

    An obstacle in base contact that hides at least half of it; one that is not in contact has to hide more than half.
    A wall counts for whoever is in contact with it, on the side away from the attacker.
    """
    if state.scale != SKIRMISH_SCALE or target.is_infantry:
        return PartialCover()
    found = [PartialCover()]
    shares = _shares(state.ground, attacker.body, target.body)
    for name, share in shares.items():
        if not name or share < HALF:
            continue
        piece = state.ground.piece(name)
        if _is_touching(target, piece) or share > WHOLE - HALF:
            found.append(PartialCover(cover_kind(piece), name))
    for wall in _walls(state.ground):
        if _is_touching(target, wall) and _is_between(wall, attacker, target):
            found.append(PartialCover(cover_kind(wall), wall.id))
    return max(found)


def _is_touching(unit: Unit, piece: Piece) -> bool:
    """Whether a base touches an obstacle."""
    return footprint_touches(Body(unit.x, unit.y, unit.z, unit.card.radius + TOUCH), piece.outline)
