"""A battle with no one in it but attackers and their target, laid out as asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from gearlock.kernel import counterparts as shared
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import ATTACKER, TARGET, Given, staging
from gearlock.kernel.gunnery import Gunnery, Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Setup
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import posts_round
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.blitz.attacks.aiming import Attack, IndirectFire, Sight, SnapFire, attack_distance
from gearlock.systems.blitz.attacks.attack import Volley, is_optimal, refuse_indirect
from gearlock.systems.blitz.attacks.modifiers import GUIDED
from gearlock.systems.blitz.battles import Post, appointed, begin, setup_for
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.firing_range.conditions import (
    AHEAD,
    BEHIND,
    CONDITIONS,
    DIRECTLY,
    FIELD,
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    SIDE,
    apart,
    card_named,
    dice_wanted,
    ground_for,
    load_of,
    mils,
    names,
    read_post,
    weapon_named,
    weapons,
)
from gearlock.systems.blitz.firing_range.outcomes import (
    AIMED,
    aids,
    aim_of,
    answering,
    begun,
    order_unit,
    outcomes,
    replies,
    struck_by,
    toll,
)
from gearlock.systems.blitz.general_concepts.measuring import distance as measured
from gearlock.systems.blitz.models import ModelCard, Weapon, model_cards, ready
from gearlock.systems.blitz.movement.terrain import moves_of
from gearlock.systems.blitz.rounds import Activate, Activated, ActivationEnded
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
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, inches, turned

# --- A battle with nobody in it but attackers and their target, laid out as the conditions say

TURNS = {AHEAD: 0, LEFT: -RIGHT_ANGLE, RIGHT: RIGHT_ANGLE, BEHIND: HALF_TURN}
SIDES = {FRONT: HALF_TURN, SIDE: RIGHT_ANGLE, REAR: 0}
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
    posts = [read_post(text, given) for text in situation.attackers]
    target = card_named(situation.target, given, TARGET)
    lead = weapon_named(posts[0].card, posts[0].weapons[0])
    lead = lead.loads[load_of(lead, given)]
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
    if given.says("fire") != DIRECTLY:
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
        unit.z = max(unit.z, mils(given, "height") or 0)
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
    load = load_of(carried, given)
    if given.says("fire") != DIRECTLY:
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


stage = staging(CONDITIONS, lay_out)


# --- What the tools around the game ask about attacks


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack that the active model may make now."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="blitz.3.4a")):
        if isinstance(option.order, Attack | IndirectFire) and not isinstance(option, OPEN_OPTIONS):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against."""
    if isinstance(order, IndirectFire):
        volley = aim_of(state, order)
    else:
        assert isinstance(order, Attack), f"{order} is no attack"
        volley = Volley(order.unit, order.weapon, order.load, order.targets)
    return tuple(dict.fromkeys(struck_by(state, volley)))


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack | SnapFire | IndirectFire), f"{order} is no attack"
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    at = " and ".join(state.units[target].name for target in targets)
    load = f" ({order.load})" if order.load else ""
    how = " indirectly" if isinstance(order, IndirectFire) else ""
    return f"{state.units[order.unit].name}: {order.weapon}{load}{how}{f' at {at}' if at else ''}"


GUNNERY: Gunnery[State] = Gunnery(
    conditions=CONDITIONS,
    units=names,
    weapons=weapons,
    stage=stage,
    attacks=attacks,
    marks=marks,
    title=title,
    ready=ready_for,
    outcomes=outcomes,
    toll=toll,
    replies=replies,
    aids=aids,
)


# --- This book beside others: shared words for its cards and weapons, and the models that a battle has cost

WORDS_COUNTERPARTS = shared.read_words("gearlock.systems.blitz")


@cache
def _models() -> dict[str, str]:
    named = [shared.Named(id, found.name, found.faction) for id, found in model_cards().items()]
    return shared.shared_names(named, WORDS_COUNTERPARTS)


def _weapons(model: str) -> dict[str, str]:
    carried = [shared.Carried(id, arm.size, arm.row.code) for id, arm in ready(model_cards()[model]).weapons.items()]
    return shared.shared_weapons(carried, WORDS_COUNTERPARTS)


def _price(model: str) -> int:
    return model_cards()[model].tv


def _card(model: str) -> dict[str, str]:
    """Skills are the face from which dice count."""
    found = model_cards()[model]
    facts = {"armour": found.armor, "hull + structure": f"{found.hull} + {found.structure}"}
    facts |= {"actions": found.actions, "gunnery": f"{found.gun}+", "piloting": f"{found.pilot}+"}
    return {name: str(value) for name, value in {**facts, "move": f"{found.gait}:{found.move}"}.items()}


def _weapon(model: str, weapon: str) -> str:
    """Penetration, ranges and traits, with the first kind of ammunition."""
    arm = next(iter(ready(model_cards()[model]).weapons[weapon].loads.values()))
    band = f"{inches(arm.near)}-{inches(arm.far)}/{inches(arm.most)} in"
    return ", ".join([f"PEN {arm.pen}", band, *(f"{n}:{r}" if r > 1 else n for n, r in arm.traits.items())])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """Great vehicles count once, drones and works not at all."""
    counted = [unit for unit in state.units.values() if not unit.parent and unit.line.type != "Fortification"]
    return {u.id: shared.Fielded(u.seat, u.line.name, u.tv, u.is_destroyed) for u in counted}


COUNTERPARTS = shared.Counterparts(WORDS_COUNTERPARTS, _models, _weapons, _price, _card, _weapon, _fielded)
