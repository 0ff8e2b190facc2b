"""Rules looked for by words: in titles first, then in what they say and how they were read."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import AnySystem, all_systems, get_system, system_ids
from gearlock.kernel.rulebook import RuleEntry, load_rulebook

IN_TITLE, IN_TEXT = "title", "text"
NEAR = 3
"""Rules that are suggested for one that is not there."""


class Found(NamedTuple):
    """A rule with these words, and where they stand."""

    system: str
    entry: RuleEntry
    where: str


def rules_with(words: Iterable[str], systems: Iterable[AnySystem]) -> list[Found]:
    """Every rule that has all these words, those with them in the title first."""
    wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words]
    found = [Found(system.id, entry, where) for system in systems for entry, where in _in_book(system, wanted)]
    return sorted(found, key=lambda each: each.where != IN_TITLE)


def _in_book(system: AnySystem, wanted: list[re.Pattern[str]]) -> Iterator[tuple[RuleEntry, str]]:
    for entry in load_rulebook(system.package).values():
        title = f"{entry.id.partition('.')[2]} {entry.title}"
        whole = " ".join((title, entry.summary, entry.ruling, entry.gap, entry.example, entry.note))
        if all(word.search(title) for word in wanted):
            yield entry, IN_TITLE
        elif all(word.search(whole) for word in wanted):
            yield entry, IN_TEXT


def rule_named(name: str) -> tuple[AnySystem, RuleEntry]:
    """The rule of this id, with or without its system before it. Raises BadInput with ids and titles that come near."""
    prefix = name.partition(".")[0]
    if prefix in system_ids():
        system = get_system(prefix)
        return system, find_rule(load_rulebook(system.package), name, system.id)
    books = [(system, load_rulebook(system.package)) for system in all_systems()]
    there = [(system, book[f"{system.id}.{name}"]) for system, book in books if f"{system.id}.{name}" in book]
    if len(there) == 1:
        return there[0]
    if there:
        raise BadInput(f"Several books have a rule {name}: say {' or '.join(entry.id for _, entry in there)}.")
    if name != prefix and prefix.isalpha() and difflib.get_close_matches(prefix, system_ids()):
        raise UnknownName("system", prefix, system_ids())
    raise BadInput(
        f"No rule is called '{name}'.{_about(rules_with([name], all_systems()))} Look for words: gearlock rules find"
    )


def find_rule(book: Mapping[str, RuleEntry], rule_id: str, system_id: str) -> RuleEntry:
    """The rule of this id; the nearest ones by id and by title are suggested for a wrong one."""
    if rule_id in book:
        return book[rule_id]
    near = difflib.get_close_matches(rule_id, book, n=NEAR, cutoff=0.5)
    if near:
        raise UnknownName("rule", rule_id, near)
    words = rule_id.partition(".")[2]
    about = _about([found for found in rules_with([words], [get_system(system_id)]) if words])
    raise BadInput(f"No rule is called '{rule_id}'.{about} `gearlock rules list {system_id}` lists them.")


def _about(found: list[Found]) -> str:
    titles = [f"{each.entry.id} ({each.entry.title})" for each in found[:NEAR]]
    more = f" and {len(found) - NEAR} more" if len(found) > NEAR else ""
    return f" These speak of it: {', '.join(titles)}{more}." if titles else ""
