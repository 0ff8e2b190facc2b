"""Combat Groups: what an army list offers, of what type, at what price, and made up of which models."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.fieldmanual.cards import MARKS, PRINTED, PROPOSED, USER
from gearlock.systems.fieldmanual.weapons import PACKAGE, read_number

FILE = "groups.csv"
CORE, AUXILIARY, SPECIALIST, ELITE = TYPES = ("Core", "Auxiliary", "Specialist", "Elite")
INFERRED, UNKNOWN = "inferred", "unknown"
GROUP_MARKS = (*MARKS, INFERRED, UNKNOWN)
"""Marks of groups: a composition is inferred where it is the only or simplest sum of known prices."""
FIELDS = ("type", "tv", "composition")
COLUMNS = (
    "faction", "group", "type", "prov_type", "tv", "prov_tv", "composition", "prov_composition", "sum_of_models",
    "fieldable", "default_force", "lines", "note",
)  # fmt: skip
NEEDED = ("faction", "group", "composition")
MOST_MODELS = 20


class Group(msgspec.Struct, frozen=True):
    """A Combat Group of an army list."""

    id: str
    faction: str
    name: str
    type: str
    """Core, Auxiliary, Specialist or Elite; "" where no list says."""
    tv: int
    composition: tuple[tuple[int, str], ...]
    """How many of which model, by name; none where it is not known."""
    fieldable: bool
    """Whether every one of its models has a card."""
    default_force: bool
    provenance: dict[str, str]
    reasons: dict[str, str]
    lines: str = ""
    note: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of its models, one by one."""
        return tuple(name for count, name in self.composition for _ in range(count))

    @property
    def status(self) -> str:
        """The weakest of its marks: whose guess it is, if anybody's."""
        marks = set(self.provenance.values())
        order = (PRINTED, "roster", "derived", INFERRED, PROPOSED, UNKNOWN, USER)
        return max(marks, key=order.index, default=PRINTED)


def read_composition(text: str) -> tuple[tuple[int, str], ...]:
    """`2 x Spitting Cobra; 3 x Jäger` as numbers and names."""
    found: list[tuple[int, str]] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        match = re.fullmatch(r"([0-9]{1,2}) x (\S.*)", part)
        if match is None or not int(match[1]):
            raise ValueError(f"composition '{part}' is not a number, an x and a model, such as 4 x Hunter")
        found.append((int(match[1]), match[2]))
    if sum(count for count, _ in found) > MOST_MODELS:
        raise ValueError(f"a group has at most {MOST_MODELS} models")
    return tuple(found)


def _composition(row: Mapping[str, str], faults: list[str]) -> tuple[tuple[int, str], ...]:
    try:
        return read_composition(row["composition"])
    except ValueError as error:
        faults.append(str(error))
        return ()


def _tv(row: Mapping[str, str], faults: list[str]) -> int:
    text = row.get("tv", "")
    try:
        return read_number("tv", text) if text else 0
    except ValueError as error:
        faults.append(str(error))
        return 0


def _faults(row: Mapping[str, str], mark: str) -> Iterator[str]:
    if not slug(row["group"]) or not row["faction"]:
        yield "a group has a faction and a name"
    if max(len(row["group"]), len(row["faction"])) > bounds.LONGEST_NAME:
        yield f"a name is longer than {bounds.LONGEST_NAME} letters"
    if row.get("type", "") not in ("", *TYPES):
        yield f"type '{row['type']}': there are {', '.join(TYPES)}"
    if mark and not row.get("type"):
        yield f"has no type; write one of {', '.join(TYPES)}"
    for key in () if mark else FIELDS:
        given = row[f"prov_{key}"].partition(":")[0]
        if given not in GROUP_MARKS and (row[key] or given):
            yield f"{key} has no mark; prov_{key} begins with one of {', '.join(GROUP_MARKS)}"


@rule("fieldmanual.group-types")
def read_groups(text: str, file: str, mark: str = "") -> dict[str, Group]:
    """The groups of a file by id. With a `mark` all fields have it. BadFile names everything wrong, by line."""
    findings = Findings(file)
    found: dict[str, Group] = {}
    for number, row in read_table(text, NEEDED if mark else COLUMNS, COLUMNS, findings):
        faults: list[str] = []
        told = {key: row.get(f"prov_{key}", "") for key in FIELDS}
        marks = {key: mark or text.partition(":")[0] for key, text in told.items() if mark or text}
        group = Group(
            id=slug(f"{row['faction']} {row['group']}"),
            faction=row["faction"],
            name=row["group"],
            type=row.get("type", ""),
            tv=_tv(row, faults),
            composition=_composition(row, faults),
            fieldable=bool(row["composition"]) and row.get("fieldable", "yes") != "no",
            default_force=row.get("default_force", "yes") != "no",
            provenance=marks,
            reasons={} if mark else {key: text.partition(": ")[2] for key, text in told.items() if ": " in text},
            lines=row.get("lines", ""),
            note=row.get("note", ""),
        )
        for fault in (*faults, *_faults(row, mark)):
            findings.find(number, f"{group.name or 'no name'}: {fault}")
        if group.id in found:
            findings.find(number, f"{group.name}: stands in this file twice")
        found[group.id] = group
    findings.refuse()
    return found


@cache
def all_groups() -> Mapping[str, Group]:
    """The 28 groups of the lists by id, those whose cards are lost among them."""
    return read_groups((resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8"), FILE)
