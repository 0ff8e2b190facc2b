"""12: what happens in special melee attacks."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.movement.events import begin_move, carry_along, leave_cover
from gearlock.systems.blitz.movement.passage import CRUSHED
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import EXPOSED, HIDING, SILENCE, State


class Grappled(Event, frozen=True, tag="grappled"):
    """A model throws its weight at others: brute force, ram or crush. `free`: nothing is paid for it."""

    unit: str
    kind: str
    targets: tuple[str, ...]
    free: bool = False

    @heeds("blitz.3.4a", "blitz.18.1", "blitz.15.5b", "blitz.7.6-stealth", "blitz.12.3")
    def change(self, state: State) -> None:
        """It pays, and gives itself away as in any attack."""
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        unit.tokens.pop(SILENCE, None)
        unit.tokens.pop(HIDING, None)
        unit.tokens[EXPOSED] = 1
        if self.kind == "crush" and state.activation is not None:
            state.activation.marks += [f"{CRUSHED} {target}" for target in self.targets]


class Pressed(Event, frozen=True, tag="pressed"):
    """The model that pushes follows whom it pushes, in the move it is making."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    moved: int

    @heeds("blitz.12.1", "blitz.6.0")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model pushes"
        begin_move(unit, now, self.gait)
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        carry_along(state, unit)
        now.spent += self.moved
        now.advanced += self.moved
        now.straight += self.moved
        if self.moved:
            leave_cover(unit)
