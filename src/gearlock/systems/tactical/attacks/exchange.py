"""2.6.7: an attack roll against a defense roll, and the damage of a hit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.silhouette.rolls import Result, least_total
from gearlock.systems.tactical.attacks.called import found_by, strike_tiny
from gearlock.systems.tactical.attacks.events import AttackMet
from gearlock.systems.tactical.attacks.modifiers import defense_lines, rolls_defense, warning_line
from gearlock.systems.tactical.attacks.observing import freed, observers_of
from gearlock.systems.tactical.attacks.orders import INDIRECT
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import Use, bands_beyond
from gearlock.systems.tactical.command.points import offer_warning
from gearlock.systems.tactical.damage.amounts import dm_used, fragmented, hit_damage
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import DEFENSE, Test, margin, rolled_with, throw_test
from gearlock.systems.tactical.line_of_sight.conditions import dust_loss
from gearlock.systems.tactical.line_of_sight.looks import look
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE

RULE = "tactical.2.6.7"


class Met(NamedTuple):
    """How an attack met a defense."""

    margin: int
    hit: bool


def pair_of(state: State, unit_id: str, target_id: str, use: Use, observer: str = "") -> Pair:
    """Who attacks whom, with what, and who observes for it: the one that was named, or who sees the target best."""
    unit, target = state.units[unit_id], state.units[target_id]
    seen: Unit | None = None
    if use.way == INDIRECT:
        friends = observers_of(state, unit, target)
        best = min(friends, key=lambda friend: (look(state, friend, target).penalty, friend.id), default=None)
        seen = next((friend for friend in friends if friend.id == observer), best)
    return Pair(state, unit, target, use, seen)


def meet(ctx: Ctx[State], pair: Pair, attack: Result) -> Script[Met]:
    """The target defends, perhaps warned by a Command Point; a higher attack hits."""
    target_id, unit_id, mount = pair.target.id, pair.attacker.id, pair.use.mount
    defense = yield from defend(ctx, pair, attack)
    met = outcome_of(attack, defense)
    ctx.emit(AttackMet(unit_id, target_id, mount, attack.total, defense.total, met.margin, met.hit))
    return met


@heeds("tactical.2.6.7", "tactical.2.6.4-warning")
def defend(ctx: Ctx[State], pair: Pair, attack: Result) -> Script[Result]:
    """A Defense roll with all its lines; what cannot defend at all counts as 0."""
    target_id, unit_id = pair.target.id, pair.attacker.id
    lines: tuple[Modifier, ...] = tuple(defense_lines(pair))
    if not rolls_defense(pair.target):
        return Result(0, 0, False)
    if may_hit(attack, lines) and (yield from offer_warning(ctx, target_id, attack.total, pair.attacker.name)):
        lines = (*lines, warning_line())
    named = (attack.total, unit_id, pair.use.mount)
    return (yield from throw_test(ctx, Test(DEFENSE, target_id, lines, RULE, *named)))


@heeds("tactical.2.6.4-warning", "tactical.ref-fumble-effects")
def may_hit(attack: Result, lines: Iterable[Modifier]) -> bool:
    """Whether any Defense roll but a fumble, which no warning helps, is hit by an attack."""
    return not attack.fumbled and attack.total > least_total(rolled_with(lines))


@heeds("tactical.ref-fumble-effects", "tactical.2.3.3")
def outcome_of(attack: Result, defense: Result) -> Met:
    """A higher total hits. A fumbled attack misses; a fumbled defense is hit by any other attack."""
    difference = margin(attack.total, defense.total)
    if attack.fumbled:
        return Met(min(0, difference), False)
    return Met(difference, difference > 0 or defense.fumbled)


def dm_of(pair: Pair) -> int:
    """The DM of the attack before its ROF: by damage, distance, fragments and dust."""
    use = pair.use
    more = dust_loss(pair.state, use.weapon)
    return dm_used(pair.attacker, use.weapon, bands_beyond(use.band), use.fragments, more)


@heeds("tactical.3.4.5", "tactical.2.3.4-damage-multiplier", "tactical.7.2.2-damage-per-band", "tactical.3.4.3")
def damage_at(pair: Pair, difference: int) -> int:
    """The damage points of a hit by so much; of an indirect one with what it gains."""
    use = pair.use
    rof = rof_counted(pair.state, use)
    return hit_damage(pair.state, use.weapon, dm_of(pair), difference + freed(pair), rof, pair.target.is_infantry)


@heeds("tactical.2.3.4-rof", "tactical.7.2.2-fragmentation", "tactical.3.4.5")
def rof_counted(state: State, use: Use) -> int:
    """The ROF that counts for the damage of an attack, with what fragments add.

    Where bursts are not played no ROF counts, that of fragments neither.
    """
    return fragmented(0, use.rof)[1] if use.fragments and state.switch(BURST_FIRE) else use.rof


@heeds("tactical.2.6.10")
def blow_of(pair: Pair, difference: int, called: str = "") -> Blow:
    """A hit as damage takes it: DM times the Margin of Success."""
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    amount, counted = damage_at(pair, difference), difference + freed(pair)
    cover = partial_cover(pair.state, pair.target, pair.attacker).armor
    return Blow(amount, counted, pair.attacker.id, pair.use.mount, arc, "tactical.2.6.10", called, cover=cover)


@heeds("tactical.3.4.2", "tactical.3.4.2-precision")
def strike(ctx: Ctx[State], pair: Pair, difference: int) -> Script[None]:
    """What a hit does: to the tiny thing it was meant for, or to the unit."""
    target = ctx.state.units[pair.target.id]
    if not target.is_fielded:
        return
    aimed = pair.use.called if pair.target is pair.aimed else ""
    called, tiny = found_by(target, aimed, difference + freed(pair)) if aimed else ("", False)
    if tiny:
        strike_tiny(ctx, target.id, aimed, pair.attacker.id)
    else:
        yield from resolve_damage(ctx, target.id, blow_of(pair, difference, called))
