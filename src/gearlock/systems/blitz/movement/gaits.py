"""6.1 and 6.3: movement types: how often and when they turn, what helps and what slows them, and how many moves."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import BRACED, COMBAT, TOP_SPEED, Unit
from gearlock.table.measure import INCH

UNLIMITED = 1_000
"""More turns, or higher jets, than anybody ever needs."""


class Gait(NamedTuple):
    """A row of the movement table: turns in a move and when, bonuses in inches, MR for an inch of difficult terrain."""

    name: str
    turns: int
    first: bool = True
    """May turn first thing in a move; the last thing everybody may."""
    open: int = 0
    road: int = 0
    difficult: int = 1
    buys_turns: bool = False

    @property
    def is_free(self) -> bool:
        """Turns whenever it likes."""
        return self.turns == UNLIMITED


GAITS = {
    "W": Gait("Walker", UNLIMITED),
    "I": Gait("Infantry", UNLIMITED),
    "G": Gait("Ground", 1, True, 1, 2, 2, True),
    "H": Gait("Hover", 1, False, 1, 2, 3, True),
    "H2O": Gait("Water", 1, True, 0, 2, 2, True),
    "V": Gait("VTOL", 1, False, 1, 2, 3, True),
}
HOVERING = ("H", "V")


@rule("blitz.6.3")
@heeds("blitz.6.3a", "blitz.trait.sms")
def gaits_of(line: Model) -> tuple[str, ...]:
    """The movement types a model may use, its own first; a flyer has none on the table."""
    own = dict.fromkeys((line.gait, *line.sms))
    return tuple(gait for gait in own if gait in GAITS and line.move)


@rule("blitz.6.3a", "blitz.trait.sms")
def poised(unit: Unit, gait: str) -> Unit:
    """The model as it is with one of its movement types: with the traits that go with that, and without those it loses.

    The type it used last stays with it, traits and all, until it uses another.
    """
    if unit.gait == gait:
        return unit
    other = unit.clone()
    other.gait = gait
    return other


@rule("blitz.trait.fast")
@heeds("blitz.3.2a-table", "blitz.6.0", "blitz.6.3a")
def moves_of(unit: Unit, posture: str) -> int:
    """How many moves a posture allows; a Fast model has one more at top speed, by whichever system makes it fast."""
    moves = {BRACED: 0, COMBAT: 1, TOP_SPEED: 2}[posture]
    fast = any(is_fast(unit, gait) for gait in gaits_of(unit.line)) or (unit.line.gait == "F" and unit.has("Fast"))
    return moves + (posture == TOP_SPEED and fast)


@heeds("blitz.trait.fast", "blitz.trait.sms")
def is_fast(unit: Unit, gait: str) -> bool:
    """Whether it is Fast on this movement type."""
    return poised(unit, gait).has("Fast")


@rule("blitz.6.3b", "blitz.6.3d", "blitz.6.3e", "blitz.6.3-table")
@heeds("blitz.2.14-atv", "blitz.2.14-orv", "blitz.trait.lumbering", "blitz.6.3g", "blitz.6.3c")
def turns_of(unit: Unit, gait: str) -> int:
    """Turns in one move: walkers and infantry any number, others one.

    ATVs always, and ORVs at combat posture, turn as they like. Lumbering models turn once, whatever they are.
    """
    if poised(unit, gait).has("Lumbering"):
        return 1
    return UNLIMITED if turns_freely(unit, gait) else GAITS[gait].turns


@rule("blitz.2.14-atv", "blitz.2.14-orv")
@heeds("blitz.18.4")
def turns_freely(unit: Unit, gait: str) -> bool:
    """Whether it may turn at any point of a move; drones move like ATVs."""
    line = unit.line
    if GAITS[gait].is_free or line.subtype == "ATV" or line.type == "Drone":
        return True
    return line.subtype == "ORV" and unit.posture == COMBAT


@rule("blitz.trait.lumbering")
@heeds("blitz.6.1a")
def buys_turns(unit: Unit, gait: str) -> bool:
    """Whether actions buy it further turns: on ground or hover movement, unless it is Lumbering."""
    return GAITS[gait].buys_turns and not poised(unit, gait).has("Lumbering")


@rule("blitz.trait.jumpjets")
@heeds("blitz.17.7c", "blitz.6.3f")
def jets_of(unit: Unit, gait: str) -> int:
    """How high, in mils, jump jets lift a model straight up and down; VTOLs rise as high as they like."""
    return UNLIMITED * INCH if gait == "V" else poised(unit, gait).trait("Jump Jets") * INCH


@rule("blitz.6.5d")
@heeds("blitz.6.0", "blitz.6.3d", "blitz.6.3e", "blitz.6.3g")
def bonus_of(gait: str, is_open: bool, on_road: bool) -> int:
    """What a move kept to roads, or to open terrain, adds to the rating."""
    row = GAITS[gait]
    return (row.road if on_road else row.open if is_open else 0) * INCH
