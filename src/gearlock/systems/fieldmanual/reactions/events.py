"""What happens in reactions."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.damage.events import PARTING
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import FIELDED, STAND_BY, State

HELD = "held:"
"""Before ids in a mark of an activation: those who hold their fire while the model moves."""


class FireDeclared(Event, frozen=True, tag="fire-declared"):
    """A model spent an Action on Reaction Fire; at a mover it shoots after the next inch."""

    unit: str
    later: bool = False

    @heeds("fieldmanual.reaction-fire")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        if self.later:
            state.declared.append(self.unit)


class FireOver(Event, frozen=True, tag="fire-over"):
    """Declared Reaction Fire was made, or came to nothing."""

    unit: str
    lost: bool = False

    @heeds("fieldmanual.reaction-fire")
    def change(self, state: State) -> None:
        if self.unit in state.declared:
            state.declared.remove(self.unit)


class FireHeld(Event, frozen=True, tag="fire-held"):
    """A side holds its fire while the model moves."""

    units: tuple[str, ...]
    plain = True

    def change(self, state: State) -> None:
        if state.activation is not None:
            kept = [each for each in state.activation.marks if not each.startswith(HELD)]
            state.activation.marks = [*kept, HELD + " ".join(self.units)]


class StandByBegun(Event, frozen=True, tag="stand-by-begun"):
    """A model spent an Action: a weapon stands by for coordinates."""

    unit: str
    weapon: str
    plain = True

    @heeds("fieldmanual.stand-by")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, f"{STAND_BY}:{self.weapon}")


class StandBySpent(Event, frozen=True, tag="stand-by-spent"):
    """A Stand-by token was spent to fire at an observed target."""

    unit: str
    weapon: str
    target: str

    @heeds("fieldmanual.stand-by")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], f"{STAND_BY}:{self.weapon}", 0)


class PartingShotBegun(Event, frozen=True, tag="parting-shot-begun"):
    """A model that was just killed gets a Parting Shot, as it was before the attack that killed it."""

    unit: str

    @heeds("fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.boxes = FIELDED, unit.token(PARTING) - 1


class PartingShotOver(Event, frozen=True, tag="parting-shot-over"):
    """A model that was killed makes no Parting Shot, or has made it."""

    unit: str
    status: str
    boxes: int

    @heeds("fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.boxes, unit.actions, unit.used = self.status, self.boxes, 0, True
        unit.tokens.pop(PARTING, None)
