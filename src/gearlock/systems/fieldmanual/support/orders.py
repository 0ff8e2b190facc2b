"""Support: what is bought with Support Points, and what is done with it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Buy(Order, frozen=True, tag="buy-support"):
    """Buy a support option: for a Combat Group or a model where it is for one; guided, or infiltrating."""

    option: str
    group: int = 0
    unit: str = ""
    guided: bool = False
    infiltrates: bool = False
    round: int = 0
    """When a guaranteed reserve arrives."""


class EndAllocation(Order, frozen=True, tag="end-allocation"):
    """Buy nothing more in this allocation."""


class BringIn(Order, frozen=True, tag="bring-in"):
    """Try to bring in a Combat Group that is held in reserve."""

    group: int


class Enter(Order, frozen=True, tag="enter"):
    """Come onto the table by a home edge, at Combat or Top Speed; a Combined Model with all its Bases."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    band: str = "combat"
    mode: str = ""


class AirDrop(Order, frozen=True, tag="air-drop"):
    """Choose the point around which a Combat Group is dropped."""

    group: int
    x: int = 0
    y: int = 0


class DropModel(Order, frozen=True, tag="drop-model"):
    """Drop a model at a spot, facing some way."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class CallArtillery(Order, frozen=True, tag="call-artillery"):
    """Forward Observe a model under Active Lock, or a place on the table, for a strike of an artillery choice."""

    unit: str
    number: int
    """Of the choice, as it stands on the sheet."""
    target: str = ""
    x: int = 0
    y: int = 0


class CorrectFire(Order, frozen=True, tag="correct-fire"):
    """Roll Leadership to correct the strike that was just called."""

    unit: str


class Shell(Order, frozen=True, tag="shell"):
    """Choose a type of artillery and a point for fire that somebody sends the wrong way."""

    option: str
    x: int = 0
    y: int = 0


class FireStrike(Order, frozen=True, tag="fire-strike"):
    """Choose which of the strikes that were called comes down next."""

    number: int


class CallAirstrike(Order, frozen=True, tag="call-airstrike"):
    """Call in an airstrike by its number on the sheet."""

    unit: str
    number: int


class PlaceAirstrike(Order, frozen=True, tag="place-airstrike"):
    """Put an airstrike that was called at a table edge, facing in."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class TakeFlight(Order, frozen=True, tag="take-flight"):
    """Choose the airstrike that moves next."""

    unit: str


class Fly(Order, frozen=True, tag="fly"):
    """Fly straight on for so many inches."""

    unit: str
    inches: int = 1


class EndFlight(Order, frozen=True, tag="end-flight"):
    """End the move of an airstrike, perhaps with a Turn of up to 60 degrees, in tenths of a degree."""

    unit: str
    angle: int = 0


class AssignAction(Order, frozen=True, tag="assign-action"):
    """Set the Action of a turret aside: for Reaction Fire, or with a weapon to stand by."""

    unit: str
    weapon: str = ""
