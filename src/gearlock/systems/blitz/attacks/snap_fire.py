"""10.3, 10.4 and 15.3a: snap fire. Passive models answer whoever acts, all at once with what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.aiming import loaded, refuse_backup, refuse_weapon
from gearlock.systems.blitz.attacks.areas import reached, refuse_marks
from gearlock.systems.blitz.attacks.events import AttackDeclared
from gearlock.systems.blitz.attacks.flanks import start_body
from gearlock.systems.blitz.attacks.heights import PASS
from gearlock.systems.blitz.attacks.orders import Attack, SnapFire
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.chain_of_command.formation import has_formation
from gearlock.systems.blitz.general_concepts.arcs import is_in_arc, is_quick
from gearlock.systems.blitz.general_concepts.works import is_works
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock, is_detected, may_use_sensors
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import ALOFT, FIELDED, OFF_BOARD, STANDBY, State, Unit
from gearlock.systems.blitz.weapons import Weapon

CONTACT = "base contact"
USED = "used:"
"""In a question about snap fire: before a weapon that has answered the same action."""


class Trigger(NamedTuple):
    """What may be answered: who acts, whom they name, in what way, and whether they are easier to detect by it.

    The first actor is the active model: sensors and comms are its own, and `lock` says that its action needs Lock.
    """

    actors: tuple[str, ...]
    named: tuple[str, ...] = ()
    what: str = "an action"
    sensors: bool = False
    comms: bool = False
    lock: bool = False


@rule("blitz.10.4")
@heeds("blitz.10.3", "blitz.14.0", "blitz.14.1", "blitz.7.7", "blitz.7.5a", "blitz.15.3a")
def answerable(state: State, unit: Unit, trigger: Trigger) -> tuple[str, ...]:
    """Whom a passive model may snap fire at: everybody who acts, if it is named or covers for a comrade who is.

    Else the active model that uses active sensors or its radio within its detection range; and, standing by, whoever
    it detects and has Lock on.
    """
    if unit.id in trigger.named or any(covers_for(state, unit, state.units[name]) for name in trigger.named):
        return trigger.actors
    heard = trigger.actors[:1] if trigger.sensors or trigger.comms else ()
    found = [name for name in heard if is_detected(state, unit, state.units[name], doubled=True)]
    for name in trigger.actors if stands_by(unit) else ():
        actor = state.units[name]
        if name not in found and is_detected(state, unit, actor) and has_lock(state, unit, actor):
            found.append(name)
    return tuple(found)


def may_answer(state: State, unit: Unit, trigger: Trigger) -> bool:
    """Whether there is anybody a passive model may snap fire at."""
    return bool(answerable(state, unit, trigger))


@rule("blitz.18.3")
@heeds("blitz.10.3")
def stands_by(unit: Unit) -> bool:
    """Whether it may answer whatever it detects: with a standby token, or as a fortification with any action."""
    return bool(unit.token(STANDBY)) or (is_works(unit) and unit.actions > 0)


@rule("blitz.15.3a")
@heeds("blitz.15.1")
def covers_for(state: State, unit: Unit, target: Unit) -> bool:
    """Another model of the target's combat group, when both are in formation."""
    same = unit.seat == target.seat and unit.group == target.group and unit.id != target.id
    return same and has_formation(state, target) and has_formation(state, unit)


def answerers(state: State, trigger: Trigger) -> Iterator[str]:
    """The enemies who may answer, those who are named first."""
    seat = state.units[trigger.actors[0]].seat
    there = [unit for unit in state.units.values() if unit.seat != seat and unit.status in (FIELDED, OFF_BOARD, ALOFT)]
    enemies = [unit for unit in there if can_snap(unit)]
    enemies.sort(key=lambda unit: unit.id not in trigger.named)
    return (unit.id for unit in enemies if may_answer(state, unit, trigger))


@heeds("blitz.A.2.3-ace", "blitz.10.4", "blitz.2.11-turrets", "blitz.8.4")
def is_snap_weapon(unit: Unit, weapon: Weapon) -> bool:
    """Arm and fast turret weapons, and those for melee; an ace gunner any."""
    return weapon.is_melee or is_quick(weapon.arc) or "Ace Gunner" in unit.line.traits


