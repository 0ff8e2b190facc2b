"""Why a table refuses a message, as the one who sent it is told."""

from __future__ import annotations

import msgspec

from gearlock.kernel.errors import GearlockError, IllegalOrder, NotAsked, UndoRefused
from gearlock.kernel.written import in_words
from gearlock.server.advice import NoSuchOption
from gearlock.server.troubles import Broken, Busy, NoAdvice, NotKept, Seated, Stale, UnderWay
from gearlock.server.wire import Refused

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
CODES: dict[type[GearlockError], str] = {
    NotAsked: "not-asked",
    Stale: "stale",
    UnderWay: "under-way",
    NotKept: "not-kept",
    UndoRefused: "undo-refused",
    NoSuchOption: "no-such-option",
    Seated: "seated",
    Broken: "broken",
    Busy: "busy",
    NoAdvice: "no-advice",
}


def refusal_of(error: Exception, ref: int) -> Refused | None:
    """What is said to a message that raised this; None if nobody reckoned with it."""
    if isinstance(error, IllegalOrder):
        return Refused(error.refusal.code, error.refusal.message, error.refusal.rule, ref)
    if isinstance(error, UNREADABLE):
        return Refused("unreadable", f"This is no order of this game: {in_words(str(error))}", ref=ref)
    if isinstance(error, GearlockError):
        return Refused(CODES.get(type(error), "refused"), str(error), ref=ref)
    return None
