"""Moves, and how a mech goes; hexes are axial."""

from __future__ import annotations

from gearlock.kernel.orders import Order


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


class TakeGait(Order, frozen=True, tag="take-gait"):
    """Say at the beginning of the turn how a mech goes: on ``skate``, as a ``skimmer``, or on its feet."""

    unit: str
    gait: str = ""
