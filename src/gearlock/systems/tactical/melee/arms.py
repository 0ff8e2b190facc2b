"""2.6.8, 7.2: arms, and what a reinforced chassis adds to a vehicle's own weight."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.damage.condition import can_use, copies_of, is_aux_gone, perk, worn_lines
from gearlock.systems.tactical.state import Unit

MANIPULATOR, BATTLE, TOOL = "Manipulator Arm", "Battle Arm", "Tool Arm"
ARMS = (MANIPULATOR, BATTLE, TOOL)
CHASSIS = "CR"
"""The code of the Chassis Reinforcement."""
THROWS = "throw"
"""In brackets behind a Battle or Tool Arm that was built to throw."""


@rule("tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
@heeds("tactical.2.6.8-punch", "tactical.7.2-card-only-perks")
def arm_rating(unit: Unit) -> int:
    """The best arm that is left to punch with, by its rating; one that was built to throw does nothing else."""
    return max((perk(unit, name) for name in ARMS if not is_launcher(unit, name)), default=0)


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.8-punch")
def worn_fist_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What damage took off the arm that punches."""
    names = [name for name in ARMS if not is_launcher(unit, name) and perk(unit, name)]
    return worn_lines(unit, max(names, key=lambda name: perk(unit, name))) if names else ()


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.8-throw")
def worn_throw_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What damage took off the arm that throws, the strongest of those that can."""
    names = [name for name in ARMS if (name == MANIPULATOR or is_launcher(unit, name)) and perk(unit, name)]
    return worn_lines(unit, max(names, key=lambda name: perk(unit, name))) if names else ()


def is_launcher(unit: Unit, name: str) -> bool:
    """Whether a Battle or Tool Arm was built to throw."""
    return name != MANIPULATOR and THROWS in unit.card.details.get(name, "").lower()


def arms_left(unit: Unit, name: str) -> int:
    """How many arms of a kind still work."""
    if not perk(unit, name):
        return 0
    copies = copies_of(unit, name)
    return sum(1 for system in copies if name not in unit.card.aux or not is_aux_gone(unit, system))


@heeds("tactical.2.6.8-throw")
def throwing_arms(unit: Unit) -> list[int]:
    """The ratings of the arms that can throw, best first: Manipulator Arms, others only if built for it."""
    names = [name for name in ARMS if name == MANIPULATOR or is_launcher(unit, name)]
    return sorted((perk(unit, name) for name in names for _ in range(arms_left(unit, name))), reverse=True)


@rule("tactical.7.2.2-undescribed")
@heeds("tactical.2.6.8-ramming", "tactical.2.6.8-kick")
def chassis_bonus(unit: Unit) -> int:
    """What a Chassis Reinforcement that is still there adds to the DM of rams and kicks; by itself it is no weapon."""
    found = [mount for mount in unit.card.weapons if mount.weapon.id == CHASSIS]
    return max((mount.weapon.dm for mount in found if can_use(unit, mount) is None), default=0)
