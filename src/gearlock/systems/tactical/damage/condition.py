"""What damage has left of a vehicle: speed, maneuver, weapons, electronics, perks. `Unit.harm` by the names below."""

from __future__ import annotations

import re

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.cards import FRONT, LEFT, REAR, RIGHT, TURRETED, Mount, combat_speed
from gearlock.systems.tactical.damage.amounts import halved
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.line_of_sight.fittings import (
    COMMUNICATIONS,
    SENSORS,
    aux_loss,
    refuse_running_blind,
)
from gearlock.systems.tactical.line_of_sight.light import LAMP
from gearlock.systems.tactical.plots import is_jammed
from gearlock.systems.tactical.state import HEAVY, NO_SPEEDS, TOP, Unit
from gearlock.table.measure import FULL_TURN, bearing

ACCURACY, LOST = "accuracy:", "lost:"
"""Points of Accuracy a mount has lost; 1 for a mount that is gone."""
MP, MINUS, GONE = "mp:", "minus:", "gone:"
"""Of a movement system: MP its Top Speed has lost, single losses among them, 1 if it is simply gone."""
AUX, USED_UP = "aux:", "lost:"
"""Points an auxiliary system has lost, 5 if it is destroyed; 1 for a perk that has done what it does once."""
FIRE_CONTROL, MANEUVER, POWER, RUPTURED = "fire control", "maneuver", "power", "ruptured"
COMPARTMENT, FRAME = "crew compartment", "frame"
"""1 each: destroyed, no power, nothing moves or fires, broken. Maneuver counts points, the compartment its dead."""
WRECKED = 5
"""Losses that put a weapon, a movement system or an auxiliary system out of order."""
WITHOUT = -5
"""What is done without Fire Control or Sensors is done at this."""
TURRET_RING = "turret"
QUARTERS = (FRONT, LEFT, REAR, RIGHT)


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-structure")
def is_mode_gone(unit: Unit, mode: str) -> bool:
    """Whether a movement system is out of order: five single losses, no MP left, or destroyed. A squad's never is."""
    if unit.is_infantry:
        return False
    top, harm = unit.card.modes.get(mode, NO_SPEEDS).top, unit.harm
    return harm.get(MINUS + mode, 0) >= WRECKED or harm.get(MP + mode, 0) >= top or bool(harm.get(GONE + mode))


@heeds("tactical.3.5.1-structure", "tactical.3.5.1-subtable-a", "tactical.3.5.1-movement", "tactical.5-gun-turret")
def is_immobile(unit: Unit) -> bool:
    """Whether it cannot move at all any more, or never could."""
    if unit.harm.get(POWER) or unit.harm.get(RUPTURED):
        return True
    return all(is_mode_gone(unit, mode) for mode in unit.card.modes)


def modes_left(unit: Unit) -> list[str]:
    """The movement systems that still work."""
    return [] if is_immobile(unit) else [mode for mode in unit.card.modes if not is_mode_gone(unit, mode)]


def top_now(unit: Unit, mode: str) -> int:
    """The Top Speed that detailed damage has left of a movement system."""
    top = unit.card.modes.get(mode, NO_SPEEDS).top
    return 0 if is_immobile(unit) or is_mode_gone(unit, mode) else top - unit.harm.get(MP + mode, 0)


@rule("tactical.3.5.1-movement")
@heeds("tactical.2.6.10-heavy", "tactical.2.3.4-speed")
def mp_now(unit: Unit, mode: str, speed: str) -> int:
    """The MP of a movement system at Combat or at Top Speed.

    Detailed damage comes off the Top Speed and half of what is left, rounded up, is the Combat Speed; the Heavy Damage
    of the Quick Start halves either, rounded up.
    """
    printed, top = unit.card.modes.get(mode, NO_SPEEDS), top_now(unit, mode)
    combat = printed.combat if top == printed.top else combat_speed(top)
    allowance = top if speed == TOP else combat
    return halved(allowance) if unit.token(HEAVY) else allowance


