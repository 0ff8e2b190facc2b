"""What happens with Command Points."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.command.orders import ACTIVATE, EXTRA_ACTION, PAY_DEBT
from gearlock.systems.tactical.state import POINT_USED, STUNNED, State

CALLING = "calling"
"""A token of who has been called by a Command Point and is about to be activated."""


class TacticsRolled(Event, frozen=True, tag="tactics-rolled"):
    """Both Commanders' Tactics; the winner is empty after a tie."""

    red: int
    blue: int
    winner: str = ""

    @heeds("tactical.2.6.2-step0-tcp", "tactical.2.6.2-step0-deployment")
    def change(self, state: State) -> None:
        if self.winner:
            state.points["TCP:red"], state.points["TCP:blue"] = self.red, self.blue
            state.winner = state.turn = self.winner
            state.switches["last winner"] = self.winner


class PointSpent(Event, frozen=True, tag="point-spent"):
    """A Command Point was spent on a unit; an Initiative point first, since they last no longer than the round."""

    unit: str
    use: str
    pool: str
    facing: int = -1
    passed: bool = True
    """Whether it reached the unit: under jamming it may not."""

    @heeds("tactical.2.6.4", "tactical.2.6.4-extra-action", "tactical.2.6.4-about-face", "tactical.2.6.4-activate")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.points[self.pool] -= 1
        unit.tokens[POINT_USED] = 1
        if not self.passed:
            return
        if self.use == EXTRA_ACTION:
            unit.actions += 1
        elif self.use == ACTIVATE:
            unit.tokens[CALLING] = 1
        elif self.use == PAY_DEBT:
            unit.tokens[STUNNED] -= 1
            if not unit.tokens[STUNNED]:
                del unit.tokens[STUNNED]
        if self.facing >= 0:
            unit.facing = self.facing
