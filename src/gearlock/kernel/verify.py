"""Proving a log: the rules give its events again, its events give its states, its dice fit its seed."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.battle import Battle, TapeMismatch
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadDice
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.record import Check, Entry, Rolled


class Difference(msgspec.Struct, frozen=True):
    """Where two tellings of a battle part: the step (entry number), what the log says and what was found."""

    step: int
    what: str
    logged: str
    found: str

    def text(self) -> str:
        """For a person."""
        return f"step {self.step}: {self.what}\n  in the log: {self.logged}\n  found now:  {self.found}"


def verify(log: LoadedLog) -> Difference | None:
    """The first difference between a log and what the rules, the events and the seed say; None if there is none."""
    found = [d for d in (rerun_difference(log), film_difference(log), seed_difference(log)) if d is not None]
    return min(found, key=lambda difference: difference.step, default=None)


def film_difference(log: LoadedLog) -> Difference | None:
    """Compare the fingerprints in the log with the states its stored events give."""
    checks = {(check.entry, check.events): check for check in log.checks}
    state = log.start.clone()
    for at, entry in enumerate(log.entries):
        for count in range(len(entry.events) + 1):
            if count:
                log.system.apply(state, entry.events[count - 1])
            check = checks.get((at, count))
            if check is not None and (found := log.system.hash(state)) != check.hash:
                return Difference(at, "the stored events give another state", check.hash, found)
    if log.end is not None and (found := log.system.hash(state)) != log.end.hash:
        return Difference(len(log.entries) - 1, "the stored events give another final state", log.end.hash, found)
    return None


def rerun_difference(log: LoadedLog) -> Difference | None:
    """Play the inputs through the rules again and compare every event and fingerprint."""
    try:
        battle = log.battle(strict=True)
    except (TapeMismatch, BadDice) as error:
        return _where_rerun_stops(log, str(error))
    for at, (was, now) in enumerate(zip(log.entries, battle.entries, strict=False)):
        difference = _entry_difference(at, was, now)
        if difference is not None:
            return difference
    if len(battle.entries) > len(log.entries) and log.end is not None:
        return Difference(
            len(log.entries), "the rules go on where the log ends", "end", _say(battle.entries[len(log.entries)].input)
        )
    return _check_difference(log, battle)


def _entry_difference(at: int, was: Entry, now: Entry) -> Difference | None:
    if was.input != now.input:
        return Difference(at, "another input", _say(was.input), _say(now.input))
    for old, new in zip(was.events, now.events, strict=False):
        if old != new:
            return Difference(at, "another event", _say(old), _say(new))
    if len(was.events) > len(now.events):
        return Difference(at, "an event does not happen any more", _say(was.events[len(now.events)]), "nothing")
    if len(was.events) < len(now.events):
        return Difference(at, "one event more happens", "nothing", _say(now.events[len(was.events)]))
    return None


def _check_difference(log: LoadedLog, battle: Battle[Any]) -> Difference | None:
    again = {(check.entry, check.events): check for check in battle.checks}
    for check in log.checks:
        same: Check | None = again.get((check.entry, check.events))
        if same is not None and same.hash != check.hash:
            return Difference(check.entry, "another state", check.hash, same.hash)
    if log.end is not None and battle.hash() != log.end.hash:
        return Difference(len(log.entries) - 1, "another final state", log.end.hash, battle.hash())
    return None


def _where_rerun_stops(log: LoadedLog, reason: str) -> Difference:
    """Find the first entry the rules no longer follow, by re-running ever longer beginnings."""
    good, bad = 0, len(log.entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            inputs = [entry.input for entry in log.entries[:middle]]
            Battle.rerun(log.system, log.header.setup, log.start, inputs, strict=True)
            good = middle
        except (TapeMismatch, BadDice):
            bad = middle
    return Difference(bad - 1, "the rules do not follow the log here", _say(log.entries[bad - 1].input), reason)


def seed_difference(log: LoadedLog) -> Difference | None:
    """If the seed was told at the end, check that it is the one committed to."""
    if log.end is None or not log.end.seed or not log.header.commitment:
        return None
    found = Seeded(log.end.seed).commitment
    if found != log.header.commitment:
        return Difference(0, "the seed is not the one committed to", log.header.commitment, found)
    return None


def dice_rolled(log: LoadedLog) -> int:
    """How many rolls the log holds."""
    return sum(isinstance(entry.input, Rolled) for entry in log.entries)


def _say(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
