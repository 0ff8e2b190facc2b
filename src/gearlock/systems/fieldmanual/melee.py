"""Melee combat: blows, free strikes, and arms that hold weapons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import fumble_odds, margin_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.command_points.tests import resolve_test
from gearlock.systems.fieldmanual.damage.damage import (
    Harm,
    Hit,
    Origin,
    consequence,
    defense_damage_lines,
    harm_of,
    margins_to_boxes,
    resolve_hit,
    stun,
)
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.dice_tests import DEFENSE, Test, margin, skill_dice, skill_of, stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.looks import bears, gap, is_behind, range_to, touches
from gearlock.systems.fieldmanual.paying import is_able, pay, refuse_idle, refuse_unlocked
from gearlock.systems.fieldmanual.state import AUTOPILOT, CLIMBING, FIELDED, STUN, TOP, Activation, State, Unit
from gearlock.systems.fieldmanual.weapons import MELEE_RANGE, PHYSICAL, Weapon
from gearlock.table.measure import inches_text

FREE_BLOW = "free melee attack"
"""The mark of an activation in which a one-Action model at Top Speed has made its melee attack."""


FREE = {"fumbled": "the fumble", "left melee": "leaving melee", "shot in melee": "the shot in melee"}


# --- OPTION: Humanoid Combat: who keeps which weapon of whom from being used, as tokens on both

HOLDS, HELD = "holds", "held"
"""`holds:<model>` on who has its arms full, `held:<mount>` on whose weapon it is."""


def held_token(mount: str) -> str:
    """The token for a weapon that somebody keeps from being used."""
    return f"{HELD}:{mount}"


@heeds("fieldmanual.option-humanoid-combat")
def is_held(unit: Unit, mount: str) -> bool:
    """Whether somebody in contact keeps this weapon from being used."""
    return held_token(mount) in unit.tokens


def holds_of(unit: Unit) -> str:
    """Whom a model keeps from using a weapon; empty for nobody."""
    prefix = f"{HOLDS}:"
    return next((token[len(prefix) :] for token in unit.tokens if token.startswith(prefix)), "")


def held_weapons(unit: Unit) -> list[str]:
    """The weapons of a model that are kept from being used."""
    prefix = f"{HELD}:"
    return [token[len(prefix) :] for token in unit.tokens if token.startswith(prefix)]


def let_go(state: State, unit: Unit) -> None:
    """A model holds nobody any more. For the `change` of events alone."""
    other = state.units.get(holds_of(unit))
    if other is not None:
        unit.tokens.pop(f"{HOLDS}:{other.id}", None)
        for mount in held_weapons(other):
            other.tokens.pop(held_token(mount), None)


# --- Melee Range: who is near enough to strike, and with whom somebody is in melee

IN_MELEE = "melee"


@heeds("fieldmanual.melee-attack")
def is_in_melee_range(state: State, a: Unit, b: Unit) -> bool:
    """Whether two models are within 3 in of each other."""
    return range_to(state, a, b) <= MELEE_RANGE


@heeds("fieldmanual.melee-attack", "fieldmanual.perk-drone")
def enemies_in_reach(state: State, unit: Unit) -> list[Unit]:
    """Enemies on the table within Melee Range of this figure."""
    others = (other for other in state.units.values() if other.seat != unit.seat and other.status == FIELDED)
    return [other for other in others if other.card.kind != "drone" and gap(unit, other) <= MELEE_RANGE]


def melee_mark(figure: str, other: str = "") -> str:
    """The mark of an activation for an enemy that a figure is in melee with."""
    return f"{IN_MELEE}:{figure}:{other}"


def foes_of(now: Activation, figure: str) -> list[str]:
    """With whom a figure is in melee in this activation."""
    prefix = melee_mark(figure)
    return [mark[len(prefix) :] for mark in now.marks if mark.startswith(prefix)]


def note_foes(now: Activation, figure: str, others: Iterable[str]) -> None:
    """Remember with whom a figure is in melee. For the `change` of events alone."""
    for mark in (melee_mark(figure, other) for other in others):
        if mark not in now.marks:
            now.marks.append(mark)


@heeds("fieldmanual.free-strikes")
def newly_engaged(state: State, unit: Unit) -> tuple[str, ...]:
    """Enemies in Melee Range of a figure that has not moved in this activation: it is in melee with them."""
    now = state.activation
    if now is None or now.gone.get(unit.id, 0):
        return ()
    return tuple(other.id for other in enemies_in_reach(state, unit) if not other.is_static)


# --- Melee Combat: the modifiers of blows, rams and of defending against them. Both sides roll their Defense Skill

ATTACK_RULE, GUARD_RULE, RAM_RULE = "fieldmanual.melee-attack", "fieldmanual.melee-defense", "fieldmanual.ram"

STATIC_DEFENSE = 3

BARE_HANDS = Mount("PHYSICAL", "PHYSICAL", PHYSICAL, "")


def melee_mounts(unit: Unit) -> list[Mount]:
    """What a model can strike with: its melee weapons that are left to it; what moves has its body at least."""
    own = [mount for mount in unit.card.weapons if mount.weapon.is_melee]
    if not unit.is_static and not any(mount.weapon.id == PHYSICAL.id for mount in own):
        own.append(BARE_HANDS)
    return [mount for mount in own if mount.id not in unit.lost and not is_held(unit, mount.id)]


def melee_mount(unit: Unit, name: str) -> Mount | None:
    """One of them by its id."""
    return next((mount for mount in melee_mounts(unit) if mount.id == name), None)


@heeds("fieldmanual.ram")
def physical_dm(unit: Unit) -> int:
    """The Damage Multiplier of a model's PHYSICAL attack."""
    own = next((mount for mount in unit.card.weapons if mount.weapon.id == PHYSICAL.id), BARE_HANDS)
    return own.weapon.damage(unit.card.size)


