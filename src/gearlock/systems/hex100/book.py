"""The contents of the book: its chapters in order, and what is offered at each question."""

from __future__ import annotations

from gearlock.kernel.chapters import Book, Offer
from gearlock.systems.hex100.actions import ACTION_POOL, of_acting, offer_ammunition, refuse_another
from gearlock.systems.hex100.attacks.attack import offer_siege
from gearlock.systems.hex100.attacks.reserve import (
    ATTACKS,
    offer_attacks,
    offer_holding_back,
    offer_overwatch,
    offer_reserves,
    offer_reserves_kept,
)
from gearlock.systems.hex100.damage.damage import DAMAGE, offer_charges
from gearlock.systems.hex100.defenses import defences, offer_interceptions, offer_launches, offer_wards
from gearlock.systems.hex100.deployment import DEPLOYMENT, offer_places
from gearlock.systems.hex100.detection.locks import DETECTION, offer_locks, offer_searches
from gearlock.systems.hex100.drones.commands import (
    DRONES,
    offer_drone_commands,
    offer_drone_places,
    offer_turned_modes,
    resolve_turning,
)
from gearlock.systems.hex100.drones.terror import TERROR_DRONES, offer_removals
from gearlock.systems.hex100.electronic_warfare import electronic_warfare, offer_electronic_warfare
from gearlock.systems.hex100.movement.move_action import (
    movement,
    offer_gaits,
    offer_moves,
    offer_other_moves,
    offer_reserved_move,
)
from gearlock.systems.hex100.objectives import OBJECTIVES, offer_objectives
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import TURNS, offer_end, offer_focus, offer_units

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
