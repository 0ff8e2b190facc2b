"""7.0 to 7.5: looks. What one model makes of another across terrain, wrecks and models: sight, and dice of cover."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_incline
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, strip_between
from gearlock.systems.blitz.lock_and_cover.veils import Veil, comes_near
from gearlock.systems.blitz.lock_and_cover.ways import HAIR, Way
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.polygon import is_inside
from gearlock.table.shadow import Solid
from gearlock.table.sight import prism
from gearlock.table.sightlines import are_parted, is_above, open_cells
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground, Piece

OPEN, HEAVY, MEDIUM, LIGHT, MODEL, HULK = range(6)
"""Classes of what hides: nothing, the three ratings, models, and the huge ones that hide like heavy cover."""
RATINGS: Final = {"light": LIGHT, "medium": MEDIUM, "heavy": HEAVY}
DICE: Final = (0, 3, 2, 1, 2, 3)
LOWEST: Final = INCH // 2
"""What is lower is no cover to anybody."""


@rule("blitz.7.0", "blitz.7.5-table")
@heeds("blitz.7.3")
class Look(NamedTuple):
    """What one model makes of another."""

    sight: bool
    """An uninterrupted line joins the two silhouettes."""
    full: bool
    """There is none: the target has full cover."""
    blocked: bool
    """Heavy full cover, an inch thick or more: no Lock and no direct attack."""
    adjacent: int
    """Dice of the best cover within an inch of the target."""
    additional: int
    """Dice of everything else between."""
    has_cover: bool
    screens: tuple[str, ...]
    """Models and wrecks whose cover counts: they defend if the attack misses."""
    hard: int = 0
    """Dice of full heavy cover alone."""

    @property
    def dice(self) -> int:
        """What cover adds to the target's defence."""
        return self.adjacent + self.additional


class Sighting(NamedTuple):
    """A look across a ground and some models, which are told by their number among them."""

    sight: bool = True
    blocked: bool = False
    adjacent: int = 0
    additional: int = 0
    screens: tuple[int | str, ...] = ()
    """Whose cover counts: numbers of models, ids of those that are pieces."""
    hard: int = 0


CLEAR: Final = Sighting()
NOWHERE: Final = Body(0, 0)
MODEL_PIECE: Final = "model"
"""What names the model that a piece is, or is part of."""
Place = Crossing[Sighting]
"""A ground made ready for looking across."""


@rule("blitz.7.3a")
@heeds("blitz.7.0")
def rating_class(piece: Piece) -> int:
    """Light, medium or heavy as the map rates it, else light; what is lower than half an inch hides nothing."""
    if piece.top - piece.base < LOWEST or piece.kind in ("road", "water", "open"):
        return OPEN
    return RATINGS.get(piece.rating, LIGHT)


@heeds("blitz.6.5a")
def is_area(piece: Piece) -> bool:
    """Whether it is abstract terrain that is looked through; all else hides by its shape."""
    return piece.kind == "area"


@lru_cache(maxsize=64)
def crossing_of(ground: Ground) -> Place:
    """A ground to look across, kept for the grounds in use."""
    return Crossing(ground, Classes(rating_class, is_area, INCH, HEAVY), Onlooker(ground).look)


