"""Modifier lines of a pool: some change how many dice are rolled, others what the roll came to; and their sums."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.view import Modifier

DICE, RESULT = "D6", "result"


def dice(value: int, label: str, rule_id: str) -> Modifier:
    """A Dice Modifier: changes how many dice are rolled."""
    return Modifier(value, label, rule_id, DICE)


def result(value: int, label: str, rule_id: str) -> Modifier:
    """A Result Modifier: changes what the roll came to."""
    return Modifier(value, label, rule_id, RESULT)


def sum_of(lines: Iterable[Modifier]) -> tuple[int, int]:
    """What the lines add to the dice, and what to the result."""
    count = bonus = 0
    for line in lines:
        if line.unit == DICE:
            count += line.value
        elif line.unit == RESULT:
            bonus += line.value
    return count, bonus
