"""Weather, temperature and time of day as far as they are seen through, moved in and fired in."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.line_of_sight import terrain as c
from gearlock.systems.tactical.line_of_sight.seeing import look, sees
from gearlock.systems.tactical.state import BROKEN_DOWN
from gearlock.systems.tactical.weapons import ENERGY, Weapon
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, strip
from systems.tactical.tables import LAC, RIFLES, put, table


@pytest.mark.rule("tactical.3.7-sandstorm")
@pytest.mark.parametrize(("apart", "points"), [(0.9, 0), (4, 4), (4.999, 4), (5, 5)])
def test_a_sandstorm_hides_1_an_inch_also_from_fire(apart: float, points: int) -> None:
    state, red, blue = facing_off(apart=apart, weather="sandstorm")
    found = look(state, red, blue)
    assert (found.concealment, found.penalty, sees(state, red, blue)) == (points, points, points <= 4)


@pytest.mark.rule("tactical.3.7-sandstorm", "tactical.3.7-tempest", "tactical.3.7-blizzard")
def test_storms_add_to_terrain_and_a_tempest_is_twice_as_thick() -> None:
    for weather, points in (("sandstorm", 6), ("blizzard", 6), ("tempest", 10), ("sandstorm+winds", 6)):
        state, red, blue = facing_off(strip("woodland", 1, 3), apart=4, weather=weather)
        assert look(state, red, blue).penalty == points


@pytest.mark.rule("tactical.3.7-rain")
@pytest.mark.parametrize(
    ("weather", "apart", "points"),
    [("light rain", 20, 0), ("light rain", 20.001, 1), ("heavy rain", 2, 2), ("heavy rain", 30, 2)],
)
def test_rain_is_in_the_way_of_the_eye_and_never_of_fire(weather: str, apart: float, points: int) -> None:
    state, red, blue = facing_off(apart=apart, weather=weather)
    found = look(state, red, blue)
    assert (found.concealment, found.soft, found.obscurement, found.penalty) == (points, points, 0, 0)


@pytest.mark.rule("tactical.3.7-rain")
def test_active_scanning_sees_better_through_rain() -> None:
    far = 25_000**2
    assert [c.rain_obscurement((kind,), far, active=True) for kind in (s.LIGHT_RAIN, s.HEAVY_RAIN)] == [0, 1]
    assert c.rain_obscurement((), far, active=True) == 0


@pytest.mark.rule("tactical.4.1.2-condition-rain", "tactical.4.1.2-condition-heavy-rain")
@pytest.mark.parametrize(
    ("condition", "apart", "points"),
    [("rain", 19.999, 0), ("rain", 20, 1), ("heavy rain", 9.999, 0), ("heavy rain", 10, 1), ("heavy rain", 31, 3)],
)
def test_the_generators_rain_counts_by_distance(condition: str, apart: float, points: int) -> None:
    state, red, blue = facing_off(apart=apart)
    state.switches.update(c.switches_of(condition))
    found = look(state, red, blue)
    assert (found.concealment, found.penalty) == (points, 0)


@pytest.mark.rule("tactical.4.1.2-condition-fog")
@pytest.mark.parametrize(("apart", "points"), [(2, 0), (2.999, 0), (3, 1), (7, 2), (12, 4)])
def test_fog_hides_1_for_every_full_3_inches_and_lets_fire_through(apart: float, points: int) -> None:
    state, red, blue = facing_off(apart=apart)
    state.switches.update(c.switches_of("Fog"))
    found = look(state, red, blue)
    assert (found.concealment, found.penalty, found.reason) == (points, 0, None)
    blue.x = red.x + 15000
    assert not sees(state, red, blue)


@pytest.mark.rule("tactical.4.1.2-condition-fog", "tactical.3.3.2")
def test_stealth_in_fog_hides_and_is_not_harder_to_hit() -> None:
    state, red, blue = facing_off(apart=3, stealth="yes", weather="fog")
    fitted(blue, Stealth=3)
    assert (look(state, red, blue).concealment, look(state, red, blue).penalty) == (4, 0)


@pytest.mark.rule("tactical.4.1.2-condition-dusk")
@pytest.mark.parametrize(("sensors", "rating"), [(0, 3), (3, 4), (4, 5)])
def test_at_dusk_ratings_are_1_less_but_not_below_the_night(sensors: int, rating: int) -> None:
    state, red, blue = facing_off()
    state.switches.update(c.switches_of("Dawn/Dusk"))
    changed(red, sensors=sensors)
    assert look(state, red, blue).detection == rating  # with 1 of Electronic Warfare


@pytest.mark.rule(
    "tactical.4.1.2-condition-daylight", "tactical.4.1.2-condition-night", "tactical.4.1.2-condition-sandstorm"
)
def test_conditions_of_the_generator_are_those_of_the_weather_rules() -> None:
    assert c.switches_of("Daylight") == {}
    state = table()
    state.switches.update(c.switches_of("Night"))
    assert c.is_night(state)
    assert not c.is_dusk(state)
    state.switches.update(c.switches_of("Sandstorm"))
    assert c.weather(state) == ("sandstorm",)
    with pytest.raises(KeyError):
        c.switches_of("hail")


@pytest.mark.rule("tactical.4.1.2-condition-winds")
def test_winds_weaken_energy_weapons_and_keep_aircraft_away() -> None:
    laser = Weapon("HLC", "Heavy Laser Cannon", ENERGY, 5000, 20)
    state = table()
    assert (c.dust_loss(state, laser), c.is_air_grounded(state)) == (0, False)
    state.switches.update(c.switches_of("Winds"))
    assert (c.dust_loss(state, laser), c.dust_loss(state, LAC), c.is_air_grounded(state)) == (1, 0, True)


@pytest.mark.rule("tactical.3.7-blizzard", "tactical.7.2-hostile-environment")
def test_a_blizzard_costs_an_mp_an_inch_without_protection_from_cold() -> None:
    state, red, blue = facing_off(weather="blizzard")
    squad = put(state, "red-2", RIFLES, 20, 20)
    assert [c.snow_cost(state, unit) for unit in (red, squad)] == [1, 0]
    named = {"Hostile Environment Protection": "Extreme Cold"}
    assert c.snow_cost(state, fitted(blue, None, named, Hostile_Environment_Protection=1)) == 0
    hot = {"Hostile Environment Protection": "Extreme Heat"}
    assert c.snow_cost(state, fitted(blue, None, hot)) == 1
    state.switches.clear()
    assert c.snow_cost(state, red) == 0


@pytest.mark.rule("tactical.3.7-temperature", "tactical.7.2-hostile-environment")
def test_extreme_temperature_strains_vehicles_without_the_fitting_protection() -> None:
    state, red, blue = facing_off(temperature="extreme heat")
    squad = put(state, "red-2", RIFLES, 20, 20)
    assert [c.is_strained(state, unit) for unit in (red, squad)] == [True, False]
    fitted(blue, Hostile_Environment_Protection=1)
    assert not c.is_strained(state, blue)
    fitted(blue, None, {"Hostile Environment Protection": "Extreme Cold"})
    assert c.is_strained(state, blue)
    state.switches["temperature"] = "no"
    assert not c.is_strained(state, red)


@pytest.mark.rule("tactical.3.7-temperature")
def test_who_has_broken_down_does_not_move() -> None:
    _, red, blue = facing_off()
    red.tokens[BROKEN_DOWN] = 2
    refusal = c.refuse_broken_down(red)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("broken-down", {"rounds": 2})
    assert c.refuse_broken_down(blue) is None


@pytest.mark.rule("tactical.3.7-tempest")
def test_in_a_tempest_only_sealed_vehicles_take_part() -> None:
    state, red, blue = facing_off(weather="tempest")
    squad = put(state, "red-2", RIFLES, 20, 20)
    fitted(blue, {"Open-Topped": 1})
    assert [c.stays_out_of_tempest(state, unit) for unit in (red, squad, blue)] == [False, True, True]
    state.switches["weather"] = "sandstorm"
    assert not c.stays_out_of_tempest(state, squad)
