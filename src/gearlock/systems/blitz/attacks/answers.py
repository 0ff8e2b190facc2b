"""8, 10 and 11: the attacks a model may make, and the answers to one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.aiming import Sight, can_bear, loaded, refuse_weapon, with_sensors
from gearlock.systems.blitz.attacks.areas import refuse_friendly_fire, refuse_marks, refuse_split
from gearlock.systems.blitz.attacks.orders import Attack, SnapFire, StandBy
from gearlock.systems.blitz.attacks.snap_fire import actors_in, may_snap, refuse_snap_fire
from gearlock.systems.blitz.attacks.standby import refuse_stand_by
from gearlock.systems.blitz.lock_and_cover.sensing import may_use_sensors
from gearlock.systems.blitz.paying import has_action, refuse_idle
from gearlock.systems.blitz.state import TARGETS, WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon


@heeds("blitz.8.2", "blitz.7.7", "blitz.15.5d")
def refuse_attack(state: State, order: Attack) -> Refusal | None:
    """The weapon must be ready, and its targets within what it may hit."""
    unit = state.units[order.unit]
    if idle := refuse_idle(unit):
        return idle
    if order.sensors and not may_use_sensors(unit):
        return Refusal("sensors", "blitz.15.5d", f"The {unit.name} may not use active sensors now.")
    return refuse_weapon(state, unit, order.weapon, order.load) or refuse_marks(state, unit, order)


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one target, every split, and areas around oneself; with active sensors only what needs them."""
    if not has_action(unit):
        return
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(state, unit, w.id, next(iter(w.loads))) is None]
    if not ready:
        return
    there = (o for o in state.units.values() if o.status in TARGETS and o.line.bulk)
    others = [o for o in there if o is not unit and (o.status == WRECK or o.seat != unit.seat)]
    sights = [Sight(state, unit, other) for other in others]
    better: list[Sight] = []
    if may_use_sensors(unit):
        seen = with_sensors(state, unit)
        better = [Sight(seen, unit, s.target) for s in sights if s.target.is_fielded and not s.is_locked]
    for weapon in ready:
        for load in weapon.loads:
            yield from _attacks_with(state, unit, loaded(unit, weapon.id, load), load, sights)
            yield from _attacks_with(state, unit, loaded(unit, weapon.id, load), load, better, sensors=True)


def _attacks_with(
    state: State, unit: Unit, weapon: Weapon, load: str, sights: list[Sight], sensors: bool = False
) -> Iterator[Option]:
    with_what = f"{weapon.id}{f' ({load})' if load else ''}{', active sensors' if sensors else ''}"
    if weapon.proximity:
        order = Attack(unit.id, weapon.id, (), load)
        if not sensors and refuse_marks(state, unit, order) is None:
            yield Target(f"{with_what} all around", order, "blitz.A.4-proximity", weapon=weapon.id)
        return
    borne = [
        sight
        for sight in sights
        if can_bear(sight, weapon) and refuse_friendly_fire(state, unit, weapon, sight.target) is None
    ]
    for sight in borne:
        order = Attack(unit.id, weapon.id, (sight.target.id,), load, sensors)
        yield Target(f"{with_what} at the {sight.target.name}", order, "blitz.8.2", sight.target.id, weapon.id)
    living = [sight for sight in borne if sight.target.is_fielded]
    for count in range(2, weapon.traits.get("Split", 1) + 1):
        for group in permutations(living, count):
            if list(group[1:]) != sorted(group[1:], key=living.index) or refuse_split(weapon, list(group)) is not None:
                continue
            targets = tuple(sight.target.id for sight in group)
            names = ", then the ".join(sight.target.name for sight in group)
            order = Attack(unit.id, weapon.id, targets, load, sensors)
            yield Target(f"{with_what} split at the {names}", order, "blitz.10.5", targets[0], weapon.id)


@heeds("blitz.10.3")
def offer_stand_by(state: State, unit: Unit) -> Iterator[Option]:
    """So many tokens."""
    for count in range(1, unit.actions + 1):
        order = StandBy(unit.id, count)
        if refuse_stand_by(state, order) is None:
            yield Pick(f"Stand by with {count} action{'s' * (count > 1)}", order, "blitz.10.3")


def offer_snap_shots(state: State, ask: Ask) -> Iterator[Option]:
    """Every weapon that bears, with every ammunition."""
    unit = state.units[ask.unit]
    for weapon in unit.line.weapons.values():
        if not may_snap(unit, weapon, ask.about[0]):
            continue
        for load in weapon.loads:
            for target in actors_in(ask):
                order = SnapFire(unit.id, weapon.id, target, load)
                if refuse_snap_fire(state, ask, order) is None:
                    label = f"Snap fire the {weapon.id}{f' ({load})' if load else ''} at the {state.units[target].name}"
                    yield Target(label, order, "blitz.10.4", target, weapon.id)
    yield decline("Hold fire", "blitz.10.4")
