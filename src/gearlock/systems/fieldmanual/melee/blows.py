"""Melee Combat: blows. The attacker must roll higher; it may stun instead of doing damage."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.harm import Harm, Hit, consequence, harm_of, resolve_hit, stun
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.damage.sides import Origin
from gearlock.systems.fieldmanual.dice_tests.tests import DEFENSE, Test, margin
from gearlock.systems.fieldmanual.lock_and_cover.arcs import bears
from gearlock.systems.fieldmanual.lock_and_cover.measuring import range_to
from gearlock.systems.fieldmanual.melee.engagement import foes_of, is_in_melee_range
from gearlock.systems.fieldmanual.melee.events import FREE_BLOW, BlowResolved, BlowStruck
from gearlock.systems.fieldmanual.melee.lines import STATIC_DEFENSE, blow_lines, guard_lines, melee_mount, melee_mounts
from gearlock.systems.fieldmanual.melee.orders import Strike, StunInstead
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle
from gearlock.systems.fieldmanual.recon import refuse_unlocked
from gearlock.systems.fieldmanual.state import FIELDED, STUN, TOP, State, Unit
from gearlock.systems.fieldmanual.weapons import MELEE_RANGE
from gearlock.table.measure import inches_text

RULE = "fieldmanual.melee-attack"
STUN_QUESTION = "melee-stun"


@heeds(
    "fieldmanual.melee-attack", "fieldmanual.wt-melee", "fieldmanual.option-humanoid-combat", "fieldmanual.obj-recon"
)
def refuse_blow(state: State, unit: Unit, weapon: str, target: Unit | None, near: bool = True) -> Refusal | None:
    """Why a model cannot strike at another with this weapon. `near`: they must be within Melee Range now."""
    mount = melee_mount(unit, weapon)
    if mount is None:
        own = ", ".join(each.id for each in melee_mounts(unit)) or "nothing"
        message = f"The {unit.name} has no melee weapon {weapon} to use now; it can strike with {own}."
        return Refusal("weapon", RULE, message)
    if target is None or target.status != FIELDED or target.seat == unit.seat or target.card.kind == "drone":
        return Refusal("target", RULE, "A blow needs an enemy model on the table as its target.")
    if unlocked := refuse_unlocked(state, unit.seat, target):
        return unlocked
    if not (is_able(unit) and unit.is_fielded):
        return Refusal("unable", RULE, f"The {unit.name} cannot strike: it is off the table or lies on the ground.")
    away = range_to(state, unit, target)
    if near and away > MELEE_RANGE:
        message = f"The {target.name} is {inches_text(away)} in away; a blow reaches 3 in."
        return Refusal("range", RULE, message, {"distance": away, "reach": MELEE_RANGE})
    if not bears(unit, mount, target.body):
        return Refusal(
            "arc", "fieldmanual.arcs", f"The {mount.name} of the {unit.name} does not bear on the {target.name}."
        )
    return None


@heeds("fieldmanual.speed-top")
def strikes_free(state: State, unit: Unit, target: Unit) -> bool:
    """Whether it may attack without an Action: one-Action models at Top Speed, once, whom they have moved to."""
    now = state.activation
    if now is None or now.extra or unit.card.actions != 1 or unit.band != TOP or not state.is_active(unit):
        return False
    moved = now.gone.get(unit.id, 0) > 0 and target.id not in foes_of(now, unit.id)
    return moved and FREE_BLOW not in now.marks and is_in_melee_range(state, unit, target)


@heeds("fieldmanual.melee-attack", "fieldmanual.action-costs", "fieldmanual.speed-top")
def refuse_strike(state: State, order: Strike) -> Refusal | None:
    """Why a model cannot make this Melee Attack in its activation."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    refusal = refuse_blow(state, unit, order.weapon, target)
    if refusal is not None or target is None or strikes_free(state, unit, target):
        return refusal
    return refuse_idle(unit, 1, RULE)


def hit_of(attacker: Unit, mount: Mount, difference: int) -> Hit:
    """What a blow with a weapon does at a margin."""
    origin = Origin(attacker.x, attacker.y, attacker.z)
    dm = mount.weapon.damage(attacker.card.size)
    return Hit(dm, difference, tuple(mount.weapon.traits), attacker.id, origin, mount.name)


