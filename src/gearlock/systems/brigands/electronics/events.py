"""What may happen in electronic warfare."""

from __future__ import annotations

from gearlock.kernel.events import Event


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


ELECTRONICS_EVENTS: tuple[type[Event], ...] = (ActiveEcmDeclared, CommsBoosted, Contested)
