"""Bots of one's own: loaded by whoever names them, described by their docstring, known by what they are made of."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.bots import own
from gearlock.bots.choosing import bots_to_choose, table_players
from gearlock.bots.own import admit, bot_by_name, bot_digest, table_name
from gearlock.bots.players import make_bot
from gearlock.bots.registered import REGISTERED
from gearlock.bots.sources import source_digest
from gearlock.cli.advice import advised
from gearlock.cli.serve import _admit
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.lab.match import arrange
from gearlock.server.rooms import check_players
from gearlock.server.thinkers import _think_knowing, task_for, think

BOT = '''
from gearlock.bots.uniform import RandomBot


class Hugger(RandomBot):
    """Likes company.

    More than that nobody knows.
    """


class Mute:
    def __init__(self, seed):
        pass


class Seedless:
    def decide(self, seat):
        return seat.options()[0].order


class Fragile(RandomBot):
    def __init__(self, seed):
        {}["maps"]


class Raising(RandomBot):
    def decide(self, seat):
        return self.lookup({}, "x")

    def lookup(self, where, what):
        return where[what]


class Offering(RandomBot):
    def decide(self, seat):
        return seat.options()[0]


class Absent(RandomBot):
    def decide(self, seat):
        return None


class Blind(RandomBot):
    def decide(self):
        return None


NUMBER = 3
'''
THINKER = """
from gearlock import Thought


class Thinker(RandomBot):
    def thoughts(self):
        return (Thought(("I go first",), 0.5, {"hunch": 0.5}, self.ways[0]), Thought(("no",), 0.0, {}, self.ways[1]))

    def decide(self, seat):
        self.ways = [option.order for option in seat.options()]
        return self.ways[0]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mybots.py"
    path.write_text(BOT)
    return path


def test_a_bot_in_a_file_plays_and_its_docstring_describes_it(file: Path) -> None:
    bot = bot_by_name(f"{file}:Hugger", 3)
    assert type(bot).__name__ == "Hugger"
    assert type(make_bot(f"bot:{file}:Hugger", 3)) is type(bot)
    assert bots_to_choose()[-1].about == "Likes company."
    assert f"bot:{file}:Hugger" in table_players()


