"""Attacks laid out for the odds tool: every distance of the range table can be asked about."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadInput, attack_odds
from gearlock.systems.tactical.firing_range import COVERS


@pytest.mark.rule("tactical.2.6.7-range")
@pytest.mark.parametrize(
    ("attacker", "target", "range_", "worth"),
    [
        ("hunter:LAC", "hunter", 0.999, 1), ("hunter:LAC", "aller", 0.5, 1), ("hunter:LAC x3", "hunter", 0.5, 1),
        ("hunter:LAC", "aller", 1, 0), ("hunter:LAC", "hunter", 2, 0), ("hunter:LAC", "hunter", 2.001, -1),
        ("hunter:LAC", "hunter", 16, -3),
    ],
)  # fmt: skip
def test_a_shot_from_nearer_than_an_inch_can_be_laid_out(attacker: str, target: str, range_: float, worth: int) -> None:
    odds = attack_odds("tactical", attacker, target, {"range": range_})
    lines = [line.value for line in odds.shots[0].preview.attack if line.rule == "tactical.2.6.7-range"]
    assert sum(lines) == worth


def test_two_units_do_not_stand_on_one_spot() -> None:
    with pytest.raises(BadInput, match="on one spot"):
        attack_odds("tactical", "hunter:LAC", "hunter", {"range": 0})


@pytest.mark.rule("tactical.2.6.4-warning")
@pytest.mark.parametrize("target", ["hunter", "infantry-squad"])
def test_a_warning_of_the_target_is_worth_two_on_its_defense(target: str) -> None:
    odds = attack_odds("tactical", "hunter:LAC", target)
    (worth,) = odds.worths
    assert (worth.label, worth.side) == ("a Command Point that warns the target", "target")
    assert worth.fate.mean_damage < odds.fate.mean_damage
    if target == "hunter":
        faster = attack_odds("tactical", "hunter:LAC", target, {"target-moved": 10})
        assert worth.fate.damage == faster.fate.damage


@pytest.mark.rule("tactical.2.6.4-warning")
def test_who_rolls_no_defense_is_not_warned() -> None:
    assert attack_odds("tactical", "hunter:LAC", "gun-turret-mac").worths == ()


def lines_of(attacker: str, target: str = "hunter", **said: Any) -> dict[str, int]:
    """The modifiers of a laid-out attack by their rules."""
    shown = attack_odds("tactical", attacker, target, {name.replace("_", "-"): it for name, it in said.items()})
    return {line.rule: line.value for line in shown.shots[0].preview.attack}


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_partial_cover_of_the_skirmish_scale_adds_to_armor() -> None:
    odds = [attack_odds("tactical", "hunter:LAC", "hunter", {"scale": "skirmish", "cover": it}) for it in COVERS]
    notes = [found.shots[0].preview.harm for found in odds]
    assert [int(note.rpartition(" ")[2]) for note in notes] == [15, 17, 19]
    near = attack_odds("tactical", "hunter:LAC x2", "hunter", {"scale": "skirmish", "cover": "light", "range": 4})
    assert near.shots[1].preview.harm.endswith(" 17")


@pytest.mark.rule("tactical.3.8.3-careful")
def test_careful_fire_reaches_five_times_as_far_for_two_actions() -> None:
    far: dict[str, Any] = {"scale": "skirmish", "range": 10, "careful": "yes"}
    assert "tactical.2.6.7-range" not in lines_of("hunter:LAC", **far, extra=1)
    with pytest.raises(BadInput, match="this takes 2"):
        lines_of("hunter:LAC", **far)
    with pytest.raises(BadInput, match="skirmish scale of 10 m"):
        lines_of("hunter:LAC", careful="yes", extra=1)


@pytest.mark.rule("tactical.3.8.2")
def test_obscurement_is_laid_out_at_the_scale_that_is_asked_for() -> None:
    assert lines_of("hunter:LAC", scale="skirmish", concealment=1)["tactical.2.6.7-obscurement"] == -1
    assert lines_of("hunter:LAC", scale="skirmish", concealment=2, range=6)["tactical.2.6.7-obscurement"] == -2
    with pytest.raises(BadInput, match="need 5 in of woodland"):
        lines_of("hunter:LAC", scale="skirmish", concealment=2)


@pytest.mark.rule("tactical.3.7-night", "tactical.3.7-sandstorm")
def test_darkness_and_storms_of_a_laid_out_attack_are_those_of_the_book() -> None:
    assert lines_of("infantry-squad:7mm Rifle", time="night")["tactical.3.7-night"] == -1
    assert "tactical.3.7-night" not in lines_of("hunter:LAC", time="night")
    assert lines_of("hunter:LAC", weather="sandstorm", range=3)["tactical.2.6.7-obscurement"] == -3
    with pytest.raises(BadInput, match="sees through"):
        lines_of("hunter:LAC", weather="blizzard", range=10)


@pytest.mark.rule("tactical.7.2.2-fragmentation")
def test_fragmentation_ammunition_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="no such ammunition"):
        lines_of("hunter:LAC", fragments="yes")


@pytest.mark.parametrize(("said", "words"), [({}, "scale=skirmish"), ({"scale": "skirmish"}, "squads have none")])
def test_cover_that_there_cannot_be_is_refused(said: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        lines_of("hunter:LAC", "infantry-squad", cover="light", **said)
