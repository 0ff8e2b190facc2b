"""14.5 and 14.7: more of sensors, satellites and counter-batteries."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled, IndirectFire, SnapFire
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.electronic_warfare.observing import (
    Nominate,
    Observe,
    ObserveFromAbove,
    Scan,
    Scanned,
    WatchBatteries,
)
from gearlock.systems.blitz.rounds import EndActivation
from systems.blitz.lock_and_cover.scene import piece, wall
from systems.blitz.radio import Game, of_kind, unit

MORTAR = ('LFM (T, AE:0", Blast:0D6, Range:6-18/36")',)
MISS = [("attack", (1,)), ("defence", (6, 6))]
SENSORS = ('Sensors:18"',)
SAT = ("SatUp:4+",)


# --- 14.5a sensor boost ----------------------------------------------------------------------------------------------


def behind_a_wood(near: float = 15.0, **booster: Any) -> Game:
    """Red-1 at 10 cannot detect blue-1 at 27 through light full cover; red-2 near it boosts with 18 in of sensors."""
    eyes = unit("red-2", near, 20, traits=SENSORS, tokens={"sensor boost": 1}, **booster)
    return Game(unit("red-1", 10), eyes, unit("blue-1", 27, actions=0), wall("light", 18, 19, 4), dice=[])


def interfered(intensity: int, gap: int = 6_000, covered: bool = False, more: int = 0) -> dict[str, int]:
    friend, target = unit("blue-2", 20, 26, tokens={"sensor interference": intensity}), unit("blue-1", 20, 20)
    friend.y = target.y + 1000 + gap
    third = unit("blue-3", 20, 14, tokens={"sensor interference": more} if more else {})
    block = [wall("light", 18.5, 19, 1, 19.5, 20.5)] if covered else []
    game = Game(unit("red-1", 10), target, friend, third, *block)
    pair = Pair(game.state, game["red-1"], game["blue-1"], game["red-1"].line.weapons["LAC"])
    return {line.label: line.value for line in duel_of(game.state, Use(pair.weapon), pair).defence}


@pytest.mark.rule("blitz.14.7b", "blitz.14.7a", "blitz.16.0-2c-fog")
def test_fog_cuts_satellites_off() -> None:
    game = Game(unit("red-1", 10, traits=SAT), unit("blue-1", 20), posture="braced")
    game.state.switches = {"weather": "fog"}
    assert game.refusal(ObserveFromAbove("red-1")).code == "weather"
    assert game.refusal(WatchBatteries("red-1")).code == "weather"


@pytest.mark.rule("blitz.14.7c", "blitz.14.7", "blitz.14.7a", "blitz.trait.satup")
def test_a_satellite_finds_any_model_for_friends_in_auto_comms() -> None:
    """The uplink's 4+, not EW 6+; the target is far away behind heavy cover; only who is in auto comms fires."""
    red = unit("red-1", 4, traits=("SatUp:4+", "Comms:+1D6"))
    near, far = unit("red-2", 8, weapons=MORTAR), unit("red-3", 30, 5, weapons=MORTAR, facing=0)
    foe = unit("blue-1", 36, actions=0)
    game = Game(
        red, near, far, foe, wall("heavy", 20, 22, 6), dice=[("satellite observation", (4, 5, 1)), ("defence", (2, 1))]
    )
    events = game.play(ObserveFromAbove("red-1"), Nominate("red-1", "blue-1"), IndirectFire("red-2", "LFM"))
    assert game.questions("chain") == ["red-2"]
    (rolled,) = of_kind(events, AttackRolled)
    assert {line.label: line.value for line in rolled.lines} == {"Sub-optimal range": -1, "Indirect fire": -1}


@pytest.mark.rule("blitz.14.7c")
def test_what_a_roof_hides_cannot_be_nominated_and_adjacent_cover_counts() -> None:
    roof = piece("instance", "heavy", 30, 15, 40, 25, 6, base=4000)
    game = Game(
        unit("red-1", 4, traits=SAT),
        unit("red-2", 8, weapons=MORTAR),
        unit("blue-1", 36, actions=0),
        unit("blue-2", 20, 30, actions=0),
        roof,
        wall("light", 18.5, 19, 1, 29, 31),
        dice=[("satellite observation", (4, 1)), ("attack", (1,)), ("defence", (6, 6, 1))],
    )
    events = game.play(ObserveFromAbove("red-1"), Nominate("red-1", "blue-2"), IndirectFire("red-2", "LFM"))
    (ask,) = [ask for ask in game.asked if ask.kind == "nominate"]
    refusal = game.battle.system.refuse(game.state, ask, Nominate("red-1", "blue-1"))
    assert refusal is not None
    assert refusal.code == "target"
    (rolled,) = of_kind(events, AttackRolled)
    assert {line.label: line.value for line in rolled.defences[0].lines} == {"Adjacent cover": 1}


