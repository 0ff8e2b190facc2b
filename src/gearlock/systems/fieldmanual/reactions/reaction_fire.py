"""Reaction Fire: saved Actions against the model that is being activated.

Declared while it moves, the attack comes after its next inch, or where it stops; in answer to an Action, after that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.terms import REACTION
from gearlock.systems.fieldmanual.command.windows import can_issue
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_lock
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle
from gearlock.systems.fieldmanual.reactions.choices import attacks_on, can_attack
from gearlock.systems.fieldmanual.reactions.events import HELD, FireDeclared, FireHeld, FireOver
from gearlock.systems.fieldmanual.reactions.orders import DeclareFire, HoldFire
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit, opponent

RULE = "fieldmanual.reaction-fire"
DECLARE, FIRE, ANSWER = "declare fire", "reaction fire", "answer"


def mark_of(state: State) -> Unit | None:
    """The model that may be fired at: the one being activated. One Action by a Command Point is none."""
    now = state.activation
    if now is None:
        return None
    active = state.units[now.unit]
    if not state.bases(active):
        return None
    if now.extra and all(one.unit != active.id or one.extra for one in state.interrupted):
        return None
    return active


def has_gun(unit: Unit) -> bool:
    """A cheap first test: it has an unused Action, and a ranged weapon that has not attacked this round."""
    if unit.actions < 1 or unit.status != FIELDED or not is_able(unit):
        return False
    return any(
        not mount.weapon.is_melee and ("M" in mount.weapon.traits or mount.id not in unit.fired)
        for mount in unit.card.weapons
    )


@rule("fieldmanual.reaction-fire")
@heeds("fieldmanual.lock", "fieldmanual.actions")
def refuse_declaring(state: State, unit: Unit) -> Refusal | None:
    """Why a model cannot declare Reaction Fire: it needs an unused Action, and Lock to the model being activated."""
    target = mark_of(state)
    if target is None or unit.seat == target.seat or unit.status != FIELDED or not state.is_lead(unit):
        return Refusal("unit", RULE, f"The {unit.name} has nobody to fire at: an enemy must be being activated.")
    if idle := refuse_idle(unit, 1, RULE):
        return idle
    if any(has_lock(state, unit, base) for base in state.bases(target)):
        return None
    return Refusal("lock", RULE, f"The {unit.name} has no Lock to the {target.name}.")


@heeds("fieldmanual.reaction-fire")
def could_fire(state: State, unit: Unit, target: Unit) -> bool:
    """Whether it could hit the target where it is now: with Lock, which is cheap to ask, a weapon in range and arc."""
    seen = [base.id for base in state.bases(target) if has_lock(state, unit, base)]
    return bool(seen) and can_attack(state, unit, REACTION, seen)


def reactors(state: State) -> list[Unit]:
    """The enemies that could fire at the model being activated, where it is now."""
    target = mark_of(state)
    if target is None:
        return []
    armed = (unit for unit in state.fielded(opponent(target.seat)) if has_gun(unit) and state.is_lead(unit))
    return [unit for unit in armed if could_fire(state, unit, target)]


def may_answer(state: State) -> bool:
    """A cheap test whether any enemy of the active model could do something about its way: fire, or be commanded."""
    active = state.active()
    if active is None:
        return False
    seat = opponent(active.seat)
    return bool(state.declared) or can_issue(state, seat) or any(has_gun(unit) for unit in state.fielded(seat))


def held(state: State) -> set[str]:
    """Those who hold their fire while the model moves."""
    marks = state.activation.marks if state.activation is not None else []
    return {name for each in marks if each.startswith(HELD) for name in each.removeprefix(HELD).split()}


@heeds("fieldmanual.reaction-fire")
def offer_declarations(ctx: Ctx[State]) -> Script[None]:
    """Before the next inch: ask those who could fire at the mover whether they declare it."""
    while True:
        able = [unit.id for unit in reactors(ctx.state) if unit.id not in ctx.state.declared]
        target = mark_of(ctx.state)
        if target is None or not set(able) - held(ctx.state):
            return
        prompt = f"The {target.name} is moving. Declare Reaction Fire, to be made after its next inch?"
        order = yield from ask(Ask(opponent(target.seat), DECLARE, "", tuple(able), RULE, prompt, optional=True))
        if isinstance(order, HoldFire):
            ctx.emit(FireHeld(tuple(able)))
        if not isinstance(order, DeclareFire):
            return
        ctx.emit(FireDeclared(order.unit, later=True))


@heeds("fieldmanual.reaction-fire")
def fire_declared(ctx: Ctx[State]) -> Script[None]:
    """The mover has gone an inch, or has stopped: declared fire is made, if Lock, range and arc still allow it."""
    for name in list(ctx.state.declared):
        unit, target = ctx.state.units[name], mark_of(ctx.state)
        fired = False
        if target is not None and unit.status == FIELDED:
            prompt = f"With what does the {unit.name} fire at the {target.name}?"
            order = yield from ask(Ask(unit.seat, FIRE, name, (target.id,), RULE, prompt, optional=True))
            if isinstance(order, Attack):
                yield from resolve_attack(ctx, order, REACTION)
                fired = True
        ctx.emit(FireOver(name, lost=not fired))


@heeds("fieldmanual.reaction-fire")
def answer_action(ctx: Ctx[State]) -> Script[None]:
    """The model being activated has spent an Action, and it is resolved: enemies may fire at it, one after another."""
    yield from _answer(ctx, "acted")


@heeds("fieldmanual.reaction-fire")
def answer_stop(ctx: Ctx[State]) -> Script[None]:
    """The mover has stopped: fire declared now is made where it stands."""
    yield from _answer(ctx, "stopped", held(ctx.state))


def _answer(ctx: Ctx[State], what: str, holding: Collection[str] = ()) -> Script[None]:
    """Ask again and again, as long as somebody wants to fire and can."""
    while True:
        able = [unit.id for unit in reactors(ctx.state)]
        target = mark_of(ctx.state)
        if target is None or not set(able).difference(holding):
            return
        prompt = f"The {target.name} has {what}. Answer with Reaction Fire?"
        order = yield from ask(Ask(opponent(target.seat), ANSWER, "", tuple(able), RULE, prompt, optional=True))
        if not isinstance(order, Attack):
            return
        ctx.emit(FireDeclared(order.unit))
        yield from resolve_attack(ctx, order, REACTION)


@heeds("fieldmanual.reaction-fire")
def refuse_declare(state: State, asked: Ask, order: DeclareFire) -> Refusal | None:
    """A model of one's own that may, and has not declared yet."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != asked.seat:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no model of yours.")
    if unit.id in state.declared:
        return Refusal("declared", RULE, f"The {unit.name} has declared Reaction Fire already.")
    return refuse_declaring(state, unit)


