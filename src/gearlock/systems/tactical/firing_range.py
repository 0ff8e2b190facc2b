"""Attacks laid out for the odds tool, and everything they can lead to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

import msgspec

from gearlock.kernel import counterparts as shared
from gearlock.kernel.asks import Ask, Target
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
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import FiringField, posts_round
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.tactical.advice.attack_odds import (
    WHOLE,
    Loss,
    caught_by,
    duel_of,
    fates_of,
    hurt_by,
    link_fates,
    points_lost,
    shots_of,
)
from gearlock.systems.tactical.attacks.exchange import attack_lines, rolls_defense
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.targets import cost_of, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import BANDS, DIRECT, Attack, AttackMet, is_blast
from gearlock.systems.tactical.battles.battles import begin, setup_for
from gearlock.systems.tactical.battles.generated import FAIR, LEVELS, SCALES
from gearlock.systems.tactical.battles.generated import Post as PlacedPost
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command import WARNING, Warn, refuse_point
from gearlock.systems.tactical.damage.condition import PACE_WORDS, actions_now
from gearlock.systems.tactical.damage.resolving import position_of
from gearlock.systems.tactical.damage.systems_damage import SYSTEMS
from gearlock.systems.tactical.datacards import Card, Mount, with_entry
from gearlock.systems.tactical.dice_tests import FIRE_CONTROL, defect_of
from gearlock.systems.tactical.infantry_cards import level_of, levels_for, unit_tv
from gearlock.systems.tactical.line_of_sight.seeing import partial_cover
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, WOODLAND, distance
from gearlock.systems.tactical.state import (
    CLASSES,
    COMBAT,
    DESTROYED,
    EVADING,
    FALLEN,
    FIELDED,
    NO_GROUP,
    SKIRMISH_SCALE,
    STATIONARY,
    STUNNED,
    TOP,
    TOY_SCALE,
    Activation,
    State,
    Unit,
)
from gearlock.systems.tactical.state import HEAVY as HEAVY_DAMAGE
from gearlock.systems.tactical.state import LIGHT as LIGHT_DAMAGE
from gearlock.systems.tactical.state_codec import encode
from gearlock.systems.tactical.switches import (
    BURST_FIRE,
    CALLED_SHOTS,
    DAY,
    DETAILED_DAMAGE,
    FALLING,
    INFANTRY_RULES,
    LEFTOVER,
    PHANTOMS,
    STEALTH,
    TIME,
    TIMES,
    WEATHER,
    WEATHERS,
    suffered,
)
from gearlock.systems.tactical.unit_files import all_cards, doubts_about
from gearlock.systems.tactical.weapons import SLOW_BURN
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, INCH, inches, inches_text
from gearlock.table.measure import distance as apart
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Piece

# --- What lies round a laid-out attack: at which scale, in what light and weather, and what is in the way of it

FIELD: Final = FiringField(120 * INCH)
MOST_POINTS: Final = 20
WIDE: Final = 9 * INCH
THICK: Final = INCH // 10
NOTHING, LIGHT, HEAVY = "none", "light", "heavy"
COVERS: Final = (NOTHING, LIGHT, HEAVY)
PARTIAL: Final = "tactical.3.8.2-partial-cover"
BEFORE_THE_TARGET: Final = "cover"


def scale_of(given: Given) -> str:
    """What an inch stands for."""
    return SCALES[given.says("scale")]


@heeds("tactical.3.7-night", "tactical.3.7-rain", "tactical.3.7-sandstorm", "tactical.4.1.2-condition-winds")
def sky_of(given: Given) -> dict[str, str]:
    """The switches of light and weather that were said."""
    found = {TIME: given.says("time")} if given.says("time") != DAY else {}
    return found | ({WEATHER: given.says("weather")} if given.says("weather") != FAIR else {})


def pieces_of(given: Given, target: Card, reach: int) -> list[Piece]:
    """The woodland between attacker and target, and what the target stands behind."""
    return [*_woods(given, reach), *_cover(given, target)]


@heeds("tactical.2.6.6-concealment", "tactical.3.8.2")
def _woods(given: Given, reach: int) -> list[Piece]:
    """As much woodland right before the target as gives so many points of Obscurement, and a little more."""
    points = given.number("concealment", MOST_POINTS) or 0
    if not points:
        return []
    deep = points * INCH
    if scale_of(given) == SKIRMISH_SCALE:
        deep = max(INCH // 2, (points - 1) * OBSCUREMENT[SKIRMISH_SCALE][WOODLAND] * INCH)
    if deep + INCH // 10 > reach:
        inches = f"{deep / INCH:g} in of woodland"
        raise BadInput(f"{points} points of Obscurement need {inches} between them. [tactical.2.6.6-concealment]")
    east = FIELD.middle - INCH // 20
    outline = rectangle(east - deep - 10, FIELD.middle - WIDE, east, FIELD.middle + WIDE)
    return [Piece("woods", "Woodland", "area", outline, top=5 * INCH, rating="light", props={"going": "woodland"})]


@heeds("tactical.3.8.2-partial-cover")
def _cover(given: Given, target: Card) -> list[Piece]:
    """Something in base contact that covers three quarters of the target: a fence, or a barricade."""
    said = given.says("cover")
    if said == NOTHING:
        return []
    if scale_of(given) != SKIRMISH_SCALE:
        raise BadInput(f"Partial cover is for the skirmish scale of 10 m an inch: scale=skirmish. [{PARTIAL}]")
    if target.squad is not None:
        raise BadInput(f"Partial cover adds to the Armor of vehicles; squads have none. [{PARTIAL}]")
    west = FIELD.middle - target.radius
    outline = rectangle(west - THICK, FIELD.middle - WIDE, west, FIELD.middle + WIDE)
    name = "Fence" if said == LIGHT else "Barricade"
    return [Piece(BEFORE_THE_TARGET, name, "instance", outline, top=target.height * 3 // 4, rating=said)]


@heeds("tactical.3.8.2-partial-cover")
def check_cover(given: Given, state: State, attackers: list[Unit], target: Unit) -> None:
    """What was put before the target covers it against everybody."""
    if given.says("cover") != NOTHING and not all(partial_cover(state, target, unit).armor for unit in attackers):
        raise BadInput(f"From there the cover hides less than half of the {target.name}. [{PARTIAL}]")


# --- What can be said about a laid-out attack, and how units, weapons and lengths are read

FRONT, FLANK, REAR = "front", "rear-flank", "rear"
FARTHEST = 100 * INCH

CONDITIONS = (
    Condition(
        "range", "inches between the middles; all of Short range if left out", rule="tactical.2.6.7-range", most=72
    ),
    Condition("concealment", "points of Obscurement between them", (), "0", "tactical.2.6.7-obscurement"),
    Condition("pace", "speed of the attacker", CLASSES, COMBAT, "tactical.2.6.7-attacker-movement"),
    Condition("target-moved", "inches the target moved last", (), "5", "tactical.2.6.7-target-speed"),
    Condition("from", "where the target is attacked from", (FRONT, FLANK, REAR), FRONT, "tactical.2.6.7-defense-arc"),
    Condition("rof", "how much of its Rate of Fire is used", (), "0", "tactical.3.4.5"),
    Condition("called", "the system a called shot is meant for", (NOTHING, *SYSTEMS), NOTHING, "tactical.3.4.2"),
    Condition("evading", "the target takes evasive maneuvers", (NO, YES), NO, "tactical.2.6.9"),
    Condition("scale", "what an inch stands for: 50 m, or 10 m", tuple(SCALES), "tactical", "tactical.3.8"),
    Condition("careful", "careful fire at skirmish scale, two Actions", (NO, YES), NO, "tactical.3.8.3-careful"),
    Condition("cover", "partial cover of the skirmish scale", COVERS, NOTHING, PARTIAL),
    Condition("fragments", "fragmentation ammunition is used", (NO, YES), NO, "tactical.7.2.2-fragmentation"),
    Condition("time", "time of day", TIMES, DAY, "tactical.3.7-night"),
    Condition("weather", "what the sky is like", (FAIR, *WEATHERS), FAIR, "tactical.3.7-sandstorm"),
    Condition("extra", "extra Actions the attacker declared", (), "0", "tactical.2.6.3"),
    Condition("crew", "crew level of the attacker", tuple(LEVELS), "qualified", "tactical.2.3.2"),
    Condition("target-crew", "crew level of the target", tuple(LEVELS), "qualified", "tactical.2.3.2"),
    Condition("target-light", "Light counters of the target", (), "0", "tactical.2.6.10-light"),
    Condition("target-heavy", "Heavy counters of the target", (), "0", "tactical.2.6.10-heavy"),
    Condition("attacker-heavy", "Heavy counters of the attacker", (), "0", "tactical.2.6.10-heavy"),
    Condition("trait", "a perk or flaw to add or take away: Stealth, attacker:ECM (the target's if not said)"),
)  # fmt: skip


class Post(NamedTuple):
    """An attacker as it was named: its card and the weapons it uses one after another."""

    card: Card
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all units by id."""
    return {name: card.name for name, card in all_cards().items()}