@heeds("blitz.17.3", "blitz.17.2")
def may_snap(unit: Unit, weapon: Weapon, what: str) -> bool:
    """Whether a weapon may answer this: at a strafing pass those against aircraft, whatever their mount."""
    return "AA" in weapon.traits if what == PASS else is_snap_weapon(unit, weapon)


def can_snap(unit: Unit) -> bool:
    """A cheap first test: it can pay, and has a weapon for it that has not fired."""
    if not can_act(unit):
        return False
    return any(
        is_snap_weapon(unit, weapon) and (weapon.is_melee or weapon.id not in unit.fired or "Point" in weapon.traits)
        for weapon in unit.line.weapons.values()
    )


@heeds("blitz.10.4", "blitz.10.4a", "blitz.10.4b")
def offer_snap_fire(ctx: Ctx[State], trigger: Trigger) -> Script[list[Volley]]:
    """Ask each model that may answer, again and again as long as it can; whoever says yes has paid."""
    answers: list[Volley] = []
    for unit_id in list(answerers(ctx.state, trigger)):
        while can_snap(ctx.state.units[unit_id]):
            unit = ctx.state.units[unit_id]
            actors = answerable(ctx.state, unit, trigger)
            if not actors:
                break
            at = " or the ".join(ctx.state.units[name].name for name in actors)
            prompt = f"{trigger.what[0].upper()}{trigger.what[1:]}: does the {unit.name} snap fire at the {at}?"
            used = (USED + answer.weapon for answer in answers if answer.attacker == unit_id)
            about = (trigger.what, *actors, *used)
            order = yield from ask(Ask(unit.seat, "snap", unit_id, about, "blitz.10.4", prompt, True))
            if not isinstance(order, SnapFire):
                break
            target = order.target or actors[0]
            ctx.emit(AttackDeclared(unit_id, order.weapon, (target,), order.load, order.sensors, snap=True))
            answers.append(Volley(unit_id, order.weapon, order.load, (target,)))
    return answers


def actors_in(asked: Ask) -> list[str]:
    """Whom a question about snap fire lets a model shoot at."""
    return [name for name in asked.about[1:] if not name.startswith(USED)]


@rule("blitz.10.4a", "blitz.10.4b")
@heeds("blitz.10.4", "blitz.wtrait.bw", "blitz.15.5d")
def refuse_snap_fire(state: State, asked: Ask, order: SnapFire) -> Refusal | None:
    """Why this answer is not possible. Who was met in front may be shot at, wherever it made contact."""
    unit = state.units[asked.unit]
    what, actors = asked.about[0], actors_in(asked)
    target = order.target or actors[0]
    if order.unit != unit.id or target not in actors:
        names = " or the ".join(state.units[name].name for name in actors)
        return Refusal("answer", "blitz.10.4", f"It is the {unit.name} that may answer, and the {names} it answers.")
    refusal = refuse_weapon(state, unit, order.weapon, order.load, snap=True)
    if refusal is not None:
        return refusal
    weapon = loaded(unit, order.weapon, order.load)
    if not may_snap(unit, weapon, what):
        message = f"The {weapon.id} cannot snap fire: arm, fast turret and melee weapons can."
        return Refusal("snap", "blitz.10.4", message)
    if order.sensors and not may_use_sensors(unit):
        return Refusal("sensors", "blitz.15.5d", f"The {unit.name} may not use active sensors now.")
    used = [name.removeprefix(USED) for name in asked.about if name.startswith(USED)]
    backup = refuse_backup(unit, weapon, used)
    if backup is not None:
        return backup
    if weapon.proximity:
        if state.units[target] not in reached(state, unit, weapon.proximity):
            message = f"The {state.units[target].name} is not in the area of the {weapon.id}."
            return Refusal("range", "blitz.10.4", message)
        return refuse_marks(state, unit, Attack(unit.id, order.weapon, (), order.load, order.sensors))
    attack = Attack(unit.id, order.weapon, (target,), order.load, order.sensors)
    met = what == CONTACT and not weapon.is_melee
    any_arc = met and is_in_arc(unit, weapon.arc, start_body(state, state.units[target]))
    return refuse_marks(state, unit, attack, any_arc)
