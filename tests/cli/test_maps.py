from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from cli.command import Command

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
