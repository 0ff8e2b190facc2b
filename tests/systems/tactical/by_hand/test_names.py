"""The head of a position names what there is: switches, counts, zones, scale and pace; anything else is refused."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadFile, new_battle
from gearlock.kernel.positions import Position
from gearlock.kernel.sheets import Sheet
from gearlock.kernel.written import Places
from gearlock.systems.tactical.battles.battles import scenarios
from gearlock.systems.tactical.positions.names import check_battle
from gearlock.systems.tactical.state import HALF, SKIRMISH_SCALE, TACTICAL_SCALE, TOP
from gearlock.systems.tactical.switches import MODULES
from systems.tactical.play import duel, under_way, unit


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ({"switches": {"time of day": "noon"}}, "No time of day is called 'noon'"),
        ({"switches": {"weather": "sandstorm+hail"}}, "No weather is called 'hail'"),
        ({"switches": {"temperature": "mild"}}, "No temperature is called 'mild'"),
        ({"switches": {"wheather": "fog"}}, "No switch is called 'wheather'. Did you mean weather"),
        ({"switches": {"ecm": "perhaps"}}, "No ecm is called 'perhaps'"),
        ({"switches": {"last winner": "green"}}, "No last winner is called 'green'"),
        ({"points": {"ICP": 1}}, "No count is called 'ICP'. Did you mean ICP:red"),
        ({"points": {"TCP:green": 1}}, "Did you mean TCP:red"),
        ({"points": {"called in:red-9": 1}}, "No count is called 'called in:red-9'"),
        ({"points": {"subplot:red:Picnic": 1}}, "No count is called 'subplot:red:Picnic'"),
        ({"modules": ["stealht"]}, "No module is called 'stealht'. Did you mean stealth"),
        ({"modules": 7}, "'modules' is a list of names"),
        ({"zones": {"red": "moon"}}, "'moon' is no zone"),
        ({"zones": {"red": "near town 5"}}, "No piece is called 'town'"),
        ({"zones": {"red": "marked red"}}, "this map marks no zone for red"),
        ({"zones": {"green": "south"}}, "No zone is called 'green'"),
        ({"homes": {"red": "moon"}}, "'homes' names the edge of each seat"),
        ({"homes": {"red": "north"}}, "must differ"),
        ({"first": "green"}, "No seat is called 'green'"),
        ({"round": 9, "rounds": 3}, "the battle has 3 rounds"),
        ({"scale": "20 m"}, "No scale is called '20 m'"),
        ({"pace": "warp"}, "No pace is called 'warp'"),
    ],
)
def test_a_head_that_names_what_there_is_not_is_refused_in_words(head: dict[str, Any], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        duel(**head).battle()


@pytest.mark.rule("tactical.3.1", "tactical.3.7-night", "tactical.2.6.4")
def test_what_the_head_names_is_so() -> None:
    position = duel(
        switches={"time of day": "night", "weather": "fair", "stealth": "no"},
        modules="all",
        points={"ICP:red": 1, "subplot:blue:Coward": 1, "cover:ecm:red": 3, "turned:blue-1": 1},
        zones={"red:2": "box 1 2 20 9.5; anywhere"},
    )
    state = position.battle().state
    assert [name for name in MODULES if not state.switch(name)] == ["stealth"]
    assert (state.switches["time of day"], state.zones["blue"]) == ("night", "north")


@pytest.mark.rule("tactical.3.8", "tactical.2.6.5")
def test_scale_and_pace_are_said_in_the_words_of_the_rules() -> None:
    found = [duel(scale=word).battle().state.scale for word in ("skirmish", "10 m", "tactical", "50 m")]
    assert found == [SKIRMISH_SCALE, SKIRMISH_SCALE, TACTICAL_SCALE, TACTICAL_SCALE]
    assert [under_way(duel(pace=word).battle()).limit for word in ("half", "half Combat Speed")] == [HALF, HALF]
    position = duel(active="").model(
        "blue-2", "hunter", at=(30, 30), mode="G", speed="Top Speed", went="half Combat Speed"
    )
    runner = unit(position.battle(), "blue-2")
    assert (runner.speed, runner.went) == (TOP, HALF)


@pytest.mark.parametrize("scenario", [*scenarios()])
def test_what_battles_begin_with_is_known_by_name(scenario: str) -> None:
    sheet = Sheet("", {}, {}, Places(""))
    check_battle(sheet, new_battle("tactical", scenario, seed=1).state)
    assert sheet.findings == []


@pytest.mark.rule("tactical.3.7-night")
def test_who_gropes_about_at_night_is_activated_at_the_fastest_speed_it_may_have() -> None:
    position = Position("tactical", active="red-1", switches={"time of day": "night"})
    position.model("red-1", "infantry-squad", at=(20, 10)).model("blue-1", "hunter", at=(20, 30))
    assert under_way(position.battle()).limit == HALF


@pytest.mark.rule("tactical.3.7-tempest")
def test_men_of_a_position_sit_a_tempest_out() -> None:
    def stormy(active: str, **more: object) -> Position:
        head: dict[str, Any] = {"modules": ["weather rules"], "switches": {"weather": "tempest"}}
        position = Position("tactical", active=active, **head)
        position.model("red-1", "infantry-squad", at=(20, 10), **more)
        return position.model("red-2", "hunter", at=(24, 10)).model("blue-1", "hunter", at=(20, 30))

    men = unit(stormy("red-2").battle())
    assert (men.actions, men.done) == (0, True)
    with pytest.raises(BadFile, match="sits the tempest out: only sealed vehicles"):
        stormy("red-1").battle()
    assert unit(stormy("red-2", actions=1).battle()).actions == 1
    assert under_way(stormy("red-1", actions=1, done=False).battle()).unit == "red-1"
