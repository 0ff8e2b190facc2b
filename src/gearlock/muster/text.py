"""The text form of a roster, which people type and share.

    system <id>
    faction North
    size 100

    group Alpha
      primary GP: veteran       # a unit, and what is bought for all of it
        Hunter: FOC             # a model and its upgrades
        2x Hunter

A system of machines with hardpoints opens its units with a word and a name:

    machine Tegu MBT "Old Faithful"
      Pintle Mount: HMG         # a hardpoint and what is on it
      Dozer Blade               # an item, wherever it fits

Indentation is for the eye. Headers may stand anywhere. A line that is not understood is kept as it is.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from gearlock.kernel.force import Block, Entry, Group, Header, Layout, Placed, Remark, Roster

SYSTEM = "system"
GROUP = "group"
MOST_MODELS = 99
"""On one line."""
MARK = "# NOT LEGAL:"
"""How a roster with violations begins when we write it; the mark is made anew each time, so reading drops it."""
_COUNT = re.compile(r"([+-]?\d[\d.,]*)(?:\s*[xX\u00d7]\s+|[xX\u00d7])(.*)")
_WORD = re.compile(r"([A-Za-z]+)(?:[\s:]+|$)(.*)")
_COMMENT = re.compile(r"(?:^|(?<=[\s:,]))#")
_CODE_LETTERS = 3

Node = TypeVar("Node", bound=Placed)


def split_comment(line: str) -> tuple[str, str]:
    """The part that counts, its spaces made single, and the comment with its mark."""
    found = _COMMENT.search(line)
    body, comment = (line[: found.start()], line[found.start() :]) if found else (line, "")
    return " ".join(body.split()), comment.strip()


def read_entry(body: str, layout: Layout) -> Entry | None:
    """A line of models; None if it has no name, or a count that no line has."""
    found = _COUNT.fullmatch(body)
    count, rest = (found[1], found[2].strip()) if found else ("1", body)
    name, upgrades = _with_upgrades(rest)
    if not name or not re.fullmatch(r"[1-9][0-9]?", count):
        return None
    if found and (_COUNT.fullmatch(rest) or read_header(rest, layout) or read_group(rest) or read_block(rest, layout)):
        return None
    return Entry(model=name, count=int(count), upgrades=upgrades)


def is_miscounted(body: str) -> bool:
    """Whether it looks like a line of models whose number no line has."""
    found = _COUNT.fullmatch(body)
    return found is not None and not re.fullmatch(r"[1-9][0-9]?", found[1])


def _with_upgrades(text: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = text.partition(":")
    return name.strip(), tuple(part.strip() for part in rest.split(",") if part.strip())


def read_block(body: str, layout: Layout) -> Block | None:
    """A line that opens a unit; a misspelt word does if a code follows it. `Support Cobra` is a model."""
    head, upgrades = _with_upgrades(body)
    word, _, code = head.partition(" ")
    if _opens_named(word, code, layout):
        return Block(kind=word.lower(), code=code, upgrades=upgrades)
    if not head.isascii():
        return None
    is_code = code.upper() in layout.codes
    if word.lower() in layout.units and (is_code or len(code) <= _CODE_LETTERS):
        return Block(kind=word.lower(), code=code.upper(), upgrades=upgrades)
    if is_code and difflib.get_close_matches(word.lower(), layout.units, n=1, cutoff=0.6):
        return Block(kind=word.lower(), code=code.upper(), upgrades=upgrades)
    return None


def _opens_named(word: str, name: str, layout: Layout) -> bool:
    """Whether a unit with a name begins: by its word, or by one like it before a name that there is."""
    if not word.isascii() or not layout.named:
        return False
    if word.lower() in layout.named:
        return True
    if not difflib.get_close_matches(word.lower(), layout.named, n=1, cutoff=0.6):
        return False
    return any(each.lower() in name.lower() for each in layout.names())


def read_header(body: str, layout: Layout) -> Header | None:
    """A word about the whole force, with or without a colon."""
    found = _WORD.fullmatch(body)
    if found is None or found[1].lower() not in (SYSTEM, *layout.headers):
        return None
    return Header(key=found[1].lower(), value=found[2])


def read_group(body: str) -> Group | None:
    """A line that opens a group."""
    found = _WORD.fullmatch(body)
    return Group(name=found[2]) if found and found[1].lower() == GROUP else None


class _Reader:
    """A roster being read line by line."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pending: list[Remark] = []
        self.headers: dict[str, Header] = {}
        self.groups: list[tuple[Group, list[tuple[Block, list[Entry]]]]] = []

    def read(self, number: int, line: str) -> None:
        body, comment = split_comment(line)
        if not body or not self._take(body, {"comment": comment, "line": number}):
            self.pending.append(Remark(line.strip(), number))

    def _take(self, body: str, place: dict[str, str | int]) -> bool:
        """Whether the line was understood."""
        if header := read_header(body, self.layout):
            if header.key in self.headers:
                return False
            self.headers[header.key] = self._placed(header, place)
            return True
        if group := read_group(body):
            self.groups.append((self._placed(group, place), []))
            return True
        if block := read_block(body, self.layout):
            if not self.groups:
                self.groups.append((Group(name=""), []))
            self.groups[-1][1].append((self._placed(block, place), []))
            return True
        entry = read_entry(body, self.layout)
        if entry is None or not self.groups or not self.groups[-1][1]:
            return False
        self.groups[-1][1][-1][1].append(self._placed(entry, place))
        return True

    def _placed(self, node: Node, place: dict[str, str | int]) -> Node:
        above, self.pending = tuple(self.pending), []
        return msgspec.structs.replace(node, above=above, **place)

    def roster(self) -> Roster:
        while self.pending and not self.pending[-1].text:
            self.pending.pop()
        replace = msgspec.structs.replace
        groups = (
            replace(group, blocks=tuple(replace(block, entries=tuple(entries)) for block, entries in blocks))
            for group, blocks in self.groups
        )
        return Roster(tuple(self.headers.values()), tuple(groups), tuple(self.pending))


