"""What a unit's equipment gives it while its hardpoints hold: fire modes, sensors, shields, bonuses."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.units import Mount, Weapon


@rule("hex100.stat-critical")
def works(state: State, unit: Unit, mount: Mount) -> bool:
    """Whether an item still works: critical damage up to the size of its hardpoint stops all that is mounted there."""
    if mount.hardpoint < 0:
        return True
    return unit.hurt[mount.hardpoint] < state.machine(unit.id).unit.hardpoints[mount.hardpoint].size


def working_mounts(state: State, unit: Unit) -> Iterator[Mount]:
    """The items that still work."""
    return (mount for mount in state.machine(unit.id).mounts if works(state, unit, mount))


@rule("hex100.modifier-stacking")
def equipment_effect(state: State, unit: Unit, effect: str) -> int:
    """The best value that working equipment, built-in or mounted, gives of something: like does not add to like."""
    best = state.machine(unit.id).unit.integrated.get(effect, 0)
    for mount in state.machine(unit.id).mounts:
        if mount.item is not None and effect in mount.item.effects and works(state, unit, mount):
            best = max(best, mount.item.effects[effect])
    return best


def armour_reduction(state: State, unit: Unit, damage_type: str) -> int:
    """Damage reduction of appliqué armour against a damage type."""
    found = (m.item.reduction.get(damage_type, 0) for m in working_mounts(state, unit) if m.item is not None)
    return max(found, default=0)


def find_mount(state: State, unit: Unit, mount_id: str) -> Mount | None:
    """The mounted item of this name, working or not."""
    for mount in state.machine(unit.id).mounts:
        if mount.id == mount_id:
            return mount
    return None


@rule("hex100.attr-variable-ammo")
def find_weapon(state: State, unit: Unit, token: str) -> tuple[Mount, Weapon] | None:
    """The weapon a player names: ``item`` for the loaded or the only mode, ``item:mode`` to choose a mode freely."""
    mount_id, _, mode = token.partition(":")
    mount = find_mount(state, unit, mount_id)
    if mount is None or not mount.modes:
        return None
    if mount.modes[0].has("variable-ammo") or len(mount.modes) == 1:
        return None if mode else (mount, mount.modes[unit.loaded.get(mount_id, 0)])
    for weapon in mount.modes:
        if weapon.mode == mode:
            return mount, weapon
    return None


def weapon_tokens(state: State, unit: Unit) -> Iterator[str]:
    """Every weapon of a unit that could be named now, one for each freely chosen mode."""
    for mount in state.machine(unit.id).mounts:
        if not mount.modes:
            continue
        if mount.modes[0].has("variable-ammo") or len(mount.modes) == 1:
            yield mount.id
        else:
            yield from (f"{mount.id}:{weapon.mode}" for weapon in mount.modes)


def weapon_name(weapon: Weapon) -> str:
    """As a player calls it."""
    return f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name


def is_melee_capable(state: State, unit: Unit) -> bool:
    """Mecha strike; tanks do not."""
    return state.machine(unit.id).unit.kind == "mech"


def full_hp(state: State, unit_id: str) -> int:
    """Hit points at the start: those of the card and of the best armour mounted."""
    machine = state.machine(unit_id)
    bonuses = (mount.item.effects.get("hp", 0) for mount in machine.mounts if mount.item is not None)
    return machine.unit.hp + max(bonuses, default=0)
