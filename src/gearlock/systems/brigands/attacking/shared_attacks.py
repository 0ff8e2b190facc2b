"""4.3b: attacks of the Active model on what only a friend with a Sensor Suite has Sensor Lock on."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.attacking.area import refuse_area, refuse_marks
from gearlock.systems.brigands.attacking.attack import Aim, can_aim, refuse_weapon
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.lock_and_cover.sensing import has_sensor_lock
from gearlock.systems.brigands.lock_and_cover.sharing import lent_locks, refuse_sharing, sharing_friends
from gearlock.systems.brigands.state import State, Unit, opponent


@heeds("brigands.4.3b", "brigands.5.2a", "brigands.5.2b", "brigands.trait.stealth")
def refuse_shared_attack(state: State, unit: Unit, order: Attack) -> Refusal | None:
    """Why an attack cannot be made by a friend's sensors: nothing to share, no need of it, or it fails all the same."""
    refusal = refuse_sharing(state, unit, order.sharer, order.targets)
    if refusal is not None:
        return refusal
    weapon = unit.line.weapons[order.weapon]
    if refuse_marks(state, unit, weapon, order) is None:
        return Refusal("needless", "brigands.4.3b", f"The {unit.name} needs nobody's sensors for this attack.")
    return refuse_marks(state, unit, weapon, order, lent_locks(state, order.sharer, order.targets))


@heeds("brigands.4.3b")
def shared_attack_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one enemy that becomes possible by a friend's Sensor Lock."""
    lenders = sharing_friends(state, unit)
    if not lenders:
        return
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(unit, w.id, w.categories[0]) is None]
    for enemy in state.fielded(opponent(unit.seat)) if ready else ():
        bare, lent = Aim(state, unit, enemy), Aim(state, unit, enemy, granted=True)
        sharers = [friend for friend in lenders if has_sensor_lock(state, friend, enemy)]
        if bare.distance <= bare.sensors or not sharers:
            continue
        for weapon in ready:
            for category in weapon.categories:
                order = Attack(unit.id, weapon.id, category, (enemy.id,))
                if (
                    "Proximity" in weapon.traits
                    or can_aim(bare, weapon, category)
                    or not can_aim(lent, weapon, category)
                ):
                    continue
                if weapon.area and refuse_area(state, unit, weapon, order, (enemy.id,)) is not None:
                    continue
                for friend in sharers:
                    label = f"{weapon.id} ({category}) at the {enemy.name} by the sensors of the {friend.name}"
                    shared = Attack(unit.id, weapon.id, category, (enemy.id,), None, friend.id)
                    yield Target(label, shared, "brigands.4.3b", unit=enemy.id, weapon=weapon.id)
