"""A weapon as it is used in one attack: range band, Rate of Fire, DM, and how far its effect reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, THROWN
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.table_effects import effects
from gearlock.systems.fieldmanual.weapons import Weapon
from gearlock.table.measure import INCH

OPTIMAL, SUBOPTIMAL, EXTREME = range(3)
BANDS = ("Combat Optimal", "Suboptimal", "Extreme")
MINIMUM = 8 * INCH
MELEE_RANGE = 3 * INCH


class Use(NamedTuple):
    """A weapon in one attack: in which band, in which way, with how much RoF and how many Actions more than one."""

    weapon: Weapon
    band: int = OPTIMAL
    way: str = DIRECT
    burst: int = 0
    spray: int = 0
    extra: int = 0
    multiplier: int = 0
    """The DM with everything in it."""
    plain_cover: bool = False
    """Cover does not count: counter-battery fire."""

    @property
    @rule("fieldmanual.rof-spray-indirect")
    @heeds("fieldmanual.wt-ae", "fieldmanual.wt-blast")
    def area(self) -> int:
        """The radius of Area Effect or Blast in mils: RoF put into Spray adds to it. 0 where there is neither."""
        traits = self.weapon.traits
        listed = max(traits.get("AE", 0), traits.get("Blast", 0))
        return (listed + self.spray) * INCH if listed else 0

    @property
    def radius(self) -> int:
        """How far around a landing point everybody has to defend."""
        return self.area or self.spray * INCH


def linked_with(unit: Unit, mount: Mount) -> list[Mount]:
    """All weapons of its link, the weapon itself first; alone where it has none."""
    if not mount.link:
        return [mount]
    return [mount, *(other for other in unit.card.weapons if other.link == mount.link and other.id != mount.id)]


@rule("fieldmanual.combined-attack")
def rof_of(state: State, unit: Unit, mount: Mount) -> int:
    """Its Rate of Fire: in a Combined Model each further base that has the weapon adds 1. Heavy weapons are on one."""
    if not unit.team or is_heavy(unit, mount):
        return mount.weapon.rof
    return mount.weapon.rof + max(0, len(state.bases(unit)) - 1)


@heeds("fieldmanual.infantry")
def is_heavy(unit: Unit, mount: Mount) -> bool:
    """Whether it is the heavy weapon of one base of a squad: any but the small arms, which stand first on its card."""
    ranged = [each.id for each in unit.card.weapons if not each.weapon.is_melee and not each.weapon.is_thrown]
    return bool(unit.team) and bool(ranged) and mount.id != ranged[0] and mount.id in ranged


@heeds("fieldmanual.range-bands")
def band_of(weapon: Weapon, size: int, distance: int) -> int | None:
    """The range band of a distance; None beyond the weapon's reach. The end of a band belongs to it."""
    optimal, suboptimal, extreme = weapon.ranges(size)
    if distance <= optimal:
        return OPTIMAL
    if distance <= suboptimal:
        return SUBOPTIMAL
    return EXTREME if extreme is not None and distance <= extreme else None


@rule("fieldmanual.wt-mb", "fieldmanual.rof-burst")
@heeds("fieldmanual.effect-storm")
def multiplier_of(state: State, unit: Unit, weapon: Weapon, band: int, burst: int) -> int:
    """The DM of an attack: 1 more for each RoF of a Burst, less for each band past Optimal with MB; never below 0.

    A storm together with fog, or twice a storm, makes MB one worse.
    """
    fading = weapon.traits["MB"] + effects.fading_bonus(state) if "MB" in weapon.traits else 0
    return max(0, weapon.damage(unit.card.size) + burst - fading * band)


def use_of(state: State, unit: Unit, mount: Mount, band: int, way: str, rof: Sequence[int] = (0, 0, 0)) -> Use:
    """A weapon as it is used; `rof` are Spray, Burst and Actions more than one."""
    spray, burst, extra = rof
    multiplier = multiplier_of(state, unit, mount.weapon, band, burst)
    return Use(mount.weapon, band, way, burst, spray, extra, multiplier)


def is_lobbed(use: Use) -> bool:
    """Whether it rolls against a Threshold and may go astray."""
    return use.way in (INDIRECT, THROWN)


def is_level(use: Use) -> bool:
    """Whether it is fired straight at its target."""
    return not is_lobbed(use)
