"""Positions that say chapter 4: missions, subplots, support, Victory Points and printed scenarios."""

from __future__ import annotations

import pytest

from gearlock import BadFile
from gearlock.kernel.positions import Position, read_position
from gearlock.kernel.positionwriting import write_position
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.printed_scenarios.the_six import known_vehicle, stevens
from gearlock.systems.tactical.scenario_generator.missions import Mission, mission_of
from gearlock.systems.tactical.scenario_generator.priorities import is_fulfilled
from gearlock.systems.tactical.state import HIDDEN, LEFT, RESERVE, State
from gearlock.systems.tactical.subplots.personal import left_to_call
from gearlock.systems.tactical.support_assets import spotter_of, stock_of
from gearlock.systems.tactical.victory_points import points_to_spend

QUIET = {"red": "Destroy, Vehicle", "blue": "Destroy, Vehicle"}


def pairs(**head: object) -> Position:
    position = Position("tactical", **head)
    position.model("red-1", "hunter", at=(20, 10)).model("red-2", "jaeger", at=(26, 10))
    return position.model("blue-1", "hunter", at=(20, 30)).model("blue-2", "jaeger", at=(26, 30))


@pytest.mark.rule("tactical.4.1.2", "tactical.4.1.2-capture", "tactical.4.1.2-terrain-objective")
def test_a_file_asks_whether_a_mission_succeeds() -> None:
    text = """
system = "tactical"
missions = { red = "Capture, Terrain", blue = "defend, all-forces, random" }
places = { blue = [20, 12.5] }
victory_points = { red = { held = 2 } }
[[model]]
id = "red-1"
model = "hunter"
at = [20, 10]
[[model]]
id = "blue-1"
model = "hunter"
at = [20, 30]
"""
    state = read_position(text).battle().state
    assert mission_of(state, "blue") == Mission("Defend", "All forces", "Random")
    assert state.markers == {"place:blue": (20_000, 12_500)}
    battle = read_position(text + '[[order]]\norder = "pass-group"\n[[order]]\norder = "pass-group"\n').battle()
    assert battle.state.points["held:red"] == 3
    assert is_fulfilled(battle.state, "red")


@pytest.mark.rule("tactical.4.1.1-glory")
def test_victory_points_of_a_position_count_in_its_outcome() -> None:
    said = {"red": {"earned": 5, "glory": 300}, "blue": {"pool": 4, "spent": 1}}
    position = Position("tactical", missions=QUIET, victory_points=said, phase="misc", rounds=1)
    position.model("red-1", "hunter", at=(20, 10), tv=300).model("blue-1", "hunter", at=(20, 30), tv=400)
    battle = position.battle()
    assert (points_to_spend(battle.state, "blue"), points_to_spend(battle.state, "red")) == (3, 0)
    assert battle.outcome is not None
    assert battle.outcome.score == {"red": 7, "blue": 0}
    assert "7 VP (5 divided by 300/400 TV: exactly 6.67)" in battle.outcome.reason


@pytest.mark.rule("tactical.4.2.2")
def test_a_battle_may_have_cost_points_by_now_which_are_settled_when_it_is_over() -> None:
    said = {"red": {"earned": -3, "pool": 2, "spent": 1}}
    position = Position("tactical", missions=QUIET, victory_points=said, phase="misc", rounds=1)
    position.model("red-1", "hunter", at=(20, 10)).model("blue-1", "hunter", at=(20, 30))
    battle = position.battle()
    assert points_to_spend(battle.state, "red") == 1
    assert battle.outcome is not None
    assert (battle.outcome.score, battle.outcome.winner) == ({"red": -3, "blue": 0}, "blue")


@pytest.mark.rule("tactical.4.1.4")
def test_subplots_are_said_with_whom_they_are_about() -> None:
    said = {
        "red": ["Traitor", "Coward: blue-2", "Vendetta: blue-1 red-2", "coordinated: red-1, red-2", "Tempest: 4"],
        "blue": ["The Hero: blue-1", "Love Shall Prevail: red-1 blue-1", "Leftover Ammo: red-2", "Friendly Fire: 3"],
    }
    position = pairs(subplots=said)
    state = position.battle().state
    assert (left_to_call(state, "red"), left_to_call(state, "blue")) == (1, 0)
    assert state.facts["coward:blue:1"].value == "blue-2"
    assert state.units["blue-1"].tokens == {"vendetta:red-2": 1, "hero": 1}
    assert state.units["red-1"].tokens == {"linked:red-2": 1, "loves:blue-1": 1}
    assert (state.points["tempest"], state.points["round of:blue:Friendly Fire:1"]) == (4, 3)
    assert read_position(write_position(position)).battle().state == state


