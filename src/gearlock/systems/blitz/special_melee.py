"""12: special melee attacks: brute force, ram, crush."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import Pools
from gearlock.systems.blitz.attacks.aiming import is_flying
from gearlock.systems.blitz.attacks.attack import Hit, Volley, resolve_duel
from gearlock.systems.blitz.attacks.exchange import Trigger, offer_snap_fire, roll_volleys, settle_hits
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DEFENCE, Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair, attack_skill, defence_skill
from gearlock.systems.blitz.general_concepts.dice import dice_of
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.impacts_and_falling import Impact, resolve_impact
from gearlock.systems.blitz.models import bodily
from gearlock.systems.blitz.movement.moves_made import Push, push, resolve_contact, settle_push
from gearlock.systems.blitz.movement.paths import budget_left, refuse_new_move
from gearlock.systems.blitz.movement.stretches import CRUSHED
from gearlock.systems.blitz.movement.terrain import Forced, begin_move, carry_along, gaits_of, leave_cover
from gearlock.systems.blitz.paying import pay, refuse_idle
from gearlock.systems.blitz.state import EXPOSED, HIDING, SILENCE, State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE, bearing, inches_text, turn_between

# --- 12: who can be pushed, rammed or crushed, and the dice of it

BRUTE_FORCE, RAM, CRUSH = "brute force", "ram", "crush"

IN_MELEE = ("blitz.11.0a", "blitz.11.1", "blitz.trait.brawler")
"""The rules whose dice are melee modifiers, which a ram knows none of."""


@heeds("blitz.12.1", "blitz.12.1a")
def stands_ahead(unit: Unit, other: Unit) -> bool:
    """Whether a model that touches another would push it by going straight ahead."""
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, other.x, other.y))
    return touches(unit.body, other.body) and abs(angle) < RIGHT_ANGLE


def foes_touched(state: State, unit: Unit) -> list[Unit]:
    """The enemies in base contact; nothing that flies is."""
    foes = (other for other in state.units.values() if other.seat != unit.seat and other.is_fielded)
    return [foe for foe in foes if not is_flying(foe) and touches(unit.body, foe.body)]


@heeds("blitz.12.1a", "blitz.12.1", "blitz.18.3")
def pushed_by(state: State, unit: Unit) -> list[Unit]:
    """Everybody a brute force attack is against: all in front, but infantry and what is built into the ground."""
    foes = (foe for foe in foes_touched(state, unit) if stands_ahead(unit, foe))
    return [foe for foe in foes if not foe.is_infantry and foe.line.type != "Fortification"]


@rule("blitz.12.0")
@heeds("blitz.12.1", "blitz.12.2", "blitz.12.3", "blitz.18.4")
def _refuse_strength(unit: Unit, what: str, rule_id: str) -> Refusal | None:
    """Why a model makes no such attack at all."""
    if unit.is_infantry:
        return Refusal("infantry", rule_id, f"The {unit.name} is infantry, which cannot {what} anybody.")
    if unit.line.type in ("Drone", "Fortification"):
        return Refusal("drone", "blitz.18.4", f"The {unit.name} makes no special melee attacks.")
    return refuse_idle(unit)


def gait_for(state: State, unit: Unit, gait: str) -> str:
    """The movement type a push is made with: that of the move under way, the one named, or the model's last."""
    now = state.activation
    own = gaits_of(unit.line)
    return gait or (now.gait if now is not None else "") or (unit.gait if unit.gait in own else next(iter(own), ""))


class BruteForce(Order, frozen=True, tag="brute-force"):
    """Push whoever stands in base contact straight ahead; `gait` is the movement it is made with."""

    unit: str
    gait: str = ""


@rule("blitz.12.1", "blitz.12.1b")
@heeds("blitz.12.1a", "blitz.13.2", "blitz.6.3-table")
def refuse_brute_force(state: State, order: BruteForce) -> Refusal | None:
    """Why a model cannot push: it is infantry, cannot move, has no movement left, or touches nobody ahead.

    With every action it has it may try again, on the same models or on others.
    """
    unit = state.units[order.unit]
    refusal = _refuse_strength(unit, "push", "blitz.12.1")
    if refusal is not None:
        return refusal
    if not pushed_by(state, unit):
        message = f"No enemy that could be pushed stands before the {unit.name} in base contact; infantry never is."
        return Refusal("nobody", "blitz.12.1", message)
    gait = gait_for(state, unit, order.gait)
    refusal = refuse_new_move(state, unit, gait)
    if refusal is not None:
        return refusal
    is_over = state.activation is not None and state.activation.closed
    if is_over or not budget_left(state, unit, gait):
        return Refusal("movement", "blitz.12.1", f"The {unit.name} has no movement left in this move to push with.")
    return None


