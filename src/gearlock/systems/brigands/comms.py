"""8.2: Comms ratings and Boosts, and Command Points sent by radio."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.brigands.actions import pay, payment
from gearlock.systems.brigands.chain_of_command import (
    force_commander_of,
    is_in_formation,
    is_leading,
    is_near,
    leader_of,
)
from gearlock.systems.brigands.lock_and_cover.sight import has_sensor_lock
from gearlock.systems.brigands.state import State, Unit, opponent

# --- 8.2a, 8.2c and 8.3a: the Comms rating of a model, what enemy ECM takes from it and what a Boost adds to it

AUTHORIZE, FORWARD_OBSERVATION, DETAILED_SCAN = "Authorize", "Forward Observation", "Detailed Scan"
"""What may be done with Comms, and boosted."""

LEAST = 1
"""The Comms rating it takes to get through."""


@rule("brigands.trait.comms")
@heeds("brigands.8.2a")
def has_comms(unit: Unit) -> bool:
    """Whether it has the trait at all, however far it is jammed: that is enough to try."""
    return unit.has("Comms")


@rule("brigands.8.3a", "brigands.trait.ecm")
def passive_ecm(state: State, unit: Unit) -> int:
    """What enemy ECM takes from this model's Comms: the strongest that has Sensor Lock on it, but none in the air."""
    return max((enemy.trait("ECM") for enemy in jammers(state, unit) if not enemy.airborne), default=0)


