"""Maps and briefings of one's own: begun, checked and shown at the terminal, and no battle is begun by any of it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import all_systems

DRAWN = [system.id for system in all_systems() if system.maps is not None]
BRIEFED = [system.id for system in all_systems() if system.briefings is not None]


@pytest.fixture(autouse=True)
def nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("system", DRAWN)
def test_a_new_map_is_right_and_can_be_looked_at(gearlock: Command, tmp_path: Path, system: str) -> None:
    assert gearlock("map", "new", system, "--name", "Mine", "--out", "m.toml").code == 0
    checked = gearlock("map", "check", system, "m.toml")
    assert (checked.code, checked.err) == (0, "")
    assert "nothing is wrong with it. Scenarios that take it: " in checked.out
    assert gearlock("map", "show", system, "m.toml").out.startswith("Mine\n")
    assert gearlock("map", "new", system, "--out", "m.toml").err == "m.toml is there already; it stays as it is.\n"
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("system", DRAWN)
def test_ready_made_maps_are_listed_copied_and_shown(gearlock: Command, system: str) -> None:
    listed = gearlock("map", "list", system, "--json").json()["maps"]
    name = next(iter(listed))
    assert listed[name] in gearlock("map", "show", system, name).out
    assert gearlock("map", "show", system, name, "--json").json()["name"] == listed[name]
    assert f'name = "{listed[name]}"' in gearlock("map", "new", system, "--like", name).out
    assert "No map is called 'nowhere'" in gearlock("map", "show", system, "nowhere").err


def test_everything_wrong_with_a_map_is_said(gearlock: Command, tmp_path: Path) -> None:
    gearlock("map", "new", "brigands", "--out", "m.toml")
    text = (tmp_path / "m.toml").read_text()
    (tmp_path / "m.toml").write_text(text.replace('kind = "area"', 'kind = "lava"', 1).replace('"light"', '"lite"', 1))
    done = gearlock("map", "check", "brigands", "m.toml", "--json")
    assert done.code == 1
    assert len(done.json()["findings"]) == 2
    wall = '[[piece]]\nid = "wall"\nname = "Rock"\nkind = "instance"\nrectangle = [0, 0, 48, 48]\ntop = 9\n'
    (tmp_path / "m.toml").write_text(f'name = "All rock"\nwidth = 48\nheight = 48\n{wall}')
    done = gearlock("map", "check", "brigands", "m.toml")
    assert done.code == 1
    assert "m.toml: not for duel, " in done.out
    assert "the deployment zone of blue has no room for its models" in done.out
    assert "nothing is wrong" not in done.out
    assert gearlock("map", "check", "brigands", "missing.toml").code == 2


@pytest.mark.parametrize("system", BRIEFED)
def test_a_new_briefing_is_right_and_can_be_looked_at(gearlock: Command, tmp_path: Path, system: str) -> None:
    assert gearlock("briefing", "new", system, "--like", "bridge-crossing", "--out", "b.toml").code == 0
    assert gearlock("briefing", "check", system, "b.toml").out == "b.toml: nothing is wrong with it.\n"
    shown = gearlock("briefing", "show", system, "b.toml")
    assert "Orders of red, attackers: Get across." in shown.out
    assert "blue: Rampart Bulwark, Squire Lancer, Cobra Howitzer" in shown.out
    assert "◎%" in shown.out, "the bridge shows beside the objective that lies on it"
    assert gearlock("briefing", "show", system, "b.toml", "--json").json()["zones"][0] == "the far bank"
    assert "No briefing is called 'brige'" in gearlock("briefing", "check", system, "brige").err
    assert gearlock("briefing", "check", system, "missing.toml").code == 2
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("system", BRIEFED)
def test_everything_wrong_with_a_briefing_is_said_at_once(gearlock: Command, tmp_path: Path, system: str) -> None:
    """The terrain, a zone and an objective: each is found although the one before it is wrong as well."""
    text = gearlock("briefing", "new", system, "--like", "bridge-crossing").out
    own = '[[terrain]]\nname = "jungle"\nconcealment = 5\ncover = 0\nblocks_sight = true\ncost = { legged = 2 }\n'
    text = text.replace('"light woods"', '"jungle"', 1).replace('zone = "the hills"', 'zone = "the hils"', 1)
    (tmp_path / "b.toml").write_text(text.replace('kind = "reach"', 'kind = "reech"', 1) + own)
    done = gearlock("briefing", "check", system, "b.toml", "--json")
    assert done.code == 1
    findings = done.json()["findings"]
    assert [words for words in findings if "no terrain is called" in words] == [], "its cause is told, not what follows"
    for part in ("jungle: cost lacks infantry", "no zone 'the hils'; did you mean the hills", "no objective 'reech'"):
        assert [words for words in findings if part in words], (part, findings)
    (tmp_path / "b.toml").write_text(text.replace('"jungle"', '"light wods"', 1))
    findings = gearlock("briefing", "check", system, "b.toml", "--json").json()["findings"]
    assert len(findings) == 2
    assert "no terrain is called 'light wods'" in findings[0]
    assert "no zone 'the hils'" in findings[1]


@pytest.mark.parametrize("system", BRIEFED)
def test_a_briefing_of_ones_own_is_announced_by_its_own_words(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    text = gearlock("briefing", "new", system, "--like", "bridge-crossing").out
    (tmp_path / "b.toml").write_text(text.replace('title = "Bridge crossing"', 'title = "My bridge"'))
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    done = gearlock("play", system, "--scenario", "briefing", "-o", "briefing=b.toml", "--log", "l.jsonl")
    assert "My bridge. A river" in done.out
    assert "Drawn from the seed" not in done.out


def test_a_game_without_them_says_which_has_them(gearlock: Command) -> None:
    (briefed,) = BRIEFED
    other = next(system.id for system in all_systems() if system.briefings is None)
    assert f"these have: {briefed}" in gearlock("briefing", "new", other).err


def test_a_ready_made_roster_goes_by_both_of_its_names(gearlock: Command) -> None:
    whole = gearlock("force", "print", "hex100:beekeepers-8000")
    assert whole.code == 0
    assert gearlock("force", "print", "beekeepers-8000").out == whole.out
    assert "say blitz:north-50 or brigands:north-50." in gearlock("force", "print", "north-50").err
    bots = ("--scenario", "battle", "--red", "random", "--blue", "random", "--seed", 1, "--json", "-o", "rounds=1")
    first = gearlock("battle", "brigands", *bots, "-o", "red=brigands:north-50", "-o", "blue=same", "-o", "size=50")
    other = gearlock("battle", "brigands", *bots, "-o", "red=north-50", "-o", "blue=same", "-o", "size=50")
    assert first.code == 0, first.err
    assert first.json()["hash"] == other.json()["hash"]
    assert "Did you mean beekeepers-8000" in gearlock("force", "print", "beekeepers").err
    assert "cannot be read" in gearlock("force", "print", "mine.txt").err
