"""The contents of the book: its chapters in order, and what is offered at each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.blitz.air_support import AIR, offer_flight, offer_landing
from gearlock.systems.blitz.attacks.attack import offer_chained, offer_traces
from gearlock.systems.blitz.attacks.exchange import (
    ATTACKS,
    offer_attacks,
    offer_order,
    offer_snap_shots,
    offer_stand_by,
)
from gearlock.systems.blitz.conditions import CONDITIONS_CHAPTER as CONDITIONS
from gearlock.systems.blitz.damage import DAMAGE, offer_damage_control, offer_douse, offer_trouble
from gearlock.systems.blitz.deployment.deploying import (
    DEPLOYMENT,
    offer_deployments,
    offer_drops,
    offer_preparations,
    offer_repositionings,
    offer_scouting,
    offer_sides,
)
from gearlock.systems.blitz.deployment.zones import offer_declarations, offer_distances
from gearlock.systems.blitz.destructible_terrain import DESTRUCTIBLE_TERRAIN, offer_demolition
from gearlock.systems.blitz.dice_tests.comms_tests import (
    DICE_TESTS,
    offer_bonuses,
    offer_boosts,
    offer_rerolls,
    offer_signal_jams,
)
from gearlock.systems.blitz.drones import DRONES, offer_drones
from gearlock.systems.blitz.electronic_warfare.interference import ELECTRONIC_WARFARE, offer_electronic_warfare
from gearlock.systems.blitz.electronic_warfare.observing import offer_nominations
from gearlock.systems.blitz.hiding import HIDING_CHAPTER, offer_cover
from gearlock.systems.blitz.impacts_and_falling import IMPACTS_AND_FALLING
from gearlock.systems.blitz.movement.offers import MOVEMENT, offer_moves
from gearlock.systems.blitz.objectives.objectives import offer_markers, offer_real
from gearlock.systems.blitz.objectives.winning import OBJECTIVES, offer_last, offer_objectives, offer_primaries
from gearlock.systems.blitz.orders import ORDERS, offer_inclusions, offer_joining, offer_orders
from gearlock.systems.blitz.recovery_and_heroes import RECOVERY, offer_emboldening, offer_recovery
from gearlock.systems.blitz.rounds import ROUNDS, offer_activations, offer_end, offer_first, offer_heirs
from gearlock.systems.blitz.sensor_jamming import JAMMING, offer_sight_jam
from gearlock.systems.blitz.shared_activation import SHARED_ACTIVATION, offer_hand_over
from gearlock.systems.blitz.smoke import SMOKE_CHAPTER, offer_smoke
from gearlock.systems.blitz.special_melee import SPECIAL_MELEE, offer_free_ram, offer_shoves, offer_special_melee
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.transport import TRANSPORT, offer_transport, offer_ways_out

CHAPTERS = (
    DICE_TESTS, ROUNDS, MOVEMENT, ATTACKS, DAMAGE, SPECIAL_MELEE, IMPACTS_AND_FALLING, JAMMING, ELECTRONIC_WARFARE,
    ORDERS, CONDITIONS, DEPLOYMENT, OBJECTIVES, SHARED_ACTIVATION, DRONES, TRANSPORT, AIR, DESTRUCTIBLE_TERRAIN,
    HIDING_CHAPTER, SMOKE_CHAPTER, RECOVERY,
)  # fmt: skip


def _acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the active model may do."""
    return lambda state, ask: offer(state, state.units[ask.unit])


_ACTIONS = (
    offer_attacks,
    offer_traces,
    offer_electronic_warfare,
    offer_orders,
    offer_demolition,
    offer_special_melee,
    offer_stand_by,
    offer_cover,
    offer_smoke,
    offer_damage_control,
    offer_recovery,
    offer_drones,
    offer_transport,
    offer_flight,
    offer_landing,
    offer_hand_over,
)
"""What a model may do beside moving, in the order players see it."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "objectives": (offer_objectives,),
    "primary": (offer_primaries,),
    "side": (offer_sides,),
    "marker": (offer_markers,),
    "real marker": (offer_real,),
    "declare": (offer_declarations,),
    "deploy": (offer_deployments,),
    "distance": (offer_distances,),
    "prepare": (offer_preparations,),
    "scout": (offer_scouting, offer_end),
    "drop": (offer_drops,),
    "reposition": (offer_repositionings,),
    "last": (offer_last,),
    "first": (offer_first,),
    "appoint": (offer_heirs,),
    "activate": (offer_activations,),
    "act": (
        offer_moves,
        *map(_acting, _ACTIONS),
        offer_end,
    ),
    "snap": (offer_snap_shots,),
    "exchange": (offer_order,),
    "chain": (offer_chained,),
    "include": (offer_inclusions,),
    "join in": (offer_joining,),
    "nominate": (offer_nominations,),
    "jam sights": (offer_sight_jam,),
    "jam signal": (offer_signal_jams,),
    "boost": (offer_boosts,),
    "bonus": (offer_bonuses,),
    "reroll": (offer_rerolls,),
    "trouble": (offer_trouble,),
    "douse": (offer_douse,),
    "shove": (offer_shoves,),
    "free-ram": (offer_free_ram,),
    "embolden": (offer_emboldening,),
    "get-out": (offer_ways_out,),
}


def admit(_state: State, ask: Ask, order: Order) -> Refusal | None:
    """What holds for every order: it is for the model that was asked about."""
    named: str = getattr(order, "unit", ask.unit)
    if ask.unit and named != ask.unit:
        return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")
    return None


def forget(state: State) -> None:
    """What was noted of the position before an event holds no longer."""
    state.notes = {}


BOOK: Book[State] = Book(CHAPTERS, OFFERS, admit, forget)
