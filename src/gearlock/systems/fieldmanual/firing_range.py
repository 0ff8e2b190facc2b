"""Attacks laid out by hand on a bare table for the odds tool, and everything they can lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import isqrt
from typing import NamedTuple

import msgspec

from gearlock.kernel import counterparts as shared
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.given import ATTACKER, NO, TARGET, YES, Given, read_attacker, staging, which_weapon
from gearlock.kernel.gunnery import (
    Aid,
    Condition,
    Gunnery,
    Outcomes,
    Share,
    Situation,
    Staged,
    Terms,
    Toll,
    find_unit,
    gathered,
    merged,
)
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Setup
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import FiringField, posts_round
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.odds.walking import Classes, faces_alike, walk
from gearlock.systems.fieldmanual.attacks.defense import mounts_fired, refuse_attack, terms_of
from gearlock.systems.fieldmanual.attacks.outcomes import ATTACK_REROLL, DEFENSE_REROLL, Plight, attack_odds
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, offer_attacks, resolve_attack
from gearlock.systems.fieldmanual.attacks.targets import around
from gearlock.systems.fieldmanual.attacks.weapons_in_use import BANDS as RANGES
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    DIRECT,
    INDIRECT,
    LOBBED,
    OWN,
    REACTION,
    THROWN,
    Attack,
    AttackDeclared,
)
from gearlock.systems.fieldmanual.battles import Post as PlacedPost
from gearlock.systems.fieldmanual.battles import appointed, begin, setup_for
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.damage import Damaged, loss_of
from gearlock.systems.fieldmanual.datacards import DRONE, STATIC, Card, Mount, all_cards
from gearlock.systems.fieldmanual.lock_and_cover.lock import NAMES, cover_of
from gearlock.systems.fieldmanual.lock_and_cover.looks import range_to
from gearlock.systems.fieldmanual.reactions import ANSWER, answer_action, reactors
from gearlock.systems.fieldmanual.state import (
    BANDS,
    BURNING,
    COMBAT,
    COORDINATED,
    DESIGNATED,
    FIELDED,
    HULL_DOWN,
    OBSERVED,
    STATIONARY,
    STUN,
    Activation,
    Shot,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.state_codec import encode
from gearlock.systems.fieldmanual.weapons import BOARD, known_perks, perk_of, read_perk
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, advance, inches, inches_text, turned
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Piece

# --- What can be said about a laid-out attack, and how models, weapons, lengths and perks are read

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, SOME, PARTIAL, FULL = "none", "some", "partial", "full"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
RATINGS = ("light", "medium", "heavy", "solid")
FARTHEST = 100 * INCH

CONDITIONS = (
    Condition("range", "inches between bases; all of Optimal if left out", rule="fieldmanual.range-bands", most=72),
    Condition("cover", "how much of the target is covered", (NONE, SOME, PARTIAL, FULL), NONE, "fieldmanual.cover"),
    Condition("terrain", "what covers it", RATINGS, "heavy", "fieldmanual.cover-solid"),
    Condition("speed", "speed of the attacker", BANDS, COMBAT, "fieldmanual.speed-bands"),
    Condition("target-speed", "speed of the target", BANDS, COMBAT, "fieldmanual.speed-bands"),
    Condition("target-mode", "Movement Mode of the target: W, G or H", (), "", "fieldmanual.movement-mode-switch"),
    Condition("from", "where the target is attacked from", (FRONT, SIDE, REAR), FRONT, "fieldmanual.ranged-defense"),
    Condition("burst", "RoF put into Burst", (), "0", "fieldmanual.rof-burst"),
    Condition("spray", "RoF put into Spray, around the target", (), "0", "fieldmanual.rof-spray"),
    Condition("extra", "Actions spent on further dice", (), "0", "fieldmanual.extra-actions-dice"),
    Condition("linked", "all weapons of the link fire", (NO, YES), NO, "fieldmanual.wt-link"),
    Condition("fire", "how it is aimed", (DIRECT, INDIRECT, THROWN), DIRECT, "fieldmanual.indirect-attack"),
    Condition("designated", "the target is Designated for Guided weapons", (NO, YES), NO, "fieldmanual.wt-guided"),
    Condition("crossfire", "a friend has attacked it from the other side", (NO, YES), NO, "fieldmanual.crossfire"),
    Condition("coordinated", "its leader has nominated the target", (NO, YES), NO, "fieldmanual.coordinated-attack"),
    Condition("hull-down", "the target is Hull Down behind its cover", (NO, YES), NO, "fieldmanual.hull-down"),
    Condition("trait", "a perk or flaw to add or take away: AMS, -Arms, attacker:ANN (the target's if not said)"),
    Condition("target-damage", "boxes of the target that are filled", (), "0", "fieldmanual.damage-levels"),
    Condition("attacker-damage", "boxes of the attacker that are filled", (), "0", "fieldmanual.damage-levels"),
    Condition("target-stunned", "the target has a Stun counter", (NO, YES), NO, "fieldmanual.stun"),
    Condition("attacker-stunned", "the attacker has a Stun counter", (NO, YES), NO, "fieldmanual.stun"),
    Condition("bearing", "where the attacker has the target", (AHEAD, LEFT, RIGHT, BEHIND), AHEAD, "fieldmanual.arcs"),
    Condition("height", "inches the attacker stands higher, on a hill", (), "0", "fieldmanual.ranged-defense"),
)  # fmt: skip


class Post(NamedTuple):
    """An attacker as it was named: its card and the weapons it uses one after another."""

    card: Card
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all models by id; drones neither attack nor are attacked."""
    return {name: card.name for name, card in all_cards().items() if card.kind != DRONE}


