"""What happens in the sequence of play. Units go by their true ids in events; what a seat reads of it is told."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.actions.phase_begins import (
    begin_own_phase,
    begin_phase_of,
    drop_reserve,
    fill_pool,
    hide_again,
    restore_wards,
)
from gearlock.systems.hex100.state import State, other


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both sides rolled for who goes first."""

    first: str
    faces: tuple[int, ...]

    def change(self, state: State) -> None:
        state.first, state.phase = self.first, "deployment"
        state.active = other(self.first)


class DeploymentEnded(Event, frozen=True, tag="deployment-ended"):
    """All units stand; the side that goes second declares its focus early."""

    awaiting: tuple[str, ...]

    def change(self, state: State) -> None:
        state.phase, state.awaiting, state.active = "early focus", list(self.awaiting), other(state.first)


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A side's phase began: its pools are full again and its effects of last turn have ended."""

    turn: int
    seat: str
    awaiting: tuple[str, ...]

    def change(self, state: State) -> None:
        state.turn, state.active, state.acting = self.turn, self.seat, ""
        state.phase, state.awaiting = "focus", list(self.awaiting)
        for unit in state.units.values():
            begin_phase_of(unit, self.seat)
            if unit.seat != self.seat or unit.destroyed:
                continue
            fill_pool(state, unit)
            begin_own_phase(unit)
            hide_again(unit)
            unit.used, unit.focus, unit.engaged, unit.done = [], "", [], False
            unit.resisting = unit.looking = False
            restore_wards(unit)
            drop_reserve(unit)


class FocusDeclared(Event, frozen=True, tag="focus-declared"):
    """A mech chose its focus, or none."""

    plain: ClassVar[bool] = True
    unit: str
    focus: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.focus = self.focus
        if self.focus and "focus" in unit.pool:
            unit.pool["focus"] -= 1
        state.awaiting.remove(self.unit)
        if not state.awaiting and state.phase == "focus":
            state.phase = "units"


class Activated(Event, frozen=True, tag="activated"):
    """A unit began its turn, with these enemies ready to strike if it walks away from them."""

    plain: ClassVar[bool] = True
    unit: str
    engaged: tuple[str, ...]

    def change(self, state: State) -> None:
        state.acting, state.phase = self.unit, "units"
        state.units[self.unit].engaged = list(self.engaged)


class PhaseEnded(Event, frozen=True, tag="phase-ended"):
    """A side is through; after the second side comes the aftermath."""

    seat: str

    def change(self, state: State) -> None:
        state.phase = "aftermath" if self.seat != state.first else "changing sides"


class AftermathEnded(Event, frozen=True, tag="aftermath-ended"):
    """A turn is over; after the last one the battle is."""

    turn: int
    last: bool

    def change(self, state: State) -> None:
        state.phase = "over" if self.last else "changing sides"
