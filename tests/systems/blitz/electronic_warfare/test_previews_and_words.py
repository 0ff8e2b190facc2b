"""What players read of electronic warfare and orders: odds before, words after."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Order
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.attacks.aiming import IndirectFire
from gearlock.systems.blitz.dice_tests.tests import BoostComms, JamSignal
from gearlock.systems.blitz.electronic_warfare import observing as o
from gearlock.systems.blitz.orders import GiveOrder, Include, PassPoints
from gearlock.systems.blitz.sensor_jamming import JamSights
from systems.blitz.radio import Game, unit

MORTAR = ('LFM (T, AE:0", Blast:0D6, Range:6-18/36")',)
EVERYTHING = ("ECM:+2D6 (CJ, SJ)", "ECCM", 'Sensors:24"', "SatUp:4+", "TD:+1D6", "Comms:+1D6", "CMD:+1D6")


def wired() -> Game:
    red = unit("red-1", 10, traits=EVERYTHING, ew=4, rank="co", actions=2, tokens={"command points": 2})
    firer, leader = unit("red-2", 8, 22, weapons=MORTAR), unit("red-3", 8, 16, rank="cgl", group=2)
    foe = unit("blue-1", 20, traits=EVERYTHING, ew=4, tokens={"sensor interference": 1})
    return Game(red, firer, leader, foe, posture="braced", markers={"beacon": (12_000, 24_000)})


@pytest.mark.rule("blitz.14.1a", "blitz.14.2a")
def test_an_observation_shows_its_dice_and_chances() -> None:
    shown = SYSTEM.preview(wired().state, "red", o.Observe("red-1", "blue-1"))
    assert shown.odds is not None
    assert shown.odds.p_hit == pytest.approx(1 - 0.5**4)
    assert shown.attack_total == "4D6 at 4+, mean 2.00 successes"
    assert shown.notes[0] == "1 or more successes: 94%"
    assert shown.cost == "1 action of 2"
    assert shown.gives > 0


@pytest.mark.rule("blitz.15.4", "blitz.trait.cmd")
def test_an_order_shows_its_dice() -> None:
    shown = SYSTEM.preview(wired().state, "red", GiveOrder("red-1", "incoming fire"))
    assert shown.attack_total == "4D6 at 3+, mean 2.67 successes"
    assert [line.label for line in shown.attack] == ["Braced", "Command suite"]


@pytest.mark.rule("blitz.14.0-table")
def test_every_offer_has_words_and_a_preview_and_nonsense_breaks_none() -> None:
    game = wired()
    kinds = {type(order) for order in game.offers()}
    assert {o.Observe, o.ObserveFromAbove, o.BoostSensors, o.JamSensors, o.Interfere, o.CounterInterference} <= kinds
    assert {o.JamComms, o.WatchBatteries, o.Scan, GiveOrder, PassPoints} <= kinds
    for order in game.offers():
        SYSTEM.preview(game.state, "red", order)
    nonsense: list[Order] = [
        o.Observe("x", "y"), o.Observe("red-1", "y", True), o.ObserveFromAbove("x"), o.Nominate("x", "y"),
        o.JamSensors("red-1", "y"), JamSights("x"), o.Interfere("x"), o.CounterInterference("x", "y"),
        o.JamComms("x"), JamSignal("x"), BoostComms("x", -1), o.Scan("x", "y"), GiveOrder("x", "y"),
        GiveOrder("red-1", "nothing"), GiveOrder("red-1", "coordinated fire", "nobody"), PassPoints("x", "y"),
        IndirectFire("x", "y"), IndirectFire("red-2", "LFM", "nobody"), Include("x", "y"), o.EndBoost("x", "y"),
    ]  # fmt: skip
    for order in nonsense:
        assert SYSTEM.preview(game.state, "red", order).gives == 0.0


@pytest.mark.rule("blitz.14.0", "blitz.14.5c")
def test_refusals_say_what_to_do() -> None:
    game = Game(unit("red-1", 10), unit("blue-1", 26))
    far = game.refusal(o.Observe("red-1", "blue-1"))
    assert far.message == "The blue-1 is 15 in away, and the red-1 detects it within 12 in; active sensors double that."
    lacking = game.refusal(o.Interfere("red-1"))
    assert lacking.message == "Sensor interference takes ECM that works, which the red-1 has not."


@pytest.mark.rule("blitz.tokens")
def test_tokens_are_shown_and_inner_marks_are_not() -> None:
    foe = unit("blue-1", 20, tokens={"sensor jamming:red-1": 2, "emitting": 1, "included:red-1": 1, "jammed now": 1})
    game = Game(unit("red-1", 10, traits=("ECM:+1D6 (SJ)",)), foe)
    (piece,) = [each for each in SYSTEM.view(game.state, "red", ()).pieces if each.id == "blue-1"]
    shown = {(token.name, token.count, token.rule) for token in piece.tokens}
    assert ("Sensor jamming:red-1", 2, "blitz.14.5b") in shown
    assert {name for name, _, _ in shown} == {"Combat group 1", "Actions", "Sensor jamming:red-1"}
