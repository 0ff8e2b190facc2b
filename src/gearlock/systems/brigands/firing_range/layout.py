"""A battle with nobody in it but attackers and their target, laid out so that the conditions somebody gave are true."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import ATTACKER, TARGET, Given, staging
from gearlock.kernel.gunnery import Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import posts_round
from gearlock.systems.brigands.attacking.attack import Aim
from gearlock.systems.brigands.attacking.exchange import declare_attack
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.firing_range import conditions as c
from gearlock.systems.brigands.firing_range.attackers import (
    FIELD,
    card_named,
    category_of,
    range_of,
    read_post,
    setup_of,
    weapon_named,
)
from gearlock.systems.brigands.flying.airborne import ALTITUDE, is_vtol
from gearlock.systems.brigands.movement.movement import moves_of
from gearlock.systems.brigands.rounds.events import Activated, ActivationEnded
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.setup.scenario import begin
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, State, Unit
from gearlock.systems.brigands.weapons import MELEE, Weapon
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE, inches, turned

TURNS = {c.AHEAD: 0, c.LEFT: -RIGHT_ANGLE, c.RIGHT: RIGHT_ANGLE, c.BEHIND: HALF_TURN}
SIDES = {c.FRONT: HALF_TURN, c.SIDE: RIGHT_ANGLE, c.REAR: 0}
WORDS = {"range": "", "posture": "", "cover": "Defensive Cover {}", "full": "Full Cover: {}", "from": "from the {}"}
"""How what was said is told; range and posture are told as they lie on the table."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    target = card_named(situation.target, given, TARGET)
    lead = weapon_named(posts[0].card, posts[0].weapons[0])
    setup = setup_of([post.card for post in posts], target, lead, given)
    state = begin(setup)
    attackers = [unit for unit in state.units.values() if unit.seat == "red"]
    (aimed,) = (unit for unit in state.units.values() if unit.seat == "blue")
    _field(state, attackers, aimed, lead, given)
    orders: list[Order] = []
    for unit, post in zip(attackers, posts, strict=True):
        orders += [_order(unit, weapon, aimed, given) for weapon in post.weapons]
    now = state
    for order in orders:
        now = _declared(now, order, given)
    first = ready_for(state, orders[0], given.says("posture"))
    assert isinstance(first, State), "it was just checked"
    return Staged(setup, first, tuple(orders), aimed.id, _facts(first, orders[0], given))


