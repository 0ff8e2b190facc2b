"""7: Rerolls and Orders."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Reroll(Order, frozen=True, tag="reroll"):
    """Roll a whole pool again: by a free Reroll, a Skill Point or a Commander's point; unnamed, the cheapest."""

    unit: str
    by: str = ""


class GiveOrder(Order, frozen=True, tag="give-order"):
    """Spend a Command Point of the Active leader on one of the six Orders; a Coordinated Attack has a target."""

    unit: str
    name: str
    target: str = ""
