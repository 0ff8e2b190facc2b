"""2.6.10: damage against armor: nothing, Light, Heavy, Overkill. Play and odds ask the same functions, without dice."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.silhouette.multiplied import Blow as Against
from gearlock.mechanics.silhouette.multiplied import steps_of
from gearlock.systems.tactical.damage.armor import armor_of
from gearlock.systems.tactical.state import HEAVY, LIGHT, State, Unit
from gearlock.systems.tactical.weapons import Weapon

NONE, OVERKILL = "none", "overkill"
LEVELS = (NONE, LIGHT, HEAVY, OVERKILL)
"""By how many times the damage holds the armor."""
MOST = len(LEVELS) - 1
LEVEL_WORDS = {NONE: "no damage", LIGHT: "Light Damage", HEAVY: "Heavy Damage", OVERKILL: "an Overkill"}


def steps(multiplier: int, armor: int) -> Against:
    """An attack against an armor, as the shared arithmetic takes it: how far each margin goes, and how often."""
    return Against(multiplier, armor, MOST)


@rule("tactical.2.6.10")
@heeds("tactical.3.5")
def level_of(amount: int, armor: int) -> str:
    """What so much damage does to so much armor: below it nothing; only the worst that it reaches counts."""
    return LEVELS[steps_of(steps(1, armor), max(0, amount))]


@rule("tactical.2.3.4-armor")
def thresholds(armor: int) -> tuple[int, int, int]:
    """The damage from which on a hit is Light, Heavy, an Overkill."""
    return armor, 2 * armor, 3 * armor


@heeds("tactical.2.6.10", "tactical.2.3.4-armor")
def damage_level(
    state: State, unit: Unit, amount: int, armor_bonus: int = 0, *, arc: str = "", weapon: Weapon | None = None
) -> str:
    """What so much damage would do to a vehicle as it is now, struck from an arc by a weapon."""
    return level_of(amount, armor_of(state, unit, arc, weapon) + armor_bonus)


@rule("tactical.2.6.10-light")
@heeds("tactical.2.6.10-heavy", "tactical.2.6.10-overkill")
def counters_after(light: int, heavy: int, level: str) -> tuple[int, int]:
    """The counters after one more result: two Lights are taken off for a Heavy, and two Heavies are an Overkill."""
    if level == LIGHT:
        light += 1
    elif level == HEAVY:
        heavy += 1
    return (0, heavy + 1) if light == 2 else (light, heavy)
