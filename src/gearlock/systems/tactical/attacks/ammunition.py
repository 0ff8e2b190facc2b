"""2.3.4, 3.4.5: rounds, bursts and clips."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.weapons import Weapon

A_POINT, A_POINT_SKIRMISH = 10, 5
CLIP = "clip:"
SPARE = "spare clip:"
"""A token for each clip that was brought to a unit in the battle, with the mount behind it."""


@rule("tactical.3.4.5-missile-rof")
@heeds("tactical.2.3.4-rof", "tactical.3.4.5", "tactical.3.8.3-rof")
def rounds_for(weapon: Weapon, rof: int, scale: str) -> int:
    """Rounds an attack uses: one, or ten a point of ROF (five at skirmish scale); of missiles two to the ROF."""
    if weapon.is_missile:
        return 1 << max(0, rof)
    if not rof:
        return 1
    return rof * (A_POINT_SKIRMISH if scale == SKIRMISH_SCALE else A_POINT)


def rounds_left(unit: Unit, mount: Mount) -> int | None:
    """Rounds in the weapon; None where they are not counted. A new clip fills it again."""
    if mount.ammo is None or unit.is_infantry:
        return None
    return mount.ammo * (1 + unit.used.get(CLIP + mount.id, 0)) - unit.used.get(mount.id, 0)


def clips_left(unit: Unit, mount: Mount) -> int:
    """Clips that are still to be used."""
    return mount.clips + unit.token(SPARE + mount.id) - unit.used.get(CLIP + mount.id, 0)


@rule("tactical.2.3.4-rof")
def refuse_ammunition(unit: Unit, mount: Mount) -> Refusal | None:
    """Why it cannot fire: it is empty. Too few rounds for a burst make the burst smaller."""
    left = rounds_left(unit, mount)
    if left is None or left > 0:
        return None
    more = f" Spare clips: {clips_left(unit, mount)}; a change takes an Action." if clips_left(unit, mount) else ""
    return Refusal("ammunition", "tactical.2.3.4-rof", f"The {mount.id} of the {unit.name} is empty.{more}")


@rule("tactical.3.4.5")
def rof_paid(state: State, unit: Unit, mount: Mount, rof: int) -> int:
    """The ROF that the rounds left pay for."""
    left = rounds_left(unit, mount)
    while rof and left is not None and rounds_for(mount.weapon, rof, state.scale) > left:
        rof -= 1
    return rof
