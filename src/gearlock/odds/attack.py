"""The odds of real attacks: units of a system's lists against each other, or of an attack in a battle under way.

Everything is counted in whole numbers: `weight / total` is a chance, and nothing is rounded before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import gcd
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, shown
from gearlock.kernel.gunnery import Outcomes, Situation, Toll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.plain import as_words, read_pairs
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.view import Preview
from gearlock.odds.sequence import Course, best_reply, follow, gunnery_of


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can become of one unit, as whole weights out of `total`."""

    unit: str
    total: int
    hits: int
    damage: dict[int, int]
    """How often exactly so much damage is done."""
    destroyed: int
    crippled: int = 0
    critical: dict[int, int] = {}
    """Critical damage, in a game that counts it apart."""
    effects: dict[str, int] = {}
    """How often it gains a status effect."""
    name: str = ""

    def chance(self, weight: int) -> float:
        """A weight as a chance."""
        return weight / self.total

    @property
    def mean_damage(self) -> float:
        """The damage to expect."""
        return sum(amount * weight for amount, weight in self.damage.items()) / self.total

    def at_least(self, amount: int) -> int:
        """The weight of so much damage or more."""
        return sum(weight for each, weight in self.damage.items() if each >= amount)


class Worth(msgspec.Struct, frozen=True):
    """What something that could be spent on the attack would make of it, if it is spent well."""

    aid: str
    label: str
    side: str
    rule: str
    fate: Fate


class Shot(msgspec.Struct, frozen=True):
    """One attack of a course: in words, with its modifier lines, and what has come of all attacks so far."""

    title: str
    preview: Preview
    fate: Fate


class AttackOdds(msgspec.Struct, frozen=True):
    """Everything about an attack, or about several on the same target."""

    system: str
    target: str
    facts: tuple[str, ...]
    shots: tuple[Shot, ...]
    worths: tuple[Worth, ...] = ()
    reply: str = ""
    """The answer to the first attack in words, if there is one."""
    suffered: tuple[Fate, ...] = ()
    """What can become of those who attack and are answered."""
    unanswered: bool = False
    """The target was to answer and cannot."""

    @property
    def fate(self) -> Fate:
        """What can become of the target in the end."""
        return self.shots[-1].fate


def attack_odds(
    system: str,
    attacker: str | Iterable[str],
    target: str,
    conditions: Mapping[str, object] | Iterable[tuple[str, object]] = (),
    reply: bool = False,
) -> AttackOdds:
    """The odds of `NAME:WEAPON` attacking a unit under some conditions; several attackers shoot one after another.

    Conditions are a mapping, `{"range": 10, "cover": "light"}`, or pairs.

    Raises UnknownName or BadInput, with the rule, for what does not exist or cannot be.
    """
    chosen = get_system(system)
    if not isinstance(attacker, Iterable):
        raise BadInput(f"An attacker is written NAME:WEAPON, several as a list of such, not {shown(attacker)}.")
    named = (attacker,) if isinstance(attacker, str) else tuple(as_words(each, "An attacker") for each in attacker)
    attackers = [each for text in named for each in several(text)]
    situation = Situation(tuple(attackers), as_words(target, "A target"), read_pairs(conditions), bool(reply))
    staged = gunnery_of(chosen).stage(situation)
    return odds_in(chosen, staged.state, Course(staged.orders, staged.target, bool(reply)), staged.facts)


def several(text: str) -> list[str]:
    """`NAME:WEAPON x3` is three of them."""
    counted = re.fullmatch(r"(.*\S)(?:\s+[xX\u00d7]|\s*\*)\s*(\d{1,2})\s*", text)
    return [counted[1]] * int(counted[2]) if counted else [text]


def odds_in(system: AnySystem, state: Any, course: Course, facts: tuple[str, ...] = ()) -> AttackOdds:
    """The odds of a course of attacks from a state in which the first of them can be ordered."""
    stages = list(follow(system, state, course))
    gunnery, first = gunnery_of(system), course.orders[0]
    shots = tuple(
        Shot(gunnery.title(state, order), _preview(system, state, order), fate_of(found, course.target))
        for order, found in zip(course.orders, stages, strict=True)
    )
    answer = best_reply(gunnery, state, first) if course.reply else None
    names = {piece.id: piece.name for piece in system.view(state, None, ()).pieces}
    struck = dict.fromkeys(unit for _, tolls, _ in stages[-1].branches for unit in tolls)
    return AttackOdds(
        system.id,
        course.target,
        facts,
        shots,
        _worths(system, state, course) if len(course.orders) == 1 else (),
        gunnery.title(state, answer) if answer is not None else "",
        tuple(fate_of(stages[-1], unit, names.get(unit, unit)) for unit in struck if unit != course.target),
        course.reply and answer is None,
    )


def _preview(system: AnySystem, state: Any, order: Order) -> Preview:
    ready = gunnery_of(system).ready(state, order)
    assert not isinstance(ready, Refusal), f"{order} was staged, and now: {ready}"
    return system.preview(ready, ready.units[getattr(order, "unit", "")].seat, order)


def _worths(system: AnySystem, state: Any, course: Course) -> tuple[Worth, ...]:
    found: list[Worth] = []
    for aid in gunnery_of(system).aids(state, course.orders[0]):
        (helped,) = follow(system, state, course._replace(aid=aid.id))
        found.append(Worth(aid.id, aid.label, aid.side, aid.rule, fate_of(helped, course.target)))
    return tuple(found)


def fate_of(outcomes: Outcomes[Any], unit: str, name: str = "") -> Fate:
    """What can become of one unit, in lowest terms."""
    total, hits, crippled, destroyed = outcomes.total, 0, 0, 0
    damage: dict[int, int] = {}
    critical: dict[int, int] = {}
    effects: dict[str, int] = {}
    for weight, tolls, _ in outcomes.branches:
        toll = tolls.get(unit, Toll())
        hits += weight * toll.hit
        crippled += weight * toll.crippled
        destroyed += weight * toll.destroyed
        damage[toll.damage] = damage.get(toll.damage, 0) + weight
        critical[toll.critical] = critical.get(toll.critical, 0) + weight
        for effect in toll.effects:
            effects[effect] = effects.get(effect, 0) + weight
    low = gcd(total, hits, crippled, destroyed, *damage.values(), *critical.values(), *effects.values())

    def least(weights: dict[Any, int]) -> dict[Any, int]:
        return {key: weights[key] // low for key in sorted(weights)}

    deep = least(critical) if set(critical) != {0} else {}
    shares = hits // low, least(damage), destroyed // low, crippled // low
    return Fate(unit, total // low, *shares, deep, least(effects), name)
