"""2.6.7: an attack from its Action to its damage."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.ammunition import rof_paid, rounds_for
from gearlock.systems.tactical.attacks.events import AttackDeclared, AttackMet
from gearlock.systems.tactical.attacks.modifiers import attack_lines, defense_lines, rolls_defense, warning_line
from gearlock.systems.tactical.attacks.orders import INDIRECT, Attack
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.targets import cost_of, observers_of, use_of
from gearlock.systems.tactical.attacks.uses import Use, bands_beyond
from gearlock.systems.tactical.command.points import offer_warning
from gearlock.systems.tactical.damage.amounts import dm_used, fragmented, hit_damage
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import Test, margin, throw_test
from gearlock.systems.tactical.line_of_sight.conditions import dust_loss
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.state import State, Unit

RULE = "tactical.2.6.7"
FUMBLED = Result(0, 0, True)


class Met(NamedTuple):
    """How an attack met a defense."""

    margin: int
    hit: bool


def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """The Action and the rounds are paid; the attack is rolled, defended, and does its damage."""
    yield from attack_with(ctx, order)


@heeds("tactical.2.6.7", "tactical.7.2-weapon-link")
def attack_with(ctx: Ctx[State], order: Attack, snap: bool = False) -> Script[None]:
    """One attack, or one with each weapon of a link, at one target."""
    state = ctx.state
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    rof = rof_paid(state, unit, mount, order.rof)
    rounds = rounds_for(mount.weapon, rof, state.scale)
    use = use_of(state, unit, mount, target, order)._replace(rof=rof)
    told = (order.way, order.called, snap)
    ctx.emit(AttackDeclared(unit.id, mount.id, target.id, rof, rounds, cost_of(order), *told))
    yield from resolve_shot(ctx, unit.id, target.id, use, order.observer)


@heeds("tactical.2.6.7", "tactical.ref-fumble-effects")
def resolve_shot(ctx: Ctx[State], unit_id: str, target_id: str, use: Use, observer: str = "") -> Script[bool]:
    """Attack roll, Defense roll, damage. Whether it hit."""
    defect = yield from throw_defect(ctx, unit_id, FIRE_CONTROL)
    pair = pair_of(ctx.state, unit_id, target_id, use, observer)
    lines = (*attack_lines(pair), *defect)
    attack = yield from throw_test(ctx, Test("attack", unit_id, lines, RULE, 0, target_id, use.mount))
    met = yield from meet(ctx, pair, attack)
    if met.hit and ctx.state.units[target_id].is_fielded:
        yield from resolve_damage(ctx, target_id, blow_of(pair, met.margin))
    return met.hit


def pair_of(state: State, unit_id: str, target_id: str, use: Use, observer: str = "") -> Pair:
    """Who attacks whom, with what, and who observes for it."""
    unit, target = state.units[unit_id], state.units[target_id]
    seen: Unit | None = None
    if use.way == INDIRECT:
        friends = observers_of(state, unit.seat, target)
        seen = next((friend for friend in friends if friend.id == observer), friends[0] if friends else None)
    return Pair(state, unit, target, use, seen)


def meet(ctx: Ctx[State], pair: Pair, attack: Result) -> Script[Met]:
    """The target defends, perhaps warned by a Command Point; a higher attack hits."""
    target_id, unit_id, mount = pair.target.id, pair.attacker.id, pair.use.mount
    lines: tuple[Modifier, ...] = tuple(defense_lines(pair))
    if rolls_defense(pair.target):
        if not attack.fumbled and (yield from offer_warning(ctx, target_id, attack.total, unit_id)):
            lines = (*lines, warning_line())
        named = (attack.total, unit_id, mount)
        defense = yield from throw_test(ctx, Test("defense", target_id, lines, RULE, *named))
    else:
        defense = Result(0, 0, False)
    met = outcome_of(attack, defense)
    ctx.emit(AttackMet(unit_id, target_id, mount, attack.total, defense.total, met.margin, met.hit))
    return met


@heeds("tactical.ref-fumble-effects", "tactical.2.3.3")
def outcome_of(attack: Result, defense: Result) -> Met:
    """A higher total hits. A fumbled attack misses; a fumbled defense is hit by any other attack."""
    difference = margin(attack.total, defense.total)
    if attack.fumbled:
        return Met(min(0, difference), False)
    return Met(difference, difference > 0 or defense.fumbled)


@heeds("tactical.3.4.5", "tactical.2.3.4-damage-multiplier", "tactical.7.2.2-damage-per-band")
def damage_at(pair: Pair, difference: int) -> int:
    """The damage points of a hit by so much."""
    use = pair.use
    beyond = bands_beyond(use.band)
    dm = dm_used(pair.attacker, use.weapon, beyond, use.fragments, dust_loss(pair.state, use.weapon))
    rof = fragmented(0, use.rof)[1] if use.fragments else use.rof
    return hit_damage(use.weapon, dm, difference, rof, pair.target.is_infantry)


@heeds("tactical.2.6.10")
def blow_of(pair: Pair, difference: int) -> Blow:
    """A hit as damage takes it: DM times the Margin of Success."""
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    amount = damage_at(pair, difference)
    cover = partial_cover(pair.state, pair.target, pair.attacker).armor
    mount, called = pair.use.mount, pair.use.called
    return Blow(amount, difference, pair.attacker.id, mount, arc, "tactical.2.6.10", called, cover=cover)
