"""Orders are what a seat wants; a refusal is the rules' answer when it may not have it."""

from __future__ import annotations

import msgspec

from gearlock.kernel.errors import cited


class Order(msgspec.Struct, frozen=True, tag_field="order"):
    """Base of every order. A system's own orders are tagged subclasses named by imperatives."""


class Decline(Order, frozen=True, tag="decline"):
    """Do nothing: the answer to any offer that may be turned down."""


class Finish(Order, frozen=True):
    """Base of the order that ends a unit's activation: possible at any time while the unit acts."""


class Keep(Order, frozen=True):
    """Base of the order that holds something back for the other side's turn: it is used in an answer, or lost."""


class Concede(Order, frozen=True, tag="concede"):
    """Give the battle up: always allowed to a seat that has a decision to make, and never offered to bots."""


class BreakOff(Order, frozen=True, tag="break-off"):
    """End the battle by agreement or by the clock: an order of the table, never of a seat or a bot."""

    winner: str
    reason: str


UNASKED = "unasked"
"""The code of a refusal where an order is no answer to the question at all."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not legal: a stable code, the rule, words for a player and the facts behind them."""

    code: str
    rule: str
    message: str
    facts: dict[str, str | int | float] = {}

    def text(self) -> str:
        """One line for a person: the reason, then the rule it comes from."""
        return cited(self.message, self.rule)


def no_order(given: object) -> str:
    """That what somebody answered with is no order, and what was probably meant."""
    kind = type(given).__name__
    if given is None:
        return "answered with nothing: `decide` must return an order, such as option.order"
    if isinstance(getattr(given, "order", None), Order):
        return f"answered with an Option ({kind}): return option.order, not the option itself"
    return f"answered with {kind}, which is no order of this game"