def ranged(card: Card) -> list[Mount]:
    """The weapons of a card that are no melee weapons."""
    return [mount for mount in card.weapons if not mount.weapon.is_melee]


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a model that are fired or thrown."""
    return tuple(mount.id for mount in ranged(all_cards()[unit]))


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def card_named(name: str, given: Given, side: str) -> Card:
    """A card with the perks and flaws that were added or taken away, under a name of its own if there are any."""
    card = all_cards()[find_unit(names(), name)]
    changes = given.changes_of(side)
    for change in changes:
        try:
            perk = read_perk(change.name)
        except ValueError as error:
            raise UnknownName("perk or flaw", change.name, known_perks(), "fieldmanual.card-perks-flaws") from error
        if change.taken and not card.has(perk.name):
            raise change.missing(card.name, (*card.perks, *card.flaws), "fieldmanual.card-perks-flaws")
        card = _without(card, perk.name)
        if not change.taken:
            kind = "flaws" if perk_of(perk.name).flaw else "perks"
            own = {**getattr(card, kind), perk.name: perk.rating}
            aux = (*card.aux, perk.name) if perk_of(perk.name).aux else card.aux
            details = {**card.details, perk.name: perk.detail} if perk.detail else card.details
            card = msgspec.structs.replace(card, **{kind: own}, aux=aux, details=details)
    return msgspec.structs.replace(card, id=f"{card.id}/{side}") if changes else card


def _without(card: Card, name: str) -> Card:
    perks = {key: rating for key, rating in card.perks.items() if key != name}
    flaws = {key: rating for key, rating in card.flaws.items() if key != name}
    return msgspec.structs.replace(card, perks=perks, flaws=flaws, aux=tuple(key for key in card.aux if key != name))


def read_post(text: str, given: Given) -> Post:
    """`jager:LAC+LRP/24`: one model that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = [mount.id for mount in ranged(card)]
    if not carried:
        raise BadInput(f"The {card.name} has nothing to fire. [fieldmanual.card-weapons]")
    if not named and len(carried) != 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def weapon_named(card: Card, name: str) -> Mount:
    """A weapon of a model, however it is capitalised; LRP is the LRP/24."""
    carried = ranged(card)
    for mount in carried:
        if name.lower() in (mount.id.lower(), mount.weapon.id.lower()):
            return mount
    raise UnknownName(f"weapon of the {card.name}", name, [mount.id for mount in carried], "fieldmanual.card-weapons")


def mode_of(card: Card, given: Given) -> str:
    """The Movement Mode of the target: as was said, else its first."""
    said = given.says("target-mode").upper()
    if not said:
        return card.primary
    if said not in card.rows:
        rows = ", ".join(card.rows) or "none: it never moves"
        raise BadInput(f"The {card.name} has no mode {said}; there is {rows}. [fieldmanual.movement-mode-switch]")
    return said


