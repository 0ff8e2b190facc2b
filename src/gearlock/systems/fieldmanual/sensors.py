"""Sensors: Active Lock and Forward Observation."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.command_points.tests import helped, resolve_comm_event, resolve_test
from gearlock.systems.fieldmanual.dice_tests import EW, Test, best_total, damage_lines, skill_dice, stun_lines, succeeds
from gearlock.systems.fieldmanual.electronic_warfare import HEARD, in_auto_comm, lock_jammers, resolve_lock_jamming
from gearlock.systems.fieldmanual.lock_and_cover.lock import concealment, has_combat_lock, is_beyond_lock, recon_drones
from gearlock.systems.fieldmanual.paying import note_lock, pay, refuse_idle
from gearlock.systems.fieldmanual.state import DESIGNATED, FIELDED, LOCKED, OBSERVED, State, Unit, opponent
from gearlock.systems.fieldmanual.table_effects import EM_STORM, has


class ForwardObserve(Order, frozen=True, tag="forward-observe"):
    """Forward Observe a target under Active Lock for indirect fire of friends; `drone`: by the Recon Drone."""

    unit: str
    target: str
    drone: bool = False


# --- Active Lock: an Action, EW and Sensors against Concealment, and a free Action for what it opens

DEFECTIVE = "Defective Active Sensors"


@heeds("fieldmanual.perk-drone-recon")
def eye_of(state: State, unit: Unit, drone: bool) -> Unit | None:
    """Who looks: the model, or its Recon Drone; None if it has none out."""
    return next(iter(recon_drones(state, unit)), None) if drone else unit


@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation", "fieldmanual.perk-drone-recon")
def refuse_target(state: State, unit: Unit, target_id: str, drone: bool, rule_id: str) -> Refusal | None:
    """Why this cannot be looked for: no enemy on the table, or no drone to look from."""
    target = state.units.get(target_id)
    if target is None or target.seat == unit.seat or target.status != FIELDED:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no enemy on the table.")
    if eye_of(state, unit, drone) is None:
        return Refusal("drone", "fieldmanual.perk-drone-recon", f"The {unit.name} has no Recon Drone out.")
    return None


class ActiveLock(Order, frozen=True, tag="active-lock"):
    """Spend an Action to gain Active Lock on a target; `drone`: from where the Recon Drone is."""

    unit: str
    target: str
    drone: bool = False


@heeds("fieldmanual.active-lock", "fieldmanual.concealment-solid", "fieldmanual.flaw-defective-active-sensors")
def refuse_active_lock(state: State, order: ActiveLock) -> Refusal | None:
    """Why Active Lock cannot be attempted: no Action, Solid objects hide all of it, or sensors are too poor."""
    unit = state.units[order.unit]
    fault = refuse_idle(unit, 1, "fieldmanual.active-lock") or refuse_target(
        state, unit, order.target, order.drone, "fieldmanual.active-lock"
    )
    if fault is not None:
        return fault
    target, eye = state.units[order.target], eye_of(state, unit, order.drone) or unit
    if is_beyond_lock(state, eye, target):
        message = f"Solid objects hide all of the {target.name} from the {eye.name}."
        return Refusal("solid", "fieldmanual.concealment-solid", message)
    if search_dice(unit) < 0 and not has_combat_lock(state, unit, target):
        rule_id = "fieldmanual.flaw-defective-active-sensors"
        message = f"The sensors of the {unit.name} are too defective for its EW Skill: no roll may be attempted."
        return Refusal("defective", rule_id, message, {"ew": unit.card.skills.ew, "defect": unit.perk(DEFECTIVE)})
    return None


@rule("fieldmanual.flaw-defective-active-sensors")
def search_dice(unit: Unit) -> int:
    """The EW Skill for Active Lock: defective sensors take their rating off it. Below 0 nothing may be rolled."""
    return unit.card.skills.ew - unit.perk(DEFECTIVE)


@rule("fieldmanual.perk-backup-sensors")
def sensor_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off an Active Lock test: with Backup Sensors nothing at Heavy, 1 at Critical."""
    lines = damage_lines(unit)
    if not unit.perk("Backup Sensors"):
        return lines
    return [Modifier(line.value + 1, line.label, line.rule, line.unit) for line in lines if line.value + 1]


