"""Everything an attack can lead to: the rules themselves, weapon by weapon, on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, Tolls, gathered, merged
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.hex100.attacks.attack import armed, resolve_aimed, resolve_weapon
from gearlock.systems.hex100.attacks.attack_action import declare_attack
from gearlock.systems.hex100.attacks.blast import resolve_scatter
from gearlock.systems.hex100.attacks.orders import Attack, FireReserve
from gearlock.systems.hex100.attacks.reserve import can_fire_reserve
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.defences.interceptors import covering
from gearlock.systems.hex100.defences.orders import Intercept
from gearlock.systems.hex100.detection.locks import can_lock, is_locked_for, look_again
from gearlock.systems.hex100.firing_range.losses import toll
from gearlock.systems.hex100.firing_range.plain_fire import plain_fire
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.state_codec import encode
from gearlock.systems.hex100.weapons.targeting import named_weapons

LOCK, CHARGES, INTERCEPTION = "lock", "charges", "interception"
WIDEST = 30_000
"""How many different ends are followed at most."""

Part = Callable[[Ctx[State]], Script[Any]]


def struck_unit(state: State, order: Order) -> Unit:
    """The enemy an attack is aimed at."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = state.enemy_called(state.units[order.unit].seat, order.target)
    assert target is not None, "a legal attack has a target"
    return target


@heeds("hex100.attack-sequence")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end: declared and answered, then one weapon after the other."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = struck_unit(state, order)
    first = state
    if terms.aid == LOCK:
        first = state.clone()
        first.units[order.unit].lock = target.id
    about = terms.about or (target.id,)
    goal, weapons = target.hex, order.weapons
    held: list[Share[State]] = [Share(1, 1, {}, first)]
    held = _next(held, lambda ctx: declare_attack(ctx, order.unit, weapons, target.id, goal, order.pay), terms, about)
    for number, token in enumerate(weapons, 1):
        ends = terms.ends or number < len(weapons)
        fired = [_fired(share, order, token, target.id, terms._replace(ends=ends), about) for share in held]
        held = merged([share for shares in fired for share in shares], encode if ends else None)
        if len(held) > WIDEST:
            raise BadInput(f"More than {WIDEST} different things can come of this attack.")
    return gathered(_next(held, _look, terms, about) if terms.ends else held)


def _next(held: list[Share[State]], part: Part, terms: Terms, about: tuple[str, ...]) -> list[Share[State]]:
    return merged([new for share in held for new, _ in _played(share, part, terms, about)], encode)


def _fired(
    share: Share[State], order: Attack, token: str, target: str, terms: Terms, about: tuple[str, ...]
) -> list[Share[State]]:
    """All that one weapon leads to from here, the fast way if it will do."""
    if terms.aid not in (CHARGES, INTERCEPTION):
        plain = plain_fire(share, order, token, target, terms.ends)
        if plain is not None:
            return plain
    goal = share.state.units[target].hex
    weapon = armed(share.state, order.unit, token, target, goal)
    if weapon is None or not weapon.radius:
        return [new for new, _ in _played(share, _shots(order, token, target), terms, about)]
    return _blasted(share, order, token, target, terms, about)


@heeds("hex100.blast-scatter")
def _blasted(
    share: Share[State], order: Attack, token: str, target: str, terms: Terms, about: tuple[str, ...]
) -> list[Share[State]]:
    """Blasts that miss come down one after the other; wherever two ways lead to the same, they are one from there."""
    unit, goal = order.unit, share.state.units[target].hex
    aimed = _played(share, lambda ctx: resolve_aimed(ctx, unit, token, target, goal, order.weapons), terms, about)
    held: dict[int, list[Share[State]]] = {}
    for new, stray in aimed:
        held.setdefault(stray.shots, []).append(new)
    weapon, indirect = aimed[0][1].weapon, aimed[0][1].indirect
    for left in range(max(held), 0, -1):
        fallen = [
            new
            for each in merged(held.pop(left, []), encode)
            for new, _ in _played(each, lambda ctx: resolve_scatter(ctx, unit, weapon, goal, indirect), terms, about)
        ]
        held[left - 1] = held.get(left - 1, []) + fallen
    return held[0]


def _shots(order: Attack, token: str, target: str) -> Part:
    def fire(ctx: Ctx[State]) -> Script[None]:
        return resolve_weapon(ctx, order.unit, token, order.weapons, target, ctx.state.units[target].hex)

    return fire


def _look(ctx: Ctx[State]) -> Script[None]:
    look_again(ctx)
    yield from ()


def _played(share: Share[State], part: Part, terms: Terms, about: tuple[str, ...]) -> list[tuple[Share[State], Any]]:
    """All that one part of an attack leads to from here, each with what the part gave back."""

    def begin() -> tuple[Ctx[State], Script[Any]]:
        ctx = Ctx(share.state.clone(), BOOK.apply)
        return ctx, part(ctx)

    found: list[tuple[Share[State], Any]] = []
    for leaf in walk(begin, faces_alike, lambda ctx, ask: _answer(ctx, ask, terms)):
        tolls: Tolls = {}
        for unit in about:
            new = toll(share.state, leaf.ctx.state, leaf.ctx.events, unit)
            tolls[unit] = share.tolls.get(unit, Toll()).then(new)
        ways, out_of = share.ways * leaf.ways, share.out_of * leaf.out_of
        found.append((Share(ways, out_of, {**share.tolls, **tolls}, leaf.ctx.state), leaf.value))
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
