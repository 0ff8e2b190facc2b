"""Bodies, solids and scenes for the geometry properties; a coarse grid makes touching and lining up common."""

from collections.abc import Callable

from hypothesis import strategies as st

from gearlock.table.bodies import Body
from gearlock.table.polygon import Outline, Point, doubled_area, is_simple
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, cylinder, prism
from gearlock.table.terrain import Ground

Turn = Callable[[int, int], Point]

TURNS: dict[str, Turn] = {
    "quarter": lambda x, y: (-y, x),
    "half": lambda x, y: (-x, -y),
    "three quarters": lambda x, y: (y, -x),
    "mirror x": lambda x, y: (-x, y),
    "mirror y": lambda x, y: (x, -y),
    "mirror diagonal": lambda x, y: (y, x),
}

turns = st.sampled_from(sorted(TURNS)).map(TURNS.__getitem__)
places = st.one_of(st.integers(-12, 12).map(lambda n: n * 1_000), st.integers(-12_000, 12_000))
heights = st.one_of(st.integers(0, 6).map(lambda n: n * 500), st.integers(0, 3_000))
bodies = st.builds(Body, places, places, heights, st.sampled_from([0, 300, 600, 1_000]), st.integers(1, 3_000))
outlines = (
    st.lists(st.tuples(places, places), min_size=3, max_size=6, unique=True)
    .map(tuple)
    .filter(lambda outline: doubled_area(outline) != 0 and is_simple(outline))
)


@st.composite
def solids(draw: st.DrawFn, floating: bool = True) -> Solid:
    id, klass = f"s{draw(st.integers(0, 99_999))}", draw(st.integers(0, 2))
    base = draw(st.sampled_from([0, 0, 500, 1_200])) if floating else 0
    top = base + draw(st.integers(1, 4_000))
    least = draw(st.sampled_from([0, 0, 1_000]))
    if draw(st.integers(0, 3)) == 0:
        spot = Body(draw(places), draw(places), base, draw(st.sampled_from([300, 1_000])), top - base)
        return cylinder(id, klass, spot, least)
    return prism(id, klass, draw(outlines), base, top, least)


def turned_body(body: Body, turn: Turn) -> Body:
    return Body(*turn(body.x, body.y), body.z, body.radius, body.height)


def turned_solid(solid: Solid, turn: Turn) -> Solid:
    base, top, least = int(solid.base), int(solid.top), int(solid.least)
    corners: Outline = tuple(turn(int(x), int(y)) for x, y in zip(solid.xs, solid.ys, strict=True))
    if solid.radius:
        spot = Body(*corners[0], base, int(solid.radius), top - base)
        return cylinder(solid.id, solid.klass, spot, least, solid.model)
    return prism(solid.id, solid.klass, corners, base, top, least, solid.model)


def raised(solid: Solid, by: int) -> Solid:
    return Solid(
        solid.id, solid.klass, solid.xs, solid.ys, solid.radius, solid.base, solid.top + by, solid.least, solid.model
    )


def scene_of(found: list[Solid]) -> Scene:
    scene = Scene(Ground(48_000, 48_000), lambda piece: 0)
    scene.solids.extend(found)
    return scene
