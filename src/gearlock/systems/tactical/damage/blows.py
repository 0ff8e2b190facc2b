"""A blow: everything about one hit that damage asks for, and whose it is."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.systems.tactical.state import State, opponent
from gearlock.systems.tactical.weapons import Weapon


class Blow(NamedTuple):
    """One hit on one unit: damage points, margin and where it comes from. Attacks fill it in, damage resolves it."""

    amount: int
    margin: int = 0
    """The Margin of Success without ROF; 0 for what has none."""
    by: str = ""
    """Whose work it is: a unit, or empty."""
    weapon: str = ""
    """The mount of that unit; empty for fists, falls, mines and fire."""
    arc: str = ""
    """The arc of defense that is struck, a rear flank with its side (`armor.sided`); empty for what has none."""
    rule: str = "tactical.2.6.10"
    called: str = ""
    """The system that a called shot is meant for (`systems.SYSTEMS`)."""
    location: int = 0
    """The number on the Systems Damage Table, where something has settled it."""
    cover: int = 0
    """What partial cover adds to the Armor."""
    knocks: bool = True
    """Whether a walker may fall by it."""
    cause: str = ""
    """What it was, in words, where no weapon tells."""
    arms: Weapon | None = None
    """The weapon of somebody who is not on the table."""
    screened: bool = True
    """Whether a hull-down position may take its part: not of a fall, nor of what burns on the vehicle itself."""
    seat: str = ""
    """The side that sent for it, where no unit on the table struck it: artillery and aircraft."""


def weapon_of(state: State, blow: Blow) -> Weapon | None:
    """The weapon a blow was struck with."""
    unit = state.units.get(blow.by)
    mount = None if unit is None else unit.mount(blow.weapon)
    return blow.arms if mount is None else mount.weapon


def striker_seat(state: State, blow: Blow, unit_id: str) -> str:
    """Who rolls and chooses for the attack: whose unit it is; for what is nobody's, the other side."""
    unit = state.units.get(blow.by)
    return opponent(state.units[unit_id].seat) if unit is None else unit.seat


def cause_of(state: State, blow: Blow) -> str:
    """A blow in a word or two."""
    weapon = weapon_of(state, blow)
    return blow.cause or ("a hit" if weapon is None else weapon.name)
