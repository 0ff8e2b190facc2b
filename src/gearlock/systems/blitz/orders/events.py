"""15.4 to 15.6: what orders leave on models."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import (
    COMMAND,
    COORDINATED,
    FULL_SPEED,
    HIDING,
    INCLUDED,
    KEPT_UP,
    SILENCE,
    TO_COME,
    State,
)


class OrderBegun(Event, frozen=True, tag="order-begun"):
    """A commander spends an action on an order."""

    unit: str
    command: str
    target: str = ""

    @heeds("blitz.3.4a", "blitz.18.1")
    def change(self, state: State) -> None:
        """It is paid for, and who hid is found."""
        pay(state.units[self.unit])
        state.units[self.unit].tokens.pop(HIDING, None)


class OrderTaken(Event, frozen=True, tag="order-taken"):
    """Models take an order up; `strength` is what its successes come to where that matters."""

    unit: str
    command: str
    models: tuple[str, ...]
    strength: int
    target: str = ""

    @heeds("blitz.15.4", "blitz.15.5a", "blitz.15.5b", "blitz.15.5c", "blitz.15.5d", "blitz.15.5e")
    def change(self, state: State) -> None:
        """Tokens on those who obey, or on the target of coordinated fire."""
        if self.command == COORDINATED:
            name = f"{COORDINATED}:{self.unit}"
            tokens = state.units[self.target].tokens
            tokens[name] = tokens.get(name, 0) + self.strength
            for model in self.models:
                state.units[model].tokens[f"{INCLUDED}:{self.unit}"] = 1
            return
        for model in self.models:
            unit = state.units[model]
            if self.command == FULL_SPEED:
                unit.tokens[FULL_SPEED] = KEPT_UP if state.is_active(unit) else TO_COME
            else:
                unit.tokens[self.command] = max(self.strength, unit.token(self.command))


class FreeActionGained(Event, frozen=True, tag="free-action-gained"):
    """A commander whose order succeeded has an action for what it orders, and for nothing else."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].actions += 1


class FreeActionLost(Event, frozen=True, tag="free-action-lost"):
    """It was not used."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1


class PointsPassed(Event, frozen=True, tag="points-passed"):
    """Command points change hands."""

    unit: str
    to: str
    points: int

    @heeds("blitz.15.6")
    def change(self, state: State) -> None:
        """From one to the other."""
        drop(state.units[self.unit], COMMAND, self.points)
        tokens = state.units[self.to].tokens
        tokens[COMMAND] = tokens.get(COMMAND, 0) + self.points


class SilenceBroken(Event, frozen=True, tag="silence-broken"):
    """A model that is engaged keeps radio silence no longer."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SILENCE, None)
