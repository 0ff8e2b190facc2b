"""What happens in Melee Combat."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.melee.engagement import note_foes
from gearlock.systems.fieldmanual.melee.holds import HOLDS, held_token, let_go
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import State

FREE_BLOW = "free melee attack"
"""The mark of an activation in which a one-Action model at Top Speed has made its melee attack."""


class BlowStruck(Event, frozen=True, tag="blow-struck"):
    """A model strikes or rams at another: for an Action, as the one attack of a fast model, or as a Free Strike."""

    unit: str
    weapon: str
    target: str
    paid: bool = True
    cause: str = ""
    """Why it is a Free Strike; empty for an attack of its own."""
    engages: bool = True
    """Whether they are within Melee Range of each other."""

    @heeds("fieldmanual.action-costs", "fieldmanual.speed-top", "fieldmanual.free-strikes")
    def change(self, state: State) -> None:
        """It is paid for, and the two are in melee from now on."""
        unit, now = state.units[self.unit], state.activation
        if self.paid:
            pay(state, unit)
        if now is None:
            return
        pairs = ((self.unit, self.target), (self.target, self.unit)) if self.engages else ()
        for figure, other in pairs:
            if state.is_active(state.units[figure]):
                note_foes(now, figure, (other,))
        if not self.cause and state.is_active(unit):
            now.begun = True
            if not self.paid:
                now.marks.append(FREE_BLOW)


class BlowResolved(Event, frozen=True, tag="blow-resolved"):
    """Both rolls of a blow and what is left of them."""

    unit: str
    weapon: str
    target: str
    attack: int
    defense: int


class Grappled(Event, frozen=True, tag="grappled"):
    """A model keeps another from using one of its weapons, as long as they touch."""

    unit: str
    target: str
    weapon: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[f"{HOLDS}:{self.target}"] = 1
        state.units[self.target].tokens[held_token(self.weapon)] = 1


class HoldLost(Event, frozen=True, tag="hold-lost"):
    """A model has moved out of contact: its weapon, or the other's, is free again."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        let_go(state, state.units[self.unit])
