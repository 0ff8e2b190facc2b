"""1 and 2.1: who goes first, and who is activated in which posture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.flying.airborne import is_vtol
from gearlock.systems.brigands.flying.landing import refuse_altitude, refuse_bearing
from gearlock.systems.brigands.rounds.activation import unactivated
from gearlock.systems.brigands.rounds.orders import Activate, ChooseFirst, EndActivation, KeepOverwatch
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, NO_GROUP, TOP_SPEED, State
from gearlock.systems.brigands.transport.fortifications import refuse_posture
from gearlock.systems.brigands.vehicles.components import refuse_pace

POSTURES = (BRACED, COMBAT_SPEED, TOP_SPEED)


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in ("red", "blue"):
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


@heeds(
    "brigands.1.6a",
    "brigands.1.6b",
    "brigands.2.1",
    "brigands.2.1-top-speed",
    "brigands.5.6c",
    "brigands.11.3-demolitions",
)
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A model of one's own not yet activated, in one of three postures; Crippled models know no Top Speed."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded:
        return Refusal("unit", "brigands.1.8-action", f"{order.unit or 'Nobody'} is no model of yours in play.")
    if unit.group == NO_GROUP:
        return Refusal("target", "brigands.11.3-demolitions", f"The {unit.name} never activates.")
    if state.group and unit.group != state.group:
        message = f"Combat Group {state.group} is Active; the {unit.name} is in Combat Group {unit.group}."
        return Refusal("group", "brigands.1.6a", message, {"active": state.group, "group": unit.group})
    if unit.activated:
        return Refusal("activated", "brigands.1.6b", f"The {unit.name} has been activated this Round.")
    if order.posture not in POSTURES:
        return Refusal("posture", "brigands.2.1", f"There is no posture called {order.posture or 'nothing'}.")
    refusal = refuse_posture(state, unit, order.posture) or refuse_pace(state, unit, order.posture)
    if refusal is not None:
        return refusal
    return refuse_bearing(state, unit, order.airborne, order.tall)


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in ("red", "blue"):
        label = "I go first" if seat == ask.seat else "They go first"
        yield Pick(label, ChooseFirst(seat), ask.rule)


def offer_overwatch_kept(_state: State, ask: Ask) -> Iterator[Option]:
    """Tokens or fresh Actions."""
    yield Pick("Keep Overwatch", KeepOverwatch(ask.unit), ask.rule)
    yield decline("Refresh Actions", ask.rule)


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may be next, in every posture it can take."""
    for unit in unactivated(state, ask.seat):
        heights = [
            airborne
            for airborne in ((False, True) if is_vtol(unit) else (False,))
            if refuse_altitude(state, unit, airborne) is None
        ]
        for posture, airborne in product(POSTURES, heights):
            if refuse_posture(state, unit, posture) or refuse_pace(state, unit, posture):
                continue
            label = f"{unit.name}: {posture}{', Airborne' if airborne else ''}"
            yield Pick(label, Activate(unit.id, posture, airborne=airborne), "brigands.2.1")
            if refuse_bearing(state, unit, airborne, True) is None:
                standing = Activate(unit.id, posture, True, airborne)
                yield Pick(f"{label}, standing up", standing, "brigands.trait.low-profile")


def offer_end(state: State, ask: Ask) -> Iterator[Option]:
    """The way out of every activation."""
    if state.phase == "pathfinders":
        yield Pick("Stay here", EndActivation(ask.unit), ask.rule)
    else:
        yield Pick("End the activation", EndActivation(ask.unit), "brigands.1.7a")
