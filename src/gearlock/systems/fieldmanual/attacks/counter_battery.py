"""Counter-Battery Sensors: a Lock on whoever attacked from afar, and fire at once along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.defending import Fire
from gearlock.systems.fieldmanual.attacks.events import BackTraced
from gearlock.systems.fieldmanual.attacks.orders import INDIRECT, Attack
from gearlock.systems.fieldmanual.attacks.reports import Report
from gearlock.systems.fieldmanual.attacks.terms import COUNTER, Terms
from gearlock.systems.fieldmanual.attacks.uses import SUBOPTIMAL
from gearlock.systems.fieldmanual.lock_and_cover.measuring import distance, gap_to
from gearlock.systems.fieldmanual.paying import is_able
from gearlock.systems.fieldmanual.state import LOCKED, State, Unit
from gearlock.table.measure import INCH

ANSWER = "counter-battery"
"""The question whether a model answers along the Lock of its Counter-Battery Sensors."""
Resolve: TypeAlias = Callable[[Ctx[State], Attack, Terms], Script[None]]


@rule("fieldmanual.perk-cbs")
def tracers(state: State, fire: Fire, report: Report) -> list[Unit]:
    """The enemy models whose sensors trace an attack back: it hit within their Auto Comm radius.

    Indirect fire always is traced, other ranged attacks from Suboptimal range on.
    """
    attacker = state.units[fire.attacker]
    if fire.use.way != INDIRECT and fire.use.band < SUBOPTIMAL:
        return []
    found: list[Unit] = []
    for unit in state.units.values():
        if unit.seat == attacker.seat or not unit.is_fielded or not unit.perk("Counter-Battery Sensors"):
            continue
        reach = unit.card.auto_comm * INCH
        spots = any(gap_to(unit, x, y) <= reach for x, y in report.spots)
        if spots or any(distance(state, unit, state.units[name]) <= reach for name in report.targets):
            found.append(unit)
    return found


@heeds("fieldmanual.perk-cbs", "fieldmanual.active-lock")
def resolve_counter_battery(ctx: Ctx[State], fire: Fire, report: Report, resolve: Resolve) -> Script[None]:
    """Everybody who traced the attack has an Active Lock, and may spend an Action along it at once."""
    for name in [unit.id for unit in tracers(ctx.state, fire, report)]:
        unit, attacker = ctx.state.units[name], ctx.state.units[fire.attacker]
        if not unit.is_fielded or attacker.is_lost:
            continue
        if not attacker.token(f"{LOCKED}:{name}"):
            ctx.emit(BackTraced(name, fire.attacker))
        if not unit.actions or not is_able(unit):
            continue
        prompt = f"The {unit.name} has traced the {attacker.name}. Spend an Action to attack it at once?"
        order = yield from ask(Ask(unit.seat, ANSWER, name, (fire.attacker,), "fieldmanual.perk-cbs", prompt, True))
        if isinstance(order, Attack):
            yield from resolve(ctx, order, COUNTER)


def refuse_counter(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """Along the Lock: at the attacker alone."""
    if order.unit != asked.unit or order.target != asked.about[0]:
        name = state.units[asked.about[0]].name
        return Refusal("counter", "fieldmanual.perk-cbs", f"Counter-battery fire goes at the {name} that was traced.")
    return refuse_attack(state, order, COUNTER)


def offer_counter(state: State, asked: Ask) -> Iterator[Option]:
    """Every weapon that can answer, indirectly or directly."""
    unit, target = state.units[asked.unit], state.units[asked.about[0]]
    for mount in unit.card.weapons:
        for way in COUNTER.ways:
            order = Attack(unit.id, mount.id, target.id, way=way)
            if refuse_attack(state, order, COUNTER) is None:
                label = f"{mount.name} at the {target.name} ({way})"
                yield Target(label, order, "fieldmanual.perk-cbs", target.id, mount.id)
    yield decline("Keep the Action", "fieldmanual.perk-cbs")