class Ram(Order, frozen=True, tag="ram"):
    """Run into a model with one's whole weight."""

    unit: str
    target: str


@rule("blitz.12.2")
@heeds("blitz.13.2")
def refuse_ram(state: State, order: Ram, free: bool = False) -> Refusal | None:
    """Why a model cannot ram: it needs half a move without a turn before it, unless contact made it free."""
    unit, target, now = state.units[order.unit], state.units.get(order.target), state.activation
    if unit.is_infantry or unit.line.type == "Drone" or not free:
        refusal = _refuse_strength(unit, "ram", "blitz.12.2")
        if refusal is not None:
            return refusal
    if target is None or target not in foes_touched(state, unit):
        message = f"The {unit.name} rams an enemy in base contact; {order.target or 'nobody'} is none."
        return Refusal("contact", "blitz.12.2", message)
    half, gone = -(-unit.line.move // 2), now.straight if now is not None and now.unit == unit.id else 0
    if free or gone >= half:
        return None
    message = f"The {unit.name} has gone {inches_text(gone)} in straight; it rams after {inches_text(half)} in."
    return Refusal("speed", "blitz.12.2", message, {"gone": gone, "needs": half})


class Crush(Order, frozen=True, tag="crush"):
    """Roll over infantry in base contact."""

    unit: str
    target: str


@rule("blitz.12.3")
def refuse_crush(state: State, order: Crush) -> Refusal | None:
    """Why a model cannot crush: only infantry in base contact is, and never by infantry."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    refusal = _refuse_strength(unit, "crush", "blitz.12.3")
    if refusal is not None:
        return refusal
    if target is None or target not in foes_touched(state, unit):
        message = f"The {unit.name} crushes enemy infantry in base contact; {order.target or 'nobody'} is none."
        return Refusal("contact", "blitz.12.3", message)
    if not target.is_infantry:
        return Refusal("target", "blitz.12.3", f"The {target.name} is no infantry, and only that is crushed.")
    return None


def _bare_handed(unit: Unit, rule_id: str) -> list[Modifier]:
    """A die less for who fights without a weapon, unless that has been counted already."""
    return [dice(-1, "Defenceless", rule_id)] if unit.line.reach >= 0 else []


@heeds("blitz.12.1", "blitz.11.0a", "blitz.11.1")
def brute_force_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """A melee check with all its modifiers, both sides defenceless."""
    weapon = bodily(BRUTE_FORCE)
    pair, use = Pair(state, unit, target, weapon), Use(weapon)
    attack = [*ATTACK.lines(state, unit, use, pair), *_bare_handed(unit, "blitz.12.1")]
    defence = [*DEFENCE.lines(state, target, use, pair), *_bare_handed(target, "blitz.12.1")]
    return _duel(pair, attack, defence)


@heeds("blitz.12.2", "blitz.13.2", "blitz.2.2-standard-modifiers", "blitz.15.5c", "blitz.trait.agile")
def ram_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """A check of PILOT with standard modifiers alone, both sides defenceless: no flank, overwhelm or Brawler.

    What orders and traits give every attack and every defence stays.
    """
    weapon, bare = bodily(RAM), dice(-1, "Defenceless", "blitz.12.2")
    pair, use = Pair(state, unit, target, weapon), Use(weapon)
    attack = [line for line in ATTACK.lines(state, unit, use, pair) if line.rule not in IN_MELEE]
    defence = [line for line in DEFENCE.lines(state, target, use, pair) if line.rule not in IN_MELEE]
    return _duel(pair, [*attack, bare], [*defence, bare])


def _duel(pair: Pair, attack: list[Modifier], defence: list[Modifier]) -> Duel:
    count, guard = dice_of(attack), dice_of(defence)
    return Duel(attack, defence, Pools(count, guard, 0, 0, attack_skill(pair, True), defence_skill(pair)))


@heeds("blitz.12.3")
def crushing(unit: Unit, target: Unit) -> str:
    """The weight of a model as a weapon: PEN is the difference of the armours."""
    return f"{CRUSH} {unit.line.armor - target.line.armor}"


@heeds("blitz.12.3", "blitz.11.0b")
def crush_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """An ordinary melee check."""
    weapon = bodily(crushing(unit, target))
    return duel_of(state, Use(weapon), Pair(state, unit, target, weapon))


_RULES = {BRUTE_FORCE: "blitz.12.1", RAM: "blitz.12.2", CRUSH: "blitz.12.3"}

_VERBS = {BRUTE_FORCE: "tries to push", RAM: "rams", CRUSH: "rolls over"}


def grappled(state: State, event: Grappled, _seat: str | None) -> Line:
    """Who goes at whom."""
    names = " and ".join(state.units[target].name for target in event.targets)
    text = f"{state.units[event.unit].name} {_VERBS[event.kind]} {names}."
    return Line(text, (event.unit, *event.targets), _RULES[event.kind])


def pressed(state: State, event: Pressed, _seat: str | None) -> Line:
    """The pusher follows."""
    text = f"{state.units[event.unit].name} presses on {inches_text(event.moved)} in."
    return Line(text, (event.unit,), "blitz.12.1")


# --- 12: special melee attacks carried out: declared and answered as any attack, then pushes and blows


@heeds("blitz.12.1")
def push_distance(unit: Unit, target: Unit, margin: int) -> int:
    """How far a push could go, in mils: an inch for each point of the margin, and one for each of armour between."""
    return max(0, margin + unit.line.armor - target.line.armor) * INCH if margin >= 0 else 0


class Grappled(Event, frozen=True, tag="grappled"):
    """A model throws its weight at others: brute force, ram or crush. `free`: nothing is paid for it."""

    unit: str
    kind: str
    targets: tuple[str, ...]
    free: bool = False

    @heeds("blitz.3.4a", "blitz.18.1", "blitz.15.5b", "blitz.7.6-stealth", "blitz.12.3")
    def change(self, state: State) -> None:
        """It pays, and gives itself away as in any attack."""
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        unit.tokens.pop(SILENCE, None)
        unit.tokens.pop(HIDING, None)
        unit.tokens[EXPOSED] = 1
        if self.kind == "crush" and state.activation is not None:
            state.activation.marks += [f"{CRUSHED} {target}" for target in self.targets]


@heeds("blitz.12.1", "blitz.12.1a", "blitz.10.4", "blitz.3.4a")
def resolve_brute_force(ctx: Ctx[State], order: BruteForce) -> Script[None]:
    """One check against each model ahead; all are pushed together, as far as the one that is pushed least."""
    targets = tuple(target.id for target in pushed_by(ctx.state, ctx.state.units[order.unit]))
    gait = gait_for(ctx.state, ctx.state.units[order.unit], order.gait)
    most = budget_left(ctx.state, ctx.state.units[order.unit], gait)
    ctx.emit(Grappled(order.unit, BRUTE_FORCE, targets))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), targets, BRUTE_FORCE))
    for target in targets:
        unit, other = ctx.state.units[order.unit], ctx.state.units[target]
        duel = brute_force_duel(ctx.state, unit, other)
        volley = Volley(order.unit, BRUTE_FORCE, "", (target,))
        _, defence = yield from resolve_duel(ctx, volley, bodily(BRUTE_FORCE), target, duel)
        most = min(most, push_distance(unit, other, defence.margin))
    hits = yield from roll_volleys(ctx, answers)
    met = (yield from _shove(ctx, order.unit, gait, targets, most)) if most else []
    yield from settle_hits(ctx, hits)
    for name in met:
        yield from _meet(ctx, order.unit, name)


class Pressed(Event, frozen=True, tag="pressed"):
    """The model that pushes follows whom it pushes, in the move it is making."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    moved: int

    @heeds("blitz.12.1", "blitz.6.0")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model pushes"
        begin_move(unit, now, self.gait)
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        carry_along(state, unit)
        now.spent += self.moved
        now.advanced += self.moved
        now.straight += self.moved
        if self.moved:
            leave_cover(unit)


def _shove(ctx: Ctx[State], unit_id: str, gait: str, targets: tuple[str, ...], most: int) -> Script[list[str]]:
    """Ask how far, and push; whoever the pusher comes to touch by it, and did not before, is given back."""
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} may push up to {inches_text(most)} in. How far?"
    order = yield from ask(Ask(unit.seat, "shove", unit_id, (str(most),), "blitz.12.1", prompt, optional=True))
    if not isinstance(order, Shove):
        return []
    shove = work_out(ctx.state, ctx.state.units[unit_id], targets, order.mils)
    before = {foe.id for foe in foes_touched(ctx.state, ctx.state.units[unit_id])}
    for pushed in shove.pushes:
        yield from settle_push(ctx, pushed, unit_id)
    end = shove.own
    if ctx.state.is_acting(unit_id):
        ctx.emit(Pressed(unit_id, gait, end.x, end.y, end.z, end.moved))
    after = foes_touched(ctx.state, ctx.state.units[unit_id])
    return [foe.id for foe in after if foe.id not in before and foe.id not in targets]


