"""6.1 to 6.5: the squads, cadres, patrols and teams of the army lists, and how armies are built up of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical.cards import GEAR, INFANTRY, Card
from gearlock.systems.tactical.weapon_lists import data_text, read_number
from gearlock.systems.tactical.weapons import MARKS, PACKAGE

FILE, ARMIES_FILE = "squads.csv", "organisation.toml"
COLUMNS = (
    "faction", "squad", "kind", "least", "most", "composition", "fielded", "rule", "mark", "reason", "lines", "note",
)  # fmt: skip
NEEDED = ("faction", "squad", "kind", "composition")
GEARS, VEHICLES, FOOT, ANY = "gear", "vehicle", "infantry", "any"
KINDS = (GEARS, VEHICLES, FOOT, ANY)
COMPLETE = {GEARS: 5, VEHICLES: 3, FOOT: 3}
"""Units of a complete squad: five Gears, three vehicles, thirty men."""
MOST_UNITS = 12
OWN_RULE = "tactical.6.2.6-units"


class Formation(msgspec.Struct, frozen=True):
    """A squad of an army list. One without a composition is filled with whatever its player likes of its kind."""

    id: str
    faction: str
    """any for those that North and South both have."""
    name: str
    kind: str
    least: int
    most: int
    composition: tuple[tuple[int, str], ...]
    """How many of which model, by name."""
    fieldable: bool
    rule: str
    mark: str
    reason: str = ""
    lines: str = ""
    note: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of its models, one by one."""
        return tuple(name for count, name in self.composition for _ in range(count))


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a faction is organised. 0 is no limit."""

    faction: str
    squad: str
    section: str
    squads: int
    most_squads: int
    sections: int
    companies: int
    duelists: int
    support: bool
    lists: tuple[str, ...]
    """Whose models it may have beside those that anybody has."""
    rule: str
    hq_rule: str
    proposed: str = ""
    """What of this is ours, in words."""


@cache
@rule("tactical.6.1.2")
def armies() -> Mapping[str, Army]:
    """The four factions by name: companies of sections of squads, four of four of three, and what differs."""
    return {army.faction: army for army in data_records(PACKAGE, ARMIES_FILE, "army", Army)}


def sort_of(card: Card) -> str:
    """What a model counts as when squads are filled: a Gear, infantry, or a vehicle, striders and tanks among them."""
    return GEARS if card.kind == GEAR else FOOT if card.kind == INFANTRY else VEHICLES


def read_composition(text: str) -> tuple[tuple[int, str], ...]:
    """`2 x Jaguar; 3 x Hunter` as numbers and names. Raises ValueError."""
    found: list[tuple[int, str]] = []
    for part in [each.strip() for each in text.split(";") if each.strip()]:
        match = re.fullmatch(r"([1-9][0-9]?) x (\S.*)", part)
        if match is None:
            raise ValueError(f"composition '{part}': write a number, an x and a model, such as 5 x Hunter")
        found.append((int(match[1]), match[2]))
    if sum(count for count, _ in found) > MOST_UNITS:
        raise ValueError(f"composition: a squad has at most {MOST_UNITS} units")
    return tuple(found)


def _formation(row: Mapping[str, str], mark: str) -> Formation:
    """The squad of a row; one that a player brings is complete with the models it lists. Raises ValueError."""
    composition = read_composition(row["composition"])
    count = sum(number for number, _ in composition)
    if mark and not count:
        raise ValueError("has no models; write a composition such as 5 x Hunter")
    least = read_number("least", row["least"], 1, MOST_UNITS) if row.get("least") else count
    most = read_number("most", row["most"], least, MOST_UNITS) if row.get("most") else least
    for fault in _faults(row, mark):
        raise ValueError(fault)
    return Formation(
        id=slug(f"{row['faction']} {row['squad']}"),
        faction=row["faction"],
        name=row["squad"],
        kind=row["kind"],
        least=least,
        most=most,
        composition=composition,
        fieldable=bool(mark) or row["fielded"] == "yes",
        rule=row.get("rule") or OWN_RULE,
        mark=mark or row["mark"],
        reason="" if mark else row["reason"],
        lines=row.get("lines", ""),
        note=row.get("note", ""),
    )


def _faults(row: Mapping[str, str], mark: str) -> Iterator[str]:
    if not slug(row["squad"]) or row["faction"] not in (*armies(), ANY):
        yield f"a squad has a name and a faction, one of {', '.join((*armies(), ANY))}"
    if len(row["squad"]) > bounds.LONGEST_NAME:
        yield f"the name is longer than {bounds.LONGEST_NAME} letters"
    if row["kind"] not in KINDS:
        yield f"kind '{row['kind']}': there are {', '.join(KINDS)}"
    if (mark or row.get("mark")) not in MARKS:
        yield f"mark '{row.get('mark')}': there are {', '.join(MARKS)}"


@rule("tactical.6.2.1", "tactical.6.2.2", "tactical.6.2.3", "tactical.6.2.4", "tactical.6.2.5", "tactical.6.3.1-gp")
@rule("tactical.6.3.1-recon", "tactical.6.3.3", "tactical.6.3.4", "tactical.6.3.5")
def read_formations(text: str, file: str, mark: str = "") -> dict[str, Formation]:
    """The squads of a file by id. With a `mark` all have it. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, Formation]()
    for number, row in read_table(text, NEEDED if mark else COLUMNS, COLUMNS, findings):
        try:
            formation = _formation(row, mark)
        except ValueError as error:
            findings.find(number, f"{row['squad'] or 'no name'}: {error}")
            continue
        if formation.id in found:
            findings.find(number, f"{formation.name}: stands in this file twice")
        found[formation.id] = formation
    findings.refuse()
    return found


@cache
def our_formations() -> Mapping[str, Formation]:
    """The squads of the four lists by id, those whose composition is lost among them."""
    return read_formations(data_text(FILE), FILE)


@rule("tactical.6.1.2-duel")
def settles_by_duel(one: str, other: str) -> bool:
    """Whether two factions may end a campaign by a duel of their Duelists: those who have some, against each other."""
    return one != other and all(name in armies() and armies()[name].duelists for name in (one, other))


class Echelon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of an army, as the book tells of it: of what it consists, and how many people that is."""

    name: str
    consists: str
    people: str


@cache
@rule("tactical.6.1.1")
def echelons() -> Mapping[str, Echelon]:
    """From the division down to the squad, by name. No force that is built here is larger than a regiment."""
    return {each.name: each for each in data_records(PACKAGE, ARMIES_FILE, "echelon", Echelon)}
