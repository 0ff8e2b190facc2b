"""A battle with nobody in it but attackers and their target, laid out so that the conditions somebody gave are true."""

from __future__ import annotations

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import ATTACKER, TARGET, Given, staging
from gearlock.kernel.gunnery import Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Setup
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import posts_round
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.blitz.attacks.aiming import Sight
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.indirect_fire import refuse_indirect
from gearlock.systems.blitz.attacks.modifiers import GUIDED
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire
from gearlock.systems.blitz.attacks.volleys import is_optimal
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.firing_range import conditions as c
from gearlock.systems.blitz.firing_range.exchanging import AIMED, aim_of, answering, begun, order_unit
from gearlock.systems.blitz.firing_range.scenery import FIELD, apart, dice_wanted, ground_for
from gearlock.systems.blitz.general_concepts.measuring import distance as measured
from gearlock.systems.blitz.movement.gaits import moves_of
from gearlock.systems.blitz.rounds.events import Activated, ActivationEnded
from gearlock.systems.blitz.rounds.orders import Activate
from gearlock.systems.blitz.setup.lineup import Post, appointed
from gearlock.systems.blitz.setup.scenario import begin, setup_for
from gearlock.systems.blitz.state import (
    ALOFT,
    AUTOPILOT,
    CHARGE,
    COMBAT,
    EXPOSED,
    FIELDED,
    HIDING,
    HULL_DOWN,
    INTERFERENCE,
    SENSOR_JAMMING,
    State,
    Unit,
)
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, inches, turned

