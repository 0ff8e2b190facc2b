"""What is under way on the table: the unit being activated and its way, dice that lie there, areas of the round."""

from __future__ import annotations

from dataclasses import dataclass, field

from gearlock.table.measure import INCH
from gearlock.table.path import Path

STANDS = "stands"
"""A mark: it has ended its movement, and is fired at for the last time."""
ATTACKED_AT = "attacked at:"
"""A mark: the Movement Points it had spent, in thousandths, when it attacked."""
DARING = "daring"
"""A mark: it forces its way through heavy ground."""


@dataclass(slots=True)
class Activation:
    """The unit being activated: what it has done so far, and the way it is on."""

    unit: str
    limit: str = ""
    """The speed class (`state.CLASSES`) that an attack or its announcement commits it to; empty while it is free."""
    mode: str = ""
    """The movement system it began the round in."""
    spent: int = 0
    """Thousandths of MP spent."""
    gone: int = 0
    """Mils moved, backward ones too."""
    road: int = 0
    """Thousandths of MP among those spent that a road gave; only its inches use them up."""
    since_turn: int = INCH
    """Mils gone since the last turn; an inch before the first, so that it may be made at once."""
    backward: bool = False
    switched: bool = False
    path: Path = ()
    """The rest of the way it is on; empty while it stands."""
    snapped: dict[str, int] = field(default_factory=dict)
    """Who has fired at it on this move: MP spent then, in thousandths, by firer."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was."""
    called: bool = False
    """Activated by a Command Point, out of sequence."""
    halted: bool = False
    """Goes no further this round."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.limit, self.mode, self.spent, self.gone, self.road, self.since_turn, self.backward,
            self.switched, self.path, self.snapped.copy(), self.marks[:], self.called, self.halted,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Patch:
    """An area of the table that does something: saturation fire, a fire, smoke, a minefield, a barrage to come.

    `number` is what is recorded for it (a Threshold, an Intensity), `left` how long it lasts, in rounds (0: for good).
    """

    kind: str
    x: int
    y: int
    radius: int
    number: int = 0
    seat: str = ""
    unit: str = ""
    """Whose work it is."""
    weapon: str = ""
    left: int = 0
    points: int = 0
    """What has been gathered there: Intensity fired into a place that does not burn yet."""
    word: str = ""
    """A type of minefield, a size of salvo."""


@dataclass(slots=True, frozen=True)
class Burn:
    """What slow-burning stuff goes on doing to a unit: as much as at first, in each of so many rounds to come."""

    amount: int
    left: int
    since: int
    """The round it began in: what is left burns from the next one on."""
    by: str = ""
    arc: str = ""
    x: int = 0
    y: int = 0
    """Where the unit was: infantry that goes away leaves the fire behind."""


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of a test that lie on the table while somebody decides about a re-roll."""

    purpose: str
    unit: str
    dice: int
    modifier: int
    faces: tuple[int, ...]
    total: int
    against: int = 0
    target: str = ""
    weapon: str = ""
