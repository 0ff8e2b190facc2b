"""A battle with nobody in it but attackers and their target, laid out so that the conditions somebody gave are true."""

from __future__ import annotations

from math import isqrt

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import ATTACKER, TARGET, Given, staging
from gearlock.kernel.gunnery import Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Setup
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import FiringField, posts_round
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, THROWN, Attack
from gearlock.systems.fieldmanual.attacks.ranged import fire_of
from gearlock.systems.fieldmanual.attacks.terms import OWN
from gearlock.systems.fieldmanual.attacks.uses import BANDS as RANGES
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.cards import Card, Mount
from gearlock.systems.fieldmanual.firing_range import conditions as c
from gearlock.systems.fieldmanual.lock_and_cover.cover import NAMES, cover_of
from gearlock.systems.fieldmanual.lock_and_cover.measuring import range_to
from gearlock.systems.fieldmanual.setup.lineup import Post, appointed
from gearlock.systems.fieldmanual.setup.scenario import begin, setup_for
from gearlock.systems.fieldmanual.state import (
    COMBAT,
    COORDINATED,
    DESIGNATED,
    FIELDED,
    HULL_DOWN,
    OBSERVED,
    STATIONARY,
    STUN,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.under_way import Activation, Shot
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, advance, inches, turned
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Piece

FIELD = FiringField(120 * INCH)
THICK = INCH // 5
"""How deep a wall is that gives cover: not deep enough to conceal."""
SHARES = {c.SOME: (2, 5), c.PARTIAL: (3, 4), c.FULL: (1, 1)}
"""How much of the target's height it hides."""
TURNS = {c.AHEAD: 0, c.LEFT: -RIGHT_ANGLE, c.RIGHT: RIGHT_ANGLE, c.BEHIND: HALF_TURN}
SIDES = {c.FRONT: HALF_TURN, c.SIDE: RIGHT_ANGLE, c.REAR: 0}
LEVELS = (c.NONE, c.SOME, c.PARTIAL, c.FULL)
WORDS = {"range": "", "speed": "", "cover": "", "from": "from the {}", "fire": "{} fire", "terrain": ""}
"""How what was said is told; range, speed and cover are told as they lie on the table."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [c.read_post(text, given) for text in situation.attackers]
    target = c.card_named(situation.target, given, TARGET)
    lead = c.weapon_named(posts[0].card, posts[0].weapons[0])
    setup = _setup([post.card for post in posts], target, lead, given)
    state = begin(setup)
    heads = [unit for unit in state.units.values() if unit.seat == "red" and state.is_lead(unit)]
    attackers, friend = heads[:-1], heads[-1]
    aimed = next(unit for unit in state.units.values() if unit.seat == "blue")
    _field(state, attackers, aimed, lead, given)
    _place_friend(state, friend, attackers[0], aimed, given)
    orders = [
        _order(unit, weapon, aimed, given)
        for unit, post in zip(attackers, posts, strict=True)
        for weapon in post.weapons
    ]
    now = state
    for order in orders:
        now = _checked(now, order, given)
    start = ready_for(state, orders[0])
    assert isinstance(start, State), "it was just checked"
    return Staged(setup, start, tuple(orders), aimed.id, _facts(start, orders[0], given))


def _setup(attackers: list[Card], target: Card, lead: Mount, given: Given) -> Setup:
    """The set-up: its models, a friend who may observe or have fired before, and the ground."""
    red = [*attackers, attackers[0]]
    cards = {card.id: card for card in (*red, target)}
    ground = FIELD.ground(*_cover(target, given), *_hill(attackers, target, lead, given))
    forces = {
        seat: appointed((tuple(Post(card.id, tv=card.tv) for card in side),), cards)
        for seat, side in (("red", red), ("blue", [target]))
    }
    return setup_for("duel", 0, {}, ground, forces, 5, cards)


def _cover(target: Card, given: Given) -> list[Piece]:
    """A wall before the target: as high as the share of it that is hidden, and too thin to conceal."""
    level = given.says("cover")
    if level == c.NONE:
        if given.has("hull-down"):
            raise BadInput("Without cover nobody is Hull Down: say cover=partial as well. [fieldmanual.hull-down]")
        return []
    part, whole = SHARES[level]
    near, top = FIELD.middle - target.radius, target.height * part // whole + (INCH if level == c.FULL else 0)
    outline = rectangle(near - THICK, FIELD.middle - 3 * INCH, near, FIELD.middle + 3 * INCH)
    rating = given.says("terrain")
    return [Piece("wall", f"{rating} cover", "instance", outline, top=top, rating=rating)]


def _hill(attackers: list[Card], target: Card, lead: Mount, given: Given) -> list[Piece]:
    """Ground that lifts the attackers; its edge is before their feet, so that it hides nothing below it."""
    height = c.mils(given, "height") or 0
    if not height:
        return []
    away = isqrt(max(0, _range(attackers[0], lead, given) ** 2 - height**2))
    near = target.radius + max(0, away - INCH // 10)
    return [FIELD.hill(near, 2 * max(card.radius for card in attackers), height, "solid")]


def _range(card: Card, lead: Mount, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of Combat Optimal range."""
    said = c.mils(given, "range")
    return lead.weapon.ranges(card.size)[0] if said is None else said


def _field(state: State, attackers: list[Unit], target: Unit, lead: Mount, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.first, state.group = "action", 1, "red", "red", 1
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, SIDES[given.says("from")]
    _prepare(state, target, given, TARGET)
    for unit in attackers:
        unit.z = c.mils(given, "height") or 0
        _prepare(state, unit, given, ATTACKER)
    reach = _range(attackers[0].card, lead, given)
    posts = ruled(
        posts_round(target.body, [unit.body for unit in attackers], reach),
        {"high": "fieldmanual.measurement", "room": "fieldmanual.measurement"},
    )
    if isinstance(posts, Refusal):
        raise BadInput(posts.text())
    for unit, post in zip(attackers, posts, strict=True):
        unit.x, unit.y = post.x, post.y
        unit.facing = turned(post.ahead, TURNS[given.says("bearing")])
    _line_up(state, [target, *attackers])


def _line_up(state: State, heads: list[Unit]) -> None:
    """The other bases of Combined Models stand behind the first, in a row and out of the way."""
    for head in heads:
        behind = 1 if head.seat == "blue" else -1
        for number, base in enumerate(state.parts(head)):
            base.x = head.x + behind * number * 3 * INCH // 2
            base.y, base.z, base.facing, base.status = head.y, head.z, head.facing, FIELDED


def _prepare(state: State, unit: Unit, given: Given, side: str) -> None:
    """A fresh model, or one that has suffered as was said, at the speed that was said."""
    lost = given.number(f"{side}-damage", 9) or 0
    if lost > len(unit.card.boxes):
        message = f"The {unit.card.name} has {len(unit.card.boxes)} boxes: {lost} filled would be its death."
        raise BadInput(f"{message} [fieldmanual.damage-dead]")
    band = given.says("speed" if side == ATTACKER else "target-speed")
    mode = unit.mode if side == ATTACKER else c.mode_of(unit.card, given)
    for part in state.parts(unit):
        part.status, part.actions, part.boxes = FIELDED, unit.card.actions, lost
        part.mode, part.band = mode, STATIONARY if unit.is_static else band
        if given.has(f"{side}-stunned"):
            part.tokens[STUN] = 1
    if side == TARGET and given.has("hull-down"):
        unit.tokens[HULL_DOWN] = 1


def _place_friend(state: State, friend: Unit, first: Unit, target: Unit, given: Given) -> None:
    """A friend beside the first attacker who has observed the target, or behind the target who has fired at it."""
    for part in state.parts(friend):
        part.status, part.band, part.actions = FIELDED, COMBAT, 0
        part.x, part.y, part.z, part.facing = first.x, first.y - 4 * INCH, first.z, first.facing
    group = f"{COORDINATED}:red:{first.group}"
    for name, token in (("designated", f"{DESIGNATED}:{friend.id}"), ("coordinated", group)):
        if given.has(name):
            target.tokens[token] = 1
    if given.says("fire") != DIRECT:
        target.tokens[f"{OBSERVED}:{friend.id}"] = 1
    if given.has("crossfire"):
        x, y = advance(target.x, target.y, 0, 12 * INCH)
        state.shots.append(Shot(friend.id, target.id, x, y, 0, 999, target.x, target.y))


def _order(unit: Unit, weapon: str, target: Unit, given: Given) -> Attack:
    spray, burst, extra = (given.number(name, 20) or 0 for name in ("spray", "burst", "extra"))
    mount = unit.card.weapon(weapon)
    way = THROWN if mount is not None and mount.weapon.is_thrown else given.says("fire")
    return Attack(unit.id, weapon, target.id, spray, burst, extra, way=way, linked=given.has("linked"))


def _checked(state: State, order: Attack, given: Given) -> State:
    """The state in which an attack can be made; what the rules or the terrain have against it is said."""
    found = ready_for(state, order)
    if isinstance(found, Refusal):
        raise BadInput(found.text())
    unit, target = found.units[order.unit], found.units[order.target]
    level = LEVELS[cover_of(found, unit, target).level]
    if level != given.says("cover"):
        message = (
            f"From so near, or so high, the {target.card.name} does not have {given.says('cover')} cover, but {level}."
        )
        raise BadInput(f"{message} [fieldmanual.cover]")
    after = found.clone()
    spent = after.units[order.unit]
    for part in after.parts(spent):
        part.actions = max(0, part.actions - 1 - order.extra)
        part.fired.append(order.weapon)
    return after


def ready_for(state: State, order: Order) -> State | Refusal:
    """The state in which a model of a sequence can attack: whoever was active is done, and it is its turn."""
    assert isinstance(order, Attack), f"{order} is no attack"
    unit, active, after = state.units[order.unit], state.active(), state
    if active is None or active.id != unit.id:
        after = state.clone()
        after.activation = Activation(unit.id, banded=True)
        after.turn, after.group = unit.seat, unit.group
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.id, rule="fieldmanual.actions"), order) or after


def _facts(state: State, order: Attack, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the table."""
    unit, target = state.units[order.unit], state.units[order.target]
    fire = fire_of(state, order, OWN)
    facts = [f"{inches(range_to(state, unit, target))} in apart, {RANGES[fire.use.band]} range"]
    facts += [f"attacker at {unit.band} speed"] if "speed" in given.said or unit.band != COMBAT else []
    cover = cover_of(state, unit, target)
    if cover.level:
        facts.append(f"{NAMES[cover.level]}{', Solid' if cover.solid else ''}")
    words = dict(WORDS)
    for side, each in ((ATTACKER, unit), (TARGET, target)):
        words[f"{side}-damage"] = f"{side}: {each.boxes} of {len(each.card.boxes)} boxes filled"
        words[f"{side}-stunned"] = f"{side} stunned" if each.token(STUN) else ""
    if order.way == INDIRECT:
        facts.append("observed by a friend beside it")
    return (*facts, *given.facts(words))


stage = staging(c.CONDITIONS, lay_out)
