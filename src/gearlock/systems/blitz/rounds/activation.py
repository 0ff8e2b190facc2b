"""3.2: who may be activated, in which posture, and the end of an activation."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import next_seat
from gearlock.systems.blitz.general_concepts.dice import EW, GUN, PILOT
from gearlock.systems.blitz.impacts_and_falling.events import MovementStopped
from gearlock.systems.blitz.movement.gaits import moves_of
from gearlock.systems.blitz.movement.moves_made import settle_move
from gearlock.systems.blitz.rounds.events import Activated, ActivationEnded, TurnPassed
from gearlock.systems.blitz.rounds.orders import Activate, ChooseFirst, EndActivation
from gearlock.systems.blitz.shared_activation.leash import hold_leash
from gearlock.systems.blitz.shared_activation.sharing import join_components
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    FIELDED,
    FULL_SPEED,
    IMMOBILISED,
    NO_GROUP,
    POSTURES,
    SET_DOWN,
    STANDBY,
    STRAFING,
    THROWN_OUT,
    TO_COME,
    TOP_SPEED,
    State,
    Unit,
)

_SKILLS = (GUN, PILOT, EW)


@heeds("blitz.3.2", "blitz.3.1", "blitz.2.1a", "blitz.5.4-attached")
def waiting_models(state: State) -> Iterator[Unit]:
    """The models on the table that are still to be activated; what is in no combat group, or led by another, is not."""
    ready = (u for u in state.units.values() if u.status in (FIELDED, ALOFT) and not u.used and u.group != NO_GROUP)
    return (unit for unit in ready if not state.is_led(unit))


@rule("blitz.5.4-attached")
@heeds("blitz.3.2")
def unactivated(state: State, seat: str) -> list[Unit]:
    """Those of a seat that may be next: of the combat group under way, or of any while none is."""
    mine = (unit for unit in waiting_models(state) if unit.seat == seat)
    return [unit for unit in mine if not state.group or unit.group == state.group]


@rule("blitz.3.2a")
@heeds("blitz.9.2", "blitz.15.5d", "blitz.2.14", "blitz.9.6c", "blitz.10.3", "blitz.16.2b")
def refuse_posture(unit: Unit, posture: str) -> Refusal | None:
    """Why a model cannot take a posture."""
    if posture not in POSTURES:
        return Refusal("posture", "blitz.3.2a", f"There is no posture '{posture}': braced, combat or top speed.")
    fixed = IMMOBILISED in unit.tokens or unit.is_shorted or unit.line.type == "Fortification" or unit.is_landed
    if fixed and posture != BRACED:
        return Refusal("immobile", "blitz.3.2a", f"The {unit.name} cannot move: it is always braced.")
    if unit.token(STANDBY) and posture != BRACED:
        message = f"The {unit.name} stands by: it is braced as long as it has a standby token."
        return Refusal("standby", "blitz.10.3", message)
    if posture == BRACED and unit.status == ALOFT:
        return Refusal("flying", "blitz.17.0a", f"The {unit.name} flies, and nothing that flies is braced.")
    if posture == TOP_SPEED and unit.is_crippled and not unit.is_infantry:
        return Refusal("crippled", "blitz.9.2", f"The {unit.name} is crippled and cannot go at top speed.")
    bound = fixed or unit.is_crippled or unit.token(STANDBY)
    if unit.token(FULL_SPEED) == TO_COME and posture != TOP_SPEED and not bound:
        return Refusal("order", "blitz.15.5d", f"The {unit.name} is ordered full speed ahead.")
    return None


@heeds("blitz.3.2", "blitz.trait.autopilot", "blitz.trait.ann", "blitz.trait.lowprofile", "blitz.18.5")
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A ready model of one's own, of the combat group under way, in a posture it can take."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or unit.status not in (FIELDED, ALOFT) or unit.group == NO_GROUP:
        return Refusal("unit", "blitz.3.2", f"{order.unit or 'Nobody'} is no model of yours that could be activated.")
    if state.group and unit.group != state.group:
        message = f"Combat group {state.group} is active; the {unit.name} is in combat group {unit.group}."
        return Refusal("group", "blitz.3.2", message, {"active": state.group, "group": unit.group})
    if unit.used:
        return Refusal("used", "blitz.3.2", f"The {unit.name} has been activated this round.")
    if state.is_led(unit):
        message = f"The {unit.name} is activated together with the {state.units[unit.parent].name}."
        return Refusal("attached", "blitz.5.4-attached", message)
    if order.autopilot and not unit.has("Autopilot"):
        return Refusal("autopilot", "blitz.trait.autopilot", f"The {unit.name} has no autopilot.")
    if order.autopilot and THROWN_OUT in unit.tokens:
        message = f"The {unit.name} was thrown out of its transport: it moves this round, and has no action."
        return Refusal("autopilot", "blitz.18.5", message)
    if order.neural and (order.neural not in _SKILLS or not unit.has("ANN")):
        return Refusal("neural", "blitz.trait.ann", f"No neural net improves the '{order.neural}' of the {unit.name}.")
    if order.tall and not unit.line.may_stand_up:
        message = "Only Gears and Striders with a low profile stand up for an activation."
        return Refusal("tall", "blitz.trait.lowprofile", message)
    return refuse_height(unit, order) or refuse_posture(unit, order.posture)


@rule("blitz.17.7", "blitz.17.7a")
@heeds("blitz.17.7b", "blitz.17.0a")
def refuse_height(unit: Unit, order: Activate) -> Refusal | None:
    """Why a model cannot be elevated: only VTOLs are, and not braced, for they fly then."""
    if not order.elevated:
        return None
    if unit.line.gait != "V":
        return Refusal("elevated", "blitz.17.7", f"The {unit.name} is no VTOL.")
    if order.posture == BRACED:
        return Refusal("flying", "blitz.17.0a", f"The {unit.name} flies when elevated, and cannot brace.")
    return None


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may be next, in every posture it can take."""
    for unit in unactivated(state, ask.seat):
        for posture in POSTURES:
            if refuse_posture(unit, posture) is not None:
                continue
            for order in _ways(unit, posture):
                words = [
                    posture,
                    *(["autopilot"] if order.autopilot else []),
                    *([order.neural] if order.neural else []),
                ]
                words += ["elevated"] if order.elevated else ["nap of the earth"] if unit.line.gait == "V" else []
                label = f"{unit.name}: {', '.join([*words, *(['standing up'] if order.tall else [])])}"
                yield Pick(label, order, "blitz.3.2a")


