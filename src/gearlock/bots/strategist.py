"""A bot that thinks again: it plans in one imagined battle after another, and tries its best plans out in all of them.

What it cannot know and what the dice will bring are different in each, so a plan that only looked good by luck falls
behind. More time means more plans and more trials.
"""

from __future__ import annotations

from gearlock.bots.lines import Line
from gearlock.bots.patience import Patience
from gearlock.bots.planning import Planner
from gearlock.bots.tactician import TacticianBot
from gearlock.kernel.seat import Seat

LOOKS = 6000
"""Orders looked at for one decision at most."""
PLANNING = 0.6
"""The share of looks and time that planning may take; the rest is for trials."""
PASSES = 8
"""Times it plans at most."""
FINALISTS = 6
"""Plans that are tried out."""
TRIALS = 6
"""Times each of them is tried out at most."""


class StrategistBot(TacticianBot):
    """The tactician's way of planning, repeated, and the best of it proved."""

    looks = LOOKS

    def _plans(self, planner: Planner, seat: Seat, patience: Patience) -> list[Line]:
        lines, planning = list[Line](), patience.part(PLANNING)
        for _ in range(PASSES):
            imagined = seat.imagine(self._random)
            if imagined is None:
                return []
            lines += planner.plans(imagined, planning)
            if planning.is_over:
                break
        lines.sort(key=lambda line: -line.value)
        return self._proved(planner, seat, lines, patience)

    def _proved(self, planner: Planner, seat: Seat, lines: list[Line], patience: Patience) -> list[Line]:
        """The best lines by what they come to on average, then the others."""
        finalists = different(lines)[:FINALISTS]
        tried = {id(line): [line] for line in finalists}
        for _ in range(TRIALS):
            if patience.is_over or len(finalists) < 2:
                break
            imagined = seat.imagine(self._random)
            assert imagined is not None, "what could be imagined once can be again"
            for line in finalists:
                tried[id(line)].append(planner.retried(line, imagined.fork()))
        for line in finalists:
            trials = tried[id(line)]
            names = {name for trial in trials for name in trial.terms}
            line.terms = {name: sum(t.terms.get(name, 0.0) for t in trials) / len(trials) for name in sorted(names)}
        finalists.sort(key=lambda line: -line.value)
        return finalists


def different(lines: list[Line]) -> list[Line]:
    """The best line of each first order that leads somewhere else."""
    found: dict[object, Line] = {}
    for line in lines:
        found.setdefault((line.orders, line.ends), line)
    return list(found.values())
