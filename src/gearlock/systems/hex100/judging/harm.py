"""What shots do to one unit, exactly, as cards show it: aimed at it or bursting near it, or gone astray."""

from __future__ import annotations

from msgspec.structs import replace

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.systems.hex100.attacks.attack import Aim
from gearlock.systems.hex100.attacks.blast import SCATTER
from gearlock.systems.hex100.judging.account import falls, share_lost
from gearlock.systems.hex100.judging.odds import (
    Chances,
    added,
    burst_damage,
    chance_to_strike,
    outcomes,
    shot_numbers,
    shot_of,
    special_chances,
    strays,
)
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

Worn = dict[tuple[tuple[int, ...], int, int], int]
"""How hurt the hardpoints are, the damage and the critical damage so far, to its weight."""
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


@heeds("hex100.attr-blast", "hex100.armour-blast")
def blown(state: State, aim: Aim, unit: Unit, centre: Hex) -> int:
    """What one burst does to a unit, in all machines of a swarm together."""
    damage = burst_damage(state, aim, unit, centre)
    return sum(min(points, damage) for points in unit.swarm) if unit.swarm else damage


@heeds("hex100.attack-action", "hex100.armour-reactive")
def attack_odds(state: State, aims: list[Aim], known: bool = True) -> OddsCard:
    """The odds of a volley for its target, where it goes astray included; charges and bystanders are left out.

    Of a target out of sight only the number to hit and the bare damage are known.
    """
    missed = 1.0
    for aim in aims:
        missed *= (1 - chance_to_strike(state, aim, known)) ** aim.weapon.rof
    target = aims[0].target
    if target is not None and known:
        return _card(state, target, _volley_chances(state, aims, target), 1 - missed)
    chances: Chances = {(0, 0): 1}
    for aim in aims:
        shot = shot_of(state, aim, known)
        for _ in range(aim.weapon.rof):
            chances = added(chances, shot)
    points, whole = _points_of(chances), sum(chances.values())
    deep = sum(weight for (_, critical), weight in chances.items() if critical)
    return OddsCard(1 - missed, _mean(points, whole), _shares(points, whole), deep / whole)


@heeds("hex100.linked-fire", "hex100.stat-critical")
def _volley_chances(state: State, aims: list[Aim], target: Unit) -> Chances:
    """What weapons that fire one after the other do to their target, no charge spent.

    A weapon may wreck what would have softened the fire of the next.
    """
    if target.swarm:
        return special_chances(state, aims, known=True)
    worn: Worn = {(tuple(target.hurt), 0, 0): 1}
    for aim in aims[:-1]:
        for _ in range(aim.weapon.rof):
            worn = _worn_more(state, aim, target, worn)
    total: Chances = {}
    for hurt, before in _by_hardpoints(worn).items():
        chances, shot = before, _shot_when(state, aims[-1], target, hurt)
        for _ in range(aims[-1].weapon.rof):
            chances = added(chances, shot)
        for key, weight in chances.items():
            total[key] = total.get(key, 0) + weight
    return total


def _worn_more(state: State, aim: Aim, target: Unit, worn: Worn) -> Worn:
    """One more shot; critical damage strikes any hardpoint alike, and no harder than it can bear."""
    places = [each.size for each in state.machine(target.id).unit.hardpoints] if target.hurt else []
    found: Worn = {}
    for hurt, before in _by_hardpoints(worn).items():
        for points, deep, weight in _shot_when(state, aim, target, hurt):
            for place, share in (
                ((at, 1) for at in range(len(places))) if deep and places else ((-1, len(places) or 1),)
            ):
                after = hurt
                if place >= 0:
                    after = (*hurt[:place], min(places[place], hurt[place] + deep), *hurt[place + 1 :])
                for (lost, critical), ways in before.items():
                    key = after, lost + points, critical + deep
                    found[key] = found.get(key, 0) + ways * weight * share
    return found


def _by_hardpoints(worn: Worn) -> dict[tuple[int, ...], Chances]:
    found: dict[tuple[int, ...], Chances] = {}
    for (hurt, points, deep), weight in worn.items():
        found.setdefault(hurt, {})[points, deep] = weight
    return found


def _shot_when(state: State, aim: Aim, target: Unit, hurt: tuple[int, ...]) -> Shot:
    """One shot at a target whose hardpoints are hurt like this."""
    if hurt == tuple(target.hurt):
        return _like_together(_shot_at(state, aim, target))
    there = state.clone()
    struck = there.units[target.id]
    struck.hurt = list(hurt)
    return _like_together(_shot_at(there, aim._replace(target=struck), struck))


def card_of(state: State, aim: Aim, unit: Unit, shots: int) -> OddsCard:
    """The odds of so many shots for one unit; one that is not the target is hit by what harms it."""
    chances = chances_of(state, aim, unit, shots)
    whole = sum(chances.values())
    unharmed = sum(weight for (points, _), weight in chances.items() if not points) / whole
    missed = (1 - chance_to_strike(state, aim)) ** shots if is_aimed_at(aim, unit) else unharmed
    return _card(state, unit, chances, 1 - missed)


def _card(state: State, unit: Unit, chances: Chances, p_hit: float) -> OddsCard:
    """What comes of shots at one unit: nobody loses more than is left, and who falls loses all of that."""
    left, whole, lost = sum(unit.swarm) or unit.hp, sum(chances.values()), Chances()
    for (points, deep), weight in chances.items():
        key = (left, 1) if falls(state, unit, points, deep) else (min(points, left), deep)
        lost[key] = lost.get(key, 0) + weight
    damage = _points_of(lost)
    return OddsCard(
        p_hit=p_hit,
        mean_damage=_mean(damage, whole),
        damage=_shares(damage, whole),
        p_crippled=sum(weight for (_, deep), weight in lost.items() if deep) / whole,
        p_destroyed=sum(w for (points, deep), w in chances.items() if falls(state, unit, points, deep)) / whole,
    )


def _points_of(chances: Chances) -> dict[int, int]:
    found: dict[int, int] = {}
    for (points, _), weight in sorted(chances.items()):
        found[points] = found.get(points, 0) + weight
    return found


def _mean(points: dict[int, int], whole: int) -> float:
    return sum(damage * weight for damage, weight in points.items()) / whole


def _shares(points: dict[int, int], whole: int) -> dict[int, float]:
    return {damage: weight / whole for damage, weight in points.items()}


def expected_loss(state: State, aim: Aim, unit: Unit, shots: int) -> float:
    """The share of a unit that so many shots cost it on average."""
    chances = chances_of(state, aim, unit, shots)
    whole = sum(chances.values())
    shares = (share_lost(state, unit, *harm) * (weight / whole) for harm, weight in chances.items())
    return sum(shares)  # the weights alone are too great for a float


def reach_of(aim: Aim) -> int:
    """How far from where they are aimed shots may hurt anybody at all."""
    return aim.weapon.radius + (SCATTER[aim.indirect] if aim.weapon.radius else 0)
