"""Orders of chapter 4.1.4: what players decide about subplots."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class LinkUnits(Order, frozen=True, tag="link-units"):
    """Coordinated: these two attack better together."""

    first: str
    second: str


class Coordinate(Order, frozen=True, tag="coordinate"):
    """Coordinated: both linked units attack this target this round, and nobody else."""

    unit: str
    target: str


class Rally(Order, frozen=True, tag="rally"):
    """Coward: somebody with Leadership calls a fleeing unit back."""

    unit: str
    leader: str


class CallTraitor(Order, frozen=True, tag="call-traitor"):
    """Traitor: the enemy's weakest unit shows whom it works for."""

    traitor: str


class Relocate(Order, frozen=True, tag="relocate"):
    """Bad Intelligence: a unit stands somewhere else when the battle begins."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class ClearWeapon(Order, frozen=True, tag="clear-weapon"):
    """Malfunctions: an Action clears a weapon that has jammed."""

    unit: str
    weapon: str


class LayMines(Order, frozen=True, tag="lay-mines"):
    """Minefield: where its middle lies."""

    x: int = 0
    y: int = 0


class ChooseLine(Order, frozen=True, tag="choose-line"):
    """MacAllen Collapse: along which line the ground falls in, in tenths of a degree."""

    angle: int


class Dig(Order, frozen=True, tag="dig"):
    """MacAllen Network: go underground here, straight ahead for so many inches, and come out."""

    unit: str
    inches: int


class TakeTunnel(Order, frozen=True, tag="take-tunnel"):
    """MacAllen Network: go through a tunnel from an opening to its other one."""

    unit: str
    opening: str
