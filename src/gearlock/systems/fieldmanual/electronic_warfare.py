"""Electronic Warfare: Communication Events, ECM and ECCM, Automatic Communications."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.dice_tests import EW, Test, damage_lines, skill_dice, stun_lines, succeeds, throw_test
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_lock
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap
from gearlock.systems.fieldmanual.paying import is_able, pay
from gearlock.systems.fieldmanual.state import DESIGNATED, FIELDED, LOCKED, OBSERVED, OUT, SEATS, State, Unit, opponent
from gearlock.systems.fieldmanual.table_effects import EM_STORM, has
from gearlock.table.measure import INCH

# --- Who is Forward Observed and Designated, and by whom

HEARD = "heard"
"""A token "heard:friend:observer" on a target: an observation that ECM blocked, and a friend in Auto Comm heard.

There are two of them if the target is Designated as well.
"""

FADING = (LOCKED, OBSERVED, DESIGNATED, HEARD)
"""Tokens that go when the model they lie on moves."""


def _by_side(state: State, target: Unit, token: str, seat: str) -> list[str]:
    """The models of a seat whose token of this kind lies on a model."""
    found = []
    for name in target.tokens:
        kind, _, by = name.partition(":")
        if kind == token and by in state.units and state.units[by].seat == seat:
            found.append(by)
    return found


@heeds("fieldmanual.forward-observation")
def observers_of(state: State, target: Unit, seat: str) -> list[str]:
    """The models of a seat that have Forward Observed a model, by id."""
    return _by_side(state, target, OBSERVED, seat)


def _heard_by(state: State, target: Unit, attacker: Unit, least: int = 1) -> list[str]:
    """Whose blocked observations of a target this model heard all the same."""
    names = [f"{HEARD}:{part.id}:" for part in state.parts(attacker)]
    return [
        token.rpartition(":")[2]
        for token, count in target.tokens.items()
        if count >= least and any(token.startswith(name) for name in names)
    ]


@heeds("fieldmanual.forward-observation", "fieldmanual.auto-comm")
def observers_for(state: State, target: Unit, attacker: Unit) -> list[str]:
    """The friends whose Forward Observation of a target this attacker may use, by id."""
    found = observers_of(state, target, attacker.seat)
    return list(dict.fromkeys([*found, *_heard_by(state, target, attacker)]))


@rule("fieldmanual.flaw-traceable-emissions")
def is_traceable(target: Unit) -> bool:
    """Whether a model always counts as Forward Observed and Designated, for Guided weapons alone."""
    return bool(target.perk("Traceable Emissions"))


@heeds("fieldmanual.perk-target-designator", "fieldmanual.flaw-traceable-emissions", "fieldmanual.wt-guided")
def is_designated(state: State, target: Unit, attacker: Unit) -> bool:
    """Whether a model is Designated for the Guided weapons of an attacker."""
    if is_traceable(target) or _by_side(state, target, DESIGNATED, attacker.seat):
        return True
    return bool(_heard_by(state, target, attacker, 2))


@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation")
def fade(unit: Unit) -> None:
    """Active Locks and observations on a model that moves are over. For the `change` of events alone."""
    for name in [name for name in unit.tokens if name.partition(":")[0] in FADING]:
        del unit.tokens[name]


# --- Rolls with Comm: EW Skill and Comm rating, what damage takes off them, and what ECM and ECCM add

ECM, ECCM = "Electronic Countermeasures", "Electronic Counter-Countermeasures"

HOMING, UPLINK, BACKUP = "EW Homing", "Satellite Uplink", "Backup Comms"

Thrower: TypeAlias = Callable[[Ctx[State], Test], Script[Result]]
"""How a test is made: `throw_test`, or `resolve_test` with re-rolls."""


@rule("fieldmanual.perk-backup-comms")
def comm_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off a roll with Comm: with Backup Comms a point less."""
    lines = damage_lines(unit)
    if not unit.perk(BACKUP):
        return lines
    return [Modifier(line.value + 1, line.label, line.rule, line.unit) for line in lines if line.value + 1]


@heeds("fieldmanual.card-electronics", "fieldmanual.ecm-block")
def comm_lines(unit: Unit) -> list[Modifier]:
    """EW Skill + Comm, with damage and Stun."""
    lines = [skill_dice(unit, EW)]
    if unit.card.comm:
        lines.append(result(unit.card.comm, "Comm", "fieldmanual.card-electronics"))
    return [*lines, *comm_damage_lines(unit), *stun_lines(unit, EW)]


