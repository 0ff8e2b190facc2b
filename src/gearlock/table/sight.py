"""The one sight function: what an eye sees of a body across terrain and other models.

A `Scene` is a ground with the caller's classes on it (0 hides nothing; what other numbers mean is the system's own).
`Scene.look` tells for one eye point how much of the target each class hides, alone and all together, how much ground
lies between in each piece, and what stands in the way. Shares are whole millionths, so that "half hidden" is never a
matter of a rounding. A line along the very side of a solid is half in it; a line at exactly its top is stopped by it.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, final

from gearlock.table.bodies import Body
from gearlock.table.lookout import Lookout
from gearlock.table.measure import root_up
from gearlock.table.polygon import Outline, counter_clockwise, is_inside
from gearlock.table.shadow import Solid
from gearlock.table.terrain import Ground, Piece

WHOLE: Final = 1_000_000
COLUMNS: Final = 17


def prism(id: str, klass: int, outline: Outline, base: int, top: int, least: int = 0, model: bool = False) -> Solid:
    """A solid over a polygon: terrain, smoke, a wreck. `least`: mils of it needed on a line before it hides there."""
    corners = counter_clockwise(outline)
    xs = [float(x) for x, _ in corners]
    ys = [float(y) for _, y in corners]
    return Solid(id, klass, xs, ys, 0.0, float(base), float(top), float(least), model)


def cylinder(id: str, klass: int, body: Body, least: int = 0, model: bool = True) -> Solid:
    """A body standing in the way, as a rule a model; give it the height it hides with (a wreck may be lower)."""
    radius, top = float(max(body.radius, 1)), float(body.z + body.height)
    return Solid(id, klass, [float(body.x)], [float(body.y)], radius, float(body.z), top, float(least), model)


@final
class Screen:
    """One thing that hides part of the target: how far from the eye it begins and what it would hide by itself."""

    __slots__ = ("id", "klass", "model", "near", "share")

    def __init__(self, id: str, klass: int, model: bool, near: int, share: int) -> None:
        self.id = id
        self.klass = klass
        self.model = model
        self.near = near
        self.share = share

    def __repr__(self) -> str:
        return f"Screen({self.id!r}, klass={self.klass}, near={self.near}, share={self.share})"


@final
class Sight:
    """What one look found. All shares are millionths of the target's silhouette."""

    __slots__ = ("by_class", "crossed", "distance", "obscured", "screens")

    def __init__(
        self, distance: int, obscured: int, by_class: dict[int, int], screens: list[Screen], crossed: dict[str, int]
    ) -> None:
        self.distance = distance  # mils in plan from the eye to the target's middle
        self.obscured = obscured  # hidden by all classes together
        self.by_class = by_class  # hidden by each class alone
        self.screens = screens  # nearest first
        self.crossed = crossed  # mils of the centre line in each piece, by id

    def obscured_by(self, klass: int) -> int:
        """The share one class hides alone."""
        return self.by_class.get(klass, 0)

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of the target shows."""
        return self.obscured >= WHOLE

    @property
    def blockers(self) -> list[str]:
        """Ids of all that hide some of it, nearest first."""
        return [screen.id for screen in self.screens]

    @property
    def intervening(self) -> list[str]:
        """Ids of the models among them."""
        return [screen.id for screen in self.screens if screen.model]

    def __repr__(self) -> str:
        return (
            f"Sight(obscured={self.obscured}, by_class={self.by_class}, screens={self.screens}, crossed={self.crossed})"
        )


@final
class _Tally:
    """Sums of one or two passes over the solids in the way."""

    __slots__ = ("all", "by_class", "mid", "near", "own", "passes")

    def __init__(self, solids: int) -> None:
        self.all = 0.0
        self.by_class: dict[int, float] = {}
        self.own = [0.0] * solids
        self.near = [0.0] * solids
        self.mid = [1.0] * solids
        self.passes = 0

    def run(self, lookout: Lookout, solids: list[Solid], left: bool) -> None:
        """Cast all solids, sorted by class, and add up what they hide."""
        lookout.begin(left)
        self.passes += 1
        klass = 0
        for number, solid in enumerate(solids):
            if solid.klass != klass:
                if klass:
                    self.by_class[klass] = self.by_class.get(klass, 0.0) + lookout.hidden_by_class()
                klass = solid.klass
            self.own[number] += lookout.cast(solid)
            self.near[number] = max(self.near[number], lookout.nearest)
            self.mid[number] = min(self.mid[number], lookout.mid_span)
        if klass:
            self.by_class[klass] = self.by_class.get(klass, 0.0) + lookout.hidden_by_class()
            self.all += lookout.hidden_by_all()


def _klass_of(solid: Solid) -> int:
    return solid.klass


def _near_of(screen: Screen) -> tuple[int, str]:
    return screen.near, screen.id


@final
class Scene:
    """A ground made ready for looking across: every piece has its class and the depth it needs to hide anything.

    Build one for a ground and keep it; building costs far more than looking.
    """

    __slots__ = ("_lookouts", "ground", "solids")

    def __init__(
        self, ground: Ground, klass: Callable[[Piece], int], least: Callable[[Piece], int] | None = None
    ) -> None:
        self.ground = ground
        self.solids = [
            prism(piece.id, klass(piece), piece.outline, piece.base, piece.top, least(piece) if least else 0)
            for piece in ground.pieces
        ]
        self._lookouts: list[Lookout] = []

    def look(
        self,
        x: int,
        y: int,
        z: int,
        target: Body,
        extras: Sequence[Solid] = (),
        without: Collection[str] = (),
        columns: int = COLUMNS,
    ) -> Sight:
        """Look from one point at a body. `extras` stand in the way beside the terrain; ids in `without` never do.

        `columns` is odd: the strips across the target. An eye within the target's own footprint looks straight down on
        it (or up): then a solid over the target's middle hides all of it if it is at least as tall, else nothing.
        """
        solids = list(self.solids)
        solids.extend(extras)
        square = (target.x - x) ** 2 + (target.y - y) ** 2
        if square < target.radius**2 or square == 0:
            return _look_down(x, y, z, target, [solid for solid in solids if solid.id not in without])
        lookout = self._borrow(columns if target.radius > 0 else 1)
        eye, foot = (float(x), float(y), float(z)), (float(target.x), float(target.y), float(target.z))
        lookout.face(eye, foot, float(target.radius), float(max(target.height, 1)))
        solids = lookout.in_way(solids)
        if without:
            solids = [solid for solid in solids if solid.id not in without]
        solids.sort(key=_klass_of)
        tally = _Tally(len(solids))
        tally.run(lookout, solids, False)
        if lookout.grazed:
            tally.run(lookout, solids, True)
        self._lookouts.append(lookout)
        return _sum_up(tally, lookout, solids, root_up(square))

    def passes_by(self, x: int, y: int, z: int, target: Body, solids: list[Solid]) -> bool:
        """Whether a look from one point at a body passes all these solids by, so that it need not be taken for them."""
        square = (target.x - x) ** 2 + (target.y - y) ** 2
        if square < target.radius**2 or square == 0:
            return not solids
        lookout = self._borrow(COLUMNS if target.radius > 0 else 1)
        eye, foot = (float(x), float(y), float(z)), (float(target.x), float(target.y), float(target.z))
        lookout.face(eye, foot, float(target.radius), float(max(target.height, 1)))
        self._lookouts.append(lookout)
        return not lookout.in_way(solids)

    def _borrow(self, columns: int) -> Lookout:
        """A lookout with that many columns; kept ones are used again."""
        if columns % 2 == 0:
            raise ValueError(f"a look needs an odd number of columns, not {columns}")
        if self._lookouts:
            lookout = self._lookouts.pop()
            if lookout.count == columns:
                return lookout
        return Lookout(columns)


def _sum_up(tally: _Tally, lookout: Lookout, solids: list[Solid], distance: int) -> Sight:
    """Turn sums into shares."""
    part = WHOLE / (lookout.height * lookout.count * tally.passes)
    by_class = {klass: round(hidden * part) for klass, hidden in tally.by_class.items()}
    screens: list[Screen] = []
    crossed: dict[str, int] = {}
    for number, solid in enumerate(solids):
        if tally.near[number] > 0.0:
            near = round(lookout.distance / tally.near[number])
            screens.append(Screen(solid.id, solid.klass, solid.model, near, round(tally.own[number] * part)))
        length = round(tally.mid[number] * lookout.distance)
        if length > 0:
            crossed[solid.id] = length
    screens.sort(key=_near_of)
    return Sight(distance, round(tally.all * part), by_class, screens, crossed)


def _look_down(x: int, y: int, z: int, target: Body, solids: list[Solid]) -> Sight:
    """The look straight down or up: what covers the target's middle hides it wholly, from any depth."""
    screens: list[Screen] = []
    for solid in solids:
        from_above = z >= target.top and solid.top >= target.top and solid.base < z
        from_below = z < target.z and solid.base <= target.z and solid.top > z
        if solid.klass and (from_above or from_below) and covers(solid, target.x, target.y):
            screens.append(Screen(solid.id, solid.klass, solid.model, 0, WHOLE))
    screens.sort(key=_near_of)
    by_class = {screen.klass: WHOLE for screen in screens}
    distance = root_up((target.x - x) ** 2 + (target.y - y) ** 2)
    return Sight(distance, WHOLE if screens else 0, by_class, screens, {})


def covers(solid: Solid, x: int, y: int) -> bool:
    """Whether a solid lies over a point in plan; its border counts."""
    if solid.radius > 0.0:
        return (solid.cx - x) * (solid.cx - x) + (solid.cy - y) * (solid.cy - y) <= solid.radius * solid.radius
    return is_inside(tuple([(int(cx), int(cy)) for cx, cy in zip(solid.xs, solid.ys, strict=True)]), x, y)