@heeds("fieldmanual.perk-autopilot", "fieldmanual.skills")
def defense_dice(unit: Unit) -> Modifier:
    """The dice of its Defense Skill; one while an autopilot drives it."""
    if unit.token(AUTOPILOT):
        return dice(1, "Autopilot", "fieldmanual.perk-autopilot")
    return skill_dice(unit, DEFENSE)


@heeds("fieldmanual.perk-rugged-movement", "fieldmanual.stun", "fieldmanual.perk-arms")
def hindrances(unit: Unit) -> list[Modifier]:
    """What hinders every roll: damage, a Stun counter, hanging on a cliff."""
    hanging = [result(-1, "On a cliff", "fieldmanual.perk-arms")] if unit.token(CLIMBING) else []
    return [*defense_damage_lines(unit), *stun_lines(unit, DEFENSE), *hanging]


@heeds("fieldmanual.melee-attack", "fieldmanual.speed-bands")
def speed_line(attacker: Unit, defender: Unit) -> list[Modifier]:
    """+1 for who is in a higher Speed Band than its target."""
    faster = attacker.column > defender.column
    return [result(1, "Higher Speed Band", ATTACK_RULE)] if faster else []


@rule("fieldmanual.melee-attack")
def blow_lines(attacker: Unit, defender: Unit, mount: Mount) -> tuple[Modifier, ...]:
    """What a blow is rolled with: Defense Skill, greater Size, the weapon's Accuracy, a higher Speed Band."""
    lines = [defense_dice(attacker)]
    if attacker.card.size > defender.card.size:
        lines.append(result(1, "Greater Size", ATTACK_RULE))
    if mount.weapon.acc:
        lines.append(result(mount.weapon.acc, f"Accuracy of the {mount.name}", ATTACK_RULE))
    return (*lines, *speed_line(attacker, defender), *hindrances(attacker))