@rule("fieldmanual.perk-ecm")
@heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
def ecm_test(unit: Unit, helpers: int, against: str) -> Test:
    """The roll of a jammer: its ECM rating, and a die for each model that helps."""
    lines = [*comm_lines(unit), result(unit.perk(ECM), "ECM", "fieldmanual.perk-ecm")]
    if helpers:
        lines.append(dice(helpers, "In concert", "fieldmanual.ecm-combined"))
    return Test("ECM", unit.id, tuple(lines), "fieldmanual.ecm-block", target=against)


@rule("fieldmanual.perk-eccm")
@heeds("fieldmanual.eccm")
def eccm_test(unit: Unit, friend: str) -> Test:
    """The roll of who aids a friend against ECM."""
    lines = (*comm_lines(unit), *eccm_lines(unit))
    return Test("ECCM", unit.id, lines, "fieldmanual.eccm", target=friend)


@heeds("fieldmanual.eccm")
def eccm_lines(unit: Unit) -> list[Modifier]:
    """The ECCM rating, which a model always adds to its own EW rolls when ECM is used against it."""
    rating = unit.perk(ECCM)
    return [result(rating, "ECCM", "fieldmanual.perk-eccm")] if rating else []


@heeds("fieldmanual.ecm-block", "fieldmanual.eccm", "fieldmanual.event-em-storm")
def origin_test(unit: Unit, against: str) -> Test:
    """The roll of the model whose Comm Event is contested."""
    lines = (*comm_lines(unit), *eccm_lines(unit))
    return Test("Comm", unit.id, lines, "fieldmanual.ecm-block", target=against)


@heeds("fieldmanual.perk-ew-homing")
def homing_test(unit: Unit, target: str) -> Test:
    """The Comm test of either side of EW Homing."""
    return Test("EW homing", unit.id, tuple(comm_lines(unit)), "fieldmanual.perk-ew-homing", target=target)


# --- Actions as Electronic Warfare pays them: saved ones at any time, or the free one of an Active Lock


@heeds("fieldmanual.active-lock")
def has_free_action(state: State, unit: Unit) -> bool:
    """Whether the free Action of an Active Lock that this model made is still to be used."""
    now = state.activation
    return now is not None and bool(now.free) and state.is_active(unit)


@heeds("fieldmanual.comm-events", "fieldmanual.active-lock")
def has_action(state: State, unit: Unit) -> bool:
    """Whether a model can pay for ECM and the like: it is there and able, and has an unspent Action or a free one."""
    return is_able(unit) and (unit.actions > 0 or has_free_action(state, unit))


@heeds("fieldmanual.active-lock")
def spend_action(state: State, unit: Unit) -> None:
    """Take an Action off a model, the free one first. For the `change` of events alone."""
    now = state.activation
    if now is not None and has_free_action(state, unit):
        now.free = ""
    else:
        pay(state, unit)


# --- EW Homing: who has just made a roll with Comm may be found by it

HOME = "home"


class HomingUsed(Event, frozen=True, tag="homing-used"):
    """A model spent an Action on EW Homing."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-ew-homing")
    def change(self, state: State) -> None:
        spend_action(state, state.units[self.unit])


def homing(state: State, event: HomingUsed, _seat: str | None) -> Line:
    """Somebody listens."""
    text = f"{state.units[event.unit].name} uses EW Homing on {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-ew-homing")


class HomedIn(Event, frozen=True, tag="homed-in"):
    """EW Homing found a model: it counts as Forward Observed and Designated."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-ew-homing")
    def change(self, state: State) -> None:
        tokens = state.units[self.target].tokens
        tokens[f"{OBSERVED}:{self.unit}"] = tokens[f"{DESIGNATED}:{self.unit}"] = 1


def homed_in(state: State, event: HomedIn, _seat: str | None) -> Line:
    """Found."""
    text = f"{state.units[event.target].name} counts as Forward Observed and Designated."
    return Line(text, (event.target,), "fieldmanual.perk-ew-homing")


