"""What so many shots of one weapon do to one unit, exactly: aimed at it or bursting near it, or gone astray."""

from __future__ import annotations

from msgspec.structs import replace

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.systems.hex100.attacks.attack import Aim
from gearlock.systems.hex100.attacks.blast import SCATTER, blast_damage, is_spared
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.judging.account import falls, share_lost
from gearlock.systems.hex100.judging.odds import (
    Chances,
    added,
    chance_to_strike,
    outcomes,
    shot_numbers,
    special_chances,
)
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.accuracy import scatter_cut
from gearlock.table.hexes import Hex, distance, step

Shot = list[tuple[int, int, int]]
"""Every way one shot can go for a unit: damage, critical damage, weight."""


@heeds("hex100.attack-sequence", "hex100.stat-rof")
def chances_of(state: State, aim: Aim, unit: Unit, shots: int) -> Chances:
    """What so many shots do to a unit in all, with weights. A charge is spent on every hit that it lowers."""
    if is_aimed_at(aim, unit) and (unit.charges or unit.swarm):
        return special_chances(state, [aim._replace(weapon=replace(aim.weapon, rof=shots))], known=True)
    chances: Chances = {(0, 0): 1}
    shot = _like_together(_shot_at(state, aim, unit))
    for _ in range(shots):
        chances = added(chances, shot)
    return chances


def is_aimed_at(aim: Aim, unit: Unit) -> bool:
    """Whether a unit is the target itself, not one that stands near."""
    return aim.target is not None and aim.target.id == unit.id


def _shot_at(state: State, aim: Aim, unit: Unit) -> Shot:
    """One shot: what it does where it was aimed, and wherever it may come down if it misses."""
    missed, *others = outcomes(*shot_numbers(state, aim, True))
    if not is_aimed_at(aim, unit):
        others = [(blown(state, aim, unit, aim.goal), 0, sum(weight for _, _, weight in others))]
    elif aim.weapon.effects.get("marks"):
        others = [(0, 0, weight) for _, _, weight in others]
    centres = strays(state, aim)
    if not centres:
        return [missed, *others]
    astray = [(blown(state, aim, unit, centre), 0, missed[2]) for centre in centres]
    return [*astray, *((damage, deep, weight * len(centres)) for damage, deep, weight in others)]


def _like_together(shot: Shot) -> Shot:
    found: Chances = {}
    for damage, deep, weight in shot:
        if weight:
            found[damage, deep] = found.get((damage, deep), 0) + weight
    return [(*result, weight) for result, weight in found.items()]


@heeds("hex100.blast-scatter")
def strays(state: State, aim: Aim) -> list[Hex]:
    """Where a blast that misses comes down, each as likely as the other; nowhere for what does not scatter."""
    if not aim.weapon.radius:
        return []
    cut = scatter_cut(state, aim.unit, aim.weapon)
    ways = [max(0, hexes - cut) for hexes in range(1, SCATTER[aim.indirect] + 1)]
    return [step(aim.goal, side, hexes) for side in range(6) for hexes in ways]


@heeds("hex100.attr-blast", "hex100.armour-blast")
def blown(state: State, aim: Aim, unit: Unit, centre: Hex) -> int:
    """What one burst does to a unit, in all machines of a swarm together."""
    weapon = aim.weapon
    if not weapon.blast or weapon.effects.get("marks") or distance(centre, unit.hex) > weapon.radius:
        return 0
    if equipment_effect(state, unit, "blast_immunity") or is_spared(weapon, aim.unit, unit):
        return 0
    damage = blast_damage(state, unit, weapon, centre)
    return sum(min(points, damage) for points in unit.swarm) if unit.swarm else damage


def card_of(state: State, aim: Aim, unit: Unit, shots: int) -> OddsCard:
    """The odds of so many shots for one unit; one that is not the target is hit by what harms it."""
    chances = chances_of(state, aim, unit, shots)
    whole, damage = sum(chances.values()), dict[int, int]()
    for (points, _), weight in chances.items():
        damage[points] = damage.get(points, 0) + weight
    missed = (1 - chance_to_strike(state, aim)) ** shots if is_aimed_at(aim, unit) else damage.get(0, 0) / whole
    return OddsCard(
        p_hit=1 - missed,
        mean_damage=sum(points * weight for points, weight in damage.items()) / whole,
        damage={points: weight / whole for points, weight in sorted(damage.items())},
        p_crippled=sum(weight for (_, deep), weight in chances.items() if deep) / whole,
        p_destroyed=sum(w for (points, deep), w in chances.items() if falls(state, unit, points, deep)) / whole,
    )


def expected_loss(state: State, aim: Aim, unit: Unit, shots: int) -> float:
    """The share of a unit that so many shots cost it on average."""
    chances = chances_of(state, aim, unit, shots)
    whole = sum(chances.values())
    shares = (share_lost(state, unit, *harm) * (weight / whole) for harm, weight in chances.items())
    return sum(shares)  # the weights alone are too great for a float


def reach_of(aim: Aim) -> int:
    """How far from where they are aimed shots may hurt anybody at all."""
    return aim.weapon.radius + (SCATTER[aim.indirect] if aim.weapon.radius else 0)
