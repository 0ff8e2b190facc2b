"""7: lines between silhouettes, sight, and dice of cover."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple, final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_incline
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, strip_between
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.openings import Cell, Corners, Spot, Vista
from gearlock.table.polygon import Outline, border_compared, compare_to_segment, is_inside
from gearlock.table.shadow import Solid
from gearlock.table.sight import prism
from gearlock.table.sightlines import are_parted, is_above, open_cells
from gearlock.table.strip import Patch, Strip
from gearlock.table.terrain import Ground, Piece

# --- Veils: whatever interrupts lines between two silhouettes, and how near it is to either


@final
class Veil:
    """Something that interrupts lines: its class, height and place, whether it hides all by itself, and who it is."""

    __slots__ = ("full", "height", "is_area", "is_model", "klass", "patch", "solid", "spot", "who")

    def __init__(self, solid: Solid, who: int | str, patch: Patch | None, spot: Body) -> None:
        self.solid, self.who, self.patch, self.spot = solid, who, patch, spot
        self.klass = solid.klass
        self.is_area, self.is_model = False, patch is None
        self.height = int(solid.top - solid.base)
        self.full = False

    def is_near(self, body: Body, reach: int) -> bool:
        """Whether it comes as near to a base as this, seen from above and in height."""
        if self.solid.base > body.top + reach or self.solid.top < body.z - reach:
            return False
        if self.patch is None:
            spot = self.spot
            return (spot.x - body.x) ** 2 + (spot.y - body.y) ** 2 <= (spot.radius + body.radius + reach) ** 2
        patch = self.patch
        if (patch.x - body.x) ** 2 + (patch.y - body.y) ** 2 > (patch.reach + body.radius + reach) ** 2:
            return False
        return comes_near(patch.outline, body, reach)

    def is_within(self, body: Body, reach: int) -> bool:
        """Whether all of it lies this near to a base: every side of a piece comes that near."""
        if self.patch is None:
            spot, room = self.spot, body.radius + reach - self.spot.radius
            return room >= 0 and (spot.x - body.x) ** 2 + (spot.y - body.y) ** 2 <= room * room
        corners, room = self.patch.outline, body.radius + reach
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        return all(compare_to_segment(body.x, body.y, *one, *other, room) <= 0 for one, other in sides)


def comes_near(outline: Outline, body: Body, reach: int) -> bool:
    """Whether an outline comes as near to a base as this."""
    return border_compared(outline, body.x, body.y, body.radius + reach) <= 0 or is_inside(outline, body.x, body.y)


# --- 7.2 and 7.5b: lines between two silhouettes, and how much area terrain lies on them
# A silhouette is a flat through the middle of a base, as wide as the base and square to the look, like the cut-outs
# that players hold up. A line is told by how far left of the middle it leaves one flat (`here`) and meets the other
# (`there`).

HAIR: Final = 0.01
"""Mils that a length may be off after it was worked out."""
FINEST: Final = 0.5
"""Mils: the least step in the search for a line."""

Heights = list[tuple[float, float]]
"""From which height to which lines run."""


@final
class Way:
    """The way between two silhouettes: all lines there are, and the heights that see most and least."""

    __slots__ = ("_ahead_x", "_ahead_y", "_strip", "cell", "end", "far", "length", "near", "start", "vista")

    def __init__(self, start: Body, end: Body) -> None:
        self.start, self.end = start, end
        dx, dy = float(end.x - start.x), float(end.y - start.y)
        self.length = sqrt(dx * dx + dy * dy)
        self._ahead_x, self._ahead_y = dx / self.length, dy / self.length
        self.near, self.far = float(start.radius), float(end.radius)
        self.vista = Vista(start, end)
        self.cell = self.vista.all_lines()
        wide = max(start.radius, end.radius)
        self._strip = Strip(start.x, start.y, wide, end.x, end.y, wide)

    def is_broken_by(self, solid: Solid) -> bool:
        """Whether this interrupts any line at all; a line along its very side is not interrupted."""
        start, end = self.start, self.end
        heights = [(start.z + 1.0, end.z + 1.0)]
        if solid.base > min(start.z, end.z):
            level = (solid.base + solid.top) / 2.0
            heights += [(start.z + 1.0, float(end.top)), (float(start.top), end.z + 1.0), (start.top, end.top)]
            heights.append((_within(level, start), _within(level, end)))
        return any(self._is_entered(corners) for low, high in heights for corners in self.vista.parts(solid, low, high))

    def _is_entered(self, corners: Corners) -> bool:
        """Whether any line has corners on both sides of it."""
        near, far = self.vista.near, self.vista.far
        is_left = is_right = True
        for share, aside in corners:
            wide = near * abs(1.0 - share) + far * abs(share)
            is_left = is_left and aside >= wide
            is_right = is_right and aside <= -wide
        return not is_left and not is_right

    def is_shut_by(self, patch: Patch, least: int) -> bool:
        """Whether this one piece plainly lies across all lines, so much of it on each. It is a proof or nothing."""
        start, end = self.start, self.end
        foot, top = min(start.z, end.z), max(start.top, end.top)
        if patch.base > foot:
            return False
        if not least:
            return self._strip.is_walled([patch], foot, top)
        return self._strip.is_barred([patch], least, foot, top, patch.klass)

    def deepest(self, outline: Outline) -> float:
        """How much of a piece lies on a line straight along the way where that is most: its thickness to this look."""
        spots = self._seen(outline)
        near, far, wide = self.near, self.far, max(self.near, self.far)
        asides = sorted({-far, -near, near, far, *(aside for _, aside in spots if -wide < aside < wide)})
        most = 0.0
        for low, high in pairwise(asides):
            edge = min(HAIR / 10.0, (high - low) / 4.0)
            for aside in (low + edge, high - edge):
                into, out = self._reach_at(abs(aside))
                most = max(most, _length_on(spots, aside, aside, self.length, into, out) * self.length)
        return most

    def _reach_at(self, aside: float) -> tuple[float, float]:
        """Between which shares of the way lines run that far from its middle; all of it between equal bases."""
        narrow, wide = min(self.near, self.far), max(self.near, self.far)
        if aside <= narrow or wide == narrow:
            return 0.0, 1.0
        share = (aside - narrow) / (wide - narrow)
        return (share, 1.0) if self.far > self.near else (0.0, 1.0 - share)

    def has_open_line(self, cells: list[Cell], areas: list[Patch], prisms: list[Solid]) -> bool:
        """Whether one of these lines has an inch or less of each of these areas before it, from base to base.

        Lines past all of them are found exactly; those that clip a corner, or lead out of one, are searched for.
        """
        heights = self._heights(areas)
        views = [(self._seen(area.outline), float(area.base), float(area.top)) for area in areas]
        straight = len(cells) == 1 and cells[0] is self.cell
        for low, high in heights:
            if straight and self._most_on(views, 0.0, 0.0, low, high) <= INCH + HAIR:
                return True
            if self.vista.left_open(cells, prisms, low, high):
                return True
        return any(self._found(cell, views, low, high) for low, high in heights for cell in cells)

    def _heights(self, areas: list[Patch]) -> Heights:
        start, end = self.start, self.end
        found: Heights = [(float(start.top), float(end.top))]
        if any(area.base > min(start.z, end.z) for area in areas):  # under what hangs in the air low lines are best
            found += [(start.z + 1.0, end.z + 1.0), (float(start.top), end.z + 1.0), (start.z + 1.0, float(end.top))]
        return found

    def _found(self, cell: Cell, views: list[View], low: float, high: float) -> bool:
        """A search in one cell: from its middle, corners and sides to wherever there is less."""
        middle = _middle(cell)
        tries = [middle]
        for number, corner in enumerate(cell):
            side = _between(corner, cell[number - 1], 0.5)
            tries += [_between(corner, middle, share) for share in (0.0001, 0.5)] + [_between(side, middle, 0.0001)]
        least, best = min((self._most_on(views, here, there, low, high), (here, there)) for here, there in tries)
        step = max(self.near, self.far, FINEST) / 2.0
        while least > INCH + HAIR and step >= FINEST:
            better = least
            for by_here, by_there in STEPS:
                here, there = best[0] + by_here * step, best[1] + by_there * step
                if _is_in(cell, here, there):
                    depth = self._most_on(views, here, there, low, high)
                    if depth < better:
                        better, spot = depth, (here, there)
            if better < least:
                least, best = better, spot
            else:
                step /= 2.0
        return least <= INCH + HAIR

    def _most_on(self, views: list[View], here: float, there: float, low: float, high: float) -> float:
        """The most that any of these areas has on a line, from where it leaves one base to where it meets the other."""
        slant = there - here
        stretch = sqrt(self.length * self.length + slant * slant)
        most = 0.0
        leaves, meets = (
            _out_of(here, slant, self.length, self.near),
            1.0 - _out_of(there, -slant, self.length, self.far),
        )
        for spots, base, top in views:
            into, out = _stretch(base, top, low, high)
            into, out = max(into, leaves), min(out, meets)
            if into < out:
                most = max(most, _length_on(spots, here, there, self.length, into, out) * stretch)
        return most

    def _seen(self, outline: Outline) -> list[Spot]:
        """Corners as (mils ahead, mils to the left) of the near middle."""
        x0, y0, ahead_x, ahead_y = self.start.x, self.start.y, self._ahead_x, self._ahead_y
        return [((x - x0) * ahead_x + (y - y0) * ahead_y, (y - y0) * ahead_x - (x - x0) * ahead_y) for x, y in outline]


View = tuple[list[Spot], float, float]
"""An area as it is seen along a way, its base and its top."""
STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


def _within(level: float, body: Body) -> float:
    return min(max(level, body.z + 1.0), float(max(body.top, body.z + 1)))


def _out_of(aside: float, slant: float, length: float, radius: float) -> float:
    """The share of a line that lies within the base it begins in."""
    inner = max(radius * radius - aside * aside, 0.0)
    square = length * length + slant * slant
    return (-aside * slant + sqrt(aside * aside * slant * slant + square * inner)) / square


@heeds("blitz.6.5a")
def _stretch(base: float, top: float, low: float, high: float) -> tuple[float, float]:
    """Between which shares of the way a line from one height to another is neither above an area nor below it."""
    rise = high - low
    if rise == 0.0:
        return (0.0, 1.0) if base <= low <= top else (1.0, 0.0)
    to_top, to_base = (top - low) / rise, (base - low) / rise
    return max(min(to_top, to_base), 0.0), min(max(to_top, to_base), 1.0)


def _length_on(spots: list[Spot], here: float, there: float, length: float, into: float, out: float) -> float:
    """The share of a line that lies in an outline, counted between two shares of the way."""
    slant = (there - here) / length
    shares: list[float] = []
    before_x, before_y = spots[-1]
    before = before_y - here - slant * before_x
    for x, y in spots:
        after = y - here - slant * x
        if (before >= 0.0) != (after >= 0.0):
            shares.append((before_x + (x - before_x) * (before / (before - after))) / length)
        before_x, before = x, after
    shares.sort()
    total = 0.0
    for number in range(0, len(shares) - 1, 2):
        total += max(0.0, min(shares[number + 1], out) - max(shares[number], into))
    return total


def _middle(cell: Cell) -> Spot:
    return sum([here for here, _ in cell]) / len(cell), sum([there for _, there in cell]) / len(cell)


def _between(one: Spot, other: Spot, share: float) -> Spot:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _is_in(cell: Cell, here: float, there: float) -> bool:
    """Whether a line belongs to a convex cell, whichever way round its corners run."""
    lefts = rights = 0
    u0, v0 = cell[-1]
    for u1, v1 in cell:
        turn = (u1 - u0) * (there - v0) - (v1 - v0) * (here - u0)
        lefts += turn > 0.0
        rights += turn < 0.0
        u0, v0 = u1, v1
    return lefts == 0 or rights == 0


# --- 7.0 to 7.5: looks. What one model makes of another across terrain, wrecks and models: sight, and dice of cover

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
