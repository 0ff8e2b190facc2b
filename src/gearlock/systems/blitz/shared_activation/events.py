"""5.4: what happens in a shared activation."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import INERT, Activation, State


class Joined(Event, frozen=True, tag="joined"):
    """A drone or a component takes part in the activation under way, in a posture, with so many moves and actions."""

    unit: str
    posture: str
    moves: int
    actions: int
    acts: bool = False
    """Whether it is the next to do something; else it waits for its turn."""

    @heeds("blitz.5.4-attached", "blitz.18.4", "blitz.18.6")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, unit.actions = self.posture, self.actions
        unit.gait = unit.gait or unit.line.gait
        own = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)
        if self.acts and state.activation is not None:
            state.beside[state.activation.unit] = state.activation
            state.activation = own
        else:
            state.beside[unit.id] = own


class HandedOver(Event, frozen=True, tag="handed-over"):
    """Another model of the shared activation does something next."""

    unit: str
    to: str

    def change(self, state: State) -> None:
        assert state.activation is not None, "somebody is active"
        state.beside[self.unit] = state.activation
        state.activation = state.beside.pop(self.to)


class Leashed(Event, frozen=True, tag="leashed"):
    """The end of a shared activation: the drones that are too far from their controller, and those that are not."""

    inert: tuple[str, ...]
    steered: tuple[str, ...]

    @heeds("blitz.18.4")
    def change(self, state: State) -> None:
        for name in self.inert:
            state.units[name].tokens[INERT] = 1
        for name in self.steered:
            state.units[name].tokens.pop(INERT, None)
        for name in (*self.inert, *self.steered):
            state.units[name].used = True
