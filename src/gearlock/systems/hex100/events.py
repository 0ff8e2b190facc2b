"""What happens in the hex game. Units go by their true ids here; what a seat may read of it is told by `telling`."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both sides rolled for who goes first."""

    first: str
    faces: tuple[int, ...]


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit took its place, with these modes of its variable weapons loaded."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    loaded: tuple[tuple[str, int], ...] = ()
    lurking: bool = False
    """It lies in wait, hidden."""


class DeploymentEnded(Event, frozen=True, tag="deployment-ended"):
    """All units stand; the side that goes second declares its focus early."""

    awaiting: tuple[str, ...]


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A side's phase began: its pools are full again and its effects of last turn have ended."""

    turn: int
    seat: str
    awaiting: tuple[str, ...]


class FocusDeclared(Event, frozen=True, tag="focus-declared"):
    """A mech chose its focus, or none."""

    plain: ClassVar[bool] = True
    unit: str
    focus: str


class Activated(Event, frozen=True, tag="activated"):
    """A unit began its turn, with these enemies ready to strike if it walks away from them."""

    plain: ClassVar[bool] = True
    unit: str
    engaged: tuple[str, ...]


class ActionsSpent(Event, frozen=True, tag="actions-spent"):
    """Actions left the pool; weapons named here are used for this turn."""

    unit: str
    actions: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    moves: int = 0
    """How many of them were spent on moves."""


class Turned(Event, frozen=True, tag="turned"):
    """A unit faces another way."""

    unit: str
    facing: int


class Stepped(Event, frozen=True, tag="stepped"):
    """A unit entered a hex; `held` says that the other side knows of it there, if only as a blip."""

    unit: str
    q: int
    r: int
    held: bool = False


class Halted(Event, frozen=True, tag="halted"):
    """A move ended early in front of an enemy that stood in the way unseen."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int


class Detected(Event, frozen=True, tag="detected"):
    """A seat knows an enemy better or less well than before; level 0 is lost. One found again has a new name."""

    reveals: ClassVar[bool] = True
    seat: str
    unit: str
    level: int
    contact: str


class LockTaken(Event, frozen=True, tag="lock-taken"):
    """A unit locked on."""

    unit: str
    target: str


class LockResisted(Event, frozen=True, tag="lock-resisted"):
    """A lock was shaken off: the target rolled under its e-war rating."""

    unit: str
    target: str
    number: int
    face: int


class LockLost(Event, frozen=True, tag="lock-lost"):
    """A lock ended."""

    unit: str
    target: str
    why: str


class ResistanceBegan(Event, frozen=True, tag="resistance-began"):
    """A unit opposes jams, hacks and locks until its next phase."""

    plain: ClassVar[bool] = True
    unit: str


class LookedAround(Event, frozen=True, tag="looked-around"):
    """A commander looked out."""

    unit: str


class HandLent(Event, frozen=True, tag="hand-lent"):
    """A commander's action became a utility action."""

    plain: ClassVar[bool] = True
    unit: str


class AmmoChanged(Event, frozen=True, tag="ammo-changed"):
    """Another ammunition was loaded."""

    plain: ClassVar[bool] = True
    unit: str
    weapon: str
    mode: int


class Reserved(Event, frozen=True, tag="reserved"):
    """An action is held back for the enemy phase."""

    plain: ClassVar[bool] = True
    unit: str
    held: str
    weapons: tuple[str, ...]
    trigger: str
    within: int
    enemy: str


class ReserveSpent(Event, frozen=True, tag="reserve-spent"):
    """A held action is carried out."""

    unit: str


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks, and limited ammunition has one use less; without a target it aims at the hex."""

    unit: str
    weapons: tuple[str, ...]
    target: str
    q: int
    r: int
    reserved: bool = False


class Fired(Event, frozen=True, tag="fired"):
    """One weapon's shots: the number to roll under, the dice, what hit and what was evaded.

    No dice mean that every shot hit by itself. `name` says what was fired: the load may change before it is told.
    """

    unit: str
    weapon: str
    name: str
    target: str
    number: int
    faces: tuple[int, ...]
    hits: int
    evasion: int = 0
    evasion_faces: tuple[int, ...] = ()
    evaded: int = 0
    lines: tuple[Modifier, ...] = ()
    """How the number came about, as the side that fires may know it."""


class Struck(Event, frozen=True, tag="struck"):
    """A unit took damage, and perhaps critical damage on a hardpoint."""

    unit: str
    damage: int
    critical: int = 0
    hardpoint: int = -1
    how: str = "hit"
    by: str = ""
    raw: int = 0
    """The damage before armour and cover, and what these took off or added."""
    lines: tuple[Modifier, ...] = ()
    face: int = -1
    """The die for penetration and the number to stay under; -1 where none was rolled."""
    penetration: int = 0


class Scattered(Event, frozen=True, tag="scattered"):
    """A blast that missed went astray."""

    unit: str
    direction: int
    distance: int
    q: int
    r: int


class Burst(Event, frozen=True, tag="burst"):
    """A blast went off over a hex."""

    unit: str
    q: int
    r: int
    radius: int


class TerrainRazed(Event, frozen=True, tag="terrain-razed"):
    """A hex is not what it was."""

    q: int
    r: int
    terrain: str


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit is out of the game and leaves a wreck; both sides learn of it."""

    reveals: ClassVar[bool] = True
    unit: str


class TurnFinished(Event, frozen=True, tag="turn-finished"):
    """A unit has done what it will do this turn."""

    unit: str


class PhaseEnded(Event, frozen=True, tag="phase-ended"):
    """A side is through; after the second side comes the aftermath."""

    seat: str


class AftermathEnded(Event, frozen=True, tag="aftermath-ended"):
    """A turn is over; after the last one the battle is."""

    turn: int
    last: bool
