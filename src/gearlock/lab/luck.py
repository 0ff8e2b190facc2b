"""How lucky a battle was: what each side rolled against what was to be expected, and the exact chance of that.

Every throw has a spread of what it could have come to; the spreads of a battle are folded into one with whole weights,
so the chance of rolling that much or more is a fraction without rounding. It holds for the throws as they came: how
many there were, and with which numbers, is the play of both sides and not luck.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.errors import BadInput
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.registry import AnySystem

Weights = tuple[int, ...]
PER_BYTE = 8
LONGEST = 14_000
"""Bits of the largest number written out; Python refuses to write numbers of more than 4300 digits."""


class Sum(msgspec.Struct, frozen=True):
    """A number of throws together: what they came to, and how likely it is to roll that much or more, or or less."""

    what: str
    throws: int
    rolled: int
    expected: float
    at_least: float
    at_most: float
    ways: str = ""
    """The chance of `at_least` without rounding, as a fraction; left out where it would fill pages."""


class SideLuck(msgspec.Struct, frozen=True):
    """One seat's luck: all of it together, in a word, and each kind of throw by itself."""

    seat: str
    word: str
    whole: Sum
    kinds: tuple[Sum, ...]


class Luck(msgspec.Struct, frozen=True):
    """The luck of a battle. `unit` is what was added up, `about` tells from which throws; `others` are the rest."""

    system: str
    unit: str
    about: str
    sides: tuple[SideLuck, ...]
    others: dict[str, int] = {}


def luck_of(system: AnySystem, thrown: Iterable[tuple[Roll, Faces]]) -> Luck:
    """The luck of all these throws, by seat."""
    fortunes: list[Fortune] = []
    others: Counter[str] = Counter()
    for roll, faces in thrown:
        found = system.fortune(roll, faces)
        if found is None:
            others[roll.purpose] += 1
        else:
            fortunes.append(found)
    sides = tuple(_side(seat, [each for each in fortunes if each.seat == seat]) for seat in system.seats)
    return Luck(system.id, *system.fortune_terms, sides, dict(sorted(others.items())))


def luck_of_log(log: LoadedLog) -> Luck:
    """The luck of a kept battle. A log keeps faces; what they were rolled for the rules say again, if they still do.

    Raises BadInput where they do not, and for a battle with secrets that goes on.
    """
    if log.end is None and log.has_secrets:
        raise BadInput("This battle goes on, and its dice would tell secrets: its luck is told when it is over.")
    try:
        battle = log.battle()
    except Exception as error:  # rules that have changed may fall over an old log in any way
        message = "The rules have changed since: what the dice were rolled for cannot be told any more"
        raise BadInput(f"{message} ({error}).") from error
    return luck_of(log.system, battle.thrown)


def _side(seat: str, fortunes: Sequence[Fortune]) -> SideLuck:
    kinds = list(dict.fromkeys(each.what for each in fortunes))
    parts = {kind: [each for each in fortunes if each.what == kind] for kind in kinds}
    folded = {kind: fold(each.weights for each in part) for kind, part in parts.items()}
    rows = tuple(_sum(kind, parts[kind], folded[kind]) for kind in kinds)
    whole = _sum("all", fortunes, fold(folded.values()), exact=True)
    return SideLuck(seat, verdict(whole), whole, rows)


def verdict(part: Sum) -> str:
    """Luck in a word: worth a mention is what happens to one side in twenty, or in a hundred."""
    for limit, word in ((0.01, "very "), (0.05, "")):
        if part.at_least <= limit:
            return f"{word}lucky"
        if part.at_most <= limit:
            return f"{word}unlucky"
    return "as dice are"


def _sum(what: str, fortunes: Sequence[Fortune], folded: Weights, exact: bool = False) -> Sum:
    rolled = sum(each.rolled for each in fortunes)
    at = rolled - sum(each.low for each in fortunes)
    total, above = sum(folded), sum(folded[at:])
    below = total - above + folded[at]
    ways = str(Fraction(above, total)) if exact and total.bit_length() < LONGEST else ""
    return Sum(what, len(fortunes), rolled, float(expected(fortunes)), above / total, below / total, ways)


def expected(fortunes: Iterable[Fortune]) -> Fraction:
    """What these throws come to on average."""
    counted = Counter((each.low, each.weights) for each in fortunes)
    return sum((times * _mean(low, weights) for (low, weights), times in counted.items()), Fraction(0))


def _mean(low: int, weights: Weights) -> Fraction:
    return low + Fraction(sum(at * weight for at, weight in enumerate(weights)), sum(weights))


def fold(rows: Iterable[Weights]) -> Weights:
    """The weights of a sum from those of its parts, shortest first; of nothing, nothing for certain."""
    heap = [(len(row), at, row) for at, row in enumerate(rows)]
    if not heap:
        return (1,)
    heapq.heapify(heap)
    while len(heap) > 1:
        _, at, first = heapq.heappop(heap)
        _, _, second = heapq.heappop(heap)
        both = _folded(first, second)
        heapq.heappush(heap, (len(both), at, both))
    return heap[0][2]


def _folded(first: Weights, second: Weights) -> Weights:
    """Two rows of weights folded by one multiplication: each row is written as one long number, with room to spare."""
    width = (sum(first) * sum(second)).bit_length() // PER_BYTE + 1
    length = len(first) + len(second) - 1
    product = _written(first, width) * _written(second, width)
    digits = product.to_bytes(width * length, "little")
    return tuple(int.from_bytes(digits[at : at + width], "little") for at in range(0, width * length, width))


def _written(row: Weights, width: int) -> int:
    return int.from_bytes(b"".join(weight.to_bytes(width, "little") for weight in row), "little")
