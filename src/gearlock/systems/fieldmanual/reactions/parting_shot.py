"""Parting Shot: a Command Point lets a model that was just killed attack once more."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.terms import PARTING as BY_COMMAND
from gearlock.systems.fieldmanual.command.issuing import issuers, refuse_issue, resolve_issue
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.events import PARTING
from gearlock.systems.fieldmanual.melee.blows import refuse_blow, resolve_blow
from gearlock.systems.fieldmanual.melee.events import BlowStruck
from gearlock.systems.fieldmanual.melee.lines import melee_mounts
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.reactions.choices import attacks_on, can_attack
from gearlock.systems.fieldmanual.reactions.events import PartingShotBegun, PartingShotOver
from gearlock.systems.fieldmanual.reactions.orders import TakePartingShot
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit, opponent

RULE = "fieldmanual.cp-parting-shot"
OFFER, SHOT = "parting shot", "parting fire"


def targets(state: State, unit: Unit) -> list[str]:
    """The enemies on the table."""
    return [enemy.id for enemy in state.fielded(opponent(unit.seat))]


@heeds("fieldmanual.cp-parting-shot")
def as_it_was(state: State, unit: Unit) -> State:
    """The table as it was before the attack that killed a model, to look at: it stands there with its old damage."""
    before = unit.clone()
    before.status, before.boxes = FIELDED, unit.token(PARTING) - 1
    return state.with_unit(before)


@rule("fieldmanual.cp-parting-shot")
def resolve_parting_shots(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: whoever was just killed may make one attack, if a Command Point reaches it.

    A Combined Model is killed with its last base.
    """
    fallen = [unit.id for unit in ctx.state.units.values() if unit.token(PARTING)]
    return _resolve_one(ctx, fallen[0]) if fallen else None


def _resolve_one(ctx: Ctx[State], name: str) -> Script[None]:
    unit = ctx.state.units[name]
    status, boxes = unit.status, unit.boxes
    if not ctx.state.bases(unit) and issuers(ctx.state, unit) and _has_shot(ctx.state, unit):
        prompt = f"The {unit.name} is lost. Issue it a Command Point for a Parting Shot?"
        order = yield from ask(Ask(unit.seat, OFFER, name, (), RULE, prompt, optional=True))
        if isinstance(order, TakePartingShot):
            by = order.by or issuers(ctx.state, ctx.state.units[name])[0].id
            if (yield from resolve_issue(ctx, by, name, "Parting Shot", resolve_test)):
                yield from _fire(ctx, name)
    ctx.emit(PartingShotOver(name, status, boxes))


def _has_shot(state: State, unit: Unit) -> bool:
    before = as_it_was(state, unit)
    there, enemies = before.units[unit.id], targets(state, unit)
    return can_attack(before, there, BY_COMMAND, enemies) or next(_blows(before, there), None) is not None


def _blows(state: State, unit: Unit) -> Iterator[Strike]:
    """The blows it could strike."""
    for target in targets(state, unit):
        for mount in melee_mounts(unit):
            if refuse_blow(state, unit, mount.id, state.units[target]) is None:
                yield Strike(unit.id, mount.id, target)


@heeds("fieldmanual.cp-parting-shot")
def _fire(ctx: Ctx[State], name: str) -> Script[None]:
    """It stands there once more, as it was, and attacks without moving."""
    ctx.emit(PartingShotBegun(name))
    prompt = f"With what does the {ctx.state.units[name].name} attack?"
    order = yield from ask(Ask(ctx.state.units[name].seat, SHOT, name, (), RULE, prompt, optional=True))
    if isinstance(order, Attack):
        yield from resolve_attack(ctx, order, BY_COMMAND)
    elif isinstance(order, Strike):
        ctx.emit(BlowStruck(order.unit, order.weapon, order.target, paid=False))
        yield from resolve_blow(ctx, order.unit, order.weapon, order.target)


def refuse_parting_shot(state: State, asked: Ask, order: TakePartingShot) -> Refusal | None:
    """Somebody has to issue the point."""
    if order.unit != asked.unit:
        return Refusal("unit", RULE, f"It is the {state.units[asked.unit].name} that was lost.")
    return refuse_issue(state, state.units[asked.unit], order.by)


def offer_parting_shot(state: State, asked: Ask) -> Iterator[Option]:
    """A point of each who may issue one."""
    for by in issuers(state, state.units[asked.unit]):
        yield Pick(f"Parting Shot: Command Point of the {by.name}", TakePartingShot(asked.unit, by.id), RULE)
    yield decline("No Parting Shot", RULE)


def refuse_parting_fire(state: State, asked: Ask, order: Attack | Strike) -> Refusal | None:
    """An attack of the model that was lost, from afar or in melee."""
    if order.unit != asked.unit:
        return Refusal("unit", RULE, f"It is the {state.units[asked.unit].name} that makes the Parting Shot.")
    if isinstance(order, Strike):
        return refuse_blow(state, state.units[order.unit], order.weapon, state.units.get(order.target))
    return refuse_attack(state, order, BY_COMMAND)


def offer_parting_fire(state: State, asked: Ask) -> Iterator[Option]:
    """Every attack it could make."""
    unit = state.units[asked.unit]
    yield from attacks_on(state, unit, BY_COMMAND, targets(state, unit))
    for blow in _blows(state, unit):
        yield Target(f"Strike the {state.units[blow.target].name}: {blow.weapon}", blow, RULE, blow.target, blow.weapon)
    yield decline("No attack", RULE)
