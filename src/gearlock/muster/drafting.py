"""A force being drawn by lot: units of models, upgrades tried one by one, and the rules judge them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from gearlock.kernel.force import Block, Entry, Group, Header, Remark, Roster, Violation
from gearlock.muster.unit_files import Card

GROUP_NAMES = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet", "Kilo")


@dataclass
class DraftUnit(Generic[Card]):
    """A unit being drawn: each model with its upgrades; the first one leads."""

    kind: str
    code: str
    models: list[tuple[Card, tuple[str, ...]]]
    upgrades: tuple[str, ...] = ()

    def block(self) -> Block:
        """As a roster has it: equal models on one line."""
        numbers = Counter((card.name, bought) for card, bought in self.models)
        entries = (Entry(model=name, count=count, upgrades=bought) for (name, bought), count in numbers.items())
        return Block(kind=self.kind, code=self.code, upgrades=self.upgrades, entries=tuple(entries))


@dataclass
class Draft(Generic[Card]):
    """A force being drawn, in groups of units, and who judges it."""

    headers: Mapping[str, str]
    check: Callable[[Roster], Sequence[Violation]]
    groups: list[list[DraftUnit[Card]]] = field(default_factory=list)

    def roster(self) -> Roster:
        """The force so far, written down."""
        groups = (
            Group(name=_group_name(number), above=(Remark(""),), blocks=tuple(unit.block() for unit in units))
            for number, units in enumerate(self.groups)
        )
        return Roster(headers_of(self.headers), tuple(groups))

    def try_upgrade(self, unit: DraftUnit[Card], number: int, upgrade: str) -> None:
        """Buy it for one model of a unit; what the rules refuse is not bought."""
        card, bought = unit.models[number]
        unit.models[number] = (card, (*bought, upgrade))
        if self.check(self.roster()):
            unit.models[number] = (card, bought)

    def try_for_all(self, unit: DraftUnit[Card], upgrade: str) -> None:
        """Buy it for a whole unit; what the rules refuse is not bought."""
        before = unit.upgrades
        unit.upgrades = (*before, upgrade)
        if self.check(self.roster()):
            unit.upgrades = before


def headers_of(said: Mapping[str, str]) -> tuple[Header, ...]:
    """The words about a whole force, one on a line."""
    return tuple(Header(key=key, value=value) for key, value in said.items())


def _group_name(number: int) -> str:
    turn, place = divmod(number, len(GROUP_NAMES))
    return GROUP_NAMES[place] + (f" {turn + 1}" if turn else "")
