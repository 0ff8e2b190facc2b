"""How well a unit stands where it is: what it could do from there, and what enemies in sight could do to it.

Everybody may come nearer before it strikes, straight towards the other and as far as one move takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.survey import Standing
from gearlock.systems.hex100.moving.movement import known_enemies
from gearlock.systems.hex100.moving.ways import stride
from gearlock.systems.hex100.mustering.equipment import full_hp
from gearlock.systems.hex100.showing.worth import as_feared, best_attack, hit_points, is_in_view
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance, sides_toward
from gearlock.table.hexlines import line

GUESSED = 0.5
"""What an attack counts of somebody out of sight, whose weapons are anybody's guess."""
AFTER_A_MOVE = 0.7
"""What an attack counts that takes a move first: something may be in its way."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """All of the enemy's phase comes before a unit acts again, so every enemy counts as soon."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.standing or not unit.placed:
        return Standing(left=0.0)
    rested, strikes = as_feared(unit), 0.0
    threats: dict[str, float] = {}
    for enemy in known_enemies(state, seat).values():
        seen = is_in_view(state, seat, enemy)
        strikes = max(strikes, _best(state, rested, enemy, seen) / hit_points(state, seat, enemy))
        harm = _best(state, as_feared(enemy), unit, True, feared=True) if seen else _guessed(state, rested, enemy, unit)
        if harm:
            threats[enemy.id] = harm / full_hp(state, unit.id)
    costs = [state.machine(each.id).cost for each in state.standing(seat)]
    stake = state.machine(unit.id).cost * len(costs) / sum(costs)
    return Standing(min(1.0, strikes), threats, {}, stake, unit.hp / full_hp(state, unit.id))


def _guessed(state: State, rested: Unit, enemy: Unit, unit: Unit) -> float:
    """What an enemy out of sight may do: it is feared like a machine of the unit's own kind, and less."""
    double = rested.clone()
    double.q, double.r = enemy.hex
    if enemy.hex != unit.hex:
        double.facing = sides_toward(enemy.hex, unit.hex)[0]
    return GUESSED * _best(state, double, unit, True, feared=True)


def _best(state: State, unit: Unit, target: Unit, known: bool, feared: bool = False) -> float:
    """The best attack of a unit on another, from where it stands or from nearer."""
    best = best_attack(state, unit, target, known, feared=feared)
    for there in _nearer(state, unit, target):
        best = max(best, AFTER_A_MOVE * best_attack(state, there, target, known, feared=feared))
    return best


def _nearer(state: State, unit: Unit, target: Unit) -> Iterator[Unit]:
    """A unit after half a move and after a whole one towards another."""
    points, kind = stride(state, unit, "")
    way = distance(unit.hex, target.hex)
    for steps in {points, (points + 1) // 2}:
        if unit.sieging or steps <= 0 or way < 2:
            continue
        spot = line(unit.hex, target.hex)[min(steps, way - 1)][0]
        if spot in state.land.ground and state.land.cost(spot, kind):
            there = unit.clone()
            there.q, there.r = spot
            there.facing = sides_toward(spot, target.hex)[0]
            yield there
