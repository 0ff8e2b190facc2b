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
from gearlock.systems.tactical.fires.chapter import FIRES
from gearlock.systems.tactical.fires.setting import offer_fires
from gearlock.systems.tactical.ground_targets.chapter import GROUND_TARGETS
from gearlock.systems.tactical.ground_targets.demolition import offer_demolitions
from gearlock.systems.tactical.ground_targets.saturation import offer_saturation
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
from gearlock.systems.tactical.rounds.initiative import FIRST, offer_first
from gearlock.systems.tactical.scenarios import eve
from gearlock.systems.tactical.scenarios.chapter import SCENARIOS
from gearlock.systems.tactical.scenarios.positions import DIG_IN, offer_digging_in
from gearlock.systems.tactical.sensors.chapter import SENSORS, offer_sensors
from gearlock.systems.tactical.sensors.searchlight import LIGHTS, offer_lights
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.subplots.chapter import SUBPLOTS
from gearlock.systems.tactical.transports.chapter import TRANSPORTS
from gearlock.systems.tactical.transports.hitching import offer_towing
from gearlock.systems.tactical.transports.passengers import offer_passengers
from gearlock.systems.tactical.victory_points.chapter import VICTORY_POINTS
from gearlock.systems.tactical.victory_points.spending import CANCEL, PURCHASE, offer_cancelling, offer_conditions
from gearlock.systems.tactical.weather.chapter import WEATHER

CHAPTERS = (
    DICE_TESTS, ROUNDS, COMMAND, MOVEMENT, SENSORS, ATTACKS, GROUND_TARGETS, MELEE, DAMAGE, FIRES, INFANTRY, WEATHER,
    TRANSPORTS, DEPLOYMENT, MISSIONS, SUBPLOTS, VICTORY_POINTS, SCENARIOS,
)  # fmt: skip


def _acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the unit being activated may do."""
    return lambda state, ask: offer(state, state.units[ask.unit])


_ACTIONS: tuple[Callable[[State, Unit], Iterable[Option]], ...] = (
    offer_attacks,
    offer_melee,
    offer_rams,
    offer_other_fire,
    offer_saturation,
    offer_demolitions,
    offer_fires,
    offer_moves,
    offer_climbs,
    offer_jumps,
    offer_cover,
    offer_passengers,
    offer_towing,
    offer_switches,
    offer_sensors,
    offer_carrying,
    offer_settling,
    offer_points,
    offer_end,
)
"""What a unit may do in its activation, in the order players see it."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    REROLL: (offer_again,),
    preparing.BID: (preparing.offer_bids,),
    priorities.PRIORITIES: (priorities.offer_priorities,),
    priorities.RIGHT: (priorities.offer_rights,),
    priorities.FIELD: (priorities.offer_fields,),
    priorities.EDGE: (priorities.offer_edges,),
    priorities.TROOPS: (priorities.offer_leaving_behind,),
    APPOINT: (offer_appointments,),
    eve.LATE_ASK: (eve.offer_keeping_back,),
    eve.STEVENS_ASK: (eve.offer_stevens,),
    eve.CHIT_ASK: (eve.offer_chits,),
    eve.NOTE_ASK: (eve.offer_noting,),
    DIG_IN: (offer_digging_in,),
    DEPLOY_FIRST: (offer_deploy_first,),
    DEPLOY: (offer_deployments,),
    DECLARE: (offer_declarations,),
    FIRST: (offer_first,),
    ACTIVATE: (offer_activations, offer_calling),
    ACT: tuple(map(_acting, _ACTIONS)),
    SNAP: (offer_snaps, offer_calling),
    VOLLEY: (offer_volley,),
    WARNING: (offer_warn,),
    WINDOW: (offer_calls,),
    WHICH: (offer_harm,),
    SHIELD: (offer_shield,),
    MIRED: (offer_mired,),
    LIGHTS: (offer_lights,),
    CANCEL: (offer_cancelling,),
    PURCHASE: (offer_conditions,),
}


def admit(_state: State, ask: Ask, order: Order) -> Refusal | None:
    """What holds for every order of the unit being activated: it is for that unit."""
    named: str = getattr(order, "unit", ask.unit)
    if ask.kind != ACT or named == ask.unit or isinstance(order, SpendPoint):
        return None
    return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")


def forget(state: State) -> None:
    """What was noted of the position before an event holds no longer."""
    state.notes = {}


BOOK: Book[State] = Book(CHAPTERS, OFFERS, admit, forget)
