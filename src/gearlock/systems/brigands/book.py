"""The contents of the book: its chapters in order, and what is offered at each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.brigands.attacks.exchange import ATTACKING, offer_attacks, offer_demolitions, offer_snap_shots
from gearlock.systems.brigands.buildings import BUILDINGS
from gearlock.systems.brigands.command import COMMAND, offer_orders, offer_rerolls
from gearlock.systems.brigands.comms import COMMS
from gearlock.systems.brigands.damage import DAMAGE
from gearlock.systems.brigands.deployment.sequence import (
    DEPLOYMENT,
    offer_deployments,
    offer_pathfinders,
    offer_set_asides,
    offer_sides,
    refuse_before_battle,
)
from gearlock.systems.brigands.drones import DRONES, is_drone_action, offer_drone_actions, offer_drone_places
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import (
    ELECTRONIC_WARFARE,
    offer_boosts,
    offer_defenses,
    offer_electronics,
    offer_jamming,
)
from gearlock.systems.brigands.forward_observation import (
    FORWARD_OBSERVATION,
    offer_chains,
    offer_designees,
    offer_observations,
)
from gearlock.systems.brigands.lock_and_cover.sharing import LOCK_AND_COVER
from gearlock.systems.brigands.lock_and_cover.smoke import offer_smoke
from gearlock.systems.brigands.movement.moving import MOVEMENT, offer_moves
from gearlock.systems.brigands.objectives.winning import OBJECTIVES, offer_marker_places, offer_objectives
from gearlock.systems.brigands.reactions import REACTIONS, offer_watch
from gearlock.systems.brigands.recovery_and_medics import MENDING, offer_mending
from gearlock.systems.brigands.rounds import ROUNDS, offer_activations, offer_end, offer_first, offer_overwatch_kept
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.transport import TRANSPORT, offer_disembarking, offer_transports, offer_ways_out
from gearlock.systems.brigands.vtols import FLYING

CHAPTERS = (
    ROUNDS, MOVEMENT, BUILDINGS, LOCK_AND_COVER, ATTACKING, DAMAGE, REACTIONS, COMMAND, COMMS, ELECTRONIC_WARFARE,
    FORWARD_OBSERVATION, DRONES, TRANSPORT, MENDING, FLYING, DEPLOYMENT, OBJECTIVES,
)  # fmt: skip


def _acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the Active model may do in the battle; before it begins, Pathfinders only move."""
    return lambda state, ask: () if state.phase == "pathfinders" else offer(state, state.units[ask.unit])


OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "side": (offer_sides,),
    "objective": (offer_objectives,),
    "marker": (offer_marker_places,),
    "first": (offer_first,),
    "deploy": (offer_deployments, offer_set_asides),
    "pathfind": (offer_pathfinders,),
    "keep": (offer_overwatch_kept,),
    "defense": (offer_defenses,),
    "activate": (offer_activations,),
    "act": (
        offer_moves,
        *map(
            _acting,
            (
                offer_attacks,
                offer_watch,
                offer_demolitions,
                offer_smoke,
                offer_orders,
                offer_electronics,
                offer_observations,
                offer_drone_actions,
                offer_disembarking,
                offer_mending,
            ),
        ),
        offer_end,
    ),
    "snap": (offer_snap_shots,),
    "reroll": (offer_rerolls,),
    "jam": (offer_jamming,),
    "boost": (offer_boosts,),
    "designate": (offer_designees,),
    "chain": (offer_chains,),
    "drone": (offer_drone_places,),
    "embark": (offer_transports,),
    "bail-out": (offer_ways_out,),
}


def admit(state: State, ask: Ask, order: Order) -> Refusal | None:
    """What holds for every order: it is for the model that was asked about, and there are no fights before a battle."""
    named: str = getattr(order, "unit", ask.unit)
    if ask.unit and named != ask.unit and not is_drone_action(state, ask, order, named):
        return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")
    return refuse_before_battle(state, order) if ask.kind == "act" else None


def forget(state: State) -> None:
    """What was noted of the position before an event holds no longer."""
    state.notes = {}


BOOK: Book[State] = Book(CHAPTERS, OFFERS, admit, forget)
