"""Games that bots have played, as Parquet: what each seat knew, what it might do, what it did and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gearlock.bots.own import bot_by_name
from gearlock.extras import needing
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadFile, BadInput, Finding, shown
from gearlock.kernel.plain import as_words
from gearlock.kernel.seat import Seat
from gearlock.research.actions import action_of, actions_of
from gearlock.research.encoding import ACTIONS, COLUMNS, ROWS, encode, mask_of
from gearlock.research.ids import VERSION, read_id

with needing("research", "Writing games"):
    import pyarrow as pa
    import pyarrow.parquet as pq

FORMAT = "gearlock_games"


def write_games(file: Path, name: str, bots: tuple[str, str], seeds: Iterable[int]) -> int:
    """Play games of two bots, write every decision into a file, and say how many there are.

    `action` is the action that comes nearest to what the bot did, -1 where none is of its kind.
    """
    schema = pa.schema(
        [
            ("game", pa.int64()), ("decision", pa.int32()), ("seat", pa.string()), ("bot", pa.string()),
            ("observation", pa.list_(pa.float32(), ROWS * COLUMNS)), ("mask", pa.list_(pa.int8(), ACTIONS)),
            ("action", pa.int16()), ("reward", pa.float32()),
        ],
        metadata={FORMAT: str(VERSION), "environment": name},
    )  # fmt: skip
    count = 0
    file = Path(as_words(file, "A file"))
    if isinstance(bots, str) or not isinstance(bots, Sequence) or len(bots) != len(read_id(name)[0].seats):
        raise BadInput(f"Games are played by a bot for each seat, such as ('greedy', 'random'), not {shown(bots)}.")
    if not isinstance(seeds, Iterable):
        raise BadInput(f"The games are told by their seeds, such as range(100), not {shown(seeds)}.")
    for bot in bots:
        bot_by_name(bot)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        writer = pq.ParquetWriter(file, schema, compression="zstd")
    except OSError as error:
        raise BadFile([Finding(str(file), 0, f"cannot be written: {error.strerror or error}")]) from error
    with writer:
        for seed in seeds:
            rows = list(_played(name, bots, seed))
            writer.write_table(pa.Table.from_pylist(rows, schema))
            count += len(rows)
    return count


def _played(name: str, bots: tuple[str, str], seed: int) -> Iterator[dict[str, Any]]:
    """Every decision of one game, with how it ended for whoever made it."""
    system, scenario = read_id(name)
    battle: Battle[Any] = Battle.begin(system, system.prepare(scenario, seed, {}))
    players = {seat: bot_by_name(bot, seed + n) for n, (seat, bot) in enumerate(zip(system.seats, bots, strict=True))}
    rows: list[dict[str, Any]] = []
    while not battle.over:
        mover = battle.waiting_for()[0]
        seat = Seat(battle, mover)
        view, actions = seat.view(), actions_of(seat.options())
        order = players[mover].decide(seat)
        stands = next((piece for piece in view.pieces if piece.id == getattr(order, "unit", "")), None)
        rows.append(
            {
                "game": seed, "decision": len(rows), "seat": mover, "bot": bots[list(system.seats).index(mover)],
                "observation": encode(view, mover, actions).ravel(), "mask": mask_of(actions),
                "action": action_of(actions, order, stands, view, mover),
            }
        )  # fmt: skip
        battle.answer(mover, order)
    winner = battle.outcome.winner if battle.outcome is not None else ""
    for row in rows:
        yield {**row, "reward": np.float32(0.0 if not winner else 1.0 if winner == row["seat"] else -1.0)}
