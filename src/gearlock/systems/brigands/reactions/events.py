"""6: what happens by Standby, Overwatch and Snap Fire."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.attacking.weapon_use import use
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class SnapFireDeclared(Event, frozen=True, tag="snap-fire-declared"):
    """A Passive model answers with an attack on the Active model."""

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    tall: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)
        unit.tall = self.tall


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept its Actions as Standby tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.standby, unit.actions = unit.standby + self.tokens, 0


class Overwatched(Event, frozen=True, tag="overwatched"):
    """A model kept its Actions as Overwatch tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.overwatch, unit.actions = unit.overwatch + self.tokens, 0
