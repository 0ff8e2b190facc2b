"""The numbers of shots and what each can come to: the same numbers that the dice are thrown against."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.systems.hex100.attacks.attack import Aim, number_to_evade, number_to_hit
from gearlock.systems.hex100.attacks.blast import SCATTER, blast_damage, is_spared
from gearlock.systems.hex100.damage.damage import critical_damage, dealt, reduction_modifiers
from gearlock.systems.hex100.damage.emp import emp_of
from gearlock.systems.hex100.damage.swarm import Fire, Way, swarm_chances
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.accuracy import scatter_cut
from gearlock.table.hexes import Hex, distance, step

Chances = dict[tuple[int, int], int]
"""Damage and critical damage to their weight; the weights of n shots add up to a million to the n."""
CERTAIN = 100**3


@lru_cache(maxsize=4096)
def shot_chances(
    number: int, dodge: int, penetration: int, damage: int, graze: int, critical: int, spalling: int
) -> tuple[tuple[int, int, int], ...]:
    """One shot as (damage, critical damage, weight), like results added together."""
    found: Chances = {}
    for points, worse, weight in outcomes(number, dodge, penetration, damage, graze, critical, spalling):
        if weight:
            found[points, worse] = found.get((points, worse), 0) + weight
    return tuple((*result, weight) for result, weight in found.items())


def outcomes(
    number: int, dodge: int, penetration: int, damage: int, graze: int, critical: int, spalling: int
) -> tuple[tuple[int, int, int], ...]:
    """The four ways of one shot as (damage, critical damage, weight): missed, evaded, penetrated, hit and no more."""
    hit, penetration = max(0, min(100, number)), max(0, min(100, penetration))
    through = hit * (100 - dodge)
    return (
        (0, 0, (100 - hit) * 100 * 100),
        (graze, 0, hit * dodge * 100),
        (damage, critical, through * penetration),
        (damage, spalling, through * (100 - penetration)),
    )


def added(chances: Chances, shot: Iterable[tuple[int, int, int]]) -> Chances:
    """The chances after one more shot."""
    total: Chances = {}
    for (damage, critical), weight in chances.items():
        for more, worse, times in shot:
            key = (damage + more, critical + worse)
            total[key] = total.get(key, 0) + weight * times
    return total


def shot_of(state: State, aim: Aim, known: bool = True) -> tuple[tuple[int, int, int], ...]:
    """One shot of an aimed weapon. What is not known of the target counts as nothing: no armour, no evasion."""
    return shot_chances(*shot_numbers(state, aim, known))


def shot_numbers(state: State, aim: Aim, known: bool, charged: bool = False) -> tuple[int, ...]:
    """The numbers of one shot: to hit, to evade, to penetrate, damage, graze, critical damage, spalling."""
    weapon, target = aim.weapon, aim.target
    number = number_to_hit(state, aim, known)
    if target is None or not known:
        cover, _ = state.land.cover(aim.unit.hex, aim.goal, weapon.has("indirect-fire"))
        damage = max(0, weapon.damage - cover) if target is not None else 0
        return number, 0, weapon.penetration, damage, 0, weapon.critical, weapon.spalling
    above = weapon.has("indirect-fire")
    lines = reduction_modifiers(state, target, weapon, weapon.damage_type, aim.unit.hex, above, charged)
    return (
        number,
        number_to_evade(state, aim),
        weapon.penetration,
        dealt(weapon.damage, lines),
        dealt(weapon.graze, lines) if weapon.graze else 0,
        critical_damage(state, target, weapon, True, aim.unit.hex),
        critical_damage(state, target, weapon, False, aim.unit.hex),
    )


def expected_damage(state: State, aim: Aim, known: bool = True) -> float:
    """The mean damage of all shots, without working out the whole distribution."""
    if meets_its_own_way(aim, known):
        chances = special_chances(state, [aim], known)
        whole = sum(chances.values())
        return sum(damage * weight for (damage, _), weight in chances.items()) / whole
    shot = shot_of(state, aim, known)
    return aim.weapon.rof * sum(damage * weight for damage, _, weight in shot) / CERTAIN


def special_chances(state: State, aims: list[Aim], known: bool) -> Chances:
    """The chances of a volley at what takes hits in its own way: reactive armour, or a swarm."""
    target = aims[0].target
    if target is None or not _meets_swarm(aims[0], known):
        return charged_chances(state, aims)
    return swarm_chances(tuple(target.swarm), [_fire(state, aim, target) for aim in aims])


@heeds("hex100.blast-scatter", "hex100.attr-blast")
def _fire(state: State, aim: Aim, target: Unit) -> Fire:
    """The fire of a weapon at a swarm that is in view: what bursts where it was aimed, and where it goes astray."""
    missed, *others = outcomes(*shot_numbers(state, aim, True))
    centres = strays(state, aim)
    share = max(1, len(centres))
    area, marks = burst_damage(state, aim, target, aim.goal), bool(aim.weapon.effects.get("marks"))
    ways = [Way(0 if marks else hurt, 0 if marks else deep, area, w * share) for hurt, deep, w in others]
    astray = [Way(0, 0, burst_damage(state, aim, target, centre), missed[2]) for centre in centres]
    return Fire(aim.weapon.rof, (*ways, *(astray or [Way(0, 0, 0, missed[2])])))


@heeds("hex100.blast-scatter")
def strays(state: State, aim: Aim) -> list[Hex]:
    """Where a blast that misses comes down, each as likely as the other; nowhere for what does not scatter."""
    if not aim.weapon.radius:
        return []
    cut = scatter_cut(state, aim.unit, aim.weapon)
    ways = [max(0, hexes - cut) for hexes in range(1, SCATTER[aim.indirect] + 1)]
    return [step(aim.goal, side, hexes) for side in range(6) for hexes in ways]


@heeds("hex100.attr-blast", "hex100.armour-blast")
def burst_damage(state: State, aim: Aim, unit: Unit, centre: Hex) -> int:
    """What one burst does to a unit; of a swarm, to every machine."""
    weapon = aim.weapon
    if not weapon.blast or weapon.effects.get("marks") or distance(centre, unit.hex) > weapon.radius:
        return 0
    if equipment_effect(state, unit, "blast_immunity") or is_spared(weapon, aim.unit, unit):
        return 0
    return blast_damage(state, unit, weapon, centre)


def meets_its_own_way(aim: Aim, known: bool) -> bool:
    """Whether the target takes hits in a way of its own: reactive armour, or a swarm."""
    return _meets_charges(aim, known) or _meets_swarm(aim, known)


def _meets_swarm(aim: Aim, known: bool) -> bool:
    return known and aim.target is not None and bool(aim.target.swarm)


def _meets_charges(aim: Aim, known: bool) -> bool:
    return known and aim.target is not None and aim.target.charges > 0


@heeds("hex100.armour-reactive")
def charged_chances(state: State, aims: list[Aim]) -> Chances:
    """The chances of a volley at reactive armour, reckoned with a charge spent on every hit that it lowers."""
    target = aims[0].target
    assert target is not None, "armour belongs to a target"
    chances = {(0, 0, target.charges): 1}
    for aim in aims:
        bare, lowered = (outcomes(*shot_numbers(state, aim, True, charged)) for charged in (False, True))
        for _ in range(aim.weapon.rof):
            chances = _met(chances, bare, lowered)
    total: Chances = {}
    for (damage, critical, _), weight in chances.items():
        total[damage, critical] = total.get((damage, critical), 0) + weight
    return total


def _met(
    chances: dict[tuple[int, int, int], int],
    bare: Iterable[tuple[int, int, int]],
    lowered: Iterable[tuple[int, int, int]],
) -> dict[tuple[int, int, int], int]:
    """One more shot, with the charges that are left: the third of each key."""
    total: dict[tuple[int, int, int], int] = {}
    ways = [
        (full, less, worse, times) for (full, worse, times), (less, _, _) in zip(bare, lowered, strict=True) if times
    ]
    for (damage, critical, left), weight in chances.items():
        for full, less, worse, times in ways:
            spent = left > 0 and less < full
            key = (damage + (less if spent else full), critical + worse, left - spent)
            total[key] = total.get(key, 0) + weight * times
    return total


def chance_to_strike(state: State, aim: Aim, known: bool = True) -> float:
    """The chance of one shot to hit and not to be evaded."""
    dodge = number_to_evade(state, aim) if known else 0
    return number_to_hit(state, aim, known) * (100 - dodge) / 10_000


@heeds("hex100.attr-heavy-emp", "hex100.attr-light-emp", "hex100.armour-ed")
def shock_chance(state: State, aims: list[Aim], known: bool = True) -> float:
    """The chance that a volley puts its target in EMP shock; what is not known of the target does not soften it."""
    spared = 1.0
    for aim in aims:
        if aim.target is None:
            continue
        bare = "heavy" if aim.weapon.has("heavy-emp") else "light" if aim.weapon.has("light-emp") else ""
        emp = emp_of(state, aim.target, aim.weapon) if known else bare
        needed = {"heavy": 100, "light": min(100, aim.weapon.penetration + aim.weapon.emp_bonus)}.get(emp, 0)
        spared *= (1 - chance_to_strike(state, aim, known) * needed / 100) ** aim.weapon.rof
    return 1 - spared


def pool_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """A bare shot: accuracy and evasion in per cent, damage less armour."""
    damage = max(0, pen - armor)
    accuracy, evasion = max(0, min(100, attack)), max(0, min(100, defence))
    struck = accuracy * (100 - evasion)
    chances = {0: 1 - struck / 10_000, damage: struck / 10_000} if damage else {0: 1.0}
    return OddsCard(struck / 10_000, damage * struck / 10_000, chances)


class Totals(NamedTuple):
    """The sums under both sides of an odds card, and how a hit turns into damage."""

    attack: str
    defence: str
    harm: str


def totals_of(state: State, aim: Aim, known: bool) -> Totals:
    """The numbers of every shot; of a target out of sight nothing is told but what the weapon does by itself."""
    weapon = aim.weapon
    number, dodge, penetration, damage, graze, critical, _ = shot_numbers(state, aim, known)
    shots = f", {weapon.rof} shots" if weapon.rof > 1 else ""
    attack = f"every shot hits{shots}" if aim.automatic else f"under {number}{shots}"
    defence = f"{damage} damage a hit"
    if dodge:
        grazes = f" and is grazed for {graze}" if graze else ""
        defence += f", evades under {dodge}{grazes}"
    harm = f"Damage {weapon.damage} {weapon.damage_type}"
    if critical:
        harm += f"; penetrates under {penetration} for {critical} critical damage"
    return Totals(attack, defence if known else "", harm)
