"""Support: what is offered at each of its questions."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Offer
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.movement.answers import offer_moves
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.rounds.activation import offer_end
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support.airdrop import offer_air_drops, offer_drops
from gearlock.systems.fieldmanual.support.airstrikes import offer_placing
from gearlock.systems.fieldmanual.support.allocation import offer_support
from gearlock.systems.fieldmanual.support.artillery import offer_correction
from gearlock.systems.fieldmanual.support.assets import offer_assignments
from gearlock.systems.fieldmanual.support.entering import offer_entries
from gearlock.systems.fieldmanual.support.flying import offer_flight, offer_take_flight
from gearlock.systems.fieldmanual.support.reserves import offer_reserves
from gearlock.systems.fieldmanual.support.strikes import offer_shells, offer_strikes


@heeds("fieldmanual.reserves")
def offer_ways_in(state: State, question: Ask) -> Iterator[Option]:
    """Reserves only move onto the table: climbs, jumps and sudden turns wait for an activation of their own."""
    return (option for option in offer_moves(state, question) if isinstance(option.order, Move))


SUPPORT_OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "support": (offer_support,),
    "reserves": (offer_reserves,),
    "enter": (offer_entries,),
    "come in": (offer_ways_in, offer_end),
    "air drop": (offer_air_drops,),
    "drop": (offer_drops,),
    "correct fire": (offer_correction,),
    "strike": (offer_strikes,),
    "friendly fire": (offer_shells,),
    "place airstrike": (offer_placing,),
    "airstrike": (offer_take_flight,),
    "fly": (offer_flight,),
    "assign action": (offer_assignments,),
}
"""Beside these `offer_calls` and `offer_airstrikes` belong to what a model may do in its activation."""