def ranged(card: Card) -> list[Mount]:
    """The weapons of a card that shoot."""
    return [mount for mount in card.weapons if mount.weapon.base]


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a unit that shoot."""
    return tuple(mount.id for mount in ranged(all_cards()[unit]))


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def card_named(name: str, given: Given, side: str) -> Card:
    """A card with the perks and flaws that were added or taken away, under a name of its own if there are any."""
    card = all_cards()[find_unit(names(), name)]
    changes = given.changes_of(side)
    for change in changes:
        known = {**card.perks, **card.flaws}
        found = next((each for each in known if each.lower() == change.name.lower()), "")
        if not change.taken:
            card = with_entry(card, change.name)
            continue
        if not found:
            raise change.missing(card.name, known, "tactical.2.3.4-perks")
        perks = {each: rating for each, rating in card.perks.items() if each != found}
        flaws = {each: rating for each, rating in card.flaws.items() if each != found}
        card = msgspec.structs.replace(card, perks=perks, flaws=flaws)
    return msgspec.structs.replace(card, id=f"{card.id}/{side}") if changes else card


def read_post(text: str, given: Given) -> Post:
    """`hunter:LAC+APGL`: one unit that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = [mount.id for mount in ranged(card)]
    if not carried:
        raise BadInput(f"The {card.name} has nothing to shoot with. [tactical.ref-datacards]")
    if not named and len(carried) > 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def weapon_named(card: Card, name: str) -> Mount:
    """A weapon of a unit, however it is capitalised."""
    found = next((mount for mount in ranged(card) if mount.id.lower() == name.lower()), None)
    if found is None:
        carried = [mount.id for mount in ranged(card)]
        raise UnknownName(f"weapon of the {card.name}", name, carried, "tactical.ref-datacards")
    return found


