from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Sight
from gearlock.table.sightlines import can_see
from properties.geometry_strategies import (
    Turn,
    bodies,
    heights,
    places,
    raised,
    scene_of,
    solids,
    turned_body,
    turned_solid,
    turns,
)

many_solids = st.lists(solids(), max_size=5, unique_by=lambda solid: solid.id)
standing_solids = st.lists(solids(floating=False), min_size=1, max_size=4, unique_by=lambda solid: solid.id)
eyes = st.tuples(places, places, heights)
few = settings(max_examples=80, deadline=None)


def facts(sight: Sight) -> object:
    screens = [(s.id, s.klass, s.near, s.share) for s in sight.screens]
    return sight.distance, sight.obscured, sight.by_class, sorted(screens), sight.crossed


@few
@given(many_solids, bodies, bodies)
def test_seeing_is_symmetric(found: list[Solid], a: Body, b: Body) -> None:
    scene = scene_of(found)
    assert can_see(scene, a, b) == can_see(scene, b, a)


@few
@given(many_solids, eyes, bodies, turns)
def test_a_look_turned_or_mirrored_finds_the_same(
    found: list[Solid], eye: tuple[int, int, int], target: Body, turn: Turn
) -> None:
    x, y, z = eye
    here = scene_of(found).look(x, y, z, target)
    there = scene_of([turned_solid(solid, turn) for solid in found]).look(*turn(x, y), z, turned_body(target, turn))
    assert facts(here) == facts(there)


@few
@given(many_solids, bodies, bodies, turns)
def test_a_line_of_sight_turned_or_mirrored_stays_as_it_is(found: list[Solid], a: Body, b: Body, turn: Turn) -> None:
    turned = scene_of([turned_solid(solid, turn) for solid in found])
    assert can_see(scene_of(found), a, b) == can_see(turned, turned_body(a, turn), turned_body(b, turn))


@few
@given(standing_solids, eyes, bodies, st.integers(1, 2_000))
def test_raising_what_stands_between_never_uncovers(
    found: list[Solid], eye: tuple[int, int, int], target: Body, by: int
) -> None:
    low = scene_of(found).look(*eye, target)
    high = scene_of([raised(found[0], by), *found[1:]]).look(*eye, target)
    assert high.obscured >= low.obscured
    assert all(high.obscured_by(klass) >= low.obscured_by(klass) for klass in (1, 2))


@few
@given(standing_solids, bodies, bodies, st.integers(1, 2_000))
def test_raising_what_stands_between_never_opens_a_line(found: list[Solid], a: Body, b: Body, by: int) -> None:
    if can_see(scene_of([raised(found[0], by), *found[1:]]), a, b):
        assert can_see(scene_of(found), a, b)


@few
@given(many_solids, solids(), eyes, bodies)
def test_one_more_thing_in_the_way_never_uncovers(
    found: list[Solid], more: Solid, eye: tuple[int, int, int], target: Body
) -> None:
    before, after = scene_of(found).look(*eye, target), scene_of([*found, more]).look(*eye, target)
    assert after.obscured >= before.obscured
    assert all(after.obscured_by(klass) >= before.obscured_by(klass) for klass in (1, 2))


@few
@given(many_solids, eyes, bodies)
def test_shares_are_bounded_by_their_parts(found: list[Solid], eye: tuple[int, int, int], target: Body) -> None:
    sight = scene_of(found).look(*eye, target)
    alone = [sight.obscured_by(klass) for klass in (1, 2)]
    assert max(alone) <= sight.obscured <= min(WHOLE, sum(alone) + 1)
    for klass in (1, 2):
        shares = [screen.share for screen in sight.screens if screen.klass == klass]
        assert max(shares, default=0) <= sight.obscured_by(klass) <= sum(shares) + len(shares)


@few
@given(st.permutations(range(5)), st.lists(solids(), min_size=5, max_size=5, unique_by=lambda s: s.id), eyes, bodies)
def test_the_order_of_things_does_not_matter(
    order: list[int], found: list[Solid], eye: tuple[int, int, int], target: Body
) -> None:
    shuffled = [found[number] for number in order]
    assert facts(scene_of(found).look(*eye, target)) == facts(scene_of(shuffled).look(*eye, target))
