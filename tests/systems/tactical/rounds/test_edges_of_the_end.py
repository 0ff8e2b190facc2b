"""2.6.2 Step Four: what the last moments of a round settle is settled before objectives and forces are counted."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose
from gearlock.kernel.system import Setup
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.line_of_sight.lines import FIRE, SMOKE
from gearlock.systems.tactical.scenario_generator.missions import PARTS, LeaveTable, MissionsJudged, key
from gearlock.systems.tactical.state import ABOARD, DESTROYED, FIELDED, HIDDEN, LEFT, Activation, Burn, Patch, State
from systems.tactical.play import give, happened
from systems.tactical.tables import mils, put, table

FAILS = (("Systems Damage Table", (2,)), ("Subtable B, structure", (6,)))
"""A Heavy result that breaks the structure: the crew gets out, and so do passengers."""


def battle(state: State, *dice: tuple[str, tuple[int, ...]], scenario: str = "skirmish") -> Battle[State]:
    return Battle.begin(SYSTEM, Setup(scenario, 7), ByPurpose(*dice, seed=5), state)


def ending(number: int = 3, last: int = 3, **switches: str) -> State:
    """The end of a round, the last one unless told otherwise: nothing is left but what burns and falls."""
    state = table()
    state.switches.update({name.replace("_", " "): word for name, word in switches.items()})
    put(state, "blue-1", "hunter", 60, 40, 270)
    state.phase, state.turn, state.round, state.rounds = "misc", "", number, last
    return state


def burning_transport(state: State) -> None:
    """A vehicle of red burns, and falls to pieces of it; a squad rides in it."""
    stats = {"armor": 12, "perks": {"Passenger Seating": 20}}
    tank = put(state, "red-1", "aller", 20.5, 20.5, stats=stats)
    tank.burns = [Burn(30, 1, 1)]
    put(state, "red-2", "rifle-squad", 20.5, 20.5, status=ABOARD, carrier="red-1")


@pytest.mark.rule("tactical.7.2-passengers", "tactical.3.4.4-crossing", "tactical.2.6.2-step4")
@pytest.mark.parametrize("last", [3, 9])
@pytest.mark.parametrize(("fire", "status"), [(True, DESTROYED), (False, FIELDED)])
def test_who_gets_out_of_a_wreck_into_a_fire_is_lost_before_the_last_round_is_counted(
    fire: bool, status: str, last: int
) -> None:
    state = ending(last=last, detailed_damage="yes", incendiaries="yes")
    burning_transport(state)
    if fire:
        state.units["red-1"].burns = []
        state.patches.append(Patch(FIRE, mils(20.5), mils(20.5), 500, 16))
    played = battle(state, ("crossing a fire", (1, 1)), *FAILS)
    assert played.state.units["red-1"].status == DESTROYED
    assert played.state.units["red-2"].status == status
    assert played.over is (fire or last == 3)
    if fire:
        assert played.outcome is not None
        assert played.outcome.winner == "blue"


@pytest.mark.rule("tactical.7.2-passengers", "tactical.3.4.5-saturation")
def test_who_gets_out_of_a_wreck_into_a_zone_under_fire_is_fired_on_while_it_lasts() -> None:
    state = ending(detailed_damage="yes", burst_fire="yes", incendiaries="yes")
    burning_transport(state)
    state.patches.append(Patch("saturation", mils(20.5), mils(20.5), 1000, 9, "blue", "blue-1", "LAC", 1, 20))
    played = battle(state, *FAILS, ("defense", (1, 1)))
    assert played.state.units["red-2"].is_lost or sum(played.state.units["red-2"].troopers) < 20


def mission(state: State, seat: str, kind: str, objective: str, limit: str) -> None:
    for part, value in zip(PARTS, (kind, objective, limit), strict=True):
        state.facts[key(part, seat)] = Sealed(value, ("red", "blue"))


@pytest.mark.rule("tactical.4.1.2-capture", "tactical.4.1.3-scouting", "tactical.7.2-smoke")
@pytest.mark.parametrize(("near", "held"), [(True, 0), (False, 1)])
def test_who_is_seen_when_the_smoke_goes_contests_the_place_in_that_very_round(near: bool, held: int) -> None:
    state = ending(6, 12)
    put(state, "blue-1", "hunter", 36, 27, 270, went="stationary")
    put(state, "red-1", "hunter", 36, 20 if near else 14, 90, status=HIDDEN, went="stationary")
    put(state, "red-2", "hunter", 3, 3, 90, went="stationary")
    state.markers["place:red"] = mils(36), mils(24)
    state.patches.append(Patch(SMOKE, mils(36), mils(22), 1000, 9, left=1))
    state.points |= {"ends:blue": 6, "ends:red": 6}
    mission(state, "blue", "Capture", "Terrain", "Random")
    mission(state, "red", "Destroy", "Object", "Random")
    played = battle(state, scenario="battle")
    assert played.state.units["red-1"].status == FIELDED
    (judged,) = happened(played, MissionsJudged)
    assert (judged.held["blue"], judged.settled["blue"]) == (held, bool(held))
    assert played.over


def at_the_edge(**tokens: Any) -> State:
    """Red has a transport at the enemy's edge with a squad in it, and nothing else."""
    state = table(leaving="yes")
    put(state, "red-1", "aller", 30, 47.4, stats={"perks": {"Passenger Seating": 20}})
    put(state, "red-2", "rifle-squad", 30, 47.4, status=ABOARD, carrier="red-1", tokens=tokens)
    put(state, "blue-1", "hunter", 60, 10, 270)
    state.homes = {"red": "south", "blue": "north"}
    state.activation = Activation("red-1", "combat", "G")
    return state


@pytest.mark.rule("tactical.4.1.2-provide", "tactical.7.2-passengers")
def test_who_rides_in_a_vehicle_leaves_the_table_with_it_and_nobody_is_left() -> None:
    played = give(battle(at_the_edge()), LeaveTable("red-1", "north"))
    assert [unit.status for unit in played.state.units.values() if unit.seat == "red"] == [LEFT, LEFT]
    assert all(played.state.units[name].token("escaped") for name in ("red-1", "red-2"))
    assert played.outcome is not None
    assert played.outcome.winner == "blue"


@pytest.mark.rule("tactical.4.1.2-provide", "tactical.4.1.2-object")
def test_what_a_passenger_carries_is_brought_out_too() -> None:
    played = give(battle(at_the_edge(**{"object:red": 1})), LeaveTable("red-1", "north"))
    assert played.state.points.get("delivered:red") == 1
