"""Orders of reactions."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class DeclareFire(Order, frozen=True, tag="declare-fire"):
    """Declare Reaction Fire at the model that is moving: after its next inch, or where it stops."""

    unit: str


class HoldFire(Order, frozen=True, tag="hold-fire"):
    """Let the mover go on; ask again only if another model could fire at it."""


class StandBy(Order, frozen=True, tag="stand-by"):
    """Spend an Action to have a weapon stand by for coordinates."""

    unit: str
    weapon: str


class TakePartingShot(Order, frozen=True, tag="take-parting-shot"):
    """Give a model that was just killed a Command Point for a Parting Shot."""

    unit: str
    by: str = ""