# --- A battle with nobody in it but attackers and their target, laid out as the conditions say

SIDES = {FRONT: HALF_TURN, FLANK: 600, REAR: 0}
"""The facing of the target when it is attacked from the west."""
ALWAYS = (INFANTRY_RULES, STEALTH)
SHOOTING, SHOT_AT = ("fire_control",), ("armor", "maneuver", "perks", "flaws")
"""The figures of an attacker and of its target that an attack asks for, beside the weapon row."""
WORDS = {
    "range": "", "pace": "", "from": "from the {}", "concealment": "", "scale": "{} scale",
    "careful": "careful fire: {}", "cover": "partial cover: {}", "fragments": "fragmentation: {}", "time": "by {}",
    "weather": "{}",
}  # fmt: skip


def between(one: Body, other: Body) -> int:
    """Middle to middle, as the book measures."""
    return apart(one.x, one.y, other.x, other.y)


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    target = card_named(situation.target, given, TARGET)
    lead = weapon_named(posts[0].card, posts[0].weapons[0])
    said = mils(given, "range")
    reach = lead.weapon.base if said is None else said
    posts, target = _near_enough(posts, target, reach)
    cards = {card.id: card for card in (*(post.card for post in posts), target)}
    red, blue = tuple(_manned(post.card, given, "crew") for post in posts), (_manned(target, given, "target-crew"),)
    ground, scale = FIELD.ground(*pieces_of(given, target, reach)), {"scale": scale_of(given)}
    sides, switches = {"red": (red,), "blue": (blue,)}, {**_modules(given), **sky_of(given)}
    setup = setup_for("duel", 0, {}, ground, sides, 8, switches=switches, more=scale, own=cards)
    state = begin(setup)
    attackers, aimed = [unit for unit in state.units.values() if unit.seat == "red"], state.units["blue-1"]
    _place(state, attackers, aimed, reach, given)
    check_cover(given, state, attackers, aimed)
    told: dict[str, Any] = {
        "called": _called(given),
        "fragments": given.has("fragments"),
        "careful": given.has("careful"),
    }
    orders = [
        Attack(unit.id, weapon, aimed.id, given.number("rof", 9) or 0, **told)
        for unit, post in zip(attackers, posts, strict=True)
        for weapon in post.weapons
    ]
    start = _possible(state, orders)
    facts = (*_facts(start, orders[0], given), *_not_printed(start, orders))
    return Staged(setup, start, tuple(orders), aimed.id, facts)