def offer_declaring(state: State, asked: Ask) -> Iterator[Option]:
    """Each that could fire; not now; not at all."""
    for name in asked.about:
        order = DeclareFire(name)
        if refuse_declare(state, asked, order) is None:
            yield Pick(f"Reaction Fire of the {state.units[name].name}", order, RULE)
    yield decline("Not now", RULE)
    yield Pick("Hold fire during this move", HoldFire(), RULE)


@heeds("fieldmanual.reaction-fire")
def refuse_fire(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """A direct or thrown attack on the model being activated, by who declared it, or by who may answer."""
    target, unit = mark_of(state), state.units.get(order.unit)
    if unit is None or unit.seat != asked.seat or (asked.unit and order.unit != asked.unit):
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not the model that may fire now.")
    if target is None or order.target not in [base.id for base in state.bases(target)]:
        name = "nobody" if target is None else f"the {target.name}"
        return Refusal("target", RULE, f"Reaction Fire is aimed at the model being activated: {name}.")
    if asked.kind == ANSWER:
        fault = refuse_declaring(state, unit) or refuse_idle(unit, 1 + order.extra, RULE)
        if fault is not None:
            return fault
    return refuse_attack(state, order, REACTION)


def offer_fire(state: State, asked: Ask) -> Iterator[Option]:
    """Every attack on the mover that is possible now."""
    target = mark_of(state)
    names = [asked.unit] if asked.unit else asked.about
    bases = [] if target is None else [base.id for base in state.bases(target)]
    for name in names:
        for option in attacks_on(state, state.units[name], REACTION, bases):
            if isinstance(option.order, Attack):
                yield Target(
                    f"{state.units[name].name}: {option.label}",
                    option.order,
                    RULE,
                    option.order.target,
                    option.order.weapon,
                )
    yield decline("Hold fire", RULE)