@pytest.mark.rule("tactical.4.1.4-coward")
def test_a_coward_laid_out_with_damage_falls_back_at_once() -> None:
    position = Position("tactical", subplots={"red": ["Coward: blue-1"]})
    position.model("red-1", "hunter", at=(20, 10)).model("blue-1", "hunter", at=(20, 30), tokens={"light": 1})
    battle = position.battle()
    assert battle.state.units["blue-1"].token("fleeing")


@pytest.mark.rule("tactical.4.1.4-hero")
def test_before_the_battle_dice_say_whom_a_subplot_is_about() -> None:
    position = pairs(round=0, phase="subplots", subplots={"red": ["The Hero"]}, seed=1)
    battle = position.battle()
    assert [unit.id for unit in battle.state.units.values() if unit.token("hero")] in (["red-1"], ["red-2"])


@pytest.mark.rule("tactical.4.1.3-support", "tactical.4.1.3-air")
def test_support_is_said_as_it_was_bought() -> None:
    bought = {"aircraft": ["Bomber veteran", "Fighter"], "salvos": {"Light Salvo": 2}, "rerolls": 1, "spotter": "red-2"}
    state = pairs(support={"red": bought, "blue": {"tv": 400}}).battle().state
    stock = stock_of(state, "red")
    assert [(plane.kind, plane.level, plane.attacks) for plane in stock.planes] == [("Bomber", 3, 4), ("Fighter", 2, 2)]
    assert (stock.salvos, stock.rerolls, spotter_of(state, "red")) == ({"Light Salvo": 2}, 1, "red-2")
    assert state.points["support:blue"] == 400


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ({"missions": {"red": "Destroy, Vehicel", "blue": "Capture, ECM"}}, "Did you mean Vehicle"),
        ({"missions": {"red": "Destroy, Vehicle"}}, "both sides have a mission: say that of blue"),
        ({"missions": {"red": "Destroy", "blue": "Destroy"}}, "a mission is its type, its objective"),
        ({"missions": {**QUIET, "red": "Capture, Object"}}, r"say objects = \{ blue = "),
        ({"missions": {"green": "Destroy, ECM"}}, "No side is called 'green'"),
        ({"missions": "Destroy"}, "'missions' says it by side"),
        ({"places": {"red": [99, 10]}}, r"'places' of red is \[x, y\] in inches, on the table"),
        ({"subplots": {"red": ["Heroes"]}}, "Did you mean The Hero"),
        ({"subplots": {"red": ["The Hero"]}}, "behind 'The Hero' of red stands a unit of its own, not 'nothing'"),
        ({"subplots": {"red": ["The Hero: blue-1"]}}, "a unit of its own, not 'blue-1'"),
        ({"subplots": {"red": ["Vendetta: blue-1"]}}, "a unit of the enemy and a unit of its own, not 'blue-1'"),
        ({"subplots": {"red": ["Coordinated: red-1 red-1"]}}, "not 'red-1 red-1'"),
        ({"subplots": {"red": ["Friendly Fire: soon"]}}, "stands a round, not 'soon'"),
        ({"support": {"red": {"aircraft": ["Jet"]}}}, "No aircraft is called 'Jet'"),
        ({"support": {"red": {"aircraft": ["Fighter rookie"]}}}, "No crew of an aircraft is called 'rookie'"),
        ({"support": {"red": {"salvos": {"Big": 1}}}}, "No entry of 'support' is called 'Big'"),
        ({"support": {"red": {"salvos": {"Light Salvo": -1}}}}, "'Light Salvo' must be a whole number"),
        ({"support": {"red": {"spotter": "blue-1"}}}, "No unit of red is called 'blue-1'"),
        ({"victory_points": {"red": {"earnd": 2}}}, "Did you mean earned"),
        ({"victory_points": {"red": {"pool": -1}}}, "'pool' must be a whole number from 0"),
        ({"chits": {}}, "there are chits in opportunity-knocks only"),
        ({"scenario": "cornered"}, "about a Mammoth of blue, and there is none"),
        ({"scenario": "king-of-the-ridge", "map": "48x48"}, "there is no piece 'ridge'"),
        ({"scenario": "opportunity-knocks"}, "about a C3 vehicle of red"),
        ({"scenario": "toy", "missions": QUIET}, "a toy battle has no missions|No scenario|No 'scenario'"),
    ],
)
def test_what_there_is_not_is_refused_in_words(head: dict[str, object], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        pairs(**head).battle()


def scene(name: str, **head: object) -> Position:
    position = Position("tactical", scenario=name, **head)
    return position.model("red-1", "hunter", at=(20, 2)).model("blue-1", "hunter", at=(20, 40))


def begun(position: Position) -> State:
    state: State = position.battle().state
    assert read_position(write_position(position)).battle().state == state
    return state


@pytest.mark.rule("tactical.4.3.1", "tactical.4.3.2")
def test_who_comes_later_in_a_printed_scenario_is_not_there_yet() -> None:
    ridge = begun(scene("king-of-the-ridge", round=6).model("blue-2", "mammoth", group=2))
    assert (ridge.units["blue-2"].status, ridge.zones["blue:2"], ridge.rounds) == (RESERVE, "north 3", 15)
    came = begun(scene("king-of-the-ridge", round=8).model("blue-2", "mammoth", group=2, at=(30, 46)))
    assert came.points["mammoth came"] == 8
    bridge = begun(scene("pressure-point").model("blue-2", "hunter", group=2, role="late"))
    assert (bridge.units["blue-2"].status, bridge.points["late"], bridge.points["began:blue"]) == (RESERVE, 2, 2)
    assert bridge.switches["weather"] == "heavy rain"


@pytest.mark.rule("tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5")
def test_parts_of_printed_scenarios_are_played_by_their_models() -> None:
    village = begun(scene("cornered").model("blue-2", "mammoth", group=2, at=(36, 24)))
    assert (village.zones["blue:1:kept"], village.zones["blue:2:kept"]) == ("near town 5", "on town")
    stand = begun(scene("back-against-the-wall").model("blue-2", "hunter", at=(36, 30), role="stevens"))
    colonel = stevens(stand)
    assert colonel is not None
    assert (colonel.id, colonel.level, colonel.rank) == ("blue-2", 3, "commander")
    convoy = scene("come-out-come-out").model("blue-2", "truck", group=2, status="destroyed")
    convoy.model("blue-3", "truck", group=2, status=LEFT, tokens={"escaped": 1})
    found = SYSTEM.outcome(begun(convoy))
    assert found is not None
    assert found.score == {"red": 1, "blue": 1}
    with pytest.raises(BadFile, match="give blue-2 a combat group of its own: group = 2"):
        scene("cornered").model("blue-2", "mammoth", at=(36, 24)).battle()
    with pytest.raises(BadFile, match="units of blue may be 'stevens'"):
        scene("back-against-the-wall").model("blue-2", "hunter", at=(36, 30), role="truck").battle()
    with pytest.raises(BadFile, match="there are none in this one"):
        Position("tactical").model("red-1", "hunter", role="truck").model("blue-1", "hunter", at=(2, 2)).battle()


@pytest.mark.rule("tactical.4.3.6")
def test_chits_lie_where_a_position_says_and_only_the_south_knows_which_is_the_vehicle() -> None:
    chits = {"at": [[10, 10], [22, 10], [34, 10]], "vehicle": 2}
    state = begun(scene("opportunity-knocks", chits=chits).model("red-2", "c3-vehicle", group=2))
    assert (known_vehicle(state, "red"), known_vehicle(state, "blue")) == ("chit:2", "")
    assert (state.units["red-2"].status, state.markers["chit:3"]) == (RESERVE, (34_000, 10_000))
    found = begun(scene("opportunity-knocks").model("red-2", "c3-vehicle", group=2, at=(22, 38)))
    assert known_vehicle(found, "blue") == "chit:1"
    for wrong in ({"at": [[10, 10]], "vehicle": 2}, {"at": [[10]], "vehicle": 1}, {"at": [[10, 99]], "vehicle": 1}):
        with pytest.raises(BadFile, match="'chits' is"):
            scene("opportunity-knocks", chits=wrong).model("red-2", "c3-vehicle", group=2).battle()
    assert HIDDEN not in {unit.status for unit in state.units.values()}
