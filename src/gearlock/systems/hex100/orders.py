"""Orders of the hex game. Enemies are named by contact, as the ordering seat knows them; hexes are axial."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Keep, Order


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the own edge of the map; a tank may say what is loaded, ``item:mode`` for each variable weapon."""

    unit: str
    q: int = 0
    r: int = 0
    facing: int = 0
    load: tuple[str, ...] = ()


class Focus(Order, frozen=True, tag="focus"):
    """Declare what a mech concentrates on this turn; an empty focus keeps it on nothing."""

    unit: str
    focus: str = ""


class Activate(Order, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    unit: str


class Move(Order, frozen=True, tag="move"):
    """Spend a move action: hex by hex along a path (the start left out), then face some way.

    `start` is the facing taken before the first step; -1 keeps the present one. An empty path only turns. `way` is how
    it goes if equipment lets it go otherwise (``jump``, ``plough``, ``doze``, ``sweep``, ``level``, ``bushwhack``); a
    vehicle that has run straight at an enemy may `ram` it, a contact.
    """

    unit: str
    path: tuple[tuple[int, int], ...] = ()
    facing: int = 0
    start: int = -1
    way: str = ""
    ram: str = ""


class Disengage(Order, frozen=True, tag="disengage"):
    """Spend a move action on one careful step away from an enemy in melee."""

    unit: str
    q: int = 0
    r: int = 0
    facing: int = 0


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


class LockOn(Order, frozen=True, tag="lock-on"):
    """Lock on to an enemy; a lock on another is given up first."""

    unit: str
    target: str = ""


class Resist(Order, frozen=True, tag="resist"):
    """Oppose jams, hacks and locks with the e-war rating until the next own phase."""

    unit: str


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


class ChangeAmmo(Order, frozen=True, tag="change-ammo"):
    """Load another ammunition."""

    unit: str
    weapon: str = ""
    mode: str = ""


class LookAround(Order, frozen=True, tag="look-around"):
    """The commander looks out: four hexes more vision."""

    unit: str


class HandsOn(Order, frozen=True, tag="hands-on"):
    """The commander lends a hand: one more utility action."""

    unit: str


class EndTurn(Finish, frozen=True, tag="end-turn"):
    """Finish a unit's turn."""

    unit: str
