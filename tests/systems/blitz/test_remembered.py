"""What is remembered about a position, or answered without asking all, against working it out anew."""

from __future__ import annotations

import random

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.mechanics.structures import facade
from gearlock.systems.blitz.attacks.aiming import Sight, attack_distance, can_bear, refuse_bearing
from gearlock.systems.blitz.destructible_terrain import MOST_OFFERED, can_be_damaged, nearest
from gearlock.systems.blitz.general_concepts.measuring import body_of, distance, edges_of, table_distance
from gearlock.systems.blitz.lock_and_cover.cover import crowd_at, look_at, with_sensors
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.inches import gap


def anew(state: State) -> State:
    """The same position without a note."""
    return state.with_unit(next(iter(state.units.values())))


def test_looks_that_are_remembered_are_as_if_taken_anew_whoever_has_his_sensors_on() -> None:
    chooser, looked = random.Random(4), 0
    for state, unit in positions(4):
        for other in chooser.choices(list(state.standing()), k=4):
            plain = look_at(anew(state), unit, other, crowd_at(state)) if other is not unit else None
            if plain is None:
                continue
            seen = with_sensors(state, unit)
            assert look_at(state, unit, other) == look_at(state, unit, other) == look_at(seen, unit, other) == plain
            there = unit.clone()
            there.x, there.y = other.x + chooser.randrange(-9_000, 9_000), other.y + 4_000
            moved = state.with_unit(there)
            assert look_at(state, there, other) == look_at(moved, there, other, crowd_at(moved))
            looked += 1
    assert looked > 200


def test_what_bears_and_how_far_it_is_are_as_the_refusal_and_the_walls_tell() -> None:
    chooser, outcomes = random.Random(5), set[tuple[bool, bool]]()
    for state, unit in positions(5):
        for other in chooser.choices(list(state.standing()), k=4):
            if edges_of(state, unit) is edges_of(state, other) is None:
                high = unit.clone()
                high.z += chooser.randrange(9_000)
                assert table_distance(state, high, other) == distance(body_of(state, high), body_of(state, other))
            for used in (used for weapon in unit.line.weapons.values() for used in weapon.loads.values()):
                sight = Sight(state, unit, other)
                assert can_bear(sight, used) == (refuse_bearing(sight, used) is None)
                far = attack_distance(state, unit, other, used)
                assert far == attack_distance(state, unit, other, used, sight.distance)
                outcomes.add((can_bear(sight, used), far > used.most))
    assert outcomes >= {(True, False), (False, True), (False, False)}


def test_the_nearest_pieces_are_those_of_a_sorted_list() -> None:
    for state, unit in positions(6):
        pieces = [piece for piece in state.ground.pieces if can_be_damaged(piece)]
        pieces.sort(key=lambda piece: gap(unit.body, facade(piece, unit.x, unit.y, (piece.base,))[0]))
        assert nearest(state.ground, unit.body) == pieces[:MOST_OFFERED]


def positions(seed: int) -> list[tuple[State, Unit]]:
    """Positions of a battle played at random, with the active model of each."""
    system, bot = get_system("blitz"), RandomBot(seed)
    battle = Battle.begin(system, system.prepare("battle", seed, {"size": "60"}))
    found: list[tuple[State, Unit]] = []
    while not battle.over and battle.decisions < 250:
        name = battle.waiting_for()[0]
        order, active = bot.decide(Seat(battle, name)), battle.state.active()
        if active is not None and active.is_fielded:
            kept = battle.state.clone()
            found.append((kept, kept.units[active.id]))
        battle.answer(name, order)
    return found
