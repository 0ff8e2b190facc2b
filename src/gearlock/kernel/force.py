"""Forces: the roster somebody wrote, what the rules say against it, and what a system must know to build one.

A roster keeps everything that was typed, right or wrong: comments, blank lines and lines nobody understood stay where
they were, as remarks above the next thing that was understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from gearlock.kernel.errors import cited
from gearlock.kernel.system import Chooser


class Remark(msgspec.Struct, frozen=True):
    """A comment (`# ...`), a blank line, or a line that was not understood, as typed."""

    text: str
    line: int = 0

    @property
    def is_unread(self) -> bool:
        """Whether somebody meant something by it that the roster does not say."""
        return bool(self.text) and not self.text.startswith("#")


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """Something on a line of its own (0 for what no file holds): the comment behind it and the remarks above it."""

    comment: str = ""
    above: tuple[Remark, ...] = ()
    line: int = 0


class Header(Placed, frozen=True):
    """A word about the whole force: system, faction, name, size."""

    key: str
    value: str


class Entry(Placed, frozen=True):
    """One line of equal models, with the upgrades each of them buys, in the player's words."""

    model: str
    count: int = 1
    upgrades: tuple[str, ...] = ()


class Block(Placed, frozen=True):
    """A unit: its kind and code (primary GP) or name (machine Tegu), what is bought for all of it, and its models.

    Of a machine with hardpoints the entries are its hardpoints with the items on them, or items alone.
    """

    kind: str
    code: str
    upgrades: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


class Group(Placed, frozen=True):
    """Units that act together, under a name that may be empty."""

    name: str
    blocks: tuple[Block, ...] = ()


class Roster(msgspec.Struct, frozen=True):
    """A force as it was written down. Legal or not is another question."""

    headers: tuple[Header, ...] = ()
    groups: tuple[Group, ...] = ()
    below: tuple[Remark, ...] = ()
    folder: str = ""
    """Where the file lay that it was read from: files it names are looked for there first. It is not written down."""

    def header(self, key: str) -> Header | None:
        """The line that says this; None if none does."""
        return next((header for header in self.headers if header.key == key), None)

    def says(self, key: str) -> str:
        """What the header says; nothing if there is none."""
        header = self.header(key)
        return header.value if header else ""

    def remarks(self) -> Iterator[Remark]:
        """All comments, blank lines and unread lines, in order."""
        for header in self.headers:
            yield from header.above
        for group in self.groups:
            yield from group.above
            for block in group.blocks:
                yield from block.above
                for entry in block.entries:
                    yield from entry.above
        yield from self.below


class Violation(msgspec.Struct, frozen=True):
    """A rule this roster breaks, where, in a player's words, and what would put it right.

    `rule` is empty when no rule of the book is broken: the roster itself cannot be understood.
    """

    rule: str
    line: int
    message: str
    fix: str = ""

    def text(self, file: str) -> str:
        """As one line of a report."""
        place = f"{file}:{self.line}: " if self.line else f"{file}: "
        return f"{place}{cited(self.message, self.rule)}{' ' + self.fix if self.fix else ''}"


class Layout(msgspec.Struct, frozen=True):
    """The words of a system's rosters: headers besides `system`, words that open a unit, the unit codes there are."""

    headers: tuple[str, ...] = ("name", "faction", "size")
    units: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    """Words that open a unit with a name instead of a code: any text follows them and is kept as typed."""
    names: Callable[[], tuple[str, ...]] = tuple
    """Names that such units may have; before one of them a misspelt word is still understood. Asked for when needed."""


class Sheet(msgspec.Struct, frozen=True):
    """A force as the table needs it: title, facts about the whole, groups."""

    title: str
    facts: tuple[str, ...]
    groups: tuple[SheetGroup, ...]
    notes: tuple[str, ...] = ()
    currency: str = "points"
    """What prices are counted in."""
    cost: int = 0
    """What all of it costs together."""


class SheetGroup(msgspec.Struct, frozen=True):
    """A group of a sheet."""

    title: str
    units: tuple[SheetUnit, ...]


class SheetUnit(msgspec.Struct, frozen=True):
    """A unit of a sheet, with its sums in the title; one without a title is a model that stands alone."""

    title: str
    models: tuple[SheetModel, ...]


class SheetModel(msgspec.Struct, frozen=True):
    """Equal models of a sheet as they are played: upgrades are already in stats, weapons and traits."""

    title: str
    count: int
    price: int
    stats: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    converted: bool = False
    line: int = 0
    """The line of the roster it stands on; 0 for what stands on none."""
    tracks: tuple[tuple[str, int], ...] = ()
    """What is ticked off on its card: the name of each row of boxes, and how many there are."""
    arms: tuple[Arm, ...] = ()
    """Its weapons one by one, where the system tells them apart."""


class Arm(msgspec.Struct, frozen=True):
    """A weapon of a card: how far it reaches in the table's own measure, and how hard it strikes.

    `best` is from where to where it shoots best, `most` the farthest; -1 is as far as one sees. A melee weapon has 0.
    """

    name: str
    best: tuple[int, int] = (0, 0)
    most: int = 0
    strength: tuple[tuple[str, str], ...] = ()
    """What is said of its strength: the word and the figure, such as pen and 6."""
    traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class ForceRules:
    """How a system builds forces. Everything that surrounds it reads, checks, prints and recruits through this."""

    layout: Layout
    factions: Callable[[], tuple[str, ...]]
    """Whose forces there are; none in a game without factions."""
    sizes: tuple[int, ...]
    """What games are usually played with, the usual one first."""
    styles: Mapping[str, str]
    """Styles of recruiting by name, each with a word about it; the first is the usual one."""
    check: Callable[[Roster], list[Violation]]
    """Every rule the roster breaks, in the order of its lines."""
    recruit: Callable[[str, int, str, Chooser], Roster]
    """A legal force at random: faction (empty where there are none), size, style. Raises UnknownName or BadInput."""
    sheet: Callable[[Roster], Sheet]
    """The force as the table needs it; what cannot be understood shows without figures."""
    stock: Callable[[], Sheet]
    """Everything a force can be built of, with prices."""
    ready_made: Callable[[], Mapping[str, str]]
    """The text of every roster that comes with the system, by name."""
