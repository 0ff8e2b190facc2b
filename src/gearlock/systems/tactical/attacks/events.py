"""What happens in attacks."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import State

HELD = "held:"
"""A mark of an activation: the units that hold their fire while somebody moves."""


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks: its Action and its ammunition are used."""

    unit: str
    weapon: str
    target: str
    rof: int = 0
    rounds: int = 0
    cost: int = 1
    way: str = "direct"
    called: str = ""
    snap: bool = False
    linked: tuple[str, ...] = ()

    @heeds("tactical.2.6.3", "tactical.2.3.4-rof", "tactical.2.6.2-snap-fire", "tactical.3.6.4")
    def change(self, state: State) -> None:
        """Snap Fire is noted with what the mover has spent, for the next shot at it has to wait a Movement Point."""
        unit, now = state.units[self.unit], state.activation
        unit.actions -= self.cost
        for mount in (self.weapon, *self.linked):
            unit.used[mount] = unit.used.get(mount, 0) + self.rounds
            unit.fired.append(f"{mount}:{self.target}")
        if self.snap and now is not None:
            now.snapped[self.unit] = now.spent


class AttackMet(Event, frozen=True, tag="attack-met"):
    """An attack met its target's defense."""

    unit: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    hit: bool


class FireHeld(Event, frozen=True, tag="fire-held"):
    """These units let the one on the move go on."""

    units: tuple[str, ...]

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "somebody is on the move"
        now.marks += [f"{HELD}{name}" for name in self.units]