TURNS = {c.AHEAD: 0, c.LEFT: -RIGHT_ANGLE, c.RIGHT: RIGHT_ANGLE, c.BEHIND: HALF_TURN}
SIDES = {c.FRONT: HALF_TURN, c.SIDE: RIGHT_ANGLE, c.REAR: 0}
TARGET_TOKENS = {
    HULL_DOWN: "hull-down", HIDING: "hiding", EXPOSED: "exposed", AUTOPILOT: "autopilot", ALOFT: "target-airborne",
    INTERFERENCE: "interference",
}  # fmt: skip
ATTACKER_TOKENS = {CHARGE: "charge", ALOFT: "attacker-airborne"}
"""Tokens by the conditions that lay them."""
INTENSE, STRONGEST = ("interference", "jamming"), 9
"""Conditions that say how intense a token is, and the most that can be said."""
WORDS = {
    "range": "", "posture": "", "cover": "{} cover", "from": "from the {}", "fire": "{} fire",
    "additional": "{} additional cover", "interference": "sensor interference of {}", "jamming": "sensor jamming of {}",
}  # fmt: skip
"""How what was said is told; range and posture are told as they lie on the table."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [c.read_post(text, given) for text in situation.attackers]
    target = c.card_named(situation.target, given, TARGET)
    lead = c.weapon_named(posts[0].card, posts[0].weapons[0])
    lead = lead.loads[c.load_of(lead, given)]
    setup = _setup([post.card for post in posts], target, lead, given)
    state = begin(setup)
    red = [unit for unit in state.units.values() if unit.seat == "red"]
    aimed, *others = [unit for unit in state.units.values() if unit.seat == "blue"]
    attackers = red[: len(posts)]
    _field(state, attackers, aimed, lead, given)
    for other in others:
        _prepare(other, given, TARGET)
        other.x, other.y, other.facing = aimed.x, aimed.y + 4 * INCH, aimed.facing
    for observer in red[len(posts) :]:
        _prepare(observer, given, "")
        first = attackers[0]
        observer.x, observer.y, observer.z, observer.facing = first.x, first.y - 3 * INCH, first.z, first.facing
        state.switches[AIMED] = given.says("fire")
    orders = [
        _order(unit, weapon, aimed, others, given)
        for unit, post in zip(attackers, posts, strict=True)
        for weapon in post.weapons
    ]
    now = state
    for order in orders:
        now = _declared(now, order, given)
    start = ready_for(state, orders[0], given.says("posture"))
    assert isinstance(start, State), "it was just checked"
    return Staged(setup, start, tuple(orders), aimed.id, _facts(start, orders[0], aimed, given))


def _setup(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> Setup:
    """The set-up: its models, an observer or another target where the attack needs one, and the ground."""
    red, blue = [*attackers], [target]
    if given.says("fire") != c.DIRECTLY:
        rating = given.number("designator", 9) or 0
        traits = tuple(text for text in attackers[0].traits if not text.startswith("TD"))
        eyes = {"id": f"{attackers[0].id}/observer", "traits": (*traits, f"TD:{rating}D6") if rating else traits}
        red.append(msgspec.structs.replace(attackers[0], **eyes))
    if given.has("split"):
        blue.append(target)
    ground = ground_for(attackers, target, lead, given)
    forces = {
        seat: appointed((tuple(Post(card.id, tv=card.tv) for card in side),))
        for seat, side in (("red", red), ("blue", blue))
    }
    return setup_for("duel", 0, {}, ground, forces, 6, {card.id: card for card in (*red, *blue)})


def _field(state: State, attackers: list[Unit], target: Unit, lead: Weapon, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    state.zones = {"red": "south", "blue": "north"}
    _prepare(target, given, TARGET)
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, SIDES[given.says("from")]
    stance = given.says("target-posture")
    target.posture = stance if stance != COMBAT else ""
    _lay_tokens(target, given, TARGET_TOKENS)
    for unit in attackers:
        _prepare(unit, given, ATTACKER)
        _lay_tokens(unit, given, {**ATTACKER_TOKENS, f"{SENSOR_JAMMING}:{target.id}": "jamming"})
        unit.z = max(unit.z, c.mils(given, "height") or 0)
    posts = posts_round(target.body, [unit.body for unit in attackers], apart(lead, given), measured)
    posts = ruled(posts, {"high": "blitz.2.7", "room": "blitz.6.2"})
    if isinstance(posts, Refusal):
        raise BadInput(posts.text())
    for unit, post in zip(attackers, posts, strict=True):
        unit.x, unit.y = post.x, post.y
        unit.facing = turned(post.ahead, TURNS[given.says("bearing")])


def _lay_tokens(unit: Unit, given: Given, tokens: dict[str, str]) -> None:
    """The tokens somebody said lie on a model: one of each kind, or as intense as was said."""
    for token, name in tokens.items():
        count = (given.number(name, STRONGEST) or 0) if name in INTENSE else int(given.has(name))
        if count:
            unit.tokens[token] = count


def _prepare(unit: Unit, given: Given, side: str) -> None:
    """A fresh model, or one that has suffered as was said."""
    unit.status, unit.actions = FIELDED, unit.line.actions
    if not side:
        return
    lost = given.number(f"{side}-damage") or 0
    if given.has(f"{side}-crippled"):
        lost = max(lost, unit.hull)
    if lost >= unit.hull + unit.structure:
        left = f"{unit.hull} hull and {unit.structure} structure"
        raise BadInput(f"The {unit.line.name} has {left}: {lost} points less would destroy it. [blitz.9.3]")
    unit.structure -= max(0, lost - unit.hull)
    unit.hull = max(0, unit.hull - lost)


def _order(unit: Unit, weapon: str, target: Unit, others: list[Unit], given: Given) -> Order:
    carried = unit.line.weapons[weapon]
    load = c.load_of(carried, given)
    if given.says("fire") != c.DIRECTLY:
        return IndirectFire(unit.id, weapon, target.id, load)
    targets = () if carried.loads[load].proximity else (*(other.id for other in others), target.id)
    return Attack(unit.id, weapon, targets, load, given.has("sensors"))


def _declared(state: State, order: Order, given: Given) -> State:
    """The state after an attack is declared and paid for; what the rules or the terrain have against it is said."""
    found = ready_for(state, order, given.says("posture"))
    if isinstance(found, Refusal):
        raise BadInput(found.text())
    unit, target = found.units[order_unit(order)], next(u for u in found.units.values() if u.seat == "blue")
    if isinstance(order, IndirectFire):
        unit = found.units[aim_of(found, order).observer or unit.id]
    look = Sight(found, unit, target).look
    touching = unit.line.weapons[getattr(order, "weapon", "")].is_melee
    adjacent, additional = dice_wanted(given)
    lacking = look.adjacent < adjacent or look.additional < additional
    if not touching and (lacking or (given.has("full") and not look.full)):
        message = f"From so near, or so high, no terrain gives the {target.line.name} such cover."
        raise BadInput(f"{message} [blitz.7.5-table]")
    (leaf,) = walk(lambda: begun(found, order), faces_alike, answering(None))
    after: State = leaf.ctx.state
    return after


def ready_for(state: State, order: Order, posture: str = "") -> State | Refusal:
    """The state in which a model of a sequence can attack: active in the posture of the one before it.

    Indirect fire is chained to what the active observer does.
    """
    active, unit = state.active(), state.units[order_unit(order)]
    if isinstance(order, IndirectFire) and AIMED in state.switches:
        observer = next(other for other in reversed(list(state.units.values())) if other.seat == unit.seat)
        after = state if active is observer else _activated(state, observer, COMBAT)
        if isinstance(after, Refusal):
            return after
        if posture:
            after.units[unit.id].posture = posture if posture != COMBAT else ""
        return refuse_indirect(after, order, after.units[order.target], after.switches[AIMED]) or after
    after = state
    if active is None or active.id != unit.id:
        after = _activated(state, unit, posture or (active.posture if active is not None else "") or COMBAT)
    if isinstance(after, Refusal):
        return after
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.id, rule="blitz.3.4a"), order) or after


def _activated(state: State, unit: Unit, posture: str) -> State | Refusal:
    """The state in which whoever was active is done, and this model is."""
    after, active = state.clone(), state.active()
    if active is not None:
        BOOK.apply(after, ActivationEnded(active.id))
    elevated = ALOFT in unit.tokens
    refusal = BOOK.refuse(after, Ask(unit.seat, "activate"), Activate(unit.id, posture, elevated=elevated))
    if refusal is not None:
        return refusal
    BOOK.apply(after, Activated(unit.id, posture, moves_of(unit, posture), elevated=elevated))
    return after


def _facts(state: State, order: Order, target: Unit, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the table."""
    unit, aimed = state.units[order_unit(order)], state.units[target.id]
    assert isinstance(order, Attack | IndirectFire), "attackers attack"
    weapon = unit.line.weapons[order.weapon].loads[order.load]
    sight, mode = Sight(state, unit, aimed), state.switches.get(AIMED, "")
    far = attack_distance(state, unit, aimed, weapon)
    band = "optimal" if is_optimal(weapon, mode, far) else "sub-optimal"
    facts = [f"{inches(sight.distance)} in apart, {band} range"]
    facts += [f"attacker {unit.stance}"] if "posture" in given.said or unit.stance != COMBAT else []
    words = dict(WORDS)
    if mode != GUIDED:
        words["designator"] = ""
    for side, each in ((ATTACKER, unit), (TARGET, aimed)):
        left = f"hull {each.hull}/{each.line.hull}, structure {each.structure}/{each.line.structure}"
        words[f"{side}-damage"] = f"{each.line.name} {left}"
        words[f"{side}-crippled"] = f"{side} crippled" if given.has(f"{side}-crippled") else ""
    return (*facts, *given.facts(words))


stage = staging(c.CONDITIONS, lay_out)
