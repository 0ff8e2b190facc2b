"""5.4: what happens in a shared activation."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import (
    AUTOPILOT,
    BODY,
    COMMS_JAMMING,
    COUNTER_BATTERY,
    FULL_SPEED,
    INERT,
    INTERFERENCE,
    KEPT_UP,
    LED_POSTURES,
    SENSOR_BOOST,
    SENSOR_JAMMING,
    TO_COME,
    TOP_SPEED,
    Activation,
    State,
    Unit,
)

LASTS_AN_ACTIVATION = (AUTOPILOT, SENSOR_BOOST, INTERFERENCE, COMMS_JAMMING, COUNTER_BATTERY)
"""Tokens that lie there until their model is activated again."""


@heeds(
    "blitz.14.5a", "blitz.14.5b", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d", "blitz.15.5d", "blitz.trait.autopilot"
)
def begin_anew(state: State, unit: Unit, posture: str) -> None:
    """A model is activated: what lasted until now is over, on it and on those it jammed.

    Full speed that was ordered has this activation first.
    """
    for token in LASTS_AN_ACTIVATION:
        unit.tokens.pop(token, None)
    for other in state.units.values():
        other.tokens.pop(f"{SENSOR_JAMMING}:{unit.id}", None)
    if unit.token(FULL_SPEED) == TO_COME and posture == TOP_SPEED:
        unit.tokens[FULL_SPEED] = KEPT_UP
    else:
        unit.tokens.pop(FULL_SPEED, None)
    unit.posture = posture


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
        begin_anew(state, unit, self.posture)
        unit.actions = self.actions
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


class PostureFollowed(Event, frozen=True, tag="posture-followed"):
    """The body of a vehicle is in another posture than before, and so is a component of it."""

    unit: str
    posture: str

    @heeds("blitz.18.6", "blitz.trait.attached")
    def change(self, state: State) -> None:
        """It is noted as a token, none for combat posture."""
        tokens = state.units[self.unit].tokens
        tokens.pop(BODY, None)
        if self.posture in LED_POSTURES[1:]:
            tokens[BODY] = LED_POSTURES.index(self.posture)
