"""9.6: persistent damage: fire, corrosion, haywire, and what is done against them."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.damage.events import DamageControlled, Doused, Kindled, Lingered, LingeringThrown
from gearlock.systems.blitz.damage.orders import DamageControl, Douse
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.dice_tests.gaining import can_gain
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, may_reroll, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, make_roll
from gearlock.systems.blitz.general_concepts.dice import BEST, EW, PILOT, WORST, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.state import CORROSION, FIRE, HAYWIRE, State, Unit

KINDS = {"F": FIRE, "C": CORROSION, "H": HAYWIRE}
"""The letters behind a PEN rating."""
PERSISTENT = (FIRE, CORROSION, HAYWIRE)
STAKES = {
    FIRE: "each die that fails is 1 damage",
    CORROSION: "any die that fails is damage",
    HAYWIRE: "each success lowers it",
}


@rule("blitz.9.6")
def kindle(ctx: Ctx[State], unit_id: str, kind: str, intensity: int) -> Script[None]:
    """Lay a token on a model that was hit, unless it has a worse one, and let it bite at once."""
    unit = ctx.state.units[unit_id]
    if unit.is_destroyed or intensity <= 0 or intensity < unit.token(kind):
        return
    ctx.emit(Kindled(unit_id, kind, intensity))
    yield from resolve_persistent(ctx, unit_id, kind)


@rule("blitz.trait.resistfire", "blitz.trait.resisthaywire", "blitz.trait.vul")
@heeds("blitz.A.2.3-r-corr", "blitz.9.6a", "blitz.9.6c")
def persistent_skill(unit: Unit, kind: str) -> int:
    """The number that fights a token: PILOT, for haywire EW; two better if resistant, 6+ if vulnerable."""
    name = kind.capitalize()
    if f"Vul: {name}" in unit.line.traits and kind != CORROSION:
        return WORST
    worse = -2 if f"Resist: {name}" in unit.line.traits else 0
    return skill_of(unit, EW if kind == HAYWIRE else PILOT, worse)


@rule("blitz.9.6c")
@heeds("blitz.trait.vul")
def persistent_damage(unit: Unit, kind: str, failures: int) -> int:
    """Fire hurts for every failed die; corrosion once, twice the vulnerable; haywire does no damage of its own."""
    if kind == FIRE:
        return failures
    if kind == CORROSION:
        return min(failures, 2 if "Vul: Corrosion" in unit.line.traits else 1)
    return 0


@rule("blitz.9.6a")
@heeds("blitz.9.6c", "blitz.2.6")
def resolve_persistent(ctx: Ctx[State], unit_id: str, kind: str) -> Script[None]:
    """As many dice as the token is intense, no more and no less: each success lowers it, failures hurt."""
    unit = ctx.state.units[unit_id]
    skill, intensity = persistent_skill(unit, kind), unit.token(kind)
    roll = Roll(f"{kind} roll", intensity, 6, 1, unit.seat, unit_id, "blitz.9.6a", marks=(skill,))
    faces = yield from throw_pool(roll)
    shown = f"{kind.capitalize()}: {successes(faces, skill)} of {intensity} dice succeeded; {STAKES[kind]}"
    free = free_rerolls(unit, EW if kind == HAYWIRE else PILOT)
    gains = can_gain(faces, skill)
    if gains and may_reroll(ctx.state, unit, free):
        ctx.emit(LingeringThrown(unit_id, kind, faces))
    if gains and (yield from offer_reroll(ctx, unit_id, roll.purpose, shown, free)):
        faces = yield from throw_pool(roll)
    unit = ctx.state.units[unit_id]
    good = successes(faces, skill)
    left = intensity - (min(1, good) if kind == CORROSION else good)
    damage = persistent_damage(unit, kind, intensity - good)
    ctx.emit(Lingered(unit_id, kind, faces, skill, left, damage))
    hurt(ctx, Wound(unit_id, "", kind, damage))


@heeds("blitz.3.3", "blitz.9.6", "blitz.2.14")
def resolve_lingering(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: every token bites again; infantry get rid of theirs afterwards."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if not unit.is_destroyed]:
        for kind in PERSISTENT:
            unit = ctx.state.units[unit_id]
            if not unit.is_destroyed and unit.token(kind):
                yield from resolve_persistent(ctx, unit_id, kind)
                unit = ctx.state.units[unit_id]
                if unit.is_infantry and unit.token(kind):
                    ctx.emit(Doused(unit_id, kind, unit.token(kind)))


@rule("blitz.trait.medic", "blitz.trait.recovery", "blitz.18.7-medic", "blitz.18.7-recovery")
def helped_by(unit: Unit, target: Unit) -> list[Modifier] | None:
    """The dice with which a model fights another's damage; None if it cannot: medics infantry, recovery the rest."""
    if unit.id == target.id:
        return []
    if unit.seat != target.seat or not target.is_fielded or not touches(unit.body, target.body):
        return None
    if target.is_infantry:
        return [] if unit.has("Medic") else None
    rating = unit.trait("Recovery")
    return [dice(rating, "Recovery", "blitz.trait.recovery")] if unit.has("Recovery") else None


