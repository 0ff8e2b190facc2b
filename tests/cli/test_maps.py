from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import get_system

MAPS = {"brigands": "crossroads", "hex100": "river-village"}


def shipped(system: str) -> str:
    return (files(f"gearlock.systems.{system}") / "data" / "maps" / f"{MAPS[system]}.toml").read_text()


@pytest.mark.parametrize("system", MAPS)
def test_a_map_of_ones_own_is_played_on_and_kept_in_the_log(gearlock: Command, tmp_path: Path, system: str) -> None:
    own, log = tmp_path / "mine.toml", tmp_path / "b.jsonl"
    own.write_text(shipped(system))
    bots = ("--red", "bot:random", "--blue", "bot:random", "--seed", 2)
    done = gearlock("battle", system, *bots, "-o", f"map={own}", "--log", log, "--json")
    assert done.code == 0, done.err
    own.unlink()
    assert gearlock("replay", log, "--verify").code == 0
    named = gearlock("battle", system, *bots, "-o", f"map={MAPS[system]}", "--json")
    assert named.json()["decisions"] == done.json()["decisions"]


@pytest.mark.parametrize("system", MAPS)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("name = [broken", ":1: "),
        ("name = 'x'\n", "mine.toml"),
        ("\x00\x01", "mine.toml"),
    ],
)
def test_a_bad_map_file_is_refused_with_file_and_line(
    gearlock: Command, tmp_path: Path, system: str, text: str | None, says: str
) -> None:
    own, log = tmp_path / "mine.toml", tmp_path / "b.jsonl"
    if text is not None:
        own.write_text(text)
    done = gearlock("battle", system, "-o", f"map={own}", "--log", log)
    assert done.code == 2
    assert says in done.err
    assert "mine.toml" in done.err
    assert not log.exists()


def test_all_findings_come_at_once(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    text = shipped("brigands")
    own.write_text(text.replace('kind = "area"', 'kind = "lava"', 2))
    done = gearlock("battle", "brigands", "-o", f"map={own}")
    assert done.code == 2
    assert done.err.count("lava") == 2
    wrong = [number for number, line in enumerate(own.read_text().splitlines(), 1) if "lava" in line]
    assert all(f"mine.toml:{number}: " in done.err for number in wrong)


def test_a_table_without_room_to_deploy_is_refused(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    keys = 'id = "wall"\nname = "Wall"\nkind = "instance"\nrating = "heavy"'
    piece = f"[[piece]]\n{keys}\ntop = 3\nrectangle = [0, 0, 48, 15.9]\n"
    own.write_text(f'name = "Walled in"\nwidth = 48\nheight = 48\n\n{piece}')
    done = gearlock("battle", "brigands", "-o", f"map={own}")
    assert done.code == 2
    assert "deployment zone of red has no room" in done.err


WRONG = """name = "Ford"
width = 48
height = 36
[battle]
scenario = "intro"
rounds = "x"
red = "hunterr*2"
blue = "jager*3"
colour = "x"
[[piece]]
id = "mill"
name = "Mill"
kind = "buildin"
rectangle = [20, 14, 26, 19]
"""


def test_everything_wrong_with_a_map_and_its_battle_is_said_at_once(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "ford.toml"
    own.write_text(WRONG)
    done = gearlock("map", "check", "brigands", own)
    assert done.code == 1
    lines = [int(line.removeprefix(f"{own}:").partition(":")[0]) for line in done.out.splitlines()]
    assert sorted(lines) == [6, 7, 9, 13]
    own.write_text(WRONG.replace("buildin", "building"))
    told = [line.removeprefix(f"{own}:") for line in gearlock("map", "check", "brigands", own).out.splitlines()]
    assert sorted(int(line.partition(":")[0]) for line in told if "not for" not in line) == [6, 7, 9]


def test_every_whole_map_of_the_page_about_maps_passes_its_own_check(gearlock: Command, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text()
    maps = [text for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if text.startswith("name = ")]
    assert len(maps) == 3
    for text in maps:
        own = tmp_path / "page.toml"
        own.write_text(text)
        done = gearlock("map", "check", "hex100" if "[legend]" in text else "brigands", own)
        assert done.code == 0, done.out


def test_a_map_is_shown_with_its_zones_and_markers_in_their_places(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "ford.toml"
    zones = "[zones.red]\nrectangle = [0, 0, 48, 8]\n[zones.blue]\nrectangle = [0, 28, 48, 36]\n"
    marker = '[[marker]]\nid = "bridge"\nname = "The bridge"\nat = [24, 18]\n'
    own.write_text(f'name = "Ford"\nwidth = 48\nheight = 36\n{zones}{marker}')
    lines = gearlock("map", "show", "brigands", own).out.splitlines()
    rows = {int(line[:4]): line[4:] for line in lines if line[:4].strip().isdigit() and len(line) > 40}
    assert rows[0][:3] == "rrr"
    assert "r" not in rows[8]
    assert rows[34][:3] == rows[28][:3] == "bbb"
    assert "b" not in rows[26]
    assert rows[18][24] == "\u25ce"
    assert any("r zone red" in line and "b zone blue" in line for line in lines)


def test_a_map_of_hexes_is_shown_with_its_zones(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "ford.toml"
    own.write_text(
        'name = "F"\nmap = """\n. . .\n . . .\n. . .\n"""\n[legend]\n"." = "open"\n[zones.north]\nrows = [0, 0]\n'
    )
    lines = gearlock("map", "show", "hex100", own).out.splitlines()
    rows = [line for line in lines if line[:4].strip().isdigit()]
    assert rows[0].split()[1:] == ["n", "n", "n"]
    assert "n" not in rows[1]


def test_scenarios_that_do_not_fit_for_one_reason_are_one_line(gearlock: Command, tmp_path: Path) -> None:
    own = tmp_path / "ford.toml"
    own.write_text('name = "F"\nmap = """\n. . .\n . . .\n"""\n[legend]\n"." = "open"\n[zones.north]\nrows = [0, 0]\n')
    lines = [line for line in gearlock("map", "check", "hex100", own).out.splitlines() if ": not for " in line]
    reasons = [line.partition("not for ")[2].partition(": ")[2] for line in lines]
    assert len(reasons) == len(set(reasons))
    assert len(lines) < len(get_system("hex100").scenarios())
