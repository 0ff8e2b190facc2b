"""5.8: the attack sequence. Declare, snap fire, roll, reroll, work out damage, and only then apply all of it."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.dice import Faces
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.area import strikes_of
from gearlock.systems.brigands.attacking.attack import price
from gearlock.systems.brigands.attacking.events import AttackDeclared, AttackRolled, ExchangeEnded
from gearlock.systems.brigands.attacking.modifiers import Duel, Strike, duel_of
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.attacking.rerolls import free_attack_rerolls, free_defence_rerolls
from gearlock.systems.brigands.attacking.snap_fire import MELEE_ATTACK, RANGED_ATTACK, offer_snap_fire, threatened
from gearlock.systems.brigands.buildings.collapse import resolve_blow
from gearlock.systems.brigands.buildings.strength import DEFENCE
from gearlock.systems.brigands.command.command_points import fill_vacancies
from gearlock.systems.brigands.damage.damage import Wound, apply_wounds
from gearlock.systems.brigands.damage.effects import EFFECTS, resolve_effects
from gearlock.systems.brigands.damage.hurt import damage_felt, hurt_of
from gearlock.systems.brigands.damage.marginal_hits import resolve_damage
from gearlock.systems.brigands.dice import margin_of_success, score
from gearlock.systems.brigands.flying.landing import settle_flyers
from gearlock.systems.brigands.opposing import NEVER, Results, Sides, resolve_opposed_roll
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.weapons import MELEE, Weapon

HALF_A_POINT = 0.5
"""What a Marginal Hit comes to: less than a sure point, more than nothing."""
MOST = 1000.0
"""What a margin comes to that removes its target."""


@rule("brigands.5.8", "brigands.5.2a", "brigands.5.2b", "brigands.5.2c")
@heeds("brigands.1.7", "brigands.1.7a", "brigands.4.3b")
def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """Make one Attack action: all targets and all Snap Fire are declared before any die is thrown.

    Whoever may answer may choose the friend who shared its sensors instead of the attacker.
    """
    strikes = declare_attack(ctx, order)
    targets = tuple(strike.target for strike in strikes)
    victims = (order.unit, order.sharer) if order.sharer else ()
    reactors = threatened(ctx.state, ctx.state.units[order.unit], targets)
    answers = yield from offer_snap_fire(ctx, reactors, trigger_of(order), victims)
    yield from resolve_exchange(ctx, [*strikes, *answers])


def declare_attack(ctx: Ctx[State], order: Attack) -> list[Strike]:
    """Pay for an attack and lay out its Strikes."""
    unit = ctx.state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    strikes = strikes_of(ctx.state, unit, weapon, order)
    targets = tuple(strike.target for strike in strikes)
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, order.category, targets, cost, order.aim, sharer=order.sharer))
    return strikes


@heeds("brigands.6.3", "brigands.6.3b")
def trigger_of(order: Attack) -> str:
    """What those who answer an attack answer."""
    return MELEE_ATTACK if order.category == MELEE else RANGED_ATTACK


@heeds("brigands.5.8", "brigands.6.3")
def resolve_exchange(ctx: Ctx[State], strikes: Iterable[Strike]) -> Script[None]:
    """Roll every Strike of an action and of the reactions to it, then apply all damage together."""
    wounds = yield from resolve_strikes(ctx, strikes)
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)


def resolve_strikes(ctx: Ctx[State], strikes: Iterable[Strike]) -> Script[list[Wound]]:
    """Roll one Strike after another; what they do to anybody is held back."""
    wounds: list[Wound] = []
    for strike in strikes:
        wounds.append((yield from resolve_strike(ctx, strike)))
    return wounds


@heeds("brigands.5.8", "brigands.3.2b-attack")
def settle_wounds(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    """Apply damage, then special effects, then what struck buildings instead."""
    apply_wounds(ctx, wounds)
    yield from resolve_effects(ctx, wounds)
    settle_flyers(ctx)
    for wound in wounds:
        if wound.building:
            weapon = ctx.state.units[wound.by].line.weapons[wound.weapon]
            yield from resolve_blow(ctx, wound.by, weapon, wound.building, wound.stray)


def end_exchange(ctx: Ctx[State]) -> None:
    """All is resolved: what lasted as long is over, and deputies step in."""
    ctx.emit(ExchangeEnded())
    fill_vacancies(ctx)


@heeds("brigands.1.2b", "brigands.1.2i", "brigands.1.2j", "brigands.5.8")
def resolve_strike(ctx: Ctx[State], strike: Strike) -> Script[Wound]:
    """Both roll; then, attacker first, each may reroll, until neither does; a hit becomes damage."""
    duel = duel_of(ctx.state, strike)
    spare, guard = free_attack_rerolls(ctx.state, strike), free_defence_rerolls(ctx.state, strike)

    def report(attack: Faces, defence: Faces) -> tuple[AttackRolled, str, Results]:
        event = compare(ctx.state, strike, duel, attack, defence)
        words = f"Attack {event.attack} against defence {event.defence}, a {'hit' if event.hit else 'miss'}"
        return event, words, Results(event.attack, event.defence)

    def comes_to(margin: int) -> float:
        return harm_by(ctx.state, strike, margin)

    sides = Sides(strike.attacker, strike.target, duel.pools, spare, guard, comes_to)
    rolled = yield from resolve_opposed_roll(ctx, sides, report)
    weapon = ctx.state.units[strike.attacker].line.weapons[strike.weapon]
    if not rolled.hit:
        return missed(ctx.state, strike, weapon, rolled.attack)
    raw = yield from resolve_damage(ctx, strike.attacker, weapon, strike.target, rolled.margin)
    damage = damage_felt(weapon, ctx.state.units[strike.target], raw)
    return Wound(strike.target, strike.attacker, strike.weapon, damage, raw, rolled.margin)


@heeds("brigands.5.6", "brigands.5.6a", "brigands.5.6b", "brigands.5.7", "brigands.3.2b-attack")
def harm_by(state: State, strike: Strike, margin: int) -> float:
    """What a margin comes to, to tell whether another roll could change anything: no more than removes the target.

    Effects may grow with the margin, and what misses a model in a building may strike that: then every point counts.
    """
    target, weapon = state.units[strike.target], state.units[strike.attacker].line.weapons[strike.weapon]
    hurt = hurt_of(weapon, target)
    if target.inside and not weapon.area:
        return margin
    if not hurt.hits(margin):
        return NEVER
    damage = hurt.felt(hurt.raw(margin))
    if damage >= target.line.bulk:
        return MOST
    if not weapon.traits.keys().isdisjoint(EFFECTS):
        return margin
    return HALF_A_POINT if hurt.is_marginal(margin) else damage


@heeds("brigands.3.2b-attack")
def missed(state: State, strike: Strike, weapon: Weapon, result: int) -> Wound:
    """What comes of a miss: nothing, unless the target is in a building, which what has no area hits in its place."""
    building = "" if weapon.area or result < DEFENCE else state.units[strike.target].inside
    return Wound(strike.target, strike.attacker, strike.weapon, 0, building=building, stray=result - DEFENCE)


def compare(state: State, strike: Strike, duel: Duel, attack: Faces, defence: Faces) -> AttackRolled:
    """Results, Margin of Success, and whether it hits."""
    pools = duel.pools
    ours = score(attack, pools.attack_modifier, pools.attack_step)
    theirs = score(defence, pools.defence_modifier, pools.defence_step)
    margin = margin_of_success(ours, theirs)
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    hit = hurt_of(weapon, state.units[strike.target]).hits(margin)
    steps = pools.attack_step, pools.defence_step
    who = strike.attacker, strike.weapon, strike.target
    lines = tuple(duel.attack), tuple(duel.defence)
    return AttackRolled(*who, attack, defence, ours, theirs, margin, hit, *steps, *lines)