# --- A battle with nobody in it but attackers and their target, laid out as the conditions say

FIELD = FiringField(120 * INCH)
THICK = INCH // 5
"""How deep a wall is that gives cover: not deep enough to conceal."""
SHARES = {SOME: (2, 5), PARTIAL: (3, 4), FULL: (1, 1)}
"""How much of the target's height it hides."""
TURNS = {AHEAD: 0, LEFT: -RIGHT_ANGLE, RIGHT: RIGHT_ANGLE, BEHIND: HALF_TURN}
SIDES = {FRONT: HALF_TURN, SIDE: RIGHT_ANGLE, REAR: 0}
LEVELS = (NONE, SOME, PARTIAL, FULL)
WORDS = {"range": "", "speed": "", "cover": "", "from": "from the {}", "fire": "{} fire", "terrain": ""}
"""How what was said is told; range, speed and cover are told as they lie on the table."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    target = card_named(situation.target, given, TARGET)
    lead = weapon_named(posts[0].card, posts[0].weapons[0])
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
        seat: appointed((tuple(PlacedPost(card.id, tv=card.tv) for card in side),), cards)
        for seat, side in (("red", red), ("blue", [target]))
    }
    return setup_for("duel", 0, {}, ground, forces, 5, cards)


def _cover(target: Card, given: Given) -> list[Piece]:
    """A wall before the target: as high as the share of it that is hidden, and too thin to conceal."""
    level = given.says("cover")
    if level == NONE:
        if given.has("hull-down"):
            raise BadInput("Without cover nobody is Hull Down: say cover=partial as well. [fieldmanual.hull-down]")
        return []
    part, whole = SHARES[level]
    near, top = FIELD.middle - target.radius, target.height * part // whole + (INCH if level == FULL else 0)
    outline = rectangle(near - THICK, FIELD.middle - 3 * INCH, near, FIELD.middle + 3 * INCH)
    rating = given.says("terrain")
    return [Piece("wall", f"{rating} cover", "instance", outline, top=top, rating=rating)]


def _hill(attackers: list[Card], target: Card, lead: Mount, given: Given) -> list[Piece]:
    """Ground that lifts the attackers; its edge is before their feet, so that it hides nothing below it."""
    height = mils(given, "height") or 0
    if not height:
        return []
    away = isqrt(max(0, _range(attackers[0], lead, given) ** 2 - height**2))
    near = target.radius + max(0, away - INCH // 10)
    return [FIELD.hill(near, 2 * max(card.radius for card in attackers), height, "solid")]


def _range(card: Card, lead: Mount, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of Combat Optimal range."""
    said = mils(given, "range")
    return lead.weapon.ranges(card.size)[0] if said is None else said


