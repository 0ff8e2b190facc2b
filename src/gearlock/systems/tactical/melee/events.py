"""What happens in melee."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.events import note_attacker
from gearlock.systems.tactical.state import State


class BlowStruck(Event, frozen=True, tag="blow-struck"):
    """A unit spends an Action on a physical attack."""

    unit: str
    target: str
    how: str
    dm: int

    @heeds("tactical.2.6.3", "tactical.2.6.8")
    def change(self, state: State) -> None:
        """A hand-held weapon counts as one that attacked."""
        unit = state.units[self.unit]
        unit.actions -= 1
        state.note_attack(self.unit)
        note_attacker(state, unit, state.units[self.target])
        if unit.mount(self.how) is not None:
            unit.fired.append(f"{self.how}:{self.target}")


class Thrown(Event, frozen=True, tag="thrown"):
    """A unit throws something: an Action, and one piece of it."""

    unit: str
    weapon: str
    target: str

    @heeds("tactical.2.6.3", "tactical.2.6.8-throw")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.actions -= 1
        unit.used[self.weapon] = unit.used.get(self.weapon, 0) + 1
        unit.fired.append(f"{self.weapon}:{self.target}")
        state.note_attack(self.unit)
        note_attacker(state, unit, state.units[self.target])


class Deviated(Event, frozen=True, tag="throw-deviated"):
    """What was thrown landed elsewhere."""

    unit: str
    target: str
    weapon: str
    face: int
    """The die for its direction; 0 where a Fumble sends it back."""
    metres: int
    x: int
    y: int