@rule("fieldmanual.perk-ew-homing")
def answer_rolls(ctx: Ctx[State], rolled: list[str], thrower: Thrower) -> Script[None]:
    """Models have made rolls with Comm: enemies with EW Homing may spend an Action each and find them.

    An opposed Comm test, higher wins; it is not answered itself. It needs no Lock.
    """
    for seat in SEATS:
        while found := _heard(ctx.state, seat, rolled):
            if not any(carriers(ctx.state, seat, HOMING)):
                break
            names = ", ".join(ctx.state.units[name].name for name in found)
            order = yield from ask(
                Ask(seat, HOME, "", tuple(found), "fieldmanual.perk-ew-homing", f"EW Homing on {names}?", True)
            )
            if not isinstance(order, Home):
                break
            ctx.emit(HomingUsed(order.unit, order.target))
            own = yield from thrower(ctx, homing_test(ctx.state.units[order.unit], order.target))
            answer = homing_test(ctx.state.units[order.target], order.unit)
            other = yield from thrower(ctx, answer._replace(means=partial(succeeds, own.total)))
            if succeeds(own.total, other.total):
                ctx.emit(HomedIn(order.unit, order.target))
                rolled = [name for name in rolled if name != order.target]


def _heard(state: State, seat: str, rolled: list[str]) -> list[str]:
    """Enemies on the table among those who rolled."""
    units = (state.units[name] for name in rolled)
    return [unit.id for unit in units if unit.seat == opponent(seat) and unit.status == FIELDED]


class Home(Order, frozen=True, tag="home"):
    """Use EW Homing on a model that has just made a roll with Comm."""

    unit: str
    target: str


@heeds("fieldmanual.perk-ew-homing")
def refuse_home(state: State, asked: Ask, order: Home) -> Refusal | None:
    """A model of one's own with the perk and an Action, and an enemy that has just rolled."""
    if order.target not in asked.about:
        return Refusal(
            "target", "fieldmanual.perk-ew-homing", f"{order.target or 'Nobody'} has not just made a roll with Comm."
        )
    if any(unit.id == order.unit for unit in carriers(state, asked.seat, HOMING)):
        return None
    return Refusal(
        "unit",
        "fieldmanual.perk-ew-homing",
        f"{order.unit or 'Nobody'} is no model of yours with EW Homing and an Action.",
    )


def offer_homing(state: State, asked: Ask) -> Iterator[Option]:
    """Each model with the perk, on each that rolled."""
    for unit in carriers(state, asked.seat, HOMING):
        for name in asked.about:
            label = f"EW Homing of the {unit.name} on the {state.units[name].name}"
            yield Pick(label, Home(unit.id, name), "fieldmanual.perk-ew-homing")
    yield decline("No homing", "fieldmanual.perk-ew-homing")


# --- ECM and ECCM: who may block whom, who may help, and who may aid a friend that is blocked

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


class Jam(Order, frozen=True, tag="jam"):
    """Use ECM against a Comm Event or an Active Lock; helpers with ECM work in concert, a die for each."""

    unit: str
    helpers: tuple[str, ...] = ()


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


class Counter(Order, frozen=True, tag="counter"):
    """Use ECCM to aid a friend against ECM."""

    unit: str


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


# --- Communication Events: they take place unless they are jammed; who is near hears them all the same


@rule("fieldmanual.auto-comm")
@heeds("fieldmanual.card-electronics")
def in_auto_comm(state: State, sender: Unit, receiver: Unit) -> bool:
    """Whether a model profits from another's Comm Event in spite of ECM: within its Auto Comm, and with Lock to it.

    The radius is the sender's own; nobody passes anything on.
    """
    if sender.id == receiver.id:
        return True
    origin, at = emitter(state, sender), emitter(state, receiver)
    return gap(origin, at) <= sender.card.auto_comm * INCH and (origin.id == at.id or has_lock(state, at, origin))


class CommEventBegun(Event, frozen=True, tag="comm-event-begun"):
    """A model communicates: a Comm Event that may be blocked. From a drone, if it is the source."""

    unit: str
    purpose: str
    source: str = ""


def begun(state: State, event: CommEventBegun, _seat: str | None) -> Line:
    """Somebody communicates."""
    by = " by its drone" if event.source else ""
    text = f"{state.units[event.unit].name}: {event.purpose}{by}, a Comm Event."
    return Line(text, (event.unit,), "fieldmanual.comm-events")


