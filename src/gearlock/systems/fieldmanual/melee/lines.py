"""Melee Combat: the modifiers of blows, rams and of defending against them. Both sides roll their Defense Skill."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.damage.levels import defense_damage_lines
from gearlock.systems.fieldmanual.dice_tests.tests import DEFENSE, skill_dice, stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.arcs import is_behind
from gearlock.systems.fieldmanual.melee.holds import is_held
from gearlock.systems.fieldmanual.state import AUTOPILOT, CLIMBING, Unit
from gearlock.systems.fieldmanual.weapons import PHYSICAL

ATTACK_RULE, GUARD_RULE, RAM_RULE = "fieldmanual.melee-attack", "fieldmanual.melee-defense", "fieldmanual.ram"
STATIC_DEFENSE = 3
BARE_HANDS = Mount("PHYSICAL", "PHYSICAL", PHYSICAL, "")


def melee_mounts(unit: Unit) -> list[Mount]:
    """What a model can strike with: its melee weapons that are left to it; what moves has its body at least."""
    own = [mount for mount in unit.card.weapons if mount.weapon.is_melee]
    if not unit.is_static and not any(mount.weapon.id == PHYSICAL.id for mount in own):
        own.append(BARE_HANDS)
    return [mount for mount in own if mount.id not in unit.lost and not is_held(unit, mount.id)]


def melee_mount(unit: Unit, name: str) -> Mount | None:
    """One of them by its id."""
    return next((mount for mount in melee_mounts(unit) if mount.id == name), None)


@heeds("fieldmanual.ram")
def physical_dm(unit: Unit) -> int:
    """The Damage Multiplier of a model's PHYSICAL attack."""
    own = next((mount for mount in unit.card.weapons if mount.weapon.id == PHYSICAL.id), BARE_HANDS)
    return own.weapon.damage(unit.card.size)


@heeds("fieldmanual.perk-autopilot", "fieldmanual.skills")
def defense_dice(unit: Unit) -> Modifier:
    """The dice of its Defense Skill; one while an autopilot drives it."""
    if unit.token(AUTOPILOT):
        return dice(1, "Autopilot", "fieldmanual.perk-autopilot")
    return skill_dice(unit, DEFENSE)


@heeds("fieldmanual.perk-rugged-movement", "fieldmanual.stun", "fieldmanual.perk-arms")
def hindrances(unit: Unit) -> list[Modifier]:
    """What hinders every roll: damage, a Stun counter, hanging on a cliff."""
    hanging = [result(-1, "On a cliff", "fieldmanual.perk-arms")] if unit.token(CLIMBING) else []
    return [*defense_damage_lines(unit), *stun_lines(unit, DEFENSE), *hanging]


@heeds("fieldmanual.melee-attack", "fieldmanual.speed-bands")
def speed_line(attacker: Unit, defender: Unit) -> list[Modifier]:
    """+1 for who is in a higher Speed Band than its target."""
    faster = attacker.column > defender.column
    return [result(1, "Higher Speed Band", ATTACK_RULE)] if faster else []


@rule("fieldmanual.melee-attack")
def blow_lines(attacker: Unit, defender: Unit, mount: Mount) -> tuple[Modifier, ...]:
    """What a blow is rolled with: Defense Skill, greater Size, the weapon's Accuracy, a higher Speed Band."""
    lines = [defense_dice(attacker)]
    if attacker.card.size > defender.card.size:
        lines.append(result(1, "Greater Size", ATTACK_RULE))
    if mount.weapon.acc:
        lines.append(result(mount.weapon.acc, f"Accuracy of the {mount.name}", ATTACK_RULE))
    return (*lines, *speed_line(attacker, defender), *hindrances(attacker))


@heeds("fieldmanual.ram", "fieldmanual.perk-autopilot")
def ram_lines(attacker: Unit, defender: Unit) -> tuple[Modifier, ...]:
    """What a ram is rolled with: as a blow, but greater Size is a die; an autopilot's skill never grows."""
    lines = [defense_dice(attacker)]
    if attacker.card.size > defender.card.size and not attacker.token(AUTOPILOT):
        lines.append(dice(1, "Greater Size", RAM_RULE))
    return (*lines, *speed_line(attacker, defender), *hindrances(attacker))


@rule("fieldmanual.melee-defense")
@heeds("fieldmanual.perk-ird", "fieldmanual.combined-movement")
def guard_lines(defender: Unit, attacker: Unit) -> tuple[Modifier, ...]:
    """What defending against a blow or a ram is rolled with: greater Size, an attack from behind, a good weapon.

    A weapon other than PHYSICAL adds its Accuracy if the defender wants it: it always wants the best that helps.
    """
    lines = [defense_dice(defender)]
    if defender.card.size > attacker.card.size:
        lines.append(result(1, "Greater Size", GUARD_RULE))
    if is_behind(defender, attacker.x, attacker.y) and not defender.perk("Improved Rear Defense"):
        lines.append(result(-1, "Attacked from behind", GUARD_RULE))
    guards = [mount for mount in melee_mounts(defender) if mount.weapon.id != PHYSICAL.id and mount.weapon.acc > 0]
    best = max(guards, key=lambda mount: mount.weapon.acc, default=None)
    if best is not None:
        lines.append(result(best.weapon.acc, f"Accuracy of the {best.name}", GUARD_RULE))
    return (*lines, *hindrances(defender))
