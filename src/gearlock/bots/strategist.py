"""A bot that thinks again: it goes on looking for plans as long as it may, then proves the best of them.

All plans are found in one imagined battle, so that they can be compared: first a few of everything, then more of what
looked best. The best are then tried out in others, where what it cannot know and what the dice bring is different; a
plan that only looked good by luck falls behind. More time means more plans and more trials.
"""

from __future__ import annotations

from gearlock.bots.lines import Line
from gearlock.bots.patience import Patience
from gearlock.bots.planning import BROAD, NARROW, Planner
from gearlock.bots.tactician import TacticianBot
from gearlock.kernel.seat import Seat

LOOKS = 6000
"""Orders looked at for one decision at most."""
PLANNING = 0.6
"""The share of looks and time after which no further plans are looked for; the rest is for trials."""
PASSES = 6
"""Times it plans at most."""
LEADERS = 4
"""Lines whose first options are thought through again."""
RACE = ((8, 2), (4, 2), (2, 4))
"""So many of the best plans are tried out so many times; then the best of those again."""


class StrategistBot(TacticianBot):
    """The tactician's way of planning, repeated, and the best of it proved."""

    looks = LOOKS

    def _plans(self, planner: Planner, seat: Seat, patience: Patience) -> list[Line]:
        imagined = seat.imagine(self._random)
        if imagined is None:
            return []
        lines = planner.plans(imagined, patience, NARROW)
        for done in range(1, PASSES):
            if not patience.lasts((done + 1) / done / PLANNING):
                break
            lines += planner.plans(imagined, patience, BROAD, {line.labels[0] for line in lines[:LEADERS]})
            lines.sort(key=lambda line: -line.value)
        return self._proved(planner, seat, different(lines), patience)

    def _proved(self, planner: Planner, seat: Seat, lines: list[Line], patience: Patience) -> list[Line]:
        """The best lines by what they come to on average, those that are tried; all of them if there is no time."""
        tried: dict[int, list[Line]] = {id(line): [] for line in lines}
        for field, trials in RACE:
            racing = lines[:field]
            if len(racing) < 2:
                break
            for _ in range(trials):
                imagined = seat.imagine(self._random)
                assert imagined is not None, "what could be imagined once can be again"
                for line in racing:
                    if patience.is_over:
                        return lines
                    tried[id(line)].append(planner.retried(line, imagined))
            for line in racing:
                line.terms = _mean(tried[id(line)])
            lines = sorted((line for line in lines if tried[id(line)]), key=lambda line: -line.value)
        return lines


def _mean(lines: list[Line]) -> dict[str, float]:
    names = sorted({name for line in lines for name in line.terms})
    return {name: sum(line.terms.get(name, 0.0) for line in lines) / len(lines) for name in names}


def different(lines: list[Line]) -> list[Line]:
    """The lines without those that say the same again."""
    found: dict[object, Line] = {}
    for line in lines:
        found.setdefault(line.orders, line)
    return list(found.values())
