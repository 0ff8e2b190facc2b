"""ECM and ECCM: who may block whom, who may help, and who may aid a friend that is blocked."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.electronic_warfare.free_action import has_action
from gearlock.systems.fieldmanual.electronic_warfare.orders import Counter, Jam
from gearlock.systems.fieldmanual.electronic_warfare.rolls import ECCM, ECM
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_lock
from gearlock.systems.fieldmanual.state import FIELDED, OUT, State, Unit, opponent

JAM, JAM_LOCK, COUNTER = "jam", "jam lock", "counter"


def carriers(state: State, seat: str, perk: str) -> Iterator[Unit]:
    """The models of a seat on the table with a perk that works and an Action to use it."""
    for unit in state.units.values():
        if unit.seat != seat or unit.status != FIELDED or not unit.perk(perk):
            continue
        if has_action(state, unit) and state.is_lead(unit):
            yield unit


def emitter(state: State, unit: Unit) -> Unit:
    """What others have to find of a model that communicates: itself, or the model it sits in.

    A drone counts as moving like its owner, and who was just killed as standing where it fell.
    """
    if unit.status == OUT or unit.is_lost:
        seen = unit.clone()
        seen.status = FIELDED
        seen.band = state.units[unit.parent].band if unit.status == OUT else unit.band
        return seen
    return state.units.get(unit.carrier, unit) if unit.carrier else unit


@rule("fieldmanual.ecm-block")
@heeds("fieldmanual.perk-ecm", "fieldmanual.comm-events", "fieldmanual.perk-drone-recon")
def can_jam(state: State, jammer: Unit, source: Unit) -> bool:
    """Whether a model may block a Comm Event: it has ECM, an Action, and Lock to whatever it comes from."""
    if jammer.seat == source.seat or jammer.status != FIELDED or not jammer.perk(ECM):
        return False
    return has_action(state, jammer) and has_lock(state, jammer, emitter(state, source))


@rule("fieldmanual.ecm-vs-active-lock")
@heeds("fieldmanual.perk-ecm")
def can_jam_lock(state: State, jammer: Unit, target: Unit) -> bool:
    """Whether a model may block an Active Lock: on itself, or on a friend it has Lock to, whoever makes it."""
    if jammer.seat != target.seat or jammer.status != FIELDED or not jammer.perk(ECM) or not has_action(state, jammer):
        return False
    return _is_same(jammer, target) or has_lock(state, jammer, target)


def _is_same(one: Unit, other: Unit) -> bool:
    return one.id == other.id or (bool(one.team) and one.team == other.team)


@rule("fieldmanual.ecm-combined")
def can_help(state: State, helper: Unit, jammer: Unit) -> bool:
    """Whether a model may work in concert with a jammer: ECM and an Action of its own, and Lock to the jammer alone."""
    if helper.seat != jammer.seat or _is_same(helper, jammer) or helper.status != FIELDED or not helper.perk(ECM):
        return False
    return has_action(state, helper) and has_lock(state, helper, jammer)


@rule("fieldmanual.eccm")
@heeds("fieldmanual.perk-eccm")
def can_counter(state: State, unit: Unit, friend: Unit) -> bool:
    """Whether a model may aid a friend against ECM: it has ECCM, an Action, and Lock to the friend."""
    if unit.seat != friend.seat or _is_same(unit, friend) or unit.status != FIELDED or not unit.perk(ECCM):
        return False
    return has_action(state, unit) and has_lock(state, unit, emitter(state, friend))


def jammers(state: State, source: Unit) -> list[Unit]:
    """The enemies that may block a Comm Event of this model, or of this drone."""
    return [unit for unit in carriers(state, opponent(source.seat), ECM) if can_jam(state, unit, source)]


def lock_jammers(state: State, target: Unit) -> list[Unit]:
    """Those who may block an Active Lock on this model."""
    return [unit for unit in carriers(state, target.seat, ECM) if can_jam_lock(state, unit, target)]


def helpers_of(state: State, jammer: Unit) -> list[Unit]:
    """Those who may work in concert with a jammer."""
    return [unit for unit in carriers(state, jammer.seat, ECM) if can_help(state, unit, jammer)]


def counters(state: State, friend: Unit) -> list[Unit]:
    """Those who may aid a friend against ECM."""
    return [unit for unit in carriers(state, friend.seat, ECCM) if can_counter(state, unit, friend)]


def refuse_jam(state: State, asked: Ask, order: Jam) -> Refusal | None:
    """Why a model cannot block this, or another cannot help it. `about` names the source, or who is to be locked."""
    (name,) = asked.about
    unit, other = state.units.get(order.unit), state.units[name]
    if unit is None or unit.seat != asked.seat:
        return Refusal("unit", asked.rule, f"{order.unit or 'Nobody'} is no model of yours.")
    if asked.kind == JAM_LOCK and not can_jam_lock(state, unit, other):
        message = f"The {unit.name} cannot block this: that takes working ECM, an Action, and Lock to the {other.name}."
        return Refusal("jam", "fieldmanual.ecm-vs-active-lock", message, {"actions": unit.actions})
    if asked.kind == JAM and not can_jam(state, unit, other):
        message = f"The {unit.name} cannot block this: that takes working ECM, an Action, and Lock to the {other.name}."
        return Refusal("jam", "fieldmanual.ecm-block", message, {"actions": unit.actions})
    return _refuse_helpers(state, unit, order.helpers)


@heeds("fieldmanual.ecm-combined")
def _refuse_helpers(state: State, unit: Unit, helpers: tuple[str, ...]) -> Refusal | None:
    if len(set(helpers)) != len(helpers):
        return Refusal("helper", "fieldmanual.ecm-combined", "Each model helps once.")
    for name in helpers:
        helper = state.units.get(name)
        if helper is None or not can_help(state, helper, unit):
            who = name if helper is None else f"The {helper.name}"
            message = f"{who or 'Nobody'} cannot help: that takes ECM, an Action, and Lock to the {unit.name}."
            return Refusal("helper", "fieldmanual.ecm-combined", message)
    return None


def offer_jams(state: State, asked: Ask) -> Iterator[Option]:
    """Each jammer alone, and with one helper more each time; or nobody."""
    (name,) = asked.about
    other = state.units[name]
    for unit in lock_jammers(state, other) if asked.kind == JAM_LOCK else jammers(state, other):
        helpers = [helper.id for helper in helpers_of(state, unit)]
        for count in range(len(helpers) + 1):
            more = f", {count} more in concert" if count else ""
            yield Pick(f"ECM of the {unit.name}{more}", Jam(unit.id, tuple(helpers[:count])), asked.rule)
    yield decline("Let it pass", asked.rule)


@heeds("fieldmanual.eccm")
def refuse_counter(state: State, asked: Ask, order: Counter) -> Refusal | None:
    """Why a model cannot aid the friend."""
    (name,) = asked.about
    unit, friend = state.units.get(order.unit), state.units[name]
    if unit is None or unit.seat != asked.seat:
        return Refusal("unit", asked.rule, f"{order.unit or 'Nobody'} is no model of yours.")
    if can_counter(state, unit, friend):
        return None
    message = f"The {unit.name} cannot aid: that takes working ECCM, an Action, and Lock to the {friend.name}."
    return Refusal("counter", "fieldmanual.eccm", message, {"actions": unit.actions})


def offer_counters(state: State, asked: Ask) -> Iterator[Option]:
    """Each model with ECCM that may aid; or none."""
    (name,) = asked.about
    for unit in counters(state, state.units[name]):
        yield Pick(f"ECCM of the {unit.name}", Counter(unit.id), asked.rule)
    yield decline("No aid", asked.rule)