@heeds("tactical.2.3.2", "tactical.2.5")
def _manned(card: Card, given: Given, name: str) -> PlacedPost:
    """A unit with the crew that was said, or else the one it comes with."""
    level = LEVELS[given.says(name)] if name in given.said else level_of(card)
    if level not in levels_for(card):
        raise BadInput(f"The {card.name} is a vehicle: its crew is elite at best. [tactical.2.3.2]")
    return PlacedPost(card.id, level, "", unit_tv(card, level))


@heeds("tactical.2.6.7-range", "tactical.2.6.1")
def _near_enough(posts: list[Post], target: Card, reach: int) -> tuple[list[Post], Card]:
    """On bases so small that the middles can be as near as was said: Point Blank is less than the usual two halves.

    The book gives no bases, and nothing else that is asked here looks at them.
    """
    if reach >= target.radius + max(post.card.radius for post in posts):
        return posts, target
    half = max(1, reach // 2)
    small = [post._replace(card=msgspec.structs.replace(post.card, radius=half)) for post in posts]
    return small, msgspec.structs.replace(target, radius=half)


def _called(given: Given) -> str:
    return "" if given.says("called") == NOTHING else given.says("called")


def _modules(given: Given) -> dict[str, str]:
    """The modules that what was said needs."""
    wanted = [*ALWAYS]
    wanted += [BURST_FIRE] if given.number("rof", 9) else []
    wanted += [CALLED_SHOTS] if _called(given) else []
    return dict.fromkeys(wanted, "yes")


def _place(state: State, attackers: list[Unit], target: Unit, reach: int, given: Given) -> None:
    """Put everybody in place: attackers west of the target at the same distance, side by side, turned to it."""
    state.phase, state.round, state.turn, state.first, state.group = "activation", 1, "red", "red", 1
    target.x, target.y, target.facing = FIELD.middle, FIELD.middle, SIDES[given.says("from")]
    posts = ruled(
        posts_round(target.body, [unit.body for unit in attackers], reach, between),
        {"high": "tactical.2.6.1", "room": "tactical.2.6.1"},
    )
    if isinstance(posts, Refusal):
        why = "Two units do not stand on one spot. [tactical.2.6.1]" if posts.code == "high" else posts.text()
        raise BadInput(why)
    for unit, post in zip(attackers, posts, strict=True):
        unit.x, unit.y, unit.facing = post.x, post.y, post.ahead
    for unit in (target, *attackers):
        unit.status, unit.actions, unit.speed = FIELDED, actions_now(unit), COMBAT
    for unit in attackers:
        _ready(unit, given)
    target.moved, target.done = (given.number("target-moved", 200) or 0) * INCH, True
    target.tokens |= {name: 1 for name, holds in ((EVADING, given.has("evading")),) if holds}
    for name, token in (("target-light", LIGHT_DAMAGE), ("target-heavy", HEAVY_DAMAGE)):
        if given.number(name, 1):
            target.tokens[token] = 1


def _ready(unit: Unit, given: Given) -> None:
    """An attacker with the Actions it needs, at the speed that was said."""
    extra = given.number("extra", 9) or 0
    unit.extra, unit.actions = extra, unit.actions + extra
    unit.speed = TOP if given.says("pace") == TOP else COMBAT
    if given.number("attacker-heavy", 1):
        unit.tokens[HEAVY_DAMAGE] = 1
    unit.went = given.says("pace")


def _possible(state: State, orders: list[Attack]) -> State:
    """The state in which the first attack can be made; what the rules have against any of them is said."""
    now, first = state, None
    for order in orders:
        found = ready_for(now, order)
        if isinstance(found, Refusal):
            raise BadInput(found.text())
        first = first or found
        now = found.clone()
        now.units[order.unit].actions -= cost_of(order)
    assert first is not None, "there is an attack"
    return first


def ready_for(state: State, order: Order) -> State | Refusal:
    """The state in which a unit of a sequence can attack: whoever was active is done, and it is its turn."""
    assert isinstance(order, Attack), f"{order} is no attack"
    unit, after = state.units[order.unit], state
    if state.activation is None or state.activation.unit != unit.id:
        after = state.clone()
        pace = unit.went if unit.seat == "red" else STATIONARY
        after.activation = Activation(unit.id, pace, unit.mode)
        after.turn, after.group = unit.seat, unit.group
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.id, rule="tactical.2.6.7"), order) or after


