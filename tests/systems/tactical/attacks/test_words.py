"""What is told and shown of attacks."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks import firing as w
from gearlock.systems.tactical.attacks import weapons_in_use as e
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.attacks.shots import MORTAR, ground, gunner
from systems.tactical.play import duel, give
from systems.tactical.tables import LAC, put


@pytest.mark.parametrize(
    ("code", "look"),
    [("LAC", "burst"), ("HRG", "shell"), ("HLC", "beam"), ("LRP/32", "rocket"), ("ATM", "rocket"), ("IRP/30", "flame"),
     ("APGL", "shell"), ("VB", "blade"), ("HG", "shell")],
)  # fmt: skip
def test_weapons_look_like_what_they_are(code: str, look: str) -> None:
    assert w.look_of(all_arms().vehicle[code]) == look


def test_a_shot_is_to_be_seen_with_who_fires_at_whom() -> None:
    battle = give(duel().dice("attack", 6, 6).dice("defense", 1, 2).battle(), Attack("red-1", "LAC", "blue-1"))
    event = next(each for entry in battle.entries for each in entry.events if isinstance(each, e.AttackMet))
    (shot,) = w.met(battle.state, event, None).shots
    assert (shot.look, shot.by, shot.at, shot.hits) == ("burst", "red-1", "blue-1", True)


def test_what_is_said_names_everybody_and_how() -> None:
    state = ground()
    put(state, "red-1", gunner(LAC, MORTAR), 20, 10)
    for number in (1, 2):
        put(state, f"blue-{number}", "hunter", 18 + 2 * number, 14)
    walk = e.AttackDeclared("red-1", "LAC", "blue-1", 2, others=("blue-2",))
    assert "walking over Blue Hunter 1, Blue Hunter 2 (ROF 2)" in w.declared(state, walk, None).text
    called = e.AttackDeclared("red-1", "MTR", "blue-1", way="indirect", called="crew", snap=True)
    line = w.declared(state, called, None)
    assert "snap fires" in line.text
    assert "(indirectly, called at its crew)" in line.text
    assert line.rule == "tactical.2.6.2-snap-fire"
    blast = w.blast(state, e.BlastSpread("red-1", "MTR", 20_000, 14_000, ("blue-1", "blue-2")), None)
    assert blast.units == ("red-1", "blue-1", "blue-2")
    lost = w.scattered(state, e.Scattered("red-1", "blue-1", "MTR", 3, 2, 0, 0, False), None)
    assert "off the table" in lost.text


def test_a_position_tells_a_whole_attack_without_a_gap() -> None:
    position = Position("tactical", active="red-1", modules=["area effect", "burst fire"], seed=2)
    position.model("red-1", "hunter", at=(20, 10), facing="north", stats={"weapons": ["APGL F"]})
    position.model("blue-1", "hunter", at=(20, 14), facing="south")
    battle = give(position.battle(), Attack("red-1", "APGL", "blue-1"))
    told = [battle.system.tell(battle.state, each, None) for entry in battle.entries for each in entry.events]
    texts = [line.text for line in told if line is not None]
    assert any("goes off" in text for text in texts)
