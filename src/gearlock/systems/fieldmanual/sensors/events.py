"""What sensors find."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.electronic_warfare.observed import HEARD
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.recon import note_lock
from gearlock.systems.fieldmanual.state import DESIGNATED, LOCKED, OBSERVED, State


class ActiveLockTried(Event, frozen=True, tag="active-lock-tried"):
    """A model spent an Action to gain Active Lock."""

    unit: str
    target: str
    drone: bool = False

    @heeds("fieldmanual.active-lock")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class ActiveLockGained(Event, frozen=True, tag="active-lock-gained"):
    """A model has Active Lock on another, and a free Action for what it opens."""

    unit: str
    target: str

    @heeds("fieldmanual.active-lock", "fieldmanual.obj-recon")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{LOCKED}:{self.unit}"] = 1
        note_lock(state, state.units[self.unit].seat, state.units[self.target])
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.free = self.target


class ObservationBegun(Event, frozen=True, tag="observation-begun"):
    """A model spent the free Action of its Active Lock, or another one, on a Forward Observation."""

    unit: str
    target: str
    free: bool

    @heeds("fieldmanual.forward-observation")
    def change(self, state: State) -> None:
        if self.free and state.activation is not None:
            state.activation.free = ""
        else:
            pay(state, state.units[self.unit])


class Observed(Event, frozen=True, tag="observed"):
    """A target is Forward Observed, perhaps Designated: for its whole side, or for those who heard in spite of ECM."""

    unit: str
    target: str
    designated: bool
    blocked: bool = False
    heard: tuple[str, ...] = ()

    @heeds("fieldmanual.forward-observation", "fieldmanual.perk-target-designator", "fieldmanual.auto-comm")
    def change(self, state: State) -> None:
        tokens = state.units[self.target].tokens
        for name in self.heard:
            tokens[f"{HEARD}:{name}:{self.unit}"] = 2 if self.designated else 1
        if self.blocked:
            return
        tokens[f"{OBSERVED}:{self.unit}"] = 1
        if self.designated:
            tokens[f"{DESIGNATED}:{self.unit}"] = 1
