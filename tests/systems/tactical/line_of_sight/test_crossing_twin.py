"""Inches along a line, against the most obvious way: a walk along it in small steps, and exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from random import Random

import pytest

from gearlock.systems.tactical.line_of_sight.lines import Lay, Line, Relief
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, covers_from_to, type_at, type_of
from gearlock.systems.tactical.state import TACTICAL_SCALE
from gearlock.table.polygon import is_inside, is_simple
from gearlock.table.terrain import Ground, Piece

STEP = 10
WEIGHTS = OBSCUREMENT[TACTICAL_SCALE]
GOINGS = ("woodland", "jungle", "swamp", "rough", "road", "clear", "urban", "water", "bridge")


def some_ground(random: Random, kinds: tuple[str, ...] = ("area",)) -> Ground:
    pieces = []
    for number in range(random.randrange(3, 12)):
        x, y = random.randrange(2000, 28000), random.randrange(2000, 28000)
        corners = tuple(
            (x + dx * random.randrange(500, 6000), y + dy * random.randrange(500, 6000))
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        if not is_simple(corners):
            continue
        base, top = random.choice(((0, 0), (0, 0), (0, 2000), (1000, 2000)))
        kind = random.choice(kinds)
        top = random.choice((1000, 2000)) if kind == "hill" else top
        props: dict[str, int | str] = {} if kind == "hill" else {"going": random.choice(GOINGS)}
        pieces.append(Piece(f"p{number}", "Piece", kind, corners, top, 0 if kind == "hill" else base, props=props))
    return Ground(30000, 30000, tuple(pieces), "twin")


def some_line(random: Random, levels: tuple[int, ...] = (0,)) -> Line:
    spots = [(random.randrange(30000), random.randrange(30000), random.choice(levels)) for _ in range(2)]
    return Line(*spots[0], *spots[1])


def slow_inches(ground: Ground, line: Line) -> dict[str, float]:
    """Inches of each obscuring type: what lies under each of many points of the line, at the height it has there."""
    length = hypot(line.x1 - line.x0, line.y1 - line.y0)
    steps = max(1, round(length / STEP))
    found: dict[str, float] = {}
    for step in range(steps):
        share = (step + 0.5) / steps
        x, y = (round(a + (b - a) * share) for a, b in ((line.x0, line.x1), (line.y0, line.y1)))
        z = line.z0 + (line.z1 - line.z0) * share
        kind = type_at(ground, x, y)
        tops = [piece for piece in ground.pieces_at(x, y) if type_of(piece) == kind]
        if kind not in WEIGHTS or not tops:
            continue
        low, high = covers_from_to(tops[-1])
        if low <= z < high:
            found[kind] = found.get(kind, 0.0) + length / steps / 1000
    return found


@pytest.mark.rule("tactical.2.6.6-concealment")
@pytest.mark.parametrize("seed", range(20))
def test_the_quick_way_counts_the_inches_that_the_slow_one_does(seed: int) -> None:
    random = Random(seed)
    ground = some_ground(random)
    lay = Lay(ground)
    for _ in range(20):
        line = some_line(random, (0, 1000, 2000))
        slow, quick = slow_inches(ground, line), dict(lay.crossed(line))
        for kind in {*slow, *quick}:
            inches = slow.get(kind, 0.0)
            least, most = int(max(0.0, inches - 0.06)), int(inches + 0.06)
            assert least <= quick.get(kind, 0) <= most, (line, kind, inches, quick)
        assert dict(lay.crossed(line.turned())) == quick


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_a_whole_inch_is_neither_won_nor_lost_by_a_rounding() -> None:
    random = Random(7)
    for _ in range(400):
        dx, dy = random.randrange(1, 30000), random.randrange(1, 30000)
        low, high = sorted(random.sample(range(dy + 1), 2))
        wood = ((-1000, low), (40000, low), (40000, high), (-1000, high))
        ground = Ground(40000, 40000, (Piece("wood", "Wood", "area", wood, props={"going": "woodland"}),))
        found = dict(Lay(ground).crossed(Line(0, 0, 0, dx, dy, 0))).get("woodland", 0)
        share = Fraction(high - low, dy)
        square = share**2 * (dx * dx + dy * dy)
        assert Fraction(found * 1000) ** 2 <= square < Fraction((found + 1) * 1000) ** 2


def slow_stop(ground: Ground, line: Line) -> str:
    """High ground met on a walk along the line: a hill higher than both, or one whose foot is within an inch."""
    length = hypot(line.x1 - line.x0, line.y1 - line.y0)
    steps = max(2, round(length / STEP))
    heights = []
    for step in range(steps):
        share = (step + 0.5) / steps
        x, y = (round(a + (b - a) * share) for a, b in ((line.x0, line.x1), (line.y0, line.y1)))
        heights.append(max((p.top for p in ground.pieces if is_inside(p.outline, x, y)), default=0))
    if max(heights) > max(line.z0, line.z1):
        return "higher"
    for way, level in ((heights, line.z0), (heights[::-1], line.z1)):
        foot = next((number for number, height in enumerate(way) if height > level), None)
        if foot is None or foot * length / steps > 1000:
            continue
        down = next((number for number in range(foot, steps) if way[number] <= level), steps)
        if down < steps or (steps - foot) * length / steps > 1000:
            return "dead zone"
    return ""


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.parametrize("seed", range(15))
def test_high_ground_stops_the_looks_that_a_walk_finds_stopped(seed: int) -> None:
    random = Random(seed)
    ground = some_ground(random, ("hill",))
    relief, differing, asked = Relief(ground), 0, 0
    for _ in range(40):
        flat = some_line(random)
        heights = [
            max((p.top for p in ground.pieces if p.contains(x, y)), default=0)
            for x, y in ((flat.x0, flat.y0), (flat.x1, flat.y1))
        ]
        line = Line(flat.x0, flat.y0, heights[0], flat.x1, flat.y1, heights[1])
        quick = relief.stops(line, 1 << 40)[0]
        assert relief.stops(line.turned(), 1 << 40)[0] == quick
        asked += 1
        differing += quick != slow_stop(ground, line)
    assert differing <= asked // 20, "but for a hair at an edge they agree"
