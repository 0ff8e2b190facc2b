"""What becomes of leaders."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import COMMANDER, LEADER, State

POOL = "CP:"
"""Before a seat: the Command Points it has left, in `State.points`."""


class CommandPassed(Event, frozen=True, tag="command-passed"):
    """The Army Commander was lost: a Command Point went, and another model commands; nobody if none is left."""

    seat: str
    unit: str

    @heeds("fieldmanual.army-commander-loss")
    def change(self, state: State) -> None:
        """Of a Combined Model every base bears the rank."""
        key = POOL + self.seat
        state.points[key] = max(0, state.points.get(key, 0) - 1)
        for part in state.parts(state.units[self.unit]):
            part.rank = COMMANDER


class LeaderNominated(Event, frozen=True, tag="leader-nominated"):
    """A Sub-squad that had no leader got one, for the rest of the game."""

    unit: str

    @heeds("fieldmanual.sub-squads-small-game")
    def change(self, state: State) -> None:
        for part in state.parts(state.units[self.unit]):
            part.rank = LEADER
