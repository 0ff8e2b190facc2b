"""Two units shooting it out where they stand: exact odds over ranges and covers, each with its best weapon there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, GearlockError, UnknownName
from gearlock.kernel.gunnery import Situation, Staged, find_unit
from gearlock.kernel.registry import AnySystem
from gearlock.lab.sweeps import MOST_CELLS, Axis, Said, check_words, values_of
from gearlock.odds.attack import attack_odds
from gearlock.odds.sequence import Course, follow, gunnery_of

EXCHANGES = 6
"""Attacks of each side that are followed, if what can come of them does not branch too widely."""
WIDE = 12
"""Ways one attack can end, above which no second one is followed."""
WIDEST = 300
"""States times ways an attack can end, above which the next attack is not followed."""


class Best(msgspec.Struct, frozen=True):
    """The best weapon of one unit on the other: by the damage to expect. `killed` is within 1, 2, 3 ... attacks."""

    weapon: str
    hit: float
    mean_damage: float
    killed: tuple[float, ...]


class Exchange(msgspec.Struct, frozen=True):
    """Both units in one situation; who cannot attack there has None.

    `first` and `second` are the chances to destroy the other before being destroyed, attacks taking turns and either
    beginning as often; the rest is undecided when each has made `attacks` of them.
    """

    given: tuple[Said, ...]
    one: Best | None
    other: Best | None
    first: float
    second: float
    attacks: int


class Duel(msgspec.Struct, frozen=True):
    """Two units over all situations that were asked for."""

    system: str
    one: str
    other: str
    names: tuple[str, str]
    prices: tuple[int | None, int | None]
    axes: tuple[Axis, ...]
    given: tuple[Said, ...]
    exchanges: tuple[Exchange, ...]


def duel_of(system: AnySystem, units: tuple[str, str], given: Sequence[Said], attacks: int = EXCHANGES) -> Duel:
    """Work a duel out. Raises UnknownName for units there are none of, and what the rules say if neither can attack."""
    gunnery = gunnery_of(system)
    known = gunnery.units()
    one, other = (find_unit(known, unit.partition(":")[0]) for unit in units)
    arms = tuple(
        (unit.partition(":")[2],) if unit.partition(":")[2] else gunnery.weapons(id)
        for unit, id in zip(units, (one, other), strict=True)
    )
    axes = tuple((name, values_of(value)) for name, value in given if name != "trait" and len(values_of(value)) > 1)
    fixed = tuple(said for said in given if said[0] == "trait" or len(values_of(said[1])) == 1)
    check_words(system.id, (*axes, *((name, (value,)) for name, value in fixed)))
    ways = list(product(*(values for _, values in axes)))
    if len(ways) * sum(map(len, arms)) > MOST_CELLS:
        raise BadInput(
            f"That makes {len(ways) * sum(map(len, arms)):,} attacks to work out; {MOST_CELLS:,} is the most."
        )
    refusals: list[GearlockError] = []
    exchanges = []
    for values in ways:
        here = tuple(zip((name for name, _ in axes), values, strict=True))
        said = [*fixed, *here]
        mine = _best(system, one, arms[0], other, said, attacks, refusals)
        theirs = _best(system, other, arms[1], one, said, attacks, refusals)
        exchanges.append(_exchange(here, mine, theirs))
    if refusals and not any(each.one or each.other for each in exchanges):
        raise refusals[0]
    names = (known[one], known[other])
    return Duel(system.id, one, other, names, _prices(system, one, other), axes, fixed, tuple(exchanges))


def shoot_out(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The chance of either to destroy the other first, from the chances to have destroyed it within 1, 2, 3 attacks.

    Attacks take turns, and either begins as often. Who is hurt is taken to shoot as well as before.
    """
    return _first(one, other), _first(other, one)


def _first(mine: Sequence[float], theirs: Sequence[float]) -> float:
    whole = before = 0.0
    for place, killed in enumerate(mine):
        met_after, met_before = theirs[place], theirs[place - 1] if place else 0.0
        whole += (killed - before) * (1 - (met_after + met_before) / 2)
        before = killed
    return whole


def _exchange(here: tuple[Said, ...], mine: Best | None, theirs: Best | None) -> Exchange:
    """As many attacks of each as both can be followed; who cannot attack there never destroys anybody."""
    far = min((len(each.killed) for each in (mine, theirs) if each), default=0)
    one, other = (each.killed[:far] if each else (0.0,) * far for each in (mine, theirs))
    return Exchange(here, mine, theirs, *shoot_out(one, other), far)


def _best(
    system: AnySystem,
    unit: str,
    weapons: Sequence[str],
    target: str,
    given: Sequence[Said],
    attacks: int,
    refusals: list[GearlockError],
) -> Best | None:
    """The weapon with the most damage to expect, followed over some attacks; None if none can be used."""
    found: list[tuple[float, float, str]] = []
    for weapon in weapons:
        try:
            fate = attack_odds(system.id, f"{unit}:{weapon}", target, given).fate
        except UnknownName:
            raise
        except GearlockError as refusal:
            refusals.append(refusal)
        else:
            found.append((fate.mean_damage, fate.chance(fate.hits), weapon))
    if not found:
        return None
    damage, hit, weapon = max(found)
    return Best(weapon, hit, damage, _course(system, f"{unit}:{weapon}", target, given, attacks))


def _course(system: AnySystem, attacker: str, target: str, given: Sequence[Said], attacks: int) -> tuple[float, ...]:
    """The chance to have destroyed the target within 1, 2, 3 attacks, as far as that can be followed exactly."""
    staged = _staged(system, attacker, target, given, attacks)
    killed: list[float] = []
    first = 0
    for found in follow(system, staged.state, Course(staged.orders, staged.target)):
        gone = sum(
            weight for weight, tolls, _ in found.branches if staged.target in tolls and tolls[staged.target].destroyed
        )
        killed.append(gone / found.total)
        first = first or len(found.branches)
        if first > WIDE or len(found.branches) * first > WIDEST:
            break
    return tuple(killed)


def _staged(system: AnySystem, attacker: str, target: str, given: Sequence[Said], attacks: int) -> Staged[Any]:
    """As many attacks as there is room for: each is laid out as that of a unit of its own, all of them where one is."""
    for many in range(attacks, 1, -1):
        with suppress(BadInput):
            return gunnery_of(system).stage(Situation((attacker,) * many, target, tuple(given)))
    return gunnery_of(system).stage(Situation((attacker,), target, tuple(given)))


def _prices(system: AnySystem, one: str, other: str) -> tuple[int | None, int | None]:
    beside = system.counterparts
    listed = set(beside.models().values()) if beside else set()
    first, second = (beside.price(unit) if beside and unit in listed else None for unit in (one, other))
    return first, second
