"""A battle with nobody in it but attackers and their target, laid out so that the conditions somebody gave are true."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import Given, staging
from gearlock.kernel.gunnery import Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.attacks.events import Reserved
from gearlock.systems.hex100.attacks.orders import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.contacts import hexes
from gearlock.systems.hex100.deployment.events import Deployed
from gearlock.systems.hex100.detection.events import Detected
from gearlock.systems.hex100.detection.locks import can_hold_lock, look_again
from gearlock.systems.hex100.detection.stealth_lost import finish_turn
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.firing_range import conditions as c
from gearlock.systems.hex100.firing_range.attackers import (
    EAST,
    WEST,
    Layout,
    Post,
    layout_of,
    machine_named,
    read_post,
    setup_of,
    smoke_about,
)
from gearlock.systems.hex100.judging.odds import expected_damage
from gearlock.systems.hex100.movement.walk import engaged_with
from gearlock.systems.hex100.setup.scenario import begin
from gearlock.systems.hex100.state import SEEN, State, Unit, other
from gearlock.systems.hex100.turns.events import Activated, DeploymentEnded, InitiativeRolled, PhaseBegan
from gearlock.systems.hex100.weapons.targeting import legal_volleys, named_weapons, refuse_attack
from gearlock.table.hexes import distance

TARGET = "blue-1"
TURNS = {c.FRONT: 0, c.FLANK: 2, c.REAR: 3}
"""Hexsides that the target is turned away from the first attacker."""
WORDS = {
    "range": "",
    "from": "through the {} arc",
    "cover": "target in {}",
    "before": "behind {}",
    "posture": "attacker's focus {}",
    "target-focus": "target's focus {}",
}
"""How what was said is told; the range as it lies on the map."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    away = _range(posts[0], given)
    layout = layout_of(given, away)
    if len(posts) > len(layout.places(away)):
        raise BadInput(f"There is no room for {len(posts)} attackers at {hexes(away)}. [hex100.move-action]")
    setup = setup_of(layout, [post.machine for post in posts], machine_named(situation.target, given, "target"))
    ctx = Ctx(begin(setup), BOOK.apply)
    _deploy(ctx, layout, posts, away, given)
    _prepare(ctx.state, given, layout)
    orders = [_order(ctx.state, f"red-{number}", post) for number, post in enumerate(posts, 1)]
    for order in orders:
        _check(ctx.state, order)
    if situation.reply:
        _keep_watch(ctx)
    first = ready_for(ctx.state, orders[0])
    assert isinstance(first, State), "it was just checked"
    return Staged(setup, first, tuple(orders), TARGET, _facts(first, given))


def _range(post: Post, given: Given) -> int:
    """How far apart they stand: as was said, else as far as the first weapon reaches."""
    said = given.number("range", c.FARTHEST)
    away = max(1, post.arms[0].weapon.range) if said is None else said
    if away < 1:
        raise BadInput("Nobody stands in the target's own hex: range is 1 or more. [hex100.move-action]")
    return away


def _deploy(ctx: Ctx[State], layout: Layout, posts: list[Post], away: int, given: Given) -> None:
    """Everybody in place, attackers turned to the target, red to act."""
    ctx.emit(InitiativeRolled("red", (90, 10)))
    for number, (post, place) in enumerate(zip(posts, layout.places(away), strict=False), 1):
        facing = WEST if given.says("bearing") == "ahead" else EAST
        loads = tuple((arm.token, arm.load) for arm in post.arms if arm.load)
        ctx.emit(Deployed(f"red-{number}", *place, facing, loads))
    ctx.emit(Deployed(TARGET, *layout.target, (EAST + TURNS[given.says("from")]) % 6))
    ctx.emit(DeploymentEnded(()))
    ctx.emit(PhaseBegan(1, "red", ()))
    look_again(ctx)
    _hold_contacts(ctx)


def _hold_contacts(ctx: Ctx[State]) -> None:
    """Each side knows of the other, however it came to: by eyes of its own or by those of friends who are not here."""
    for unit in list(ctx.state.units.values()):
        seat = other(unit.seat)
        if unit.standing and ctx.state.known[seat].get(unit.id) != SEEN:
            name = ctx.state.contacts[seat].get(unit.id) or f"contact-{ctx.state.counted[seat] + 1}"
            ctx.emit(Detected(seat, unit.id, SEEN, name))


