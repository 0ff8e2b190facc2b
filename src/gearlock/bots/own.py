"""Bots of one's own: `file.py:Class`, `module:Class`, or the name under which an installed package offers one.

Code is loaded only for whoever starts something and names it: `admit`. A bot that a log, a campaign or a stranger names
is made if it was admitted before, and else refused in words; nothing in a file can have code run.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from gearlock.bots import players
from gearlock.bots.faults import where_it_failed
from gearlock.bots.guarding import guarded
from gearlock.bots.players import HUMAN, Player, make_bot, player_names
from gearlock.bots.registered import REGISTERED, Registered
from gearlock.bots.sources import home_of, source_digest
from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.plain import read_seed

GROUP = "gearlock.bots"
FILE = ".py"
WRITTEN = "A bot in a file is written FILE.py:CLASS, in a module MODULE:CLASS, not '{}'."


class _Found(NamedTuple):
    """Something that makes bots, and where its code lies."""

    make: Any
    home: Path | None


def bot_by_name(spec: str, seed: int = 0) -> Player:
    """The bot of this name: `greedy`, `strategist:cautious:0.3s`, an installed one, `file.py:Class` or `module:Class`.

    The same seed plays the same way. What a name says is loaded and run: do not take names from strangers.
    """
    if not isinstance(spec, str):
        raise BadInput(f"A bot is called by its name, such as 'greedy' or 'mybots.py:Hugger', not {shown(spec)}.")
    read_seed(seed)
    admit(spec)
    return make_bot(spec, seed)


def admit(spec: str, name: str = "") -> str:
    """Load a bot of one's own, so that it can be made from now on in this process; the name it is made by.

    Bots of the house need no admission. Raises BadInput if there is no such bot, or its code cannot be loaded.
    """
    written = spec.removeprefix("bot:")
    if written.partition(":")[0] in players.BOTS or spec == HUMAN:
        return written
    called = name or written
    with guarded():
        found = _found(written) if ":" in written else _installed(written, spec)
        _check(found.make, written)
    version = getattr(found.make, "version", None)
    digest = source_digest(found.home, version)
    REGISTERED[called] = Registered(found.make, _about(found.make), digest, spec)
    return called


def admit_once(spec: str) -> None:
    """Load a bot of one's own unless this process has: whoever plays many games keeps to one edition."""
    if spec.removeprefix("bot:") not in REGISTERED:
        admit(spec)


def table_name(spec: str) -> str:
    """What a bot is called at a table of strangers, who need not know where its file lies: the name of its class."""
    return spec.removeprefix("bot:").rpartition(":")[2]


def bot_digest(spec: str) -> str:
    """The fingerprint of a bot's own source; none for the bots of the house, which are part of the program."""
    known = REGISTERED.get(spec.removeprefix("bot:"))
    return known.digest if known is not None else ""


def installed_bots() -> dict[str, EntryPoint]:
    """What installed packages offer, by name; a name of the house stays the house's."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in players.BOTS}


def _found(written: str) -> _Found:
    place, _, name = written.rpartition(":")
    is_file = place.endswith(FILE)
    if not name.isidentifier() or not (is_file or all(map(str.isidentifier, place.split(".")))):
        raise BadInput(WRITTEN.format(written))
    module, home = _from_file(Path(place)) if is_file else _from_module(place, written)
    if not hasattr(module, name):
        able = [each for each, found in vars(module).items() if inspect.isclass(found) and hasattr(found, "decide")]
        raise UnknownName(f"bot in {place}", name, able)
    return _Found(getattr(module, name), home)


def _installed(name: str, spec: str) -> _Found:
    point = installed_bots().get(name)
    if point is None and name.endswith(FILE):
        raise BadInput(WRITTEN.format(name))
    if point is None:
        raise UnknownName("player", spec, (*player_names(), *(f"bot:{each}" for each in installed_bots())))
    try:
        return _Found(point.load(), home_of(point.module))
    except (Exception, SystemExit) as error:  # code of somebody else, which may fail in any way, or leave
        raise BadInput(
            f"The installed bot {name} ({point.value}) cannot be loaded: {where_it_failed(error)}"
        ) from error


def _from_file(path: Path) -> tuple[ModuleType, Path]:
    if not path.is_file():
        raise BadInput(f"There is no file {path} to load a bot from.")
    path = path.resolve()
    source = path.read_bytes()
    edition = hashlib.blake2b(str(path).encode() + source, digest_size=6).hexdigest()
    called = f"{path.stem}_{edition}"
    if called in sys.modules:
        return sys.modules[called], path
    _look_in(str(path.parent))
    found = importlib.util.spec_from_file_location(called, path)
    assert found is not None, "a file that ends in .py can be loaded"
    module = importlib.util.module_from_spec(found)
    sys.modules[called] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))  # what was read is what is run: no cache of a second ago
    except (Exception, SystemExit) as error:
        del sys.modules[called]
        raise BadInput(f"{path.name} cannot be loaded: {where_it_failed(error)}") from error
    return module, path


def _from_module(name: str, written: str) -> tuple[ModuleType, Path | None]:
    _look_in(os.getcwd())
    try:
        return importlib.import_module(name), home_of(name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and name.startswith(error.name):
            hint = f"a bot in a file is written {name}{FILE}:CLASS, with its path"
            raise BadInput(
                f"{UnknownName('player', written, player_names())} (No module {name} here; {hint}.)"
            ) from None
        raise BadInput(f"The module {name} cannot be loaded: {where_it_failed(error)}") from error


def _look_in(folder: str) -> None:
    """Modules beside a bot are found by it, as they are by any script; what is installed comes first."""
    if folder not in sys.path:
        sys.path.append(folder)


def _check(make: Any, written: str) -> None:
    """Try to make a bot: what its writer forgot is said before a battle begins."""
    if not callable(make):
        raise BadInput(f"{written} is no class of bots: {type(make).__name__} cannot be called with a seed.")
    if not _takes_one(make):
        raise BadInput(f"{written} must be made with a seed: give it `def __init__(self, seed: int) -> None`.")
    try:
        bot = make(0)
    except (Exception, SystemExit) as error:
        raise BadInput(f"{written} cannot be made: {where_it_failed(error)}") from error
    if not callable(getattr(bot, "decide", None)):
        raise BadInput(f"{written} cannot play: it has no method `decide(self, seat: Seat) -> Order`.")
    if not _takes_one(bot.decide):
        raise BadInput(f"{written} cannot play: its `decide` must take the seat alone, `decide(self, seat: Seat)`.")


def _takes_one(function: Any) -> bool:
    """Whether it can be called with one thing; where there is no signature to look at, that shows when it is."""
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        return False
    except ValueError:
        pass
    return True


def _about(make: Any) -> str:
    """The first paragraph of what is written about it, in one line."""
    words = inspect.cleandoc(getattr(make, "__doc__", None) or "").partition("\n\n")[0]
    return " ".join(words.split()) or "A bot of somebody's own, which says nothing about itself."