@rule("blitz.9.6b")
@heeds("blitz.18.7-medic", "blitz.18.7-recovery")
def refuse_damage_control(state: State, order: DamageControl) -> Refusal | None:
    """Why there is nothing to be done, or nobody to do it."""
    unit, target = state.units[order.unit], state.units.get(order.target or order.unit)
    if target is None or not (target.is_fielded or target is unit):
        return Refusal("target", "blitz.9.6b", f"There is no {order.target} on the table.")
    if not unit.actions:
        return Refusal("no-action", "blitz.9.6b", f"The {unit.name} has no action left for damage control.")
    if helped_by(unit, target) is None:
        message = f"The {unit.name} cannot help the {target.name}: medics tend infantry and recovery vehicles "
        return Refusal("help", "blitz.18.7-recovery", message + "the rest, of their own side and in base contact.")
    if not target.token(order.kind) or order.kind not in PERSISTENT:
        has = ", ".join(kind for kind in PERSISTENT if target.token(kind)) or "none"
        return Refusal("kind", "blitz.9.6b", f"The {target.name} has no {order.kind} to fight; it has {has}.")
    return None


@heeds("blitz.9.6b", "blitz.18.7-medic", "blitz.9.6c")
def resolve_damage_control(ctx: Ctx[State], order: DamageControl) -> Script[None]:
    """A roll against the token named; successes lower it, one at least, and what is over the others."""
    unit, target_id = ctx.state.units[order.unit], order.target or order.unit
    skill = EW if order.kind == HAYWIRE else PILOT
    help = helped_by(unit, ctx.state.units[target_id]) or []
    ctx.emit(DamageControlled(unit.id, target_id))
    unit = ctx.state.units[order.unit]
    lines = (*modifiers_of(ctx.state, unit, skill), *help)
    number = BEST if unit.has("Medic") else skill_of(unit, skill)
    target = ctx.state.units[target_id]
    whole = sum(target.token(kind) for kind in PERSISTENT)
    stake = "each success lowers a token, the first point comes off anyway"
    test = DiceTest("damage control", unit.id, skill, number, lines, rule="blitz.9.6b", enough=whole, stake=stake)
    made = yield from make_roll(ctx, test if whole > 1 else test._replace(enough=0))
    yield from _divide(ctx, order, max(1, made.successes))


@heeds("blitz.9.6b")
def _divide(ctx: Ctx[State], order: DamageControl, points: int) -> Script[None]:
    """The first success lowers the token named, each further one whichever its owner likes while there is a choice."""
    target = ctx.state.units[order.target or order.unit]
    left = {kind: target.token(kind) for kind in (order.kind, *PERSISTENT) if target.token(kind)}
    whole, goal = left.copy(), order.kind
    for number in range(min(points, sum(left.values()))):
        open_to = tuple(kind for kind, intensity in left.items() if intensity)
        goal = goal if goal in open_to else open_to[0]
        if number and len(open_to) > 1:
            prompt = f"One more success against what bites the {target.name}: not against the {goal}?"
            asked = Ask(target.seat, "douse", order.unit, (goal, *open_to), "blitz.9.6b", prompt, True)
            answer = yield from ask(asked)
            goal = answer.kind if isinstance(answer, Douse) else goal
        left[goal] -= 1
    for kind, intensity in whole.items():
        if intensity > left[kind]:
            ctx.emit(Doused(target.id, kind, intensity - left[kind]))


@heeds("blitz.9.6b")
def refuse_douse(_state: State, asked: Ask, order: Douse) -> Refusal | None:
    """One of the kinds that bite still."""
    if order.kind in asked.about[1:]:
        return None
    kinds = " or ".join(asked.about[1:])
    return Refusal("kind", "blitz.9.6b", f"This success lowers {kinds}, not '{order.kind}'.")
