"""Bad files of a player's own: words with file and line and exit code 2, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import Command

MAP = 'name = "x"\nwidth = 48\nheight = 48\n'
HEXES = "title = \"x\"\nmap = '''\n. .\n. .\n'''\n[legend]\n\".\" = \"open\"\n"
SIDES = (
    '[red]\nforce = "tegu-siege"\n[[red.deploy]]\nzone = "a"\n'
    '[blue]\nforce = "tegu-siege"\n[[blue.deploy]]\nzone = "b"\n'
    '[[objective]]\nkind = "destroy"\n'
)
TEXTS = {
    "a great number": ("brigands", MAP.replace("width = 48", "width = 1e99999999"), "mine.toml:2: 1e99999999: numbers"),
    "a greater number": ("brigands", MAP.replace("width = 48", "width = 1e99999999999999999999"), "mine.toml:2: "),
    "a slow number": ("brigands", MAP.replace("width = 48", "width = 1e999990"), "mine.toml:2: 1e999990: numbers"),
    "a long number": ("brigands", MAP.replace("width = 48", f"width = {'9' * 5_000}"), "mine.toml:2: "),
    "deep lists": ("brigands", "name = " + "[" * 5_000, "mine.toml:1: lists and tables lie more than 16 deep"),
    "corners": (
        "brigands",
        f'{MAP}[[piece]]\nid = "a"\nname = "a"\nkind = "area"\noutline = [{"[1, 1]," * 5_000}]\n',
        "mine.toml:8: piece a: it has 5,000 corners; 64 is the most",
    ),
    "a large file": ("brigands", "#" * 200_001, "mine.toml: is larger than 200 kB"),
    "zones": ("hex100", HEXES + SIDES + "".join(f"[zones.z{n}]\nrows = [0, 1]\n" for n in range(65)), "64 is the most"),
    "hexes": ("hex100", HEXES.replace(". .", ". " * 101) + SIDES, "mine.toml:2: the map has 101 columns"),
    "a dotted key": ("hex100", HEXES + ".".join("a" * 5_000) + " = 1\n", "mine.toml:8: a key has at most 120 parts"),
    "terrain": (
        "hex100",
        f'{HEXES}[[terrain]]\nname = "mud"\nconcealment = 0\ncover = 900\nblocks_sight = false\n'
        "cost = { infantry = 1, legged = 300, tracked = 1, flying = 1 }\n",
        "mine.toml:13: mud: a hex costs 0 to 20 points",
    ),
    "no file's name": ("hex100", 'title = "x"\nmap = "a\\u0000.toml"\n[red]\nforce = "x"\n[blue]\nforce = "x"\n', ""),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_file_is_words_with_its_line(gearlock: Command, tmp_path: Path, name: str) -> None:
    system, text, says = TEXTS[name]
    file = tmp_path / "mine.toml"
    file.write_text(text)
    option = ("duel", f"map={file}") if system == "brigands" else ("briefing", f"briefing={file}")
    done = gearlock("battle", system, "--scenario", option[0], "-o", option[1], "--seed", 1)
    assert done.code == 2, done.err
    assert says in done.err.replace("\n", "")
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("system brigands\nprimary GP\n" + "99x Hunter\n" * 100, "r.txt:2: this unit lists 9900 models"),
        ("x" * 200_001, "r.txt: is larger than 200 kB"),
        ("system brigands\n" + "\n" * 10_001, "r.txt: has more than 200,000 letters or 10,000 lines"),
        ("{" + '"a": [' * 5_000, "r.txt: lists and objects lie more than 16 deep"),
        ('{"size": ' + "9" * 5_000 + "}", "r.txt: "),
        ('{"system": "brigands", "system": 1}', "r.txt: 'system' stands twice"),
    ],
)
def test_a_bad_roster_is_words_with_its_line(gearlock: Command, tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "r.txt"
    file.write_text(text)
    for command in (("force", "check"), ("force", "print"), ("force", "convert")):
        done = gearlock(*command, file)
        assert done.code == 2, done.err
        assert says in done.err.replace("\n", "")
        assert "Traceback" not in done.err


@pytest.mark.parametrize("option", [f"rounds={'9' * 5_000}", f"models=hunter*{'9' * 5_000}", "models=" + "x," * 50_000])
def test_endless_options_are_words(gearlock: Command, option: str) -> None:
    done = gearlock("battle", "brigands", "--scenario", "duel", "-o", option)
    assert done.code == 2
    assert len(done.err) < 5_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_no_fault_of_the_program() -> None:
    with Path("/dev/full").open("w") as full:
        run = [sys.executable, "-m", "gearlock", "systems", "--json"]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "There is no room to write: No space left on device." in done.stderr
