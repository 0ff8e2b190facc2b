"""4.1.2: types of missions, objectives and time limits, held against what stands on the table."""

from __future__ import annotations

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.scenario_generator.missions import (
    DELIVERED,
    ESCAPED,
    GONE,
    LimitsTold,
    Mission,
    MissionDone,
    MissionsJudged,
    is_possible,
    is_so,
    key,
    mission_of,
    needs_rounds,
    owner_of,
    vital,
)
from gearlock.systems.tactical.scenario_generator.preparing import (
    ends_increasing,
    ends_random,
    is_over,
    resolve_judgement,
)
from gearlock.systems.tactical.scenario_generator.priorities import is_fulfilled, outcome_by_missions, victory_points
from gearlock.systems.tactical.state import DESTROYED, LEFT, SKIRMISH_SCALE, State
from gearlock.systems.tactical.subplots.orders_and_events import TraitorTurned
from gearlock.systems.tactical.victory_points import ReinforcementBought, points_to_spend
from systems.tactical.tables import ALLER, mils, play, put, table


def field() -> State:
    """Two Hunters a side, far apart; objects and places in each half."""
    state = table()
    put(state, "red-1", "hunter", 10, 5)
    put(state, "red-2", "hunter", 14, 5)
    put(state, "blue-1", "hunter", 10, 43)
    put(state, "blue-2", "hunter", 14, 43)
    for seat, y in (("red", 10), ("blue", 38)):
        state.markers[f"object:{seat}"] = (mils(40), mils(y))
        state.markers[f"place:{seat}"] = (mils(60), mils(y))
    return state


def so(state: State, kind: str, objective: str, seat: str = "red") -> bool:
    return is_so(state, seat, Mission(kind, objective, "None"))


def given(state: State, seat: str, kind: str, objective: str, limit: str) -> None:
    for part, value in zip(("mission", "objective", "limit"), (kind, objective, limit), strict=True):
        state.facts[key(part, seat)] = Sealed(value, (seat,))


@pytest.mark.rule("tactical.4.1.2-reading")
def test_offensive_missions_are_about_the_enemy_and_defensive_ones_about_oneself() -> None:
    assert [owner_of(kind, "red") for kind in ("Capture", "Destroy", "Disable")] == ["blue"] * 3
    assert [owner_of(kind, "red") for kind in ("Defend", "Provide")] == ["red"] * 2


@pytest.mark.rule("tactical.4.1.2-capture")
@pytest.mark.rule("tactical.4.1.2-terrain-objective")
def test_a_place_is_held_by_a_vehicle_within_four_inches_while_no_enemy_is() -> None:
    state = field()
    assert not so(state, "Capture", "Terrain")
    unit = put(state, "red-3", "hunter", 60, 34)
    assert so(state, "Capture", "Terrain")
    unit.y -= 1
    assert not so(state, "Capture", "Terrain"), "200 m are 4 in, no more"
    unit.y += 1
    enemy = put(state, "blue-3", "hunter", 60, 42)
    assert not so(state, "Capture", "Terrain"), "contested"
    enemy.y += 1
    assert so(state, "Capture", "Terrain")
    state.scale = SKIRMISH_SCALE
    assert not so(state, "Capture", "Terrain"), "20 in at skirmish scale: the enemy is near"


@pytest.mark.rule("tactical.4.1.2-capture")
def test_infantry_and_the_disabled_neither_hold_nor_contest() -> None:
    state = field()
    put(state, "red-3", "rifle-squad", 60, 37)
    assert not so(state, "Capture", "Terrain")
    state.switches["infantry holds"] = "yes"
    assert so(state, "Capture", "Terrain")
    state.switches.clear()
    put(state, "red-4", "hunter", 60, 36)
    enemy = put(state, "blue-4", "hunter", 60, 40)
    assert not so(state, "Capture", "Terrain")
    enemy.crew_lost = 1
    assert so(state, "Capture", "Terrain")


@pytest.mark.rule("tactical.4.1.2-defend")
@pytest.mark.rule("tactical.4.1.2-object")
def test_ones_own_object_is_defended_where_it_is_and_lost_once_it_is_destroyed() -> None:
    state = field()
    put(state, "red-3", "hunter", 40, 12)
    assert so(state, "Defend", "Object")
    state.units["red-1"].tokens["object:red"] = 1
    assert so(state, "Defend", "Object"), "with who carries it"
    state.units["red-1"].tokens.clear()
    state.points[GONE + "red"] = 1
    assert not so(state, "Defend", "Object")