@heeds("fieldmanual.ram", "fieldmanual.perk-autopilot")
def ram_lines(attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """What a ram is rolled with: as a blow, but greater Size is a die; an autopilot's skill never grows."""
    lines = [defense_dice(attacker)]
    if attacker.card.size > defender.card.size and not attacker.token(AUTOPILOT):
        lines.append(dice(1, "Greater Size", RAM_RULE))
    return (*lines, *speed_line(attacker, defender), *hindrances(attacker))


@rule("fieldmanual.melee-defense")
@heeds("fieldmanual.perk-ird", "fieldmanual.combined-movement")
def guard_lines(defender: Unit, attacker: Unit) -> tuple[Modifier, ...]:
    """What defending against a blow or a ram is rolled with: greater Size, an attack from behind, a good weapon.

    A weapon other than PHYSICAL adds its Accuracy if the defender wants it: it always wants the best that helps.
    """
    lines = [defense_dice(defender)]
    if defender.card.size > attacker.card.size:
        lines.append(result(1, "Greater Size", GUARD_RULE))
    if is_behind(defender, attacker.x, attacker.y) and not defender.perk("Improved Rear Defense"):
        lines.append(result(-1, "Attacked from behind", GUARD_RULE))
    guards = [mount for mount in melee_mounts(defender) if mount.weapon.id != PHYSICAL.id and mount.weapon.acc > 0]
    best = max(guards, key=lambda mount: mount.weapon.acc, default=None)
    if best is not None:
        lines.append(result(best.weapon.acc, f"Accuracy of the {best.name}", GUARD_RULE))
    return (*lines, *hindrances(defender))


# --- The exact odds of a blow: of the same lines and the same damage as play


class MeleeOdds(NamedTuple):
    """What can come of a blow or ram: margins, and the boxes of the target that are filled then, as whole weights.

    `recoil` are the boxes of the attacker: only a ram hurts it. One beyond the track is Dead, two beyond Destroyed.
    """

    margins: Spread
    boxes: Spread
    recoil: Spread | None
    fumbles: tuple[int, int]


@heeds("fieldmanual.melee-attack", "fieldmanual.melee-defense", "fieldmanual.mode-static")
def melee_margins(attack: tuple[Modifier, ...], target: Unit, attacker: Unit) -> Spread:
    """How often each margin comes up: attack against defense, or against the 3 of what is Static."""
    against = STATIC_DEFENSE if target.is_static else skill_of(guard_lines(target, attacker))
    return margin_odds(skill_of(attack), against)


@heeds("fieldmanual.melee-attack")
def blow_odds(attacker: Unit, mount: Mount, target: Unit) -> MeleeOdds:
    """What a blow comes to if damage is chosen, not a Stun counter."""
    lines = blow_lines(attacker, target, mount)
    margins = melee_margins(lines, target, attacker)
    boxes = margins_to_boxes(target, hit_of(attacker, mount, 0), margins)
    return MeleeOdds(margins, boxes, None, fumble_odds(skill_of(lines)))


# --- Melee Combat: blows. The attacker must roll higher; it may stun instead of doing damage

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
        return Refusal("weapon", "fieldmanual.melee-attack", message)
    if target is None or target.status != FIELDED or target.seat == unit.seat or target.card.kind == "drone":
        return Refusal("target", "fieldmanual.melee-attack", "A blow needs an enemy model on the table as its target.")
    if unlocked := refuse_unlocked(state, unit.seat, target):
        return unlocked
    if not (is_able(unit) and unit.is_fielded):
        return Refusal(
            "unable",
            "fieldmanual.melee-attack",
            f"The {unit.name} cannot strike: it is off the table or lies on the ground.",
        )
    away = range_to(state, unit, target)
    if near and away > MELEE_RANGE:
        message = f"The {target.name} is {inches_text(away)} in away; a blow reaches 3 in."
        return Refusal("range", "fieldmanual.melee-attack", message, {"distance": away, "reach": MELEE_RANGE})
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


class Strike(Order, frozen=True, tag="strike"):
    """A standard Melee Attack; also the answer to the offer of a Free Strike."""

    unit: str
    weapon: str
    target: str


@heeds("fieldmanual.melee-attack", "fieldmanual.action-costs", "fieldmanual.speed-top")
def refuse_strike(state: State, order: Strike) -> Refusal | None:
    """Why a model cannot make this Melee Attack in its activation."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    refusal = refuse_blow(state, unit, order.weapon, target)
    if refusal is not None or target is None or strikes_free(state, unit, target):
        return refusal
    return refuse_idle(unit, 1, "fieldmanual.melee-attack")


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


class BlowResolved(Event, frozen=True, tag="blow-resolved"):
    """Both rolls of a blow and what is left of them."""

    unit: str
    weapon: str
    target: str
    attack: int
    defense: int


def resolved(state: State, event: BlowResolved, _seat: str | None) -> Line | None:
    """What came of a blow; damage is told by itself."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    difference = event.attack - event.defense
    came = f"a margin of {difference}" if difference > 0 else "it does not get through"
    text = f"{name}: {event.attack} against the {event.defense} of {target}, {came}."
    return Line(text, (event.unit, event.target), "fieldmanual.melee-attack")


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
        ctx, Test("melee attack", attacker_id, lines, "fieldmanual.melee-attack", target=target_id, weapon=mount_id)
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


class StunInstead(Order, frozen=True, tag="stun-instead"):
    """Stun the target of a blow instead of damaging it."""

    unit: str
    target: str


@heeds("fieldmanual.melee-stun")
def refuse_stun(_state: State, question: Ask, order: StunInstead) -> Refusal | None:
    """Only the target of the blow is stunned."""
    if (order.unit, order.target) == (question.unit, question.about[0]):
        return None
    return Refusal("target", "fieldmanual.melee-stun", "Only the model that was struck can be stunned by the blow.")


class BlowStruck(Event, frozen=True, tag="blow-struck"):
    """A model strikes or rams at another: for an Action, as the one attack of a fast model, or as a Free Strike."""

    unit: str
    weapon: str
    target: str
    paid: bool = True
    cause: str = ""
    """Why it is a Free Strike; empty for an attack of its own."""
    engages: bool = True
    """Whether they are within Melee Range of each other."""

    @heeds("fieldmanual.action-costs", "fieldmanual.speed-top", "fieldmanual.free-strikes")
    def change(self, state: State) -> None:
        """It is paid for, and the two are in melee from now on."""
        unit, now = state.units[self.unit], state.activation
        if self.paid:
            pay(state, unit)
        if now is None:
            return
        pairs = ((self.unit, self.target), (self.target, self.unit)) if self.engages else ()
        for figure, other in pairs:
            if state.is_active(state.units[figure]):
                note_foes(now, figure, (other,))
        if not self.cause and state.is_active(unit):
            now.begun = True
            if not self.paid:
                now.marks.append(FREE_BLOW)


def struck(state: State, event: BlowStruck, _seat: str | None) -> Line:
    """Who strikes at whom, and why."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    units = (event.unit, event.target)
    if event.cause:
        text = f"{name} makes a Free Strike at {target} with the {event.weapon}, for {FREE[event.cause]}."
        return Line(text, units, "fieldmanual.free-strikes")
    how = "" if event.paid else " out of its Top Speed"
    if event.weapon:
        return Line(f"{name} strikes at {target} with the {event.weapon}{how}.", units, "fieldmanual.melee-attack")
    return Line(f"{name} rams {target}{how}.", units, "fieldmanual.ram")


def struck_blows(ctx: Ctx[State], order: Strike) -> None:
    """Note a blow of a model's own and what it is paid with."""
    state = ctx.state
    free = strikes_free(state, state.units[order.unit], state.units[order.target])
    ctx.emit(BlowStruck(order.unit, order.weapon, order.target, not free))


# --- Free Strikes: free blows for whoever was given an opening. A fumbled one is an opening again

FREE_STRIKE = "free-strike"

FUMBLED, LEFT, SHOT = "fumbled", "left melee", "shot in melee"

WORDS = {FUMBLED: "has fumbled", LEFT: "leaves melee", SHOT: "shoots in melee"}


def can_strike(state: State, striker: Unit, offender: Unit) -> bool:
    """Whether a model has anything to strike back with."""
    return any(refuse_blow(state, striker, mount.id, offender, False) is None for mount in melee_mounts(striker))


@rule("fieldmanual.free-strikes")
def resolve_free_strike(ctx: Ctx[State], striker_id: str, offender_id: str, cause: str) -> Script[None]:
    """Offer a Free Strike. Who fumbles it gives the other one in turn."""
    while True:
        striker, offender = ctx.state.units[striker_id], ctx.state.units[offender_id]
        if not (striker.is_fielded and offender.is_fielded and can_strike(ctx.state, striker, offender)):
            return
        prompt = f"The {offender.name} {WORDS[cause]}: make a Free Strike with the {striker.name}?"
        order = yield from ask(
            Ask(
                striker.seat,
                FREE_STRIKE,
                striker_id,
                (offender_id, cause),
                "fieldmanual.free-strikes",
                prompt,
                optional=True,
            )
        )
        if not isinstance(order, Strike):
            return
        near = is_in_melee_range(ctx.state, striker, offender)
        ctx.emit(BlowStruck(striker_id, order.weapon, offender_id, False, cause, near))
        if not (yield from resolve_blow(ctx, striker_id, order.weapon, offender_id)):
            return
        striker_id, offender_id, cause = offender_id, striker_id, FUMBLED


@heeds("fieldmanual.free-strikes")
def resolve_free_strikes(ctx: Ctx[State], offender_id: str, strikers: Iterable[str], cause: str) -> Script[None]:
    """Offer all of these a Free Strike at one model, one after the other."""
    for striker_id in list(strikers):
        yield from resolve_free_strike(ctx, striker_id, offender_id, cause)


@heeds("fieldmanual.free-strikes", "fieldmanual.wt-melee")
def resolve_after_shot(ctx: Ctx[State], shooter_id: str, weapon: Weapon) -> Script[None]:
    """After a ranged attack: enemies within Melee Range of the shooter strike; not at one with the trait Melee."""
    if "M" in weapon.traits or not ctx.state.units[shooter_id].is_fielded:
        return
    near = dict.fromkeys(
        enemy.id for base in ctx.state.bases(ctx.state.units[shooter_id]) for enemy in enemies_in_reach(ctx.state, base)
    )
    yield from resolve_free_strikes(ctx, shooter_id, near, SHOT)


@heeds("fieldmanual.free-strikes")
def refuse_free_strike(state: State, question: Ask, order: Strike) -> Refusal | None:
    """A Free Strike is a standard blow by who was given it, at who gave it, with a weapon that bears."""
    if (order.unit, order.target) != (question.unit, question.about[0]):
        return Refusal(
            "target", "fieldmanual.free-strikes", "This Free Strike is for one model at another: those that were named."
        )
    return refuse_blow(state, state.units[order.unit], order.weapon, state.units[order.target], False)


@heeds("fieldmanual.free-strikes", "fieldmanual.melee-attack")
def resolve_strike(ctx: Ctx[State], order: Strike) -> Script[None]:
    """A Melee Attack in an activation; a Fumble gives the defender a Free Strike."""
    struck_blows(ctx, order)
    if (yield from resolve_blow(ctx, order.unit, order.weapon, order.target)):
        yield from resolve_free_strike(ctx, order.target, order.unit, FUMBLED)


# --- OPTION: Humanoid Combat: arms that keep an enemy in base contact from using one of its weapons

GRAPPLE = "grapple"


def touched(state: State, unit: Unit) -> list[str]:
    """The enemies in base contact with a model."""
    others = (other for other in state.units.values() if other.seat != unit.seat and other.is_fielded)
    return [other.id for other in others if touches(unit, other)]


@rule("fieldmanual.option-humanoid-combat")
def resolve_contact(ctx: Ctx[State], unit_id: str, before: list[str]) -> Script[None]:
    """Whoever has Arms and came into contact may hold a weapon of the other; who is met and has Arms may do so, too."""
    if not ctx.state.switch("humanoid combat") or not ctx.state.units[unit_id].is_fielded:
        return
    for other_id in [name for name in touched(ctx.state, ctx.state.units[unit_id]) if name not in before]:
        if not ctx.state.units[unit_id].perk("Arms"):
            continue
        for holder, held in ((unit_id, other_id), (other_id, unit_id)):
            yield from _offer(ctx, holder, held)


class Grappled(Event, frozen=True, tag="grappled"):
    """A model keeps another from using one of its weapons, as long as they touch."""

    unit: str
    target: str
    weapon: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[f"{HOLDS}:{self.target}"] = 1
        state.units[self.target].tokens[held_token(self.weapon)] = 1


def grappled(state: State, event: Grappled, _seat: str | None) -> Line:
    """A weapon held."""
    text = f"{state.units[event.unit].name} keeps {state.units[event.target].name} from using its {event.weapon}."
    return Line(text, (event.unit, event.target), "fieldmanual.option-humanoid-combat")


def _offer(ctx: Ctx[State], holder_id: str, held_id: str) -> Script[None]:
    holder, held = ctx.state.units[holder_id], ctx.state.units[held_id]
    if not holder.perk("Arms") or holds_of(holder) or holder.team:
        return
    prompt = f"Keep the {held.name} from using one of its weapons?"
    order = yield from ask(
        Ask(holder.seat, GRAPPLE, holder_id, (held_id,), "fieldmanual.option-humanoid-combat", prompt, optional=True)
    )
    if isinstance(order, Grapple):
        ctx.emit(Grappled(holder_id, held_id, order.weapon))


class HoldLost(Event, frozen=True, tag="hold-lost"):
    """A model has moved out of contact: its weapon, or the other's, is free again."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        let_go(state, state.units[self.unit])


def hold_lost(state: State, event: HoldLost, _seat: str | None) -> Line:
    """A weapon free again."""
    text = f"{state.units[event.unit].name} lets go of {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.option-humanoid-combat")


@heeds("fieldmanual.option-humanoid-combat")
def release(ctx: Ctx[State]) -> None:
    """Holds end where two models do not touch any more, or one of them is lost."""
    for holder, held in lost_holds(ctx.state):
        ctx.emit(HoldLost(holder, held))


def lost_holds(state: State) -> list[tuple[str, str]]:
    """Who holds a weapon of somebody it does not touch any more."""
    if not state.switch("humanoid combat"):
        return []
    pairs = ((unit, state.units.get(holds_of(unit))) for unit in state.units.values())
    return [
        (unit.id, other.id)
        for unit, other in pairs
        if other is not None and not (unit.is_fielded and other.is_fielded and touches(unit, other))
    ]


@heeds("fieldmanual.option-humanoid-combat")
def resolve_lost_holds(ctx: Ctx[State]) -> Script[None] | None:
    """What follows when a model that held a weapon is lost; None if nothing does."""
    return _let_go(ctx) if lost_holds(ctx.state) else None


def _let_go(ctx: Ctx[State]) -> Script[None]:
    release(ctx)
    yield from ()


class Grapple(Order, frozen=True, tag="grapple"):
    """Keep an enemy in base contact from using one of its weapons."""

    unit: str
    target: str
    weapon: str


@heeds("fieldmanual.option-humanoid-combat")
def refuse_grapple(state: State, question: Ask, order: Grapple) -> Refusal | None:
    """One weapon of the model that was met, one that is not held already."""
    target = state.units.get(order.target)
    if target is None or (order.unit, order.target) != (question.unit, question.about[0]):
        return Refusal(
            "target",
            "fieldmanual.option-humanoid-combat",
            "Arms hold a weapon of the model they came into contact with.",
        )
    if target.card.weapon(order.weapon) is None or order.weapon in target.lost:
        own = ", ".join(mount.id for mount in target.card.weapons)
        return Refusal(
            "weapon", "fieldmanual.option-humanoid-combat", f"The {target.name} has no {order.weapon}; it has {own}."
        )
    if is_held(target, order.weapon):
        return Refusal(
            "held",
            "fieldmanual.option-humanoid-combat",
            f"The {order.weapon} of the {target.name} is being held already.",
        )
    return None


def offer_grapples(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon of the model that was met, or none."""
    target = state.units[question.about[0]]
    for mount in target.card.weapons:
        order = Grapple(question.unit, target.id, mount.id)
        if refuse_grapple(state, question, order) is None:
            yield Pick(f"Hold the {mount.name} of the {target.name}", order, "fieldmanual.option-humanoid-combat")
    yield decline("Hold nothing", "fieldmanual.option-humanoid-combat")


# --- What is offered


def offer_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Every blow the active model could strike now."""
    unit = state.units[question.unit]
    near = {other.id: other for base in state.bases(unit) for other in enemies_in_reach(state, base)}
    for target in near.values():
        for mount in melee_mounts(unit):
            order = Strike(unit.id, mount.id, target.id)
            if refuse_strike(state, order) is None:
                label = f"Strike at the {target.name} with the {mount.name}"
                yield Target(label, order, "fieldmanual.melee-attack", unit=target.id, weapon=mount.id)


def offer_free_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon for a Free Strike, or none."""
    unit, target = state.units[question.unit], state.units[question.about[0]]
    for mount in melee_mounts(unit):
        order = Strike(unit.id, mount.id, target.id)
        if refuse_free_strike(state, question, order) is None:
            label = f"Free Strike at the {target.name} with the {mount.name}"
            yield Target(label, order, "fieldmanual.free-strikes", unit=target.id, weapon=mount.id)
    yield decline("Let it go", "fieldmanual.free-strikes")


def offer_stun_instead(state: State, question: Ask) -> Iterator[Option]:
    """A Stun counter, or damage."""
    target = state.units[question.about[0]]
    yield Pick(f"Stun the {target.name}", StunInstead(question.unit, target.id), "fieldmanual.melee-stun")
    yield decline("Do the damage", "fieldmanual.melee-stun")


# --- The contents of the chapter

MELEE: Chapter[State] = Chapter(
    "Melee Combat",
    orders=(
        OrderRules(Strike, "act", by_order(refuse_strike), resolve_strike),
        OrderRules(Strike, FREE_STRIKE, refuse_free_strike),
        OrderRules(StunInstead, STUN_QUESTION, refuse_stun),
        OrderRules(Grapple, GRAPPLE, refuse_grapple),
    ),
    events={
        BlowStruck: struck,
        BlowResolved: resolved,
        Grappled: grappled,
        HoldLost: hold_lost,
    },
)
