"""The contents of the book: its chapters in order, and what is offered at each question.

What is not here is not played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.fieldmanual.attacks.answers import offer_attacks, offer_reloads
from gearlock.systems.fieldmanual.attacks.ap_charges import ASKED, offer_charges
from gearlock.systems.fieldmanual.attacks.chapter import ATTACKS
from gearlock.systems.fieldmanual.attacks.counter_battery import ANSWER as COUNTER_BATTERY
from gearlock.systems.fieldmanual.attacks.counter_battery import offer_counter
from gearlock.systems.fieldmanual.attacks.squads import ALSO, offer_also
from gearlock.systems.fieldmanual.combined_models.chapter import COMBINED_MODELS
from gearlock.systems.fieldmanual.combined_models.pool import NEXT, offer_next
from gearlock.systems.fieldmanual.command.answers import offer_neural_net, offer_reroll_other, offer_rerolls
from gearlock.systems.fieldmanual.command.chapter import COMMAND_POINTS
from gearlock.systems.fieldmanual.command.orders import Command
from gearlock.systems.fieldmanual.command.tests import ADD_DIE, REROLL, REROLL_OTHER
from gearlock.systems.fieldmanual.command.uplink import offer_uplink
from gearlock.systems.fieldmanual.command.windows import COMMAND, offer_commands
from gearlock.systems.fieldmanual.damage.chapter import DAMAGE
from gearlock.systems.fieldmanual.damage.recovering import STUNNED, offer_recovery, offer_stun
from gearlock.systems.fieldmanual.deployment.chapter import DEPLOYMENT
from gearlock.systems.fieldmanual.deployment.places import offer_deployments
from gearlock.systems.fieldmanual.deployment.sides import offer_sides
from gearlock.systems.fieldmanual.dice_tests.chapter import DICE_TESTS
from gearlock.systems.fieldmanual.drones.chapter import DRONES
from gearlock.systems.fieldmanual.drones.demolition import offer_set_off
from gearlock.systems.fieldmanual.drones.drones import PLACE, offer_drones, offer_stray
from gearlock.systems.fieldmanual.electronic_warfare.chapter import ELECTRONIC_WARFARE
from gearlock.systems.fieldmanual.electronic_warfare.homing import HOME, offer_homing
from gearlock.systems.fieldmanual.electronic_warfare.jammers import (
    COUNTER,
    JAM,
    JAM_LOCK,
    offer_counters,
    offer_jams,
)
from gearlock.systems.fieldmanual.impacts.chapter import IMPACTS
from gearlock.systems.fieldmanual.impacts.collisions import IMPACT, offer_counts
from gearlock.systems.fieldmanual.impacts.rams import offer_rams
from gearlock.systems.fieldmanual.leaders.chapter import LEADERS
from gearlock.systems.fieldmanual.leaders.succession import APPOINT, offer_heirs
from gearlock.systems.fieldmanual.melee.answers import offer_free_strikes, offer_strikes, offer_stun_instead
from gearlock.systems.fieldmanual.melee.blows import STUN_QUESTION
from gearlock.systems.fieldmanual.melee.chapter import MELEE
from gearlock.systems.fieldmanual.melee.free_strikes import FREE_STRIKE
from gearlock.systems.fieldmanual.melee.grappling import GRAPPLE, offer_grapples
from gearlock.systems.fieldmanual.missions.chapter import MISSIONS
from gearlock.systems.fieldmanual.missions.choosing import offer_objectives
from gearlock.systems.fieldmanual.missions.escaping import offer_leaving
from gearlock.systems.fieldmanual.missions.scouting import offer_scouting
from gearlock.systems.fieldmanual.movement.answers import offer_moves
from gearlock.systems.fieldmanual.movement.chapter import MOVEMENT
from gearlock.systems.fieldmanual.reactions.chapter import REACTIONS
from gearlock.systems.fieldmanual.reactions.parting_shot import OFFER as PARTING_OFFER
from gearlock.systems.fieldmanual.reactions.parting_shot import SHOT, offer_parting_fire, offer_parting_shot
from gearlock.systems.fieldmanual.reactions.reaction_fire import ANSWER, DECLARE, FIRE, offer_declaring, offer_fire
from gearlock.systems.fieldmanual.reactions.stand_by import COORDINATES, offer_coordinates, offer_stand_by
from gearlock.systems.fieldmanual.rounds.activation import offer_activations, offer_end
from gearlock.systems.fieldmanual.rounds.chapter import ROUNDS
from gearlock.systems.fieldmanual.rounds.player_order import offer_first
from gearlock.systems.fieldmanual.rounds.sub_squads import SPLIT, offer_splitting
from gearlock.systems.fieldmanual.sensors.active_lock import offer_active_locks
from gearlock.systems.fieldmanual.sensors.chapter import SENSORS
from gearlock.systems.fieldmanual.sensors.observation import offer_observations
from gearlock.systems.fieldmanual.smoke_and_light.chapter import SMOKE_AND_LIGHT, offer_smoke_and_light
from gearlock.systems.fieldmanual.special_actions.chapter import SPECIAL_ACTIONS, offer_special_actions
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.support.airstrikes import offer_airstrikes
from gearlock.systems.fieldmanual.support.artillery import offer_calls
from gearlock.systems.fieldmanual.support.chapter import SUPPORT
from gearlock.systems.fieldmanual.support.offers import SUPPORT_OFFERS
from gearlock.systems.fieldmanual.table_effects.chapter import TABLE_EFFECTS
from gearlock.systems.fieldmanual.table_effects.white_sand import WHERE, offer_taint
from gearlock.systems.fieldmanual.transports.answers import offer_transport
from gearlock.systems.fieldmanual.transports.casualties import BAIL, offer_bail
from gearlock.systems.fieldmanual.transports.chapter import TRANSPORTS

CHAPTERS = (
    DICE_TESTS, ROUNDS, MOVEMENT, SENSORS, ATTACKS, MELEE, IMPACTS, DAMAGE, SPECIAL_ACTIONS, REACTIONS,
    COMBINED_MODELS, TRANSPORTS, ELECTRONIC_WARFARE, LEADERS, COMMAND_POINTS, DRONES, SMOKE_AND_LIGHT,
    TABLE_EFFECTS, MISSIONS, SUPPORT, DEPLOYMENT,
)  # fmt: skip


def _acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the model being activated may do."""
    return lambda state, ask: offer(state, state.units[ask.unit])


