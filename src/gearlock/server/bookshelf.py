"""The rulebooks over HTTP: every rule in our words, with its ruling, where it is carried out and what tests hold it."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from gearlock.kernel.coverage import Citations, cited_by_tests
from gearlock.kernel.errors import GearlockError
from gearlock.kernel.registry import get_system
from gearlock.kernel.rulebook import RuleEntry, cited_by_code, import_chapters, load_rulebook
from gearlock.server.packing import Packed, pack, send

TESTS = Path(__file__).parents[3] / "tests"
"""Where the tests lie, if this runs from its sources; an installed one has none."""
BARE = re.compile(r"\s*\(.*?\)|:[\w/]+$| [XY](/[XY])?$")
"""What is added to a word in a title: (action), :X, X/Y."""
SHORTEST, MOST_WORDS = 3, 3
PATIENCE = 120.0
"""Seconds for reading the sources of all tests: nobody sent them, and there are thousands."""
Call: TypeAlias = Request[Any, Any, Any]
_tests: dict[str, tuple[str, ...]] = {}
_reading = asyncio.Lock()


class RulePage(msgspec.Struct, frozen=True):
    """A rule with the places that carry it out or obey it, its home first."""

    entry: RuleEntry
    code: tuple[str, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """All rules of a system in book order."""

    system: str
    name: str
    edition: str
    pages: tuple[RulePage, ...]


class Proofs(msgspec.Struct, frozen=True):
    """The tests of all rules, to be read from their sources."""

    def do(self) -> dict[str, tuple[str, ...]]:
        """The tests by the rule they hold; none where there are no sources."""
        try:
            return cited_by_tests(TESTS) if (TESTS / "conformance").is_dir() else {}
        except (GearlockError, OSError):
            return {}


@get("/api/rulebooks/{system:str}")
async def rulebook(system: FromPath[str], request: Call, state: State) -> Response[Rulebook]:
    """The rulebook of a system."""
    get_system(system)
    return send(await state.rooms.fetching.do(_bound, system), request)


@get("/api/rulebooks/{system:str}/tests")
async def rule_tests(system: FromPath[str], state: State) -> dict[str, tuple[str, ...]]:
    """The tests that fail without a rule, by the rule; none where the sources are not here."""
    get_system(system)
    async with _reading:
        if not _tests:
            _tests.update(await state.rooms.readers.make(Proofs(), "The tests", PATIENCE))
    return {rule: tests for rule, tests in _tests.items() if rule.startswith(f"{system}.")}


@get("/api/rulebooks/{system:str}/words")
async def game_words(system: FromPath[str]) -> dict[str, str]:
    """The words of a game, as they may stand in a text, each with the rule that explains it."""
    return words_of(get_system(system).package)


@cache
def words_of(package: str) -> dict[str, str]:
    """Titles of rules without what a book adds to them: 'Posture: Braced' explains Braced, 'Burst:X' Burst.

    Where two rules have the same word the first in the book has it; a rule with the bare title goes before.
    """
    found: dict[str, str] = {}
    entries = [(title, entry.id) for entry in load_rulebook(package).values() if (title := entry.title)]
    for title, rule in (*((t, r) for t, r in entries if ": " not in t), *((t, r) for t, r in entries if ": " in t)):
        word = BARE.sub("", title.partition(": ")[2] if ": " in title else title).strip()
        if len(word) >= SHORTEST and len(word.split()) <= MOST_WORDS:
            found.setdefault(word.lower(), rule)
    return found


@cache
def _bound(system: str) -> Packed:
    found = get_system(system)
    code = _cited(found.package)
    pages = tuple(
        RulePage(entry, tuple(_near(place, found.package) for place in code.get(id_, ())))
        for id_, entry in load_rulebook(found.package).items()
    )
    return pack(Rulebook(found.id, found.name, found.edition, pages))


@cache
def _cited(package: str) -> Citations:
    import_chapters(package)
    return cited_by_code()


def _near(place: str, package: str) -> str:
    """A place in the system's own package, named from there."""
    return place.removeprefix(f"{package}.")
