"""A battle that travels: its position, the lines of its log as they come up, what may be taken back."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Logged, Scripted, Seeded
from gearlock.kernel.errors import UndoRefused
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.record import Answered, Rolled
from gearlock.kernel.scribe import Scribe
from gearlock.kernel.system import Scenario
from kernel.test_battle import SETUP, bids, play_at_random
from kernel.toy import TOY, Bid, Parry, Strike, ToyState


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "get_system", lambda name: TOY)


def begun(*faces: int) -> Battle[ToyState]:
    return Battle.begin(TOY, SETUP, Scripted(faces) if faces else Seeded(1))


def written(scribe: Scribe) -> bytes:
    return b"".join(line + b"\n" for line in scribe.news())


def travelled(battle: Battle[ToyState]) -> Battle[ToyState]:
    state, inputs = battle.position()
    return Battle.rerun(TOY, SETUP, TOY.decode(state, SETUP), inputs, battle.dice)


def test_a_position_travels_in_the_middle_of_a_script() -> None:
    battle = begun(5)
    for step in ("start", "sealed", "bids", "strike"):
        if step == "sealed":
            battle.answer("red", Bid(3))
        elif step == "bids":
            battle.answer("blue", Bid(1))
        elif step == "strike":
            battle.answer("red", Strike(2))
        again = travelled(battle)
        assert again.hash() == battle.hash()
        assert again.pending == battle.pending
        assert again.waiting_for() == battle.waiting_for()
    again.answer("blue", Parry())
    battle.answer("blue", Parry())
    assert again.hash() == battle.hash()


def test_a_position_holds_only_what_came_since_the_last_step() -> None:
    battle = begun()
    play_at_random(battle, 3)
    fresh = Battle.rerun(TOY, SETUP, battle.start, [entry.input for entry in battle.entries][:40])
    assert len(fresh.position()[1]) < 12


def test_the_last_decision_of_a_seat_and_what_veils_it() -> None:
    battle = begun(5)
    assert battle.last_decision("red") is None
    assert battle.veil("red") == ""
    battle.answer("red", Bid(3))
    assert battle.last_decision("red") == 1
    assert battle.veil("red") == ""
    battle.answer("blue", Bid(1))
    assert battle.veil("red") == "blue has answered since"
    assert battle.veil("blue") == "something hidden was revealed, or might have been"
    battle.answer("red", Strike(1))
    assert battle.last_decision("red") == 3
    assert battle.veil("red") == ""


@pytest.mark.parametrize(
    ("is_open", "data", "why"),
    [
        (False, {}, "something hidden was revealed, or might have been"),
        (True, {}, ""),
        (True, {"position": {}}, "something hidden was revealed, or might have been"),
    ],
)
def test_in_an_open_scenario_whatever_no_dice_followed_is_taken_back_freely(
    is_open: bool, data: dict[str, Any], why: str
) -> None:
    """A position laid out by hand may hold secrets even so."""
    duel = Scenario("duel", "Duel", "Two duellists", open=is_open)
    toy = replace(TOY, scenarios=lambda: {"duel": duel})
    battle = Battle.begin(toy, msgspec.structs.replace(SETUP, data=data), Scripted([5]))
    bids(battle, 3, 1)
    battle.answer("red", Strike(1))
    battle.answer("blue", Parry())
    assert battle.veil("blue") == why
    assert battle.fork().has_secrets == battle.has_secrets == bool(why)


def test_dice_veil_a_decision() -> None:
    battle = begun(5)
    bids(battle, 3, 1)
    battle.answer("red", Strike(1))
    battle.answer("blue", TOY.options(battle.state, battle.pending[0])[0].order)
    assert battle.veil("blue") == "dice have been rolled since"
    with pytest.raises(UndoRefused, match="dice have been rolled"):
        battle.undo("blue")
    battle.undo("blue", consent=True)
    assert battle.ask_for("blue")


def test_taking_back_goes_past_a_choice_that_was_none() -> None:
    battle = begun(5)
    bids(battle, 3, 1)
    before = battle.hash()
    battle.answer("red", Strike(1), auto=True)
    assert Answered("red", Strike(1), auto=True) == battle.entries[-1].input
    assert battle.last_decision("red") == 1
    assert battle.veil("blue") == "something hidden was revealed, or might have been"
    again = loads(dumps(battle)).battle(
        Logged([entry.input.faces for entry in battle.entries if isinstance(entry.input, Rolled)])
    )
    assert again.entries == battle.entries
    assert again.hash() == before
    battle.undo("red", consent=True)
    assert battle.waiting_for() == ("red", "blue")


@pytest.mark.parametrize("seed", range(8))
def test_a_scribe_writes_what_a_whole_log_holds_whatever_is_taken_back(seed: int) -> None:
    chooser = random.Random(seed)
    battle = begun()
    scribe = Scribe(battle)
    log = b"".join(line + b"\n" for line in scribe.opening()) + written(scribe)
    for _ in range(60):
        if battle.over:
            break
        _one_decision(battle, chooser)
        if chooser.random() < 0.25 and battle.decisions_of("red"):
            if chooser.random() < 0.5:
                log += written(scribe)
            battle.undo("red", consent=True)
        if chooser.random() < 0.7:
            log += written(scribe)
    log += written(scribe)
    assert written(scribe) == b"", "nothing is written twice"
    read, whole = loads(log), loads(dumps(battle))
    assert read.entries == whole.entries
    assert read.checks == whole.checks
    assert read.end == whole.end


def _one_decision(battle: Battle[ToyState], chooser: random.Random) -> None:
    seat = battle.waiting_for()[0]
    option: Any = chooser.choice(battle.options(seat))
    order = battle.sample(seat, option, chooser) if hasattr(option, "low") else option.order
    assert order is not None
    battle.answer(seat, order)


def test_a_scribe_goes_on_where_another_stopped() -> None:
    battle = begun()
    first = Scribe(battle)
    log = b"".join(line + b"\n" for line in first.opening())
    battle.answer("red", Bid(2))
    log += written(first)
    second = Scribe(battle)
    second.skip(loads(log))
    assert written(second) == b""
    battle.answer("blue", Bid(2))
    log += written(second)
    assert loads(log).entries == battle.entries


def test_a_narrator_tells_nothing_twice_and_starts_again_after_a_take_back() -> None:
    battle = begun(5)
    narrator = Narrator(battle, "red")
    narrator.news()
    bids(battle, 3, 1)
    assert narrator.news()
    assert narrator.news() == []
    battle.undo("red", consent=True)
    assert narrator.news() == []
    bids(battle, 3, 1)
    assert [line.text for line in narrator.news()] == ["BidsShown"]
