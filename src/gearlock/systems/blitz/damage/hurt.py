"""9.0, 9.1 and 10.2a: how much a hit hurts: margin, PEN and armour, weapon traits, blast."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.general_concepts.dice import halved
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.weapons import Weapon

MARGINAL = 4
"""A marginal hit, and blast, bite from this face on."""
RESISTED = 6
"""Blast bites from this face on if it does not get through."""
ARMORED = ("Gear", "Strider", "Vehicle")


@rule("blitz.9.1", "blitz.9.0", "blitz.9.1-table", "blitz.wtrait.ap", "blitz.wtrait.impact")
@heeds("blitz.2.14", "blitz.wtrait.pen")
def net_damage(weapon: Weapon, target: Model, margin: int, armor: int) -> int:
    """MOS + PEN - AR; AP counts the margin twice against machines. Below 0 it bounces, exactly 0 is marginal.

    Impact adds nothing to it.
    """
    weight = 2 if "AP" in weapon.traits and target.type in ARMORED else 1
    return margin * weight + weapon.pen - armor


@rule("blitz.wtrait.at")
@heeds("blitz.2.14", "blitz.9.1")
def tank_damage(weapon: Weapon, target: Model, margin: int, faces: Sequence[int], skill: int) -> int:
    """AT: one more for each die of the attack that reaches the skill; only sixes count where PEN is below AR.

    Nothing on a margin of 0, nor against infantry.
    """
    if "AT" not in weapon.traits or margin < 1 or target.type == "Infantry":
        return 0
    return sum(face >= tank_mark(weapon, target, skill) for face in faces)


def tank_mark(weapon: Weapon, target: Model, skill: int) -> int:
    """From which face on dice add for AT: the skill; only sixes where PEN is below AR, none where there is no skill."""
    return max(6, skill) if weapon.pen < target.armor else skill


@heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2", "blitz.2.4", "blitz.wtrait.ae", "blitz.wtrait.proximity")
def hit_damage(net: int, marginal: int, more: int, secondary: bool) -> int:
    """What a hit comes to: nothing if it bounced, else its net damage or the marginal die, and what traits add.

    Half of it, rounded up, for a secondary target of an area.
    """
    if net < 0:
        return 0
    damage = (net or marginal) + more
    return halved(damage) if secondary else damage


@rule("blitz.10.2a", "blitz.wtrait.blast", "blitz.trait.resistblast")
def blast_mark(weapon: Weapon, target: Model, sheltered: bool = False) -> int:
    """From which face on blast dice hurt: 4, or 6 where AR exceeds PEN, for who resists blasts, and within walls."""
    resists = sheltered or "Resist: Blast" in target.traits
    return RESISTED if target.armor > weapon.pen or resists else MARGINAL


@heeds("blitz.10.2a", "blitz.trait.vul")
def blast_dice(weapon: Weapon, target: Model) -> int:
    """How many dice a blast rolls; one more against who is vulnerable to it."""
    count = weapon.traits.get("Blast", 0)
    return count + 1 if count and "Vul: Blast" in target.traits else count


@rule("blitz.2.14", "blitz.wtrait.ai")
def damage_felt(weapon: Weapon, target: Model, damage: int) -> int:
    """What a model feels of an attack, hit and blast together: infantry 1 at most, unless it is made for them."""
    if target.type == "Infantry" and "AI" not in weapon.traits:
        return min(1, damage)
    return damage
