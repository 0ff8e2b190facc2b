"""A script played on everything the dice can show: exact, and with the very code that plays the battle.

A script cannot be copied in the middle, so every branch runs it again from the start. Faces that mean the same to the
rules are one class of faces, which keeps the branches few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any, NamedTuple, TypeVar

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.pools import pool_score

S = TypeVar("S")

Classes = Sequence[tuple[Faces, int]]
"""Faces that stand for all that mean the same, and how many throws they stand for."""


class Leaf(NamedTuple):
    """One way a script ended: `ways` out of `out_of`, the context it ended in, and what it gave back."""

    ways: int
    out_of: int
    ctx: Ctx[Any]
    value: Any = None


def walk(
    begin: Callable[[], tuple[Ctx[S], Script[Any]]],
    classes: Callable[[Roll], Classes],
    answer: Callable[[Ctx[S], Ask], Order],
) -> Iterator[Leaf]:
    """Every way a script can end. `begin` starts it anew, `classes` says what its dice can show.

    `answer` speaks for every seat and must say the same whenever it is asked the same.
    """
    waiting: list[tuple[tuple[Faces, ...], int, int]] = [((), 1, 1)]
    while waiting:
        thrown, ways, out_of = waiting.pop()
        ctx, script = begin()
        made = 0
        reply: object = None
        while True:
            try:
                step = script.send(reply)
            except StopIteration as end:
                value = end.value
                break
            if isinstance(step, Ask):
                reply = answer(ctx, step)
                continue
            assert isinstance(step, Roll), f"nobody answers {step}"
            if made < len(thrown):
                reply = thrown[made]
            else:
                (first, weight), *others = classes(step)
                whole = weight + sum(each for _, each in others)
                waiting += [((*thrown, faces), ways * each, out_of * whole) for faces, each in others]
                thrown, ways, out_of = (*thrown, first), ways * weight, out_of * whole
                reply = first
            made += 1
        yield Leaf(ways, out_of, ctx, value)


def faces_alike(roll: Roll) -> Classes:
    """The classes of a roll: of a pool by what it comes to, of other dice by their marks, mostly without an order.

    Faces between two marks mean the same.
    """
    if roll.step is not None:
        return _pooled(roll.count, roll.sides, roll.step)
    return _alike(roll.count, roll.sides, roll.low, roll.marks, roll.ordered)


@lru_cache(maxsize=256)
def _pooled(count: int, sides: int, step: int) -> Classes:
    """One throw for each result of a pool, and how many come to it."""
    found: dict[int, tuple[Faces, int]] = {}
    for faces, ways in _alike(count, sides, 1, None, False):
        first, known = found.get(pool_score(faces, step), (faces, 0))
        found[pool_score(faces, step)] = first, known + ways
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _alike(count: int, sides: int, low: int, marks: tuple[int, ...] | None, ordered: bool) -> Classes:
    end = low + sides
    cuts = range(low, end) if marks is None else sorted({low, *(mark for mark in marks if low < mark < end)})
    kinds = [(first, after - first) for first, after in zip(cuts, [*cuts[1:], end], strict=True)]
    if ordered:
        throws = product(kinds, repeat=count)
        return tuple((tuple(first for first, _ in throw), prod(width for _, width in throw)) for throw in throws)
    found: list[tuple[Faces, int]] = []
    for chosen in combinations_with_replacement(range(len(kinds)), count):
        numbers = [chosen.count(kind) for kind in range(len(kinds))]
        left, ways = count, 1
        for kind, number in enumerate(numbers):
            ways *= comb(left, number) * prod([kinds[kind][1]] * number)
            left -= number
        found.append((tuple(kinds[kind][0] for kind in chosen), ways))
    return tuple(found)