class Shoved(NamedTuple):
    """A push worked out: where the pusher ends, and what becomes of those before it."""

    own: Forced
    pushes: list[Push]


@rule("blitz.12.1a")
@heeds("blitz.12.1", "blitz.13.2")
def work_out(state: State, unit: Unit, targets: tuple[str, ...], mils: int) -> Shoved:
    """All go as far as the first that something stops; whoever is stopped so strikes it with what was left.

    Where the pusher itself meets somebody new the move stops.
    """
    together = (unit.id, *targets)
    others = [state.units[target] for target in targets]
    free = push(state, unit, unit.facing, mils, together).event
    far = _before_edge(unit, free)
    firsts = [push(state, other, unit.facing, mils if free.fall else far, together) for other in others]
    lost = [bool(first.swallowed) or bool(first.event.fall) for first in firsts]
    least = min([far, *(first.event.moved for first, gone in zip(firsts, lost, strict=True) if not gone)])
    pushes = []
    for other, first, gone in zip(others, firsts, lost, strict=True):
        event = first.event
        if gone and _before_edge(other, event) <= least:
            pushes.append(first)
        elif event.against and event.moved == least:
            pushes.append(Push(msgspec.structs.replace(event, left=mils - least)))
        else:
            pushes.append(push(state, other, unit.facing, least, together))
    return Shoved(push(state, unit, unit.facing, least, together).event, pushes)


