"""How well a unit stands where it is: what it could do from there, and what enemies in sight could do to it.

Everybody may come nearer before it strikes, straight towards the other and as far as one move takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.survey import Standing, folded
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.judging.account import is_in_view, share_left
from gearlock.systems.hex100.judging.attack_worth import as_feared, best_attack, best_attacks
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance, sides_toward
from gearlock.table.hexlines import line

GUESSED = 0.5
"""What an attack counts of somebody out of sight, whose weapons are anybody's guess."""
PRESSED = 1.3
"""What a turn comes to of the attacks in it, measured over many battles: locks, a focus, weapons fired together."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """All of the enemy's phase comes before a unit acts again, so every enemy counts as soon."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.standing or not unit.placed:
        return Standing(left=0.0)
    rested, counts, rivals = as_feared(unit), stakes(state, seat), []
    for enemy in known_enemies(state, seat).values():
        seen, name = is_in_view(state, seat, enemy), state.contacts[seat][enemy.id]
        strike = _best(state, rested, enemy, seen)
        harm = _turn(state, as_feared(enemy), unit) if seen else _guessed(state, rested, enemy, unit)
        rivals.append(Rival(name, counts.get(name, 1.0), harm, strike))
    return standing_among(rivals, counts[unit.id], share_left(state, unit))


def stakes(state: State, seat: str) -> dict[str, float]:
    """What each unit counts whose card a seat knows, by its points beside the average of those of its side."""
    mine = {unit.id: state.machine(unit.id).cost for unit in state.standing(seat)}
    seen = (enemy for enemy in known_enemies(state, seat).values() if is_in_view(state, seat, enemy))
    theirs = {state.contacts[seat][enemy.id]: state.machine(enemy.id).cost for enemy in seen}
    return stakes_by_price(mine, theirs)


def _guessed(state: State, rested: Unit, enemy: Unit, unit: Unit) -> float:
    """What an enemy out of sight may do: it is feared like a machine of the unit's own kind, and less."""
    double = rested.clone()
    double.q, double.r = enemy.hex
    if enemy.hex != unit.hex:
        double.facing = sides_toward(enemy.hex, unit.hex)[0]
    return GUESSED * _turn(state, double, unit)


def _best(state: State, unit: Unit, target: Unit, known: bool) -> float:
    """The best attack of a unit on another, from where it stands or from nearer."""
    nearer = (best_attack(state, there, target, known) for there in _nearer(state, unit, target))
    return here_or_nearer(best_attack(state, unit, target, known), nearer)


def _turn(state: State, enemy: Unit, unit: Unit) -> float:
    """What a whole turn of an enemy may cost a unit: as many attacks as it has actions for, here or from nearer."""
    pool, left = state.machine(enemy.id).unit.pool, share_left(state, unit)
    blows = sum("attack" in action or action == "wildcard" for action in pool)
    worst = folded(best_attacks(state, enemy, unit)[:blows], left)
    for there in _nearer(state, enemy, unit):
        worst = max(worst, folded(best_attacks(state, there, unit)[:blows], left))
    return min(left, PRESSED * worst)


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
