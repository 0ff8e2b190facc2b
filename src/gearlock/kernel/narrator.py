"""The story of a battle as one seat may read it, told event by event."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.battle import Battle
from gearlock.kernel.record import Entry
from gearlock.kernel.veil import told_until
from gearlock.kernel.view import Line


class Narrator:
    """Follows a battle as a film of its own, so that each event is told in the state right after it."""

    def __init__(self, battle: Battle[Any], seat: str | None) -> None:
        self._battle, self._seat = battle, seat
        self._restart()

    def _restart(self) -> None:
        self._state = self._battle.start.clone()
        self._entries: list[Entry] = []
        self._told = 0

    def news(self) -> list[Line]:
        """The lines since the last call. After an undo the film is run again in silence up to the present.

        The present is as far as the seat has been told of it.
        """
        entries = self._battle.entries[: told_until(self._battle, self._seat)]
        if len(self._entries) > len(entries) or any(a is not b for a, b in zip(self._entries, entries, strict=False)):
            self._restart()
            self._follow(entries)
            return []
        return self._follow(entries)

    def _follow(self, entries: list[Entry]) -> list[Line]:
        lines: list[Line] = []
        system = self._battle.system
        for at in range(max(len(self._entries) - 1, 0), len(entries)):
            if at == len(self._entries):
                self._entries.append(entries[at])
                self._told = 0
            for event in entries[at].events[self._told :]:
                system.apply(self._state, event)
                line = system.tell(self._state, event, self._seat)
                if line is not None:
                    lines.append(line)
                self._told += 1
        return lines
