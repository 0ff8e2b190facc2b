"""What happens to structures."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.tactical.damage.parts import cut, fallen, piece_of
from gearlock.systems.tactical.state import State


class StructureHurt(Event, frozen=True, tag="structure-hurt"):
    """Damage points gathered by a part of a structure."""

    part: str
    by: str
    amount: int
    total: int
    capacity: int

    def change(self, state: State) -> None:
        """The part is a piece of the ground by itself from now on."""
        state.structures[self.part] = self.total
        state.ground = cut(state.ground, self.part)


class StructureFell(Event, frozen=True, tag="structure-fell"):
    """A part of a structure is destroyed."""

    part: str
    by: str
    total: int

    def change(self, state: State) -> None:
        """What is left lies on the ground."""
        state.structures[self.part] = self.total
        state.ground = fallen(state.ground, self.part)


class Dropped(Event, frozen=True, tag="dropped"):
    """A unit came down with what it stood on."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        """Its way ends there."""
        state.units[self.unit].z = self.z
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path, now.halted = (), True


def _name(state: State, part: str) -> str:
    piece = piece_of(state.ground, part)
    return part if piece is None else piece.name


def structure_hurt(state: State, event: StructureHurt, _seat: str | None) -> Line:
    """Points gathered."""
    text = f"{_name(state, event.part)} takes {event.amount} damage, {event.total} of {event.capacity} in all."
    return Line(text, tuple(name for name in (event.by,) if name in state.units), "tactical.3.2.5")


def structure_fell(state: State, event: StructureFell, _seat: str | None) -> Line:
    """Gone."""
    units = tuple(name for name in (event.by,) if name in state.units)
    return Line(f"{_name(state, event.part)} is left where a structure stood.", units, "tactical.3.2.5")


def dropped(state: State, event: Dropped, _seat: str | None) -> Line:
    """Down there."""
    return Line(f"{state.units[event.unit].name} comes down with it.", (event.unit,), "tactical.3.2.5-bridge-collapse")
