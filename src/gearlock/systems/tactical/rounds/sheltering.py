"""3.7: in a tempest only sealed vehicles fight: everybody else takes shelter where it is."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line
from gearlock.systems.tactical.line_of_sight.conditions import stays_out_of_tempest
from gearlock.systems.tactical.state import COMBAT, IN_PLAY, STATIONARY, State

RULE: Final = "tactical.3.7-tempest"


class Sheltered(Event, frozen=True, tag="sheltered"):
    """Infantry and open-topped vehicles do nothing this round."""

    units: tuple[str, ...]

    @heeds("tactical.3.7-tempest")
    def change(self, state: State) -> None:
        """They have neither Actions nor a turn, and stand still."""
        for name in self.units:
            unit = state.units[name]
            unit.actions, unit.done = 0, True
            unit.went, unit.moved, unit.has_moved, unit.speed, unit.next_speed = STATIONARY, 0, True, COMBAT, ""


@heeds("tactical.3.7-tempest")
def take_shelter(ctx: Ctx[State]) -> None:
    """At the beginning of a round in a tempest."""
    units = (unit for unit in ctx.state.units.values() if unit.status in IN_PLAY)
    out = tuple(unit.id for unit in units if stays_out_of_tempest(ctx.state, unit))
    if out:
        ctx.emit(Sheltered(out))


def told_sheltered(state: State, event: Sheltered, _seat: str | None) -> Line:
    """Who sits it out."""
    names = ", ".join(state.units[name].name for name in event.units if state.units[name].is_fielded)
    text = f"The tempest keeps {names or 'those who are still to come'} in shelter: no turn and no Actions this round."
    return Line(text, (), RULE)
