"""Ranged defense: everybody whom an attack may hit defends, and then all hits are settled."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.crossfire import counts_for_crossfire
from gearlock.systems.fieldmanual.attacks.events import AttackMet
from gearlock.systems.fieldmanual.attacks.modifiers import guard_of
from gearlock.systems.fieldmanual.attacks.orders import PLACED
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.terms import OWN, Terms
from gearlock.systems.fieldmanual.attacks.uses import Use
from gearlock.systems.fieldmanual.combined_models.pool import Defender, resolve_defense
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.harm import Hit, consequence, harm_of, resolve_hit
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.dice_tests.tests import DEFENSE, Test, margin
from gearlock.systems.fieldmanual.state import State


class Fire(NamedTuple):
    """An attack that has been rolled, against whoever has to defend: who, with what, and how it came about."""

    attacker: str
    use: Use
    terms: Terms = OWN
    observer: str = ""


class Mark(NamedTuple):
    """Somebody who has to defend, and what against: the attack as it is for this one."""

    target: str
    attack: int


class Struck(NamedTuple):
    """A defense that was rolled: whose, the totals, and the hit that comes of it."""

    target: str
    hit: Hit


def pair_of(state: State, fire: Fire, target: str) -> Pair:
    """What lies between the attacker and one of its targets."""
    observer = state.units.get(fire.observer)
    return Pair(state, state.units[fire.attacker], state.units[target], fire.use, fire.terms, observer)


def hit_on(pair: Pair, fire: Fire, difference: int) -> Hit:
    """What a margin on a target is, before its armor is asked."""
    traits = tuple(fire.use.weapon.traits)
    return Hit(fire.use.multiplier, difference, traits, fire.attacker, pair.origin, fire.use.weapon.id)


@heeds("fieldmanual.ranged-defense", "fieldmanual.wt-link", "fieldmanual.rof-spray")
def resolve_defenses(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark], rolls: int = 1) -> Script[list[Struck]]:
    """Everybody defends, once for each weapon that fired; nothing happens to anybody before all have."""
    struck: list[Struck] = []
    for name in dict.fromkeys(ctx.state.units[mark.target].team or mark.target for mark in marks):
        mine = [mark for mark in marks if (ctx.state.units[mark.target].team or mark.target) == name]
        for _ in range(rolls):
            struck += yield from _defend(ctx, fire, mine)
    return struck


@heeds("fieldmanual.ranged-defense", "fieldmanual.hull-down", "fieldmanual.mode-static", "fieldmanual.combined-defense")
def _defend(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark]) -> Script[list[Struck]]:
    """One model defends, or the bases of a Combined Model that were caught, with one pool."""
    yield from offer_relief(ctx, marks[0].target, DEFENSE)
    totals = yield from _roll_defenses(ctx, fire, marks)
    struck: list[Struck] = []
    for mark in marks:
        state, total = ctx.state, totals[mark.target]
        pair, difference = pair_of(state, fire, mark.target), margin(mark.attack, total)
        use = fire.use
        counts = fire.terms.noted and use.way != PLACED
        counts = counts and counts_for_crossfire(state.units[mark.target], use.band, use.multiplier)
        told = (mark.attack, total, difference, counts, use.band, use.multiplier)
        struck.append(Struck(mark.target, hit_on(pair, fire, difference)))
        ctx.emit(AttackMet(pair.attacker.id, mark.target, use.weapon.id, *told))
    return struck


@heeds("fieldmanual.combined-defense", "fieldmanual.hull-down", "fieldmanual.mode-static")
def _roll_defenses(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark]) -> Script[dict[str, int]]:
    """The totals of a model, or of the bases of one Combined Model, by id."""
    first = marks[0]
    guard = guard_of(pair_of(ctx.state, fire, first.target))
    if guard.fixed is not None:
        return {first.target: guard.fixed}
    named = (first.attack, fire.attacker, fire.use.weapon.id)
    test = Test("defense", first.target, guard.lines, "fieldmanual.ranged-defense", *named)
    if len(marks) > 1:
        defenders = [defender_of(ctx.state, fire, mark) for mark in marks]
        return (yield from resolve_defense(ctx, defenders, test, resolve_test))
    blow = hit_on(pair_of(ctx.state, fire, first.target), fire, 0)

    def means(total: int) -> Hashable:
        difference = margin(first.attack, max(total, guard.least))
        return consequence(ctx.state.units[first.target], blow._replace(margin=difference))

    result = yield from resolve_test(ctx, test._replace(means=means))
    return {first.target: max(result.total, guard.least)}


@heeds("fieldmanual.combined-defense")
def defender_of(state: State, fire: Fire, mark: Mark) -> Defender:
    """A base among several that defend with one pool."""
    pair = pair_of(state, fire, mark.target)
    guard = guard_of(pair)
    return Defender(mark.target, (pair.cover.level, pair.cover.solid), guard.lines, guard.least, mark.attack)


def is_success(state: State, struck: Struck) -> bool:
    """Whether a defense failed: a margin of 1, or of 0 against what pierces."""
    return harm_of(state.units[struck.target], struck.hit).is_hit


def settle(ctx: Ctx[State], struck: Sequence[Struck]) -> Script[None]:
    """All hits of an attack, one after the other; each is compared with Armor and Overkill by itself."""
    for each in struck:
        yield from resolve_hit(ctx, each.target, each.hit)
