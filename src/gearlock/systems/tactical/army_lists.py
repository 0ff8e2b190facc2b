"""6.1 to 6.5: the squads, cadres and patrols of the army lists, and the files that players bring."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Finding, Findings
from gearlock.kernel.files import data_records, read_handed_in
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.fitting import Unfit
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical.datacards import GEAR, INFANTRY, Card
from gearlock.systems.tactical.unit_files import FILE as PRICES_FILE
from gearlock.systems.tactical.unit_files import (
    FILE_UNIT_FILES,
    LOADS_FILE,
    MOUNTS_FILE,
    SQUADS_FILE,
    Price,
    Units,
    all_cards,
    our_prices,
    our_units,
    read_loads,
    read_mounts,
    read_prices,
    read_squads,
    read_units,
    rows_of,
    stock_gears,
)
from gearlock.systems.tactical.weapons import MARKS, PACKAGE, USER, Arms, all_arms, data_text, read_number, read_weapons

# --- 6.1 to 6.5: the squads, cadres, patrols and teams of the army lists, and how armies are built up of them

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


# --- Weapons, cards, price lists, loads and squads that players bring: CSV files in our columns, marked as theirs

WEAPONS, CARDS, PRICES, LOADS, SQUADS = KINDS_OWN_FILES = ("weapons", "cards", "prices", "loads", "squads")
"""What may be brought, by the header of a roster that names the file."""
Texts = tuple[tuple[str, str, str], ...]
"""Kind, file name and text of everything that is brought."""


class Lists(msgspec.Struct, frozen=True):
    """What a force is built from: ours, or a player's in their place."""

    arms: Arms
    cards: dict[str, Card]
    """Ready to play, by name as an id."""
    chassis: dict[str, Card]
    """Stripped Gears by name."""
    prices: dict[str, dict[str, Price]]
    formations: dict[str, Formation]
    unfielded: dict[str, tuple[str, str]]
    """Names without a card: faction and reason."""
    own: bool = False
    """Whether a player brought some of it."""

    def __hash__(self) -> int:
        return id(self)

    def card(self, name: str) -> Card | None:
        """A card by its name or id, however its letters are written."""
        return self.cards.get(slug(name))


@lru_cache(maxsize=1)
def our_lists() -> Lists:
    """The lists that come with the game."""
    units = our_units()
    prices = {gear: dict(rows) for gear, rows in our_prices().items()}
    formations, cards = dict(our_formations()), dict(all_cards())
    return Lists(all_arms(), cards, dict(units.chassis), prices, formations, dict(units.unfielded))


@heeds("tactical.ref-datacards")
def lists_with(files: Mapping[str, str]) -> Lists:
    """Our lists with a player's files, by kind, laid over them. Raises BadFile with everything wrong, by line."""
    named = {kind: files[kind] for kind in KINDS_OWN_FILES if files.get(kind)}
    if not named:
        return our_lists()
    return _laid_over(tuple((kind, name, read_handed_in(Path(name))) for kind, name in named.items()))


@lru_cache(maxsize=32)
def _laid_over(texts: Texts) -> Lists:
    """A row replaces ours of the same name; cards of vehicles nobody touched are built anew from changed weapons."""
    brought = {kind: (text, name) for kind, name, text in texts}
    arms = _arms(*brought[WEAPONS]) if WEAPONS in brought else all_arms()
    mounts_text = data_text(MOUNTS_FILE)
    mounts = read_mounts(mounts_text, MOUNTS_FILE, arms)
    ours_text = data_text(FILE_UNIT_FILES)
    ours = read_units(ours_text, FILE_UNIT_FILES, arms, mounts)
    units = Units({}, {}, {})
    if CARDS in brought:
        units = read_units(*brought[CARDS], arms, mounts, rows_of(ours_text))
    prices = _prices(brought, arms)
    chassis = {**ours.chassis, **units.chassis}
    cards = {**ours.cards, **_gears(brought, chassis, prices), **units.cards}
    cards |= read_squads(data_text(SQUADS_FILE), SQUADS_FILE, arms)
    named = {*units.chassis, *(card.name for card in units.cards.values())}
    unfielded = {name: said for name, said in ours.unfielded.items() if name not in named}
    cards = {id: _told_apart(id, card) for id, card in cards.items()}
    lists = Lists(arms, cards, chassis, prices, dict(our_formations()), unfielded, own=True)
    return _mustered(lists, *brought[SQUADS]) if SQUADS in brought else lists


def _arms(text: str, file: str) -> Arms:
    ours = all_arms()
    return Arms({**ours.vehicle, **read_weapons(text, file, USER)}, ours.infantry, ours.heavy)


def _prices(brought: Mapping[str, tuple[str, str]], arms: Arms) -> dict[str, dict[str, Price]]:
    """Our price lists with a player's rows: a row replaces ours of the same option."""
    found = read_prices(data_text(PRICES_FILE), PRICES_FILE, arms)
    for gear, rows in (read_prices(*brought[PRICES], arms, USER) if PRICES in brought else {}).items():
        found[gear] = {**found.get(gear, {}), **rows}
    return found


def _gears(
    brought: Mapping[str, tuple[str, str]], chassis: Mapping[str, Card], prices: dict[str, dict[str, Price]]
) -> dict[str, Card]:
    """Every Gear with a load, the player's or ours. A load that cannot be carried is told with the player's file."""
    loads = read_loads(data_text(LOADS_FILE), LOADS_FILE, prices)
    if LOADS in brought:
        loads |= read_loads(*brought[LOADS], prices, USER)
    try:
        return stock_gears(chassis, prices, loads)
    except Unfit as fault:
        _, file = next(brought[kind] for kind in (LOADS, PRICES, CARDS, WEAPONS) if kind in brought)
        findings = Findings(file)
        findings.findings.append(Finding(file, 0, f"a stock load cannot be carried: {fault.message}; {fault.fix}"))
        findings.refuse()
        raise


def _told_apart(id: str, card: Card) -> Card:
    """A card unlike ours gets an id of its own: two players may bring two Weasels to one battle."""
    if all_cards().get(id) == card:
        return card
    digest = hashlib.blake2b(msgspec.json.encode(card, order="deterministic"), digest_size=4).hexdigest()
    return msgspec.structs.replace(card, id=f"{id}-own-{digest}")


def _mustered(lists: Lists, text: str, file: str) -> Lists:
    """With a player's squads, every model of which has a card. Raises BadFile."""
    formations = read_formations(text, file, USER)
    findings = Findings(file)
    for number, row in read_table(text, ("faction", "squad"), COLUMNS, findings):
        for name in dict.fromkeys(formations[slug(f"{row['faction']} {row['squad']}")].models):
            if lists.card(name) is None:
                remedy = "bring one in a file of cards, or name another model"
                findings.find(number, f"{row['squad']}: there is no card for '{name}'; {remedy}")
    findings.refuse()
    return msgspec.structs.replace(lists, formations={**lists.formations, **formations})
