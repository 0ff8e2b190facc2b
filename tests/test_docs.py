"""What the documents show works."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.command import Command
from gearlock.cli.main import app as gearlock
from gearlock.cli.rules import app
from gearlock.kernel.registry import get_system, system_ids

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_guide_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "guide.md").read_text(), re.S)
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "guide.md", "exec"), names)
    assert "Who deploys first?" in capsys.readouterr().out


def test_the_page_about_odds_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "odds.md").read_text(), re.S)
    assert len(blocks) >= 3
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "odds.md", "exec"), names)
    assert "one Reroll for the attacker" in capsys.readouterr().out


def test_the_commands_of_the_page_about_odds_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "odds.md").read_text(), re.S)
    for line in block.strip().splitlines():
        done = CliRunner().invoke(gearlock, shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.output)


def test_the_page_about_systems_side_by_side_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "compare.md").read_text()
    (commands,) = re.findall(r"```sh\n(.*?)```", text, re.S)
    run = Command(capsys, monkeypatch)
    told = [run(*shlex.split(line)[1:]) for line in commands.strip().splitlines()]
    assert [done.code for done in told] == [0, 0, 0, 0]
    shown, first = text.split("## One attack")[1], told[0].out
    for row in ("hit", "mean damage", "crippled", "destroyed"):
        (cells,) = re.findall(rf"^  {row}  .*$", shown, re.M)
        (found,) = re.findall(rf"^  {row}  .*$", first, re.M)
        assert set(cells.split()) <= set(found.split())
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(block, "compare.md", "exec"), {})
    assert "'blitz': 'there is no Headhunter'" in capsys.readouterr().out


def test_the_page_about_positions_runs_from_top_to_bottom(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "positions.md").read_text()
    (file,) = re.findall(r"```toml\n(.*?)```", text, re.S)
    (tmp_path / "wall.toml").write_text(file)
    (commands,) = re.findall(r"```sh\n(.*?)```", text, re.S)
    run, codes, said = Command(capsys, monkeypatch), [], ""
    *shown, resumed = commands.strip().splitlines()
    for line in shown:
        done = run(*shlex.split(line)[1:])
        codes.append(done.code)
        said += " ".join(done.out.split())
    assert codes == [0, 0, 1, 0]
    assert "No: Heavy terrain hides all of the Blue Hunter 1" in said
    assert "Red Hunter 1 goes on Standby." in said
    assert "play --resume wall.jsonl" in resumed
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    exec(compile(block, "positions.md", "exec"), {})
    assert "['attack', 'defence']" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("system", system_ids())
def test_the_page_of_rules_is_current(system: str, tmp_path: Path) -> None:
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    done = CliRunner().invoke(app, ["coverage", system, "--write", "--checkout", str(tmp_path)])
    assert done.exit_code == 0, done.output
    written = (tmp_path / "docs" / "rules" / f"{system}.md").read_text()
    assert written == (ROOT / "docs" / "rules" / f"{system}.md").read_text(), "run `make docs`"


def test_the_commands_of_the_laboratory_run_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    run, said = Command(capsys, monkeypatch), ""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "lab.md").read_text(), re.S)
    commands = [shlex.split(line)[1:] for block in blocks for line in block.splitlines()]
    assert len(commands) >= 6
    for words in commands:
        done = run(*words)
        assert done.code == 0, (words, done.err)
        said += done.out + done.err
    assert "Going on: 4 of 6 games" in said
    assert "Verified" in said
    assert "Stopping is corrected" in said
    assert {path.name for path in tmp_path.iterdir()} >= {"forces.html", "match.html", "games.csv", "games.parquet"}


def test_the_first_bot_is_written_as_its_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    run, said = Command(capsys, monkeypatch), ""
    blocks = re.findall(r"```(python|sh)\n(.*?)```", (ROOT / "docs" / "first-bot.md").read_text(), re.S)
    assert len(blocks) >= 8
    for kind, block in blocks:
        named = re.match(r"# (\w+\.py)\n", block)
        if named:
            (tmp_path / named[1]).write_text(block)
        elif kind == "python":
            exec(compile(block, "first-bot.md", "exec"), {})
            said += capsys.readouterr().out
        else:
            for line in block.splitlines():
                done = run(*shlex.split(line.replace("--games 20", "--games 2 -o rounds=1 --jobs 1"))[1:])
                assert done.code == 0, (line, done.err)
                said += done.out
    assert "bot:mybots.py:Hugger: " in said
    assert "nothing speaks for or against any of" in said
    assert "<Seat red: asked" in said
    sys.modules.pop("mybots", None)


def test_the_page_about_bots_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.S)
    exec(compile(block, "bots.md", "exec"), {})
    assert "I go first -> " in capsys.readouterr().out


@pytest.mark.parametrize("page", ["maps.md", "briefings.md"])
def test_the_commands_for_material_of_ones_own_run_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run = Command(capsys, monkeypatch)
    (block,) = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / page).read_text(), re.S)
    for line in block.splitlines():
        done = run(*shlex.split(line, comments=True)[1:])
        assert done.code == 0, (line, done.out, done.err)


@pytest.mark.parametrize("page", ["maps.md", "briefings.md"])
def test_the_files_shown_on_the_pages_are_right(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str
) -> None:
    run = Command(capsys, monkeypatch)
    for block in re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / page).read_text(), re.S):
        (tmp_path / "m.toml").write_text(block)
        kind = "briefing" if "[[red.deploy]]" in block else "map"
        system = "hex100" if "[legend]" in block else "brigands"
        done = run(kind, "show", system, tmp_path / "m.toml")
        assert done.code == 0, done.err


def test_the_page_about_maps_knows_every_terrain_of_hexes() -> None:
    text = (ROOT / "docs" / "maps.md").read_text()
    maps = get_system("hex100").maps
    assert maps is not None
    assert [brush.name for brush in maps.brushes() if f"| `{brush.name}` |" not in text] == []
