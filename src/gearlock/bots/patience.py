"""How long a bot may think: so many looks at orders, and never beyond a deadline."""

from __future__ import annotations

import time

SECONDS = 2.0
"""The longest a bot thinks about one decision."""
LOOKING = 0.85
"""The share of it after which nothing more is looked at: what was found is still to be weighed."""


class Patience:
    """Looks are counted, so that the same seed plays the same way; the clock only stops what would take too long."""

    __slots__ = ("_begun", "_most", "_seconds", "looks")

    def __init__(self, looks: int, seconds: float = SECONDS) -> None:
        self.looks = self._most = looks
        self._begun, self._seconds = time.monotonic(), seconds

    def lasts(self, times: float) -> bool:
        """Whether so many times what has been spent already would still be within it."""
        return (self._most - self.looks) * times <= self._most and self.spent * times <= self._seconds

    def look(self) -> bool:
        """Spend a look; False when there is none left."""
        self.looks -= 1
        return self.looks >= 0 and not self.is_late

    @property
    def is_over(self) -> bool:
        """Nothing more may be looked at."""
        return self.looks <= 0 or self.is_late

    @property
    def is_late(self) -> bool:
        """The deadline is near."""
        return self.spent >= LOOKING * self._seconds

    @property
    def is_spent(self) -> bool:
        """The deadline has come: what has not been weighed is left."""
        return self.spent >= self._seconds

    @property
    def spent(self) -> float:
        """Seconds gone by."""
        return time.monotonic() - self._begun
