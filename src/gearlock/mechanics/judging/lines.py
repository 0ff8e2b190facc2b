"""Modifier rules, written once and read twice: as lines for people, and as sums for whoever weighs many pairs.

A rule asks one model alone, a weapon as it is used, or a pair of models. What the first two kinds come to is added up
once a model and once a use; only the third kind is left to be asked of each pair. This file compiles with mypyc.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result, sum_of

S = TypeVar("S")
"""The state of a battle."""
M = TypeVar("M")
"""A model in it."""
U = TypeVar("U")
"""A weapon as it is used."""
P = TypeVar("P")
"""Two models, one of which attacks the other in one way."""

KEPT = 1 << 14
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
    """Dice that lie between two models, 0 for no line. The label tells them by `{}`, or has words for each number.

    With `on_result` it is the result that they change, not the dice.
    """

    dice: Callable[[P], int]
    label: str | Mapping[int, str]
    rule: str
    when: Callable[[U], bool] | None = None
    on_result: bool = False

    def line(self, count: int) -> Modifier:
        """So many of these dice, or so much to the result, as a line."""
        words = self.label.format(count) if isinstance(self.label, str) else self.label[count]
        return result(count, words, self.rule) if self.on_result else dice(count, words, self.rule)


class Used(Generic[S, M, P]):
    """What a use comes to before anybody stands anywhere: the lines it has for certain, and the rules left to ask."""

    __slots__ = ("case", "left", "left_result", "steps", "sum")

    def __init__(self, case: int, steps: Sequence[Step[S, M, P]]) -> None:
        self.case, self.steps = case, steps
        self.sum = sum_of(line for step in steps if isinstance(step, list) for line in step)
        self.left = [step.dice for step in steps if isinstance(step, OfPair) and not step.on_result]
        self.left_result = [step.dice for step in steps if isinstance(step, OfPair) and step.on_result]


Step = list[Modifier] | Callable[[S, M], list[Modifier]] | OfPair[Any, P]
"""Lines of the use, a rule of the model, or a rule of the pair."""


class LineRules(Generic[S, M, U, P]):
    """The rules of one side of a roll, in the order in which their lines are read."""

    def __init__(self, *rules: OfModel[S, M, U] | OfUse[U] | OfPair[U, P]) -> None:
        self.rules = rules
        own = [rule for rule in rules if isinstance(rule, OfModel)]
        self.conditions = list(dict.fromkeys(rule.when for rule in own if rule.when is not None))
        self.own = [(rule.lines, 1 << self.conditions.index(rule.when) if rule.when else 0) for rule in own]
        self.used: Callable[[U], Used[S, M, P]] = lru_cache(maxsize=KEPT)(self.use)

    def use(self, use: U) -> Used[S, M, P]:
        """What a use comes to; `used` is the same, kept."""
        steps: list[Step[S, M, P]] = []
        for rule in self.rules:
            if isinstance(rule, OfUse):
                steps.append(rule.lines(use))
            elif rule.when is None or rule.when(use):
                steps.append(rule.lines if isinstance(rule, OfModel) else rule)
        return Used(sum(1 << bit for bit, holds in enumerate(self.conditions) if holds(use)), steps)

    def lines(self, state: S, model: M, use: U, pair: P | None) -> list[Modifier]:
        """All lines; without a pair those that need none."""
        found: list[Modifier] = []
        for step in self.used(use).steps:
            if isinstance(step, list):
                found += step
            elif not isinstance(step, OfPair):
                found += step(state, model)
            elif pair is not None:
                count = step.dice(pair)
                if count:
                    found.append(step.line(count))
        return found

    def brought(self, state: S, model: M) -> list[Sum]:
        """What a model brings by itself, for each case of uses."""
        whole: list[Sum] = [(0, 0)] * (1 << len(self.conditions))
        for rule, bit in self.own:
            lines = rule(state, model)
            if lines:
                count, bonus = sum_of(lines)
                for case, (had, more) in enumerate(whole):
                    if case & bit == bit:
                        whole[case] = had + count, more + bonus
        return whole


def total(brought: Sequence[Sum], used: Used[S, M, P], pair: P) -> Sum:
    """Dice and result of a pair: what the model brings to this use, the use itself, and what lies between the two."""
    count, bonus = brought[used.case]
    more, better = used.sum
    count += more
    for between in used.left:
        count += between(pair)
    for between in used.left_result:
        better += between(pair)
    return count, bonus + better
