from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import Command
from gearlock import new_campaign
from gearlock.kernel.registry import all_systems

LINKED = [system.id for system in all_systems() if system.campaign is not None]
BOOK = "tactical"
SHORT = ("--scenario", "skirmish", "-o", "rounds=2", "--red", "bot:random", "--blue", "bot:random", "--seed", "5")


@pytest.fixture
def war(gearlock: Command, tmp_path: Path) -> Path:
    path = tmp_path / "war.jsonl"
    done = gearlock("campaign", "new", BOOK, path, *SHORT, "-o", "technicians=4", "-o", "battles=2")
    assert done.code == 0, done.err
    assert "Next: gearlock campaign battle" in done.out
    return path


def test_a_campaign_from_its_beginning_to_its_proof(gearlock: Command, war: Path) -> None:
    for number in (1, 2):
        done = gearlock("campaign", "battle", war)
        assert number > 1 or "1 battle fought" in gearlock("campaign", "status", war).out
        assert done.code == 0, done.err
        assert f"Battle {number} is over" in done.out
        assert (war.parent / f"war-battle-{number}.jsonl").exists()
    assert "campaign is over" in gearlock("campaign", "status", war).out
    assert "Battle 2 is over" in gearlock("campaign", "history", war).out
    done = gearlock("campaign", "verify", war)
    assert done.code == 0
    assert "proved" in done.out
    assert gearlock("campaign", "verify", war, "--json").json()["holds"]
    done = gearlock("campaign", "battle", war)
    assert done.code == 2
    assert "over" in done.err


