"""The book: its chapters in order, and for each question the offers in the order players see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.tactical.attacks.answers import offer_attacks
from gearlock.systems.tactical.attacks.chapter import ATTACKS, offer_other_fire
from gearlock.systems.tactical.attacks.firing import VOLLEY, offer_volley
from gearlock.systems.tactical.attacks.snap_fire import SNAP, offer_snaps
from gearlock.systems.tactical.command.chapter import COMMAND
from gearlock.systems.tactical.command.orders import SpendPoint
from gearlock.systems.tactical.command.points import (
    WARNING,
    WINDOW,
    offer_calling,
    offer_calls,
    offer_points,
    offer_warn,
)
from gearlock.systems.tactical.damage.chapter import DAMAGE
from gearlock.systems.tactical.damage.choosing import SHIELD, WHICH, offer_harm, offer_shield
from gearlock.systems.tactical.deployment.chapter import DEPLOYMENT
from gearlock.systems.tactical.deployment.places import DEPLOY, offer_deployments
from gearlock.systems.tactical.deployment.tactics import APPOINT, offer_appointments, offer_deploy_first
from gearlock.systems.tactical.deployment.tactics import FIRST as DEPLOY_FIRST
from gearlock.systems.tactical.dice_tests.again import REROLL, offer_again
from gearlock.systems.tactical.dice_tests.chapter import DICE_TESTS
from gearlock.systems.tactical.dice_tests.intelligence import REROLLS, offer_rerolls
from gearlock.systems.tactical.fires.chapter import FIRES
from gearlock.systems.tactical.fires.setting import offer_fires
from gearlock.systems.tactical.ground_targets.chapter import GROUND_TARGETS
from gearlock.systems.tactical.ground_targets.demolition import offer_demolitions
from gearlock.systems.tactical.ground_targets.saturation import offer_saturation
from gearlock.systems.tactical.ground_targets.volleys import FURTHER, offer_further
from gearlock.systems.tactical.infantry.chapter import INFANTRY
from gearlock.systems.tactical.melee.chapter import MELEE, offer_melee
from gearlock.systems.tactical.missions import preparing, priorities
from gearlock.systems.tactical.missions.carrying import offer_carrying
from gearlock.systems.tactical.missions.chapter import MISSIONS
from gearlock.systems.tactical.movement.chapter import MOVEMENT
from gearlock.systems.tactical.movement.climbing import offer_climbs
from gearlock.systems.tactical.movement.hull_down import offer_cover
from gearlock.systems.tactical.movement.jumping import offer_jumps
from gearlock.systems.tactical.movement.pointing import offer_moves
from gearlock.systems.tactical.movement.rams import offer_rams
from gearlock.systems.tactical.movement.stuck import MIRED, offer_mired
from gearlock.systems.tactical.movement.switching import offer_switches
from gearlock.systems.tactical.rounds.activation import (
    ACT,
    ACTIVATE,
    offer_activations,
    offer_end,
    offer_settling,
)
from gearlock.systems.tactical.rounds.chapter import ROUNDS
from gearlock.systems.tactical.rounds.declaration import DECLARE, offer_declarations
from gearlock.systems.tactical.rounds.hiding import offer_reveals
from gearlock.systems.tactical.rounds.initiative import FIRST, offer_first
from gearlock.systems.tactical.scenarios import eve
from gearlock.systems.tactical.scenarios.chapter import SCENARIOS
from gearlock.systems.tactical.scenarios.positions import DIG_IN, offer_digging_in
from gearlock.systems.tactical.sensors.chapter import SENSORS, offer_sensors
from gearlock.systems.tactical.sensors.searchlight import LIGHTS, offer_lights
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.subplots.bad_intelligence import RELOCATE, offer_relocations
from gearlock.systems.tactical.subplots.chapter import SUBPLOTS
from gearlock.systems.tactical.subplots.collapse import LINE, offer_lines
from gearlock.systems.tactical.subplots.control import free, refuse_bound
from gearlock.systems.tactical.subplots.coordinated import LINK, offer_coordinating, offer_links
from gearlock.systems.tactical.subplots.coward import RALLY, offer_rallies
from gearlock.systems.tactical.subplots.falling_back import offer_fleeing
from gearlock.systems.tactical.subplots.malfunctions import offer_clearing
from gearlock.systems.tactical.subplots.minefield import LAY, offer_mining
from gearlock.systems.tactical.subplots.traitor import offer_traitor
from gearlock.systems.tactical.subplots.tunnels import offer_tunnels
from gearlock.systems.tactical.subplots.vendetta import offer_hunting
from gearlock.systems.tactical.support import air, buying, calling, interception
from gearlock.systems.tactical.support.chapter import SUPPORT
from gearlock.systems.tactical.toy import attacks as toy_attacks
from gearlock.systems.tactical.toy import climbing as toy_climbing
from gearlock.systems.tactical.toy import harm as toy_harm
from gearlock.systems.tactical.toy import moving as toy_moving
from gearlock.systems.tactical.toy import placing as toy_placing
from gearlock.systems.tactical.toy import rounds as toy_rounds
from gearlock.systems.tactical.toy.chapter import TOYS
from gearlock.systems.tactical.transports.chapter import TRANSPORTS
from gearlock.systems.tactical.transports.hitching import offer_towing
from gearlock.systems.tactical.transports.passengers import offer_passengers
from gearlock.systems.tactical.victory_points import wares
from gearlock.systems.tactical.victory_points.chapter import VICTORY_POINTS
from gearlock.systems.tactical.victory_points.spending import CANCEL, PURCHASE, offer_cancelling, offer_conditions
from gearlock.systems.tactical.weather.chapter import WEATHER

CHAPTERS = (
    DICE_TESTS, ROUNDS, COMMAND, MOVEMENT, SENSORS, ATTACKS, GROUND_TARGETS, MELEE, DAMAGE, FIRES, INFANTRY, WEATHER,
    TRANSPORTS, TOYS, DEPLOYMENT, SUPPORT, MISSIONS, SUBPLOTS, VICTORY_POINTS, SCENARIOS,
)  # fmt: skip


def _acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the unit being activated may do, and is free to."""
    return free(lambda state, ask: offer(state, state.units[ask.unit]))


