from __future__ import annotations

from pathlib import Path

import pytest

from campaign.chain import begun, fight, fought_out, usual
from gearlock.campaign.following import rules_of
from gearlock.campaign.keeping import read
from gearlock.campaign.lines import fingerprint
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import all_systems
from gearlock.muster.standing_forces import fielded, numbered

LINKED = [system.id for system in all_systems() if system.campaign is not None]


@pytest.mark.parametrize("system", LINKED)
def test_three_linked_battles_between_bots_come_out_the_same_again_and_are_proved(system: str, tmp_path: Path) -> None:
    ends = []
    for name in ("one.jsonl", "two.jsonl"):
        begun(tmp_path / name, system, usual(system))
        fought_out(tmp_path / name)
        following, dropped = read(tmp_path / name)
        assert not dropped
        assert following.campaign.over is not None
        ends.append(fingerprint(following.campaign))
        proof = prove_campaign(following, tmp_path / name)
        assert proof.holds, proof
        assert proof.battles == len(following.campaign.battles)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("system", LINKED)
def test_what_is_hurt_begins_the_next_battle_hurt_and_what_is_lost_is_not_in_it(system: str, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, system, usual(system), battles="5")
    fight(path)
    following, _ = read(path)
    campaign, game = following.campaign, following.system
    member = campaign.sides["red"].members[0]
    lost = type(member)(member.id, member.name, member.group, member.post, member.worth, {}, "lost")
    without = campaign.member("red", lost)
    setup = following.rules.prepare(without, campaign.scenario, 3, {})
    state = game.begin(setup)
    for seat in game.seats:
        there = numbered(without, seat)
        assert {unit_id for unit_id in state.units if unit_id.count("-") == 1 and unit_id.startswith(seat)} == set(
            there
        )
        for unit_id, kept in there.items():
            for name, value in kept.hurt.get("", {}).items():
                assert getattr(state.units[unit_id], name) == value


def test_a_rule_of_the_house_says_so() -> None:
    houses = [system for system in all_systems() if system.campaign is not None and rules_of(system).house]
    assert houses
    assert all("rule of the house" in rules_of(system).about for system in houses)


def test_who_has_nothing_left_fights_no_battle(tmp_path: Path) -> None:
    following = begun(tmp_path / "war.jsonl", LINKED[0], usual(LINKED[0]))
    campaign = following.campaign.side("red", members=())
    with pytest.raises(BadInput, match="force of red cannot fight on"):
        fielded(following.system.prepare(campaign.scenario, 1, {}), campaign, "x")


def test_a_system_without_campaigns_says_so_and_options_are_known_by_name(tmp_path: Path) -> None:
    for system in all_systems():
        if system.campaign is None:
            with pytest.raises(BadInput, match="no campaigns"):
                rules_of(system)
    for linked in LINKED:
        for battles in ("many", "0", "00120", "0001" + "0" * 5000, "\u00b2", ""):
            with pytest.raises(BadInput, match=r"1 to|from 1"):
                begun(tmp_path / "a", linked, usual(linked), battles=battles)
    with pytest.raises(UnknownName):
        begun(tmp_path / "a", LINKED[0], "nothing like it")