class EcmUsed(Event, frozen=True, tag="ecm-used"):
    """A model spent an Action on ECM against a model's Comm Event or Active Lock, helpers one each."""

    unit: str
    against: str
    helpers: tuple[str, ...] = ()

    @heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
    def change(self, state: State) -> None:
        """Everybody pays."""
        for name in (self.unit, *self.helpers):
            spend_action(state, state.units[name])


def ecm(state: State, event: EcmUsed, _seat: str | None) -> Line:
    """Somebody jams."""
    more = f" with {', '.join(state.units[name].name for name in event.helpers)}" if event.helpers else ""
    text = f"{state.units[event.unit].name}{more} uses ECM against {state.units[event.against].name}."
    return Line(text, (event.unit, event.against), "fieldmanual.ecm-block")


class CommEventEnded(Event, frozen=True, tag="comm-event-ended"):
    """A Comm Event that was contested: the best result of either side, and whether it was blocked."""

    unit: str
    purpose: str
    own: int
    against: int
    blocked: bool


def ended(state: State, event: CommEventEnded, _seat: str | None) -> Line:
    """Blocked or not."""
    came = "is blocked" if event.blocked else "gets through"
    text = f"{event.purpose} of {state.units[event.unit].name} {came}: {event.own} against {event.against}."
    return Line(text[0].upper() + text[1:], (event.unit,), "fieldmanual.ecm-block")


@rule("fieldmanual.comm-events", "fieldmanual.ew-diagram")
@heeds("fieldmanual.ecm-block", "fieldmanual.eccm", "fieldmanual.event-em-storm", "fieldmanual.perk-drone-recon")
def resolve_comm_event(
    ctx: Ctx[State], unit_id: str, purpose: str, thrower: Thrower = throw_test, source: str = ""
) -> Script[bool]:
    """A model communicates; True if it takes place. The enemy may block it, a friend may aid, then all roll.

    `source` is the drone it comes from. The event is blocked only by a higher result: a tie lets it pass.
    """
    ctx.emit(CommEventBegun(unit_id, purpose, source))
    jam = yield from _ask_for_jam(ctx, JAM, source or unit_id, f"{purpose} of the {ctx.state.units[unit_id].name}")
    if jam is None and not has(ctx.state, EM_STORM):
        return True
    against, aid, rolled = 0, "", []
    if jam is not None:
        ctx.emit(EcmUsed(jam.unit, unit_id, jam.helpers))
        aid = yield from _ask_for_aid(ctx, unit_id)
        found = yield from thrower(ctx, ecm_test(ctx.state.units[jam.unit], len(jam.helpers), unit_id))
        against, rolled = found.total, [jam.unit]
    if has(ctx.state, EM_STORM):
        against = max(against, (yield from _throw_storm(ctx, unit_id)).total)
    origin = origin_test(ctx.state.units[unit_id], "" if jam is None else jam.unit)
    found = yield from thrower(ctx, origin._replace(means=lambda total: total >= against))
    own, rolled = found.total, [*rolled, unit_id]
    if aid:
        aiding, before = eccm_test(ctx.state.units[aid], unit_id), own
        aiding = aiding._replace(means=lambda total: max(before, total) >= against)
        own = max(own, (yield from thrower(ctx, aiding)).total)
        rolled.append(aid)
    blocked = succeeds(against, own)
    ctx.emit(CommEventEnded(unit_id, purpose, own, against, blocked))
    yield from answer_rolls(ctx, rolled, thrower)
    return not blocked


@heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined", "fieldmanual.ecm-vs-active-lock")
def _ask_for_jam(ctx: Ctx[State], kind: str, about: str, what: str) -> Script[Jam | None]:
    """One attempt at most is made against each Comm Event."""
    state, other = ctx.state, ctx.state.units[about]
    seat = other.seat if kind == JAM_LOCK else opponent(other.seat)
    if not (lock_jammers(state, other) if kind == JAM_LOCK else jammers(state, other)):
        return None
    rule_id = "fieldmanual.ecm-vs-active-lock" if kind == JAM_LOCK else "fieldmanual.ecm-block"
    order = yield from ask(Ask(seat, kind, "", (about,), rule_id, f"{what[0].upper()}{what[1:]}. Block it?", True))
    return order if isinstance(order, Jam) else None


