"""The book: its chapters in order, and for each question the offers in the order players see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.tactical.attacks.firing import (
    ATTACKS,
    SNAP,
    VOLLEY,
    offer_attacks,
    offer_other_fire,
    offer_snaps,
    offer_volley,
)
from gearlock.systems.tactical.command import (
    COMMAND,
    WARNING,
    WINDOW,
    SpendPoint,
    offer_calling,
    offer_calls,
    offer_points,
    offer_warn,
)
from gearlock.systems.tactical.damage.structures import DAMAGE
from gearlock.systems.tactical.damage.systems_damage import SHIELD, WHICH, offer_harm, offer_shield
from gearlock.systems.tactical.deployment import (
    APPOINT,
    DEPLOY,
    DEPLOYMENT,
    offer_appointments,
    offer_deploy_first,
    offer_deployments,
)
from gearlock.systems.tactical.deployment import FIRST as DEPLOY_FIRST
from gearlock.systems.tactical.dice_tests import DICE_TESTS, REROLL, REROLLS, offer_again, offer_rerolls
from gearlock.systems.tactical.fires import FIRES, offer_fires
from gearlock.systems.tactical.ground_targets import (
    FURTHER,
    GROUND_TARGETS,
    offer_demolitions,
    offer_further,
    offer_saturation,
)
from gearlock.systems.tactical.infantry import INFANTRY
from gearlock.systems.tactical.melee import MELEE, offer_melee
from gearlock.systems.tactical.movement.climbing_and_ramming import (
    MOVEMENT,
    offer_climbs,
    offer_cover,
    offer_moves,
    offer_rams,
)
from gearlock.systems.tactical.movement.moving import MIRED, offer_mired
from gearlock.systems.tactical.movement.speeds import offer_jumps, offer_switches
from gearlock.systems.tactical.printed_scenarios.in_play import (
    CHIT_ASK,
    DIG_IN,
    LATE_ASK,
    NOTE_ASK,
    SCENARIOS,
    STEVENS_ASK,
    offer_chits,
    offer_digging_in,
    offer_keeping_back,
    offer_noting,
    offer_stevens,
)
from gearlock.systems.tactical.rounds.activation import (
    ACT,
    ACTIVATE,
    ROUNDS,
    offer_activations,
    offer_end,
    offer_reveals,
    offer_settling,
)
from gearlock.systems.tactical.rounds.round import DECLARE, FIRST, offer_declarations, offer_first
from gearlock.systems.tactical.scenario_generator.missions import offer_carrying
from gearlock.systems.tactical.scenario_generator.preparing import BID, offer_bids
from gearlock.systems.tactical.scenario_generator.priorities import (
    EDGE,
    FIELD,
    MISSIONS,
    PRIORITIES,
    RIGHT,
    TROOPS,
    offer_edges,
    offer_fields,
    offer_leaving_behind,
    offer_priorities,
    offer_rights,
)
from gearlock.systems.tactical.sensors.smoke_and_light import LIGHTS, SENSORS, offer_lights, offer_sensors
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.subplots.beginning import RELOCATE, SUBPLOTS, offer_relocations
from gearlock.systems.tactical.subplots.of_the_field import LAY, LINE, offer_lines, offer_mining, offer_tunnels
from gearlock.systems.tactical.subplots.personal import (
    LINK,
    RALLY,
    free,
    offer_clearing,
    offer_coordinating,
    offer_fleeing,
    offer_hunting,
    offer_links,
    offer_rallies,
    offer_traitor,
    refuse_bound,
)
from gearlock.systems.tactical.support.aircraft import (
    FLY,
    INTERCEPT,
    STRAFE,
    offer_flights,
    offer_interceptions,
    offer_strafes,
)
from gearlock.systems.tactical.support.artillery import CALL, SUPPORT, offer_late_calls
from gearlock.systems.tactical.support.artillery import offer_calls as offer_artillery_calls
from gearlock.systems.tactical.support.buying import BUY, SPOT, offer_spotters, offer_wares
from gearlock.systems.tactical.toy_battles.battle import (
    AGAIN,
    BEGIN,
    CHOOSE,
    PLAY,
    SIGN,
    TOYS,
    offer_begin,
    offer_choice,
    offer_signs,
)
from gearlock.systems.tactical.toy_battles.battle import offer_again as offer_toy_again
from gearlock.systems.tactical.toy_battles.battle import offer_attacks as offer_toy_attacks
from gearlock.systems.tactical.toy_battles.battle import offer_end as offer_toy_end
from gearlock.systems.tactical.toy_battles.moving import PUT, offer_places
from gearlock.systems.tactical.toy_battles.moving import offer_climbs as offer_toy_climbs
from gearlock.systems.tactical.toy_battles.moving import offer_moves as offer_toy_moves
from gearlock.systems.tactical.toy_battles.toys import WEAPON, offer_weapons
from gearlock.systems.tactical.transports import TRANSPORTS, offer_passengers, offer_towing
from gearlock.systems.tactical.victory_points import (
    CANCEL,
    PRIORITY,
    PURCHASE,
    VICTORY_POINTS,
    offer_cancelling,
    offer_conditions,
    offer_priority,
)
from gearlock.systems.tactical.weather import WEATHER

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
    offer_artillery_calls,
    offer_settling,
    offer_points,
    offer_end,
)
"""What a unit may do in its activation, in the order players see it."""

_TOY_DEEDS: tuple[Callable[[State, Unit], Iterable[Option]], ...] = (
    offer_toy_attacks,
    offer_toy_moves,
    offer_toy_climbs,
    offer_toy_end,
)
"""What a toy may do in its activation."""

OFFERS: dict[str, tuple[Offer[State], ...]] = {
    REROLL: (offer_again,),
    REROLLS: (offer_rerolls,),
    BID: (offer_bids,),
    PRIORITIES: (offer_priorities,),
    RIGHT: (offer_rights,),
    FIELD: (offer_fields,),
    EDGE: (offer_edges,),
    TROOPS: (offer_leaving_behind,),
    BUY: (offer_wares,),
    SPOT: (offer_spotters,),
    APPOINT: (offer_appointments,),
    LATE_ASK: (offer_keeping_back,),
    STEVENS_ASK: (offer_stevens,),
    CHIT_ASK: (offer_chits,),
    NOTE_ASK: (offer_noting,),
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
    CALL: (offer_late_calls,),
    FLY: (offer_flights,),
    INTERCEPT: (offer_interceptions,),
    STRAFE: (offer_strafes,),
    LIGHTS: (offer_lights,),
    CANCEL: (offer_cancelling,),
    PURCHASE: (offer_conditions,),
    PUT: (offer_places,),
    BEGIN: (offer_begin,),
    CHOOSE: (offer_choice,),
    PLAY: tuple(map(_acting, _TOY_DEEDS)),
    SIGN: (offer_signs,),
    AGAIN: (offer_toy_again,),
    WEAPON: (offer_weapons,),
    LINK: (offer_links,),
    RALLY: (offer_rallies,),
    RELOCATE: (offer_relocations,),
    LAY: (offer_mining,),
    LINE: (offer_lines,),
    PRIORITY: (offer_priority,),
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