def _ways(unit: Unit, posture: str) -> Iterator[Activate]:
    """With and without autopilot, neural net, and standing up."""
    for autopilot in (False, True) if unit.has("Autopilot") and THROWN_OUT not in unit.tokens else (False,):
        for neural in _SKILLS if unit.has("ANN") else ("",):
            for standing in (False, True) if unit.line.may_stand_up else (False,):
                yield Activate(unit.id, posture, autopilot, neural, standing)
                if unit.line.gait == "V" and posture != BRACED:
                    yield Activate(unit.id, posture, autopilot, neural, standing, True)


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in ("red", "blue"):
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in ("red", "blue"):
        yield Pick("I begin" if seat == ask.seat else "They begin", ChooseFirst(seat), ask.rule)


@heeds("blitz.17.2")
def refuse_end(state: State, order: EndActivation) -> Refusal | None:
    """Nobody stays over the middle of the table."""
    unit = state.units[order.unit]
    if STRAFING in unit.tokens:
        return Refusal("strafing", "blitz.17.2", f"The {unit.name} crosses the table: it resumes circling first.")
    return None


def offer_end(state: State, ask: Ask) -> Iterator[Option]:
    """The way out of every activation."""
    if STRAFING in state.units[ask.unit].tokens:
        return
    yield Pick("End the activation", EndActivation(ask.unit), "blitz.3.4a")


@rule("blitz.3.2", "blitz.2.1a")
@heeds("blitz.3.1")
def resolve_activation(ctx: Ctx[State]) -> Script[None]:
    """Activate the next model of the combat group; when all are used the other side activates a group.

    Who has groups left when the other side has none goes on alone.
    """
    seat = ctx.state.turn
    if not unactivated(ctx.state, seat):
        ctx.emit(TurnPassed(next_seat(seat, {unit.seat for unit in waiting_models(ctx.state)})))
        return
    prompt = "Which model do you activate, and in which posture?"
    order = yield from ask(Ask(seat, "activate", rule="blitz.3.2", prompt=prompt))
    assert isinstance(order, Activate), f"{order} activates nobody"
    unit = ctx.state.units[order.unit]
    moves = moves_of(unit, order.posture)
    ctx.emit(Activated(unit.id, order.posture, moves, order.autopilot, order.neural, order.tall, order.elevated))
    if SET_DOWN in ctx.state.units[order.unit].tokens:
        ctx.emit(MovementStopped(order.unit))
    join_components(ctx, order.unit, order.posture)


@heeds("blitz.6.6")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """The activation is over, and with it a move that was left open."""
    yield from settle_move(ctx)
    if ctx.state.is_acting(order.unit):
        ctx.emit(ActivationEnded(order.unit))
        hold_leash(ctx, order.unit)