@pytest.mark.rule("blitz.14.7a", "blitz.14.6b")
def test_satellites_are_jammed_by_tokens_alone() -> None:
    foe = unit("blue-2", 14, 24, traits=("ECM:+2D6 (CJ)",))
    game = Game(
        unit("red-1", 4, traits=SAT),
        unit("red-2", 8, weapons=MORTAR),
        unit("blue-1", 20),
        foe,
        dice=[("satellite observation", (4, 4))],
    )
    game.play(ObserveFromAbove("red-1"))
    assert game.questions("jam signal") == []
    assert game.questions("nominate") == ["red-1"]
    foe.tokens["comms jamming"] = 2
    foe.actions = 0
    jammed = Game(
        unit("red-1", 4, traits=SAT),
        unit("red-2", 8, weapons=MORTAR),
        unit("blue-1", 20),
        foe,
        dice=[("satellite observation", (4, 4))],
    )
    jammed.play(ObserveFromAbove("red-1"))
    assert jammed.questions("nominate") == []
    assert jammed.questions("snap") == ["blue-1"], "it is a comms event all the same"


@pytest.mark.rule("blitz.14.7d", "blitz.trait.cbs")
def test_surveillance_keeps_a_model_braced_until_it_is_activated_again() -> None:
    game = Game(unit("red-1", 4, traits=SAT), unit("blue-1", 30))
    assert game.refusal(WatchBatteries("red-1")).code == "posture"
    braced = Game(unit("red-1", 4, traits=SAT, actions=1), unit("blue-1", 30), posture="braced")
    braced.play(WatchBatteries("red-1"))
    braced.play(EndActivation("red-1"))
    assert (braced["red-1"].tokens, braced["red-1"].stance) == ({"counter-battery": 1}, "braced")


def batteries(**watcher: Any) -> Game:
    """A mortar that fires on an observation at blue-1; blue-2 watches, blue-3 near it has a mortar."""
    ours = (unit("red-1", 12), unit("red-2", 4, weapons=MORTAR))
    watch = unit("blue-2", 30, 26, actions=0, **watcher)
    theirs = (
        unit("blue-1", 20, actions=0),
        watch,
        unit("blue-3", 34, 26, weapons=MORTAR),
        unit("blue-4", 30, 5, weapons=MORTAR),
    )
    return Game(*ours, *theirs, dice=[("forward observation", (6, 1)), *MISS, ("attack", (1,)), ("defence", (6, 6))])


@pytest.mark.rule("blitz.trait.cbs", "blitz.14.7d", "blitz.14.6a")
@pytest.mark.parametrize("watcher", [{"traits": ("CBS",)}, {"tokens": {"counter-battery": 1}}])
def test_indirect_fire_is_answered_by_counter_batteries(watcher: dict[str, object]) -> None:
    game = batteries(**watcher)
    events = game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"), IndirectFire("blue-3", "LFM", "red-2"))
    assert game.questions("chain") == ["red-2", "blue-3"]
    answer = of_kind(events, AttackRolled)[1]
    assert (answer.unit, answer.defences[0].target) == ("blue-3", "red-2")
    assert "Flanked" not in [line.label for line in answer.lines]


@pytest.mark.rule("blitz.trait.cbs", "blitz.16.2c")
def test_guns_beyond_the_edge_are_found_by_counter_batteries_too() -> None:
    """24.5 in on the table and 10 in beyond it; GUN is one worse, and they are braced in light cover."""
    gun = unit("red-2", 0.5, weapons=MORTAR, actions=0, status="off-board", tokens={"standby": 1})
    foes = (unit("blue-1", 20, actions=0), unit("blue-2", 26, traits=("CBS",), weapons=MORTAR))
    throws = [("forward observation", (6, 1)), *MISS, ("attack", (1,)), ("defence", (6, 6))]
    facts = {"distance:red-2": Sealed("10000", ("red",))}
    game = Game(unit("red-1", 12), gun, *foes, dice=throws, facts=facts)
    fire = IndirectFire("red-2", "LFM"), IndirectFire("blue-2", "LFM", "red-2")
    events = game.play(Observe("red-1", "blue-1"), *fire)
    answer = of_kind(events, AttackRolled)[1]
    assert (answer.unit, answer.skill, answer.defences[0].target) == ("blue-2", 5, "red-2")
    assert "Sub-optimal range" in [line.label for line in answer.lines]
    lines = {line.label: line.value for line in answer.defences[0].lines}
    assert lines == {"Braced": -1, "Adjacent cover": 1}


@pytest.mark.rule("blitz.trait.cbs")
def test_without_such_sensors_nobody_answers_so() -> None:
    game = batteries()
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"))
    assert game.questions("chain") == ["red-2"]