@final
class Onlooker:
    """Judges looks across one ground."""

    __slots__ = ("_areas", "_models", "_patches", "_slopes")

    def __init__(self, ground: Ground) -> None:
        hiding = [piece for piece in ground.pieces if rating_class(piece)]
        self._patches = {p.id: Patch(p.id, rating_class(p), p.outline, p.base, p.top) for p in hiding}
        self._areas = {p.id: prism(p.id, rating_class(p), p.outline, p.base, p.top) for p in hiding if is_area(p)}
        self._slopes = frozenset(piece.id for piece in hiding if is_incline(piece))
        self._models = {p.id: str(p.props[MODEL_PIECE]) for p in hiding if MODEL_PIECE in p.props}

    def look(self, place: Place, start: Body, end: Body, _aloft: bool, hiders: tuple[Hider, ...]) -> Sighting:
        """The look from one silhouette to another."""
        solids, patches = place.between(strip_between(start, end), hiders)
        if not solids and not patches:
            return CLEAR
        things, areas = self._veils(solids, patches, hiders)
        if is_above(start, end):
            return _looked_past(start, end, things)
        way = Way(start, end)
        things = [veil for veil in things if is_cover(way, veil)]
        areas = [veil for veil in areas if is_cover(way, veil)]
        if not things and not areas:
            return CLEAR
        sight, blocked = _seen(way, things, areas)
        veils = [veil for veil in [*things, *areas] if not self._is_underfoot(veil, start, end)]
        return _counted(way, veils, sight, blocked)

    def _veils(
        self, solids: list[Solid], patches: list[Patch], hiders: tuple[Hider, ...]
    ) -> tuple[list[Veil], list[Veil]]:
        """What may interrupt lines: things with a shape, models the last of them; and area terrain."""
        things: list[Veil] = []
        count = len(solids) - len(hiders)
        for solid in solids[:count]:
            who = self._models.get(solid.id, "")
            veil = Veil(solid, who, self._patches[solid.id], NOWHERE)
            veil.is_model = bool(who)
            things.append(veil)
        for number, hider in enumerate(hiders):
            things.append(Veil(solids[count + number], number, None, Body(*hider[1:])))
        areas: list[Veil] = []
        for patch in patches:
            veil = Veil(self._areas[patch.id], patch.id, patch, NOWHERE)
            veil.is_area = True
            areas.append(veil)
        return things, areas

    def _is_underfoot(self, veil: Veil, start: Body, end: Body) -> bool:
        """Whether it is a slope that one of them stands on: that is ground to it, and no cover."""
        patch = veil.patch
        if patch is None or patch.id not in self._slopes:
            return False
        return any(is_inside(patch.outline, body.x, body.y) for body in (start, end))


def _looked_past(start: Body, end: Body, things: list[Veil]) -> Sighting:
    """The look at a model right above or below: what lies between is a floor over both, or it hides nothing."""
    floors = [veil for veil in things if veil.klass <= LIGHT and are_parted(start, end, [veil.solid])]
    if not floors:
        return CLEAR
    best, is_hard = max(map(_dice_of, floors)), any(veil.klass == HEAVY for veil in floors)
    return Sighting(False, is_hard, best, 0, (), best if is_hard else 0)


@rule("blitz.7.2", "blitz.7.5b")
@heeds("blitz.7.0a", "blitz.9.3")
def is_cover(way: Way, veil: Veil) -> bool:
    """Whether something interrupts any line; it notes whether it hides all alone. Models that do not are no cover."""
    patch = veil.patch
    if patch is not None and way.is_shut_by(patch, INCH if veil.is_area else 0):
        veil.full = True
        return True
    if not way.is_broken_by(veil.solid):
        return False
    if patch is not None and veil.is_area:
        veil.full = not way.has_open_line([way.cell], [patch], [veil.solid])
    else:
        veil.full = not open_cells(way.start, way.end, [veil.solid])
    return veil.full or veil.klass <= LIGHT


@rule("blitz.7.5")
@heeds("blitz.7.1", "blitz.7.5a", "blitz.7.5-table")
def _seen(way: Way, things: list[Veil], areas: list[Veil]) -> tuple[bool, bool]:
    """Whether any line is open, and whether no line is that avoids heavy cover an inch thick.

    A piece that hides all by itself settles it; several together can do the same.
    """
    if any(veil.full for veil in things) or any(veil.full for veil in areas):
        sight = False
    else:
        sight = len(things) + len(areas) < 2 or _is_open(way, things, areas)
    if sight:
        return True, False
    walls = [veil for veil in things if veil.klass == HEAVY]
    rocks = [veil for veil in areas if veil.klass == HEAVY]
    if any(veil.full for veil in rocks) or any(veil.full and is_thick(way, veil) for veil in walls):
        return False, True
    if len(walls) + len(rocks) < 2:
        return False, False
    return False, not _is_open(way, [wall for wall in walls if is_thick(way, wall)], rocks)