def read_text(text: str, layout: Layout) -> Roster:
    """Read a roster. Nothing fails: lines that mean nothing stay as unread remarks."""
    reader = _Reader(layout)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if number > 1 or not line.startswith(MARK):
            reader.read(number, line)
    return reader.roster()


def write_text(roster: Roster) -> str:
    """The roster as people write it, headers first; reading it again gives the same roster."""
    return "".join(f"{line}\n" for line in _lines(roster))


def _lines(roster: Roster) -> Iterator[str]:
    for header in roster.headers:
        yield from _placed_lines(header, "", header_text(header))
    for number, group in enumerate(roster.groups):
        indent = "" if number == 0 and _goes_unsaid(group) else "  "
        if indent:
            yield from _placed_lines(group, "", group_text(group))
        for block in group.blocks:
            yield from _placed_lines(block, indent, block_text(block))
            for entry in block.entries:
                yield from _placed_lines(entry, f"{indent}  ", entry_text(entry))
    yield from (remark.text for remark in roster.below)


def _goes_unsaid(group: Group) -> bool:
    """A first group of which there is nothing to say needs no line: its first unit opens it."""
    return bool(group.blocks) and not (group.name or group.comment or group.above)


def _placed_lines(node: Placed, indent: str, text: str) -> Iterator[str]:
    yield from (f"{indent}{remark.text}".rstrip() for remark in node.above)
    yield f"{indent}{text}{'  ' + node.comment if node.comment else ''}"


def header_text(header: Header) -> str:
    """`size 100`."""
    return f"{header.key} {header.value}".rstrip()


def group_text(group: Group) -> str:
    """`group Alpha`."""
    return f"{GROUP} {group.name}".rstrip()


def block_text(block: Block) -> str:
    """`primary GP: veteran`."""
    return f"{block.kind} {block.code}".rstrip() + _upgrades_text(block.upgrades)


def entry_text(entry: Entry) -> str:
    """`2x Hunter: Vet`."""
    count = f"{entry.count}x " if entry.count != 1 else ""
    return f"{count}{entry.model}{_upgrades_text(entry.upgrades)}"


def _upgrades_text(upgrades: tuple[str, ...]) -> str:
    return f": {', '.join(upgrades)}" if upgrades else ""