class EccmUsed(Event, frozen=True, tag="eccm-used"):
    """A model spent an Action on ECCM to aid a friend."""

    unit: str
    friend: str

    @heeds("fieldmanual.eccm")
    def change(self, state: State) -> None:
        spend_action(state, state.units[self.unit])


def eccm(state: State, event: EccmUsed, _seat: str | None) -> Line:
    """Somebody aids."""
    text = f"{state.units[event.unit].name} aids {state.units[event.friend].name} with ECCM."
    return Line(text, (event.unit, event.friend), "fieldmanual.eccm")


@heeds("fieldmanual.eccm")
def _ask_for_aid(ctx: Ctx[State], unit_id: str) -> Script[str]:
    """One attempt at most is made against each ECM attempt: who aids, by id, or nobody."""
    unit = ctx.state.units[unit_id]
    if not counters(ctx.state, unit):
        return ""
    prompt = f"ECM is used against the {unit.name}. Aid it with ECCM?"
    order = yield from ask(Ask(unit.seat, COUNTER, "", (unit_id,), "fieldmanual.eccm", prompt, True))
    if not isinstance(order, Counter):
        return ""
    ctx.emit(EccmUsed(order.unit, unit_id))
    return order.unit


@rule("fieldmanual.event-em-storm")
def _throw_storm(ctx: Ctx[State], unit_id: str) -> Script[Result]:
    """An EM Storm contests every Comm Event with one die."""
    seat = opponent(ctx.state.units[unit_id].seat)
    lines = (dice(1, "EM Storm", "fieldmanual.event-em-storm"),)
    return (yield from throw_test(ctx, Test("EM storm", "", lines, "fieldmanual.event-em-storm", seat=seat)))


@heeds("fieldmanual.ecm-vs-active-lock", "fieldmanual.eccm", "fieldmanual.event-em-storm")
def resolve_lock_jamming(
    ctx: Ctx[State], unit_id: str, target_id: str, own: int | None, test: Test, thrower: Thrower = throw_test
) -> Script[bool]:
    """An Active Lock that was made may be blocked; True if it stands. A jammer needs no more than a tie, a storm does.

    `own` is the result of the lock, None where it came without a roll: then it is rolled for when somebody blocks it.
    """
    name = ctx.state.units[unit_id].name
    what = f"the {name} has Active Lock on the {ctx.state.units[target_id].name}{'' if own is None else f' ({own})'}"
    jam = yield from _ask_for_jam(ctx, JAM_LOCK, target_id, what)
    if jam is None and not has(ctx.state, EM_STORM):
        return True
    aid, jammed, storm, rolled = "", 0, 0, []
    if jam is not None:
        ctx.emit(EcmUsed(jam.unit, unit_id, jam.helpers))
        aid = yield from _ask_for_aid(ctx, unit_id)
        jammed = (yield from thrower(ctx, ecm_test(ctx.state.units[jam.unit], len(jam.helpers), unit_id))).total
        rolled.append(jam.unit)
    if has(ctx.state, EM_STORM):
        storm = (yield from _throw_storm(ctx, unit_id)).total
    helped = eccm_lines(ctx.state.units[unit_id]) if jam is not None else []

    def stands(total: int) -> bool:
        return not (jam is not None and jammed >= total) and not succeeds(storm, total)

    if own is None:
        best = (yield from thrower(ctx, test._replace(lines=(*test.lines, *helped), means=stands))).total
    else:
        best = own + sum(line.value for line in helped)
    if aid:
        aiding, before = eccm_test(ctx.state.units[aid], unit_id), best
        aiding = aiding._replace(means=lambda total: stands(max(before, total)))
        best = max(best, (yield from thrower(ctx, aiding)).total)
        rolled.append(aid)
    blocked = not stands(best)
    ctx.emit(CommEventEnded(unit_id, "Active Lock", best, max(jammed, storm), blocked))
    yield from answer_rolls(ctx, rolled, thrower)
    return not blocked


# --- The contents of the chapter

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "Electronic Warfare",
    orders=(
        OrderRules(Jam, (JAM, JAM_LOCK), refuse_jam),
        OrderRules(Counter, COUNTER, refuse_counter),
        OrderRules(Home, HOME, refuse_home),
    ),
    events={
        CommEventBegun: begun,
        EcmUsed: ecm,
        EccmUsed: eccm,
        CommEventEnded: ended,
        HomingUsed: homing,
        HomedIn: homed_in,
    },
)
