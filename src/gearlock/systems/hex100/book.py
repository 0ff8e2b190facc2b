"""The contents of the book: its chapters, and what is offered at each question. What is not here is not played."""

from __future__ import annotations

from gearlock.kernel.chapters import Book, Offer
from gearlock.systems.hex100.actions.acting_unit import of_acting, refuse_another
from gearlock.systems.hex100.actions.answers import offer_ammunition
from gearlock.systems.hex100.actions.chapter import ACTION_POOL
from gearlock.systems.hex100.briefings.answers import offer_objectives, offer_places
from gearlock.systems.hex100.briefings.chapter import BRIEFINGS
from gearlock.systems.hex100.crushing.answers import offer_other_moves
from gearlock.systems.hex100.crushing.chapter import CRUSHING
from gearlock.systems.hex100.crushing.gaits import offer_gaits
from gearlock.systems.hex100.cyber.answers import offer_cyber
from gearlock.systems.hex100.cyber.chapter import CYBER
from gearlock.systems.hex100.detection.answers import offer_locks, offer_searches
from gearlock.systems.hex100.detection.chapter import DETECTION
from gearlock.systems.hex100.drones.answers import offer_drone_commands, offer_turned_modes
from gearlock.systems.hex100.drones.chapter import DRONES
from gearlock.systems.hex100.drones.fielding import offer_drone_places
from gearlock.systems.hex100.drones.terror.answers import offer_removals
from gearlock.systems.hex100.drones.terror.chapter import TERROR
from gearlock.systems.hex100.fighting.answers import (
    offer_attacks,
    offer_holding_back,
    offer_overwatch,
    offer_reserves_kept,
)
from gearlock.systems.hex100.fighting.chapter import FIGHTING
from gearlock.systems.hex100.moving.answers import offer_moves, offer_reserved_move
from gearlock.systems.hex100.moving.chapter import MOVING
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns.answers import offer_end, offer_focus, offer_units
from gearlock.systems.hex100.turns.chapter import TURNS
from gearlock.systems.hex100.warding.answers import offer_interceptions, offer_wards
from gearlock.systems.hex100.warding.chapter import WARDING
from gearlock.systems.hex100.warding.reactive import offer_charges

CHAPTERS = (ACTION_POOL, TURNS, MOVING, DETECTION, FIGHTING, CYBER, CRUSHING, WARDING, DRONES, TERROR, BRIEFINGS)
ACTIONS = (
    offer_moves, offer_attacks, offer_locks, offer_ammunition, offer_holding_back, offer_cyber, offer_searches,
    offer_other_moves, offer_wards, offer_removals, offer_drone_commands, offer_objectives, offer_end,
)  # fmt: skip
"""What the acting unit may do with what is left in its pool."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "deploy": (offer_places,),
    "field drone": (offer_drone_places,),
    "focus": (offer_focus,),
    "gait": (offer_gaits,),
    "unit": (offer_units,),
    "act": tuple(map(of_acting, ACTIONS)),
    "overwatch": (offer_overwatch,),
    "reserved move": (offer_reserved_move,),
    "reserve": (offer_reserves_kept,),
    "intercept": (offer_interceptions,),
    "reactive": (offer_charges,),
    "turned drone": (offer_turned_modes,),
}

BOOK: Book[State] = Book(CHAPTERS, OFFERS, refuse_another)
