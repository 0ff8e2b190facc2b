"""Copies of a battle, in this process and in another: by its record, since a script under way cannot be copied.

A copy has the same dice, so that it has the same future; it holds what is sealed, what is hidden and how the record
came to be. What is done to it is not done to the original. It is the whole truth: hand it to no player.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from gearlock.kernel.record import Base, Entry

if TYPE_CHECKING:
    from gearlock.kernel.battle import Battle

PLAIN = ("system", "setup", "dice", "seats_of", "has_secrets", "entries", "checks", "thrown", "given")
"""What of a battle travels as it is; states are made again from the first one and the events since."""
Counts = tuple[int, int, int, int]
"""How much of the record led to a kept state: entries, events of the last of them, rolls and steps."""


class Copied:
    """`copy.copy`, `copy.deepcopy` and `pickle` of a battle."""

    def __copy__(self: Battle[Any]) -> Battle[Any]:  # type: ignore[misc]
        return deepcopy(self)  # two battles with one state between them would be a trap

    def __deepcopy__(self: Battle[Any], memo: dict[int, Any]) -> Battle[Any]:  # type: ignore[misc]
        return _run_again(self, deepcopy(self.dice, memo))

    def __reduce__(self: Battle[Any]) -> tuple[Any, ...]:  # type: ignore[misc]
        usual = self.system.hash(self.system.begin(self.setup)) == self.system.hash(self.start)
        start = None if usual else self.system.encode(self.start)
        bases = [(base.entries, base.events, base.rolls, base.step) for base in (*self._kept, self._base)]
        return restored, (type(self), {name: getattr(self, name) for name in PLAIN}, start, bases)


def restored(kind: type[Battle[Any]], fields: dict[str, Any], start: bytes | None, bases: list[Counts]) -> Battle[Any]:
    """A battle as another process packed it, its last step run again."""
    packed: Battle[Any] = kind.__new__(kind)
    vars(packed).update(fields)
    system, setup = packed.system, packed.setup
    packed.start = system.begin(setup) if start is None else system.decode(start, setup)
    *packed._kept, packed._base = _states_along(packed, bases)
    return _run_again(packed, packed.dice)


def _states_along(battle: Battle[Any], wanted: list[Counts]) -> list[Base[Any]]:
    """The states at these places of the record, by its events alone."""
    state, found, at = battle.start.clone(), list[Base[Any]](), (0, 0)
    for entries, events, rolls, step in wanted:
        for event in _between(battle.entries, at, (entries - 1, events)):
            battle.system.apply(state, event)
        at = entries - 1, events
        found.append(Base(state.clone(), entries, events, rolls, step))
    return found


def _between(entries: list[Entry], start: tuple[int, int], end: tuple[int, int]) -> list[Any]:
    """The events from one place of the record to another; a place is an entry and so many of its events."""
    if start[0] == end[0]:
        return entries[end[0]].events[start[1] : end[1]]
    whole = [event for entry in entries[start[0] + 1 : end[0]] for event in entry.events]
    return [*entries[start[0]].events[start[1] :], *whole, *entries[end[0]].events[: end[1]]]


def _run_again(battle: Battle[Any], dice: Any) -> Battle[Any]:
    copy = battle._rebuilt(battle._base, len(battle.entries), dice)
    copy.seats_of, copy.given = dict(battle.seats_of), battle.given
    return copy
