"""14.2 and A.3: indirect fire: which weapons, at whom, counter-battery fire, and fire at traceable emissions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.aiming import Sight, hits_drones, loaded, refuse_weapon
from gearlock.systems.blitz.attacks.areas import refuse_friendly_fire, refuse_target
from gearlock.systems.blitz.attacks.events import AttackDeclared
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.attacks.orders import IndirectFire
from gearlock.systems.blitz.attacks.pairs import ABOVE
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.chain_of_command.formation import in_auto_comms
from gearlock.systems.blitz.general_concepts.arcs import ARC_NAMES, is_in_arc
from gearlock.systems.blitz.general_concepts.measuring import body_of
from gearlock.systems.blitz.lock_and_cover.cover import look_from_above
from gearlock.systems.blitz.paying import can_act, refuse_idle
from gearlock.systems.blitz.state import COUNTER_BATTERY, FIELDED, OFF_BOARD, State, Unit, opponent
from gearlock.systems.blitz.weapons import INDIRECT, MISSILE, Weapon
from gearlock.table.measure import inches


@rule("blitz.wtrait.guided")
@heeds("blitz.14.2a", "blitz.14.2b", "blitz.8.5c", "blitz.8.5d", "blitz.wtrait.if")
def fires_so(weapon: Weapon, mode: str) -> bool:
    """Whether a weapon can be fired indirectly, or be guided: missiles and Guided ones alone can."""
    if mode == GUIDED:
        return weapon.category == MISSILE or "Guided" in weapon.traits
    return weapon.category == INDIRECT or "IF" in weapon.traits


@heeds("blitz.14.2a", "blitz.14.2b", "blitz.A.4-gl", "blitz.8.2b", "blitz.8.4", "blitz.18.4", "blitz.10.2c")
def refuse_indirect(state: State, order: IndirectFire, target: Unit, mode: str) -> Refusal | None:
    """Why a weapon cannot be fired so at a target that somebody else, or nobody, sees. Lock is not asked for."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(state, unit, order.weapon, order.load) or refuse_target(state, unit, target.id)
    if refusal is not None:
        return refusal
    weapon = loaded(unit, order.weapon, order.load)
    if not fires_so(weapon, mode):
        needed = "a missile or Guided weapon" if mode == GUIDED else "an indirect weapon or one with IF"
        rule_id = "blitz.14.2b" if mode == GUIDED else "blitz.14.2a"
        return Refusal("indirect", rule_id, f"The {weapon.id} cannot be fired so: it takes {needed}.")
    most = weapon.indirect[2] if weapon.indirect is not None else weapon.most
    away = attack_distance(state, unit, target, weapon)
    if away > most:
        message = f"The {target.name} is {inches(away)} in away; the {weapon.id} reaches {inches(most)} in."
        return Refusal("range", "blitz.14.2a", message, {"distance": away, "range": most})
    if not is_in_arc(unit, weapon.arc, body_of(state, target)):
        arc = ARC_NAMES.get(weapon.arc, weapon.arc)
        return Refusal("arc", "blitz.8.4", f"The {target.name} is outside the {arc} of the {weapon.id}.")
    if target.line.type == "Drone" and not hits_drones(weapon):
        return Refusal("drone", "blitz.18.4", f"The {target.name} is a drone, too small for the {weapon.id}.")
    return refuse_friendly_fire(state, unit, weapon, target)


def indirect_orders(state: State, unit: Unit, target: Unit, mode: str) -> Iterator[IndirectFire]:
    """Every way a model could fire indirectly at a target."""
    for weapon in unit.line.weapons.values():
        for load, used in weapon.loads.items():
            order = IndirectFire(unit.id, weapon.id, target.id, load)
            if fires_so(used, mode) and refuse_indirect(state, order, target, mode) is None:
                yield order


def refuse_chained(state: State, asked: Ask, order: IndirectFire) -> Refusal | None:
    """The target is the one that was asked about."""
    target, mode = asked.about[:2]
    if order.target not in ("", target):
        message = f"This fire is for the {state.units[target].name}, not for {order.target}."
        return Refusal("target", asked.rule, message)
    return refuse_indirect(state, order, state.units[target], mode)


def offer_chained(state: State, asked: Ask) -> Iterator[Option]:
    """Every weapon that could join in, with every ammunition."""
    unit, target = state.units[asked.unit], state.units[asked.about[0]]
    for order in indirect_orders(state, unit, target, asked.about[1]):
        load = f" ({order.load})" if order.load else ""
        yield Target(f"Fire the {order.weapon}{load} at the {target.name}", order, asked.rule, target.id, order.weapon)
    yield decline("Do not fire", asked.rule)


