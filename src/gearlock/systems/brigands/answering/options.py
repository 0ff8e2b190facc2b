"""The ways a seat may answer each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.answering.legality import POSTURES
from gearlock.systems.brigands.answering.move_options import move_options
from gearlock.systems.brigands.attacking.area import refuse_area, refuse_far, target_point
from gearlock.systems.brigands.attacking.attack import Aim, can_aim, refuse_split, refuse_weapon
from gearlock.systems.brigands.attacking.reactions import refuse_snap_fire, refuse_standing_up
from gearlock.systems.brigands.beginning.deployment import deployable
from gearlock.systems.brigands.commanding.battle_orders import RULES, refuse_give_order
from gearlock.systems.brigands.commanding.command import is_distant, reroll_sources
from gearlock.systems.brigands.commanding.lineup import is_leading
from gearlock.systems.brigands.commanding.orders_in_force import REPOSITION, is_ordered
from gearlock.systems.brigands.companions.answers import COMPANIONS_OPTIONS, companions_options
from gearlock.systems.brigands.companions.fortifications import refuse_posture
from gearlock.systems.brigands.electronics.answers import ELECTRONICS_OPTIONS, electronics_options
from gearlock.systems.brigands.flow import unactivated
from gearlock.systems.brigands.machines.airborne import extra_reach, is_vtol
from gearlock.systems.brigands.machines.answers import machines_options
from gearlock.systems.brigands.machines.components import refuse_pace
from gearlock.systems.brigands.machines.landing import refuse_altitude, refuse_bearing
from gearlock.systems.brigands.moving.terrain import is_building
from gearlock.systems.brigands.objectives.answers import OBJECTIVES_OPTIONS
from gearlock.systems.brigands.observation.answers import OBSERVATION_OPTIONS, observation_options
from gearlock.systems.brigands.setting.answers import SETTING_OPTIONS, set_aside_options
from gearlock.systems.brigands.sighting.cover import crowd_of
from gearlock.systems.brigands.sighting.smoke import refuse_smoke
from gearlock.systems.brigands.state import (
    BRACED,
    COMBAT_SPEED,
    COORDINATED_ATTACK,
    WRECK,
    State,
    Unit,
    opponent,
)
from gearlock.systems.brigands.weapons import Weapon


def options(state: State, ask: Ask) -> tuple[Option, ...]:
    """All ways to answer, open ones as templates."""
    return tuple(_OPTIONS[ask.kind](state, ask))


def _first_options(_state: State, ask: Ask) -> Iterator[Option]:
    for seat in ("red", "blue"):
        label = "I go first" if seat == ask.seat else "They go first"
        yield Pick(label, o.ChooseFirst(seat), ask.rule)


def _deploy_options(state: State, ask: Ask) -> Iterator[Option]:
    for unit in deployable(state, ask.seat):
        zone = "" if unit.aside else f"{unit.seat}-zone"
        yield Place(f"Deploy the {unit.name}", o.Deploy(unit.id), ask.rule, unit=unit.id, zone=zone)
    yield from set_aside_options(state, ask)


def _keep_options(_state: State, ask: Ask) -> Iterator[Option]:
    yield Pick("Keep Overwatch", o.KeepOverwatch(ask.unit), ask.rule)
    yield decline("Refresh Actions", ask.rule)


def _activate_options(state: State, ask: Ask) -> Iterator[Option]:
    for unit in unactivated(state, ask.seat):
        heights = [
            airborne
            for airborne in ((False, True) if is_vtol(unit) else (False,))
            if refuse_altitude(state, unit, airborne) is None
        ]
        for posture, airborne in product(POSTURES, heights):
            if refuse_posture(state, unit, posture) or refuse_pace(state, unit, posture):
                continue
            label = f"{unit.name}: {posture}{', Airborne' if airborne else ''}"
            yield Pick(label, o.Activate(unit.id, posture, airborne=airborne), "brigands.2.1")
            if refuse_bearing(state, unit, airborne, True) is None:
                standing = o.Activate(unit.id, posture, True, airborne)
                yield Pick(f"{label}, standing up", standing, "brigands.trait.low-profile")


def _act_options(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield from move_options(state, unit)
    if state.phase == "pathfinders":
        yield Pick("Stay here", o.EndActivation(unit.id), ask.rule)
        return
    yield from _attack_options(state, unit)
    if unit.actions and unit.posture == COMBAT_SPEED:
        yield Pick("Standby", o.Standby(unit.id), "brigands.6.1")
    watchful = unit.posture == BRACED or (unit.posture == COMBAT_SPEED and is_ordered(state, unit, REPOSITION))
    if unit.actions and watchful:
        yield Pick("Overwatch", o.Overwatch(unit.id), "brigands.6.2")
    yield from _demolition_options(state, unit)
    if unit.trait("Smoke") and refuse_smoke(unit) is None:
        yield Pick("Fire Smoke", o.FireSmoke(unit.id), "brigands.trait.smoke")
    yield from _order_options(state, unit)
    yield from electronics_options(state, unit)
    yield from observation_options(state, unit)
    for drone in state.drones(unit.id):
        yield from _drone_options(state, drone)
    yield from companions_options(state, unit)
    yield from machines_options(state, unit)
    yield Pick("End the activation", o.EndActivation(unit.id), "brigands.1.7a")


def _drone_options(state: State, drone: Unit) -> Iterator[Option]:
    """What a drone of the Active model may spend its Action on."""
    if drone.is_fielded:
        for option in (*_attack_options(state, drone), *_demolition_options(state, drone)):
            yield msgspec.structs.replace(option, label=f"{drone.name}: {option.label}")


def _demolition_options(state: State, unit: Unit) -> Iterator[Option]:
    """Each weapon that may reach a building, to be pointed at one."""
    if not unit.readiness:
        return
    for weapon in unit.line.weapons.values():
        category, reach = weapon.categories[0], weapon.most + unit.line.radius
        near = state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach)
        if "Proximity" in weapon.traits or not any(is_building(piece) for piece in near):
            continue
        if refuse_weapon(unit, weapon.id, category) is None:
            template = o.Demolish(unit.id, weapon.id, category)
            yield Place(f"{weapon.id} at a building", template, "brigands.3.2b-attack", unit=unit.id, zone="range")


def _order_options(state: State, unit: Unit) -> Iterator[Option]:
    """The Orders an Active leader may give."""
    if state.introductory or not is_leading(unit.rank) or not unit.command:
        return
    for name, rule_id in RULES.items():
        targets = [enemy.id for enemy in state.fielded(opponent(unit.seat))] if name == COORDINATED_ATTACK else [""]
        for target in targets:
            order = o.GiveOrder(unit.id, name, target)
            if refuse_give_order(state, order) is None:
                at = f" on the {state.units[target].name}" if target else ""
                yield Pick(f"Order: {name}{at}", order, rule_id)


def _attack_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one target, every legal split, and areas around a bare point or oneself."""
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(unit, w.id, w.categories[0]) is None]
    if not ready:
        return
    crowd = crowd_of(state)
    aims = [
        Aim(state, unit, other, crowd=crowd)
        for other in state.standing()
        if other is not unit and (other.status == WRECK or other.seat != unit.seat)
    ]
    for weapon in ready:
        for category in weapon.categories:
            if "Proximity" in weapon.traits:
                yield from _proximity_options(state, unit, weapon, category)
                continue
            yield from _target_options(state, unit, weapon, category, aims)
            if weapon.area:
                template = o.Attack(unit.id, weapon.id, category)
                yield Place(
                    f"{weapon.id} ({category}) at a point", template, "brigands.5.4a", unit=unit.id, zone="range"
                )


