"""TOML that people write: held to its bounds before it is parsed, and the line of everything in it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel import bounds
from gearlock.kernel.errors import BadFile, Finding, Findings

_QUOTED = re.compile(
    r'"""(?>(?:[^"\\]++|\\[\s\S]|"(?!""))*)(?:"{3,5}|\Z)'
    r"|'''(?>(?:[^']++|'(?!''))*)(?:'{3,5}|\Z)"
    r'|"(?>(?:[^"\\\n]++|\\.)*)(?:"|\\?$)'
    r"|'[^'\n]*+(?:'|$)"
    r"|\#[^\n]*+",
    re.MULTILINE,
)
"""Strings and comments; one that never ends runs on, so that no text takes long.

Groups that give nothing back are atomic, `(?>...)`: before Python 3.11.5 a group that repeats with `*+` matches
wrongly. `++` behind a single set of characters is right everywhere.
"""
_DOTTED = re.compile(rf"(?:\.[ \t]*+[\w-]*+[ \t]*+){{{bounds.MOST_PARTS}}}")
_BARE_KEY = re.compile(r"(?<![\w+.-])[\w+.-]++[ \t]*+=")
"""A bare key, which may look like a number."""
_NUMBER = re.compile(r"(?<![\w.+-])[+-]?\d[\w.+-]*+")
_PLAIN_NUMBER = re.compile(r"[+-]?(\d[\d_]*)(?:\.[\d_]+)?(?:[eE]([+-]?\d{1,2}))?")
_PART = r"""(?:"(?>(?:[^"\\]++|\\.)*)"|'[^']*+'|[\w-]++)"""
_KEY = re.compile(rf"\s*+((?>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*))[ \t]*+=")
_WORDS = {
    "`array` of length <=": "a list of at most",
    "`object` of length <=": "at most so many keys:",
    "`str` of length <=": "text no longer than",
    "`int` <=": "a whole number up to",
    "`int` >=": "a whole number from",
    "`str`": "text",
    "`int`": "a whole number",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
}
_HEADER = re.compile(r"\s*+(\[{1,2}+)([^\]]*+)\]")


def read_toml(text: str, file: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a text. Raises BadFile: for what is no TOML, and for more of anything than there may be."""
    found = Findings(file)
    _check_text(text, found)
    found.refuse()
    try:
        data = tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise BadFile([Finding(file, line, f"not TOML: {error}")]) from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise BadFile([Finding(file, 0, f"not TOML: {error}")]) from None
    _check_sizes(data, "", Places(text), found)
    found.refuse()
    return data


def _check_text(text: str, found: Findings) -> None:
    if len(text) > bounds.LARGEST_TEXT or text.count("\n") > bounds.MOST_LINES:
        most = f"{bounds.LARGEST_TEXT:,} letters or {bounds.MOST_LINES:,} lines"
        return found.find(0, f"has more than {most}, as no such file has")
    depth = 0
    for number, line in enumerate(_unquoted(text).split("\n"), 1):
        if _DOTTED.search(line):
            found.find(number, f"a key has at most {bounds.MOST_PARTS} parts with dots between them")
        for word in _NUMBER.findall(_BARE_KEY.sub("", line)):
            if not _is_small(word):
                shown = f"{word[:20]}..." if len(word) > 20 else word
                found.find(
                    number, f"{shown}: numbers lie between {-bounds.NUMBERS_BELOW:,} and {bounds.NUMBERS_BELOW:,}"
                )
        for mark in re.findall(r"[][{}]", line):
            depth += 1 if mark in "[{" else -1
            if depth > bounds.DEEPEST:
                return found.find(number, f"lists and tables lie more than {bounds.DEEPEST} deep here")
    return None


def _unquoted(text: str) -> str:
    """The text without its strings and comments, line breaks kept."""
    return _QUOTED.sub(lambda quoted: "_" + "\n" * quoted[0].count("\n"), text)


def _is_small(word: str) -> bool:
    """Whether a number, as written, is below the bound; whatever is no number is left to others."""
    if len(word) > bounds.LONGEST_NUMBER:
        return False
    if re.fullmatch(r"[+-]?0[xob][\da-fA-F_]+", word):
        return int(word.replace("_", ""), 0) < bounds.NUMBERS_BELOW
    found = _PLAIN_NUMBER.fullmatch(word)
    if found is None:
        return not re.fullmatch(r"[+-]?[\d_.]+[eE][+-]?[\d_]+", word)  # an exponent of more than two digits
    return abs(float(word.replace("_", ""))) < bounds.NUMBERS_BELOW


def _check_sizes(value: object, path: str, places: Places, found: Findings) -> None:
    """No table, list or text beyond measure, wherever it stands."""
    for inner, each in _parts(value, path):
        _check_sizes(each, inner, places, found)
    table, _, key = path.rpartition(".")
    if isinstance(value, dict) and len(value) > bounds.MOST_KEYS:
        found.find(places.line(table, 0, key), f"{path or 'the file'} has more than {bounds.MOST_KEYS} keys")
    elif isinstance(value, list) and len(value) > bounds.MOST_ITEMS:
        found.find(places.line(table, 0, key), f"{path} has more than {bounds.MOST_ITEMS:,} items")
    elif isinstance(value, str) and len(value) > bounds.LONGEST_WORDS:
        most = bounds.LONGEST_DRAWING if "\n" in value else bounds.LONGEST_WORDS
        if len(value) > most:
            found.find(places.line(table, 0, key), f"{path} is longer than {most:,} letters")


def _parts(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield f"{path}.{key}".strip("."), each
    elif isinstance(value, list):
        for each in value:
            if isinstance(each, dict | list | str):
                yield path, each


def in_words(message: str) -> str:
    """What a decoder says about a value, for people."""
    for name, word in _WORDS.items():
        message = message.replace(name, word)
    return message[:1].lower() + message[1:]


class Places:
    """The lines of keys by table; the tables of a list are numbered from 0, and tables in them as they are."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str, int, str], int] = {}
        self._seen: dict[str, int] = {}
        table, count, quoted = "", 0, False
        for number, line in enumerate(text.splitlines(), 1):
            key = _KEY.match(line)
            if not quoted and not key and (header := _HEADER.match(line)):
                table = ".".join(_key_parts(header[2]))
                count = self._numbered(table, header[1] == "[[")
                self._lines.setdefault((table, count, ""), number)
                self._enter("", 0, _key_parts(header[2])[:-1], number)
            elif not quoted and key:
                self._enter(table, count, _key_parts(key[1]), number)
            quoted ^= (line.count("'''") + line.count('"""')) % 2 == 1

    def _numbered(self, table: str, in_list: bool) -> int:
        parent = table.rpartition(".")[0]
        self._seen[table] = self._seen.get(table, -1) + 1
        return self._seen[table] if in_list or parent not in self._seen else self._seen[parent]

    def _enter(self, table: str, count: int, parts: list[str], number: int) -> None:
        """A key, and the tables that a dotted one is in."""
        for last, part in enumerate(parts):
            place = (".".join([table, *parts[:last]]).strip("."), count if last == 0 else 0, part)
            self._lines.setdefault(place, number)

    def line(self, table: str, number: int = 0, key: str = "") -> int:
        """The line of a key, of its table, or of the key that holds the table; 0 if it is nowhere."""
        parent, _, last = table.rpartition(".")
        inner = f"{table}.{key}".strip(".")
        places = ((table, number, key), (inner, number, ""), (table, number, ""), (parent, 0, last), (parent, 0, ""))
        return next((self._lines[place] for place in places if place in self._lines), 0)


def _key_parts(text: str) -> list[str]:
    """`zones."far north"` taken apart."""
    found = re.findall(r""""((?>(?:[^"\\]++|\\.)*))"|'([^']*+)'|([\w-]++)""", text)[: bounds.MOST_PARTS]
    return ["".join(parts).replace('\\"', '"').replace("\\\\", "\\") for parts in found]


def quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are all TOML's too, but for the delete sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
