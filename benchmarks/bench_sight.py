"""How fast the sight function is, against shapely and as the table fills."""

import random
from math import cos, hypot, pi, sin
from time import perf_counter, process_time

import shapely
from shapely.geometry import LineString, Polygon

from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.sighting.crossing import Crossing, strip_between
from gearlock.systems.brigands.lock_and_cover.sight import CLEAR, FULL_HEAVY, HEAVY, Look, crossing_of, look_from_eye
from gearlock.table.bodies import Body
from gearlock.table.generate import generate
from gearlock.table.lookout import Lookout
from gearlock.table.sight import Scene
from gearlock.table.sightlines import can_see, sight_points
from gearlock.table.terrain import Ground, Piece

WIDTH, HEIGHT, COLUMNS = 72_000, 48_000, 17
Eye = tuple[int, int, int]
Asked = tuple[Eye, Body]


def star(chance: random.Random, x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A star-shaped polygon of 4 to 10 corners, 1 to 4 inches from its middle."""
    count = chance.randint(4, 10)
    reaches = [chance.uniform(1_000, 4_000) for _ in range(count)]
    return tuple(
        (round(x + r * cos(2 * pi * n / count)), round(y + r * sin(2 * pi * n / count))) for n, r in enumerate(reaches)
    )


def table(polygons: int) -> Ground:
    """A 72 by 48 inch table with that many pieces, 1 to 6 inches high."""
    chance = random.Random(polygons)
    pieces = tuple(
        Piece(
            f"p{number}", "Rock", "instance", star(chance, chance.randrange(WIDTH), chance.randrange(HEIGHT)),
            top=chance.randint(1_000, 6_000), rating="heavy",
        )
        for number in range(polygons)
    )  # fmt: skip
    return Ground(WIDTH, HEIGHT, pieces)


def looks(count: int) -> list[Asked]:
    """Random eyes and targets of a Gear's size."""
    chance = random.Random(count)
    found: list[Asked] = []
    while len(found) < count:
        x, y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
        target = Body(chance.randrange(WIDTH), chance.randrange(HEIGHT), 0, 600, 1_500)
        if abs(x - target.x) + abs(y - target.y) > 3_000:
            found.append(((x, y, 1_400), target))
    return found


class ShapelyScene:
    """The same question put to shapely: a tree for the look, prepared polygons, one cut per column and piece."""

    def __init__(self, ground: Ground) -> None:
        self.polygons = [Polygon(piece.outline) for piece in ground.pieces]
        for polygon in self.polygons:
            shapely.prepare(polygon)
        self.tops = [piece.top for piece in ground.pieces]
        self.tree = shapely.STRtree(self.polygons)

    def obscured(self, eye: Eye, target: Body, columns: int) -> float:
        """The hidden share of the target; all solids stand on the ground and hide from any depth."""
        x, y, _ = eye
        dx, dy = target.x - x, target.y - y
        away = hypot(dx, dy)
        side_x, side_y = -dy / away * target.radius, dx / away * target.radius
        wedge = Polygon(
            [(x, y), (target.x - side_x, target.y - side_y), (target.x + side_x, target.y + side_y)],
        )
        found = self.tree.query(wedge, predicate="intersects").tolist()
        hidden = 0.0
        for column in range(columns):
            place = (2 * column + 1 - columns) / columns
            line = LineString([(x, y), (target.x + side_x * place, target.y + side_y * place)])
            top = 0.0
            for number in found:
                if self.polygons[number].intersects(line):
                    top = max(top, self._top(number, line, eye, target))
            hidden += min(top, target.height)
        return hidden / (columns * target.height)

    def _top(self, number: int, line: LineString, eye: Eye, target: Body) -> float:
        """How high above the target's foot one piece hides the end of a line."""
        cut = line.intersection(self.polygons[number])
        if cut.is_empty or cut.length == 0:
            return 0.0
        x, y, z = eye
        corners: list[float] = [float(value) for value in cut.bounds]
        ends = sorted((abs(cx - x), abs(cy - y)) for cx in corners[::2] for cy in corners[1::2])
        near, far = hypot(*ends[0]) / line.length, hypot(*ends[-1]) / line.length
        rise = self.tops[number] - z
        return float(z - target.z + (rise / max(near, 1e-18) if rise > 0 else rise / far))


def ours(scene: Scene, asked: list[Asked]) -> float:
    """Best seconds of several runs."""
    best = 1e9
    for _ in range(5):
        started = perf_counter()
        for eye, target in asked:
            scene.look(*eye, target)
        best = min(best, perf_counter() - started)
    return best


def unrounded(scene: Scene, look: Asked) -> float:
    """The share before it becomes whole millionths."""
    (x, y, z), target = look
    lookout = Lookout(COLUMNS)
    foot = (float(target.x), float(target.y), float(target.z))
    lookout.face((float(x), float(y), float(z)), foot, float(target.radius), float(target.height))
    lookout.begin(False)
    for solid in lookout.in_way(scene.solids):
        lookout.cast(solid)
    return lookout.hidden_by_class() / (COLUMNS * target.height)


def theirs(scene: ShapelyScene, asked: list[Asked]) -> tuple[float, list[float]]:
    """Best seconds of shapely and its answers."""
    best = 1e9
    answers: list[float] = []
    for _ in range(3):
        started = perf_counter()
        answers = [scene.obscured(eye, target, COLUMNS) for eye, target in asked]
        best = min(best, perf_counter() - started)
    return best, answers


def pairs(ground: Ground, count: int) -> list[tuple[Body, Body]]:
    """Random pairs of models in the open, of two sizes."""
    chance = random.Random(count)
    stands: list[Body] = []
    while len(stands) < 2 * count:
        x, y = chance.randrange(1_000, ground.width - 1_000), chance.randrange(1_000, ground.height - 1_000)
        if all(
            is_area(piece) or piece.kind == "road" for piece in ground.pieces_near(x - 600, y - 600, x + 600, y + 600)
        ):
            stands.append(Body(x, y, 0, 591, chance.choice([1_500, 2_000])))
    return list(zip(stands[::2], stands[1::2], strict=True))


def from_three_points(place: Crossing[Look], start: Body, end: Body) -> int:
    """The dice of cover from three fixed points of a base alone, with the same short cuts."""
    strip = strip_between(start, end)
    if place.is_closed(strip, start, end, False):
        return FULL_HEAVY.dice
    solids, patches = place.between(strip)
    heavies = [solid for solid in solids if solid.klass == HEAVY]
    dice: list[int] = []
    for eye in sight_points(start, end.x, end.y) if solids or patches else ():
        look = look_from_eye(place, eye, end, solids, heavies, patches, False)
        dice.append(look.dice)
        if look == CLEAR:
            break
    return min(dice, default=0)


def whole_looks(with_areas: bool) -> tuple[float, float]:
    """Seconds a look of Brigands takes from any point of a base, and from three; the best of several runs."""
    grounds = [generate(48_000, 48_000, seed) for seed in range(6)]
    if not with_areas:
        grounds = [Ground(48_000, 48_000, tuple(p for p in ground.pieces if not is_area(p))) for ground in grounds]
    asked = [(ground, pairs(ground, 100)) for ground in grounds]
    ours, theirs = 1e9, 1e9
    for _ in range(5):
        crossing_of.cache_clear()  # they remember looks
        places = [crossing_of(ground) for ground in grounds]
        started = process_time()
        for place, (_, found) in zip(places, asked, strict=True):
            for start, end in found:
                place.look(start, end, False)
        halfway = process_time()
        for place, (_, found) in zip(places, asked, strict=True):
            for start, end in found:
                from_three_points(place, start, end)
        ours, theirs = min(ours, halfway - started), min(theirs, process_time() - halfway)
    return ours / 600, theirs / 600


def measure() -> dict[str, float]:
    """Flat numbers: microseconds a look, how many times shapely's speed, the greatest difference, growth by pieces."""
    asked = looks(400)
    results: dict[str, float] = {}
    ground = table(40)
    scene = Scene(ground, lambda _: 1)
    our_time = ours(scene, asked)
    their_time, answers = theirs(ShapelyScene(ground), asked)
    results["sight_us"] = our_time / len(asked) * 1e6
    results["sight_shapely_us"] = their_time / len(asked) * 1e6
    results["sight_times_shapely"] = their_time / our_time
    results["sight_difference"] = max(abs(unrounded(scene, a) - b) for a, b in zip(asked, answers, strict=True))
    started = perf_counter()
    for (x, y, _), target in asked:
        can_see(scene, Body(x, y, 0, 600, 1_500), target)
    results["can_see_us"] = (perf_counter() - started) / len(asked) * 1e6
    for name, with_areas in (("open", False), ("wooded", True)):
        any_point, three = whole_looks(with_areas)
        results[f"look_{name}_us"] = any_point * 1e6
        results[f"look_{name}_times_three_points"] = any_point / three
    for polygons in (10, 20, 40, 80, 160):
        seconds = ours(Scene(table(polygons), lambda _: 1), asked)
        results[f"sight_us_{polygons}_polygons"] = seconds / len(asked) * 1e6
    return results
