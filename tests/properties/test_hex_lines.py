"""Hex geometry that holds everywhere: symmetry, the twelve turns and mirrors, slow twins for sight and reach."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.table.hexes import Hex, centre_point, distance, mirror, rotate, sides_toward
from gearlock.table.hexgenerate import Growth, generate_hex_map
from gearlock.table.hexlines import Step, line
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround
from gearlock.table.hexreach import reach
from gearlock.table.hexsight import can_see, sight

hexes = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
NAMES = ("open", "woods", "house")


@st.composite
def grounds(draw: st.DrawFn) -> HexGround:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    terrain = draw(st.lists(st.sampled_from(NAMES), min_size=columns * rows, max_size=columns * rows))
    return HexGround("drawn", columns, rows, tuple(terrain))


def turned(hex_: Hex, turn: int, flip: bool) -> Hex:
    return rotate(mirror(hex_) if flip else hex_, turn)


@given(hexes, hexes)
def test_the_line_back_is_the_line_reversed(a: Hex, b: Hex) -> None:
    assert line(b, a) == line(a, b)[::-1]


@given(hexes, hexes)
def test_a_line_has_a_step_for_every_hex_of_distance_and_each_touches_the_next(a: Hex, b: Hex) -> None:
    steps = line(a, b)
    assert len(steps) == distance(a, b) + 1
    for k, at in enumerate(steps):
        assert all(distance(a, hex_) == k for hex_ in at)
        assert len(at) == 1 or distance(*at) == 1
    for here, there in pairwise(steps):
        assert all(distance(one, other) == 1 for one in here for other in there if len(here) == 1 or len(there) == 1)


@given(hexes, hexes, st.integers(0, 5), st.booleans())
def test_turning_and_mirroring_the_map_turns_and_mirrors_the_line(a: Hex, b: Hex, turn: int, flip: bool) -> None:
    moved = [frozenset(turned(hex_, turn, flip) for hex_ in at) for at in line(a, b)]
    assert [frozenset(at) for at in line(turned(a, turn, flip), turned(b, turn, flip))] == moved


@given(hexes, hexes, st.integers(0, 5), st.booleans())
def test_sextants_turn_with_the_map(a: Hex, b: Hex, turn: int, flip: bool) -> None:
    moved = {((-side if flip else side) + turn) % 6 for side in sides_toward(a, b)}
    assert set(sides_toward(turned(a, turn, flip), turned(b, turn, flip))) == moved


@given(hexes, hexes)
def test_the_side_toward_a_hex_is_opposite_the_side_back(a: Hex, b: Hex) -> None:
    assert {(side + 3) % 6 for side in sides_toward(a, b)} == set(sides_toward(b, a))


def slow_line(a: Hex, b: Hex) -> list[Step]:
    """Hold every hex near the line against every point on it and keep the nearest, in exact fractions."""
    length = distance(a, b)
    (ax, ay), (bx, by) = centre_point(a), centre_point(b)
    near = [(q, r) for q in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2) for r in range(-31, 32)]
    near = [hex_ for hex_ in near if min(a[1], b[1]) - 1 <= hex_[1] <= max(a[1], b[1]) + 1]
    steps: list[Step] = []
    for k in range(length + 1):
        way = Fraction(k, max(length, 1))
        x, y = ax + (bx - ax) * way, ay + (by - ay) * way

        def apart(hex_: Hex, x: Fraction = x, y: Fraction = y) -> Fraction:
            hx, hy = centre_point(hex_)
            # Units of x are sqrt(3) times those of y.
            return 3 * (hx - x) ** 2 + (hy - y) ** 2

        least = min(map(apart, near))
        steps.append(tuple(sorted(hex_ for hex_ in near if apart(hex_) == least)))
    return steps


@settings(max_examples=60)
@given(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), st.tuples(st.integers(-6, 6), st.integers(-6, 6)))
def test_a_line_agrees_with_holding_every_hex_against_every_point(a: Hex, b: Hex) -> None:
    assert list(line(a, b)) == slow_line(a, b)


@settings(max_examples=60, deadline=None)
@given(grounds(), st.data())
def test_sight_agrees_with_its_slow_twin_and_is_mutual(ground: HexGround, data: st.DataObject) -> None:
    all_hexes = list(ground)
    a, b = data.draw(st.sampled_from(all_hexes)), data.draw(st.sampled_from(all_hexes))
    smoke = data.draw(st.sets(st.sampled_from(all_hexes), max_size=3))
    blocking = ground.mask({"house"}, smoke)
    between = [[hex_ for hex_ in at if hex_ in ground] for at in slow_line(a, b)[1:-1]]
    blocks = [at for at in between if all(ground.terrain_at(hex_) == "house" or hex_ in smoke for hex_ in at)]
    looked = sight(ground, a, b, blocking)
    assert looked.clear is (not blocks)
    assert looked.blocked_by == (tuple(blocks[0]) if blocks else None)
    assert {crossing.hex for crossing in looked.crossed + sum(looked.ties, ())} == {h for at in between for h in at}
    assert all(crossing.terrain == ground.terrain_at(crossing.hex) for crossing in looked.crossed)
    assert can_see(ground, a, b, blocking) is looked.clear
    assert can_see(ground, b, a, blocking) is looked.clear


def slow_reach(ground: HexGround, start: Hex, budget: int, costs: dict[str, int], blocked: set[Hex]) -> dict[Hex, int]:
    """Lower the cost of every hex by its neighbours' until nothing changes (Bellman and Ford)."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for hex_ in ground:
            price = costs.get(ground.terrain_at(hex_), 0)
            ways = [best[near] + price for near in best if distance(near, hex_) == 1]
            if price and hex_ not in blocked and ways and min(ways) <= budget and min(ways) < best.get(hex_, 999):
                best[hex_] = min(ways)
                changed = True
    return best


