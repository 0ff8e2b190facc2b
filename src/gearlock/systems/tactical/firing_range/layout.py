"""A battle with nobody in it but attackers and their target, laid out so that the conditions somebody gave are true."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import TARGET, Given, staging
from gearlock.kernel.gunnery import Situation, Staged
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.firing_range.field import posts_round
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.targets import cost_of, use_of
from gearlock.systems.tactical.attacks.uses import BANDS
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.damage.crew import actions_now
from gearlock.systems.tactical.firing_range import conditions as c
from gearlock.systems.tactical.firing_range.scenery import (
    FIELD,
    MOST_POINTS,
    NOTHING,
    check_cover,
    pieces_of,
    scale_of,
    sky_of,
)
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.provenance import doubts_about
from gearlock.systems.tactical.setup.lineup import LEVELS, Post
from gearlock.systems.tactical.setup.scenario import begin, setup_for
from gearlock.systems.tactical.speed import PACE_WORDS
from gearlock.systems.tactical.state import COMBAT, EVADING, FIELDED, HEAVY, LIGHT, STATIONARY, TOP, State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, CALLED_SHOTS, INFANTRY_RULES, STEALTH
from gearlock.systems.tactical.threat_value import level_of, unit_tv
from gearlock.systems.tactical.under_way import Activation
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, INCH, inches
from gearlock.table.measure import distance as apart

SIDES = {c.FRONT: HALF_TURN, c.FLANK: 600, c.REAR: 0}
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
    posts = [c.read_post(text, given) for text in situation.attackers]
    target = c.card_named(situation.target, given, TARGET)
    lead = c.weapon_named(posts[0].card, posts[0].weapons[0])
    said = c.mils(given, "range")
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
def _manned(card: Card, given: Given, name: str) -> Post:
    """A unit with the crew that was said, or else the one it comes with."""
    level = LEVELS[given.says(name)] if name in given.said else level_of(card)
    return Post(card.id, level, "", unit_tv(card, level))


@heeds("tactical.2.6.7-range", "tactical.2.6.1")
def _near_enough(posts: list[c.Post], target: Card, reach: int) -> tuple[list[c.Post], Card]:
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
    for name, token in (("target-light", LIGHT), ("target-heavy", HEAVY)):
        if given.number(name, 1):
            target.tokens[token] = 1


def _ready(unit: Unit, given: Given) -> None:
    """An attacker with the Actions it needs, at the speed that was said."""
    extra = given.number("extra", 9) or 0
    unit.extra, unit.actions = extra, unit.actions + extra
    unit.speed = TOP if given.says("pace") == TOP else COMBAT
    if given.number("attacker-heavy", 1):
        unit.tokens[HEAVY] = 1
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


stage = staging(c.CONDITIONS, lay_out)
