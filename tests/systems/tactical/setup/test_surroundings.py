"""3.7, 3.8: scale, hour, weather and temperature are agreed with the options of a battle, and told at the table."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.battles.battles import begin, prepare
from gearlock.systems.tactical.shown import battle_notes
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TACTICAL_SCALE, State


def begun(scenario: str = "skirmish", **options: str) -> State:
    return begin(prepare(scenario, 1, options))


@pytest.mark.rule("tactical.3.8")
@pytest.mark.parametrize("scenario", ["duel", "skirmish", "battle"])
def test_a_battle_is_fought_at_the_scale_its_players_agree_on(scenario: str) -> None:
    assert begun(scenario).scale == begun(scenario, scale="tactical").scale == TACTICAL_SCALE
    small = begun(scenario, scale="Skirmish")
    assert small.scale == SKIRMISH_SCALE
    assert small.kilometre() == 100_000
    assert "10 m" in " ".join(battle_notes(small, "red"))
    with pytest.raises(BadInput, match="scale"):
        prepare(scenario, 1, {"scale": "huge"})


@pytest.mark.rule("tactical.3.7-temperature")
@pytest.mark.parametrize(
    ("degrees", "word"), [("-41", s.COLD), ("-40", s.COLD), ("-39", ""), ("49", ""), ("+50", s.HEAT), ("120", s.HEAT)]
)
def test_a_temperature_is_extreme_from_forty_below_and_from_fifty_up(degrees: str, word: str) -> None:
    for scenario in ("duel", "battle"):
        assert begun(scenario, temperature=degrees).switches.get(s.TEMPERATURE, "") == word
    with pytest.raises(BadInput, match="degrees"):
        prepare("duel", 1, {"temperature": "warm"})


@pytest.mark.rule("tactical.3.7-night", "tactical.3.7-tempest", "tactical.3.7-blizzard", "tactical.3.7-rain")
def test_time_and_weather_are_agreed_on_and_stand_on_the_table() -> None:
    fair = begun(time="day", weather="fair")
    assert (s.TIME in fair.switches, s.WEATHER in fair.switches, battle_notes(fair, "red")) == (False, False, ())
    state = begun(time="night", weather="Blizzard + fog", temperature="-50")
    assert (state.switches[s.TIME], state.switches[s.WEATHER]) == ("night", "blizzard+fog")
    assert state.switch(s.WEATHER_RULES)
    told = " ".join(battle_notes(state, "blue"))
    assert all(word in told for word in ("Night", "Blizzard", "Fog", "Extreme cold"))
    for name, word in (("time", "noon"), ("weather", "hail"), ("weather", "rain+frogs")):
        with pytest.raises(BadInput, match=word.split("+")[-1]):
            prepare("skirmish", 1, {name: word})


@pytest.mark.rule("tactical.3.1", "tactical.ref-sheets")
def test_all_modules_go_together_with_other_readings() -> None:
    state = begun(modules=f"all, {s.SHEET_SIDE_RAMS}")
    assert all(state.switch(name) for name in (*s.MODULES, s.SHEET_SIDE_RAMS))
    assert not state.switch(s.SHEET_CRASHES)