@heeds("fieldmanual.active-lock", "fieldmanual.card-electronics", "fieldmanual.perk-drone-recon")
def lock_test(state: State, unit: Unit, target: Unit, drone: bool) -> Test:
    """EW and Sensors against the Concealment of the target; a drone looks with Sensors of its own."""
    eye = eye_of(state, unit, drone) or unit
    lines = [skill_dice(unit, EW)]
    if unit.perk(DEFECTIVE):
        rule_id = "fieldmanual.flaw-defective-active-sensors"
        lines.append(dice(-unit.perk(DEFECTIVE), "Defective active sensors", rule_id))
    if eye.card.sensors:
        lines.append(result(eye.card.sensors, "Sensors", "fieldmanual.card-electronics"))
    lines += [*sensor_damage_lines(unit), *stun_lines(unit, EW)]
    hidden = concealment(state, eye, target, active=True)
    alone = not lock_jammers(state, target) and not has(state, EM_STORM)
    test = Test("Active Lock", unit.id, tuple(lines), "fieldmanual.active-lock", hidden, target.id, pass_only=alone)
    return test if alone else test._replace(means=lambda total: total if succeeds(total, hidden) else 0)


class ActiveLockTried(Event, frozen=True, tag="active-lock-tried"):
    """A model spent an Action to gain Active Lock."""

    unit: str
    target: str
    drone: bool = False

    @heeds("fieldmanual.active-lock")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


def tried(state: State, event: ActiveLockTried, _seat: str | None) -> Line:
    """Somebody searches."""
    by = " from its drone" if event.drone else ""
    text = f"{state.units[event.unit].name} tries to gain Active Lock on {state.units[event.target].name}{by}."
    return Line(text, (event.unit, event.target), "fieldmanual.active-lock")


class ActiveLockGained(Event, frozen=True, tag="active-lock-gained"):
    """A model has Active Lock on another, and a free Action for what it opens."""

    unit: str
    target: str

    @heeds("fieldmanual.active-lock", "fieldmanual.obj-recon")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{LOCKED}:{self.unit}"] = 1
        note_lock(state, state.units[self.unit].seat, state.units[self.target])
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.free = self.target


def gained(state: State, event: ActiveLockGained, _seat: str | None) -> Line:
    """Found."""
    text = f"{state.units[event.unit].name} has Active Lock on {state.units[event.target].name}, and a free Action."
    return Line(text, (event.unit, event.target), "fieldmanual.active-lock")


@rule("fieldmanual.active-lock")
@heeds("fieldmanual.combat-lock", "fieldmanual.ecm-vs-active-lock", "fieldmanual.flaw-lsp")
def resolve_active_lock(ctx: Ctx[State], order: ActiveLock) -> Script[None]:
    """Pay and roll, with Combat Lock without a roll; ECM may still block it. Success gives a free Action."""
    ctx.emit(ActiveLockTried(order.unit, order.target, order.drone))
    state = ctx.state
    unit, target = state.units[order.unit], state.units[order.target]
    test, own = lock_test(state, unit, target, order.drone), None
    if not has_combat_lock(state, unit, target):
        found = yield from resolve_test(ctx, test)
        if not succeeds(found.total, test.against):
            return
        own = found.total
    if (yield from resolve_lock_jamming(ctx, order.unit, order.target, own, test, resolve_test)):
        ctx.emit(ActiveLockGained(order.unit, order.target))


def has_active_lock(unit: Unit, target: Unit) -> bool:
    """Whether a model holds an Active Lock on another."""
    return bool(target.token(f"{LOCKED}:{unit.id}"))


@heeds("fieldmanual.active-lock", "fieldmanual.perk-ann")
def can_succeed(state: State, unit: Unit, target: Unit, drone: bool) -> bool:
    """Whether an attempt may find its target at all: with Combat Lock, or if the best dice beat the Concealment."""
    if has_combat_lock(state, unit, target):
        return True
    test = lock_test(state, unit, target, drone)
    return succeeds(best_total(helped(state, test)), test.against)


