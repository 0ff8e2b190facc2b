"""Night: searchlights, whoever gropes about, and sound."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.tactical.damage.condition import refuse_pace
from gearlock.systems.tactical.datacards import Squad
from gearlock.systems.tactical.line_of_sight.seeing import (
    heard_at,
    hears,
    is_groping,
    is_lit,
    lights_up,
    look,
    night_fire_lines,
    sees,
)
from gearlock.systems.tactical.state import SEARCHLIGHT
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, ridge, strip
from systems.tactical.tables import RIFLES, put


@pytest.mark.rule("tactical.7.2-searchlight", "tactical.3.7-searchlight")
def test_a_searchlight_makes_day_of_its_arc_for_a_kilometre() -> None:
    state, red, blue = facing_off(strip("woodland", 3, 6), time_of_day="night", stealth="yes")
    fitted(blue, Stealth=1)
    assert (look(state, red, blue).detection, look(state, red, blue).concealment) == (2, 4)
    lamp = fitted(put(state, "red-2", "hunter", 10, 12, 0), Searchlight=1)
    lamp.tokens[SEARCHLIGHT] = 1
    state.notes.clear()
    assert (look(state, red, blue).detection, look(state, red, blue).concealment) == (4, 4)
    for x, y, lit in ((30, 12, True), (30.001, 12, False), (10, 20, True), (9.999, 20, False)):
        assert is_lit(state, round(x * 1000), round(y * 1000), 0) == lit
    fitted(lamp, None, {"Searchlight": "Rr"})
    state.notes.clear()
    assert look(state, red, blue).detection == 2
    assert lights_up(state, lamp, 5000, 12000, 0)


@pytest.mark.rule("tactical.7.2-searchlight")
def test_light_does_not_pass_high_ground_and_a_broken_lamp_gives_none() -> None:
    state, red, blue = facing_off(ridge(3, 5), time_of_day="night")
    fitted(red, Searchlight=1).tokens[SEARCHLIGHT] = 1
    assert not is_lit(state, blue.x, blue.y, 0)
    assert is_lit(state, red.x + 2000, red.y, 0)
    red.harm["aux:Searchlight"] = 5
    assert not is_lit(state, red.x + 2000, red.y, 0)


@pytest.mark.rule("tactical.3.7-searchlight")
def test_who_burns_a_light_is_seen_as_by_day_from_every_side() -> None:
    state, red, blue = facing_off(strip("jungle", 4, 6), time_of_day="night")
    assert not sees(state, red, blue)
    fitted(blue, None, {"Searchlight": "Rr"}, Searchlight=1).tokens[SEARCHLIGHT] = 1
    state.notes.clear()
    assert look(state, red, blue).detection == 4
    assert sees(state, red, blue)


@pytest.mark.rule("tactical.3.7-night")
def test_without_night_vision_or_sensors_one_gropes_about() -> None:
    state, red, blue = facing_off(time_of_day="night")
    squad = put(state, "red-2", RIFLES, 10, 12)
    assert [is_groping(state, unit) for unit in (red, squad)] == [False, True]
    red.harm["aux:sensors"] = 5
    assert [line.value for line in night_fire_lines(state, red, blue)] == [-1]
    fitted(blue, Searchlight=1).tokens[SEARCHLIGHT] = 1
    assert night_fire_lines(state, red, blue) == ()
    assert isinstance(squad.card.squad, Squad)
    changed(squad, squad=msgspec.structs.replace(squad.card.squad, night_vision=True))
    assert not is_groping(state, squad)
    state.switches.clear()
    assert not is_groping(state, red)
    assert night_fire_lines(state, red) == ()


@pytest.mark.rule("tactical.3.7-night", "tactical.3.7-searchlight")
def test_where_a_searchlight_makes_day_nobody_gropes_about() -> None:
    state, red, blue = facing_off(time_of_day="night")
    red.harm["aux:sensors"] = 5
    assert [getattr(refuse_pace(state, red, pace), "code", "") for pace in ("half", "combat")] == ["", "dark"]
    fitted(red, Searchlight=1).tokens[SEARCHLIGHT] = 1
    assert refuse_pace(state, red, "combat") is None
    assert [line.value for line in night_fire_lines(state, red, blue)] == [], "its lamp shines on blue"
    blue.y += 500_000
    assert [line.value for line in night_fire_lines(state, red, blue)] == [-1]


@pytest.mark.rule("tactical.3.7-sound")
def test_units_are_heard_at_night_all_round() -> None:
    state, red, blue = facing_off(apart=40, time_of_day="night")
    blue.facing = 0
    assert hears(state, blue, red)
    blue.x += 1
    assert not hears(state, blue, red)
    squad = put(state, "red-2", RIFLES, 10, 16)
    assert hears(state, red, squad)
    squad.y += 1
    assert not hears(state, red, squad)
    state.switches.clear()
    assert not hears(state, squad, red)


@pytest.mark.rule("tactical.3.7-sound")
def test_stealth_divides_what_is_heard_and_slow_vessels_are_silent() -> None:
    _, red, blue = facing_off()
    assert heard_at(fitted(red, Stealth=4)) == 500
    assert heard_at(blue) == 2000
    for mode in ("N", "S"):
        blue.mode = mode
        for moved, metres in ((0, 0), (1999, 0), (2000, 1000)):
            blue.moved = moved
            assert heard_at(blue) == metres
