"""8, 10 and 11: attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Keep, Order


class Attack(Order, frozen=True, tag="attack"):
    """Attack with one weapon: one target, several for a split, none for an area around oneself.

    `load` is the ammunition where there is a choice; `sensors` switches active sensors on for this action.
    """

    unit: str
    weapon: str
    targets: tuple[str, ...] = ()
    load: str = ""
    sensors: bool = False


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the active model, or whoever acts with it, with an attack."""

    unit: str
    weapon: str
    target: str = ""
    load: str = ""
    sensors: bool = False


class IndirectFire(Order, frozen=True, tag="indirect-fire"):
    """Fire indirectly: chained to an observation, in answer to indirect fire, or at traceable emissions."""

    unit: str
    weapon: str
    target: str = ""
    load: str = ""


class RollFirst(Order, frozen=True, tag="roll-first"):
    """Of the attacks of an exchange that are left, roll this one next, by its number in the question."""

    number: int


class StandBy(Keep, frozen=True, tag="stand-by"):
    """Keep so many actions as standby tokens; the model stays braced."""

    unit: str
    actions: int = 1
