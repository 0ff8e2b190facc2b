"""The library's own short cuts: a battle from plain words and numbers, logs and positions by the name of their file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gearlock.kernel import log as logs
from gearlock.kernel import positions
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import write_whole
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.plain import read_path
from gearlock.kernel.positions import Position
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import System
from gearlock.kernel.verify import Proof, prove


def new_battle(
    system: str | AnySystem,
    scenario: str = "",
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    dice: DiceSource | None = None,
) -> Battle[Any]:
    """A battle at its first decision: `new_battle(SYSTEM, "duel", seed=7, options={"rounds": 3})`.

    Without a scenario it is that of the map, else the system's first. The same seed gives the same table and, unless
    others are handed over, the same dice. Raises UnknownName or BadInput.
    """
    chosen = system if isinstance(system, System) else get_system(system)
    setup = chosen.prepare(scenario or chosen.usual_scenario(options or {}), seed, options or {})
    return Battle.begin(chosen, setup, dice)


def load_log(path: str | Path, forgive_cut: bool = False) -> LoadedLog:
    """A battle's log from a file; `forgive_cut` drops an unfinished end. Raises BadFile with all that is wrong."""
    return logs.read_log(read_path(path), forgive_cut)


def save_log(battle: Battle[Any], path: str | Path) -> Path:
    """Write a battle's log, whole or not at all; a file of that name is replaced."""
    if not isinstance(battle, Battle):
        raise BadInput(f"Only a Battle has a log to save, not {type(battle).__name__}.")
    target = read_path(path)
    write_whole(target, logs.dumps(battle))
    return target


def verify(log: LoadedLog | Battle[Any] | str | Path) -> Proof:
    """Play a log through the rules again and compare every line.

    The proof `holds` if all is proved; else it tells the `difference`, or what is left `unproved`.
    """
    if isinstance(log, Battle):
        return prove(logs.loads(logs.dumps(log)))
    return prove(log if isinstance(log, LoadedLog) else load_log(log))


def load_position(path: str | Path) -> Position:
    """A position that was laid out in a file (docs/positions.md)."""
    return positions.load_position(read_path(path))