@pytest.mark.rule("blitz.trait.cbs", "blitz.8.5d")
def test_a_mortar_fired_with_lock_is_indirect_fire_too_but_a_cannon_is_not() -> None:
    def asked(weapons: tuple[str, ...], name: str) -> list[str]:
        watch = unit("blue-1", 22, traits=("CBS",), weapons=MORTAR)
        game = Game(
            unit("red-1", 10, weapons=weapons),
            watch,
            dice=[("attack", (1,) if name == "LFM" else (1, 1, 1)), ("defence", (6, 6))],
        )
        game.play(Attack("red-1", name, ("blue-1",)))
        return game.questions("chain")

    assert asked(MORTAR, "LFM") == ["blue-1"]
    assert asked(("LAC (Arm)",), "LAC") == []


@pytest.mark.rule("blitz.trait.emissions")
def test_emissions_are_fired_at_without_lock_but_not_through_heavy_cover() -> None:
    loud = unit("blue-1", 30, traits=("Emissions",), actions=0)
    shot = IndirectFire("red-1", "LFM", "blue-1")
    game = Game(unit("red-1", 10, weapons=MORTAR), loud, wall("medium", 15, 16, 4), dice=[("defence", (1, 1, 1, 1))])
    assert game.refusal(Attack("red-1", "LFM", ("blue-1",))).code == "lock"
    assert shot in game.offers()
    (rolled,) = of_kind(game.play(shot), AttackRolled)
    assert {line.label: line.value for line in rolled.lines} == {"Indirect fire": -1, "Sub-optimal range": -1}
    assert [line.label for line in rolled.defences[0].lines] == ["Additional cover"]
    heavy = Game(unit("red-1", 10, weapons=MORTAR), unit("blue-1", 24, traits=("Emissions",)), wall("heavy", 15, 17, 4))
    assert heavy.refusal(shot).code == "blocked"
    quiet = Game(unit("red-1", 10, weapons=MORTAR), unit("blue-1", 24))
    assert quiet.refusal(shot).code == "emissions"


# --- 7.8 scans -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.7.8")
@pytest.mark.parametrize(("gap", "legal"), [(6_000, True), (6_001, False)])
def test_a_scan_reaches_half_the_detection_range(gap: int, legal: bool) -> None:
    foe = unit("blue-1", 18)
    foe.x = 11_000 + gap
    game = Game(unit("red-1", 10), foe)
    assert game.allows(Scan("red-1", "blue-1")) is legal
    odd = Game(unit("red-1", 10, traits=('Sensors:15"',)), unit("blue-1", 19))
    assert odd.allows(Scan("red-1", "blue-1")), "half of 15 in is 8 in"


@pytest.mark.rule("blitz.7.8", "blitz.7.7", "blitz.15.5d", "blitz.15.5b")
def test_a_scan_uses_active_sensors() -> None:
    far = unit("blue-2", 30, 24, group=2)
    red = unit("red-1", 10, ew=4, tokens={"radio silence": 1})
    game = Game(red, unit("blue-1", 16, actions=0), far, dice=[("detailed scan", (4, 1))])
    events = game.play(Scan("red-1", "blue-1"))
    assert game.questions("snap") == ["blue-2"]
    assert [event.passed for event in of_kind(events, Scanned)] == [True]
    assert game.state.points == {"scan:red:blue-1": 1}
    assert game["red-1"].tokens == {}
    rushed = Game(unit("red-1", 10, tokens={"full speed ahead": 1}), unit("blue-1", 16))
    assert rushed.refusal(Scan("red-1", "blue-1")).code == "sensors"


@pytest.mark.rule("blitz.7.8")
def test_who_dies_of_an_answer_has_scanned_nothing() -> None:
    rolls = [("detailed scan", (6, 6)), ("attack", (6, 6)), ("defence", (1, 1))]
    game = Game(unit("red-1", 10, hull=1, structure=1), unit("red-9", 2, 2), unit("blue-1", 16.5), dice=rolls)
    events = game.play(Scan("red-1", "blue-1"), SnapFire("blue-1", "LAC"))
    assert game["red-1"].is_destroyed
    assert [event.passed for event in of_kind(events, Scanned)] == [False]
    assert game.state.points == {}


@pytest.mark.rule("blitz.7.8")
def test_markers_and_terrain_can_be_scanned() -> None:
    house = piece("instance", "medium", 14, 19, 16, 21, 3, id="house")
    game = Game(unit("red-1", 10), unit("blue-1", 40), house, markers={"beacon": (10_000, 26_500)})
    assert game.allows(Scan("red-1", "house"))
    assert game.allows(Scan("red-1", "beacon"))
    assert Scan("red-1", "beacon") in game.offers()
    assert game.refusal(Scan("red-1", "nothing")).code == "target"
    game.state.markers["beacon"] = (10_000, 26_501)
    assert game.refusal(Scan("red-1", "beacon")).code == "range"