@heeds("fieldmanual.mode-static", "fieldmanual.melee-defense", "fieldmanual.stun")
def resolve_guard(
    ctx: Ctx[State], target_id: str, attacker_id: str, against: int, means: Callable[[int], Hashable] | None = None
) -> Script[int]:
    """What a model defends with against a blow or a ram; what is Static always has 3. `means`: what totals lead to."""
    if ctx.state.units[target_id].is_static:
        return STATIC_DEFENSE
    yield from offer_relief(ctx, target_id, DEFENSE)
    lines = guard_lines(ctx.state.units[target_id], ctx.state.units[attacker_id])
    test = Test("melee defense", target_id, lines, "fieldmanual.melee-defense", against, attacker_id, means=means)
    return (yield from resolve_test(ctx, test)).total


@heeds("fieldmanual.melee-attack", "fieldmanual.opposed-test", "fieldmanual.stun")
def resolve_blow(ctx: Ctx[State], attacker_id: str, mount_id: str, target_id: str) -> Script[bool]:
    """Roll a blow out: attack, defense, damage. Gives back whether the attack was a Fumble."""
    if not ctx.state.is_active(ctx.state.units[attacker_id]):
        yield from offer_relief(ctx, attacker_id, DEFENSE)
    attacker, target = ctx.state.units[attacker_id], ctx.state.units[target_id]
    mount = melee_mount(attacker, mount_id)
    assert mount is not None, f"{attacker_id} has no {mount_id} to strike with"
    lines = blow_lines(attacker, target, mount)
    made = yield from resolve_test(
        ctx, Test("melee attack", attacker_id, lines, RULE, target=target_id, weapon=mount_id)
    )

    def means(total: int) -> Hashable:
        blow = hit_of(ctx.state.units[attacker_id], mount, margin(made.total, total))
        return consequence(ctx.state.units[target_id], blow)

    defense = yield from resolve_guard(ctx, target_id, attacker_id, made.total, means)
    ctx.emit(BlowResolved(attacker_id, mount_id, target_id, made.total, defense))
    hit = hit_of(ctx.state.units[attacker_id], mount, margin(made.total, defense))
    if not (yield from resolve_stun(ctx, target_id, hit)):
        yield from resolve_hit(ctx, target_id, hit)
    return made.fumbled


def may_stun(target: Unit, hit: Hit, harm: Harm) -> bool:
    """Whether a blow may stun instead: it would fill a box, and its DM is greater than the target's Size."""
    return harm.boxes > 0 and hit.multiplier > target.card.size


@rule("fieldmanual.melee-stun")
@heeds("fieldmanual.option-walker-knockdown")
def resolve_stun(ctx: Ctx[State], target_id: str, hit: Hit) -> Script[bool]:
    """Let the attacker stun its target instead of damaging it. True if it did; who is stunned is not asked about."""
    target, attacker = ctx.state.units[target_id], ctx.state.units[hit.attacker]
    pointless = target.token(STUN) and not ctx.state.switch("knockdown")
    if pointless or not may_stun(target, hit, harm_of(target, hit)):
        return False
    prompt = f"The blow gets through: stun the {target.name} instead of damaging it?"
    rule_id = "fieldmanual.melee-stun"
    question = Ask(attacker.seat, STUN_QUESTION, attacker.id, (target_id,), rule_id, prompt, optional=True)
    order = yield from ask(question)
    if not isinstance(order, StunInstead):
        return False
    stun(ctx, target_id, "melee")
    return True


@heeds("fieldmanual.melee-stun")
def refuse_stun(_state: State, question: Ask, order: StunInstead) -> Refusal | None:
    """Only the target of the blow is stunned."""
    if (order.unit, order.target) == (question.unit, question.about[0]):
        return None
    return Refusal("target", "fieldmanual.melee-stun", "Only the model that was struck can be stunned by the blow.")


def struck(ctx: Ctx[State], order: Strike) -> None:
    """Note a blow of a model's own and what it is paid with."""
    state = ctx.state
    free = strikes_free(state, state.units[order.unit], state.units[order.target])
    ctx.emit(BlowStruck(order.unit, order.weapon, order.target, not free))
