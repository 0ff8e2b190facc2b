"""2.6.7, 3.4: an attack from its Action to its damage: single shots, bursts, links, walking fire, volleys of squads."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.ammunition import rof_paid, rounds_for
from gearlock.systems.tactical.attacks.answers import shots_at
from gearlock.systems.tactical.attacks.areas import is_blast
from gearlock.systems.tactical.attacks.blasts import resolve_blast, resolve_scatter
from gearlock.systems.tactical.attacks.events import AttackDeclared, LinkMissed
from gearlock.systems.tactical.attacks.exchange import meet, pair_of, strike
from gearlock.systems.tactical.attacks.linked import linked_with
from gearlock.systems.tactical.attacks.modifiers import attack_lines
from gearlock.systems.tactical.attacks.orders import INDIRECT, Attack
from gearlock.systems.tactical.attacks.strays import jam, resolve_stray
from gearlock.systems.tactical.attacks.targets import cost_of, refuse_shot, use_of
from gearlock.systems.tactical.attacks.uses import Use
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.condition import can_use
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.infantry.massed_fire import rof_of, types_carried
from gearlock.systems.tactical.plots import is_jammed
from gearlock.systems.tactical.state import State

RULE = "tactical.2.6.7"
VOLLEY = "volley"
"""The question with which the other weapons of a squad that attacks with one Action fire, or do not."""


def resolve_attack(ctx: Ctx[State], order: Attack, only: str = "") -> Script[None]:
    """The Action and the rounds are paid; the attack is rolled, defended, and does its damage. Then a squad's others.

    With `only` it is Snap Fire at the unit on the move.
    """
    yield from attack_with(ctx, order, bool(only))
    if ctx.state.units[order.unit].is_infantry:
        yield from resolve_volley(ctx, order, only)


@heeds("tactical.2.6.7", "tactical.7.2-weapon-link", "tactical.3.4.5-walking")
def attack_with(ctx: Ctx[State], order: Attack, snap: bool = False, cost: int | None = None) -> Script[None]:
    """One attack with one weapon, at one target or at each it is walked over; or one with each weapon of a link."""
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    mounts = linked_with(unit, mount) if order.linked else (mount,)
    shots = [(name, use_of(ctx.state, unit, gun, ctx.state.units[name], order))
             for gun in mounts for name in (order.target, *order.others)]  # fmt: skip
    paid = cost_of(order) if cost is None else cost
    for gun in mounts:
        _declare(ctx, order, gun, snap, paid if gun is mount else 0)
    for number, (name, use) in enumerate(shots):
        firer = ctx.state.units[order.unit]
        if not ctx.state.units[name].is_fielded or not firer.is_fielded or is_jammed(firer, use.mount):
            continue
        hit = yield from resolve_shot(ctx, order.unit, name, use, order.observer)
        if order.linked and not hit and shots[number + 1 :]:
            ctx.emit(LinkMissed(order.unit, tuple(each.mount for _, each in shots[number + 1 :])))
            return


def _declare(ctx: Ctx[State], order: Attack, mount: Mount, snap: bool, cost: int) -> None:
    """The Action is paid with the first weapon of a link, and ammunition with each; a walk costs the whole ROF."""
    unit = ctx.state.units[order.unit]
    rof = rof_paid(ctx.state, unit, mount, min(order.rof, rof_of(unit, mount)))
    rounds = rounds_for(mount.weapon, rof, ctx.state.scale)
    told = (order.way, order.called, snap, order.others, order.fragments, order.careful)
    ctx.emit(AttackDeclared(unit.id, mount.id, order.target, rof, rounds, cost, *told))


@heeds("tactical.2.6.7", "tactical.ref-fumble-effects", "tactical.7.2-defective", "tactical.3.4.3")
@heeds("tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes", "tactical.4.1.4-malfunctions")
def resolve_shot(ctx: Ctx[State], unit_id: str, target_id: str, use: Use, observer: str = "") -> Script[bool]:
    """Attack roll, Defense roll, damage; a blast over everybody near, an indirect miss elsewhere. Whether it hit."""
    pair = pair_of(ctx.state, unit_id, target_id, use, observer)
    faulty = yield from throw_defect(ctx, unit_id, FIRE_CONTROL)
    lines = (*attack_lines(pair), *faulty)
    attack = yield from throw_test(ctx, Test("attack", unit_id, lines, RULE, 0, target_id, use.mount))
    jam(ctx, unit_id, use.mount, attack.fumbled)
    if (yield from resolve_stray(ctx, unit_id)):
        return False
    met = yield from meet(ctx, pair, attack)
    if use.way == INDIRECT and not met.hit:
        yield from resolve_scatter(ctx, pair, attack, met)
    elif is_blast(ctx.state, use.weapon):
        yield from resolve_blast(ctx, pair, attack, pair.target.x, pair.target.y, {target_id: met})
    elif met.hit:
        yield from strike(ctx, pair, met.margin)
    return met.hit


@heeds("tactical.3.6.4")
def resolve_volley(ctx: Ctx[State], first: Attack, only: str = "") -> Script[None]:
    """The other types of weapon of a squad fire with the same Action: each type once, at two targets at most."""
    shots = [f"{first.weapon}:{name}" for name in (first.target, *first.others)]
    while True:
        unit = ctx.state.units[first.unit]
        about = (only, *shots)
        prompt = f"{unit.name}: whom do its other weapons fire at, with the same Action?"
        question = Ask(unit.seat, VOLLEY, unit.id, about, "tactical.3.6.4", prompt, optional=True)
        if not unit.is_fielded or next(iter(offer_volley(ctx.state, question)), None) is None:
            return
        order = yield from ask(question)
        if not isinstance(order, Attack):
            return
        yield from attack_with(ctx, order, bool(only), 0)
        shots += [f"{order.weapon}:{name}" for name in (order.target, *order.others)]


@heeds("tactical.3.6.4")
def refuse_further(state: State, question: Ask, order: Attack) -> Refusal | None:
    """An attack of the same squad with another type of weapon."""
    if order.unit != question.unit or order.careful:
        return Refusal("unit", "tactical.3.6.4", f"The other weapons of {question.unit} fire now, as its first did.")
    return refuse_shot(state, order, question.about[0], question.about[1:])


def offer_volley(state: State, question: Ask) -> Iterator[Option]:
    """What the types that have not fired could do."""
    unit, only, shots = state.units[question.unit], question.about[0], question.about[1:]
    fired = {shot.partition(":")[0] for shot in shots}
    for name in types_carried(unit):
        mount = unit.mount(name)
        if mount is not None and name not in fired and can_use(unit, mount) is None:
            yield from shots_at(state, unit, mount, only, shots)