def _facts(state: State, order: Attack, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the table."""
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was read before"
    use = use_of(state, unit, mount, target, order)
    facts = [f"{inches(distance(state, unit, target))} in apart, {BANDS[use.band]} range"]
    facts.append(f"attacker {PACE_WORDS[given.says('pace')]}")
    points = given.number("concealment", MOST_POINTS)
    facts += [f"Obscurement {points}"] if points else []
    return (*facts, *given.facts(WORDS))


@heeds("tactical.ref-datacards")
def _not_printed(state: State, orders: list[Attack]) -> tuple[str, ...]:
    """Of the figures that the odds are reckoned with: whatever is not printed, with the reason."""
    found: list[str] = []
    for order in orders:
        found += doubts_about(state.units[order.unit].card, SHOOTING, (order.weapon,))
    found += doubts_about(state.units[orders[0].target].card, SHOT_AT)
    return tuple(dict.fromkeys(found))


stage = staging(CONDITIONS, lay_out)


# --- Everything an attack can lead to, played on all the dice can show

EFFECTS = (FALLEN, HEAVY_DAMAGE, STUNNED)
"""Tokens that an attack leaves on whom it hurts; others tell whose turn it was, or what was paid."""
WIDEST = 60_000
"""How many branches are played at most."""


def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end; nobody spends Command Points but for the warning that is asked for.

    Choices fall to the first.
    """
    assert isinstance(order, Attack), f"{order} is no attack"
    about, warned = terms.about or marks(state, order), order.target if terms.aid == WARNING else ""
    if warned:
        state = with_a_point(state, state.units[warned].seat)
    if is_tabled(state, order) or (not terms.ends and is_plain(state, order, about)):
        return gathered(list(_counted(state, order, about[0], bool(warned))))

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, resolve_attack(ctx, order)

    shares: list[Share[State]] = []
    for leaf in walk(begin, faces_alike, partial(answer, warned=warned)):
        if len(shares) > WIDEST:
            raise BadInput("This attack rolls too many dice to be counted: ask about fewer.")
        after: State = leaf.ctx.state
        after.rolled = None
        tolls = {unit: toll(state, after, leaf.ctx.events, unit) for unit in about}
        shares.append(Share(leaf.ways, leaf.out_of, tolls, after))
    return gathered(merged(shares, encode if terms.ends else None))


def is_tabled(state: State, order: Attack) -> bool:
    """Whether an attack may lead to the tables of detailed damage, which may roll on without end."""
    return state.switch(DETAILED_DAMAGE) and any(not state.units[mark].is_infantry for mark in marks(state, order))


def is_plain(state: State, order: Attack, about: tuple[str, ...]) -> bool:
    """Whether an attack by one weapon on one vehicle comes to its two rolls and a counter, with no other dice."""
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    alone = about == (order.target,) and not (order.called or order.linked or order.others)
    if target.is_infantry or mount is None or order.way != DIRECT or not alone:
        return False
    faulty = unit.is_infantry or unit.token(LEFTOVER) or defect_of(unit, FIRE_CONTROL)
    spread = is_blast(state, mount.weapon) or mount.weapon.has(SLOW_BURN)
    steady = not state.switch(FALLING) and position_of(target) is None
    return steady and not faulty and not spread and not suffered(state, unit.seat, PHANTOMS)


def _counted(state: State, order: Attack, mark: str, warned: bool) -> Iterator[Share[State]]:
    """What an attack does to one unit by its margins, as its card says it: of detailed damage the levels alone."""
    aimed = mark if mark in (order.target, *order.others) else order.target
    shots = shots_of(state, order, aimed)
    if mark == aimed:
        fates = link_fates(shots, warned and mark == order.target)
    else:
        caught = next(each for pair in shots for each in caught_by(pair) if each.target.id == mark)
        fates = fates_of(caught, duel_of(caught, attack_lines(shots[0])))
    for (hit, loss), ways in fates.ways.items():
        hurt = Toll(hit, loss.points, 0, loss.effects, loss.crippled, loss.destroyed)
        yield Share(ways, fates.total, {mark: hurt}, _left(state, mark, loss))


def _left(state: State, mark: str, loss: Loss) -> State:
    """The state that detailed damage leaves, as far as Armor and footing go; of counters nobody asks for it."""
    if not state.switch(DETAILED_DAMAGE) or loss == Loss():
        return state
    after = state.with_unit(hurt_by(state.units[mark], loss, True))
    after.units[mark].status = DESTROYED if loss.destroyed else after.units[mark].status
    return after


def with_a_point(state: State, seat: str) -> State:
    """The same with a Command Point of that side's for the warning that is asked for."""
    found = state.clone()
    found.points[f"ICP:{seat}"] = found.points.get(f"ICP:{seat}", 0) + 1
    return found


def answer(ctx: Ctx[State], asked: Ask, warned: str = "") -> Order:
    """Offers are declined, but for a warning of that unit; whoever has to choose takes the first there is."""
    if warned and asked.kind == WARNING and asked.unit == warned:
        return Warn(warned)
    if asked.optional:
        return Decline()
    return BOOK.options(ctx.state, asked)[0].order


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What an attack that was played cost a unit: points of its counters, of its Armor, or of its troopers."""
    was, now = before.units[unit_id], after.units[unit_id]
    hit = any(isinstance(event, AttackMet) and event.target == unit_id and event.hit for event in events)
    if was.is_infantry:
        lost = sum(was.troopers) - (0 if now.is_lost else sum(now.troopers))
    elif before.switch(DETAILED_DAMAGE):
        lost = was.card.armor - was.armor_lost if now.is_lost else now.armor_lost - was.armor_lost
    else:
        lost = WHOLE - points_lost(was) if now.is_lost else points_lost(now) - points_lost(was)
    effects = tuple(sorted(name for name in now.tokens if name in EFFECTS and name not in was.tokens))
    crippled = not was.is_infantry and points_lost(now) >= 2 > points_lost(was)
    return Toll(hit, lost, 0, () if now.is_lost else effects, crippled or now.is_lost, now.is_lost)


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against: those it is aimed at, then those in its blast."""
    assert isinstance(order, Attack), f"{order} is no attack"
    aimed = (order.target, *order.others)
    caught = [each.target.id for name in aimed for pair in shots_of(state, order, name) for each in caught_by(pair)]
    return tuple(dict.fromkeys((*aimed, *caught)))


def replies(_state: State, _order: Order) -> tuple[Order, ...]:
    """Nobody answers an attack in this book: Snap Fire is for who moves."""
    return ()


@heeds("tactical.2.6.4-warning")
def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A warning of the target, if it rolls at all and a Command Point could reach it this round."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    able = rolls_defense(target) and refuse_point(with_a_point(state, target.seat), target) is None
    return (Aid(WARNING, "a Command Point that warns the target", "target", "tactical.2.6.4-warning"),) if able else ()


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack), f"{order} is no attack"
    more = [*([f"ROF {order.rof}"] if order.rof else []), *([f"called: {order.called}"] if order.called else [])]
    more += [] if order.way == DIRECT else [order.way]
    at = f" at {state.units[order.target].name}" if order.target in state.units else ""
    told = f" ({', '.join(more)})" if more else ""
    return f"{state.units[order.unit].name}: {order.weapon}{told}{at}"


