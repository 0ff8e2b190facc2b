"""What happens with Command Points."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.command.pool import most_points, points_left
from gearlock.systems.fieldmanual.leaders.events import POOL
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import ATTEMPTS, NEURAL_NET, RECEIVED, State, Unit
from gearlock.systems.fieldmanual.under_way import Activation

COMMANDED = "by command"
"""A mark of an activation that a Command Point began: nothing that a Command Point gives may interrupt it."""


def _attempt(state: State, unit: Unit) -> None:
    """One attempt more of who issues, and a point less in the pool."""
    mark(state, unit, ATTEMPTS, unit.token(ATTEMPTS) + 1)
    state.points[POOL + unit.seat] = points_left(state, unit.seat) - 1


class PointIssued(Event, frozen=True, tag="point-issued"):
    """A leader issued a Command Point to a model: the attempt counts, whatever becomes of it."""

    by: str
    unit: str
    use: str

    @heeds("fieldmanual.cp-issue", "fieldmanual.cp-receive")
    def change(self, state: State) -> None:
        """The point is laid out; it comes back if it is blocked."""
        _attempt(state, state.units[self.by])
        mark(state, state.units[self.unit], RECEIVED)


class PointBlocked(Event, frozen=True, tag="point-blocked"):
    """A Command Point did not get through: it is not spent."""

    by: str
    unit: str

    @heeds("fieldmanual.cp-receive")
    def change(self, state: State) -> None:
        seat = state.units[self.by].seat
        state.points[POOL + seat] = points_left(state, seat) + 1


class SkillRerolled(Event, frozen=True, tag="skill-rerolled"):
    """A Skill test is rolled again; the second roll stands."""

    unit: str
    purpose: str


class OtherRerolled(Event, frozen=True, tag="other-rerolled"):
    """The Army Commander had dice rolled again that are no Skill test."""

    unit: str
    purpose: str
    faces: tuple[int, ...]

    @heeds("fieldmanual.cp-reroll-other")
    def change(self, state: State) -> None:
        """An attempt of the commander; nobody receives it."""
        _attempt(state, state.units[self.unit])


class NeuralNetUsed(Event, frozen=True, tag="neural-net-used"):
    """An Advanced Neural Net added a die to a test."""

    unit: str
    purpose: str

    @heeds("fieldmanual.perk-ann")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], NEURAL_NET)


class CalledUp(Event, frozen=True, tag="called-up"):
    """A Command Point activates a model out of sequence; it has yet to choose mode and speed.

    `under` others that were called up or given an Action at the same time come first.
    """

    unit: str
    under: int = 0

    @heeds("fieldmanual.cp-activate")
    def change(self, state: State) -> None:
        interrupt(state, Activation(self.unit, marks=[COMMANDED]), self.under)


class ActionGiven(Event, frozen=True, tag="action-given"):
    """A Command Point gives a model one additional Action, to be used at once."""

    unit: str
    under: int = 0

    @heeds("fieldmanual.cp-extra-action")
    def change(self, state: State) -> None:
        """The Actions it has left are laid aside as long as it uses this one."""
        unit = state.units[self.unit]
        marks = [COMMANDED]
        extra = Activation(self.unit, begun=True, banded=True, marks=marks, extra=True, kept=unit.actions)
        interrupt(state, extra, self.under)
        for part in state.parts(unit):
            part.actions = 1


def interrupt(state: State, begun: Activation, under: int) -> None:
    """Let an activation interrupt what is under way; below so many that began at the same moment."""
    if under and state.activation is not None:
        state.interrupted.append(begun)
        return
    if state.activation is not None:
        state.interrupted.append(state.activation)
    state.activation = begun


class UplinkUsed(Event, frozen=True, tag="uplink-used"):
    """A model spent an Action on its Satellite Uplink."""

    unit: str

    @heeds("fieldmanual.perk-satellite-uplink")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class PointGained(Event, frozen=True, tag="point-gained"):
    """A Satellite Uplink brought a Command Point."""

    unit: str

    @heeds("fieldmanual.perk-satellite-uplink")
    def change(self, state: State) -> None:
        """Never more than the battle began with."""
        seat = state.units[self.unit].seat
        state.points[POOL + seat] = min(points_left(state, seat) + 1, most_points(state, seat))
