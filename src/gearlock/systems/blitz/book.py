"""The contents of the book: its chapters in order, and what is offered at each question.

What is not here is not played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.blitz.air.chapter import AIR
from gearlock.systems.blitz.air.flight import offer_flight
from gearlock.systems.blitz.air.landing import offer_landing
from gearlock.systems.blitz.attacks.answers import offer_attacks, offer_snap_shots, offer_stand_by
from gearlock.systems.blitz.attacks.chapter import ATTACKS
from gearlock.systems.blitz.attacks.indirect_fire import offer_chained, offer_traces
from gearlock.systems.blitz.attacks.sequence import offer_order
from gearlock.systems.blitz.conditions.chapter import CONDITIONS
from gearlock.systems.blitz.damage.answers import offer_damage_control, offer_douse, offer_trouble
from gearlock.systems.blitz.damage.chapter import DAMAGE
from gearlock.systems.blitz.deployment.airdrop import offer_drops
from gearlock.systems.blitz.deployment.chapter import DEPLOYMENT
from gearlock.systems.blitz.deployment.distances import offer_distances
from gearlock.systems.blitz.deployment.places import offer_deployments, offer_preparations
from gearlock.systems.blitz.deployment.repositioning import offer_repositionings
from gearlock.systems.blitz.deployment.reserves import offer_declarations
from gearlock.systems.blitz.deployment.scouting import offer_scouting
from gearlock.systems.blitz.deployment.taking_sides import offer_sides
from gearlock.systems.blitz.destructible_terrain.chapter import DESTRUCTIBLE_TERRAIN
from gearlock.systems.blitz.destructible_terrain.demolition import offer_demolition
from gearlock.systems.blitz.dice_tests.answers import offer_bonuses, offer_boosts, offer_rerolls, offer_signal_jams
from gearlock.systems.blitz.dice_tests.chapter import DICE_TESTS
from gearlock.systems.blitz.drones.chapter import DRONES
from gearlock.systems.blitz.drones.drones import offer_drones
from gearlock.systems.blitz.duelists.chapter import RECOVERY
from gearlock.systems.blitz.duelists.duelists import offer_emboldening
from gearlock.systems.blitz.electronic_warfare.answers import offer_electronic_warfare
from gearlock.systems.blitz.electronic_warfare.chapter import ELECTRONIC_WARFARE
from gearlock.systems.blitz.electronic_warfare.observing import offer_nominations
from gearlock.systems.blitz.hiding.answers import offer_cover
from gearlock.systems.blitz.hiding.chapter import HIDING_CHAPTER
from gearlock.systems.blitz.impacts_and_falling.chapter import IMPACTS_AND_FALLING
from gearlock.systems.blitz.jamming.chapter import JAMMING
from gearlock.systems.blitz.jamming.sensor_jamming import offer_sight_jam
from gearlock.systems.blitz.movement.answers import offer_moves
from gearlock.systems.blitz.movement.chapter import MOVEMENT
from gearlock.systems.blitz.objectives.chapter import OBJECTIVES
from gearlock.systems.blitz.objectives.choosing import offer_objectives, offer_primaries
from gearlock.systems.blitz.objectives.markers import offer_markers, offer_real
from gearlock.systems.blitz.objectives.winning import offer_last
from gearlock.systems.blitz.orders.answers import offer_inclusions, offer_joining, offer_orders
from gearlock.systems.blitz.orders.chapter import ORDERS
from gearlock.systems.blitz.recovery.recovery import offer_recovery
from gearlock.systems.blitz.rounds.activation import offer_activations, offer_end, offer_first
from gearlock.systems.blitz.rounds.chapter import ROUNDS
from gearlock.systems.blitz.rounds.succession import offer_heirs
from gearlock.systems.blitz.shared_activation.chapter import SHARED_ACTIVATION
from gearlock.systems.blitz.shared_activation.sharing import offer_hand_over
from gearlock.systems.blitz.smoke.chapter import SMOKE_CHAPTER
from gearlock.systems.blitz.smoke.smoke import offer_smoke
from gearlock.systems.blitz.special_melee.answers import offer_free_ram, offer_shoves, offer_special_melee
from gearlock.systems.blitz.special_melee.chapter import SPECIAL_MELEE
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.transport.answers import offer_transport, offer_ways_out
from gearlock.systems.blitz.transport.chapter import TRANSPORT

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