def _target_options(state: State, unit: Unit, weapon: Weapon, category: str, aims: list[Aim]) -> Iterator[Option]:
    reached: list[Aim] = []
    for aim in aims:
        if not can_aim(aim, weapon, category):
            continue
        order = o.Attack(unit.id, weapon.id, category, (aim.target.id,))
        if weapon.area:
            point, extra = target_point(state, unit, weapon, order), extra_reach(weapon, aim.target)
            if refuse_far(unit, weapon, point, extra) is not None:
                continue
        label = f"{weapon.id} ({category}) at the {aim.target.name}"
        yield Target(label, order, "brigands.5.2", unit=aim.target.id, weapon=weapon.id)
        if aim.target.is_fielded:
            reached.append(aim)
    most = 1 if weapon.area else weapon.traits.get("Split", 1)
    for count in range(2, most + 1):
        for group in combinations(reached, count):
            targets = tuple(aim.target.id for aim in group)
            if refuse_split(state, weapon, targets) is None:
                names = " and the ".join(aim.target.name for aim in group)
                order = o.Attack(unit.id, weapon.id, category, targets)
                yield Target(f"{weapon.id} split at the {names}", order, "brigands.5.4c", targets[0], weapon.id)


def _proximity_options(state: State, unit: Unit, weapon: Weapon, category: str) -> Iterator[Option]:
    order = o.Attack(unit.id, weapon.id, category)
    near = any(
        abs(other.x - unit.x) <= weapon.area + other.line.radius
        and abs(other.y - unit.y) <= weapon.area + other.line.radius
        for other in state.standing()
        if other is not unit
    )
    if near and refuse_area(state, unit, weapon, order) is None:
        yield Target(f"{weapon.id} ({category}) all around", order, "brigands.wtrait.proximity", weapon=weapon.id)


def _snap_options(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    snaps = [weapon for weapon in unit.line.weapons.values() if "Snap" in weapon.traits]
    for victim, weapon in product((ask.about[0], *ask.about[2:]), snaps):
        named = "" if state.active() is state.units[victim] else victim
        rises = (False,) if refuse_standing_up(state, unit, weapon) is not None else (False, True)
        for category, tall in product(weapon.categories, rises):
            order = o.SnapFire(unit.id, weapon.id, category, tall, named)
            if refuse_snap_fire(state, order, ask) is None:
                label = f"{weapon.id} at the {state.units[victim].name}{', standing up' if tall else ''}"
                yield Target(label, order, ask.rule, unit=victim, weapon=weapon.id)
    yield decline("Hold fire", ask.rule)


def _reroll_options(state: State, ask: Ask) -> Iterator[Option]:
    """What may pay for it; letting it stand comes first for a side that is winning the roll."""
    rolled = state.rolled
    wins = rolled is not None and (rolled.attack >= rolled.defence) == (ask.unit == rolled.unit)
    if wins:
        yield decline("Let it stand", ask.rule)
    for source in reroll_sources(state, state.units[ask.unit], ask.about[1:]):
        giver = state.units.get(source)
        payment = source if giver is None else f"Command Point of the {giver.name}"
        if is_distant(state, ask.unit, source):
            payment += ", which must Authorize it"
        yield Pick(f"Reroll: {payment}", o.Reroll(ask.unit, source), ask.rule)
    if not wins:
        yield decline("Let it stand", ask.rule)


_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {
    "first": _first_options,
    "deploy": _deploy_options,
    "keep": _keep_options,
    "activate": _activate_options,
    "act": _act_options,
    "snap": _snap_options,
    "reroll": _reroll_options,
    **ELECTRONICS_OPTIONS,
    **OBSERVATION_OPTIONS,
    **COMPANIONS_OPTIONS,
    **SETTING_OPTIONS,
    **OBJECTIVES_OPTIONS,
}