def ask_to_chain(ctx: Ctx[State], question: Ask, aim: Volley) -> Script[list[Volley]]:
    """Ask one model to fire, again and again as long as it can; `aim` says how, and at whom. Who says yes has paid."""
    volleys: list[Volley] = []
    target = aim.targets[0]
    while any(indirect_orders(ctx.state, ctx.state.units[question.unit], ctx.state.units[target], aim.mode)):
        order = yield from ask(question)
        if not isinstance(order, IndirectFire):
            break
        snap = not ctx.state.is_active(ctx.state.units[order.unit])
        ctx.emit(
            AttackDeclared(
                order.unit, order.weapon, (target,), order.load, snap=snap, mode=aim.mode, observer=aim.observer
            )
        )
        volleys.append(aim._replace(attacker=order.unit, weapon=order.weapon, load=order.load))
    return volleys


@heeds("blitz.trait.cbs")
def is_indirect(state: State, volley: Volley) -> bool:
    """Whether an attack is indirect fire: aimed so, or made with a weapon that knows no other."""
    weapon = loaded(state.units[volley.attacker], volley.weapon, volley.load)
    return volley.mode in (INDIRECTLY, GUIDED) or weapon.category == INDIRECT


@rule("blitz.trait.cbs")
@heeds("blitz.14.7d", "blitz.14.6a", "blitz.14.7b")
def counter_batteries(state: State, seat: str) -> Iterator[str]:
    """Models with counter-battery sensors, and friends in their auto comms, who could pay for an answer."""
    eyes = [unit for unit in state.fielded(seat) if unit.has("CBS") or COUNTER_BATTERY in unit.tokens]
    for unit in state.in_play(seat) if eyes else ():
        if can_act(unit) and any(in_auto_comms(state, each, unit) for each in eyes):
            yield unit.id


@heeds("blitz.trait.cbs", "blitz.3.4a", "blitz.16.2c")
def offer_counter_fire(ctx: Ctx[State], volleys: Iterable[Volley]) -> Script[list[Volley]]:
    """Whoever fired indirectly has given its place away: it may be fired at, seen from above, by who can answer.

    Models beyond the table's edge are found by it as well.
    """
    answers: list[Volley] = []
    fired = dict.fromkeys(volley.attacker for volley in volleys if is_indirect(ctx.state, volley))
    for name in fired:
        firer = ctx.state.units[name]
        if firer.status not in (FIELDED, OFF_BOARD) or look_from_above(ctx.state, firer).blocked:
            continue
        for unit_id in list(counter_batteries(ctx.state, opponent(firer.seat))):
            prompt = f"The {firer.name} fires indirectly: does the {ctx.state.units[unit_id].name} fire back?"
            seat = ctx.state.units[unit_id].seat
            question = Ask(seat, "chain", unit_id, (name, INDIRECTLY), "blitz.trait.cbs", prompt, True)
            answers += yield from ask_to_chain(ctx, question, Volley("", "", "", (name,), INDIRECTLY, ABOVE))
    return answers


@rule("blitz.trait.emissions")
def refuse_trace(state: State, order: IndirectFire) -> Refusal | None:
    """Fire at emissions: as if observed, but not through heavy full cover."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if idle := refuse_idle(unit):
        return idle
    if target is None or not target.is_fielded or not target.has("Emissions"):
        message = "Without an observer indirect fire needs Lock (attack) or a target with traceable emissions."
        return Refusal("emissions", "blitz.trait.emissions", message)
    if Sight(state, unit, target).look.blocked:
        message = f"Heavy full cover blocks the emissions of the {target.name}."
        return Refusal("blocked", "blitz.trait.emissions", message)
    return refuse_indirect(state, order, target, INDIRECTLY)


def offer_traces(state: State, unit: Unit) -> Iterator[Option]:
    """Every emitter in reach."""
    for target in state.fielded(opponent(unit.seat)):
        if target.has("Emissions"):
            for order in indirect_orders(state, unit, target, INDIRECTLY):
                if refuse_trace(state, order) is None:
                    label = f"Fire the {order.weapon} at the emissions of the {target.name}"
                    yield Target(label, order, "blitz.trait.emissions", target.id, order.weapon)
