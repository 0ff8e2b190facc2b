"""A replay watched from a seat: the film and the table tell what that seat could know then, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.command import Command
from gearlock.kernel.log import read_log
from gearlock.kernel.registry import all_systems, system_ids

HIDDEN = [system.id for system in all_systems() if system.hidden]
VEILED = ["hex100"]
"""Systems in which an enemy is not known by its name."""
SECRETIVE = {"blitz": "battle", "fieldmanual": "battle"}
"""A scenario with secrets, where the first has none."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each battle is kept that several tests look at; nobody changes it."""
    return tmp_path_factory.mktemp("logs")


def fought(gearlock: Command, system: str, folder: Path) -> Path:
    log = folder / f"{system}.jsonl"
    words = ("--scenario", SECRETIVE[system]) if system in SECRETIVE else ()
    if not log.exists():
        assert gearlock("battle", system, *words, "--seed", 6, "--blue", "bot:random", "--log", log).code == 0
    return log


def watched(gearlock: Command, log: Path, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = gearlock("replay", log, *words, "--json").json()
    return found


@pytest.mark.parametrize("system", system_ids())
def test_the_table_is_shown_at_the_start_of_each_round_and_at_the_end(
    gearlock: Command, system: str, logs: Path
) -> None:
    log = fought(gearlock, system, logs)
    tables = watched(gearlock, log, "--table")["tables"]
    rounds = [table["round"] for table in tables if table["round"]]
    assert rounds == [*range(1, rounds[-1] + 1), rounds[-1]]
    drawn = gearlock("replay", log, "--table", "--film").out
    assert all(f"Round {number}" in drawn for number in rounds)


@pytest.mark.parametrize("system", system_ids())
def test_a_seat_by_itself_asks_for_its_film(gearlock: Command, system: str, logs: Path) -> None:
    log = fought(gearlock, system, logs)
    alone = watched(gearlock, log, "--seat", "red")
    assert alone["film"] == watched(gearlock, log, "--seat", "red", "--film")["film"]
    assert "film" not in watched(gearlock, log, "--seat", "red", "--table")


@pytest.mark.parametrize("system", HIDDEN)
def test_film_and_table_of_a_seat_hide_what_it_did_not_know(gearlock: Command, system: str, logs: Path) -> None:
    log, missing = fought(gearlock, system, logs), 0
    truth = watched(gearlock, log, "--table", "--film")
    for seat, enemy in (("red", "blue"), ("blue", "red")):
        shown = watched(gearlock, log, "--table", "--film", "--seat", seat)
        for whole, part in zip(truth["tables"], shown["tables"], strict=True):
            there = {(piece["x"], piece["y"]) for piece in whole["pieces"] if piece["side"] == enemy}
            found = [piece for piece in part["pieces"] if piece["side"] == enemy]
            assert {(piece["x"], piece["y"]) for piece in found} <= there
            names = {piece["id"] for piece in found} & {piece["id"] for piece in whole["pieces"]}
            assert (names == set()) == (system in VEILED or not found)
            assert not any(piece.get("cards") or piece.get("tracks") for piece in found if piece.get("known") != "seen")
            missing += len(there) - len(found)
        assert shown["film"] != truth["film"]
        assert len(shown["film"]) <= len(truth["film"])
        assert system not in VEILED or not any(f"{enemy}-1" in line for line in shown["film"])
    assert missing or system not in VEILED, "a battle in which all is known proves nothing"


@pytest.mark.parametrize("system", HIDDEN)
def test_a_replay_tells_a_seat_the_same_views_and_lines_as_the_battle_did(
    gearlock: Command, system: str, logs: Path
) -> None:
    log = fought(gearlock, system, logs)
    battle = read_log(log).battle()
    told = [
        line.text
        for _, event, state in read_log(log).film()
        if event is not None and (line := battle.system.tell(state, event, "red")) is not None
    ]
    film = watched(gearlock, log, "--seat", "red")["film"]
    assert [line.partition("  [")[0] for line in film] == told
    last = watched(gearlock, log, "--seat", "red", "--table")["tables"][-1]
    assert [piece["id"] for piece in last["pieces"]] == [piece.id for piece in battle.view("red").pieces]
