"""Active Lock: an Action, EW and Sensors against Concealment, and a free Action for what it opens."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.command.tests import helped, resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import (
    EW,
    Test,
    best_total,
    damage_lines,
    skill_dice,
    stun_lines,
    succeeds,
)
from gearlock.systems.fieldmanual.electronic_warfare.comms import resolve_lock_jamming
from gearlock.systems.fieldmanual.electronic_warfare.jammers import lock_jammers
from gearlock.systems.fieldmanual.lock_and_cover.concealment import concealment
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock, is_beyond_lock, recon_drones
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.sensors.events import ActiveLockGained, ActiveLockTried
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock
from gearlock.systems.fieldmanual.state import FIELDED, LOCKED, State, Unit, opponent
from gearlock.systems.fieldmanual.table_effects.effects import EM_STORM, has

RULE = "fieldmanual.active-lock"
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


@heeds("fieldmanual.active-lock", "fieldmanual.concealment-solid", "fieldmanual.flaw-defective-active-sensors")
def refuse_active_lock(state: State, order: ActiveLock) -> Refusal | None:
    """Why Active Lock cannot be attempted: no Action, Solid objects hide all of it, or sensors are too poor."""
    unit = state.units[order.unit]
    fault = refuse_idle(unit, 1, RULE) or refuse_target(state, unit, order.target, order.drone, RULE)
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
    test = Test("Active Lock", unit.id, tuple(lines), RULE, hidden, target.id, pass_only=alone)
    return test if alone else test._replace(means=lambda total: total if succeeds(total, hidden) else 0)


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
                yield Target(label, order, RULE, target.id)
