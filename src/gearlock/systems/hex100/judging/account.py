"""The unit of account: what an attack costs whom it strikes, in shares of the whole unit as it was fielded.

Nobody loses more than is left of it, and a unit that falls loses all of that, by whatever it falls.
"""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds
from gearlock.systems.hex100.attacks.attack import Aim
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.judging.odds import CERTAIN, Chances, meets_its_own_way, shot_of, special_chances
from gearlock.systems.hex100.state import SEEN, State, Unit

TYPICAL_HP = 16
"""What an enemy of unknown type is taken to have."""
UNKNOWN_STRUCTURE = 99
"""What is not known of an enemy's structure is not reckoned with."""
KEPT = 1 << 14
Fire = tuple[tuple[tuple[tuple[int, int, int], ...], int], ...]
"""The ways one shot of each weapon can go, and how many shots it fires."""


def is_in_view(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows armour and wounds of a unit: its own, or an enemy in sight."""
    return unit.seat == seat or state.known[seat].get(unit.id) == SEEN


def whole_of(state: State, unit: Unit, known: bool = True) -> int:
    """The hit points a unit was fielded with, as far as that is known."""
    return full_hp(state, unit.id) if known else TYPICAL_HP


def left_of(unit: Unit, known: bool = True) -> int:
    """The hit points that are left, as far as that is known."""
    return max(1, unit.hp) if known else TYPICAL_HP


def share_left(state: State, unit: Unit, known: bool = True) -> float:
    """What is left of a unit."""
    return left_of(unit, known) / whole_of(state, unit, known)


def share_of(state: State, unit: Unit, points: float, known: bool = True) -> float:
    """So many hit points as a share of the whole unit, no more than is left of it."""
    return min(points, left_of(unit, known)) / whole_of(state, unit, known)


@heeds("hex100.stat-hp", "hex100.stat-critical")
def falls(state: State, unit: Unit, damage: int, critical: int) -> bool:
    """Whether so much destroys a unit as it is now."""
    return damage >= unit.hp or critical >= _structure(state, unit, True)


def share_lost(state: State, unit: Unit, damage: int, critical: int) -> float:
    """What of a unit is lost with so much damage; all that is left if it falls."""
    return share_of(state, unit, unit.hp if falls(state, unit, damage, critical) else damage)


def expected_share(state: State, aims: list[Aim], known: bool = True) -> float:
    """The share of their target that these aims cost it together on average; nothing without a target."""
    target = aims[0].target if aims else None
    if target is None:
        return 0.0
    left, structure = left_of(target, known), _structure(state, target, known)
    if meets_its_own_way(aims[0], known):
        lost = _mean_lost(special_chances(state, aims, known), left, structure)
    else:
        lost = points_lost(tuple((shot_of(state, aim, known), aim.weapon.rof) for aim in aims), left, structure)
    return lost / whole_of(state, target, known)


def _structure(state: State, unit: Unit, known: bool) -> int:
    return state.machine(unit.id).unit.structure - unit.critical if known else UNKNOWN_STRUCTURE


def _mean_lost(chances: Chances, left: int, structure: int) -> float:
    lost = sum((left if deep >= structure else min(points, left)) * ways for (points, deep), ways in chances.items())
    return lost / sum(chances.values())


@lru_cache(maxsize=KEPT)
def points_lost(fire: Fire, left: int, structure: int) -> float:
    """The hit points that fire costs a unit on average; kept, since battles ask the same again and again.

    What would be beyond the last point is forgotten shot by shot, so that there is never much to carry on.
    """
    chances: dict[tuple[int, int], float] = {(0, 0): 1.0}
    gone = (left, 0)
    for shot, shots in fire:
        for _ in range(shots):
            total: dict[tuple[int, int], float] = {}
            for (lost, deep), chance in chances.items():
                for damage, worse, weight in shot if lost < left else ((0, 0, CERTAIN),):
                    fallen = lost + damage >= left or deep + worse >= structure
                    key = gone if fallen else (lost + damage, deep + worse)
                    total[key] = total.get(key, 0.0) + chance * weight / CERTAIN
            chances = total
    return sum(lost * chance for (lost, _), chance in chances.items())