def _field(state: State, attackers: list[Unit], target: Unit, lead: Weapon, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    _prepare(target, given, TARGET)
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, SIDES[given.says("from")]
    target.overwatch = target.line.actions if given.has("overwatch") else 0
    target.actions = 0 if target.overwatch else target.actions
    target.jamming = given.has("ecm")
    if target.jamming and not target.has("ECM"):
        raise BadInput(f"The {target.line.name} has no ECM that works; --trait ECM:1 gives it one. [brigands.8.3d]")
    for unit in attackers:
        _prepare(unit, given, ATTACKER)
        unit.z = max(unit.z, c.mils(given, "height") or 0)
    posts = posts_round(target.body, [unit.body for unit in attackers], range_of(lead, given))
    posts = ruled(posts, {"high": "brigands.1.4", "room": "brigands.2.6"})
    if isinstance(posts, Refusal):
        raise BadInput(posts.text())
    for unit, post in zip(attackers, posts, strict=True):
        unit.x, unit.y = post.x, post.y
        unit.facing = turned(post.ahead, TURNS[given.says("bearing")])


def _prepare(unit: Unit, given: Given, side: str) -> None:
    """A fresh model, or one that has suffered or flies as was said."""
    lost = given.number(f"{side}-damage") or 0
    if lost >= unit.hull + unit.structure:
        left = f"{unit.hull} Hull and {unit.structure} Structure"
        raise BadInput(f"The {unit.line.name} has {left}: {lost} points less would destroy it. [brigands.5.6d]")
    unit.structure -= max(0, lost - unit.hull)
    unit.hull = max(0, unit.hull - lost)
    unit.status, unit.actions, unit.command = FIELDED, unit.line.actions, 0
    unit.haywire = given.has(f"{side}-haywire")
    if given.has(f"{side}-airborne"):
        if not is_vtol(unit) or unit.is_crippled:
            why = "is Crippled and stays on the ground" if is_vtol(unit) else "is no VTOL"
            raise BadInput(f"The {unit.line.name} {why}. [brigands.9.7]")
        unit.airborne, unit.z = True, ALTITUDE


def _order(unit: Unit, weapon: str, target: Unit, given: Given) -> Attack:
    found = unit.line.weapons[weapon]
    targets = () if "Proximity" in found.traits else (target.id,)
    return Attack(unit.id, weapon, category_of(found, given), targets)


def _declared(state: State, order: Order, given: Given) -> State:
    """The state after an attack is declared and paid for; what the rules or the terrain have against it is said."""
    assert isinstance(order, Attack), "attackers attack"
    found = ready_for(state, order, given.says("posture"))
    if isinstance(found, Refusal):
        raise BadInput(found.text())
    wanted = {c.NONE: 0, c.LIGHT: 1, c.HEAVY: 2}[given.says("cover")]
    if order.category != MELEE and order.targets:
        unit, target = found.units[order.unit], found.units[order.targets[0]]
        look = Aim(found, unit, target).look(order.category)
        if look.dice < wanted or (given.has("full") and look.sight):
            cover = f"{'Full ' if given.has('full') else ''}{given.says('cover')}"
            message = f"From so near, or so high, no terrain gives the {target.line.name} {cover} cover."
            raise BadInput(f"{message} [brigands.4.4a]")
    ctx = Ctx(found.clone(), BOOK.apply)
    declare_attack(ctx, order)
    return ctx.state


def ready_for(state: State, order: Order, posture: str = "") -> State | Refusal:
    """The state in which a model of a sequence can attack: Active in the posture of the one before it.

    Drones act with the model that controls them.
    """
    assert isinstance(order, Attack), "attackers attack"
    active, unit = state.active(), state.units[order.unit]
    after: State | Refusal = state
    if active is None or active.id not in (unit.id, unit.controller):
        after = _activated(state, unit, posture or (active.posture if active is not None else "") or COMBAT_SPEED)
    if isinstance(after, Refusal):
        return after
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.controller or unit.id, rule="brigands.1.7a"), order) or after


def _activated(state: State, unit: Unit, posture: str) -> State | Refusal:
    """The state in which whoever was Active is done, and this model is."""
    after, active = state.clone(), state.active()
    if active is not None:
        BOOK.apply(after, ActivationEnded(active.id))
    refusal = BOOK.refuse(after, Ask(unit.seat, "activate"), Activate(unit.id, posture, airborne=unit.airborne))
    if refusal is not None:
        return refusal
    BOOK.apply(after, Activated(unit.id, posture, moves_of(posture)))
    return after


def _facts(state: State, order: Order, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the table."""
    assert isinstance(order, Attack), "attackers attack"
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    target = next(each for each in state.units.values() if each.seat != unit.seat)
    aim = Aim(state, unit, target)
    band = "Optimal" if weapon.is_optimal(aim.distance, aim.reach(weapon) - weapon.most) else "Suboptimal"
    facts = [f"{inches(aim.distance)} in apart, {band} range"]
    facts += [f"attacker at {unit.stance}"] if "posture" in given.said or unit.stance != COMBAT_SPEED else []
    facts += [f"target {target.stance}"] if target.stance != COMBAT_SPEED else []
    words = dict(WORDS)
    for side, each in ((ATTACKER, unit), (TARGET, target)):
        left = f"Hull {each.hull}/{each.line.hull}, Structure {each.structure}/{each.line.structure}"
        words[f"{side}-damage"] = f"{each.line.name} {left}"
    return (*facts, *given.facts(words))


stage = staging(c.CONDITIONS, lay_out)