def test_a_module_is_looked_for_where_one_stands(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.rename(file.with_name("mybots_here.py"))
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert type(bot_by_name("mybots_here:Hugger", 3)).__name__ == "Hugger"
    assert bot_digest("mybots_here:Hugger")
    del sys.modules["mybots_here"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("{}:Huger", "No bot in .*mybots.py is called 'Huger'. Did you mean Hugger"),
        ("{}:Mute", "Mute cannot play: it has no method `decide"),
        ("{}:Seedless", "Seedless must be made with a seed"),
        ("{}:Fragile", r"Fragile cannot be made: KeyError: 'maps' \(mybots.py, line 24, in __init__\)"),
        ("{}:NUMBER", "NUMBER is no class of bots: int cannot be called"),
        ("{}:Blind", "Blind cannot play: its `decide` must take the seat"),
        ("{}:two words", "written FILE.py:CLASS"),
        ("{}", r"written FILE.py:CLASS, .* not '.*mybots.py'"),
        ("..:Hugger", "written FILE.py:CLASS"),
        (":Hugger", "written FILE.py:CLASS"),
        ("elsewhere.py:Hugger", "There is no file elsewhere.py"),
        ("no_such_module:Hugger", "No module no_such_module here; a bot in a file is written no_such_module.py:CLASS"),
        ("gready", "No player is called 'gready'. Did you mean bot:greedy"),
    ],
)
def test_what_a_writer_forgot_is_said_before_a_battle_begins(file: Path, spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        admit(spec.format(file))


def test_a_file_that_cannot_be_read_names_its_line(file: Path) -> None:
    file.write_text("x = 1\ndef decide(:\n")
    with pytest.raises(BadInput, match=r"mybots.py cannot be loaded: SyntaxError: .* \(mybots.py, line 2\)"):
        admit(f"{file}:Hugger")
    file.write_text("import sys\nsys.exit()\n")
    with pytest.raises(BadInput, match=r"mybots.py cannot be loaded: SystemExit \(mybots.py, line 2"):
        admit(f"{file}:Hugger")
    file.write_text("import gearlock\nimport no_such_thing\n")
    with pytest.raises(BadInput, match=r"ModuleNotFoundError: No module named 'no_such_thing' \(mybots.py, line 2"):
        admit(f"{file}:Hugger")


def test_a_name_in_a_file_of_somebody_else_loads_nothing(file: Path) -> None:
    with pytest.raises(BadInput, match="no file can have it run"):
        make_bot(f"bot:{file}:Hugger", 1)


def test_an_installed_package_offers_bots_by_name(
    gearlock: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.rename(file.with_name("installed_bots.py"))
    monkeypatch.syspath_prepend(str(file.parent))
    points = [
        EntryPoint("hugger", "installed_bots:Hugger", own.GROUP),
        EntryPoint("broken", "installed_bots:Nobody", own.GROUP),
        EntryPoint("greedy", "installed_bots:Hugger", own.GROUP),
    ]
    monkeypatch.setattr(own, "entry_points", lambda group: points if group == own.GROUP else [])
    assert type(bot_by_name("hugger", 1)).__name__ == "Hugger"
    assert type(bot_by_name("greedy", 1)).__name__ == "GreedyBot"
    with pytest.raises(BadInput, match=r"The installed bot broken \(installed_bots:Nobody\) cannot be loaded"):
        admit("broken")
    with pytest.raises(UnknownName, match="Did you mean bot:hugger"):
        admit("huger")
    listed = gearlock("bots")
    assert (listed.code, "Likes company." in listed.out) == (0, True)
    assert "The installed bot broken" in listed.err


def test_a_bot_is_known_by_its_file_what_that_imports_and_its_version(file: Path) -> None:
    def digest() -> str:
        admit(f"{file}:Hugger")
        return bot_digest(f"{file}:Hugger")

    first = digest()
    (file.parent / "weights.py").write_text("RISK = 0.2")
    assert digest() == first
    file.write_text("import weights\n" + BOT)
    second = digest()
    (file.parent / "weights.py").write_text("RISK = 0.9")
    third = digest()
    assert len({first, second, third}) == 3
    file.write_text(BOT.replace('"""Likes', 'version = 7\n    """Likes'))
    fourth = digest()
    file.write_text(BOT.replace('"""Likes', 'version = 7\n    """Really likes'))
    assert digest() == fourth != third


def test_a_package_counts_with_its_data(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    before = source_digest(folder)
    (folder / "__pycache__" / "made.pyc").write_text("x")
    assert source_digest(folder) == before
    (folder / "weights.json").write_text("{}")
    assert source_digest(folder) != before


def test_games_of_a_changed_bot_are_not_counted(gearlock: Command, file: Path, tmp_path: Path) -> None:
    words = ("lab", "match", "brigands", "--a", f"{file}:Hugger", "--b", "random", "-o", "rounds=1", "--games", 2)
    out = tmp_path / "games.jsonl"
    assert gearlock(*words, "--jobs", 1, "--out", out).code == 0
    assert "played before" in gearlock(*words, "--jobs", 1, "--out", out).err
    match = arrange(get_system("brigands"), (f"{file}:Hugger", "random"), None, {"rounds": "1"}, 1)
    before = match.fingerprint()
    file.write_text(BOT + "RISK = 0.9\n")
    done = gearlock(*words, "--jobs", 1, "--out", out)
    assert done.code == 2
    assert "Hugger has changed since these games were played" in done.err
    assert match.fingerprint() != before


def test_workers_load_a_bot_by_its_name(gearlock: Command, file: Path, tmp_path: Path) -> None:
    words = ("lab", "match", "brigands", "--a", f"{file}:Raising", "--b", f"{file}:Hugger", "-o", "rounds=1")
    done = gearlock(*words, "--games", 2, "--jobs", 2, "--out", tmp_path / "m.jsonl", "--json")
    assert done.code == 1
    told = done.json()
    assert told["b"]["wins"]["count"] == 2
    assert told["faults"][0]["reason"].endswith("failed: KeyError: 'x' (mybots.py, line 32, in lookup)")
    assert "self.lookup({}, " in (tmp_path / "m.jsonl").read_text()


@pytest.mark.parametrize(
    ("name", "said"), [("Offering", r"return option.order, not the option itself"), ("Absent", "answered with nothing")]
)
def test_beginners_are_told_what_was_meant(gearlock: Command, file: Path, tmp_path: Path, name: str, said: str) -> None:
    done = gearlock("battle", "brigands", "--red", f"{file}:{name}", "--seed", 1)
    assert done.code == 2
    assert said in done.err
    words = ("lab", "match", "brigands", "--a", f"{file}:{name}", "--b", "random", "-o", "rounds=1", "--games", 2)
    assert said in " ".join(gearlock(*words, "--jobs", 1, "--out", tmp_path / "m.jsonl").out.split())


def test_a_battle_of_ones_own_bot_explains_or_says_why_not(gearlock: Command, file: Path) -> None:
    words = ("battle", "hex100", "--scenario", "close-quarters", "--seed", 1, "--explain")
    assert "has no method thoughts()" in gearlock(*words, "--red", f"{file}:Hugger", "--blue", "random").out


def test_a_thinker_is_told_who_may_play(file: Path) -> None:
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("duel", 1, {}))
    name, spec = table_name(f"{file}:Hugger"), f"{file}:Hugger"
    task = task_for(battle, battle.waiting_for()[0], f"bot:{name}")
    with pytest.raises(UnknownName):
        think(task)
    assert battle.refuse(task.seat, _think_knowing({name: spec}, task).order) is None


def test_a_log_loads_no_bot_until_its_owner_names_it(
    gearlock: Command, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "b.jsonl"
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    began = gearlock("play", "brigands", "--scenario", "duel", "--against", f"{file}:Hugger", "--seed", 1, "--log", log)
    assert began.code == 0
    REGISTERED.clear()
    refused = gearlock("play", "--resume", log)
    assert (refused.code, "no file can have it run" in refused.err) == (2, True)
    assert not REGISTERED
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    assert gearlock("play", "--resume", log, "--against", f"{file}:Hugger").code == 0


def test_a_bot_of_ones_own_is_asked_for_advice(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(BOT + THINKER)
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("duel", 1, {}))
    seat = Seat(battle, battle.waiting_for()[0])
    assert len(advised(seat, [f"{file}:Thinker"], 1)) == 2
    assert "hunch +0.50" in capsys.readouterr().out
    assert advised(seat, [f"{file}:Hugger"], 1) == []
    assert "weighs nothing" in capsys.readouterr().out


def test_the_owner_of_a_table_puts_a_bot_on_its_list(file: Path) -> None:
    _admit([f"{file}:Hugger"])
    assert bots_to_choose()[-1].player == "bot:Hugger"
    check_players(get_system("brigands"), {"red": "bot:Hugger", "blue": "human"})
    with pytest.raises(BadInput, match="There is a bot called Hugger already"):
        _admit([f"{file}:Hugger"])