@heeds("tactical.3.5.1-structure", "tactical.2.3.4-maneuver")
def maneuver_now(unit: Unit) -> int:
    """Its Maneuver, less what its frame and its movement systems have lost."""
    return unit.card.maneuver - unit.harm.get(MANEUVER, 0)


@rule("tactical.3.5.1-fire-control")
@heeds("tactical.2.3.4-accuracy")
def accuracy_now(unit: Unit, mount: Mount) -> int:
    """The Accuracy of a weapon, less what damage took off it."""
    return mount.weapon.accuracy - unit.harm.get(ACCURACY + mount.id, 0)


@heeds("tactical.3.5.1-fire-control")
def is_weapon_gone(unit: Unit, mount_id: str) -> bool:
    """Whether a weapon was destroyed or blown off."""
    return bool(unit.harm.get(LOST + mount_id)) or unit.harm.get(ACCURACY + mount_id, 0) > WRECKED


@heeds("tactical.3.5.1-fire-control")
def weapons_left(unit: Unit) -> list[str]:
    """The weapons that still work, first to last."""
    ids = [mount.id for mount in unit.card.weapons]
    return [id for id in ids if not is_weapon_gone(unit, id) and unit.harm.get(ACCURACY + id, 0) < WRECKED]


@heeds("tactical.3.5.1-subtable-a", "tactical.2.3.4-fire-control", "tactical.3.5.1-auxiliary")
def fire_control_now(unit: Unit) -> int:
    """Its Fire Control; -5 in its place once that is destroyed."""
    return WITHOUT if unit.harm.get(FIRE_CONTROL) else unit.card.fire_control


@heeds("tactical.3.5.1-auxiliary")
def is_aux_gone(unit: Unit, system: str) -> bool:
    """Whether an auxiliary system is destroyed."""
    return aux_loss(unit, system) >= WRECKED


@heeds("tactical.3.5.1-auxiliary", "tactical.2.3.4-sensors")
def sensors_now(unit: Unit) -> int:
    """The rating of its Sensors less what they have lost; -5 in its place once they are destroyed."""
    return WITHOUT if is_aux_gone(unit, SENSORS) else unit.card.sensors - aux_loss(unit, SENSORS)


@heeds("tactical.3.5.1-auxiliary", "tactical.2.3.4-communications")
def comms_now(unit: Unit) -> int:
    """The rating of its Communications less what they have lost; ask `refuse_comms` whether there are any."""
    return unit.card.communications - aux_loss(unit, COMMUNICATIONS)


@heeds("tactical.3.5.1-auxiliary")
def refuse_comms(unit: Unit) -> Refusal | None:
    """Why nothing reaches it: without Communications no Command Point is received and no fire observed."""
    if not is_aux_gone(unit, COMMUNICATIONS):
        return None
    return Refusal("comms", "tactical.3.5.1-auxiliary", f"The Communications of {unit.name} are destroyed.")


def copies_of(unit: Unit, name: str) -> tuple[str, ...]:
    """An auxiliary perk as the systems it stands for: of two arms each one."""
    found = re.search(r"x(\d+)", unit.card.details.get(name, ""))
    count = int(found.group(1)) if found else 1
    return (name, *(f"{name} {number}" for number in range(2, count + 1)))


@rule("tactical.3.5.1-auxiliary")
def aux_systems(unit: Unit) -> tuple[str, ...]:
    """The auxiliary systems of a vehicle: Sensors, Communications, the perks that count as such, and a turret."""
    perks = tuple(system for name in unit.card.aux for system in copies_of(unit, name))
    turret = (TURRET_RING,) if any(mount.arc == TURRETED for mount in unit.card.weapons) else ()
    return () if unit.is_infantry else (SENSORS, COMMUNICATIONS, *perks, *turret)


