"""A whole stat line converted, and a whole source: every model with the account of its conversion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gearlock.systems.brigands.models import ModelCard, WeaponRow, weapons_table
from older_lines import brackets, columns, model_traits
from older_lines.availability import unit_availability
from older_lines.ledger import Ledger, carries_out
from older_lines.parse import BetaLine, parse_lines, read_rows, split_entries
from older_lines.upgrades import component, upgraded

UNITS, BOOK_LINES = "blitz-units.csv", "brigands-lines.csv"
CALLED = {"F6-16 Frame (no pack)": ("f6-16", "F6-16"), "Man at Arms Golem": ("man-at-arms", "Man at Arms APE")}
"""Models that the introductory game names otherwise: id and name."""

NO_MODELS = {
    "Generic Fighter": "type-flying",
    "Generic Fighter/Bomber": "type-flying",
    "Generic Bomber": "type-flying",
    "Minefield": "type-terrain",
    "Obstacles (5)": "type-terrain",
    "HHT-90": "component",
}
"""Lines of the source that do not become a model of their own, by the rule that says so."""


FOOTNOTES = {
    **dict.fromkeys(("FLAIL", "HHT-90"), ("act-count", "counts as 1 action in army selection")),
    "Outpost": ("act-count", "counts as 3 actions in army selection"),
    "Recon Hun": ("drones-included", "three Recon Drones in its price"),
    **dict.fromkeys(("Demo Drone (Grenade)", "Demo Drone (Charge)"), ("drone-spent", "removed after its attack")),
    **dict.fromkeys(
        ("Constable Golem Utopia Apes (upgrade)", "Man at Arms Golem Utopia Apes (upgrade)"),
        ("utopia-only", "only in a Support Unit of Utopia"),
    ),
}
"""What the older book says of a model or its family outside its columns, and this game cannot say."""


@dataclass(frozen=True, slots=True)
class Sources:
    """All that the importer reads."""

    lines: tuple[BetaLine, ...]
    older: Mapping[str, int]
    sizes: Mapping[str, tuple[float, float, float]]
    examples: Mapping[str, int]
    printed: Mapping[tuple[str, str], ModelCard]
    table: Mapping[str, WeaponRow]


@dataclass(frozen=True, slots=True)
class Converted:
    """A model of this game and the account of how it came about."""

    card: ModelCard
    ledger: Ledger


def read_sources(folder: Path) -> Sources:
    """Read the committed source files."""
    weapons = [row for _, row in read_rows(folder / "blitz-weapons.csv")]
    sizes = [row for _, row in read_rows(folder / "blitz-fortifications.csv")]
    cards = [_book_card(line, row) for line, row in read_rows(folder / BOOK_LINES)]
    return Sources(
        tuple(parse_lines(read_rows(folder / UNITS))),
        _older_pens(weapons),
        {row["model"]: (float(row["length_in"]), float(row["width_in"]), float(row["height_in"])) for row in sizes},
        {row["model"]: int(row["base_mm"]) for _, row in read_rows(folder / "base-examples.csv")},
        {(card.faction, card.name): card for card in cards},
        weapons_table(),
    )


def _older_pens(weapons: list[dict[str, str]]) -> dict[str, int]:
    """Penetration of the older game by code; weapons of one size have but one figure."""
    cells = {size + row["code"]: row[f"pen_{size.lower()}"] for row in weapons for size in "LMH"}
    return {code: int(cell) for code, cell in cells.items() if cell}


@carries_out("book-line")
def _book_card(line: int, row: dict[str, str]) -> ModelCard:
    """A line that this game's own book prints: it stands, whatever the older line says."""
    moves = dict(part.split(":") for part in row["move"].split())
    lists = {name: split_entries(row[name]) for name in ("ua", "weapons", "traits")}
    source = f"data-sources/{BOOK_LINES}:{line} (Brigands lines {row['lines']})"
    plain = {name: cell for name, cell in row.items() if name != "lines"}
    return msgspec.convert({**plain, **lists, "move": moves, "source": source}, ModelCard, strict=False)