def offer_active_locks(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy that may be looked for and found, and is not locked yet; from the drone where the model cannot.

    What no dice can find is left out, though a player may order it.
    """
    if refuse_idle(unit) is not None:
        return
    for target in state.fielded(opponent(unit.seat)):
        if has_active_lock(unit, target):
            continue
        for drone in (False, True) if recon_drones(state, unit) else (False,):
            order = ActiveLock(unit.id, target.id, drone)
            if refuse_active_lock(state, order) is None and can_succeed(state, unit, target, drone):
                label = f"Active Lock on the {target.name}{', from the drone' if drone else ''}"
                yield Target(label, order, "fieldmanual.active-lock", target.id)


# --- Forward Observation: a target under Active Lock is shown to friends, and Designated by who has a designator

DESIGNATOR = "Target Designator"


@heeds("fieldmanual.active-lock")
def is_free(state: State, unit: Unit, target: str) -> bool:
    """Whether the free Action of an Active Lock on this target is still to be used."""
    now = state.activation
    return now is not None and now.unit == unit.id and now.free == target


@rule("fieldmanual.forward-observation")
def refuse_observation(state: State, order: ForwardObserve) -> Refusal | None:
    """Why a target cannot be observed: no Active Lock on it, or neither its free Action nor another one is left."""
    unit = state.units[order.unit]
    if fault := refuse_target(state, unit, order.target, order.drone, "fieldmanual.forward-observation"):
        return fault
    target = state.units[order.target]
    if not has_active_lock(unit, target):
        message = f"The {unit.name} has no Active Lock on the {target.name}: that comes before a Forward Observation."
        return Refusal("lock", "fieldmanual.forward-observation", message)
    return None if is_free(state, unit, order.target) else refuse_idle(unit, 1, "fieldmanual.forward-observation")


@rule("fieldmanual.perk-target-designator", "fieldmanual.perk-drone-recon")
def designates(state: State, unit: Unit, target: Unit, drone: bool) -> bool:
    """Whether an observation Designates its target: the designator's rating is not below its Concealment.

    A Recon Drone looks from where it is, with its own designator in place of its owner's.
    """
    eye = eye_of(state, unit, drone) or unit
    rating = eye.perk(DESIGNATOR)
    return bool(rating) and concealment(state, eye, target) <= rating


class ObservationBegun(Event, frozen=True, tag="observation-begun"):
    """A model spent the free Action of its Active Lock, or another one, on a Forward Observation."""

    unit: str
    target: str
    free: bool

    @heeds("fieldmanual.forward-observation")
    def change(self, state: State) -> None:
        if self.free and state.activation is not None:
            state.activation.free = ""
        else:
            pay(state, state.units[self.unit])


def observing(state: State, event: ObservationBegun, _seat: str | None) -> Line:
    """An observer."""
    text = f"{state.units[event.unit].name} observes {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.forward-observation")


class Observed(Event, frozen=True, tag="observed"):
    """A target is Forward Observed, perhaps Designated: for its whole side, or for those who heard in spite of ECM."""

    unit: str
    target: str
    designated: bool
    blocked: bool = False
    heard: tuple[str, ...] = ()

    @heeds("fieldmanual.forward-observation", "fieldmanual.perk-target-designator", "fieldmanual.auto-comm")
    def change(self, state: State) -> None:
        tokens = state.units[self.target].tokens
        for name in self.heard:
            tokens[f"{HEARD}:{name}:{self.unit}"] = 2 if self.designated else 1
        if self.blocked:
            return
        tokens[f"{OBSERVED}:{self.unit}"] = 1
        if self.designated:
            tokens[f"{DESIGNATED}:{self.unit}"] = 1


def observed(state: State, event: Observed, _seat: str | None) -> Line:
    """Shown to friends."""
    marked = " and Designated" if event.designated else ""
    whom = f", for those near {state.units[event.unit].name}" if event.blocked else ""
    text = f"{state.units[event.target].name} is Forward Observed{marked}{whom}."
    return Line(text, (event.unit, event.target), "fieldmanual.forward-observation")


@heeds("fieldmanual.forward-observation", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_observation(ctx: Ctx[State], order: ForwardObserve) -> Script[tuple[str, ...] | None]:
    """Pay and communicate. Gives back who may use it: None for the whole side, else who heard it in spite of ECM."""
    free = is_free(ctx.state, ctx.state.units[order.unit], order.target)
    ctx.emit(ObservationBegun(order.unit, order.target, free))
    eye = eye_of(ctx.state, ctx.state.units[order.unit], order.drone)
    source = eye.id if order.drone and eye is not None else ""
    passed = yield from resolve_comm_event(ctx, order.unit, "Forward Observation", source)
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    heard = () if passed else hearers(ctx.state, unit)
    if passed or heard:
        ctx.emit(Observed(unit.id, target.id, designates(ctx.state, unit, target, order.drone), not passed, heard))
    return None if passed else heard


@heeds("fieldmanual.auto-comm")
def hearers(state: State, unit: Unit) -> tuple[str, ...]:
    """The friends that profit from a Comm Event of a model though it was blocked, itself included."""
    return tuple(other.id for other in state.fielded(unit.seat) if in_auto_comm(state, unit, other))


def offer_observations(state: State, unit: Unit) -> Iterator[Option]:
    """Every target under Active Lock, by itself and by its drone."""
    for target in state.fielded(opponent(unit.seat)):
        if not has_active_lock(unit, target) or target.token(f"observed:{unit.id}"):
            continue
        for drone in (False, True):
            order = ForwardObserve(unit.id, target.id, drone)
            if refuse_observation(state, order) is None:
                label = f"Forward Observe the {target.name}{' by the drone' if drone else ''}"
                yield Target(label, order, "fieldmanual.forward-observation", target.id)


# --- The contents of the chapter

SENSORS: Chapter[State] = Chapter(
    "Active Lock and Forward Observation",
    orders=(OrderRules(ActiveLock, "act", by_order(refuse_active_lock), resolve_active_lock),),
    events={
        ActiveLockTried: tried,
        ActiveLockGained: gained,
        ObservationBegun: observing,
        Observed: observed,
    },
)
