"""Where words go: reports to standard output, complaints to standard error, JSON as one document.

Files come from strangers: whatever is shown passes through here, and nothing of it steers the terminal. Control codes
are left out, and square brackets in a name are square brackets; our own colours are written with `styled`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text

RULED = 100
"""Columns of a line across, at most."""
UNBOUNDED = 10_000
"""Columns where nothing is as narrow as a terminal."""
_HOLE = "\ue000"
_STRANGE = re.compile(r"[^\n -~]")


class Screen(Console):
    """A terminal that prints what it is given and obeys none of it."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    @property
    def size(self) -> ConsoleDimensions:
        """As wide as the terminal; a file or a pipe has no width, unless COLUMNS gives it one."""
        found = super().size
        if os.environ.get("COLUMNS", "").isdigit() or self.file.isatty():
            return found
        return ConsoleDimensions(UNBOUNDED, found.height)

    @size.setter
    def size(self, new: tuple[int, int]) -> None:
        self._width, self._height = new

    def on_broken_pipe(self) -> None:
        """Who reads has read enough; how a command ends then is decided where all of them end."""
        raise BrokenPipeError

    def rule_off(self, title: str | Text, style: str = "rule.line") -> None:
        """A line across the terminal with a title in it; not across a file."""
        self.print(Rule(title, style=style), width=min(self.width, RULED))

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Everything that is printed comes by here in pieces; those that steer the terminal are ours and marked so."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


console = Screen()
_errors = Screen(stderr=True)


def printable(text: str) -> str:
    """A text without control codes, letters without shape, and marks that turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if _is_shown(letter))


def _is_shown(letter: str) -> bool:
    return letter in "\n\t" or letter.isprintable() or unicodedata.category(letter) == "Zs"


def styled(template: str, *values: object) -> Text:
    """Our own words with colours as markup; what is put in for each {} is shown as it is."""
    words = Text.from_markup(template.replace("{}", _HOLE), emoji=False)
    holes = [at for at, letter in enumerate(words.plain) if letter == _HOLE]
    whole, left = Text(), iter(values)
    for part in words.divide(end for at in holes for end in (at, at + 1)):
        if part.plain == _HOLE:
            filled = Text(str(next(left)))
            for span in part.spans:
                filled.stylize(span.style)
            part = filled
        whole.append_text(part)
    return whole


def say(text: str, nl: bool = True) -> None:
    """Print a text as it is, without folding its lines."""
    typer.echo(printable(text), nl=nl)


def hand_out(text: str) -> None:
    """Print what may be meant for a file: unchanged, unless a person looks at it."""
    typer.echo(printable(text) if sys.stdout.isatty() else text, nl=False)


def complain(message: str) -> None:
    """Say what is wrong."""
    _errors.print(message, style="bold red", soft_wrap=True)


def remark(message: str) -> None:
    """Say something beside the report."""
    _errors.print(message, style="yellow", soft_wrap=True)


def this_command() -> str:
    """How to call this program again from here: by name if it is on the path, else by where it lies."""
    called = Path(sys.argv[0])
    if called.name != "gearlock" or shutil.which("gearlock") == str(called.resolve()):
        return "gearlock"
    return os.path.relpath(called)


def print_json(document: Any, kind: str = "") -> None:
    """One JSON document of a kind on standard output; what a terminal might obey is written by its number."""
    plain = {"format": f"gearlock.{kind}/1", **msgspec.to_builtins(document, str_keys=True)} if kind else document
    if kind and os.environ.get("GEARLOCK_TRACEBACK"):  # while Gearlock is worked on, what is printed is as described
        from gearlock.cli.documents import check_document

        check_document(plain)
    text = msgspec.json.format(msgspec.json.encode(plain)).decode()
    typer.echo(_STRANGE.sub(lambda found: _numbered(found[0]), text))


def _numbered(letter: str) -> str:
    if _is_shown(letter):
        return letter
    pairs = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[at]:02x}{pairs[at + 1]:02x}" for at in range(0, len(pairs), 2))


def percent(chance: float) -> str:
    """A chance as people read it; what can happen is never shown as nought, what can fail never as certain."""
    if 0 < chance < 0.00005:
        return "<0.01%"
    return ">99.99%" if 0.99995 <= chance < 1 else f"{chance:.2%}"