@heeds("blitz.12.1", "blitz.13.1")
def _before_edge(unit: Unit, event: Forced) -> int:
    """How far a model goes until it would fall, or is stopped: the pusher does not follow anybody down."""
    return event.moved - unit.line.radius - 1 if event.fall else event.moved


@heeds("blitz.12.1a", "blitz.10.4")
def _meet(ctx: Ctx[State], unit_id: str, name: str) -> Script[None]:
    """Somebody new was met in a push: that is contact, and a ram for nothing."""
    unit, other = ctx.state.units[unit_id], ctx.state.units[name]
    if not ctx.state.is_acting(unit_id) or not touches(unit.body, other.body):
        return
    yield from resolve_contact(ctx, unit_id, [name])
    unit, other = ctx.state.units[unit_id], ctx.state.units[name]
    if not ctx.state.is_acting(unit_id) or not other.is_fielded:
        return
    prompt = f"The {unit.name} has run into the {other.name}: does it ram it, for no action?"
    order = yield from ask(Ask(unit.seat, "free-ram", unit_id, (name,), "blitz.12.1a", prompt, optional=True))
    if isinstance(order, Ram):
        yield from _ram(ctx, order, free=True)


def refuse_free_ram(state: State, asked: Ask, order: Ram) -> Refusal | None:
    """Only who was met just now."""
    if (order.target,) != asked.about:
        return Refusal("target", "blitz.12.1a", f"The {state.units[asked.about[0]].name} was met, and nobody else.")
    return refuse_ram(state, order, free=True)


class Shove(Order, frozen=True, tag="shove"):
    """Say how far a push goes that was won, in mils."""

    unit: str
    mils: int = 0