def _field(state: State, attackers: list[Unit], target: Unit, lead: Mount, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.first, state.group = "action", 1, "red", "red", 1
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, SIDES[given.says("from")]
    _prepare(state, target, given, TARGET)
    for unit in attackers:
        unit.z = mils(given, "height") or 0
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
    mode = unit.mode if side == ATTACKER else mode_of(unit.card, given)
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


stage = staging(CONDITIONS, lay_out)


# --- Everything an attack can lead to: counted where one model is asked about, else played on all the dice can show

MOST_ROLLS = 3
"""Defenses against one attack that are played one beside the other at most."""
WIDEST = 60_000
"""How many branches are played at most."""
AIDS = (
    Aid(ATTACK_REROLL, "a Command Point for the attacker: roll again", "attacker", "fieldmanual.cp-reroll-skill"),
    Aid(DEFENSE_REROLL, "a Command Point for the defender: roll again", "target", "fieldmanual.cp-reroll-skill"),
)


def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end. What becomes of one model alone is counted, unless states are asked for.

    So it is where the dice of all who defend would be too many to play.
    """
    assert isinstance(order, Attack), f"{order} is no attack"
    about = terms.about or marks(state, order)
    if terms.aid or (not terms.ends and terms.reply is None and (len(about) == 1 or _is_wide(state, order, about))):
        return gathered(list(_counted(state, order, about[0], terms.aid)))
    shares = _played(state, lambda ctx: resolve_attack(ctx, order), state, about, Decline())
    shares = merged(shares, encode)
    answered: list[Share[State]] = []
    for share in shares:
        if terms.reply is None or not _can_reply(share.state, terms.reply):
            answered.append(share)
            continue
        for more in _played(share.state, answer_action, state, about, terms.reply):
            tolls = {unit: share.tolls[unit].then(more.tolls[unit]) for unit in about}
            answered.append(Share(share.ways * more.ways, share.out_of * more.out_of, tolls, more.state))
    return gathered(merged(answered, encode if terms.ends else None))


def _is_wide(state: State, order: Attack, about: tuple[str, ...]) -> bool:
    """Whether too many dice would have to be played: about seven classes a roll."""
    unit = state.units[order.unit]
    return len(about) * len(mounts_fired(state, unit, order, terms_of(state, unit))) > MOST_ROLLS


def _counted(state: State, order: Attack, name: str, aid: str) -> Iterator[Share[State]]:
    unit = state.units[name]
    odds = attack_odds(state, order, name, aid=aid)
    for plight, ways in odds.chances.items():
        yield Share(ways, odds.total, {name: _toll_of(unit, plight)}, state)


def _toll_of(unit: Unit, plight: Plight) -> Toll:
    """A plight as it is told: boxes filled, Stun and fire, a full track, the end."""
    lost, crippled, destroyed = loss_of(unit, plight.filled)
    new = (STUN, plight.stunned), (BURNING, plight.burning)
    effects = () if destroyed else tuple(name for name, there in new if there and not unit.token(name))
    return Toll(plight.hit, lost, 0, effects, crippled, destroyed)


def _can_reply(state: State, reply: Order) -> bool:
    return (
        isinstance(reply, Attack)
        and refuse_attack(state, reply, REACTION) is None
        and bool([unit for unit in reactors(state) if unit.id == reply.unit])
    )


def answering(reply: Order) -> Callable[[Ctx[State], Ask], Order]:
    """Everybody declines whatever is offered, but for the one answer, given once."""

    def answer(ctx: Ctx[State], asked: Ask) -> Order:
        if not isinstance(reply, Attack) or asked.kind != ANSWER or reply.unit not in asked.about:
            return Decline()
        fired = any(isinstance(event, AttackDeclared) and event.unit == reply.unit for event in ctx.events)
        return Decline() if fired else reply

    return answer


@heeds("fieldmanual.reaction-fire")
def _played(
    state: State, script: Callable[[Ctx[State]], Script[None]], before: State, about: tuple[str, ...], reply: Order
) -> list[Share[State]]:
    """A script played on everything the dice can show, and what it leaves."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, script(ctx)

    shares: list[Share[State]] = []
    for leaf in walk(begin, _classes_for(before), answering(reply)):
        if len(shares) > WIDEST:
            raise BadInput(f"The attack rolls against {len(about)} models at once: ask about fewer of them.")
        after: State = leaf.ctx.state
        after.rolled = None
        tolls = {unit: toll(state, after, leaf.ctx.events, unit) for unit in about}
        shares.append(Share(leaf.ways, leaf.out_of, tolls, after))
    return shares


@heeds("fieldmanual.combined-defense")
def _classes_for(state: State) -> Callable[[Roll], Classes]:
    """The classes of a roll; a pool that several bases share is played on every throw, for they peel it."""

    def classes(roll: Roll) -> Classes:
        unit = state.units.get(roll.unit)
        shared = unit is not None and unit.team and roll.purpose == "defense" and roll.count > unit.card.skills.defense
        return faces_alike(msgspec.structs.replace(roll, step=None) if shared else roll)

    return classes


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What an attack that was played cost a model."""
    was, now = before.units[unit_id], after.units[unit_id]
    marked = [event for event in events if isinstance(event, Damaged) and event.unit == unit_id]
    filled = marked[-1].filled if marked else was.boxes
    plight = Plight(filled, bool(marked), bool(now.token(STUN)), bool(now.token(BURNING)))
    return _toll_of(was, plight)


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against, the target first."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    fire = fire_of(state, order, terms_of(state, state.units[order.unit]))
    near = around(state, target, fire.use) if fire.use.radius and (fire.use.area or order.way in LOBBED) else []
    return (target.id, *(unit.id for unit in near))


@heeds("fieldmanual.reaction-fire")
def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The Reaction Fire with which the target may answer, if it lives."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    if target.actions < 1:
        return ()
    options = offer_attacks(state, target, REACTION, (order.unit,))
    return tuple(option.order for option in options if isinstance(option.order, Attack))


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A re-roll for either side; what never moves does not roll, and linked weapons are dodged more than once."""
    if not isinstance(order, Attack) or order.target not in state.units:
        return ()
    unit, target = state.units[order.unit], state.units[order.target]
    many = len(mounts_fired(state, unit, order, terms_of(state, unit))) > 1
    return AIDS[:1] if target.is_static or many else AIDS


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack), f"{order} is no attack"
    mount = state.units[order.unit].card.weapon(order.weapon)
    rof = [f"{word} {count}" for word, count in (("Spray", order.spray), ("Burst", order.burst)) if count]
    more = [*rof, *([f"+{order.extra}D6"] if order.extra else []), *(["linked"] if order.linked else [])]
    how = "" if order.way == DIRECT else f" {order.way}"
    told = f" ({', '.join(more)})" if more else ""
    at = f" at {state.units[order.target].name}" if order.target in state.units else ""
    return f"{state.units[order.unit].name}: {mount.name if mount else order.weapon}{how}{told}{at}"


