"""Logs as somebody might forge them: one value changed, or one line taken out, doubled or moved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from conformance.checks import AnyBattle, lay_out
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.errors import BadFile
from gearlock.kernel.log import LoadedLog, loads
from gearlock.kernel.orders import Concede
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.scribe import Scribe
from gearlock.kernel.seat import Seat
from gearlock.kernel.verify import prove

Path = tuple[str | int, ...]


def short_log(system: AnySystem, scenario: str, seed: int, throws: int = 3) -> list[bytes]:
    """The lines of a battle with dice, fingerprints and something taken back, given up after a few throws."""
    battle = lay_out(system, scenario, seed)
    battle.seats_of = {seat: "bot:random" for seat in system.seats}
    return _written(battle, seed, throws)


def whole_log(system: AnySystem, scenario: str, seed: int) -> list[bytes]:
    """The lines of a battle that the rules themselves end."""
    return _written(lay_out(system, scenario, seed), seed, None)


def _written(battle: AnyBattle, seed: int, throws: int | None) -> list[bytes]:
    scribe, bot, wavered = Scribe(battle), RandomBot(seed), False
    lines = [*scribe.opening(), *scribe.news()]
    while not battle.over:
        name = battle.waiting_for()[0]
        enough = throws is not None and len(battle.thrown) >= throws and bool(battle.checks)
        battle.answer(name, Concede() if enough else bot.decide(Seat(battle, name)))
        lines += scribe.news()
        if battle.thrown and not wavered and not battle.over:
            wavered = True
            battle.undo(name, consent=True)
            lines += scribe.news()
    return lines


def read(lines: list[bytes]) -> LoadedLog:
    return loads(b"\n".join(lines) + b"\n")


def is_found(lines: list[bytes]) -> bool:
    """Whether these lines are refused, differ from what the rules give, or leave something that is not proved."""
    try:
        return not prove(read(lines)).holds
    except BadFile:
        return True


def values(lines: list[bytes]) -> Iterator[tuple[int, Path, Any]]:
    """Every value in every line: where it stands, and what it is."""
    for at, line in enumerate(lines):
        yield from ((at, path, value) for path, value in _leaves(json.loads(line), ()))


def _leaves(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(node, dict | list):
        parts = node.items() if isinstance(node, dict) else enumerate(node)
        for key, each in parts:
            yield from _leaves(each, (*path, key))
    else:
        yield path, node


def others(value: Any) -> list[Any]:
    """What might be written instead of a value, the most innocent first."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        return [value + 1, value - 1, -value - 3, 10**30, None]
    if isinstance(value, str):
        return [f"{value}x", value[:-1] if value else "y", "red" if value != "red" else "blue", None]
    return [1, "x"]


def changed(lines: list[bytes], at: int, path: Path, value: Any) -> list[bytes]:
    """The lines with one value put in place of another."""
    document = json.loads(lines[at])
    node = document
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return [*lines[:at], json.dumps(document, separators=(",", ":")).encode(), *lines[at + 1 :]]


def moved(lines: list[bytes]) -> Iterator[tuple[str, int, list[bytes]]]:
    """Every line taken out, doubled, or changed with the next."""
    for at in range(len(lines)):
        yield f"line {at + 1} taken out", at, [*lines[:at], *lines[at + 1 :]]
        yield f"line {at + 1} doubled", at, [*lines[: at + 1], *lines[at:]]
        if at + 1 < len(lines) and lines[at] != lines[at + 1]:
            swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
            yield f"lines {at + 1} and {at + 2} changed about", at, swapped
