"""2.6, 3.4a, 14.4 and 14.6b: what is decided about a test."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class AddDice(Order, frozen=True, tag="add-dice"):
    """Spend so many actions on a test, a die for each."""

    unit: str
    actions: int = 1


class Reroll(Order, frozen=True, tag="reroll"):
    """Roll all dice of a test again. `by` is what pays for it: a trait, a skill point, or a commander by id."""

    unit: str
    by: str = ""


class BoostComms(Order, frozen=True, tag="boost-comms"):
    """Help a friend's comms test with so many actions."""

    unit: str
    actions: int = 1


class JamSignal(Order, frozen=True, tag="jam-signal"):
    """Answer a comms event with comms jamming; `sensors` switches active sensors on for it."""

    unit: str
    sensors: bool = False
