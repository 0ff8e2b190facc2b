"""What others build on: the names of `gearlock`, held by a page, found when they are used, and by msgspec alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gearlock
from gearlock.extras import BRINGS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text()
BLOCKED = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone())
"""


def run_without(blocked: tuple[str, ...], program: str, *words: str) -> subprocess.CompletedProcess[str]:
    program = BLOCKED.format(blocked=set(blocked)) + f"sys.argv[1:] = {words!r}\n" + program
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)


def test_the_page_lists_what_is_stable_and_nothing_else() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE.split("## What is stable")[1].split("## Extras")[0], re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(gearlock.__all__)
    assert len(set(named)) == len(named)


def test_every_name_is_found_in_its_home() -> None:
    homes = [each.partition("=")[0] for names in gearlock._HOMES.values() for each in names]
    assert sorted(homes) == sorted(gearlock.__all__)
    for name in gearlock.__all__:
        assert getattr(gearlock, name) is not None
        assert name in dir(gearlock)
    with pytest.raises(AttributeError, match="no attribute 'Bottle'"):
        _ = gearlock.Bottle


def test_everything_stable_says_what_it_is() -> None:
    silent = [name for name in gearlock.__all__ if callable(found := getattr(gearlock, name)) and not found.__doc__]
    assert silent == []


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        exec(compile(block, "library.md", "exec"), names)
    assert "<Battle brigands duel, seed 7, waiting for ('red',)>" in capsys.readouterr().out


def test_the_library_needs_msgspec_alone_and_nothing_before_it_is_used() -> None:
    extras = tuple(module for modules in BRINGS.values() for module in modules)
    program = """
import gearlock
assert "msgspec" not in sys.modules and "gearlock.kernel" not in sys.modules
from gearlock import *
import gearlock.lab.workers, gearlock.lab.results, gearlock.campaign.fighting, gearlock.muster.reading
battle = gearlock.new_battle("hex100", "close-quarters", 3)
for system in gearlock.all_systems():
    system.scenarios()
gearlock.play_out(battle, {seat: gearlock.make_bot("random", 1) for seat in battle.system.seats})
print(battle.over, sorted({name.partition(".")[0] for name in sys.modules} & {"rich", "typer", "litestar", "numpy"}))
"""
    done = run_without(extras, program)
    assert done.stdout == "True []\n", done.stderr


@pytest.mark.parametrize(
    ("blocked", "words", "said"),
    [
        (
            "typer",
            ("systems",),
            'The command line needs typer, which is not installed here: pip install "gearlock[cli]"',
        ),
        (
            "litestar",
            ("serve",),
            'browser table needs litestar, which is not installed here: pip install "gearlock[serve]"',
        ),
        (
            "sqlalchemy",
            ("tables", "check"),
            'needs sqlalchemy, which is not installed here: pip install "gearlock[serve]"',
        ),
    ],
)
def test_a_door_that_is_not_installed_says_how_to_get_it(blocked: str, words: tuple[str, ...], said: str) -> None:
    done = run_without((blocked,), "from gearlock.__main__ import main\nmain()", *words)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split()), done.stderr


def test_python_runs_it_by_name() -> None:
    words = [sys.executable, "-m", "gearlock", "--version"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith(f"gearlock {gearlock.__version__} (")
