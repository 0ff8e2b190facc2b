"""Reading a roster somebody handed in, in either form, and everything that can be said against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from gearlock.kernel.bounds import LARGEST_FILE, LONGEST_LINE, MOST_LINES, MOST_LISTED, MOST_LISTED_IN_ALL
from gearlock.kernel.errors import BadFile, BadInput, Finding, Findings, UnknownName, first_of
from gearlock.kernel.files import read_handed_in
from gearlock.kernel.force import Block, ForceRules, Layout, Remark, Roster, Violation
from gearlock.kernel.registry import all_systems, get_system, system_ids
from gearlock.muster.json_form import JsonReader, load_json
from gearlock.muster.suggest import Suggestions
from gearlock.muster.text import MOST_MODELS, SYSTEM, is_miscounted, read_header, read_text, split_comment

BARE = Layout()
"""What is understood of a roster whose system is not known."""


@dataclass(frozen=True)
class Reading:
    """A roster with the file it came from and the rules it is judged by; None if its system is not known."""

    roster: Roster
    file: str
    rules: ForceRules | None
    form: str

    def violations(self) -> list[Violation]:
        """Everything wrong with it, by line: what is not understood, then what breaks a rule."""
        found = [*_system_faults(self.roster), *_unread_lines(self.roster, self.rules)]
        if self.rules is not None:
            found += self.rules.check(self.roster)
        return sorted(found, key=lambda violation: violation.line)


def read_file(path: Path) -> Reading:
    """The roster of a file; its form is told by its first character. Raises BadFile."""
    found = read_roster(read_handed_in(path), str(path))
    return replace(found, roster=msgspec.structs.replace(found.roster, folder=str(path.parent)))


def read_roster(text: str, file: str) -> Reading:
    """The roster of a text in either form."""
    if len(text) > LARGEST_FILE or text.count("\n") > MOST_LINES:
        most = f"{LARGEST_FILE:,} letters or {MOST_LINES:,} lines"
        raise BadFile([Finding(file, 0, f"has more than {most}, as no roster has")])
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        document = load_json(text.removeprefix("\ufeff"), file)
        rules = rules_of(document.get(SYSTEM))
        roster = JsonReader(file, rules.layout if rules else _any_layout()).read(document)
        return Reading(_bounded(roster, file), file, rules, "json")
    endless = [number for number, line in enumerate(text.split("\n"), 1) if len(line) > LONGEST_LINE]
    if endless:
        said = f"is longer than {LONGEST_LINE:,} letters"
        raise BadFile(first_of(Finding(file, number, said) for number in endless))
    rules = rules_of(_named_system(text))
    roster = read_text(text, rules.layout if rules else _any_layout())
    return Reading(_bounded(roster, file), file, rules, "text")


def _bounded(roster: Roster, file: str) -> Roster:
    """The roster, if no unit of it lists more than any could have. Raises BadFile."""
    found = Findings(file)
    blocks = [block for group in roster.groups for block in group.blocks]
    for block in blocks:
        if _listed_in(block) > MOST_LISTED:
            found.find(
                block.line, f"this unit lists {_listed_in(block)} models, upgrades or items; {MOST_LISTED} is the most"
            )
    whole = len(roster.groups) + len(blocks) + sum(map(_listed_in, blocks))
    if whole > MOST_LISTED_IN_ALL:
        said = f"lists {whole:,} groups, units, models, upgrades or items; {MOST_LISTED_IN_ALL:,} is the most"
        found.find(0, said)
    found.refuse()
    return roster


def _listed_in(block: Block) -> int:
    return len(block.upgrades) + sum(entry.count + len(entry.upgrades) for entry in block.entries)


def _named_system(text: str) -> str | None:
    for line in text.removeprefix("\ufeff").split("\n"):
        header = read_header(split_comment(line)[0], BARE)
        if header is not None and header.key == SYSTEM:
            return header.value
    return None


def rules_of(name: object) -> ForceRules | None:
    """The force rules of a system; None for a name that is no system, or one that builds no forces."""
    if not isinstance(name, str) or name.lower() not in system_ids():
        return None
    rules: ForceRules | None = get_system(name.lower()).force
    return rules


def force_rules(name: str) -> ForceRules:
    """The force rules of a system that must have some. Raises UnknownName."""
    rules = rules_of(name)
    if rules is None:
        raise UnknownName("system with forces to build", name, _mustering())
    return rules


def find_roster(name: str) -> Reading:
    """The roster of a file, or a ready-made one named NAME or SYSTEM:NAME."""
    system, colon, title = name.partition(":")
    if Path(name).exists():
        return read_file(Path(name))
    if not colon:
        return _ready_made_anywhere(name)
    rosters = force_rules(system).ready_made()
    if title not in rosters:
        raise UnknownName("ready-made roster", title, rosters)
    return read_roster(rosters[title], name)


def _ready_made_anywhere(name: str) -> Reading:
    """A ready-made roster by its name alone, if one system has it; else it must be a file."""
    owners = {system: force_rules(system).ready_made() for system in _mustering()}
    having = [system for system, rosters in owners.items() if name in rosters]
    if len(having) > 1:
        raise BadInput(f"Several systems have a roster {name}: say {' or '.join(f'{each}:{name}' for each in having)}.")
    if having:
        return read_roster(owners[having[0]][name], f"{having[0]}:{name}")
    if name.endswith((".txt", ".json")) or "/" in name or "\\" in name:
        return read_file(Path(name))
    raise UnknownName("roster", name, sorted({each for rosters in owners.values() for each in rosters}))


def _mustering() -> list[str]:
    return [system.id for system in all_systems() if system.force is not None]


def _any_layout() -> Layout:
    """The words of all systems: a roster of an unknown one keeps its shape."""
    layouts = [force_rules(name).layout for name in _mustering()]
    units = dict.fromkeys(word for layout in layouts for word in layout.units)
    codes = dict.fromkeys(code for layout in layouts for code in layout.codes)
    headers = dict.fromkeys(word for layout in (BARE, *layouts) for word in layout.headers)
    named = dict.fromkeys(word for layout in layouts for word in layout.named)

    def names() -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for layout in layouts for name in layout.names()))

    return Layout(tuple(headers), tuple(units), tuple(codes), tuple(named), names)


def _system_faults(roster: Roster) -> Iterator[Violation]:
    header = roster.header(SYSTEM)
    known = ", ".join(_mustering())
    if header is None:
        yield Violation("", 0, "No line says which game this is for.", f"Add 'system' and one of: {known}.")
    elif rules_of(header.value) is None:
        hint = Suggestions(_mustering()).hint(header.value) or f"There are: {known}."
        yield Violation("", header.line, f"No system that builds forces is called '{header.value[:60]}'.", hint)


def _unread_lines(roster: Roster, rules: ForceRules | None) -> Iterator[Violation]:
    layout = rules.layout if rules else _any_layout()
    for remark in roster.remarks():
        if remark.is_unread:
            yield _unread(remark, layout)


def _unread(remark: Remark, layout: Layout) -> Violation:
    body, _ = split_comment(remark.text)
    shown = f"'{body[:60]}{'...' if len(body) > 60 else ''}'"
    if header := read_header(body, layout):
        said = f"{shown}: '{header.key}' is said twice."
        return Violation("", remark.line, said, "Keep one of the two lines; the first one counts.")
    if is_miscounted(body):
        said = f"{shown}: that is no number of models."
        return Violation("", remark.line, said, f"One line has 1 to {MOST_MODELS} models, as in '2x'.")
    if re.match(r"[:\d]", body):
        return Violation(
            "", remark.line, f"{shown} names no model.", "Write '2x', then the model, then ':' and upgrades."
        )
    words = [f"{_listed(layout.units)} and its code"] if layout.units else []
    words += [f"{_listed(layout.named)} and its name"] if layout.named else []
    where = f"Open a unit above it with {', or with '.join(words)}." if words else "Models stand under a unit."
    return Violation("", remark.line, f"{shown} stands in no unit.", where)


def _listed(words: tuple[str, ...]) -> str:
    return " or ".join(f"'{word}'" for word in words)