@carries_out("act-count", "drones-included", "drone-spent", "utopia-only")
def footnotes(beta: BetaLine, ledger: Ledger) -> None:
    """Own up to what is said of a model outside its columns."""
    said = FOOTNOTES.get(beta.model) or FOOTNOTES.get(beta.variant_of)
    if said:
        ledger.drop(*said)


@carries_out("model", "tv", "ar", "act", "ew")
def convert_line(beta: BetaLine, sources: Sources) -> Converted:
    """One stat line. Price, armor and actions are copied; the electronic warfare skill has no column here."""
    ledger = Ledger()
    lines = {(line.faction, line.model): line for line in sources.lines}
    name = beta.model
    if beta.is_upgrade:
        beta = upgraded(beta, lines, ledger)
    elif columns.is_component(beta):
        beta = component(beta, lines, ledger)
    footnotes(beta, ledger)
    hull, structure = columns.hull_and_structure(beta.dc, ledger)
    kind, height = columns.type_and_height(beta, sources.sizes, ledger)
    card = ModelCard(
        id=model_id(name, ledger),
        name=model_name(name),
        faction=beta.faction,
        tv=int(beta.tv),
        ua=unit_availability(beta, ledger),
        move=columns.movement(beta, ledger),
        armor=int(beta.ar),
        hull=hull,
        structure=structure,
        actions=int(beta.act),
        gunnery=columns.skill("gun", beta.gun, ledger),
        piloting=columns.skill("pilot", beta.pilot, ledger),
        sensors=columns.sensors(beta, ledger),
        weapons=brackets.weapons(beta, sources.table, sources.older, ledger),
        traits=model_traits.model_traits(beta, ledger),
        type=kind,
        height=height,
        base_mm=columns.base_mm(beta, sources.examples, sources.sizes, ledger),
        source=_source(beta),
    )
    return Converted(msgspec.structs.replace(card, converted=ledger.text()), ledger)


def _source(beta: BetaLine) -> str:
    altering = f", {beta.altering}" if beta.altering else ""
    return f"data-sources/{UNITS}:{beta.line} (Blitz Beta lines {beta.printed}{altering})"


def model_name(name: str) -> str:
    """The name without what only the older list needs: the word upgrade, the length of a trench."""
    return CALLED[name][1] if name in CALLED else re.sub(r' \((upgrade|6")\)$', "", name)


@carries_out("name")
def model_id(name: str, ledger: Ledger) -> str:
    """The name in small letters and hyphens; models of the introductory game keep the ids they have there."""
    if name in CALLED:
        ledger.note("name", f"{name} to {CALLED[name][1]}")
        return CALLED[name][0]
    return slug(model_name(name))


def slug(name: str) -> str:
    """Small letters, figures and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


@carries_out("type-flying", "type-terrain")
def is_no_model(beta: BetaLine) -> bool:
    """Flying models are not in this game, mines and obstacles are terrain, and the HHT-90 is its two components."""
    return beta.model in NO_MODELS


def convert_all(sources: Sources) -> list[Converted]:
    """Every model in the order of the source; where lists share an id the faction stands before it."""
    done: list[Converted] = []
    for beta in sources.lines:
        if is_no_model(beta):
            continue
        printed = sources.printed.get((beta.faction, model_name(beta.model)))
        done.append(Converted(printed, Ledger()) if printed else convert_line(beta, sources))
    names = {(made.card.faction, made.card.name) for made in done}
    done += [Converted(card, Ledger()) for key, card in sources.printed.items() if key not in names]
    shared = Counter(made.card.id for made in done)
    return [_told_apart(made) if shared[made.card.id] > 1 else made for made in done]


def _told_apart(made: Converted) -> Converted:
    card = made.card
    return Converted(msgspec.structs.replace(card, id=f"{slug(card.faction)}-{card.id}"), made.ledger)
