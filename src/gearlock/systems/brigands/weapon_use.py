"""5.1: what using a weapon does to the model that carries it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.state import Unit


@rule("brigands.wtrait.silent")
@heeds("brigands.5.1", "brigands.wtrait.la", "brigands.trait.stealth")
def use(unit: Unit, weapon_id: str) -> None:
    """A weapon has attacked: it may not again this Round, some not this game, and it gives Stealth away."""
    weapon = unit.line.weapons[weapon_id]
    if not weapon.is_melee or "Auto" in weapon.traits:
        unit.used.append(weapon_id)
    if "LA" in weapon.traits:
        unit.expended.append(weapon_id)
    if "Stealth" in unit.line.traits and "Silent" not in weapon.traits:
        unit.shown = True