def _prepare(state: State, given: Given, layout: Layout) -> None:
    """What units have suffered, and what they are about."""
    target = state.units[TARGET]
    lost, deep = given.number("target-damage") or 0, given.number("target-critical") or 0
    if lost >= target.hp or deep >= state.machine(TARGET).unit.structure:
        left = f"{target.hp} hit points and a structure of {state.machine(TARGET).unit.structure}"
        raise BadInput(f"The {state.machine(TARGET).name} has {left}: so much would destroy it. [hex100.stat-hp]")
    target.hp, target.critical = target.hp - lost, deep
    target.shocked = given.has("target-shocked")
    _concentrate(state, target, c.focus_of(given, "target-focus"))
    if given.has("smoke"):
        state.smoke = smoke_about(layout)
        state.rebuild_field()
    for unit in state.standing("red"):
        _concentrate(state, unit, c.focus_of(given, "posture"))
        unit.hacked = given.has("attacker-hacked")
        unit.sieging = given.has("siege")
        if unit.sieging and not equipment_effect(state, unit, "siege_mode"):
            raise BadInput(f"The {state.machine(unit.id).name} has no siege mode. [hex100.siege-stabilizers]")
        if given.has("lock"):
            if not can_hold_lock(state, unit, target):
                away = hexes(distance(unit.hex, target.hex))
                raise BadInput(f"No lock holds at {away} without a line of sight within 10. [hex100.lock-on]")
            unit.lock = TARGET


def _concentrate(state: State, unit: Unit, focus: str) -> None:
    if focus and state.machine(unit.id).unit.kind != "mech":
        raise BadInput(f"The {state.machine(unit.id).name} is no mech and has no focus. [hex100.focus-timing]")
    unit.focus = focus


def _order(state: State, unit: str, post: Post) -> Attack:
    return Attack(unit, tuple(arm.token for arm in post.arms), state.contacts["red"][TARGET])


def _check(state: State, order: Attack) -> None:
    """What the rules say against an attack."""
    ready = ready_for(state, order)
    if isinstance(ready, Refusal):
        raise BadInput(ready.text())


def _keep_watch(ctx: Ctx[State]) -> None:
    """The target holds its best attack on the first attacker back, if it has one that bears."""
    target, enemy = ctx.state.units[TARGET], ctx.state.units["red-1"]
    bearing = [v for v in legal_volleys(ctx.state, target) if refuse_attack(ctx.state, target, v, enemy.hex) is None]
    if bearing:
        best = max(bearing, key=lambda volley: _promise(ctx.state, target, volley, enemy))
        ctx.emit(Reserved(TARGET, "attack", best, "attacks", 0, ""))


def _promise(state: State, unit: Unit, volley: tuple[str, ...], enemy: Unit) -> float:
    found = named_weapons(state, unit, volley) or []
    return sum(expected_damage(state, take_aim(state, unit, weapon, enemy, enemy.hex)) for _, weapon in found)


def ready_for(state: State, order: Order) -> State | Refusal:
    """The state in which a unit of a sequence can attack: the one before it has ended its turn, the contact is held."""
    assert isinstance(order, Attack), "attackers attack"
    after, unit = state, state.units[order.unit]
    if not unit.standing:
        return Refusal("destroyed", "hex100.stat-hp", f"The {state.machine(unit.id).name} has fallen.")
    if state.acting != order.unit:
        ctx = Ctx(state.clone(), BOOK.apply)
        if state.acting:
            finish_turn(ctx, state.acting)
        after, unit = ctx.state, ctx.state.units[order.unit]
        if after.enemy_called(unit.seat, order.target) is None:
            after.contacts[unit.seat][TARGET], after.known[unit.seat][TARGET] = order.target, SEEN
        ctx.emit(Activated(unit.id, engaged_with(after, unit)))
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.id, rule="hex100.action-pool"), order) or after


def _facts(state: State, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the map."""
    unit, target = state.units["red-1"], state.units[TARGET]
    words = {**WORDS, "target-damage": f"target has {target.hp} hit points left"}
    return (f"{hexes(distance(unit.hex, target.hex))} away", *given.facts(words))


stage = staging(c.CONDITIONS, lay_out)
