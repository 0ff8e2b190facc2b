"""What commands about rules, forces, maps and briefings print as JSON."""

from __future__ import annotations

import msgspec

from gearlock.cli.documents.document import Document
from gearlock.kernel.coverage import Coverage
from gearlock.kernel.force import Sheet, SheetGroup, Violation
from gearlock.kernel.generating import DrawnScenario
from gearlock.kernel.rulebook import RuleEntry
from gearlock.kernel.view import TableView


class Rules(Document, frozen=True, tag="gearlock.rules/1"):
    """`gearlock rules list`: the rules of a book."""

    rules: tuple[RuleEntry, ...]


class Rule(Document, frozen=True, tag="gearlock.rule/1"):
    """`gearlock rules show`: a rule, where it is carried out and which tests hold it."""

    id: str
    title: str
    lines: str
    summary: str
    area: str
    level: str
    status: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    example: str = ""
    gap: str = ""
    ruling: str = ""
    reason: str = ""
    note: str = ""


class FoundRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule with the words in its `title` or its `text`."""

    id: str
    title: str
    where: str


class FoundRules(Document, frozen=True, tag="gearlock.rules-found/1"):
    """`gearlock rules find`: rules that have some words."""

    words: tuple[str, ...]
    rules: tuple[FoundRule, ...]


class CoverageReport(Document, frozen=True, tag="gearlock.rules-coverage/1"):
    """`gearlock rules coverage`: how far each book is, by system."""

    systems: dict[str, Coverage]


class ForceCheck(Document, frozen=True, tag="gearlock.force-check/1"):
    """`gearlock force check`: what a roster breaks."""

    file: str
    legal: bool
    violations: tuple[Violation, ...]
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ForceChoices(Document, frozen=True, tag="gearlock.force-list/1"):
    """`gearlock force list`: factions, sizes, styles and ready-made rosters."""

    factions: tuple[str, ...]
    sizes: tuple[int, ...]
    styles: dict[str, str]
    ready_made: tuple[str, ...]
    about: dict[str, str]


class Stock(Document, frozen=True, tag="gearlock.force-stock/1"):
    """`gearlock force stock`: everything that a force can be built of."""

    title: str
    facts: tuple[str, ...]
    groups: tuple[SheetGroup, ...]
    notes: tuple[str, ...] = ()
    currency: str = "points"
    cost: int = 0


class ForceSheet(Document, frozen=True, tag="gearlock.force-sheet/1"):
    """`gearlock force print`: a roster as a sheet for the table; no sheet where its system is not known."""

    file: str
    legal: bool
    violations: tuple[Violation, ...]
    sheet: Sheet | None


class Drawn(Document, frozen=True, tag="gearlock.scenario/1"):
    """`gearlock scenario draw`: a scenario drawn by dice."""

    system: str
    seed: int
    drawn: DrawnScenario


class MapCheck(Document, frozen=True, tag="gearlock.map-check/1"):
    """`gearlock map check`: what is wrong with a map, and the scenarios that cannot be fought on it."""

    file: str
    holds: bool
    findings: tuple[str, ...]
    refused: dict[str, str]


class MapShown(Document, frozen=True, tag="gearlock.map/1"):
    """`gearlock map show`: a map as it is drawn."""

    file: str
    name: str
    table: TableView
    zones: tuple[str, ...]


class MapList(Document, frozen=True, tag="gearlock.map-list/1"):
    """`gearlock map list`: the maps of a system, by name."""

    system: str
    maps: dict[str, str]


class BriefingCheck(Document, frozen=True, tag="gearlock.briefing-check/1"):
    """`gearlock briefing check`: what is wrong with a briefing."""

    file: str
    holds: bool
    findings: tuple[str, ...]


class BriefingShown(Document, frozen=True, tag="gearlock.briefing/1"):
    """`gearlock briefing show`: a briefing with both sides' secrets."""

    file: str
    notes: tuple[str, ...]
    zones: tuple[str, ...]
    forces: dict[str, tuple[str, ...]]
    table: TableView


class DocTitle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the documents."""

    page: str
    title: str


class DocPages(Document, frozen=True, tag="gearlock.docs/1"):
    """`gearlock docs`: every page there is."""

    pages: tuple[DocTitle, ...]


class DocPage(Document, frozen=True, tag="gearlock.docs-page/1"):
    """`gearlock docs PAGE`: one of them, as it is written."""

    page: str
    title: str
    text: str
