"""What Special Actions do."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.lock_and_cover.contact import note_of
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import COORDINATED, State

NOMINATED = f"{COORDINATED}:made"
"""A token on a leader who has nominated a target this round."""


class TargetNominated(Event, frozen=True, tag="target-nominated"):
    """A leader spent an Action, or the free one of its Active Lock, to nominate a target."""

    unit: str
    target: str
    free: bool

    @heeds("fieldmanual.coordinated-attack")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mark(state, unit, NOMINATED)
        if self.free and state.activation is not None:
            state.activation.free = ""
        else:
            pay(state, unit)


class AttackCoordinated(Event, frozen=True, tag="attack-coordinated"):
    """A Combat Group concentrates on a target: all of it, or those who heard in spite of ECM."""

    unit: str
    target: str
    heard: tuple[str, ...] = ()
    blocked: bool = False

    @heeds("fieldmanual.coordinated-attack", "fieldmanual.auto-comm")
    def change(self, state: State) -> None:
        unit, tokens = state.units[self.unit], state.units[self.target].tokens
        for name in self.heard if self.blocked else (f"{unit.seat}:{unit.squad}",):
            tokens[f"{COORDINATED}:{name}"] = 1


class PenaltyOffset(Event, frozen=True, tag="penalty-offset"):
    """A model spent Actions to offset its Defense modifier, in this mode and at this speed."""

    unit: str
    actions: int
    plain = True

    @heeds("fieldmanual.were-in-trouble")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit, self.actions)
        mark(state, unit, unit.trouble, unit.token(unit.trouble) + self.actions)


class TookCover(Event, frozen=True, tag="took-cover"):
    """A model spent an Action to hide or to go Hull Down: which of its bases, and behind which terrain each of them."""

    unit: str
    token: str
    bases: tuple[tuple[str, tuple[str, ...]], ...]

    @heeds("fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        for name, terrain in self.bases:
            tokens = state.units[name].tokens
            tokens[self.token] = 1
            for piece in terrain:
                tokens[note_of(self.token, piece)] = 1


class LeftCover(Event, frozen=True, tag="left-cover"):
    """A model or base is no longer Hull Down or Hiding."""

    unit: str
    token: str

    @heeds("fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        for name in [name for name in tokens if name == self.token or name.startswith(note_of(self.token, ""))]:
            del tokens[name]
