"""The orders of jamming, hacking, networks and recovery. Enemies are named by contact."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Jam(Order, frozen=True, tag="jam"):
    """Jam an enemy within eight hexes."""

    unit: str
    target: str = ""


class Hack(Order, frozen=True, tag="hack"):
    """Hack an enemy within eight hexes or, `through` one that is hacked already, another unit of its network."""

    unit: str
    target: str = ""
    through: str = ""


class MassJam(Order, frozen=True, tag="mass-jam"):
    """Jam every enemy within eight hexes, whether anybody knows of it or not."""

    unit: str


class MassFortify(Order, frozen=True, tag="mass-fortify"):
    """Give the own side's units within eight hexes electronic defence and a better e-war rating."""

    unit: str


class SwitchLink(Order, frozen=True, tag="switch-link"):
    """Turn the data link on or off."""

    unit: str
    on: bool = False


class Recover(Order, frozen=True, tag="recover"):
    """Spend any action to be rid of EMP shock and intruders; it ends the unit's turn."""

    unit: str