# --- The firing range of the Field Manual: how attacks are laid out, and all that can come of them


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on a target that the active model may make now."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="fieldmanual.actions")):
        order = option.order
        if isinstance(order, Attack) and order.way in (DIRECT, *LOBBED) and not isinstance(option, OPEN_OPTIONS):
            yield order


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

WORDS_COUNTERPARTS = shared.read_words("gearlock.systems.fieldmanual")


@cache
def _models() -> dict[str, str]:
    cards = all_cards()
    return shared.shared_names(
        (shared.Named(id, name, cards[id].faction) for id, name in names().items()), WORDS_COUNTERPARTS
    )


def _weapons(model: str) -> dict[str, str]:
    """By the whole codes of the tables, which have the size in them."""
    carried = [shared.Carried(mount.id, "", mount.weapon.id) for mount in ranged(all_cards()[model])]
    return shared.shared_weapons(carried, WORDS_COUNTERPARTS)


def _price(model: str) -> int:
    return all_cards()[model].tv


def _move(card: Card) -> str:
    return ", ".join(f"{mode}:{row.combat}/{row.top}" for mode, row in card.rows.items()) or "never moves"


def _card(model: str) -> dict[str, str]:
    """Skills are dice, of which the highest counts."""
    card = all_cards()[model]
    facts = {"armour": card.armor, "boxes": card.boxes, "overkill": card.overkill, "actions": card.actions}
    facts |= {"attack": f"{card.skills.attack}D6", "defense": f"{card.skills.defense}D6", "move": _move(card)}
    return {name: str(value) for name, value in facts.items()}


def _weapon(model: str, weapon: str) -> str:
    """Damage multiplier, ranges, RoF and traits."""
    card = all_cards()[model]
    mount = next(each for each in card.weapons if each.id == weapon)
    near, far, most = mount.weapon.ranges(card.size)
    end = "" if most is None else "/any" if most >= BOARD else f"/{inches_text(most)}"
    parts = [f"DM x{mount.weapon.damage(card.size)}", f"{inches_text(near)}/{inches_text(far)}{end} in"]
    parts += [f"RoF {mount.weapon.rof}"] if mount.weapon.rof else []
    return ", ".join([*parts, *(f"{n}{r}" if r > 1 else n for n, r in mount.weapon.traits.items())])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """A Combined Model counts once, when all of it is lost; drones and turrets not at all."""
    found: dict[str, shared.Fielded] = {}
    for unit in state.units.values():
        if not unit.parent and unit.card.kind != STATIC:
            first = found.get(unit.team or unit.id)
            lost = unit.is_lost and (first is None or first.lost)
            price = unit.tv + (first.price if first else 0)
            found[unit.team or unit.id] = shared.Fielded(unit.seat, unit.card.name, price, lost)
    return found


COUNTERPARTS = shared.Counterparts(WORDS_COUNTERPARTS, _models, _weapons, _price, _card, _weapon, _fielded)
