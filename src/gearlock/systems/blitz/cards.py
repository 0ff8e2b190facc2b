"""2.0, 2.12: stat lines. The lists of data/units as they are printed, and as they are read where the print fails."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import data_records, data_texts
from gearlock.kernel.rulebook import rule
from gearlock.systems.blitz.weapons import PACKAGE, split_list

FACTIONS = {
    "north": "North", "south": "South", "peace-river": "Peace River", "nucoal": "NuCoal", "black-talon": "Black Talon",
    "cef": "CEF", "caprice": "Caprice", "utopia": "Utopia", "eden": "Eden", "generic": "Generic",
}  # fmt: skip
COLUMNS = (
    "id", "name", "variant_of", "upgrade", "tv", "ua", "mr", "ar", "dc", "act", "gun", "pilot", "ew", "weapons",
    "traits", "type", "source", "uncertain", "note",
)  # fmt: skip
NA = 7
"""A skill printed NA or as a dash: no die of six reaches it."""
SAME = -1
"""In the line of an upgrade: as on the model that is upgraded."""
TALONS = {"Vet": "Vet", "Stealth": "Stealth (Aux)", "Airdrop": "Airdrop"}
"""What every Black Talon model has beside its printed traits, by name; what its own line prints is its own."""


@rule("blitz.2.0", "blitz.2.12")
class ModelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stat line: inches, target numbers and entries as printed. Of an upgrade, what changes (SAME where nothing)."""

    id: str
    name: str
    faction: str
    variant_of: str
    upgrade: bool
    tv: int
    ua: tuple[str, ...]
    move: int
    gait: str
    armor: int
    hull: int
    structure: int
    actions: int
    gun: int
    pilot: int
    ew: int
    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    type: str
    source: str = ""
    note: str = ""
    uncertain: bool = False

    @property
    def line(self) -> str:
        """The id of its line in the lists, whatever upgrades stand behind it."""
        return self.id.partition("+")[0]

    @property
    def parts(self) -> tuple[str, ...]:
        """18.6: the cards that stand on the table in place of this one, the core first."""
        return PARTS.get(self.line, ())


PARTS = {"hht-90": ("hht-90-body", "hht-90-turret")}


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is made of a line that the book prints wrong or incompletely: fields that replace the printed ones."""

    id: str
    why: str
    changes: dict[str, int | str | tuple[str, ...]]


def read_list(file: str, faction: str, text: str) -> tuple[list[ModelCard], list[Finding]]:
    """The cards of one list, and everything that is wrong with its lines."""
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        return [], [Finding(file, 1, f"the columns must be {', '.join(COLUMNS)}")]
    cards: list[ModelCard] = []
    findings: list[Finding] = []
    for row in rows:
        try:
            if len(row) != len(COLUMNS):
                raise ValueError(f"{len(row)} columns; there must be {len(COLUMNS)}")
            cards.append(_card(faction, dict(zip(COLUMNS, row, strict=True))))
        except ValueError as error:
            findings.append(Finding(file, rows.line_num, f"{row[0] if row else 'empty line'}: {error}"))
    return cards, findings


def _card(faction: str, row: dict[str, str]) -> ModelCard:
    upgrade = row["upgrade"] == "yes"
    blank = SAME if upgrade else 0
    move, _, gait = row["mr"].partition('" ')
    hull, _, structure = row["dc"].partition("/")
    return ModelCard(
        id=row["id"],
        name=row["name"],
        faction=faction,
        variant_of=row["variant_of"],
        upgrade=upgrade,
        tv=_number("tv", row["tv"].lstrip("+"), 0),
        ua=_entries(row["ua"], ","),
        move=_number("mr", move.rstrip('"'), blank),
        gait=gait,
        armor=_number("ar", row["ar"], blank),
        hull=_number("dc", hull, blank),
        structure=_number("dc", structure or ("-" if hull == "-" else "0"), blank),
        actions=_number("act", row["act"], blank),
        gun=_skill("gun", row["gun"], upgrade),
        pilot=_skill("pilot", row["pilot"], upgrade),
        ew=_skill("ew", row["ew"], upgrade),
        weapons=_entries(row["weapons"], ";"),
        traits=_entries(row["traits"], ";"),
        type=row["type"],
        source=f"lines {row['source']}",
        note=row["note"],
        uncertain=row["uncertain"] == "yes",
    )


def _number(key: str, text: str, blank: int) -> int:
    if text == "-":
        return blank
    if not text.isdigit():
        raise ValueError(f"{key} '{text}' is no number")
    return int(text)


def _skill(key: str, text: str, upgrade: bool) -> int:
    if text in ("-", "NA"):
        return SAME if upgrade and text == "-" else NA
    if not re.fullmatch(r"[2-6]\+", text):
        raise ValueError(f"{key} '{text}' is no target number from 2+ to 6+")
    return int(text[0])


def _entries(text: str, mark: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(split_list(text, mark))


def read_lists(texts: Mapping[str, str]) -> dict[str, ModelCard]:
    """The cards of all lists by id; BadFile names everything wrong in all of them."""
    found: dict[str, ModelCard] = {}
    findings: list[Finding] = []
    for name, text in texts.items():
        cards, wrong = read_list(f"units/{name}.csv", FACTIONS.get(name, name), text)
        findings += wrong
        findings += (
            Finding(f"units/{name}.csv", 0, f"{card.id}: is there twice") for card in cards if card.id in found
        )
        found.update((card.id, card) for card in cards)
    if findings:
        raise BadFile(findings)
    return found


@cache
@rule(
    "blitz.units.north", "blitz.units.south", "blitz.units.peace-river", "blitz.units.nucoal",
    "blitz.units.black-talon", "blitz.units.cef", "blitz.units.caprice", "blitz.units.utopia", "blitz.units.eden",
)  # fmt: skip
def printed_cards() -> dict[str, ModelCard]:
    """Every line of every list by id, as printed, in the order of the book."""
    texts = data_texts(PACKAGE, "units", ".csv")
    return read_lists({name: texts[name] for name in (*FACTIONS, *(set(texts) - set(FACTIONS))) if name in texts})


def readings() -> list[Reading]:
    """How the lines are read that cannot be read as printed."""
    return data_records(PACKAGE, "readings.toml", "reading", Reading)


def _as_read() -> Iterator[ModelCard]:
    changes = {reading.id: reading.changes for reading in readings()}
    for card in printed_cards().values():
        fields: dict[str, int | str | tuple[str, ...]] = dict(changes.get(card.id, {}))
        if card.faction == "Black Talon" and not card.upgrade:
            fields["traits"] = (*card.traits, *(text for name, text in TALONS.items() if name not in card.traits))
        yield msgspec.structs.replace(card, **fields) if fields else card


@cache
def all_cards() -> dict[str, ModelCard]:
    """Every line by id, as it is read for play."""
    return {card.id: card for card in _as_read()}


@cache
def model_cards() -> dict[str, ModelCard]:
    """Stock models and variants of all lists by id, drones, aircraft and fortifications among them."""
    return {id: card for id, card in all_cards().items() if not card.upgrade}


@cache
def upgrade_cards() -> dict[str, ModelCard]:
    """The lines that change another model, by id."""
    return {id: card for id, card in all_cards().items() if card.upgrade}
