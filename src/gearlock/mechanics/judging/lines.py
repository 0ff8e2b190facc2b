"""Modifier rules, written once and read twice: as lines for people, and as sums for whoever weighs many pairs.

A rule asks one model alone, a weapon as it is used, or a pair of models. What the first two kinds come to is added up
once a model and once a use; only the third kind is left to be asked of each pair. This file compiles with mypyc.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, sum_of

S = TypeVar("S")
"""The state of a battle."""
M = TypeVar("M")
"""A model in it."""
U = TypeVar("U")
"""A weapon as it is used."""
P = TypeVar("P")
"""Two models, one of which attacks the other in one way."""

Sum = tuple[int, int]
"""Dice and result."""


class OfModel(NamedTuple, Generic[S, M, U]):
    """Lines that a model has by itself; if there is a `when`, only for uses that fit it."""

    lines: Callable[[S, M], list[Modifier]]
    when: Callable[[U], bool] | None = None


class OfUse(NamedTuple, Generic[U]):
    """Lines of a weapon as it is used."""

    lines: Callable[[U], list[Modifier]]


class OfPair(NamedTuple, Generic[U, P]):
    """Dice that lie between two models, 0 for no line. The label tells them by `{}`, or has words for each number."""

    dice: Callable[[P], int]
    label: str | Mapping[int, str]
    rule: str
    when: Callable[[U], bool] | None = None

    def line(self, count: int) -> Modifier:
        """So many of these dice as a line."""
        label = self.label
        return dice(count, label.format(count) if isinstance(label, str) else label[count], self.rule)


class Used(Generic[P]):
    """What a use comes to before anybody stands anywhere: its sum, which case it is, and the rules left to ask."""

    __slots__ = ("case", "left", "sum")

    def __init__(self, sum: Sum, case: int, left: Sequence[Callable[[P], int]]) -> None:
        self.sum, self.case, self.left = sum, case, left


class LineRules(Generic[S, M, U, P]):
    """The rules of one side of a roll, in the order in which their lines are read."""

    def __init__(self, *rules: OfModel[S, M, U] | OfUse[U] | OfPair[U, P]) -> None:
        self.rules = rules
        self.conditions: list[Callable[[U], bool]] = []
        for rule in rules:
            if isinstance(rule, OfModel) and rule.when is not None and rule.when not in self.conditions:
                self.conditions.append(rule.when)

    def lines(self, state: S, model: M, use: U, pair: P | None) -> list[Modifier]:
        """All lines; without a pair those that need none."""
        found: list[Modifier] = []
        for rule in self.rules:
            if isinstance(rule, OfUse):
                found += rule.lines(use)
            elif rule.when is not None and not rule.when(use):
                continue
            elif isinstance(rule, OfModel):
                found += rule.lines(state, model)
            elif pair is not None:
                count = rule.dice(pair)
                if count:
                    found.append(rule.line(count))
        return found

    def brought(self, state: S, model: M) -> list[Sum]:
        """What a model brings by itself, for each case of uses."""
        whole = [(0, 0)] * (1 << len(self.conditions))
        for rule in self.rules:
            if isinstance(rule, OfModel):
                lines = rule.lines(state, model)
                if lines:
                    count, bonus = sum_of(lines)
                    bit = 0 if rule.when is None else 1 << self.conditions.index(rule.when)
                    whole = [
                        (had + count, more + bonus) if case & bit == bit else (had, more)
                        for case, (had, more) in enumerate(whole)
                    ]
        return whole

    def used(self, use: U) -> Used[P]:
        """What a use comes to."""
        lines = [line for rule in self.rules if isinstance(rule, OfUse) for line in rule.lines(use)]
        case = sum(1 << bit for bit, holds in enumerate(self.conditions) if holds(use))
        between = (rule for rule in self.rules if isinstance(rule, OfPair))
        return Used(sum_of(lines), case, [rule.dice for rule in between if rule.when is None or rule.when(use)])


def total(brought: Sequence[Sum], used: Used[P], pair: P) -> Sum:
    """Dice and result of a pair: what the model brings to this use, the use itself, and what lies between the two."""
    count, bonus = brought[used.case]
    more, better = used.sum
    count += more
    for between in used.left:
        count += between(pair)
    return count, bonus + better
