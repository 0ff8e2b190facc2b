"""3.0b and 16.1, 16.2: what is decided before the first round, and when reserves arrive."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take a deployment zone and deploy first, or hand both choices to the opponent with an empty side."""

    side: str = ""


class Declare(Order, frozen=True, tag="declare-deployment"):
    """Say how a unit will come to the table; an empty way is regular deployment."""

    group: int
    squad: str
    way: str = ""


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class NoteDistance(Order, frozen=True, tag="note-distance"):
    """Note how many inches beyond the table's edge a unit is; only its own side knows."""

    inches: int = 0


class Prepare(Order, frozen=True, tag="prepare"):
    """Begin the battle with a token: hiding in the water."""

    unit: str
    token: str


class Reposition(Order, frozen=True, tag="reposition"):
    """Spend all actions of an off-board model on going along the edge, and nearer (negative) or farther, in inches."""

    unit: str
    x: int = 0
    y: int = 0
    change: int = 0


class Drop(Order, frozen=True, tag="drop"):
    """Let a model come down from the air at a spot."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class DeployAboard(Order, frozen=True, tag="deploy-aboard"):
    """Begin the battle aboard a transport or in a fortification that stands already."""

    unit: str
    carrier: str
