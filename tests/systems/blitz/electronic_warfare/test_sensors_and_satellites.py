"""7.8, 14.5a, 14.5c, 14.7 and A.3: boosts, interference, satellites, counter-battery fire, emissions, scans."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, IndirectFire
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.electronic_warfare.observing import (
    BoostSensors,
    CounterInterference,
    EndBoost,
    Interfere,
    Observe,
)
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.state import Unit
from systems.blitz.lock_and_cover.scene import wall
from systems.blitz.radio import Game, unit

MORTAR = ('LFM (T, AE:0", Blast:0D6, Range:6-18/36")',)
MISS = [("attack", (1,)), ("defence", (6, 6))]
SENSORS = ('Sensors:18"',)
SAT = ("SatUp:4+",)


# --- 14.5a sensor boost ----------------------------------------------------------------------------------------------


def behind_a_wood(near: float = 15.0, **booster: Any) -> Game:
    """Red-1 at 10 cannot detect blue-1 at 27 through light full cover; red-2 near it boosts with 18 in of sensors."""
    eyes = unit("red-2", near, 20, traits=SENSORS, tokens={"sensor boost": 1}, **booster)
    return Game(unit("red-1", 10), eyes, unit("blue-1", 27, actions=0), wall("light", 18, 19, 4), dice=[])


@pytest.mark.rule("blitz.14.5a", "blitz.trait.sensors", "blitz.7.1")
def test_friends_share_the_lock_of_who_boosts() -> None:
    assert behind_a_wood().allows(Attack("red-1", "LAC", ("blue-1",)))
    game = behind_a_wood()
    del game["red-2"].tokens["sensor boost"]
    game.state.notes = {}
    assert game.refusal(Attack("red-1", "LAC", ("blue-1",))).code == "lock"


@pytest.mark.rule("blitz.14.5a")
@pytest.mark.parametrize(("gap", "shared"), [(6_000, True), (6_001, False)])
def test_the_boost_reaches_six_inches_whatever_the_radio(gap: int, shared: bool) -> None:
    eyes = unit("red-2", 15, traits=(*SENSORS, 'Autocomms:12"'), tokens={"sensor boost": 1})
    red = unit("red-1", 10)
    red.x = 15_000 - 1000 - gap
    game = Game(red, eyes, unit("blue-1", 27, actions=0), wall("light", 18, 19, 4))
    assert game.allows(Attack("red-1", "LAC", ("blue-1",))) is shared


@pytest.mark.rule("blitz.14.5a", "blitz.7.1")
def test_a_booster_that_is_not_in_lock_lends_nothing() -> None:
    eyes = unit("red-2", 10, 25, traits=SENSORS, tokens={"sensor boost": 1})
    things = (unit("red-1", 10), eyes, unit("blue-1", 25, actions=0), wall("light", 16, 17, 4))
    assert Game(*things).allows(Attack("red-1", "LAC", ("blue-1",)))
    between = wall("heavy", 7, 13, 4, 21.5, 23.5)
    assert (
        Game(*[thing.clone() if isinstance(thing, Unit) else thing for thing in things], between)
        .refusal(Attack("red-1", "LAC", ("blue-1",)))
        .code
        == "lock"
    )


@pytest.mark.rule("blitz.14.5a", "blitz.7.5a")
def test_heavy_cover_stops_direct_fire_even_so_and_cover_is_the_firers() -> None:
    eyes = unit("red-2", 10, 26, traits=SENSORS, tokens={"sensor boost": 1})
    game = Game(unit("red-1", 10), eyes, unit("blue-1", 22, actions=0), wall("heavy", 15, 17, 4, 18, 22))
    assert game.refusal(Attack("red-1", "LAC", ("blue-1",))).code == "blocked"
    other = behind_a_wood()
    pair = Pair(other.state, other["red-1"], other["blue-1"], other["red-1"].line.weapons["LAC"])
    assert [line.label for line in duel_of(other.state, Use(pair.weapon), pair).defence] == ["Additional cover"]


@pytest.mark.rule("blitz.14.5a", "blitz.14.2a")
def test_an_observer_finds_with_a_boost_what_it_could_not_detect() -> None:
    game = behind_a_wood()
    assert game.allows(Observe("red-1", "blue-1"))


@pytest.mark.rule("blitz.14.5a")
def test_eighteen_inches_of_sensors_once_in_an_activation() -> None:
    game = Game(unit("red-1", 10, traits=SENSORS, actions=2), unit("blue-1", 40))
    game.play(BoostSensors("red-1"))
    assert game["red-1"].tokens == {"sensor boost": 1}
    assert game.refusal(BoostSensors("red-1")).code == "again"
    plain = Game(unit("red-1", 10, traits=('Sensors:12"',)), unit("blue-1", 40))
    assert plain.refusal(BoostSensors("red-1")).code == "trait"
    hurt = Game(unit("red-1", 10, traits=('Sensors:24" (Aux)',), hull=0), unit("blue-1", 40))
    assert hurt.refusal(BoostSensors("red-1")).code == "trait"
    half = Game(unit("red-1", 10, traits=('Sensors:24"',), hull=0), unit("blue-1", 40))
    assert half.allows(BoostSensors("red-1"))


@pytest.mark.rule("blitz.14.5a", "blitz.7.7", "blitz.15.5d")
def test_a_boost_with_active_sensors_doubles_both_ways_as_long_as_it_lies() -> None:
    from gearlock.systems.blitz.lock_and_cover.cover import reach_to

    game = Game(unit("red-1", 10, traits=SENSORS), unit("blue-1", 45))
    game.play(BoostSensors("red-1", sensors=True))
    assert game["red-1"].tokens == {"sensor boost": 2}
    assert game.state.sensing == []
    assert reach_to(game.state, game["red-1"], game["blue-1"]) == 36_000
    assert reach_to(game.state, game["blue-1"], game["red-1"]) == 24_000
    rushed = Game(unit("red-1", 10, traits=SENSORS, tokens={"full speed ahead": 1}), unit("blue-1", 45))
    assert rushed.refusal(BoostSensors("red-1", sensors=True)).code == "sensors"


@pytest.mark.rule("blitz.14.5a", "blitz.7.7", "blitz.10.4")
def test_who_boosts_with_active_sensors_may_be_answered_in_every_action() -> None:
    red = unit("red-1", 10, tokens={"sensor boost": 2}, traits=SENSORS)
    game = Game(
        red,
        unit("blue-1", 18, actions=0),
        unit("blue-2", 30, 24, group=2),
        dice=[("attack", (1, 1, 1)), ("defence", (6, 6))],
    )
    game.play(Attack("red-1", "LAC", ("blue-1",)))
    assert game.questions("snap") == ["blue-2"]


@pytest.mark.rule("blitz.14.5a")
def test_a_boost_can_be_ended_and_ends_with_the_next_activation() -> None:
    game = behind_a_wood()
    assert EndBoost("red-1", "red-2") in game.offers()
    assert game.refusal(EndBoost("red-1", "blue-1")).code == "boost"
    game.play(EndBoost("red-1", "red-2"))
    assert game["red-2"].tokens == {}
    other = behind_a_wood(actions=0)
    other.play(EndActivation("red-1"))
    other.play(Activate("red-2", "combat"))
    assert other["red-2"].tokens == {}


# --- 14.5c interference ----------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.14.5c", "blitz.trait.ecm", "blitz.14.0-table")
def test_successes_with_the_suites_dice_are_the_intensity() -> None:
    red = unit("red-1", 10, traits=("ECM:+2D6 (SJ)",), ew=4)
    game = Game(red, unit("blue-1", 30), posture="braced", dice=[("sensor interference", (4, 4, 4, 1, 1))])
    game.play(Interfere("red-1"))
    assert game["red-1"].tokens == {"sensor interference": 3}
    assert Game(unit("red-1", 10), unit("blue-1", 30)).refusal(Interfere("red-1")).code == "trait"
    zero = Game(unit("red-1", 10, traits=("ECM:+0D6",)), unit("blue-1", 30), dice=[("sensor interference", (1, 1))])
    zero.play(Interfere("red-1"))
    assert zero["red-1"].tokens == {}


def interfered(intensity: int, gap: int = 6_000, covered: bool = False, more: int = 0) -> dict[str, int]:
    friend, target = unit("blue-2", 20, 26, tokens={"sensor interference": intensity}), unit("blue-1", 20, 20)
    friend.y = target.y + 1000 + gap
    third = unit("blue-3", 20, 14, tokens={"sensor interference": more} if more else {})
    block = [wall("light", 18.5, 19, 1, 19.5, 20.5)] if covered else []
    game = Game(unit("red-1", 10), target, friend, third, *block)
    pair = Pair(game.state, game["red-1"], game["blue-1"], game["red-1"].line.weapons["LAC"])
    return {line.label: line.value for line in duel_of(game.state, Use(pair.weapon), pair).defence}


@pytest.mark.rule("blitz.14.5c")
def test_interference_hides_friends_within_six_inches() -> None:
    assert interfered(1) == {"Sensor interference": 1}
    assert interfered(3) == {"Sensor interference": 1}
    assert interfered(1, covered=True) == {"Adjacent cover": 1, "Sensor interference": 1}
    assert interfered(3, covered=True) == {"Adjacent cover": 1, "Sensor interference": 3}
    assert interfered(2, more=3, covered=True) == {"Adjacent cover": 1, "Sensor interference": 3}
    assert interfered(1, gap=6_001) == {}


@pytest.mark.rule("blitz.14.5c", "blitz.trait.eccm")
def test_eccm_lowers_interference_and_does_not_re_roll() -> None:
    foe = unit("blue-1", 18, tokens={"sensor interference": 2})
    red = unit("red-1", 10, traits=("ECCM",), ew=4, actions=2)
    game = Game(red, foe, dice=[("work against interference", (4, 1)), ("work against interference", (4, 4))])
    game.play(CounterInterference("red-1", "blue-1"))
    assert game["blue-1"].tokens == {"sensor interference": 1}
    assert game.questions("reroll") == []
    assert game.questions("snap") == ["blue-1"]
    game.play(CounterInterference("red-1", "blue-1"))
    assert game["blue-1"].tokens == {}
    plain = Game(unit("red-1", 10), unit("blue-1", 18, tokens={"sensor interference": 2}))
    assert plain.refusal(CounterInterference("red-1", "blue-1")).code == "trait"
    none = Game(unit("red-1", 10, traits=("ECCM",)), unit("blue-1", 18))
    assert none.refusal(CounterInterference("red-1", "blue-1")).code == "token"
    far = Game(unit("red-1", 10, traits=("ECCM",)), unit("blue-1", 24, tokens={"sensor interference": 2}))
    assert far.refusal(CounterInterference("red-1", "blue-1")).code == "detection"


# --- 14.7 satellites -------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.14.7b", "blitz.14.6a", "blitz.14.2a")
@pytest.mark.parametrize("relays", [True, False])
def test_a_relay_with_an_uplink_carries_an_observation_past_jamming(relays: bool) -> None:
    """B sees A; C hears B by satellite, and D is 5 in from C, behind heavy cover; jamming cannot prevent it."""
    observer = unit("red-1", 30, 20, "ferret", traits=("SatUp:5+", "Comms:+1D6"))
    relay = unit("red-2", 8, 10, traits=SAT if relays else ())
    firer = unit("red-3", 2, 10, weapons=MORTAR)
    jammer = unit("blue-2", 40, 24, traits=("ECM:+2D6 (CJ)",), actions=0, tokens={"comms jamming": 3})
    things = (observer, relay, firer, unit("blue-1", 36, actions=0), jammer, wall("heavy", 12, 14, 6, 0, 40))
    game = Game(*things, dice=[("forward observation", (6, 6, 6)), *MISS])
    replies = [IndirectFire("red-3", "LFM")] if relays else []
    game.play(Observe("red-1", "blue-1"), *replies)
    assert game.questions("chain") == (["red-3"] if relays else [])