# --- The firing range: how attacks are laid out, and all that can come of them


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every shot at a target that the active unit may make now; toys have games of their own."""
    active = state.active()
    if active is None or active.seat != seat or state.scale == TOY_SCALE:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="tactical.2.6.2-step3")):
        if isinstance(option, Target) and isinstance(option.order, Attack) and option.order.way == DIRECT:
            yield option.order


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


# --- This book beside others: shared words for its cards and weapons, and the units that a battle has cost

WORDS_COUNTERPARTS = shared.read_words("gearlock.systems.tactical")


@cache
def _models() -> dict[str, str]:
    cards = all_cards()
    return shared.shared_names(
        (shared.Named(id, name, cards[id].faction) for id, name in names().items()), WORDS_COUNTERPARTS
    )


def _weapons(model: str) -> dict[str, str]:
    """By the codes of the lists."""
    carried = [shared.Carried(mount.id, "", mount.weapon.id) for mount in ranged(all_cards()[model])]
    return shared.shared_weapons(carried, WORDS_COUNTERPARTS)


def _price(model: str) -> int:
    return all_cards()[model].tv


def _card(model: str) -> dict[str, str]:
    """Armor as its thresholds; speeds as Combat and Top MP."""
    card = all_cards()[model]
    move = ", ".join(f"{mode}:{speed.combat}/{speed.top}" for mode, speed in card.modes.items()) or "never moves"
    facts = {"armour": card.armor, "actions": card.actions, "maneuver": card.maneuver, "move": move}
    return {name: str(value) for name, value in facts.items()}


def _weapon(model: str, weapon: str) -> str:
    """Damage Multiplier, ranges and ROF."""
    mount = next(each for each in all_cards()[model].weapons if each.id == weapon)
    reach = "/".join(inches_text(end) for end in mount.weapon.band_ends())
    rof = [f"ROF {mount.weapon.rof}"] if mount.weapon.rof else []
    return ", ".join([f"DM x{mount.weapon.dm}", f"{reach} in", *rof, *mount.weapon.traits])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """Units of combat groups."""
    units = [unit for unit in state.units.values() if unit.group != NO_GROUP]
    return {unit.id: shared.Fielded(unit.seat, unit.card.name, unit.tv, unit.is_lost) for unit in units}


COUNTERPARTS = shared.Counterparts(WORDS_COUNTERPARTS, _models, _weapons, _price, _card, _weapon, _fielded)
