"""The JSON form of a roster, for programs. It says the same as the text form, remarks included.

The headers are keys of the document; `remarks` holds what stands beside and above them. `legal` and `violations` are
written for whoever receives the file and are worked out anew when it is read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from gearlock.kernel.bounds import DEEPEST
from gearlock.kernel.errors import BadFile, Finding, Findings, shortened
from gearlock.kernel.force import Block, Entry, Group, Header, Layout, Placed, Remark, Roster, Violation
from gearlock.muster.text import MOST_MODELS, SYSTEM, read_text, write_text

LINE = "//line"
"""Where an object begins in its file; put beside its keys while reading."""
VERDICT = ("legal", "violations")


def write_json(roster: Roster, violations: Sequence[Violation]) -> str:
    """The roster as one JSON document, marked with everything it violates."""
    document: dict[str, Any] = {header.key: _value(header.value) for header in roster.headers}
    document["legal"] = not violations
    document["violations"] = msgspec.to_builtins(tuple(violations))
    remarks = {header.key: found for header in roster.headers if (found := _margin(header))}
    if remarks:
        document["remarks"] = remarks
    document["groups"] = [_group(group) for group in roster.groups]
    if roster.below:
        document["below"] = [remark.text for remark in roster.below]
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _value(text: str) -> str | int:
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else text


def _margin(node: Placed) -> dict[str, Any]:
    margin: dict[str, Any] = {"comment": node.comment} if node.comment else {}
    return margin | ({"above": [remark.text for remark in node.above]} if node.above else {})


def _group(group: Group) -> dict[str, Any]:
    return {"name": group.name, **_margin(group), "units": [_block(block) for block in group.blocks]}


def _block(block: Block) -> dict[str, Any]:
    bought = {"upgrades": list(block.upgrades)} if block.upgrades else {}
    models = [_entry(entry) for entry in block.entries]
    return {"kind": block.kind, "code": block.code, **bought, **_margin(block), "models": models}


def _entry(entry: Entry) -> dict[str, Any]:
    bought = {"upgrades": list(entry.upgrades)} if entry.upgrades else {}
    return {"model": entry.model, "count": entry.count, **bought, **_margin(entry)}


def load_json(text: str, file: str) -> dict[str, Any]:
    """A JSON document whose objects know their lines. Raises BadFile."""
    if len(re.findall(r"[\[{]", text)) > DEEPEST and _depth(text) > DEEPEST:
        raise BadFile([Finding(file, 0, f"lists and objects lie more than {DEEPEST} deep, as in no roster")])
    try:
        document = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise BadFile([Finding(file, error.lineno, f"not JSON: {error.msg}")]) from None
    except (_Twice, ValueError) as error:
        raise BadFile([Finding(file, 0, str(error))]) from None
    if not isinstance(document, dict):
        raise BadFile([Finding(file, 1, "a roster is one JSON object")])
    _number(document, iter(_object_lines(text)))
    return document


class _Twice(Exception):
    """A key that stands twice in an object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise _Twice(f"'{shortened(twice)}' stands twice in one object")
    return found


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def _bare(text: str) -> str:
    """The document without its strings, line breaks kept."""
    return _STRING.sub(lambda found: "\n" * found[0].count("\n"), text)


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"[\[{}\]]", _bare(text)):
        depth += 1 if mark in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _object_lines(text: str) -> list[int]:
    """The line of every object, in the order of their opening braces."""
    return [number for number, line in enumerate(_bare(text).split("\n"), 1) for _ in range(line.count("{"))]


def _number(value: Any, lines: Any) -> None:
    if isinstance(value, dict):
        line = next(lines)
        for part in value.values():
            _number(part, lines)
        value[LINE] = line
    elif isinstance(value, list):
        for part in value:
            _number(part, lines)