@pytest.mark.rule("tactical.4.1.2-communications")
def test_communications_are_a_vehicle_whose_system_works() -> None:
    state = field()
    assert so(state, "Defend", "Communications")
    assert not so(state, "Capture", "Communications")
    assert not so(state, "Destroy", "Communications")
    for name in ("blue-1", "blue-2"):
        state.units[name].harm["aux:communications"] = 5
    assert so(state, "Capture", "Communications")
    assert so(state, "Disable", "Communications")
    for name in ("red-1", "red-2"):
        state.units[name].harm["aux:communications"] = 5
    assert not so(state, "Capture", "Communications"), "one needs them oneself"
    assert not so(state, "Provide", "Communications")


@pytest.mark.rule("tactical.4.1.2-ecm")
def test_ecm_counts_while_somebody_has_it() -> None:
    state = field()
    assert not so(state, "Provide", "ECM")
    assert not is_possible(state, "red", "Provide", "ECM")
    put(state, "red-3", "hunter", 1, 1, stats={"perks": {"ECM": 2}})
    assert so(state, "Provide", "ECM")
    assert is_possible(state, "red", "Provide", "ECM")
    assert not so(state, "Destroy", "ECM", "blue")
    state.units["red-3"].status = DESTROYED
    assert so(state, "Destroy", "ECM", "blue")


@pytest.mark.rule("tactical.4.1.2-vehicle")
@pytest.mark.rule("tactical.4.1.2-destroy")
@pytest.mark.rule("tactical.4.1.2-disable")
def test_the_vehicle_that_matters_is_the_dearest() -> None:
    state = field()
    tank = put(state, "blue-3", ALLER, 30, 43, tv=900)
    assert vital(state, "blue") is tank
    assert not so(state, "Disable", "Vehicle")
    tank.crew_lost = 4
    assert so(state, "Disable", "Vehicle")
    assert not so(state, "Destroy", "Vehicle")
    tank.status = DESTROYED
    assert so(state, "Destroy", "Vehicle")
    tank.status = LEFT
    assert not so(state, "Destroy", "Vehicle"), "it got away"


@pytest.mark.rule("tactical.4.1.2-vehicle")
@pytest.mark.rule("tactical.4.1.4-traitor")
def test_the_vehicle_that_matters_stays_the_same_whoever_turns_or_is_called_in() -> None:
    state = field()
    first, theirs = state.units["red-1"], state.units["blue-1"]
    assert (vital(state, "red"), vital(state, "blue")) == (first, theirs)
    TraitorTurned("red-1", "blue", 9, first.x, first.y, 0).change(state)
    assert (vital(state, "red"), vital(state, "blue")) == (first, theirs)
    first.status, first.tokens[ESCAPED] = LEFT, 1
    assert not so(state, "Provide", "Vehicle"), "the enemy took it away"
    theirs.level, theirs.tv = 1, 59
    state.units["blue-2"].tv = 59
    ReinforcementBought("blue", theirs.card.id, 3, 236).change(state)
    assert vital(state, "blue") is theirs


@pytest.mark.rule("tactical.4.2.2")
def test_a_mission_that_is_fulfilled_for_good_may_be_spent_at_once() -> None:
    state = field()
    state.points |= {"pool:red": 1, "pool:blue": 1}
    MissionsJudged({"red": 2, "blue": 0}, {}).change(state)
    assert [points_to_spend(state, seat) for seat in ("red", "blue")] == [1, 1]
    MissionsJudged({"red": 3, "blue": 0}, {"red": True, "blue": False}).change(state)
    assert [points_to_spend(state, seat) for seat in ("red", "blue")] == [6, 1]


@pytest.mark.rule("tactical.4.1.2-all-forces")
def test_all_forces_are_those_on_the_table() -> None:
    state = field()
    assert not so(state, "Destroy", "All forces")
    assert not so(state, "Capture", "All forces")
    assert so(state, "Defend", "All forces")
    state.units["blue-1"].crew_lost = 1
    state.units["blue-2"].status = DESTROYED
    assert so(state, "Disable", "All forces")
    assert not so(state, "Destroy", "All forces")
    put(state, "red-3", "hunter", 12, 43)
    assert so(state, "Capture", "All forces")
    state.units["blue-1"].crew_lost = 0
    assert not so(state, "Defend", "All forces"), "an enemy is near"


