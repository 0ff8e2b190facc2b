"""Everything an attack can lead to: the rules themselves, weapon by weapon, on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, Tolls, gathered, merged
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.hex100.apply import apply
from gearlock.systems.hex100.events import Fired, Struck
from gearlock.systems.hex100.fighting.attack import resolve_weapon
from gearlock.systems.hex100.fighting.reserve import can_fire_reserve, declare_attack
from gearlock.systems.hex100.fighting.targeting import named_weapons
from gearlock.systems.hex100.orders import Attack, FireReserve
from gearlock.systems.hex100.saving import encode
from gearlock.systems.hex100.sensing.ew import can_lock, is_locked_for, look_again
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.interceptors import covering
from gearlock.systems.hex100.warding.orders import Intercept, SpendCharges

LOCK, CHARGES, INTERCEPTION = "lock", "charges", "interception"
WIDEST = 30_000
"""How many different ends are followed at most."""

Part = Callable[[Ctx[State]], Script[None]]


def struck_unit(state: State, order: Order) -> Unit:
    """The enemy an attack is aimed at."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = state.enemy_called(state.units[order.unit].seat, order.target)
    assert target is not None, "a legal attack has a target"
    return target


@rule("hex100.attack-sequence")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end: declared and answered, then one weapon after the other."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = struck_unit(state, order)
    first = state.clone()
    if terms.aid == LOCK:
        first.units[order.unit].lock = target.id
    about = terms.about or (target.id,)
    goal, weapons = target.hex, order.weapons
    held: list[Share[State]] = [Share(1, 1, {}, first)]
    parts: list[Part] = [lambda ctx: declare_attack(ctx, order.unit, weapons, target.id, goal, order.pay)]
    parts += [_shots(order, token, target.id) for token in weapons]
    parts.append(_look)
    for part in parts:
        held = merged([new for share in held for new in _played(share, part, terms, about)], encode)
        if len(held) > WIDEST:
            raise BadInput(f"More than {WIDEST} different things can come of this attack.")
    return gathered(held)


def _shots(order: Attack, token: str, target: str) -> Part:
    def fire(ctx: Ctx[State]) -> Script[None]:
        return resolve_weapon(ctx, order.unit, token, order.weapons, target, ctx.state.units[target].hex)

    return fire


def _look(ctx: Ctx[State]) -> Script[None]:
    look_again(ctx)
    yield from ()


def _played(share: Share[State], part: Part, terms: Terms, about: tuple[str, ...]) -> list[Share[State]]:
    """All that one part of an attack leads to from here."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(share.state.clone(), apply)
        return ctx, part(ctx)

    found: list[Share[State]] = []
    for leaf in walk(begin, faces_alike, lambda ctx, ask: _answer(ctx, ask, terms)):
        tolls: Tolls = {}
        for unit in about:
            new = toll(share.state, leaf.ctx.state, leaf.ctx.events, unit)
            tolls[unit] = share.tolls.get(unit, Toll()).then(new)
        found.append(Share(share.ways * leaf.ways, share.out_of * leaf.out_of, tolls, leaf.ctx.state))
    return found


def _answer(_ctx: Ctx[State], ask: Ask, terms: Terms) -> Order:
    """Nobody does anything but what the terms say."""
    if ask.kind == "overwatch" and isinstance(terms.reply, FireReserve) and ask.unit == terms.reply.unit:
        return terms.reply
    if ask.kind == "reactive" and terms.aid == CHARGES:
        most, saved = map(int, ask.about)
        return SpendCharges(ask.unit, most, saved)
    if ask.kind == "intercept" and terms.aid == INTERCEPTION:
        return Intercept(ask.unit, int(ask.about[0]))
    return Decline()


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a unit; critical damage is told apart, with the hardpoints it wrecked."""
    was, now = before.units[unit_id], after.units[unit_id]
    shots = [event for event in events if isinstance(event, Fired) and event.target == unit_id]
    blows = [event for event in events if isinstance(event, Struck) and event.unit == unit_id]
    damage = sum(was.swarm) - sum(now.swarm) if was.swarm else sum(blow.damage for blow in blows)
    sizes = before.scene.loadouts[unit_id].sizes
    wrecked = [
        f"{before.machine(unit_id).unit.hardpoints[at].name} wrecked"
        for at, size in enumerate(sizes)
        if was.hurt[at] < size <= now.hurt[at]
    ]
    shocked = ["EMP shock"] if now.shocked and not was.shocked else []
    return Toll(
        any(shot.hits > shot.evaded for shot in shots),
        damage,
        sum(blow.critical for blow in blows),
        tuple(sorted([*shocked, *wrecked])),
        False,
        now.destroyed and not was.destroyed,
    )


def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The attack that the target holds in reserve for one who attacks it."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target, enemy = struck_unit(state, order), state.units[order.unit]
    contact = state.contacts[target.seat].get(enemy.id)
    if contact is None or target.held != "attack" or target.trigger != "attacks":
        return ()
    return (FireReserve(target.id, contact),) if can_fire_reserve(state, target, enemy) else ()


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A lock for the attacker; reactive charges and interceptors for the target."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target, unit = struck_unit(state, order), state.units[order.unit]
    weapons = [weapon for _, weapon in named_weapons(state, unit, order.weapons) or ()]
    found: list[Aid] = []
    if not is_locked_for(state, unit, target) and can_lock(state, unit, target):
        found.append(Aid(LOCK, "a lock on the target", "attacker", "hex100.lock-on"))
    if target.charges:
        label = "a charge of reactive armour on every hit it lowers"
        found.append(Aid(CHARGES, label, "target", "hex100.armour-reactive"))
    large = any(weapon.has("large-projectile") for weapon in weapons)
    if large and covering(state, target, unit.hex, target.id, target.hex):
        label = "interceptors that stop what they can"
        found.append(Aid(INTERCEPTION, label, "target", "hex100.attr-interceptor"))
    return tuple(found)
