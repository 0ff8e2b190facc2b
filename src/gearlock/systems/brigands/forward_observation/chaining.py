"""8.5: Chain Attacks. Receivers of a Forward Observation fire Indirect weapons at what they neither see nor sense."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.attacking.area import refuse_far, refuse_marks, strikes_of
from gearlock.systems.brigands.attacking.attack import price, refuse_weapon
from gearlock.systems.brigands.attacking.events import AttackDeclared
from gearlock.systems.brigands.attacking.exchange import resolve_strikes, settle_wounds
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.command.command_points import fill_vacancies
from gearlock.systems.brigands.dice_on_table import Observation
from gearlock.systems.brigands.forward_observation.orders import ChainAttack
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import INDIRECT, Weapon
from gearlock.table.bodies import Body


@heeds("brigands.8.5-chain", "brigands.5.1b")
def chaining_weapons(unit: Unit) -> list[Weapon]:
    """The weapons of a model that may be chained at all: Indirect ones that are thrown farther than around itself."""
    return [w for w in unit.line.weapons.values() if INDIRECT in w.categories and "Proximity" not in w.traits]


@heeds("brigands.8.5-chain", "brigands.5.1")
def can_chain(unit: Unit) -> bool:
    """A cheap first test: in play, with an Indirect weapon that has not fired, and able to pay for it."""
    return unit.is_fielded and any(w.id not in unit.used and price(unit, w) for w in chaining_weapons(unit))


@heeds("brigands.8.5-chain", "brigands.5.2b", "brigands.1.7b")
def refuse_chain(state: State, seen: Observation, order: ChainAttack) -> Refusal | None:
    """Why a model cannot chain this attack. It needs no Lock; range, arc and cover from above are as ever."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id not in seen.receivers or not unit.is_fielded:
        name = order.unit if unit is None else f"The {unit.name}"
        return Refusal("receiver", "brigands.8.5-chain", f"{name} has not received this Observation.")
    refusal = refuse_weapon(unit, order.weapon, INDIRECT)
    if refusal is not None:
        return refusal
    weapon = unit.line.weapons[order.weapon]
    if "Proximity" in weapon.traits:
        message = f"The {weapon.id} goes off around the {unit.name} and reaches nothing that is observed."
        return Refusal("proximity", "brigands.wtrait.proximity", message)
    if seen.target:
        return refuse_marks(state, unit, weapon, attack_of(seen, order), (seen.target,))
    return _refuse_point(unit, weapon, seen, order)


@heeds("brigands.8.5-chain", "brigands.5.4a")
def _refuse_point(unit: Unit, weapon: Weapon, seen: Observation, order: ChainAttack) -> Refusal | None:
    """Why a weapon cannot be chained to the Observation of a point, which only an area can do anything about."""
    assert seen.point is not None, "a model or a point is observed"
    if not weapon.area:
        message = f"A point is observed; the {weapon.id} has no area and is aimed at models."
        return Refusal("point", "brigands.5.4", message)
    if order.aim not in (None, seen.point):
        return Refusal("point", "brigands.8.5-chain", "Chained attacks are aimed at the point that is observed.")
    point = Body(*seen.point)
    if not is_in_arc(unit, weapon.arc, point):
        return Refusal("arc", "brigands.1.5b", f"The Target Point is outside the arc of the {weapon.id}.")
    return refuse_far(unit, weapon, point)


def attack_of(seen: Observation, order: ChainAttack) -> Attack:
    """A chained attack as the Indirect Attack it is."""
    if seen.target:
        return Attack(order.unit, order.weapon, INDIRECT, (seen.target,), order.aim)
    return Attack(order.unit, order.weapon, INDIRECT, (), seen.point)


@heeds("brigands.8.5-chain", "brigands.8.5b", "brigands.wtrait.guided", "brigands.trait.td")
def chain_strikes(state: State, seen: Observation, order: ChainAttack) -> list[Strike]:
    """The rolls of a chained attack: the observer's place counts for Back Attacks, its designator leads Guided ones."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    guided = seen.designated and "Guided" in weapon.traits
    strikes = strikes_of(state, unit, weapon, attack_of(seen, order))
    return [strike._replace(observer=seen.origin, guided=guided) for strike in strikes]


def legal_chains(state: State, seen: Observation) -> Iterator[ChainAttack]:
    """Every attack that a Receiver could chain now."""
    for receiver in seen.receivers:
        unit = state.units[receiver]
        if not can_chain(unit):
            continue
        for weapon in chaining_weapons(unit):
            order = ChainAttack(unit.id, weapon.id)
            if refuse_chain(state, seen, order) is None:
                yield order


@heeds("brigands.8.5", "brigands.8.5-chain", "brigands.1.7a")
def resolve_chains(ctx: Ctx[State]) -> Script[None]:
    """Ask for one chained attack after another, each resolved with its damage before the next is decided on."""
    while (seen := ctx.state.observation) is not None and any(legal_chains(ctx.state, seen)):
        what = f"the {ctx.state.units[seen.target].name}" if seen.target else "the observed point"
        about = (seen.origin, seen.target)
        seat = ctx.state.units[seen.origin].seat
        prompt = f"Which Receiver chains an attack on {what}?"
        order = yield from ask(Ask(seat, "chain", "", about, "brigands.8.5-chain", prompt, optional=True))
        if not isinstance(order, ChainAttack):
            return
        yield from resolve_chain(ctx, seen, order)


@rule("brigands.8.5-chain")
@heeds("brigands.5.2b", "brigands.5.8")
def resolve_chain(ctx: Ctx[State], seen: Observation, order: ChainAttack) -> Script[None]:
    """Fire one weapon at what is observed. A chained attack is a Reaction and triggers no Snap Fire of its own."""
    unit = ctx.state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    strikes = chain_strikes(ctx.state, seen, order)
    targets = tuple(strike.target for strike in strikes)
    point = order.aim if seen.target else seen.point
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, INDIRECT, targets, cost, point, observer=seen.origin))
    wounds = yield from resolve_strikes(ctx, strikes)
    yield from settle_wounds(ctx, wounds)
    fill_vacancies(ctx)