class JsonReader(Findings):
    """A roster being read from a document; everything wrong in it is collected before it is refused."""

    def __init__(self, file: str, layout: Layout) -> None:
        super().__init__(file)
        self.layout = layout

    def read(self, document: dict[str, Any]) -> Roster:
        """The roster of a document that `load_json` gave. Raises BadFile with all findings."""
        known = (SYSTEM, *self.layout.headers)
        self._keys(document, (*known, *VERDICT, "remarks", "groups", "below"))
        line = document[LINE]
        remarks = document.get("remarks", {})
        if not isinstance(remarks, dict):
            self.find(line, "'remarks' is an object of headers")
            remarks = {}
        headers = tuple(self._header(key, document, remarks) for key in document if key in known)
        for key, value in remarks.items():
            if key != LINE and (key not in document or not isinstance(value, dict)):
                self.find(line, f"'remarks' has something beside '{shortened(key)}', which is no header here")
        groups = tuple(self._group(part) for part in self._objects(document, "groups"))
        below = tuple(Remark(text, line) for text in self._texts(document, "below"))
        roster = Roster(headers, groups, below)
        if not self.findings:
            self._compare(roster)
        self.refuse()
        return roster

    def _compare(self, roster: Roster) -> None:
        """What the text form would read as something else cannot be a roster: a name that looks like a header."""
        again = read_text(write_text(roster), self.layout)
        for ours, theirs in zip(_nodes(roster), _nodes(again), strict=False):
            if _plain(ours) != _plain(theirs):
                self.find(ours.line, "the text form cannot say this: look for line breaks, '#', ':' and ',' in names")
                return
        if write_text(again) != write_text(roster):
            self.find(0, "the text form cannot say this")

    def _header(self, key: str, document: dict[str, Any], remarks: dict[str, Any]) -> Header:
        value = document[key]
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.find(document[LINE], f"'{key}' is a word or a whole number")
        found = remarks.get(key)
        margin = self._margin(found if isinstance(found, dict) else {LINE: document[LINE]})
        return Header(key=key, value=str(value), **margin)

    def _group(self, part: dict[str, Any]) -> Group:
        self._keys(part, ("name", "units", "comment", "above"))
        blocks = tuple(self._block(unit) for unit in self._objects(part, "units"))
        return Group(name=self._text(part, "name"), blocks=blocks, **self._margin(part))

    def _block(self, part: dict[str, Any]) -> Block:
        self._keys(part, ("kind", "code", "upgrades", "models", "comment", "above"))
        entries = tuple(self._entry(model) for model in self._objects(part, "models"))
        kind, code, upgrades = self._text(part, "kind"), self._text(part, "code"), self._texts(part, "upgrades")
        return Block(kind=kind, code=code, upgrades=upgrades, entries=entries, **self._margin(part))

    def _entry(self, part: dict[str, Any]) -> Entry:
        self._keys(part, ("model", "count", "upgrades", "comment", "above"))
        count = part.get("count", 1)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_MODELS:
            self.find(part[LINE], f"'count' is a whole number from 1 to {MOST_MODELS}, not {str(count)[:20]}")
            count = 1
        upgrades = self._texts(part, "upgrades")
        return Entry(model=self._text(part, "model"), count=count, upgrades=upgrades, **self._margin(part))

    def _margin(self, part: dict[str, Any]) -> dict[str, Any]:
        above = tuple(Remark(text, part[LINE]) for text in self._texts(part, "above"))
        comment = self._text(part, "comment") if "comment" in part else ""
        return {"comment": comment, "above": above, "line": part[LINE]}

    def _keys(self, part: dict[str, Any], known: tuple[str, ...]) -> None:
        for key in part:
            if key not in known and key != LINE:
                self.find(part[LINE], f"'{key[:40]}' means nothing here; there are {', '.join(known)}")

    def _text(self, part: dict[str, Any], key: str) -> str:
        value = part.get(key, "")
        if not isinstance(value, str):
            self.find(part[LINE], f"'{key}' is text")
        return str(value)

    def _texts(self, part: dict[str, Any], key: str) -> tuple[str, ...]:
        values = part.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.find(part[LINE], f"'{key}' is a list of texts")
            return ()
        return tuple(values)

    def _objects(self, part: dict[str, Any], key: str) -> tuple[dict[str, Any], ...]:
        values = part.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            self.find(part[LINE], f"'{key}' is a list of objects")
            return ()
        return tuple(values)


def _nodes(roster: Roster) -> list[Placed]:
    nodes: list[Placed] = [*roster.headers]
    for group in roster.groups:
        nodes.append(group)
        for block in group.blocks:
            nodes += [block, *block.entries]
    return nodes


def _plain(node: Placed) -> tuple[object, ...]:
    """A node's own words, without the lines and without what stands in it."""
    words = {name: getattr(node, name) for name in node.__struct_fields__ if name not in ("line", "above")}
    above = tuple(remark.text for remark in node.above)
    return (*(value for name, value in words.items() if name not in ("blocks", "entries")), above)
