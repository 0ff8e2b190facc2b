"""The field of laid-out attacks: attackers at one distance, side by side, with cover and a hill."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.firing_range.field import FiringField, Post, posts_round
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, gap
from gearlock.table.measure import INCH, bearing, distance, turn_between
from mechanics import counsel
from mechanics.miniature import RADIUS

TARGET = Body(30 * INCH, 30 * INCH, 0, 900, 1_500)


def at(post: Post, body: Body) -> Body:
    return Body(post.x, post.y, body.z, body.radius, body.height)


@given(st.integers(0, 20_000), st.lists(st.integers(200, 2_000), min_size=1, max_size=4), st.integers(0, 3_000))
def test_attackers_are_as_far_as_was_said_and_look_at_the_target(reach: int, radii: list[int], high: int) -> None:
    bodies = [Body(0, 0, high, radius, 1_500) for radius in radii]
    posts = posts_round(TARGET, bodies, reach)
    if isinstance(posts, Refusal):
        assert posts.code == "room" or (posts.code == "high" and high - TARGET.top > reach)
        return
    stand = [at(post, body) for post, body in zip(posts, bodies, strict=True)]
    for post, body in zip(posts, stand, strict=True):
        assert reach - 3 <= gap(body, TARGET) <= reach or gap(body, TARGET) == high - TARGET.top
        assert abs(turn_between(post.ahead, bearing(post.x, post.y, TARGET.x, TARGET.y))) <= 20
        assert post.x <= TARGET.x
    for number, body in enumerate(stand):
        assert not any(bodies_overlap(body, other) for other in stand[:number])


def test_the_first_stands_due_west_and_the_next_to_both_sides_of_it() -> None:
    first, second, third = counsel_posts(8 * INCH, 3)
    middle = counsel.RANGE.middle
    assert (first.x, first.y, first.ahead) == (middle - 8 * INCH, middle, 0)
    assert (second.y - middle) * (third.y - middle) < 0
    assert {distance(post.x, post.y, middle, middle) for post in (first, second, third)} <= {7_999, 8_000}
    for one, two in pairwise(sorted((first, second, third), key=lambda post: post.y)):
        assert distance(one.x, one.y, two.x, two.y) > 2 * RADIUS


def counsel_posts(reach: int, many: int) -> tuple[Post, ...]:
    posts = counsel.throwers_at(reach, many)
    assert isinstance(posts, tuple)
    return posts


def test_who_finds_no_room_or_is_too_high_is_refused_by_the_rule_of_the_book() -> None:
    crowded = counsel.throwers_at(2 * INCH, 40)
    assert isinstance(crowded, Refusal)
    assert (crowded.rule, crowded.message) == (
        "miniature.bodies",
        "There is no room for 40 attackers so near the target.",
    )
    high = posts_round(TARGET, [Body(0, 0, 5_000, 500, 1_000)], 3_000)
    assert isinstance(high, Refusal)
    assert (high.code, high.message) == ("high", "So high up nobody is within 3 in of the target.")
    assert isinstance(posts_round(TARGET, [Body(0, 0, 4_500, 500, 1_000)], 3_000), tuple)


def test_cover_lies_about_the_target_and_the_hill_west_of_it() -> None:
    ground = counsel.practice_ground()
    middle = counsel.RANGE.middle
    assert (ground.width, ground.height) == (2 * middle, 2 * middle)
    assert [piece.kind for piece in ground.pieces_at(middle, middle)] == ["area"]
    assert [piece.kind for piece in ground.pieces_at(middle - 3 * INCH - 1, middle)] == ["hill"]
    assert not list(ground.pieces_at(middle + 2 * INCH + 1, middle))


@pytest.mark.parametrize(("x", "there"), [(8_000, True), (7_999, False), (12_000, True), (12_001, False)])
def test_cover_reaches_as_far_as_was_said(x: int, there: bool) -> None:
    ground = FiringField(10 * INCH).ground(FiringField(10 * INCH).cover(2 * INCH, 700, "heavy"))
    assert bool(list(ground.pieces_at(x, 10 * INCH))) is there
