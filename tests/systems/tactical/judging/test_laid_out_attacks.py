"""Attacks laid out for the odds tool: every distance of the range table can be asked about."""

from __future__ import annotations

import pytest

from gearlock import BadInput, attack_odds


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
