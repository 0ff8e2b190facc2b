"""What is decided in the sequence of play. Enemies are named by contact in orders, as the ordering seat knows them."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Order


class Focus(Order, frozen=True, tag="focus"):
    """Declare what a mech concentrates on this turn; an empty focus keeps it on nothing."""

    unit: str
    focus: str = ""


class Activate(Order, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    unit: str


class EndTurn(Finish, frozen=True, tag="end-turn"):
    """Finish a unit's turn."""

    unit: str


FOCUSES = {
    "fire-control": "Fire control: two linked weapons fire with one action",
    "evasion": "Evasion: dodge attacks from the front arc",
    "defence": "Defence: get more out of shields",
    "melee": "Melee: strike with both arms in one action",
}
