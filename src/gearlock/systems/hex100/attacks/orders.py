"""Attacks, siege mode, and what is held back for the enemy's phase."""

from __future__ import annotations

from gearlock.kernel.orders import Keep, Order


class Attack(Order, frozen=True, tag="attack"):
    """Attack one enemy with one weapon, or with several that fire together.

    `pay` is ``attack`` or ``commander``, or ``aux`` for the free shot of an automated aux turret.
    """

    unit: str
    weapons: tuple[str, ...] = ()
    target: str = ""
    pay: str = "attack"


class Bombard(Order, frozen=True, tag="bombard"):
    """Aim a blast weapon at a hex."""

    unit: str
    weapon: str = ""
    q: int = 0
    r: int = 0
    pay: str = "attack"


class HoldBack(Order, frozen=True, tag="hold-back"):
    """Hold an ``attack`` or a ``move`` back for the enemy phase; which weapons, and for what, is asked next."""

    unit: str
    held: str = "attack"


class Reserve(Keep, frozen=True, tag="reserve"):
    """Hold an attack with named weapons, or a move, back for the enemy phase.

    The trigger is an enemy that ``moves``, ``attacks`` or ``appears``; `within` 0 is any distance, and without a named
    `enemy` (a contact) any will do.
    """

    unit: str
    held: str = "attack"
    weapons: tuple[str, ...] = ()
    trigger: str = "moves"
    within: int = 0
    enemy: str = ""


class FireReserve(Order, frozen=True, tag="fire-reserve"):
    """Carry out a reserved attack now."""

    unit: str
    target: str = ""


class EnterSiege(Order, frozen=True, tag="enter-siege"):
    """Let the stabilizers down: siege mode."""

    unit: str


class LeaveSiege(Order, frozen=True, tag="leave-siege"):
    """Leave siege mode, at the beginning of the unit's turn."""

    unit: str


class PlotFire(Order, frozen=True, tag="plot-fire"):
    """Let the artillery fire control work out the fire of this turn."""

    unit: str
