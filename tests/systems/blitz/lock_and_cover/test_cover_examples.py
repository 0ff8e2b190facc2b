"""Chapter 7: the book's own examples and diagrams of cover."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import has_lock, look_at
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import STRIDER, model, pair, piece, table, wall, wood

CLEAR = Look(True, False, False, 0, 0, False, ())


@pytest.mark.rule("blitz.7.2", "blitz.7.0")
def test_open_ground_gives_no_cover() -> None:
    state, red, blue = pair()
    assert look_at(state, red, blue) == CLEAR


@pytest.mark.rule("blitz.7.2")
@pytest.mark.parametrize(("y", "covered"), [(20.5, False), (20.499, True), (20.0, True)])
def test_any_interrupted_line_is_cover(y: float, covered: bool) -> None:
    """Diagram 7.1: what stands off all lines is none; the base of a Gear is an inch wide."""
    state, red, blue = pair(wall("medium", 14, 15, 2, y, 30))
    assert look_at(state, red, blue).has_cover is covered


@pytest.mark.rule("blitz.7.2a", "blitz.7.2", "blitz.7.0")
@pytest.mark.parametrize(
    ("looker", "target", "top", "full", "dice"),
    [
        ("hunter", "hunter", 1, False, 1),
        ("hunter", STRIDER, 1, False, 0),
        (STRIDER, "hunter", 1, False, 1),
        ("hunter", "hunter", 3, True, 2),
        (STRIDER, "hunter", 3, True, 2),
    ],
)
def test_silhouettes_of_gears_and_striders(looker: str, target: str, top: float, full: bool, dice: int) -> None:
    """Diagram 7.2a: an inch of terrain covers a Gear and not a Strider, three inches hide both."""
    red, blue = model("red", "red", 10, card=looker), model("blue", "blue", 20, card=target)
    look = look_at(table(red, blue, wall("medium", 14, 15, top)), red, blue)
    assert (look.full, look.dice, look.sight) == (full, dice, not full)


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(
    ("barrier", "adjacent", "additional"),
    [
        (piece("instance", "medium", 10.5, 19, 14.5, 21, 1), 0, 0),
        (piece("instance", "medium", 10.5, 19, 16.5, 21, 1), 0, 1),
        (piece("instance", "medium", 16.5, 19, 18.5, 21, 1), 2, 0),
    ],
)
def test_cover_near_the_attacker_and_near_the_target(barrier: Piece, adjacent: int, additional: int) -> None:
    """Diagram 7.3: a Gear looks past 4 in of its own cover, not past 6 in; within 1 in of the target it all counts."""
    state, red, blue = pair(barrier)
    look = look_at(state, red, blue)
    assert (look.adjacent, look.additional, look.sight) == (adjacent, additional, True)


@pytest.mark.rule("blitz.7.5b")
@pytest.mark.parametrize(("edge", "full", "dice"), [(11.5, False, 2), (11.501, True, 3), (12.5, True, 3)])
def test_out_of_area_terrain(edge: float, full: bool, dice: int) -> None:
    """Diagram of 7.5b: from within an inch of its edge a wood is no cover to others; deeper in it is full cover."""
    state, red, blue = pair(wood("light", 2, edge, 3), wall("medium", 18.5, 19.4, 1))
    look = look_at(state, red, blue)
    assert (look.full, look.adjacent, look.dice) == (full, 2, dice)


@pytest.mark.rule("blitz.7.5b", "blitz.7.5", "blitz.7.1")
@pytest.mark.parametrize(("to", "lock"), [(23.0, True), (23.001, False)])
def test_deep_in_a_wood_lock_takes_detection(to: float, lock: bool) -> None:
    state, red, blue = pair(wood("light", 2, 12.5, 3), to=to)
    assert has_lock(state, red, blue) is lock


@pytest.mark.rule("blitz.7.5", "blitz.7.3b")
def test_blocks_between_four_models() -> None:
    """Diagram 7.4: B behind the corner of block 2, C beyond it, D behind block 3 with block 2 between, all medium."""
    block2 = wall("medium", 14, 15, 3, 20, 30)
    state, a, b = pair(block2, to=16.4)
    assert look_at(state, a, b)[:5] == (True, False, False, 2, 0)
    state, a, c = pair(block2, to=25)
    assert look_at(state, a, c)[:5] == (True, False, False, 0, 1)
    state, a, d = pair(wall("medium", 14, 15, 3), wall("medium", 18, 19, 3), to=20)
    assert look_at(state, a, d)[:5] == (False, True, False, 2, 2)
    assert has_lock(state, a, d)


@pytest.mark.rule("blitz.7.3a", "blitz.7.5-table", "blitz.7.3")
@pytest.mark.parametrize(("rating", "dice"), [("light", 1), ("medium", 2), ("heavy", 3), ("", 1)])
def test_ratings(rating: str, dice: int) -> None:
    state, red, blue = pair(wall(rating, 18, 19, 1))
    assert look_at(state, red, blue).adjacent == dice
    state, red, blue = pair(wall(rating, 14, 14.5, 3))
    assert look_at(state, red, blue).additional == dice
    state, red, blue = pair(wall(rating, 14, 14.5, 1))
    assert look_at(state, red, blue).additional == 1
