"""Legs: paths made up of turns and advances towards places, and paths cut into inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gearlock.kernel.system import Chooser
from gearlock.mechanics.figures import Figure
from gearlock.table.measure import (
    FULL_TURN,
    HALF_TURN,
    INCH,
    RIGHT_ANGLE,
    advance,
    bearing,
    distance,
    turn_between,
)
from gearlock.table.path import Leg, Path, walk
from gearlock.table.polygon import Point


class Pace(NamedTuple):
    """What a move has left: mils and turns, how wide one turn is, and how often a mil backward counts."""

    length: int
    turns: int
    widest: int
    backward: int = 1


def legs_to(figure: Figure, stops: Sequence[Point], facing: int | None, pace: Pace) -> Path:
    """By way of places to the last of them, straight from one to the next, as far as the pace lasts.

    What lies behind somebody who may not turn so far it backs up to. It ends with the facing asked for if there are
    turns left for that.
    """
    left, spare = pace.length, pace.turns
    x, y, ahead = figure.x, figure.y, figure.facing
    legs: Path = ()
    for to_x, to_y in stops:
        length = distance(x, y, to_x, to_y)
        angle = turn_between(ahead, bearing(x, y, to_x, to_y)) if length else 0
        turns = turns_by(angle, pace.widest)
        spare -= len(turns)
        if spare < 0 and abs(angle) > RIGHT_ANGLE:
            turns = turns_by(turn_between(HALF_TURN, angle % FULL_TURN), pace.widest)
            return legs + _with_advance(turns, -min(length, left // pace.backward))
        legs += _with_advance(turns, min(length, left))
        left -= min(length, left)
        x, y, ahead = to_x, to_y, (ahead + angle) % FULL_TURN
    if facing is None:
        return legs
    final = turns_by(turn_between(ahead, facing % FULL_TURN), pace.widest)
    return legs + final if len(final) <= spare else legs


def turns_by(angle: int, widest: int) -> Path:
    """A rotation as turns that are none wider than that; the last is what remains."""
    turns: list[Leg] = []
    while abs(angle) > widest:
        turns.append((widest if angle > 0 else -widest, 0))
        angle -= turns[-1][0]
    return (*turns, (angle, 0)) if angle else tuple(turns)


def _with_advance(legs: Path, length: int) -> Path:
    """Turns, and an advance after the last of them."""
    if not length:
        return legs
    return (*legs[:-1], (legs[-1][0], length)) if legs else ((0, length),)


def aside_of(figure: Figure, x: int, y: int) -> int:
    """How far to the left of somebody a place lies, to the right if negative."""
    angle = turn_between(figure.facing, bearing(figure.x, figure.y, x, y))
    return advance(0, 0, angle % FULL_TURN, distance(figure.x, figure.y, x, y))[1]


def by_inches(path: Path) -> Iterator[Path]:
    """A path cut into pieces of one inch at most, each with the turns before it; turns at the end are one more."""
    turns: Path = ()
    for angle, length in path:
        turns += ((angle, 0),) if angle else ()
        sign, left = (1 if length > 0 else -1), abs(length)
        while left:
            yield _with_advance(turns, sign * min(INCH, left))
            turns, left = (), left - min(INCH, left)
    if turns:
        yield turns


def turn_to_somebody(figure: Figure, leg: Leg, others: Sequence[Figure], widest: int, chooser: Chooser) -> int:
    """A guessed turn at the end of a leg: towards one of the others as a rule, now and then some other way."""
    if not others or chooser.randrange(0, 4) == 0:
        return chooser.randrange(-widest, widest + 1)
    end, other = walk(figure.x, figure.y, figure.facing, (leg,)), chooser.choice(others)
    turn = turn_between(end.facing, bearing(end.x, end.y, other.x, other.y))
    return max(-widest, min(widest, turn))
