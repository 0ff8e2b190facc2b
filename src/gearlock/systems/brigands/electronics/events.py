"""What may happen in electronic warfare."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier


class ActiveEcmDeclared(Event, frozen=True, tag="active-ecm-declared"):
    """A model set its ECM against an enemy that uses Comms, and what it paid with."""

    unit: str
    origin: str
    action: str
    cost: str


class CommsBoosted(Event, frozen=True, tag="comms-boosted"):
    """A model added its Comms rating to a friend's, and what it paid with."""

    unit: str
    origin: str
    action: str
    rating: int
    cost: str


class Authorized(Event, frozen=True, tag="authorized"):
    """A Commander tried to send a Command Point to a model out of Formation, and whether it arrived."""

    unit: str
    receiver: str
    success: bool


class EwDeclared(Event, frozen=True, tag="ew-declared"):
    """A model began an action of electronic warfare, on whom, what it paid with, and who shares its sensors for it."""

    unit: str
    action: str
    target: str
    cost: str
    sharer: str = ""


class Scanned(Event, frozen=True, tag="scanned"):
    """A Detailed Scan of an enemy, and whether it succeeded."""

    unit: str
    target: str
    success: bool


class Scrambled(Event, frozen=True, tag="scrambled"):
    """A model has a Haywire token and no Command Points left."""

    unit: str
    by: str


class Unscrambled(Event, frozen=True, tag="unscrambled"):
    """A Haywire token was taken off a model."""

    unit: str
    by: str


class DefenseRaised(Event, frozen=True, tag="defense-raised"):
    """A model has an ECM Defense token; in the phase for it, the seat that goes on."""

    unit: str
    next: str = ""


class DefenseLost(Event, frozen=True, tag="defense-lost"):
    """An ECM Defense token came off a model: an enemy broke it, or it has no ECM any more."""

    unit: str
    by: str = ""


class DefensePhaseOpened(Event, frozen=True, tag="defense-phase-opened"):
    """The ECM Defense Phase: somebody could raise a defense before anybody acts."""


class DefenseFirstChosen(Event, frozen=True, tag="defense-first-chosen"):
    """The seat that may raise ECM Defense first."""

    seat: str


class DefensePassed(Event, frozen=True, tag="defense-passed"):
    """A seat raised nothing; the other goes on, or the phase is over when none is next."""

    seat: str
    next: str


class Contested(Event, frozen=True, tag="contested"):
    """Both pools of an Opposed Roll of electronic warfare, with results and Margin of Success."""

    unit: str
    action: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    success: bool
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()


ELECTRONICS_EVENTS: tuple[type[Event], ...] = (
    ActiveEcmDeclared, CommsBoosted, Authorized, EwDeclared, Contested, Scanned, Scrambled, Unscrambled, DefenseRaised,
    DefenseLost, DefensePhaseOpened, DefenseFirstChosen, DefensePassed,
)  # fmt: skip
