"""Where objectives call a unit, and how much nearer a move brings it: what bots go by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gearlock.systems.hex100.battlefield import Battlefield
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.damage.damage import RAZING_DAMAGE, area_damage
from gearlock.systems.hex100.electronic_warfare.jamming import ECM_RANGE
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.objectives.objectives import HACK, SCAN, grounds_to_hold
from gearlock.systems.hex100.objectives.sites import objectives_of, open_sites
from gearlock.systems.hex100.plan import Objective
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.table.hexes import Hex, disc, neighbours

PULL = 0.02
"""What every movement point nearer to an objective is worth."""
HOLDING = 0.3
"""What ground that is held counts, in shares of a unit."""
FAR = 99
"""The way to a goal that cannot be reached."""


def goals_of(state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes where a unit does its side good: to leave, to hold, to scan or hack from; none for a mere fighter."""
    return frozenset().union(*_goals(state, unit))


def _goals(state: State, unit: Unit) -> Iterator[frozenset[Hex]]:
    plan = state.scene.plan
    for each in plan.objectives:
        if each.seat not in ("", unit.seat) or (each.units and unit.id not in each.units):
            continue
        if each.kind == "exit" or (each.kind == "reach" and not _has_met(state, unit, each)):
            yield frozenset(each.hexes)
        elif each.kind == "hold":
            yield from grounds_to_hold(each).values()
    for hex_ in open_sites(state, unit.seat, SCAN):
        reach = min(each.reach for each in objectives_of(state, unit.seat, SCAN) if hex_ in each.hexes)
        yield frozenset(spot for spot in _within(hex_, reach) if state.land.is_clear(spot, hex_))
    if equipment_effect(state, unit, "ecm") or equipment_effect(state, unit, "nimbus"):
        for hex_ in open_sites(state, unit.seat, HACK):
            yield _within(hex_, ECM_RANGE)


def ground_worth(state: State, seat: str) -> float:
    """What the ground to be held is worth as it lies, less what the enemy has of it, as far as a seat knows."""
    mine = [unit.hex for unit in state.standing(seat)]
    enemies = list(known_enemies(state, seat))
    total = 0.0
    for _, each in state.scene.plan.shown_to(seat):
        if each.kind != "hold":
            continue
        for ground in grounds_to_hold(each).values():
            ours, theirs = not ground.isdisjoint(mine), not ground.isdisjoint(enemies)
            if ours != theirs and each.seat in ("", seat if ours else other(seat)):
                total += HOLDING if ours else -HOLDING
    return total


def sites_to_raze(state: State, unit: Unit, weapon: Weapon) -> list[Hex]:
    """The hexes that objectives want razed and that a weapon could raze, wherever they are."""
    if not weapon.has("demolisher") or area_damage(weapon, 0) < RAZING_DAMAGE:
        return []
    wanted = (hex_ for each in objectives_of(state, unit.seat, "raze") for hex_ in each.hexes)
    return [hex_ for hex_ in wanted if state.land.ground.terrain_at(hex_) == state.scene.ground.terrain_at(hex_)]


def _has_met(state: State, unit: Unit, objective: Objective) -> bool:
    number = state.scene.plan.objectives.index(objective)
    return any(entry[:2] == (number, unit.id) for entry in state.scored)


@lru_cache(maxsize=128)
def _within(centre: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(disc(centre, radius))


@lru_cache(maxsize=256)
def ways_to(land: Battlefield, goals: frozenset[Hex], kind: str) -> dict[Hex, int]:
    """What it costs to get from every hex to the nearest goal; hexes from which there is no way are left out."""
    prices, ground = land.prices[kind], land.ground
    costs: dict[Hex, int] = {}
    waves: list[list[Hex]] = [[goal for goal in sorted(goals) if land.cost(goal, kind)]]
    for spent, wave in enumerate(waves):
        for hex_ in wave:
            if hex_ in costs:
                continue
            costs[hex_] = spent
            there = spent + land.cost(hex_, kind)
            waves.extend([] for _ in range(there + 1 - len(waves)))
            for q, r in neighbours(hex_):
                if 0 <= r < ground.rows and (q, r) not in costs and prices[r * ground.stride + q + ground.shift]:
                    waves[there].append((q, r))
    return costs


def ways_of(state: State, unit: Unit) -> dict[Hex, int]:
    """The cost of the way from every hex to the nearest goal of a unit; nothing for one without a goal."""
    goals = goals_of(state, unit)
    return ways_to(state.land, goals, standing_kind(state, unit)) if goals else {}


def nearer(state: State, unit: Unit, hex_: Hex) -> float:
    """The worth of standing in another hex for the objectives: more when nearer, less than nothing when farther."""
    ways = ways_of(state, unit)
    return PULL * (ways.get(unit.hex, FAR) - ways.get(hex_, FAR)) if ways else 0.0


def onward(state: State, unit: Unit, points: int) -> tuple[Hex, ...]:
    """The cheapest way towards the nearest goal, as far as movement points last."""
    ways, kind = ways_of(state, unit), standing_kind(state, unit)
    path: list[Hex] = []
    at = unit.hex
    while ways.get(at, 0):
        at = min(neighbours(at), key=lambda near: (ways.get(near, FAR), near))
        points -= state.land.cost(at, kind)
        if points < 0 or at not in ways:
            break
        path.append(at)
    return tuple(path)