def refuse_shove(state: State, asked: Ask, order: Shove) -> Refusal | None:
    """No farther than the check allows."""
    most = int(asked.about[0])
    if 0 < order.mils <= most:
        return None
    message = f"The {state.units[asked.unit].name} pushes up to {inches_text(most)} in, not {inches_text(order.mils)}."
    return Refusal("distance", "blitz.12.1", message, {"mils": order.mils, "most": most})


@heeds("blitz.12.2")
def resolve_ram(ctx: Ctx[State], order: Ram) -> Script[None]:
    """A ram that an action pays for."""
    yield from _ram(ctx, order, free=False)


@heeds("blitz.12.2", "blitz.13.2", "blitz.10.4", "blitz.3.4a")
def _ram(ctx: Ctx[State], order: Ram, free: bool) -> Script[None]:
    """A check; if it hits, both suffer an impact, and nobody is moved."""
    ctx.emit(Grappled(order.unit, RAM, (order.target,), free))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), (order.target,), "a ram"))
    duel = ram_duel(ctx.state, ctx.state.units[order.unit], ctx.state.units[order.target])
    volley = Volley(order.unit, RAM, "", (order.target,))
    _, defence = yield from resolve_duel(ctx, volley, bodily(RAM), order.target, duel, is_decided=True)
    hits = yield from roll_volleys(ctx, answers)
    if defence.is_hit:
        yield from resolve_impact(ctx, Impact(order.target, order.unit, by=order.unit))
    yield from settle_hits(ctx, hits)


@heeds("blitz.12.3", "blitz.10.4", "blitz.3.4a")
def resolve_crush(ctx: Ctx[State], order: Crush) -> Script[None]:
    """A melee attack with the model's own weight; after it the infantry gives way."""
    weapon = crushing(ctx.state.units[order.unit], ctx.state.units[order.target])
    ctx.emit(Grappled(order.unit, CRUSH, (order.target,)))
    answers = yield from offer_snap_fire(ctx, Trigger((order.unit,), (order.target,), "a crush"))
    hits: list[Hit] = yield from roll_volleys(ctx, [Volley(order.unit, weapon, "", (order.target,)), *answers])
    yield from settle_hits(ctx, hits)


# --- What is offered


def offer_special_melee(state: State, unit: Unit) -> Iterator[Option]:
    """Whatever can be done to whoever is touched."""
    touched = foes_touched(state, unit)
    if not touched:
        return
    if refuse_brute_force(state, BruteForce(unit.id)) is None:
        names = " and the ".join(target.name for target in pushed_by(state, unit))
        yield Pick(f"Brute force against the {names}", BruteForce(unit.id), "blitz.12.1")
    for target in touched:
        if refuse_ram(state, Ram(unit.id, target.id)) is None:
            yield Target(f"Ram the {target.name}", Ram(unit.id, target.id), "blitz.12.2", target.id)
        if refuse_crush(state, Crush(unit.id, target.id)) is None:
            yield Target(f"Crush the {target.name}", Crush(unit.id, target.id), "blitz.12.3", target.id)


def offer_shoves(_state: State, ask: Ask) -> Iterator[Option]:
    """As far as it goes, every whole inch less, or not at all."""
    most = int(ask.about[0])
    for mils in (most, *range((most - 1) // INCH * INCH, 0, -INCH)):
        yield Pick(f"Push {inches_text(mils)} in", Shove(ask.unit, mils), "blitz.12.1")
    yield decline("Do not push", "blitz.12.1")


def offer_free_ram(state: State, ask: Ask) -> Iterator[Option]:
    order = Ram(ask.unit, ask.about[0])
    if refuse_ram(state, order, free=True) is None:
        yield Target(f"Ram the {state.units[ask.about[0]].name}", order, "blitz.12.1a", ask.about[0])
    yield decline("Leave it at that", "blitz.12.1a")


# --- The contents of the chapter

SPECIAL_MELEE: Chapter[State] = Chapter(
    "12: special melee attacks",
    orders=(
        OrderRules(BruteForce, "act", by_order(refuse_brute_force), resolve_brute_force),
        OrderRules(Shove, "shove", refuse_shove),
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(Ram, "free-ram", refuse_free_ram),
        OrderRules(Crush, "act", by_order(refuse_crush), resolve_crush),
    ),
    events={Grappled: grappled, Pressed: pressed},
)