_ACTIONS: tuple[Callable[[State, Unit], Iterable[Option]], ...] = (
    offer_attacks,
    offer_active_locks,
    offer_observations,
    offer_special_actions,
    offer_stand_by,
    offer_reloads,
    offer_recovery,
    offer_uplink,
    offer_smoke_and_light,
    offer_transport,
    offer_drones,
    offer_set_off,
    offer_calls,
    offer_airstrikes,
    offer_scouting,
    offer_leaving,
)
"""What a model may do beside moving, in the order players see it."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "side": (offer_sides,),
    "deploy": (offer_deployments,),
    "objective": (offer_objectives,),
    **SUPPORT_OFFERS,
    WHERE: (offer_taint,),
    "first": (offer_first,),
    SPLIT: (offer_splitting,),
    "activate": (offer_activations,),
    "act": (offer_moves, offer_strikes, offer_rams, *map(_acting, _ACTIONS), offer_commands, offer_end),
    DECLARE: (offer_declaring,),
    FIRE: (offer_fire,),
    ANSWER: (offer_fire,),
    COORDINATES: (offer_coordinates,),
    COUNTER_BATTERY: (offer_counter,),
    PARTING_OFFER: (offer_parting_shot,),
    SHOT: (offer_parting_fire,),
    JAM: (offer_jams,),
    JAM_LOCK: (offer_jams,),
    COUNTER: (offer_counters,),
    HOME: (offer_homing,),
    COMMAND: (offer_commands,),
    REROLL: (offer_rerolls,),
    REROLL_OTHER: (offer_reroll_other,),
    ADD_DIE: (offer_neural_net,),
    APPOINT: (offer_heirs,),
    PLACE: (offer_stray,),
    STUNNED: (offer_stun,),
    ASKED: (offer_charges,),
    ALSO: (offer_also,),
    IMPACT: (offer_counts,),
    FREE_STRIKE: (offer_free_strikes,),
    STUN_QUESTION: (offer_stun_instead,),
    GRAPPLE: (offer_grapples,),
    NEXT: (offer_next,),
    BAIL: (offer_bail,),
}


def admit(_state: State, ask: Ask, order: Order) -> Refusal | None:
    """What holds for every order of who is activated, comes in or is stunned: it is for that model, but for points."""
    named: str = getattr(order, "unit", ask.unit)
    if ask.kind not in ("act", "come in", STUNNED) or named == ask.unit or isinstance(order, Command):
        return None
    return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")


def forget(state: State) -> None:
    """What was noted of the position before an event holds no longer."""
    state.notes = {}


BOOK: Book[State] = Book(CHAPTERS, OFFERS, admit, forget)
