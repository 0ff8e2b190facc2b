"""4.1.3 total ambush: nothing that the other side can obtain tells where a hidden unit is, whatever it is after."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from conformance.twins import Steady, check_same, play_along, probe_of, twins
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Setup
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.deployment import Deploy, Hide
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.rounds.activation import hidden_units
from gearlock.systems.tactical.scenario_generator import tables as t
from gearlock.systems.tactical.scenario_generator.missions import PARTS, Mission, Prioritise, is_so, key
from gearlock.systems.tactical.state import HIDDEN, Activation, State
from systems.tactical.tables import mils, piece, put, table

TYPES = (t.CAPTURE, t.DEFEND, t.DESTROY, t.DISABLE, t.PROVIDE)
OBJECTIVES = (t.VEHICLE, t.ALL_FORCES, t.OBJECT, t.TERRAIN, t.COMMUNICATIONS, t.ECM)
SOME = [(t.CAPTURE, objective) for objective in OBJECTIVES] + [(t.DESTROY, t.VEHICLE), (t.DISABLE, t.VEHICLE)]
REST = [
    pytest.param(kind, objective, marks=pytest.mark.soak)
    for kind in TYPES
    for objective in OBJECTIVES
    if (kind, objective) not in SOME
]


def from_ambush(kind: str, objective: str, seed: int = 5) -> Iterator[Battle[State]]:
    """A generated battle that red begins from a total ambush, at each decision of blue while units are hidden."""
    said = {"tv": "1500", "rounds": "6", "mission-blue": kind, "objective-blue": objective, "condition": "Daylight"}
    battle, bot = Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, said), Seeded(seed)), RandomBot(seed)
    while not battle.over:
        seat = battle.waiting_for()[0]
        order: Order = bot.decide(Seat(battle, seat))
        if isinstance(order, Prioritise):
            order = Prioritise(scouting=5) if seat == "red" else Prioritise(troops=5)
        elif isinstance(order, Deploy) and seat == "red":
            order = hidden_away(battle, order, seed)
        if seat == "blue" and battle.state.round and hidden_units(battle.state, "red"):
            yield battle
        battle.answer(seat, order)


def hidden_away(battle: Battle[State], order: Deploy, seed: int) -> Order:
    """The unit is written down at a place of its own half where it may be; random play seldom thinks of that."""
    lots, ground = random.Random(f"{seed} {order.unit}"), battle.state.ground
    for _ in range(200):
        at = lots.randrange(ground.width), lots.randrange(ground.height)
        hidden = Hide(order.unit, *at, order.facing, "stationary", order.mode)
        if battle.refuse("red", hidden) is None:
            return hidden
    return order


@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.parametrize(("kind", "objective"), [*SOME, *REST])
def test_a_battle_from_a_total_ambush_tells_what_a_seat_knows_alone(kind: str, objective: str) -> None:
    chooser, compared = random.Random(3), 0
    for number, battle in enumerate(islice(from_ambush(kind, objective), 12)):
        pair = twins(battle, "blue", chooser, Steady(number), Steady(number)) if number % 4 == 0 else None
        if pair is None:
            continue
        probe = probe_of(battle, pair, chooser)
        check_same(pair, "blue", probe, f"decision {number}")
        for order, (here, there) in play_along(pair, "blue", chooser):
            if here == there:
                check_same(pair, "blue", probe, f"decision {number}, after {order}")
                compared += 1
    assert compared


def pair_of(objective: str, kind: str, *places: tuple[float, float]) -> list[State]:
    """Blue before a wall, on a mission; red's best vehicle hides beyond it, at other places in each state."""
    found = []
    for place in places:
        state = table(piece("hill", (0, 20, 72, 21), 6, id="wall"))
        put(state, "blue-1", "hunter", 36, 23.4, 270, went="stationary")
        put(state, "red-1", "hunter", *place, status=HIDDEN, tv=900, went="stationary")
        put(state, "red-2", "hunter", 5, 2, went="stationary")
        for seat, parts in (("blue", (kind, objective, t.NONE)), ("red", (kind, objective, t.NONE))):
            for part, value in zip(PARTS, parts, strict=True):
                state.facts[key(part, seat)] = Sealed(value, ("red", "blue") if seat == "red" else ("blue",))
        state.homes, state.turn = {"red": "south", "blue": "north"}, "blue"
        state.units["blue-1"].speed = "combat"
        state.activation = Activation("blue-1", "combat", "W")
        found.append(state)
    return found


@pytest.mark.rule("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.3-scouting")
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("kind", TYPES)
def test_no_count_of_rounds_depends_on_where_somebody_hides(kind: str, objective: str) -> None:
    """Neither one's own, nor the enemy's where intelligence tells of it."""
    pair = pair_of(objective, kind, (36, 19.5), (5, 8))
    for seat in ("red", "blue"):
        here, there = (is_so(state, seat, Mission(kind, objective, t.NONE)) for state in pair)
        assert here == there


@pytest.mark.rule("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.3-scouting")
@pytest.mark.parametrize("objective", [t.VEHICLE, t.ALL_FORCES])
def test_who_hides_is_taken_by_nobody_and_kept_by_its_own_side(objective: str) -> None:
    (state,) = pair_of(objective, t.CAPTURE, (36, 19.5))
    del state.units["red-2"]
    assert not is_so(state, "blue", Mission(t.CAPTURE, objective, t.NONE))
    assert is_so(state, "red", Mission(t.DEFEND, objective, t.NONE))
    state.units["red-1"].status = "fielded"
    state.units["red-1"].crew_lost = 9
    assert is_so(state, "blue", Mission(t.CAPTURE, objective, t.NONE)), "found, and without a crew, it is"
    assert not is_so(state, "red", Mission(t.DEFEND, objective, t.NONE))


@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.parametrize("kind", [t.CAPTURE, t.DESTROY, t.DISABLE])
def test_moves_are_worth_the_same_wherever_the_vehicle_hides(kind: str) -> None:
    """What is pointed at, weighed and reached: all of it by what blue sees."""
    pair = [
        Battle.begin(SYSTEM, Setup("skirmish", 7), Seeded(1), state)
        for state in pair_of(t.VEHICLE, kind, (50, 5), (8, 8))
    ]
    seats = [Seat(battle, "blue") for battle in pair]
    assert seats[0].view() == seats[1].view()
    assert seats[0].ground() == seats[1].ground()
    for angle in range(-1800, 1800, 300):
        order = Move("blue-1", ((angle, mils(1)),))
        here, there = (seat.preview(order) for seat in seats)
        assert here == there
