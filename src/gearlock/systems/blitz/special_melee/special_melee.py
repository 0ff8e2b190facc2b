"""12: special melee attacks carried out: declared and answered as any attack, then pushes and blows."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.exchange import settle_hits
from gearlock.systems.blitz.attacks.sequence import roll_volleys
from gearlock.systems.blitz.attacks.snap_fire import Trigger, offer_snap_fire
from gearlock.systems.blitz.attacks.volleys import Hit, Volley, resolve_duel
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.impacts_and_falling.impacts import Impact, resolve_impact
from gearlock.systems.blitz.movement.contacts import resolve_contact
from gearlock.systems.blitz.movement.events import Forced
from gearlock.systems.blitz.movement.forced import Push, push, settle_push
from gearlock.systems.blitz.movement.movement import budget_left
from gearlock.systems.blitz.special_melee.bodies import (
    BRUTE_FORCE,
    CRUSH,
    RAM,
    brute_force_duel,
    crushing,
    foes_touched,
    gait_for,
    pushed_by,
    ram_duel,
    refuse_ram,
)
from gearlock.systems.blitz.special_melee.events import Grappled, Pressed
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram, Shove
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.weapons import bodily
from gearlock.table.measure import INCH, inches_text


@heeds("blitz.12.1")
def push_distance(unit: Unit, target: Unit, margin: int) -> int:
    """How far a push could go, in mils: an inch for each point of the margin, and one for each of armour between."""
    return max(0, margin + unit.line.armor - target.line.armor) * INCH if margin >= 0 else 0


@heeds("blitz.12.1", "blitz.12.1a", "blitz.10.4", "blitz.3.4a")
def resolve_brute_force(ctx: Ctx[State], order: BruteForce) -> Script[None]:
    """One check against each model ahead; all are pushed together, as far as the one that is pushed least."""
    targets = tuple(target.id for target in pushed_by(ctx.state, ctx.state.units[order.unit]))
    gait = gait_for(ctx.state, ctx.state.units[order.unit], order.gait)
    most = budget_left(ctx.state, ctx.state.units[order.unit], gait)
    ctx.emit(Grappled(order.unit, BRUTE_FORCE, targets))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), targets, BRUTE_FORCE))
    for target in targets:
        unit, other = ctx.state.units[order.unit], ctx.state.units[target]
        duel = brute_force_duel(ctx.state, unit, other)
        volley = Volley(order.unit, BRUTE_FORCE, "", (target,))
        _, defence = yield from resolve_duel(ctx, volley, bodily(BRUTE_FORCE), target, duel)
        most = min(most, push_distance(unit, other, defence.margin))
    hits = yield from roll_volleys(ctx, answers)
    met = (yield from _shove(ctx, order.unit, gait, targets, most)) if most else []
    yield from settle_hits(ctx, hits)
    for name in met:
        yield from _meet(ctx, order.unit, name)


def _shove(ctx: Ctx[State], unit_id: str, gait: str, targets: tuple[str, ...], most: int) -> Script[list[str]]:
    """Ask how far, and push; whoever the pusher comes to touch by it, and did not before, is given back."""
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} may push up to {inches_text(most)} in. How far?"
    order = yield from ask(Ask(unit.seat, "shove", unit_id, (str(most),), "blitz.12.1", prompt, optional=True))
    if not isinstance(order, Shove):
        return []
    shove = work_out(ctx.state, ctx.state.units[unit_id], targets, order.mils)
    before = {foe.id for foe in foes_touched(ctx.state, ctx.state.units[unit_id])}
    for pushed in shove.pushes:
        yield from settle_push(ctx, pushed, unit_id)
    end = shove.own
    if ctx.state.is_acting(unit_id):
        ctx.emit(Pressed(unit_id, gait, end.x, end.y, end.z, end.moved))
    after = foes_touched(ctx.state, ctx.state.units[unit_id])
    return [foe.id for foe in after if foe.id not in before and foe.id not in targets]


class Shoved(NamedTuple):
    """A push worked out: where the pusher ends, and what becomes of those before it."""

    own: Forced
    pushes: list[Push]


@rule("blitz.12.1a")
@heeds("blitz.12.1", "blitz.13.2")
def work_out(state: State, unit: Unit, targets: tuple[str, ...], mils: int) -> Shoved:
    """All go as far as the first that something stops; whoever is stopped so strikes it with what was left.

    Where the pusher itself meets somebody new the move stops.
    """
    together = (unit.id, *targets)
    others = [state.units[target] for target in targets]
    free = push(state, unit, unit.facing, mils, together).event
    far = _before_edge(unit, free)
    firsts = [push(state, other, unit.facing, mils if free.fall else far, together) for other in others]
    lost = [bool(first.swallowed) or bool(first.event.fall) for first in firsts]
    least = min([far, *(first.event.moved for first, gone in zip(firsts, lost, strict=True) if not gone)])
    pushes = []
    for other, first, gone in zip(others, firsts, lost, strict=True):
        event = first.event
        if gone and _before_edge(other, event) <= least:
            pushes.append(first)
        elif event.against and event.moved == least:
            pushes.append(Push(msgspec.structs.replace(event, left=mils - least)))
        else:
            pushes.append(push(state, other, unit.facing, least, together))
    return Shoved(push(state, unit, unit.facing, least, together).event, pushes)


@heeds("blitz.12.1", "blitz.13.1")
def _before_edge(unit: Unit, event: Forced) -> int:
    """How far a model goes until it would fall, or is stopped: the pusher does not follow anybody down."""
    return event.moved - unit.line.radius - 1 if event.fall else event.moved


@heeds("blitz.12.1a", "blitz.10.4")
def _meet(ctx: Ctx[State], unit_id: str, name: str) -> Script[None]:
    """Somebody new was met in a push: that is contact, and a ram for nothing."""
    unit, other = ctx.state.units[unit_id], ctx.state.units[name]
    if not ctx.state.is_acting(unit_id) or not touches(unit.body, other.body):
        return
    yield from resolve_contact(ctx, unit_id, [name])
    unit, other = ctx.state.units[unit_id], ctx.state.units[name]
    if not ctx.state.is_acting(unit_id) or not other.is_fielded:
        return
    prompt = f"The {unit.name} has run into the {other.name}: does it ram it, for no action?"
    order = yield from ask(Ask(unit.seat, "free-ram", unit_id, (name,), "blitz.12.1a", prompt, optional=True))
    if isinstance(order, Ram):
        yield from _ram(ctx, order, free=True)


def refuse_free_ram(state: State, asked: Ask, order: Ram) -> Refusal | None:
    """Only who was met just now."""
    if (order.target,) != asked.about:
        return Refusal("target", "blitz.12.1a", f"The {state.units[asked.about[0]].name} was met, and nobody else.")
    return refuse_ram(state, order, free=True)


def refuse_shove(state: State, asked: Ask, order: Shove) -> Refusal | None:
    """No farther than the check allows."""
    most = int(asked.about[0])
    if 0 < order.mils <= most:
        return None
    message = f"The {state.units[asked.unit].name} pushes up to {inches_text(most)} in, not {inches_text(order.mils)}."
    return Refusal("distance", "blitz.12.1", message, {"mils": order.mils, "most": most})


@heeds("blitz.12.2")
def resolve_ram(ctx: Ctx[State], order: Ram) -> Script[None]:
    """A ram that an action pays for."""
    yield from _ram(ctx, order, free=False)


@heeds("blitz.12.2", "blitz.13.2", "blitz.10.4", "blitz.3.4a")
def _ram(ctx: Ctx[State], order: Ram, free: bool) -> Script[None]:
    """A check; if it hits, both suffer an impact, and nobody is moved."""
    ctx.emit(Grappled(order.unit, RAM, (order.target,), free))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), (order.target,), "a ram"))
    duel = ram_duel(ctx.state, ctx.state.units[order.unit], ctx.state.units[order.target])
    volley = Volley(order.unit, RAM, "", (order.target,))
    _, defence = yield from resolve_duel(ctx, volley, bodily(RAM), order.target, duel, is_decided=True)
    hits = yield from roll_volleys(ctx, answers)
    if defence.is_hit:
        yield from resolve_impact(ctx, Impact(order.target, order.unit, by=order.unit))
    yield from settle_hits(ctx, hits)


@heeds("blitz.12.3", "blitz.10.4", "blitz.3.4a")
def resolve_crush(ctx: Ctx[State], order: Crush) -> Script[None]:
    """A melee attack with the model's own weight; after it the infantry gives way."""
    weapon = crushing(ctx.state.units[order.unit], ctx.state.units[order.target])
    ctx.emit(Grappled(order.unit, CRUSH, (order.target,)))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), (order.target,), "a crush"))
    hits: list[Hit] = yield from roll_volleys(ctx, [Volley(order.unit, weapon, "", (order.target,)), *answers])
    yield from settle_hits(ctx, hits)
