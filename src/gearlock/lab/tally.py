"""How long decisions took, counted in steps of five per cent: small enough to keep for every game, and additive."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

STEP = 1.05
_LOG_STEP = math.log(STEP)


class Tally(msgspec.Struct):
    """Decisions by how long they took: `steps` maps n to those of about STEP**n microseconds; `longest` is exact."""

    steps: dict[int, int] = {}
    longest: int = 0

    def add(self, microseconds: int) -> None:
        """Count one decision."""
        step = round(math.log(max(1, microseconds)) / _LOG_STEP)
        self.steps[step] = self.steps.get(step, 0) + 1
        self.longest = max(self.longest, microseconds)

    @property
    def count(self) -> int:
        """How many decisions there were."""
        return sum(self.steps.values())

    def quantile(self, share: float) -> float:
        """Milliseconds within which this share of the decisions was made, to about two per cent; 0 without any."""
        wanted = math.ceil(share * self.count)
        for step in sorted(self.steps):
            wanted -= self.steps[step]
            if wanted <= 0:
                return min(float(STEP**step), self.longest) / 1000
        return 0.0


def added_up(tallies: Iterable[Tally]) -> Tally:
    """Several counts as one."""
    whole = Tally()
    for tally in tallies:
        for step, count in tally.steps.items():
            whole.steps[step] = whole.steps.get(step, 0) + count
        whole.longest = max(whole.longest, tally.longest)
    return whole