_ACTIONS: tuple[Callable[[State, Unit], Iterable[Option]], ...] = (
    offer_coordinating,
    offer_attacks,
    offer_melee,
    offer_rams,
    offer_other_fire,
    offer_saturation,
    offer_demolitions,
    offer_fires,
    offer_fleeing,
    offer_hunting,
    offer_moves,
    offer_climbs,
    offer_jumps,
    offer_tunnels,
    offer_cover,
    offer_passengers,
    offer_towing,
    offer_switches,
    offer_sensors,
    offer_clearing,
    offer_carrying,
    calling.offer_calls,
    offer_settling,
    offer_points,
    offer_end,
)
"""What a unit may do in its activation, in the order players see it."""

_TOY_DEEDS: tuple[Callable[[State, Unit], Iterable[Option]], ...] = (
    toy_attacks.offer_attacks,
    toy_moving.offer_moves,
    toy_climbing.offer_climbs,
    toy_rounds.offer_end,
)
"""What a toy may do in its activation."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    REROLL: (offer_again,),
    REROLLS: (offer_rerolls,),
    preparing.BID: (preparing.offer_bids,),
    priorities.PRIORITIES: (priorities.offer_priorities,),
    priorities.RIGHT: (priorities.offer_rights,),
    priorities.FIELD: (priorities.offer_fields,),
    priorities.EDGE: (priorities.offer_edges,),
    priorities.TROOPS: (priorities.offer_leaving_behind,),
    buying.BUY: (buying.offer_wares,),
    buying.SPOT: (buying.offer_spotters,),
    APPOINT: (offer_appointments,),
    eve.LATE_ASK: (eve.offer_keeping_back,),
    eve.STEVENS_ASK: (eve.offer_stevens,),
    eve.CHIT_ASK: (eve.offer_chits,),
    eve.NOTE_ASK: (eve.offer_noting,),
    DIG_IN: (offer_digging_in,),
    DEPLOY_FIRST: (offer_deploy_first,),
    DEPLOY: (offer_deployments,),
    DECLARE: (free(offer_declarations),),
    FIRST: (offer_first,),
    ACTIVATE: (free(offer_activations), offer_reveals, offer_calling, offer_traitor),
    ACT: (*map(_acting, _ACTIONS), offer_traitor),
    SNAP: (free(offer_snaps), offer_calling),
    VOLLEY: (offer_volley,),
    FURTHER: (offer_further,),
    WARNING: (offer_warn,),
    WINDOW: (offer_traitor, offer_calls),
    WHICH: (offer_harm,),
    SHIELD: (offer_shield,),
    MIRED: (offer_mired,),
    calling.CALL: (calling.offer_late_calls,),
    interception.FLY: (interception.offer_flights,),
    interception.INTERCEPT: (interception.offer_interceptions,),
    air.STRAFE: (air.offer_strafes,),
    LIGHTS: (offer_lights,),
    CANCEL: (offer_cancelling,),
    PURCHASE: (offer_conditions,),
    toy_placing.PUT: (toy_placing.offer_places,),
    toy_rounds.BEGIN: (toy_rounds.offer_begin,),
    toy_rounds.CHOOSE: (toy_rounds.offer_choice,),
    toy_rounds.PLAY: tuple(map(_acting, _TOY_DEEDS)),
    toy_attacks.SIGN: (toy_attacks.offer_signs,),
    toy_attacks.AGAIN: (toy_attacks.offer_again,),
    toy_harm.WEAPON: (toy_harm.offer_weapons,),
    LINK: (offer_links,),
    RALLY: (offer_rallies,),
    RELOCATE: (offer_relocations,),
    LAY: (offer_mining,),
    LINE: (offer_lines,),
    wares.PRIORITY: (wares.offer_priority,),
}


def admit(state: State, ask: Ask, order: Order) -> Refusal | None:
    """What holds for every order: it is for the unit being activated, and that is free to do it."""
    named: str = getattr(order, "unit", ask.unit)
    if ask.kind != ACT or named == ask.unit or isinstance(order, SpendPoint):
        return refuse_bound(state, ask, order)
    return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")


def forget(state: State) -> None:
    """What was noted of the position before an event holds no longer."""
    state.notes = {}


BOOK: Book[State] = Book(CHAPTERS, OFFERS, admit, forget)