@heeds("brigands.8.3a", "brigands.8.3b")
def jammers(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy models with ECM that have Sensor Lock on this one."""
    return (
        enemy
        for enemy in state.fielded(opponent(unit.seat))
        if "ECM" in enemy.line.traits and enemy.has("ECM") and has_sensor_lock(state, enemy, unit)
    )


@rule("brigands.8.2a")
@heeds("brigands.8.2c", "brigands.8.3a")
def comms_rating(state: State, unit: Unit, boost: int = 0) -> int:
    """Its Comms less Passive ECM, with a Boost: both are applied before the sum is held at 0."""
    return max(0, unit.trait("Comms") - passive_ecm(state, unit) + boost) if has_comms(unit) else 0


@heeds("brigands.8.2c")
def boosters(state: State, origin: Unit, receiver: str) -> list[Unit]:
    """The friends who could boost this model: with Comms and an Action, within 6 in of it or the Receiver itself."""
    return [
        unit
        for unit in state.fielded(origin.seat)
        if unit is not origin
        and has_comms(unit)
        and payment(unit)
        and (unit.id == receiver or is_near(unit.body, origin.body))
    ]


@rule("brigands.8.2d")
@heeds("brigands.trait.satup")
def is_beyond_jamming(state: State, origin: Unit, receiver: str, action: str) -> bool:
    """Whether satellites carry it past all ECM: a Scan of a model with SatUp, all else between two of them."""
    if not origin.has("SatUp"):
        return False
    return action == DETAILED_SCAN or (receiver in state.units and state.units[receiver].has("SatUp"))


# --- 8.2c: Comms Boost. A friend near the Origin, or the one who is to receive, adds its Comms


class CommsBoosted(Event, frozen=True, tag="comms-boosted"):
    """A model added its Comms rating to a friend's, and what it paid with."""

    unit: str
    origin: str
    action: str
    rating: int
    cost: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


def boosted(state: State, event: CommsBoosted, _seat: str | None) -> Line:
    what = f"the {event.action} of {state.name_of(event.origin)}"
    text = f"{state.name_of(event.unit)} boosts {what} by {event.rating}."
    return Line(text, (event.unit, event.origin), "brigands.8.2c")


@heeds("brigands.8.2c")
def offer_boost(ctx: Ctx[State], origin_id: str, receiver_id: str, action: str, contested: bool) -> Script[int]:
    """Ask whether a friend boosts the Origin's Comms; it pays at once. What it adds, which ECM may have lowered.

    Nobody is asked where a Boost could change nothing: it gets through unopposed, or none has any Comms left to add.
    """
    origin = ctx.state.units[origin_id]
    if not contested and comms_rating(ctx.state, origin) >= LEAST:
        return 0
    if not any(comms_rating(ctx.state, unit) for unit in boosters(ctx.state, origin, receiver_id)):
        return 0
    prompt = f"{action} by the {origin.name}: does a friend boost its Comms?"
    about = (origin_id, receiver_id, action)
    order = yield from ask(Ask(origin.seat, "boost", "", about, "brigands.8.2c", prompt, optional=True))
    if not isinstance(order, Boost):
        return 0
    unit = ctx.state.units[order.unit]
    rating = comms_rating(ctx.state, unit)
    ctx.emit(CommsBoosted(unit.id, origin_id, action, rating, payment(unit)))
    return rating


class Boost(Order, frozen=True, tag="boost"):
    """Add one's Comms to that of a friend who uses Comms."""

    unit: str
    origin: str


@rule("brigands.8.2c")
def refuse_boost(state: State, question: Ask, order: Boost) -> Refusal | None:
    """Why a model cannot boost a friend's Comms."""
    origin_id, receiver_id, _action = question.about
    unit, origin = state.units.get(order.unit), state.units[origin_id]
    if unit is None or unit.seat != question.seat or not unit.is_fielded or order.origin != origin_id or unit is origin:
        return Refusal("unit", "brigands.8.2c", f"Another model of yours may boost the {origin.name}.")
    if not unit.has("Comms"):
        return Refusal("trait", "brigands.8.2c", f"The {unit.name} has no Comms that work.")
    if not payment(unit):
        return Refusal("no-action", "brigands.8.2c", f"The {unit.name} has no Action or token left.")
    if unit not in boosters(state, origin, receiver_id):
        message = f"The {unit.name} is not within 6 in of the {origin.name}, and is no Receiver."
        return Refusal("far", "brigands.8.2c", message)
    return None


# --- 7.4b and 8.2b: Authorize. A Commander sends a Command Point by radio to a model that is not in Formation

TRIED = "Authorize tried"
"""Stands among the free Rerolls of a roll once an Authorize was tried for it: there is only one."""


@rule("brigands.7.4b")
@heeds("brigands.8.2b", "brigands.10.6")
def authorizers(state: State, unit: Unit) -> Iterator[Unit]:
    """The Commanders out of Formation who could send this model a Command Point: with Comms, jammed or not.

    Its own leader may, and the Force Commander if it leads a Combat Group itself. Duelists have none sent, and nobody
    sends any on the way down from an Airdrop.
    """
    if "Duelist" in unit.line.traits:
        return
    leader = leader_of(state, unit.seat, unit.group)
    commander = force_commander_of(state, unit.seat) if is_leading(unit.rank) else None
    for giver in (leader,) if commander is leader else (leader, commander):
        if giver is None or giver is unit or giver.is_dropping or giver.command <= 0 or not has_comms(giver):
            continue
        if not is_in_formation(state, unit, giver):
            yield giver


class Authorized(Event, frozen=True, tag="authorized"):
    """A Commander tried to send a Command Point to a model out of Formation, and whether it arrived."""

    unit: str
    receiver: str
    success: bool


def authorized(state: State, event: Authorized, _seat: str | None) -> Line:
    outcome = "gets through" if event.success else "does not get through"
    text = f"{state.name_of(event.unit)} {outcome} to {state.name_of(event.receiver)}: Authorize."
    return Line(text, (event.unit, event.receiver), "brigands.8.2b")


@rule("brigands.8.2b")
@heeds("brigands.8.2c", "brigands.8.2d")
def resolve_authorize(ctx: Ctx[State], commander_id: str, receiver_id: str) -> Script[bool]:
    """Try to send a Command Point: a friend may boost, then the Commander needs Comms:1. A failure costs nothing."""
    commander = ctx.state.units[commander_id]
    if is_beyond_jamming(ctx.state, commander, receiver_id, AUTHORIZE):
        sent = True
    else:
        boost = yield from offer_boost(ctx, commander_id, receiver_id, AUTHORIZE, contested=False)
        sent = comms_rating(ctx.state, ctx.state.units[commander_id], boost) >= LEAST
    ctx.emit(Authorized(commander_id, receiver_id, sent))
    return sent


# --- The contents of the chapter

COMMS: Chapter[State] = Chapter(
    "8.2: Comms",
    orders=(OrderRules(Boost, "boost", refuse_boost),),
    events={
        CommsBoosted: boosted,
        Authorized: authorized,
    },
)
