"""Weather, darkness and cover at work in moves and attacks."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.exchange import attack_lines, blow_of, damage_at
from gearlock.systems.tactical.attacks.firing import resolve_shot
from gearlock.systems.tactical.attacks.targets import Pair
from gearlock.systems.tactical.attacks.weapons_in_use import LONG, SHORT, Use
from gearlock.systems.tactical.damage.condition import refuse_pace
from gearlock.systems.tactical.movement.course import ShiftSpeed
from gearlock.systems.tactical.movement.ground import price_of
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.speeds import resolve_shift
from gearlock.systems.tactical.rounds.activation import take_shelter
from gearlock.systems.tactical.state import BROKEN_DOWN, COMBAT, HALF, LIGHT, STATIONARY, TOP, Activation, State
from gearlock.systems.tactical.weapons import ENERGY, PER_BAND, Weapon
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted
from systems.tactical.tables import LAC, piece, play, put, table

LASER = Weapon("HLC", "Heavy Laser Cannon", ENERGY, 5000, 20, traits={PER_BAND: 3})


@pytest.mark.rule("tactical.4.1.2-condition-winds")
def test_winds_take_another_point_a_band_off_energy_weapons() -> None:
    state, red, blue = facing_off()
    pairs = [Pair(state, red, blue, Use(weapon, "LAC", band)) for weapon in (LASER, LAC) for band in (SHORT, LONG)]
    assert [damage_at(pair, 1) for pair in pairs] == [20, 14, 8, 8]
    state.switches["weather"] = "winds"
    assert [damage_at(pair, 1) for pair in pairs] == [20, 12, 8, 8]


@pytest.mark.rule("tactical.3.7-night")
def test_who_sees_nothing_at_night_fires_at_1_less_and_goes_at_half_speed() -> None:
    state, red, blue = facing_off(time_of_day="night")
    pair = Pair(state, red, blue, Use(LAC, "LAC"))
    before = sum(line.value for line in attack_lines(pair))
    red.harm["aux:sensors"] = 5
    assert sum(line.value for line in attack_lines(pair)) == before - 1
    refusals = [refuse_pace(state, red, pace) for pace in (STATIONARY, HALF, COMBAT)]
    assert [refusal is None for refusal in refusals] == [True, True, False]
    assert refuse_pace(state, blue, COMBAT) is None


@pytest.mark.rule("tactical.3.7-blizzard")
def test_every_inch_costs_more_in_a_blizzard() -> None:
    state, red, blue = facing_off(weather="blizzard")
    assert (price_of(state, red, "clear"), price_of(state, red, "sand")) == (2, 3)
    assert price_of(state, fitted(blue, Hostile_Environment_Protection=1), "clear") == 1


@pytest.mark.rule("tactical.3.7-temperature", "tactical.7.2-sensor-dependent")
def test_who_has_broken_down_or_is_blind_does_not_move() -> None:
    state, red, _ = facing_off()
    state.activation = Activation("red-1", limit=COMBAT)
    assert refuse_unmoving(state, red) is None
    red.tokens[BROKEN_DOWN] = 1
    refusal = refuse_unmoving(state, red)
    assert refusal is not None
    assert refusal.code == "broken-down"
    red.tokens.clear()
    fitted(red, {"Sensor Dependent": 1}).harm["aux:sensors"] = 5
    blind = refuse_unmoving(state, red)
    assert blind is not None
    assert blind.code == "blind"


@pytest.mark.rule("tactical.3.7-temperature")
@pytest.mark.parametrize(("temperature", "to", "light"), [("extreme cold", TOP, 1), ("", TOP, 0)])
def test_going_to_top_speed_in_extreme_cold_hurts(temperature: str, to: str, light: int) -> None:
    state, red, _ = facing_off(temperature=temperature)
    state.activation = Activation("red-1", limit=COMBAT)

    def script(ctx: Ctx[State]) -> Script[None]:
        yield from resolve_shift(ctx, ShiftSpeed("red-1", to))

    play(state, script)
    assert (red.token(LIGHT), red.next_speed) == (light, TOP)


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_partial_cover_comes_to_the_armor_of_a_blow() -> None:
    block = piece("instance", (21.3, 8, 21.5, 12), 0.6, rating="heavy", name="Boulder")
    state, red, blue = facing_off(block, skirmish=True)
    changed(red, height=500)
    assert blow_of(Pair(state, red, blue, Use(LAC, "LAC")), 2).cover == 4
    assert blow_of(Pair(state, blue, red, Use(LAC, "LAC")), 2).cover == 0


@pytest.mark.rule("tactical.7.2-defective")
@pytest.mark.parametrize(("face", "hits"), [(2, False), (3, True)])
def test_a_defect_of_fire_control_is_rolled_for_before_an_attack(face: int, hits: bool) -> None:
    state, red, _ = facing_off(apart=2)
    fitted(red, {"Defective": 2}, {"Defective": "Fire Control"})
    red.went = COMBAT
    red.card = msgspec.structs.replace(red.card, fire_control=0)

    def script(ctx: Ctx[State]) -> Script[bool]:
        return (yield from resolve_shot(ctx, "red-1", "blue-1", Use(LAC, "LAC")))

    played = play(state, script, (face,), (4, 1), (6, 3))  # 5 against 6 - 3 for standing still
    assert played.value is hits


@pytest.mark.rule("tactical.3.7-tempest")
def test_in_a_tempest_infantry_and_open_vehicles_do_nothing() -> None:
    for weather, done in (("tempest", True), ("sandstorm", False)):
        state = table(weather=weather)
        squad = put(state, "red-1", "rifle-squad", 10, 10)
        truck = put(state, "red-2", "hunter", 20, 10, stats={"flaws": {"Exposed Crew Compartment": 1}}, speed="top")
        sealed = put(state, "blue-1", "hunter", 10, 30)
        play(state, lambda ctx: take_shelter(ctx))
        assert [unit.done for unit in (squad, truck, sealed)] == [done, done, False]
        assert (truck.actions, truck.speed) == ((0, "combat") if done else (1, "top"))
        assert sealed.actions == 1