def test_a_repair_takes_what_ones_own_dice_show(gearlock: Command, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    new_campaign(BOOK, "skirmish", 5, {"red": "hunter*2"}, hurt={"red-1": {"armor_lost": 1}}).save(path)
    for dice, said in (("4 2", "expected 3 numbers"), ("4 2 x", "'4 2 x'"), ("4 2 7", "from 1 to 6"), ("", "''")):
        done = gearlock("campaign", "repair", path, "red", "red-1:armor", "--dice", dice)
        assert done.code == 2, dice
        assert said in done.err
    done = gearlock("campaign", "repair", path, "red", "red-1:armor", "--dice", "4,2 1")
    assert "rolled 4 2 1, 4 against 1: repaired" in done.out
    assert "not the campaign's own" in gearlock("campaign", "history", path).out
    done = gearlock("campaign", "verify", path)
    assert (done.code, "dice of line 3" in done.out) == (3, True)


def test_workshop_and_shop_say_what_there_is_and_refuse_the_rest(gearlock: Command, war: Path) -> None:
    assert "20 Labor Points" in gearlock("campaign", "repair", war, "red").out
    assert "reinforcements" in gearlock("campaign", "spend", war).out
    for words, said in (
        (("repair", war, "red", "nothing"), "No repair"),
        (("repair", war, "green"), "No seat"),
        (("spend", war, "red", "labor", "3"), "costs 3"),
        (("spend", war, "red", "luck"), "No ware"),
        (("spend", war, "green", "labor"), "No seat"),
        (("battle", war, "--scenario", "nowhere"), "No battle"),
        (("battle", war, "-o", "map=nowhere"), "nowhere"),
        (("status", war.with_name("none.jsonl")), "cannot be read"),
        (("new", BOOK, war, *SHORT), "there already"),
        (("new", BOOK, war.with_name("new.jsonl"), "-o", "technician=3"), "technicians"),
        (("new", BOOK, war.with_name("new.jsonl"), "-o", "technicians=ten"), "technicians"),
        (("recover", war, war.with_name("new.jsonl")), "nothing is wrong"),
    ):
        done = gearlock("campaign", *words)
        assert done.code == 2, words
        assert said in done.err, words
    assert not war.with_name("new.jsonl").exists()
    assert gearlock("campaign", "status", war, "--json").json()["battles"] == []


def test_a_battle_is_handed_out_and_taken_home(gearlock: Command, war: Path) -> None:
    done = gearlock("campaign", "battle", war, "--hand-out")
    assert "play --resume" in done.out
    assert "under way" in gearlock("campaign", "status", war).out
    assert "under way" in gearlock("campaign", "end", war).err
    assert "Battle 1 is over" in gearlock("campaign", "battle", war).out
    assert "agree" in gearlock("campaign", "end", war).out


def test_a_battle_that_is_refused_sends_no_technicians_to_work(gearlock: Command, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    war = new_campaign(BOOK, "skirmish", 5, {"red": "hunter*2", "rounds": 1}, hurt={"red-1": {"armor_lost": 1}})
    war.save(path)
    before, bots = path.read_bytes(), ("--red", "bot:random", "--blue", "bot:random")
    for words in (("--scenario", "nowhere"), ("-o", "red=hunter"), ("-o", "rounds=many")):
        assert gearlock("campaign", "battle", path, *bots, *words).code == 2
        assert path.read_bytes() == before
    assert "repaired" in gearlock("campaign", "battle", path, *bots, "-o", "rounds=2", "--hand-out").out
    for words in (("--scenario", "duel"), ("-o", "rounds=3")):
        done = gearlock("campaign", "battle", path, *bots, *words)
        assert (done.code, "is under way" in done.err) == (2, True)
    done = gearlock("campaign", "battle", path, *bots, "--scenario", "skirmish", "-o", "rounds=2")
    assert "Battle 1 is over" in done.out, "said once more it is gone on with"
    assert "rolled" in gearlock("campaign", "history", path).out


def test_bots_may_bring_back_whoever_a_battle_needs(gearlock: Command, tmp_path: Path) -> None:
    path, leaking = tmp_path / "war.jsonl", {"harm": {"ruptured": 1}}
    options = {"red": "hunter*2", "blue": "jaeger*2", "rounds": 1, "technicians": "9,9"}
    new_campaign(BOOK, "skirmish", 5, options, hurt={"red-1": leaking, "red-2": leaking}).save(path)
    assert "cannot fight on" in gearlock("campaign", "battle", path, "--red", "human", "--hand-out").err
    done = gearlock("campaign", "battle", path, "--red", "bot:random", "--hand-out")
    assert (done.code, "repaired" in done.out, "The battle lies in" in done.out) == (0, True, True)


def test_an_edited_file_is_refused_with_its_line_and_the_rest_saved(gearlock: Command, war: Path) -> None:
    gearlock("campaign", "battle", war)
    lines = war.read_text().splitlines(keepends=True)
    assert len(lines) == 4
    war.write_text("".join([*lines[:3], lines[3].replace("Victory", "Victori", 1)]))
    for command in ("status", "history", "verify", "battle", "repair"):
        done = gearlock("campaign", command, war)
        assert done.code == 2
        assert "war.jsonl:4:" in done.err
        assert "campaign recover" in done.err
        assert "day 1, 0 battles fought" in done.err
    saved = war.with_name("saved.jsonl")
    there = war.with_name("saved-battle-1.jsonl")
    there.write_text("somebody's")
    assert "is there already" in gearlock("campaign", "recover", war, saved).err
    assert (there.read_text(), saved.exists()) == ("somebody's", False)
    there.write_bytes(war.with_name("war-battle-1.jsonl").read_bytes())  # as a stop before the file leaves it
    done = gearlock("campaign", "recover", war, saved)
    assert (done.code, "taken along: saved-battle-1.jsonl" in done.out) == (0, True)
    assert "under way" in gearlock("campaign", "status", saved).out
    assert "Battle 1 is over" in gearlock("campaign", "battle", saved).out
    assert gearlock("campaign", "verify", saved).code == 0


@pytest.mark.parametrize("system", [system for system in LINKED if system != BOOK])
def test_linked_battles_of_the_house_say_that_they_are(gearlock: Command, tmp_path: Path, system: str) -> None:
    path = tmp_path / "war.jsonl"
    done = gearlock(
        "campaign", "new", system, path, "--scenario", "duel", "--red", "bot:random", "--blue", "bot:random"
    )
    assert done.code == 0, done.err
    assert "rule of the house" in done.out
    assert "rule of the house" in gearlock("campaign", "status", path).out
    assert "no repairs" in gearlock("campaign", "repair", path).out


def test_a_battle_at_ones_own_table_is_told_in_words_or_in_a_file(gearlock: Command, tmp_path: Path) -> None:
    path, file = tmp_path / "war.jsonl", tmp_path / "battle.toml"
    new_campaign(BOOK, "skirmish", 5, {"red": "hunter*2", "blue": "jaeger*2"}).save(path)
    for words, said in (
        (("red-1",), "say who and what"),
        (("red-1: scratch",), "nothing that a battle does"),
        (("--points", "red"), "as red=5"),
        (("--points", "red=x"), "no number of points"),
        (("--spent", "red"), "as red=fog"),
        (("--from", tmp_path / "nothing.toml"), "nothing.toml"),
        (("--from", file, "--won", "red"), "not in both"),
    ):
        done = gearlock("campaign", "report", path, *words)
        assert (done.code, said in done.err) == (2, True), (words, done.err)
    done = gearlock(
        "campaign", "report", path, "red-1: light", "red-1: 20 LAC used", "blue-2: destroyed",
        "--points", "red=4", "--points", "blue=-2", "--spent", "red=rain", "--spent", "red=cancel light",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "Battle 1 is over: red wins (told by the players)." in done.out
    assert "red +1 Victory Points" in done.out
    file.write_text('scenario = "skirmish"\nwon = "draw"\n[harm]\nred-2 = "heavy"\n')
    assert gearlock("campaign", "report", path, "--from", file).code == 0
    told = gearlock("campaign", "status", path).out
    assert "Light Damage; LAC 20 used" in told
    assert "Heavy Damage" in told
    done = gearlock("campaign", "verify", path)
    assert (done.code, "not proved: battle 2" in done.out) == (3, True)
    lines = Path(path).read_text().splitlines()
    assert f"As far as the file goes: {len(lines)} lines." in done.out
    assert f"write down the link of the last line: {json.loads(lines[-1])['link']}" in done.out
    assert "Blue Jaeger 2: destroyed." in gearlock("campaign", "history", path).out
