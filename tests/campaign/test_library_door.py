"""A campaign from Python: begun, laid out, fought with dice of one's own, repaired, bought, ended, saved and proved."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from gearlock import (
    BadFile,
    BadInput,
    Battle,
    ByPurpose,
    UnknownName,
    War,
    load_campaign,
    make_bot,
    new_campaign,
    play_out,
)
from gearlock.campaign.fighting import bring_home
from gearlock.campaign.keeping import CampaignFile, battle_path
from gearlock.campaign.lines import Buy
from gearlock.kernel.campaigning import Homecoming
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import all_systems, get_system

PAGE = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text()
BOOK = next(system.id for system in all_systems() if hasattr(system.campaign, "muster"))
HOUSE = next(system.id for system in all_systems() if system.campaign is not None and system.id != BOOK)
VP, LABOR = "Victory Points", "Labor Points"
ARMOR = "red-1:armor"
NOT_OURS = "These dice are not the campaign's own."


def war(seed: int = 7, **more: Any) -> War:
    options = {"red": "hunter*2", "blue": "jaeger*2", "modules": "detailed damage", "rounds": 2, "technicians": 3}
    return new_campaign(BOOK, "skirmish", seed, options, **more)


def fought(one: War, seed: int = 1, **which: Any) -> None:
    play_out(one.battle(**which), {seat: make_bot("random", seed) for seat in one.system.seats})
    one.bring_home()


def test_three_battles_between_bots_are_saved_read_again_and_proved(tmp_path: Path) -> None:
    one = war()
    while not one.over:
        fought(one)
    assert len(one.state.battles) == 3
    assert one.outcome == one.state.over
    assert one.prove().holds
    path = one.save(tmp_path / "war.jsonl")
    again = load_campaign(path)
    assert (again.hash(), again.story(), repr(again)) == (one.hash(), one.story(), repr(one))
    proof = again.prove()
    assert proof.holds
    assert proof.battles == 3


def test_laid_out_wounds_and_points_are_there_from_the_beginning_and_never_proved() -> None:
    one = war(hurt={"red-1": {"armor_lost": 2, "harm": {"frame": 1}}}, pools={"red": {VP: 3}})
    assert one.member("red-1").away == "destroyed"
    assert one.wounds("red-1") == ("sits out: destroyed", "2 Armor lost", "complete structural failure")
    assert one.side("red").pools == {VP: 3, LABOR: 15}
    asked = {offer.id: (offer.cost[LABOR], offer.threshold) for offer in one.repairs("red")}
    assert asked == {ARMOR: (8, 2), "red-1:frame": (12, 8)}
    proof = one.prove()
    assert not proof.wrong
    assert not proof.holds


def test_a_repair_is_thrown_for_with_dice_of_ones_own_and_its_line_says_so(tmp_path: Path) -> None:
    one = war(hurt={"red-1": {"armor_lost": 1}})
    told = one.repair("red", ARMOR, dice=[(3, 1, 1)])
    assert "repaired" in told[0]
    assert told[-1] == NOT_OURS
    assert one.member("red-1").hurt == {}
    one.save(tmp_path / "war.jsonl")
    again = load_campaign(tmp_path / "war.jsonl")
    assert again.hash() == one.hash()
    assert "the dice of line 3: they are not the campaign's own" in again.prove().unproved


@pytest.mark.parametrize("dice", [[(7, 1, 1)], [(1, 1)], [], [("1", 1, 1)], "111", 5, [5]])
def test_dice_that_cannot_be_are_refused_and_nothing_has_changed(dice: Any) -> None:
    one = war(hurt={"red-1": {"armor_lost": 1}})
    before = one.hash()
    with pytest.raises(BadInput):
        one.repair("red", ARMOR, dice=dice)
    assert one.hash() == before
    assert one.story() == ()


def test_dice_by_purpose_serve_a_repair_and_a_battle() -> None:
    one = war(hurt={"red-1": {"armor_lost": 1}})
    assert "repaired" in one.repair("red", ARMOR, dice=ByPurpose(("", (2, 1, 1))))[0]
    battle = one.battle(dice=ByPurpose(seed=5))
    play_out(battle, {seat: make_bot("random", 1) for seat in one.system.seats})
    assert one.bring_home(battle)[-1] == NOT_OURS
    proof = one.prove()
    assert not proof.wrong
    assert proof.battles == 1
    assert sum("dice of line" in words for words in proof.unproved) == 2


@pytest.mark.parametrize("system", [BOOK, HOUSE])
def test_a_battle_with_own_dice_is_saved_loaded_and_finished(system: str, tmp_path: Path) -> None:
    one = new_campaign(system, "skirmish" if system == BOOK else "", 3, {"rounds": 2} if system == BOOK else {})
    play_out(one.battle(dice=ByPurpose(seed=5)), {seat: make_bot("random", 1) for seat in one.system.seats})
    again = load_campaign(one.save(tmp_path / "war.jsonl"))
    assert again.bring_home()[-1] == NOT_OURS
    proof = load_campaign(again.save(tmp_path / "war.jsonl")).prove()
    assert not proof.wrong
    assert (proof.battles, proof.holds) == (1, False)


def test_the_good_part_of_a_damaged_file_is_saved_with_the_log_of_the_battle_under_way(tmp_path: Path) -> None:
    one = war()
    fought(one)
    path = one.save(tmp_path / "war.jsonl")
    path.write_text(path.read_text().replace("is over", "is ovver"))
    good = load_campaign(path, only_good=True)
    assert good.state.marching is not None
    again = load_campaign(good.save(tmp_path / "good.jsonl"))
    assert again.battle().over
    again.bring_home()
    assert (again.hash(), again.prove().holds) == (one.hash(), True)


@pytest.mark.parametrize("system", [system.id for system in all_systems() if system.campaign])
def test_a_campaign_that_was_fought_in_memory_is_read_and_told_alike(system: str, tmp_path: Path) -> None:
    one = new_campaign(system, "skirmish" if system == BOOK else "", 3, {"rounds": 2} if system == BOOK else {})
    while not one.over:
        fought(one)
    again = load_campaign(one.save(tmp_path / "war.jsonl"))
    assert (again.hash(), again.story()) == (one.hash(), one.story())
    assert again.prove().holds


def test_a_battle_in_which_both_sides_earn_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = war()
    rules = one.following.rules

    def both_earn(*said: Any) -> dict[str, Homecoming]:
        found = rules.carry_over(*said)
        return {seat: msgspec.structs.replace(home, earned={VP: 2}) for seat, home in found.items()}

    generous = dataclasses.replace(rules, carry_over=both_earn)
    monkeypatch.setattr("gearlock.campaign.following.rules_of", lambda _system: generous)
    one = war()
    fought(one)
    assert "red +2 Victory Points" in one.story()[-1]
    assert load_campaign(one.save(tmp_path / "war.jsonl")).prove().holds


def test_a_battle_comes_home_when_it_is_over_and_is_the_one_that_was_begun() -> None:
    one, other = war(), war(8)
    with pytest.raises(BadInput, match="No battle has been begun"):
        one.bring_home()
    battle = one.battle()
    assert one.battle() is battle
    with pytest.raises(BadInput, match="not over"):
        one.bring_home()
    with pytest.raises(BadInput, match="under way"):
        one.battle("battle")
    with pytest.raises(BadInput, match="has its dice"):
        one.battle(dice=[(1,)])
    strange = other.battle()
    play_out(strange, {seat: make_bot("random", 1) for seat in other.system.seats})
    with pytest.raises(BadFile, match="not the battle that the campaign has begun"):
        one.bring_home(strange)
    with pytest.raises(BadInput, match="under way"):
        one.buy("red", "labor", 1)


def test_a_battle_that_began_otherwise_than_its_set_up_says_is_not_taken_home(tmp_path: Path) -> None:
    one = war()
    honest = one.battle()
    path = one.save(tmp_path / "war.jsonl")
    start = one.system.begin(honest.setup)
    for unit in start.units.values():
        unit.armor_lost = 5 if unit.seat == "blue" else 0
    forged = Battle.begin(one.system, honest.setup, None, start)
    play_out(forged, {seat: make_bot("random", 1) for seat in one.system.seats})
    with pytest.raises(BadFile, match="the first state"):
        one.bring_home(forged)
    battle_path(path, 1).write_bytes(dumps(forged))
    with CampaignFile(path) as file, pytest.raises(BadFile, match="the first state"):
        bring_home(file)


def test_a_battle_under_way_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    one = war()
    one.battle()
    one.save(tmp_path / "war.jsonl")
    again = load_campaign(tmp_path / "war.jsonl")
    assert again.battle().hash() == one.battle().hash()
    again.side("red")
    fought(again)
    assert again.prove().holds
    again.save(tmp_path / "war.jsonl")
    with pytest.raises(BadFile, match="no older state"):
        war(9).save(tmp_path / "war.jsonl")
    with pytest.raises(BadFile, match=r"folder|cannot be"):
        again.save(tmp_path)


def test_a_file_that_somebody_goes_on_with_is_left_to_him(tmp_path: Path) -> None:
    one = war(pools={"red": {VP: 3}})
    path = one.save(tmp_path / "war.jsonl")
    one.buy("red", "labor", 1)
    with CampaignFile(path) as theirs:
        with pytest.raises(BadFile, match="another Gearlock"):
            one.save(path)
        theirs.decide(Buy("red", "labor", "2"))
    with pytest.raises(BadFile, match="no older state"):
        one.save(path)
    assert load_campaign(path).side("red").pools[LABOR] == 17


def test_what_is_good_of_a_damaged_file_is_gone_on_with(tmp_path: Path) -> None:
    one = war(pools={"red": {VP: 3}})
    one.buy("red", "labor", 1)
    one.buy("red", "labor", 2)
    path = one.save(tmp_path / "war.jsonl")
    path.write_text(path.read_text().replace("buys 2", "buys 3"))
    with pytest.raises(BadFile, match=r"jsonl:4"):
        load_campaign(path)
    assert load_campaign(path, only_good=True).side("red").pools[LABOR] == 16


WRONG: dict[str, Callable[[War], object]] = {
    "a seat": lambda one: one.side("green"),
    "a member": lambda one: one.member("red-9"),
    "whose repairs": lambda one: one.repairs("green"),
    "whose page": lambda one: one.view("green"),
    "a repair": lambda one: one.repair("red", ARMOR),
    "a ware": lambda one: one.buy("red", "castles"),
    "a battle": lambda one: one.battle("tea"),
    "a game": lambda _: new_campaign("chess"),
    "a pool": lambda _: war(pools={"red": {"gold": 1}}),
    "whose pools": lambda _: war(pools={"green": {}}),
    "who is hurt": lambda _: war(hurt={"red-9": {}}),
}


@pytest.mark.parametrize("name", WRONG)
def test_names_that_are_not_there_are_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(UnknownName):
        WRONG[name](war())


WOUNDS: tuple[dict[str, object], ...] = (
    {"armor_lost": "many"}, {"armor_lost": -1}, {"armor_lost": 16}, {"armor_lost": True}, {"crew_lost": 2},
    {"wings": 2}, {"x": 3}, {"status": "destroyed"}, {"seat": "blue"}, {"troopers": [1]},
    {"harm": 5}, {"harm": {"mp:wings": 1}}, {"harm": {"mp:W": 8}}, {"harm": {"frame": 2}}, {"harm": {"frame": -1}},
    {"harm": {"crew compartment": 2}}, {"tokens": {"light": 2}}, {"tokens": {"heavy": 2}}, {"tokens": {"speedy": 1}},
    {"used": {"LAC": 61}}, {"used": {"LAC": -1}}, {"used": {"VB": 1}}, {"used": {"clip:LAC": 1}},
)  # fmt: skip


@pytest.mark.parametrize("fields", WOUNDS)
def test_wounds_that_no_machine_has_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="red-1 cannot be hurt like this"):
        war(hurt={"red-1": fields})


def test_everything_that_a_machine_has_may_be_lost_when_it_begins() -> None:
    whole = {"armor_lost": 15, "crew_lost": 1, "harm": {"mp:W": 7, "frame": 1}, "used": {"LAC": 60}}
    one = war(hurt={"red-1": {**whole, "tokens": {"light": 1, "heavy": 1, "spare clip:LAC": 2}}, "red-2": {}})
    assert one.wounds("red-1")[:3] == ("sits out: destroyed", "Light Damage", "Heavy Damage")
    assert one.wounds("red-2") == ()
    one = war(hurt={"red-1": {"used": {"LAC": 70, "clip:LAC": 1}, "tokens": {"spare clip:LAC": 1}}})
    assert one.battle().state.units["red-1"].used == {"LAC": 70, "clip:LAC": 1}


@pytest.mark.parametrize("said", [5, {"red-1": 5}, {"red-1": None}, {1: {}}])
def test_what_is_laid_out_goes_by_name(said: Any) -> None:
    for laid in ({"hurt": said}, {"pools": said}):
        with pytest.raises(BadInput, match=r"goes by name|No seat"):
            war(**laid)


@pytest.mark.parametrize("system", [system.id for system in all_systems() if system.campaign and system.id != BOOK])
def test_wounds_are_laid_out_on_the_ladder_of_the_house_too(system: str) -> None:
    carried = get_system(system).campaign.carried  # type: ignore[union-attr]
    lost = get_system(system).campaign.lost[0]  # type: ignore[union-attr]
    assert new_campaign(system, "duel", hurt={"red-1": {"status": lost}}).member("red-1").away == "lost"
    with pytest.raises(BadInput, match="cannot be hurt like this"):
        new_campaign(system, "duel", hurt={"red-1": {"wings": 2}})
    with pytest.raises(BadInput, match="cannot be hurt like this"):
        new_campaign(system, "duel", hurt={"red-1": {carried[0]: object()}})


@pytest.mark.parametrize("amount", [-1, True, "3", 1.5, 10**30])
def test_points_are_whole_numbers(amount: Any) -> None:
    with pytest.raises(BadInput, match="whole number"):
        war(pools={"red": {VP: amount}})


@pytest.mark.parametrize("said", [None, 3, ["red"], {"red": 1}, object()])
def test_who_and_what_is_named_by_a_text(said: Any) -> None:
    one = war()
    for call in (
        *(one.side, one.member, one.wounds, one.repairs, one.wares, one.view),
        lambda said: one.repair(said, ARMOR),
        lambda said: one.repair("red", said),
        lambda said: one.buy("red", said),
        lambda said: one.battle(cast(str, 0) if said is None else said),
        lambda said: one.report(scenario=said),
    ):
        with pytest.raises(BadInput, match="is named by a text"):
            call(said)
    assert one.story() == ()


@pytest.mark.parametrize("dice", [5, [5], [()], "x", object()])
def test_a_battle_with_dice_that_cannot_be_is_not_begun(dice: Any) -> None:
    one = war()
    before = one.hash()
    with pytest.raises(BadInput):
        one.battle(dice=dice)
    assert (one.hash(), one.state.marching) == (before, None)


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        war().save(tmp_path / ("x" * 500))


def test_the_ladder_of_the_house_has_the_same_door() -> None:
    one = new_campaign(HOUSE, options={"rounds": 1, "battles": 1})
    assert one.repairs("red") == ()
    assert one.wares("red") == ()
    fought(one)
    assert one.over
    assert one.prove().holds


def test_a_seat_sees_what_it_may_know() -> None:
    view = war().view("red")
    assert view.you == "red"
    assert not view.sides[1].members


def test_the_page_runs() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "campaigns.md", "exec"), names)