@settings(max_examples=60, deadline=None)
@given(grounds(), st.integers(0, 8), st.data())
def test_reach_agrees_with_its_slow_twin_and_its_paths_cost_what_it_says(
    ground: HexGround, budget: int, data: st.DataObject
) -> None:
    costs = {"open": 1, "woods": data.draw(st.integers(1, 3))}
    start = data.draw(st.sampled_from(list(ground)))
    blocked = data.draw(st.sets(st.sampled_from(list(ground)), max_size=4))
    found = reach(ground, start, budget, ground.prices(costs), blocked)
    assert {hex_: cost for hex_, (cost, _) in found.steps.items()} == slow_reach(ground, start, budget, costs, blocked)
    for end in found.ends():
        path = found.path(end)
        assert path[0] == start
        assert sum(costs[ground.terrain_at(hex_)] for hex_ in path[1:]) == found.cost(end)
        assert all(distance(one, other) == 1 for one, other in pairwise(path))


@settings(max_examples=40, deadline=None)
@given(grounds(), st.data())
def test_every_ground_survives_being_written_and_read(ground: HexGround, data: st.DataObject) -> None:
    zone = st.frozensets(st.sampled_from(list(ground)), min_size=1)
    zones = data.draw(st.dictionaries(st.from_regex(r"[a-z \"\\]{1,8}", fullmatch=True), zone, max_size=3))
    zoned = HexGround('say "map"', ground.columns, ground.rows, ground.terrain, zones)
    again = read_hex_map(write_hex_map(zoned), "again.toml", NAMES)
    assert again == zoned
    assert again.name == zoned.name


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 14), st.integers(4, 10), st.integers(0, 10**9))
def test_generated_maps_of_any_size_are_fair_and_never_more_than_half_covered(c: int, half: int, seed: int) -> None:
    growths = (Growth("woods", 3, 2, 6), Growth("house", 2, 1, 4, passable=False))
    ground = generate_hex_map(c, 2 * half, seed, growths)
    assert sum(name != "open" for name in ground.terrain) * 2 <= len(ground.terrain)
    assert all(ground.terrain_at(ground.turned(hex_)) == ground.terrain_at(hex_) for hex_ in ground)
    walkable = {hex_ for hex_ in ground if ground.terrain_at(hex_) != "house"}
    start = next(iter(walkable))
    assert set(reach(ground, start, 200, ground.prices({"open": 1, "woods": 1})).steps) == walkable
