"""The contents of the book: its chapters, and what is offered at each question. What is not here is not played."""

from __future__ import annotations

from gearlock.kernel.chapters import Book, Offer
from gearlock.systems.hex100.actions.acting_unit import of_acting, refuse_another
from gearlock.systems.hex100.actions.answers import offer_ammunition
from gearlock.systems.hex100.actions.chapter import ACTION_POOL
from gearlock.systems.hex100.attacks.answers import (
    offer_attacks,
    offer_holding_back,
    offer_overwatch,
    offer_reserves_kept,
)
from gearlock.systems.hex100.attacks.artillery import offer_siege
from gearlock.systems.hex100.attacks.chapter import ATTACKS
from gearlock.systems.hex100.attacks.reserve import offer_reserves
from gearlock.systems.hex100.damage.chapter import DAMAGE
from gearlock.systems.hex100.damage.reactive import offer_charges
from gearlock.systems.hex100.defences.answers import offer_interceptions, offer_wards
from gearlock.systems.hex100.defences.chapter import defences
from gearlock.systems.hex100.defences.launcher import offer_launches
from gearlock.systems.hex100.deployment.answers import offer_places
from gearlock.systems.hex100.deployment.chapter import DEPLOYMENT
from gearlock.systems.hex100.detection.answers import offer_locks, offer_searches
from gearlock.systems.hex100.detection.chapter import DETECTION
from gearlock.systems.hex100.drones.answers import offer_drone_commands, offer_turned_modes
from gearlock.systems.hex100.drones.brought_drones import offer_drone_places
from gearlock.systems.hex100.drones.chapter import DRONES
from gearlock.systems.hex100.drones.hacked_drones import resolve_turning
from gearlock.systems.hex100.drones.terror.answers import offer_removals
from gearlock.systems.hex100.drones.terror.chapter import TERROR_DRONES
from gearlock.systems.hex100.electronic_warfare.answers import offer_electronic_warfare
from gearlock.systems.hex100.electronic_warfare.chapter import electronic_warfare
from gearlock.systems.hex100.movement.answers import offer_moves, offer_other_moves, offer_reserved_move
from gearlock.systems.hex100.movement.chapter import movement
from gearlock.systems.hex100.movement.gaits import offer_gaits
from gearlock.systems.hex100.objectives.answers import offer_objectives
from gearlock.systems.hex100.objectives.chapter import OBJECTIVES
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns.answers import offer_end, offer_focus, offer_units
from gearlock.systems.hex100.turns.chapter import TURNS

CHAPTERS = (
    ACTION_POOL, DETECTION, DAMAGE, defences(offer_reserves), electronic_warfare(resolve_turning), OBJECTIVES,
    movement(offer_reserves), ATTACKS, DRONES, TERROR_DRONES, DEPLOYMENT, TURNS,
)  # fmt: skip
ACTIONS = (
    offer_moves, offer_attacks, offer_locks, offer_ammunition, offer_holding_back, offer_electronic_warfare,
    offer_searches, offer_other_moves, offer_wards, offer_siege, offer_launches, offer_removals, offer_drone_commands,
    offer_objectives, offer_end,
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
