"""2.6 and 3.4a: what is decided about a test."""

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
