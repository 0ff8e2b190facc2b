"""What happens in tests."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.under_way import Rolled


class SkillTested(Event, frozen=True, tag="skill-tested"):
    """The dice of a test, and what they came to with everything that was added."""

    purpose: str
    unit: str
    seat: str
    faces: tuple[int, ...]
    lines: tuple[Modifier, ...]
    total: int
    against: int = 0
    target: str = ""
    weapon: str = ""
    rule: str = ""

    def change(self, state: State) -> None:
        """The dice lie on the table until others do."""
        count, modifier = sum_of(self.lines)
        state.rolled = Rolled(
            self.purpose, self.unit, count, modifier, self.faces, self.total, self.against, self.target, self.weapon
        )


class DieRolled(Event, frozen=True, tag="die-rolled"):
    """A die, or several, that a table is read with."""

    purpose: str
    faces: tuple[int, ...]
    unit: str = ""
    rule: str = ""
