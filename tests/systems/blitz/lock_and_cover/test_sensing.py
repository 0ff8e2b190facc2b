"""7.1 and 7.5 to 7.8: detection ranges, Profile, active sensors, fog, booms and scans."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import (
    detection_range,
    has_lock,
    is_detected,
    look_at,
    reach_to,
    scan_reach,
)
from gearlock.systems.blitz.state import HIDING, HULL_DOWN, SILENCE, Unit
from systems.blitz.lock_and_cover.scene import SQUAD, mil, model, pair, table, wall, wood


def crippled(*traits: str, card: str = "hunter") -> Unit:
    unit = model("red", "red", 10, card=card, traits=traits, structure=2, hull=3)
    unit.hull = 0
    assert unit.is_crippled
    return unit


@pytest.mark.rule("blitz.2.12a", "blitz.trait.sensors")
def test_detection_is_twelve_inches_or_what_sensors_say() -> None:
    assert detection_range(table(), model("red", "red", 10)) == 12_000
    assert detection_range(table(), model("red", "red", 10, traits=('Sensors:24"',))) == 24_000
    assert detection_range(table(), model("red", "red", 10, traits=('Sensors:6"',))) == 6_000


@pytest.mark.rule("blitz.trait.sensors", "blitz.9.2", "blitz.trait.rugged", "blitz.trait.fragile", "blitz.2.14")
@pytest.mark.parametrize(
    ("traits", "card", "inches"),
    [
        ((), "hunter", 6),
        (('Sensors:18"',), "hunter", 9),
        (('Sensors:18" (Aux)',), "hunter", 6),
        (('Sensors:18"', "Rugged: Sensors"), "hunter", 18),
        (('Sensors:18" (Aux)', "Rugged: Sensors"), "hunter", 12),
        (("Rugged: Weapons",), "hunter", 6),
        (("Fragile: Sensors",), "hunter", 0),
        (('Sensors:18"',), SQUAD, 18),
        (('Sensors:18" (Aux)',), SQUAD, 12),
    ],
)
def test_detection_of_a_crippled_model(traits: tuple[str, ...], card: str, inches: int) -> None:
    assert detection_range(table(), crippled(*traits, card=card)) == inches * 1000


@pytest.mark.rule("blitz.trait.profile", "blitz.7.7")
@pytest.mark.parametrize(
    ("profile", "switch", "reach"),
    [
        ('Profile:+6"', "harder", 6),
        ('Profile:-6"', "harder", 18),
        ('Profile:+12"', "harder", 0),
        ('Profile:+6"', "easier", 18),
        ('Profile:-6"', "easier", 6),
    ],
)
def test_profile_is_taken_off_before_anything_is_doubled(profile: str, switch: str, reach: int) -> None:
    red, blue = model("red", "red", 10), model("blue", "blue", 20, traits=(profile,))
    state = table(red, blue, switches={"profile": switch})
    assert reach_to(state, red, blue) == reach * 1000
    assert reach_to(state, red, blue, doubled=True) == 2 * reach * 1000
    state.sensing.append("red")
    assert reach_to(state, red, blue) == 2 * reach * 1000
    if switch == "harder":
        state.switches.clear()
        assert reach_to(state, red, blue) == 2 * reach * 1000


@pytest.mark.rule("blitz.trait.profile")
def test_no_profile_makes_a_range_less_than_nothing() -> None:
    red = crippled()
    blue = model("blue", "blue", 20, traits=('Profile:+12"',))
    assert reach_to(table(red, blue), red, blue, doubled=True) == 0


@pytest.mark.rule("blitz.7.7", "blitz.7.5a")
def test_active_sensors_double_ones_own_range_and_that_of_enemies_once() -> None:
    state, red, blue = pair()
    friend = model("friend", "red", 15)
    state.units["friend"] = friend
    state.sensing.append("red")
    assert reach_to(state, red, blue) == 24_000
    assert reach_to(state, blue, red) == 24_000
    assert reach_to(state, friend, red) == 12_000
    assert reach_to(state, friend, blue) == 12_000
    state.sensing.append("blue")
    assert reach_to(state, red, blue) == reach_to(state, red, blue, doubled=True) == 24_000


@pytest.mark.rule("blitz.7.7", "blitz.trait.profile", "blitz.9.2")
def test_crippled_then_profile_then_doubling() -> None:
    """Half of 18 in is 9, 6 for the Profile leaves 3, doubled 6."""
    red = crippled('Sensors:18"')
    blue = model("blue", "blue", 17, traits=('Profile:+6"',))
    state = table(red, blue, wall("medium", 13, 13.5, 3), sensing=["red"])
    assert reach_to(state, red, blue) == 6_000
    assert has_lock(state, red, blue)
    blue.x += 1
    assert not has_lock(state, red, blue)


@pytest.mark.rule("blitz.7.5", "blitz.7.1")
@pytest.mark.parametrize(("to", "lock"), [(23.0, True), (23.001, False)])
def test_full_cover_within_twelve_inches(to: float, lock: bool) -> None:
    state, red, blue = pair(wall("medium", 14, 15, 3), to=to)
    assert is_detected(state, red, blue) is lock
    assert has_lock(state, red, blue) is has_lock(state, red, blue, look_at(state, red, blue)) is lock
    assert has_lock(state, red, blue, doubled=True)
    state, red, blue = pair(wall("medium", 14, 15, 1), to=to)
    assert has_lock(state, red, blue)


@pytest.mark.rule("blitz.7.1")
def test_lock_need_not_be_mutual() -> None:
    red, blue = model("red", "red", 10, traits=('Sensors:24"',)), model("blue", "blue", 30)
    state = table(red, blue, wall("medium", 14, 15, 3))
    assert has_lock(state, red, blue)
    assert not has_lock(state, blue, red)


@pytest.mark.rule("blitz.7.5a")
def test_nobody_is_detected_through_heavy_full_cover() -> None:
    state, red, blue = pair(wall("heavy", 14, 15, 3), sensing=["red"])
    assert is_detected(state, red, blue)
    assert not has_lock(state, red, blue)


@pytest.mark.rule("blitz.18.1", "blitz.7.6-stealth")
def test_a_stealth_model_that_hides_is_hard_to_find() -> None:
    state, red, blue = pair(wall("light", 18, 19, 1))
    blue.tokens[HIDING] = 1
    assert reach_to(state, red, blue) == 12_000
    ghost = model("blue", "blue", 20, traits=("Stealth", 'Profile:-6"'), tokens={HIDING: 1})
    assert reach_to(table(red, ghost), red, ghost) == 12_000
    ghost = model("blue", "blue", 20, traits=("Stealth",), tokens={HIDING: 1})
    assert reach_to(table(red, ghost), red, ghost) == 6_000
    ghost.tokens.clear()
    assert reach_to(table(red, ghost), red, ghost) == 12_000


@pytest.mark.rule("blitz.15.5b")
def test_radio_silence_helps_who_keeps_out_of_sight() -> None:
    red = model("red", "red", 10, traits=('Sensors:24"',))
    blue = model("blue", "blue", 20, tokens={SILENCE: 1})
    assert reach_to(table(red, blue), red, blue) == 24_000
    for token in (HIDING, HULL_DOWN):
        blue.tokens = {SILENCE: 1, token: 1}
        assert reach_to(table(red, blue), red, blue) == 12_000
    blue.tokens = {SILENCE: 1}
    assert reach_to(table(red, blue, wall("medium", 14, 15, 3)), red, blue) == 12_000
    assert reach_to(table(red, blue, wall("medium", 14, 15, 1)), red, blue) == 24_000
    blue.x = mil(30)
    assert reach_to(table(red, blue, switches={"weather": "fog"}), red, blue) == 12_000
    ghost = model("blue", "blue", 20, traits=("Stealth",), tokens={SILENCE: 1, HIDING: 1})
    assert reach_to(table(red, ghost), red, ghost) == 6_000


@pytest.mark.rule("blitz.7.6-concealment", "blitz.16.0-2c-fog")
@pytest.mark.parametrize(("to", "hidden"), [(29.0, False), (29.001, True)])
def test_fog_is_full_light_cover_beyond_eighteen_inches(to: float, hidden: bool) -> None:
    state, red, blue = pair(to=to, switches={"weather": "fog"})
    look = look_at(state, red, blue)
    assert (look.full, look.additional, look.has_cover, look.sight) == (hidden, int(hidden), hidden, not hidden)
    assert has_lock(state, red, blue) is not hidden
    state.sensing.append("red")
    assert has_lock(state, red, blue)
    state.switches["weather"] = "normal"
    assert look_at(state, red, blue).sight


@pytest.mark.rule("blitz.7.6-concealment")
def test_fog_comes_on_top_of_other_cover() -> None:
    things = (wall("heavy", to - 2, to - 1, 1) for to in (35.0,))
    state, red, blue = pair(*things, wood("light", 14, 17, 3), to=35, switches={"weather": "fog"})
    look = look_at(state, red, blue)
    assert (look.adjacent, look.additional, look.full, look.blocked) == (3, 2, True, False)


@pytest.mark.rule("blitz.trait.sensorboom")
@pytest.mark.parametrize(("edge", "sees"), [(21.41, True), (21.43, False)])
def test_a_sensor_boom_looks_an_inch_past_what_hides_its_model(edge: float, sees: bool) -> None:
    """From 1.5 in beside its middle to the near side of the target: 21.42 in at the far corner of the wall."""
    red, blue = model("red", "red", 10, traits=("Sensor Boom",)), model("blue", "blue", 30)
    high = wall("heavy", 10.6, 11.6, 5, 10, edge)
    state = table(red, blue, high)
    assert look_at(state, red, blue).blocked
    assert has_lock(state, red, blue) is sees
    blind = model("red", "red", 10)
    assert not has_lock(table(blind, blue, high), blind, blue)


@pytest.mark.rule("blitz.trait.sensorboom")
@pytest.mark.parametrize(("top", "sees"), [(2.999, True), (3.0, False)])
def test_a_sensor_boom_looks_an_inch_over_the_top(top: float, sees: bool) -> None:
    red, gear = model("red", "red", 10, traits=("Sensor Boom",)), model("gear", "blue", 30)
    assert not has_lock(table(red, gear, wall("heavy", 10.6, 12, top)), red, gear)
    tall = model("blue", "blue", 30, card="mammoth")
    assert has_lock(table(red, tall, wall("heavy", 10.6, 12, top)), red, tall) is sees


@pytest.mark.rule("blitz.trait.sensorboom", "blitz.7.6-concealment")
def test_no_boom_sees_through_fog_and_none_works_when_lost() -> None:
    red = model("red", "red", 10, traits=("Sensor Boom",))
    blue = model("blue", "blue", 30)
    assert not has_lock(table(red, blue, switches={"weather": "fog"}), red, blue)
    tall = model("blue", "blue", 30, card="mammoth")
    broken = crippled("Sensor Boom (Aux)")
    assert not has_lock(table(broken, tall, wall("heavy", 10.6, 12, 2.5)), broken, tall)


@pytest.mark.rule("blitz.7.8")
@pytest.mark.parametrize(("sensors", "reach"), [(12, 6), (18, 9), (15, 8), (6, 3)])
def test_a_scan_reaches_half_the_detection_range_rounded_up(sensors: int, reach: int) -> None:
    red = model("red", "red", 10, traits=(f'Sensors:{sensors}"',))
    assert scan_reach(table(red), red) == reach * 1000
    assert scan_reach(table(red, sensing=["red"]), red) == reach * 1000


@pytest.mark.rule("blitz.7.8")
def test_a_crippled_scanner_has_half_of_a_half() -> None:
    assert scan_reach(table(), crippled('Sensors:18"')) == 5_000
