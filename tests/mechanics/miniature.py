"""A book in miniature that uses every shared part with other numbers than any real one; a section for each part.

Runners race for two flags. Turns are of 60 degrees, ground has a price by the inch, distances go from middle to middle,
sides begin in corner ninths, and friends are run through. It keeps shared parts from being one book in disguise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.climbing import Ascent, Climber, hangs_at, parts_of_climb, refuse_ends, refuse_parts
from gearlock.mechanics.going.edges import Way, refuse_jutting
from gearlock.mechanics.going.leaping import barriers, refuse_leap
from gearlock.mechanics.going.legs import Pace, legs_to
from gearlock.mechanics.going.passage import go_along, keeps_to_roads, met
from gearlock.mechanics.going.resting import resting_place, touchdown
from gearlock.mechanics.going.walls import walls_crossed
from gearlock.mechanics.ground.changed import ruined
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.mechanics.placing.markers import Spacing, apart_from, level_spots, refuse_level, refuse_near, roomy_spots
from gearlock.mechanics.placing.search import grid
from gearlock.mechanics.placing.spots import Stand, spots_around, spots_away, stand_at
from gearlock.mechanics.placing.zones import ninth
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH, bearing, distance, inches_text, turn_between
from gearlock.table.path import Path, walk
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

RADIUS, HEIGHT = INCH // 2, INCH
RULES = {
    "table": "miniature.table", "overlap": "miniature.bodies", "step": "miniature.steps", "edge": "miniature.edges",
    "air": "miniature.edges", "terrain": "miniature.solid", "headroom": "miniature.solid", "top": "miniature.climb",
    "face": "miniature.climb", "height": "miniature.climb", "path": "miniature.climb", "level": "miniature.flags",
    "apart": "miniature.flags",
}  # fmt: skip


def piece(kind: str, x0: int, y0: int, x1: int, y1: int, top: int = 0, **more: int | str) -> Piece:
    """A right-angled piece in inches; every solid holds whoever gets onto it."""
    outline = rectangle(x0 * INCH, y0 * INCH, x1 * INCH, y1 * INCH)
    footing = kind in ("instance", "building", "hill")
    return Piece(
        f"{kind}-{x0}-{y0}", kind, kind, outline, top, rating=str(more.pop("rating", "")), footing=footing, props=more
    )


HOUSE = piece("building", 10, 13, 14, 16, 3_000, doors="12,13")
WOOD, LAKE = piece("area", 9, 5, 13, 9, 1_500, rating="light"), piece("water", 16, 9, 20, 12, depth=800)
ROAD, CRATE, SLOPE = (
    piece("road", 0, 10, 8, 12),
    piece("instance", 4, 14, 6, 16, 400),
    piece("hill", 17, 3, 20, 6, 700, slope=30),
)
GROUND = Ground(24 * INCH, 24 * INCH, (HOUSE, WOOD, LAKE, ROAD, CRATE, SLOPE), "miniature")


@dataclass(slots=True)
class Runner:
    """A figure: nothing of it but its space comes from a shared part."""

    id: str
    seat: str
    name: str
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    inside: str = ""
    hangs: bool = False
    placed: bool = False

    @property
    def body(self) -> Body:
        """The space it takes."""
        return Body(self.x, self.y, self.z, RADIUS, HEIGHT)


@dataclass(slots=True)
class Race:
    """Everything that changes."""

    runners: dict[str, Runner]
    flags: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    weary: int = 0
    ruins: list[str] = field(default_factory=list)

    @property
    def ground(self) -> Ground:
        """The table with the houses that have fallen: knee-high rubble."""
        ground = GROUND
        for name in self.ruins:
            ground = ruined(ground, name, 500, "light")
        return ground

    def clone(self) -> Race:
        """An independent copy."""
        runners = {name: replace(runner) for name, runner in self.runners.items()}
        return Race(runners, self.flags, self.turn, self.weary, self.ruins[:])

    def others(self, runner: Runner) -> list[Runner]:
        """Everybody else on the table."""
        return [other for other in self.runners.values() if other.placed and other is not runner]


# --- going: sixty degrees a turn, so many points an inch --------------------------------------------------------------

TURN, TURNS, POINTS, STEP = 600, 3, 6 * INCH, 500
PRICES = {"light": 2, "heavy": 3}
WALL = 2 * INCH


class Gone(NamedTuple):
    """Where a way leads, and its points."""

    x: int
    y: int
    z: int
    facing: int
    points: int = 0
    inside: str = ""
    hangs: bool = False
    fall: int = 0


def mover(runner: Runner) -> Mover:
    """Runners go through friends, and into houses from the ground."""
    return Mover(
        runner, RADIUS, STEP,
        enters=lambda piece: runner.inside == piece.id or runner.z < piece.top,
        passes=lambda other: other.seat == runner.seat,
    )  # fmt: skip


def legs_towards(runner: Runner, x: int, y: int) -> Path:
    """As straight as three turns allow; backward costs no more than forward."""
    return legs_to(runner, ((x, y),), None, Pace(POINTS, TURNS, TURN))


def go(race: Race, runner: Runner, legs: Path, drop: bool = False) -> Gone | Refusal:
    """Along a path for six points: an inch is one, on a road half of one, in woods two; water is closed."""
    if len([angle for angle, _ in legs if angle]) > TURNS or any(abs(angle) > TURN for angle, _ in legs):
        return Refusal("turn", "miniature.turns", "A path has three turns of sixty degrees.")
    if runner.hangs or not any(length for _, length in legs):
        return Refusal("nowhere", "miniature.turns", "A path leads somewhere, and from no wall.")
    ground, path, body = race.ground, walk(runner.x, runner.y, runner.facing, legs), mover(runner)
    extra = 0

    def meet(piece: Piece, mils: int) -> Refusal | None:
        nonlocal extra
        if piece.kind == "water":
            return Refusal("water", "miniature.water", f"The {piece.name} is closed.")
        extra += mils * (PRICES[piece.rating] - 1)
        return None

    walls, inside = walls_crossed(ground, body, path, runner.inside)
    way = Way(path, runner.z, drop, runner.inside, inside)
    found = ruled(go_along(ground, body, way, met(race.others(runner)), meet), RULES)
    if isinstance(found, Refusal):
        return found
    stop = None if inside else ruled(refuse_jutting(ground, body, path.x, path.y, found.z), RULES)
    length = path.length // 2 if keeps_to_roads(ground, path.strides) else path.length
    points = length + extra + WALL * sum(not wall.has_door(INCH) for wall in walls)
    if stop is None and points > POINTS:
        message = f"This takes {inches_text(points)} points; there are {inches_text(POINTS)}."
        return Refusal("points", "miniature.points", message, {"needs": points, "has": POINTS})
    return stop or Gone(path.x, path.y, found.z, path.facing, points, inside, fall=found.fall)


HANDHOLD, CLIMB, POWER = INCH // 4, 5 * INCH, 5 * INCH


def climb(race: Race, runner: Runner, end: Ascent) -> Gone | Refusal:
    """Up to five inches along a wall or over its edge."""
    if runner.inside:
        return Refusal("inside", "miniature.climb", "Nobody climbs walls from within.")
    refusal = refuse_ends(race.ground, Climber(runner, HANDHOLD, runner.hangs), end)
    parts, length = parts_of_climb(runner, end)
    refusal = refusal or refuse_parts(race.ground, mover(runner), end, parts, race.others(runner))
    if refusal is None and length > CLIMB:
        return Refusal("points", "miniature.climb", f"This is {inches_text(length)} in of climbing.")
    found = Gone(end.x, end.y, end.z, runner.facing, length, hangs=hangs_at(race.ground, end))
    return ruled(refusal, RULES) or found


def leap(race: Race, runner: Runner, x: int, y: int) -> Gone | Refusal:
    """Five inches through the air over what is no taller than a runner, and over every other runner."""
    length, facing = distance(runner.x, runner.y, x, y), bearing(runner.x, runner.y, x, y)
    if not 0 < length <= POWER or abs(turn_between(runner.facing, facing)) > TURN or runner.inside:
        return Refusal("leap", "miniature.leap", "A leap goes five inches ahead, and from no house.")
    landing = ruled(touchdown(race.ground, runner, x, y), RULES)
    if isinstance(landing, Refusal):
        return landing
    path = walk(runner.x, runner.y, facing, ((0, length),))
    for stride in path.strides:
        for barrier in barriers(race.ground, runner, stride, landing, runner.z + HEIGHT):
            return Refusal("barrier", "miniature.leap", f"The {barrier.name} is too tall.", {"piece": barrier.id})
        over = mover(runner)._replace(passes=lambda other: other.z <= runner.z)
        refusal = ruled(refuse_leap(over, stride, race.others(runner)), RULES)
        if refusal is not None:
            return refusal
    if overlapped(landing, race.others(runner)) is not None:
        return Refusal("overlap", RULES["overlap"], "Somebody is there.")
    return Gone(x, y, landing.z, facing, length)


def felled(race: Race, runner: Runner) -> Gone:
    """Where somebody comes to rest when what carried it is gone."""
    z = surface_at(race.ground, runner.x, runner.y, STEP)
    x, y = resting_place(race.ground, runner, z, RADIUS, race.others(runner))
    return Gone(x, y, z, runner.facing)


# --- placing: corner ninths, a partner within four inches, shoves -----------------------------------------------------

CORNERS = {"red": (0, 0), "blue": (2, 2)}
PARTNER, ARM = 4 * INCH, 2 * INCH


def put(race: Race, runner: Runner, x: int, y: int, level: int = 0) -> Stand | Refusal:
    """A runner put down on free ground, or in a house."""
    stand = ruled(stand_at(race.ground, mover(runner), x, y, level), RULES)
    if isinstance(stand, Refusal) or overlapped(stand.body, race.others(runner)) is None:
        return stand
    return Refusal("overlap", RULES["overlap"], "Somebody is there.")


def deploy(race: Race, runner: Runner, x: int, y: int) -> Stand | Refusal:
    """Wholly in the corner ninth, the second runner within four inches of the first, middle to middle."""
    if not footprint_inside(body_at(runner, x, y, 0), ninth(race.ground, *CORNERS[runner.seat])):
        return Refusal("zone", "miniature.zones", "That is not in your corner ninth.")
    if any(distance(x, y, it.x, it.y) > PARTNER for it in race.others(runner) if it.seat == runner.seat):
        return Refusal("partner", "miniature.zones", "That is more than four inches from your partner.")
    return put(race, runner, x, y)


def deployments(race: Race, runner: Runner) -> Iterator[tuple[int, int]]:
    """All places of a grid to deploy at, around the partner if there is one."""
    partner = next((it for it in race.others(runner) if it.seat == runner.seat), None)
    outline = ninth(race.ground, *CORNERS[runner.seat])
    box = (*outline[0], *outline[2])
    spots: Iterable[tuple[int, int]] = grid(box, RADIUS) if partner is None else spots_around(partner.body, PARTNER)
    return (spot for spot in spots if isinstance(deploy(race, runner, *spot), Stand))


def shove(race: Race, runner: Runner, other: Runner) -> Stand | Refusal:
    """Push somebody within two inches, middle to middle, to the first free place beside one's own base."""
    if other.seat == runner.seat or distance(runner.x, runner.y, other.x, other.y) > ARM or other.z != runner.z:
        return Refusal("arm", "miniature.shove", f"{other.name} is not within arm's length.")
    for spot in spots_away(other, runner, INCH):
        stand = put(race, other, *spot, level=other.z)
        if isinstance(stand, Stand) and stand.body.z == other.z:
            return stand
    return Refusal("room", "miniature.shove", "There is no room.")


SPACING = Spacing(radius=0, edge=7 * INCH, apart=3 * INCH)


def refuse_flag(ground: Ground, placed: tuple[tuple[int, int], ...], x: int, y: int) -> Refusal | None:
    """Why a flag cannot lie there."""
    return ruled(refuse_level(ground, SPACING, x, y) or refuse_near(SPACING, placed, x, y), RULES)


def flags(ground: Ground) -> tuple[tuple[int, int], ...]:
    """The first two places with room for both."""
    spots = list(level_spots(ground, SPACING))
    first = next(roomy_spots(spots, 2, SPACING.apart))
    return first, apart_from(spots, first, SPACING.apart)[-1]


# --- sighting ---------------------------------------------------------------------------------------------------------