@pytest.mark.rule("tactical.4.1.2-capture", "tactical.4.1.2-all-forces")
@pytest.mark.parametrize("status", [DESTROYED, LEFT])
def test_who_is_destroyed_or_gone_is_not_taken(status: str) -> None:
    state = field()
    for unit in state.fielded("blue"):
        unit.status = status
    assert not so(state, "Capture", "All forces")
    assert so(state, "Destroy", "All forces")
    given(state, "red", "Capture", "All forces", "None")
    assert not is_fulfilled(state, "red"), "left alone, it has nobody to hold"


@pytest.mark.rule("tactical.4.1.2-provide")
def test_an_item_is_provided_beyond_the_enemys_edge_and_a_condition_by_keeping_it() -> None:
    state = field()
    assert not so(state, "Provide", "Object")
    state.points[DELIVERED + "red"] = 1
    assert so(state, "Provide", "Object")
    chief = vital(state, "red")
    assert chief is not None
    chief.status = LEFT
    assert not so(state, "Provide", "Vehicle")
    chief.tokens[ESCAPED] = 1
    assert so(state, "Provide", "Vehicle")
    assert needs_rounds(Mission("Provide", "Terrain", "None"))
    assert not needs_rounds(Mission("Provide", "Object", "None"))
    assert not needs_rounds(Mission("Destroy", "Terrain", "None"))
    assert needs_rounds(Mission("Capture", "Object", "None"))


@pytest.mark.rule("tactical.4.1.2-capture")
@pytest.mark.rule("tactical.4.1.2-time-none")
def test_three_rounds_in_a_row_settle_it() -> None:
    state = field()
    given(state, "red", "Capture", "Terrain", "None")
    given(state, "blue", "Destroy", "All forces", "None")
    unit = put(state, "red-3", "hunter", 60, 36)
    for number in (1, 2):
        state.round = number
        play(state, resolve_judgement)
    assert state.points["held:red"] == 2
    unit.x = 0
    play(state, resolve_judgement)
    assert state.points["held:red"] == 0, "a round not held begins the count again"
    unit.x = mils(60)
    for number in (4, 5, 6):
        state.round = number
        assert not play(state, resolve_judgement).value, "without a limit the battle goes on"
    assert is_fulfilled(state, "red")
    unit.x = 0
    assert is_fulfilled(state, "red"), "what is done is done"
    assert victory_points(state, "red") == 5
    assert outcome_by_missions(state).winner == "red"


@pytest.mark.rule("tactical.4.2.2", "tactical.4.1.2-destroy", "tactical.4.1.2-provide")
@pytest.mark.parametrize("limit", ["None", "Random", "Random Increasing"])
@pytest.mark.parametrize(
    ("kind", "objective"),
    [("Destroy", "Vehicle"), ("Disable", "Vehicle"), ("Destroy", "Object"), ("Provide", "Object")],
)
def test_what_nothing_can_undo_is_earned_in_its_round_and_may_be_spent(kind: str, objective: str, limit: str) -> None:
    state = field()
    given(state, "red", kind, objective, limit)
    given(state, "blue", "Destroy", "Communications", "None")
    state.points |= {"pool:red": 0, "pool:blue": 0}
    state.round = 2
    play(state, resolve_judgement)
    assert points_to_spend(state, "red") == 0
    target = vital(state, "blue")
    assert target is not None
    if objective == "Vehicle":
        target.status = DESTROYED
    else:
        state.points[(DELIVERED + "red") if kind == "Provide" else (GONE + "blue")] = 1
    for unit in state.fielded("red"):
        unit.crew_lost = 1
    state.round = 3
    play(state, resolve_judgement)
    assert [points_to_spend(state, seat) for seat in ("red", "blue")] == [5, 0], "silence may still be broken"


@pytest.mark.rule("tactical.4.1.2-disable")
def test_a_vehicle_that_stands_still_may_move_again() -> None:
    state = field()
    given(state, "red", "Disable", "Vehicle", "Random")
    given(state, "blue", "Destroy", "All forces", "None")
    target = vital(state, "blue")
    assert target is not None
    target.crew_lost = target.card.crew
    state.round = 2
    play(state, resolve_judgement)
    assert so(state, "Disable", "Vehicle")
    assert not state.points.get("settled:red")


