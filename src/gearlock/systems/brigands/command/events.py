"""7: what happens by Command Points, Orders and promotions."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, State

COMMAND_POINT, SKILL_POINT = "Command Point", "Skill Point"
"""What a Reroll was paid with, where it was not free."""


class Rerolled(Event, frozen=True, tag="rerolled"):
    """A roll of this unit was made again, and what paid for it: a Commander's point, a Skill Point, or nothing."""

    unit: str
    source: str
    commander: str = ""

    def change(self, state: State) -> None:
        if self.source == COMMAND_POINT:
            state.units[self.commander].command -= 1
        elif self.source == SKILL_POINT:
            state.units[self.unit].skill -= 1


class OrderGiven(Event, frozen=True, tag="order-given"):
    """A leader spent a Command Point on an Order; `steadied` are the models that Emergency Measures help."""

    unit: str
    name: str
    target: str = ""
    steadied: tuple[str, ...] = ()

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.command -= 1
        if self.name == COORDINATED_ATTACK:
            state.units[self.target].marks.append(self.name)
        elif self.name == EVADE:
            unit.marks.append(self.name)
        else:
            state.orders[self.name] = unit.id
        for steadied in self.steadied:
            state.units[steadied].steady = True


class Promoted(Event, frozen=True, tag="promoted"):
    """A deputy took a fallen Commander's place, with the Command Points of the rank."""

    unit: str
    rank: str
    command: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.rank, unit.command = self.rank, self.command