def harms_of(unit: Unit) -> tuple[str, ...]:
    """Everything of a vehicle that damage may count, as `Unit.harm` names it. Squads have none of it."""
    modes = (f"{prefix}{mode}" for mode in unit.card.modes for prefix in (MP, MINUS, GONE))
    weapons = (f"{prefix}{mount.id}" for mount in unit.card.weapons for prefix in (ACCURACY, LOST))
    lamps = (LAMP,) if unit.card.has(LAMP) else ()
    systems = (f"{AUX}{name}" for name in dict.fromkeys((*aux_systems(unit), *lamps)))
    perks = (f"{USED_UP}{name}" for name in unit.card.perks)
    whole = (FIRE_CONTROL, MANEUVER, POWER, RUPTURED, COMPARTMENT, FRAME)
    return () if unit.is_infantry else (*whole, *modes, *weapons, *systems, *perks)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def perk(unit: Unit, name: str) -> int:
    """The rating of a perk or flaw, 0 without it, when it is used up, or when all there is of it is destroyed."""
    if unit.harm.get(USED_UP + name):
        return 0
    if name in unit.card.aux and all(is_aux_gone(unit, system) for system in copies_of(unit, name)):
        return 0
    return unit.card.rating(name)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def aux_worn(unit: Unit, name: str) -> int:
    """Points that damage has taken off an auxiliary perk; of several of a kind the one that is hurt least is used."""
    losses = (aux_loss(unit, system) for system in copies_of(unit, name) if not is_aux_gone(unit, system))
    return min(losses, default=0)


@heeds("tactical.3.5.1-auxiliary", "tactical.7.2")
def worn_lines(unit: Unit, name: str) -> tuple[Modifier, ...]:
    """What damage to an auxiliary perk takes off every roll that is made with it."""
    loss = aux_worn(unit, name)
    return (result(-loss, f"damaged {name}", "tactical.3.5.1-auxiliary"),) if loss else ()


@heeds("tactical.3.5.1-subtable-a", "tactical.7.2-sensor-dependent", "tactical.2.6.3", "tactical.3.5.1-fire-control")
@heeds("tactical.4.1.4-malfunctions")
def can_use(unit: Unit, mount: Mount) -> Refusal | None:
    """Why damage keeps a vehicle from using a weapon; None if it does not."""
    name = mount.weapon.name
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in {unit.name} to fire.")
    if unit.harm.get(RUPTURED):
        words = f"The fuel and ammunition of {unit.name} have leaked out: it can neither move nor fire."
        return Refusal("ruptured", "tactical.3.5.1-subtable-a", words)
    if is_weapon_gone(unit, mount.id):
        return Refusal("weapon-lost", "tactical.3.5.1-fire-control", f"The {name} of {unit.name} is destroyed.")
    if unit.harm.get(ACCURACY + mount.id, 0) >= WRECKED:
        return Refusal("weapon-out", "tactical.3.5.1-fire-control", f"The {name} of {unit.name} is out of order.")
    if is_jammed(unit, mount.id):
        words = f"The {name} of {unit.name} has jammed: clear it with an Action first."
        return Refusal("jammed", "tactical.4.1.4-malfunctions", words)
    return refuse_running_blind(unit)


@heeds("tactical.3.5.1-auxiliary")
def quarter_fired(unit: Unit, x: int, y: int) -> int:
    """Into which quarter a shot at a point goes, by number: ahead, left, back, right. Kept of a turret's last shot."""
    turn = (bearing(unit.x, unit.y, x, y) - unit.facing) % FULL_TURN
    return (turn + FULL_TURN // 8) % FULL_TURN * 4 // FULL_TURN


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.6-firing-arcs")
def arc_now(unit: Unit, mount: Mount) -> str:
    """The arc of a weapon: one in a turret that is frozen keeps that of its last shot, ahead if it made none.

    The quarter of a mount's last shot is kept in `Unit.used` as "arc:" and its id.
    """
    if mount.arc != TURRETED or not is_aux_gone(unit, TURRET_RING):
        return mount.arc
    return QUARTERS[unit.used.get(f"arc:{mount.id}", 0)]
