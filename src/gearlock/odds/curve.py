"""The damage to expect of a unit by range: its best weapon at each, against a usual target under usual conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from gearlock.kernel.errors import GearlockError
from gearlock.kernel.gunnery import Situation, plain_name
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.odds.attack import fate_of
from gearlock.odds.sequence import Course, follow, gunnery_of

MOST_ARMS = 8
"""Weapons of a unit that are tried."""
FAR = (0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 24, 30, 36, 42, 48, 60, 72)
"""Ranges that are tried where one shoots far: close together near by."""
SHORT = 24
"""Up to so far every range is tried."""
COVER = ("cover", "concealment")
"""What systems call that which hides a target."""


class CurvePoint(msgspec.Struct, frozen=True):
    """At this range: the damage to expect of one attack, and of which weapon; of none where none can be used."""

    range: int
    mean: float = 0.0
    weapon: str = ""


class DamageCurve(msgspec.Struct, frozen=True):
    """A unit's best attack at each range, from the nearest to the furthest that it can make."""

    unit: str = ""
    target: str = ""
    cover: tuple[tuple[str, str], ...] = ()
    """What is assumed of the target's cover, as the conditions of an attack say it."""
    points: tuple[CurvePoint, ...] = ()


def curve_of(system: str, name: str, shelf: str = "") -> DamageCurve:
    """The curve of a unit by its name, or its id; of several with this name the one of the shelf.

    Without points where the system has no odds, or none of this unit.
    """
    chosen = get_system(system)
    if chosen.gunnery is None:
        return DamageCurve()
    units = chosen.gunnery.units()
    wanted = {plain_name(name), plain_name(f"{shelf} {name}")}
    ids = [unit for unit in units if plain_name(unit) in wanted]
    found = ids or [unit for unit, title in units.items() if plain_name(title) in wanted]
    return _curve(system, found[0]) if len(found) == 1 else DamageCurve()


@lru_cache(maxsize=512)
def _curve(system: str, unit: str) -> DamageCurve:
    chosen = get_system(system)
    gunnery = gunnery_of(chosen)
    units = gunnery.units()
    target = next(iter(units))
    weapons = gunnery.weapons(unit)[:MOST_ARMS]
    points = [_best(chosen, unit, weapons, target, away) for away in _ranges(chosen)]
    cover = tuple((each.name, each.usual) for each in gunnery.conditions if each.name in COVER)
    return DamageCurve(units[unit], units[target], cover, _within_reach(points))


def _ranges(system: AnySystem) -> tuple[int, ...]:
    most = next((each.most for each in gunnery_of(system).conditions if each.name == "range"), 0) or FAR[-1]
    return tuple(range(most + 1)) if most <= SHORT else tuple(each for each in FAR if each <= most)


def _best(system: AnySystem, unit: str, weapons: tuple[str, ...], target: str, away: int) -> CurvePoint:
    tried = (CurvePoint(away, mean, weapon) for weapon in weapons for mean in _mean(system, unit, weapon, target, away))
    return max(tried, key=lambda point: point.mean, default=CurvePoint(away))


def _mean(system: AnySystem, unit: str, weapon: str, target: str, away: int) -> Iterator[float]:
    """The damage to expect, unless the attack cannot be made."""
    situation = Situation((f"{unit}:{weapon}",), target, (("range", str(away)),))
    try:
        staged = gunnery_of(system).stage(situation)
        for outcomes in follow(system, staged.state, Course(staged.orders, staged.target)):
            yield fate_of(outcomes, staged.target).mean_damage
    except GearlockError:
        return


def _within_reach(points: list[CurvePoint]) -> tuple[CurvePoint, ...]:
    reached = [at for at, point in enumerate(points) if point.weapon]
    return tuple(points[reached[0] : reached[-1] + 1]) if reached else ()
