"""What may happen in ramming, blades and jumps."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event


class GroundCleared(Event, frozen=True, tag="ground-cleared"):
    """A unit entered a hex and left other terrain behind, perhaps without the wreck that lay there."""

    unit: str
    q: int
    r: int
    terrain: str
    wreck: bool = False
    way: str = ""
    """How it moves; a heavy tank needs no special way."""


class BeaconLit(Event, frozen=True, tag="beacon-lit"):
    """A jump or skimming makes a unit easy to find until its next phase."""

    unit: str


class GaitChosen(Event, frozen=True, tag="gait-chosen"):
    """A mech goes on skates or skims this turn, or stays on its feet."""

    plain: ClassVar[bool] = True
    unit: str
    gait: str = ""


class Rammed(Event, frozen=True, tag="rammed"):
    """A vehicle drove into a unit, or past it: the die, the number to roll under, and the damage of the run-up."""

    unit: str
    target: str
    number: int
    face: int
    damage: int
