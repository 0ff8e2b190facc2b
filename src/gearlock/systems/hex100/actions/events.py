"""What happens to the action pool, and the end of a turn."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State


class ActionsSpent(Event, frozen=True, tag="actions-spent"):
    """Actions left the pool; weapons named here are used for this turn."""

    unit: str
    actions: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    moves: int = 0
    """How many of them were spent on moves."""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for action in self.actions:
            unit.pool[action] -= 1
        unit.strides += self.moves
        unit.used += (token.partition(":")[0] for token in self.weapons)
        unit.acted = True


class HandLent(Event, frozen=True, tag="hand-lent"):
    """A commander's action became a utility action."""

    plain: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        pool = state.units[self.unit].pool
        pool["utility"] = pool.get("utility", 0) + 1


class AmmoChanged(Event, frozen=True, tag="ammo-changed"):
    """Another ammunition was loaded."""

    plain: ClassVar[bool] = True
    unit: str
    weapon: str
    mode: int

    def change(self, state: State) -> None:
        state.units[self.unit].loaded[self.weapon] = self.mode


class TurnFinished(Event, frozen=True, tag="turn-finished"):
    """A unit has done what it will do this turn."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.done, unit.engaged = True, []
        state.acting = ""
