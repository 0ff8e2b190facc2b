"""The lines of a log as they come up, for whoever keeps them: a file, a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.loglines import check_line, end_line, entry_line, header_of, state_line
from gearlock.kernel.record import Entry

_encode = msgspec.json.Encoder().encode


class Scribe:
    """Remembers what of a battle is written down and gives the lines that are not."""

    def __init__(self, battle: Battle[Any]) -> None:
        self._battle = battle
        self._written: list[Entry] = []
        self._checks = 0
        self._ended = False

    def opening(self) -> Iterator[bytes]:
        """The lines a log begins with: header and first state."""
        yield _encode(header_of(self._battle))
        yield state_line(self._battle)

    def skip(self, log: LoadedLog) -> None:
        """What a log holds is written already: the battle was read from there.

        A log that was cut off in the middle of a step lacks what the rules did by themselves after it: that is news.
        """
        self._written = [entry.cut(len(entry.events)) for entry in self._battle.entries[: len(log.entries)]]
        self._checks = len(log.checks)
        self._ended = log.end is not None

    def news(self) -> Iterator[bytes]:
        """What happened since the last time; a battle that went back is written as an undo."""
        battle = self._battle
        same = self._shared(battle.entries)
        if same < len(self._written):
            yield _encode({"undo": same})
            del self._written[same:]
            self._checks = sum(check.entry < same for check in battle.checks)
            self._ended = False
        yield from self._new_checks(same - 1)
        for at in range(same, len(battle.entries)):
            yield entry_line(battle.entries[at])
            self._written.append(battle.entries[at].cut(len(battle.entries[at].events)))
            yield from self._new_checks(at)
        if battle.over and not self._ended:
            yield end_line(battle)
            self._ended = True

    def _new_checks(self, entry: int) -> Iterator[bytes]:
        """The fingerprints not written yet, up to those of an entry."""
        checks = self._battle.checks
        while self._checks < len(checks) and checks[self._checks].entry <= entry:
            yield check_line(checks[self._checks])
            self._checks += 1

    def _shared(self, entries: list[Entry]) -> int:
        """How many written entries still stand. Only the latest can have changed unless the battle went back."""
        at = min(len(self._written), len(entries))
        while at and self._written[at - 1] != entries[at - 1]:
            at -= 1
        return at
