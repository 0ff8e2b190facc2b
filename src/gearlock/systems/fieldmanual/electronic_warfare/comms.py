"""Communication Events: they take place unless they are jammed; who is near hears them all the same."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.dice_tests.tests import Test, succeeds, throw_test
from gearlock.systems.fieldmanual.electronic_warfare.events import CommEventBegun, CommEventEnded, EccmUsed, EcmUsed
from gearlock.systems.fieldmanual.electronic_warfare.homing import answer_rolls
from gearlock.systems.fieldmanual.electronic_warfare.jammers import (
    COUNTER,
    JAM,
    JAM_LOCK,
    counters,
    emitter,
    jammers,
    lock_jammers,
)
from gearlock.systems.fieldmanual.electronic_warfare.orders import Counter, Jam
from gearlock.systems.fieldmanual.electronic_warfare.rolls import (
    Thrower,
    eccm_lines,
    eccm_test,
    ecm_test,
    origin_test,
)
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_lock
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap
from gearlock.systems.fieldmanual.state import State, Unit, opponent
from gearlock.systems.fieldmanual.table_effects.effects import EM_STORM, has
from gearlock.table.measure import INCH

RULE = "fieldmanual.comm-events"


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
