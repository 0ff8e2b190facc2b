"""The contents of the book: its chapters in order, and what is offered at each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Book, Offer
from gearlock.kernel.orders import Order, Refusal
from gearlock.systems.fieldmanual.attacks.ranged import (
    ALSO,
    ASKED,
    ATTACKS,
    offer_also,
    offer_attacks,
    offer_charges,
    offer_counter,
    offer_reloads,
)
from gearlock.systems.fieldmanual.attacks.ranged import ANSWER as COUNTER_BATTERY
from gearlock.systems.fieldmanual.combined_models import COMBINED_MODELS, NEXT, offer_next
from gearlock.systems.fieldmanual.command_points.spending import (
    COMMAND,
    COMMAND_POINTS,
    offer_commands,
    offer_neural_net,
    offer_reroll_other,
    offer_rerolls,
    offer_uplink,
)
from gearlock.systems.fieldmanual.command_points.tests import ADD_DIE, REROLL, REROLL_OTHER, Command
from gearlock.systems.fieldmanual.damage.recovering import DAMAGE, STUNNED, offer_recovery, offer_stun
from gearlock.systems.fieldmanual.deployment import DEPLOYMENT, offer_deployments, offer_sides
from gearlock.systems.fieldmanual.dice_tests import DICE_TESTS
from gearlock.systems.fieldmanual.drones import DRONES, PLACE, offer_drones, offer_set_off, offer_stray
from gearlock.systems.fieldmanual.electronic_warfare import (
    COUNTER,
    ELECTRONIC_WARFARE,
    HOME,
    JAM,
    JAM_LOCK,
    offer_counters,
    offer_homing,
    offer_jams,
)
from gearlock.systems.fieldmanual.leaders import APPOINT, LEADERS, offer_heirs
from gearlock.systems.fieldmanual.melee import (
    FREE_STRIKE,
    GRAPPLE,
    MELEE,
    STUN_QUESTION,
    offer_free_strikes,
    offer_grapples,
    offer_strikes,
    offer_stun_instead,
)
from gearlock.systems.fieldmanual.missions.scenario import MISSIONS, offer_leaving, offer_objectives, offer_scouting
from gearlock.systems.fieldmanual.movement.offers import MOVEMENT, offer_moves
from gearlock.systems.fieldmanual.rams_and_impacts import IMPACT, IMPACTS, offer_counts, offer_rams
from gearlock.systems.fieldmanual.reactions import (
    ANSWER,
    COORDINATES,
    DECLARE,
    FIRE,
    REACTIONS,
    SHOT,
    offer_coordinates,
    offer_declaring,
    offer_fire,
    offer_parting_fire,
    offer_parting_shot,
    offer_stand_by,
)
from gearlock.systems.fieldmanual.reactions import OFFER as PARTING_OFFER
from gearlock.systems.fieldmanual.rounds import (
    ROUNDS,
    SPLIT,
    offer_activations,
    offer_end,
    offer_first,
    offer_splitting,
)
from gearlock.systems.fieldmanual.sensors import SENSORS, offer_active_locks, offer_observations
from gearlock.systems.fieldmanual.smoke_and_light import SMOKE_AND_LIGHT, offer_smoke_and_light
from gearlock.systems.fieldmanual.special_actions import SPECIAL_ACTIONS, offer_special_actions
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.support.airstrikes import offer_airstrikes
from gearlock.systems.fieldmanual.support.artillery import offer_calls
from gearlock.systems.fieldmanual.support.reserves import SUPPORT, SUPPORT_OFFERS
from gearlock.systems.fieldmanual.table_effects import TABLE_EFFECTS, WHERE, offer_taint
from gearlock.systems.fieldmanual.transports import BAIL, TRANSPORTS, offer_bail, offer_transport

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