@pytest.mark.rule("tactical.4.1.2-time-random")
def test_a_random_limit_is_five_rounds_and_a_die() -> None:
    assert [ends_random(face) for face in (1, 6)] == [6, 11]
    state = field()
    given(state, "red", "Capture", "Terrain", "Random")
    given(state, "blue", "Defend", "Terrain", "Random")
    state.round = 4
    assert not play(state, resolve_judgement).value
    state.round = 5
    assert not play(state, resolve_judgement, (2,), (3,)).value
    assert (state.points["ends:red"], state.points["ends:blue"]) == (7, 8)
    assert state.facts["limit:red"].knows == ("red", "blue")
    put(state, "red-3", "hunter", 60, 36)
    state.round = 7
    assert not play(state, resolve_judgement).value, "the later limit ends the battle"
    assert is_fulfilled(state, "red"), "held when its own time runs out"
    state.units["red-3"].x = 0
    state.round = 8
    assert play(state, resolve_judgement).value
    assert is_fulfilled(state, "red")
    assert not is_fulfilled(state, "blue")


@pytest.mark.rule("tactical.4.1.2-time-increasing")
def test_an_increasing_threshold_leaves_one_more_round() -> None:
    assert ends_increasing(5, 1) == 6
    assert ends_increasing(5, 2) == 0
    assert ends_increasing(6, 2) == 7
    assert ends_increasing(8, 5) == 0
    assert ends_increasing(10, 6) == 11
    state = field()
    given(state, "red", "Destroy", "All forces", "Random Increasing")
    given(state, "blue", "Destroy", "All forces", "Random Increasing")
    state.round = 5
    assert not play(state, resolve_judgement, (2,), (1,)).value
    state.round = 6
    assert not play(state, resolve_judgement, (2,)).value
    assert (state.points["ends:blue"], state.points["ends:red"]) == (6, 7)
    state.round = 7
    assert play(state, resolve_judgement).value


@pytest.mark.rule("tactical.4.1", "tactical.4.1.2-time-random", "tactical.4.1.2-time-increasing")
@pytest.mark.parametrize("quiet", ["None", "Objective"])
@pytest.mark.parametrize("diced", ["Random", "Random Increasing"])
def test_only_a_limit_that_takes_dice_is_known_after_round_five(quiet: str, diced: str) -> None:
    state = field()
    given(state, "red", "Destroy", "All forces", quiet)
    given(state, "blue", "Destroy", "All forces", diced)
    state.round = 4
    assert not play(state, resolve_judgement).of(LimitsTold)
    state.round = 5
    assert play(state, resolve_judgement, (6,)).of(LimitsTold) == [LimitsTold(("blue",))]
    assert state.facts["limit:blue"].knows == ("blue", "red")
    assert state.facts["limit:red"].knows == ("red",), "who rolls no dice tells nothing"
    given(state, "blue", "Destroy", "All forces", "None")
    state.round = 6
    assert not play(state, resolve_judgement).of(LimitsTold)
    assert "red" not in state.facts["limit:blue"].knows


@pytest.mark.rule("tactical.4.1.2-time-objective")
def test_who_reaches_the_objective_leaves_one_more_round() -> None:
    state = field()
    given(state, "red", "Destroy", "Vehicle", "Objective")
    given(state, "blue", "Destroy", "All forces", "None")
    target = vital(state, "blue")
    assert target is not None
    state.round = 2
    assert play(state, resolve_judgement).of(MissionDone) == []
    target.status = DESTROYED
    state.round = 3
    played = play(state, resolve_judgement)
    assert played.of(MissionDone) == [MissionDone("red", 4)]
    assert not played.value
    assert state.facts["mission:red"].knows == ("red", "blue"), "it says what it has done"
    state.round = 4
    assert play(state, resolve_judgement).value
    assert is_over(state)


def test_judging_tells_nobody_anything() -> None:
    state = field()
    given(state, "red", "Destroy", "Vehicle", "None")
    given(state, "blue", "Defend", "Object", "None")
    assert [type(event) for event in play(state, resolve_judgement).events] == [MissionsJudged]
    assert mission_of(state, "red") == Mission("Destroy", "Vehicle", "None")


@pytest.mark.rule("tactical.4.1.1-glory")
def test_glory_multiplies_the_points_of_the_battle() -> None:
    state = field()
    given(state, "red", "Destroy", "Communications", "None")
    given(state, "blue", "Destroy", "All forces", "None")
    for name in ("blue-1", "blue-2"):
        state.units[name].harm["aux:communications"] = 5
    state.points |= {"TV:red": 3000, "TV:blue": 4000}
    assert victory_points(state, "red") == 5
    state.points["glory:red"] = 3000
    assert victory_points(state, "red") == 7
    state.points |= {"TV:red": 1, "glory:red": 1}
    for name, tv in (("red-1", 1500), ("red-2", 500)):
        state.units[name].tv = tv
    assert victory_points(state, "red") == 10, "nobody leaves his last unit behind: 2000 against 4000"