@rule("blitz.7.5a")
def is_thick(way: Way, veil: Veil) -> bool:
    """Whether an inch of it or more lies on the way where it is thickest."""
    return veil.patch is not None and way.deepest(veil.patch.outline) >= INCH - HAIR


def _is_open(way: Way, things: list[Veil], areas: list[Veil]) -> bool:
    """Whether all of these together leave a line open."""
    cells = open_cells(way.start, way.end, [veil.solid for veil in things]) if things else [way.cell]
    if not cells or not areas:
        return bool(cells)
    patches = [veil.patch for veil in areas if veil.patch is not None]
    return way.has_open_line(cells, patches, [veil.solid for veil in areas])


@rule("blitz.7.3b")
@heeds("blitz.7.0", "blitz.7.2", "blitz.7.5b")
def _counted(way: Way, veils: list[Veil], sight: bool, blocked: bool) -> Sighting:
    """The dice of cover: the best piece within an inch of the target, and what else stands between.

    Of that every piece that hides all by itself adds its rating, and all the others together one die. Of equals
    terrain counts before models, so that nobody is a screen without need.
    """
    counted = [
        veil
        for veil in sorted(veils, key=_is_model)
        if is_tall_enough(veil.height, way.end.height) and not _is_own(way.start, way.end, veil)
    ]
    near = [veil for veil in counted if veil.is_near(way.end, INCH)]
    beyond = [veil for veil in counted if veil not in near]
    whole = [veil for veil in beyond if veil.full]
    partial = [veil for veil in beyond if not veil.full and _is_between(way, veil)]
    best = [max(near, key=_dice_of)] if near else []
    additional = sum(map(_dice_of, whole)) + (1 if partial else 0)
    shared = partial if partial and partial[0].is_model else []
    screens = tuple(dict.fromkeys([veil.who for veil in (*whole, *best, *shared) if veil.is_model]))
    hard = max(map(_hard_dice, near), default=0) + sum(map(_hard_dice, whole))
    return Sighting(sight, blocked, sum(map(_dice_of, best)), additional, screens, hard)


def _dice_of(veil: Veil) -> int:
    return DICE[veil.klass]


@heeds("blitz.wtrait.spray")
def _hard_dice(veil: Veil) -> int:
    """Dice of full heavy cover."""
    return DICE[HEAVY] if veil.full and veil.klass in (HEAVY, HULK) else 0


def _is_model(veil: Veil) -> bool:
    return veil.is_model


@heeds("blitz.7.0", "blitz.7.2")
def is_tall_enough(height: int, target: int) -> bool:
    """Whether something is at least half as high as the target: only then it is cover."""
    return height >= LOWEST and 2 * height >= target


@heeds("blitz.7.3b")
def _is_own(looker: Body, target: Body, veil: Veil) -> bool:
    """Whether it is the looker's own cover, which it sees past: near it, small, and not touched by the target."""
    return (
        not veil.full
        and veil.is_near(looker, INCH)
        and veil.is_within(looker, 2 * looker.height)
        and not veil.is_near(target, 0)
    )


@heeds("blitz.7.3b", "blitz.7.5b")
def _is_between(way: Way, veil: Veil) -> bool:
    """Whether partial cover counts: of tall area terrain more than an inch, and none that the looker looks out of."""
    patch = veil.patch
    if patch is None or not veil.is_area or patch.top < max(way.start.top, way.end.top):
        return True
    return not comes_near(patch.outline, way.start, 0) and way.deepest(patch.outline) > INCH + HAIR
