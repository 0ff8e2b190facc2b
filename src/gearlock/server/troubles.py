"""What can go wrong at a table, as those who sit there are told."""

from __future__ import annotations

from gearlock.kernel.errors import GearlockError

TABLE = ""
"""Who says what nobody at the table said: the table itself."""


class NotKept(GearlockError):
    """What happened could not be written down: the table is closed, and laid out anew from what was."""


class Stale(GearlockError):
    """An answer to a decision that is no longer the one to make."""


class UnderWay(GearlockError):
    """Something more of a seat whose last order is not carried out to its end."""


class Broken(GearlockError):
    """The rules fell over an order: it was not carried out, and everything is as it was."""


class Seated(GearlockError):
    """A second hello with another link on the same connection."""


class Busy(GearlockError):
    """More is asked than can be worked out just now."""


class NoAdvice(GearlockError):
    """The bot that was asked came to nothing."""


MOVED_ON = "The battle has moved on since that question was asked; look again."
