"""Every game of a study as a row, for spreadsheets and data frames: CSV, or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.lab.extras import need
from gearlock.lab.game import Played
from gearlock.lab.scores import points_left, score
from gearlock.lab.studies import Study

FORMAT = "gearlock-games/1"
"""Kept in the Parquet file beside its columns."""
LARGEST = 2**63 - 1
"""Of a whole number in Parquet."""


def rows_of(study: Study, games: Sequence[Played]) -> list[dict[str, Any]]:
    """One row a game, in order. What is told of first and second is told in the order of the seats."""
    return [_row(study, game) for game in sorted(games, key=lambda game: game.number)]


def _row(study: Study, game: Played) -> dict[str, Any]:
    row: dict[str, Any] = {
        "game": game.number,
        "pair": game.number // 2,
        "system": study.system,
        "scenario": game.scenario,
        "seed": game.seed,
    }
    for place, (seat, who) in zip(("first", "second"), game.seats.items(), strict=True):
        losses = game.losses.get(who)
        row |= {
            f"{place}_seat": seat,
            place: study.name(who),
            f"{place}_bot": study.bot(who),
            f"{place}_score": score(game, who) if not game.fault or game.blame else None,
            f"{place}_points": game.score.get(seat),
            f"{place}_lost": losses.lost if losses else None,
            f"{place}_models": losses.of if losses else None,
            f"{place}_left": points_left(game, who),
        }
    row |= _settings(study, game)
    return {
        **row,
        "winner": study.name(game.winner) if game.winner else "",
        "reason": game.reason,
        "rounds": game.rounds,
        "decisions": game.decisions,
        "seconds": game.seconds,
        "fault": game.fault,
        "state": game.hash,
        "log": game.log,
    }


def _settings(study: Study, game: Played) -> dict[str, float]:
    """The weights the bots played with, where the study drew them."""
    drawn = study.game(game.number).settings
    places = zip(("first", "second"), game.seats.values(), strict=True)
    return {f"{place}_{name}": value for place, who in places for name, value in drawn.get(who, {}).items()}


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows as CSV, the names of the columns first."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]) if rows else [])
            writer.writeheader()
            writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    except OSError as error:
        raise cannot_write(path, error) from error


def _cell(value: Any) -> Any:
    """What a spreadsheet would take for a formula is text; nothing is an empty cell."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


def write_parquet(path: Path, rows: Sequence[Mapping[str, Any]], about: msgspec.Struct) -> None:
    """Rows as Parquet, with the study they come from in the file."""
    arrow = need("pyarrow", "lab", "Writing Parquet")
    parquet = need("pyarrow.parquet", "lab", "Writing Parquet")
    table = arrow.Table.from_pylist(_that_fit(rows))
    kept = {b"gearlock": FORMAT.encode(), b"study": msgspec.json.encode(about)}
    try:
        parquet.write_table(table.replace_schema_metadata(kept), path)
    except OSError as error:
        raise cannot_write(path, error) from error


def _that_fit(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows with columns that Parquet can hold: where a number, a seed perhaps, has no room, its column is text."""
    large = {name for row in rows for name, value in row.items() if isinstance(value, int) and abs(value) > LARGEST}
    return [
        {name: str(value) if name in large and value is not None else value for name, value in row.items()}
        for row in rows
    ]


def cannot_write(path: Path, error: OSError) -> BadFile:
    """Why a file was not written."""
    return BadFile([Finding(str(path), 0, f"cannot be written: {error.strerror or error}; name another place")])
