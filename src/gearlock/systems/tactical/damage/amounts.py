"""2.3.4, 7.2.2: how much damage a hit does: multiplier, margin, Rate of Fire, fire, range, fragments."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.multiplied import Blow as Against
from gearlock.mechanics.silhouette.multiplied import damage_of
from gearlock.systems.tactical.state import HEAVY, State, Unit
from gearlock.systems.tactical.switches import INCENDIARIES
from gearlock.systems.tactical.weapons import INCENDIARY, PER_BAND, SLOW_BURN, Weapon

FRAGMENT_ATTACK, FRAGMENT_ROF = 1, 2


def halved(number: int) -> int:
    """Half of a number, rounded up."""
    return (number + 1) // 2


@rule("tactical.2.6.10-heavy")
def dm_now(unit: Unit, weapon: Weapon) -> int:
    """The printed DM (or Intensity) of a weapon; Heavy Damage halves it before anything else counts."""
    return halved(weapon.dm) if unit.token(HEAVY) else weapon.dm


@rule("tactical.7.2.2-damage-per-band")
def band_loss(weapon: Weapon, beyond: int, more: int = 0) -> int:
    """What distance takes off the DM of a beam, by how many bands beyond Short it goes; wind takes more a band."""
    return (weapon.traits.get(PER_BAND, 0) + more) * max(0, beyond)


@rule("tactical.7.2.2-fragmentation")
def fragmented(dm: int, rof: int) -> tuple[int, int]:
    """DM and ROF with fragmentation ammunition: half the DM, rounded up, and 2 more ROF."""
    return halved(dm), rof + FRAGMENT_ROF


@heeds("tactical.7.2.2-fragmentation")
def fragment_lines() -> tuple[Modifier, ...]:
    """What fragments add to the attack roll."""
    return (result(FRAGMENT_ATTACK, "fragmentation ammunition", "tactical.7.2.2-fragmentation"),)


@heeds("tactical.2.6.10-heavy", "tactical.7.2.2-damage-per-band", "tactical.7.2.2-fragmentation")
def dm_used(unit: Unit, weapon: Weapon, beyond: int = 0, fragments: bool = False, more: int = 0) -> int:
    """The DM of a shot before its ROF: halved by Heavy Damage, by fragments, then less for distance; never below 0."""
    dm = dm_now(unit, weapon)
    if fragments:
        dm, _ = fragmented(dm, 0)
    return max(0, dm - band_loss(weapon, beyond, more))


@rule("tactical.2.3.4-damage-multiplier")
@heeds("tactical.3.4.5", "tactical.3.6.5-damage")
def multiplied(dm: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """DM times margin. The ROF used is added to the DM against what is hard, to the margin of a hit on what is soft."""
    if margin <= 0:
        return 0
    return damage_of(Against(dm, 1, 0), margin + rof) if soft else damage_of(Against(dm + rof, 1, 0), margin)


@rule("tactical.3.4.4", "tactical.7.2.2-incendiary")
def burning_damage(intensity: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """Intensity and margin added up; against infantry that sum times the margin, with the ROF in the margin."""
    if margin <= 0:
        return 0
    return (intensity + margin + rof) * (margin + rof) if soft else intensity + rof + margin


@heeds("tactical.3.4.4", "tactical.2.3.4-damage-multiplier")
def hit_damage(state: State, weapon: Weapon, dm: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """What a hit of a weapon does, fire or not; `dm` is the one used, `rof` the part of the ROF that was."""
    if burns(state, weapon):
        return burning_damage(dm, margin, rof, soft)
    return multiplied(dm, margin, rof, soft)


@heeds("tactical.3.4.4")
def is_incendiary(weapon: Weapon) -> bool:
    """Whether its number is an Intensity."""
    return weapon.has(INCENDIARY) or weapon.has(SLOW_BURN)


@heeds("tactical.3.4.4", "tactical.3.1")
def burns(state: State, weapon: Weapon) -> bool:
    """Whether a weapon does its damage as fire; without that module its number is a DM like others."""
    return state.switch(INCENDIARIES) and is_incendiary(weapon)


@heeds("tactical.3.4.4")
def burning_rounds(state: State, weapon: Weapon | None, margin: int) -> int:
    """In how many rounds a hit does its damage: once; if it burns slowly, as often as the margin says, without ROF."""
    return max(1, margin) if weapon is not None and weapon.has(SLOW_BURN) and burns(state, weapon) else 1


@rule("tactical.7.2.2-area-effect")
@heeds("tactical.3.4.1")
def concussion(dm: int) -> int:
    """What a blast does to who defended against it: half the DM, rounded up."""
    return halved(dm)
