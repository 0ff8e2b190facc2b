"""Orders of toy battles."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Order
from gearlock.table.path import Path


class PlaceToy(Order, frozen=True, tag="place-toy"):
    """Put a toy down at one's end of the playing field."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class BeginRound(Order, frozen=True, tag="begin-round"):
    """After the coin toss: say which team activates a toy first."""

    seat: str


class ActivateToy(Order, frozen=True, tag="activate-toy"):
    """Activate a toy; a prone one stands up, and that is all."""

    unit: str


class Go(Order, frozen=True, tag="go"):
    """Walk or run along legs of a turn and an advance. A walk may be gone in parts, with the attack in between."""

    unit: str
    gait: str = "walk"
    legs: Path = ()


class ClimbFace(Order, frozen=True, tag="climb-face"):
    """Climb a length straight up, or down, the side of something."""

    unit: str
    piece: str
    up: bool = True


class Shoot(Order, frozen=True, tag="shoot"):
    """Make a ranged attack on a rival."""

    unit: str
    target: str


class Brawl(Order, frozen=True, tag="brawl"):
    """Make a close-combat attack on a rival."""

    unit: str
    target: str


class StrikeAgain(Order, frozen=True, tag="strike-again"):
    """Make the next attack of the same close combat, with another weapon."""

    unit: str
    target: str


class ShowSign(Order, frozen=True, tag="show-sign"):
    """Show rock, paper or scissors."""

    sign: str


class GiveUpWeapon(Order, frozen=True, tag="give-up-weapon"):
    """Say which weapon a toy that lost to scissors loses."""

    unit: str
    weapon: str


class EndToy(Finish, frozen=True, tag="end-toy"):
    """The toy has moved and attacked."""

    unit: str
